// A window slides along each direction through a cell: one cell enters, one leaves.
#include "play/open_lines.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <numeric>
#include <tuple>

namespace passatempo::mnk::play {

using rules::Cells, rules::Marking, rules::Rules, rules::Step;

namespace {

constexpr int nowhere = -1;
constexpr int longest = 9;           // cells of the windows that weigh a cell
constexpr int between_looks = 1024;  // cells between two looks at the clock

struct Window {
    std::array<int, 3> marks{};  // empty cells, X, O
    int beyond = 0;              // cells beyond the edge
    std::uint64_t places = 0;
};

int place_at(const Rules& rules, int cell, Step step, int i) {
    int row = cell / rules.n + i * step.down, column = cell % rules.n + i * step.right;
    if (rules.torus) {
        row = (row % rules.m + rules.m) % rules.m;
        column = (column % rules.n + rules.n) % rules.n;
    } else if (row < 0 || row >= rules.m || column < 0 || column >= rules.n) {
        return nowhere;
    }
    return row * rules.n + column;
}

// The cells of a circle of a torus.
int circle(const Rules& rules, Step step) {
    return std::lcm(step.down != 0 ? rules.m : 1, step.right != 0 ? rules.n : 1);
}

template <class Visit>
void slide(const Rules& rules, const Marking& cells, int cell, int length, const std::vector<int>& places,
           Visit visit) {
    for (const Step step : rules::directions) {
        if (rules.torus && circle(rules, step) < length) continue;
        Window window;
        const auto count = [&](int i, int change) {
            const int at = place_at(rules, cell, step, i);
            if (at == nowhere) {
                window.beyond += change;
                return;
            }
            window.marks[cells[at]] += change;
            if (!places.empty() && places[at] >= 0) window.places ^= std::uint64_t{1} << places[at];
        };
        for (int i = 1 - length; i < length; ++i) {
            if (i > 0) count(i - length, -1);  // first: on a circle of this length it is the cell that enters
            count(i, 1);
            if (i >= 0 && window.beyond == 0) visit(window);
        }
    }
}

}  // namespace

std::vector<Line> open_lines(const Rules& rules, const Marking& cells, const Cells& places, Budget& budget) {
    std::vector<int> place_of(cells.size(), nowhere);
    for (std::size_t i = 0; i < places.size(); ++i) place_of[places[i]] = static_cast<int>(i);
    std::vector<Line> found;
    for (const int cell : places)
        if (!budget.poll())
            slide(rules, cells, cell, rules.k, place_of, [&](const Window& window) {
                const auto [empty, crosses, noughts] = window.marks;
                if (crosses > 0 && noughts > 0) return;
                const Line line{window.places, empty, noughts == 0, crosses == 0 && !rules.maker_breaker};
                if (empty <= std::ssize(places) && (line.open_to_x || line.open_to_o)) found.push_back(line);
            });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

Cells heaviest(const Rules& rules, const Marking& cells, std::size_t most, Budget& budget) {
    using Rank = std::tuple<int, std::int64_t, int, int>;  // empty cells below, weight, far from the centre, cell
    std::vector<Rank> ranks;
    std::vector<int> below(rules.n);
    for (int cell = rules.size() - 1; cell >= 0; --cell) {
        if (cells[cell] != rules::no_mark) continue;
        std::int64_t weight = 0;
        if (cell % between_looks == 0) budget.poll();
        if (budget.stop() == Stop::done)
            slide(rules, cells, cell, std::min(rules.k, longest), {}, [&](const Window& window) {
                const auto [empty, crosses, noughts] = window.marks;
                if (crosses == 0 || noughts == 0) weight += std::int64_t{1} << (2 * (crosses + noughts));
            });
        const int row = cell / rules.n, column = cell % rules.n;
        const int far = std::abs(2 * row - rules.m + 1) + std::abs(2 * column - rules.n + 1);
        ranks.emplace_back(rules.gravity ? below[column]++ : 0, -weight, far, cell);
    }
    std::sort(ranks.begin(), ranks.end());
    Cells found;
    for (std::size_t i = 0; i < std::min(most, ranks.size()); ++i) found.push_back(std::get<3>(ranks[i]));
    return found;
}

}  // namespace passatempo::mnk::play
