// The bindings of games and play-outs; meaning and shapes stand in _kernel.pyi.
#include "game/bindings.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>

#include "conversion.hpp"
#include "game/lookahead.hpp"
#include "game/turns.hpp"

namespace nb = nanobind;

namespace passatempo::machiavelli {
namespace {

constexpr int most_copies = 100;  // as in the model
constexpr std::size_t most_held = std::size_t{64} << 20;

void make_rules(GameRules* made, int ace, int most_waits, bool draws_first, bool ends_with_stock, bool one_point,
                const std::array<Value, deck>& points) {
    for (const Value worth : points) require(worth >= 0 && worth <= 1'000'000'000, "points: 0 to 1000000000");
    new (made) GameRules{read_ace(ace), most_waits, draws_first, ends_with_stock, one_point, points};
}

Bot read_bot(int bot) {
    require(bot >= 0 && bot < bots, "bots: 0 novice, 1 points, 2 greedy or 3 patient");
    return static_cast<Bot>(bot);
}

Ranks read_counts(nb::handle object) {
    const Buffer bytes(object);
    require(bytes.size() == deck, "counts: 52 bytes are needed, one for each card");
    const Counts counts(bytes.data(), deck);
    require(*std::max_element(counts.begin(), counts.end()) <= most_copies, "counts: at most 100 copies of a card");
    return by_rank(counts);
}

int size_of(const Ranks& cards) {
    int size = 0;
    for (const Row& row : cards) size += row[0] + row[1] + row[2] + row[3];
    return size;
}

std::vector<std::uint8_t> read_cards(nb::handle object) {
    const Buffer bytes(object);
    std::vector<std::uint8_t> cards(bytes.data(), bytes.data() + bytes.size());
    std::array<int, deck> copies{};
    for (const std::uint8_t c : cards) require(c < deck && ++copies[c] <= most_copies, "cards: 0 to 51, 100 of each");
    return cards;
}

std::vector<Told> play(Croupier& croupier, Game& game, const std::array<Bot, most_seats>& who, Budget& budget) {
    std::vector<Told> turns;
    while (!croupier.result(game) && !budget.poll()) turns.push_back(bot_turn(croupier, game, who[game.seat], budget));
    return turns;
}

// What Python gets of a turn, and of a game that came to its end.
struct NamedTurn {
    int did;
    nb::tuple laid, table;
};

struct NamedGame {
    nb::list turns;
    nb::tuple winners, scores;
    int how;
};

Found play_game(const GameRules& rules, nb::object seats, nb::object pack, int cards, int first, double seconds,
                std::uint64_t nodes, nb::object cancel) {
    const std::vector<std::uint8_t> shuffled = read_cards(pack);
    const Buffer named(seats);
    const std::size_t number = named.size();
    require(number >= 2 && number <= std::size_t{most_seats}, "seats: 2 to 8");
    require(cards >= 1 && cards <= 100 && cards * number < shuffled.size(),
            "cards: too few for so many seats and one for the stock");
    require(first >= 0 && std::size_t(first) < number, "first: a seat that nobody sits at");
    std::array<Bot, most_seats> who{};
    for (std::size_t seat = 0; seat < number; ++seat) who[seat] = read_bot(named.data()[seat]);
    Spend spend(seconds, nodes, cancel);
    std::vector<Told> turns;
    std::optional<GameResult> result;
    {
        nb::gil_scoped_release unlocked;
        thread_local Croupier croupier;
        croupier.set(rules);
        Game game = croupier.deal(shuffled, number, cards, first);
        turns = play(croupier, game, who, spend.budget());
        if (spend.stop() == 0) result = croupier.result(game);
        if (croupier.held() > most_held) croupier = Croupier{};
    }
    if (!result) return {spend.stop(), spend.spent(), nb::none()};
    NamedGame played{{}, {}, {}, +result->how};
    for (const Told& turn : turns)
        played.turns.append(NamedTurn{static_cast<int>(turn.did), to_tuple(turn.laid), to_tuple(turn.table)});
    nb::list winners, scores;
    for (std::size_t seat = 0; seat < number; ++seat) {
        if (result->winners >> seat & 1) winners.append(seat);
        scores.append(result->scores[seat]);
    }
    played.winners = nb::tuple(winners);
    played.scores = nb::tuple(scores);
    return {spend.stop(), spend.spent(), nb::cast(played)};
}

void make_rival(Rival* made, int cards, int drawn, nb::object then, int bot) {
    require(cards >= 0 && drawn >= 0 && drawn <= cards, "rivals: fewer cards than were drawn");
    new (made) Rival{cards, drawn, std::nullopt, read_bot(bot)};
    if (!then.is_none()) made->then = read_counts(then);
}

// A situation, and the rules that it is played by.
struct Seen {
    GameRules rules;
    Situation situation;
};

void make_situation(Seen* made, const GameRules& rules, int seat, int waits, int passes, bool begun, nb::object table,
                    nb::object hand, nb::object unseen, const std::vector<Rival>& others) {
    Situation found;
    Game& game = found.game;
    game.seats = std::ssize(others) + 1;
    require(game.seats >= 2 && game.seats <= most_seats, "rivals: 1 to 7");
    require(seat >= 0 && seat < game.seats, "seat: nobody sits there");
    game.seat = seat;
    game.table = read_counts(table);
    game.hands[seat] = read_counts(hand);
    game.held[seat] = size_of(game.hands[seat]);
    game.waits[seat] = waits;
    game.passes = passes;
    game.begun = begun;
    found.unseen = read_cards(unseen);
    found.rivals = others;
    std::size_t all = 0;
    for (const Rival& rival : others) all += rival.cards;
    require(all <= found.unseen.size(), "rivals: they hold more cards than are unseen");
    new (made) Seen{rules, std::move(found)};
}

Choice read_choice(nb::handle object, const Ranks& hand) {
    Choice choice{read_counts(object), 0};
    choice.size = size_of(choice.cards);
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit)
            require(choice.cards[rank][suit] <= hand[rank][suit], "moves: a card that is not in the hand");
    return choice;
}

Lookahead& lookahead(const GameRules& rules) {
    thread_local Lookahead kept;
    if (kept.held() > most_held) kept = Lookahead{};
    kept.set(rules);
    return kept;
}

Found play_outs(const Seen& seen, const std::vector<nb::object>& moves, const std::vector<std::uint64_t>& states,
                double seconds, std::uint64_t nodes, nb::object cancel) {
    const Situation& situation = seen.situation;
    std::vector<Choice> choices;
    for (const nb::object& move : moves)
        choices.push_back(read_choice(move, situation.game.hands[situation.game.seat]));
    Spend spend(seconds, nodes, cancel);
    std::vector<std::vector<Worth>> found;
    {
        nb::gil_scoped_release unlocked;
        Lookahead& ahead = lookahead(seen.rules);
        for (const std::uint64_t state : states) {
            Stream stream(state);
            found.push_back(ahead.play_outs(situation, choices, stream, spend.budget()));
            if (spend.stop() != 0) {
                found.pop_back();
                break;
            }
        }
    }
    nb::list deals;
    for (const auto& moved : found) {
        nb::list deal;
        for (const Worth& worth : moved) deal.append(nb::make_tuple(worth.points, worth.win));
        deals.append(nb::tuple(deal));
    }
    return {spend.stop(), spend.spent(), nb::tuple(deals)};
}

struct Closings {
    int stop;
    std::uint64_t nodes;
    std::size_t deals, closed;
};

Closings closings(const Seen& seen, std::size_t rival, const std::vector<std::uint64_t>& states, double seconds,
                  std::uint64_t nodes, nb::object cancel) {
    const Situation& situation = seen.situation;
    require(rival < situation.rivals.size(), "rival: there is none of that number");
    Spend spend(seconds, nodes, cancel);
    std::size_t closed = 0, done = 0;
    {
        nb::gil_scoped_release unlocked;
        Lookahead& ahead = lookahead(seen.rules);
        for (const std::uint64_t state : states) {
            Stream stream(state);
            const bool closes = ahead.closes(situation, rival, stream, spend.budget());
            if (spend.budget().poll()) break;
            closed += closes;
            ++done;
        }
    }
    return {spend.stop(), spend.spent(), done, closed};
}

}  // namespace

void bind_games(nb::module_& m) {
    nb::class_<GameRules>(m, "GameRules")
        .def("__init__", &make_rules, nb::kw_only(), nb::arg("ace"), nb::arg("most_waits"), nb::arg("draws_first"),
             nb::arg("ends_with_stock"), nb::arg("one_point"), nb::arg("points"));
    nb::class_<Rival>(m, "Rival")
        .def("__init__", &make_rival, nb::kw_only(), nb::arg("cards"), nb::arg("drawn"), nb::arg("then").none(),
             nb::arg("bot"));
    nb::class_<Seen>(m, "Situation")
        .def("__init__", &make_situation, nb::kw_only(), nb::arg("rules"), nb::arg("seat"), nb::arg("waits"),
             nb::arg("passes"), nb::arg("begun"), nb::arg("table"), nb::arg("hand"), nb::arg("unseen"),
             nb::arg("rivals"));
    nb::class_<NamedTurn>(m, "PlayedTurn")
        .def_ro("did", &NamedTurn::did)
        .def_ro("laid", &NamedTurn::laid)
        .def_ro("table", &NamedTurn::table);
    nb::class_<NamedGame>(m, "PlayedGame")
        .def_ro("turns", &NamedGame::turns)
        .def_ro("winners", &NamedGame::winners)
        .def_ro("scores", &NamedGame::scores)
        .def_ro("how", &NamedGame::how);
    nb::class_<Closings>(m, "Closings")
        .def_ro("stop", &Closings::stop)
        .def_ro("nodes", &Closings::nodes)
        .def_ro("deals", &Closings::deals)
        .def_ro("closed", &Closings::closed);
    m.def("play_game", &play_game, nb::arg("rules"), nb::arg("seats"), nb::arg("pack"), nb::arg("cards"),
          nb::arg("first"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
    m.def("play_outs", &play_outs, nb::arg("situation"), nb::arg("moves"), nb::arg("states"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("cancel").none());
    m.def("closings", &closings, nb::arg("situation"), nb::arg("rival"), nb::arg("states"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("cancel").none());
}

}  // namespace passatempo::machiavelli
