// A game by counts: hands, table, stock, and the bots that choose which cards go. Without jokers, crosses and openings.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "arrange.hpp"
#include "keep/most_kept.hpp"
#include "lay/lay.hpp"

namespace passatempo::machiavelli {

inline constexpr int most_seats = 8;

inline std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }
inline int copies(const Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

// What is played, as far as the kernel plays it.
struct GameRules {
    Ace ace = Ace::both;
    int most_waits = -1;  // turns in a row in which a seat that could lay may draw instead; -1: any number
    bool draws_first = false;
    bool ends_with_stock = false;
    bool one_point = false;  // to the winner; else what the others hold
    std::array<Value, deck> points{};
};

// The order is shared with `passatempo.machiavelli.game.fast.BOTS`.
enum class Bot : int { novice = 0, points = 1, greedy = 2, patient = 3 };
inline constexpr int bots = 4;

// All there is to know. The stock is drawn from the front.
struct Game {
    int seats = 0;
    int seat = 0;  // who is to move
    Ranks table{};
    Melds groups;  // of the table; play-outs leave them out, and the novice lays no single cards then
    std::array<Ranks, most_seats> hands{};
    std::array<int, most_seats> held{};   // cards in each hand
    std::array<int, most_seats> waits{};  // turns in a row in which the seat drew by choice
    std::vector<std::uint8_t> stock;
    std::size_t drawn = 0;  // cards of the stock that are gone
    int passes = 0;         // turns in a row that laid nothing and drew nothing
    bool begun = false;     // has the seat to move drawn as its turn began?

    bool stock_left() const { return drawn < stock.size(); }
};

enum Ending : int { closed = 0, blocked = 1, finished = 2 };

struct GameResult {
    Ending how = closed;
    unsigned winners = 0;  // a bit for each seat
    std::array<Value, most_seats> scores{};
};

// The cards that go; none: the seat draws or passes.
struct Choice {
    Ranks cards{};
    int size = 0;
};

// Chooses for bots, plays turns and judges ends. Keeps the memory of its searches between turns.
class Croupier {
public:
    Croupier() { ones_.fill(1); }

    // What is played from now on.
    void set(const GameRules& rules) { rules_ = rules; }
    const GameRules& rules() const { return rules_; }

    // Deal the first cards of a shuffled pack out in blocks; the rest is the stock.
    Game deal(std::span<const std::uint8_t> pack, int seats, int cards, int first) const;

    // Where each turn begins with a draw, this is it.
    void begin_turn(Game& game) const;

    Choice choose(const Game& game, Bot bot, Budget& budget);
    void play(Game& game, const Choice& choice, Budget& budget);
    std::optional<GameResult> result(const Game& game) const;

    // To the end, or until the budget stops.
    std::optional<GameResult> play_out(Game& game, const std::array<Bot, most_seats>& who, Budget& budget);

    // May the seat to move draw although it could lay?
    bool may_wait(const Game& game) const;

    // Can any card of the hand be laid?
    bool could_lay(const Ranks& table, const Ranks& hand, Budget& budget);

    // Can all of it go?
    bool closes(const Ranks& table, const Ranks& hand, Budget& budget);

    // The groups of the table and these cards arranged. As many groups as a short search finds stay as they are: they
    // come first, in their order. Nothing where the budget stops.
    Melds arranged(const Game& game, const Choice& choice, Budget& budget);

    std::size_t held() const { return layer_.held() + keeper_.held(); }

private:
    Choice best(const Ranks& table, const Ranks& hand, const std::array<Value, deck>& weights, Budget& budget);
    Choice novice(const Game& game, Budget& budget);
    Choice patient(const Game& game, Budget& budget);
    void draw(Game& game) const;
    Value points_of(const Ranks& hand) const;
    void score(const Game& game, GameResult& result) const;

    GameRules rules_;
    std::array<Value, deck> ones_;
    Arranger arranger_;
    Layer layer_;
    Keeper keeper_;
};

}  // namespace passatempo::machiavelli
