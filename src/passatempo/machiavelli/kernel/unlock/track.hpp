// One suit alone: the runs that can be open at each place, and the ways on from there when cards are added.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "lay/outlook.hpp"

namespace passatempo::machiavelli {

// What one suit does at a rank.
struct Way {
    std::uint16_t to;      // the node of the next place
    std::uint8_t added;    // cards of this rank that are added
    std::uint8_t in_sets;  // cards of this rank that go to sets, added ones included
    std::uint8_t ended;    // open runs that end though they could go on
    int needed;            // cards added here and later, in twelfths: at least so many
};

// Every state that the suit can come to from one start, and from which it can come to a finish as good, for all that it
// knows of the other suits. Nodes are numbered place by place; the start is number 0.
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

    int before() const { return ends_.fewest_before; }
    int needed() const { return nodes_[0].later; }
    const Open& open(int node) const { return nodes_[node].open; }
    std::span<const Way> ways(int node) const {
        return {ways_.data() + nodes_[node].ways, ways_.data() + nodes_[node + 1].ways};
    }

    // How many nodes of a place lie on a way that needs so many twelfths, for each number of them; `tally` has room
    // for all up to those allowed.
    void count_nodes(int place, std::span<double> tally) const;

    std::size_t held() const;

private:
    struct Node {
        std::uint32_t ways;
        Open open;
        int later;   // cards added from here on, in twelfths: at least so many
        int before;  // and on the way here
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
    std::vector<Way> ways_;
    std::vector<int> charges_;          // of each number of cards in runs at the place in hand
    std::vector<std::uint16_t> known_;  // of the next place, by state: a node's number and one; 0 for none
    std::array<int, ranks + 2> begins_{};
};

}  // namespace passatempo::machiavelli
