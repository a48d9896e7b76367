// The chances of answers, by the potential of the cells and the marks beside them.
// Algorithm: potential of Erdos and Selfridge 1973 with another base
#include "traps/answers.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace passatempo::mnk::traps {

namespace {

// A player who looks some six plies ahead on small boards, by what he evaluates a little further.
constexpr std::array<double, 10> seen{1, 1, 1, 1, 0.99, 0.97, 0.93, 0.85, 0.75, 0.6};
constexpr double seen_beyond = 0.15;
constexpr double each_mark = 6;       // times the potential of a line, for each mark in it
constexpr double sharpness = 0.75;    // of the choice by potential
constexpr double floor_share = 0.05;  // of the greatest potential, to every cell
constexpr double crowd = 1.5;         // times as likely, for each mark next to a cell
constexpr int most_crowd = 5;
constexpr double alone = 0.15;  // times as likely without any

}  // namespace

double sees(int plies) {
    if (plies <= 0) return seen_beyond;
    const std::size_t i = plies;
    return i < seen.size() ? seen[i] : seen_beyond;
}

std::vector<double> potentials(const Oracle& oracle, const Marks& marks) {
    std::vector<double> potential(most_cells, 0.0);
    for (const Edges& edges : {oracle.live(marks.own, marks.other), oracle.live(marks.other, marks.own)})
        for (const Cells& edge : edges) {
            const double light = std::pow(each_mark, -edge.count());
            edge.each([&](int cell) { potential[cell] += light; });
        }
    return potential;
}

std::vector<int> ordered(const std::vector<double>& potential, const Cells& empty) {
    std::vector<int> cells;
    empty.each([&](int cell) { cells.push_back(cell); });
    std::stable_sort(cells.begin(), cells.end(), [&](int x, int y) { return potential[x] > potential[y]; });
    const auto idle = std::find_if(cells.begin(), cells.end(), [&](int x) { return potential[x] <= 0; });
    if (idle != cells.end()) cells.erase(idle + 1, cells.end());
    return cells;
}

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

}  // namespace passatempo::mnk::traps
