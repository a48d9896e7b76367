// Mines are swapped with free cells where the replay got stuck, and a swap is kept if no more cells stay covered.
// Algorithm: stochastic local search with plateau moves (after the generator of Simon Tatham's Mines)
#include "puzzles/repair.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "puzzles/replay.hpp"

namespace passatempo::minesweeper::puzzles {

namespace {

constexpr std::uint32_t most_buried = 1;  // more are left only where a swap lessens them: else mines pack into a block
constexpr std::uint64_t kinds = 4;        // of swaps: two in four away from the frontier, one towards it, one inside it
constexpr std::uint64_t one_in = 4;       // times two swaps are tried together
constexpr std::uint32_t most_swaps = 3'000, most_dense_swaps = 30'000;  // tried; more where the mines are dense

using Cells = std::vector<std::uint32_t>;

class Repair {
public:
    Repair(const Plain& plain, const Order& order, Stream& stream)
        : order_(order),
          stream_(stream),
          near_first_(plain.size(), 0),
          replay_(plain, order.exact),
          field_(plain, laid(plain)) {}

    Repaired run(Budget& budget) {
        const bool dense = order_.mines * 10 >= field_.plain().size() * 3;
        const std::uint32_t most = dense ? most_dense_swaps : most_swaps;
        std::uint32_t left = replay_.play(field_, order_.first, budget);
        look();
        for (std::uint32_t swaps = 0; left > 0 && swaps < most && !budget.poll(); ++swaps) {
            const std::uint32_t buried = field_.buried();
            const std::size_t moves = move();
            if (moves == 0) continue;
            const bool good = field_.buried() <= most_buried || field_.buried() < buried;
            const std::uint32_t after = good ? replay_.play(field_, order_.first, budget) : left + 1;
            if (after <= left) {
                left = after;
                look();
            } else {
                take_back(moves);
            }
        }
        return {left == 0, field_.all()};
    }

private:
    // Mines on random cells away from the first.
    std::vector<std::uint8_t> laid(const Plain& plain) {
        near_first_[order_.first] = 1;
        for (const std::uint32_t cell : plain.near(order_.first)) near_first_[cell] = 1;
        Cells cells;
        for (std::uint32_t cell = 0; cell < plain.size(); ++cell)
            if (!near_first_[cell]) cells.push_back(cell);
        std::vector<std::uint8_t> mine(plain.size(), 0);
        for (std::uint32_t i = 0; i < order_.mines; ++i) {
            std::swap(cells[i], cells[i + stream_.below(cells.size() - i)]);
            mine[cells[i]] = 1;
        }
        return mine;
    }

    // Sort the cells that stayed covered: mines and free cells, beside opened numbers and away from them. Mines that
    // are known take part only where no other mine is beside a number.
    void look() {
        for (Cells* cells : {&mines_beside_, &mines_away_, &free_beside_, &free_away_}) cells->clear();
        Cells known;
        const Plain& plain = field_.plain();
        for (std::uint32_t cell = 0; cell < plain.size(); ++cell) {
            if (replay_.is_open(cell)) continue;
            const auto near = plain.near(cell);
            const bool beside =
                std::any_of(near.begin(), near.end(), [&](std::uint32_t n) { return replay_.is_open(n); });
            if (replay_.is_known_mine(cell)) known.push_back(cell);
            else if (field_.mine(cell)) (beside ? mines_beside_ : mines_away_).push_back(cell);
            else (beside ? free_beside_ : free_away_).push_back(cell);
        }
        if (mines_beside_.empty()) mines_beside_ = std::move(known);
    }

    // Move one mine, or two; how many could be moved. They are written down, to be taken back.
    std::size_t move() {
        std::size_t done = 0;
        const std::uint64_t wanted = stream_.below(one_in) == 0 ? 2 : 1;
        for (std::uint64_t i = 0; i < wanted; ++i) {
            const std::uint64_t kind = stream_.below(kinds);
            const Cells& from = kind == 2 ? mines_away_ : mines_beside_;
            const Cells& to = kind < 2 ? free_away_ : free_beside_;
            if (from.empty()) continue;
            const std::uint32_t mine = from[stream_.below(from.size())];
            // Where no such cell is covered, any free one will do that is not around the first.
            const std::uint32_t cell = to.empty() ? anywhere() : to[stream_.below(to.size())];
            if (cell == none || !field_.mine(mine) || field_.mine(cell)) continue;
            field_.move(mine, cell);
            moves_[done++] = {mine, cell};
        }
        return done;
    }

    std::uint32_t anywhere() {
        Cells cells;
        for (std::uint32_t cell = 0; cell < field_.plain().size(); ++cell)
            if (!field_.mine(cell) && !near_first_[cell]) cells.push_back(cell);
        return cells.empty() ? none : cells[stream_.below(cells.size())];
    }

    void take_back(std::size_t moves) {
        while (moves-- > 0) field_.move(moves_[moves].second, moves_[moves].first);
    }

    const Order& order_;
    Stream& stream_;
    std::vector<std::uint8_t> near_first_;
    Replay replay_;
    Field field_;
    Cells mines_beside_, mines_away_, free_beside_, free_away_;
    std::array<std::pair<std::uint32_t, std::uint32_t>, 2> moves_{};
};

}  // namespace

Repaired repair(const Plain& plain, const Order& order, Stream& stream, Budget& budget) {
    return Repair(plain, order, stream).run(budget);
}

}  // namespace passatempo::minesweeper::puzzles
