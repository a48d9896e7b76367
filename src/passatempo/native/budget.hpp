// What a kernel may spend before it must stop: time, nodes, and the caller's patience.
#pragma once

#include <algorithm>
#include <bit>
#include <chrono>
#include <cstdint>
#include <new>

#include "memory.hpp"

namespace passatempo {

// The order is shared with `passatempo.core.outcome.STOPS`.
enum class Stop : int { done = 0, seconds = 1, nodes = 2, memory = 3, cancelled = 4 };

// Counts nodes and looks at the clock, the cancel flag and the memory once in 1,024 of them.
// The flag is one byte owned by Python (`Cancel.flag`); another thread sets it while a kernel runs without the GIL.
// `memory` is what the process may take beyond what it held at the first look; 0: no limit.
class Budget {
public:
    Budget(double seconds, std::uint64_t nodes, const volatile unsigned char* cancel, std::uint64_t memory = 0)
        : nodes_(nodes), cancel_(cancel), memory_(memory), timed_(seconds < 1e9), looked_(Clock::now()) {
        if (!(seconds > 0)) seconds = 0;  // what lies before the start, or is no number, is over now
        if (timed_)
            deadline_ = looked_ + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    // Count one node; true once the search must stop, and true ever after.
    bool spend() {
        if (++spent_ > nodes_ && stop_ == Stop::done) stop_ = Stop::nodes;
        if ((spent_ & seldom_) == 0) poll();
        return stop_ != Stop::done;
    }

    // Look at the clock, the flag and the memory now (for loops whose steps are long).
    bool poll() {
        if (stop_ != Stop::done) return true;
        if (cancel_ != nullptr && *cancel_ != 0) {
            stop_ = Stop::cancelled;
        } else if (timed_ || memory_ != 0) {
            const Clock::time_point now = Clock::now();
            if (timed_ && now >= deadline_) stop_ = Stop::seconds;
            else if (memory_ != 0 && now - looked_ >= between_looks) look_at_memory(now);
        }
        return stop_ != Stop::done;
    }

    // Where a node takes long: look once in so many nodes, or in the greatest power of two of no more.
    void look_every(std::uint64_t nodes) { seldom_ = std::bit_floor(std::clamp<std::uint64_t>(nodes, 1, stride)) - 1; }

    // For a part of the work: what is left of this budget, but nodes of its own. It begins to count memory anew.
    Budget share(std::uint64_t nodes) const {
        Budget part = *this;
        part.nodes_ = nodes;
        part.spent_ = 0;
        return part;
    }

    // Count what a part has spent; where it stopped for another reason than its own nodes, this stops too.
    void count(const Budget& part) {
        spent_ += part.spent_;
        if (stop_ != Stop::done) return;
        if (spent_ > nodes_) stop_ = Stop::nodes;
        else if (part.stop_ != Stop::nodes) stop_ = part.stop_;
    }

    // Whether so many bytes more may be asked for; if not, the search must stop.
    bool room_for(std::uint64_t bytes) {
        if (memory_ != 0 && stop_ == Stop::done && (bytes > memory_ || taken() > memory_ - bytes)) stop_ = Stop::memory;
        return stop_ == Stop::done;
    }

    void out_of_memory() {
        if (stop_ == Stop::done) stop_ = Stop::memory;
    }

    Stop stop() const { return stop_; }
    std::uint64_t spent() const { return spent_; }
    std::uint64_t left() const { return nodes_ > spent_ ? nodes_ - spent_ : 0; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t stride = 1024;                  // a poll costs about 30 ns, a node often less
    static constexpr std::chrono::milliseconds between_looks{10};  // at the memory: a look costs some microseconds

    std::uint64_t taken() {
        const std::uint64_t held = resident();
        if (held_ == 0) held_ = held;
        return held > held_ ? held - held_ : 0;
    }

    void look_at_memory(Clock::time_point now) {
        looked_ = now;
        if (taken() > memory_) stop_ = Stop::memory;
    }

    std::uint64_t nodes_;
    const volatile unsigned char* cancel_;
    std::uint64_t memory_;
    std::uint64_t held_ = 0;  // what the process held at the first look
    bool timed_;
    Clock::time_point looked_;
    Clock::time_point deadline_{};
    std::uint64_t spent_ = 0;
    std::uint64_t seldom_ = stride - 1;  // the bits of the count of nodes that are 0 at a look
    Stop stop_ = Stop::done;
};

// Do something that may need much memory; where there is none left, the budget says so.
template <class Act>
void within_memory(Budget& budget, Act act) {
#if defined(__cpp_exceptions)
    try {
        act();
    } catch (const std::bad_alloc&) {
        budget.out_of_memory();
    }
#else
    static_cast<void>(budget);  // a browser's memory that ends is a trap, and the worker's owner tells it
    act();
#endif
}

}  // namespace passatempo
