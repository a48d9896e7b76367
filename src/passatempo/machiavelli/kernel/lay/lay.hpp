// The best play: all cards of the table and the most valuable cards of the hand, with jokers.
#pragma once

#include <deque>
#include <optional>

#include "lay/play.hpp"
#include "melds.hpp"
#include "program/formulation.hpp"

namespace passatempo::machiavelli {

// What a player has before him: a turn of the game.
struct Turn {
    Ranks table{};
    Ranks hand{};
    Jokers jokers;  // on the table: must be used; in the hand: may be
    Line line;
    std::array<Value, deck> weights{};
};

// All the cards, of table and hand.
Ranks everything(const Turn& turn);

// The rank at the first place: on a circle the one before which the fewest states are possible.
int first_rank(const Turn& turn, int jokers);

// The cards of table and hand in order of play, those of `must` to be laid; a card of the hand counts `scale` times.
Offer line_up(const Turn& turn, const Ranks& must, int first, int jokers, Value scale);

// What a turn's rules ask of the cards that are laid from the hand.
struct Demand {
    int most_laid = -1;     // beside those that must be laid; -1: any number
    Value least_worth = 0;  // of all that is laid, or of the opening groups
    bool opening = false;   // the opening groups are made of what is laid, and may then be moved
    std::array<Value, deck> points{};
    Ranks forced{};         // of `Turn.table`, the cards that are the hand's
    int forced_jokers = 0;  // of `Turn.jokers.must`

    bool asks() const { return most_laid >= 0 || least_worth > 0; }
};

struct Laid {
    Value value = 0;
    std::vector<int> cards;  // of the hand, jokers as what they stand for
    Melds melds;
};

// Keeps its memory between turns.
class Layer {
public:
    // Nothing where no play exists, and where the budget ran out before one was found: look at its stop().
    std::optional<Laid> best(const Turn& turn, Budget& budget);

    // The same where the cards that are laid must meet a demand: by the integer program alone.
    std::optional<Laid> best(const Turn& turn, const Demand& demand, Budget& budget);

    // Can everything go, all cards and all jokers of the hand included?
    std::optional<Laid> close(const Turn& turn, Budget& budget);

    // Is there a play of at least this value?
    bool reaches(const Turn& turn, Value value, Budget& budget);

    // The play that the last search found, if it found one.
    Laid found(const Turn& turn) const;

    // Proved by the last call of best(), however early it stopped: no play has a greater value.
    Value bound() const { return bound_; }

    // The greatest number of bytes that the memory kept between turns may hold.
    std::size_t held() const;

private:
    // Runs open before the first place: none on a line, aces laid before the 2, or a guess on a circle.
    struct Start {
        Open open;
        const Outlook* outlook = nullptr;  // its own, or a shared one where there are too many starts
        Prospect prospect;
    };

    bool search(const Turn& turn, const Ranks& must, const Jokers& jokers, Value scale, Value above, bool any,
                Budget& budget);
    bool search_ranks(const Turn& turn, const Jokers& jokers, Value above, bool any, Budget& budget);
    void list_starts(Line line, int suit, Budget& budget);
    int fewest_jokers(int suit) const;
    void add_start(int suit, const Open& open, const Open& finish, int before, const Outlook* shared, Budget& budget);
    void try_starts(int suit, Prospect prospect, const Jokers& jokers, Budget& budget);
    void try_start(const Jokers& jokers, Budget& budget);
    struct Between {
        int fewest, most;
    };

    void solve(const Turn& turn, const Ranks& must, const Jokers& jokers, Value scale, Budget& budget);
    void solve(const Turn& turn, const Ranks& must, const Gains& gains, Between jokers, Value joker_gain, Value more,
               Budget& budget, const Demand* demand = nullptr);
    void meet(const Demand& demand, const Turn& turn, int jokers_before);

    Formulation formulation_;
    Player player_;
    Offer offer_;
    Play play_;
    Row before_{};                                // aces before the 2 in the best play
    std::array<std::vector<Start>, suits> pool_;  // the first `starts_` of each suit are in use
    std::array<std::deque<Outlook>, suits> own_;  // the outlooks of starts, in no order
    std::array<int, suits> starts_{};
    std::array<Outlook, suits> shared_;  // for any state at the end
    std::array<const Start*, suits> picked_{};
    int first_ = 0;  // rank at the first place
    Line line_;
    Value enough_ = 0;  // no better play is looked for
    Value most_ = 0;    // no play has a greater scaled value
    Value bound_ = 0;
    int jokers_on_table_ = 0;
};

}  // namespace passatempo::machiavelli
