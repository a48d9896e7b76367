// Bounds on the gain and the jokers of one suit, if the other three suits allow everything.
#pragma once

#include <vector>

#include "offer.hpp"

namespace passatempo::machiavelli {

// The bounds from one place and state of a suit on.
struct RelaxationValue {
    Value value_bound =
        impossible;       // the most gain from hand cards, or `impossible` if the table cards cannot be placed
    int joker_bound = 0;  // the fewest jokers, in twelfths
};

// A table of bounds, exact for one suit. At each rank it allows as many sets as any choice of the other suits, with all
// jokers, could make. So the sum of the values over the suits bounds the value of a play. The sum of the joker bounds
// may not exceed the jokers left. A joker in a set may serve up to four suits. If t sets of a rank need k jokers
// whatever goes to runs, each suit that has the rank is charged an equal part of k.
class SuitRelaxation {
public:
    // The most runs of one suit for which a table is made. With more, the bound is the sum of the remaining hand cards.
    static constexpr int run_limit = 20;
    static constexpr int joker_twelfths = 12;  // divisible by 1 to 4 suits

    void build_table(const Offer& offer, int suit, const OpenRuns& finish);

    RelaxationValue relaxation_from(int place, const OpenRuns& open) const {
        return is_exact_ ? relaxation_values_[state_index(place, open)] : RelaxationValue{rest_values_[place], 0};
    }

    std::size_t memory_bytes() const {
        return sizeof(SuitRelaxation) + relaxation_values_.capacity() * sizeof(RelaxationValue);
    }

private:
    std::size_t state_index(int place, const OpenRuns& open) const {
        return ((place * side_length_ + open.single_runs) * side_length_ + open.double_runs) * side_length_ +
               open.long_runs;
    }
    RelaxationValue best_continuation(int place, const OpenRuns& open, int card_limit, int limit, int jokers) const;

    bool is_exact_ = false;
    int side_length_ = 1;
    std::array<Value, ranks + 1> rest_values_{};
    std::array<RelaxationValue, run_limit + 1> choice_values_{};  // by number of cards in runs at the current rank
    std::vector<RelaxationValue> relaxation_values_;
};

using SuitRelaxations = std::array<const SuitRelaxation*, suits>;

// The gain of one suit's choice at a rank, whatever the others do, and the jokers it is charged. `sets` is the most
// sets of that rank. The value is `impossible` if cards of the table would not be placed.
inline RelaxationValue suit_choice_value(const Offer& offer, int suit, int place, int cards, int sets) {
    const int must = offer.table_copies[place][suit];
    const int may = offer.total_copies[place][suit];
    const int in_runs = cards + offer.cards_before(place, suit);
    const int used_cards = std::min(may, in_runs + std::min(sets, std::max(0, may - in_runs)));
    if (used_cards < must) return {};
    RelaxationValue prospect{offer.card_weights[place][suit] * (used_cards - must),
                             SuitRelaxation::joker_twelfths * std::max(0, in_runs - may)};
    const int must_in_sets = must - in_runs;  // cards that must be in sets, each in a different one
    if (must_in_sets > 0 && offer.joker_count > 0) {
        int set_shortfall = 3 * must_in_sets, sharing = 0;
        for (const int copies : offer.total_copies[place]) {
            set_shortfall -= std::min(copies, must_in_sets);
            sharing += copies > 0;
        }
        prospect.joker_bound += SuitRelaxation::joker_twelfths * std::max(0, set_shortfall) / sharing;
    }
    return prospect;
}

}  // namespace passatempo::machiavelli
