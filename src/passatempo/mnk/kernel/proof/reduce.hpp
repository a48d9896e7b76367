// What can be taken out of a state without changing who wins, and what is decided at a glance.
//
// Words: a *carrier* of an attacker's win is a set C of cells such that he wins with his lines inside C alone, against
// all lines of the defender. A *zone* of a hold is a set Z of cells such that the defender holds with his lines inside
// Z alone, even if all cells outside Z are the attacker's: the game on {E & Z : E in A}, {E in B : E inside Z}, where
// the attacker may also pass. So a zone leaves at least one cell of every E in A, and two where the attacker is to
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
    int move_count = 0;     // of a win: the attacker needs at most so many moves
    Mask<W> proof_cells{};  // the carrier of a win, the zone of a hold
};

// What reductions took out: cells that a zone must have besides, and a carrier; and the attacker's moves they stand
// for.
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

// What an open state looks like to its search.
template <int W>
struct ResidualState {
    Mask<W> reply_cells{};   // the moves that need a look
    Mask<W> threat_cells{};  // defender to move: the attacker wins inside these cells, in two moves, against all others
    std::uint64_t potential = 0;
    bool is_prunable = false;  // dominated replies are still among them
};

// Which reductions are used; all are sound by themselves, and tests switch them off one by one.
struct Reductions {
    bool twins = true, exchange = true, domination = true, components = true, matching = true, zones = true,
         symmetry = true, probes = true;
};

// Two cells of which the defender gets one: he answers one by the other.
struct CellPair {
    int first_cell = 0, second_cell = 0;
    bool is_exchange = false;  // the attacker plays `other`, and `one` is forced
};

template <int W>
class Reducer {
public:
    explicit Reducer(const Reductions& reductions) : reductions_(reductions) {}

    // Take out twins, free exchanges and held components until nothing changes. Supersets are gone already. Pairs of
    // cells taken out are noted in order, of an exchange the defender's cell first.
    Reduction<W> reduce_state(State<W>& state, std::vector<CellPair>* pair_log = nullptr);

    // Look at a state that was reduced before.
    void index_state(const State<W>& state);

    // Decide a reduced state, or say what an open one looks like. Right after `reduce` or `meet` of the same state.
    Decision<W> judge_state(const State<W>& state, ResidualState<W>& outlook);

    // Take dominated moves out of the replies. Right after `judge` of the same state.
    void prune_replies(ResidualState<W>& outlook) const;

    // Put dominators into the zone of a node whose every move was refuted, for the moves not looked at. `common` is
    // what the zones of all refutations share.
    void add_dominators(const State<W>& state, const Mask<W>& reply_cells, const Mask<W>& common, Mask<W>& zone);

    // The components of a hypergraph, as sets of cells; valid until the next call.
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
    // Of each cell the common part of all edges through it: N(x) lies in N(y) if and only if y is in meet[x].
    std::array<Mask<W>, 64 * W> attacker_meets_{}, defender_meets_{};
    std::array<std::uint64_t, 64 * W>
        cell_weights_{};               // of each cell the sum of 2^-|E| over the attacker's edges through it
    std::uint64_t potential_sum_ = 0;  // the same sum over all of them
    Mask<W> attacker_cells_{}, defender_cells_{};
    std::vector<Mask<W>> components_;  // scratch, as are the edges
    Edges<W> part_edges_;
};

// The cells of a zone by potential: cells are taken out as long as the sum of 2^-|E & Z| stays below the bound.
template <int W>
Mask<W> zone_below(const Edges<W>& edges, std::uint64_t bound);

// Whether the defender holds by potential with the attacker to move: after any mark of his the sum is below 1.
template <int W>
bool holds_by_potential(const Edges<W>& edges);

// The cells of a zone by the same rule.
template <int W>
Mask<W> attack_zone(const Edges<W>& edges);

// Add cells until at least `need` of every edge are in the zone.
template <int W>
void fill_zone(const Edges<W>& edges, int need, Mask<W>& zone);

// Two cells of its own for every edge (a matching of edges to pairs), or nothing: the defender answers one by the
// other.
template <int W>
bool match_pairs(const Edges<W>& edges, Mask<W>& zone, std::vector<CellPair>* pair_log = nullptr);

}  // namespace passatempo::mnk::proof
