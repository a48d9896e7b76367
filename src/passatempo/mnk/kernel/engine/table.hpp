// State shared by the threads of a search: the transposition table, and the signal to stop.
//
// The table has buckets of four entries in one cache line and no locks. An entry is two words, its data and the key xor
// the data, so that a torn pair matches no key. Each word is read and written whole (relaxed atomics), in no order. The
// system supplies zeroed memory page by page, so that a short search does not wait for a large table.
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
    std::int16_t score = 0;  // a win or loss counts from this position, not from the root
    std::int16_t evaluation = 0;
    std::int8_t depth = 0;
    BoundType bound_type = BoundType::none;
};

class TranspositionTable {
public:
    explicit TranspositionTable(std::size_t megabytes);  // throws std::bad_alloc

    std::optional<TableEntry> probe(std::uint64_t key) const;
    void store(std::uint64_t key, const TableEntry& entry);
    // Prefetch a bucket that will be probed soon, because it is seldom in a cache.
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
    Bucket* buckets_;  // in `memory_`, at the start of a cache line
    std::uint8_t age_ = 0;
    bool is_used_ = false;  // since the last `clear`
};

// Parts of the search that can be switched off, so that the gain of each one can be measured.
struct SearchSwitches {
    bool threat_search = true;    // VCF and VCT, the searches for wins by fours and by threats
    bool move_ordering = true;    // killers, history, weights of moves
    bool late_reductions = true;  // late moves searched less deep, or pruned
    bool table_use = true;        // the transposition table
};

// Counts the nodes of one thread. The first thread checks the clock for all.
class SearchControl {
public:
    SearchControl(std::atomic<bool>& stop, Budget* budget) : stop_flag_(stop), budget_(budget) {}

    // Count a node. Return true once the search must stop.
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
