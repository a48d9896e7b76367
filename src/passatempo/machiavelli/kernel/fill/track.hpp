// One suit alone: the runs that can be open at each place, and the ways on from there when cards are added.
#pragma once

#include <array>
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

    // What any of these can do, all from the same offer: its first nodes are their starts. Each way knows by a bit each
    // which of them can go it.
    static constexpr int most_lanes = 64;
    static constexpr std::size_t most_merged = 1 << 16;  // ways
    void merge(std::span<const Track> lanes);
    std::uint64_t lanes_on(const Way& way) const { return lanes_on_[number(way)]; }
    std::size_t number(const Way& way) const { return &way - ways_.data(); }
    const Way& way(std::size_t number) const { return ways_[number]; }
    int start_of(int lane) const { return starts_[lane]; }

    int need(int node) const { return needs_[node]; }  // from there on, at least
    std::size_t size() const { return ways_.size(); }
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
    void number_nodes(int place, std::span<const Track> lanes, std::vector<std::vector<std::uint16_t>>& numbers);
    void merge_way(Way way, int first, std::uint64_t lane);
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
    std::vector<std::uint64_t> lanes_on_;  // of each way, where tracks were merged
    std::vector<int> starts_;              // of each of these, its first node
    std::vector<int> charges_;             // of each number of cards in runs at the place in hand
    std::vector<std::uint16_t> known_;     // of the next place, by state: a node's number and one; 0 for none
    std::array<int, ranks + 2> begins_{};
};

}  // namespace passatempo::machiavelli
