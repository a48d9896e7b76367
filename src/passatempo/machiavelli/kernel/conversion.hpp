// Conversion of cards and melds to Python tuples, and argument checks for all bindings.
#pragma once

#include "cards.hpp"
#include "python.hpp"

namespace passatempo::machiavelli {

inline void require(bool in_range, const char* error_message) {
    if (!in_range) throw nanobind::value_error(error_message);
}

using Numbers = std::array<int, 3>;  // of a line
using CardTuple = TupleOf<int>;
using MeldTuples = TupleOf<CardTuple>;

inline Line read_line(const Numbers& numbers) {
    const Line line{numbers[0], numbers[1], numbers[2] != 0};
    require(line.is_sound(), Line::bounds_message);
    return line;
}

template <class Cards>
CardTuple to_tuple(const Cards& cards) {
    nanobind::tuple all = nanobind::steal<nanobind::tuple>(PyTuple_New(cards.size()));
    for (std::size_t k = 0; k < cards.size(); ++k) fill_tuple(all, k, nanobind::steal(PyLong_FromLong(cards[k])));
    return all;
}

inline MeldTuples to_tuple(const Melds& melds) {
    nanobind::tuple all = nanobind::steal<nanobind::tuple>(PyTuple_New(melds.size()));
    for (std::size_t k = 0; k < melds.size(); ++k) fill_tuple(all, k, to_tuple(melds[k]));
    return all;
}

void bind_puzzles(nanobind::module_& m);  // in puzzles/bindings.cpp

}  // namespace passatempo::machiavelli
