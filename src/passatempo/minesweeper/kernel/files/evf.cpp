// EVF 0 to 4, the replays of Metasweeper.
#include "files/game_replay.hpp"

namespace passatempo::minesweeper::files {

namespace {

constexpr std::uint32_t last_kind = 9, last_code = 12;  // of the mouse; codes behind the kinds mean nothing here

void read_bitmap(ByteCursor& cursor, std::uint32_t mines, GameReplay& replay) {
    game::Cells& cells = replay.record.cells;
    const std::size_t place = cursor.place();
    std::uint32_t mine_count = 0;
    for (std::size_t cell = 0; cell < cells.size() && cursor.is_valid(); cell += 8) {
        if (cursor.left() == 0) cursor.fail(FileFault::mines_cut, cursor.place(), {mine_count, mines});
        const std::uint32_t bits = cursor.number(1);
        for (std::size_t bit = 0; bit < std::min<std::size_t>(8, cells.size() - cell); ++bit)
            mine_count += cells[cell + bit] = bits >> (7 - bit) & 1;
    }
    if (mine_count != mines) cursor.fail(FileFault::mine_count, place, {mine_count, mines});
}

void skip_texts(ByteCursor& cursor, std::uint32_t count) {
    for (; count > 0 && cursor.is_valid(); --count) cursor.text_until(0);
}

std::uint32_t read_evf_head(ByteCursor& cursor, GameReplay& replay) {
    const std::uint32_t version = cursor.number(1);
    if (version > 4) cursor.fail(FileFault::version, 0, {version});
    const bool is_converted = cursor.number(1) >> 3 & 1;
    if (version >= 3) replay.has_question_marks = cursor.number(1) >> 7 & 1;
    const std::size_t place = cursor.place();
    const std::uint32_t rows = cursor.number(1), columns = cursor.number(1), mines = cursor.number(2);
    replay.set_size(cursor, rows, columns, place);
    replay.square_pixels = std::max(cursor.number(1), 1U);
    const std::uint32_t mode = cursor.number(2);
    replay.record.moved = 5 <= mode && mode <= 10;
    cursor.skip(version == 4 ? 24 : 5);  // 3BV and times
    replay.record.program = cursor.text_until(0);
    if (version == 4 && is_converted) skip_texts(cursor, 2);  // the converter and the encoding
    replay.record.player = cursor.text_until(0);
    skip_texts(cursor, version == 4 ? 2 : version >= 2 ? 6 : 5);  // race, name; start, end, country; identifier
    if (version == 4) cursor.skip(cursor.number(2));
    read_bitmap(cursor, mines, replay);
    return version;
}

void read_absolute_events(ByteCursor& cursor, GameReplay& replay) {
    while (cursor.is_valid()) {
        const std::uint32_t code = cursor.event_code();
        if (code == 255) return;
        if (code == 0) return cursor.skip(32);  // a checksum
        if (code > last_code) return cursor.fail_event(code);
        const std::uint32_t ms = cursor.number(3);
        const int x = cursor.signed_word(), y = cursor.signed_word();
        if (cursor.is_valid() && code <= last_kind) replay.apply({static_cast<EventKind>(code), ms, x, y});
    }
}

void read_relative_events(ByteCursor& cursor, GameReplay& replay) {
    skip_texts(cursor, cursor.number(2));
    MouseEvent event;
    while (const std::uint32_t code = cursor.event_code()) {
        const bool is_mouse = code <= last_code, is_end_of_game = 81 <= code && code <= 99;
        if (!is_mouse && !is_end_of_game && code != 255) return cursor.fail_event(code);
        event.ms += cursor.number(code == 255 ? 2 : 1);
        if (!is_mouse) continue;
        event.x += cursor.signed_word();
        event.y += cursor.signed_word();
        event.kind = code <= last_kind ? static_cast<EventKind>(code) : EventKind::other;
        if (cursor.is_valid()) replay.apply(event);
    }
    cursor.skip(cursor.number(2));  // a checksum
}

}  // namespace

void read_evf(ByteCursor& cursor, GameReplay& replay) {
    const std::uint32_t version = read_evf_head(cursor, replay);
    cursor.enter_events();
    if (version == 4) read_relative_events(cursor, replay);
    else read_absolute_events(cursor, replay);
}

}  // namespace passatempo::minesweeper::files
