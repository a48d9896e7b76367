// Tries the choices of each rank in descending order of their bounds from the relaxation of each suit.
// Algorithm: depth-first branch and bound with a transposition table
// Twin: tests/machiavelli/turn/plain_search.py
#include "lay/rank_search.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::machiavelli {

namespace {

constexpr std::size_t chunk_size = 1U << 14;  // takes some milliseconds to sort
constexpr std::size_t insertion_limit = 12;   // sorted in place, because the library's sort allocates memory
constexpr std::size_t poll_size = 1U << 16;   // check the memory limit from this number of choices on

}  // namespace

bool RankSearch::improve_play(const Offer& offer, const Jokers& jokers, const State& start, const State& finish,
                              const SuitRelaxations& relaxations, Value value_target, Budget& budget, Play& best) {
    offer_ = &offer;
    joker_limits_ = jokers;
    final_state_ = finish;
    relaxations_ = relaxations;
    value_target_ = value_target;
    budget_ = &budget;
    best_play_ = &best;
    transposition_table_.clear();
    const Value old_value = best.total_value;
    const int wild = jokers.must + jokers.may;
    const Value root_value = search_from(0, start, wild, 0, old_value + 1);
    // A value from the cache has no path, so search along it again.
    if (root_value > best.total_value && budget.stop() == Stop::done) retrace_play(start, wild, root_value);
    return best.total_value > old_value;
}

// Return the greatest value from this state on if it is at least `need`, otherwise any value below `need`.
Value RankSearch::search_from(int place, const State& state, int wild, Value before, Value need) {
    if (place == ranks) {
        const Value end_value = terminal_value(state, wild);
        if (end_value != impossible && before + end_value > best_play_->total_value)
            record_play(before + end_value, wild);
        return end_value;
    }
    if (budget_->spend()) return impossible;
    if (const SearchRecord* table_hit = transposition_table_.find(place, wild, state))
        if (table_hit->is_exact || table_hit->value_bound < need) return table_hit->value_bound;
    list_choices(place, state, wild, need);
    if (budget_->stop() != Stop::done) return impossible;
    Value best = impossible;
    for (const RankChoice& choice : rank_choices_[place]) {
        const Value lower_bound = std::max(need, best + 1);
        if (choice.value_bound < lower_bound) break;
        choice_path_[place] = &choice;
        const Value child_value = search_from(place + 1, choice.next_state, wild - choice.joker_count,
                                              before + choice.gain, lower_bound - choice.gain);
        if (child_value != impossible) best = std::max(best, choice.gain + child_value);
        if (before + best >= value_target_ || budget_->stop() != Stop::done) return best;
    }
    const bool exact = best >= need;
    transposition_table_.put(place, wild, state, {exact ? best : need - 1, exact});
    return best;
}

// Jokers of the table that stand for no card form melds of at least three jokers, with jokers of the hand.
Value RankSearch::terminal_value(const State& state, int wild) const {
    for (int i = 0; i < suits; ++i)
        if (!as_good(open_runs(state, i), open_runs(final_state_, i))) return impossible;
    const int used = joker_limits_.must + joker_limits_.may - wild;
    if (used >= joker_limits_.must) return joker_limits_.must - used;
    const int extra_jokers = std::max(0, 3 - (joker_limits_.must - used));
    return extra_jokers <= joker_limits_.may ? -extra_jokers : impossible;
}

// List the choices that may reach `need`, in descending order of their bounds.
void RankSearch::list_choices(int place, const State& state, int wild, Value need) {
    rank_choices_[place].clear();
    list_options(place, state, wild);
    combine_options(place, wild, need);
    sort_choices(rank_choices_[place]);
}

// List the options of each suit alone.
void RankSearch::list_options(int place, const State& state, int wild) {
    const int sets = max_sets(offer_->total_copies[place], wild);
    const int jokers = SuitRelaxation::joker_twelfths * wild;
    for (int i = 0; i < suits; ++i) {
        suit_options_[i].clear();
        const OpenRuns open = open_runs(state, i);
        const int runs_limit =
            offer_->in_runs(place, offer_->total_copies[place][i] + wild - offer_->cards_before(place, i));
        for (int cards = open.pending_runs(); cards <= runs_limit; ++cards) {
            OpenRuns next;
            if (!advance_runs(open, cards, offer_->run_limit(place + 1, i), next)) continue;
            const RelaxationValue choice_value = suit_choice_value(*offer_, i, place, cards, sets);
            const RelaxationValue next_value = relaxations_[i]->relaxation_from(place + 1, next);
            if (choice_value.value_bound == impossible || next_value.value_bound == impossible ||
                choice_value.joker_bound + next_value.joker_bound > jokers)
                continue;
            SuitOption& option = suit_options_[i].emplace_back();
            option.run_cards = cards;
            option.next_runs = next;
            option.next_value = next_value;
            option.value_bound = choice_value.value_bound + next_value.value_bound;
            option.joker_bound = choice_value.joker_bound + next_value.joker_bound;
        }
    }
}

// Combine the options of all suits, as far as they may reach `need` together.
void RankSearch::combine_options(int place, int wild, Value need) {
    const int jokers = SuitRelaxation::joker_twelfths * wild;
    std::array<Value, suits> rest{};  // a bound on the gain of the later suits
    for (int i = suits - 1; i > 0; --i) {
        Value best = impossible;
        for (const SuitOption& option : suit_options_[i]) best = std::max(best, option.value_bound);
        rest[i - 1] = std::max(impossible, rest[i] + best);
    }
    for (const SuitOption& s : suit_options_[0]) {
        if (s.value_bound + rest[0] < need) continue;
        for (const SuitOption& h : suit_options_[1]) {
            if (s.value_bound + h.value_bound + rest[1] < need) continue;
            for (const SuitOption& d : suit_options_[2]) {
                if (is_interrupted()) return;
                const Value bound_sum = s.value_bound + h.value_bound + d.value_bound;
                if (bound_sum + rest[2] < need) continue;
                for (const SuitOption& c : suit_options_[3]) {
                    if (bound_sum + c.value_bound < need ||
                        s.joker_bound + h.joker_bound + d.joker_bound + c.joker_bound > jokers)
                        continue;
                    if (wild == 0) fill_sets(place, {&s, &h, &d, &c}, need);
                    else fill_sets(place, {&s, &h, &d, &c}, wild, need);
                }
            }
        }
    }
}

// Poll the budget in loops between two nodes, which are long with many copies and jokers. Return true if they must end.
bool RankSearch::is_interrupted() {
    return (++poll_counter_ & 255) == 0 ? budget_->poll() : budget_->stop() != Stop::done;
}

void RankSearch::store_choice(std::vector<RankChoice>& choices, const RankChoice& choice) {
    if (choices.size() == choices.capacity() && choices.size() >= poll_size &&
        !budget_->room_for(2 * choices.size() * sizeof(RankChoice)))
        return;
    choices.push_back(choice);
}

// Sort by descending bound, stably. Sorting in chunks allows polls of the budget between them.
void RankSearch::sort_choices(std::vector<RankChoice>& choices) {
    const auto better = [](const RankChoice& a, const RankChoice& b) { return a.value_bound > b.value_bound; };
    const std::size_t size = choices.size();
    if (size <= insertion_limit) {
        for (std::size_t k = 1; k < size; ++k)
            for (std::size_t at = k; at > 0 && better(choices[at], choices[at - 1]); --at)
                std::swap(choices[at], choices[at - 1]);
        return;
    }
    const auto at = [&](std::size_t k) { return choices.begin() + std::min(k, size); };
    for (std::size_t k = 0; k < size && (k == 0 || !budget_->poll()); k += chunk_size)
        std::stable_sort(at(k), at(k + chunk_size), better);
    for (std::size_t width = chunk_size; width < size; width *= 2)
        for (std::size_t k = 0; k + width < size && !budget_->poll(); k += 2 * width)
            std::inplace_merge(at(k), at(k + width), at(k + 2 * width), better);
}

// Without jokers the sets take all they can, given the cards in runs.
void RankSearch::fill_sets(int place, const std::array<const SuitOption*, suits>& suit_options, Value need) {
    const Row &may = offer_->total_copies[place], &must = offer_->table_copies[place];
    std::array<int, suits> cards_left{};
    int min_sets = 0;
    for (int i = 0; i < suits; ++i) {
        const int in_runs = suit_options[i]->run_cards + offer_->cards_before(place, i);
        cards_left[i] = may[i] - in_runs;
        min_sets = std::max(min_sets, must[i] - in_runs);
    }
    const int sets = max_sets(cards_left);
    if (sets < min_sets) return;
    Value gain = 0, remaining_value = 0;
    for (int i = 0; i < suits; ++i) {
        gain += offer_->card_weights[place][i] * (may[i] - std::max(0, cards_left[i] - sets) - must[i]);
        remaining_value += suit_options[i]->next_value.value_bound;
    }
    if (remaining_value + gain < need) return;
    RankChoice choice{};
    choice.set_limit = sets;
    choice.gain = gain;
    choice.value_bound = remaining_value + gain;
    for (int i = 0; i < suits; ++i) choice.add_option(i, *suit_options[i]);
    store_choice(rank_choices_[place], choice);
}

// With jokers, try each number of them in the sets, and of those that replace hand cards. Replacing helps only if the
// table has more jokers than can be used otherwise.
void RankSearch::fill_sets(int place, const std::array<const SuitOption*, suits>& suit_options, int wild, Value need) {
    RankChoice choice{};
    std::array<int, suits> cards_left{};
    int min_sets = 0, remaining_jokers = 0;
    for (int i = 0; i < suits; ++i) {
        const int may = offer_->total_copies[place][i];
        const int in_runs = suit_options[i]->run_cards + offer_->cards_before(place, i);
        cards_left[i] = std::max(0, may - in_runs);
        choice.joker_count += std::max(0, in_runs - may);
        min_sets = std::max(min_sets, offer_->table_copies[place][i] - in_runs);
        choice.value_bound += suit_options[i]->next_value.value_bound;
        remaining_jokers += suit_options[i]->next_value.joker_bound;
        choice.add_option(i, *suit_options[i]);
    }
    const int pending_jokers = std::max(0, wild - joker_limits_.may);  // of the jokers that must be played
    wild -= (remaining_jokers + SuitRelaxation::joker_twelfths - 1) / SuitRelaxation::joker_twelfths;
    for (; choice.joker_count <= wild && !is_interrupted(); ++choice.jokers_in_sets, ++choice.joker_count) {
        choice.set_limit = max_sets(cards_left, choice.jokers_in_sets);
        int room = 4 * choice.set_limit;
        for (const int cards : cards_left) room -= std::min(cards, choice.set_limit);
        if (choice.set_limit >= min_sets && room >= choice.jokers_in_sets)
            add_choices(place, choice, std::min(pending_jokers, wild - choice.joker_count), need);
    }
}

// Add this choice, and those in which jokers replace hand cards, if they may reach `need`.
void RankSearch::add_choices(int place, RankChoice choice, int substitute_limit, Value need) {
    const Value remaining_value = choice.value_bound;
    for (;; ++choice.substitutes, ++choice.joker_count) {
        const Share rank_share = share_of(place, choice);
        choice.gain = 0;
        int cards = 0;
        for (int i = 0; i < suits; ++i) {
            const int hand_cards = rank_share.real_cards[i] - offer_->table_copies[place][i];
            cards += hand_cards;
            choice.gain += offer_->card_weights[place][i] * hand_cards;
        }
        choice.value_bound = remaining_value + choice.gain;
        if (choice.value_bound >= need) store_choice(rank_choices_[place], choice);
        if (cards == 0 || choice.substitutes == substitute_limit || is_interrupted()) return;
    }
}

Share compute_share(const Offer& offer, int place, const Row& runs, int sets, int in_sets, int instead) {
    Share share;
    share.run_cards = runs;
    int jokers = in_sets;
    for (int i = 0; i < suits; ++i) {
        const int may = offer.total_copies[place][i];
        const int in_runs = runs[i] + offer.cards_before(place, i);
        const int real_cards = std::min(std::max(0, may - in_runs), sets);
        const int extra_jokers = std::min(jokers, sets - real_cards);
        jokers -= extra_jokers;
        share.set_cards[i] = real_cards + extra_jokers;
        share.real_cards[i] = std::min(may, in_runs + real_cards);
    }
    assert(jokers == 0);
    for (int jokers_left = instead; jokers_left > 0; --jokers_left) {
        std::array<int, suits> hand{};
        for (int i = 0; i < suits; ++i) hand[i] = share.real_cards[i] - offer.table_copies[place][i];
        const int cheapest = cheapest_of(offer, place, hand);
        if (cheapest < 0) break;  // never happens, since jokers replace only hand cards laid
        --share.real_cards[cheapest];
    }
    return share;
}

// Follow exact values to a play of this value.
void RankSearch::retrace_play(const State& start, int wild, Value value_target) {
    State state = start;
    Value before = 0;
    for (int place = 0; place < ranks; ++place) {
        const Value need = value_target - before;
        list_choices(place, state, wild, need);
        if (budget_->stop() != Stop::done) return;  // a shorter list may lack the choice that leads to the value
        for (const RankChoice& choice : rank_choices_[place]) {
            choice_path_[place] = &choice;
            const Value child_value = search_from(place + 1, choice.next_state, wild - choice.joker_count,
                                                  before + choice.gain, need - choice.gain);
            if (best_play_->total_value == value_target || budget_->stop() != Stop::done) return;
            if (child_value != impossible && child_value + choice.gain >= need) break;
        }
        state = choice_path_[place]->next_state;
        wild -= choice_path_[place]->joker_count;
        before += choice_path_[place]->gain;
    }
    search_from(ranks, state, wild, before, impossible);
}

void RankSearch::record_play(Value play_value, int wild) {
    best_play_->total_value = play_value;
    for (int place = 0; place < ranks; ++place) best_play_->rank_shares[place] = share_of(place, *choice_path_[place]);
    best_play_->joker_count = joker_limits_.must + joker_limits_.may - wild;
    const int left = joker_limits_.must - best_play_->joker_count;
    best_play_->spare_jokers = left > 0 ? std::max(3, left) : 0;
}

}  // namespace passatempo::machiavelli
