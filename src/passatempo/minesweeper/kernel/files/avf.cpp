// AVF, the replays of Arbiter.
#include "files/game_replay.hpp"

namespace passatempo::minesweeper::files {

namespace {

void read_avf_field(ByteCursor& cursor, GameReplay& replay) {
    cursor.skip(5);  // the version, and four random bytes
    const std::size_t place = cursor.place();
    const std::uint32_t level = cursor.number(1);
    if (level < 3 || level > 6) return cursor.fail(FileFault::level, place, {level});
    std::uint32_t rows = level == 3 ? 8 : 16, columns = level == 3 ? 8 : level == 4 ? 16 : 30;
    std::uint32_t mines = level == 3 ? 10 : level == 4 ? 40 : 99;
    if (level == 6) {
        columns = cursor.number(1) + 1;
        rows = cursor.number(1) + 1;
        mines = cursor.number(2);
    }
    replay.set_size(cursor, rows, columns, place + 1);
    replay.read_mines(cursor, mines, {true, 1});
}

// Skips the text in brackets, behind its beginning [0| to [3|. The byte two before it says whether question marks are
// on.
void skip_result(ByteCursor& cursor, GameReplay& replay) {
    constexpr char marks_on = 17;
    const std::string_view rest = cursor.rest();
    std::size_t at = rest.find('[');
    while (at < rest.size() &&
           !(at + 2 < rest.size() && '0' <= rest[at + 1] && rest[at + 1] <= '3' && rest[at + 2] == '|'))
        at = rest.find('[', at + 1);
    replay.has_question_marks = 2 <= at && at < rest.size() && rest[at - 2] == marks_on;
    cursor.skip(std::min(at, rest.size()));
    cursor.text_until(']');
}

// The first event has a column below 512 and begins in the first second, counted from 1.
void find_first_event(ByteCursor& cursor) {
    const std::string_view rest = cursor.rest();
    std::size_t at = 0;
    while (at + 2 < rest.size() && (static_cast<std::uint8_t>(rest[at + 1]) > 1 || rest[at + 2] != 1)) ++at;
    cursor.skip(at);
}

EventKind kind_of(std::uint32_t code) {
    // The codes of the kinds in their order; a release has a second one while another button is down.
    constexpr std::uint8_t codes[][2] = {{1, 1},   {3, 3},    {5, 21}, {9, 9}, {17, 145},
                                         {33, 33}, {65, 193}, {0, 0},  {0, 0}, {11, 11}};
    for (std::size_t kind = 0; kind < std::size(codes); ++kind)
        if (code == codes[kind][0] || code == codes[kind][1]) return static_cast<EventKind>(kind + 1);
    return EventKind::other;
}

}  // namespace

void read_avf(ByteCursor& cursor, GameReplay& replay) {
    read_avf_field(cursor, replay);
    skip_result(cursor, replay);
    cursor.enter_events();
    find_first_event(cursor);
    while (const std::uint32_t code = cursor.event_code()) {
        const EventKind kind = kind_of(code);
        if (kind == EventKind::other) return cursor.fail_event(code);
        const auto event = cursor.take(7);  // x high, seconds low, x low, hundredths, y high, seconds high, y low
        if (!cursor.is_valid()) return;
        const int seconds = event[5] << 8 | event[1], x = event[0] << 8 | event[2], y = event[4] << 8 | event[6];
        const std::uint32_t ms = seconds == 0 ? 0 : (seconds - 1) * 1000 + event[3] * 10;
        replay.apply({kind, ms, static_cast<std::int16_t>(x), static_cast<std::int16_t>(y)});
    }
}

}  // namespace passatempo::minesweeper::files
