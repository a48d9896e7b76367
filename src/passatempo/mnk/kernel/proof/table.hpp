// Transposition table of proofs: numbers of open states, and carriers and zones of decided ones.
// Algorithm: transposition table that replaces the smallest subtree (Allis, van der Meulen and van den Herik 1994)
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
struct ProofEntry {
    std::uint64_t key = 0;
    std::uint32_t proof = 1, disproof = 1;  // proof 0: the attacker wins; disproof 0: the defender holds
    std::uint32_t tree_size = 0;            // nodes below; 0 marks a free entry
    std::int32_t move_count = 0;
    Mask<W> proof_cells{};  // the carrier or the zone
};

#if defined(__wasm__)
// A browser's module has one thread, and its library has no locks.
struct Lock {
    void lock() {}
    void unlock() {}
};
struct TableLock {
    explicit TableLock(Lock&) {}
};
#else
using Lock = std::mutex;
using TableLock = std::lock_guard<std::mutex>;
#endif

// Buckets of four. A full bucket loses the entry with the smallest subtree. The table doubles when a quarter is in use,
// up to its limit. At a half, one bucket in twenty would be full, and lost entries are searched again. For a moment the
// old and the new table exist together and take at most one and a half times `byte_limit_`.
template <int W>
class ProofTable {
public:
    explicit ProofTable(std::size_t byte_limit) : byte_limit_(byte_limit) {
        buckets_.resize(minimum_buckets);
        bucket_count_ = minimum_buckets;
    }

    std::optional<ProofEntry<W>> find_entry(std::uint64_t key) const {
        const TableLock table_lock(lock_of(key));
        for (const ProofEntry<W>& proof_entry : buckets_[key & (buckets_.size() - 1)])
            if (proof_entry.tree_size != 0 && proof_entry.key == key) return proof_entry;
        return std::nullopt;
    }

    // Each thread passes its own budget.
    void store_entry(const ProofEntry<W>& proof_entry, Budget& budget) {
        const std::size_t buckets = bucket_count_.load(std::memory_order_relaxed);
        if (used_count_.load(std::memory_order_relaxed) > buckets && 2 * buckets * sizeof(Bucket) <= byte_limit_)
            grow_table(buckets, budget);
        const TableLock table_lock(lock_of(proof_entry.key));
        place_entry(proof_entry);
    }

    // Visit all entries.
    template <class Visit>
    void for_each(Visit visit) const {
        const AllLocks all(locks_);
        for (const Bucket& bucket : buckets_)
            for (const ProofEntry<W>& proof_entry : bucket)
                if (proof_entry.tree_size != 0) visit(proof_entry);
    }

    std::uint64_t byte_size() const { return bucket_count_ * sizeof(Bucket); }

    // The share of the table in use, relative to its maximum size.
    double fill_share() const {
        std::size_t max_buckets = bucket_count_;
        while (2 * max_buckets * sizeof(Bucket) <= byte_limit_) max_buckets *= 2;
        return used_count_ / (4.0 * max_buckets);
    }

private:
    using Bucket = std::array<ProofEntry<W>, 4>;
    static constexpr std::size_t minimum_buckets = std::size_t{1} << 10;  // at least as many as locks

    // A key keeps its lock while the table grows, since the number of buckets is a multiple of that of the locks.
    using Locks = std::array<Lock, 256>;
    Lock& lock_of(std::uint64_t key) const { return locks_[key % std::tuple_size_v<Locks>]; }

    struct AllLocks {  // holds every lock
        explicit AllLocks(Locks& locks) : table_locks(locks) {
            for (Lock& lock : table_locks) lock.lock();
        }
        AllLocks(const AllLocks&) = delete;
        AllLocks& operator=(const AllLocks&) = delete;
        ~AllLocks() {
            for (Lock& lock : table_locks) lock.unlock();
        }
        Locks& table_locks;
    };

    void place_entry(const ProofEntry<W>& proof_entry) {
        Bucket& bucket = buckets_[proof_entry.key & (buckets_.size() - 1)];
        ProofEntry<W>* worst = &bucket[0];
        for (ProofEntry<W>& old : bucket) {
            if (old.tree_size != 0 && old.key == proof_entry.key) {
                old = proof_entry;
                return;
            }
            if (old.tree_size < worst->tree_size) worst = &old;
        }
        used_count_ += worst->tree_size == 0 ? 1 : 0;
        *worst = proof_entry;
    }

    // For a large table this takes long, so the budget is checked on the way. Once it is spent, entries may be lost.
    void grow_table(std::size_t from, Budget& budget) {
        const AllLocks all(locks_);
        if (buckets_.size() != from) return;  // another thread came first
        const std::size_t twice = 2 * from;
        std::vector<Bucket> old;
        old.reserve(twice);
        while (old.size() < twice) {
            if (is_over(budget)) return;
            old.resize(std::min(twice, old.size() + chunk_size));
        }
        old.swap(buckets_);
        bucket_count_ = buckets_.size();
        used_count_ = 0;
        for (std::size_t i = 0; i < old.size(); ++i) {
            if (i % chunk_size == 0 && is_over(budget)) return;
            for (const ProofEntry<W>& proof_entry : old[i])
                if (proof_entry.tree_size != 0) place_entry(proof_entry);
        }
    }

    static bool is_over(Budget& budget) { return budget.poll() && budget.stop() != Stop::nodes; }

    static constexpr std::size_t chunk_size = std::size_t{1} << 13;  // buckets between two checks, a millisecond or two

    std::vector<Bucket> buckets_;
    std::size_t byte_limit_;
    std::atomic<std::size_t> used_count_ = 0,
                             bucket_count_ = 0;  // entries in use, and buckets, for readers without a lock
    mutable Locks locks_;
};

}  // namespace passatempo::mnk::proof
