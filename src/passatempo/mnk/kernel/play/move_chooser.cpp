// The levels of the command, and the choice of the search.
// Twin: mnk/settings.py
#include "play/move_chooser.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "engine/margins.hpp"
#include "engine/weights.hpp"
#include "play/full.hpp"
#include "refuse.hpp"

namespace passatempo::mnk::play {

using rules::Cells, rules::Marking, rules::Rules;

namespace {

struct LevelSettings {
    int depth;
    bool searches_threats;
};
constexpr std::array<LevelSettings, 10> levels{
    {{1, false}, {1, true}, {2, true}, {3, true}, {4, true}, {5, true}, {6, true}, {8, true}, {11, true}, {100, true}}};
constexpr double threat_share = 1.0 / 150;  // of the nodes of a move
constexpr std::uint64_t fewest_threats = 20, most_threats = 100'000, usual_nodes = 500'000;

int winner_of(rules::GameResult over, std::uint8_t mover) {
    if (over == rules::GameResult::draw) return 0;
    return (over == rules::GameResult::x) == (mover == rules::mark_x) ? 1 : -1;
}

// Choose a move if nobody can complete a line, so that the board fills up in any case.
MoveChoice without_lines(const Rules& rules, const Marking& cells) {
    Cells legal;
    for (int cell = 0; cell < rules.size(); ++cell)
        if (move_fault(rules, cells, cell) == rules::Fault::none) legal.push_back(cell);
    const Cell middle = legal[legal.size() / 2];
    MoveChoice move_choice;
    move_choice.search_method = SearchMethod::no_line;
    move_choice.game_value = winner_of(full_board_result(rules), rules::to_move(cells));
    if (move_choice.game_value != 0) move_choice.plies = std::count(cells.begin(), cells.end(), rules::no_mark);
    const int score = move_choice.game_value > 0   ? win_in(move_choice.plies)
                      : move_choice.game_value < 0 ? loss_in(move_choice.plies)
                                                   : 0;
    move_choice.best_moves.push_back({middle, score, score, {middle}});
    return move_choice;
}

// Set the value and the plies of a proved score.
void set_proof(MoveChoice& move_choice, int score) {
    move_choice.game_value = is_win(score) ? 1 : is_loss(score) ? -1 : 0;
    move_choice.plies = move_choice.game_value == 0 ? 0 : mate - std::abs(score);
}

MoveChoice choose_by_solver(const Rules& rules, const Marking& cells, const Settings& settings,
                            const std::vector<std::uint32_t>& candidate_cells, Budget& budget) {
    MoveChoice move_choice;
    move_choice.search_method = SearchMethod::full;
    const SearchResult best =
        AlphaBetaSolver(rules, cells, budget)
            .play_to_depth(level_depth(settings.level), {candidate_cells.begin(), candidate_cells.end()});
    const Cell move = best.best_move;
    move_choice.best_moves.push_back({move, best.score, best.score, {move}});
    move_choice.depth = move_choice.deepest_ply = best.depth;
    move_choice.node_count = budget.node_count();
    if (best.is_proof) set_proof(move_choice, best.score);
    return move_choice;
}

}  // namespace

std::vector<std::int16_t> weights_of(const std::vector<std::uint8_t>& bytes, int k) {
    if (bytes.empty()) return Weights::hand_weights();
    if (bytes.size() != Weights::number_count * sizeof(std::int16_t))
        refuse("weights: two bytes for each number are needed");
    std::vector<std::int16_t> words(Weights::number_count);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return extend_weights(words, k);
}

EngineResult run_engine(Engine& engine, const SearchTask& task, Budget& budget) {
    EngineResult engine_result = engine.search_move(task, budget);
    for (RootMove& move : engine_result.best_moves)
        if (move.score <= -infinite) move.score = engine.evaluate(task);
    return engine_result;
}

int level_depth(int level) { return levels[level - 1].depth; }

std::uint64_t threat_nodes(std::uint64_t nodes) {
    const double share = std::nearbyint(nodes * threat_share);
    return static_cast<std::uint64_t>(std::clamp(share, double{fewest_threats}, double{most_threats}));
}

bool suits_engine(const Rules& rules) {
    Rules plain_rules{rules.m, rules.n, rules.k};
    plain_rules.exact = rules.exact;
    return rules == plain_rules && rules.k <= Patterns::k_limit - (rules.exact ? 1 : 0);
}

SearchMethod search_method_for(const Rules& rules) {
    if (rules.is_hopeless()) return SearchMethod::no_line;
    return suits_engine(rules) ? SearchMethod::engine : SearchMethod::full;
}

std::uint8_t proof_level(const Rules& rules) {
    constexpr int small = 64;  // cells of a board on which the exact solver may solve a position in the time of a move
    if (rules.is_hopeless() || rules.exact || rules.misere || rules.gravity) return 0;
    return rules.is_plain() && rules.size() <= small ? 2 : 1;
}

Engine& MoveChooser::engine_for(const Rules& rules, const Settings& settings) {
    if (!engine_ || rules != engine_rules_ || settings.table_megabytes != table_megabytes_ ||
        settings.weights != weight_bytes_) {
        engine_.reset();  // before the next, since two tables may exceed the memory
        engine_rules_ = rules;
        table_megabytes_ = settings.table_megabytes;
        weight_bytes_ = settings.weights;
        engine_ = std::make_unique<Engine>(rules.m, rules.n, rules.k, weights_of(weight_bytes_, rules.k),
                                           table_megabytes_, rules.exact);
    } else if (settings.clear_table) {
        engine_->clear_table();
    }
    return *engine_;
}

MoveChoice MoveChooser::choose_by_engine(const Rules& rules, const Marking& cells, const Settings& settings,
                                         const std::vector<std::uint32_t>& candidate_cells, Budget& budget) {
    Engine& engine = engine_for(rules, settings);
    const bool has_node_limit = budget.left() < ~std::uint64_t{0} >> 1;
    SearchTask task;
    task.cells = cells;
    task.side_to_move = rules::to_move(cells) - 1;
    task.depth_limit = level_depth(settings.level);
    task.line_count = settings.line_count;
    task.threat_nodes =
        settings.threat_nodes != 0 ? settings.threat_nodes : threat_nodes(has_node_limit ? budget.left() : usual_nodes);
    task.switches.threat_search = levels[settings.level - 1].searches_threats;
    task.candidates.assign(candidate_cells.begin(), candidate_cells.end());
    EngineResult best = run_engine(engine, task, budget);
    MoveChoice move_choice;
    move_choice.best_moves = std::move(best.best_moves);
    move_choice.depth = best.depth;
    move_choice.deepest_ply = best.deepest_ply;
    move_choice.node_count = best.node_count;
    const int score = move_choice.best_moves.front().score;
    if (best.is_proof && is_decided(score)) set_proof(move_choice, score);
    return move_choice;
}

MoveChoice MoveChooser::choose_move(const Rules& rules, const Marking& cells, const Settings& settings,
                                    const std::vector<std::uint32_t>& candidate_cells, Budget& budget) {
    switch (search_method_for(rules)) {
        case SearchMethod::no_line: return without_lines(rules, cells);
        case SearchMethod::engine: return choose_by_engine(rules, cells, settings, candidate_cells, budget);
        default: return choose_by_solver(rules, cells, settings, candidate_cells, budget);
    }
}

}  // namespace passatempo::mnk::play
