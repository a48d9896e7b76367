// Sums, paths and the newspaper's levels, in words of bits.
// Algorithm: branch and bound over bit sets
// Twin: optimiza/reference/search.py
#include "tiny.hpp"

#include <algorithm>

namespace passatempo::optimiza {

Tiny::Tiny(const Surface& surface) : n_(surface.n), size_(surface.size()), to_(n_ + 1) {
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
    for (std::size_t v = 0; v <= n_; ++v) level_[v] = 0;
    for (std::size_t c = 0; c < size_; ++c) {
        value_[c] = cells[c];
        level_[cells[c]] |= Mask{1} << c;
    }
    above_[n_] = 0;
    for (std::size_t v = n_; v-- > 0;) above_[v] = above_[v + 1] | level_[v + 1];
}

int Tiny::best(bool count) {
    int best = 0;
    paths_ = 0;
    for (std::size_t v = n_; v > 0; --v) {
        top_ = 0;
        for (Mask left = level_[v]; left != 0; left &= left - 1) {
            const std::size_t c = lowest(left);
            exit_[c] = 0;
            exits_[c] = 1;
            for (Mask next = to_[v][c] & above_[v]; next != 0; next &= next - 1) {
                const Sum& sum = sum_[lowest(next)];
                if (sum.value > exit_[c]) {
                    exit_[c] = sum.value;
                    exits_[c] = 0;
                }
                if (sum.value == exit_[c]) exits_[c] += sum.paths;
            }
            top_ = std::max(top_, exit_[c]);
        }
        for (Mask left = level_[v]; left != 0; left &= left - 1) {
            const std::size_t c = lowest(left);
            found_ = Sum{};
            search(c, level_[v] & ~(Mask{1} << c), v, count);
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

// The cells of the greatest smaller number that lead to a cell.
Mask Tiny::before(std::size_t cell, std::size_t& value) const {
    for (value = value_[cell]; value-- > 1;) {
        Mask found = 0;
        for (Mask left = level_[value]; left != 0; left &= left - 1)
            if (to_[value][lowest(left)] >> cell & 1U) found |= left & (~left + 1);
        if (found != 0) return found;
    }
    return 0;
}

int Tiny::back_from(std::size_t end) const {
    std::size_t cell = end;
    Mask free = level_[value_[cell]] & ~(Mask{1} << cell);
    int sum = value_[cell];
    while (true) {
        const Mask same = to_[value_[cell]][cell] & free;  // moves between equal numbers go both ways
        if (same != 0) {
            cell = lowest(same);
            free &= ~(Mask{1} << cell);
        } else {
            std::size_t value = 0;
            const Mask less = before(cell, value);
            if (less == 0) return sum;
            cell = lowest(less);
            free = level_[value] & ~(Mask{1} << cell);
        }
        sum += value_[cell];
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
    const std::size_t end = lowest(level_[n_]);
    return ties(end, level_[n_] & ~(Mask{1} << end));
}

int Tiny::ties(std::size_t cell, Mask free) {
    const int v = value_[cell];
    int best = 0;
    const Mask same = onward(cell) & free;
    for (Mask next = same; next != 0; next &= next - 1) {
        const std::size_t d = lowest(next);
        best = std::max(best, ties(d, free & ~(Mask{1} << d)));
    }
    if (same == 0) {
        std::size_t value = 0;
        for (Mask less = before(cell, value); less != 0; less &= less - 1) {
            const std::size_t d = lowest(less);
            if (entered_[d] < 0) entered_[d] = ties(d, level_[value] & ~(Mask{1} << d));
            best = std::max(best, entered_[d]);
        }
    }
    return v + best;
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
            bool tree = false;
            const Mask part = component(c, tree);
            sum[c] = tree ? branches(c, part, exit) : dive(c, part, exit);
            best = std::max(best, sum[c]);
        }
    }
    return best;
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
int Tiny::dive(std::size_t start, Mask part, const Exits& exit) const {
    const int v = value_[start];
    Mask free = part & ~(Mask{1} << start);
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

int Tiny::greedy_on(bool warnsdorff) {
    int best = 0;
    for (std::size_t start = 0; start < size_; ++start) {
        std::size_t cell = start;
        Mask free = ~(Mask{1} << cell);
        int sum = value_[cell];
        while (true) {
            const std::size_t v = value_[cell];
            Mask next = onward(cell) & free & (level_[v] | above_[v]);
            if (next == 0) break;
            std::size_t least = n_ + 1, chosen = 64;
            int fewest = 65;
            for (; next != 0; next &= next - 1) {
                const std::size_t d = lowest(next);
                const std::size_t w = value_[d];
                const int ways =
                    warnsdorff ? std::popcount(onward(d) & free & ~(Mask{1} << d) & (level_[w] | above_[w])) : 0;
                if (w < least || (w == least && ways < fewest)) {
                    least = w;
                    fewest = ways;
                    chosen = d;
                }
            }
            cell = chosen;
            free &= ~(Mask{1} << cell);
            sum += value_[cell];
        }
        best = std::max(best, sum);
    }
    return best;
}

}  // namespace passatempo::optimiza
