// The transposition table: buckets of four entries in one cache line, shared by all threads without locks.
//
// An entry is two words, its data and the key xor the data: a torn pair does not match any key.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>

#include "board.hpp"

namespace passatempo::mnk {

enum class Bound : std::uint8_t { none = 0, upper = 1, lower = 2, exact = 3 };

struct Entry {
    Cell move = nowhere;
    std::int16_t value = 0;  // a win or loss counted from this position, not from the root
    std::int16_t evaluation = 0;
    std::int8_t depth = 0;
    Bound bound = Bound::none;
};

class Table {
public:
    explicit Table(std::size_t megabytes);

    std::optional<Entry> probe(std::uint64_t key) const;
    void store(std::uint64_t key, const Entry& entry);
    // Ask for a bucket that will be looked at soon: it is seldom in a cache.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket(key)); }
    void age() { age_ = (age_ + 1) & 63; }
    void clear();

private:
    struct Slot {
        std::atomic<std::uint64_t> check{0}, data{0};
    };
    struct alignas(64) Bucket {
        std::array<Slot, 4> slots;
    };
    Bucket& bucket(std::uint64_t key) const { return buckets_[key & mask_]; }

    std::size_t mask_;
    std::unique_ptr<Bucket[]> buckets_;
    std::uint8_t age_ = 0;
};

}  // namespace passatempo::mnk
