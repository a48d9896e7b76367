// The questions of the browser that need proofs: values, and moves that keep them.
#include <memory>
#include <utility>

#include "engine/score.hpp"
#include "interface.gen.hpp"
#include "proof/value.hpp"
#include "rules/asked.hpp"
#include "traps/player.hpp"

namespace passatempo::mnk::proof_calls {

namespace {

constexpr std::size_t oracle_bytes = std::size_t{64} << 20;
constexpr std::uint64_t grade_nodes = 100'000;  // for the value of one move: about a tenth of a second
constexpr std::uint64_t endless = ~std::uint64_t{0} >> 8;
constexpr int least_forced = mate - most_plies + 1;  // what a proved win of unknown length scores

// An open position of rules under which a mark never hurts its owner, and a line ends the game.
rules::Rules checked(const Position& position) {
    const Rules& said = position.rules;
    if (said.exact || said.misere || said.gravity) refuse("rules: no proof knows exact, misere or gravity");
    return asked::checked(position);
}

// The oracle of the board asked about last, whose tables are kept over a game.
struct Held {
    rules::Rules rules;
    std::unique_ptr<traps::Oracle> oracle;
} held;

traps::Oracle& oracle_of(const Position& position, bool fresh) {
    const rules::Rules rules = checked(position);
    if (!rules.plain() || rules.size() > traps::most_cells)
        refuse("rules: plain ones, and at most 64 cells, are needed");
    if (rules.hopeless()) refuse("k: no line exists");
    if (!held.oracle || fresh || rules != held.rules) {
        held.oracle.reset();
        traps::Edges lines;
        for (const rules::Cells& window : rules::windows(rules.m, rules.n, rules.k, rules.torus)) {
            traps::Cells line;
            for (const int cell : window) line.set(cell);
            lines.push_back(line);
        }
        held.oracle = std::make_unique<traps::Oracle>(rules.m, rules.n, std::move(lines),
                                                      rules::symmetries(rules.m, rules.n), oracle_bytes);
        held.rules = rules;
    }
    return *held.oracle;
}

// A value as the engine tells it.
int score_of(int value, int plies) {
    if (value == 0 || value == 2) return 0;
    const int size = plies == 0 ? least_forced : mate - plies;
    return value > 0 ? size : -size;
}

}  // namespace

ValueReply value(const ValueRequest& ask, Budget& budget) {
    const rules::Rules rules = checked(ask.position);
    if (rules.hopeless()) refuse("k: no line exists");
    const std::size_t bytes = std::size_t{ask.megabytes} << 20;
    const proof::Proved found = proof::proved(rules, ask.position.cells, ask.shortest, bytes, budget);
    const std::uint32_t plies = found.plies;
    return {found.value, plies, {found.cells.begin(), found.cells.end()}, found.nodes, found.probes};
}

KnownReply known(const KnownRequest& ask, Budget& budget) {
    traps::Oracle& oracle = oracle_of(ask.position, ask.fresh);
    oracle.spend_from(budget);
    const traps::Known found = oracle.known(traps::marks_of(ask.position.cells), endless);
    budget = oracle.budget();
    const int worth = found.value;
    const std::uint32_t plies = found.plies;
    return {worth, plies, score_of(worth, found.plies)};
}

GradesReply grades(const GradesRequest& ask, Budget& budget) {
    traps::Oracle& oracle = oracle_of(ask.position, false);
    oracle.spend_from(budget);
    const auto graded = traps::grades(oracle, traps::marks_of(ask.position.cells), grade_nodes);
    budget = oracle.budget();
    GradesReply tell;
    for (const GradedMove& move : graded) {
        const std::uint32_t cell = move.cell, plies = move.plies;
        tell.moves.push_back({cell, move.value, plies});
        tell.scores.push_back(score_of(move.value, move.plies));
    }
    for (const int cell : traps::keeping(graded, static_cast<int>(ask.value))) tell.keeping.push_back(cell);
    return tell;
}

TrapReply trap(const TrapRequest& ask, Budget& budget) {
    traps::Oracle& oracle = oracle_of(ask.position, false);
    const traps::Marks marks = traps::marks_of(ask.position.cells);
    std::vector<int> moves;
    for (const std::uint32_t cell : ask.moves) {
        const int move = cell;
        if (illegal(held.rules, ask.position.cells, move) != rules::Fault::none)
            refuse("moves: empty cells are needed");
        if (oracle.completes(marks.own, move)) refuse("moves: one completes a line");
        moves.push_back(move);
    }
    const std::uint32_t best = traps::best_trap(oracle, held.rules, ask.position.cells, moves, budget);
    budget = oracle.budget();
    return {best};
}

}  // namespace passatempo::mnk::proof_calls
