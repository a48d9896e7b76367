// A game by counts, for play-outs: hands, table, stock, and the two bots that play them. Without jokers, crosses and
// openings.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "arrange.hpp"
#include "lay/lay.hpp"

namespace passatempo::machiavelli {

inline constexpr int most_seats = 8;

inline std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }
inline int copies(const Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

// What is played, as far as the kernel plays it.
struct GameRules {
    Line line;
    int most_waits = -1;  // turns in a row in which a seat that could lay may draw instead; -1: any number
    bool draws_first = false;
    bool ends_with_stock = false;
    bool one_point = false;  // to the winner; else what the others hold
    std::array<Value, deck> points{};
};

// The order is shared with `passatempo.machiavelli.game.bots.BOTS`.
enum class Bot : int { novice = 0, points = 1, greedy = 2, patient = 3 };
inline constexpr int bots = 4;

// All there is to know. The stock is drawn from the front.
struct Game {
    int seats = 0;
    int seat = 0;  // who is to move
    Ranks table{};
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
    bool scored = false;   // not where a hand is not known
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

    // Where each turn begins with a draw, this is it.
    void begin_turn(Game& game) const;

    Choice choose(const Game& game, Bot bot, Budget& budget);  // greedy or patient
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

    std::size_t held() const { return layer_.held(); }

private:
    Choice best(const Ranks& table, const Ranks& hand, const std::array<Value, deck>& weights, Budget& budget);
    Choice patient(const Game& game, Budget& budget);
    void draw(Game& game) const;
    Value points_of(const Ranks& hand) const;
    void score(const Game& game, GameResult& result) const;

    GameRules rules_;
    std::array<Value, deck> ones_;
    Arranger arranger_;
    Layer layer_;
};

}  // namespace passatempo::machiavelli
