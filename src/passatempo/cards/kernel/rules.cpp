// The rules of the game. Reports the faults of a row, complete or not, and of a move as numbers, for which Python and
// the page have sentences.
// Twin: cards/checker.py, cards/game/checker.py
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>

#include "interface.gen.hpp"

namespace passatempo::cards::calls {
namespace {

// The faults of a row.
struct Rule {
    enum : std::uint8_t {
        none,
        other_cards,
        equal,
        too_many_turns,
        too_few_turns,
        end,
        distance,
        last_step,
        unfinished,
        peak_gap,
        fixed,
        first,
        last
    };
};

// The faults of a move.
struct Illegal {
    enum : std::uint8_t { none, no_position, given, empty, full, no_card, used };
};

using Values = std::vector<std::int64_t>;
using Positions = std::vector<std::uint32_t>;

bool contains(const Values& cards, const Values& row) {
    return std::includes(cards.begin(), cards.end(), row.begin(), row.end());
}

Values in_order(Values cards) {
    std::sort(cards.begin(), cards.end());
    return cards;
}

Fault cards_fault(const Conditions& conditions, const Positions& positions, const Values& row) {
    const bool outside = !positions.empty() && positions.back() > conditions.cards.size();
    if (outside || !contains(in_order(conditions.cards), in_order(row))) return {Rule::other_cards, 0, 0, 0};
    return {};
}

// Finds the first fault of the shape and the turning points before it. A gap may hide any steps, so each step belongs
// to the earliest possible run. An empty last run has its turning point at the end.
Fault shape_fault(const Conditions& conditions, const Positions& positions, const Values& row, Positions& turns) {
    const std::uint32_t card_count = conditions.cards.size(), pattern_turns = conditions.pattern.size() - 1;
    const bool has_inner_ends = !conditions.open;
    std::uint8_t direction = conditions.pattern.front();
    for (std::size_t i = 1; i < row.size(); ++i) {
        if (positions[i] != positions[i - 1] + 1) continue;
        if (row[i] == row[i - 1]) return {Rule::equal, positions[i], 0, 0};
        const std::uint8_t step = row[i] > row[i - 1] ? 'U' : 'D';
        if (positions[i] == 2 && step != direction && has_inner_ends) return {Rule::end, positions[i], 0, 0};
        if (turns.size() == pattern_turns && step != direction) return {Rule::too_many_turns, positions[i], 0, 0};
        if (step != direction) turns.push_back(positions[i - 1]);
        direction = step;
        if (positions[i] == card_count && direction != conditions.pattern.back() && has_inner_ends)
            return {Rule::last_step, positions[i], 0, 0};
    }
    if (row.size() < card_count) return {Rule::unfinished, 0, 0, 0};
    if (!has_inner_ends && turns.size() + 1 == pattern_turns) turns.push_back(card_count);
    if (turns.size() < pattern_turns || (card_count == 1 && has_inner_ends))
        return {Rule::too_few_turns, card_count, 0, 0};
    return {};
}

// A row may have too few turning points, and a missing one breaks no condition.
Fault distance_fault(const Distance& condition, std::uint32_t index, const Positions& turns) {
    if (std::max(condition.first, condition.second) > turns.size()) return {};
    const std::uint32_t second_turn = turns[condition.second - 1];
    const std::int64_t turn_distance = std::int64_t{second_turn} - turns[condition.first - 1];
    const bool is_short = turn_distance < condition.value && condition.op != '<',
               is_long = turn_distance > condition.value && condition.op != '>';
    if (is_short || is_long) return {Rule::distance, second_turn, index, turn_distance};
    return {};
}

Fault gap_fault(const Conditions& conditions, const Values& row, const Positions& turns) {
    if (conditions.peak_gap.empty() || turns.size() < 3) return {};
    const std::int64_t card_gap = std::abs(row[turns[0] - 1] - row[turns[2] - 1]);
    if (card_gap != conditions.peak_gap.front()) return {Rule::peak_gap, turns[2], 0, card_gap};
    return {};
}

Fault turn_fault(const Turn& condition, std::uint32_t index, const Positions& turns) {
    if (condition.point > turns.size()) return {};
    const std::uint32_t turn_position = turns[condition.point - 1];
    if (turn_position != condition.position) return {Rule::fixed, turn_position, index, turn_position};
    return {};
}

Fault first_fault(const Values& first_card, const Values& row) {
    if (!first_card.empty() && row.front() != first_card.front()) return {Rule::first, 1, 0, row.front()};
    return {};
}

Fault last_fault(const Values& last_card, const Values& row) {
    const std::uint32_t row_length = row.size();
    if (!last_card.empty() && row.back() != last_card.front()) return {Rule::last, row_length, 0, row.back()};
    return {};
}

// The laid cards, by position, and the cards that remain.
struct Layout {
    explicit Layout(const MovesRequest& request) : remaining(in_order(request.cards)) {
        for (const auto& [position, card] : request.given) preset_cards[position] = row[position] = card;
        for (const auto& [position, card] : request.laid) row[position] = card;
        for (const auto& [position, card] : row) {
            const auto copy = std::find(remaining.begin(), remaining.end(), card);
            if (copy != remaining.end()) remaining.erase(copy);
        }
    }

    std::map<std::int64_t, std::int64_t> preset_cards, row;
    Values remaining;
};

Fault take_fault(const Layout& layout, std::uint32_t position) {
    if (layout.preset_cards.contains(position)) return {Illegal::given, position, 0, 0};
    if (!layout.row.contains(position)) return {Illegal::empty, position, 0, 0};
    return {};
}

Fault place_fault(const Layout& layout, std::uint32_t position) {
    if (layout.row.contains(position)) return {Illegal::full, position, 0, layout.row.at(position)};
    return {};
}

Fault card_fault(const MovesRequest& request, const Layout& layout) {
    if (!contains(in_order(request.cards), {request.card})) return {Illegal::no_card, 0, 0, request.card};
    if (!contains(layout.remaining, {request.card})) return {Illegal::used, 0, 0, request.card};
    return {};
}

Fault move_fault(const MovesRequest& request, const Layout& layout) {
    const std::int64_t card_count = request.cards.size();
    if (request.position < 1 || request.position > card_count) return {Illegal::no_position, 0, 0, request.position};
    const std::uint32_t at = request.position;
    if (request.takes) return take_fault(layout, at);
    const Fault position_fault = place_fault(layout, at);
    return position_fault.rule == Illegal::none ? card_fault(request, layout) : position_fault;
}

}  // namespace

JudgeReply judge(const JudgeRequest& request, Budget&) {
    const auto& [conditions, positions, row] = request;
    const bool is_ascending =
        std::adjacent_find(positions.begin(), positions.end(), std::greater_equal()) == positions.end();
    if (positions.size() != row.size() || !is_ascending) refuse("positions: ascending positions of the row are needed");
    JudgeReply reply;
    const auto add_fault = [&](const Fault& fault) {
        if (fault.rule != Rule::none) reply.faults.push_back(fault);
    };
    add_fault(cards_fault(conditions, positions, row));
    if (reply.faults.empty()) add_fault(shape_fault(conditions, positions, row, reply.turns));
    if (!reply.faults.empty() || row.size() != conditions.cards.size()) return reply;
    for (std::uint32_t k = 0; k < conditions.distances.size(); ++k)
        add_fault(distance_fault(conditions.distances[k], k, reply.turns));
    add_fault(gap_fault(conditions, row, reply.turns));
    for (std::uint32_t k = 0; k < conditions.fixed.size(); ++k)
        add_fault(turn_fault(conditions.fixed[k], k, reply.turns));
    add_fault(first_fault(conditions.first, row));
    add_fault(last_fault(conditions.last, row));
    return reply;
}

MovesReply moves(const MovesRequest& request, Budget&) {
    const Layout layout(request);
    MovesReply reply{move_fault(request, layout), {}, layout.remaining, {}};
    for (std::uint32_t place = 1; place <= request.cards.size(); ++place)
        if (place_fault(layout, place).rule == Illegal::none) reply.free.push_back(place);
    for (const auto* places : {&request.laid, &request.given})
        for (const auto& [position, card] : *places)
            if (take_fault(layout, position).rule == Illegal::none) reply.movable.push_back(position);
    return reply;
}

}  // namespace passatempo::cards::calls
