// What the threads of one search share, and when they stop.
#pragma once

#include <atomic>
#include <cstdint>

#include "budget.hpp"

namespace passatempo::mnk {

// Parts that can be switched off, so that what each one gains can be measured.
struct Parts {
    bool threats = true;     // VCF and VCT, the searches of fours and of threats
    bool ordering = true;    // killers, history, weights of moves
    bool reductions = true;  // late moves searched less deep, or not at all
    bool table = true;       // the transposition table
};

// Counts the nodes of one thread. The first thread looks at the clock for all.
class Control {
public:
    Control(std::atomic<bool>& stop, Budget* budget) : stop_(stop), budget_(budget) {}

    // Count a node; true once the search must stop.
    bool spend() {
        ++nodes_;
        if (budget_ != nullptr && budget_->spend()) stop_.store(true, std::memory_order_relaxed);
        return stop_.load(std::memory_order_relaxed);
    }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_; }

private:
    std::atomic<bool>& stop_;
    Budget* budget_;
    std::uint64_t nodes_ = 0;
};

}  // namespace passatempo::mnk
