// Threads that search one state with one table: who is where, and when it is over.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#if !defined(__wasm__)
#include <thread>
#endif
#include <vector>

namespace passatempo::mnk::proof {

class Crew {
public:
    bool over() const { return over_.load(std::memory_order_relaxed); }
    bool busy(std::uint64_t key) const { return place(key).load(std::memory_order_relaxed) != 0; }
    void enter(std::uint64_t key) { place(key).fetch_add(1, std::memory_order_relaxed); }
    void leave(std::uint64_t key) { place(key).fetch_sub(1, std::memory_order_relaxed); }

#if !defined(__wasm__)
    // Ends the helpers and waits for them, however the main thread comes out of its search.
    class Ended {
    public:
        Ended(Crew& crew, std::vector<std::thread>& threads) : crew_(crew), threads_(threads) {}
        Ended(const Ended&) = delete;
        Ended& operator=(const Ended&) = delete;
        ~Ended() { wait(); }
        void wait() const {
            crew_.over_ = true;
            for (std::thread& thread : threads_)
                if (thread.joinable()) thread.join();
        }

    private:
        Crew& crew_;
        std::vector<std::thread>& threads_;
    };
#endif

private:
    static constexpr std::size_t places = std::size_t{1} << 14;  // few keys are busy at once: seldom two in one place

    std::atomic<std::int32_t>& place(std::uint64_t key) { return busy_[key % places]; }
    const std::atomic<std::int32_t>& place(std::uint64_t key) const { return busy_[key % places]; }

    std::array<std::atomic<std::int32_t>, places> busy_{};
    std::atomic<bool> over_ = false;
};

// Being in a state, for as long as this lives.
class Busy {
public:
    Busy(Crew* crew, std::uint64_t key) : crew_(crew), key_(key) {
        if (crew_ != nullptr) crew_->enter(key_);
    }
    Busy(const Busy&) = delete;
    Busy& operator=(const Busy&) = delete;
    ~Busy() {
        if (crew_ != nullptr) crew_->leave(key_);
    }

private:
    Crew* crew_;
    std::uint64_t key_;
};

}  // namespace passatempo::mnk::proof
