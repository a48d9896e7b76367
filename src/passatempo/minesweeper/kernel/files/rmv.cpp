// RMV 1 and 2, the replays of Vienna Minesweeper.
#include "files/game_replay.hpp"

namespace passatempo::minesweeper::files {

namespace {

constexpr int first_left = 12, first_top = 56;  // of the field in the window of version 1

void read_rmv_board(ByteCursor& cursor, GameReplay& replay) {
    cursor.skip(4);  // the time
    const std::size_t place = cursor.place();
    const std::uint32_t columns = cursor.number(1), rows = cursor.number(1), mines = cursor.number(2);
    replay.set_size(cursor, rows, columns, place);
    replay.read_mines(cursor, mines, {false, 0});
}

// Reads the block of each size; the sizes lead from one to the next.
void read_blocks(ByteCursor& cursor, std::uint32_t version, std::span<const std::uint32_t> sizes, GameReplay& replay) {
    std::size_t end = cursor.place();
    for (std::size_t block = 0; block < sizes.size() && cursor.is_valid(); ++block) {
        end += sizes[block];
        if (block == 2 && sizes[block] > 0 && cursor.number(2) > 0)
            replay.record.player = cursor.text(cursor.number(1));
        if (block == 3) read_rmv_board(cursor, replay);
        if (block == 4 && sizes[block] > 0)
            for (std::uint32_t flags = cursor.number(2); flags > 0 && cursor.is_valid(); --flags) {
                const std::uint32_t column = cursor.number(1), row = cursor.number(1);
                replay.turn_flag(replay.cell_at(row, column));
            }
        if (block == 5 && sizes[block] > 0) replay.has_question_marks = cursor.number(1) != 0;
        if (block == 5 && sizes[block] > 6 && version == 2) {
            cursor.skip(5);
            replay.square_pixels = std::max(cursor.number(1), 1U);
        }
        cursor.go_to(end);
    }
}

std::uint32_t read_rmv_head(ByteCursor& cursor, GameReplay& replay) {
    cursor.skip(4);  // *rmv
    const std::size_t place = cursor.place();
    const std::uint32_t version = cursor.number(2);
    if (version != 1 && version != 2) cursor.fail(FileFault::version, place, {version});
    cursor.skip(version == 2 ? 6 : 4);  // the size of the file
    // The result, information on the version, the player, the board, flags before the start, properties, extensions.
    std::uint32_t sizes[7] = {};
    for (std::size_t block = version == 1 ? 0 : 1; block < (version == 1 ? 6 : 7); ++block)
        sizes[block] = cursor.number(2);
    cursor.skip(6);
    read_blocks(cursor, version, sizes, replay);
    return version;
}

// Reads an event of a mouse with its place.
void read_mouse(ByteCursor& cursor, std::uint32_t version, MouseEvent& event) {
    event.ms = cursor.number(3);
    cursor.skip(1);
    event.x = cursor.signed_word() - (version == 1 ? first_left : 0);
    event.y = cursor.signed_word() - (version == 1 ? first_top : 0);
}

// Reads a short move: its time, and two signed steps of four bits.
void read_step(ByteCursor& cursor, MouseEvent& event) {
    const auto signed_nibble = [](std::uint32_t bits) { return static_cast<int>(bits ^ 8) - 8; };
    event.ms += cursor.number(1);
    const std::uint32_t steps = cursor.number(1);
    event.x += signed_nibble(steps >> 4);
    event.y += signed_nibble(steps & 15);
}

}  // namespace

void read_rmv(ByteCursor& cursor, GameReplay& replay) {
    if (!cursor.rest().starts_with("*rmv")) return cursor.fail(FileFault::foreign, 0);
    const std::uint32_t version = read_rmv_head(cursor, replay);
    cursor.enter_events();
    MouseEvent event;
    while (cursor.is_valid()) {
        const std::uint32_t code = cursor.event_code();
        if (15 <= code && code <= 17) return;  // the end of the game
        if (1 <= code && code <= 7) {
            const bool is_first = event.kind == EventKind::other;
            read_mouse(cursor, version, event);
            if (!cursor.is_valid()) return;
            event.kind = EventKind::left_press;  // the press that started the game is missing
            if (is_first) replay.apply(event);
            event.kind = static_cast<EventKind>(code);
            replay.apply(event);
        } else if (code == 28 && version == 2 && event.kind != EventKind::other) {
            read_step(cursor, event);
        } else if (code == 0 && version == 1) {
            cursor.skip(4);
        } else if (9 <= code && code <= 27) {
            cursor.skip(2);
        } else {
            return cursor.fail_event(code);
        }
    }
}

}  // namespace passatempo::minesweeper::files
