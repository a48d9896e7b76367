// Reductions of a state that do not change who wins, and states that are decided at a glance.
//
// A *carrier* of an attacker's win is a set C of cells such that he wins with his lines inside C alone, against all
// lines of the defender. A *zone* of a hold is a set Z of cells such that the defender holds with his lines inside Z
// alone, even if the attacker has all cells outside Z. This is the game on {E & Z : E in A}, {E in B : E inside Z},
// where the attacker may also pass. So a zone contains at least one cell of every E in A, and two if the attacker is to
// move.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "proof/hypergraph.hpp"

namespace passatempo::mnk::proof {

enum class Verdict : std::uint8_t { open, wins, held };

template <int W>
struct Decision {
    Verdict verdict = Verdict::open;
    int move_count = 0;     // in a win, the most moves that the attacker needs
    Mask<W> proof_cells{};  // the carrier of a win, the zone of a hold
};

// The effect of reductions on a proof: cells to add to a zone or to a carrier, and the number of attacker moves that
// they stand for.
template <int W>
struct Reduction {
    Mask<W> zone_cells{};
    Mask<W> carrier_cells{};
    int move_count = 0;

    void add_to(Decision<W>& finding) const {
        if (finding.verdict == Verdict::wins) {
            finding.proof_cells |= carrier_cells;
            finding.move_count += move_count;
        } else if (finding.verdict == Verdict::held) {
            finding.proof_cells |= zone_cells;
        }
    }
};

// Properties of an open state that guide its search.
template <int W>
struct ResidualState {
    Mask<W> reply_cells{};   // the moves to search
    Mask<W> threat_cells{};  // defender to move: the cells of a win in two moves against other replies
    std::uint64_t potential = 0;
    bool is_prunable = false;  // whether dominated replies are still included
};

// The reductions to use. Each is sound by itself, and tests switch them off one by one.
struct Reductions {
    bool twins = true, exchange = true, domination = true, components = true, matching = true, zones = true,
         symmetry = true, probes = true;
};

// Two cells of which the defender gets one, because he answers one by the other.
struct CellPair {
    int first_cell = 0, second_cell = 0;
    bool is_exchange = false;  // the attacker plays `second_cell`, and `first_cell` is forced
};

template <int W>
class Reducer {
public:
    explicit Reducer(const Reductions& reductions) : reductions_(reductions) {}

    // Remove twins, free exchanges and held components until nothing changes. No edge may contain another. The log
    // lists the removed pairs in order, with the defender's cell first for an exchange.
    Reduction<W> reduce_state(State<W>& state, std::vector<CellPair>* pair_log = nullptr);

    // Index a state that was reduced before.
    void index_state(const State<W>& state);

    // Decide or describe a reduced state. Call it right after `reduce_state` or `index_state` of the same state.
    Decision<W> judge_state(const State<W>& state, ResidualState<W>& outlook);

    // Remove dominated moves from the replies. Call it right after `judge_state` of the same state.
    void prune_replies(ResidualState<W>& outlook) const;

    // Add dominators of the unsearched moves to the zone of a node whose every move is refuted. The zones of all
    // refutations share the cells in `common`.
    void add_dominators(const State<W>& state, const Mask<W>& reply_cells, const Mask<W>& common, Mask<W>& zone);

    // The components of a hypergraph as sets of cells, valid until the next call.
    const std::vector<Mask<W>>& components(const Edges<W>& edges);

private:
    bool drop_twins(State<W>& state, Reduction<W>& reduction, std::vector<CellPair>* pair_log);
    bool apply_exchange(State<W>& state, Reduction<W>& reduction, std::vector<CellPair>* pair_log);
    int heaviest_cell() const;
    std::optional<Mask<W>> zone_after_mark(const Edges<W>& edges);
    void drop_components(State<W>& state, Reduction<W>& reduction);
    bool dominates(int y, int x) const;
    Mask<W> dominators(int x) const;
    Mask<W> minimal_moves(const Mask<W>& cells) const;
    Decision<W> judge_attack(const State<W>& state, ResidualState<W>& outlook);
    Decision<W> judge_defence(const State<W>& state, ResidualState<W>& outlook);

    Reductions reductions_;
    // For each cell, the common part of all edges through it: N(x) lies in N(y) if and only if y is in meets[x].
    std::array<Mask<W>, 64 * W> attacker_meets_{}, defender_meets_{};
    std::array<std::uint64_t, 64 * W>
        cell_weights_{};               // for each cell, the sum of 2^-|E| over the attacker's edges through it
    std::uint64_t potential_sum_ = 0;  // the same sum over all edges
    Mask<W> attacker_cells_{}, defender_cells_{};
    std::vector<Mask<W>> components_;  // scratch, like the edges below
    Edges<W> part_edges_;
};

// A zone by potential: cells are removed as long as the sum of 2^-|E & Z| stays below the bound.
template <int W>
Mask<W> zone_below(const Edges<W>& edges, std::uint64_t bound);

// Whether the defender holds by potential with the attacker to move: the sum stays below 1 after any mark of his.
template <int W>
bool holds_by_potential(const Edges<W>& edges);

// The cells of a zone by the same rule.
template <int W>
Mask<W> attack_zone(const Edges<W>& edges);

// Add cells until the zone contains at least `need` cells of every edge.
template <int W>
void fill_zone(const Edges<W>& edges, int need, Mask<W>& zone);

// Match every edge to two cells of its own, or return false. The defender then answers one cell of a pair by the other.
template <int W>
bool match_pairs(const Edges<W>& edges, Mask<W>& zone, std::vector<CellPair>* pair_log = nullptr);

}  // namespace passatempo::mnk::proof
