// Shapes are computed on demand, because the whole table of k = 10 takes 0.1 s.
// Algorithm: recursion over the shapes with a memo
#include "patterns.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <bit>
#include <cassert>

namespace passatempo::mnk {
namespace {

// A side of the cell is stored as the player's marks, nearest first, with a one above the last cell in reach.
int side_length(std::uint64_t side) { return std::bit_width(side) - 1; }

Shape closed_shape(int lacks) {
    switch (lacks) {
        case 0: return five;
        case 1: return four;
        case 2: return three;
        case 3: return two;
        case 4: return one;
        default: return static_cast<Shape>(std::max<int>(needs_9, needs_5 - (lacks - 5)));
    }
}

// The open shape of the same rank. Only ranks from one to four have it.
Shape open_shape(Shape shape) { return static_cast<Shape>(shape + 1); }

std::uint64_t reverse_bits(std::uint64_t side) {
    std::uint64_t back = 1;
    for (int i = 0; i < side_length(side); ++i) back = (back << 1) | ((side >> i) & 1);
    return back;
}

constexpr std::uint8_t unknown = 0xFF;

std::uint8_t load_shape(std::uint8_t& shape_slot) {
    return std::atomic_ref(shape_slot).load(std::memory_order_relaxed);
}

void store_shape(std::uint8_t& shape_slot, Shape new_shape) {
    std::atomic_ref(shape_slot).store(new_shape, std::memory_order_relaxed);
}

}  // namespace

int multiset_rank(std::uint16_t code) {
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

Patterns::Patterns(int k, bool exact) : k_(exact ? k + 1 : k), line_length_(k), is_exact_(exact) {
    assert(k >= 1 && k_ <= k_limit);
    if (k_ > table_limit) return;
    const std::uint64_t side = std::uint64_t{1} << k_;
    shape_table_.assign(side * side, unknown);
    if (k_ <= pair_limit) fill_shape_pairs();
}

void Patterns::fill_shape_pairs() {
    const int r = k_ - 1;
    shape_pairs_.resize(std::size_t{1} << (4 * r));
    for (std::size_t i = 0; i < shape_pairs_.size(); ++i) {
        std::array<std::uint64_t, 2> marks{};
        for (int j = 0; j < 4 * r; ++j) {
            const int place = j / 2 < r ? j / 2 : j / 2 + 1;
            marks[j % 2] |= std::uint64_t{(i >> j) & 1} << place;
        }
        const auto [first, second] = marks;
        shape_pairs_[i] = line_shape(first & ~second, second) | (line_shape(second & ~first, first) << 4);
    }
}

Shape Patterns::line_shape(std::uint64_t player_marks, std::uint64_t shut) const {
    const int r = k_ - 1;
    const std::uint64_t low = (std::uint64_t{1} << r) - 1;
    const std::uint64_t below = shut & low, above = (shut >> k_) & low;
    const int left = r - std::bit_width(below);
    const int right = above == 0 ? r : std::countr_zero(above);
    if (left + 1 + right < line_length_) return dead;
    const std::uint64_t a = ((player_marks & low) >> (r - left)) | (std::uint64_t{1} << left);
    const std::uint64_t b = ((player_marks >> k_) & ((std::uint64_t{1} << right) - 1)) | (std::uint64_t{1} << right);
    if (k_ > table_limit) return classify_windows(reverse_bits(a), b);
    const std::uint8_t table_shape = load_shape(shape_table_[a | (b << k_)]);
    return table_shape != unknown ? static_cast<Shape>(table_shape) : classify(reverse_bits(a), b);
}

// Whether the window with `from` cells of the left side can win. An exact line must not be part of a longer one.
bool Patterns::is_valid_window(std::uint64_t left, std::uint64_t right, int from) const {
    if (!is_exact_) return true;
    const int to = line_length_ - 1 - from;
    return (from == side_length(left) || ((left >> from) & 1) == 0) &&
           (to == side_length(right) || ((right >> to) & 1) == 0);
}

// The number of marks missing in the fullest window.
int Patterns::missing_marks(std::uint64_t left, std::uint64_t right) const {
    const int l = side_length(left), r = side_length(right);
    int max_marks = -1;
    for (int a = std::max(0, line_length_ - 1 - r); a <= std::min(l, line_length_ - 1); ++a) {
        if (!is_valid_window(left, right, a)) continue;
        const std::uint64_t left_marks = left & ((std::uint64_t{1} << a) - 1),
                            right_marks = right & ((std::uint64_t{1} << (line_length_ - 1 - a)) - 1);
        max_marks = std::max(max_marks, std::popcount(left_marks) + std::popcount(right_marks));
    }
    return max_marks < 0 ? line_length_ + 1 : line_length_ - 1 - max_marks;
}

// Whether a cell makes the line `target_shape`. A five needs two such cells, which is the definition of an open four.
bool Patterns::has_opening(std::uint64_t left, std::uint64_t right, Shape target_shape) const {
    int cell_count = 0;
    for (int i = 0; i < side_length(left); ++i)
        if (((left >> i) & 1) == 0 && classify(left | (std::uint64_t{1} << i), right) == target_shape) ++cell_count;
    for (int i = 0; i < side_length(right); ++i)
        if (((right >> i) & 1) == 0 && classify(left, right | (std::uint64_t{1} << i)) == target_shape) ++cell_count;
    return cell_count > (target_shape == five ? 1 : 0);
}

// `left` and `right` begin with the nearest cell. The table stores the left side farthest first, like the bits of a
// line. Two threads may classify the same line at once, because they write the same shape.
Shape Patterns::classify(std::uint64_t left, std::uint64_t right) const {
    std::uint8_t& table_slot = shape_table_[reverse_bits(left) | (right << k_)];
    if (const std::uint8_t table_shape = load_shape(table_slot); table_shape != unknown)
        return static_cast<Shape>(table_shape);
    const int lacks = missing_marks(left, right);
    Shape line_shape = dead;
    if (lacks <= line_length_) {
        line_shape = closed_shape(lacks);
        if (lacks >= 1 && lacks <= 4) {
            const Shape target_shape = lacks == 1 ? five : open_shape(closed_shape(lacks - 1));
            if (has_opening(left, right, target_shape)) line_shape = open_shape(line_shape);
        }
    }
    store_shape(table_slot, line_shape);
    return line_shape;
}

// Long lines: the rank is as above, and a four is exact. Lower ranks count as open if two different windows reach them.
Shape Patterns::classify_windows(std::uint64_t left, std::uint64_t right) const {
    if (std::popcount(left) + std::popcount(right) == 2)
        return closed_shape(line_length_ - 1);  // no marks, which is the usual case
    const int l = side_length(left), r = side_length(right);
    const int lacks = missing_marks(left, right);
    if (lacks > line_length_) return dead;
    const Shape line_shape = closed_shape(lacks);
    if (lacks < 1 || lacks > 4) return line_shape;
    std::uint64_t first_left = 0, first_right = 0;
    bool has_window = false;
    for (int a = std::max(0, line_length_ - 1 - r); a <= std::min(l, line_length_ - 1); ++a) {
        if (!is_valid_window(left, right, a)) continue;
        const std::uint64_t left_mask = (std::uint64_t{1} << a) - 1,
                            right_mask = (std::uint64_t{1} << (line_length_ - 1 - a)) - 1;
        const std::uint64_t a_gap = ~left & left_mask, b_gap = ~right & right_mask;
        if (std::popcount(a_gap) + std::popcount(b_gap) != lacks) continue;
        if (has_window && (a_gap != first_left || b_gap != first_right)) return open_shape(line_shape);
        first_left = a_gap;
        first_right = b_gap;
        has_window = true;
    }
    return line_shape;
}

}  // namespace passatempo::mnk
