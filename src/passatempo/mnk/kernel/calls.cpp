// Requests about rules, moves and threats, and about the effect of each move of a game.
#include <cstdlib>
#include <memory>

#include "engine/margins.hpp"
#include "interface.gen.hpp"
#include "play/full.hpp"
#include "play/move_chooser.hpp"
#include "play/review.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::calls {

namespace {

constexpr std::uint32_t nowhere_to_land = 0xFFFF'FFFF;
constexpr double logistic = 1.005012520859401;  // exp(1/200): 200 units of evaluation to one of the function

using rules::check_position, rules::rules_of;

play::Settings settings_of(const Settings& request_settings) {
    return {static_cast<int>(request_settings.level),
            static_cast<int>(request_settings.lines),
            request_settings.threats,
            request_settings.megabytes,
            request_settings.fresh,
            request_settings.weights};
}

void check_moves(const rules::Rules& rules, const auto& position, const std::vector<std::uint32_t>& moves) {
    for (const std::uint32_t move : moves)
        if (move_fault(rules, position.cells, move) != rules::Fault::none) refuse("among: moves are needed");
}

// The chance to win at a score, with a draw as half a win. The logistic function is computed by products, which are the
// same everywhere.
double winning_chance(std::int64_t score) {
    if (score > mate - most_plies) return 1;
    if (score < most_plies - mate) return 0;
    double power = 1, square = logistic;
    for (std::int64_t left = std::abs(score); left > 0; left /= 2, square *= square)
        if (left % 2 != 0) power *= square;
    return score < 0 ? 1 / (1 + power) : power / (1 + power);
}

void append_lines(auto& reply, const auto& search_outcome) {
    for (const RootMove& move : search_outcome.best_moves)
        reply.lines.push_back({move.score, {move.best_line.begin(), move.best_line.end()}});
    reply.depth = search_outcome.depth;
    reply.deepest = search_outcome.deepest_ply;
    reply.searched = search_outcome.node_count;
}

// Check that the engine supports a board.
rules::Rules engine_rules(const Board& board_rules) {
    const rules::Rules rules = rules_of(board_rules);
    if (rules.size() >= nowhere || !play::suits_engine(rules))
        refuse("rules: plain or exact ones are needed, at most 65534 cells, and k to 29, exact to 28");
    return rules;
}

void check_size(const std::vector<std::uint8_t>& cells, int size) {
    if (std::ssize(cells) != size) refuse("cells: one for each cell of the board is needed");
}

play::PositionEstimate estimate_of(const Seen& position_estimate) {
    return {static_cast<int>(position_estimate.score), static_cast<int>(position_estimate.best),
            static_cast<int>(position_estimate.proved), position_estimate.line};
}

}  // namespace

PositionReply position(const PositionRequest& request, Budget&) {
    const rules::Rules rules = rules_of(request.position.rules);
    const rules::Marking& cells = request.position.cells;
    check_size(cells, rules.size());
    const std::vector<rules::Cells> lines = completed(rules, cells);
    PositionReply reply;
    reply.result = static_cast<std::uint8_t>(result_of(rules, cells, lines));
    reply.full = static_cast<std::uint8_t>(full_board_result(rules));
    for (const rules::Cells& line : lines) reply.won.push_back({{line.begin(), line.end()}});
    for (int cell = 0; cell < rules.size(); ++cell) {
        reply.faults.push_back(static_cast<std::uint8_t>(move_fault(rules, cells, cell)));
        if (cells[cell] != rules::no_mark && floats(rules, cells, cell)) reply.floating.push_back(cell);
    }
    return reply;
}

ReplayReply replay(const ReplayRequest& request, Budget&) {
    const rules::Rules rules = rules_of(request.rules);
    const rules::GameState game = replay_moves(rules, request.moves);
    ReplayReply reply;
    reply.fault = static_cast<std::uint8_t>(game.fault);
    reply.result = static_cast<std::uint8_t>(game.game_result);
    reply.made = game.move_count;
    reply.cells = game.cells;
    if (game.game_result != rules::GameResult::open)
        for (const rules::Cells& line : completed(rules, game.cells))
            reply.won.insert(reply.won.end(), line.begin(), line.end());
    std::sort(reply.won.begin(), reply.won.end());
    reply.won.erase(std::unique(reply.won.begin(), reply.won.end()), reply.won.end());
    for (const int cell : drop_targets(rules, game.cells))
        reply.lands.push_back(cell < 0 || game.game_result != rules::GameResult::open ? nowhere_to_land : cell);
    reply.by = static_cast<std::uint8_t>(play::search_method_for(rules));
    reply.proofs = play::proof_level(rules);
    return reply;
}

AfterReply after(const AfterRequest& request, Budget&) {
    const rules::Rules rules = rules_of(request.position.rules);
    check_size(request.position.cells, rules.size());
    if (request.cell >= request.position.cells.size()) refuse("cell: one of the board is needed");
    const int cell = request.cell;
    return {is_final(rules, request.position.cells, cell), has_open_line(rules, request.position.cells)};
}

ThinkReply think(const ThinkRequest& request, Budget& budget) {
    const rules::Rules rules = check_position(request.position);
    check_moves(rules, request.position, request.among);
    const play::MoveChoice move_choice = CallerState::get<play::MoveChooser>().choose_move(
        rules, request.position.cells, settings_of(request.settings), request.among, budget);
    ThinkReply reply;
    reply.by = static_cast<std::uint8_t>(move_choice.search_method);
    append_lines(reply, move_choice);
    reply.worth = move_choice.game_value;
    reply.plies = move_choice.plies;
    reply.chance = move_choice.game_value == 0 ? 0.5 : winning_chance(move_choice.best_moves.front().score);
    return reply;
}

SettleReply settle(const SettleRequest& request, Budget& budget) {
    const rules::Rules rules = check_position(request.position);
    SettleReply reply;
    if (!play::is_full_searchable(rules, request.position.cells)) return reply;
    for (const rules::MoveGrade& move :
         play::AlphaBetaSolver(rules, request.position.cells, budget).solve_position(play::ValueQuery::best)) {
        reply.worth = move.game_value;
        reply.plies = move.plies;
        reply.score = move.game_value > 0 ? win_in(move.plies) : move.game_value < 0 ? loss_in(move.plies) : 0;
        reply.cells.push_back(move.cell);
    }
    return reply;
}

ThreatsReply threats(const ThreatsRequest& request, Budget&) {
    const rules::Rules rules = check_position(request.position);
    rules::Marking cells = request.position.cells;
    const std::uint8_t mover = rules::to_move(cells);
    ThreatsReply reply;
    for (const std::uint8_t mark : {mover, rules::other_mark(mover)}) {
        std::vector<std::uint8_t>& mark_threats = mark == mover ? reply.own : reply.other;
        mark_threats.resize(cells.size());
        for (int cell = 0; cell < rules.size(); ++cell) {
            if (move_fault(rules, cells, cell) != rules::Fault::none) continue;
            cells[cell] = mark;
            if (is_final(rules, cells, cell)) mark_threats[cell] = complete;
            cells[cell] = rules::no_mark;
        }
    }
    if (!play::suits_engine(rules) || rules.size() >= nowhere) return reply;
    const Patterns patterns(rules.k, rules.exact);
    const Weights weights(Weights::hand_weights());
    mnk::Board board(rules.m, rules.n, patterns, weights);
    board.set_position(cells, mover - 1);
    const auto lesser = [&](int player, int cell) {  // only the rules decide whether a mark completes a line
        return std::min<std::uint8_t>(board.threat_at(player, cell), winning_four);
    };
    for (int cell = 0; cell < rules.size(); ++cell) {
        if (!board.is_empty(cell)) continue;
        reply.own[cell] = std::max(reply.own[cell], lesser(mover - 1, cell));
        reply.other[cell] = std::max(reply.other[cell], lesser(2 - mover, cell));
    }
    return reply;
}

HoldReply hold(const HoldRequest& request, Budget&) {
    if (request.moves.size() + 1 < request.seen.size()) refuse("moves: one between two positions is needed");
    HoldReply reply{{request.seen.front()}};
    for (std::size_t i = 1; i < request.seen.size(); ++i) {
        play::PositionEstimate next_estimate =
            play::bound_estimate(estimate_of(reply.seen.back()), request.moves[i - 1], estimate_of(request.seen[i]));
        const std::uint32_t best = next_estimate.best_move;
        reply.seen.push_back(
            {next_estimate.score, best, next_estimate.proof_value, std::move(next_estimate.best_line)});
    }
    return reply;
}

StepReply step(const StepRequest& request, Budget& budget) {
    const rules::Rules rules = check_position(request.position);
    check_moves(rules, request.position, {request.move, request.seen.best});
    const play::Settings settings = settings_of(request.settings);
    const int move = request.move;
    play::GameReview review(CallerState::get<play::MoveChooser>(), rules, request.position.cells, settings, budget);
    play::MoveReview move_review = review.review_move(move, estimate_of(request.seen), request.after, request.lost);
    StepReply reply;
    reply.before = move_review.score_before;
    reply.after = move_review.score_after;
    reply.best = move_review.best_move;
    reply.proved = move_review.proof_value;
    reply.loses = move_review.loses_game();
    reply.misses = move_review.misses_win();
    reply.turns = move_review.changes_game(move);
    reply.shortens = move_review.plies_lost();
    reply.chance = winning_chance(move_review.score_after);
    reply.line = std::move(move_review.best_line);
    return reply;
}

EngineReply engine(const EngineRequest& request, Budget&) {
    const rules::Rules rules = engine_rules(request.rules);
    std::unique_ptr<Engine>& engine_slot = CallerState::get<std::unique_ptr<Engine>>();
    const auto weights = play::weights_of(request.weights, rules.k);
    engine_slot = std::make_unique<Engine>(rules.m, rules.n, rules.k, weights, request.megabytes, rules.exact);
    return {static_cast<std::uint32_t>(rules.size())};
}

SearchReply search(const SearchRequest& request, Budget& budget) {
    const std::unique_ptr<Engine>& engine_slot = CallerState::get<std::unique_ptr<Engine>>();
    if (!engine_slot) refuse("there is no engine");
    check_size(request.cells, engine_slot->board_size());
    if (request.fresh) engine_slot->clear_table();
    SearchTask task;
    task.cells = request.cells;
    task.side_to_move = request.mark - 1;
    task.thread_count = request.threads;
    task.depth_limit = request.depth;
    task.line_count = request.lines;
    task.threat_nodes = request.threats;
    task.switches = {(request.parts & 1) != 0, (request.parts & 2) != 0, (request.parts & 4) != 0,
                     (request.parts & 8) != 0};
    for (const std::uint32_t cell : request.among)
        if (cell >= request.cells.size() || request.cells[cell] != 0) refuse("among: empty cells are needed");
    task.candidates.assign(request.among.begin(), request.among.end());
    const EngineResult engine_result = play::run_engine(*engine_slot, task, budget);
    SearchReply reply;
    append_lines(reply, engine_result);
    reply.proved = engine_result.is_proof;
    return reply;
}

LookReply look(const LookRequest& request, Budget&) {
    constexpr int back = -1, note = -2;
    const rules::Rules rules = engine_rules(request.rules);
    check_size(request.cells, rules.size());
    const Patterns patterns(rules.k, rules.exact);
    const Weights weights(play::weights_of(request.weights, rules.k));
    mnk::Board board(rules.m, rules.n, patterns, weights);
    board.set_position(request.cells, request.mark - 1);
    LookReply reply;
    reply.evaluation = board.evaluate();
    for (int player = 0; player < 2; ++player)
        for (int cell = 0; cell < rules.size(); ++cell)
            (player == 0 ? reply.first : reply.second)
                .push_back(board.is_empty(cell) ? board.shape_codes(player, cell) : -1);
    for (const std::int64_t step : request.steps) {
        if (step == note) reply.noted.push_back(board.evaluate_parts());
        else if (step == back && board.move_count() > 0) board.undo_move();
        else if (step >= 0 && step < rules.size() && board.is_empty(step)) board.make_move(static_cast<Cell>(step));
        else refuse("steps: an empty cell, -1 after a mark, or -2 is needed");
    }
    return reply;
}

FullReply full(const FullRequest& request, Budget& budget) {
    const rules::Marking& cells = request.position.cells;
    if (std::count(cells.begin(), cells.end(), rules::no_mark) > play::AlphaBetaSolver::cell_limit)
        refuse("cells: at most 64 empty ones are searched");
    const rules::Rules rules = check_position(request.position);
    FullReply reply;
    within_memory(budget, [&] {
        for (const rules::MoveGrade& move : play::AlphaBetaSolver(rules, cells, budget)
                                                .solve_position(static_cast<play::ValueQuery>(request.wanted))) {
            const std::uint32_t cell = move.cell, plies = move.plies;
            reply.moves.push_back({cell, move.game_value, plies});
        }
    });
    return reply;
}

FullMoveReply full_move(const FullMoveRequest& request, Budget& budget) {
    const rules::Rules rules = check_position(request.position);
    if (rules.is_hopeless()) refuse("k: nobody can complete a line");
    check_moves(rules, request.position, request.among);
    play::SearchResult search_outcome;
    const int depth = request.depth;
    within_memory(budget, [&] {
        search_outcome = play::AlphaBetaSolver(rules, request.position.cells, budget)
                             .play_to_depth(depth, {request.among.begin(), request.among.end()});
    });
    const std::uint32_t search_depth = search_outcome.depth;
    return {search_outcome.best_move, search_depth, search_outcome.score, search_outcome.is_proof};
}

}  // namespace passatempo::mnk::calls
