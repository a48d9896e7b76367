// Cards, ace rules and rows of counts: the words every part of the kernel shares.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

namespace passatempo::machiavelli {

inline constexpr int suits = 4;   // S, H, D, C
inline constexpr int ranks = 13;  // A, 2, ..., 10, J, Q, K
inline constexpr int deck = suits * ranks;
inline constexpr int joker_as = 64;  // a joker laid as card c is written joker_as + c

enum class Ace : int { low = 0, both = 1, high = 2, wrap = 3 };

using Counts = std::span<const std::uint8_t, deck>;  // copies of each card, suit by suit
using Row = std::array<std::uint8_t, suits>;         // one number a suit, all of one rank
using Ranks = std::array<Row, ranks>;                // the counts, rank by rank
using Meld = std::vector<int>;
using Melds = std::vector<Meld>;

inline constexpr int card(int suit, int rank) { return ranks * suit + rank; }
inline constexpr int after(int rank) { return rank + 1 == ranks ? 0 : rank + 1; }

inline Ranks by_rank(Counts counts) {
    Ranks rows;
    for (int suit = 0; suit < suits; ++suit)
        for (int rank = 0; rank < ranks; ++rank) rows[rank][suit] = counts[card(suit, rank)];
    return rows;
}

// May a run of three start at this rank?
inline constexpr bool opens_run(Ace ace, int rank) {
    switch (ace) {
        case Ace::low: return rank <= 10;
        case Ace::both: return rank <= 11;
        case Ace::high: return rank >= 1 && rank <= 11;
        case Ace::wrap: return true;
    }
    return false;
}

}  // namespace passatempo::machiavelli
