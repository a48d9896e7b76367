// A game by counts, for play-outs: hands, table, stock, and the two bots that play them. Without jokers, crosses and
// openings.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "arrange.hpp"
#include "lay/play_solver.hpp"

namespace passatempo::machiavelli {

inline constexpr int max_seats = 8;

inline std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }
inline int copies(const Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

// What is played, as far as the kernel plays it.
struct GameRules {
    Line line;
    int wait_limit = -1;  // turns in a row in which a seat that could lay may draw instead; -1: any number
    bool draws_first = false;
    bool ends_with_stock = false;
    bool single_point = false;  // to the winner; else what the others hold
    std::array<Value, deck> points{};
};

// The order is shared with `passatempo.machiavelli.game.bots.BOTS`.
enum class Bot : int { novice = 0, points = 1, greedy = 2, patient = 3 };
inline constexpr int bots = 4;

// All there is to know. The stock is drawn from the front.
struct CountGame {
    int seats = 0;
    int seat = 0;  // who is to move
    Ranks table{};
    std::array<Ranks, max_seats> hands{};
    std::array<int, max_seats> hand_sizes{};   // cards in each hand
    std::array<int, max_seats> wait_counts{};  // turns in a row in which the seat drew by choice
    std::vector<std::uint8_t> stock;
    std::size_t stock_index = 0;  // cards of the stock that are gone
    int pass_count = 0;           // turns in a row that laid nothing and drew nothing
    bool has_drawn = false;       // has the seat to move drawn as its turn began?

    bool stock_left() const { return stock_index < stock.size(); }
};

enum Ending : int { closed = 0, blocked = 1, finished = 2 };

struct GameResult {
    Ending ending = closed;
    unsigned winners = 0;     // a bit for each seat
    bool has_scores = false;  // not where a hand is not known
    std::array<Value, max_seats> scores{};
};

// The cards that go; none: the seat draws or passes.
struct CardChoice {
    Ranks cards{};
    int size = 0;
};

// Chooses for bots, plays turns and judges ends. Keeps the memory of its searches between turns.
class Dealer {
public:
    Dealer() { unit_weights_.fill(1); }

    // What is played from now on.
    void set_rules(const GameRules& rules) { rules_ = rules; }
    const GameRules& rules() const { return rules_; }

    // Where each turn begins with a draw, this is it.
    void begin_turn(CountGame& game) const;

    CardChoice choose_cards(const CountGame& game, Bot bot, Budget& budget);  // greedy or patient
    void play_turn(CountGame& game, const CardChoice& choice, Budget& budget);
    std::optional<GameResult> result_of(const CountGame& game) const;

    // To the end, or until the budget stops.
    std::optional<GameResult> play_out(CountGame& game, const std::array<Bot, max_seats>& seat_bots, Budget& budget);

    // May the seat to move draw although it could lay?
    bool may_wait(const CountGame& game) const;

    // Can any card of the hand be laid?
    bool could_lay(const Ranks& table, const Ranks& hand, Budget& budget);

    // Can all of it go?
    bool can_close_hand(const Ranks& table, const Ranks& hand, Budget& budget);

    std::size_t memory_bytes() const { return play_solver_.memory_bytes(); }

private:
    CardChoice best_choice(const Ranks& table, const Ranks& hand, const std::array<Value, deck>& weights,
                           Budget& budget);
    CardChoice patient_choice(const CountGame& game, Budget& budget);
    void draw_card(CountGame& game) const;
    Value points_of(const Ranks& hand) const;
    void set_scores(const CountGame& game, GameResult& game_result) const;

    GameRules rules_;
    std::array<Value, deck> unit_weights_;
    Arranger arranger_;
    PlaySolver play_solver_;
};

}  // namespace passatempo::machiavelli
