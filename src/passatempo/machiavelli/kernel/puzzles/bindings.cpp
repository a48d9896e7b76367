// The bindings of attempts to make puzzles; meaning and shapes stand in _kernel.pyi.

#include "conversion.hpp"
#include "puzzles/puzzle.hpp"

namespace nb = nanobind;

namespace passatempo::machiavelli {
namespace {

nb::tuple puzzle(int groups, int hand, int decks, const Numbers& line, bool has_key, int strict,
                 std::array<int, 4> cuts, std::uint64_t state, double seconds, std::uint64_t nodes, nb::object cancel) {
    require(groups >= 1 && groups <= 20, "groups: 1 to 20");
    require(hand >= 1 && hand <= 12, "hand: 1 to 12");
    require(decks >= 1 && decks <= 10, "decks: 1 to 10");
    const Line rule = read_line(line);
    Spend spend(seconds, nodes, cancel);
    Stream stream(state);
    std::optional<PuzzleDraft> new_puzzle;
    {
        const Unlocked gil_release;
        thread_local PuzzleMaker maker;
        new_puzzle = maker.make_puzzle({groups, hand, decks, rule, has_key, strict, cuts}, stream, spend.budget());
    }
    nb::object answer = nb::none();
    if (new_puzzle && spend.stop() == 0)
        answer =
            nb::make_tuple(to_tuple(new_puzzle->table_melds), to_tuple(new_puzzle->hand), new_puzzle->key,
                           to_tuple(new_puzzle->solution), new_puzzle->group_changes, new_puzzle->arrangement_count);
    return nb::make_tuple(spend.stop(), spend.spent(), stream.state(), answer);
}

}  // namespace

void bind_puzzles(nb::module_& m) {
    m.def("puzzle", &puzzle, nb::arg("groups"), nb::arg("hand"), nb::arg("decks"), nb::arg("line"), nb::arg("locked"),
          nb::arg("strict"), nb::arg("cuts"), nb::arg("state"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none());
}

}  // namespace passatempo::machiavelli
