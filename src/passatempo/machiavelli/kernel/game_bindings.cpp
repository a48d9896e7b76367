// The bindings of games and play-outs; meaning and shapes stand in _kernel.pyi.
#include "game_bindings.hpp"

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <iterator>
#include <tuple>

#include "conversion.hpp"
#include "lookahead.hpp"

namespace nb = nanobind;

namespace passatempo::machiavelli {
namespace {

using Rulings = std::tuple<int, int, bool, bool, bool, std::array<Value, deck>>;
using KnownRival = std::tuple<int, int, nb::object, int>;
using Standing = std::tuple<int, int, int, bool>;
enum Did : int { laid_cards = 0, drew = 1, passed = 2 };

constexpr int most_copies = 100;  // as in the model
constexpr std::size_t most_held = std::size_t{64} << 20;

GameRules read_rules(const Rulings& said) {
    const auto [ace, most_waits, draws_first, ends_with_stock, one_point, points] = said;
    for (const Value worth : points) require(worth >= 0 && worth <= 1'000'000'000, "points: 0 to 1000000000");
    return {read_ace(ace), most_waits, draws_first, ends_with_stock, one_point, points};
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

std::vector<int> listed(const Ranks& cards) {
    std::vector<int> found;
    for (int c = 0; c < deck; ++c) found.insert(found.end(), cards[c % ranks][c / ranks], c);
    return found;
}

// A turn as it was played; the table is told only where it has changed.
struct Told {
    Did did;
    std::vector<int> laid;
    Melds table;
};

std::vector<Told> play(Croupier& croupier, Game& game, const std::array<Bot, most_seats>& who, Budget& budget) {
    std::vector<Told> turns;
    while (!croupier.result(game) && !budget.poll()) {
        const Choice choice = croupier.choose(game, who[game.seat], budget);
        Told& told = turns.emplace_back();
        const bool draws = game.stock_left() && !croupier.rules().draws_first;
        told.did = choice.size > 0 ? laid_cards : draws ? drew : passed;
        if (choice.size > 0) {
            told.laid = listed(choice.cards);
            told.table = game.groups = croupier.arranged(game, choice, budget);
        }
        croupier.play(game, choice, budget);
    }
    return turns;
}

nb::tuple play_game(const Rulings& rules, nb::object seats, nb::object pack, int cards, int first, double seconds,
                    std::uint64_t nodes, nb::object cancel) {
    const GameRules read = read_rules(rules);
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
        croupier.set(read);
        Game game = croupier.deal(shuffled, number, cards, first);
        turns = play(croupier, game, who, spend.budget());
        if (spend.stop() == 0) result = croupier.result(game);
        if (croupier.held() > most_held) croupier = Croupier{};
    }
    if (!result) return nb::make_tuple(spend.stop(), spend.spent(), nb::none());
    nb::list told;
    for (const Told& turn : turns) told.append(nb::make_tuple(+turn.did, to_tuple(turn.laid), to_tuple(turn.table)));
    nb::list winners, scores;
    for (std::size_t seat = 0; seat < number; ++seat) {
        if (result->winners >> seat & 1) winners.append(seat);
        scores.append(result->scores[seat]);
    }
    return nb::make_tuple(spend.stop(), spend.spent(),
                          nb::make_tuple(nb::tuple(told), nb::tuple(winners), nb::tuple(scores), +result->how));
}

Situation read_situation(const Standing& standing, nb::object table, nb::object hand, nb::object unseen,
                         const std::vector<KnownRival>& rivals) {
    Situation found;
    Game& game = found.game;
    const auto [seat, waits, passes, begun] = standing;
    game.seats = std::ssize(rivals) + 1;
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
    std::size_t all = 0;
    for (const auto& [cards, drawn, then, bot] : rivals) {
        require(cards >= 0 && drawn >= 0 && drawn <= cards, "rivals: fewer cards than were drawn");
        all += cards;
        require(all <= found.unseen.size(), "rivals: they hold more cards than are unseen");
        Rival& rival = found.rivals.emplace_back(Rival{cards, drawn, std::nullopt, read_bot(bot)});
        if (!then.is_none()) rival.then = read_counts(then);
    }
    return found;
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

nb::tuple play_outs(const Rulings& rules, const Standing& standing, nb::object table, nb::object hand,
                    nb::object unseen, const std::vector<KnownRival>& rivals, const std::vector<nb::object>& moves,
                    const std::vector<std::uint64_t>& states, double seconds, std::uint64_t nodes, nb::object cancel) {
    const GameRules read = read_rules(rules);
    const Situation situation = read_situation(standing, table, hand, unseen, rivals);
    std::vector<Choice> choices;
    for (const nb::object& move : moves)
        choices.push_back(read_choice(move, situation.game.hands[situation.game.seat]));
    Spend spend(seconds, nodes, cancel);
    std::vector<std::vector<Worth>> found;
    {
        nb::gil_scoped_release unlocked;
        Lookahead& ahead = lookahead(read);
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
    return nb::make_tuple(spend.stop(), spend.spent(), nb::tuple(deals));
}

nb::tuple closings(const Rulings& rules, const Standing& standing, nb::object table, nb::object hand, nb::object unseen,
                   const std::vector<KnownRival>& rivals, std::size_t rival, const std::vector<std::uint64_t>& states,
                   double seconds, std::uint64_t nodes, nb::object cancel) {
    const GameRules read = read_rules(rules);
    const Situation situation = read_situation(standing, table, hand, unseen, rivals);
    require(rival < situation.rivals.size(), "rival: there is none of that number");
    Spend spend(seconds, nodes, cancel);
    std::size_t closed = 0, done = 0;
    {
        nb::gil_scoped_release unlocked;
        Lookahead& ahead = lookahead(read);
        for (const std::uint64_t state : states) {
            Stream stream(state);
            const bool closes = ahead.closes(situation, rival, stream, spend.budget());
            if (spend.budget().poll()) break;
            closed += closes;
            ++done;
        }
    }
    return nb::make_tuple(spend.stop(), spend.spent(), done, closed);
}

}  // namespace

void bind_games(nb::module_& m) {
    m.def("play_game", &play_game, nb::arg("rules"), nb::arg("seats"), nb::arg("pack"), nb::arg("cards"),
          nb::arg("first"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
    m.def("play_outs", &play_outs, nb::arg("rules"), nb::arg("standing"), nb::arg("table"), nb::arg("hand"),
          nb::arg("unseen"), nb::arg("rivals"), nb::arg("moves"), nb::arg("states"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("cancel").none());
    m.def("closings", &closings, nb::arg("rules"), nb::arg("standing"), nb::arg("table"), nb::arg("hand"),
          nb::arg("unseen"), nb::arg("rivals"), nb::arg("rival"), nb::arg("states"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("cancel").none());
}

}  // namespace passatempo::machiavelli
