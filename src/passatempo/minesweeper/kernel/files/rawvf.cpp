// RAWVF, the text form of replays.
#include <charconv>

#include "files/game_replay.hpp"

namespace passatempo::minesweeper::files {

namespace {

// Takes the next line; the last one may lack its end.
std::string_view take_line(ByteCursor& cursor) {
    const std::string_view line = cursor.rest().substr(0, cursor.rest().find('\n'));
    cursor.skip(std::min(line.size() + 1, cursor.left()));
    return trim(line);
}

// Returns a whole number below 2^32, or -1.
std::int64_t read_integer(std::string_view text) {
    std::uint32_t value = 0;
    const char* const end = text.data() + text.size();
    const auto [rest, fault] = std::from_chars(text.data(), end, value);
    return rest == end && fault == std::errc{} ? std::int64_t{value} : -1;
}

// Reads the lines up to the board, and returns the number of mines.
std::int64_t read_keys(ByteCursor& cursor, GameReplay& replay) {
    std::int64_t columns = -1, rows = -1, mines = -1;
    while (cursor.left() > 0) {
        const std::string_view line = take_line(cursor), key = line.substr(0, line.find(':'));
        const std::string_view value = trim(line.substr(std::min(key.size() + 1, line.size())));
        if (line == "Board:") {
            if (columns < 0 || rows < 0 || mines < 0 || replay.square_pixels < 1)
                cursor.fail(FileFault::missing_keys, cursor.place() - 1);
            replay.set_size(cursor, rows, columns, cursor.place() - 1);
            return mines;
        }
        if (key == "Width") columns = read_integer(value);
        if (key == "Height") rows = read_integer(value);
        if (key == "Mines") mines = read_integer(value);
        if (key == "SquareSize") replay.square_pixels = read_integer(value);
        if (key == "Marks" || key == "QuestionMarks") replay.has_question_marks = value == "on";
        if (key == "Program") replay.record.program.assign(value.begin(), value.end());
        if (key == "Player") replay.record.player.assign(value.begin(), value.end());
    }
    cursor.fail(FileFault::head_cut, cursor.place());
    return mines;
}

void read_rows(ByteCursor& cursor, std::int64_t mines, GameReplay& replay) {
    const std::size_t columns = replay.record.columns;
    std::int64_t mine_count = 0;
    for (std::uint32_t row = 0; row < replay.record.rows && cursor.is_valid(); ++row) {
        const std::size_t place = cursor.place();
        if (cursor.left() == 0) return cursor.fail(FileFault::mines_cut, place, {mine_count, mines});
        const std::string_view line = take_line(cursor);
        const auto length = static_cast<std::int64_t>(line.size());
        if (line.size() != columns)
            return cursor.fail(FileFault::row_length, place, {row + 1, length, replay.record.columns});
        if (const std::size_t other = line.find_first_not_of("*.012345678"); other < columns)
            return cursor.fail(FileFault::sign, place + other, {static_cast<std::uint8_t>(line[other])});
        for (std::size_t column = 0; column < columns; ++column)
            mine_count += replay.record.cells[row * columns + column] = line[column] == '*';
    }
    if (mine_count != mines) cursor.fail(FileFault::mine_count, cursor.place() - 1, {mine_count, mines});
}

EventKind kind_of(std::string_view name) {
    constexpr std::string_view names = "mv lc lr rc rr mc mr pf cc sc ";
    const std::size_t found = name.size() == 2 ? names.find(name) : std::string_view::npos;
    return static_cast<EventKind>(found == std::string_view::npos ? 0 : found / 3 + 1);
}

// Seconds with a fraction; times before the start are 0.
std::uint32_t read_ms(std::string_view text) {
    const std::size_t point = std::min(text.find('.'), text.size());
    constexpr std::int64_t longest = 4'000'000;
    std::int64_t ms = std::clamp<std::int64_t>(read_integer(text.substr(0, point)), 0, longest) * 1000, unit = 100;
    for (const char digit : text.substr(std::min(point + 1, text.size()))) {
        if (text.front() != '-' && '0' <= digit && digit <= '9') ms += (digit - '0') * unit;
        unit /= 10;
    }
    return static_cast<std::uint32_t>(ms);
}

// Reads a line: a time, an event, and a column and a row, pixels in brackets or both. Pixels decide.
MouseEvent read_event(std::string_view line, std::int64_t square_pixels) {
    const bool has_pixels = line.find('(') != std::string_view::npos;
    std::string_view words[6];
    std::size_t count = 0;
    for (std::size_t at = 0; count < 6 && at < line.size(); at += words[count - 1].size() + 1) {
        at = std::min(line.find_first_not_of(" \t()", at), line.size());
        words[count++] = line.substr(at, line.find_first_of(" \t()", at) - at);
    }
    while (count > 0 && words[count - 1].empty()) --count;
    if (count < 4) return {};
    std::int64_t x = read_integer(words[count - 2]), y = read_integer(words[count - 1]);
    if (!has_pixels) {
        x = (x - 1) * square_pixels;
        y = (y - 1) * square_pixels;
    }
    return {kind_of(words[1]), read_ms(words[0]), x, y};
}

}  // namespace

void read_rawvf(ByteCursor& cursor, GameReplay& replay) {
    const std::int64_t mines = read_keys(cursor, replay);
    read_rows(cursor, mines, replay);
    cursor.enter_events();
    for (std::uint32_t count = 0; cursor.left() > 0; ++count) {
        if (count == ByteCursor::most_events) cursor.fail(FileFault::event_count, cursor.place());
        replay.apply(read_event(take_line(cursor), replay.square_pixels));
    }
}

}  // namespace passatempo::minesweeper::files
