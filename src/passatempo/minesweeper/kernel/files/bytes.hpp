// The bytes of a file, read one after the other. The first fault ends the reading: a browser module has no exceptions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace passatempo::minesweeper::files {

// Twin: FAULTS in minesweeper/text.py, which says what each means and which values it has.
enum class FileFault : std::uint8_t {
    none,
    foreign,
    head_cut,
    mines_cut,
    events_cut,
    version,
    level,
    size,
    off_field,
    repeated,
    mine_count,
    trailing,
    event,
    event_count,
    row_length,
    sign,
    missing_keys,
    // Of texts. Those of two readings have the set of readings that choose.
    empty,
    too_large,
    reading,
    opened_or_covered,
    two_signs,
    mine_or_flag,
    free_or_covered,
    covered_or_mine,
    number_or_mine,
    row_or_square,
    blank_or_square,
    square_or_free,
    known_or_covered,
    counted_rows,
    cell,
    mine_sign,
    emoji_sign,
    list_value,
    list,
    number,
    compressed,
    wrong_size,
    row_count,
    link,
    digit,
    digit_count,
    behind_last,
    seed,
    unlaid,
    saved_line,
    saved_game
};

constexpr std::string_view blanks = " \t\r\n\f\v";

inline std::string_view trim(std::string_view text) {
    text.remove_prefix(std::min(text.find_first_not_of(blanks), text.size()));
    return text.substr(0, text.find_last_not_of(blanks) + 1);
}

class ByteCursor {
public:
    explicit ByteCursor(std::span<const std::uint8_t> bytes) : bytes_(bytes) {}

    bool is_valid() const { return fault_ == FileFault::none; }
    std::size_t place() const { return place_; }
    std::size_t left() const { return bytes_.size() - place_; }
    std::string_view rest() const { return {reinterpret_cast<const char*>(bytes_.data()) + place_, left()}; }
    FileFault fault() const { return fault_; }
    std::uint32_t fault_place() const { return fault_place_; }  // from 1
    const std::vector<std::int64_t>& fault_values() const { return fault_values_; }

    // Stores the first fault, of the byte at `place`. Nothing is left to read then.
    void fail(FileFault fault, std::size_t place, std::vector<std::int64_t> values = {}) {
        if (!is_valid()) return;
        fault_ = fault;
        fault_place_ = static_cast<std::uint32_t>(std::min(place + 1, bytes_.size()));
        fault_values_ = std::move(values);
        place_ = bytes_.size();
    }

    // From here on, a file that ends early ends inside the events.
    void enter_events() { cut_ = FileFault::events_cut; }

    void go_to(std::size_t place) {
        if (place > bytes_.size()) fail(cut_, bytes_.size());
        if (is_valid()) place_ = place;
    }
    void skip(std::size_t length) { go_to(place_ + length); }

    // Reads bytes, or none if fewer are left.
    std::span<const std::uint8_t> take(std::size_t length) {
        skip(length);
        return is_valid() ? bytes_.subspan(place_ - length, length) : std::span<const std::uint8_t>{};
    }
    std::vector<std::uint8_t> text(std::size_t length) {
        const auto taken = take(length);
        return {taken.begin(), taken.end()};
    }
    // Reads up to the next `end`, which is dropped.
    std::vector<std::uint8_t> text_until(char end) {
        std::vector<std::uint8_t> taken = text(std::min(rest().find(end), left()));
        skip(1);
        return taken;
    }

    // Reads a big-endian number of at most four bytes, or 0 if fewer are left.
    std::uint32_t number(std::size_t width) {
        std::uint32_t value = 0;
        for (const std::uint8_t byte : take(width)) value = value << 8 | byte;
        return value;
    }
    int signed_word() { return static_cast<std::int16_t>(number(2)); }

    // Counts an event, and reads its code.
    std::uint32_t event_code() {
        event_place_ = place_;
        if (++event_count_ > most_events) fail(FileFault::event_count, place_);
        return number(1);
    }
    void fail_event(std::uint32_t code) { fail(FileFault::event, event_place_, {code}); }

    static constexpr std::uint32_t most_events = 2'000'000;

private:
    std::span<const std::uint8_t> bytes_;
    std::size_t place_ = 0, event_place_ = 0;
    std::uint32_t event_count_ = 0, fault_place_ = 0;
    FileFault fault_ = FileFault::none, cut_ = FileFault::head_cut;
    std::vector<std::int64_t> fault_values_;
};

}  // namespace passatempo::minesweeper::files
