// Which cards can be among a few that are added to a table, so that all of it can be arranged?
#pragma once

#include <vector>

#include "budget.hpp"
#include "completions/suit_graph.hpp"
#include "integer_program/formulation.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// One search for all the cards, where to try each would be a search each. It looks for a completion, cards that can be
// added, with a card that was in none before; what it learns of dead states holds for all the cards. Those that are not
// found when nothing is left to search are in no completion. So does one integer program, whose tree is gone through
// once: after each completion it must have one of the cards that are left.
//
// Where suits must come back to the runs that they began with, their starts are fixed one after the other: a state that
// is dead while some suits begin and end as they like stays so.
class CompletionSearch {
public:
    // Look for completions of `extra_count` cards until each card is found or shown to be in none. False where there
    // was not enough budget for some. The copies must fit `SuitNetworks`.
    bool find_completions(const Ranks& cards, int extra_count, Line line, Budget& budget);

    // The cards of all the completions met, and each of these.
    CardSet completion_cards() const { return completion_cards_; }
    const std::vector<std::vector<int>>& completions() const { return completions_; }

    std::size_t memory_bytes() const;

private:
    struct DeadMark {};

    int extra_cards() const { return suit_networks_.offer().joker_count; }
    CardSet open_cards() const { return any_card & ~completion_cards_; }
    bool run_search(Budget& budget);
    bool solve_program(const Ranks& cards, Line line, Budget& budget);
    void fix_starts(int level);
    bool closes_circle() const;
    bool find_completion(int place, const Nodes& nodes, int left, bool has_open);
    bool is_dead(int place, int wild, const State& state) const;
    bool extend_completion(int place, int left, bool had_open);
    void record_completion();
    void update_open_cards();

    Formulation formulation_;
    SuitNetworks suit_networks_;
    CardSet completion_cards_ = 0;
    std::array<CardSet, ranks + 1> open_cards_from_{};  // not found, from each place on
    std::vector<std::vector<int>> completions_;

    ActiveNetworks active_networks_{};
    int fixed_starts_ = 0;  // so many starts are fixed
    std::array<Cache<DeadMark>, suits + 1> dead_states_;
    std::array<Choices, ranks> rank_choices_;
    std::array<Row, ranks> extra_cards_{}, run_cards_{};  // of the way in hand
    Budget* budget_ = nullptr;
};

}  // namespace passatempo::machiavelli
