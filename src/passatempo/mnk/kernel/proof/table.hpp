// What is known of states, by key: numbers of open ones, carriers and zones of decided ones.
// Algorithm: transposition table that loses the smallest subtree (Allis, van der Meulen and van den Herik 1994)
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <vector>

#include "budget.hpp"
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

// Buckets of four; a full one loses the entry with the smallest subtree. The table doubles while it fills: for a moment
// the old one and the new one stand side by side, half as much again as `most_bytes` at most.
template <int W>
class Table {
public:
    Table(std::size_t most_bytes, Budget& budget) : budget_(budget), most_(most_bytes) {
        buckets_.resize(std::size_t{1} << 10);
    }

    const Entry<W>* find(std::uint64_t key) const {
        for (const Entry<W>& entry : buckets_[key & (buckets_.size() - 1)])
            if (entry.size != 0 && entry.key == key) return &entry;
        return nullptr;
    }

    void store(const Entry<W>& entry) {
        if (used_ > 2 * buckets_.size() && 2 * buckets_.size() * sizeof(Bucket) <= most_) grow();
        place(entry);
    }

    // Visit all that is known.
    template <class Visit>
    void each(Visit visit) const {
        for (const Bucket& bucket : buckets_)
            for (const Entry<W>& entry : bucket)
                if (entry.size != 0) visit(entry);
    }

    std::uint64_t bytes() const { return buckets_.size() * sizeof(Bucket); }

    // The part in use of the table as large as it may become.
    double full() const {
        std::size_t most = buckets_.size();
        while (2 * most * sizeof(Bucket) <= most_) most *= 2;
        return used_ / (4.0 * most);
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

    // Of a large table this takes long: the budget is asked on the way, and once it is spent what is known may be lost.
    void grow() {
        const std::size_t twice = 2 * buckets_.size();
        std::vector<Bucket> old;
        old.reserve(twice);
        while (old.size() < twice) {
            if (over()) return;
            old.resize(std::min(twice, old.size() + piece));
        }
        old.swap(buckets_);
        used_ = 0;
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (i % piece == 0 && over()) return;
            for (const Entry<W>& entry : old[i])
                if (entry.size != 0) place(entry);
        }
    }

    bool over() { return budget_.poll() && budget_.stop() != Stop::nodes; }

    static constexpr std::size_t piece = std::size_t{1} << 13;  // buckets: a millisecond or two

    Budget& budget_;
    std::vector<Bucket> buckets_;
    std::size_t most_;
    std::size_t used_ = 0;
};

}  // namespace passatempo::mnk::proof
