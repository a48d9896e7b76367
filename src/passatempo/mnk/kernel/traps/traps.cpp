// The expectation over moves and answers.
// Algorithm: expectimax (Michie 1966) with answers cut by their chance
#include "traps/traps.hpp"

#include <algorithm>

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

}  // namespace passatempo::mnk::traps
