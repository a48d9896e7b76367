// The boards of texts: signs with their places, and what they mean in a reading.
#pragma once

#include "files/game_replay.hpp"

namespace passatempo::minesweeper::files {

// Twin: KINDS in minesweeper/text.py
enum class ReplyKind : std::uint8_t { refused, position, field };

// `ours` reads the signs of the project alone. Twin: READINGS in minesweeper/text.py
enum class Reading : std::uint8_t { none, position, covered, field, ours };

enum class ItemKind { none, number, string, boolean };  // of lists

// A set of the readings from `position` to `field`, as faults have it.
template <class... Readings>
constexpr std::int64_t set_of(Readings... readings) {
    return (0 | ... | (1 << static_cast<int>(readings)));
}

constexpr std::uint32_t most_cells = 1 << 20;  // as model.py

struct Sign {
    char32_t code;
    std::uint32_t place;  // its first byte
};

inline bool contains(std::string_view codes, char32_t code) {
    return code < 128 && codes.find(static_cast<char>(code)) != std::string_view::npos;
}

// Decodes one character. Bytes that are no UTF-8 stand for themselves.
Sign take_sign(std::string_view text, std::size_t& at);

// Which signs there are; those of other alphabets count as one.
class SignSet {
public:
    void add(char32_t code) { has_[std::min<char32_t>(code, other)] = true; }
    bool has_any(std::string_view codes) const {
        return std::ranges::any_of(codes, [&](char code) { return has_[static_cast<std::uint8_t>(code)]; });
    }
    bool has_only(std::string_view codes) const {
        for (char32_t code = 0; code <= other; ++code)
            if (has_[code] && !contains(codes, code)) return false;
        return true;
    }

private:
    static constexpr char32_t other = 128;
    bool has_[other + 1] = {};
};

// The rows of a text. Signs beyond the largest board are counted alone.
class SignGrid {
public:
    void add(Sign sign);
    void end_row();  // a row without signs is none
    // Fails unless there are rows, all equally long, and not too many.
    bool check(ByteCursor& cursor) const;
    bool has_any(std::string_view codes) const;
    bool has_only(std::string_view codes) const;
    std::size_t find_any(std::string_view codes) const;  // its number, or that of all signs

    std::vector<Sign> signs;
    std::uint32_t rows = 0, columns = 0, row_length = 0;

private:
    std::uint32_t row_place_ = 0;
    Sign ragged_{0, 0};  // the length and the place of the first row that is not as long as the first
    std::uint32_t ragged_row_ = 0;
};

class TextReader {
public:
    TextReader(const calls::ReadFileRequest& request, Budget& budget, ByteCursor& cursor, GameReplay& replay)
        : request_(request),
          reading_(static_cast<Reading>(request.reading)),
          budget_(budget),
          cursor_(cursor),
          replay_(replay),
          text_(cursor.rest()) {}

    // Whether the text begins as each format does.
    bool is_mine_file() const;
    bool is_link() const;
    bool is_game_id() const;
    bool has_emoji() const;

    bool accept(std::int64_t readings);  // or refuse the reading of the request

    void read_grid();
    void read_mine_file();
    void read_list();
    void read_emoji();
    void read_link();
    void read_game_id();
    void read_saved_game();

private:
    bool refuse_reading(std::size_t place, std::int64_t readings);
    void read_blanks();
    void interpret(SignGrid& grid);
    void fail_grid(const SignGrid& grid, FileFault fault, std::int64_t readings);
    bool has_touching(const SignGrid& grid, std::string_view codes, std::string_view others);
    std::vector<std::uint8_t> count_around(const SignGrid& grid, std::string_view codes);
    void store_position(const SignGrid& grid, std::string_view pairs);
    std::size_t find_wrong_number(const SignGrid& grid, std::string_view mines, std::int64_t& count);
    void store_field(const SignGrid& grid, std::string_view mines);
    SignGrid read_mine_rows(std::size_t at, std::uint32_t most_rows);
    void restore_numbers(SignGrid& grid);
    ItemKind read_list_rows(SignGrid& grid);
    void read_numbers(SignGrid& grid);
    SignGrid read_emoji_rows(bool& has_header, bool& has_spoilers);
    bool drop_counts(SignGrid& grid, bool has_header);
    void read_description(std::string_view description, std::size_t place);
    void read_digits(std::string_view digits, std::size_t place, int width, bool is_masked);
    void play_move(std::string_view move, std::size_t place);

    const calls::ReadFileRequest& request_;
    const Reading reading_;
    Budget& budget_;
    ByteCursor& cursor_;
    GameReplay& replay_;
    const std::string_view text_;
    std::size_t slash_ = std::string_view::npos;  // the first one, if it may be a square
};

}  // namespace passatempo::minesweeper::files
