// Numbers alone, pairs, all numbers together, all with the mine count; for the last two, minimal sets of numbers.
// Twin: minesweeper/puzzles/plain.py
#include "puzzles/easiest.hpp"

#include <algorithm>
#include <cstdlib>

#include "needed.hpp"
#include "puzzles/deduction.hpp"
#include "survey.hpp"

namespace passatempo::minesweeper::puzzles {

namespace {

std::vector<Reason> deduced(const Surface& surface, const std::uint8_t* cells, Rule rule, Budget& budget) {
    const Deduction deduction(surface, cells, rule, budget);
    std::vector<Reason> found;
    for (std::size_t i = 0; i < deduction.uses().size() && budget.stop() == Stop::done; ++i)
        if (!deduction.uses()[i].mine) found.push_back({deduction.uses()[i].settled, deduction.because(i)});
    return found;
}

// All numbers, those far from a cell first.
std::vector<std::uint32_t> far_first(const Surface& surface, const std::uint8_t* cells, std::uint32_t cell) {
    const int columns = surface.columns(), from = cell;
    std::vector<std::uint32_t> found;
    for (std::uint32_t at = 0; at < surface.rows() * surface.columns(); ++at)
        if (cells[at] < unknown) found.push_back(at);
    const auto distance = [&](int at) {
        return std::max(std::abs(at / columns - from / columns), std::abs(at % columns - from % columns));
    };
    std::stable_sort(found.begin(), found.end(),
                     [&](std::uint32_t one, std::uint32_t two) { return distance(one) > distance(two); });
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
    if (prepare(surface, cells, mines, none, quick_states, budget, prepared, quick_states) != State::consistent)
        return found;
    const Survey surveyed = survey(prepared, false, quick_states, budget);
    if (surveyed.state != State::consistent || budget.stop() != Stop::done) return found;
    const Frontier& frontier = prepared.frontier;
    for (std::uint32_t row = 0, cell = 0; row < surface.rows(); ++row)
        for (std::uint32_t column = 0; column < surface.columns(); ++column, ++cell) {
            const Fate fate = frontier.fate[surface.place(row, column)];
            if (fate == Fate::safe || (fate == Fate::lonely && surveyed.other == Mark::safe)) found.push_back(cell);
        }
    for (std::uint32_t v = 0; v < frontier.variables(); ++v)
        if (surveyed.group[prepared.parts.group_of(v)] == Mark::safe) found.push_back(frontier.cell[v]);
    std::sort(found.begin(), found.end());
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
