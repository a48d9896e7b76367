// Every thread has a dealer and a policy of its own, and takes the next game.
#include "play/simulation.hpp"

#include <atomic>
#include <memory>
#include <thread>

#include "play/advice.hpp"

namespace passatempo::minesweeper::play {

std::vector<Played> simulate(const Ground& ground, const Deal& deal, const Settings& settings, std::uint64_t seed,
                             std::uint64_t first_index, std::uint64_t count, unsigned threads, bool record,
                             Budget& budget) {
    std::vector<Played> played(count);
    std::vector<char> done(count, 0);
    std::atomic<std::uint64_t> next{0};
    const auto work = [&](Budget own) {
        within_memory(own, [&] {
            const std::unique_ptr<Policy> policy = policy_of(ground, settings);
            Dealer dealer(ground, *policy);
            for (std::uint64_t i = next++; i < count && !own.poll(); i = next++) {
                Played game = dealer.play(deal, seed, first_index + i, own);
                if (own.poll()) break;  // the last choices may have been hasty
                if (!record) game = {game.weight, game.guesses};
                played[i] = std::move(game);
                done[i] = 1;
            }
        });
    };
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads; ++t) others.emplace_back(work, budget);
    work(budget);
    others.clear();  // waits for them
    budget.poll();
    std::size_t whole = 0;
    while (whole < count && done[whole]) ++whole;
    if (whole < count && budget.stop() == Stop::done) budget.out_of_memory();
    played.resize(whole);
    return played;
}

}  // namespace passatempo::minesweeper::play
