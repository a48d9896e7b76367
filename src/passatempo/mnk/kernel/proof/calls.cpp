// The questions that need proofs: values, moves that keep them, and puzzles.
#include <memory>
#include <utility>

#include "engine/score.hpp"
#include "interface.gen.hpp"
#include "proof/game.hpp"
#include "puzzles/win.hpp"
#include "rules/rules.hpp"
#include "traps/traps.hpp"

namespace passatempo::mnk::calls {

namespace {

constexpr std::size_t oracle_bytes = std::size_t{64} << 20;
constexpr std::uint64_t grade_nodes = 100'000;  // for the value of one move: about a tenth of a second
constexpr std::uint64_t endless = ~std::uint64_t{0} >> 8;
constexpr int least_forced = mate - most_plies + 1;  // what a proved win of unknown length scores

// An open position of rules under which a mark never hurts its owner, and a line ends the game.
rules::Rules checked(const Position& position) {
    const Rules& said = position.rules;
    if (said.exact || said.misere || said.gravity) refuse("rules: no proof knows exact, misere or gravity");
    return rules::checked(position);
}

// The oracle of the board asked about last, whose tables are kept over a game.
struct Held {
    rules::Rules rules;
    std::unique_ptr<traps::Oracle> oracle;
};

traps::Oracle& oracle_of(const Position& position, bool fresh) {
    const rules::Rules rules = checked(position);
    if (!rules.plain() || rules.size() > traps::most_cells)
        refuse("rules: plain ones, and at most 64 cells, are needed");
    Held& held = CallerState::get<Held>();
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

// Ask the oracle within a budget; what does not fit in memory stops it, and a plain result is told.
auto spent(traps::Oracle& oracle, Budget& budget, auto question) {
    decltype(question()) found{};
    oracle.spend_from(budget);
    within_memory(oracle.budget(), [&] { found = question(); });
    budget = oracle.budget();
    return found;
}

// Moves that end no game.
std::vector<int> quiet(const traps::Oracle& oracle, const rules::Rules& rules, const rules::Marking& cells,
                       const std::vector<std::uint32_t>& moves) {
    for (const int move : moves) {
        if (illegal(rules, cells, move) != rules::Fault::none) refuse("moves: empty cells are needed");
        if (oracle.completes(traps::marks_of(cells).own, move)) refuse("moves: one completes a line");
    }
    return {moves.begin(), moves.end()};
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
    const traps::Known found =
        spent(oracle, budget, [&] { return oracle.known(traps::marks_of(ask.position.cells), endless); });
    const int worth = found.value;
    const std::uint32_t plies = found.plies;
    return {worth, plies, score_of(worth, found.plies)};
}

GradesReply grades(const GradesRequest& ask, Budget& budget) {
    traps::Oracle& oracle = oracle_of(ask.position, false);
    const auto graded =
        spent(oracle, budget, [&] { return traps::grades(oracle, traps::marks_of(ask.position.cells), grade_nodes); });
    GradesReply tell;
    for (const rules::GradedMove& move : graded) {
        const std::uint32_t cell = move.cell, plies = move.plies;
        tell.moves.push_back({cell, move.value, plies});
        tell.scores.push_back(score_of(move.value, move.plies));
    }
    for (const int cell : traps::keeping(graded, static_cast<int>(ask.value))) tell.keeping.push_back(cell);
    return tell;
}

TrapReply trap(const TrapRequest& ask, Budget& budget) {
    traps::Oracle& oracle = oracle_of(ask.position, false);
    const rules::Rules rules = rules::rules_of(ask.position.rules);
    const std::vector<int> moves = quiet(oracle, rules, ask.position.cells, ask.moves);
    const std::uint32_t best =
        spent(oracle, budget, [&] { return traps::best_trap(oracle, rules, ask.position.cells, moves, budget); });
    return {best};
}

WeighReply weigh(const WeighRequest& ask, Budget& budget) {
    traps::Oracle& oracle = oracle_of(ask.position, false);
    const std::vector<int> moves = quiet(oracle, rules::rules_of(ask.position.rules), ask.position.cells, ask.moves);
    const int depth = ask.depth;
    WeighReply tell;
    for (const traps::Hope& hope : spent(oracle, budget, [&] {
             return traps::Traps(oracle).weigh(traps::marks_of(ask.position.cells), moves, depth);
         }))
        tell.moves.push_back({static_cast<std::uint32_t>(hope.cell), hope.value});
    return tell;
}

DrawWinReply draw_win(const DrawWinRequest& ask, Budget& budget) {
    if (ask.m * ask.n > 512) refuse("m, n: a board of at most 512 cells is needed");
    const int m = ask.m, n = ask.n, k = ask.k, moves = ask.moves;
    puzzles::Win win;
    within_memory(budget, [&] { win = puzzles::draw_win({m, n, k}, moves, ask.most, ask.state, budget); });
    return {std::move(win.cells), win.first, win.state};
}

}  // namespace passatempo::mnk::calls
