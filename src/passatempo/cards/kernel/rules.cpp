// The rules of the game: what is wrong with a row, complete or not, and with a move. Python and the page ask for the
// number of the fault, and have a sentence for each.
// Twin: cards/checker.py, cards/game/checker.py
#include <algorithm>
#include <cstdlib>
#include <functional>
#include <map>

#include "interface.gen.hpp"

namespace passatempo::cards::calls {
namespace {

// What is wrong with a row.
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

// What is wrong with a move.
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

Fault cards_fault(const Conditions& conditions, const Positions& at, const Values& row) {
    const bool outside = !at.empty() && at.back() > conditions.cards.size();
    if (outside || !contains(in_order(conditions.cards), in_order(row))) return {Rule::other_cards, 0, 0, 0};
    return {};
}

// The first fault of the shape, and the turning points before it. A gap may hide any steps, so that each step belongs
// to the earliest run possible. An empty last run has its turning point at the end.
Fault shape_fault(const Conditions& conditions, const Positions& at, const Values& row, Positions& turns) {
    const std::uint32_t number = conditions.cards.size(), most = conditions.pattern.size() - 1;
    const bool interior = !conditions.open;
    std::uint8_t way = conditions.pattern.front();
    for (std::size_t i = 1; i < row.size(); ++i) {
        if (at[i] != at[i - 1] + 1) continue;
        if (row[i] == row[i - 1]) return {Rule::equal, at[i], 0, 0};
        const std::uint8_t step = row[i] > row[i - 1] ? 'U' : 'D';
        if (at[i] == 2 && step != way && interior) return {Rule::end, at[i], 0, 0};
        if (turns.size() == most && step != way) return {Rule::too_many_turns, at[i], 0, 0};
        if (step != way) turns.push_back(at[i - 1]);
        way = step;
        if (at[i] == number && way != conditions.pattern.back() && interior) return {Rule::last_step, at[i], 0, 0};
    }
    if (row.size() < number) return {Rule::unfinished, 0, 0, 0};
    if (!interior && turns.size() + 1 == most) turns.push_back(number);
    if (turns.size() < most || (number == 1 && interior)) return {Rule::too_few_turns, number, 0, 0};
    return {};
}

// A turning point that a row lacks, since it may have too few, breaks no condition.
Fault distance_fault(const Distance& condition, std::uint32_t index, const Positions& turns) {
    if (std::max(condition.first, condition.second) > turns.size()) return {};
    const std::uint32_t to = turns[condition.second - 1];
    const std::int64_t distance = std::int64_t{to} - turns[condition.first - 1];
    const bool less = distance < condition.value && condition.op != '<',
               more = distance > condition.value && condition.op != '>';
    if (less || more) return {Rule::distance, to, index, distance};
    return {};
}

Fault gap_fault(const Conditions& conditions, const Values& row, const Positions& turns) {
    if (conditions.peak_gap.empty() || turns.size() < 3) return {};
    const std::int64_t gap = std::abs(row[turns[0] - 1] - row[turns[2] - 1]);
    if (gap != conditions.peak_gap.front()) return {Rule::peak_gap, turns[2], 0, gap};
    return {};
}

Fault turn_fault(const Turn& condition, std::uint32_t index, const Positions& turns) {
    if (condition.point > turns.size()) return {};
    const std::uint32_t at = turns[condition.point - 1];
    if (at != condition.position) return {Rule::fixed, at, index, at};
    return {};
}

Fault first_fault(const Values& wanted, const Values& row) {
    if (!wanted.empty() && row.front() != wanted.front()) return {Rule::first, 1, 0, row.front()};
    return {};
}

Fault last_fault(const Values& wanted, const Values& row) {
    const std::uint32_t at = row.size();
    if (!wanted.empty() && row.back() != wanted.front()) return {Rule::last, at, 0, row.back()};
    return {};
}

// The cards that lie, by position, and those that remain.
struct Layout {
    explicit Layout(const MovesRequest& request) : remaining(in_order(request.cards)) {
        for (const auto& [position, card] : request.given) given[position] = row[position] = card;
        for (const auto& [position, card] : request.laid) row[position] = card;
        for (const auto& [position, card] : row) {
            const auto copy = std::find(remaining.begin(), remaining.end(), card);
            if (copy != remaining.end()) remaining.erase(copy);
        }
    }

    std::map<std::int64_t, std::int64_t> given, row;
    Values remaining;
};

Fault take_fault(const Layout& layout, std::uint32_t at) {
    if (layout.given.contains(at)) return {Illegal::given, at, 0, 0};
    if (!layout.row.contains(at)) return {Illegal::empty, at, 0, 0};
    return {};
}

Fault place_fault(const Layout& layout, std::uint32_t at) {
    if (layout.row.contains(at)) return {Illegal::full, at, 0, layout.row.at(at)};
    return {};
}

Fault card_fault(const MovesRequest& request, const Layout& layout) {
    if (!contains(in_order(request.cards), {request.card})) return {Illegal::no_card, 0, 0, request.card};
    if (!contains(layout.remaining, {request.card})) return {Illegal::used, 0, 0, request.card};
    return {};
}

Fault move_fault(const MovesRequest& request, const Layout& layout) {
    const std::int64_t number = request.cards.size();
    if (request.position < 1 || request.position > number) return {Illegal::no_position, 0, 0, request.position};
    const std::uint32_t at = request.position;
    if (request.takes) return take_fault(layout, at);
    const Fault full = place_fault(layout, at);
    return full.rule == Illegal::none ? card_fault(request, layout) : full;
}

}  // namespace

JudgeReply judge(const JudgeRequest& request, Budget&) {
    const auto& [conditions, at, row] = request;
    const bool ascend = std::adjacent_find(at.begin(), at.end(), std::greater_equal()) == at.end();
    if (at.size() != row.size() || !ascend) refuse("positions: ascending positions of the row are needed");
    JudgeReply reply;
    const auto add = [&](const Fault& fault) {
        if (fault.rule != Rule::none) reply.faults.push_back(fault);
    };
    add(cards_fault(conditions, at, row));
    if (reply.faults.empty()) add(shape_fault(conditions, at, row, reply.turns));
    if (!reply.faults.empty() || row.size() != conditions.cards.size()) return reply;
    for (std::uint32_t k = 0; k < conditions.distances.size(); ++k)
        add(distance_fault(conditions.distances[k], k, reply.turns));
    add(gap_fault(conditions, row, reply.turns));
    for (std::uint32_t k = 0; k < conditions.fixed.size(); ++k) add(turn_fault(conditions.fixed[k], k, reply.turns));
    add(first_fault(conditions.first, row));
    add(last_fault(conditions.last, row));
    return reply;
}

MovesReply moves(const MovesRequest& request, Budget&) {
    const Layout layout(request);
    MovesReply reply{move_fault(request, layout), {}, layout.remaining, {}};
    for (std::uint32_t at = 1; at <= request.cards.size(); ++at)
        if (place_fault(layout, at).rule == Illegal::none) reply.free.push_back(at);
    for (const auto* places : {&request.laid, &request.given})
        for (const auto& [position, card] : *places)
            if (take_fault(layout, position).rule == Illegal::none) reply.movable.push_back(position);
    return reply;
}

}  // namespace passatempo::cards::calls
