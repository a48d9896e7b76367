// A field, and the clicks that open squares from the events of the mouse.
#pragma once

#include "files/bytes.hpp"
#include "game/field.hpp"
#include "interface.gen.hpp"

namespace passatempo::minesweeper::files {

// The codes of EVF and RMV; `both_press` is the second of two buttons, `shift_press` left with shift.
enum class EventKind : std::uint8_t {
    other,
    move,
    left_press,
    left_release,
    right_press,
    right_release,
    middle_press,
    middle_release,
    early_flag,
    both_press,
    shift_press
};

struct MouseEvent {
    EventKind kind = EventKind::other;
    std::uint32_t ms = 0;
    std::int64_t x = 0, y = 0;  // pixels
};

// Pairs of bytes: the row or the column first, both counted from `origin`.
struct PairForm {
    bool is_row_first;
    std::uint32_t origin;
};

class GameReplay {
public:
    GameReplay() { record.mines = record.first = -1; }

    // Lays a field without mines; a size that is not read is a fault of the byte at `place`.
    void set_size(ByteCursor& cursor, std::int64_t rows, std::int64_t columns, std::size_t place);
    void read_mines(ByteCursor& cursor, std::uint32_t count, PairForm pair_form);
    void apply(const MouseEvent& event);
    void turn_flag(std::uint32_t cell);
    std::uint32_t cell_at(std::int64_t row, std::int64_t column) const;  // `none` off the field

    calls::ReadFileReply record;
    bool has_question_marks = false;
    std::int64_t square_pixels = 16;

private:
    void release_left(std::uint32_t ms, std::uint32_t cell);
    void chord(std::uint32_t ms, std::uint32_t cell);
    void open(std::uint32_t ms, bool is_chord, std::vector<std::uint32_t> opened_cells);

    game::Near near_;
    game::Cells cells_, question_marks_;
    bool is_left_down_ = false, is_right_down_ = false, has_shift_ = false;
    bool is_left_spent_ = false;  // a chord has used the press
    bool is_over_ = false;
};

}  // namespace passatempo::minesweeper::files
