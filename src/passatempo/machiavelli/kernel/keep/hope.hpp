// What one suit can still gain, and the groups it can let stay meanwhile, if the other three grant it everything.
#pragma once

#include <vector>

#include "keep/standing.hpp"
#include "lay/outlook.hpp"

namespace passatempo::machiavelli {

// From one place and state of one suit on. Parts are twelfths of groups that stay.
struct Hope {
    Value value = impossible;             // at most so much from hand cards
    std::array<std::int16_t, 2> parts{};  // at most these, where nothing of that value is lost, and whatever is lost

    std::int16_t with(Value loss) const { return parts[loss > 0]; }

    // Count another way to go on, whose value is no greater.
    void add(const Hope& other) {
        if (other.value == value) parts[0] = std::max(parts[0], other.parts[0]);
        parts[1] = std::max(parts[1], other.parts[1]);
    }

    Hope plus(const Hope& later, int groups) const {
        const auto parts_of = [&](int s) { return static_cast<std::int16_t>(parts[s] + later.parts[s] + groups); };
        return {value + later.value, {parts_of(0), parts_of(1)}};
    }
};

inline constexpr std::int16_t no_parts = -10'000;

// One suit on one line: what the search and the tables of hopes must both know of it.
struct Basis {
    const Offer* offer = nullptr;
    const Standing* standing = nullptr;
    std::array<std::array<std::uint8_t, ranks + 1>, suits> past{};  // cards of groups that stay and go on past the end

    // Cards of a place that are neither laid before nor part of the groups that stay.
    int free(int suit, int place, int mask) const {
        return offer->may[place][suit] - offer->laid_before(place, suit) - past[suit][place] - ones(mask);
    }
};

// One suit's choice at a rank, whatever the others do. `cards` of its free cards go to runs, `used` are in runs that
// stay or were laid before. Cards in new sets have a price; where fewer of them are laid, value is lost.
inline Hope choose(const Basis& basis, int suit, int place, int cards, int used, int free, int sets) {
    const Offer& offer = *basis.offer;
    const int must = offer.must[place][suit], in_runs = cards + used + offer.laid_before(place, suit);
    const int most = std::min(sets, free - cards), least = std::max(0, must - in_runs);
    Hope hope;
    if (least > most) return hope;
    const Value weight = offer.weight[place][suit];
    hope.value = weight * (in_runs + most - must);
    const auto share = [&](int laid) { return basis.standing->share(suit, place, laid); };
    hope.parts.fill(share(most));
    if (basis.standing->price(suit, place) >= 0) return hope;
    for (int laid = most - 1; laid >= least; --laid) hope.parts[1] = std::max(hope.parts[1], share(laid));
    if (weight == 0) hope.parts[0] = hope.parts[1];
    return hope;
}

class Hopes {
public:
    // Copies of a card. With more the search is often not over when its nodes are, and conflicts have let more groups
    // stay.
    static constexpr int most_runs = 2;

    // False where there are too many copies for it. Only the state `start` is known before the first place.
    bool build(const Basis& basis, int suit, const Open& start, const Open& finish);

    // What a number of free cards in runs means at a place, beside `used` runs that stay.
    const Hope& now(int place, int used, int cards) const { return now_[place][used][cards]; }

    const Hope& from(int place, const Open& open, int mask) const { return hopes_[index(place, open, mask)]; }

    // What one suit can do at a place: of the groups that begin there those in `added` stay, so that those in `all`
    // cover it and those in `mask` go on; `cards` of its free cards go to runs, `over` are left.
    struct Way {
        int added, all, mask, cards, over;
        Open next;
        const Hope &now, &later;
    };

    // Take every way from a state that can be gone on to the end.
    template <class Take>
    void each_way(const Basis& basis, int suit, int place, const Open& open, int mask, const Take& take) const;

    // Where a place and state stand in the table, how many states a place has there, and how long the table is.
    std::uint32_t index(int place, const Open& open, int mask) const {
        const std::uint32_t row = place * masks_ + mask;
        return ((row * side_ + open.one) * side_ + open.two) * side_ + open.more;
    }
    std::size_t states() const { return index(1, {}, 0); }
    std::size_t size() const { return hopes_.size(); }

    std::size_t held() const { return sizeof(Hopes) + hopes_.capacity() * sizeof(Hope); }

private:
    void fill(const Basis& basis, int suit, int place);
    void weigh(const Basis& basis, int suit, int place);
    Hope best(const Basis& basis, int suit, int place, const Open& open, int mask);

    int side_ = 1, masks_ = 1;
    std::array<std::array<std::array<Hope, most_runs + 1>, Standing::most_slots + 1>, ranks> now_{};
    std::vector<Hope> hopes_, ways_;
};

template <class Take>
void Hopes::each_way(const Basis& basis, int suit, int place, const Open& open, int mask, const Take& take) const {
    const int begins = basis.standing->begins(suit)[place], lasts = basis.standing->lasts(suit)[place];
    for (int added = begins;; added = (added - 1) & begins) {
        const int all = mask | added, next_mask = all & lasts;
        const int limit = basis.free(suit, place + 1, next_mask), cards = basis.free(suit, place, all);
        for (int k = open.pending(); k <= cards; ++k) {
            Open next;
            if (!step(open, k, limit, next)) continue;
            const Hope& hope = now(place, ones(all), k);
            if (hope.value == impossible) continue;
            const Hope& later = from(place + 1, next, next_mask);
            if (later.value == impossible) continue;
            take(Way{added, all, next_mask, k, cards - k, next, hope, later});
        }
        if (added == 0) return;
    }
}

}  // namespace passatempo::machiavelli
