// Chooses the cards of the hand to lay, by a depth-first search with values over thirteen ranks in order.
#pragma once

#include <vector>

#include "budget.hpp"
#include "lay/suit_relaxation.hpp"
#include "offer.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// The cards of one rank in runs and in sets, jokers included, and the number of real cards.
struct Share {
    Row run_cards{}, set_cards{}, real_cards{};
};

// The share of a rank with `runs` cards in runs, up to `sets` cards of a suit in sets, `in_sets` jokers in sets, and
// `instead` jokers that replace the hand's cheapest cards.
Share compute_share(const Offer& offer, int place, const Row& runs, int sets, int in_sets, int instead);

struct Play {
    Value total_value = impossible;
    std::array<Share, ranks> rank_shares{};
    int joker_count = 0;   // that stand for cards
    int spare_jokers = 0;  // three or more that form melds by themselves
};

// For any choice of cards in runs, the sets have a greatest vector of cards. With a(i) cards of suit i left over and at
// most t sets, they take min(a(i), t). The greatest t with 3t <= sum(min(a, t)) is best for every suit. So only the
// cards in runs are searched, as in `RankSweep`. The value of a play is the weight of the hand cards laid, minus one
// for each joker of the hand.
class RankSearch {
public:
    // Look for a play with a value above `best.total_value`, and store the best one found there. A play of value
    // `value_target` suffices. Return false if there is none.
    bool improve_play(const Offer& offer, const Jokers& jokers, const State& start, const State& finish,
                      const SuitRelaxations& relaxations, Value value_target, Budget& budget, Play& best);

    // The bytes of the memory reused between searches.
    std::size_t memory_bytes() const {
        std::size_t bytes = transposition_table_.memory_bytes();
        for (const auto& choices : rank_choices_) bytes += choices.capacity() * sizeof(RankChoice);
        return bytes;
    }

private:
    // One suit's part of a choice, with bounds on the gain and the jokers of the suit, in twelfths.
    struct SuitOption {
        int run_cards;
        OpenRuns next_runs;
        RelaxationValue next_value;
        Value value_bound;
        int joker_bound;
    };
    struct RankChoice {
        Row run_cards;
        State next_state;
        int set_limit;  // the most cards of a suit in sets
        int jokers_in_sets;
        int substitutes;  // jokers that replace hand cards, the cheapest first
        int joker_count;  // all jokers used
        Value gain;
        Value value_bound;

        void add_option(int suit, const SuitOption& option) {
            run_cards[suit] = option.run_cards;
            put_runs(next_state, suit, option.next_runs);
        }
    };
    struct SearchRecord {
        Value value_bound;
        bool is_exact;  // otherwise an upper bound
    };

    Value search_from(int place, const State& state, int wild, Value before, Value need);
    Value terminal_value(const State& state, int wild) const;
    void list_choices(int place, const State& state, int wild, Value need);
    void list_options(int place, const State& state, int wild);
    void combine_options(int place, int wild, Value need);
    void fill_sets(int place, const std::array<const SuitOption*, suits>& suit_options, Value need);
    void fill_sets(int place, const std::array<const SuitOption*, suits>& suit_options, int wild, Value need);
    void add_choices(int place, RankChoice choice, int substitute_limit, Value need);
    void retrace_play(const State& start, int wild, Value value_target);
    void record_play(Value play_value, int wild);
    Share share_of(int place, const RankChoice& choice) const {
        return compute_share(*offer_, place, choice.run_cards, choice.set_limit, choice.jokers_in_sets,
                             choice.substitutes);
    }
    bool is_interrupted();
    void store_choice(std::vector<RankChoice>& choices, const RankChoice& choice);
    void sort_choices(std::vector<RankChoice>& choices);

    const Offer* offer_ = nullptr;
    Jokers joker_limits_;
    State final_state_;
    SuitRelaxations relaxations_{};
    Value value_target_ = 0;
    Budget* budget_ = nullptr;
    Play* best_play_ = nullptr;
    Cache<SearchRecord> transposition_table_;
    std::array<std::vector<SuitOption>, suits> suit_options_;
    std::array<std::vector<RankChoice>, ranks> rank_choices_;
    std::array<const RankChoice*, ranks> choice_path_{};
    unsigned poll_counter_ = 0;
};

}  // namespace passatempo::machiavelli
