// The board as the engine sees it: every line as bits, and beside each empty cell the classes of a mark there.
//
// A move costs O(k), whatever the size of the board; taking it back restores what was saved.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <span>
#include <vector>

#include "marks.hpp"
#include "patterns.hpp"
#include "weights.hpp"

namespace passatempo::mnk {

constexpr std::uint64_t turn_key = 0x9E3779B97F4A7C15ULL;  // of the side to move

class Board {
public:
    Board(int m, int n, const Patterns& patterns, const Weights& weights);

    // Start from `cells` (0 empty, 1 first, 2 second player, in reading order) with `side` (0, 1) to move.
    void set(std::span<const std::uint8_t> cells, int side);

    void make(Cell cell);
    void undo();

    int rows() const { return m_; }
    int columns() const { return n_; }
    int k() const { return patterns_.k(); }
    int size() const { return m_ * n_; }
    int side() const { return side_; }
    int empties() const { return empties_; }
    std::uint64_t key() const { return key_; }
    std::uint64_t key_after(Cell cell) const { return key_ ^ zobrist_[side_][cell] ^ turn_key; }
    std::size_t made() const { return undos_.size(); }
    Cell last() const { return undos_.empty() ? nowhere : undos_.back().cell; }
    bool empty(Cell cell) const { return !marks_.has(cell); }

    std::uint16_t code(int player, Cell cell) const { return codes_[cell] >> (16 * player); }
    Threat threat(int player, Cell cell) const { return threat_of(threats_[cell], player); }
    // How many empty cells have this threat for the player: none, or a three and more.
    int count(int player, Threat threat) const { return tally_.count(player, threat); }
    bool alive(int player) const { return count(player, none) < empties_; }
    // For the ordering of the player's moves: how much he wants the cell, and how much with a view to what the other
    // wants.
    int attack(int player, Cell cell) const { return order(player, cell).attack; }
    int order_score(int player, Cell cell) const { return order(player, cell).with(order(1 - player, cell)); }
    // The same, kept as long as the cell's classes stay: from one position to the next most do.
    int kept_order_score(int player, Cell cell) {
        Scored& known = scored_[player][cell];
        if (known.ranks != ranks_[cell]) [[unlikely]]
            score(known, player, cell);
        return known.score;
    }

    // The value for the side to move, by the weights; in parts of a unit and in whole units.
    int parts() { return weights_.net().value(sums(), side_); }
    int evaluate() { return parts() / unit_parts; }

    // A cell with this threat for the player; there must be one.
    Cell find(int player, Threat threat) const;

    // Append the empty cells whose threat for the player is at least `least`.
    void gather(int player, Threat least, std::vector<Cell>& into) const;

    // Append what can meet the other's threat of a win in three: what spoils each such four, then fours of one's own.
    // After any other move he wins; there may be none.
    void gather_answers(std::vector<Cell>& into) const;

    // The marks, one player's and the other's in turns so that the side to move is next: a game that leads here. For
    // boards on which each has had his turns.
    std::vector<Cell> history() const;

    // Append all empty cells.
    void gather_empty(std::vector<Cell>& into) const;

    // Append the empty cells near any mark.
    void gather_near(std::vector<Cell>& into) const { marks_.gather_near(into); }

    Cell centre() const { return (m_ / 2) * n_ + n_ / 2; }

private:
    struct Scored {
        Ranks ranks = no_cell;
        std::int32_t score = 0;
    };
    struct Undo {
        Cell cell;
        std::uint32_t saved;
        std::uint64_t key;
        Tally tally;
    };
    struct Saved {
        std::uint32_t codes;
        Cell cell;
        ThreatPair threats;
    };

    struct Change {
        std::uint32_t codes;
        Cell cell;
    };
    // What a mark changes in lines up to k = 6: all neighbours at most, and a place behind them to write to.
    using Changes = std::array<Change, directions * 2 * (Patterns::most_paired - 1) + 1>;

    const Order& order(int player, Cell cell) const { return weights_.order(rank_of(ranks_[cell], player)); }
    template <int K>
    void update(Cell cell);
    template <int K>
    std::size_t look_along(Cell cell, int direction, Changes& changes, std::size_t count) const;
    std::uint64_t eight(std::size_t cell, int player) const {
        std::uint64_t word;  // a player's threats of eight cells, a byte each
        std::memcpy(&word, threats_.data() + cell, 8);
        return (word >> (4 * player)) & 0x0F0F0F0F0F0F0F0FULL;
    }
    void change_all(std::span<const Change> changes);
    void update_long_line(Cell cell, int direction);
    template <class Do>
    auto with_k(Do act) const;
    // Cells each of which spoils a four that more than one cell would complete.
    struct Spoilers {
        std::array<Cell, 3> cells{};
        std::size_t count = 0;  // more than there is room for are counted only

        void add(Cell cell) {
            if (count < cells.size()) cells[count] = cell;
            ++count;
        }
        bool has(Cell cell) const {
            return std::find(cells.begin(), cells.begin() + count, cell) != cells.begin() + count;
        }
        void keep(const Spoilers& other) {
            count = std::remove_if(cells.begin(), cells.begin() + count, [&](Cell c) { return !other.has(c); }) -
                    cells.begin();
        }
    };
    Spoilers spoilers(int player, Cell cell) const;
    template <int K>
    void add_completing(int player, Cell four, int direction, Spoilers& found) const;
    template <int K>
    std::uint32_t look(Cell cell, int direction) const;
    std::uint32_t shapes_of(std::uint64_t first, std::uint64_t second) const;
    void change(Cell cell, std::uint32_t codes);
    void save(Cell cell, Ranks next);
    void score(Scored& known, int player, Cell cell) const;
    const Sums& sums();
    void leave(Cell cell);
    void put(Cell cell, int player);
    template <int K>
    void open(Cell cell);

    int m_, n_, side_ = 0, empties_ = 0;
    const Patterns& patterns_;
    const Weights& weights_;
    std::array<int, 4> step_{};
    Lines lines_;
    std::vector<std::uint32_t> codes_;  // four nibbles of the first player and, above them, four of the second
    std::vector<Ranks> ranks_;          // of both codes
    std::vector<ThreatPair> threats_;
    std::array<std::vector<Scored>, 2> scored_;
    Neighbourhood marks_;
    std::array<std::vector<std::uint64_t>, 2> zobrist_;
    std::uint64_t key_ = 0;
    Tally tally_;
    std::vector<Sums> sums_;  // after each move made, as far as they were asked for
    std::size_t summed_ = 0;  // moves made whose sums are known
    std::vector<Undo> undos_;
    std::vector<Saved> saved_;
    std::vector<Turned> turned_;  // the ranks that belong to them
    std::uint32_t saves_ = 0;     // that are in use
};

}  // namespace passatempo::mnk
