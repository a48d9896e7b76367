#include "layout.hpp"

#include <algorithm>

namespace passatempo::minesweeper {

namespace {

// From which states, and with how many mines still to lay, the end of a part can be reached.
class Reach {
public:
    explicit Reach(const Diagram& diagram) : diagram_(diagram), counted_(!diagram.place.empty()) {
        const std::uint32_t states = diagram.states();
        std::vector<std::vector<bool>> reach(states);
        reach[diagram.last()] = {true};
        for (std::uint32_t s = diagram.last(); s-- > 0;) {
            std::uint32_t k = diagram.fewest[s];
            for (std::uint32_t e = diagram.edge[s]; e < diagram.edge[s + 1]; ++e, ++k) {
                const std::vector<bool>& to = reach[diagram.next[e]];
                const std::uint32_t mines = counted_ ? k : 0;
                if (!to.empty() && reach[s].size() < to.size() + mines) reach[s].resize(to.size() + mines);
                for (std::size_t m = 0; m < to.size(); ++m)
                    if (to[m]) reach[s][m + mines] = true;
            }
        }
        reach_ = std::move(reach);
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
        for (std::uint32_t s = 0; s != diagram_.last();) {
            std::uint32_t k = diagram_.fewest[s], e = diagram_.edge[s];
            for (;; ++e, ++k) {
                const std::vector<bool>& to = reach_[diagram_.next[e]];
                const std::uint32_t taken = counted_ ? k : 0;
                if (mines >= taken && mines - taken < to.size() && to[mines - taken]) break;
            }
            found.push_back(k);
            mines -= counted_ ? k : 0;
            s = diagram_.next[e];
        }
        return found;
    }

private:
    const Diagram& diagram_;
    bool counted_;
    std::vector<std::vector<bool>> reach_;
};

// Choose one number from each list with a sum in low ... high; false where there is none.
bool choose(const std::vector<std::vector<std::uint32_t>>& lists, std::int64_t low, std::int64_t high, std::vector<std::uint32_t>& chosen) {
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
        sums[i].resize(std::min<std::size_t>(sums[i + 1].size() + lists[i].back(), static_cast<std::size_t>(high) + 1));
        for (const std::uint32_t number : lists[i])
            for (std::size_t rest = 0; rest < sums[i + 1].size() && rest + number < sums[i].size(); ++rest)
                if (sums[i + 1][rest]) sums[i][rest + number] = true;
    }
    std::int64_t target = std::max<std::int64_t>(low, 0);
    while (target <= high && (static_cast<std::size_t>(target) >= sums[0].size() || !sums[0][static_cast<std::size_t>(target)])) ++target;
    if (target > high) return false;
    auto left = static_cast<std::size_t>(target);
    for (std::size_t i = 0; i < lists.size(); ++i)
        for (const std::uint32_t number : lists[i])
            if (number <= left && left - number < sums[i + 1].size() && sums[i + 1][left - number]) {
                chosen[i] = number;
                left -= number;
                break;
            }
    return true;
}

}  // namespace

bool lay(const Position& position, std::vector<std::uint32_t>& variables, std::uint64_t& free_mines) {
    if (!position.too_wide.empty()) return false;
    std::vector<Reach> reaches;
    std::vector<std::vector<std::uint32_t>> lists;
    for (const Diagram& diagram : position.diagrams) {
        reaches.emplace_back(diagram);
        lists.push_back(reaches.back().choices());
        if (lists.back().empty()) return false;
    }
    std::vector<std::uint32_t> chosen(lists.size(), 0);
    free_mines = 0;
    if (position.has_count) {
        if (!choose(lists, position.left - static_cast<std::int64_t>(position.free), position.left, chosen)) return false;
        std::int64_t left = position.left;
        for (const std::uint32_t number : chosen) left -= number;
        free_mines = static_cast<std::uint64_t>(left);
    }
    variables.clear();
    for (std::uint32_t v = 0; v < position.frontier.variables(); ++v)
        if (position.frontier.mark[v] == Mark::mine) variables.push_back(v);
    for (std::size_t part = 0; part < reaches.size(); ++part) {
        const std::vector<std::uint32_t> mines = reaches[part].walk(chosen[part]);
        for (std::uint32_t i = 0; i < mines.size(); ++i) {
            const std::uint32_t* member = position.parts.members.begin(position.diagrams[part].group[i]);
            variables.insert(variables.end(), member, member + mines[i]);
        }
    }
    return true;
}

}  // namespace passatempo::minesweeper
