// Every thread has a dealer and a policy of its own, and takes the next game.
#include "play/simulation.hpp"

#include <memory>

#include "play/advice.hpp"

namespace passatempo::minesweeper::play {

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
