// What one suit can still gain, and the jokers it still needs, if the other three grant it everything.
#pragma once

#include <vector>

#include "offer.hpp"

namespace passatempo::machiavelli {

// From one place and state of one suit on.
struct Prospect {
    Value value = impossible;  // at most so much from hand cards; `impossible` if the table cards cannot be placed
    int jokers = 0;            // at least so many, in twelfths
};

// A table of prospects: at each rank as many sets are allowed as any choice of the other suits (and all the jokers)
// could make. Exact for the suit alone; so over the four suits the sum of the values bounds the value of a play, and
// the sum of the jokers may not exceed the jokers left. A joker in a set may serve up to four suits: where t sets of a
// rank need k jokers whatever goes to runs, each suit that has the rank is charged an equal part of k.
class Outlook {
public:
    // Most runs of one suit for which a table is made; with more the sum of the remaining hand cards is the bound.
    static constexpr int most_runs = 20;
    static constexpr int joker = 12;  // divisible by 1 to 4 suits

    void build(const Offer& offer, int suit, const Open& finish);

    Prospect from(int place, const Open& open) const {
        return exact_ ? prospects_[index(place, open)] : Prospect{rest_[place], 0};
    }

    std::size_t held() const { return sizeof(Outlook) + prospects_.capacity() * sizeof(Prospect); }

private:
    std::size_t index(int place, const Open& open) const {
        return ((place * side_ + open.one) * side_ + open.two) * side_ + open.more;
    }
    Prospect best(int place, const Open& open, int most, int limit, int jokers) const;

    bool exact_ = false;
    int side_ = 1;
    std::array<Value, ranks + 1> rest_{};
    std::array<Prospect, most_runs + 1> now_{};  // of each number of cards in runs at the rank in hand
    std::vector<Prospect> prospects_;
};

using Outlooks = std::array<const Outlook*, suits>;

// One suit's choice at a rank, whatever the others do: what it can gain there and the jokers it is charged.
// `sets` is the most sets of that rank. The value is `impossible` where the table's cards would not be placed.
inline Prospect alone(const Offer& offer, int suit, int place, int cards, int sets) {
    const int must = offer.must[place][suit];
    const int may = offer.may[place][suit];
    const int in_runs = cards + offer.laid_before(place, suit);
    const int laid = std::min(may, in_runs + std::min(sets, std::max(0, may - in_runs)));
    if (laid < must) return {};
    Prospect prospect{offer.weight[place][suit] * (laid - must), Outlook::joker * std::max(0, in_runs - may)};
    const int needed = must - in_runs;  // cards that must stand in sets, each in another one
    if (needed > 0 && offer.jokers > 0) {
        int lacking = 3 * needed, sharing = 0;
        for (const int copies : offer.may[place]) {
            lacking -= std::min(copies, needed);
            sharing += copies > 0;
        }
        prospect.jokers += Outlook::joker * std::max(0, lacking) / sharing;
    }
    return prospect;
}

}  // namespace passatempo::machiavelli
