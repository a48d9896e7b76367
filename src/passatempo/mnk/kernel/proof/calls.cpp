// Requests that need proofs: values, moves that keep them, and puzzles.
#include <memory>
#include <utility>

#include "engine/margins.hpp"
#include "interface.gen.hpp"
#include "proof/game.hpp"
#include "puzzles/win.hpp"
#include "rules/rules.hpp"
#include "traps/traps.hpp"

namespace passatempo::mnk::calls {

namespace {

constexpr std::size_t oracle_bytes = std::size_t{64} << 20;
constexpr std::uint64_t grade_nodes = 100'000;  // for the value of one move, about a tenth of a second
constexpr std::uint64_t endless = ~std::uint64_t{0} >> 8;
constexpr int least_forced = mate - most_plies + 1;  // score of a proved win of unknown length

// Check an open position of rules under which a mark never hurts its owner and a line ends the game.
rules::Rules check_proof_rules(const Position& position) {
    const Rules& position_rules = position.rules;
    if (position_rules.exact || position_rules.misere || position_rules.gravity)
        refuse("rules: no proof knows exact, misere or gravity");
    return rules::check_position(position);
}

// The oracle of the last board, whose tables are kept over a game.
struct BoardOracle {
    rules::Rules oracle_rules;
    std::unique_ptr<traps::Oracle> oracle;
};

traps::Oracle& oracle_of(const Position& position, bool fresh) {
    const rules::Rules rules = check_proof_rules(position);
    if (!rules.is_plain() || rules.size() > traps::most_cells)
        refuse("rules: plain ones, and at most 64 cells, are needed");
    BoardOracle& board_oracle = CallerState::get<BoardOracle>();
    if (!board_oracle.oracle || fresh || rules != board_oracle.oracle_rules) {
        board_oracle.oracle.reset();
        traps::Edges lines;
        for (const rules::Cells& window : rules::windows(rules.m, rules.n, rules.k, rules.torus)) {
            traps::Cells line;
            for (const int cell : window) line.set(cell);
            lines.push_back(line);
        }
        board_oracle.oracle = std::make_unique<traps::Oracle>(rules.m, rules.n, std::move(lines),
                                                              rules::symmetries(rules.m, rules.n), oracle_bytes);
        board_oracle.oracle_rules = rules;
    }
    return *board_oracle.oracle;
}

// Query the oracle within a budget. If memory runs out, the budget stops and the result is a default one.
auto run_question(traps::Oracle& oracle, Budget& budget, auto question) {
    decltype(question()) oracle_answer{};
    oracle.set_budget(budget);
    within_memory(oracle.budget(), [&] { oracle_answer = question(); });
    budget = oracle.budget();
    return oracle_answer;
}

// Check that no move ends the game.
std::vector<int> check_quiet_moves(const traps::Oracle& oracle, const rules::Rules& rules, const rules::Marking& cells,
                                   const std::vector<std::uint32_t>& moves) {
    for (const int move : moves) {
        if (move_fault(rules, cells, move) != rules::Fault::none) refuse("moves: empty cells are needed");
        if (oracle.completes_line(traps::marks_of(cells).mover_marks, move)) refuse("moves: one completes a line");
    }
    return {moves.begin(), moves.end()};
}

// The score of a value, on the scale of the engine.
int score_of(int game_value, int plies) {
    if (game_value == 0 || game_value == 2) return 0;
    const int size = plies == 0 ? least_forced : mate - plies;
    return game_value > 0 ? size : -size;
}

}  // namespace

ValueReply value(const ValueRequest& request, Budget& budget) {
    const rules::Rules rules = check_proof_rules(request.position);
    if (rules.is_hopeless()) refuse("k: no line exists");
    const std::size_t bytes = std::size_t{request.megabytes} << 20;
    const proof::ValueProof value_proof =
        proof::prove_value(rules, request.position.cells, request.shortest, bytes, budget);
    const std::uint32_t plies = value_proof.plies;
    return {value_proof.game_value,
            plies,
            {value_proof.best_moves.begin(), value_proof.best_moves.end()},
            value_proof.node_count,
            value_proof.probe_count};
}

KnownReply known(const KnownRequest& request, Budget& budget) {
    traps::Oracle& oracle = oracle_of(request.position, request.fresh);
    const traps::PositionValue oracle_verdict =
        run_question(oracle, budget, [&] { return oracle.value_of(traps::marks_of(request.position.cells), endless); });
    const int game_value = oracle_verdict.game_value;
    const std::uint32_t plies = oracle_verdict.plies;
    return {game_value, plies, score_of(game_value, oracle_verdict.plies)};
}

GradesReply grades(const GradesRequest& request, Budget& budget) {
    traps::Oracle& oracle = oracle_of(request.position, false);
    const auto move_grades = run_question(oracle, budget, [&] {
        return traps::grade_moves(oracle, traps::marks_of(request.position.cells), grade_nodes);
    });
    GradesReply reply;
    for (const rules::MoveGrade& move : move_grades) {
        const std::uint32_t cell = move.cell, plies = move.plies;
        reply.moves.push_back({cell, move.game_value, plies});
        reply.scores.push_back(score_of(move.game_value, move.plies));
    }
    for (const int cell : traps::preserving_moves(move_grades, static_cast<int>(request.value)))
        reply.keeping.push_back(cell);
    return reply;
}

TrapReply trap(const TrapRequest& request, Budget& budget) {
    traps::Oracle& oracle = oracle_of(request.position, false);
    const rules::Rules rules = rules::rules_of(request.position.rules);
    const std::vector<int> moves = check_quiet_moves(oracle, rules, request.position.cells, request.moves);
    const std::uint32_t best = run_question(
        oracle, budget, [&] { return traps::best_trap(oracle, rules, request.position.cells, moves, budget); });
    return {best};
}

WeighReply weigh(const WeighRequest& request, Budget& budget) {
    traps::Oracle& oracle = oracle_of(request.position, false);
    const std::vector<int> moves =
        check_quiet_moves(oracle, rules::rules_of(request.position.rules), request.position.cells, request.moves);
    const int depth = request.depth;
    WeighReply reply;
    for (const traps::TrapValue& trap_value : run_question(oracle, budget, [&] {
             return traps::TrapSearch(oracle).weigh_moves(traps::marks_of(request.position.cells), moves, depth);
         }))
        reply.moves.push_back({static_cast<std::uint32_t>(trap_value.cell), trap_value.mean_gain});
    return reply;
}

DrawWinReply draw_win(const DrawWinRequest& request, Budget& budget) {
    if (request.m * request.n > 512) refuse("m, n: a board of at most 512 cells is needed");
    const int m = request.m, n = request.n, k = request.k, moves = request.moves;
    puzzles::WinPuzzle win;
    within_memory(budget, [&] { win = puzzles::draw_win({m, n, k}, moves, request.most, request.state, budget); });
    return {std::move(win.cells), win.first_move, win.random_state};
}

}  // namespace passatempo::mnk::calls
