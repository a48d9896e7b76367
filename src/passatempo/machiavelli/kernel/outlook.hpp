// What one suit can still gain if the other three grant it everything: a bound on the value of a play.
#pragma once

#include <vector>

#include "offer.hpp"

namespace passatempo::machiavelli {

// For every place and state of one suit: the greatest value of its hand cards from there on, when at each rank as many
// sets are allowed as any choice of the other suits (and all jokers at once) could make; `impossible` where the suit
// cannot place its table cards even so. Exact for the suit alone, hence an upper bound in the sum over suits.
class Outlook {
public:
    // Most runs of one suit for which a table is made; with more the sum of the remaining hand cards is the bound.
    static constexpr int most_runs = 20;

    void build(const Offer& offer, int suit, const Open& finish);

    Value from(int place, const Open& open) const {
        return exact_ ? values_[index(place, open)] : rest_[place];
    }

private:
    std::size_t index(int place, const Open& open) const {
        return static_cast<std::size_t>(((place * side_ + open.one) * side_ + open.two) * side_ + open.more);
    }
    Value best(const Offer& offer, int suit, int place, const Open& open) const;

    bool exact_ = false;
    int side_ = 1;
    std::array<Value, ranks + 1> rest_{};
    std::array<int, ranks> sets_{};
    std::vector<Value> values_;
};

using Outlooks = std::array<const Outlook*, suits>;

}  // namespace passatempo::machiavelli
