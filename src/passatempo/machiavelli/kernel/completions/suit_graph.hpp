// What the suits can do when a few cards are added to a table: each alone from each start, and all together at a rank.
#pragma once

#include <array>
#include <optional>
#include <span>
#include <vector>

#include "lay/suit_relaxation.hpp"

namespace passatempo::machiavelli {

inline constexpr int max_copies = 6;  // of a card, added ones included

// What one suit does at a rank.
struct NetworkArc {
    std::uint16_t target;      // the node of the next place
    std::uint8_t extra_cards;  // cards of this rank that are added
    std::uint8_t in_sets;      // cards of this rank that go to sets, added ones included
    std::uint8_t run_endings;  // open runs that end though they could go on
    int needs;                 // cards added here and later, in twelfths: at least so many
};

// Every state that the suit can come to from one start, and from which it can come to a finish as good, for all that it
// knows of the other suits. Nodes are numbered place by place; the start is number 0. A suit needs what it adds, and
// what it is charged for cards left to sets, as in a relaxation, in twelfths of a card.
class SuitNetwork {
public:
    // Runs open before the first place and after the last one; cards of the last rank (the ace) laid before the first
    // place, between these numbers.
    struct Boundary {
        OpenRuns start, finish;
        int min_before = 0, max_before = 0;
    };

    // Of the relaxations the least counts: one of them holds for this network. The offer's jokers are the cards added.
    // False where the suit alone needs more of them.
    bool build_network(const Offer& offer, int suit, const Boundary& ends,
                       std::span<const SuitRelaxation* const> relaxations);

    int needs_from(int node) const { return needs_from_[node]; }  // from there on, at least
    const OpenRuns& runs_at(int node) const { return nodes_[node].open_runs; }
    std::span<const NetworkArc> arcs_from(int node) const {
        return {arcs_.data() + nodes_[node].first_arc, arcs_.data() + nodes_[node + 1].first_arc};
    }

    // How many nodes of a place lie on a way that needs so many twelfths, by a relaxation's charges, for each number of
    // them; `tally` has room for all up to those allowed.
    void count_nodes(int place, std::span<double> tally) const;

    std::size_t memory_bytes() const;

private:
    struct Node {
        std::uint32_t first_arc;
        OpenRuns open_runs;
        int needs_before;  // needed on the way here, in twelfths
    };

    int lower_bound_from(int place, const OpenRuns& open) const;
    void set_charges(int place);
    void add_arcs(int place, int node);
    void add_arc(int place, int node, int cards, int extra_count, int in_sets);
    int node_of(const OpenRuns& open);
    void backward_pass();
    void remove_dead_ends();

    const Offer* offer_ = nullptr;  // as the relaxations, only while it is built
    std::span<const SuitRelaxation* const> relaxations_;
    Boundary boundary_;
    int suit_ = 0;
    int side_length_ = 1;
    int needs_limit_ = 0;
    std::vector<Node> nodes_;      // and one after the last
    std::vector<int> needs_from_;  // of the nodes, from there on
    std::vector<NetworkArc> arcs_;
    std::vector<int> run_charges_;             // of each number of cards in runs at the place in hand
    std::vector<std::uint16_t> node_numbers_;  // of the next place, by state: a node's number and one; 0 for none
    std::array<int, ranks + 2> layer_starts_{};
};

using CardSet = std::uint64_t;  // a bit a card
inline constexpr CardSet any_card = (CardSet{1} << deck) - 1;

inline CardSet card_bit(int card) { return CardSet{1} << card; }
inline bool has_card(CardSet set, int card) { return (set >> card & 1) != 0; }

// On a circle, and where aces are laid at both ends, a suit must come back to the runs that it began with: there is a
// network for each of its starts, and a loose one that begins as well as any and ends as it likes.
class SuitNetworks {
public:
    // Few enough copies for the networks to be small.
    static bool fits_copies(const Ranks& cards, int extra_count);

    // Build them; false where the suits, each for itself, need more cards than are added. A circle is cut where the
    // suits have the fewest ways through.
    bool build_networks(const Ranks& cards, int extra_count, Line line);

    const Offer& offer() const { return offer_; }
    bool is_closed() const;  // the last place is followed by the first
    int card_at(int place, int suit) const { return make_card(suit, (first_rank_ + place) % ranks); }

    int start_count(int suit) const { return start_counts_[suit]; }
    const SuitNetwork& network_from(int suit, int start) const { return networks_[suit][start]; }
    const SuitNetwork& loose_network(int suit) const;
    // The suits in the order in which their starts are fixed.
    int suit_at_level(int level) const { return suit_order_[level]; }

    // Of all suits together, so many twelfths of cards may be needed where so many are left to be added.
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
    int first_rank_ = 0;  // rank at the first place
    std::array<std::vector<SuitRelaxation>, suits>
        relaxations_;  // the first `start_counts_` of each suit are in use, as of the networks
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

// All suits as they like.
inline ActiveNetworks all_loose(const SuitNetworks& networks) {
    return {&networks.loose_network(0), &networks.loose_network(1), &networks.loose_network(2),
            &networks.loose_network(3)};
}

// What all suits need from these nodes on, each alone.
inline int need_of(const ActiveNetworks& on, const Nodes& nodes) {
    int sum = 0;
    for (int i = 0; i < suits; ++i) sum += on[i]->needs_from(nodes[i]);
    return sum;
}

// What some suits do together at a rank.
struct JointStep {
    int needs = 0, extra_cards = 0;
    int in_sets = 0, max_in_sets = 0;              // cards of all suits and of one
    int run_endings = 0, max_without_endings = 0;  // runs ended, and most cards of one but for those

    JointStep with_arc(const NetworkArc& arc) const {
        return {needs + arc.needs,
                extra_cards + arc.extra_cards,
                in_sets + arc.in_sets,
                std::max<int>(max_in_sets, arc.in_sets),
                run_endings + arc.run_endings,
                std::max(max_without_endings, arc.in_sets - arc.run_endings)};
    }

    // Sets must be made of the cards left over, with as few runs ended for it as the cards of those that begin none
    // need.
    bool can_make_sets() const {
        if (3 * max_in_sets > in_sets) return false;
        return run_endings == 0 ||
               (max_in_sets <= max_without_endings && run_endings == 3 * max_without_endings - (in_sets - run_endings));
    }
};

// The choices of one node at a time: each place of a search has its own.
class Choices {
public:
    // List what each suit can do with so many cards to be added, if the others need as little as they can. False where
    // there is nothing.
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

    // Does `visit` accept some choice? It is shown them, and the number of cards that each adds, until it does.
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

    // With what the suits from this one on need.
    bool is_feasible(const JointStep& joint_step, int suit) const {
        return joint_step.needs + suffix_needs_[suit] <= needs_limit_ && joint_step.extra_cards <= cards_left_;
    }

    int cards_left_ = 0, needs_limit_ = 0;
    std::array<int, suits + 1> suffix_needs_{};  // what the suits from each on need
    std::array<std::vector<const NetworkArc*>, suits> suit_arcs_;
};

}  // namespace passatempo::machiavelli
