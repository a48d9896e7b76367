// What a kernel may spend before it must stop: time, nodes, and the caller's patience.
#pragma once

#include <chrono>
#include <cstdint>
#include <new>

namespace passatempo {

// The order is shared with `passatempo.core.limits.STOPS`.
enum class Stop : int { done = 0, seconds = 1, nodes = 2, memory = 3, cancelled = 4 };

// Counts nodes and looks at the clock and the cancel flag once every `stride` of them.
// The flag is one byte owned by Python (`Cancel.flag`); another thread sets it while a kernel runs without the GIL.
class Budget {
public:
    Budget(double seconds, std::uint64_t nodes, const volatile unsigned char* cancel)
        : nodes_(nodes), cancel_(cancel), timed_(seconds < 1e9) {
        if (timed_)
            deadline_ =
                Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    }

    // Count one node; true once the search must stop, and true ever after.
    bool spend() {
        if (++spent_ > nodes_ && stop_ == Stop::done) stop_ = Stop::nodes;
        if ((spent_ & (stride - 1)) == 0) poll();
        return stop_ != Stop::done;
    }

    // Look at the clock and the flag now (for loops whose steps are long).
    bool poll() {
        if (stop_ != Stop::done) return true;
        if (cancel_ != nullptr && *cancel_ != 0) stop_ = Stop::cancelled;
        else if (timed_ && Clock::now() >= deadline_) stop_ = Stop::seconds;
        return stop_ != Stop::done;
    }

    void out_of_memory() {
        if (stop_ == Stop::done) stop_ = Stop::memory;
    }

    Stop stop() const { return stop_; }
    std::uint64_t spent() const { return spent_; }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::uint64_t stride = 1024;  // a poll costs about 30 ns, a node often less

    std::uint64_t nodes_;
    const volatile unsigned char* cancel_;
    bool timed_;
    Clock::time_point deadline_{};
    std::uint64_t spent_ = 0;
    Stop stop_ = Stop::done;
};

// Do something that may need much memory; where there is none left, the budget says so.
template <class Act>
void within_memory(Budget& budget, Act act) {
    try {
        act();
    } catch (const std::bad_alloc&) {
        budget.out_of_memory();
    }
}

}  // namespace passatempo
