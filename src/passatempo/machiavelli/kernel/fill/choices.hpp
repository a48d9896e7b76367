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
inline Need need_of(const OnTracks& on, const Nodes& nodes) {
    Need sum;
    int more = on[0]->need(nodes[0]).wanted;
    for (int i = 0; i < suits; ++i) {
        const Need& need = on[i]->need(nodes[i]);
        sum.any += need.any;
        more = std::min(more, need.wanted - need.any);
    }
    return {sum.any, sum.any + more};
}

// Sets must be made of the cards left over, with as few runs ended for it as the cards of those that begin none need.
inline bool make_sets(const Ways& ways) {
    int most = 0, sum = 0, ended = 0, most_without = 0;
    for (const Way* way : ways) {
        most = std::max<int>(most, way->in_sets);
        most_without = std::max(most_without, way->in_sets - way->ended);
        sum += way->in_sets;
        ended += way->ended;
    }
    if (3 * most > sum) return false;
    return ended == 0 || (most <= most_without && ended == 3 * most_without - (sum - ended));
}

// The choices of one node at a time: each place of a search has its own.
class Choices {
public:
    // List what each suit can do with so many cards to be added, none of a suit that is shut, if the others need as
    // little as they can; together no more than `room`. False where there is nothing.
    bool list(const OnTracks& on, const Nodes& nodes, int left, int room, const std::array<bool, suits>& shut) {
        left_ = left;
        room_ = room;
        std::array<int, suits> least;
        least.fill(never);
        int sum = 0;
        for (int i = 0; i < suits; ++i) {
            for (const Way& way : on[i]->ways(nodes[i]))
                if (goes(way, shut[i])) least[i] = std::min(least[i], way.needed);
            if (least[i] == never) return false;
            sum += least[i];
        }
        if (sum > room) return false;
        for (int i = suits - 1; i >= 0; --i) {
            rest_[i] = rest_[i + 1] + least[i];
            listed_[i].clear();
            for (const Way& way : on[i]->ways(nodes[i]))
                if (goes(way, shut[i]) && sum - least[i] + way.needed <= room) listed_[i].push_back(&way);
        }
        return true;
    }

    // Does `visit` accept some choice? It is shown them, and the number of cards that each adds, until it does.
    template <class Visit>
    bool any(Visit&& visit) const {
        for (const Way* s : listed_[0])
            for (const Way* h : listed_[1]) {
                const int two = s->needed + h->needed;
                if (two + rest_[2] > room_ || s->added + h->added > left_) continue;
                for (const Way* d : listed_[2]) {
                    const int three = two + d->needed, added = s->added + h->added + d->added;
                    if (three + rest_[3] > room_ || added > left_) continue;
                    for (const Way* c : listed_[3]) {
                        if (three + c->needed > room_ || added + c->added > left_) continue;
                        const Ways ways{s, h, d, c};
                        if (make_sets(ways) && visit(ways, added + c->added)) return true;
                    }
                }
            }
        return false;
    }

private:
    static constexpr int never = 1 << 27;

    bool goes(const Way& way, bool shut) const { return way.added <= left_ && (way.added == 0 || !shut); }

    int left_ = 0, room_ = 0;
    std::array<int, suits + 1> rest_{};  // what the suits from each on need
    std::array<std::vector<const Way*>, suits> listed_;
};

}  // namespace passatempo::machiavelli
