// The shape of a mark on an empty cell in one line, for every possible neighbourhood of the cell.
//
// Only the k - 1 cells on either side matter, up to the first cell that the player can never have (an opponent's mark
// or the edge). Every remaining window of k cells contains the cell itself, so the shape follows from the marks on the
// two sides alone. If only a line of exactly k wins, k cells on either side matter, and a window counts if neither cell
// next to it is the player's own.
#pragma once

#include <cassert>
#include <cstdint>
#include <vector>

namespace passatempo::mnk {

// Shapes in order of strength, named for k = 5: `four` lacks one mark, `three` two, and so on down to needs_9, which
// stands for nine and more. A four is open if two cells complete it. A three, two or one is open if some cell makes it
// an open shape of the next rank.
enum Shape : std::uint8_t {
    dead = 0,
    needs_9,
    needs_8,
    needs_7,
    needs_6,
    needs_5,
    one,
    open_one,
    two,
    open_two,
    three,
    open_three,
    four,
    open_four,
    five,
    shapes
};

// The threat of a cell: the best use of its four shapes together.
enum Threat : std::uint8_t {
    none = 0,  // dead in all four lines
    quiet,
    twos,
    block_three,
    double_twos,
    threat_three,
    double_three,
    threat_four,
    four_three,
    winning_four,
    complete,
    threats
};

constexpr int multisets = 3060;  // of four out of fifteen shapes

// The rank of a multiset of four shapes, given as four nibbles in any order.
int multiset_rank(std::uint16_t code);

// The threat of a cell whose four shapes are the nibbles of `code`.
Threat threat_of(std::uint16_t code);

class Patterns {
public:
    explicit Patterns(int k, bool exact = false);

    // One more than the number of cells on either side that matter. This is the k of the rules if longer lines win too.
    int k() const { return k_; }

    // The shape for a player with `player_marks` in the line, who cannot have the cells in `shut`. Both are 2 k() - 1
    // bits long, and bit k() - 1 is the cell itself.
    Shape line_shape(std::uint64_t player_marks, std::uint64_t shut) const;

    // Both players' shapes in a line of K <= 6, the second player's nibble 16 bits above the first's. `mark_pairs`
    // holds two bits per cell, the first player's lower, from k - 1 cells before the cell to k - 1 after it. Beyond an
    // edge both bits are set. The bits of the cell itself and above the line are ignored.
    template <int K>
    std::uint32_t shape_pair(std::uint64_t mark_pairs) const {
        static_assert(K <= pair_limit);
        assert(K == k_);
        constexpr std::uint64_t low = (std::uint64_t{1} << (2 * (K - 1))) - 1, high = low << (2 * (K - 1));
        const std::uint32_t two = shape_pairs_[(mark_pairs & low) | ((mark_pairs >> 2) & high)];
        return (two | (two << 12)) & 0xF000F;
    }

    static constexpr int pair_limit = 6;    // 2^(4(k-1)) entries
    static constexpr int table_limit = 10;  // 2^(2k) entries
    static constexpr int k_limit = 29;      // 2k - 1 bits fit in one unaligned word

private:
    void fill_shape_pairs();
    Shape classify(std::uint64_t left, std::uint64_t right) const;
    bool has_opening(std::uint64_t left, std::uint64_t right, Shape target_shape) const;
    int missing_marks(std::uint64_t left, std::uint64_t right) const;
    Shape classify_windows(std::uint64_t left, std::uint64_t right) const;
    bool is_valid_window(std::uint64_t left, std::uint64_t right, int from) const;

    int k_, line_length_;  // the cells in view on a side plus one, and those of a line
    bool is_exact_;
    mutable std::vector<std::uint8_t> shape_table_;  // by the codes of the two sides, filled on demand
    std::vector<std::uint8_t> shape_pairs_;          // two nibbles by the marks on either side, for `shape_pair`
};

}  // namespace passatempo::mnk
