// The question of the browser that weighs guesses: it asks a policy, and tells what it found.
#include "asked.hpp"
#include "interface.gen.hpp"
#include "play/advice.hpp"

namespace passatempo::minesweeper::guess_calls {

namespace {

play::Settings settings_of(const Policy& policy) {
    play::Settings settings;
#define PASSATEMPO_SETTING(type, name) settings.name = policy.name;
    PASSATEMPO_POLICY(PASSATEMPO_SETTING)
#undef PASSATEMPO_SETTING
    return settings;
}

}  // namespace

GuessReply guess(const GuessRequest& ask, Budget& budget) {
    const play::Ground ground(asked::checked(ask.board));
    if (ask.board.mines < 0) refuse("mines: they must be counted");
    if (!ground.fits()) refuse("cells: at most 1000 can be weighed");
    const play::Settings settings = settings_of(ask.policy);
    const play::Advice advice = play::advise(ground, ask.board.cells.data(), ask.board.mines, settings, budget);
    const play::Choice& choice = advice.choice;
    const auto state = static_cast<std::uint8_t>(advice.counted);
    GuessReply tell{state, advice.safe, choice.cell, choice.won, choice.layouts, {}};
    for (const play::Candidate& one : choice.candidates)
        tell.candidates.push_back({one.cell, one.safety, one.progress, one.value, one.zero});
    return tell;
}

}  // namespace passatempo::minesweeper::guess_calls
