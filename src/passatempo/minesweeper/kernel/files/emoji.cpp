// Boards of emoji, or of the shortcodes that Discord has for them.
#include "files/text_reader.hpp"

namespace passatempo::minesweeper::files {

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
