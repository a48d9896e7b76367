// What each suit can still gain alone, for all four suits at once, where no card has more than two copies.
#pragma once

#include "two/runs.hpp"

namespace passatempo::machiavelli::two {

using Gain = std::int32_t;
inline constexpr Gain never = -(1 << 28);     // two of them can be added
inline constexpr Value most_value = 1 << 20;  // of all the hand's cards: less than any part of `never`
using Gains = std::array<Gain, suits>;

// By the cards in runs and the most sets of its rank, what the hand's cards of each suit gain; `never` where a card of
// the table would be left.
struct Yield {
    std::array<std::array<Gains, copies + 1>, copies + 1> by{};  // [sets][cards]

    void read(const Offer& offer, int place, const Row& before);
};

// The most that a suit gains from a place on, by its state there.
class Outlooks {
public:
    // The runs open in the end: such as are as good as `finish`, `none`: any.
    void build(const Offer& offer, const std::array<Yield, ranks>& yields, int finish);

    Gain from(int place, int state, int suit) const { return most_[place][state][suit]; }

private:
    std::array<std::array<Gains, states>, ranks + 1> most_{};
};

}  // namespace passatempo::machiavelli::two
