// The kinds of policies, and the question that asks one where no cell is certain.
#include "play/policy.hpp"

#include "asked.hpp"
#include "play/scored.hpp"
#include "refuse.hpp"

namespace passatempo::minesweeper::play {

class LeastChance final : public Policy {
public:
    void choose(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) override;
};

void LeastChance::choose(const Knowledge& knowledge, Tally& tally, Budget&, Choice& choice) {
    double lowest = 2;
    int fewest = 0;
    for (std::uint32_t cell = 0; cell < tally.ground().size(); ++cell) {
        if (!knowledge.is_unknown(cell)) continue;
        const double chance = tally.chance(cell);
        const int around = knowledge.unknown_around(cell);
        if (chance < lowest - rounding || (chance < lowest + rounding && around < fewest)) {
            lowest = chance;
            fewest = around;
            choice.cell = cell;
        }
    }
}

std::unique_ptr<Policy> policy_of(const Ground& ground, const Settings& settings) {
    switch (settings.kind) {
        case 0: return std::make_unique<LeastChance>();
        case 1: return std::make_unique<Scored>(ground, settings);
        default: refuse("kind: there is no such policy");
    }
}

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

namespace passatempo::minesweeper::play {}  // namespace passatempo::minesweeper::play
