// The board is taken in number by number, and the policy asked where no cell is certain.
#include "play/advice.hpp"

#include "asked.hpp"

namespace passatempo::minesweeper::play {

Ground ground_of(const calls::Board& board) {
    const Surface surface = asked::checked(board);
    if (board.cells.size() > most_cells) refuse("cells: a game has at most 1000");
    if (board.mines < 0) refuse("mines: they must be counted");
    Ground ground(surface);
    if (!ground.fits()) refuse("offsets: a game has at most 15 neighbours for each cell");
    return ground;
}

void take_in(const std::uint8_t* cells, std::uint32_t mines, Knowledge& knowledge) {
    knowledge.start(mines);
    for (std::uint32_t cell = 0; cell < knowledge.ground().size(); ++cell)
        if (!is_covered(cells[cell])) knowledge.open(cell, cells[cell]);
    knowledge.spread();
}

Advice advise(const Ground& ground, const std::uint8_t* cells, std::uint32_t mines, const Settings& settings,
              Budget& budget) {
    Knowledge knowledge(ground);
    take_in(cells, mines, knowledge);
    Advice advice;
    Tally tally(ground);
    advice.counted = settle_certain(knowledge, tally);
    if (advice.counted != Counted::consistent) return advice;
    advice.safe = !knowledge.safe().empty();
    if (knowledge.unknown_cells() == 0) return advice;
    const std::unique_ptr<Policy> policy = policy_of(ground, settings);
    if (!advice.safe) {
        policy->choose(knowledge, tally, budget, advice.choice);
        advice.as_good = policy->as_good(advice.choice);
    } else if (tally.count(knowledge) == Counted::consistent) {  // again, with what was settled
        policy->endgame(knowledge, tally, budget, advice.choice);
    }
    return advice;
}

}  // namespace passatempo::minesweeper::play
