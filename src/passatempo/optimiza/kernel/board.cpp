// Levels solved from the greatest number down, and the path read off again; in rounds, where what one proves of a
// component stays for the next.
// Algorithm: dynamic programming over levels and their connected components
// Twin: optimiza/reference/search.py
#include "board.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::optimiza {
namespace {

constexpr std::size_t small = 10;    // up to here all simple paths are tried; above, the frontier is faster
constexpr std::size_t turns = 2000;  // rotations of a dive: as long as a frontier of some thousand states takes
constexpr std::size_t large = 80;    // above, the first rounds turn less
constexpr std::size_t most_tallied = std::size_t{1} << 24;  // states of a component, where paths are counted
constexpr std::size_t ahead = 64;  // cells whose landings are fetched at a time: some 600 lines of the cache
constexpr std::size_t most_ways = 8;
constexpr std::uint16_t no_seat = 0xffff;
constexpr std::uint32_t most_alike = 4096;  // cells of one number: a place in a level takes twelve bits
constexpr int rows_polled = 64;             // rows between two looks at the clock, a millisecond for the longest
constexpr std::size_t first_states = std::size_t{1} << 15;  // of a component, in the first round
constexpr std::size_t round_growth = 8;

std::vector<Best> as_weights(const std::vector<std::int64_t>& sums) {
    std::vector<Best> weights;
    weights.reserve(sums.size());
    for (const std::int64_t sum : sums) weights.push_back(Best::of(sum));
    return weights;
}

}  // namespace

bool numbers_fit(const Surface& surface, const std::uint16_t* cells) {
    bool fits = true;
    for (std::uint32_t c = 0; c < surface.size(); ++c) fits &= cells[c] <= surface.n;
    return fits;
}

Board::Board(const Surface& surface, const std::uint16_t* cells, Budget& budget)
    : surface_(surface), words_(surface.size()) {
    sort_cells(cells, budget);
}

void Board::sort_cells(const std::uint16_t* cells, Budget& budget) {
    const std::size_t n = surface_.n;
    first_.assign(n + 2, 0);
    for (std::uint32_t c = 0; c < surface_.size(); ++c) ++first_[cells[c] + 1U];
    for (std::size_t v = 1; v <= n; ++v)
        if (first_[v + 1] > most_alike) refuse("cells: a number stands on more than 4096 cells");
    for (std::size_t v = 0; v <= n; ++v) first_[v + 1] += first_[v];
    order_.resize(surface_.size());
    std::vector<std::uint32_t> next(first_.begin(), first_.end() - 1);
    std::uint32_t c = 0;
    for (int i = 0; i < surface_.rows; ++i) {
        if (i % rows_polled == 0 && budget.poll()) return;
        for (int j = 0; j < surface_.length(i); ++j, ++c) {
            const std::uint32_t value = cells[c];
            const std::uint32_t at = next[value]++;
            order_[at] = static_cast<std::uint32_t>(i) << 12 | static_cast<std::uint32_t>(j);
            words_[c] = std::uint64_t{value} << 12 | (value == 0 ? 0 : at - first_[value]);
        }
    }
    sorted_ = true;
}

void Board::run(Budget& budget, std::size_t states, Manner manner) {
    best_ = bound_ = 0;
    states_ = states;
    loose_ = false;
    whole_ = true;
    counts_ = Counts{};
    if (!sorted_) {
        whole_ = false;
        return;
    }
    std::uint64_t poll = 0;
    for (int value = surface_.n; value > 0; --value) {
        poll += first_[value + 1] - first_[value];
        if (poll >= 4096) {  // a fraction of a millisecond
            poll = 0;
            budget.poll();
        }
        if (budget.stop() != Stop::done && best_ > 0) {
            whole_ = false;
            bound_ += std::int64_t{value} * (first_[value + 1] - first_[value]);
            continue;
        }
        solve_level(value, budget, states, manner);
    }
}

// Turn to the cells of a number.
void Board::look(int value) {
    const std::size_t v = value;
    begin_ = first_[v];
    count_ = first_[v + 1] - begin_;
    if (reach_.size() < count_) {
        reach_.resize(count_);
        reached_.resize(count_);
        beside_.resize(count_);
        degree_.resize(count_);
        low_.resize(count_);
        high_.resize(count_);
        seat_.resize(count_, no_seat);
    }
}

// Find out where some cells lead, before anything is computed: the memory is asked early for what is needed.
void Board::aim(int value, std::size_t from, std::size_t to) {
    for (std::size_t a = from; a < to; ++a) {
        const int count = surface_.landings(row(begin_ + a), column(begin_ + a), value, reach_[a]);
        reached_[a] = count;
        __builtin_prefetch(&words_[cell(begin_ + a)], 1);
        for (int k = 0; k < count; ++k) __builtin_prefetch(&words_[reach_[a][k]]);
    }
}

void Board::solve_level(int value, Budget& budget, std::size_t states, Manner manner) {
    look(value);
    bool together = false;
    for (std::size_t a = 0; a < count_; ++a) {
        if (a % ahead == 0) aim(value, a, std::min(a + ahead, count_));
        std::int64_t low = 0;
        bool alike = false;
        const auto see = [&](std::uint32_t onward) {  // without a jump: which number is greater cannot be foretold
            const std::uint64_t word = words_[onward];
            const int other = word >> 12 & 0xfff;
            low = std::max(low, other > value ? static_cast<std::int64_t>(word >> 24) : 0);
            alike |= other == value;
        };
        if (reached_[a] == most_ways)
            for (std::size_t k = 0; k < most_ways; ++k) see(reach_[a][k]);
        else
            for (std::size_t k = 0; k < reached_[a]; ++k) see(reach_[a][k]);
        degree_[a] = alike ? join(a, value) : 0;
        low_[a] = high_[a] = low;
        if (loose_)
            for (std::size_t k = 0; k < reached_[a]; ++k)
                if (number(reach_[a][k]) > value) high_[a] = std::max(high_[a], above_[reach_[a][k]]);
        if (!alike) settle(a, value + low, value + high_[a]);
        together |= alike;
    }
    if (!together) return;
    for (std::size_t a = 0; a < count_; ++a) {
        if (degree_[a] == 0 || seat_[a] != no_seat) continue;
        if (manner == Manner::by_shape && settle_pair(a, value)) continue;
        gather(a, value, component_);
        solve_component(component_, budget, states, manner);
        for (std::size_t s = 0; s < component_.members.size(); ++s)
            settle(component_.members[s], component_.best[s], component_.bound[s]);
    }
    std::fill_n(seat_.begin(), count_, no_seat);
}

// Write down the cells of the level that a cell leads to; return their number.
std::uint8_t Board::join(std::size_t a, int value) {
    std::uint8_t degree = 0;
    for (std::size_t k = 0; k < reached_[a]; ++k) {
        const std::uint64_t word = words_[reach_[a][k]];
        const int other = word >> 12 & 0xfff;
        if (other == value) beside_[a][degree++] = word & 0xfff;
    }
    return degree;
}

// Two cells that have only each other, the most frequent component of random boards.
bool Board::settle_pair(std::size_t a, int value) {
    if (degree_[a] != 1 || degree_[beside_[a][0]] != 1) return false;
    const std::size_t b = beside_[a][0];
    seat_[b] = 0;
    settle(a, value + std::max(low_[a], value + low_[b]), value + std::max(high_[a], value + high_[b]));
    settle(b, value + std::max(low_[b], value + low_[a]), value + std::max(high_[b], value + high_[a]));
    ++counts_.components;
    ++counts_.trees;
    counts_.largest = std::max<std::uint64_t>(counts_.largest, 2);
    return true;
}

// Collect the component of a cell of the level, in the order of a breadth-first search.
void Board::gather(std::size_t first, int value, Component& component) {
    component.members.assign(1, first);
    component.graph.value = value;
    component.graph.first.assign(1, 0);
    component.graph.next.clear();
    component.low.clear();
    component.high.clear();
    seat_[first] = 0;
    for (std::size_t s = 0; s < component.members.size(); ++s) {
        const std::uint16_t a = component.members[s];
        component.low.push_back(low_[a]);
        component.high.push_back(high_[a]);
        for (std::size_t k = 0; k < degree_[a]; ++k) {
            const std::uint16_t b = beside_[a][k];
            if (seat_[b] == no_seat) {
                seat_[b] = component.members.size();
                component.members.push_back(b);
            }
            component.graph.next.push_back(seat_[b]);
        }
        component.graph.first.push_back(component.graph.next.size());
    }
}

void Board::solve_component(Component& component, Budget& budget, std::size_t states, Manner manner) {
    ++counts_.components;
    counts_.largest = std::max<std::uint64_t>(counts_.largest, component.graph.size());
    const bool tight = component.low == component.high;
    const bool easy = manner == Manner::by_shape && (component.graph.is_tree() || component.graph.size() <= small);
    bool low = false;
    if (easy && easily(component, component.low, component.best, budget)) {
        low = true;
        component.bound = component.best;
    } else {
        low = widely(component, budget, easy ? 0 : states);
    }
    if (!low) ++counts_.open;
    if (tight && low) return;
    if (!tight && !(easy && low && easily(component, component.high, component.bound, budget))) {
        // Greater exits add no more to a sum than they are greater.
        const std::vector<std::int64_t> most = ceilings(component.graph, component.high, false);
        std::int64_t gap = 0;
        for (std::size_t s = 0; s < component.low.size(); ++s)
            gap = std::max(gap, component.high[s] - component.low[s]);
        for (std::size_t s = 0; s < component.low.size(); ++s)
            component.bound[s] = std::min(most[s], component.bound[s] + gap);
    }
    if (component.bound != component.best) make_loose();
}

// Trees, and components that are small enough for all their paths.
bool Board::easily(Component& component, const std::vector<std::int64_t>& exits, std::vector<std::int64_t>& best,
                   Budget& budget) {
    const std::vector<Best> exit = as_weights(exits);
    std::vector<Best> found;
    if (component.graph.is_tree()) {
        ++counts_.trees;
        solve_tree(component.graph, exit, found);
    } else {
        ++counts_.small;
        if (!solve_small(component.graph, exit, found, budget)) return false;
    }
    best.clear();
    for (const Best& weight : found) best.push_back(weight.value);
    return true;
}

// Large components get more rotations from round to round, so that the first is soon over.
bool Board::widely(Component& component, Budget& budget, std::size_t states) {
    Chain& chain = wide_[cell(begin_ + component.members[0])];
    const std::size_t most = component.graph.size() <= large ? turns : std::min(turns, 200 * (states_ >> 15));
    chain.solve(component.graph, component.low, most, states, budget);
    counts_.wide += chain.sweeps();
    component.best = chain.best();
    component.bound = chain.bound();
    return chain.whole();
}

void Board::settle(std::size_t place, std::int64_t best, std::int64_t bound) {
    const std::uint32_t here = cell(begin_ + place);
    words_[here] = static_cast<std::uint64_t>(best) << 24 | (words_[here] & 0xffffff);
    if (loose_) above_[here] = bound;
    bound_ = std::max(bound_, bound);
    if (best > best_ || (best == best_ && here < start_)) {
        best_ = best;
        start_ = here;
    }
}

void Board::make_loose() {
    if (loose_) return;
    loose_ = true;
    above_.resize(words_.size());
    for (std::size_t c = 0; c < words_.size(); ++c) above_[c] = words_[c] >> 24;
}

bool Board::count(std::uint32_t prime, Budget& budget, Tally& total) {
    if (!budget.room_for(words_.size() * sizeof(Tally))) return false;
    Tally::prime = prime;
    std::vector<Tally> tallies(words_.size());
    std::vector<Tally> exit, found;
    total = Tally{};
    for (int value = surface_.n; value > 0; --value) {
        look(value);
        aim(value, 0, count_);
        exit.assign(count_, Tally{});
        for (std::size_t a = 0; a < count_; ++a) {
            degree_[a] = 0;
            for (std::size_t k = 0; k < reached_[a]; ++k) {
                const std::uint32_t other = reach_[a][k];
                if (number(other) > value) exit[a].join(tallies[other]);
                else if (number(other) == value) beside_[a][degree_[a]++] = words_[other] & 0xfff;
            }
            if (exit[a].value < 0) exit[a] = Tally::of(0);
            low_[a] = high_[a] = exit[a].value;
            if (degree_[a] == 0) tallies[cell(begin_ + a)] = exit[a].plus(value);
        }
        for (std::size_t a = 0; a < count_; ++a) {
            if (degree_[a] == 0 || seat_[a] != no_seat) continue;
            gather(a, value, component_);
            std::vector<Tally> mine;
            for (const std::uint16_t b : component_.members) mine.push_back(exit[b]);
            if (!tally_component(component_, mine, found, budget)) return false;
            for (std::size_t s = 0; s < found.size(); ++s) tallies[cell(begin_ + component_.members[s])] = found[s];
        }
        std::fill_n(seat_.begin(), count_, no_seat);
        for (std::size_t a = 0; a < count_; ++a) total.join(tallies[cell(begin_ + a)]);
        if (budget.poll()) return false;
    }
    return true;
}

bool Board::tally_component(Component& component, const std::vector<Tally>& exit, std::vector<Tally>& found,
                            Budget& budget) {
    if (component.graph.is_tree()) {
        solve_tree(component.graph, exit, found);
        return true;
    }
    if (component.graph.size() <= small) return solve_small(component.graph, exit, found, budget);
    std::vector<std::int64_t> least;
    for (const std::uint16_t a : component.members) least.push_back(best_from(cell(begin_ + a)));
    const std::vector<Step> steps = plan(component.graph, budget);
    return solve_frontier<Tally>({component.graph, steps, exit, least, most_tallied / steps.size()}, found, nullptr,
                                 budget)
        .done;
}

std::vector<std::uint32_t> Board::path(std::uint32_t start) {
    std::vector<std::uint32_t> path;
    if (best_from(start) == 0) return path;
    std::uint32_t head = start;
    while (true) {
        const int value = number(head);
        look(value);
        aim(value, 0, count_);
        Component& component = component_;
        const std::size_t mine = words_[head] & 0xfff;
        for (std::size_t a = 0; a < count_; ++a) {
            degree_[a] = 0;
            low_[a] = high_[a] = 0;
            for (std::size_t k = 0; k < reached_[a]; ++k) {
                const std::uint32_t other = reach_[a][k];
                if (number(other) > value) low_[a] = std::max(low_[a], best_from(other));
                else if (number(other) == value) beside_[a][degree_[a]++] = words_[other] & 0xfff;
            }
        }
        std::size_t end = mine;
        if (degree_[mine] == 0) {
            path.push_back(head);
        } else {
            // From its first cell, so that the component looks as it did when it was solved.
            for (std::size_t a = 0; a < count_; ++a) {
                if (degree_[a] == 0 || seat_[a] != no_seat) continue;
                gather(a, value, component);
                if (seat_[mine] != no_seat) break;
            }
            const std::size_t seat = seat_[mine];
            std::fill_n(seat_.begin(), count_, no_seat);
            for (const std::uint16_t s : inside(component, seat)) {
                end = component.members[s];
                path.push_back(cell(begin_ + end));
            }
        }
        const std::int64_t onward = low_[end];
        if (onward == 0) return path;
        for (std::size_t k = reached_[end]; k-- > 0;) {
            const std::uint32_t other = reach_[end][k];
            if (number(other) > value && best_from(other) == onward) head = other;
        }
    }
}

std::int64_t Board::sum_of(const std::vector<std::uint32_t>& path) const {
    std::int64_t sum = 0;
    for (const std::uint32_t cell : path) sum += number(cell);
    return sum;
}

// A path inside a component whose sum, with its exit, is the best that was found from a start.
Cells Board::inside(Component& component, std::size_t start) {
    const std::vector<Best> exit = as_weights(component.low);
    const std::int64_t goal = best_from(cell(begin_ + component.members[start]));
    if (component.graph.is_tree()) return find_tree(component.graph, exit, start);
    if (goal == component.graph.value + component.low[start]) return {static_cast<std::uint16_t>(start)};
    const auto known = wide_.find(cell(begin_ + component.members[0]));
    if (known != wide_.end() && known->second.exit() == component.low) return known->second.path(start);
    Budget budget(1e300, ~std::uint64_t{0}, nullptr);
    return find_small(component.graph, exit, start, goal, budget);
}

Rounds solve(Board& board, Budget& budget, Manner manner) {
    Rounds kept;
    for (std::size_t states = first_states;; states *= round_growth) {
        const std::size_t most = std::min(states, most_states);
        board.run(budget, most, manner);
        const bool first = kept.path.empty();
        if (first || board.best() > kept.best) {
            std::vector<std::uint32_t> path = board.path(board.start());
            const std::int64_t sum = board.sum_of(path);
            if (first || sum > kept.best) {
                kept.best = sum;
                kept.path = std::move(path);
            }
        }
        if (first || board.bound() < kept.bound) kept.bound = board.bound();
        kept.counts = board.counts();
        if (kept.best == kept.bound) return kept;
        if (budget.stop() != Stop::done) return kept;
        if (most == most_states) {
            kept.stuck = true;
            return kept;
        }
    }
}

void solve_from(Board& board, std::uint32_t start, Budget& budget, Rounds& kept) {
    for (std::size_t states = first_states; states <= most_states; states *= round_growth) {
        board.run(budget, states, Manner::by_shape);
        if (board.best_from(start) > kept.best) {
            kept.path = board.path(start);
            kept.best = board.sum_of(kept.path);
        }
        const std::int64_t bound = board.whole() ? board.bound_from(start) : board.bound();
        if (bound != 0 && (kept.bound == 0 || bound < kept.bound)) kept.bound = bound;
        if (kept.best == kept.bound || budget.stop() != Stop::done) break;
    }
}

void settle(Rounds& found, const Surface& surface, const std::uint16_t* cells, std::uint32_t start) {
    if (found.best == 0) {  // the limit came before the numbers of the start
        found.best = cells[start];
        found.path = {start};
    }
    if (found.bound == 0)  // it came before any number
        for (std::uint32_t c = 0; c < surface.size(); ++c) found.bound += cells[c];
}

}  // namespace passatempo::optimiza
