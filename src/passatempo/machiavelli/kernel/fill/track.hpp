// What the suits can do when a few cards are added to a table: each alone from each start, and all together at a rank.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "lay/outlook.hpp"

namespace passatempo::machiavelli {

inline constexpr int most_copies = 6;  // of a card, added ones included

// What one suit does at a rank.
struct Way {
    std::uint16_t to;      // the node of the next place
    std::uint8_t added;    // cards of this rank that are added
    std::uint8_t in_sets;  // cards of this rank that go to sets, added ones included
    std::uint8_t ended;    // open runs that end though they could go on
    int needed;            // cards added here and later, in twelfths: at least so many
};

// Every state that the suit can come to from one start, and from which it can come to a finish as good, for all that it
// knows of the other suits. Nodes are numbered place by place; the start is number 0. A suit needs what it adds, and
// what it is charged for cards left to sets, as in an outlook, in twelfths of a card.
class Track {
public:
    // Runs open before the first place and after the last one; cards of the last rank (the ace) laid before the first
    // place, between these numbers.
    struct Ends {
        Open start, finish;
        int fewest_before = 0, most_before = 0;
    };

    // Of the outlooks the least counts: one of them holds for this track. The offer's jokers are the cards added. False
    // where the suit alone needs more of them.
    bool build(const Offer& offer, int suit, const Ends& ends, std::span<const Outlook* const> outlooks);

    int need(int node) const { return needs_[node]; }  // from there on, at least
    const Open& open(int node) const { return nodes_[node].open; }
    std::span<const Way> ways(int node) const {
        return {ways_.data() + nodes_[node].ways, ways_.data() + nodes_[node + 1].ways};
    }

    // How many nodes of a place lie on a way that needs so many twelfths, by an outlook's charges, for each number of
    // them; `tally` has room for all up to those allowed.
    void count_nodes(int place, std::span<double> tally) const;

    std::size_t held() const;

private:
    struct Node {
        std::uint32_t ways;
        Open open;
        int before;  // needed on the way here, in twelfths
    };

    int later(int place, const Open& open) const;
    void charge(int place);
    void add_ways(int place, int node);
    void add_way(int place, int node, int cards, int added, int in_sets);
    int reach(const Open& open);
    void look_back();
    void tidy();

    const Offer* offer_ = nullptr;  // as the outlooks, only while it is built
    std::span<const Outlook* const> outlooks_;
    Ends ends_;
    int suit_ = 0;
    int side_ = 1;
    int allowed_ = 0;
    std::vector<Node> nodes_;  // and one after the last
    std::vector<int> needs_;   // of the nodes, from there on
    std::vector<Way> ways_;
    std::vector<int> charges_;          // of each number of cards in runs at the place in hand
    std::vector<std::uint16_t> known_;  // of the next place, by state: a node's number and one; 0 for none
    std::array<int, ranks + 2> begins_{};
};

using CardSet = std::uint64_t;  // a bit a card
inline constexpr CardSet any_card = (CardSet{1} << deck) - 1;

inline CardSet only(int card) { return CardSet{1} << card; }
inline bool has(CardSet set, int card) { return (set >> card & 1) != 0; }

// On a circle, and where aces are laid at both ends, a suit must come back to the runs that it began with: there is a
// track for each of its starts, and a loose one that begins as well as any and ends as it likes.
class Tracks {
public:
    // Few enough copies for the tracks to be small.
    static bool fits(const Ranks& cards, int added);

    // Build them; false where the suits, each for itself, need more cards than are added. A circle is cut where the
    // suits have the fewest ways through.
    bool build(const Ranks& cards, int added, Line line);

    const Offer& offer() const { return offer_; }
    bool closed() const;  // the last place is followed by the first
    int card_at(int place, int suit) const { return card(suit, (first_ + place) % ranks); }

    int starts(int suit) const { return starts_[suit]; }
    const Track& from(int suit, int start) const { return tracks_[suit][start]; }
    const Track& loose(int suit) const;
    int turn(int level) const { return turns_[level]; }  // the suits in the order in which their starts are fixed

    // Of all suits together, so many twelfths of cards may be needed where so many are left to be added.
    static int room(int left) { return Outlook::joker * left; }

    std::size_t held() const;

private:
    int allowed() const { return room(offer_.jokers); }
    std::span<const Track> lanes(int suit) const { return std::span(tracks_[suit]).first(starts_[suit]); }
    void line_up(const Ranks& cards, int added, int first);
    int cheapest_first(const Ranks& cards, int added);
    int most_open(int suit) const;
    bool loosen();
    void add_starts(int suit);
    void add_start(int suit, const Track::Ends& ends);
    std::optional<std::array<double, ranks>> costs_of_cuts(const Ranks& cards, int added);
    double cost(int place) const;

    Offer offer_;
    Line line_;
    int first_ = 0;                                     // rank at the first place
    std::array<std::vector<Outlook>, suits> outlooks_;  // the first `starts_` of each suit are in use, as of the tracks
    std::array<std::vector<Track>, suits> tracks_;
    std::array<int, suits> starts_{};
    std::array<Outlook, suits> loose_outlooks_;
    std::array<Track, suits> loose_;
    std::array<int, suits> turns_{};
    int loosely_needed_ = 0;  // in twelfths
};

using Nodes = std::array<int, suits>;
using Ways = std::array<const Way*, suits>;
using OnTracks = std::array<const Track*, suits>;

inline State state_of(const OnTracks& on, const Nodes& nodes) {
    State state;
    for (int i = 0; i < suits; ++i) put_runs(state, i, on[i]->open(nodes[i]));
    return state;
}

inline Nodes after(const Ways& ways) { return {ways[0]->to, ways[1]->to, ways[2]->to, ways[3]->to}; }

// All suits as they like.
inline OnTracks all_loose(const Tracks& tracks) {
    return {&tracks.loose(0), &tracks.loose(1), &tracks.loose(2), &tracks.loose(3)};
}

// What all suits need from these nodes on, each alone.
inline int need_of(const OnTracks& on, const Nodes& nodes) {
    int sum = 0;
    for (int i = 0; i < suits; ++i) sum += on[i]->need(nodes[i]);
    return sum;
}

// What some suits do together at a rank.
struct Deed {
    int needed = 0, added = 0;
    int in_sets = 0, most = 0;        // cards of all suits and of one
    int ended = 0, most_without = 0;  // runs ended, and most cards of one but for those

    Deed with(const Way& way) const {
        return {needed + way.needed,   added + way.added,
                in_sets + way.in_sets, std::max<int>(most, way.in_sets),
                ended + way.ended,     std::max(most_without, way.in_sets - way.ended)};
    }

    // Sets must be made of the cards left over, with as few runs ended for it as the cards of those that begin none
    // need.
    bool make_sets() const {
        if (3 * most > in_sets) return false;
        return ended == 0 || (most <= most_without && ended == 3 * most_without - (in_sets - ended));
    }
};

// The choices of one node at a time: each place of a search has its own.
class Choices {
public:
    // List what each suit can do with so many cards to be added, if the others need as little as they can. False where
    // there is nothing.
    bool list(const OnTracks& on, const Nodes& nodes, int left) {
        left_ = left;
        room_ = Tracks::room(left);
        std::array<int, suits> least;
        least.fill(never);
        int sum = 0;
        for (int i = 0; i < suits; ++i) {
            for (const Way& way : on[i]->ways(nodes[i]))
                if (way.added <= left) least[i] = std::min(least[i], way.needed);
            if (least[i] == never) return false;
            sum += least[i];
        }
        if (sum > room_) return false;
        for (int i = suits - 1; i >= 0; --i) {
            rest_[i] = rest_[i + 1] + least[i];
            listed_[i].clear();
            for (const Way& way : on[i]->ways(nodes[i]))
                if (way.added <= left && sum - least[i] + way.needed <= room_) listed_[i].push_back(&way);
        }
        return true;
    }

    // Does `visit` accept some choice? It is shown them, and the number of cards that each adds, until it does.
    template <class Visit>
    bool any(Visit&& visit) const {
        for (const Way* s : listed_[0]) {
            const Deed one = Deed{}.with(*s);
            for (const Way* h : listed_[1]) {
                const Deed two = one.with(*h);
                if (!goes(two, 2)) continue;
                for (const Way* d : listed_[2]) {
                    const Deed three = two.with(*d);
                    if (!goes(three, 3)) continue;
                    for (const Way* c : listed_[3]) {
                        const Deed all = three.with(*c);
                        if (goes(all, suits) && all.make_sets() && visit(Ways{s, h, d, c}, all.added)) return true;
                    }
                }
            }
        }
        return false;
    }

private:
    static constexpr int never = 1 << 27;

    // With what the suits from this one on need.
    bool goes(const Deed& deed, int suit) const { return deed.needed + rest_[suit] <= room_ && deed.added <= left_; }

    int left_ = 0, room_ = 0;
    std::array<int, suits + 1> rest_{};  // what the suits from each on need
    std::array<std::vector<const Way*>, suits> listed_;
};

}  // namespace passatempo::machiavelli
