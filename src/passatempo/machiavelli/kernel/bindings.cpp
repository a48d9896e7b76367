// The bindings of the Machiavelli kernel. Their docstrings and types become _kernel.pyi.
#include <algorithm>
#include <map>
#include <optional>
#include <string>

#include "arrange.hpp"
#include "binding.hpp"
#include "conversion.hpp"
#include "group_keeping/fewest_moves.hpp"
#include "group_keeping/group_maximizer.hpp"
#include "interface.gen.hpp"
#include "lay/play_solver.hpp"
#include "unlock/unlock.hpp"

namespace nb = nanobind;

namespace passatempo::machiavelli {
namespace {

using Groups = nb::typed<nb::sequence, nb::typed<nb::sequence, int>>;
using Weights = nb::typed<nb::object, nb::typed<nb::sequence, int>>;

// The value, the kept groups, the hand cards sorted and followed by jokers, and the melds as for `arrange`, with jokers
// as 64 + card. Only `keep` returns kept groups, and their melds come first in the same order.
using Play = std::tuple<Value, CardTuple, CardTuple, MeldTuples>;

Counts counts_of(const Buffer& bytes) {
    if (bytes.size() != deck) throw nb::value_error("counts: 52 bytes are needed, one for each card");
    return Counts(bytes.data(), deck);
}

constexpr int max_copies = 250;  // leaves room for a few more in a byte
constexpr int max_decks = 100;   // as in the model

// One object per thread, for the memory that it reuses between calls.
template <class Search>
Search& thread_search() {
    thread_local Search search;
    return search;
}

// A search with many copies and jokers may use hundreds of megabytes. A thread should not keep that much.
constexpr std::size_t memory_limit = std::size_t{64} << 20;

template <class Search>
void release_memory(Search& search) {
    if (search.memory_bytes() > memory_limit) search = Search{};
}

Answer<std::optional<MeldTuples>> arrange(BufferObject counts, const Numbers& line, double seconds, std::uint64_t nodes,
                                          BufferObject cancel) {
    const Buffer bytes(counts);
    const Counts cards = counts_of(bytes);
    const Line rule = read_line(line);
    CallBudget spend(seconds, nodes, cancel);
    bool possible = false;
    Melds melds;
    {
        const GilRelease gil_release;
        Arranger& search = thread_search<Arranger>();
        possible = search.is_possible(by_rank(cards), rule, spend.budget());
        if (possible) melds = search.extract_melds();
    }
    std::optional<MeldTuples> answer;
    if (possible) answer = to_tuple(melds);
    return {possible ? 0 : spend.stop(), spend.node_count(), answer};
}

std::tuple<int, nb::bytes> flag_tables(BufferObject counts, const Numbers& line, double seconds, std::uint64_t nodes,
                                       BufferObject cancel) {
    const Buffer bytes(counts);
    if (bytes.size() % deck != 0) throw nb::value_error("counts: 52 bytes are needed for each table");
    const Line rule = read_line(line);
    CallBudget spend(seconds, nodes, cancel);
    std::string flags(bytes.size() / deck, '\0');
    std::size_t flag_count = 0;
    {
        const GilRelease gil_release;
        const std::span<const std::uint8_t> cards(bytes.data(), bytes.size());
        flag_count = thread_search<Arranger>().flag_possible_tables(cards, max_decks, rule, spend.budget(), flags);
    }
    if (flag_count < flags.size() && spend.stop() == 0) {
        const std::string error_message =
            "counts: table " + std::to_string(flag_count + 1) + " has more than 100 copies of a card";
        throw nb::value_error(error_message.c_str());
    }
    return {spend.stop(), nb::bytes(flags.data(), flag_count)};
}

Turn read_turn(Counts table, Counts hand, const Numbers& line, int table_jokers, int hand_jokers) {
    Turn turn{by_rank(table), by_rank(hand), {table_jokers, hand_jokers}, read_line(line), {}};
    if (table_jokers < 0 || hand_jokers < 0) throw nb::value_error("jokers: a number of jokers cannot be negative");
    if (table_jokers > max_copies || hand_jokers > max_copies) throw nb::value_error("jokers: at most 250 jokers");
    int largest_count = 0;
    for (int c = 0; c < deck; ++c) largest_count = std::max(largest_count, table[c] + hand[c]);
    if (largest_count + table_jokers + hand_jokers > max_copies)
        throw nb::value_error("counts: at most 250 copies of a card, jokers included");
    return turn;
}

void read_weights(Weights weights, Turn& turn) {
    if (weights.is_none()) {
        turn.weights.fill(1);
        return;
    }
    if (nb::len(weights) != deck) throw nb::value_error("weights: 52 numbers are needed, one for each card");
    for (int c = 0; c < deck; ++c) {
        turn.weights[c] = nb::cast<Value>(weights[c]);
        if (turn.weights[c] < 0 || turn.weights[c] > 1'000'000'000)
            throw nb::value_error("weights: numbers from 0 to 1000000000 are needed");
    }
}

Answer<bool, nb::bytes> unlock(BufferObject table, BufferObject hand, const Numbers& line, int jokers, bool pairs,
                               double seconds, std::uint64_t nodes, BufferObject cancel) {
    const Turn turn = read_turn(counts_of(Buffer(table)), counts_of(Buffer(hand)), line, jokers, 0);
    CallBudget spend(seconds, nodes, cancel);
    bool can_close = false;
    std::vector<std::uint8_t> unlock_flags;
    {
        const GilRelease gil_release;
        const Ranks cards = all_cards(turn);
        Unlocker& search = thread_search<Unlocker>();
        can_close = search.can_close_hand(cards, jokers, turn.line, spend.budget());
        if (spend.stop() != 0) unlock_flags.assign(pairs ? deck * deck : deck, 0);
        else if (pairs) unlock_flags = search.unlocking_pairs(cards, jokers, turn.line, spend.budget());
        else unlock_flags = search.unlocking_cards(cards, jokers, turn.line, spend.budget());
        release_memory(search);
    }
    return {spend.stop(), spend.node_count(), can_close, nb::bytes(unlock_flags.data(), unlock_flags.size())};
}

Answer<std::optional<nb::int_>> count(BufferObject counts, const Numbers& line, double seconds, std::uint64_t nodes,
                                      BufferObject cancel) {
    const Ranks cards = by_rank(counts_of(Buffer(counts)));
    const Line rule = read_line(line);
    CallBudget spend(seconds, nodes, cancel);
    Natural arrangement_count;
    {
        const GilRelease gil_release;
        Census& search = thread_search<Census>();
        arrangement_count = search.count_arrangements(cards, rule, spend.budget());
        search.clear_memo();
    }
    std::optional<nb::int_> answer;
    if (spend.stop() == 0) {
        answer = nb::steal<nb::int_>(PyLong_FromString(arrangement_count.to_hexadecimal().c_str(), nullptr, 16));
        if (!answer->is_valid()) throw nb::python_error();
    }
    return {spend.stop(), spend.node_count(), answer};
}

Answer<TupleOf<MeldTuples>> arrangements(BufferObject counts, const Numbers& line, std::size_t list_limit,
                                         double seconds, std::uint64_t nodes, BufferObject cancel) {
    const Ranks cards = by_rank(counts_of(Buffer(counts)));
    const Line rule = read_line(line);
    CallBudget spend(seconds, nodes, cancel);
    std::vector<Melds> arrangement_melds;
    {
        const GilRelease gil_release;
        arrangement_melds = thread_search<Census>().list_arrangements(cards, rule, list_limit, spend.budget());
    }
    const bool is_complete = spend.stop() == 0;
    std::map<Meld, nb::tuple> meld_tuples;  // arrangements share their melds, of which there are a few hundred
    nb::list tuples;
    for (const Melds& melds : arrangement_melds) {
        nb::tuple tuple = nb::steal<nb::tuple>(PyTuple_New(melds.size()));
        for (std::size_t k = 0; k < melds.size(); ++k) {
            auto place = meld_tuples.find(melds[k]);
            if (place == meld_tuples.end()) place = meld_tuples.emplace(melds[k], to_tuple(melds[k])).first;
            fill_tuple(tuple, k, place->second);
        }
        tuples.append(tuple);
        if (nb::len(tuples) % 1024 == 0) {
            {
                const GilRelease gil_release;
            }  // another thread may want to cancel
            if (is_complete && spend.budget().poll()) break;
        }
    }
    return {spend.stop(), spend.node_count(), nb::tuple(tuples)};
}

constexpr const char* no_card = "groups: a card is 0..51, a joker 52, a joker laid as card c 64 + c";

Melds read_groups(Groups groups) {
    Melds melds;
    for (nb::handle group : groups) {
        Meld& meld = melds.emplace_back();
        for (nb::handle card_handle : group) {
            const int c = nb::cast<int>(card_handle);
            if (c < 0 || (c > deck && c < joker_as) || c >= joker_as + deck) throw nb::value_error(no_card);
            if (meld.size() == Meld::size_limit) throw nb::value_error("groups: at most 13 cards in a group");
            meld.push_back(c);
        }
    }
    if (melds.size() > GroupMaximizer::group_limit) throw nb::value_error("groups: at most 1792");
    return melds;
}

// Faster than `read_groups`, since every hand needs it. It reads tuples of numbers and skips groups too long to keep.
Melds read_lying(MeldTuples groups) {
    Melds melds;
    melds.reserve(groups.size());
    for (nb::handle group_handle : groups) {
        const nb::tuple group = nb::cast<nb::tuple>(group_handle);
        if (group.size() > Meld::size_limit) continue;
        Meld& meld = melds.emplace_back();
        for (nb::handle card_handle : group) {
            const long c = PyLong_AsLong(card_handle.ptr());
            if (c == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
            if (c < 0 || (c > deck && c < joker_as) || c >= joker_as + deck) throw nb::value_error(no_card);
            meld.push_back(static_cast<int>(c));
        }
    }
    return melds;
}

bool part_of(const Melds& groups, const Turn& turn) {
    Ranks left = turn.table;
    int jokers = turn.jokers.must;
    for (const Meld& group : groups)
        for (const int c : group)
            if (c >= deck ? --jokers < 0 : left[c % ranks][c / ranks]-- == 0) return false;
    return true;
}

Answer<std::optional<Play>, Value, bool> lay(BufferObject table, BufferObject hand, const Numbers& line,
                                             Weights weights, int table_jokers, int hand_jokers, double seconds,
                                             std::uint64_t nodes, BufferObject cancel, MeldTuples groups) {
    const Melds melds = read_lying(groups);
    Turn turn = read_turn(counts_of(Buffer(table)), counts_of(Buffer(hand)), line, table_jokers, hand_jokers);
    read_weights(weights, turn);
    if (!part_of(melds, turn)) throw nb::value_error("groups: they are no part of the table");
    CallBudget spend(seconds, nodes, cancel);
    std::optional<PlayResult> best_play;
    Value bound = 0;
    std::uint64_t spare_nodes = 0;
    bool is_proved = false;
    {
        const GilRelease gil_release;
        PlaySolver& search = thread_search<PlaySolver>();
        best_play = search.find_best_play(turn, spend.budget());
        bound = spend.stop() == 0 && best_play ? best_play->total_value : search.upper_bound();
        release_memory(search);
        if (spend.stop() == 0 && best_play && melds.size() <= GroupMaximizer::group_limit) {
            Budget part_budget = spend.budget().share(std::min(nodes_to_spare(turn), nodes - spend.node_count()));
            GroupMaximizer& keeper = thread_search<GroupMaximizer>();
            best_play = keeper.spare_groups(melds, turn, *best_play, part_budget);
            is_proved = part_budget.stop() == Stop::done;
            spare_nodes = std::min(part_budget.node_count(), nodes - spend.node_count());
            release_memory(keeper);
        }
    }
    std::optional<Play> answer;
    if (best_play)
        answer = {best_play->total_value, nb::make_tuple(), to_tuple(best_play->hand_cards),
                  to_tuple(best_play->melds)};
    return {spend.stop(), spend.node_count() + spare_nodes, answer, bound, is_proved};
}

Answer<std::optional<Play>, int> keep_groups(Groups groups, BufferObject hand, const Numbers& line, Weights weights,
                                             int hand_jokers, double seconds, std::uint64_t nodes,
                                             BufferObject cancel) {
    const Melds melds = read_groups(groups);
    std::array<std::uint8_t, deck> table{};
    int jokers = 0;
    for (const Meld& meld : melds)
        for (const int c : meld) {
            if (c >= deck) ++jokers;
            else if (++table[c] == 0) throw nb::value_error("groups: at most 250 copies of a card");
        }
    Turn turn = read_turn(table, counts_of(Buffer(hand)), line, jokers, hand_jokers);
    read_weights(weights, turn);
    CallBudget spend(seconds, nodes, cancel);
    std::optional<GroupKeepingPlay> best_play;
    {
        const GilRelease gil_release;
        GroupMaximizer& search = thread_search<GroupMaximizer>();
        best_play = search.find_best_play(melds, turn, spend.budget());
        release_memory(search);
    }
    if (!best_play) return {spend.stop(), spend.node_count(), std::nullopt, 0};
    const Play play{best_play->play_result.total_value, to_tuple(best_play->intact_groups),
                    to_tuple(best_play->play_result.hand_cards), to_tuple(best_play->play_result.melds)};
    return {spend.stop(), spend.node_count(), play, best_play->upper_bound};
}

Answer<std::optional<std::tuple<int, MeldTuples>>> fewest_moves(Groups groups, BufferObject hand, const Numbers& line,
                                                                Value play_value, int group_minimum, int move_limit,
                                                                double seconds, std::uint64_t nodes,
                                                                BufferObject cancel) {
    const Melds melds = read_groups(groups);
    std::array<std::uint8_t, deck> table{};
    for (const Meld& meld : melds)
        for (const int c : meld) {
            if (c >= deck) throw nb::value_error("groups: no jokers");
            if (++table[c] == 0) throw nb::value_error("groups: at most 250 copies of a card");
        }
    Turn turn = read_turn(table, counts_of(Buffer(hand)), line, 0, 0);
    turn.weights.fill(1);
    CallBudget spend(seconds, nodes, cancel);
    std::optional<FewestMovesPlay> best;
    {
        const GilRelease gil_release;
        FewestMovesSolver& search = thread_search<FewestMovesSolver>();
        best = search.find_best_play(melds, turn, play_value, group_minimum, move_limit, spend.budget());
        release_memory(search);
    }
    std::optional<std::tuple<int, MeldTuples>> answer;
    if (best) answer = {best->move_count, to_tuple(best->melds)};
    return {spend.stop(), spend.node_count(), answer};
}

}  // namespace
}  // namespace passatempo::machiavelli

NB_MODULE(_kernel, m) {
    using namespace passatempo::machiavelli;
    m.doc() =
        "Machiavelli kernel. A card is 13 * suit + rank, with the suits S, H, D, C and the ranks A, 2, ..., K from "
        "0. `counts`, `table` and `hand` are 52 bytes, the copies of each card. `line` is a `Line` of "
        "`passatempo.machiavelli.rules`. In `groups` a joker is 52, or 64 + c if it stands for card c.";
    m.def("arrange", &arrange, nb::arg("counts"), nb::arg("line"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(),
          "Split all cards into melds: runs by suit, then sets by rank. A run is in order of play (Q K A), a set in "
          "the order of the suits. None if no arrangement exists or a limit came first.");
    m.def("arrange_many", &flag_tables, nb::arg("counts"), nb::arg("line"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(),
          "Return a byte for each table that was decided: 1 if it can be arranged. `counts` has 52 bytes a table, "
          "and a table at most 100 copies of a card.");
    m.def("lay", &lay, nb::arg("table"), nb::arg("hand"), nb::arg("line"), nb::arg("weights").none(),
          nb::arg("table_jokers"), nb::arg("hand_jokers"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(), nb::arg("groups") = nb::tuple(),
          "Lay the most valuable cards of a hand so that they and the whole table are melds. Return the play, an "
          "upper bound of the value, and whether no play as good has more of the `groups`. `weights` are from 0 to "
          "1000000000; without them each card counts 1. Among plays of greatest value one that lays the whole hand "
          "with its jokers is best, then one with fewest jokers of the hand, then one with most of the `groups`, as "
          "far as a small share of the nodes finds it. The play is None if none exists; if a limit came first it is "
          "the best so far.");
    m.def("unlock", &unlock, nb::arg("table"), nb::arg("hand"), nb::arg("line"), nb::arg("jokers"), nb::arg("pairs"),
          nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Decide whether the whole hand can be laid now, and with which further cards: a byte for each card c, or "
          "for `pairs` at 52 * c + other. All jokers must be laid. Cards without an unseen copy are included. Bytes "
          "that are not known at a limit are 0.");
    m.def("count", &count, nb::arg("counts"), nb::arg("line"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(),
          "Count the arrangements of a table: multisets of melds, each a set of cards. Thus the thirteen ways to "
          "write the whole circle of a suit are one. None if a limit came first.");
    m.def("arrangements", &arrangements, nb::arg("counts"), nb::arg("line"), nb::arg("most"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("cancel").none(),
          "List at most `most` arrangements of a table, each once, in a fixed order.");
    m.def("keep", &keep_groups, nb::arg("groups"), nb::arg("hand"), nb::arg("line"), nb::arg("weights").none(),
          nb::arg("hand_jokers"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Find a play of greatest value that leaves most groups of the table as they are, and return the play and "
          "an upper bound of the number of such groups. A group that is no legal meld cannot stay. Groups that stay "
          "come before closing and the jokers of the hand. The play is None if none exists or a limit came first.");
    m.def("fewest_moves", &fewest_moves, nb::arg("groups"), nb::arg("hand"), nb::arg("line"), nb::arg("value"),
          nb::arg("kept"), nb::arg("moved"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Find a play, without jokers, that moves as few cards of the table as possible, and fewer than `moved`. At "
          "least `value` cards of the hand are laid, and `kept` groups stay. A new meld continues at most one old "
          "group; the cards that the two share stay, and all others of the table move. The result is proved if no "
          "limit came first.");
    bind_puzzles(m);
    bind_interface(m, calls::questions(), calls::digest);
}
