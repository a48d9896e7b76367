// The .mine files of JSMinesweeper, lists of rows, and boards of emoji.
#include <charconv>

#include "files/text_reader.hpp"

namespace passatempo::minesweeper::files {

namespace {

struct MineHead {
    std::uint32_t columns = 0, rows = 0, mines = 0;
    std::size_t place = 0, end = 0;  // no head if the end is 0
};

// Reads WIDTHxHEIGHTxMINES, alone on the first line.
MineHead read_head(std::string_view text) {
    MineHead head{.place = std::min(text.find_first_not_of(blanks), text.size())};
    const char *at = text.data() + head.place, *const end = text.data() + text.size();
    for (std::uint32_t* const number : {&head.columns, &head.rows, &head.mines}) {
        if (number != &head.columns && (at == end || *at++ != 'x')) return head;
        const auto [rest, fault] = std::from_chars(at, end, *number);
        if (fault != std::errc{} || rest - at > 9) return head;
        at = rest;
    }
    const std::size_t line_end = text.find_first_not_of(" \t", at - text.data());
    if (line_end >= text.size() || text[line_end] == '\n' || text[line_end] == '\r') head.end = at - text.data();
    return head;
}

// The values of a list of numbers as signs; a mine, or a covered cell, is !.
char32_t sign_of(std::string_view word) {
    std::int32_t number = -2;
    const char* const end = word.data() + word.size();
    if (std::from_chars(word.data(), end, number).ptr != end || number < -1 || number > 12 || number == 9) return 0;
    return std::string_view("!012345678.#F?")[number + 1];
}

struct ListItem {
    Sign sign;
    ItemKind kind;  // none for a value that no list has
};

// Takes a value of a list: a string of one character, or a word.
ListItem take_item(std::string_view text, std::size_t& at) {
    const auto place = static_cast<std::uint32_t>(at);
    const char quote = text[at];
    if (quote == '"' || quote == '\'') {
        const std::size_t end = text.find(quote, ++at);
        if (end >= text.size() || end == at) return {{0, place}, ItemKind::none};
        const char32_t code = take_sign(text, at).code;
        return {{code, place}, at++ == end ? ItemKind::string : ItemKind::none};
    }
    const std::string_view word = text.substr(at, text.find_first_of(", \t\r\n\f\v[]", at) - at);
    at += word.size();
    if (word == "true" || word == "True") return {{'*', place}, ItemKind::boolean};
    if (word == "false" || word == "False") return {{'.', place}, ItemKind::boolean};
    const char32_t code = sign_of(word);
    return {{code, place}, code == 0 ? ItemKind::none : ItemKind::number};
}

}  // namespace

bool TextReader::is_mine_file() const { return request_.plain && read_head(text_).end > 0; }

SignGrid TextReader::read_mine_rows(std::size_t at, std::uint32_t most_rows) {
    SignGrid grid;
    while (at < text_.size() && grid.rows < most_rows && cursor_.is_valid()) {
        const Sign sign = take_sign(text_, at);
        if (sign.code == '\n' || sign.code == '\r' || sign.code == '/') grid.end_row();
        else if (contains("HF?MIO012345678", sign.code)) grid.add(sign);
        else if (!contains(blanks, sign.code)) cursor_.fail(FileFault::mine_sign, sign.place);
    }
    grid.end_row();
    return grid;
}

// H is a covered cell, F one with a flag; ? and M are covered mines of a lost game. The compressor writes I for a known
// mine and O for a flag that is none, and takes the mines at F and I from the numbers around them.
void TextReader::read_mine_file() {
    const MineHead head = read_head(text_);
    if (head.rows < 1 || head.columns < 1) return cursor_.fail(FileFault::empty, head.place);
    if (std::int64_t{head.rows} * head.columns > most_cells)
        return cursor_.fail(FileFault::too_large, head.place, {head.rows, head.columns});
    SignGrid grid = read_mine_rows(head.end, head.rows);
    if (!cursor_.is_valid() || (grid.rows > 0 && !grid.check(cursor_))) return;
    if (grid.rows != head.rows || grid.columns != head.columns)
        return cursor_.fail(FileFault::wrong_size, head.place, {head.rows, head.columns, grid.rows, grid.columns});
    if (!accept(set_of(Reading::position, Reading::field))) return;
    if (reading_ == Reading::field) {
        for (Sign& sign : grid.signs) sign.code = std::string_view("F?MI").find(sign.code) < 4 ? '*' : '.';
        const std::int64_t count = std::ranges::count(grid.signs, U'*', &Sign::code);
        if (count != head.mines) return cursor_.fail(FileFault::mine_count, head.place, {count, head.mines});
        return store_field(grid, "*");
    }
    replay_.record.mines = head.mines;
    if (grid.has_any("IO")) restore_numbers(grid);
    store_position(grid, "H#?#M#I#OF");
}

void TextReader::restore_numbers(SignGrid& grid) {
    const std::vector<std::uint8_t> known_mines = count_around(grid, "FI");
    for (std::size_t cell = 0; cell < grid.signs.size(); ++cell) {
        Sign& sign = grid.signs[cell];
        if (!contains("012345678", sign.code)) continue;
        sign.code += known_mines[cell];
        if (sign.code > '8') cursor_.fail(FileFault::compressed, sign.place, {sign.code - '0'});
    }
}

// Reads rows of numbers, of one-character strings, or of true and false. The first value decides which.
ItemKind TextReader::read_list_rows(SignGrid& grid) {
    ItemKind list_kind = ItemKind::none;
    int depth = 0;
    for (std::size_t at = 0; at < text_.size() && cursor_.is_valid();) {
        const std::size_t place = at;
        const char first = text_[at];
        const bool is_bracket = first == '[' || first == ']';
        if (is_bracket || contains(blanks, first) || first == ',') ++at;
        if (is_bracket) depth += first == '[' ? 1 : -1;
        if (depth < 0 || depth > 2 || (at == place && depth < 2)) cursor_.fail(FileFault::list, place);
        if (first == ']') grid.end_row();
        if (at > place || !cursor_.is_valid()) continue;
        const ListItem item = take_item(text_, at);
        if (list_kind == ItemKind::none) list_kind = item.kind;
        if (item.kind == ItemKind::none || item.kind != list_kind) cursor_.fail(FileFault::list_value, place);
        grid.add(item.sign);
    }
    if (depth > 0) cursor_.fail(FileFault::list, text_.size() - 1);
    return list_kind;
}

void TextReader::read_list() {
    SignGrid grid;
    const ItemKind list_kind = read_list_rows(grid);
    if (!cursor_.is_valid() || !grid.check(cursor_)) return;
    if (list_kind == ItemKind::number) return read_numbers(grid);
    const bool has_letters = list_kind == ItemKind::string && grid.has_any("EM") && grid.has_only("EMBX012345678");
    if (has_letters || list_kind == ItemKind::boolean) {
        if (accept(set_of(Reading::field))) store_field(grid, has_letters ? "MX" : "*");
        return;
    }
    for (Sign& sign : grid.signs)
        if (sign.code == ' ') sign.code = '.';
    interpret(grid);
}

// Reads the signs of a list of numbers, in which -1 may be a mine or a covered cell.
void TextReader::read_numbers(SignGrid& grid) {
    if (!grid.has_any("!")) {
        if (accept(set_of(Reading::position))) store_position(grid, "");
        return;
    }
    std::int64_t count = 0;
    const bool may_be_field = grid.has_only("!012345678");
    const bool holds = may_be_field && find_wrong_number(grid, "!", count) == grid.signs.size();
    if (reading_ == Reading::none && !holds) {
        const std::int64_t readings = set_of(Reading::position, Reading::covered);
        return cursor_.fail(FileFault::known_or_covered, grid.signs[grid.find_any("!")].place, {readings});
    }
    if (reading_ == Reading::position || reading_ == Reading::covered) return store_position(grid, "!#");
    if (may_be_field) return store_field(grid, "!");
    refuse_reading(0, set_of(Reading::position, Reading::covered));
}

// ---- Boards of emoji, or of the shortcodes that Discord has for them ----

namespace {

struct EmojiSign {
    char32_t emoji;
    std::string_view shortcode;
    char32_t sign;  // ours; : stands for 10
};

constexpr EmojiSign emoji_signs[] = {
    {U'⬜', ":white_large_square:", '#'},
    {U'⬛', ":black_large_square:", '#'},
    {U'🟦', ":blue_square:", '#'},
    {U'🟩', ":green_square:", '#'},
    {U'🟫', ":brown_square:", '#'},
    {U'🔲', "", '#'},
    {U'🔳', "", '#'},
    {U'🔟', ":keycap_ten:", ':'},
    {U'🚩', ":triangular_flag_on_post:", 'F'},
    {U'⛳', "", 'F'},
    {U'❓', ":question:", '?'},
    {U'❔', ":grey_question:", '?'},
    {U'💣', ":bomb:", '*'},
    {U'💥', ":boom:", '*'},
    {0, ":collision:", '*'},
};
constexpr std::string_view digit_codes[] = {
    ":zero:", ":one:", ":two:", ":three:", ":four:", ":five:", ":six:", ":seven:", ":eight:", ":nine:"};
constexpr char32_t keycap = 0x20e3, first_letter = U'🇦', last_letter = U'🇿', silent = 0;
constexpr std::string_view letter_code = ":regional_indicator_";

// A character or a shortcode: its sign, `silent`, or a character that is none.
struct EmojiToken {
    Sign sign;
    bool is_emoji = false, is_letter = false, is_spoiler = false, is_foreign = false;
};

EmojiToken take_token(std::string_view text, std::size_t& at) {
    const std::string_view rest = text.substr(at);
    const auto place = static_cast<std::uint32_t>(at);
    const auto takes = [&](std::string_view code) {
        const bool is_next = rest.front() == ':' && !code.empty() && rest.starts_with(code);
        at += is_next ? code.size() : 0;
        return is_next;
    };
    for (const EmojiSign& emoji : emoji_signs)
        if (takes(emoji.shortcode)) return {{emoji.sign, place}, true};
    for (std::uint32_t digit = 0; digit < std::size(digit_codes); ++digit)
        if (takes(digit_codes[digit])) return {{U'0' + digit, place}, true};
    if (rest.starts_with("||")) return at += 2, EmojiToken{{silent, place}, false, false, true};
    if (rest.starts_with(letter_code) && rest.size() > letter_code.size() + 1) {
        at += letter_code.size() + 2;
        return {{silent, place}, false, true};
    }
    const Sign sign = take_sign(text, at);
    for (const EmojiSign& emoji : emoji_signs)
        if (sign.code != silent && sign.code == emoji.emoji) return {{emoji.sign, place}, true};
    if (first_letter <= sign.code && sign.code <= last_letter) return {{silent, place}, false, true};
    if (sign.code == keycap) return {{silent, place}, true};
    for (const char32_t code : {U'\u200b', U'\u200d', U'\ufe0f', U' ', U'\t', U'\r'})
        if (sign.code == code) return {{silent, place}};
    return {sign, false, false, false, sign.code < '0' || sign.code > '9'};
}

}  // namespace

bool TextReader::has_emoji() const {
    if (std::ranges::none_of(text_, [](char byte) { return byte == ':' || (byte & 0x80) != 0; })) return false;
    for (std::size_t at = 0; at < text_.size();)
        if (take_token(text_, at).is_emoji) return true;
    return false;
}

// Reads the lines from the first one that has signs alone. A line of letters above says that rows are counted.
SignGrid TextReader::read_emoji_rows(bool& has_header, bool& has_spoilers) {
    SignGrid grid;
    for (std::size_t start = 0; start < text_.size() && cursor_.is_valid();) {
        const std::size_t end = std::min(text_.find_first_of("\n/", start), text_.size());
        std::vector<Sign> row;
        bool has_emoji = false, has_letter = false, has_word = false;
        std::size_t foreign_place = end;
        for (std::size_t at = start; at < end;) {
            const EmojiToken token = take_token(text_.substr(0, end), at);
            has_emoji = has_emoji || token.is_emoji;
            has_letter = has_letter || token.is_letter;
            has_spoilers = has_spoilers || token.is_spoiler;
            has_word = has_word || (token.is_foreign && token.sign.code < 128);
            if (token.is_foreign || token.is_letter)
                foreign_place = std::min<std::size_t>(foreign_place, token.sign.place);
            else if (token.sign.code != silent) row.push_back(token.sign);
        }
        start = end + 1;
        if (grid.rows == 0 && (foreign_place < end || !has_emoji)) {
            has_header = has_header || (has_letter && !has_word);
            continue;
        }
        if (foreign_place < end) cursor_.fail(FileFault::emoji_sign, foreign_place);
        for (const Sign sign : row) grid.add(sign);
        grid.end_row();
    }
    return grid;
}

// Drops the first sign of each row if it counts the rows.
bool TextReader::drop_counts(SignGrid& grid, bool has_header) {
    std::vector<Sign> uncounted;
    constexpr std::uint32_t fewest = 3;
    std::uint32_t counted_rows = 0;
    for (std::uint32_t row = 0; row < grid.rows; ++row) {
        const Sign* const first = &grid.signs[row * grid.columns];
        counted_rows += first->code == U'1' + row;
        if (has_header && first->code != U'1' + row) cursor_.fail(FileFault::row_count, first->place, {row + 1});
        uncounted.insert(uncounted.end(), first + 1, first + grid.columns);
    }
    if (!has_header && grid.rows >= fewest && counted_rows == grid.rows)
        cursor_.fail(FileFault::counted_rows, grid.signs[0].place, {0});
    if (has_header && --grid.columns == 0) cursor_.fail(FileFault::empty, 0);
    if (has_header) grid.signs = std::move(uncounted);
    return cursor_.is_valid();
}

// Without a mine it is a position. Mines make it a field, unless squares, flags or question marks are doubtful.
void TextReader::read_emoji() {
    bool has_header = false, has_spoilers = false;
    SignGrid grid = read_emoji_rows(has_header, has_spoilers);
    if (!grid.check(cursor_) || !drop_counts(grid, has_header)) return;
    const bool has_mines = grid.has_any("*"), has_squares = grid.has_any("#");
    if (!has_mines && !has_spoilers) {
        if (accept(set_of(Reading::position))) store_position(grid, "?#");
        return;
    }
    if (grid.has_any("F?")) {
        const std::size_t place = grid.signs[grid.find_any("*F?")].place;
        if (reading_ == Reading::field) return (void)refuse_reading(place, 0);
        return cursor_.fail(FileFault::mine_or_flag, place, {0});
    }
    if (has_squares && !has_spoilers && reading_ != Reading::field)
        return cursor_.fail(FileFault::square_or_free, grid.signs[grid.find_any("#")].place, {set_of(Reading::field)});
    if (const std::size_t wrong = grid.find_any("9:"); wrong < grid.signs.size())
        return cursor_.fail(FileFault::emoji_sign, grid.signs[wrong].place);
    if (accept(set_of(Reading::field))) store_field(grid, "*");
}

}  // namespace passatempo::minesweeper::files
