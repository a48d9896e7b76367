// Many games, on as many threads as wanted: game `index` is the same on any of them.
#pragma once

#include <atomic>
#include <cstdint>
#include <thread>
#include <vector>

#include "budget.hpp"
#include "play/dealer.hpp"
#include "play/settings.hpp"

namespace passatempo::minesweeper::play {

// Let threads take numbers from 0 on, each by calling what it is given, as long as they like.
template <class Work>
void share_out(std::uint64_t count, unsigned threads, Budget& budget, Work work) {
    std::atomic<std::uint64_t> next{0};
    const auto run = [&](Budget own) { within_memory(own, [&] { work(own, [&] { return next++; }); }); };
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads && t < count; ++t) others.emplace_back(run, budget);
    run(budget);
    others.clear();  // waits for them
    budget.poll();
}

// As many games as were played before the budget ended, from `first_index` on and without a gap.
std::vector<Played> simulate(const Ground& ground, const Deal& deal, const Settings& settings, std::uint64_t seed,
                             std::uint64_t first_index, std::uint64_t count, unsigned threads, bool record,
                             Budget& budget);

}  // namespace passatempo::minesweeper::play
