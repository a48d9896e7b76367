// Links to boards, and the game IDs and saved games of Simon Tatham's Mines.
#include <array>
#include <bit>
#include <charconv>

#include "files/text_reader.hpp"

namespace passatempo::minesweeper::files {

namespace {

constexpr std::size_t npos = std::string_view::npos;

// Takes a number from the front; without digits, or with too many, -1.
std::int64_t take_number(std::string_view& text) {
    std::uint32_t number = 0;
    const auto [rest, fault] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (fault != std::errc{}) return -1;
    text.remove_prefix(rest - text.data());
    return number;
}

bool take(std::string_view& text, std::string_view start) {
    if (!text.starts_with(start)) return false;
    text.remove_prefix(start.size());
    return true;
}

// The size of a game ID: WIDTH[xHEIGHT][nMINES][a], and what follows.
struct IdParameters {
    std::int64_t columns, rows;
    bool has_number;  // of rows or mines
    std::string_view rest;
};

IdParameters read_parameters(std::string_view text) {
    IdParameters id{take_number(text), 0, false, ""};
    id.rows = id.columns;
    if (id.columns >= 0 && take(text, "x")) {
        id.rows = take_number(text);
        id.has_number = true;
    }
    if (take(text, "n")) {
        text.remove_prefix(std::min(text.find_first_not_of("0123456789."), text.size()));
        id.has_number = true;
    }
    take(text, "a");
    if (id.columns >= 0 && id.rows >= 0) id.rest = text;
    return id;
}

// The lines of a saved game that describe its field, and the moves up to the position that was shown.
struct SavedGame {
    std::string_view name, size, description, laid;
    std::vector<std::string_view> moves;
    std::size_t move_count = npos;

    bool take_line(std::string_view& rest) {
        const std::size_t colon = std::min(rest.find(':'), rest.size());
        const std::string_view key = trim(rest.substr(0, colon));
        rest.remove_prefix(std::min(colon + 1, rest.size()));
        const std::int64_t length = take_number(rest);
        if (length < 0 || !take(rest, ":") || rest.size() < static_cast<std::size_t>(length)) return false;
        std::string_view text = rest.substr(0, length);
        rest.remove_prefix(length);
        constexpr std::string_view keys[] = {"GAME", "CPARAMS", "DESC", "PRIVDESC"};
        std::string_view* const parts[] = {&name, &size, &description, &laid};
        for (std::size_t k = 0; k < std::size(keys); ++k)
            if (key == keys[k]) *parts[k] = text;
        if (key == "MOVE" || key == "SOLVE" || key == "RESTART") moves.push_back(text);
        if (key == "STATEPOS") move_count = static_cast<std::size_t>(std::max<std::int64_t>(take_number(text), 1)) - 1;
        return true;
    }
};

using Digest = std::array<std::uint8_t, 20>;

// Algorithm: SHA-1
Digest sha1(std::vector<std::uint8_t> message) {
    std::uint32_t state[5] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476, 0xc3d2e1f0};
    const std::uint64_t bit_count = 8 * message.size();
    message.push_back(0x80);
    while (message.size() % 64 != 56) message.push_back(0);
    for (int shift = 56; shift >= 0; shift -= 8) message.push_back(static_cast<std::uint8_t>(bit_count >> shift));
    for (std::size_t block = 0; block < message.size(); block += 64) {
        std::uint32_t words[80] = {};
        for (std::size_t k = 0; k < 64; ++k) words[k / 4] = words[k / 4] << 8 | message[block + k];
        for (std::size_t k = 16; k < 80; ++k)
            words[k] = std::rotl(words[k - 3] ^ words[k - 8] ^ words[k - 14] ^ words[k - 16], 1);
        auto [a, b, c, d, e] = state;
        for (std::size_t k = 0; k < 80; ++k) {
            const std::uint32_t choice = k < 20              ? (b & c) | (~b & d)
                                         : k < 40 || k >= 60 ? b ^ c ^ d
                                                             : (b & c) | (b & d) | (c & d);
            constexpr std::uint32_t constants[] = {0x5a827999, 0x6ed9eba1, 0x8f1bbcdc, 0xca62c1d6};
            const std::uint32_t sum = std::rotl(a, 5) + choice + e + constants[k / 20] + words[k];
            e = std::exchange(d, std::exchange(c, std::rotl(std::exchange(b, std::exchange(a, sum)), 30)));
        }
        const std::uint32_t sums[5] = {a, b, c, d, e};
        for (std::size_t k = 0; k < 5; ++k) state[k] += sums[k];
    }
    Digest digest;
    for (std::size_t k = 0; k < digest.size(); ++k)
        digest[k] = static_cast<std::uint8_t>(state[k / 4] >> (24 - k % 4 * 8));
    return digest;
}

// Applies the mask that bytes make: SHA-1 of them and "0", of them and "1", and so on.
void apply_mask(std::span<const std::uint8_t> seed, std::span<std::uint8_t> masked) {
    Digest digest;
    for (std::size_t k = 0; k < masked.size(); ++k) {
        if (k % digest.size() == 0) {
            char counter[8];
            char* const end = std::to_chars(counter, std::end(counter), k / digest.size()).ptr;
            std::vector<std::uint8_t> message(seed.begin(), seed.end());
            message.insert(message.end(), counter, end);
            digest = sha1(std::move(message));
        }
        masked[k] ^= digest[k % digest.size()];
    }
}

// Takes the mask off a bitmap: first off its second half, by the first, then off the first.
void unmask(std::vector<std::uint8_t>& bits) {
    std::vector<std::uint8_t> bytes((bits.size() + 7) / 8);
    for (std::size_t k = 0; k < bits.size(); ++k) bytes[k / 8] |= bits[k] << (7 - k % 8);
    const std::span<std::uint8_t> all_bytes = bytes, first = all_bytes.first(bytes.size() / 2),
                                  second = all_bytes.subspan(first.size());
    apply_mask(first, second);
    if (bits.size() % 8 != 0) bytes.back() &= 0xff00 >> bits.size() % 8;
    apply_mask(second, first);
    for (std::size_t k = 0; k < bits.size(); ++k) bits[k] = bytes[k / 8] >> (7 - k % 8) & 1;
}

}  // namespace

bool TextReader::is_link() const {
    const std::string_view line = trim(text_);
    const std::size_t query = line.find('?');
    const bool is_address = line.find("://") != npos && line.find_first_of(" \t") == npos;
    return line.find_first_of("\r\n") == npos && (is_address || (query != npos && line.find('=', query) != npos));
}

bool TextReader::is_game_id() const {
    const IdParameters id = read_parameters(trim(text_));
    return id.rest.starts_with(":") || (request_.plain && id.has_number && id.rest.starts_with("#"));
}

// Reads the mines from digits of so many cells each, the high bit first.
void TextReader::read_digits(std::string_view digits, std::size_t place, int width, bool is_masked) {
    std::vector<std::uint8_t>& cells = replay_.record.cells;
    const std::size_t count = (cells.size() + width - 1) / width;
    std::vector<std::uint8_t> bits;
    for (std::size_t k = 0; k < digits.size(); ++k) {
        const char digit = digits[k];
        const int value = '0' <= digit && digit <= '9' ? digit - '0'
                          : (digit | 32) >= 'a'        ? (digit | 32) - 'a' + 10
                                                       : 99;
        if (value >= 1 << width) return cursor_.fail(FileFault::digit, place + k, {1 << width});
        for (int bit = width - 1; bit >= 0; --bit) bits.push_back(value >> bit & 1);
    }
    if (digits.size() != count)
        return cursor_.fail(FileFault::digit_count, place,
                            {static_cast<std::int64_t>(count), static_cast<std::int64_t>(digits.size())});
    if (width == 5 && std::find(bits.begin() + cells.size(), bits.end(), 1) != bits.end())
        return cursor_.fail(FileFault::behind_last, place + count - 1);
    bits.resize(cells.size());
    if (is_masked) unmask(bits);
    cells = std::move(bits);
    replay_.record.kind = static_cast<std::uint8_t>(ReplyKind::field);
}

// Reads the parameters b, a size, and m, the mines in digits of five cells.
void TextReader::read_link() {
    const std::size_t query = text_.find('?');
    std::string_view size, mines, rest = trim(text_.substr(query == npos ? text_.size() : query + 1));
    rest = rest.substr(0, rest.find('#'));
    while (!rest.empty()) {
        std::string_view parameter = rest.substr(0, rest.find('&'));
        rest.remove_prefix(std::min(parameter.size() + 1, rest.size()));
        if (take(parameter, "b=")) size = parameter;
        else if (take(parameter, "m=")) mines = parameter;
    }
    if (size.data() == nullptr || mines.data() == nullptr) return cursor_.fail(FileFault::link, 0);
    constexpr std::string_view levels[] = {"99", "1616", "3016"};
    const std::size_t level = size.size() == 1 ? size[0] - '1' : 9;
    if (level < std::size(levels)) size = levels[level];
    std::string_view left = size.substr(0, size.size() / 2), right = size.substr(size.size() / 2);
    const std::int64_t columns = take_number(left), rows = take_number(right);
    if (size.size() % 2 != 0 || !left.empty() || !right.empty()) return cursor_.fail(FileFault::link, 0);
    replay_.set_size(cursor_, rows, columns, 0);
    if (cursor_.is_valid()) read_digits(mines, mines.data() - text_.data(), 5, false);
}

// Reads what follows the parameters: the cell opened first, and the mines, which may be masked.
void TextReader::read_description(std::string_view description, std::size_t place) {
    const char* const start = description.data();
    if (description.starts_with("r")) return cursor_.fail(FileFault::unlaid, place);
    if (std::string_view first = description; description.find(',') != npos) {
        const std::int64_t column = take_number(first);
        const bool is_pair = take(first, ",");
        const std::int64_t row = take_number(first);
        if (!is_pair || !take(first, ",")) return cursor_.fail(FileFault::digit, place, {16});
        if (replay_.cell_at(row, column) == none)
            return cursor_.fail(FileFault::off_field, place,
                                {row + 1, column + 1, replay_.record.rows, replay_.record.columns});
        replay_.record.first = replay_.cell_at(row, column);
        description = first;
    }
    const bool is_masked = take(description, "m");
    if (!is_masked) take(description, "u");
    read_digits(description, place + (description.data() - start), 4, is_masked);
}

void TextReader::read_game_id() {
    const std::string_view line = trim(text_);
    IdParameters id = read_parameters(line);
    if (id.rest.starts_with("#")) return cursor_.fail(FileFault::seed, id.rest.data() - text_.data());
    replay_.set_size(cursor_, id.rows, id.columns, line.data() - text_.data());
    id.rest.remove_prefix(1);
    if (cursor_.is_valid()) read_description(id.rest, id.rest.data() - text_.data());
}

// Plays the clicks of a move on the squares of a field, which are as large as `GameReplay` assumes.
void TextReader::play_move(std::string_view move, std::size_t place) {
    while (!move.empty()) {
        std::string_view part = move.substr(0, move.find(';'));
        move.remove_prefix(std::min(part.size() + 1, move.size()));
        const std::size_t kind = std::string_view("OFC").find(part.substr(0, 1));
        if (part.empty() || kind == npos) continue;  // the solution, or a new start
        part.remove_prefix(1);
        const std::int64_t column = take_number(part);
        take(part, ",");
        const std::int64_t row = take_number(part);
        if (replay_.cell_at(row, column) == none)
            return cursor_.fail(FileFault::off_field, place,
                                {row + 1, column + 1, replay_.record.rows, replay_.record.columns});
        constexpr EventKind presses[] = {EventKind::left_press, EventKind::right_press, EventKind::middle_press};
        for (const EventKind event : {presses[kind], static_cast<EventKind>(static_cast<int>(presses[kind]) + 1)})
            replay_.apply({event, 0, column * replay_.square_pixels, row * replay_.square_pixels});
    }
}

// Reads lines of a key, the length of its text, and the text.
void TextReader::read_saved_game() {
    SavedGame game;
    const auto place_of = [&](std::string_view part) { return part.data() - text_.data(); };
    for (std::string_view rest = trim(text_); !rest.empty(); rest = trim(rest))
        if (const std::size_t place = place_of(rest); !game.take_line(rest))
            return cursor_.fail(FileFault::saved_line, place);
    if (!game.name.empty() && game.name != "Mines") return cursor_.fail(FileFault::saved_game, place_of(game.name));
    if (game.size.empty() || game.description.empty()) return cursor_.fail(FileFault::head_cut, text_.size());
    const IdParameters id = read_parameters(game.size);
    replay_.set_size(cursor_, id.rows, id.columns, place_of(game.size));
    const bool has_first = game.laid.empty() || !game.description.starts_with("r");
    for (const std::string_view part : {has_first ? game.description : "", game.laid})
        if (cursor_.is_valid() && !part.empty()) read_description(part, place_of(part));
    game.moves.resize(std::min(game.moves.size(), game.move_count));
    for (const std::string_view move : game.moves)
        if (cursor_.is_valid()) play_move(move, place_of(move));
}

}  // namespace passatempo::minesweeper::files
