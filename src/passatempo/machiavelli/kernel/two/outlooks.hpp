// What each suit can still gain alone, whatever the others do, where no card has more than two copies: its open runs
// are in one of ten states, with all steps between them in a table. With jokers, each of which may be another copy of a
// card, there are 20 or 35 of them.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "offer.hpp"

namespace passatempo::machiavelli::two {

inline constexpr int copies = 2;
inline constexpr int none = -1;

// The open runs of a suit, where so many cards of a rank at most can stand in them: so many runs of one card, of two,
// and of more.
template <int most_cards>
struct OpenStates {
    static constexpr int most = most_cards;
    static constexpr int states = (most + 1) * (most + 2) * (most + 3) / 6;

    static constexpr std::array<Open, states> open_of = [] {
        std::array<Open, states> open{};
        int state = 0;
        for (int all = 0; all <= most; ++all)
            for (int pending = 0; pending <= all; ++pending)
                for (int one = 0; one <= pending; ++one) open[state++] = {one, pending - one, all - pending};
        return open;
    }();

    static constexpr int state_of(const Open& open) {
        for (int state = 0; state < states; ++state)
            if (const Open& it = open_of[state]; it.one == open.one && it.two == open.two && it.more == open.more)
                return state;
        return none;
    }
};

// The states, all steps between them, and a suit's state among those of all.
template <int most_cards>
struct OpenRuns : OpenStates<most_cards> {
    using Base = OpenStates<most_cards>;
    using Base::most, Base::states;

    // By the cards that the next place can put in runs, the state and the cards in runs; none where a short run would
    // be left.
    using Steps = std::array<std::array<std::array<std::int8_t, most + 1>, states>, most + 1>;

    static constexpr Steps steps = [] {
        Steps steps{};
        for (int limit = 0; limit <= most; ++limit)
            for (int state = 0; state < states; ++state)
                for (int cards = 0; cards <= most; ++cards) {
                    Open next;
                    const bool goes = step(Base::open_of[state], cards, limit, next);
                    steps[limit][state][cards] = static_cast<std::int8_t>(goes ? Base::state_of(next) : none);
                }
        return steps;
    }();

    static constexpr int bits = states <= 16 ? 4 : 6;  // of a state
    using Runs = std::conditional_t<states <= 16, std::uint16_t, std::uint32_t>;

    static constexpr int state_in(Runs runs, int suit) { return runs >> bits * suit & ((1 << bits) - 1); }
};

using Plain = OpenRuns<copies>;  // without jokers
using Runs = Plain::Runs;
inline constexpr int states = Plain::states;
inline constexpr auto& open_of = Plain::open_of;
inline constexpr auto& steps = Plain::steps;

constexpr int state_in(Runs runs, int suit) { return Plain::state_in(runs, suit); }

// Whether whatever the second state can still become the first one can.
constexpr std::array<std::array<bool, states>, states> make_serves() {
    std::array<std::array<bool, states>, states> serves{};
    for (int state = 0; state < states; ++state)
        for (int other = 0; other < states; ++other) serves[state][other] = as_good(open_of[state], open_of[other]);
    return serves;
}

inline constexpr auto serves = make_serves();

// By the cards that each suit leaves to the sets of a rank, a digit each to the base of three, the most sets.
inline constexpr std::array<int, suits> digit{1, 3, 9, 27};

using BySuits = std::array<std::uint8_t, 81>;

constexpr std::array<int, suits> cards_of(int code) { return {code % 3, code / 3 % 3, code / 9 % 3, code / 27}; }

constexpr BySuits make_most_sets(int jokers) {
    BySuits most{};
    for (int code = 0; code < 81; ++code)
        most[code] = static_cast<std::uint8_t>(machiavelli::most_sets(cards_of(code), jokers));
    return most;
}

inline constexpr BySuits most_sets_of = make_most_sets(0);

// With so many jokers in them.
template <int jokers>
inline constexpr std::array<BySuits, jokers + 1> most_sets_with = [] {
    std::array<BySuits, jokers + 1> most{};
    for (int added = 0; added <= jokers; ++added) most[added] = make_most_sets(added);
    return most;
}();

// Whether that many jokers have a place in them, one in each place without a card.
template <int jokers>
inline constexpr std::array<BySuits, jokers + 1> have_room = [] {
    std::array<BySuits, jokers + 1> have{};
    for (int added = 0; added <= jokers; ++added)
        for (int code = 0; code < 81; ++code) {
            const int sets = most_sets_with<jokers>[added][code];
            int room = suits * sets;
            for (const int cards : cards_of(code)) room -= std::min(cards, sets);
            have[added][code] = room >= added;
        }
    return have;
}();

using Gain = std::int32_t;
inline constexpr Gain never = -(1 << 28);     // four of them can be added
inline constexpr Gain parts = 240;            // of a unit of gain: prices are so fine
inline constexpr Value most_value = 1 << 18;  // of all the hand's cards, so that in parts they are less than `never`
using Gains = std::array<Gain, suits>;

// By the cards in runs and the most sets of its rank, what the hand's cards of each suit gain; `never` where a card of
// the table would be left.
template <int jokers>
struct Yield {
    static constexpr int most_cards = copies + jokers;                  // in runs
    static constexpr int most_sets = (suits * copies + jokers) / 3;     // of a rank
    std::array<std::array<Gains, most_cards + 1>, most_sets + 1> by{};  // [sets][cards]

    void read(const Offer& offer, int place, const Row& before);
};

template <int jokers>
using Yields = std::array<Yield<jokers>, ranks>;

// No more than this is gained: with all the jokers for each suit; and where jokers have a price, in parts of a unit,
// less what is paid for them: a joker in a set may serve one to four suits, each of which pays a part. Sums over suits
// stay true; of the second kind they count no joker twice.
template <int jokers>
struct Promise {
    Gain most = 0, priced = 0;

    static constexpr Promise none() { return {never, never}; }
    friend Promise operator+(const Promise& a, const Promise& b) { return {a.most + b.most, a.priced + b.priced}; }
    friend Promise operator-(const Promise& a, const Promise& b) { return {a.most - b.most, a.priced - b.priced}; }
    bool reaches(const Promise& least) const { return most >= least.most && priced >= least.priced; }
    void raise(const Promise& other) {
        most = std::max(most, other.most);
        priced = std::max(priced, other.priced);
    }
};

template <>
struct Promise<0> {
    Gain most = 0;

    static constexpr Promise none() { return {never}; }
    friend Promise operator+(const Promise& a, const Promise& b) { return {a.most + b.most}; }
    friend Promise operator-(const Promise& a, const Promise& b) { return {a.most - b.most}; }
    bool reaches(const Promise& least) const { return most >= least.most; }
    void raise(const Promise& other) { most = std::max(most, other.most); }
};

// The numbers of jokers in sets that allow more sets of a rank than fewer of them do, and what each suit that has the
// rank pays for them.
template <int jokers>
struct Allowed {
    struct Sets {
        int wild = 0, most = 0;
        Gain paid = 0;
    };
    std::array<Sets, jokers + 1> all{};
    int size = 0;

    void read(const Offer& offer, int place, Gain price);
};

// All that the outlooks of an offer have in common.
template <int jokers>
struct Basis {
    const Offer* offer = nullptr;
    Gain price = 0;  // of a joker
    Yields<jokers> yields;
    std::array<Allowed<jokers>, ranks> allowed;

    void read(const Offer& given, Gain price_of_joker);

    // With so many of a suit's cards in runs, of so many as may be and jokers, so many of them left before: what
    // follows is promised by the jokers left then.
    Promise<jokers> promise(int place, int suit, const Yield<jokers>& yield, int cards, int may, int left,
                            const Promise<jokers>* later) const
        requires(jokers > 0)
    {
        auto best = Promise<jokers>::none();
        const int wild = std::max(0, cards - may);
        const int sets = offer->may[place][suit] > 0 ? allowed[place].size : 1;
        for (int k = 0; k < sets; ++k) {
            const auto& it = allowed[place].all[k];
            const int after = left - wild - it.wild;
            const Gain now = yield.by[it.most][cards][suit];
            if (after < 0) break;
            if (now == never) continue;
            best.raise({now + later[after].most, parts * (now - price * wild) - it.paid + later[after].priced});
        }
        return best;
    }
};

// How a suit ends: its runs such as are as good as `finish`, `none`: any; and of the last rank, cards laid before.
struct Ends {
    int finish = 0, before = 0;
};

// What a suit may still gain from a place on, by its state there and the jokers left.
template <int jokers>
class Outlooks {
public:
    void build(const Basis<jokers>& basis, const Ends& ends, int suit);

    const Promise<jokers>* from(int place, int state, int suit) const { return &promises_[index(place, state, suit)]; }
    std::size_t held() const { return promises_.capacity() * sizeof(Promise<jokers>); }

private:
    using Kinds = OpenRuns<copies + jokers>;

    static std::size_t index(int place, int state, int suit) {
        return ((place * suits + suit) * Kinds::states + state) * (jokers + 1);
    }
    static int taken(const Offer& offer, int place, int suit, const Open& open);
    void look(const Basis<jokers>& basis, int place, int suit, int before);

    std::vector<Promise<jokers>> promises_;
};

// Without jokers, for all four suits at once.
template <>
class Outlooks<0> {
public:
    void build(const Basis<0>& basis, const Ends& ends);

    Gain from(int place, int state, int suit) const { return most_[place][state][suit]; }
    static std::size_t held() { return 0; }

private:
    std::array<std::array<Gains, states>, ranks + 1> most_{};
};

}  // namespace passatempo::machiavelli::two
