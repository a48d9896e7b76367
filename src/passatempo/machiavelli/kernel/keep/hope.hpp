// The groups of the table that may stay, at each rank the sets and in each suit the runs; and what one suit can still
// gain, and the groups it can let stay meanwhile, if the other three grant it everything.
#pragma once

#include <cassert>
#include <optional>
#include <vector>

#include "offer.hpp"
#include "two/outlooks.hpp"

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

using two::Gain;
using two::never;

// From one place and state of one suit on. Parts are twelfths of groups that stay.
struct Hope {
    Gain value = never;                   // at most so much from hand cards
    std::array<std::int16_t, 2> parts{};  // at most these, where nothing of that value is lost, and whatever is lost

    std::int16_t with(Gain loss) const { return parts[loss > 0]; }

    // Count another way to go on.
    void take(const Hope& other) {
        if (other.value > value) {
            value = other.value;
            parts[0] = other.parts[0];
        } else if (other.value == value) {
            parts[0] = std::max(parts[0], other.parts[0]);
        }
        parts[1] = std::max(parts[1], other.parts[1]);
    }

    Hope plus(const Hope& later, int groups) const {
        const auto parts_of = [&](int s) { return static_cast<std::int16_t>(parts[s] + later.parts[s] + groups); };
        return {value + later.value, {parts_of(0), parts_of(1)}};
    }
};

inline constexpr std::int16_t no_parts = -10'000;

// What one suit takes from a place to the next: its open runs by their number, and a mask of groups that stay.
struct Reach {
    int state = 0, mask = 0;
};

// One suit on one line: what its search and the tables of hopes must both know of it.
struct Basis {
    const Offer* offer = nullptr;
    const Standing* standing = nullptr;
    std::array<std::array<std::uint8_t, ranks + 1>, suits> past{};  // cards of groups that stay and go on past the end

    // Cards of a place that are neither laid before nor part of the groups that stay.
    int free(int suit, int place, int mask) const {
        return offer->may[place][suit] - offer->laid_before(place, suit) - past[suit][place] - ones(mask);
    }
    // Of these, how many may stand in new runs.
    int in_runs(int suit, int place, int mask) const { return offer->in_runs(place, free(suit, place, mask)); }
};

class Hopes {
public:
    // Only the start is known before the first place. No card may have more copies than `two` takes.
    void build(const Basis& basis, int suit, int start, int finish);

    const Hope& from(int place, const Reach& reach) const { return hopes_[index(place, reach)]; }

    // What one suit can do at a place: of the groups that begin there those in `added` stay, so that those in `all`
    // cover it; `cards` of its free cards go to runs, `over` are left.
    struct Way {
        int added, all, cards, over;
        Reach next;
        const Hope &now, &later;
    };

    // Take every way from a state that can be gone on to the end.
    template <class Take>
    void each_way(const Basis& basis, int suit, int place, const Reach& reach, const Take& take) const;

    // Where a place and state stand in the table, how many states a place has there, and how long the table is.
    std::uint32_t index(int place, const Reach& reach) const {
        return (place * masks_ + reach.mask) * two::states + reach.state;
    }
    std::size_t states() const { return masks_ * two::states; }
    std::size_t size() const { return hopes_.size(); }

    std::size_t held() const { return sizeof(Hopes) + hopes_.capacity() * sizeof(Hope); }

private:
    void fill(const Basis& basis, int suit, int place);
    void weigh(const Basis& basis, int suit, int place);
    void look_back(const Basis& basis, int suit, int place, int mask, unsigned states);

    int masks_ = 1;
    // What a number of free cards in runs means at a place, beside `used` runs that stay: [place][used][cards].
    std::array<std::array<std::array<Hope, two::copies + 1>, Standing::most_slots + 1>, ranks> now_{};
    std::vector<Hope> hopes_;
};

template <class Take>
void Hopes::each_way(const Basis& basis, int suit, int place, const Reach& reach, const Take& take) const {
    const int begins = basis.standing->begins(suit)[place], lasts = basis.standing->lasts(suit)[place];
    const int least = two::open_of[reach.state].pending();
    for (int added = begins;; added = (added - 1) & begins) {
        const int all = reach.mask | added, mask = all & lasts;
        const int limit = basis.in_runs(suit, place + 1, mask), free = basis.free(suit, place, all);
        if (limit >= 0) {
            const auto& next = two::steps[limit][reach.state];
            for (int cards = least, most = basis.in_runs(suit, place, all); cards <= most; ++cards) {
                if (next[cards] == two::none) continue;
                const Hope &now = now_[place][ones(all)][cards], &later = from(place + 1, {next[cards], mask});
                if (now.value == never || later.value == never) continue;
                take(Way{added, all, cards, free - cards, {next[cards], mask}, now, later});
            }
        }
        if (added == 0) return;
    }
}

}  // namespace passatempo::machiavelli
