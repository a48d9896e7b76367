// Which of the ways to count fits the board: parts alone, the whole, the saddle point, or the wide solver.
// Twin: minesweeper/reference.py
#include "layouts/survey.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "layouts/layout.hpp"
#include "layouts/sweep.hpp"

namespace passatempo::minesweeper {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

template <class Value>
Mark mark_of(const Value& mine, const Value& free) {
    return is_zero(mine) ? Mark::safe : is_zero(free) ? Mark::mine : Mark::open;
}

template <class Semiring>
void note(const Diagrams& diagrams, const Semiring& semiring, const Cell<Semiring>* cells, std::uint32_t first,
          std::uint32_t layers, Survey& found) {
    for (std::uint32_t i = 0; i < layers; ++i) {
        const std::uint32_t group = diagrams.group[first + i];
        found.group[group] = mark_of(cells[i].mine, cells[i].free);
        found.chance[group] = ratio(cells[i].mine, semiring.add(cells[i].mine, cells[i].free));
    }
}

// The first part of the diagrams by itself, every layout counting once.
template <class Semiring>
void survey_part(const Diagrams& diagrams, std::size_t p, Budget& budget, Survey& found) {
    const Semiring semiring;
    const Diagrams::Part& part = diagrams.parts[p];
    Sweep<Semiring, false> sweep(semiring, diagrams, p, p + 1);
    std::vector<Cell<Semiring>> cells(part.layers);
    found.log2_layouts += log2_of(sweep.layouts(p, budget).number[0]);
    sweep.marginals(p, {semiring.from(1)}, budget, cells.data());
    note(diagrams, semiring, cells.data(), part.first_layer, part.layers, found);
}

void survey_part(const PreparedBoard& prepared, std::uint32_t part, std::size_t p, Budget& budget, Survey& found) {
    if (prepared.parts.cells[part] <= Floating::safe) survey_part<Floating>(prepared.diagrams, p, budget, found);
    else survey_part<Scaled>(prepared.diagrams, p, budget, found);
}

void survey_uncounted(PreparedBoard& prepared, std::uint64_t most, Budget& budget, Survey& found) {
    if (prepared.has_count) {  // the diagrams stand already
        for (std::uint32_t part = 0; part < prepared.parts.size() && budget.stop() == Stop::done; ++part)
            if (prepared.diagrams.parts[part].layers != 0) survey_part(prepared, part, part, budget, found);
        if (budget.stop() != Stop::done) found.state = State::stopped;
    } else {
        found.state = for_each_diagram(prepared, most, budget,
                                       [&](std::uint32_t part) { survey_part(prepared, part, 0, budget, found); });
    }
    found.log2_layouts += prepared.free;
    found.other_chance = 0.5;
}

template <class Semiring>
void survey_counted(const PreparedBoard& prepared, Budget& budget, Survey& found) {
    const Semiring semiring;
    Counted<Semiring> counted;
    if (!count_all(semiring, prepared.diagrams, prepared.free, prepared.left, budget, counted)) {
        found.state = State::stopped;
        return;
    }
    if (is_zero(counted.layouts)) {
        found.state = State::contradictory;
        return;
    }
    found.log2_layouts = log2_of(counted.layouts);
    note(prepared.diagrams, semiring, counted.cells.data(), 0, counted.cells.size(), found);
    if (prepared.free == 0) return;
    found.other = mark_of(counted.free.mine, counted.free.free);
    found.other_chance = ratio(counted.free.mine, semiring.add(counted.free.mine, counted.free.free));
}

// How few and how many mines the parts can have together; roughly where a part is too wide.
void mines_on_parts(const PreparedBoard& prepared, std::int64_t& least, std::int64_t& most) {
    for (std::uint32_t part = 0; part < prepared.parts.size(); ++part) {
        const Diagrams::Part& built = prepared.diagrams.parts[part];
        if (built.layers == 0) {
            most += prepared.parts.cells[part];
            continue;
        }
        least += prepared.diagrams.least[built.last];
        most += prepared.diagrams.least[built.last] + prepared.diagrams.length(built.last) - 1;
    }
}

// The marks alone, of parts together that may have `fewest` to `most` mines.
void survey_wide(const PreparedBoard& prepared, const std::vector<std::uint32_t>& parts, std::int64_t fewest,
                 std::int64_t most, Budget& budget, Survey& found, std::int64_t& mines) {
    WidePart part(prepared, parts, fewest, most);
    const cdcl::Resolution resolved = cdcl::resolve(part.network, budget);
    if (resolved.consistent != cdcl::Verdict::yes) {
        found.state = resolved.consistent == cdcl::Verdict::no ? State::contradictory : State::stopped;
        return;
    }
    mines = std::accumulate(resolved.layout.begin(), resolved.layout.end(), std::int64_t{0});
    for (std::size_t i = 0; i < part.variables.size(); ++i) {
        const cdcl::Fate fate = resolved.fates[i];
        if (fate == cdcl::Fate::unknown) found.state = State::stopped;
        Mark& mark = found.group[prepared.parts.group_of(part.variables[i])];
        mark = fate == cdcl::Fate::safe ? Mark::safe : fate == cdcl::Fate::mine ? Mark::mine : Mark::open;
    }
}

// Where the mine count binds and a part is too wide: all parts together.
void survey_bound(const PreparedBoard& prepared, Budget& budget, Survey& found) {
    std::vector<std::uint32_t> all(prepared.parts.size());
    std::iota(all.begin(), all.end(), 0u);
    const std::int64_t free = prepared.free;
    std::int64_t mines = 0;
    survey_wide(prepared, all, prepared.left - free, prepared.left, budget, found, mines);
    if (found.state != State::consistent || free == 0) return;
    const auto possible = [&](std::int64_t fewest, std::int64_t most) {
        WidePart part(prepared, all, fewest, most);
        return lay_wide(part, budget) == cdcl::Verdict::yes;
    };
    const bool can_be_mine = mines < prepared.left || possible(prepared.left - free, prepared.left - 1);
    const bool can_be_free = mines > prepared.left - free || possible(prepared.left - free + 1, prepared.left);
    if (budget.stop() != Stop::done) found.state = State::stopped;
    found.other = !can_be_mine ? Mark::safe : !can_be_free ? Mark::mine : Mark::open;
}

// As many mines as these parts like will do: parts with diagrams one by one, wide ones by the CDCL solver.
void survey_parts(PreparedBoard& prepared, std::uint64_t most_states_of_part, Budget& budget, Survey& found) {
    survey_uncounted(prepared, most_states_of_part, budget, found);
    std::int64_t mines = 0;
    for (const std::uint32_t part : prepared.too_wide)
        if (found.state == State::consistent)
            survey_wide(prepared, {part}, 0, prepared.parts.cells[part], budget, found, mines);
}

// What the mine count says of the cells next to no number, where all parts together can only have `mines`.
void mark_others(const PreparedBoard& prepared, std::int64_t mines, Survey& found) {
    const std::int64_t free = prepared.free;
    if (free == 0) return;
    if (prepared.left == mines) found.other = Mark::safe;
    else if (prepared.left == mines + free) found.other = Mark::mine;
}

// Can the saddle point be used: has every part few enough cells for floating point?
bool tiltable(const PreparedBoard& prepared) {
    const auto widest = std::max_element(prepared.parts.cells.begin(), prepared.parts.cells.end());
    return widest == prepared.parts.cells.end() || *widest <= Floating::safe;
}

}  // namespace

Survey survey(PreparedBoard& prepared, bool chances, std::uint64_t most_states_of_part, Budget& budget) {
    Survey found;
    const std::uint32_t groups = prepared.parts.members.size();
    found.group.assign(groups, Mark::open);
    found.chance.assign(groups, no_number);
    std::int64_t least = 0, most = 0;
    if (prepared.has_count) mines_on_parts(prepared, least, most);
    const std::int64_t free = prepared.free;
    const bool binding = prepared.has_count && (prepared.left < most || prepared.left > least + free);
    const bool large = prepared.cells() > Floating::safe, wide = !prepared.too_wide.empty();
    if (binding && wide) {
        survey_bound(prepared, budget, found);
    } else if (!prepared.has_count || wide || (large && !binding && (!chances || tiltable(prepared)))) {
        survey_parts(prepared, most_states_of_part, budget, found);
        if (!prepared.has_count) return found;
        if (least == most) mark_others(prepared, least, found);
        if (chances && !wide && found.state == State::consistent) saddle_point(prepared, budget, found);
    } else if (large) {
        survey_counted<Scaled>(prepared, budget, found);
    } else {
        survey_counted<Floating>(prepared, budget, found);
    }
    if (prepared.has_count && wide) found.chance.assign(groups, found.other_chance = no_number);
    return found;
}

}  // namespace passatempo::minesweeper
