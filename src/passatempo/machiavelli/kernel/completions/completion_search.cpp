// Searches for completions until each card is found or excluded, then continues with an integer program.
// Algorithm: depth-first search with a table of dead states, bounded by what each suit needs alone
// Twin: machiavelli/reference/search.py
#include "completions/completion_search.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

// Nodes of the search, half a microsecond each. It quickly finds most completions, and proves quickly that there are no
// others if that is easy. The program decides the remaining cards sooner.
constexpr std::uint64_t search_node_limit = 3'000;

}  // namespace

bool CompletionSearch::find_completions(const Ranks& cards, int extra_count, Line line, Budget& budget) {
    completion_cards_ = 0;
    completions_.clear();
    return !suit_networks_.build_networks(cards, extra_count, line) || run_search(budget) ||
           solve_program(cards, line, budget);
}

// Return false if the search is incomplete.
bool CompletionSearch::run_search(Budget& budget) {
    Budget part_budget = budget.share(std::min(search_node_limit, budget.left()));
    budget_ = &part_budget;
    active_networks_ = all_loose(suit_networks_);
    update_open_cards();
    fix_starts(0);
    budget.count(part_budget);
    return part_budget.stop() == Stop::done;
}

// Solve one integer program for completions with any of the open cards, until there is none.
bool CompletionSearch::solve_program(const Ranks& cards, Line line, Budget& budget) {
    if (budget.stop() != Stop::done) return false;
    formulation_.build_program(cards, cards, line, extra_cards(), extra_cards());
    formulation_.solve_each(
        open_cards(),
        [&] {
            auto& completion = completions_.emplace_back();
            for (int c = 0; c < deck; ++c)
                completion.insert(completion.end(), formulation_.cell_at(c % ranks, c / ranks).joker_cards, c);
            for (const int c : completion) completion_cards_ |= card_bit(c);
            return open_cards();
        },
        budget);
    return budget.stop() == Stop::done;
}

// Search with the starts of `level` suits fixed.
void CompletionSearch::fix_starts(int level) {
    fixed_starts_ = level;
    dead_states_[level].clear();
    if (level == suits) {
        while (budget_->stop() == Stop::done && find_completion(0, {}, extra_cards(), false)) record_completion();
        return;
    }
    while (true) {  // a path that returns to its start is a completion
        if (!find_completion(0, {}, extra_cards(), false)) return;
        if (!closes_circle()) break;
        record_completion();
        if (budget_->stop() != Stop::done) return;
    }
    const int suit = suit_networks_.suit_at_level(level);
    for (int k = 0; k < suit_networks_.start_count(suit) && budget_->stop() == Stop::done; ++k) {
        active_networks_[suit] = &suit_networks_.network_from(suit, k);
        fix_starts(level + 1);
        fixed_starts_ = level;
    }
    active_networks_[suit] = &suit_networks_.loose_network(suit);
}

// Check whether the cards in runs of the last path split into runs on the circle.
bool CompletionSearch::closes_circle() const {
    return suit_networks_.is_closed() && budget_->stop() == Stop::done && splits_on_circle(run_cards_);
}

// Return whether there is a completion of `left` cards from these nodes on. It must contain an open card unless
// `has_open`.
bool CompletionSearch::find_completion(int place, const Nodes& nodes, int left, bool has_open) {
    if (place == ranks) return left == 0 && has_open;
    if (!has_open && (left == 0 || open_cards_from_[place] == 0)) return false;
    if (need_of(active_networks_, nodes) > SuitNetworks::twelfths_for(left)) return false;
    const State state = state_of(active_networks_, nodes);
    const int wild = 2 * left + (has_open ? 1 : 0);
    if (is_dead(place, wild, state) || budget_->spend()) return false;
    if (rank_choices_[place].list_arcs(active_networks_, nodes, left) && extend_completion(place, left, has_open))
        return true;
    if (budget_->stop() == Stop::done) dead_states_[fixed_starts_].put(place, wild, state, {});
    return false;
}

bool CompletionSearch::is_dead(int place, int wild, const State& state) const {
    for (int level = fixed_starts_; level >= 0; --level)
        if (dead_states_[level].find(place, wild, state) != nullptr) return true;
    return false;
}

bool CompletionSearch::extend_completion(int place, int left, bool had_open) {
    const Row& may = suit_networks_.offer().total_copies[place];
    return rank_choices_[place].any_step([&](const SuitArcs& suit_arcs, int extra_count) {
        if (budget_->stop() != Stop::done) return false;
        bool has_open = had_open;
        for (int i = 0; i < suits; ++i) {
            const NetworkArc& arc = *suit_arcs[i];
            extra_cards_[place][i] = arc.extra_cards;
            run_cards_[place][i] = may[i] + arc.extra_cards - arc.in_sets;
            has_open = has_open || (arc.extra_cards > 0 && has_card(open_cards(), suit_networks_.card_at(place, i)));
        }
        return find_completion(place + 1, next_nodes(suit_arcs), left - extra_count, has_open);
    });
}

void CompletionSearch::record_completion() {
    auto& completion = completions_.emplace_back();
    for (int place = 0; place < ranks; ++place)
        for (int i = 0; i < suits; ++i)
            if (const int extra_count = extra_cards_[place][i]; extra_count > 0) {
                const int c = suit_networks_.card_at(place, i);
                completion_cards_ |= card_bit(c);
                completion.insert(completion.end(), extra_count, c);
            }
    update_open_cards();
}

// Update the cards that can still be found, by place.
void CompletionSearch::update_open_cards() {
    open_cards_from_[ranks] = 0;
    for (int place = ranks - 1; place >= 0; --place) {
        open_cards_from_[place] = open_cards_from_[place + 1];
        for (int i = 0; i < suits; ++i)
            open_cards_from_[place] |= card_bit(suit_networks_.card_at(place, i)) & open_cards();
    }
}

std::size_t CompletionSearch::memory_bytes() const {
    std::size_t bytes = suit_networks_.memory_bytes();
    for (const auto& dead : dead_states_) bytes += dead.memory_bytes();
    return bytes;
}

}  // namespace passatempo::machiavelli
