// Which mines can still be laid from each state, and a walk along them.
// Algorithm: backward reachability in the decision diagram
#include "layouts/layout.hpp"

#include <algorithm>
#include <numeric>

#include "cdcl/solver.hpp"

namespace passatempo::minesweeper {

WidePart::WidePart(const PreparedBoard& prepared, const std::vector<std::uint32_t>& parts, std::int64_t fewest,
                   std::int64_t most) {
    const Frontier& frontier = prepared.frontier;
    for (const std::uint32_t part : parts)
        for (const std::uint32_t* g = prepared.parts.groups.begin(part); g != prepared.parts.groups.end(part); ++g)
            variables.insert(variables.end(), prepared.parts.members.begin(*g), prepared.parts.members.end(*g));
    // Neighbours on the board stand together, which the solver likes.
    std::sort(variables.begin(), variables.end(), [&](auto a, auto b) { return frontier.cell[a] < frontier.cell[b]; });
    std::vector<std::int32_t> local(frontier.variables(), -1), scope;
    for (const std::uint32_t v : variables) local[v] = network.cells++;
    for (const std::uint32_t part : parts)
        for (const std::uint32_t* number = prepared.parts.numbers.begin(part);
             number != prepared.parts.numbers.end(part); ++number) {
            scope.clear();
            for (const std::uint32_t* v = frontier.seen.begin(*number); v != frontier.seen.end(*number); ++v)
                if (local[*v] >= 0) scope.push_back(local[*v]);
            network.add(scope, frontier.missing[*number]);
        }
    network.fewest = fewest;
    network.most = most;
}

cdcl::Verdict lay_wide(WidePart& part, Budget& budget) {
    cdcl::Solver solver(part.network);
    if (part.network.counted() && !solver.fix(solver.total(), &budget)) return cdcl::Verdict::no;
    const cdcl::Verdict verdict = solver.solve({}, budget);
    part.layout.clear();
    if (verdict == cdcl::Verdict::yes)
        for (std::int32_t cell = 0; cell < part.network.cells; ++cell)
            part.layout.push_back(solver.value(cell) ? 1 : 0);
    return verdict;
}

namespace {

constexpr std::size_t between_polls = 1 << 14;

// From which states, and with how many mines still to lay, the end of a part can be reached.
class Reach {
public:
    // Nothing is reached where the budget ends first.
    Reach(const Diagrams& diagrams, std::size_t part, bool counted, Budget& budget)
        : diagrams_(diagrams), part_(diagrams.parts[part]), counted_(counted), reach_(part_.last - part_.first + 1) {
        reach_.back() = {true};
        std::size_t worked = 0;
        for (std::uint32_t s = part_.last; s-- > part_.first;) {
            if (worked > between_polls && budget.poll()) break;
            if (worked > between_polls) worked = 0;
            ++worked;
            std::uint32_t k = diagrams_.fewest[s];
            for (std::uint32_t e = diagrams_.edge[s]; e < diagrams_.edge[s + 1]; ++e, ++k) {
                const std::vector<bool>& to = reach(diagrams_.next[e]);
                const std::uint32_t mines = counted_ ? k : 0;
                if (!to.empty() && reach(s).size() < to.size() + mines) reach(s).resize(to.size() + mines);
                for (std::size_t m = 0; m < to.size(); ++m)
                    if (to[m]) reach(s)[m + mines] = true;
                worked += to.size();
            }
        }
    }

    // The numbers of mines that the part can have (without a count: 0 stands for all).
    std::vector<std::uint32_t> choices() const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t m = 0; m < reach_[0].size(); ++m)
            if (reach_[0][m]) found.push_back(m);
        return found;
    }

    // Walk from the first state to the last with so many mines; the numbers of mines of each layer.
    std::vector<std::uint32_t> walk(std::uint32_t mines) const {
        std::vector<std::uint32_t> found;
        for (std::uint32_t s = part_.first; s != part_.last;) {
            std::uint32_t k = diagrams_.fewest[s], e = diagrams_.edge[s];
            for (;; ++e, ++k) {
                const std::vector<bool>& to = reach(diagrams_.next[e]);
                const std::uint32_t taken = counted_ ? k : 0;
                if (mines >= taken && mines - taken < to.size() && to[mines - taken]) break;
            }
            found.push_back(k);
            mines -= counted_ ? k : 0;
            s = diagrams_.next[e];
        }
        return found;
    }

private:
    std::vector<bool>& reach(std::uint32_t s) { return reach_[s - part_.first]; }
    const std::vector<bool>& reach(std::uint32_t s) const { return reach_[s - part_.first]; }

    const Diagrams& diagrams_;
    const Diagrams::Part& part_;
    bool counted_;
    std::vector<std::vector<bool>> reach_;
};

// Choose one number from each list with a sum in low ... high; false where there is none.
bool choose(const std::vector<std::vector<std::uint32_t>>& lists, std::int64_t low, std::int64_t high, Budget& budget,
            std::vector<std::uint32_t>& chosen) {
    chosen.assign(lists.size(), 0);
    std::int64_t sum = 0;
    for (const auto& list : lists) sum += list[0];
    if (sum > high) return false;
    // Raising one list after the other, the sum passes low by less than the widest gap.
    std::vector<std::size_t> at(lists.size(), 0);
    for (std::size_t i = 0; i < lists.size() && sum < low; ++i)
        while (sum < low && at[i] + 1 < lists[i].size()) {
            sum += lists[i][at[i] + 1] - lists[i][at[i]];
            ++at[i];
        }
    if (sum >= low && sum <= high) {
        for (std::size_t i = 0; i < lists.size(); ++i) chosen[i] = lists[i][at[i]];
        return true;
    }
    if (sum < low) return false;
    // Rare: all sums that the lists from i on can have, then one choice after the other.
    std::vector<std::vector<bool>> sums(lists.size() + 1);
    sums.back() = {true};
    for (std::size_t i = lists.size(); i-- > 0;) {
        sums[i].resize(std::min<std::size_t>(sums[i + 1].size() + lists[i].back(), high + 1));
        if (budget.poll()) return false;
        for (const std::uint32_t number : lists[i])
            for (std::size_t rest = 0; rest < sums[i + 1].size() && rest + number < sums[i].size(); ++rest)
                if (sums[i + 1][rest]) sums[i][rest + number] = true;
    }
    std::int64_t target = std::max<std::int64_t>(low, 0);
    while (target <= high && (target >= std::ssize(sums[0]) || !sums[0][target])) ++target;
    if (target > high) return false;
    std::size_t left = target;
    for (std::size_t i = 0; i < lists.size(); ++i)
        for (const std::uint32_t number : lists[i])
            if (number <= left && left - number < sums[i + 1].size() && sums[i + 1][left - number]) {
                chosen[i] = number;
                left -= number;
                break;
            }
    return true;
}

// Parts that are too wide for a diagram; with a count that binds all parts are asked together.
bool lay_parts(const PreparedBoard& prepared, const std::vector<std::uint32_t>& parts, std::int64_t fewest,
               std::int64_t most, Budget& budget, Layout& layout) {
    WidePart part(prepared, parts, fewest, most);
    const cdcl::Verdict verdict = lay_wide(part, budget);
    if (verdict != cdcl::Verdict::yes) {
        layout.state = verdict == cdcl::Verdict::no ? State::contradictory : State::stopped;
        return false;
    }
    for (std::size_t i = 0; i < part.variables.size(); ++i)
        if (part.layout[i] != 0) layout.variables.push_back(part.variables[i]);
    return true;
}

// Walk through the diagram of a part, one group after the other.
void lay_part(const PreparedBoard& prepared, const Reach& reach, std::size_t p, std::uint32_t mines, Layout& layout) {
    const std::vector<std::uint32_t> walked = reach.walk(mines);
    for (std::uint32_t i = 0; i < walked.size(); ++i) {
        const std::uint32_t layer = prepared.diagrams.parts[p].first_layer + i;
        const std::uint32_t* member = prepared.parts.members.begin(prepared.diagrams.group[layer]);
        layout.variables.insert(layout.variables.end(), member, member + walked[i]);
    }
}

// With a count: first how many mines for each part, then which.
State lay_counted(const PreparedBoard& prepared, Budget& budget, Layout& layout) {
    std::vector<Reach> reaches;
    std::vector<std::vector<std::uint32_t>> lists;
    for (std::size_t part = 0; part < prepared.diagrams.parts.size(); ++part) {
        reaches.emplace_back(prepared.diagrams, part, true, budget);
        if (budget.stop() != Stop::done) return State::stopped;
        lists.push_back(reaches.back().choices());
        if (lists.back().empty()) return State::contradictory;
    }
    std::vector<std::uint32_t> chosen;
    if (!choose(lists, prepared.left - static_cast<std::int64_t>(prepared.free), prepared.left, budget, chosen))
        return budget.stop() == Stop::done ? State::contradictory : State::stopped;
    for (std::size_t part = 0; part < reaches.size(); ++part)
        lay_part(prepared, reaches[part], part, chosen[part], layout);
    return State::consistent;
}

}  // namespace

Layout lay(PreparedBoard& prepared, std::uint64_t most, Budget& budget) {
    Layout layout;
    const std::int64_t free = prepared.free;
    if (prepared.has_count && !prepared.too_wide.empty()) {
        std::vector<std::uint32_t> all(prepared.parts.size());
        std::iota(all.begin(), all.end(), 0u);
        if (!lay_parts(prepared, all, prepared.left - free, prepared.left, budget, layout)) return layout;
    } else if (prepared.has_count) {
        layout.state = lay_counted(prepared, budget, layout);
    } else {
        layout.state = for_each_diagram(prepared, most, budget, [&](std::uint32_t) {
            const Reach reach(prepared.diagrams, 0, false, budget);
            if (budget.stop() == Stop::done) lay_part(prepared, reach, 0, 0, layout);
        });
        for (const std::uint32_t part : prepared.too_wide)
            if (layout.state == State::consistent)
                lay_parts(prepared, {part}, 0, prepared.parts.cells[part], budget, layout);
    }
    if (layout.state != State::consistent) return layout;
    if (prepared.has_count) layout.free = prepared.left - std::ssize(layout.variables);
    return layout;
}

}  // namespace passatempo::minesweeper
