// The mines that remain possible at each state, and a walk along them.
// Algorithm: backward reachability in the decision diagram
#include "layouts/layout.hpp"

#include <algorithm>
#include <numeric>

#include "cdcl/solver.hpp"

namespace passatempo::minesweeper {

WidePart::WidePart(const BoardModel& board_model, const std::vector<std::uint32_t>& parts, std::int64_t min_mines,
                   std::int64_t max_mines) {
    const Frontier& frontier = board_model.frontier;
    for (const std::uint32_t part : parts)
        for (const std::uint32_t* g = board_model.parts.groups.begin(part); g != board_model.parts.groups.end(part);
             ++g)
            variables.insert(variables.end(), board_model.parts.members.begin(*g), board_model.parts.members.end(*g));
    // Neighbours on the board become neighbours in the order, which suits the solver.
    std::sort(variables.begin(), variables.end(),
              [&](auto a, auto b) { return frontier.variable_cells[a] < frontier.variable_cells[b]; });
    std::vector<std::int32_t> local(frontier.variables(), -1), scope;
    for (const std::uint32_t v : variables) local[v] = network.cells++;
    for (const std::uint32_t part : parts)
        for (const std::uint32_t* number = board_model.parts.numbers.begin(part);
             number != board_model.parts.numbers.end(part); ++number) {
            scope.clear();
            for (const std::uint32_t* v = frontier.neighbours.begin(*number); v != frontier.neighbours.end(*number);
                 ++v)
                if (local[*v] >= 0) scope.push_back(local[*v]);
            network.add_number(scope, frontier.missing_mines[*number]);
        }
    network.min_mines = min_mines;
    network.max_mines = max_mines;
}

cdcl::Verdict lay_wide(WidePart& part, Budget& budget) {
    cdcl::Solver solver(part.network);
    if (part.network.has_bounds() && !solver.fix_literal(solver.total(), &budget)) return cdcl::Verdict::no;
    const cdcl::Verdict verdict = solver.solve({}, budget);
    part.layout.clear();
    if (verdict == cdcl::Verdict::yes)
        for (std::int32_t cell = 0; cell < part.network.cells; ++cell)
            part.layout.push_back(solver.phase_of(cell) ? 1 : 0);
    return verdict;
}

namespace {

constexpr std::size_t between_polls = 1 << 14;

// The states, and the numbers of mines still to lay, from which the end of a part can be reached.
class ReachableMines {
public:
    // If the budget ends first, nothing is reachable.
    ReachableMines(const Diagrams& diagrams, std::size_t part, bool has_count, Budget& budget)
        : diagrams_(diagrams),
          part_(diagrams.parts[part]),
          has_count_(has_count),
          reachable_mines_(part_.last_state - part_.first_state + 1) {
        reachable_mines_.back() = {true};
        std::size_t work_count = 0;
        for (std::uint32_t s = part_.last_state; s-- > part_.first_state;) {
            if (work_count > between_polls && budget.poll()) break;
            if (work_count > between_polls) work_count = 0;
            ++work_count;
            std::uint32_t k = diagrams_.first_edge_mines[s];
            for (std::uint32_t e = diagrams_.edge_start[s]; e < diagrams_.edge_start[s + 1]; ++e, ++k) {
                const std::vector<bool>& to = reach(diagrams_.edge_target[e]);
                const std::uint32_t mines = has_count_ ? k : 0;
                if (!to.empty() && reach(s).size() < to.size() + mines) reach(s).resize(to.size() + mines);
                for (std::size_t m = 0; m < to.size(); ++m)
                    if (to[m]) reach(s)[m + mines] = true;
                work_count += to.size();
            }
        }
    }

    // Returns the numbers of mines that the part can have. Without a count 0 stands for all of them.
    std::vector<std::uint32_t> mine_choices() const {
        std::vector<std::uint32_t> mine_counts;
        for (std::uint32_t m = 0; m < reachable_mines_[0].size(); ++m)
            if (reachable_mines_[0][m]) mine_counts.push_back(m);
        return mine_counts;
    }

    // Walks from the first state to the last with this many mines, and returns the mines of each layer.
    std::vector<std::uint32_t> walk_diagram(std::uint32_t mines) const {
        std::vector<std::uint32_t> layer_mines;
        for (std::uint32_t s = part_.first_state; s != part_.last_state;) {
            std::uint32_t k = diagrams_.first_edge_mines[s], e = diagrams_.edge_start[s];
            for (;; ++e, ++k) {
                const std::vector<bool>& to = reach(diagrams_.edge_target[e]);
                const std::uint32_t edge_mines = has_count_ ? k : 0;
                if (mines >= edge_mines && mines - edge_mines < to.size() && to[mines - edge_mines]) break;
            }
            layer_mines.push_back(k);
            mines -= has_count_ ? k : 0;
            s = diagrams_.edge_target[e];
        }
        return layer_mines;
    }

private:
    std::vector<bool>& reach(std::uint32_t s) { return reachable_mines_[s - part_.first_state]; }
    const std::vector<bool>& reach(std::uint32_t s) const { return reachable_mines_[s - part_.first_state]; }

    const Diagrams& diagrams_;
    const Diagrams::DiagramSpan& part_;
    bool has_count_;
    std::vector<std::vector<bool>> reachable_mines_;
};

// Chooses one number from each list with a sum in low ... high, and returns false if there is none.
bool choose_sum(const std::vector<std::vector<std::uint32_t>>& lists, std::int64_t low, std::int64_t high,
                Budget& budget, std::vector<std::uint32_t>& choices) {
    choices.assign(lists.size(), 0);
    std::int64_t sum = 0;
    for (const auto& list : lists) sum += list[0];
    if (sum > high) return false;
    // If the lists are raised one after the other, the sum passes low by less than the widest gap.
    std::vector<std::size_t> at(lists.size(), 0);
    for (std::size_t i = 0; i < lists.size() && sum < low; ++i)
        while (sum < low && at[i] + 1 < lists[i].size()) {
            sum += lists[i][at[i] + 1] - lists[i][at[i]];
            ++at[i];
        }
    if (sum >= low && sum <= high) {
        for (std::size_t i = 0; i < lists.size(); ++i) choices[i] = lists[i][at[i]];
        return true;
    }
    if (sum < low) return false;
    // Rarely needed: all sums of the lists from i on, then one choice after the other.
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
                choices[i] = number;
                left -= number;
                break;
            }
    return true;
}

// Lays the parts that are too wide for a diagram. If a count binds, all parts are solved together.
bool lay_parts(const BoardModel& board_model, const std::vector<std::uint32_t>& parts, std::int64_t min_mines,
               std::int64_t max_mines, Budget& budget, Layout& layout) {
    WidePart part(board_model, parts, min_mines, max_mines);
    const cdcl::Verdict verdict = lay_wide(part, budget);
    if (verdict != cdcl::Verdict::yes) {
        layout.state = verdict == cdcl::Verdict::no ? LayoutState::contradictory : LayoutState::stopped;
        return false;
    }
    for (std::size_t i = 0; i < part.variables.size(); ++i)
        if (part.layout[i] != 0) layout.variables.push_back(part.variables[i]);
    return true;
}

// Walks through the diagram of a part, group by group.
void lay_part(const BoardModel& board_model, const ReachableMines& reach, std::size_t p, std::uint32_t mines,
              Layout& layout) {
    const std::vector<std::uint32_t> walk_counts = reach.walk_diagram(mines);
    for (std::uint32_t i = 0; i < walk_counts.size(); ++i) {
        const std::uint32_t layer = board_model.diagrams.parts[p].first_layer + i;
        const std::uint32_t* member = board_model.parts.members.begin(board_model.diagrams.layer_group[layer]);
        layout.variables.insert(layout.variables.end(), member, member + walk_counts[i]);
    }
}

// With a count, first chooses the number of mines of each part and then their cells.
LayoutState lay_with_count(const BoardModel& board_model, Budget& budget, Layout& layout) {
    std::vector<ReachableMines> reaches;
    std::vector<std::vector<std::uint32_t>> lists;
    for (std::size_t part = 0; part < board_model.diagrams.parts.size(); ++part) {
        reaches.emplace_back(board_model.diagrams, part, true, budget);
        if (budget.stop() != Stop::done) return LayoutState::stopped;
        lists.push_back(reaches.back().mine_choices());
        if (lists.back().empty()) return LayoutState::contradictory;
    }
    std::vector<std::uint32_t> part_mines;
    if (!choose_sum(lists, board_model.mines_left - static_cast<std::int64_t>(board_model.free_cells),
                    board_model.mines_left, budget, part_mines))
        return budget.stop() == Stop::done ? LayoutState::contradictory : LayoutState::stopped;
    for (std::size_t part = 0; part < reaches.size(); ++part)
        lay_part(board_model, reaches[part], part, part_mines[part], layout);
    return LayoutState::consistent;
}

}  // namespace

Layout lay(BoardModel& board_model, std::uint64_t state_limit, Budget& budget) {
    Layout layout;
    const std::int64_t free = board_model.free_cells;
    if (board_model.has_count && !board_model.too_wide.empty()) {
        std::vector<std::uint32_t> all(board_model.parts.size());
        std::iota(all.begin(), all.end(), 0u);
        if (!lay_parts(board_model, all, board_model.mines_left - free, board_model.mines_left, budget, layout))
            return layout;
    } else if (board_model.has_count) {
        layout.state = lay_with_count(board_model, budget, layout);
    } else {
        layout.state = for_each_diagram(board_model, state_limit, budget, [&](std::uint32_t) {
            const ReachableMines reach(board_model.diagrams, 0, false, budget);
            if (budget.stop() == Stop::done) lay_part(board_model, reach, 0, 0, layout);
        });
        for (const std::uint32_t part : board_model.too_wide)
            if (layout.state == LayoutState::consistent)
                lay_parts(board_model, {part}, 0, board_model.parts.cell_counts[part], budget, layout);
    }
    if (layout.state != LayoutState::consistent) return layout;
    if (board_model.has_count) layout.free_mines = board_model.mines_left - std::ssize(layout.variables);
    return layout;
}

}  // namespace passatempo::minesweeper
