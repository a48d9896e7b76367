// Somebody who is told now and then how a search is getting on.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <utility>

namespace passatempo::mnk::proof {

struct Standing {
    std::uint64_t nodes = 0, probes = 0;
    std::uint32_t proof = 0, disproof = 0;  // of the root last searched; both 0: no such search was begun
    std::uint64_t bytes = 0;                // of the table
    double full = 0;                        // the part in use of the table as large as it may become
};

class Watch {
public:
    using Tell = std::function<void(const Standing&)>;

    explicit Watch(Tell tell) : tell_(std::move(tell)) {}

    // Tell how it stands if it is time; `standing` makes what is told.
    template <class Make>
    void look(Make standing) {
        if (!tell_ || (++calls_ & (stride - 1)) != 0) return;
        const Clock::time_point now = Clock::now();
        if (now - told_ < interval) return;
        told_ = now;
        tell_(standing());
    }

private:
    using Clock = std::chrono::steady_clock;
    static constexpr std::chrono::milliseconds interval{200};
    static constexpr std::uint64_t stride = 16;  // the clock costs about 30 ns, a node often no more than 500

    Tell tell_;
    std::uint64_t calls_ = 0;
    Clock::time_point told_ = Clock::now();
};

}  // namespace passatempo::mnk::proof
