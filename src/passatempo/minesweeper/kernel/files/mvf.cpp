// MVF 0.97, 2006 and 2007, the replays of Minesweeper Clone. The bits of an event are permuted by a seed.
#include <cmath>
#include <numeric>

#include "files/game_replay.hpp"

namespace passatempo::minesweeper::files {

namespace {

// Returns the places of the bits of an event in the order of their meaning: sorted by the digits of six waves.
std::vector<std::uint8_t> bit_places(std::uint32_t seed, std::size_t event_size) {
    const double n1 = std::sqrt(seed), n2 = std::sqrt(seed + 1000.0);
    const double n3 = std::sqrt(n1 + 1000), n4 = std::sqrt(n2 + 1000);
    const double waves[] = {std::cos(n3 + 1000), std::sin(std::sqrt(n2)),
                            std::cos(n3),        std::sin(std::sqrt(n1) + 1000),
                            std::cos(n4),        std::sin(n4)};
    std::vector<std::uint8_t> digits, places(8 * event_size);
    for (std::size_t wave = 0; wave < event_size; ++wave)
        for (std::int64_t number = std::llround(std::abs(waves[wave]) * 1e8), unit = 10'000'000; unit > 0; unit /= 10)
            digits.push_back(static_cast<std::uint8_t>(number / unit % 10));
    std::iota(places.begin(), places.end(), 0);
    std::ranges::stable_sort(places, {}, [&](std::uint8_t place) { return digits[place]; });
    return places;
}

// Applies the difference of two states of the buttons: the presses, then the releases; left, right, middle.
void apply_buttons(std::uint64_t before, std::uint64_t after, MouseEvent event, GameReplay& replay) {
    constexpr std::uint64_t masks[] = {4, 1, 2};
    constexpr EventKind presses[] = {EventKind::left_press, EventKind::right_press, EventKind::middle_press};
    constexpr EventKind releases[] = {EventKind::left_release, EventKind::right_release, EventKind::middle_release};
    for (const bool is_press : {true, false})
        for (std::size_t button = 0; button < 3; ++button)
            if ((is_press ? after & ~before : before & ~after) & masks[button]) {
                event.kind = is_press ? presses[button] : releases[button];
                replay.apply(event);
            }
}

MouseEvent event_of(std::uint64_t bits, bool is_old) {
    const auto part = [&](int first, int length) {
        return static_cast<std::int64_t>(bits >> first & ((std::uint64_t{1} << length) - 1));
    };
    const std::int64_t ms = is_old ? part(28, 10) * 1000 + part(21, 7) * 10 : part(25, 22);
    if (is_old) return {EventKind::move, static_cast<std::uint32_t>(ms), part(12, 9), part(3, 9)};
    return {EventKind::move, static_cast<std::uint32_t>(ms), part(14, 11) - 32, part(3, 11) - 32};
}

// Reads the head up to the seed, and returns whether the file is of version 0.97.
bool read_mvf_head(ByteCursor& cursor, GameReplay& replay) {
    replay.record.program = cursor.text(cursor.number(1));
    const std::size_t place = cursor.place();
    const auto years = cursor.text(cursor.number(1));
    const char digit = years.empty() ? '0' : static_cast<char>(years.back());
    const bool is_old = digit == '5' || digit == '8';
    if (!is_old && digit != '6' && digit != '7') cursor.fail(FileFault::foreign, place);
    for (int text = 0; text < 2; ++text) cursor.skip(cursor.number(1));  // the author and the version
    cursor.skip(is_old ? 25 : 15);                                       // the date, level and mode, and the result
    replay.has_question_marks = cursor.number(1) != 0;
    const std::size_t size_place = cursor.place();
    const std::uint32_t columns = cursor.number(1), rows = cursor.number(1), mines = cursor.number(2);
    replay.set_size(cursor, rows, columns, size_place);
    replay.read_mines(cursor, mines, {false, 1});
    replay.record.player = cursor.text(cursor.number(1));
    return is_old;
}

}  // namespace

void read_mvf(ByteCursor& cursor, GameReplay& replay) {
    const bool is_old = read_mvf_head(cursor, replay);
    const std::uint32_t seed = cursor.number(2), event_count = cursor.number(3);
    const std::vector<std::uint8_t> places = bit_places(seed, is_old ? 5 : 6);
    cursor.enter_events();
    if (event_count > ByteCursor::most_events) cursor.fail(FileFault::event_count, cursor.place() - 3);
    std::uint64_t before = 0;
    for (std::uint32_t event = 0; event < event_count && cursor.is_valid(); ++event) {
        const auto event_bytes = cursor.take(places.size() / 8);
        if (!cursor.is_valid()) return;
        std::uint64_t bits = 0;
        for (std::size_t bit = 0; bit < places.size(); ++bit)
            bits |= std::uint64_t{event_bytes[places[bit] / 8] >> places[bit] % 8 & 1U} << bit;
        apply_buttons(before, bits, event_of(bits, is_old), replay);
        before = bits;
    }
}

}  // namespace passatempo::minesweeper::files
