// Generates a field that needs no guess, by stochastic local search over the positions of the mines [Tatham2005].
// 1. `lay_mines`: a random field without mines around the first click.
// 2. `play`: replays the field. Cheap rules come first, `propagate` for one number and `propagate_pairs` for two. If
//    they find nothing, `solve_exactly` takes the certain cells of all layouts [Knuth2011].
// 3. `sort_closed_cells`: classifies the cells that stay covered, by mine and by frontier.
// 4. `move_mines`: swaps one or two mines with free cells where the replay stopped.
// 5. `undo_moves`: takes the swap back if more cells stay covered. Equal counts are accepted (plateau moves).
#include "puzzles/repair.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "board/board_model.hpp"
#include "layouts/survey.hpp"
#include "puzzles/field.hpp"

namespace passatempo::minesweeper::puzzles {

// The order of the rules does not change which cells are opened in the end, because a safe cell stays safe. The cheap
// rules therefore come first. The memory is reused from one replay to the next.
class PuzzleReplay {
public:
    // If `exact`, opens all certain cells, with the mine count. Otherwise uses only numbers and pairs of numbers.
    PuzzleReplay(const RectangleGrid& grid, bool exact);

    // Returns how many free cells stay covered. The result is undefined if the budget ends first.
    std::uint32_t play(const PuzzleField& field, std::uint32_t first, Budget& budget);

    bool is_open(std::uint32_t cell) const { return cell_codes_[cell] != covered; }
    bool is_known_mine(std::uint32_t cell) const { return is_known_[cell] != 0; }

private:
    void open(std::uint32_t cell);
    void mark(std::uint32_t cell);
    void propagate();                      // applies single numbers until nothing follows
    bool propagate_pairs(Budget& budget);  // applies one pair, and returns false if no pair applies
    bool propagate_pair(std::uint32_t first_number, std::uint32_t second_number);
    void assign_cell(std::uint32_t cell, bool is_mine);
    bool solve_exactly(Budget& budget);  // applies all numbers, and returns false if no cell is opened
    void queue_number(std::uint32_t number);

    const RectangleGrid& grid_;
    bool exact_;
    const PuzzleField* field_ = nullptr;
    std::uint32_t cells_left_ = 0, mine_count_ = 0;
    std::vector<std::uint8_t> cell_codes_, is_known_;        // the visible board, and the known mines on it
    std::vector<std::uint8_t> missing_mines_, open_counts_;  // of each number, mines and cells undecided
    std::vector<std::uint32_t> single_queue_, pair_queue_;   // numbers to visit
    std::vector<std::uint8_t> queue_flags_;                  // bit 0 if in `single_queue_`, bit 1 if in `pair_queue_`
    BoardModel board_model_;
};

namespace {

constexpr std::uint8_t in_singles = 1, in_pairs = 2;

}  // namespace

PuzzleReplay::PuzzleReplay(const RectangleGrid& grid, bool exact) : grid_(grid), exact_(exact) {}

std::uint32_t PuzzleReplay::play(const PuzzleField& field, std::uint32_t first, Budget& budget) {
    field_ = &field;
    cells_left_ = grid_.size() - field.mines();
    mine_count_ = 0;
    cell_codes_.assign(grid_.size(), covered);
    is_known_.assign(grid_.size(), 0);
    missing_mines_.assign(grid_.size(), 0);
    open_counts_.assign(grid_.size(), 0);
    queue_flags_.assign(grid_.size(), 0);
    single_queue_.clear();
    pair_queue_.clear();
    open(first);
    do {
        propagate();
        while (cells_left_ > 0 && propagate_pairs(budget)) propagate();
    } while (cells_left_ > 0 && exact_ && solve_exactly(budget));
    return cells_left_;
}

void PuzzleReplay::queue_number(std::uint32_t number) {
    if (!(queue_flags_[number] & in_singles)) single_queue_.push_back(number);
    if (!(queue_flags_[number] & in_pairs)) pair_queue_.push_back(number);
    queue_flags_[number] = in_singles | in_pairs;
}

void PuzzleReplay::open(std::uint32_t cell) {
    cell_codes_[cell] = field_->number(cell);
    --cells_left_;
    std::uint8_t mines = cell_codes_[cell], cells = 0;
    for (const std::uint32_t other : grid_.neighbours(cell)) {
        if (cell_codes_[other] != covered) {
            --open_counts_[other];
            queue_number(other);
        } else {
            mines -= is_known_[other];
            cells += !is_known_[other];
        }
    }
    missing_mines_[cell] = mines;
    open_counts_[cell] = cells;
    queue_number(cell);
}

void PuzzleReplay::mark(std::uint32_t cell) {
    is_known_[cell] = 1;
    ++mine_count_;
    for (const std::uint32_t other : grid_.neighbours(cell))
        if (cell_codes_[other] != covered) {
            --open_counts_[other];
            --missing_mines_[other];
            queue_number(other);
        }
}

void PuzzleReplay::assign_cell(std::uint32_t cell, bool is_mine) {
    if (is_mine) mark(cell);
    else open(cell);
}

void PuzzleReplay::propagate() {
    while (!single_queue_.empty()) {
        const std::uint32_t number = single_queue_.back();
        single_queue_.pop_back();
        queue_flags_[number] &= in_pairs;
        if (open_counts_[number] == 0 ||
            (missing_mines_[number] != 0 && missing_mines_[number] != open_counts_[number]))
            continue;
        const bool are_mines = missing_mines_[number] != 0;
        for (const std::uint32_t other : grid_.neighbours(number))
            if (cell_codes_[other] == covered && !is_known_[other]) assign_cell(other, are_mines);
    }
}

bool PuzzleReplay::propagate_pairs(Budget& budget) {
    const int columns = grid_.columns(), size = grid_.size();
    while (!pair_queue_.empty() && !budget.spend()) {
        const std::uint32_t first_number = pair_queue_.back();
        pair_queue_.pop_back();
        queue_flags_[first_number] &= in_singles;
        const int cell = first_number, column = cell % columns;
        for (int down = -2; down <= 2; ++down)
            for (int right = -2; right <= 2 && open_counts_[first_number] != 0; ++right) {
                const int other = cell + down * columns + right;
                if (other < 0 || other >= size || other == cell) continue;
                if (column + right < 0 || column + right >= columns) continue;
                if (cell_codes_[other] != covered && open_counts_[other] != 0 && propagate_pair(first_number, other)) {
                    queue_number(first_number);
                    return true;
                }
            }
    }
    return false;
}

bool PuzzleReplay::propagate_pair(std::uint32_t first_number, std::uint32_t second_number) {
    const int columns = grid_.columns();
    const auto is_adjacent = [&](int a, int b) {
        return std::abs(a / columns - b / columns) <= 1 && std::abs(a % columns - b % columns) <= 1;
    };
    std::array<std::uint32_t, 8> cells[3];  // around the first alone, around the second alone, around both
    int number[3] = {0, 0, 0};
    for (const std::uint32_t cell : grid_.neighbours(first_number))
        if (cell_codes_[cell] == covered && !is_known_[cell]) {
            const int kind = is_adjacent(cell, second_number) ? 2 : 0;
            cells[kind][number[kind]++] = cell;
        }
    if (number[2] == 0) return false;
    for (const std::uint32_t cell : grid_.neighbours(second_number))
        if (cell_codes_[cell] == covered && !is_known_[cell] && !is_adjacent(cell, first_number))
            cells[1][number[1]++] = cell;
    const int a = missing_mines_[first_number], b = missing_mines_[second_number];
    const int min_mines = std::max({0, a - number[0], b - number[1]}), max_mines = std::min({number[2], a, b});
    const int low[3] = {a - max_mines, b - max_mines, min_mines}, high[3] = {a - min_mines, b - min_mines, max_mines};
    bool has_progress = false;
    for (int kind = 0; kind < 3; ++kind) {
        if (number[kind] == 0 || (high[kind] != 0 && low[kind] != number[kind])) continue;
        has_progress = true;
        for (int i = 0; i < number[kind]; ++i) assign_cell(cells[kind][i], high[kind] != 0);
    }
    return has_progress;
}

bool PuzzleReplay::solve_exactly(Budget& budget) {
    // If the remaining mines fit entirely next to numbers or entirely elsewhere, their count excludes nothing. Each
    // part can then be surveyed separately.
    std::uint32_t frontier_count = 0, lonely_count = 0;
    for (std::uint32_t cell = 0; cell < grid_.size(); ++cell) {
        if (cell_codes_[cell] != covered || is_known_[cell]) continue;
        const auto near = grid_.neighbours(cell);
        const bool is =
            std::any_of(near.begin(), near.end(), [&](std::uint32_t n) { return cell_codes_[n] != covered; });
        ++(is ? frontier_count : lonely_count);
    }
    const std::uint32_t mines = field_->mines() - mine_count_;
    const std::int64_t all = field_->mines();
    const std::int64_t count = mines > frontier_count && mines < lonely_count ? -1 : all;
    const Surface& surface = grid_.surface();
    if (prepare_board(surface, cell_codes_.data(), count, none, quick_states, budget, board_model_, quick_states) !=
        LayoutState::consistent)
        return false;
    const BoardSurvey board_survey = survey(board_model_, false, quick_states, budget);
    if (board_survey.state != LayoutState::consistent || budget.stop() != Stop::done) return false;
    const std::uint32_t before = cells_left_;
    const Frontier& frontier = board_model_.frontier;
    for (std::uint32_t v = 0; v < frontier.variables(); ++v) {
        const Mark group_mark = board_survey.group_marks[board_model_.parts.group_of(v)];
        const std::uint32_t cell = frontier.variable_cells[v];
        if (group_mark == Mark::open || cell_codes_[cell] != covered || is_known_[cell]) continue;
        assign_cell(cell, group_mark == Mark::mine);
    }
    if (count >= 0 && board_survey.other == Mark::safe)
        for (std::uint32_t cell = 0; cell < grid_.size(); ++cell)
            if (frontier.cell_states[surface.place(cell)] == CellState::lonely && cell_codes_[cell] == covered)
                open(cell);
    return cells_left_ < before;
}

namespace {

constexpr std::uint32_t most_buried = 1;  // a swap that leaves more must reduce them, otherwise mines form blocks
constexpr std::uint64_t kinds = 4;        // kinds of swap: two lead away from the frontier, one to it, one within it
constexpr std::uint64_t one_in = 4;       // one attempt in four makes two swaps
constexpr std::uint32_t most_swaps = 3'000, most_dense_swaps = 30'000;  // dense fields get more attempts

using Cells = std::vector<std::uint32_t>;

class FieldRepair {
public:
    FieldRepair(const RectangleGrid& grid, const RepairOrder& order, Stream& stream)
        : order_(order),
          stream_(stream),
          near_first_(grid.size(), 0),
          replay_(grid, order.is_exact),
          field_(grid, lay_mines(grid)) {}

    RepairOutcome run(Budget& budget) {
        const bool dense = order_.mines * 10 >= field_.grid().size() * 3;
        const std::uint32_t max_swaps = dense ? most_dense_swaps : most_swaps;
        std::uint32_t left = replay_.play(field_, order_.first, budget);
        sort_closed_cells();
        for (std::uint32_t swaps = 0; left > 0 && swaps < max_swaps && !budget.poll(); ++swaps) {
            const std::uint32_t interior_before = field_.interior_mines();
            const std::size_t moves = move_mines();
            if (moves == 0) continue;
            const bool good = field_.interior_mines() <= most_buried || field_.interior_mines() < interior_before;
            const std::uint32_t after = good ? replay_.play(field_, order_.first, budget) : left + 1;
            if (after <= left) {
                left = after;
                sort_closed_cells();
            } else {
                undo_moves(moves);
            }
        }
        return {left == 0, field_.mine_map()};
    }

private:
    // Places the mines on random cells away from the first click.
    std::vector<std::uint8_t> lay_mines(const RectangleGrid& grid) {
        near_first_[order_.first] = 1;
        for (const std::uint32_t cell : grid.neighbours(order_.first)) near_first_[cell] = 1;
        Cells cells;
        for (std::uint32_t cell = 0; cell < grid.size(); ++cell)
            if (!near_first_[cell]) cells.push_back(cell);
        std::vector<std::uint8_t> mine(grid.size(), 0);
        for (std::uint32_t i = 0; i < order_.mines; ++i) {
            std::swap(cells[i], cells[i + stream_.below(cells.size() - i)]);
            mine[cells[i]] = 1;
        }
        return mine;
    }

    // Sorts the covered cells into mines and free cells, on the frontier and away from it. Known mines are used only if
    // no other mine is on the frontier.
    void sort_closed_cells() {
        for (Cells* cells : {&frontier_mines_, &inner_mines_, &frontier_free_, &inner_free_}) cells->clear();
        Cells certain_mines;
        const RectangleGrid& grid = field_.grid();
        for (std::uint32_t cell = 0; cell < grid.size(); ++cell) {
            if (replay_.is_open(cell)) continue;
            const auto near = grid.neighbours(cell);
            const bool is_frontier =
                std::any_of(near.begin(), near.end(), [&](std::uint32_t n) { return replay_.is_open(n); });
            if (replay_.is_known_mine(cell)) certain_mines.push_back(cell);
            else if (field_.mine(cell)) (is_frontier ? frontier_mines_ : inner_mines_).push_back(cell);
            else (is_frontier ? frontier_free_ : inner_free_).push_back(cell);
        }
        if (frontier_mines_.empty()) frontier_mines_ = std::move(certain_mines);
    }

    // Moves one or two mines, records the moves in `moves_`, and returns how many were possible.
    std::size_t move_mines() {
        std::size_t move_count = 0;
        const std::uint64_t move_target = stream_.below(one_in) == 0 ? 2 : 1;
        for (std::uint64_t i = 0; i < move_target; ++i) {
            const std::uint64_t kind = stream_.below(kinds);
            const Cells& from = kind == 2 ? inner_mines_ : frontier_mines_;
            const Cells& to = kind < 2 ? inner_free_ : frontier_free_;
            if (from.empty()) continue;
            const std::uint32_t mine = from[stream_.below(from.size())];
            // Without such a cell, any free one away from the first click is a candidate.
            const std::uint32_t cell = to.empty() ? random_free_cell() : to[stream_.below(to.size())];
            if (cell == none || !field_.mine(mine) || field_.mine(cell)) continue;
            field_.move_mine(mine, cell);
            moves_[move_count++] = {mine, cell};
        }
        return move_count;
    }

    std::uint32_t random_free_cell() {
        Cells cells;
        for (std::uint32_t cell = 0; cell < field_.grid().size(); ++cell)
            if (!field_.mine(cell) && !near_first_[cell]) cells.push_back(cell);
        return cells.empty() ? none : cells[stream_.below(cells.size())];
    }

    void undo_moves(std::size_t moves) {
        while (moves-- > 0) field_.move_mine(moves_[moves].second, moves_[moves].first);
    }

    const RepairOrder& order_;
    Stream& stream_;
    std::vector<std::uint8_t> near_first_;
    PuzzleReplay replay_;
    PuzzleField field_;
    Cells frontier_mines_, inner_mines_, frontier_free_, inner_free_;
    std::array<std::pair<std::uint32_t, std::uint32_t>, 2> moves_{};
};

}  // namespace

RepairOutcome repair(const RectangleGrid& grid, const RepairOrder& order, Stream& stream, Budget& budget) {
    return FieldRepair(grid, order, stream).run(budget);
}

}  // namespace passatempo::minesweeper::puzzles
