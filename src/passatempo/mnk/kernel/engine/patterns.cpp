// The classes, computed when they are first asked for: the whole table of k = 10 takes 0.1 s.
// Algorithm: recursion over the classes with a memo
#include "patterns.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>

namespace passatempo::mnk {
namespace {

// A side of the cell is written as the player's marks, nearest first, with a one above the last cell he can reach.
int reach(std::uint64_t side) { return std::bit_width(side) - 1; }

Shape blocked(int lacks) {
    switch (lacks) {
        case 0: return five;
        case 1: return four;
        case 2: return three;
        case 3: return two;
        case 4: return one;
        default: return static_cast<Shape>(std::max<int>(needs_9, needs_5 - (lacks - 5)));
    }
}

// The open class of the same rank; only ranks from one to four have it.
Shape opened(Shape shape) { return static_cast<Shape>(shape + 1); }

std::uint64_t reversed(std::uint64_t side) {
    std::uint64_t back = 1;
    for (int i = 0; i < reach(side); ++i) back = (back << 1) | ((side >> i) & 1);
    return back;
}

constexpr std::uint8_t unknown = 0xFF;

std::uint8_t load(std::uint8_t& entry) { return std::atomic_ref(entry).load(std::memory_order_relaxed); }

void save(std::uint8_t& entry, Shape found) { std::atomic_ref(entry).store(found, std::memory_order_relaxed); }

}  // namespace

int multiset(std::uint16_t code) {
    std::array<int, 4> a{code & 15, (code >> 4) & 15, (code >> 8) & 15, code >> 12};
    std::sort(a.begin(), a.end());
    const auto over = [](int x, int of) {
        int product = 1;
        for (int i = 0; i < of; ++i) product = product * (x + of - 1 - i) / (i + 1);
        return product;
    };
    return over(a[3], 4) + over(a[2], 3) + over(a[1], 2) + over(a[0], 1);
}

Threat threat_of(std::uint16_t code) {
    std::array<int, 16> has{};
    for (int d = 0; d < 4; ++d) ++has[(code >> (4 * d)) & 15];
    if (code == 0) return none;
    if (has[five] > 0) return complete;
    if (has[open_four] > 0 || has[four] > 1) return winning_four;
    if (has[four] > 0) return has[open_three] > 0 ? four_three : threat_four;
    if (has[open_three] > 1) return double_three;
    if (has[open_three] > 0) return threat_three;
    if (has[open_two] + has[three] > 1) return double_twos;
    if (has[three] > 0) return block_three;
    return has[open_two] > 0 ? twos : quiet;
}

Patterns::Patterns(int k, bool exact) : k_(exact ? k + 1 : k), line_(k), exact_(exact) {
    assert(k >= 1 && k_ <= most);
    if (k_ > most_tabled) return;
    const std::uint64_t side = std::uint64_t{1} << k_;
    table_.assign(side * side, unknown);
    if (k_ <= most_paired) pair_up();
}

void Patterns::pair_up() {
    const int r = k_ - 1;
    pairs_.resize(std::size_t{1} << (4 * r));
    for (std::size_t i = 0; i < pairs_.size(); ++i) {
        std::array<std::uint64_t, 2> marks{};
        for (int j = 0; j < 4 * r; ++j) {
            const int place = j / 2 < r ? j / 2 : j / 2 + 1;
            marks[j % 2] |= std::uint64_t{(i >> j) & 1} << place;
        }
        const auto [first, second] = marks;
        pairs_[i] = shape(first & ~second, second) | (shape(second & ~first, first) << 4);
    }
}

Shape Patterns::shape(std::uint64_t own, std::uint64_t shut) const {
    const int r = k_ - 1;
    const std::uint64_t low = (std::uint64_t{1} << r) - 1;
    const std::uint64_t below = shut & low, above = (shut >> k_) & low;
    const int left = r - std::bit_width(below);
    const int right = above == 0 ? r : std::countr_zero(above);
    if (left + 1 + right < line_) return dead;
    const std::uint64_t a = ((own & low) >> (r - left)) | (std::uint64_t{1} << left);
    const std::uint64_t b = ((own >> k_) & ((std::uint64_t{1} << right) - 1)) | (std::uint64_t{1} << right);
    if (k_ > most_tabled) return by_windows(reversed(a), b);
    const std::uint8_t known = load(table_[a | (b << k_)]);
    return known != unknown ? static_cast<Shape>(known) : classify(reversed(a), b);
}

// Can the window win that takes so many cells of the left side? Not where it would become part of a line too long.
bool Patterns::counts(std::uint64_t left, std::uint64_t right, int from) const {
    if (!exact_) return true;
    const int to = line_ - 1 - from;
    return (from == reach(left) || ((left >> from) & 1) == 0) && (to == reach(right) || ((right >> to) & 1) == 0);
}

// The marks still lacking in the fullest window.
int Patterns::lacking(std::uint64_t left, std::uint64_t right) const {
    const int l = reach(left), r = reach(right);
    int most_marks = -1;
    for (int a = std::max(0, line_ - 1 - r); a <= std::min(l, line_ - 1); ++a) {
        if (!counts(left, right, a)) continue;
        const std::uint64_t near = left & ((std::uint64_t{1} << a) - 1),
                            far = right & ((std::uint64_t{1} << (line_ - 1 - a)) - 1);
        most_marks = std::max(most_marks, std::popcount(near) + std::popcount(far));
    }
    return most_marks < 0 ? line_ + 1 : line_ - 1 - most_marks;
}

// Is there a cell that makes the line `wanted`? For fives two are asked for: that is what an open four is.
bool Patterns::opens(std::uint64_t left, std::uint64_t right, Shape wanted) const {
    int found = 0;
    for (int i = 0; i < reach(left); ++i)
        if (((left >> i) & 1) == 0 && classify(left | (std::uint64_t{1} << i), right) == wanted) ++found;
    for (int i = 0; i < reach(right); ++i)
        if (((right >> i) & 1) == 0 && classify(left, right | (std::uint64_t{1} << i)) == wanted) ++found;
    return found > (wanted == five ? 1 : 0);
}

// `left` and `right` nearest first; the table holds the left side farthest first, as it comes out of a line's bits. Two
// threads may classify the same line at once: they write the same class.
Shape Patterns::classify(std::uint64_t left, std::uint64_t right) const {
    std::uint8_t& entry = table_[reversed(left) | (right << k_)];
    if (const std::uint8_t known = load(entry); known != unknown) return static_cast<Shape>(known);
    const int lacks = lacking(left, right);
    Shape found = dead;
    if (lacks <= line_) {
        found = blocked(lacks);
        if (lacks >= 1 && lacks <= 4) {
            const Shape wanted = lacks == 1 ? five : opened(blocked(lacks - 1));
            if (opens(left, right, wanted)) found = opened(found);
        }
    }
    save(entry, found);
    return found;
}

// For long lines: the rank as above; a four is judged exactly, and lower ranks are called open when two different
// windows reach them.
Shape Patterns::by_windows(std::uint64_t left, std::uint64_t right) const {
    if (std::popcount(left) + std::popcount(right) == 2) return blocked(line_ - 1);  // no marks, as nearly everywhere
    const int l = reach(left), r = reach(right);
    const int lacks = lacking(left, right);
    if (lacks > line_) return dead;
    const Shape found = blocked(lacks);
    if (lacks < 1 || lacks > 4) return found;
    std::uint64_t first_left = 0, first_right = 0;
    bool seen = false;
    for (int a = std::max(0, line_ - 1 - r); a <= std::min(l, line_ - 1); ++a) {
        if (!counts(left, right, a)) continue;
        const std::uint64_t here = (std::uint64_t{1} << a) - 1, there = (std::uint64_t{1} << (line_ - 1 - a)) - 1;
        const std::uint64_t a_gap = ~left & here, b_gap = ~right & there;
        if (std::popcount(a_gap) + std::popcount(b_gap) != lacks) continue;
        if (seen && (a_gap != first_left || b_gap != first_right)) return opened(found);
        first_left = a_gap;
        first_right = b_gap;
        seen = true;
    }
    return found;
}

}  // namespace passatempo::mnk
