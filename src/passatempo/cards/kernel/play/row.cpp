// A row is read card by card: it rises, falls, rises and falls, and each turn is a stationary point.
// Twin: cards/checker.py
#include "play/row.hpp"

#include <algorithm>

namespace passatempo::cards::play {
namespace {

constexpr std::size_t most_runs = 4;
constexpr std::size_t most_turns = 3;

// Where it turns: with open ends a first or a last run that is empty puts its turn on the end of the row.
Verdict turned(const std::vector<Value>& row, bool open_ends) {
    Verdict found;
    std::size_t runs = 0;
    bool rises = false;
    for (std::size_t at = 1; at < row.size(); ++at) {
        if (row[at] == row[at - 1]) return {Rule::equal, at + 1, found.turns, 0};
        const bool up = row[at] > row[at - 1];
        if (runs == 0 && !up) {
            if (!open_ends) return {Rule::end, at + 1, found.turns, 0};
            runs = 2;
            found.turns.push_back(1);
        } else if (runs == 0 || up != rises) {
            if (runs == most_runs) return {Rule::too_many_turns, at + 1, found.turns, 0};
            if (runs != 0) found.turns.push_back(at);
            ++runs;
        }
        rises = up;
    }
    if (open_ends && runs == most_runs - 1) {
        found.turns.push_back(row.size());
        ++runs;
    }
    if (runs < most_runs) return {Rule::too_few_turns, row.size(), found.turns, 0};
    return found;
}

}  // namespace

Verdict judge(std::vector<Value> cards, const std::vector<Value>& row, bool open_ends, std::int64_t distance) {
    std::vector<Value> laid = row;
    std::sort(cards.begin(), cards.end());
    std::sort(laid.begin(), laid.end());
    if (cards != laid) return {Rule::other_cards, 0, {}, 0};
    Verdict found = turned(row, open_ends);
    if (found.turns.size() < most_turns) return found;
    found.distance = std::int64_t{found.turns[2]} - found.turns[0];
    if (found.rule == Rule::none && distance != 0 && found.distance != distance) {
        found.rule = Rule::distance;
        found.position = found.turns[2];
    }
    return found;
}

}  // namespace passatempo::cards::play
