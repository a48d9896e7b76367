// Places of the plane folded onto the board, row by row and column by column; legal moves, and what is wrong with those
// that are not. For two every game is played to its end, each state once: any win is better than any loss, then the
// winner wants much, the loser little.
// Algorithm: memoized backward induction
// Twin: optimiza/rules.py, optimiza/exact/duel.py
#include "game.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace passatempo::optimiza::game {
namespace {

// How often the board lies before a place along one side, and where in the board it is.
struct Turned {
    int turns, rest;
};

Turned turned(int at, int side) {
    const int rest = (at % side + side) % side;
    return {(at - rest) / side, rest};
}

bool has(Variant variant, Sense sense) {
    const int product = sense.down * sense.right;
    if (variant == Variant::torus_rook || variant == Variant::klein_rook) return product == 0;
    if (variant == Variant::hex_torus) return product <= 0;
    if (variant == Variant::hex_tri) return product >= 0;
    return true;
}

bool among(std::span<const std::uint32_t> cells, std::uint32_t cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

}  // namespace

std::vector<Sense> senses(Variant variant) {
    std::vector<Sense> found;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right)
            if ((down != 0 || right != 0) && has(variant, {down, right})) found.push_back({down, right});
    return found;
}

Folded folded(const Surface& surface, int row, int column) {
    if (surface.variant == Variant::hex_tri) {
        if (column < 0 || column > row || row >= surface.n) return {};
        return {surface.cell(row, column), false};
    }
    const auto [turns, j] = turned(column, surface.columns);
    const bool klein = surface.variant == Variant::klein_queen || surface.variant == Variant::klein_rook;
    const bool mirrored = klein && turns % 2 != 0;
    return {surface.cell(turned(mirrored ? -1 - row : row, surface.rows).rest, j), mirrored};
}

Place place_of(const Surface& surface, std::uint32_t cell) {
    int row = 0, column = cell;
    while (column >= surface.length(row)) column -= surface.length(row++);
    return {row, column};
}

std::vector<Unit> line(const Surface& surface, std::uint32_t from, std::uint32_t to, int value) {
    const Place start = place_of(surface, from);
    std::vector<Unit> best;
    int fewest = 0;
    for (const Sense sense : senses(surface.variant)) {
        std::vector<Unit> units;
        bool mirrored = false;
        int crossed = 0;
        Place last = start;
        for (int k = 1; k <= value; ++k) {
            const Folded next = folded(surface, start.row + k * sense.down, start.column + k * sense.right);
            if (next.cell == nowhere) break;
            const Sense out{mirrored ? -sense.down : sense.down, sense.right};
            mirrored = next.mirrored;
            const Place here = place_of(surface, next.cell);
            if (here.row != last.row + out.down || here.column != last.column + out.right) ++crossed;
            last = here;
            units.push_back({next.cell, out, {mirrored ? -sense.down : sense.down, sense.right}});
        }
        const bool arrives = static_cast<int>(units.size()) == value && units.back().cell == to;
        if (arrives && (best.empty() || crossed < fewest)) {
            best = std::move(units);
            fewest = crossed;
        }
    }
    return best;
}

std::vector<std::uint32_t> targets(const Surface& surface, std::uint32_t from, int value) {
    const Place start = place_of(surface, from);
    std::vector<std::uint32_t> found;
    for (const Sense sense : senses(surface.variant)) {
        const Folded at = folded(surface, start.row + value * sense.down, start.column + value * sense.right);
        if (at.cell != nowhere) found.push_back(at.cell);
    }
    return found;
}

std::vector<std::uint32_t> leads(Numbers board, std::uint32_t cell) {
    const Place at = place_of(board.surface, cell);
    Landings reached;
    const int count = board.surface.landings(at.row, at.column, board.cells[cell], reached);
    std::vector<std::uint32_t> found;
    for (int k = 0; k < count; ++k)
        if (board.cells[reached[k]] >= board.cells[cell]) found.push_back(reached[k]);
    std::sort(found.begin(), found.end());
    return found;
}

Verdict judge(Numbers board, std::span<const std::uint32_t> path) {
    Verdict found;
    std::vector<bool> used(board.cells.size());
    for (std::size_t move = 0; move < path.size(); ++move) {
        const std::uint32_t cell = path[move];
        if (cell >= board.cells.size()) {
            found.rule = Rule::off_board;
        } else if (move > 0) {
            const std::uint32_t last = path[move - 1];
            if (!among(targets(board.surface, last, board.cells[last]), cell)) found.rule = Rule::not_straight;
            else if (board.cells[cell] < board.cells[last]) found.rule = Rule::smaller;
            else if (used[cell]) found.rule = Rule::used;
        }
        if (found.rule != Rule::none) {
            found.broken = move;
            return found;
        }
        used[cell] = true;
        found.sum += board.cells[cell];
    }
    return found;
}

std::vector<std::uint32_t> onward(Numbers board, std::span<const std::uint32_t> path, bool duel) {
    std::vector<std::uint32_t> found;
    if (path.empty()) {
        for (std::uint32_t cell = 0; cell < board.cells.size(); ++cell)
            if (!duel || !leads(board, cell).empty()) found.push_back(cell);
        return found;
    }
    for (const std::uint32_t cell : leads(board, path.back()))
        if (!among(path, cell)) found.push_back(cell);
    return found;
}

namespace {

constexpr std::size_t most_seats = 64;  // cells of one number

class Duel {
public:
    Duel(Numbers board, Budget& budget);

    std::vector<Payoff> payoffs(std::span<const std::uint32_t> path);

private:
    // Does the player to move win, and the sum from here on.
    struct Value {
        bool wins;
        std::int64_t points;
    };
    // Numbers never fall, so a state is the cell of the piece and the used cells of its number.
    struct State {
        std::uint32_t cell;
        std::uint64_t used;
        bool operator==(const State&) const = default;
    };
    struct Hash {
        std::size_t operator()(const State& state) const {
            std::uint64_t mixed = state.used * 0x9E3779B97F4A7C15 + state.cell;
            mixed ^= mixed >> 29;
            return mixed * 0xBF58476D1CE4E5B9 >> 20;
        }
    };

    Value value(std::uint32_t cell, std::uint64_t used);
    std::uint64_t bit(std::uint32_t cell) const { return std::uint64_t{1} << seat_[cell]; }

    const std::vector<std::uint8_t>& cells_;
    Budget& budget_;
    std::vector<std::vector<std::uint32_t>> leads_;
    std::vector<std::uint8_t> seat_;  // place among the cells of its number
    std::unordered_map<State, Value, Hash> known_;
};

Duel::Duel(Numbers board, Budget& budget)
    : cells_(board.cells), budget_(budget), leads_(cells_.size()), seat_(cells_.size()) {
    std::array<std::uint8_t, 256> seats{};
    for (std::uint32_t cell = 0; cell < cells_.size(); ++cell) {
        leads_[cell] = leads(board, cell);
        seat_[cell] = seats[cells_[cell]]++;
        if (seat_[cell] >= most_seats) refuse("cells: a number stands on more than 64 cells");
    }
}

std::vector<Payoff> Duel::payoffs(std::span<const std::uint32_t> path) {
    std::vector<Payoff> found;
    std::vector<std::uint32_t> onward;
    std::int64_t gone = 0;
    std::uint64_t used = 0;
    for (const std::uint32_t cell : path) {
        gone += cells_[cell];
        if (cells_[cell] == cells_[path.back()]) used |= bit(cell);
    }
    if (path.empty()) {
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
            if (!leads_[cell].empty()) onward.push_back(cell);
    } else {
        for (const std::uint32_t d : leads_[path.back()])
            if (std::find(path.begin(), path.end(), d) == path.end()) onward.push_back(d);
    }
    for (const std::uint32_t d : onward) {
        const bool beside = !path.empty() && cells_[d] == cells_[path.back()];
        const Value after = value(d, (beside ? used : 0) | bit(d));
        if (budget_.stop() != Stop::done) return {};
        found.push_back({d, after.wins ? -gone - after.points : gone + after.points});
    }
    return found;
}

Duel::Value Duel::value(std::uint32_t cell, std::uint64_t used) {
    if (const auto known = known_.find({cell, used}); known != known_.end()) return known->second;
    if (budget_.spend()) return {};
    std::int64_t win = 0, loss = 0;
    for (const std::uint32_t d : leads_[cell]) {
        const bool beside = cells_[d] == cells_[cell];
        if (beside && (used & bit(d)) != 0) continue;
        const Value after = value(d, (beside ? used : 0) | bit(d));
        if (!after.wins) win = std::max(win, after.points);
        else if (loss == 0 || after.points < loss) loss = after.points;
    }
    const std::int64_t own = cells_[cell];
    const Value found = win != 0 ? Value{true, own + win} : Value{false, own + loss};
    known_.emplace(State{cell, used}, found);
    return found;
}

}  // namespace

std::vector<Payoff> payoffs(Numbers board, std::span<const std::uint32_t> path, Budget& budget) {
    return Duel(board, budget).payoffs(path);
}

}  // namespace passatempo::optimiza::game
