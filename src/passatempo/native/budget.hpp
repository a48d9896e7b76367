// The limits of a kernel: time, nodes, memory, and cancellation by the caller.
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

// Counts nodes, and checks the clock, the cancel flag and the memory once in 1,024 nodes. The flag is one byte owned by
// Python (`Cancel.flag`). Another thread sets it while a kernel runs without the GIL. `memory` limits the growth of the
// process since the first check; 0: no limit.
class Budget {
public:
    Budget(double seconds, std::uint64_t nodes, const volatile unsigned char* cancel, std::uint64_t memory = 0)
        : node_limit_(nodes),
          cancel_flag_(cancel),
          memory_limit_(memory),
          has_deadline_(seconds < 1e9),
          last_memory_check_(Clock::now()) {
        if (!(seconds > 0)) seconds = 0;  // zero, a negative time or NaN expires at once
        if (has_deadline_)
            deadline_ = last_memory_check_ +
                        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    // Count one node. Return true once the search must stop, and from then on always.
    bool spend() {
        if (++node_count_ > node_limit_ && stop_ == Stop::done) stop_ = Stop::nodes;
        if ((node_count_ & poll_mask_) == 0) poll();
        return stop_ != Stop::done;
    }

    // Check the clock, the flag and the memory now (for loops with long steps).
    bool poll() {
        if (stop_ != Stop::done) return true;
        if (cancel_flag_ != nullptr && *cancel_flag_ != 0) {
            stop_ = Stop::cancelled;
        } else if (has_deadline_ || memory_limit_ != 0) {
            const Clock::time_point current_time = Clock::now();
            if (has_deadline_ && current_time >= deadline_) stop_ = Stop::seconds;
            else if (memory_limit_ != 0 && current_time - last_memory_check_ >= memory_check_interval)
                check_memory(current_time);
        }
        return stop_ != Stop::done;
    }

    // Poll once in `nodes` nodes, rounded down to a power of two, for searches with slow nodes.
    void set_poll_interval(std::uint64_t nodes) {
        poll_mask_ = std::bit_floor(std::clamp<std::uint64_t>(nodes, 1, poll_interval)) - 1;
    }

    // A budget for a part of the work: the rest of this one, with its own node limit and the same memory baseline.
    Budget share(std::uint64_t nodes) const {
        Budget part = *this;
        part.node_limit_ = nodes;
        part.node_count_ = 0;
        return part;
    }

    // Count the nodes of a part. If it stopped for another reason than its own node limit, this budget stops too.
    void count(const Budget& part) {
        node_count_ += part.node_count_;
        if (stop_ != Stop::done) return;
        if (node_count_ > node_limit_) stop_ = Stop::nodes;
        else if (part.stop_ != Stop::nodes) stop_ = part.stop_;
    }

    // Return whether `bytes` more may be allocated. If not, the search must stop.
    bool room_for(std::uint64_t bytes) {
        if (memory_limit_ != 0 && stop_ == Stop::done &&
            (bytes > memory_limit_ || memory_growth() > memory_limit_ - bytes))
            stop_ = Stop::memory;
        return stop_ == Stop::done;
    }

    void out_of_memory() {
        if (stop_ == Stop::done) stop_ = Stop::memory;
    }

    Stop stop() const { return stop_; }
    std::uint64_t node_count() const { return node_count_; }
    std::uint64_t left() const { return node_limit_ > node_count_ ? node_limit_ - node_count_ : 0; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t poll_interval = 1024;  // a poll costs about 30 ns, often more than a node
    static constexpr std::chrono::milliseconds memory_check_interval{10};  // a check costs some microseconds

    std::uint64_t memory_growth() {
        const std::uint64_t resident_bytes = resident_memory();
        if (initial_memory_ == 0) initial_memory_ = resident_bytes;
        return resident_bytes > initial_memory_ ? resident_bytes - initial_memory_ : 0;
    }

    void check_memory(Clock::time_point current_time) {
        last_memory_check_ = current_time;
        if (memory_growth() > memory_limit_) stop_ = Stop::memory;
    }

    std::uint64_t node_limit_;
    const volatile unsigned char* cancel_flag_;
    std::uint64_t memory_limit_;
    std::uint64_t initial_memory_ = 0;  // resident bytes at the first check
    bool has_deadline_;
    Clock::time_point last_memory_check_;
    Clock::time_point deadline_{};
    std::uint64_t node_count_ = 0;
    std::uint64_t poll_mask_ = poll_interval - 1;  // a poll occurs when these bits of the node count are 0
    Stop stop_ = Stop::done;
};

// Run an action that may need much memory. If memory runs out, the budget stops.
template <class Act>
void within_memory(Budget& budget, Act act) {
#if defined(__cpp_exceptions)
    try {
        act();
    } catch (const std::bad_alloc&) {
        budget.out_of_memory();
    }
#else
    static_cast<void>(budget);  // in a browser, running out of memory traps, and the worker's owner reports it
    act();
#endif
}

}  // namespace passatempo
