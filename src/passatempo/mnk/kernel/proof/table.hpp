// What is known of states, by key: numbers of open ones, carriers and zones of decided ones.
// Algorithm: transposition table that loses the smallest subtree (Allis, van der Meulen and van den Herik 1994)
#pragma once

#include <algorithm>
#include <array>
#include <atomic>
#include <cstdint>
#if !defined(__wasm__)
#include <mutex>
#endif
#include <optional>
#include <tuple>
#include <vector>

#include "budget.hpp"
#include "proof/hypergraph.hpp"

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

#if defined(__wasm__)
// A module has one thread, and its library no locks.
struct Lock {
    void lock() {}
    void unlock() {}
};
struct Held {
    explicit Held(Lock&) {}
};
#else
using Lock = std::mutex;
using Held = std::lock_guard<std::mutex>;
#endif

// Buckets of four; a full one loses the entry with the smallest subtree. The table doubles when a quarter is in use, as
// long as it may: at a half one bucket in twenty would be full, and what is lost is searched again. For a moment
// the old one and the new one stand side by side, half as much again as `most_bytes` at most.
template <int W>
class Table {
public:
    explicit Table(std::size_t most_bytes) : most_(most_bytes) {
        buckets_.resize(least);
        seen_ = least;
    }

    std::optional<Entry<W>> find(std::uint64_t key) const {
        const Held held(lock_of(key));
        for (const Entry<W>& entry : buckets_[key & (buckets_.size() - 1)])
            if (entry.size != 0 && entry.key == key) return entry;
        return std::nullopt;
    }

    // Each thread brings a budget of its own.
    void store(const Entry<W>& entry, Budget& budget) {
        const std::size_t buckets = seen_.load(std::memory_order_relaxed);
        if (used_.load(std::memory_order_relaxed) > buckets && 2 * buckets * sizeof(Bucket) <= most_)
            grow(buckets, budget);
        const Held held(lock_of(entry.key));
        place(entry);
    }

    // Visit all that is known.
    template <class Visit>
    void each(Visit visit) const {
        const All all(locks_);
        for (const Bucket& bucket : buckets_)
            for (const Entry<W>& entry : bucket)
                if (entry.size != 0) visit(entry);
    }

    std::uint64_t bytes() const { return seen_ * sizeof(Bucket); }

    // The part in use of the table as large as it may become.
    double full() const {
        std::size_t most = seen_;
        while (2 * most * sizeof(Bucket) <= most_) most *= 2;
        return used_ / (4.0 * most);
    }

private:
    using Bucket = std::array<Entry<W>, 4>;
    static constexpr std::size_t least = std::size_t{1} << 10;  // buckets: at least as many as locks

    // A key keeps its lock while the table grows, since the number of buckets is a multiple of that of the locks.
    using Locks = std::array<Lock, 256>;
    Lock& lock_of(std::uint64_t key) const { return locks_[key % std::tuple_size_v<Locks>]; }

    struct All {  // hold every lock
        explicit All(Locks& locks) : held(locks) {
            for (Lock& lock : held) lock.lock();
        }
        All(const All&) = delete;
        All& operator=(const All&) = delete;
        ~All() {
            for (Lock& lock : held) lock.unlock();
        }
        Locks& held;
    };

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
    void grow(std::size_t from, Budget& budget) {
        const All all(locks_);
        if (buckets_.size() != from) return;  // another thread came first
        const std::size_t twice = 2 * from;
        std::vector<Bucket> old;
        old.reserve(twice);
        while (old.size() < twice) {
            if (over(budget)) return;
            old.resize(std::min(twice, old.size() + piece));
        }
        old.swap(buckets_);
        seen_ = buckets_.size();
        used_ = 0;
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (i % piece == 0 && over(budget)) return;
            for (const Entry<W>& entry : old[i])
                if (entry.size != 0) place(entry);
        }
    }

    static bool over(Budget& budget) { return budget.poll() && budget.stop() != Stop::nodes; }

    static constexpr std::size_t piece = std::size_t{1} << 13;  // buckets: a millisecond or two

    std::vector<Bucket> buckets_;
    std::size_t most_;
    std::atomic<std::size_t> used_ = 0, seen_ = 0;  // places taken, and buckets as they are read without a lock
    mutable Locks locks_;
};

}  // namespace passatempo::mnk::proof
