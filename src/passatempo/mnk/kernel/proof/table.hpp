// What is known of states, by key: numbers of open ones, carriers and zones of decided ones.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "proof/mask.hpp"

namespace passatempo::mnk::proof {

constexpr std::uint32_t infinite = 1U << 30;

template <int W>
struct Entry {
    std::uint64_t key = 0;
    std::uint32_t proof = 1, disproof = 1;  // 0 proof: the attacker wins; 0 disproof: the defender holds
    std::uint32_t size = 0;                 // nodes below; 0: an empty place
    std::int32_t moves = 0;
    Mask<W> cells{};  // the carrier or the zone
};

// Buckets of four; a full one loses the entry with the smallest subtree. The table doubles while it fills.
template <int W>
class Table {
public:
    explicit Table(std::size_t most_bytes) : most_(most_bytes) { buckets_.resize(std::size_t{1} << 10); }

    const Entry<W>* find(std::uint64_t key) const {
        for (const Entry<W>& entry : buckets_[key & (buckets_.size() - 1)])
            if (entry.size != 0 && entry.key == key) return &entry;
        return nullptr;
    }

    void store(const Entry<W>& entry) {
        if (used_ > 2 * buckets_.size() && 2 * buckets_.size() * sizeof(Bucket) <= most_) grow();
        place(entry);
    }

private:
    using Bucket = std::array<Entry<W>, 4>;

    void place(const Entry<W>& entry) {
        Bucket& bucket = buckets_[entry.key & (buckets_.size() - 1)];
        Entry<W>* worst = &bucket[0];
        for (Entry<W>& old : bucket) {
            if (old.size != 0 && old.key == entry.key) {
                old = entry;
                return;
            }
            if (old.size < worst->size) worst = &old;
        }
        used_ += worst->size == 0 ? 1 : 0;
        *worst = entry;
    }

    void grow() {
        std::vector<Bucket> old(2 * buckets_.size());
        old.swap(buckets_);
        used_ = 0;
        for (const Bucket& bucket : old)
            for (const Entry<W>& entry : bucket)
                if (entry.size != 0) place(entry);
    }

    std::vector<Bucket> buckets_;
    std::size_t most_;
    std::size_t used_ = 0;
};

}  // namespace passatempo::mnk::proof
