// The words of a node, read strictly: what is written otherwise than the prover writes it is left to the plain checker.
// Twin: mnk/certificate/file.py
#pragma once

#include <charconv>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "cells.hpp"

namespace passatempo::mnk::certificate {

using Words = std::vector<std::string_view>;

inline Words split(std::string_view line) {
    Words found;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        if (end > 0) found.push_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return found;
}

template <class Whole>
std::optional<Whole> whole(std::string_view text, int base) {
    Whole number{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (text.empty() || fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// A decimal number of at most nine digits.
inline std::optional<std::uint32_t> natural(std::string_view text) {
    return text.size() < 10 ? whole<std::uint32_t>(text, 10) : std::nullopt;
}

// A cell of the board, from 1 in the text and from 0 here.
inline std::optional<int> cell_of(std::string_view text, int size) {
    const std::optional<std::uint32_t> number = natural(text);
    if (!number || *number < 1 || *number > static_cast<std::uint32_t>(size)) return std::nullopt;
    return *number - 1;
}

// A set of cells of the board as a hexadecimal number.
template <int W>
std::optional<Cells<W>> cells_of(std::string_view text, const Cells<W>& board) {
    Cells<W> cells;
    if (text.empty() || text.find_first_not_of("0123456789abcdef") != text.npos) return std::nullopt;
    for (int at = 0; !text.empty(); ++at) {
        const std::size_t digits = std::min<std::size_t>(text.size(), 16);
        const std::optional<std::uint64_t> word = whole<std::uint64_t>(text.substr(text.size() - digits), 16);
        if (!word || (at >= W && *word != 0)) return std::nullopt;
        if (at < W) cells.words[at] = *word;
        text.remove_suffix(digits);
    }
    if (!cells.inside(board)) return std::nullopt;
    return cells;
}

// A word such as `12:7` or `12:7/3`: what stands before the colon, the number of a node, and a symmetry, 0 for none.
struct Pointer {
    std::string_view from;
    std::uint32_t node;
    std::uint32_t symmetry;
};

inline std::optional<Pointer> reference(std::string_view from, std::string_view to) {
    const std::size_t slash = to.find('/');
    const std::optional<std::uint32_t> node = natural(to.substr(0, slash));
    if (!node) return std::nullopt;
    if (slash == std::string_view::npos) return Pointer{from, *node, 0};
    const std::optional<std::uint32_t> symmetry = natural(to.substr(slash + 1));
    if (!symmetry || *symmetry == 0) return std::nullopt;
    return Pointer{from, *node, *symmetry};
}

inline std::optional<Pointer> pointer(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    return reference(word.substr(0, colon), word.substr(colon + 1));
}

}  // namespace passatempo::mnk::certificate
