// Expected values of moves over the opponent's answers, and the choice among moves that keep the value.
// Algorithm: expectimax (Michie 1966) that drops unlikely answers, potential of Erdos and Selfridge (1973) with another
// base
#include "traps/traps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace passatempo::mnk::traps {

namespace {

constexpr std::uint64_t answer_nodes = 2048;  // for the proofs of one position, some milliseconds
constexpr std::size_t most_moves = 6;         // for our side when it moves again
constexpr std::size_t most_answers = 4;       // that are searched deeper
constexpr double ignored = 0.05;              // share of the attraction that is ignored, in the least attractive cells
constexpr double followed = 0.9;              // total chance of the answers searched deeper
constexpr double best_answer = 0.5;  // share of best answers whatever the model says, since what looks good often is
constexpr double open_hope = 0.1;    // value of a draw with many open lines for our side
constexpr double far_loss = -0.85;   // value of a lost position whose end is far

// The chances that a player sees an end, by plies. He looks some six plies ahead on small boards, or a little further.
constexpr std::array<double, 10> seen{1, 1, 1, 1, 0.99, 0.97, 0.93, 0.85, 0.75, 0.6};
constexpr double seen_beyond = 0.15;
constexpr double each_mark = 6;       // factor of the potential of a line for each mark in it
constexpr double sharpness = 0.75;    // exponent of the choice by potential
constexpr double floor_share = 0.05;  // of the greatest potential, as a minimum for every cell
constexpr double crowd = 1.5;         // factor of the chance for each mark next to a cell
constexpr int most_crowd = 5;
constexpr double alone = 0.15;  // factor without such marks

constexpr int far = 1000;          // more plies than any game has
constexpr int long_loss = 6;       // plies to the end of a loss that an opponent may not see
constexpr int deepest = 6;         // own moves to look ahead
constexpr std::size_t fewest = 4;  // moves to search deeper, the best of the depth before

// The moves without those that a rotation or reflection of the position maps to an earlier move.
std::vector<int> moves_up_to_symmetry(const rules::Rules& rules, const rules::Marking& cells,
                                      const std::vector<int>& moves) {
    std::vector<rules::Cells> symmetric_images;
    for (const rules::Cells& image : rules::symmetries(rules.m, rules.n)) {
        bool equal = true;
        for (std::size_t cell = 0; cell < cells.size(); ++cell) equal = equal && cells[image[cell]] == cells[cell];
        if (equal) symmetric_images.push_back(image);
    }
    std::vector<int> distinct_moves;
    for (const int cell : moves) {
        const bool is_duplicate =
            std::any_of(symmetric_images.begin(), symmetric_images.end(), [&](const rules::Cells& image) {
                return std::find(distinct_moves.begin(), distinct_moves.end(), image[cell]) != distinct_moves.end();
            });
        if (!is_duplicate) distinct_moves.push_back(cell);
    }
    return distinct_moves;
}

// The chance that a player sees an end so many plies ahead, including his own move. With 0 plies, the end is farther
// than any that is reported.
double sight_chance(int plies) {
    if (plies <= 0) return seen_beyond;
    const std::size_t i = plies;
    return i < seen.size() ? seen[i] : seen_beyond;
}

// The potential of every empty cell for both sides, by the lines through it. Lines with more marks weigh more.
std::vector<double> cell_potentials(const Oracle& oracle, const Marks& marks) {
    std::vector<double> potential(most_cells, 0.0);
    for (const Edges& edges : {oracle.live_edges(marks.mover_marks, marks.opponent_marks),
                               oracle.live_edges(marks.opponent_marks, marks.mover_marks)})
        for (const Cells& edge : edges) {
            const double light = std::pow(each_mark, -edge.count());
            edge.for_each([&](int cell) { potential[cell] += light; });
        }
    return potential;
}

// The empty cells of live lines by decreasing potential, and one cell outside them.
std::vector<int> order_cells(const std::vector<double>& potential, const Cells& empty) {
    std::vector<int> cells;
    empty.for_each([&](int cell) { cells.push_back(cell); });
    std::stable_sort(cells.begin(), cells.end(), [&](int x, int y) { return potential[x] > potential[y]; });
    const auto zero_cell = std::find_if(cells.begin(), cells.end(), [&](int x) { return potential[x] <= 0; });
    if (zero_cell != cells.end()) cells.erase(zero_cell + 1, cells.end());
    return cells;
}

// The attraction of each empty cell for a player, by its potential and by the marks next to it.
std::vector<double> cell_attractions(const Oracle& oracle, const Marks& marks, const std::vector<double>& potential) {
    const double max_potential = std::max(1e-300, *std::max_element(potential.begin(), potential.end()));
    std::vector<double> cell_attraction(potential.size(), 0.0);
    oracle.empty_cells(marks).for_each([&](int cell) {
        const std::size_t at = cell;
        const int neighbour_marks = (oracle.neighbours_of(cell) - oracle.empty_cells(marks)).count();
        cell_attraction[at] = std::pow(std::max(potential[at] / max_potential, floor_share), sharpness) *
                              (neighbour_marks == 0 ? alone : std::pow(crowd, std::min(neighbour_marks, most_crowd)));
    });
    return cell_attraction;
}

// Set the chances of a player's answers from the attraction of each cell.
void set_chances(std::vector<OpponentReply>& answers, const std::vector<double>& cell_attraction) {
    double sum = 0;
    OpponentReply* best = nullptr;  // the win that the player is most likely to see
    double best_sight = 0;
    for (OpponentReply& answer : answers) {
        answer.chance = cell_attraction[answer.reply_cell];
        const bool wins = answer.is_complete || answer.position_value.game_value == Value::loss;
        const double sight_probability =
            answer.is_complete ? 1.0
                               : sight_chance(answer.position_value.plies == 0 ? 0 : answer.position_value.plies + 1);
        if (answer.position_value.game_value == Value::win) answer.chance *= 1 - sight_probability;
        if (wins && sight_probability > best_sight) {
            best_sight = sight_probability;
            best = &answer;
        }
        sum += answer.chance;
    }
    const double alike = 1.0 / std::max<std::size_t>(1, answers.size());  // all answers lose, and the player sees it
    for (OpponentReply& answer : answers) answer.chance = (1 - best_sight) * (sum > 0 ? answer.chance / sum : alike);
    if (best != nullptr) best->chance += best_sight;
}

}  // namespace

// The expected value without a deeper search. It is our side's turn.
double TrapSearch::resting_value(const Marks& marks, const PositionValue& current_value) const {
    if (current_value.game_value == Value::win) return 1;
    if (current_value.game_value == Value::loss) return current_value.plies != 0 ? -1 : far_loss;
    const double unit_weight = proof::full_weight,
                 open = proof::potential_sum(oracle_.live_edges(marks.mover_marks, marks.opponent_marks)) / unit_weight;
    return open_hope * open / (1 + open);
}

std::vector<OpponentReply> TrapSearch::likely_replies(const Marks& marks) {
    const std::vector<double> potential = cell_potentials(oracle_, marks),
                              cell_attraction = cell_attractions(oracle_, marks, potential);
    std::vector<int> cells = order_cells(potential, oracle_.empty_cells(marks));
    const auto attraction_of = [&](int cell) { return cell_attraction[cell]; };
    std::stable_sort(cells.begin(), cells.end(), [&](int x, int y) { return attraction_of(x) > attraction_of(y); });
    double left = 0;
    for (const int cell : cells) left += attraction_of(cell);
    const double unlikely = left * ignored;
    const PositionValue current_value = oracle_.value_of(marks, answer_nodes);
    bool winning = current_value.game_value != Value::win ||
                   current_value.plies == 0;                 // whether a near win is included, if there is one
    bool holding = current_value.game_value == Value::loss;  // whether an answer that does not lose is included
    std::vector<OpponentReply> likely_answers;
    for (const int cell : cells) {
        if (left <= unlikely && winning && holding) break;
        left -= attraction_of(cell);
        OpponentReply answer{cell, oracle_.completes_line(marks.mover_marks, cell), {}, 0};
        if (!answer.is_complete) answer.position_value = oracle_.value_of(marks.marks_after(cell), answer_nodes);
        winning =
            winning || answer.is_complete ||
            (answer.position_value.game_value == Value::loss && answer.position_value.plies == current_value.plies - 1);
        holding = holding || answer.is_complete || answer.position_value.game_value != Value::win;
        likely_answers.push_back(answer);
    }
    set_chances(likely_answers, cell_attraction);
    std::stable_sort(likely_answers.begin(), likely_answers.end(),
                     [](const OpponentReply& a, const OpponentReply& b) { return a.chance > b.chance; });
    return likely_answers;
}

double TrapSearch::their_value(const Marks& marks, int depth) {
    double sum = 0, total_chance = 0, worst_gain = 1;
    std::size_t number = 0;
    for (const OpponentReply& answer : likely_replies(marks)) {
        if (is_stopped()) return 0;
        const bool follow = depth > 1 && number < most_answers && total_chance < followed;
        const Marks next = marks.marks_after(answer.reply_cell);
        const double answer_gain = answer.is_complete ? -1
                                   : follow           ? our_value(next, depth - 1)
                                                      : resting_value(next, answer.position_value);
        number += answer.position_value.game_value != Value::win;
        total_chance += answer.chance;
        sum += answer.chance * answer_gain;
        worst_gain = std::min(worst_gain, answer_gain);
    }
    return (1 - best_answer) * sum + best_answer * worst_gain;
}

double TrapSearch::our_value(const Marks& marks, int depth) {
    const PositionValue current_value = oracle_.value_of(marks, answer_nodes);
    if (current_value.game_value == Value::win || current_value.game_value == Value::unknown ||
        current_value.plies != 0)
        return resting_value(marks, current_value);
    double best = -2;
    std::size_t move_count = 0;
    for (const int cell : order_cells(cell_potentials(oracle_, marks), oracle_.empty_cells(marks))) {
        if (is_stopped()) return 0;
        const Marks next = marks.marks_after(cell);
        const PositionValue after = oracle_.value_of(next, answer_nodes);
        if (after.game_value != -current_value.game_value) continue;
        best = std::max(best, their_value(next, depth));
        if (++move_count == most_moves) break;
    }
    return move_count == 0 ? resting_value(marks, current_value) : best;
}

std::vector<TrapValue> TrapSearch::weigh_moves(const Marks& marks, const std::vector<int>& moves, int depth) {
    std::vector<TrapValue> trap_values;
    for (const int cell : moves) {
        const Marks next = marks.marks_after(cell);
        const double trap_gain = oracle_.empty_cells(next).any() ? their_value(next, depth) : 0;
        if (is_stopped()) break;
        trap_values.push_back({cell, trap_gain});
    }
    std::stable_sort(trap_values.begin(), trap_values.end(),
                     [](const TrapValue& a, const TrapValue& b) { return a.mean_gain > b.mean_gain; });
    return trap_values;
}

Marks marks_of(const rules::Marking& cells) {
    const std::uint8_t mover = rules::to_move(cells);
    Marks marks;
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (cells[cell] != rules::no_mark) (cells[cell] == mover ? marks.mover_marks : marks.opponent_marks).set(cell);
    return marks;
}

std::vector<rules::MoveGrade> grade_moves(Oracle& oracle, const Marks& marks, std::uint64_t node_limit) {
    std::vector<rules::MoveGrade> move_grades;
    for (const int cell : order_cells(cell_potentials(oracle, marks), oracle.empty_cells(marks))) {
        if (oracle.completes_line(marks.mover_marks, cell)) move_grades.push_back({cell, 1, 1});
        else if (const PositionValue next_value = oracle.value_of(marks.marks_after(cell), node_limit);
                 next_value.game_value != Value::unknown)
            move_grades.push_back({cell, -next_value.game_value, next_value.plies == 0 ? 0 : next_value.plies + 1});
        if (oracle.budget().stop() != Stop::done) break;
    }
    return move_grades;
}

std::vector<int> preserving_moves(const std::vector<rules::MoveGrade>& move_grades, int game_value) {
    std::vector<rules::MoveGrade> best_grades;
    int shortest = far, longest = 0;
    for (rules::MoveGrade move : move_grades) {
        if (move.game_value != game_value) continue;
        if (move.plies == 0) move.plies = far;
        shortest = std::min(shortest, move.plies);
        longest = std::max(longest, move.plies);
        best_grades.push_back(move);
    }
    if (game_value > 0)
        std::erase_if(best_grades, [&](const rules::MoveGrade& move) { return move.plies != shortest; });
    if (game_value < 0)
        std::erase_if(best_grades,
                      [&](const rules::MoveGrade& move) { return move.plies < std::min(longest, long_loss); });
    if (game_value <= 0)
        std::stable_sort(best_grades.begin(), best_grades.end(),
                         [](const rules::MoveGrade& a, const rules::MoveGrade& b) { return a.plies > b.plies; });
    std::vector<int> cells;
    for (const rules::MoveGrade& move : best_grades) cells.push_back(move.cell);
    return cells;
}

int best_trap(Oracle& oracle, const rules::Rules& rules, const rules::Marking& cells, const std::vector<int>& moves,
              const Budget& budget) {
    int best = moves.front();
    const Marks marks = marks_of(cells);
    std::vector<int> left = moves_up_to_symmetry(rules, cells, moves);
    for (int depth = 1; depth <= deepest; ++depth) {
        oracle.set_budget(budget);
        const std::vector<TrapValue> hopes = TrapSearch(oracle).weigh_moves(marks, left, depth);
        if (!hopes.empty()) best = hopes.front().cell;
        if (hopes.size() < left.size()) break;
        left.clear();
        for (std::size_t i = 0; i < std::min(hopes.size(), std::max(fewest, hopes.size() / 2)); ++i)
            left.push_back(hopes[i].cell);
    }
    return best;
}

}  // namespace passatempo::mnk::traps
