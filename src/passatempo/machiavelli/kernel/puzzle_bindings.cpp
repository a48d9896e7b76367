// The bindings of attempts to make puzzles; meaning and shapes stand in _kernel.pyi.
#include "puzzle_bindings.hpp"

#include <nanobind/stl/array.h>

#include "puzzle.hpp"

namespace nb = nanobind;

namespace passatempo::machiavelli {
namespace {

nb::tuple to_tuple(const Meld& meld) {
    nb::list cards;
    for (const int c : meld) cards.append(c);
    return nb::tuple(cards);
}

nb::tuple to_tuple(const Melds& melds) {
    nb::list all;
    for (const Meld& meld : melds) all.append(to_tuple(meld));
    return nb::tuple(all);
}

void require(bool in_range, const char* sentence) {
    if (!in_range) throw nb::value_error(sentence);
}

nb::tuple puzzle(int groups, int hand, int decks, int ace, bool locked, int strict, std::array<int, 4> cuts,
                 std::uint64_t state, double seconds, std::uint64_t nodes, nb::object cancel) {
    require(groups >= 1 && groups <= 20, "groups: 1 to 20");
    require(hand >= 1 && hand <= 12, "hand: 1 to 12");
    require(decks >= 1 && decks <= 10, "decks: 1 to 10");
    require(ace >= 0 && ace <= 3, "ace: 0 low, 1 both, 2 high or 3 wrap");
    Spend spend(seconds, nodes, cancel);
    Stream stream(state);
    std::optional<MadePuzzle> made;
    {
        nb::gil_scoped_release unlocked;
        thread_local PuzzleMaker maker;
        made = maker.make({groups, hand, decks, static_cast<Ace>(ace), locked, strict, cuts}, stream, spend.budget());
    }
    nb::object answer = nb::none();
    if (made && spend.stop() == 0)
        answer = nb::make_tuple(to_tuple(made->shown), to_tuple(made->hand), made->key, to_tuple(made->solution),
                                made->taken_up, made->arrangements);
    return nb::make_tuple(spend.stop(), spend.spent(), stream.state(), answer);
}

}  // namespace

void bind_puzzles(nb::module_& m) {
    m.def("puzzle", &puzzle, nb::arg("groups"), nb::arg("hand"), nb::arg("decks"), nb::arg("ace"), nb::arg("locked"),
          nb::arg("strict"), nb::arg("cuts"), nb::arg("state"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none());
}

}  // namespace passatempo::machiavelli
