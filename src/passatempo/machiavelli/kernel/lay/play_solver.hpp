// The best play: all cards of the table and the most valuable cards of the hand, with jokers.
#pragma once

#include <deque>
#include <optional>

#include "integer_program/formulation.hpp"
#include "lay/rank_search.hpp"
#include "melds.hpp"

namespace passatempo::machiavelli {

// The position that a player sees in a turn.
struct Turn {
    Ranks table{};
    Ranks hand{};
    Jokers jokers;  // those on the table must be used, those in the hand may be
    Line line;
    std::array<Value, deck> weights{};
};

// All cards of table and hand.
Ranks all_cards(const Turn& turn);

// The rank at the first place. On a circle it is the rank before which the fewest states are possible.
int first_rank(const Turn& turn, int jokers);

// The cards of table and hand in order of play. Those of `must` must be laid. Hand cards weigh `scale` times as much.
Offer make_offer(const Turn& turn, const Ranks& must, int first, int jokers, Value scale);

// The demands of the rules on the cards laid from the hand.
struct Demand {
    int card_limit = -1;     // of cards that are not mandatory, or -1 for any number
    Value min_worth = 0;     // of all cards laid, or of the opening groups
    bool must_open = false;  // the opening groups use only cards laid, and may be moved in the same turn
    std::array<Value, deck> card_points{};
    Ranks mandatory_cards{};   // the cards of `Turn.table` that come from the hand
    int mandatory_jokers = 0;  // the same for `Turn.jokers.must`

    bool is_active() const { return card_limit >= 0 || min_worth > 0; }
};

struct PlayResult {
    Value total_value = 0;
    std::vector<int> hand_cards;  // from the hand, with jokers as the cards they stand for
    Melds melds;
};

// Reuses its memory between turns.
class PlaySolver {
public:
    // Return nothing if no play exists, or if the budget ran out before one was found. Its stop() gives the reason.
    std::optional<PlayResult> find_best_play(const Turn& turn, Budget& budget);

    // The same for plays that must meet a demand, by the integer program alone.
    std::optional<PlayResult> find_best_play(const Turn& turn, const Demand& demand, Budget& budget);

    // Find a play that lays everything, all cards and jokers of the hand included.
    std::optional<PlayResult> close_hand(const Turn& turn, Budget& budget);

    // Return whether there is a play of at least this value.
    bool reaches_value(const Turn& turn, Value value_target, Budget& budget);

    // The play of the last search, if it found one.
    PlayResult extract_play(const Turn& turn) const;

    // The bound proved by the last call of find_best_play(), however early it stopped. No play has a greater value.
    Value upper_bound() const { return upper_bound_; }

    // An upper bound on the memory reused between turns, in bytes.
    std::size_t memory_bytes() const;

private:
    // Runs open before the first place: none on a line, aces laid before the 2, or a guess on a circle.
    struct SuitOpening {
        OpenRuns open_runs;
        const SuitRelaxation* relaxation = nullptr;  // its own table, or a shared one if there are too many starts
        RelaxationValue relaxation_value;
    };

    bool search_plays(const Turn& turn, const Ranks& must, const Jokers& jokers, Value scale, Value above, bool any,
                      Budget& budget);
    bool search_ranks(const Turn& turn, const Jokers& jokers, Value above, bool any, Budget& budget);
    void list_starts(Line line, int suit, Budget& budget);
    int fewest_jokers(int suit) const;
    void add_start(int suit, const OpenRuns& open, const OpenRuns& finish, int before, const SuitRelaxation* shared,
                   Budget& budget);
    void try_starts(int suit, RelaxationValue prospect, const Jokers& jokers, Budget& budget);
    void try_start(const Jokers& jokers, Budget& budget);
    struct JokerRange {
        int min_jokers, max_jokers;
    };

    void solve_programs(const Turn& turn, const Ranks& must, const Jokers& jokers, Value scale, Budget& budget);
    void solve(const Turn& turn, const Ranks& must, const Gains& gains, JokerRange jokers, Value joker_gain,
               Value value_offset, Budget& budget, const Demand* demand = nullptr);
    void add_demand(const Demand& demand, const Turn& turn, int jokers_before);

    Formulation formulation_;
    RankSearch rank_search_;
    Offer offer_;
    Play best_play_;
    Row aces_before_{};                                       // aces before the 2 in the best play
    std::array<std::vector<SuitOpening>, suits> start_pool_;  // the first `start_counts_` of each suit are in use
    std::array<std::deque<SuitRelaxation>, suits> start_relaxations_;  // tables of the starts, in no order
    std::array<int, suits> start_counts_{};
    std::array<SuitRelaxation, suits> shared_relaxations_;  // for any final state
    std::array<const SuitOpening*, suits> start_choice_{};
    int first_rank_ = 0;  // rank at the first place
    Line line_;
    Value value_target_ = 0;  // the search stops at a play of this value
    Value value_limit_ = 0;   // no play has a greater scaled value
    Value upper_bound_ = 0;
    int jokers_on_table_ = 0;
};

}  // namespace passatempo::machiavelli
