// Weak game, near ends and the game itself, asked in turns.
// Algorithm: interleaved proofs with quotas
#include "traps/oracle.hpp"

#include <algorithm>
#include <cstdlib>
#include <limits>
#include <utility>

namespace passatempo::mnk::traps {

using proof::State;
using proof::Verdict;

namespace {

constexpr std::size_t places = std::size_t{1} << 17;          // values remembered by their marks
constexpr std::uint64_t first_quota = 256, quota_growth = 8;  // the two questions of a position take turns
constexpr std::uint64_t weak_share = 16;                      // the weak game gets more: where it ends, it ends sooner
constexpr int near_moves = 4;                                 // ends so near are told with their plies
constexpr std::uint64_t glance = 512;                         // nodes of a look for each of them

std::size_t place_of(const Marks& marks) { return marks.own.hash(marks.other.hash(1)) & (places - 1); }

}  // namespace

Oracle::Oracle(int rows, int columns, Edges lines, proof::Symmetries symmetries, std::size_t memory)
    : lines_(std::move(lines)),
      through_(rows * columns),
      beside_(through_.size()),
      budget_(1e300, std::numeric_limits<std::uint64_t>::max(), nullptr),
      search_(budget_, memory - memory / 4, std::move(symmetries)),
      shortest_(budget_, memory / 4),
      places_(places) {
    for (int cell = 0; cell < rows * columns; ++cell) {
        all_.set(cell);
        for (int other = 0; other < rows * columns; ++other) {
            const int down = std::abs(cell / columns - other / columns),
                      across = std::abs(cell % columns - other % columns);
            if (std::max(down, across) == 1) beside_[cell].set(other);
        }
    }
    for (const Cells& line : lines_) line.each([&](int cell) { through_[cell].push_back(line); });
}

bool Oracle::over(const Marks& marks) const {
    return std::any_of(lines_.begin(), lines_.end(),
                       [&](const Cells& line) { return marks.own.contains(line) || marks.other.contains(line); });
}

bool Oracle::completes(const Cells& own, int cell) const {
    const Cells with = own | Cells::of(cell);
    return std::any_of(through_[cell].begin(), through_[cell].end(),
                       [&](const Cells& line) { return with.contains(line); });
}

Edges Oracle::live(const Cells& own, const Cells& other) const {
    Edges edges;
    for (const Cells& line : lines_)
        if (!line.meets(other)) edges.push_back(line - own);
    proof::absorb(edges, 0);
    return edges;
}

Known Oracle::known(const Marks& marks, std::uint64_t nodes) {
    budget_.spend();
    budget_.poll();  // a position may be settled without a node of any search
    Place& place = places_[place_of(marks)];
    const bool same = place.nodes != 0 && place.marks.own == marks.own && place.marks.other == marks.other;
    if (same && (place.known.value != Value::unknown || place.nodes >= nodes)) return place.known;
    const Known found = settle(marks, nodes);
    if (budget_.stop() == Stop::done) place = {marks, found, nodes};
    return found;
}

// The weak game first: who holds it without lines of his own cannot lose. Then the near ends, then the game itself.
Known Oracle::settle(const Marks& marks, std::uint64_t nodes) {
    const Edges mine = live(marks.own, marks.other), theirs = live(marks.other, marks.own);
    Side win{{mine, theirs, true}}, loss{{theirs, mine, false}};
    const std::size_t ply = marks.both().count();
    if (ply == 0) loss.verdict = Verdict::held;  // an extra mark never hurts (Nash's strategy stealing)
    pursue(win, 1, ply);
    pursue(loss, 1, ply);
    if (const Known near = near_end(win, loss); near.value != Value::unknown) return near;
    for (std::uint64_t quota = std::min(first_quota, nodes); budget_.stop() == Stop::done;
         quota = std::min(quota * quota_growth, nodes)) {
        pursue(win, quota, ply);
        if (win.verdict == Verdict::wins) return {Value::win, 0};
        pursue(loss, quota, ply);
        if (loss.verdict == Verdict::wins) return {Value::loss, 0};
        if (win.verdict == Verdict::held && loss.verdict == Verdict::held) return {Value::draw, 0};
        if (quota >= nodes) break;
    }
    return {};
}

// A forced end within a few moves of its winner.
Known Oracle::near_end(const Side& win, const Side& loss) {
    bool mine = win.verdict != Verdict::held, theirs = loss.verdict != Verdict::held;
    for (int moves = 1; moves <= near_moves && (mine || theirs); ++moves) {
        if (mine) {
            const std::optional<bool> wins = shortest_.wins(win.state, moves, glance);
            if (wins && *wins) return {Value::win, 2 * moves - 1};
            mine = wins.has_value();
        }
        if (theirs) {
            const std::optional<bool> loses = shortest_.wins(loss.state, moves, glance);
            if (loses && *loses && (mine || win.verdict == Verdict::held)) return {Value::loss, 2 * moves};
            theirs = loses.has_value();
        }
    }
    return {};
}

void Oracle::pursue(Side& side, std::uint64_t nodes, std::size_t ply) {
    if (side.verdict != Verdict::open || budget_.stop() != Stop::done) return;
    if (side.weak) {
        State<1> state{side.state.a, {}, side.state.attacking};
        const Verdict verdict = search_.solve(std::move(state), weak_share * nodes, ply).verdict;
        if (verdict == Verdict::held) side.verdict = verdict;
        if (verdict == Verdict::wins) side.weak = false;  // says nothing about the game itself
        if (verdict != Verdict::open && side.state.b.empty()) side.verdict = verdict;
    }
    if (side.verdict == Verdict::open && nodes > 1) side.verdict = search_.solve(side.state, nodes, ply).verdict;
}

}  // namespace passatempo::mnk::traps
