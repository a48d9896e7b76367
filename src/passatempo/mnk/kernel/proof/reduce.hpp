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
struct Finding {
    Verdict verdict = Verdict::open;
    int moves = 0;    // of a win: the attacker needs at most so many moves
    Mask<W> cells{};  // the carrier of a win, the zone of a hold
};

// What reductions took out: cells that a zone must have besides, and a carrier; and the attacker's moves they stand
// for.
template <int W>
struct Removed {
    Mask<W> zone{};
    Mask<W> carrier{};
    int moves = 0;

    void add_to(Finding<W>& finding) const {
        if (finding.verdict == Verdict::wins) {
            finding.cells |= carrier;
            finding.moves += moves;
        } else if (finding.verdict == Verdict::held) {
            finding.cells |= zone;
        }
    }
};

// What an open state looks like to its search.
template <int W>
struct Outlook {
    Mask<W> replies{};  // the moves that need a look
    Mask<W> parried{};  // defender to move: the attacker wins inside these cells, in two moves, against all others
    std::uint64_t potential = 0;
    bool prunable = false;  // dominated replies are still among them
};

// Which reductions are used; all are sound by themselves, and tests switch them off one by one.
struct Reductions {
    bool twins = true, exchange = true, domination = true, components = true, matching = true, zones = true,
         symmetry = true, probes = true;
};

// Two cells of which the defender gets one: he answers one by the other.
struct Pair {
    int one = 0, other = 0;
    bool exchanged = false;  // the attacker plays `other`, and `one` is forced
};

template <int W>
class Reducer {
public:
    explicit Reducer(const Reductions& use) : use_(use) {}

    // Take out twins, free exchanges and held components until nothing changes. Supersets are gone already. Pairs of
    // cells taken out are noted in order, of an exchange the defender's cell first.
    Removed<W> reduce(State<W>& state, std::vector<Pair>* noted = nullptr);

    // Look at a state that was reduced before.
    void meet(const State<W>& state);

    // Decide a reduced state, or say what an open one looks like. Right after `reduce` or `meet` of the same state.
    Finding<W> judge(const State<W>& state, Outlook<W>& outlook);

    // Take dominated moves out of the replies. Right after `judge` of the same state.
    void prune(Outlook<W>& outlook) const;

    // Put dominators into the zone of a node whose every move was refuted, for the moves not looked at. `common` is
    // what the zones of all refutations share.
    void cover_dominated(const State<W>& state, const Mask<W>& looked, const Mask<W>& common, Mask<W>& zone);

    // The components of a hypergraph, as sets of cells; valid until the next call.
    const std::vector<Mask<W>>& components(const Edges<W>& edges);

private:
    bool drop_twins(State<W>& state, Removed<W>& removed, std::vector<Pair>* noted);
    bool exchange(State<W>& state, Removed<W>& removed, std::vector<Pair>* noted);
    int heaviest_cell() const;
    std::optional<Mask<W>> ahead(const Edges<W>& edges);
    void drop_held(State<W>& state, Removed<W>& removed);
    bool dominates(int y, int x) const;
    Mask<W> dominators(int x) const;
    Mask<W> undominated(const Mask<W>& cells) const;
    Finding<W> judge_attack(const State<W>& state, Outlook<W>& outlook);
    Finding<W> judge_defence(const State<W>& state, Outlook<W>& outlook);

    Reductions use_;
    // Of each cell the common part of all edges through it: N(x) lies in N(y) if and only if y is in meet[x].
    std::array<Mask<W>, 64 * W> meet_a_{}, meet_b_{};
    std::array<std::uint64_t, 64 * W> weight_{};  // of each cell the sum of 2^-|E| over the attacker's edges through it
    std::uint64_t potential_ = 0;                 // the same sum over all of them
    Mask<W> cells_a_{}, cells_b_{};
    std::vector<Mask<W>> parts_;  // scratch, as are the edges
    Edges<W> inside_;
};

// The cells of a zone by potential: cells are taken out as long as the sum of 2^-|E & Z| stays below the bound.
template <int W>
Mask<W> zone_below(const Edges<W>& edges, std::uint64_t bound);

// Whether the defender holds by potential with the attacker to move: after any mark of his the sum is below 1.
template <int W>
bool ahead_below(const Edges<W>& edges);

// The cells of a zone by the same rule.
template <int W>
Mask<W> zone_ahead(const Edges<W>& edges);

// Add cells until at least `need` of every edge are in the zone.
template <int W>
void fill(const Edges<W>& edges, int need, Mask<W>& zone);

// Two cells of its own for every edge (a matching of edges to pairs), or nothing: the defender answers one by the
// other.
template <int W>
bool match_pairs(const Edges<W>& edges, Mask<W>& zone, std::vector<Pair>* noted = nullptr);

}  // namespace passatempo::mnk::proof
