// What the threads of one search share, and when they stop.
#pragma once

#include <algorithm>
#include <atomic>
#include <bit>
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

// Counts the nodes of one thread. The first thread looks at the clock for all: on a board of 255 x 255 a node may take
// 50 us, so that the greater the board, the fewer nodes lie between two looks.
class Control {
public:
    explicit Control(std::atomic<bool>& stop) : stop_(stop) {}
    Control(std::atomic<bool>& stop, Budget& budget, unsigned cells)
        : stop_(stop), budget_(&budget), seldom_(std::bit_floor(std::max(1U, cells_between_looks / cells)) - 1) {}

    // Count a node; true once the search must stop.
    bool spend() {
        ++nodes_;
        if (budget_ != nullptr && (budget_->spend() || ((nodes_ & seldom_) == 0 && budget_->poll())))
            stop_.store(true, std::memory_order_relaxed);
        return stop_.load(std::memory_order_relaxed);
    }
    bool stopped() const { return stop_.load(std::memory_order_relaxed); }
    std::uint64_t nodes() const { return nodes_; }

private:
    static constexpr unsigned cells_between_looks = 1U << 18;  // 1,024 nodes on 15 x 15, 4 on 255 x 255

    std::atomic<bool>& stop_;
    Budget* budget_ = nullptr;
    std::uint64_t seldom_ = 0;  // the bits of the count of nodes that are 0 at a look
    std::uint64_t nodes_ = 0;
};

}  // namespace passatempo::mnk
