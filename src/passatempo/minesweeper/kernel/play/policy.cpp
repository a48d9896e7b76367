// The kinds of policies, and the query for advice if no cell is certain.
#include "play/policy.hpp"

#include "play/lookahead.hpp"
#include "refuse.hpp"
#include "requests.hpp"

namespace passatempo::minesweeper::play {

class SafestCellPolicy final : public Policy {
public:
    void choose_cell(const Knowledge& knowledge, Posterior& posterior, Budget& budget, CellChoice& choice) override;
};

void SafestCellPolicy::choose_cell(const Knowledge& knowledge, Posterior& posterior, Budget&, CellChoice& choice) {
    double lowest = 2;
    int fewest = 0;
    for (std::uint32_t cell = 0; cell < posterior.neighbourhoods().size(); ++cell) {
        if (!knowledge.is_unknown(cell)) continue;
        const double chance = posterior.mine_chance(cell);
        const int unknown_count = knowledge.unknown_neighbours(cell);
        if (chance < lowest - rounding || (chance < lowest + rounding && unknown_count < fewest)) {
            lowest = chance;
            fewest = unknown_count;
            choice.cell = cell;
        }
    }
}

std::unique_ptr<Policy> policy_of(const Neighbourhoods& neighbourhoods, const Settings& settings) {
    switch (settings.kind) {
        case 0: return std::make_unique<SafestCellPolicy>();
        case 1: return std::make_unique<LookaheadPolicy>(neighbourhoods, settings);
        default: refuse("kind: there is no such policy");
    }
}

Neighbourhoods neighbourhoods_of(const calls::Board& board) {
    const Surface surface = requests::read_surface(board);
    if (board.cells.size() > most_cells) refuse("cells: a game has at most 1000");
    if (board.mines < 0) refuse("mines: they must be counted");
    Neighbourhoods neighbourhoods(surface);
    if (!neighbourhoods.fits()) refuse("offsets: a game has at most 15 neighbours for each cell");
    return neighbourhoods;
}

void read_position(const std::uint8_t* cells, std::uint32_t mines, Knowledge& knowledge) {
    knowledge.start(mines);
    for (std::uint32_t cell = 0; cell < knowledge.neighbourhoods().size(); ++cell)
        if (!is_covered(cells[cell])) knowledge.open_cell(cell, cells[cell]);
    knowledge.propagate();
}

Advice advise(const Neighbourhoods& neighbourhoods, const std::uint8_t* cells, std::uint32_t mines,
              const Settings& settings, Budget& budget) {
    Knowledge knowledge(neighbourhoods);
    read_position(cells, mines, knowledge);
    Advice advice;
    Posterior posterior(neighbourhoods);
    advice.count_status = settle_certain(knowledge, posterior);
    if (advice.count_status != CountStatus::consistent) return advice;
    advice.has_safe_cell = !knowledge.safe_cells().empty();
    if (knowledge.unknown_cells() == 0) return advice;
    const std::unique_ptr<Policy> policy = policy_of(neighbourhoods, settings);
    if (!advice.has_safe_cell) {
        policy->choose_cell(knowledge, posterior, budget, advice.choice);
        advice.as_good = policy->as_good(advice.choice);
    } else if (posterior.count_layouts(knowledge) == CountStatus::consistent) {  // again, with what was propagated
        policy->solve_endgame(knowledge, posterior, budget, advice.choice);
    }
    return advice;
}

}  // namespace passatempo::minesweeper::play

namespace passatempo::minesweeper::calls {

GuessReply guess(const GuessRequest& request, Budget& budget) {
    const play::Neighbourhoods neighbourhoods = play::neighbourhoods_of(request.board);
    play::Advice advice;
    within_memory(budget, [&] {
        advice = play::advise(neighbourhoods, request.board.cells.data(), request.board.mines, request.policy, budget);
    });
    play::CellChoice& choice = advice.choice;
    const auto state = static_cast<std::uint8_t>(advice.count_status);
    return {state,
            advice.has_safe_cell,
            choice.cell,
            choice.layouts_won,
            choice.layout_count,
            std::move(choice.candidates),
            advice.as_good};
}

}  // namespace passatempo::minesweeper::calls

namespace passatempo::minesweeper::play {}  // namespace passatempo::minesweeper::play
