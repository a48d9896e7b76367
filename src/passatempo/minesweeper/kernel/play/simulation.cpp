// Every thread has a dealer and a policy of its own, and takes the next game.
#include "play/simulation.hpp"

#include <atomic>
#include <memory>
#include <thread>

#include "play/advice.hpp"

namespace passatempo::minesweeper::play {

namespace {

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

}  // namespace

std::vector<Played> simulate(const Ground& ground, const Deal& deal, const Settings& settings, std::uint64_t seed,
                             std::uint64_t first_index, std::uint64_t count, unsigned threads, bool record,
                             Budget& budget) {
    std::vector<Played> played(count);
    std::vector<char> done(count, 0);
    share_out(count, threads, budget, [&](Budget& own, auto next) {
        const std::unique_ptr<Policy> policy = policy_of(ground, settings);
        Dealer dealer(ground, *policy);
        for (std::uint64_t i = next(); i < count && !own.poll(); i = next()) {
            Played game = dealer.play(deal, seed, first_index + i, own);
            if (own.poll()) break;  // the last choices may have been hasty
            if (!record) game = {game.weight, game.guesses};
            played[i] = std::move(game);
            done[i] = 1;
        }
    });
    std::size_t whole = 0;
    while (whole < count && done[whole]) ++whole;
    if (whole < count && budget.stop() == Stop::done) budget.out_of_memory();
    played.resize(whole);
    return played;
}

}  // namespace passatempo::minesweeper::play
