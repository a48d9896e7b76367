// Numbers alone, pairs, all numbers together, all with the mine count; for the last two, minimal sets of numbers.
#include "puzzles/easiest.hpp"

#include <algorithm>

#include "layouts/survey.hpp"
#include "reasons/deduction.hpp"
#include "reasons/needed.hpp"

namespace passatempo::minesweeper::puzzles {

namespace {

std::vector<Reason> deduced(const Surface& surface, const std::uint8_t* cells, Rule rule, Budget& budget) {
    const Deduction deduction(surface, cells, rule, budget);
    std::vector<Reason> found;
    for (std::size_t i = 0; i < deduction.uses().size() && budget.stop() == Stop::done; ++i)
        if (!deduction.uses()[i].mine) found.push_back({deduction.uses()[i].settled, deduction.because(i)});
    return found;
}

// A minimal set for every safe cell; a set found before often serves another cell, too.
std::vector<Reason> proved(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                           const std::vector<std::uint32_t>& safe, Budget& budget, PreparedBoard& prepared) {
    std::vector<Reason> found;
    const auto settled_by = [&](std::uint32_t cell, const std::vector<std::uint32_t>& numbers) {
        return needed(surface, cells, mines, {cell, true}, numbers, budget, prepared);
    };
    for (const std::uint32_t cell : safe) {
        const auto known = std::find_if(found.begin(), found.end(), [&](const Reason& reason) {
            return settled_by(cell, reason.because).state == State::contradictory;
        });
        if (budget.stop() != Stop::done) return found;
        if (known != found.end()) {
            known->open.push_back(cell);
            continue;
        }
        std::vector<std::uint32_t> all = far_first(surface, cells, cell);
        Needed one = settled_by(cell, all);
        if (budget.stop() != Stop::done) return found;
        if (one.state != State::contradictory) {  // too wide a board to leave numbers out: all of them do say so
            std::sort(all.begin(), all.end());
            one.cells = std::move(all);
        }
        found.push_back({{cell}, std::move(one.cells)});
    }
    return found;
}

}  // namespace

std::vector<std::uint32_t> safe_cells(const Surface& surface, const std::uint8_t* cells, std::int64_t mines,
                                      Budget& budget, PreparedBoard& prepared) {
    std::vector<std::uint32_t> found;
    const Survey seen = surveyed(surface, cells, mines, false, budget, prepared);
    if (seen.state != State::consistent || budget.stop() != Stop::done) return found;
    std::vector<std::uint8_t> marks(std::size_t{surface.rows()} * surface.columns());
    tell_marks(surface, prepared, seen.group, seen.other, marks.data());
    for (std::uint32_t cell = 0; cell < marks.size(); ++cell)
        if (says(marks[cell], Mark::safe)) found.push_back(cell);
    return found;
}

Easiest easiest(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Level hardest, Budget& budget,
                PreparedBoard& prepared) {
    for (const Level level : {Level::single, Level::pair, Level::chain, Level::count}) {
        if (level > hardest || budget.stop() != Stop::done || (level == Level::count && mines < 0)) break;
        Easiest found{level, {}};
        if (level <= Level::pair) {
            found.reasons = deduced(surface, cells, level == Level::single ? Rule::single : Rule::pair, budget);
        } else {
            const std::int64_t count = level == Level::chain ? -1 : mines;
            const auto safe = safe_cells(surface, cells, count, budget, prepared);
            found.reasons = proved(surface, cells, count, safe, budget, prepared);
        }
        if (!found.reasons.empty()) return found;
    }
    return {};
}

}  // namespace passatempo::minesweeper::puzzles
