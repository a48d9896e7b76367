// The question of the browser that weighs guesses: it asks the policy, and tells what it found.
#include "asked.hpp"
#include "interface.gen.hpp"
#include "play/advice.hpp"

namespace passatempo::minesweeper::guess_calls {

namespace {

// The policy `search`, as in exact/policies.py.
constexpr play::Settings strongest{
    play::Kind::scored, 0.001, 0.2, 0.90, 0.95, 0, 0, true, true, 4, 4, 0.02, 1000, 1000, 200'000};

}  // namespace

GuessReply guess(const GuessRequest& ask, Budget& budget) {
    const play::Ground ground(asked::checked(ask.board));
    if (ask.board.mines < 0) refuse("mines: they must be counted");
    if (!ground.fits()) refuse("cells: at most 1000 can be weighed");
    const play::Advice advice = play::advise(ground, ask.board.cells.data(), ask.board.mines, strongest, budget);
    const play::Choice& choice = advice.choice;
    const auto state = static_cast<std::uint8_t>(advice.counted);
    GuessReply tell{state, advice.safe, choice.cell, choice.won, choice.layouts, {}};
    for (const play::Candidate& one : choice.candidates)
        tell.candidates.push_back({one.cell, one.safety, one.progress, one.value, one.zero});
    return tell;
}

}  // namespace passatempo::minesweeper::guess_calls
