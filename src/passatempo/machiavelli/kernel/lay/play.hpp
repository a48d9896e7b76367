// Which cards of the hand to lay: depth-first search with values over thirteen ranks in order.
#pragma once

#include <vector>

#include "budget.hpp"
#include "lay/outlook.hpp"
#include "offer.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// The cards that one rank gets, jokers included, and how many of them are real.
struct Share {
    Row runs{}, sets{}, laid{};
};

// With so many cards in runs, at most so many of a suit in sets, jokers in sets, and jokers in place of the hand's
// cheapest cards.
Share share(const Offer& offer, int place, const Row& runs, int sets, int in_sets, int instead);

struct Play {
    Value value = impossible;
    std::array<Share, ranks> shares{};
    int jokers = 0;        // standing for cards
    int spare_jokers = 0;  // three or more that make melds of their own
};

// In any choice of cards for the runs the sets can take a greatest vector: with a(i) cards of suit i left over and at
// most t sets they take min(a(i), t), and the greatest t that 3t <= sum(min(a, t)) allows is best for every suit. So
// only the cards in runs are searched, as for a table. The value of a play is the weight of the hand cards laid less
// one for each joker of the hand.
class Player {
public:
    // Look for a play of a value above `best.value`, and put the best one found there; one of value `enough` will do.
    // False if there is none.
    bool improve(const Offer& offer, const Jokers& jokers, const State& start, const State& finish,
                 const Outlooks& outlooks, Value enough, Budget& budget, Play& best);

    // Bytes of the memory kept between searches.
    std::size_t held() const {
        std::size_t bytes = known_.held();
        for (const auto& choices : choices_) bytes += choices.capacity() * sizeof(Choice);
        return bytes;
    }

private:
    // One suit's part of a choice, with the most the suit can still gain by it and the fewest jokers, in twelfths.
    struct Option {
        int cards;
        Open next;
        Prospect later;
        Value most;
        int jokers;
    };
    struct Choice {
        Row runs;
        State next;
        int sets;     // at most so many cards of a suit in sets
        int in_sets;  // jokers in sets
        int instead;  // jokers in place of hand cards, the cheapest first
        int wild;     // jokers used in all
        Value gain;
        Value most;

        void take(int suit, const Option& option) {
            runs[suit] = option.cards;
            put_runs(next, suit, option.next);
        }
    };
    struct Known {
        Value value;
        bool exact;  // else an upper bound
    };

    Value search(int place, const State& state, int wild, Value before, Value need);
    Value end(const State& state, int wild) const;
    void list(int place, const State& state, int wild, Value need);
    void list_options(int place, const State& state, int wild);
    void combine_options(int place, int wild, Value need);
    void settle(int place, const std::array<const Option*, suits>& picked, Value need);
    void settle(int place, const std::array<const Option*, suits>& picked, int wild, Value need);
    void add(int place, Choice choice, int most_instead, Value need);
    void retrace(const State& start, int wild, Value value);
    void record(Value value, int wild);
    Share share_of(int place, const Choice& choice) const {
        return share(*offer_, place, choice.runs, choice.sets, choice.in_sets, choice.instead);
    }
    bool busy();
    void put(std::vector<Choice>& choices, const Choice& choice);
    void sort(std::vector<Choice>& choices);

    const Offer* offer_ = nullptr;
    Jokers jokers_;
    State finish_;
    Outlooks outlooks_{};
    Value enough_ = 0;
    Budget* budget_ = nullptr;
    Play* best_ = nullptr;
    Cache<Known> known_;
    std::array<std::vector<Option>, suits> options_;
    std::array<std::vector<Choice>, ranks> choices_;
    std::array<const Choice*, ranks> path_{};
    unsigned looked_ = 0;
};

}  // namespace passatempo::machiavelli
