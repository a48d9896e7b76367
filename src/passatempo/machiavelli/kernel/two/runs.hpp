// The open runs of one suit where no card has more than two copies: ten states, and all steps between them in a table.
// With jokers, each of which may be another copy of a card, there are 20 or 35 of them.
#pragma once

#include <array>
#include <cstdint>
#include <type_traits>

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

}  // namespace passatempo::machiavelli::two
