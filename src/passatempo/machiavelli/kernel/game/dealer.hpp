// A game by card counts for play-outs: hands, table, stock, and two bots. It has no jokers, crosses or openings.
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

// The rules that this game supports.
struct GameRules {
    Line line;
    int wait_limit = -1;  // turns in a row in which a player may draw instead of laying; -1: any number
    bool draws_first = false;
    bool ends_with_stock = false;
    bool single_point = false;  // the winner gets one point instead of the points that the others hold
    std::array<Value, deck> points{};
};

// The order is shared with `passatempo.machiavelli.game.bots.BOTS`.
enum class Bot : int { novice = 0, points = 1, greedy = 2, patient = 3 };
inline constexpr int bots = 4;

// The complete state of a game. The stock is drawn from the front.
struct CountGame {
    int seats = 0;
    int seat = 0;  // the player to move
    Ranks table{};
    std::array<Ranks, max_seats> hands{};
    std::array<int, max_seats> hand_sizes{};   // cards in each hand
    std::array<int, max_seats> wait_counts{};  // turns in a row in which the player drew by choice
    std::vector<std::uint8_t> stock;
    std::size_t stock_index = 0;  // cards drawn from the stock
    int pass_count = 0;           // turns in a row without a card laid or drawn
    bool has_drawn = false;       // the player to move drew at the start of the turn

    bool stock_left() const { return stock_index < stock.size(); }
};

enum Ending : int { closed = 0, blocked = 1, finished = 2 };

struct GameResult {
    Ending ending = closed;
    unsigned winners = 0;     // one bit for each player
    bool has_scores = false;  // false if a hand is not known
    std::array<Value, max_seats> scores{};
};

// The cards to lay. If there are none, the player draws or passes.
struct CardChoice {
    Ranks cards{};
    int size = 0;
};

// Chooses for bots, plays turns and judges ends. Reuses the memory of its searches between turns.
class Dealer {
public:
    Dealer() { unit_weights_.fill(1); }

    // Set the rules of the following games.
    void set_rules(const GameRules& rules) { rules_ = rules; }
    const GameRules& rules() const { return rules_; }

    // Draw a card if each turn begins with a draw.
    void begin_turn(CountGame& game) const;

    CardChoice choose_cards(const CountGame& game, Bot bot, Budget& budget);  // greedy or patient
    void play_turn(CountGame& game, const CardChoice& choice, Budget& budget);
    std::optional<GameResult> result_of(const CountGame& game) const;

    // Play to the end, or until the budget stops.
    std::optional<GameResult> play_out(CountGame& game, const std::array<Bot, max_seats>& seat_bots, Budget& budget);

    // Return whether the player to move may draw although a card could be laid.
    bool may_wait(const CountGame& game) const;

    // Return whether any card of the hand can be laid.
    bool could_lay(const Ranks& table, const Ranks& hand, Budget& budget);

    // Return whether the whole hand can be laid.
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
