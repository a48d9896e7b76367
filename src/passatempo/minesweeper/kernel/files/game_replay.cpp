// The rules of Arbiter: the left button opens when it is released, the right one flags when it is pressed, and two
// buttons chord when the first of them is released.
#include "files/game_replay.hpp"

namespace passatempo::minesweeper::files {

void GameReplay::set_size(ByteCursor& cursor, std::int64_t rows, std::int64_t columns, std::size_t place) {
    constexpr std::int64_t most_rows = 255;
    if (rows < 1 || rows > most_rows || columns < 1 || columns > most_rows)
        cursor.fail(FileFault::size, place, {rows, columns});
    if (!cursor.is_valid()) return;
    record.rows = static_cast<std::uint32_t>(rows);
    record.columns = static_cast<std::uint32_t>(columns);
    record.cells.assign(rows * columns, 0);
    cells_.assign(rows * columns, covered);
    question_marks_.assign(rows * columns, 0);
    near_ = game::Near(rectangle(record.rows, record.columns));
}

std::uint32_t GameReplay::cell_at(std::int64_t row, std::int64_t column) const {
    const bool is_inside = 0 <= row && row < record.rows && 0 <= column && column < record.columns;
    return is_inside ? static_cast<std::uint32_t>(row * record.columns + column) : none;
}

void GameReplay::read_mines(ByteCursor& cursor, std::uint32_t count, PairForm pair_form) {
    for (std::uint32_t mine = 0; mine < count && cursor.is_valid(); ++mine) {
        const std::size_t place = cursor.place();
        if (cursor.left() < 2) return cursor.fail(FileFault::mines_cut, place + cursor.left(), {mine, count});
        std::int64_t row = std::int64_t{cursor.number(1)} - pair_form.origin;
        std::int64_t column = std::int64_t{cursor.number(1)} - pair_form.origin;
        if (!pair_form.is_row_first) std::swap(row, column);
        const std::uint32_t cell = cell_at(row, column);
        if (cell == none)
            return cursor.fail(FileFault::off_field, place, {row + 1, column + 1, record.rows, record.columns});
        if (record.cells[cell]) cursor.fail(FileFault::repeated, place, {row + 1, column + 1});
        record.cells[cell] = 1;
    }
}

void GameReplay::apply(const MouseEvent& event) {
    const auto index_of = [&](std::int64_t pixel) { return pixel < 0 ? -1 : pixel / square_pixels; };
    const std::uint32_t cell = cell_at(index_of(event.y), index_of(event.x));
    const bool is_release = event.kind == EventKind::left_release || event.kind == EventKind::right_release;
    // A press off the field before the first opened square makes its release mean nothing.
    if (is_over_ || (cell == none && record.clicks.empty() && !is_release)) return;
    if (event.kind == EventKind::left_press || event.kind == EventKind::shift_press) {
        is_left_down_ = true;
        is_left_spent_ = false;
        has_shift_ = event.kind == EventKind::shift_press;
    } else if (event.kind == EventKind::both_press) {
        is_left_down_ = is_right_down_ = true;
    } else if (event.kind == EventKind::right_press) {
        if (!is_left_down_) turn_flag(cell);
        is_right_down_ = true;
    } else if (event.kind == EventKind::left_release) {
        release_left(event.ms, cell);
    } else if (event.kind == EventKind::right_release) {
        if (is_left_down_ && is_right_down_) chord(event.ms, cell);
        is_left_spent_ = is_left_spent_ || is_right_down_;
        is_right_down_ = false;
    } else if (event.kind == EventKind::middle_release) {
        chord(event.ms, cell);
    } else if (event.kind == EventKind::early_flag) {
        turn_flag(cell);
    }
}

void GameReplay::release_left(std::uint32_t ms, std::uint32_t cell) {
    if (is_left_down_ && (is_right_down_ || has_shift_)) chord(ms, cell);
    else if (is_left_down_ && !is_left_spent_ && cell != none && cells_[cell] == covered) open(ms, false, {cell});
    is_left_down_ = false;
}

void GameReplay::turn_flag(std::uint32_t cell) {
    if (cell == none || !is_covered(cells_[cell])) return;
    const bool was_flag = cells_[cell] == flag;
    cells_[cell] = was_flag || question_marks_[cell] ? covered : flag;
    question_marks_[cell] = was_flag && has_question_marks;
}

void GameReplay::chord(std::uint32_t ms, std::uint32_t cell) {
    if (cell == none || cells_[cell] >= unknown) return;
    std::vector<std::uint32_t> opened_cells;
    int flag_count = 0;
    for (const std::uint32_t other : near_.of(cell)) {
        flag_count += cells_[other] == flag;
        if (cells_[other] == covered) opened_cells.push_back(other);
    }
    if (flag_count == cells_[cell] && !opened_cells.empty()) open(ms, true, std::move(opened_cells));
}

void GameReplay::open(std::uint32_t ms, bool is_chord, std::vector<std::uint32_t> opened_cells) {
    calls::PlayedClick click{ms, is_chord, false, opened_cells, {}};
    for (const std::uint32_t cell : opened_cells) click.hit = click.hit || record.cells[cell];
    const game::Cells before = cells_;
    game::spread(near_, record.cells, cells_, std::move(opened_cells));
    std::size_t free_left = 0;
    for (std::size_t cell = 0; cell < cells_.size(); ++cell)
        free_left += is_covered(cells_[cell]) && !record.cells[cell];
    is_over_ = click.hit || free_left == 0;
    // Flags matter only where this click opened a zero next to one.
    const auto is_new_zero = [&](std::uint32_t cell) { return cells_[cell] == 0 && before[cell] != 0; };
    if (std::ranges::any_of(click.opens, is_new_zero))
        for (std::uint32_t cell = 0; cell < cells_.size(); ++cell)
            if (cells_[cell] == flag && std::ranges::any_of(near_.of(cell), is_new_zero)) click.flags.push_back(cell);
    record.clicks.push_back(std::move(click));
}

}  // namespace passatempo::minesweeper::files
