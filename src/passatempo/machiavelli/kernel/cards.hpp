// Cards, ace rules and rows of counts, used in all parts of the kernel.
#pragma once

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdint>
#include <iterator>
#include <span>
#include <vector>

namespace passatempo::machiavelli {

inline constexpr int suits = 4;   // S, H, D, C
inline constexpr int ranks = 13;  // A, 2, ..., 10, J, Q, K
inline constexpr int deck = suits * ranks;
inline constexpr int unknown = deck + 1;  // a card that is not known in a game; `deck` itself is a joker
inline constexpr int joker_as = 64;       // a joker laid as card c has the number joker_as + c

// The suit and the rank of a card, or of the card that a joker stands for.
inline int suit_of(int c) { return (c & (joker_as - 1)) / ranks; }
inline int rank_of(int c) { return (c & (joker_as - 1)) % ranks; }

// The places of runs: consecutive places for the ranks from `first` on, or the circle of all ranks. With 14 places, the
// first rank (the ace) is at both ends. Ranks without a place only form sets.
struct Line {
    int first = 0, places = ranks;
    bool circular = false;

    // Puzzles and tables contain runs of up to seven cards.
    static constexpr const char* bounds_message =
        "line: a first rank 0 to 12 and 7 to 14 places, or 13 on a circle, are needed";
    constexpr bool is_sound() const {
        return first >= 0 && first < ranks && (circular ? places == ranks : places >= 7 && places <= ranks + 1);
    }
    constexpr bool has_double_ace() const { return places > ranks; }
    constexpr bool is_linear() const { return !circular && !has_double_ace(); }
    constexpr int rank_at(int place) const { return (first + place) % ranks; }
    constexpr int place_of(int rank) const { return (rank - first + ranks) % ranks; }
    // The first of thirteen consecutive ranks. A rank with two places comes last, one without a place after all.
    constexpr int start_rank() const { return rank_at(has_double_ace()); }
    // The place that follows the last one or precedes the first one, or -1 if there is none.
    constexpr int neighbour_place(int place) const {
        return circular ? (place + ranks) % ranks : place < places ? place : -1;
    }
    // The most cards of a run that starts at a place.
    constexpr int room_from(int place) const { return circular ? ranks : std::min(places - place, ranks); }
};

using Counts = std::span<const std::uint8_t, deck>;  // copies of each card, suit by suit
using Row = std::array<std::uint8_t, suits>;         // one number per suit, for one rank
using Ranks = std::array<Row, ranks>;                // the counts, rank by rank

// At most thirteen cards, stored inline. A table has about twenty melds, and each would cost an allocation.
class Meld {
public:
    static constexpr std::size_t size_limit = ranks;

    void push_back(int card) {
        assert(size_ < size_limit && card >= 0 && card < 256);
        cards_[size_++] = card;
    }
    std::size_t size() const { return size_; }
    bool empty() const { return size_ == 0; }
    std::uint8_t operator[](std::size_t k) const {
        assert(k < size_);
        return cards_[k];
    }
    std::uint8_t front() const { return (*this)[0]; }
    auto begin() { return cards_.begin(); }
    auto end() { return cards_.begin() + size_; }
    auto rbegin() { return std::make_reverse_iterator(end()); }
    auto rend() { return std::make_reverse_iterator(begin()); }
    auto begin() const { return cards_.begin(); }
    auto end() const { return cards_.begin() + size_; }

    friend bool operator==(const Meld& a, const Meld& b) { return std::equal(a.begin(), a.end(), b.begin(), b.end()); }
    friend bool operator<(const Meld& a, const Meld& b) {
        return std::lexicographical_compare(a.begin(), a.end(), b.begin(), b.end());
    }

private:
    std::array<std::uint8_t, size_limit> cards_{};
    std::uint8_t size_ = 0;
};

using Melds = std::vector<Meld>;

inline constexpr int make_card(int suit, int rank) { return ranks * suit + rank; }
inline constexpr std::uint8_t to_byte(int x) {
    assert(x >= 0 && x < 256);
    return static_cast<std::uint8_t>(x);
}
inline constexpr int next_rank(int rank) { return rank + 1 == ranks ? 0 : rank + 1; }

inline Ranks by_rank(Counts counts) {
    Ranks rows;
    for (int suit = 0; suit < suits; ++suit)
        for (int rank = 0; rank < ranks; ++rank) rows[rank][suit] = counts[make_card(suit, rank)];
    return rows;
}

// Return whether cards in runs, place by place on a circle, split into runs. Runs that begin at a place or just before
// it must continue at the next one.
inline bool splits_on_circle(const Ranks& runs) {
    for (int suit = 0; suit < suits; ++suit)
        for (int place = 0; place < ranks; ++place) {
            const int current_runs = runs[place][suit], previous_runs = runs[(place + 12) % ranks][suit];
            const int new_runs = std::max(0, current_runs - previous_runs) +
                                 std::max(0, previous_runs - runs[(place + 11) % ranks][suit]);
            if (runs[next_rank(place)][suit] < new_runs) return false;
        }
    return true;
}

}  // namespace passatempo::machiavelli
