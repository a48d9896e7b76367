// What the threads of one search share: the transposition table, and when they stop.
//
// The table has buckets of four entries in one cache line and no locks. An entry is two words, its data and the key xor
// the data: a torn pair does not match any key. The words are read and written whole (relaxed atomics), in no order.
// The memory comes zeroed from the system, page by page as it is used: a short search does not wait for a large table.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <cstdlib>
#include <memory>
#include <optional>

#include "board.hpp"
#include "budget.hpp"

namespace passatempo::mnk {

enum class BoundType : std::uint8_t { none = 0, upper = 1, lower = 2, exact = 3 };

struct TableEntry {
    Cell best_move = nowhere;
    std::int16_t score = 0;  // a win or loss counted from this position, not from the root
    std::int16_t evaluation = 0;
    std::int8_t depth = 0;
    BoundType bound_type = BoundType::none;
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes);  // throws std::bad_alloc

    std::optional<TableEntry> probe(std::uint64_t key) const;
    void store(std::uint64_t key, const TableEntry& entry);
    // Ask for a bucket that will be looked at soon: it is seldom in a cache.
    void prefetch(std::uint64_t key) const { __builtin_prefetch(&bucket_of(key)); }
    void advance_age() {
        age_ = (age_ + 1) & 63;
        is_used_ = true;
    }
    void clear();

private:
    struct Slot {
        std::uint64_t check_key, entry_bits;
    };
    struct alignas(64) Bucket {
        std::array<Slot, 4> slots;
    };
    struct MemoryDeleter {
        void operator()(void* memory) const { std::free(memory); }
    };
    Bucket& bucket_of(std::uint64_t key) const { return buckets_[key & bucket_mask_]; }

    std::size_t bucket_mask_;
    std::unique_ptr<void, MemoryDeleter> memory_;
    Bucket* buckets_;  // in `memory_`, where a cache line begins
    std::uint8_t age_ = 0;
    bool is_used_ = false;  // since it was last empty
};

// Parts that can be switched off, so that what each one gains can be measured.
struct SearchSwitches {
    bool threat_search = true;    // VCF and VCT, the searches of fours and of threats
    bool move_ordering = true;    // killers, history, weights of moves
    bool late_reductions = true;  // late moves searched less deep, or not at all
    bool table_use = true;        // the transposition table
};

// Counts the nodes of one thread. The first thread looks at the clock for all.
class SearchControl {
public:
    SearchControl(std::atomic<bool>& stop, Budget* budget) : stop_flag_(stop), budget_(budget) {}

    // Count a node; true once the search must stop.
    bool count_node() {
        ++node_count_;
        if (budget_ != nullptr && budget_->spend()) stop_flag_.store(true, std::memory_order_relaxed);
        return stop_flag_.load(std::memory_order_relaxed);
    }
    bool is_stopped() const { return stop_flag_.load(std::memory_order_relaxed); }
    std::uint64_t node_count() const { return node_count_; }

private:
    std::atomic<bool>& stop_flag_;
    Budget* budget_;
    std::uint64_t node_count_ = 0;
};

}  // namespace passatempo::mnk
