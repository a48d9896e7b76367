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
        : node_limit_(nodes),
          cancel_flag_(cancel),
          memory_limit_(memory),
          has_deadline_(seconds < 1e9),
          last_memory_check_(Clock::now()) {
        if (!(seconds > 0)) seconds = 0;  // what lies before the start, or is no number, is over now
        if (has_deadline_)
            deadline_ = last_memory_check_ +
                        std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    // Count one node; true once the search must stop, and true ever after.
    bool spend() {
        if (++node_count_ > node_limit_ && stop_ == Stop::done) stop_ = Stop::nodes;
        if ((node_count_ & poll_mask_) == 0) poll();
        return stop_ != Stop::done;
    }

    // Look at the clock, the flag and the memory now (for loops whose steps are long).
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

    // Where a node takes long: look once in so many nodes, or in the greatest power of two of no more.
    void set_poll_interval(std::uint64_t nodes) {
        poll_mask_ = std::bit_floor(std::clamp<std::uint64_t>(nodes, 1, poll_interval)) - 1;
    }

    // For a part of the work: what is left of this budget, but nodes of its own. It begins to count memory anew.
    Budget share(std::uint64_t nodes) const {
        Budget part = *this;
        part.node_limit_ = nodes;
        part.node_count_ = 0;
        return part;
    }

    // Count what a part has spent; where it stopped for another reason than its own nodes, this stops too.
    void count(const Budget& part) {
        node_count_ += part.node_count_;
        if (stop_ != Stop::done) return;
        if (node_count_ > node_limit_) stop_ = Stop::nodes;
        else if (part.stop_ != Stop::nodes) stop_ = part.stop_;
    }

    // Whether so many bytes more may be asked for; if not, the search must stop.
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
    static constexpr std::uint64_t poll_interval = 1024;  // a poll costs about 30 ns, a node often less
    static constexpr std::chrono::milliseconds memory_check_interval{10};  // a look costs some microseconds

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
    std::uint64_t initial_memory_ = 0;  // what the process held at the first look
    bool has_deadline_;
    Clock::time_point last_memory_check_;
    Clock::time_point deadline_{};
    std::uint64_t node_count_ = 0;
    std::uint64_t poll_mask_ = poll_interval - 1;  // the bits of the count of nodes that are 0 at a look
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
