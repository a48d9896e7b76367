// Groups of the table as the search that lets them stay sees them: at each rank the sets, in each suit the runs.
#pragma once

#include <cassert>
#include <optional>
#include <vector>

#include "offer.hpp"

namespace passatempo::machiavelli {

// How many groups a mask has; of at most four (the processor's own count is not in every machine's code).
inline int ones(int mask) {
    static constexpr std::array<std::uint8_t, 16> counts{0, 1, 1, 2, 1, 2, 2, 3, 1, 2, 2, 3, 2, 3, 3, 4};
    return counts[mask];
}

// The groups that may stay, without jokers. Runs of one suit that overlap have different slots, so that a slot at a
// place names the run; runs that go on past the last place are no part of that: whether they stay is guessed before.
class Standing {
public:
    static constexpr int most_slots = 3;
    static constexpr int masks = 1 << most_slots;
    static constexpr int most_sets_of_rank = 4;
    static constexpr int whole = 12;  // of a group that stays; divisible by 3 and 4, the suits that share a set

    struct Run {
        std::size_t group;
        int suit, from, size;
    };
    struct Set {
        std::size_t group;
        Row cards{};  // 1 for each suit that it has
        int part = 0;
    };
    using Suit = std::array<std::uint8_t, ranks + 1>;  // a mask of slots for each place

    // False where the groups are too many for this search.
    bool read(const Melds& groups, const std::vector<std::size_t>& chosen, const Offer& offer, int first);

    const Suit& begins(int suit) const { return begins_[suit]; }  // runs that begin at a place
    const Suit& lasts(int suit) const { return lasts_[suit]; }    // runs that have the place and the next one
    const Suit& covers(int suit) const { return covers_[suit]; }  // runs that have the place
    const std::vector<Set>& sets(int place) const { return sets_[place]; }
    const std::vector<Run>& past(int suit) const { return past_[suit]; }  // runs that go on past the last place
    std::size_t group(int suit, int place, int slot) const { return names_[suit][place][slot]; }

    // The greatest parts of sets that so many cards of a suit can have, the others of them in sets that are new, at a
    // price.
    std::int16_t share(int suit, int place, int cards) const {
        const auto& shares = shares_[suit][place];
        return shares[std::min(cards, most_sets_of_rank)] +
               std::max(0, cards - most_sets_of_rank) * prices_[suit][place];
    }
    int price(int suit, int place) const { return prices_[suit][place]; }
    int most_masks(int suit) const { return 1 << slots_[suit]; }

private:
    bool add_run(const Run& run);
    void set_prices(const Offer& offer);
    void add_shares(int place);

    std::array<Suit, suits> begins_{}, lasts_{}, covers_{};
    std::array<std::vector<Set>, ranks> sets_;
    std::array<std::vector<Run>, suits> past_;
    std::array<std::array<std::array<std::size_t, most_slots>, ranks>, suits> names_{};
    std::array<std::array<std::array<int, most_sets_of_rank + 1>, ranks>, suits> shares_{};
    std::array<int, suits> slots_{};
    std::array<std::array<int, ranks>, suits> prices_{};
};

// Whole groups that so many parts come to; parts may be negative for prices.
inline int whole_groups(int parts) {
    return parts >= 0 ? parts / Standing::whole : -((Standing::whole - 1 - parts) / Standing::whole);
}

}  // namespace passatempo::machiavelli
