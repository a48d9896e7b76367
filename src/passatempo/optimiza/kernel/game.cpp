// Folds places of the plane onto the board, lists legal moves and explains illegal ones. In the game for two, every
// game is played to its end, each state once. Any win is better than any loss. Then the winner maximises the sum, and
// the loser minimises it. Algorithm: memoized backward induction Twin: optimiza/rules.py, optimiza/exact/duel.py
#include "game.hpp"

#include <algorithm>
#include <array>
#include <unordered_map>

namespace passatempo::optimiza::game {
namespace {

// How many copies of the board precede a place along one side, and the offset within its copy.
struct Reflection {
    int turn_count, offset;
};

Reflection reflect(int at, int side) {
    const int rest = (at % side + side) % side;
    return {(at - rest) / side, rest};
}

bool has_sense(Variant variant, Sense sense) {
    const int product = sense.down * sense.right;
    if (variant == Variant::torus_rook || variant == Variant::klein_rook) return product == 0;
    if (variant == Variant::hex_torus) return product <= 0;
    if (variant == Variant::hex_tri) return product >= 0;
    return true;
}

bool contains_cell(std::span<const std::uint32_t> cells, std::uint32_t cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

}  // namespace

std::vector<Sense> unit_steps(Variant variant) {
    std::vector<Sense> variant_senses;
    for (int down = -1; down <= 1; ++down)
        for (int right = -1; right <= 1; ++right)
            if ((down != 0 || right != 0) && has_sense(variant, {down, right})) variant_senses.push_back({down, right});
    return variant_senses;
}

BoardPlace fold_place(const Surface& surface, int row, int column) {
    if (surface.variant == Variant::hex_tri) {
        if (column < 0 || column > row || row >= surface.n) return {};
        return {surface.cell_at(row, column), false};
    }
    const auto [turns, j] = reflect(column, surface.column_count);
    const bool klein = surface.variant == Variant::klein_queen || surface.variant == Variant::klein_rook;
    const bool is_mirrored = klein && turns % 2 != 0;
    return {surface.cell_at(reflect(is_mirrored ? -1 - row : row, surface.row_count).offset, j), is_mirrored};
}

Place place_of(const Surface& surface, std::uint32_t cell) {
    int row = 0, column = cell;
    while (column >= surface.row_length(row)) column -= surface.row_length(row++);
    return {row, column};
}

std::vector<Unit> move_line(const Surface& surface, std::uint32_t from, std::uint32_t to, int jump_length) {
    const Place start_place = place_of(surface, from);
    std::vector<Unit> best;
    int fewest = 0;
    for (const Sense sense : unit_steps(surface.variant)) {
        std::vector<Unit> units;
        bool is_mirrored = false;
        int crossing_count = 0;
        Place last_place = start_place;
        for (int k = 1; k <= jump_length; ++k) {
            const BoardPlace next_place =
                fold_place(surface, start_place.row + k * sense.down, start_place.column + k * sense.right);
            if (next_place.cell == nowhere) break;
            const Sense out{is_mirrored ? -sense.down : sense.down, sense.right};
            is_mirrored = next_place.is_mirrored;
            const Place unit_place = place_of(surface, next_place.cell);
            if (unit_place.row != last_place.row + out.down || unit_place.column != last_place.column + out.right)
                ++crossing_count;
            last_place = unit_place;
            units.push_back({next_place.cell, out, {is_mirrored ? -sense.down : sense.down, sense.right}});
        }
        const bool arrives = static_cast<int>(units.size()) == jump_length && units.back().cell == to;
        if (arrives && (best.empty() || crossing_count < fewest)) {
            best = std::move(units);
            fewest = crossing_count;
        }
    }
    return best;
}

std::vector<std::uint32_t> straight_targets(const Surface& surface, std::uint32_t from, int jump_length) {
    const Place start_place = place_of(surface, from);
    std::vector<std::uint32_t> target_cells;
    for (const Sense sense : unit_steps(surface.variant)) {
        const BoardPlace at = fold_place(surface, start_place.row + jump_length * sense.down,
                                         start_place.column + jump_length * sense.right);
        if (at.cell != nowhere) target_cells.push_back(at.cell);
    }
    return target_cells;
}

std::vector<std::uint32_t> legal_moves(BoardView board, std::uint32_t cell) {
    const Place at = place_of(board.surface, cell);
    Landings landing_cells;
    const int landing_count = board.surface.write_landings(at.row, at.column, board.cells[cell], landing_cells);
    std::vector<std::uint32_t> legal_targets;
    for (int k = 0; k < landing_count; ++k)
        if (board.cells[landing_cells[k]] >= board.cells[cell]) legal_targets.push_back(landing_cells[k]);
    std::sort(legal_targets.begin(), legal_targets.end());
    return legal_targets;
}

Verdict judge(BoardView board, std::span<const std::uint32_t> path) {
    Verdict verdict;
    std::vector<bool> used(board.cells.size());
    for (std::size_t move = 0; move < path.size(); ++move) {
        const std::uint32_t cell = path[move];
        if (cell >= board.cells.size()) {
            verdict.rule = Rule::off_board;
        } else if (move > 0) {
            const std::uint32_t last = path[move - 1];
            if (!contains_cell(straight_targets(board.surface, last, board.cells[last]), cell))
                verdict.rule = Rule::not_straight;
            else if (board.cells[cell] < board.cells[last]) verdict.rule = Rule::smaller;
            else if (used[cell]) verdict.rule = Rule::used;
        }
        if (verdict.rule != Rule::none) {
            verdict.fault_move = move;
            return verdict;
        }
        used[cell] = true;
        verdict.path_sum += board.cells[cell];
    }
    return verdict;
}

std::vector<std::uint32_t> legal_targets(BoardView board, std::span<const std::uint32_t> path, bool duel) {
    std::vector<std::uint32_t> legal_cells;
    if (path.empty()) {
        for (std::uint32_t cell = 0; cell < board.cells.size(); ++cell)
            if (!duel || !legal_moves(board, cell).empty()) legal_cells.push_back(cell);
        return legal_cells;
    }
    for (const std::uint32_t cell : legal_moves(board, path.back()))
        if (!contains_cell(path, cell)) legal_cells.push_back(cell);
    return legal_cells;
}

namespace {

constexpr std::size_t most_seats = 64;  // cells of one number

class Duel {
public:
    Duel(BoardView board, Budget& budget);

    std::vector<Payoff> payoffs(std::span<const std::uint32_t> path);

private:
    // Whether the player to move wins, and the sum from this state on.
    struct Outcome {
        bool wins;
        std::int64_t points;
    };
    // Numbers never fall, so a state is the cell of the piece and the used cells of its number.
    struct State {
        std::uint32_t cell;
        std::uint64_t used_mask;
        bool operator==(const State&) const = default;
    };
    struct StateHash {
        std::size_t operator()(const State& state) const {
            std::uint64_t hash_bits = state.used_mask * 0x9E3779B97F4A7C15 + state.cell;
            hash_bits ^= hash_bits >> 29;
            return hash_bits * 0xBF58476D1CE4E5B9 >> 20;
        }
    };

    Outcome evaluate(std::uint32_t cell, std::uint64_t used);
    std::uint64_t cell_bit(std::uint32_t cell) const { return std::uint64_t{1} << level_places_[cell]; }

    const std::vector<std::uint8_t>& cell_numbers_;
    Budget& budget_;
    std::vector<std::vector<std::uint32_t>> legal_moves_;
    std::vector<std::uint8_t> level_places_;  // place among the cells of its number
    std::unordered_map<State, Outcome, StateHash> outcome_memo_;
};

Duel::Duel(BoardView board, Budget& budget)
    : cell_numbers_(board.cells),
      budget_(budget),
      legal_moves_(cell_numbers_.size()),
      level_places_(cell_numbers_.size()) {
    std::array<std::uint8_t, 256> seats{};
    for (std::uint32_t cell = 0; cell < cell_numbers_.size(); ++cell) {
        legal_moves_[cell] = legal_moves(board, cell);
        level_places_[cell] = seats[cell_numbers_[cell]]++;
        if (level_places_[cell] >= most_seats) refuse("cells: a number stands on more than 64 cells");
    }
}

std::vector<Payoff> Duel::payoffs(std::span<const std::uint32_t> path) {
    std::vector<Payoff> cell_payoffs;
    std::vector<std::uint32_t> next_cells;
    std::int64_t path_sum = 0;
    std::uint64_t used = 0;
    for (const std::uint32_t cell : path) {
        path_sum += cell_numbers_[cell];
        if (cell_numbers_[cell] == cell_numbers_[path.back()]) used |= cell_bit(cell);
    }
    if (path.empty()) {
        for (std::uint32_t cell = 0; cell < cell_numbers_.size(); ++cell)
            if (!legal_moves_[cell].empty()) next_cells.push_back(cell);
    } else {
        for (const std::uint32_t d : legal_moves_[path.back()])
            if (std::find(path.begin(), path.end(), d) == path.end()) next_cells.push_back(d);
    }
    for (const std::uint32_t d : next_cells) {
        const bool has_same_number = !path.empty() && cell_numbers_[d] == cell_numbers_[path.back()];
        const Outcome next_outcome = evaluate(d, (has_same_number ? used : 0) | cell_bit(d));
        if (budget_.stop() != Stop::done) return {};
        cell_payoffs.push_back(
            {d, next_outcome.wins ? -path_sum - next_outcome.points : path_sum + next_outcome.points});
    }
    return cell_payoffs;
}

Duel::Outcome Duel::evaluate(std::uint32_t cell, std::uint64_t used) {
    if (const auto state_memo = outcome_memo_.find({cell, used}); state_memo != outcome_memo_.end())
        return state_memo->second;
    if (budget_.spend()) return {};
    std::int64_t win = 0, loss = 0;
    for (const std::uint32_t d : legal_moves_[cell]) {
        const bool has_same_number = cell_numbers_[d] == cell_numbers_[cell];
        if (has_same_number && (used & cell_bit(d)) != 0) continue;
        const Outcome next_outcome = evaluate(d, (has_same_number ? used : 0) | cell_bit(d));
        if (!next_outcome.wins) win = std::max(win, next_outcome.points);
        else if (loss == 0 || next_outcome.points < loss) loss = next_outcome.points;
    }
    const std::int64_t cell_number = cell_numbers_[cell];
    const Outcome state_outcome = win != 0 ? Outcome{true, cell_number + win} : Outcome{false, cell_number + loss};
    outcome_memo_.emplace(State{cell, used}, state_outcome);
    return state_outcome;
}

}  // namespace

std::vector<Payoff> payoffs(BoardView board, std::span<const std::uint32_t> path, Budget& budget) {
    return Duel(board, budget).payoffs(path);
}

}  // namespace passatempo::optimiza::game
