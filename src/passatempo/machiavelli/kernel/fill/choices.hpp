// What all suits can do together at a rank, where a few cards may still be added. For the searches of this folder
// alone.
#pragma once

#include "fill/tracks.hpp"

namespace passatempo::machiavelli {

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
