// Sums, paths and the newspaper's levels, in words of bits.
// Algorithm: level by level with the paths inside a number listed once for each set of its cells; where they are too
// many, branch and bound over bit sets
// Twin: optimiza/reference/search.py
#include "tiny.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::optimiza {
namespace {

constexpr std::size_t most_known = std::size_t{1} << 14;  // of each number; all of N = 4, some megabytes in all

std::uint8_t bit(std::size_t k) { return 1U << k; }

}  // namespace

Inside::Inside(const std::array<Mask, 64>& to, Mask cells) {
    assert(std::popcount(cells) <= most);
    std::array<std::size_t, most> cell{};
    std::size_t size = 0;
    for (Mask left = cells; left != 0; left &= left - 1) cell[size++] = lowest(left);
    Near near{};
    for (std::size_t k = 0; k < size; ++k)
        for (std::size_t j = 0; j < size; ++j)
            if ((to[cell[k]] >> cell[j] & 1U) != 0) near[k] |= bit(j);
    for (std::size_t k = 0; k < size; ++k) {
        const std::uint8_t others = bit(size) - 1 - bit(k);
        follow(near, k, k, others, 1);
        std::size_t at = k;
        std::uint8_t part = bit(k), free = others;
        for (length[k] = 1; (near[at] & free) != 0; ++length[k]) {
            at = lowest(near[at] & free);
            free &= ~bit(at);
        }
        last[k] = cell[at];
        int ends = 0;
        for (std::size_t j = 0; j < size; ++j)
            if (paths[k][j].longest > 0) part |= bit(j);
        for (std::size_t j = 0; j < size; ++j)
            if ((part & bit(j)) != 0) ends += std::popcount(near[j]);
        if (ends == 2 * (std::popcount(part) - 1)) trees |= bit(k);
    }
}

// `at` is the end of a path of that length; the cells not on it are free.
void Inside::follow(const Near& near, std::size_t start, std::size_t at, std::uint8_t free, std::uint8_t cells) {
    Paths& path = paths[start][at];
    if (cells > path.longest) {
        path.longest = cells;
        path.ways = 0;
    }
    path.ways += cells == path.longest;
    std::uint8_t next = near[at] & free;
    if (next == 0) path.stuck = std::max(path.stuck, cells);
    for (; next != 0; next &= next - 1) {
        const std::size_t other = lowest(next);
        follow(near, start, other, free & ~bit(other), cells + 1);
    }
}

Tiny::Tiny(const Surface& surface) : n_(surface.n), size_(surface.size()), to_(n_ + 1), known_(n_ + 1) {
    if (size_ > 64) refuse("N: a board of at most 64 cells is needed");
    for (std::size_t v = 1; v <= n_; ++v) {
        std::size_t c = 0;
        for (int i = 0; i < surface.rows; ++i)
            for (int j = 0; j < surface.length(i); ++j, ++c) {
                Landings reached;
                const int count = surface.landings(i, j, v, reached);
                for (int k = 0; k < count; ++k) to_[v][c] |= Mask{1} << reached[k];
            }
    }
}

void Tiny::set(const std::uint8_t* cells) {
    std::array<std::uint8_t, 65> copies{};
    for (std::size_t v = 0; v <= n_; ++v) level_[v] = 0;
    for (std::size_t c = 0; c < size_; ++c) {
        value_[c] = cells[c];
        place_[c] = copies[cells[c]]++;
        level_[cells[c]] |= Mask{1} << c;
    }
    above_[n_] = 0;
    for (std::size_t v = n_; v > 0; --v) {
        above_[v - 1] = above_[v] | level_[v];
        inside_[v] = nullptr;
        if (copies[v] > Inside::most) continue;
        auto& known = known_[v];
        if (known.size() >= most_known) known.clear();
        inside_[v] = &known.try_emplace(level_[v], to_[v], level_[v]).first->second;
    }
}

// From a cell to all of its number; null where they are too many to be listed.
const Tiny::Ways* Tiny::ways_from(std::size_t cell) const {
    const Inside* inside = inside_[value_[cell]];
    return inside == nullptr ? nullptr : &inside->paths[place_[cell]];
}

int Tiny::best(bool count) {
    int best = 0;
    paths_ = 0;
    for (std::size_t v = n_; v > 0; --v) {
        leave(v, count);
        for (Mask left = level_[v]; left != 0; left &= left - 1) {
            const std::size_t c = lowest(left);
            found_ = Sum{};
            if (const Ways* ways = ways_from(c)) choose(*ways, v, count);
            else search(c, others(c), v, count);
            sum_[c] = found_;
            if (found_.value > best) {
                best = found_.value;
                paths_ = 0;
            }
            if (found_.value == best) paths_ += found_.paths;
        }
    }
    return best;
}

// What follows each cell of a number where the path goes on to a greater one.
void Tiny::leave(std::size_t v, bool count) {
    top_ = 0;
    for (Mask left = level_[v]; left != 0; left &= left - 1) {
        const std::size_t c = lowest(left);
        const Mask onward = to_[v][c] & above_[v];
        exit_[c] = 0;
        for (Mask next = onward; next != 0; next &= next - 1) exit_[c] = std::max(exit_[c], sum_[lowest(next)].value);
        top_ = std::max(top_, exit_[c]);
        exits_[c] = onward == 0;
        if (!count) continue;
        for (Mask next = onward; next != 0; next &= next - 1)
            if (const Sum& sum = sum_[lowest(next)]; sum.value == exit_[c]) exits_[c] += sum.paths;
    }
}

// The best of the listed paths: of those between two cells only the longest can be.
int Tiny::best_way(const Ways& ways, int v, const Exits& exit) const {
    int best = 0;
    const Inside::Paths* path = ways.data();
    for (Mask left = level_[v]; left != 0; left &= left - 1, ++path)
        if (path->longest > 0) best = std::max(best, v * path->longest + exit[lowest(left)]);
    return best;
}

void Tiny::choose(const Ways& ways, int v, bool count) {
    found_.value = best_way(ways, v, exit_);
    if (!count) return;
    const Inside::Paths* path = ways.data();
    for (Mask left = level_[v]; left != 0; left &= left - 1, ++path) {
        const std::size_t c = lowest(left);
        if (path->longest > 0 && v * path->longest + exit_[c] == found_.value) found_.paths += path->ways * exits_[c];
    }
}

void Tiny::search(std::size_t cell, Mask free, int sum, bool count) {
    const int v = value_[cell];
    if (sum + exit_[cell] > found_.value) found_ = {sum + exit_[cell], 0};
    if (sum + exit_[cell] == found_.value) found_.paths += exits_[cell];
    const int most = sum + v * std::popcount(free) + top_;
    if (most < found_.value || (!count && most == found_.value)) return;
    for (Mask next = onward(cell) & free; next != 0; next &= next - 1) {
        const std::size_t d = lowest(next);
        search(d, free & ~(Mask{1} << d), sum + v, count);
    }
}

// Always to the lowest free cell of the same number, as long as there is one.
Tiny::Walk Tiny::walk(std::size_t start) const {
    const std::size_t v = value_[start];
    if (inside_[v] != nullptr) return {inside_[v]->last[place_[start]], inside_[v]->length[place_[start]]};
    Walk walk{start, 1};
    Mask free = others(start);
    for (Mask next = onward(start) & free; next != 0; next = onward(walk.last) & free) {
        walk.last = lowest(next);
        ++walk.length;
        free &= ~(Mask{1} << walk.last);
    }
    return walk;
}

// The cells of the greatest smaller number that lead to a cell: those to which moves by that number lead from it.
Mask Tiny::before(std::size_t cell, std::size_t& value) const {
    for (value = value_[cell]; value-- > 1;)
        if (const Mask found = to_[value][cell] & level_[value]; found != 0) return found;
    return 0;
}

// The cells of the smallest greater number that follow a cell.
Mask Tiny::after(std::size_t cell, std::size_t& value) const {
    for (value = value_[cell] + std::size_t{1}; value <= n_; ++value)
        if (const Mask found = onward(cell) & level_[value]; found != 0) return found;
    return 0;
}

int Tiny::back_from(std::size_t end) const {
    std::size_t cell = end, value = 0;
    for (int sum = 0;;) {
        const Walk inside = walk(cell);
        sum += value_[cell] * inside.length;
        const Mask less = before(inside.last, value);
        if (less == 0) return sum;
        cell = lowest(less);
    }
}

int Tiny::greedy_back() { return back_from(lowest(level_[n_])); }

int Tiny::greedy_back_ends() {
    int best = 0;
    for (std::size_t c = 0; c < size_; ++c) best = std::max(best, back_from(c));
    return best;
}

int Tiny::greedy_back_ties() {
    entered_.fill(-1);
    return ties(lowest(level_[n_]));
}

// The best of all ways to break ties from where the path, built backward, comes to a number.
int Tiny::ties(std::size_t cell) {
    int& best = entered_[cell];
    if (best >= 0) return best;
    const int v = value_[cell];
    const Ways* ways = ways_from(cell);
    if (ways == nullptr) return best = ties(cell, others(cell));
    const Inside::Paths* path = ways->data();
    for (Mask left = level_[v]; left != 0; left &= left - 1, ++path)
        if (path->stuck > 0) best = std::max(best, v * path->stuck + ties_before(lowest(left)));
    return best;
}

int Tiny::ties(std::size_t cell, Mask free) {
    const Mask same = onward(cell) & free;
    if (same == 0) return value_[cell] + ties_before(cell);
    int best = 0;
    for (Mask next = same; next != 0; next &= next - 1) {
        const std::size_t d = lowest(next);
        best = std::max(best, ties(d, free & ~(Mask{1} << d)));
    }
    return value_[cell] + best;
}

int Tiny::ties_before(std::size_t cell) {
    int best = 0;
    std::size_t value = 0;
    for (Mask less = before(cell, value); less != 0; less &= less - 1) best = std::max(best, ties(lowest(less)));
    return best;
}

int Tiny::expert() {
    std::array<int, 64> sum{};
    Exits exit{};
    int best = 0;
    for (std::size_t v = n_; v > 0; --v) {
        for (Mask left = level_[v]; left != 0; left &= left - 1) {
            const std::size_t c = lowest(left);
            for (Mask next = to_[v][c] & above_[v]; next != 0; next &= next - 1)
                exit[c] = std::max(exit[c], sum[lowest(next)]);
        }
        for (Mask left = level_[v]; left != 0; left &= left - 1) {
            const std::size_t c = lowest(left);
            sum[c] = expert_from(c, exit);
            best = std::max(best, sum[c]);
        }
    }
    return best;
}

int Tiny::expert_from(std::size_t start, const Exits& exit) const {
    const int v = value_[start];
    const Ways* ways = ways_from(start);
    if (ways == nullptr) {
        bool tree = false;
        const Mask part = component(start, tree);
        return tree ? branches(start, part, exit) : dive(start, exit);
    }
    return (inside_[v]->trees >> place_[start] & 1U) == 0 ? dive(start, exit) : best_way(*ways, v, exit);
}

// The cells of a component of one number, and whether it is a tree.
Mask Tiny::component(std::size_t cell, bool& tree) const {
    Mask part = 0;
    int moves = 0;
    for (Mask layer = Mask{1} << cell; layer != 0;) {
        part |= layer;
        Mask next = 0;
        for (; layer != 0; layer &= layer - 1) {
            const Mask around = beside(lowest(layer));
            moves += std::popcount(around);
            next |= around;
        }
        layer = next & ~part;
    }
    tree = moves == 2 * (std::popcount(part) - 1);
    return part;
}

// The best sum from a cell of a tree: there is one way to each other cell.
int Tiny::branches(std::size_t start, Mask part, const Exits& exit) const {
    const int v = value_[start];
    int best = 0;
    Mask free = part;
    Mask layer = Mask{1} << start;
    for (int sum = v; layer != 0; sum += v) {
        free &= ~layer;
        Mask next = 0;
        for (; layer != 0; layer &= layer - 1) {
            const std::size_t c = lowest(layer);
            best = std::max(best, sum + exit[c]);
            next |= onward(c);
        }
        layer = next & free;
    }
    return best;
}

// The best beginning of one dive: to the cell with the fewest free neighbours, but into a dead end only where there is
// no other way, and of equal ones to that with the least exit, which keeps the good ones for later.
int Tiny::dive(std::size_t start, const Exits& exit) const {
    const int v = value_[start];
    Mask free = others(start);
    int best = 0;
    int sum = v;
    for (std::size_t cell = start;; sum += v) {
        best = std::max(best, sum + exit[cell]);
        std::size_t chosen = 64;
        int fewest = 0;
        for (Mask next = onward(cell) & free; next != 0; next &= next - 1) {
            const std::size_t d = lowest(next);
            const int around = std::popcount(onward(d) & free);
            const int ways = around == 0 ? 64 : around;
            if (chosen == 64 || ways < fewest || (ways == fewest && exit[d] < exit[chosen])) {
                fewest = ways;
                chosen = d;
            }
        }
        if (chosen == 64) return best;
        cell = chosen;
        free &= ~(Mask{1} << cell);
    }
}

int Tiny::on_from(std::size_t start) const {
    std::size_t cell = start, value = 0;
    for (int sum = 0;;) {
        const Walk inside = walk(cell);
        sum += value_[cell] * inside.length;
        const Mask more = after(inside.last, value);
        if (more == 0) return sum;
        cell = lowest(more);
    }
}

// Of equal numbers the cell from which the fewest free ones can be reached; `free`: of that number.
std::size_t Tiny::with_fewest_ways(Mask cells, Mask free) const {
    std::size_t chosen = lowest(cells);
    int fewest = 65;
    for (const Mask later = above_[value_[chosen]] | free; cells != 0; cells &= cells - 1) {
        const int ways = std::popcount(onward(lowest(cells)) & later);
        if (ways >= fewest) continue;
        fewest = ways;
        chosen = lowest(cells);
    }
    return chosen;
}

// What follows where a path comes to a number depends on the cell alone.
int Tiny::on_with_fewest_ways() const {
    std::array<int, 64> sum{};
    int best = 0;
    for (std::size_t v = n_; v > 0; --v)
        for (Mask left = level_[v]; left != 0; left &= left - 1) {
            std::size_t cell = lowest(left), value = v;
            int here = value_[cell];
            Mask free = others(cell);
            for (Mask next = onward(cell) & free; next != 0; next = onward(cell) & free) {
                cell = with_fewest_ways(next, free);
                free &= ~(Mask{1} << cell);
                here += value_[cell];
            }
            if (const Mask more = after(cell, value); more != 0) here += sum[with_fewest_ways(more, level_[value])];
            sum[lowest(left)] = here;
            best = std::max(best, here);
        }
    return best;
}

int Tiny::greedy_on(bool warnsdorff) {
    if (warnsdorff) return on_with_fewest_ways();
    int best = 0;
    for (std::size_t start = 0; start < size_; ++start) best = std::max(best, on_from(start));
    return best;
}

}  // namespace passatempo::optimiza
