// Many games, on as many threads as wanted: each has a dealer and a policy of its own, and takes the next game.
#include <atomic>
#include <memory>
#include <thread>

#include "play/advice.hpp"
#include "play/dealer.hpp"

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

// As many games as were played before the budget ended, from the first on and without a gap.
std::vector<Played> simulate(const calls::SimulateRequest& request, Budget& budget) {
    const Ground ground = ground_of(request.board);
    if (request.first >= ground.size()) refuse("first: a cell of the board is needed");
    if (request.board.mines > Minefield::room(ground, request.first, request.opening))
        refuse("mines: more than there is room for");
    (void)policy_of(ground, request.policy);  // refuses what it does not know, before there are threads
    const std::uint32_t count = request.count;
    std::vector<Played> played(count);
    std::vector<char> done(count, 0);
    share_out(count, request.threads, budget, [&](Budget& own, auto next) {
        const std::unique_ptr<Policy> policy = policy_of(ground, request.policy);
        Dealer dealer(ground, *policy);
        for (std::uint64_t i = next(); i < count && !own.poll(); i = next()) {
            Played game = dealer.play(request, request.start + i, own);
            if (own.poll()) break;  // the last choices may have been hasty
            if (!request.keep) static_cast<calls::Game&>(game) = {};
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

}  // namespace
}  // namespace passatempo::minesweeper::play

namespace passatempo::minesweeper::calls {

SimulateReply simulate(const SimulateRequest& request, Budget& budget) {
    SimulateReply reply;
    for (play::Played& game : play::simulate(request, budget)) {
        reply.weights.push_back(game.weight);
        reply.guesses.push_back(game.guesses);
        if (request.keep) reply.games.push_back(std::move(game));
    }
    return reply;
}

}  // namespace passatempo::minesweeper::calls
