#include "survey.hpp"

#include <cmath>
#include <limits>

#include "combine.hpp"
#include "sweep.hpp"

namespace passatempo::minesweeper {

namespace {

constexpr double no_number = std::numeric_limits<double>::quiet_NaN();

template <class Value>
Mark mark_of(const Value& mine, const Value& free) {
    return is_zero(mine) ? Mark::safe : is_zero(free) ? Mark::mine : Mark::open;
}

template <class Field>
void note(const Diagram& diagram, const Field& field, const std::vector<Cell<Field>>& cells, Survey& found) {
    for (std::uint32_t i = 0; i < diagram.layers(); ++i) {
        found.group[diagram.group[i]] = mark_of(cells[i].mine, cells[i].free);
        found.chance[diagram.group[i]] = ratio(cells[i].mine, field.add(cells[i].mine, cells[i].free));
    }
}

// A part by itself, every layout counting once.
template <class Field>
bool survey_part(const Diagram& diagram, Budget& budget, Survey& found) {
    const Field field;
    const Sweep<Field, false> sweep(field, diagram, budget);
    const auto layouts = sweep.layouts().number[0];
    std::vector<Cell<Field>> cells;
    sweep.marginals({field.from(1)}, budget, cells);
    if (budget.stop() != Stop::done) return false;
    found.log2_layouts += log2_of(layouts);
    note(diagram, field, cells, found);
    return true;
}

void survey_uncounted(const Position& position, Budget& budget, Survey& found) {
    for (std::uint32_t part = 0; part < position.parts.size(); ++part) {
        const Diagram& diagram = position.diagrams[part];
        if (diagram.layers() == 0) continue;
        const bool small = position.parts.cells[part] <= Floating::safe;
        if (!(small ? survey_part<Floating>(diagram, budget, found) : survey_part<Scaled>(diagram, budget, found))) {
            found.state = State::stopped;
            return;
        }
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
    for (std::size_t part = 0; part < position.diagrams.size(); ++part)
        note(position.diagrams[part], field, counted.cells[part], found);
    if (position.free == 0) return;
    found.other = mark_of(counted.with_other, counted.without_other);
    found.other_chance = ratio(counted.with_other, field.add(counted.with_other, counted.without_other));
}

// How few and how many mines the parts can have together; roughly where a part is too wide.
void mines_on_parts(const Position& position, std::int64_t& least, std::int64_t& most) {
    for (std::uint32_t part = 0; part < position.parts.size(); ++part) {
        const Diagram& diagram = position.diagrams[part];
        if (diagram.layers() == 0) {
            most += position.parts.cells[part];
            continue;
        }
        least += diagram.least[diagram.last()];
        most += diagram.least[diagram.last()] + diagram.length(diagram.last()) - 1;
    }
}

}  // namespace

Survey survey(const Position& position, std::uint32_t columns, bool chances, Budget& budget) {
    Survey found;
    const std::uint32_t groups = position.parts.members.size();
    found.group.assign(groups, Mark::open);
    found.chance.assign(groups, no_number);
    (void)columns;
    if (!position.too_wide.empty()) {
        found.complete = false;
        found.log2_layouts = no_number;
    }
    if (!position.has_count) {
        survey_uncounted(position, budget, found);
        return found;
    }
    std::int64_t least = 0, most = 0;
    mines_on_parts(position, least, most);
    const bool binding = position.left < most || position.left > least + static_cast<std::int64_t>(position.free);
    const bool large = position.cells() > Floating::safe;
    if (!binding && (!position.too_wide.empty() || (large && !chances))) {  // any number of mines will do on the parts
        survey_uncounted(position, budget, found);
        found.log2_layouts = found.other_chance = no_number;
        if (position.free != 0 && least == most && position.left == least) found.other = Mark::safe;
        if (position.free != 0 && least == most && position.left == least + static_cast<std::int64_t>(position.free))
            found.other = Mark::mine;
        return found;
    }
    if (!position.too_wide.empty()) return found;
    if (large) survey_counted<Scaled>(position, budget, found);
    else survey_counted<Floating>(position, budget, found);
    return found;
}

}  // namespace passatempo::minesweeper
