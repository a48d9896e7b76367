// The networks of the suits when a few cards are added to a table, for each start, and the joint steps of a rank.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "lay/suit_relaxation.hpp"

namespace passatempo::machiavelli {

inline constexpr int max_copies = 6;  // copies of a card, added ones included

// An arc: the choice of one suit at a rank.
struct NetworkArc {
    std::uint16_t target;      // the node of the next place
    std::uint8_t extra_cards;  // cards of this rank that are added
    std::uint8_t in_sets;      // cards of this rank that go to sets, added ones included
    std::uint8_t run_endings;  // open runs that end though they could go on
    int needs;                 // a lower bound on the cards added here and later, in twelfths
};

// The layered network of one suit from one start. It keeps each state from which the suit alone can still reach a
// finish that is good enough. Nodes are numbered place by place, and the start is node 0. As in a relaxation, a suit
// needs the cards it adds plus its charge for cards left to sets, in twelfths of a card.
class SuitNetwork {
public:
    // Runs open before the first place and after the last one. Before the first place, between `min_before` and
    // `max_before` cards of the last rank (the ace) are already laid.
    struct Boundary {
        OpenRuns start, finish;
        int min_before = 0, max_before = 0;
    };

    // Build the network. The least bound of the relaxations counts, since one of them applies to this network. The
    // jokers of the offer are the cards added. Return false if the suit alone needs more of them.
    bool build_network(const Offer& offer, int suit, const Boundary& ends,
                       std::span<const SuitRelaxation* const> relaxations);

    int needs_from(int node) const { return needs_from_[node]; }  // a lower bound on the needs from this node on
    const OpenRuns& runs_at(int node) const { return nodes_[node].open_runs; }
    std::span<const NetworkArc> arcs_from(int node) const {
        return {arcs_.data() + nodes_[node].first_arc, arcs_.data() + nodes_[node + 1].first_arc};
    }

    // Count the nodes of a place by the twelfths that their cheapest path needs under a relaxation's charges. `tally`
    // has an element for each permitted number.
    void count_nodes(int place, std::span<double> tally) const;

    std::size_t memory_bytes() const;

private:
    struct Node {
        std::uint32_t first_arc;
        OpenRuns open_runs;
        int needs_before;  // the least need on a path from the start, in twelfths
    };

    int lower_bound_from(int place, const OpenRuns& open) const;
    void set_charges(int place);
    void add_arcs(int place, int node);
    void add_arc(int place, int node, int cards, int extra_count, int in_sets);
    int node_of(const OpenRuns& open);
    void backward_pass();
    void remove_dead_ends();

    const Offer* offer_ = nullptr;  // used only while the network is built, like the relaxations
    std::span<const SuitRelaxation* const> relaxations_;
    Boundary boundary_;
    int suit_ = 0;
    int side_length_ = 1;
    int needs_limit_ = 0;
    std::vector<Node> nodes_;      // followed by a sentinel
    std::vector<int> needs_from_;  // by node
    std::vector<NetworkArc> arcs_;
    std::vector<int> run_charges_;             // by number of cards in runs at the current place
    std::vector<std::uint16_t> node_numbers_;  // of the next place, by state: 1 + the node number, or 0 if none
    std::array<int, ranks + 2> layer_starts_{};
};

using CardSet = std::uint64_t;  // one bit per card
inline constexpr CardSet any_card = (CardSet{1} << deck) - 1;

inline CardSet card_bit(int card) { return CardSet{1} << card; }
inline bool has_card(CardSet set, int card) { return (set >> card & 1) != 0; }

// The networks of all suits. On a circle, and if aces can be at both ends, a suit must return to the runs that it began
// with. So there is one network for each start, and a loose one that begins as well as any and may end in any state.
class SuitNetworks {
public:
    // Return whether there are few enough copies for the networks to be small.
    static bool fits_copies(const Ranks& cards, int extra_count);

    // Build the networks. Return false if the suits, each alone, need more cards than are added. A circle is cut at the
    // rank where the suits have the fewest joint states.
    bool build_networks(const Ranks& cards, int extra_count, Line line);

    const Offer& offer() const { return offer_; }
    bool is_closed() const;  // whether the first place follows the last one
    int card_at(int place, int suit) const { return make_card(suit, (first_rank_ + place) % ranks); }

    int start_count(int suit) const { return start_counts_[suit]; }
    const SuitNetwork& network_from(int suit, int start) const { return networks_[suit][start]; }
    const SuitNetwork& loose_network(int suit) const;
    // The suits in the order in which their starts are fixed.
    int suit_at_level(int level) const { return suit_order_[level]; }

    // The limit on the needs of all suits together, in twelfths, if `left` cards are still to be added.
    static int twelfths_for(int left) { return SuitRelaxation::joker_twelfths * left; }

    std::size_t memory_bytes() const;

private:
    int needs_limit() const { return twelfths_for(offer_.joker_count); }
    std::span<const SuitNetwork> networks_of(int suit) const {
        return std::span(networks_[suit]).first(start_counts_[suit]);
    }
    void set_offer(const Ranks& cards, int extra_count, int first);
    int cheapest_first(const Ranks& cards, int extra_count);
    int max_open_runs(int suit) const;
    bool build_loose_networks();
    void add_starts(int suit);
    void add_start(int suit, const SuitNetwork::Boundary& ends);
    std::optional<std::array<double, ranks>> cut_costs(const Ranks& cards, int extra_count);
    double cut_cost(int place) const;

    Offer offer_;
    Line line_;
    int first_rank_ = 0;  // the rank at the first place
    std::array<std::vector<SuitRelaxation>, suits>
        relaxations_;  // the first `start_counts_` of each suit are in use, as in `networks_`
    std::array<std::vector<SuitNetwork>, suits> networks_;
    std::array<int, suits> start_counts_{};
    std::array<SuitRelaxation, suits> loose_relaxations_;
    std::array<SuitNetwork, suits> loose_networks_;
    std::array<int, suits> suit_order_{};
    int loose_needs_ = 0;  // in twelfths
};

using Nodes = std::array<int, suits>;
using SuitArcs = std::array<const NetworkArc*, suits>;
using ActiveNetworks = std::array<const SuitNetwork*, suits>;

inline State state_of(const ActiveNetworks& on, const Nodes& nodes) {
    State state;
    for (int i = 0; i < suits; ++i) put_runs(state, i, on[i]->runs_at(nodes[i]));
    return state;
}

inline Nodes next_nodes(const SuitArcs& suit_arcs) {
    return {suit_arcs[0]->target, suit_arcs[1]->target, suit_arcs[2]->target, suit_arcs[3]->target};
}

// The loose networks of all suits.
inline ActiveNetworks all_loose(const SuitNetworks& networks) {
    return {&networks.loose_network(0), &networks.loose_network(1), &networks.loose_network(2),
            &networks.loose_network(3)};
}

// A lower bound on the needs of all suits from these nodes on, each suit alone.
inline int need_of(const ActiveNetworks& on, const Nodes& nodes) {
    int sum = 0;
    for (int i = 0; i < suits; ++i) sum += on[i]->needs_from(nodes[i]);
    return sum;
}

// The combined arcs of some suits at a rank.
struct JointStep {
    int needs = 0, extra_cards = 0;
    int in_sets = 0, max_in_sets = 0;              // of all suits, and of the suit that has most
    int run_endings = 0, max_without_endings = 0;  // runs ended, and the most cards of a suit without its ended runs

    JointStep with_arc(const NetworkArc& arc) const {
        return {needs + arc.needs,
                extra_cards + arc.extra_cards,
                in_sets + arc.in_sets,
                std::max<int>(max_in_sets, arc.in_sets),
                run_endings + arc.run_endings,
                std::max(max_without_endings, arc.in_sets - arc.run_endings)};
    }

    // Return whether the remaining cards split into sets. Runs may end for this only as often as the cards of suits
    // that begin no run require.
    bool can_make_sets() const {
        if (3 * max_in_sets > in_sets) return false;
        return run_endings == 0 ||
               (max_in_sets <= max_without_endings && run_endings == 3 * max_without_endings - (in_sets - run_endings));
    }
};

// The arcs of each suit at one node. Each place of a search has its own object.
class Choices {
public:
    // List the arcs of each suit that are possible with `left` cards to add if the other suits need as little as they
    // can. Return false if a suit has none.
    bool list_arcs(const ActiveNetworks& on, const Nodes& nodes, int left) {
        cards_left_ = left;
        needs_limit_ = SuitNetworks::twelfths_for(left);
        std::array<int, suits> lowest_needs;
        lowest_needs.fill(unreachable);
        int sum = 0;
        for (int i = 0; i < suits; ++i) {
            for (const NetworkArc& arc : on[i]->arcs_from(nodes[i]))
                if (arc.extra_cards <= left) lowest_needs[i] = std::min(lowest_needs[i], arc.needs);
            if (lowest_needs[i] == unreachable) return false;
            sum += lowest_needs[i];
        }
        if (sum > needs_limit_) return false;
        for (int i = suits - 1; i >= 0; --i) {
            suffix_needs_[i] = suffix_needs_[i + 1] + lowest_needs[i];
            suit_arcs_[i].clear();
            for (const NetworkArc& arc : on[i]->arcs_from(nodes[i]))
                if (arc.extra_cards <= left && sum - lowest_needs[i] + arc.needs <= needs_limit_)
                    suit_arcs_[i].push_back(&arc);
        }
        return true;
    }

    // Visit the joint steps, with the number of cards that each adds, until `visit` accepts one. Return whether it did.
    template <class Visit>
    bool any_step(Visit&& visit) const {
        for (const NetworkArc* s : suit_arcs_[0]) {
            const JointStep spade_step = JointStep{}.with_arc(*s);
            for (const NetworkArc* h : suit_arcs_[1]) {
                const JointStep heart_step = spade_step.with_arc(*h);
                if (!is_feasible(heart_step, 2)) continue;
                for (const NetworkArc* d : suit_arcs_[2]) {
                    const JointStep diamond_step = heart_step.with_arc(*d);
                    if (!is_feasible(diamond_step, 3)) continue;
                    for (const NetworkArc* c : suit_arcs_[3]) {
                        const JointStep joint_step = diamond_step.with_arc(*c);
                        if (is_feasible(joint_step, suits) && joint_step.can_make_sets() &&
                            visit(SuitArcs{s, h, d, c}, joint_step.extra_cards))
                            return true;
                    }
                }
            }
        }
        return false;
    }

private:
    static constexpr int unreachable = 1 << 27;

    // Test a step of the suits before `suit`, with the least needs of the other suits.
    bool is_feasible(const JointStep& joint_step, int suit) const {
        return joint_step.needs + suffix_needs_[suit] <= needs_limit_ && joint_step.extra_cards <= cards_left_;
    }

    int cards_left_ = 0, needs_limit_ = 0;
    std::array<int, suits + 1> suffix_needs_{};  // the least needs of the suits from each one on
    std::array<std::vector<const NetworkArc*>, suits> suit_arcs_;
};

}  // namespace passatempo::machiavelli
