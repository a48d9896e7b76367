// Single numbers first, then pairs of numbers; then any set that a conflict-driven solver finds near the cell; and
// where none will do, sets of numbers with the mine count. Of the numbers used none is needless.
// Algorithm: deletion-based minimal unsatisfiable subsets
// Twin: minesweeper/reasons/method.py
#include "reasons/explain.hpp"

#include <algorithm>
#include <optional>

#include "cdcl/reasons.hpp"
#include "layouts/survey.hpp"
#include "reasons/deduction.hpp"
#include "reasons/needed.hpp"

namespace passatempo::minesweeper::reasons {

namespace {

using puzzles::Deduction;
using puzzles::Rule;
using Places = std::vector<std::int32_t>;  // of numbers

constexpr std::size_t most_spared = 24;  // numbers of an easy way among which needless ones are looked for
constexpr std::size_t first_ring = 4;    // numbers around a cell that are tried first; then twice as many each time

class Explainer {
public:
    Explainer(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t cell, bool mine,
              Budget& budget, PreparedBoard& prepared)
        : surface_(surface),
          cells_(cells),
          mines_(mines),
          cell_(cell),
          mine_(mine),
          budget_(budget),
          prepared_(prepared),
          numbers_(surface, cells),
          solver_(numbers_.network()) {}

    Explanation run(bool counted) {
        Explanation found{true, mine_, counted ? Level::count : Level::chain, {}, {}};
        for (const Rule rule : {Rule::single, Rule::pair}) {
            const Deduction whole(surface_, cells_, rule, budget_);
            if (budget_.stop() != Stop::done) return {};
            if (!whole.settles(cell_)) continue;
            const auto [used, told] = traced(whole);
            found.because = cells_of(used);
            by_rule(told, found);
            return found;
        }
        found.because = counted ? with_count() : cells_of(around());
        return found;
    }

private:
    struct Traced {
        Places used, told;  // a minimal set, and numbers that the rule settles the cell by
    };

    // The two are the same but where a harder rule can spare a number of the easy way.
    Traced traced(const Deduction& whole) {
        Rule kind = Rule::single;
        Places every;
        for (const std::size_t use : whole.trace(cell_))
            for (const std::uint32_t number : whole.uses()[use].numbers) {
                if (number == none) continue;
                if (number != whole.uses()[use].numbers[0]) kind = Rule::pair;
                const std::int32_t place = number;
                if (std::find(every.begin(), every.end(), place) == every.end()) every.push_back(place);
            }
        Places found = against(every);
        if (settles(kind, found)) return {found, found};
        if (every.size() > most_spared) return {found, every};
        Places kept, reversed(every.rbegin(), every.rend());
        for (const Places& order : {every, reversed}) {
            kept = spared(kind, order);
            found = against(kept);
            if (found.size() == kept.size()) break;
        }
        return {found, kept};
    }

    // Leave out the numbers that a rule can do without, the first ones first.
    Places spared(Rule kind, const Places& order) {
        Places kept = order;
        for (const std::int32_t k : order) {
            Places fewer = kept;
            std::erase(fewer, k);
            if (settles(kind, fewer)) kept = std::move(fewer);
        }
        return kept;
    }

    // The board with these numbers alone.
    std::vector<std::uint8_t> showing(const Places& chosen) const {
        std::vector<std::uint8_t> shown(cells_, cells_ + std::size_t{surface_.rows()} * surface_.columns());
        for (std::uint8_t& code : shown)
            if (code < unknown) code = unknown;
        for (const std::int32_t k : chosen) shown[numbers_[k].cell] = numbers_[k].need;
        return shown;
    }

    bool settles(Rule kind, const Places& chosen) const {
        return Deduction(surface_, showing(chosen).data(), kind, budget_).settles(cell_);
    }

    // The easiest rule by which these numbers settle the cell, step by step.
    void by_rule(const Places& told, Explanation& found) const {
        const std::vector<std::uint8_t> shown = showing(told);
        std::vector<std::uint32_t> places = cells_of(told);
        for (const Rule rule : {Rule::single, Rule::pair}) {
            const Deduction made(surface_, shown.data(), rule, budget_);
            if (!made.settles(cell_)) continue;
            found.level = rule == Rule::single ? Level::single : Level::pair;
            for (const std::size_t use : made.trace(cell_)) {
                found.steps.push_back(made.uses()[use]);
                for (std::uint32_t& number : found.steps.back().numbers)
                    if (number != none) number = places[number];
            }
            return;
        }
    }

    Places against(const Places& among) {
        return solver_.against(numbers_.index(cell_), !mine_, among, budget_).value_or(Places{});
    }

    // A minimal set near a cell that is certain whatever the mine count.
    Places around() {
        const Places every = numbers_.outwards(cell_);
        for (std::size_t ring = first_ring;; ring *= 2) {
            const std::size_t size = std::min(ring, every.size());
            const Places order(every.rend() - size, every.rend());
            const auto found = solver_.against(numbers_.index(cell_), !mine_, order, budget_);
            if (found || size == every.size() || budget_.stop() != Stop::done) return found.value_or(Places{});
        }
    }

    // A minimal set that, with the mine count, settles the cell: numbers far from it are left out first.
    std::vector<std::uint32_t> with_count() {
        const std::vector<std::uint32_t> order = far_first(surface_, cells_, cell_);
        return needed(surface_, cells_, mines_, {cell_, !mine_}, order, budget_, prepared_).cells;
    }

    std::vector<std::uint32_t> cells_of(const Places& places) const {
        std::vector<std::uint32_t> found;
        for (const std::int32_t k : places) found.push_back(numbers_[k].cell);
        std::sort(found.begin(), found.end());
        return found;
    }

    const Surface& surface_;
    const std::uint8_t* cells_;
    std::int64_t mines_;
    std::uint32_t cell_;
    bool mine_;
    Budget& budget_;
    PreparedBoard& prepared_;
    Numbers numbers_;
    cdcl::Reasons solver_;
};

// The mark of a cell, as `tell_marks` writes it; 0 where there is none.
std::uint8_t mark_of(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t cell,
                     Budget& budget, PreparedBoard& prepared) {
    const Survey found = surveyed(surface, cells, mines, false, budget, prepared);
    if (found.state != State::consistent || budget.stop() != Stop::done) return 0;
    std::vector<std::uint8_t> marks(std::size_t{surface.rows()} * surface.columns());
    tell_marks(surface, prepared, found.group, found.other, marks.data());
    return marks[cell];
}

bool is_certain(std::uint8_t told) { return says(told, Mark::safe) || says(told, Mark::mine); }

}  // namespace

Explanation explain(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t cell,
                    Budget& budget, PreparedBoard& prepared) {
    const std::uint8_t mark = mark_of(surface, cells, mines, cell, budget, prepared);
    if (!is_certain(mark)) return {};
    const bool counted = mines >= 0 && !is_certain(mark_of(surface, cells, -1, cell, budget, prepared));
    if (budget.stop() != Stop::done) return {};
    return Explainer(surface, cells, mines, cell, says(mark, Mark::mine), budget, prepared).run(counted);
}

Conflict conflict(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Budget& budget,
                  PreparedBoard& prepared) {
    const Numbers numbers(surface, cells);
    const State uncounted =
        mines < 0 ? State::contradictory : surveyed(surface, cells, -1, false, budget, prepared).state;
    if (budget.stop() != Stop::done) return {};
    if (uncounted == State::contradictory) {
        Places every;
        for (std::uint32_t k = 0; k < numbers.size(); ++k) every.push_back(k);
        cdcl::Reasons solver(numbers.network());
        const auto found = solver.conflict(every, budget);
        Conflict told{found.has_value(), false, {}};
        for (const std::int32_t k : found.value_or(Places{})) told.because.push_back(numbers[k].cell);
        std::sort(told.because.begin(), told.because.end());
        return told;
    }
    std::vector<std::uint32_t> every;
    for (std::uint32_t k = 0; k < numbers.size(); ++k) every.push_back(numbers[k].cell);
    const Needed found = needed(surface, cells, mines, {}, every, budget, prepared);
    return {found.state == State::contradictory, true, found.cells};
}

}  // namespace passatempo::minesweeper::reasons
