// The bindings of attempts to make puzzles.
#include "conversion.hpp"
#include "puzzles/puzzle.hpp"

namespace nb = nanobind;

namespace passatempo::machiavelli {
namespace {

using MadeTuple = std::tuple<MeldTuples, CardTuple, int, MeldTuples, int, int>;

Answer<std::uint64_t, std::optional<MadeTuple>> puzzle(int groups, int hand, int decks, const Numbers& line,
                                                       bool has_key, int strict, std::tuple<int, int, int, int> cuts,
                                                       std::uint64_t state, double seconds, std::uint64_t nodes,
                                                       BufferObject cancel) {
    require(groups >= 1 && groups <= 20, "groups: 1 to 20");
    require(hand >= 1 && hand <= 12, "hand: 1 to 12");
    require(decks >= 1 && decks <= 10, "decks: 1 to 10");
    const Line rule = read_line(line);
    CallBudget spend(seconds, nodes, cancel);
    Stream stream(state);
    std::optional<PuzzleDraft> new_puzzle;
    const auto& [second, third, fourth, fifth] = cuts;
    {
        const GilRelease gil_release;
        thread_local PuzzleMaker maker;
        new_puzzle = maker.make_puzzle({groups, hand, decks, rule, has_key, strict, {second, third, fourth, fifth}},
                                       stream, spend.budget());
    }
    std::optional<MadeTuple> answer;
    if (new_puzzle && spend.stop() == 0)
        answer = {to_tuple(new_puzzle->table_melds), to_tuple(new_puzzle->hand), new_puzzle->key,
                  to_tuple(new_puzzle->solution),    new_puzzle->group_changes,  new_puzzle->arrangement_count};
    return {spend.stop(), spend.node_count(), stream.state(), answer};
}

}  // namespace

void bind_puzzles(nb::module_& m) {
    m.def("puzzle", &puzzle, nb::arg("groups"), nb::arg("hand"), nb::arg("decks"), nb::arg("line"), nb::arg("locked"),
          nb::arg("strict"), nb::arg("cuts"), nb::arg("state"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(),
          "Try once to make a puzzle as `passatempo.machiavelli.puzzles.maker` explains. Return the state of the "
          "stream of random numbers after the attempt, and the groups, hand, key (52 if no card is missing), "
          "solution, groups taken up and arrangements. With `locked` one more card, the key, is missing. From the "
          "grade `strict` on no card of the hand may simply be laid on a group. `cuts` are the ways to take up "
          "groups from which on the grade is one more.");
}

}  // namespace passatempo::machiavelli
