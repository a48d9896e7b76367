// Searches the weak game, near ends and the game itself in turn.
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

constexpr std::size_t places = std::size_t{1} << 17;          // entries of the cache
constexpr std::uint64_t first_quota = 256, quota_growth = 8;  // the two proofs of a position take turns
constexpr std::uint64_t weak_share = 16;  // the weak game gets more, because it ends sooner if at all
constexpr int near_moves = 4;             // ends so near are reported with their plies
constexpr std::uint64_t glance = 512;     // nodes of the search for each of them

std::size_t place_of(const Marks& marks) { return marks.mover_marks.hash(marks.opponent_marks.hash(1)) & (places - 1); }

}  // namespace

Oracle::Oracle(int rows, int columns, Edges lines, proof::Symmetries symmetries, std::size_t memory)
    : lines_(std::move(lines)),
      cell_lines_(rows * columns),
      neighbours_(cell_lines_.size()),
      budget_(1e300, std::numeric_limits<std::uint64_t>::max(), nullptr),
      search_(budget_, memory - memory / 4, std::move(symmetries)),
      shortest_(budget_, memory / 4),
      cache_slots_(places) {
    for (int cell = 0; cell < rows * columns; ++cell) {
        board_cells_.set(cell);
        for (int other = 0; other < rows * columns; ++other) {
            const int row_distance = std::abs(cell / columns - other / columns),
                      column_distance = std::abs(cell % columns - other % columns);
            if (std::max(row_distance, column_distance) == 1) neighbours_[cell].set(other);
        }
    }
    for (const Cells& line : lines_) line.for_each([&](int cell) { cell_lines_[cell].push_back(line); });
}

bool Oracle::is_over(const Marks& marks) const {
    return std::any_of(lines_.begin(), lines_.end(), [&](const Cells& line) {
        return marks.mover_marks.contains(line) || marks.opponent_marks.contains(line);
    });
}

bool Oracle::completes_line(const Cells& player_marks, int cell) const {
    const Cells with = player_marks | Cells::single(cell);
    return std::any_of(cell_lines_[cell].begin(), cell_lines_[cell].end(),
                       [&](const Cells& line) { return with.contains(line); });
}

Edges Oracle::live_edges(const Cells& player_marks, const Cells& other) const {
    Edges edges;
    for (const Cells& line : lines_)
        if (!line.meets(other)) edges.push_back(line - player_marks);
    proof::drop_supersets(edges, 0);
    return edges;
}

PositionValue Oracle::value_of(const Marks& marks, std::uint64_t nodes) {
    budget_.spend();
    budget_.poll();  // a position may be settled without a search node
    CacheSlot& place = cache_slots_[place_of(marks)];
    const bool is_match = place.node_limit != 0 && place.marks.mover_marks == marks.mover_marks &&
                          place.marks.opponent_marks == marks.opponent_marks;
    if (is_match && (place.position_value.game_value != Value::unknown || place.node_limit >= nodes))
        return place.position_value;
    const PositionValue position_value = compute_value(marks, nodes);
    if (budget_.stop() == Stop::done) place = {marks, position_value, nodes};
    return position_value;
}

// Search the weak game first: if a side holds it without own lines, it cannot lose. Then try near ends and the game.
PositionValue Oracle::compute_value(const Marks& marks, std::uint64_t nodes) {
    const Edges mine = live_edges(marks.mover_marks, marks.opponent_marks),
                theirs = live_edges(marks.opponent_marks, marks.mover_marks);
    WinAttempt win{{mine, theirs, true}}, loss{{theirs, mine, false}};
    const std::size_t ply = marks.all_marks().count();
    if (ply == 0) loss.verdict = Verdict::held;  // an extra mark never hurts (Nash's strategy stealing)
    pursue_win(win, 1, ply);
    pursue_win(loss, 1, ply);
    if (const PositionValue near = find_near_end(win, loss); near.game_value != Value::unknown) return near;
    for (std::uint64_t quota = std::min(first_quota, nodes); budget_.stop() == Stop::done;
         quota = std::min(quota * quota_growth, nodes)) {
        pursue_win(win, quota, ply);
        if (win.verdict == Verdict::wins) return {Value::win, 0};
        pursue_win(loss, quota, ply);
        if (loss.verdict == Verdict::wins) return {Value::loss, 0};
        if (win.verdict == Verdict::held && loss.verdict == Verdict::held) return {Value::draw, 0};
        if (quota >= nodes) break;
    }
    return {};
}

// Find a forced end within a few moves of its winner.
PositionValue Oracle::find_near_end(const WinAttempt& win, const WinAttempt& loss) {
    bool mine = win.verdict != Verdict::held, theirs = loss.verdict != Verdict::held;
    for (int moves = 1; moves <= near_moves && (mine || theirs); ++moves) {
        if (mine) {
            const std::optional<bool> wins = shortest_.wins_within(win.state, moves, glance);
            if (wins && *wins) return {Value::win, 2 * moves - 1};
            mine = wins.has_value();
        }
        if (theirs) {
            const std::optional<bool> loses = shortest_.wins_within(loss.state, moves, glance);
            if (loses && *loses && (mine || win.verdict == Verdict::held)) return {Value::loss, 2 * moves};
            theirs = loses.has_value();
        }
    }
    return {};
}

void Oracle::pursue_win(WinAttempt& side, std::uint64_t nodes, std::size_t ply) {
    if (side.verdict != Verdict::open || budget_.stop() != Stop::done) return;
    if (side.is_weak_open) {
        State<1> state{side.state.attacker_edges, {}, side.state.attacker_moves};
        const Verdict verdict = search_.solve_state(std::move(state), weak_share * nodes, ply).verdict;
        if (verdict == Verdict::held) side.verdict = verdict;
        if (verdict == Verdict::wins) side.is_weak_open = false;  // says nothing about the game itself
        if (verdict != Verdict::open && side.state.defender_edges.empty()) side.verdict = verdict;
    }
    if (side.verdict == Verdict::open && nodes > 1) side.verdict = search_.solve_state(side.state, nodes, ply).verdict;
}

}  // namespace passatempo::mnk::traps
