// The list of legal melds, made once for each ace rule.
// Twin: machiavelli/reference/search.py
#include "legal.hpp"

#include <algorithm>
#include <bit>

namespace passatempo::machiavelli {

namespace {

Melds make_melds(Ace ace) {
    Melds melds;
    const int first = ace == Ace::high ? 1 : 0;
    for (int suit = 0; suit < suits; ++suit)
        for (int start = first; start < ranks; ++start)
            for (int size = 3; size <= ranks; ++size) {
                const int last = start + size - 1;
                if (ace == Ace::low ? last > 12 : ace != Ace::wrap && last > 13) break;
                if (size == ranks && start > first) break;  // the same cards as the run from the first rank
                Meld& meld = melds.emplace_back();
                for (int place = start; place <= last; ++place) meld.push_back(card(suit, place % ranks));
            }
    for (int rank = 0; rank < ranks; ++rank)
        for (int skipped = suits; skipped >= 0; --skipped) {
            Meld& meld = melds.emplace_back();
            for (int suit = 0; suit < suits; ++suit)
                if (suit != skipped) meld.push_back(card(suit, rank));
        }
    return melds;
}

}  // namespace

const Melds& legal_melds(Ace ace) {
    static const std::array<Melds, 4> melds{make_melds(Ace::low), make_melds(Ace::both), make_melds(Ace::high),
                                            make_melds(Ace::wrap)};
    return melds[static_cast<std::size_t>(ace)];
}

namespace {

// Without jokers: different cards of one rank or one suit, the latter with no gap but where an ace may be high.
bool plain_and_legal(const Meld& meld, Ace ace) {
    unsigned ranks_had = 0, suits_had = 0;
    for (const int c : meld) {
        ranks_had |= 1U << c % ranks;
        suits_had |= 1U << c / ranks;
    }
    const auto size = meld.size();
    const auto bits = [](unsigned mask) { return static_cast<std::size_t>(std::popcount(mask)); };
    if (size < 3 || size > ranks) return false;
    if (bits(ranks_had) == 1) return bits(suits_had) == size;
    if (bits(suits_had) != 1 || bits(ranks_had) != size) return false;
    // Ranks that follow a rank that is not there: one, and on a line none of them past the end.
    constexpr unsigned whole = (1U << ranks) - 1;
    const auto in_one_piece = [&](unsigned mask) { return bits(mask & ~(mask << 1)) == 1; };
    const unsigned high = ranks_had >> 1 | (ranks_had & 1U) << (ranks - 1);  // the ace after the king
    switch (ace) {
        case Ace::low: return in_one_piece(ranks_had);
        case Ace::high: return in_one_piece(high);
        case Ace::both: return in_one_piece(ranks_had) || in_one_piece(high);
        case Ace::wrap:
            return ranks_had == whole || bits(ranks_had & ~(ranks_had << 1 | ranks_had >> (ranks - 1))) == 1;
    }
    return false;
}

}  // namespace

bool is_legal(const Meld& meld, Ace ace) {
    if (std::all_of(meld.begin(), meld.end(), [](int c) { return c < deck; })) return plain_and_legal(meld, ace);
    Meld named;
    for (const int c : meld)
        if (c != deck) named.push_back(c >= joker_as ? c - joker_as : c);
    std::sort(named.begin(), named.end());
    const auto fits = [&](const Meld& legal) {
        if (legal.size() != meld.size()) return false;
        Meld sorted = legal;
        std::sort(sorted.begin(), sorted.end());
        return std::includes(sorted.begin(), sorted.end(), named.begin(), named.end());
    };
    const Melds& melds = legal_melds(ace);
    return std::any_of(melds.begin(), melds.end(), fits);
}

}  // namespace passatempo::machiavelli
