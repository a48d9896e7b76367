// The expectation over moves and answers, and the moves among which it chooses.
// Algorithm: expectimax (Michie 1966) with answers cut by their chance; potential of Erdos and Selfridge 1973 with
// another base
#include "traps/traps.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace passatempo::mnk::traps {

namespace {

constexpr std::uint64_t answer_nodes = 2048;  // of the proofs of one position: some milliseconds
constexpr std::size_t most_moves = 6;         // of ours, where we move again
constexpr std::size_t most_answers = 4;       // that are followed
constexpr double ignored = 0.05;              // of what draws him, spread over the cells that do so least
constexpr double followed = 0.9;              // the chance of the answers that are followed
constexpr double best_answer = 0.5;           // how often he answers best whatever we think: what looks good often is
constexpr double open_hope = 0.1;             // of a draw with many open lines of ours
constexpr double far_loss = -0.85;            // of a lost position whose end is far

// A player who looks some six plies ahead on small boards, by what he evaluates a little further.
constexpr std::array<double, 10> seen{1, 1, 1, 1, 0.99, 0.97, 0.93, 0.85, 0.75, 0.6};
constexpr double seen_beyond = 0.15;
constexpr double each_mark = 6;       // times the potential of a line, for each mark in it
constexpr double sharpness = 0.75;    // of the choice by potential
constexpr double floor_share = 0.05;  // of the greatest potential, to every cell
constexpr double crowd = 1.5;         // times as likely, for each mark next to a cell
constexpr int most_crowd = 5;
constexpr double alone = 0.15;  // times as likely without any

constexpr int far = 1000;          // more plies than there are
constexpr int long_loss = 6;       // plies to the end of a lost position that an opponent may not see
constexpr int deepest = 6;         // own moves looked ahead
constexpr std::size_t fewest = 4;  // moves that are looked at more deeply, the best of the depth before

// The moves without those that another becomes when the board is turned or reflected.
std::vector<int> distinct(const rules::Rules& rules, const rules::Marking& cells, const std::vector<int>& moves) {
    std::vector<rules::Cells> same;
    for (const rules::Cells& image : rules::symmetries(rules.m, rules.n)) {
        bool equal = true;
        for (std::size_t cell = 0; cell < cells.size(); ++cell) equal = equal && cells[image[cell]] == cells[cell];
        if (equal) same.push_back(image);
    }
    std::vector<int> kept;
    for (const int cell : moves) {
        const bool known = std::any_of(same.begin(), same.end(), [&](const rules::Cells& image) {
            return std::find(kept.begin(), kept.end(), image[cell]) != kept.end();
        });
        if (!known) kept.push_back(cell);
    }
    return kept;
}

// How likely it is that a player sees an end so many plies ahead, his own move included; 0 plies: it is farther than
// any that are told.
double sees(int plies) {
    if (plies <= 0) return seen_beyond;
    const std::size_t i = plies;
    return i < seen.size() ? seen[i] : seen_beyond;
}

// The potential of every empty cell for either side, by the lines through it: the more marks a line has the more.
std::vector<double> potentials(const Oracle& oracle, const Marks& marks) {
    std::vector<double> potential(most_cells, 0.0);
    for (const Edges& edges : {oracle.live(marks.own, marks.other), oracle.live(marks.other, marks.own)})
        for (const Cells& edge : edges) {
            const double light = std::pow(each_mark, -edge.count());
            edge.each([&](int cell) { potential[cell] += light; });
        }
    return potential;
}

// The empty cells of live lines by their potential, the greatest first, and one that is in none.
std::vector<int> ordered(const std::vector<double>& potential, const Cells& empty) {
    std::vector<int> cells;
    empty.each([&](int cell) { cells.push_back(cell); });
    std::stable_sort(cells.begin(), cells.end(), [&](int x, int y) { return potential[x] > potential[y]; });
    const auto idle = std::find_if(cells.begin(), cells.end(), [&](int x) { return potential[x] <= 0; });
    if (idle != cells.end()) cells.erase(idle + 1, cells.end());
    return cells;
}

// How much each empty cell draws a player, by its potential and by the marks next to it.
std::vector<double> draws(const Oracle& oracle, const Marks& marks, const std::vector<double>& potential) {
    const double most = std::max(1e-300, *std::max_element(potential.begin(), potential.end()));
    std::vector<double> drawn(potential.size(), 0.0);
    oracle.empty(marks).each([&](int cell) {
        const std::size_t at = cell;
        const int marked = (oracle.beside(cell) - oracle.empty(marks)).count();
        drawn[at] = std::pow(std::max(potential[at] / most, floor_share), sharpness) *
                    (marked == 0 ? alone : std::pow(crowd, std::min(marked, most_crowd)));
    });
    return drawn;
}

// Fill in the chances of a player's answers. `drawn`: how much each cell draws him.
void guess(std::vector<Answer>& answers, const std::vector<double>& drawn) {
    double sum = 0;
    Answer* best = nullptr;  // the win that he is likeliest to see
    double found = 0;
    for (Answer& answer : answers) {
        answer.chance = drawn[answer.cell];
        const bool wins = answer.completes || answer.known.value == Value::loss;
        const double sight = answer.completes ? 1.0 : sees(answer.known.plies == 0 ? 0 : answer.known.plies + 1);
        if (answer.known.value == Value::win) answer.chance *= 1 - sight;
        if (wins && sight > found) {
            found = sight;
            best = &answer;
        }
        sum += answer.chance;
    }
    const double alike = 1.0 / std::max<std::size_t>(1, answers.size());  // all lose, and he sees it
    for (Answer& answer : answers) answer.chance = (1 - found) * (sum > 0 ? answer.chance / sum : alike);
    if (best != nullptr) best->chance += found;
}

}  // namespace

// What may still be hoped for where nothing further is looked at; the side to move is ours.
double Traps::rest(const Marks& marks, const Known& known) const {
    if (known.value == Value::win) return 1;
    if (known.value == Value::loss) return known.plies != 0 ? -1 : far_loss;
    const double whole = proof::whole, open = proof::potential(oracle_.live(marks.own, marks.other)) / whole;
    return open_hope * open / (1 + open);
}

std::vector<Answer> Traps::answers(const Marks& marks) {
    const std::vector<double> potential = potentials(oracle_, marks), drawn = draws(oracle_, marks, potential);
    std::vector<int> cells = ordered(potential, oracle_.empty(marks));
    const auto drawn_to = [&](int cell) { return drawn[cell]; };
    std::stable_sort(cells.begin(), cells.end(), [&](int x, int y) { return drawn_to(x) > drawn_to(y); });
    double left = 0;
    for (const int cell : cells) left += drawn_to(cell);
    const double unlikely = left * ignored;
    const Known here = oracle_.known(marks, answer_nodes);
    bool winning = here.value != Value::win || here.plies == 0;  // is a near win among them, where there is one?
    bool holding = here.value == Value::loss;                    // is one among them that does not lose?
    std::vector<Answer> found;
    for (const int cell : cells) {
        if (left <= unlikely && winning && holding) break;
        left -= drawn_to(cell);
        Answer answer{cell, oracle_.completes(marks.own, cell), {}, 0};
        if (!answer.completes) answer.known = oracle_.known(marks.after(cell), answer_nodes);
        winning =
            winning || answer.completes || (answer.known.value == Value::loss && answer.known.plies == here.plies - 1);
        holding = holding || answer.completes || answer.known.value != Value::win;
        found.push_back(answer);
    }
    guess(found, drawn);
    std::stable_sort(found.begin(), found.end(), [](const Answer& a, const Answer& b) { return a.chance > b.chance; });
    return found;
}

double Traps::theirs(const Marks& marks, int depth) {
    double sum = 0, seen = 0, least = 1;
    std::size_t number = 0;
    for (const Answer& answer : answers(marks)) {
        if (stopped()) return 0;
        const bool follow = depth > 1 && number < most_answers && seen < followed;
        const Marks next = marks.after(answer.cell);
        const double value = answer.completes ? -1 : follow ? ours(next, depth - 1) : rest(next, answer.known);
        number += answer.known.value != Value::win;
        seen += answer.chance;
        sum += answer.chance * value;
        least = std::min(least, value);
    }
    return (1 - best_answer) * sum + best_answer * least;
}

double Traps::ours(const Marks& marks, int depth) {
    const Known known = oracle_.known(marks, answer_nodes);
    if (known.value == Value::win || known.value == Value::unknown || known.plies != 0) return rest(marks, known);
    double best = -2;
    std::size_t tried = 0;
    for (const int cell : ordered(potentials(oracle_, marks), oracle_.empty(marks))) {
        if (stopped()) return 0;
        const Marks next = marks.after(cell);
        const Known after = oracle_.known(next, answer_nodes);
        if (after.value != -known.value) continue;
        best = std::max(best, theirs(next, depth));
        if (++tried == most_moves) break;
    }
    return tried == 0 ? rest(marks, known) : best;
}

std::vector<Hope> Traps::weigh(const Marks& marks, const std::vector<int>& moves, int depth) {
    std::vector<Hope> weighed;
    for (const int cell : moves) {
        const Marks next = marks.after(cell);
        const double value = oracle_.empty(next).any() ? theirs(next, depth) : 0;
        if (stopped()) break;
        weighed.push_back({cell, value});
    }
    std::stable_sort(weighed.begin(), weighed.end(), [](const Hope& a, const Hope& b) { return a.value > b.value; });
    return weighed;
}

Marks marks_of(const rules::Marking& cells) {
    const std::uint8_t mover = rules::to_move(cells);
    Marks marks;
    for (std::size_t cell = 0; cell < cells.size(); ++cell)
        if (cells[cell] != rules::no_mark) (cells[cell] == mover ? marks.own : marks.other).set(cell);
    return marks;
}

std::vector<rules::GradedMove> grades(Oracle& oracle, const Marks& marks, std::uint64_t most) {
    std::vector<rules::GradedMove> graded;
    for (const int cell : ordered(potentials(oracle, marks), oracle.empty(marks))) {
        if (oracle.completes(marks.own, cell)) graded.push_back({cell, 1, 1});
        else if (const Known known = oracle.known(marks.after(cell), most); known.value != Value::unknown)
            graded.push_back({cell, -known.value, known.plies == 0 ? 0 : known.plies + 1});
        if (oracle.budget().stop() != Stop::done) break;
    }
    return graded;
}

std::vector<int> keeping(const std::vector<rules::GradedMove>& graded, int value) {
    std::vector<rules::GradedMove> kept;
    int shortest = far, longest = 0;
    for (rules::GradedMove move : graded) {
        if (move.value != value) continue;
        if (move.plies == 0) move.plies = far;
        shortest = std::min(shortest, move.plies);
        longest = std::max(longest, move.plies);
        kept.push_back(move);
    }
    if (value > 0) std::erase_if(kept, [&](const rules::GradedMove& move) { return move.plies != shortest; });
    if (value < 0)
        std::erase_if(kept, [&](const rules::GradedMove& move) { return move.plies < std::min(longest, long_loss); });
    if (value <= 0)
        std::stable_sort(kept.begin(), kept.end(),
                         [](const rules::GradedMove& a, const rules::GradedMove& b) { return a.plies > b.plies; });
    std::vector<int> cells;
    for (const rules::GradedMove& move : kept) cells.push_back(move.cell);
    return cells;
}

int best_trap(Oracle& oracle, const rules::Rules& rules, const rules::Marking& cells, const std::vector<int>& moves,
              const Budget& budget) {
    int best = moves.front();
    const Marks marks = marks_of(cells);
    std::vector<int> left = distinct(rules, cells, moves);
    for (int depth = 1; depth <= deepest; ++depth) {
        oracle.spend_from(budget);
        const std::vector<Hope> hopes = Traps(oracle).weigh(marks, left, depth);
        if (!hopes.empty()) best = hopes.front().cell;
        if (hopes.size() < left.size()) break;
        left.clear();
        for (std::size_t i = 0; i < std::min(hopes.size(), std::max(fewest, hopes.size() / 2)); ++i)
            left.push_back(hopes[i].cell);
    }
    return best;
}

}  // namespace passatempo::mnk::traps
