// Keeps line shapes, threats and evaluation sums of a board up to date by incremental update.
// 1. `make_move` places a mark, saves what it changes and updates the Zobrist key (Zobrist 1970).
// 2. `find_changes` lists the cells in reach of the mark whose shapes change.
// 3. `change_cells` stores the new shapes and adjusts the threat counts.
// 4. `sums` updates the accumulators of the network when an evaluation needs them [Nasu2018].
// 5. `undo_move` restores the saved values.
#include "board.hpp"

#include <algorithm>
#include <bit>
#include <cassert>
#include <cstring>
#include <type_traits>

#include "random.hpp"

namespace passatempo::mnk {

Board::Board(int m, int n, const Patterns& patterns, const Weights& weights)
    : m_(m),
      n_(n),
      patterns_(patterns),
      weights_(weights),
      direction_steps_{1, n, n + 1, n - 1},
      lines_(m, n, patterns.k()),
      candidates_(m, n) {
    assert(m >= 1 && n >= 1 && m * n < nowhere);
    const std::size_t cells = m * n;
    cell_codes_.resize(cells);
    cell_ranks_.resize(cells);
    cell_threats_.resize(cells + 8);  // `eight_threats` reads eight at a time
    for (std::size_t p = 0; p < 2; ++p) {
        zobrist_[p].resize(cells);
        cell_scores_[p].resize(cells);
        for (std::size_t c = 0; c < cells; ++c) zobrist_[p][c] = mix_bits(2 * c + p + 1 + golden);
    }
}

// Call `act` with k as a compile-time constant if lines are stored in pairs, else with 0.
template <class Do>
inline auto Board::with_k(Do act) const {
    switch (k()) {
        case 1: return act(std::integral_constant<int, 1>{});
        case 2: return act(std::integral_constant<int, 2>{});
        case 3: return act(std::integral_constant<int, 3>{});
        case 4: return act(std::integral_constant<int, 4>{});
        case 5: return act(std::integral_constant<int, 5>{});
        case 6: return act(std::integral_constant<int, 6>{});
        default: return act(std::integral_constant<int, 0>{});
    }
}

// Both players' shapes in one line. Those of the second player are 16 bits above those of the first.
template <int K>
inline std::uint32_t Board::line_shapes(Cell cell, int direction) const {
    if constexpr (K > 0) return patterns_.shape_pair<K>(lines_.mark_pairs(cell, direction, K - 1));
    else
        return shapes_of(lines_.player_row(0, cell, direction, k() - 1),
                         lines_.player_row(1, cell, direction, k() - 1));
}

inline std::uint32_t Board::shapes_of(std::uint64_t first, std::uint64_t second) const {
    return patterns_.line_shape(first & ~second, second) |
           (std::uint32_t{patterns_.line_shape(second & ~first, first)} << 16);
}

void Board::set_position(std::span<const std::uint8_t> cells, int side) {
    assert(cells.size() == cell_codes_.size());
    lines_.clear();
    candidates_.clear();
    move_undos_.clear();
    backup_count_ = 0;
    side_ = side;
    empty_count_ = 0;
    hash_key_ = side == 1 ? turn_key : 0;
    threat_counts_ = {};
    accumulators_.assign(1, {});
    accumulator_count_ = 0;
    for (std::size_t c = 0; c < cells.size(); ++c)
        if (cells[c] != 0) place_mark(c, cells[c] - 1);
        else ++empty_count_;
    with_k([&](auto k) {
        for (std::size_t c = 0; c < cells.size(); ++c)
            if (cells[c] == 0) open_cell<k>(c);
    });
}

// Place a mark of the starting position.
void Board::place_mark(Cell cell, int player) {
    const std::size_t p = player;
    candidates_.flip_mark(cell);
    lines_.flip_mark(player, cell);
    hash_key_ ^= zobrist_[p][cell];
    cell_threats_[cell] = none;
}

// Compute the shapes of an empty cell.
template <int K>
void Board::open_cell(Cell cell) {
    std::uint32_t codes = 0;
    for (int d = 0; d < directions; ++d) codes |= line_shapes<K>(cell, d) << (4 * d);
    cell_codes_[cell] = codes;
    const auto [is, threats] = weights_.cell_features(codes);
    cell_ranks_[cell] = is;
    cell_threats_[cell] = threats;
    threat_counts_.add_threats(threats);
    const FeatureChange cell_change{no_cell, is};
    weights_.network().update_accumulator(accumulators_[0], {&cell_change, 1});
}

inline void Board::save_cell(Cell cell, Ranks next) {
    assert(backup_count_ < cell_backups_.size());
    feature_changes_[backup_count_] = {cell_ranks_[cell], next};
    cell_backups_[backup_count_++] = {cell_codes_[cell], cell, cell_threats_[cell]};
}

// Replace the shapes of an empty cell.
inline void Board::change_codes(Cell cell, std::uint32_t codes) {
    const auto [is, threats] = weights_.cell_features(codes);
    save_cell(cell, is);
    cell_codes_[cell] = codes;
    cell_ranks_[cell] = is;
    threat_counts_.replace_threats(threats, cell_threats_[cell]);
    cell_threats_[cell] = threats;
}

// Replace the shapes of many cells, with the shared arrays in local variables.
void Board::change_cells(std::span<const CodeChange> changes) {
    assert(backup_count_ + changes.size() <= cell_backups_.size());
    CellBackup* const cell_backups = cell_backups_.data() + backup_count_;
    FeatureChange* const feature_changes = feature_changes_.data() + backup_count_;
    std::uint32_t* const codes = cell_codes_.data();
    Ranks* const ranks = cell_ranks_.data();
    ThreatPair* const threats = cell_threats_.data();
    ThreatCounts tally = threat_counts_;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const auto [next, cell] = changes[i];
        const auto [next_ranks, next_threats] = weights_.cell_features(next);
        const ThreatPair before = threats[cell];
        cell_backups[i] = {codes[cell], cell, before};
        feature_changes[i] = {ranks[cell], next_ranks};
        codes[cell] = next;
        ranks[cell] = next_ranks;
        threats[cell] = next_threats;
        tally.replace_threats(next_threats, before);
    }
    threat_counts_ = tally;
    backup_count_ += changes.size();
}

// Append the empty cells of a line in reach of the mark whose shapes change, after `count` earlier ones. All lines are
// read before any cell changes, so that neither loop waits for mispredicted branches of the other.
template <int K>
inline std::size_t Board::find_changes(Cell cell, int direction, Changes& changes, std::size_t count) const {
    constexpr int r = K - 1;
    constexpr std::uint64_t firsts = 0x5555555555555555ULL, line = ((std::uint64_t{1} << (4 * r + 2)) - 1) << (2 * r);
    const std::uint64_t line_pairs = lines_.mark_pairs(cell, direction, 2 * r);
    const int shift = 4 * direction, step = direction_steps_[direction];
    const std::uint32_t mask = 0xF000FU << shift;
    for (std::uint64_t empty = ~(line_pairs | (line_pairs >> 1)) & firsts & line; empty != 0; empty &= empty - 1) {
        const int place = std::countr_zero(empty) / 2 - r;  // counted from the first cell of the line in reach
        const Cell near = cell + (place - r) * step;
        const std::uint32_t old_codes = cell_codes_[near];
        const std::uint32_t new_codes =
            (old_codes & ~mask) | (patterns_.shape_pair<K>(line_pairs >> (2 * place)) << shift);
        changes[count] = {new_codes, near};
        count += new_codes != old_codes ? 1 : 0;
    }
    return count;
}

void Board::update_long_line(Cell cell, int direction) {
    const int r = k() - 1, shift = 4 * direction, step = direction_steps_[direction];
    const std::uint32_t mask = 0xF000FU << shift;
    const bool fits_word = 4 * r + 1 <= 57;  // the views of all neighbours fit in one word
    std::uint64_t first = lines_.player_row(0, cell, direction, 2 * r),
                  second = lines_.player_row(1, cell, direction, 2 * r);
    for (int j = 0; j <= 2 * r; ++j) {
        if (!fits_word) {
            first = lines_.player_row(0, cell, direction, 2 * r - j);
            second = lines_.player_row(1, cell, direction, 2 * r - j);
        }
        const std::uint64_t a = fits_word ? first >> j : first, b = fits_word ? second >> j : second;
        if ((((a | b) >> r) & 1) != 0) continue;
        const Cell near = cell + (j - r) * step;
        const std::uint32_t old_codes = cell_codes_[near];
        const std::uint32_t new_codes = (old_codes & ~mask) | (shapes_of(a, b) << shift);
        if (new_codes != old_codes) change_codes(near, new_codes);
    }
}

template <int K>
void Board::update_neighbours(Cell cell) {
    if constexpr (K > 0) {
        Changes changes;
        std::size_t count = 0;
        for (int d = 0; d < directions; ++d) count = find_changes<K>(cell, d, changes, count);
        change_cells({changes.data(), count});
    } else {
        for (int d = 0; d < directions; ++d) update_long_line(cell, d);
    }
}

// Remove the contribution of a cell that is no longer empty.
void Board::vacate_cell(Cell cell) {
    save_cell(cell, no_cell);
    threat_counts_.remove_threats(cell_threats_[cell]);
    cell_threats_[cell] = none;
}

void Board::make_move(Cell cell) {
    assert(cell < cell_codes_.size() && is_empty(cell));
    move_undos_.push_back({cell, backup_count_, hash_key_, threat_counts_});
    const std::size_t saves_limit = backup_count_ + 1 + 2 * directions * (k() - 1);
    if (cell_backups_.size() < saves_limit) {
        cell_backups_.resize(2 * saves_limit);
        feature_changes_.resize(2 * saves_limit);
    }
    vacate_cell(cell);
    --empty_count_;
    candidates_.flip_mark(cell);
    lines_.flip_mark(side_, cell);
    with_k([&](auto k) { update_neighbours<k>(cell); });
    hash_key_ = key_after(cell);
    side_ ^= 1;
}

void Board::undo_move() {
    assert(!move_undos_.empty());
    const MoveUndo& last = move_undos_.back();
    side_ ^= 1;
    candidates_.flip_mark(last.cell);
    lines_.flip_mark(side_, last.cell);
    ++empty_count_;
    const CellBackup* const cell_backups = cell_backups_.data();
    const FeatureChange* const feature_changes = feature_changes_.data();
    std::uint32_t* const codes = cell_codes_.data();
    Ranks* const ranks = cell_ranks_.data();
    ThreatPair* const threats = cell_threats_.data();
    for (std::uint32_t i = backup_count_, end = last.backup_start; i-- > end;) {
        const CellBackup cell_backup = cell_backups[i];
        codes[cell_backup.cell] = cell_backup.codes;
        ranks[cell_backup.cell] = feature_changes[i].old_ranks;
        threats[cell_backup.cell] = cell_backup.threats;
    }
    backup_count_ = last.backup_start;
    threat_counts_ = last.threat_counts;
    hash_key_ = last.hash_key;
    move_undos_.pop_back();
    accumulator_count_ = std::min(accumulator_count_, move_undos_.size());
}

// Bring the sums up to date. This is done on demand, because most moves are undone before their value is needed.
const Accumulator& Board::sums() {
    if (accumulators_.size() <= move_undos_.size()) accumulators_.resize(2 * move_undos_.size() + 1);
    for (; accumulator_count_ < move_undos_.size(); ++accumulator_count_) {
        const std::uint32_t from = move_undos_[accumulator_count_].backup_start,
                            end = accumulator_count_ + 1 < move_undos_.size()
                                      ? move_undos_[accumulator_count_ + 1].backup_start
                                      : backup_count_;
        accumulators_[accumulator_count_ + 1] = accumulators_[accumulator_count_];
        weights_.network().update_accumulator(accumulators_[accumulator_count_ + 1],
                                              {feature_changes_.data() + from, end - from});
    }
    return accumulators_[accumulator_count_];
}

void Board::score(CellScore& cell_score, int player, Cell cell) const {
    cell_score = {cell_ranks_[cell], ordering_score(player, cell)};
}

Cell Board::find_threat(int player, Threat threat) const {
    constexpr std::uint64_t byte_ones = 0x0101010101010101ULL;
    for (std::size_t c = 0; c < cell_codes_.size(); c += 8) {
        const std::uint64_t other =
            eight_threats(c, player) ^ (threat * byte_ones);  // a byte is zero if the cell has this threat
        const std::uint64_t byte_matches = (0x10 * byte_ones - other) & (0x10 * byte_ones);
        if (byte_matches != 0) return c + std::countr_zero(byte_matches) / 8;
    }
    assert(false);
    return nowhere;
}

void Board::gather_threats(int player, Threat min_threat, std::vector<Cell>& into) const {
    const std::size_t end = cell_codes_.size();
    // A byte plus 128 - min_threat has its high bit set if and only if the byte is at least min_threat.
    const std::uint64_t lift = (128ULL - min_threat) * 0x0101010101010101ULL;
    for (std::size_t c = 0; c < end; c += 8)
        for (std::uint64_t word = (eight_threats(c, player) + lift) & 0x8080808080808080ULL; word != 0;
             word &= word - 1)
            into.push_back(c + std::countr_zero(word) / 8);
}

std::vector<Cell> Board::game_history() const {
    std::array<std::vector<Cell>, 2> marks;
    for (int player = 0; player < 2; ++player)
        for (int c = 0; c < size(); ++c)
            if (!is_empty(c) && lines_.has_mark(player, c)) marks[player].push_back(c);
    const auto &mine = marks[side_], &theirs = marks[1 - side_];
    assert(theirs.size() - mine.size() <= 1);
    const auto &first = theirs.size() > mine.size() ? theirs : mine, &second = &first == &mine ? theirs : mine;
    std::vector<Cell> moves;
    for (std::size_t i = 0; i < first.size(); ++i) {
        moves.push_back(first[i]);
        if (i < second.size()) moves.push_back(second[i]);
    }
    return moves;
}

void Board::gather_empty(std::vector<Cell>& into) const {
    for (int c = 0; c < size(); ++c)
        if (is_empty(c)) into.push_back(c);
}

// Append the cells that would complete a line for the player after a mark on the cell `four`.
template <int K>
inline void Board::add_completing(int player, Cell four, int direction, FourDefences& defence_cells) const {
    const int r = k() - 1;
    for (int offset = -r; offset <= r; ++offset) {
        const int back = r - offset;  // the view begins r cells before the tested cell
        bool completes = false;
        if constexpr (K > 0) {
            const std::uint64_t line_pairs =
                lines_.mark_pairs(four, direction, back) | (std::uint64_t{1} << (2 * back + player));
            completes = ((line_pairs >> (2 * r)) & 3) == 0 &&
                        ((patterns_.shape_pair<K>(line_pairs) >> (16 * player)) & 15) == five;
        } else {
            const std::uint64_t other = lines_.player_row(1 - player, four, direction, back),
                                player_marks =
                                    (lines_.player_row(player, four, direction, back) | (std::uint64_t{1} << back)) &
                                    ~other;
            completes = (((player_marks | other) >> r) & 1) == 0 && patterns_.line_shape(player_marks, other) == five;
        }
        if (completes) defence_cells.add(four + offset * direction_steps_[direction]);
    }
}

// The cells that spoil a four with several completing cells: its own cell, and the completing cells if there are two.
Board::FourDefences Board::four_defences(int player, Cell cell) const {
    FourDefences defence_cells;
    defence_cells.add(cell);
    for (int d = 0; d < directions; ++d)
        if (((shape_codes(player, cell) >> (4 * d)) & 15) >= four)
            with_k([&](auto k) { add_completing<k>(player, cell, d, defence_cells); });
    if (defence_cells.cell_count > defence_cells.cells.size())
        defence_cells.cell_count = 1;  // of three or more, two are left after any reply
    return defence_cells;
}

void Board::gather_answers(std::vector<Cell>& into) const {
    const int me = side_, you = 1 - me;
    const std::size_t start = into.size();
    gather_threats(you, winning_four, into);
    assert(into.size() > start);
    FourDefences all = four_defences(you, into[start]);
    for (std::size_t i = start + 1; i < into.size() && all.cell_count > 0; ++i)
        all.intersect(four_defences(you, into[i]));
    into.resize(start);
    into.insert(into.end(), all.cells.begin(), all.cells.begin() + all.cell_count);
    const std::ptrdiff_t fours = into.size();
    gather_threats(me, threat_four, into);
    into.erase(std::remove_if(into.begin() + fours, into.end(), [&](Cell cell) { return all.has(cell); }), into.end());
}

}  // namespace passatempo::mnk
