// The list of legal melds, made once for each line.
// Twin: machiavelli/reference/search.py
#include "legal.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <map>

#include "interface.hpp"

namespace passatempo::machiavelli {

namespace {

Melds make_melds(Line line) {
    Melds melds;
    for (int suit = 0; suit < suits; ++suit)
        for (int start = 0; start < ranks; ++start)
            for (int size = 3; size <= line.room(start); ++size) {
                if (size == ranks && start > 0) break;  // the same cards as the run from the first rank
                Meld& meld = melds.emplace_back();
                for (int k = 0; k < size; ++k) meld.push_back(card(suit, line.rank_at(start + k)));
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

const Melds& legal_melds(Line line) {
    PASSATEMPO_THREAD std::map<std::array<int, 3>, Melds> known;
    Melds& melds = known[{line.first, line.places, line.circular}];
    if (melds.empty()) melds = make_melds(line);
    return melds;
}

namespace {

// Without jokers: different cards of one rank or one suit, the latter with no gap on the line.
bool plain_and_legal(const Meld& meld, Line line) {
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
    if (line.circular) return ranks_had == whole || bits(ranks_had & ~(ranks_had << 1 | ranks_had >> (ranks - 1))) == 1;
    const unsigned row = (ranks_had >> line.first | ranks_had << (ranks - line.first)) & whole;  // place by place
    if (line.twice() && in_one_piece(row >> 1 | (row & 1U) << (ranks - 1))) return true;
    return row >> line.places == 0 && in_one_piece(row);
}

}  // namespace

bool is_legal(const Meld& meld, Line line) {
    if (std::all_of(meld.begin(), meld.end(), [](int c) { return c < deck; })) return plain_and_legal(meld, line);
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
    const Melds& melds = legal_melds(line);
    return std::any_of(melds.begin(), melds.end(), fits);
}

}  // namespace passatempo::machiavelli
