// Fills a table over the open runs of one suit, from the last rank to the first.
// Algorithm: backward dynamic programming: the relaxation to one suit
#include "lay/suit_relaxation.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::machiavelli {

void SuitRelaxation::build_table(const Offer& offer, int suit, const OpenRuns& finish) {
    int max_copies = 0;
    rest_values_[ranks] = 0;
    for (int place = ranks - 1; place >= 0; --place) {
        max_copies = std::max<int>(max_copies, offer.total_copies[place][suit]);
        const int optional = offer.total_copies[place][suit] - offer.table_copies[place][suit];
        rest_values_[place] = rest_values_[place + 1] + offer.card_weights[place][suit] * optional;
    }
    side_length_ = max_copies + offer.joker_count + 1;
    is_exact_ = side_length_ <= run_limit + 1;
    if (!is_exact_) return;
    relaxation_values_.resize(static_cast<std::size_t>(ranks + 1) * side_length_ * side_length_ * side_length_);
    // Only possible states: a run of two cards has one at the place before and one at the place before that.
    const auto copies_before = [&](int place, int back) {
        return place < back ? side_length_ - 1 : offer.total_copies[place - back][suit] + offer.joker_count;
    };
    const auto fill_table = [&](int place, auto&& prospect) {
        const int older = copies_before(place, 2), oldest = std::min(older, copies_before(place, 3));
        const int limit =
            std::min({side_length_ - 1, offer.total_copies[place][suit] + offer.joker_count, copies_before(place, 1)});
        for (int long_count = 0; long_count <= std::min(limit, oldest); ++long_count)
            for (int double_count = 0; double_count + long_count <= std::min(limit, older); ++double_count)
                for (int single_count = 0; single_count + double_count + long_count <= limit; ++single_count)
                    relaxation_values_[state_index(place, {single_count, double_count, long_count})] =
                        prospect(OpenRuns{single_count, double_count, long_count});
    };
    fill_table(ranks, [&](const OpenRuns& open) { return RelaxationValue{as_good(open, finish) ? 0 : impossible, 0}; });
    for (int place = ranks - 1; place >= 0; --place) {
        const int sets = max_sets(offer.total_copies[place], offer.joker_count);
        const int cards = offer.run_limit(place, suit) - offer.cards_before(place, suit);
        const int limit = offer.run_limit(place + 1, suit);
        for (int k = 0; k <= cards; ++k) choice_values_[k] = suit_choice_value(offer, suit, place, k, sets);
        fill_table(place, [&](const OpenRuns& open) {
            return best_continuation(place, open, cards, limit, offer.joker_count);
        });
    }
}

RelaxationValue SuitRelaxation::best_continuation(int place, const OpenRuns& open, int card_limit, int limit,
                                                  int jokers) const {
    RelaxationValue best{impossible, joker_twelfths * jokers + 1};
    for (int cards = open.pending_runs(); cards <= card_limit; ++cards) {
        OpenRuns next;
        if (choice_values_[cards].value_bound == impossible || !advance_runs(open, cards, limit, next)) continue;
        const RelaxationValue next_relaxation = relaxation_from(place + 1, next);
        const int joker_needs = choice_values_[cards].joker_bound + next_relaxation.joker_bound;
        if (next_relaxation.value_bound == impossible || joker_needs > joker_twelfths * jokers) continue;
        best.value_bound = std::max(best.value_bound, choice_values_[cards].value_bound + next_relaxation.value_bound);
        best.joker_bound = std::min(best.joker_bound, joker_needs);
    }
    return best;
}

}  // namespace passatempo::machiavelli
