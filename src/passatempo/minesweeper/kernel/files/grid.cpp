// Plain grids: what the signs of other programs mean, by the other signs of the same grid.
#include "files/text_reader.hpp"
#include "requests.hpp"

namespace passatempo::minesweeper::files {

namespace {

// What a grid is in a reading: a fault, a field with the sign of its mines, or a position in our signs, except for
// pairs of a sign and ours.
struct Meaning {
    FileFault fault = FileFault::none;
    std::string_view pairs = "", mines = "";
};

// The meanings of a grid with a sign of each group, and only signs of the alphabet: without a reading, and in each.
// Without a reading a sign of `touching` next to one of `touched` makes it doubtful.
struct GridRule {
    std::string_view one_of, and_of, alphabet;
    Meaning meanings[4];
    FileFault doubt = FileFault::none;
    std::string_view touching = "", touched = "";
};

constexpr Meaning ours, refused{FileFault::reading}, zeros{.pairs = ".0-0"}, dots{.pairs = ".0"},
    crosses{.pairs = "x#.0"}, covers{.pairs = "?#.#-#"}, stars{.mines = "*"};
constexpr Meaning opened_or_covered{FileFault::opened_or_covered}, two_signs{FileFault::two_signs},
    mine_or_flag{FileFault::mine_or_flag}, free_or_covered{FileFault::free_or_covered},
    number_or_mine{FileFault::number_or_mine};

constexpr GridRule grid_rules[] = {
    // The first that fits decides.
    {"?", ".-", "?.-#F012345678", {two_signs, ours, two_signs, refused}},
    {"?", "", "?#F012345678", {opened_or_covered, ours, covers, refused}},
    {"*", "#F?x", "*#F?x.-012345678", {mine_or_flag, mine_or_flag, mine_or_flag, refused}},
    {"*", "", "*.-012345678", {stars, refused, refused, stars}},
    {"#", ".-", "#.-F012345678", {zeros, zeros, refused, refused}, FileFault::free_or_covered, ".-", "#"},
    {".", "-", ".-F012345678", {free_or_covered, dots, two_signs, stars}},
    {".-", "", ".-F012345678", {free_or_covered, dots, covers, stars}},
    {"x", "", "x.F012345678", {crosses, crosses, refused, {.mines = "x"}}, FileFault::covered_or_mine, ".0", "x"},
    {"1", "", "01", {number_or_mine, ours, refused, {.mines = "1"}}},
    {"", "", "#F?0123456789abcdefghijklmnopqrstuvwxyz", {ours, ours, refused, refused}},
};

// The signs of doubtful grids; the first one in a grid is the place of the fault.
std::string_view doubtful_signs(FileFault fault) {
    if (fault == FileFault::opened_or_covered) return "?";
    if (fault == FileFault::two_signs) return "?.-";
    if (fault == FileFault::mine_or_flag) return "*";
    if (fault == FileFault::free_or_covered) return ".-";
    return fault == FileFault::covered_or_mine ? "x" : "1";
}

// The readings that a grid has; the rules name them by signs, and some need more.
std::int64_t readings_of(const GridRule& rule, const SignSet& signs) {
    std::int64_t readings = 0;
    for (const Reading reading : {Reading::position, Reading::covered, Reading::field}) {
        const Meaning& meaning = rule.meanings[static_cast<int>(reading)];
        bool fits = meaning.fault == FileFault::none;
        if (!meaning.mines.empty()) fits = fits && !signs.has_any("F");
        if (meaning.mines == "*" && !signs.has_any("*")) fits = fits && !signs.has_any("12345678");
        if (meaning.pairs == dots.pairs) fits = fits && !signs.has_any("-");
        if (rule.one_of == "?" && meaning.pairs.empty()) fits = fits && !signs.has_any(".-");
        if (fits) readings |= set_of(reading);
    }
    return readings;
}

// The code of one of our signs, or `none`.
std::uint32_t code_of(char32_t sign) {
    if (sign == '#') return covered;
    if (sign == 'F') return flag;
    if (sign == '?') return unknown;
    if ('0' <= sign && sign <= '9') return sign - '0';
    return 'a' <= sign && sign <= 'z' ? sign - 'a' + 10 : none;
}

// Returns the first rule that fits, or none.
const GridRule* find_rule(const SignSet& signs) {
    const auto has = [&](std::string_view group) { return group.empty() || signs.has_any(group); };
    for (const GridRule& rule : grid_rules)
        if (has(rule.one_of) && has(rule.and_of) && signs.has_only(rule.alphabet)) return &rule;
    return nullptr;
}

}  // namespace

Sign take_sign(std::string_view text, std::size_t& at) {
    const auto place = static_cast<std::uint32_t>(at);
    const auto byte = [&](std::size_t index) { return static_cast<std::uint8_t>(text[index]); };
    char32_t code = byte(at++);
    const std::size_t length = code < 0xc0 ? 0 : code < 0xe0 ? 1 : code < 0xf0 ? 2 : 3;
    if (length == 0 || at + length > text.size()) return {code, place};
    code &= 0x3f >> length;
    for (std::size_t k = 0; k < length; ++k) code = code << 6 | (byte(at++) & 0x3f);
    return {code, place};
}

void SignGrid::add(Sign sign) {
    if (row_length++ == 0) row_place_ = sign.place;
    if (signs.size() <= most_cells) signs.push_back(sign);
}

void SignGrid::end_row() {
    if (row_length == 0) return;
    ++rows;
    if (columns == 0) columns = row_length;
    if (row_length != columns && ragged_row_ == 0) {
        ragged_row_ = rows;
        ragged_ = {row_length, row_place_};
    }
    row_length = 0;
}

bool SignGrid::check(ByteCursor& cursor) const {
    if (rows == 0) cursor.fail(FileFault::empty, 0);
    else if (ragged_row_ > 0) cursor.fail(FileFault::row_length, ragged_.place, {ragged_row_, ragged_.code, columns});
    else if (signs.size() > most_cells) cursor.fail(FileFault::too_large, 0, {rows, columns});
    return cursor.is_valid();
}

std::size_t SignGrid::find_any(std::string_view codes) const {
    const auto found = std::ranges::find_if(signs, [&](Sign sign) { return contains(codes, sign.code); });
    return found - signs.begin();
}

bool SignGrid::has_any(std::string_view codes) const { return find_any(codes) < signs.size(); }

bool SignGrid::has_only(std::string_view codes) const {
    return std::ranges::all_of(signs, [&](Sign sign) { return contains(codes, sign.code); });
}

bool TextReader::refuse_reading(std::size_t place, std::int64_t readings) {
    cursor_.fail(FileFault::reading, place, {request_.reading, readings});
    return false;
}

bool TextReader::accept(std::int64_t readings) {
    const bool is_accepted = reading_ == Reading::none || (readings & set_of(reading_)) != 0;
    return is_accepted || refuse_reading(0, readings);
}

// Reads signs that blanks, commas and tabs part. A slash ends a row, and is doubtful unless it parts rows of one line.
void TextReader::read_grid() {
    SignGrid grid;
    std::size_t first_slash = std::string_view::npos, lines = 0, line_slashes = 0, line_signs = 0;
    bool is_doubtful = false;
    const auto end_line = [&] {
        if (line_slashes > 0 && grid.row_length == 0) is_doubtful = true;
        lines += line_slashes + line_signs > 0;
        line_slashes = line_signs = 0;
        grid.end_row();
    };
    for (std::size_t at = 0; at < text_.size();) {
        const Sign sign = take_sign(text_, at);
        if (sign.code == '\n' || sign.code == '\r') {
            end_line();
        } else if (sign.code == '/') {
            first_slash = std::min<std::size_t>(first_slash, sign.place);
            is_doubtful = is_doubtful || grid.row_length == 0;
            ++line_slashes;
            grid.end_row();
        } else if (!contains(reading_ == Reading::ours ? " \t" : " \t,", sign.code)) {
            ++line_signs;
            grid.add(sign);
        }
    }
    end_line();
    if (reading_ == Reading::ours) return store_position(grid, "");
    if (first_slash < text_.size() && (is_doubtful || lines > 1)) slash_ = first_slash;
    const bool has_blank_cells =
        grid.has_any("*") && grid.has_only("*12345678") && text_.find_first_of(",\t/") > text_.size();
    if (has_blank_cells && text_.find(' ') < text_.size()) return read_blanks();
    interpret(grid);
}

// Reads rows of mines, numbers and blanks, which are free cells unless they may part cells.
void TextReader::read_blanks() {
    std::vector<std::string_view> lines;
    for (std::size_t at = 0; at < text_.size(); at += lines.back().size() + 1)
        lines.push_back(text_.substr(at, text_.find('\n', at) - at));
    for (std::string_view& line : lines) {  // lines of keys have been filled with these line ends
        line.remove_prefix(std::min(line.find_first_not_of('\r'), line.size()));
        line = line.substr(0, line.find_last_not_of('\r') + 1);
    }
    const auto is_blank = [](std::string_view line) { return line.find_first_not_of(' ') == std::string_view::npos; };
    const std::size_t width = std::ranges::find_if_not(lines, is_blank)->size();
    const auto is_outside = [&](std::string_view line) { return is_blank(line) && line.size() != width; };
    const auto last = std::ranges::find_if_not(lines.rbegin(), lines.rend(), is_outside).base();
    lines.erase(last, lines.end());
    lines.erase(lines.begin(), std::ranges::find_if_not(lines, is_outside));
    SignGrid grid;
    bool may_part = width > 1;
    for (const std::string_view line : lines) {
        const auto place = static_cast<std::uint32_t>(line.data() - text_.data());
        const auto length = static_cast<std::int64_t>(line.size());
        if (line.size() != width)
            return cursor_.fail(FileFault::row_length, place,
                                {grid.rows + 1, length, static_cast<std::int64_t>(width)});
        for (std::uint32_t column = 0; column < width; ++column) {
            grid.add({line[column] == ' ' ? U'.' : static_cast<char32_t>(line[column]), place + column});
            may_part = may_part && (column % 2 == 0 || line[column] == ' ');
        }
        grid.end_row();
    }
    if (may_part) return cursor_.fail(FileFault::blank_or_square, text_.find(' '), {0});
    if (accept(set_of(Reading::field))) store_field(grid, "*");
}

// Reads a grid by the first rule that fits its signs.
void TextReader::interpret(SignGrid& grid) {
    if (!grid.has_any("#"))
        for (Sign& sign : grid.signs)
            if (contains("_CH", sign.code)) sign.code = '#';
    // No other program writes a neighbourhood: beside one, digits and letters are numbers.
    SignSet signs;
    for (const Sign sign : grid.signs)
        if (request_.plain || code_of(sign.code) >= unknown) signs.add(sign.code);
    const GridRule* const rule = find_rule(signs);
    if (rule == nullptr) return store_position(grid, "");
    const Meaning& meaning = rule->meanings[static_cast<int>(reading_)];
    FileFault fault = meaning.fault;
    if (reading_ == Reading::none && has_touching(grid, rule->touching, rule->touched)) fault = rule->doubt;
    if (!meaning.mines.empty() && signs.has_any("F")) fault = FileFault::reading;
    if (fault != FileFault::none) return fail_grid(grid, fault, readings_of(*rule, signs));
    if (slash_ < text_.size()) return cursor_.fail(FileFault::row_or_square, slash_, {0});
    if (meaning.mines.empty()) return store_position(grid, meaning.pairs);
    store_field(grid, meaning.mines);
}

void TextReader::fail_grid(const SignGrid& grid, FileFault fault, std::int64_t readings) {
    if (fault == FileFault::reading)
        return (void)refuse_reading(grid.signs.empty() ? 0 : grid.signs[0].place, readings);
    const std::size_t place = grid.signs[grid.find_any(doubtful_signs(fault))].place;
    cursor_.fail(fault, place, {fault == FileFault::two_signs ? 0 : readings});
}

std::vector<std::uint8_t> TextReader::count_around(const SignGrid& grid, std::string_view codes) {
    const auto& near = request_.near;
    const Surface surface(grid.rows, grid.columns, requests::read_offsets(near.even), requests::read_offsets(near.odd),
                          near.wraps);
    std::vector<std::uint8_t> marks(surface.places()), sums(surface.places()), counts(grid.signs.size());
    for (std::uint32_t cell = 0; cell < counts.size(); ++cell)
        marks[surface.place(cell)] = contains(codes, grid.signs[cell].code);
    surface.sum_neighbours(marks.data(), sums.data(), budget_);
    for (std::uint32_t cell = 0; cell < counts.size(); ++cell) counts[cell] = sums[surface.place(cell)];
    return counts;
}

bool TextReader::has_touching(const SignGrid& grid, std::string_view codes, std::string_view others) {
    const bool is_rectangle = grid.signs.size() == std::size_t{grid.rows} * grid.columns;
    if (codes.empty() || !is_rectangle || !grid.has_any(codes) || grid.signs.size() > most_cells) return false;
    const std::vector<std::uint8_t> counts = count_around(grid, others);
    for (std::size_t cell = 0; cell < counts.size(); ++cell)
        if (counts[cell] > 0 && contains(codes, grid.signs[cell].code)) return true;
    return false;
}

void TextReader::store_position(const SignGrid& grid, std::string_view pairs) {
    if (!grid.check(cursor_)) return;
    const auto degree = static_cast<std::uint32_t>(std::max(request_.near.even.size(), request_.near.odd.size()) / 2);
    std::uint32_t codes[128];
    for (char32_t sign = 0; sign < std::size(codes); ++sign) codes[sign] = code_of(sign);
    for (std::size_t k = 0; k < pairs.size(); k += 2) codes[static_cast<int>(pairs[k])] = code_of(pairs[k + 1]);
    calls::ReadFileReply& record = replay_.record;
    record.cells.reserve(grid.signs.size());
    for (const Sign sign : grid.signs) {
        const std::uint32_t code = sign.code < std::size(codes) ? codes[sign.code] : none;
        if (code == none || (code > degree && code < unknown)) {
            const auto cell = static_cast<std::int64_t>(record.cells.size());
            const std::int64_t row = cell / grid.columns + 1, column = cell % grid.columns + 1;
            return cursor_.fail(FileFault::cell, sign.place, {row, column, degree});
        }
        record.cells.push_back(static_cast<std::uint8_t>(code));
    }
    record.kind = static_cast<std::uint8_t>(ReplyKind::position);
    record.rows = grid.rows;
    record.columns = grid.columns;
}

// If a field shows a number from 1 to 8, each of its digits must hold. Returns the cell of the first that does not.
std::size_t TextReader::find_wrong_number(const SignGrid& grid, std::string_view mines, std::int64_t& count) {
    constexpr std::string_view digits = "012345678";
    const auto is_digit = [&](Sign sign) { return contains(digits, sign.code) && !contains(mines, sign.code); };
    const auto is_number = [&](Sign sign) { return is_digit(sign) && sign.code != '0'; };
    if (std::ranges::none_of(grid.signs, is_number)) return grid.signs.size();
    const std::vector<std::uint8_t> counts = count_around(grid, mines);
    for (std::size_t cell = 0; cell < counts.size(); ++cell)
        if (is_digit(grid.signs[cell]) && grid.signs[cell].code - '0' != counts[cell]) {
            count = counts[cell];
            return cell;
        }
    return counts.size();
}

void TextReader::store_field(const SignGrid& grid, std::string_view mines) {
    if (!grid.check(cursor_)) return;
    replay_.set_size(cursor_, grid.rows, grid.columns, 0);
    if (!cursor_.is_valid()) return;
    std::int64_t count = 0;
    const std::size_t wrong_cell = find_wrong_number(grid, mines, count);
    if (wrong_cell < grid.signs.size()) {
        const Sign sign = grid.signs[wrong_cell];
        return cursor_.fail(FileFault::number, sign.place, {count, sign.code - '0'});
    }
    for (std::size_t cell = 0; cell < grid.signs.size(); ++cell)
        replay_.record.cells[cell] = contains(mines, grid.signs[cell].code);
    replay_.record.kind = static_cast<std::uint8_t>(ReplyKind::field);
}

}  // namespace passatempo::minesweeper::files
