// All that the suits can do when a few cards are added to a table, each alone, and what it needs.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "fill/track.hpp"

namespace passatempo::machiavelli {

using CardSet = std::uint64_t;  // a bit a card
inline constexpr CardSet any_card = (CardSet{1} << deck) - 1;

inline CardSet only(int card) { return CardSet{1} << card; }
inline bool has(CardSet set, int card) { return (set >> card & 1) != 0; }

// The places in the order of the ranks or against it, from one of them on.
struct Order {
    int first = 0, step = 1;

    int rank_at(int place) const { return (first + step * place + 2 * ranks) % ranks; }
};

// On a circle, and where aces are laid at both ends, a suit must come back to the runs that it began with: there is a
// track for each of its starts, and a loose one that begins as well as any and ends as it likes.
class Tracks {
public:
    // Few enough copies for the tracks to be small.
    static bool fits(const Ranks& cards, int added);

    // The orders of the places differ by a factor of ten and more, and on a line none can be told to be good before. A
    // circle is cut where the suits have the fewest ways through.
    std::vector<Order> orders(const Ranks& cards, int added, Line line);

    // Build them; false where the suits, each for itself, need more cards than are added.
    bool build(const Ranks& cards, int added, Line line, const Order& order);

    const Offer& offer() const { return offer_; }
    bool closed() const { return line_.circular; }
    bool linear() const { return line_.linear(); }
    int card_at(int place, int suit) const { return card(suit, order_.rank_at(place)); }

    int starts(int suit) const { return starts_[suit]; }
    const Track& from(int suit, int start) const { return tracks_[suit][start]; }
    const Track& loose(int suit) const { return linear() ? tracks_[suit][0] : loose_[suit]; }
    bool merge();  // all starts of each suit into one track; false where they are too many
    const Track& merged(int suit) const { return merged_[suit]; }
    int turn(int level) const { return turns_[level]; }  // the suits in the order in which their starts are fixed

    // Of all suits together, so many twelfths of cards may be needed where so many are left to be added.
    static int room(int left) { return Outlook::joker * left; }

    std::size_t held() const;

private:
    int allowed() const { return room(offer_.jokers); }
    std::span<const Track> lanes(int suit) const { return std::span(tracks_[suit]).first(starts_[suit]); }
    void line_up(const Ranks& cards, int added, const Order& order);
    int most_open(int suit) const;
    bool loosen();
    void add_starts(int suit);
    void add_start(int suit, const Track::Ends& ends);
    std::optional<std::array<double, ranks>> costs_of_cuts(const Ranks& cards, int added);
    double cost(int place) const;

    Offer offer_;
    Line line_;
    Order order_{};
    std::array<std::vector<Outlook>, suits> outlooks_;  // the first `starts_` of each suit are in use, as of the tracks
    std::array<std::vector<Track>, suits> tracks_;
    std::array<int, suits> starts_{};
    std::array<Outlook, suits> loose_outlooks_;
    std::array<Track, suits> loose_;
    std::array<Track, suits> merged_;
    std::array<int, suits> turns_{};
    int loosely_needed_ = 0;  // in twelfths
};

}  // namespace passatempo::machiavelli
