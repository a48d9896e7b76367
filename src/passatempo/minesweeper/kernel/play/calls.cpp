// The question that weighs guesses: it asks a policy, and tells what it found.
#include "asked.hpp"
#include "play/advice.hpp"

namespace passatempo::minesweeper::calls {

GuessReply guess(const GuessRequest& request, Budget& budget) {
    const play::Ground ground = play::ground_of(request.board);
    play::Advice advice;
    within_memory(budget, [&] {
        advice = play::advise(ground, request.board.cells.data(), request.board.mines, request.policy, budget);
    });
    play::Choice& choice = advice.choice;
    const auto state = static_cast<std::uint8_t>(advice.counted);
    return {state, advice.safe, choice.cell, choice.won, choice.layouts, std::move(choice.candidates), advice.as_good};
}

}  // namespace passatempo::minesweeper::calls
