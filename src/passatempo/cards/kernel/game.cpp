// The stationary points are drawn among the inner positions, and the row climbs and falls by one or two between them;
// it is drawn anew until it has the greatest card and the distance that are wanted. To judge a row it is read card by
// card: it rises, falls, rises and falls, and each turn is a stationary point.
#include "game.hpp"

#include <algorithm>
#include <numeric>

#include "random.hpp"

namespace passatempo::cards {
namespace {

constexpr std::size_t most_runs = 4, most_turns = 3;
constexpr int most_rows = 20'000;
constexpr std::uint64_t steepest = 2;  // the most that the row changes by in a step

Deal drawn(const Wish& wish, Stream& stream) {
    std::vector<std::uint32_t> points(wish.number - 2);
    std::iota(points.begin(), points.end(), 2);
    stream.shuffle<std::uint32_t>(points);
    points.resize(wish.pattern.size() - 1);
    std::sort(points.begin(), points.end());
    std::vector<std::int64_t> heights{0};
    for (std::uint32_t position = 2; position <= wish.number; ++position) {
        const auto run = std::count_if(points.begin(), points.end(), [&](auto point) { return point < position; });
        const std::int64_t step = 1 + stream.below(steepest);
        heights.push_back(heights.back() + (wish.pattern[run] == 'U' ? step : -step));
    }
    const std::int64_t least = *std::min_element(heights.begin(), heights.end());
    Deal deal{{}, wish.pattern == "UDUD" ? points[2] - points[0] : 0};
    for (const std::int64_t height : heights) deal.cards.push_back(height - least + 1);
    return deal;
}

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

Deal dealt(const Wish& wish, const std::string& seed) {
    Stream stream(seed + "/cards/deal");
    for (int k = 0; k < most_rows && wish.pattern.size() + 1 <= wish.number; ++k) {
        Deal deal = drawn(wish, stream);
        const std::uint32_t greatest = *std::max_element(deal.cards.begin(), deal.cards.end());
        if ((wish.distance != 0 && wish.distance != deal.distance) || (wish.most != 0 && wish.most < greatest))
            continue;
        stream.shuffle<std::uint32_t>(deal.cards);
        return deal;
    }
    return {};
}

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

}  // namespace passatempo::cards
