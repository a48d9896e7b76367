// The open runs of one suit where no card has more than two copies: ten states, and all steps between them in a table.
#pragma once

#include <array>
#include <cstdint>

#include "offer.hpp"

namespace passatempo::machiavelli::two {

inline constexpr int copies = 2;
inline constexpr int states = 10;  // open runs: none, one, or two, each of one card, of two, or of more
inline constexpr int none = -1;

inline constexpr std::array<Open, states> open_of{Open{0, 0, 0}, {0, 0, 1}, {0, 1, 0}, {1, 0, 0}, {0, 0, 2},
                                                  Open{0, 1, 1}, {1, 0, 1}, {0, 2, 0}, {1, 1, 0}, {2, 0, 0}};

constexpr int state_of(const Open& open) {
    for (int state = 0; state < states; ++state)
        if (const Open& it = open_of[state]; it.one == open.one && it.two == open.two && it.more == open.more)
            return state;
    return none;
}

// By the copies that the next place has, the state and the cards in runs; none where a short run would be left.
using Steps = std::array<std::array<std::array<std::int8_t, copies + 1>, states>, copies + 1>;

constexpr Steps make_steps() {
    Steps steps{};
    for (int limit = 0; limit <= copies; ++limit)
        for (int state = 0; state < states; ++state)
            for (int cards = 0; cards <= copies; ++cards) {
                Open next;
                const bool goes = step(open_of[state], cards, limit, next);
                steps[limit][state][cards] = static_cast<std::int8_t>(goes ? state_of(next) : none);
            }
    return steps;
}

inline constexpr Steps steps = make_steps();

// Whether whatever the second state can still become the first one can.
constexpr std::array<std::array<bool, states>, states> make_serves() {
    std::array<std::array<bool, states>, states> serves{};
    for (int state = 0; state < states; ++state)
        for (int other = 0; other < states; ++other) serves[state][other] = as_good(open_of[state], open_of[other]);
    return serves;
}

inline constexpr auto serves = make_serves();

// The runs of all suits, four bits a suit.
using Runs = std::uint16_t;

constexpr int state_in(Runs runs, int suit) { return runs >> 4 * suit & 15; }

// By the cards that each suit leaves to the sets of a rank, a digit each to the base of three, the most sets.
inline constexpr std::array<int, suits> digit{1, 3, 9, 27};

constexpr std::array<std::uint8_t, 81> make_most_sets() {
    std::array<std::uint8_t, 81> most{};
    for (int code = 0; code < 81; ++code)
        most[code] = static_cast<std::uint8_t>(
            machiavelli::most_sets(std::array{code % 3, code / 3 % 3, code / 9 % 3, code / 27}));
    return most;
}

inline constexpr std::array<std::uint8_t, 81> most_sets_of = make_most_sets();

}  // namespace passatempo::machiavelli::two
