// The cards that can be among a few cards added to a table such that all of it can be arranged.
#pragma once

#include <vector>

#include "budget.hpp"
#include "completions/suit_graph.hpp"
#include "integer_program/formulation.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// One search covers all cards, instead of one search per card. It looks for a completion, a set of cards that can be
// added, with a card that no earlier completion had. Dead states hold for all cards. Cards not found when the search
// ends are in no completion. One integer program works likewise. Its tree is searched once, and after each completion
// it must use one of the cards left.
//
// If suits must return to the runs that they began with, their starts are fixed one after the other. A state that is
// dead while some suits are loose stays dead when their starts are fixed.
class CompletionSearch {
public:
    // Find completions of `extra_count` cards until each card is found or excluded. Return false if the budget ran out
    // before that. The copies must fit `SuitNetworks`.
    bool find_completions(const Ranks& cards, int extra_count, Line line, Budget& budget);

    // The cards of all completions found, and the completions themselves.
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
    std::array<CardSet, ranks + 1> open_cards_from_{};  // cards not found yet, from each place on
    std::vector<std::vector<int>> completions_;

    ActiveNetworks active_networks_{};
    int fixed_starts_ = 0;  // number of suits with a fixed start
    std::array<Cache<DeadMark>, suits + 1> dead_states_;
    std::array<Choices, ranks> rank_choices_;
    std::array<Row, ranks> extra_cards_{}, run_cards_{};  // of the current path
    Budget* budget_ = nullptr;
};

}  // namespace passatempo::machiavelli
