// The board is taken in number by number, and the policy asked where no cell is certain.
#include "play/advice.hpp"

namespace passatempo::minesweeper::play {

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
