// It completes a line where it can, prevents one where it must, and else takes the cell whose open lines weigh most.
// Algorithm: potential of Erdos and Selfridge (1973)
#include "play/one_ply.hpp"

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>
#include <utility>
#include <vector>

namespace passatempo::mnk::play {

using rules::Cells, rules::Marking, rules::Rules;

namespace {

constexpr int reach_of_moves = 2;         // rows and columns around a mark in which moves are looked for
constexpr std::size_t most_moves = 4000;  // that are looked at
constexpr int heaviest = 200;             // marks in a line that still count
constexpr int beyond = 3;                 // the mark of a cell beyond the edge

int seen(const Rules& rules, const Marking& cells, int row, int column) {
    if (rules.torus) {
        row = (row % rules.m + rules.m) % rules.m;
        column = (column % rules.n + rules.n) % rules.n;
    } else if (row < 0 || row >= rules.m || column < 0 || column >= rules.n) {
        return beyond;
    }
    return cells[row * rules.n + column];
}

// The weights of the windows of k cells in a line that nothing of others spoils.
double weight_of(const std::vector<int>& line, int k, int mark) {
    int marks = 0, spoiled = 0;
    double total = 0;
    const auto spoils = [mark](int one) { return one != rules::no_mark && one != mark; };
    for (int place = 0; place < std::ssize(line); ++place) {
        marks += line[place] == mark;
        spoiled += spoils(line[place]);
        if (place >= k) {
            marks -= line[place - k] == mark;
            spoiled -= spoils(line[place - k]);
        }
        if (place >= k - 1 && spoiled == 0) total += std::ldexp(1.0, 2 * std::min(marks, heaviest));
    }
    return total;
}

double potential(const Rules& rules, const Marking& cells, int cell, int mark) {
    if (rules.maker_breaker && mark == rules::mark_o) return 0;
    const int reach = std::min(rules.k, std::max(rules.m, rules.n)) - 1;
    double total = 0;
    std::vector<int> line;
    for (const rules::Step step : rules::directions) {
        line.clear();
        for (int i = -reach; i <= reach; ++i)
            line.push_back(seen(rules, cells, cell / rules.n + i * step.down, cell % rules.n + i * step.right));
        total += weight_of(line, rules.k, mark);
    }
    return total;
}

bool completes(const Rules& rules, Marking& cells, int cell, std::uint8_t mark) {
    cells[cell] = mark;
    const bool found = ends(rules, cells, cell);
    cells[cell] = rules::no_mark;
    return found;
}

}  // namespace

Cells candidates(const Rules& rules, const Marking& cells) {
    std::vector<bool> near(cells.size());
    std::size_t marked = 0;
    for (int cell = rules.size() - 1; cell >= 0 && marked < most_moves; --cell) {
        if (cells[cell] == rules::no_mark) continue;
        ++marked;
        for (int i = -reach_of_moves; i <= reach_of_moves; ++i)
            for (int j = -reach_of_moves; j <= reach_of_moves; ++j) {
                const int row = cell / rules.n + i, column = cell % rules.n + j;
                if (0 <= row && row < rules.m && 0 <= column && column < rules.n) near[row * rules.n + column] = true;
            }
    }
    std::vector<std::pair<int, int>> chosen, legal;
    for (int cell = 0; cell < rules.size(); ++cell) {
        if (illegal(rules, cells, cell) != rules::Fault::none) continue;
        const int far = std::abs(2 * (cell / rules.n) - rules.m + 1) + std::abs(2 * (cell % rules.n) - rules.n + 1);
        legal.emplace_back(far, cell);
        if (near[cell]) chosen.emplace_back(far, cell);
    }
    if (chosen.empty()) chosen = std::move(legal);
    std::sort(chosen.begin(), chosen.end());
    chosen.resize(std::min(chosen.size(), most_moves));
    Cells found;
    for (const auto& [far, cell] : chosen) found.push_back(cell);
    return found;
}

double static_score(const Rules& rules, Marking& cells, int cell) {
    const std::uint8_t me = rules::to_move(cells), you = rules::other_mark(me);
    const double own = completes(rules, cells, cell, me), other = completes(rules, cells, cell, you);
    if (rules.misere) return -1e9 * own - potential(rules, cells, cell, me) + 1e-3 * other;
    return 1e12 * own + 1e9 * other + potential(rules, cells, cell, me) + 0.9 * potential(rules, cells, cell, you);
}

int best_at_once(const Rules& rules, const Marking& cells) {
    Marking board = cells;
    int best = -1;
    double most = -std::numeric_limits<double>::infinity();
    for (const int cell : candidates(rules, cells)) {
        const double worth = static_score(rules, board, cell);
        if (worth > most) {
            best = cell;
            most = worth;
        }
    }
    return best;
}

}  // namespace passatempo::mnk::play
