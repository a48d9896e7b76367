#include "survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "combine.hpp"
#include "saddle_point.hpp"
#include "sweep.hpp"
#include "wide_part.hpp"

namespace passatempo::minesweeper {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

template <class Value>
Mark mark_of(const Value& mine, const Value& free) {
    return is_zero(mine) ? Mark::safe : is_zero(free) ? Mark::mine : Mark::open;
}

template <class Field>
void note(const Diagrams& diagrams, const Field& field, const Cell<Field>* cells, std::uint32_t first,
          std::uint32_t layers, Survey& found) {
    for (std::uint32_t i = 0; i < layers; ++i) {
        const std::uint32_t group = diagrams.group[first + i];
        found.group[group] = mark_of(cells[i].mine, cells[i].free);
        found.chance[group] = ratio(cells[i].mine, field.add(cells[i].mine, cells[i].free));
    }
}

// The first part of the diagrams by itself, every layout counting once.
template <class Field>
void survey_part(const Diagrams& diagrams, std::size_t p, Budget& budget, Survey& found) {
    const Field field;
    const Diagrams::Part& part = diagrams.parts[p];
    Sweep<Field, false> sweep(field, diagrams, p, p + 1);
    std::vector<Cell<Field>> cells(part.layers);
    found.log2_layouts += log2_of(sweep.layouts(p, budget).number[0]);
    sweep.marginals(p, {field.from(1)}, budget, cells.data());
    note(diagrams, field, cells.data(), part.first_layer, part.layers, found);
}

void survey_part(const Position& position, std::uint32_t part, std::size_t p, Budget& budget, Survey& found) {
    if (position.parts.cells[part] <= Floating::safe) survey_part<Floating>(position.diagrams, p, budget, found);
    else survey_part<Scaled>(position.diagrams, p, budget, found);
}

void survey_uncounted(Position& position, std::uint64_t most, Budget& budget, Survey& found) {
    if (position.has_count) {  // the diagrams stand already
        for (std::uint32_t part = 0; part < position.parts.size() && budget.stop() == Stop::done; ++part)
            if (position.diagrams.parts[part].layers != 0) survey_part(position, part, part, budget, found);
        if (budget.stop() != Stop::done) found.state = State::stopped;
    } else {
        found.state = for_each_diagram(position, most, budget,
                                       [&](std::uint32_t part) { survey_part(position, part, 0, budget, found); });
    }
    found.log2_layouts += static_cast<double>(position.free);
    found.other_chance = 0.5;
}

template <class Field>
void survey_counted(const Position& position, Budget& budget, Survey& found) {
    const Field field;
    Counted<Field> counted;
    if (!count_all(field, position.diagrams, position.free, position.left, budget, counted)) {
        found.state = State::stopped;
        return;
    }
    if (is_zero(counted.layouts)) {
        found.state = State::contradictory;
        return;
    }
    found.log2_layouts = log2_of(counted.layouts);
    note(position.diagrams, field, counted.cells.data(), 0, static_cast<std::uint32_t>(counted.cells.size()), found);
    if (position.free == 0) return;
    found.other = mark_of(counted.free.mine, counted.free.free);
    found.other_chance = ratio(counted.free.mine, field.add(counted.free.mine, counted.free.free));
}

// How few and how many mines the parts can have together; roughly where a part is too wide.
void mines_on_parts(const Position& position, std::int64_t& least, std::int64_t& most) {
    for (std::uint32_t part = 0; part < position.parts.size(); ++part) {
        const Diagrams::Part& built = position.diagrams.parts[part];
        if (built.layers == 0) {
            most += position.parts.cells[part];
            continue;
        }
        least += position.diagrams.least[built.last];
        most += position.diagrams.least[built.last] + position.diagrams.length(built.last) - 1;
    }
}

// The marks alone, of parts together that may have `fewest` to `most` mines.
void survey_wide(const Position& position, const std::vector<std::uint32_t>& parts, std::int64_t fewest,
                 std::int64_t most, Budget& budget, Survey& found, std::int64_t& mines) {
    WidePart part(position, parts, fewest, most);
    const wide::Resolution resolved = wide::resolve(part.network, budget);
    if (resolved.consistent != wide::Verdict::yes) {
        found.state = resolved.consistent == wide::Verdict::no ? State::contradictory : State::stopped;
        return;
    }
    mines = std::accumulate(resolved.layout.begin(), resolved.layout.end(), std::int64_t{0});
    for (std::size_t i = 0; i < part.variables.size(); ++i) {
        const wide::Fate fate = resolved.fates[i];
        if (fate == wide::Fate::unknown) found.state = State::stopped;
        Mark& mark = found.group[position.parts.group_of(part.variables[i])];
        mark = fate == wide::Fate::safe ? Mark::safe : fate == wide::Fate::mine ? Mark::mine : Mark::open;
    }
}

// Where the mine count binds and a part is too wide: all parts together.
void survey_bound(const Position& position, Budget& budget, Survey& found) {
    std::vector<std::uint32_t> all(position.parts.size());
    std::iota(all.begin(), all.end(), 0u);
    const auto free = static_cast<std::int64_t>(position.free);
    std::int64_t mines = 0;
    survey_wide(position, all, position.left - free, position.left, budget, found, mines);
    if (found.state != State::consistent || free == 0) return;
    const auto possible = [&](std::int64_t fewest, std::int64_t most) {
        WidePart part(position, all, fewest, most);
        return lay_wide(part, budget) == wide::Verdict::yes;
    };
    const bool can_be_mine = mines < position.left || possible(position.left - free, position.left - 1);
    const bool can_be_free = mines > position.left - free || possible(position.left - free + 1, position.left);
    if (budget.stop() != Stop::done) found.state = State::stopped;
    found.other = !can_be_mine ? Mark::safe : !can_be_free ? Mark::mine : Mark::open;
}

}  // namespace

Survey survey(Position& position, bool chances, std::uint64_t most_states_of_part, Budget& budget) {
    Survey found;
    const std::uint32_t groups = position.parts.members.size();
    found.group.assign(groups, Mark::open);
    found.chance.assign(groups, no_number);
    std::int64_t least = 0, most = 0;
    if (position.has_count) mines_on_parts(position, least, most);
    const auto free = static_cast<std::int64_t>(position.free);
    const bool binding = position.has_count && (position.left < most || position.left > least + free);
    const bool large = position.cells() > Floating::safe, wide = !position.too_wide.empty();
    const auto widest = std::max_element(position.parts.cells.begin(), position.parts.cells.end());
    const bool tiltable = widest == position.parts.cells.end() || *widest <= Floating::safe;
    if (binding && wide) {
        survey_bound(position, budget, found);
    } else if (!position.has_count || wide || (large && !binding && (!chances || tiltable))) {
        survey_uncounted(position, most_states_of_part, budget, found);  // as many mines as these parts like will do
        std::int64_t mines = 0;
        for (const std::uint32_t part : position.too_wide)
            if (found.state == State::consistent)
                survey_wide(position, {part}, 0, position.parts.cells[part], budget, found, mines);
        if (position.has_count && free != 0 && least == most &&
            (position.left == least || position.left == least + free))
            found.other = position.left == least ? Mark::safe : Mark::mine;
        if (position.has_count && chances && !wide && found.state == State::consistent) tilt(position, budget, found);
    } else if (large) {
        survey_counted<Scaled>(position, budget, found);
    } else {
        survey_counted<Floating>(position, budget, found);
    }
    return found;
}

}  // namespace passatempo::minesweeper
