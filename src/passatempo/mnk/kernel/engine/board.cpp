// Making and taking back moves, with the classes, threats and sums that follow.
// Algorithm: incremental update of line patterns, Zobrist keys (Zobrist 1970)
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
      step_{1, n, n + 1, n - 1},
      lines_(m, n, patterns.k()),
      marks_(m, n) {
    assert(m >= 1 && n >= 1 && m * n < nowhere);
    const std::size_t cells = m * n;
    codes_.resize(cells);
    ranks_.resize(cells);
    threats_.resize(cells + 8);  // read eight at a time
    for (std::size_t p = 0; p < 2; ++p) {
        zobrist_[p].resize(cells);
        scored_[p].resize(cells);
        for (std::size_t c = 0; c < cells; ++c) zobrist_[p][c] = mix_bits(2 * c + p + 1 + golden);
    }
}

// Do something with a k known to the compiler where lines are in pairs, else with 0.
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

// ThreatPair players' classes in one line, the second's 16 bits above the first's.
template <int K>
inline std::uint32_t Board::look(Cell cell, int direction) const {
    if constexpr (K > 0) return patterns_.both<K>(lines_.pairs(cell, direction, K - 1));
    else return shapes_of(lines_.row(0, cell, direction, k() - 1), lines_.row(1, cell, direction, k() - 1));
}

inline std::uint32_t Board::shapes_of(std::uint64_t first, std::uint64_t second) const {
    return patterns_.shape(first & ~second, second) | (std::uint32_t{patterns_.shape(second & ~first, first)} << 16);
}

void Board::set(std::span<const std::uint8_t> cells, int side) {
    assert(cells.size() == codes_.size());
    lines_.clear();
    marks_.clear();
    undos_.clear();
    saves_ = 0;
    side_ = side;
    empties_ = 0;
    key_ = side == 1 ? turn_key : 0;
    tally_ = {};
    sums_.assign(1, {});
    summed_ = 0;
    for (std::size_t c = 0; c < cells.size(); ++c)
        if (cells[c] != 0) put(c, cells[c] - 1);
        else ++empties_;
    with_k([&](auto k) {
        for (std::size_t c = 0; c < cells.size(); ++c)
            if (cells[c] == 0) open<k>(c);
    });
}

// A mark that stands from the start.
void Board::put(Cell cell, int player) {
    const std::size_t p = player;
    marks_.flip(cell);
    lines_.flip(player, cell);
    key_ ^= zobrist_[p][cell];
    threats_[cell] = none;
}

// Give an empty cell its classes.
template <int K>
void Board::open(Cell cell) {
    std::uint32_t codes = 0;
    for (int d = 0; d < directions; ++d) codes |= look<K>(cell, d) << (4 * d);
    codes_[cell] = codes;
    const auto [is, threats] = weights_.known(codes);
    ranks_[cell] = is;
    threats_[cell] = threats;
    tally_.add(threats);
    const Turned turned{no_cell, is};
    weights_.net().follow(sums_[0], {&turned, 1});
}

inline void Board::save(Cell cell, Ranks next) {
    assert(saves_ < saved_.size());
    turned_[saves_] = {ranks_[cell], next};
    saved_[saves_++] = {codes_[cell], cell, threats_[cell]};
}

// Give an empty cell other classes.
inline void Board::change(Cell cell, std::uint32_t codes) {
    const auto [is, threats] = weights_.known(codes);
    save(cell, is);
    codes_[cell] = codes;
    ranks_[cell] = is;
    tally_.change(threats, threats_[cell]);
    threats_[cell] = threats;
}

// The same for many cells, with what all of them need at hand.
void Board::change_all(std::span<const Change> changes) {
    assert(saves_ + changes.size() <= saved_.size());
    Saved* const saved = saved_.data() + saves_;
    Turned* const turned = turned_.data() + saves_;
    std::uint32_t* const codes = codes_.data();
    Ranks* const ranks = ranks_.data();
    ThreatPair* const threats = threats_.data();
    Tally tally = tally_;
    for (std::size_t i = 0; i < changes.size(); ++i) {
        const auto [next, cell] = changes[i];
        const auto [is, now] = weights_.known(next);
        const ThreatPair before = threats[cell];
        saved[i] = {codes[cell], cell, before};
        turned[i] = {ranks[cell], is};
        codes[cell] = next;
        ranks[cell] = is;
        threats[cell] = now;
        tally.change(now, before);
    }
    tally_ = tally;
    saves_ += changes.size();
}

// Look at the empty cells of a line in reach of the mark and note those whose classes change behind `count` others. All
// lines are looked at before anything is changed: neither loop then waits for the other's guesses.
template <int K>
inline std::size_t Board::look_along(Cell cell, int direction, Changes& changes, std::size_t count) const {
    constexpr int r = K - 1;
    constexpr std::uint64_t firsts = 0x5555555555555555ULL, line = ((std::uint64_t{1} << (4 * r + 2)) - 1) << (2 * r);
    const std::uint64_t around = lines_.pairs(cell, direction, 2 * r);
    const int shift = 4 * direction, step = step_[direction];
    const std::uint32_t mask = 0xF000FU << shift;
    for (std::uint64_t empty = ~(around | (around >> 1)) & firsts & line; empty != 0; empty &= empty - 1) {
        const int place = std::countr_zero(empty) / 2 - r;  // from the first cell of the line in reach
        const Cell near = cell + (place - r) * step;
        const std::uint32_t old = codes_[near];
        const std::uint32_t now = (old & ~mask) | (patterns_.both<K>(around >> (2 * place)) << shift);
        changes[count] = {now, near};
        count += now != old ? 1 : 0;
    }
    return count;
}

void Board::update_long_line(Cell cell, int direction) {
    const int r = k() - 1, shift = 4 * direction, step = step_[direction];
    const std::uint32_t mask = 0xF000FU << shift;
    const bool whole = 4 * r + 1 <= 57;  // all neighbours' views lie in one word
    std::uint64_t first = lines_.row(0, cell, direction, 2 * r), second = lines_.row(1, cell, direction, 2 * r);
    for (int j = 0; j <= 2 * r; ++j) {
        if (!whole) {
            first = lines_.row(0, cell, direction, 2 * r - j);
            second = lines_.row(1, cell, direction, 2 * r - j);
        }
        const std::uint64_t a = whole ? first >> j : first, b = whole ? second >> j : second;
        if ((((a | b) >> r) & 1) != 0) continue;
        const Cell near = cell + (j - r) * step;
        const std::uint32_t old = codes_[near];
        const std::uint32_t now = (old & ~mask) | (shapes_of(a, b) << shift);
        if (now != old) change(near, now);
    }
}

template <int K>
void Board::update(Cell cell) {
    if constexpr (K > 0) {
        Changes changes;
        std::size_t count = 0;
        for (int d = 0; d < directions; ++d) count = look_along<K>(cell, d, changes, count);
        change_all({changes.data(), count});
    } else {
        for (int d = 0; d < directions; ++d) update_long_line(cell, d);
    }
}

// The cell is no longer empty: what it added to the evaluation goes.
void Board::leave(Cell cell) {
    save(cell, no_cell);
    tally_.remove(threats_[cell]);
    threats_[cell] = none;
}

void Board::make(Cell cell) {
    assert(cell < codes_.size() && empty(cell));
    undos_.push_back({cell, saves_, key_, tally_});
    const std::size_t most = saves_ + 1 + 2 * directions * (k() - 1);
    if (saved_.size() < most) {
        saved_.resize(2 * most);
        turned_.resize(2 * most);
    }
    leave(cell);
    --empties_;
    marks_.flip(cell);
    lines_.flip(side_, cell);
    with_k([&](auto k) { update<k>(cell); });
    key_ = key_after(cell);
    side_ ^= 1;
}

void Board::undo() {
    assert(!undos_.empty());
    const Undo& last = undos_.back();
    side_ ^= 1;
    marks_.flip(last.cell);
    lines_.flip(side_, last.cell);
    ++empties_;
    const Saved* const saved = saved_.data();
    const Turned* const turned = turned_.data();
    std::uint32_t* const codes = codes_.data();
    Ranks* const ranks = ranks_.data();
    ThreatPair* const threats = threats_.data();
    for (std::uint32_t i = saves_, end = last.saved; i-- > end;) {
        const Saved was = saved[i];
        codes[was.cell] = was.codes;
        ranks[was.cell] = turned[i].was;
        threats[was.cell] = was.threats;
    }
    saves_ = last.saved;
    tally_ = last.tally;
    key_ = last.key;
    undos_.pop_back();
    summed_ = std::min(summed_, undos_.size());
}

// Brings the sums up to date: most moves are taken back before anybody asks for their value.
const Sums& Board::sums() {
    if (sums_.size() <= undos_.size()) sums_.resize(2 * undos_.size() + 1);
    for (; summed_ < undos_.size(); ++summed_) {
        const std::uint32_t from = undos_[summed_].saved,
                            end = summed_ + 1 < undos_.size() ? undos_[summed_ + 1].saved : saves_;
        sums_[summed_ + 1] = sums_[summed_];
        weights_.net().follow(sums_[summed_ + 1], {turned_.data() + from, end - from});
    }
    return sums_[summed_];
}

void Board::score(Scored& known, int player, Cell cell) const { known = {ranks_[cell], order_score(player, cell)}; }

Cell Board::find(int player, Threat threat) const {
    constexpr std::uint64_t every = 0x0101010101010101ULL;
    for (std::size_t c = 0; c < codes_.size(); c += 8) {
        const std::uint64_t other = eight(c, player) ^ (threat * every);  // a byte is zero where the threat is this one
        const std::uint64_t same = (0x10 * every - other) & (0x10 * every);
        if (same != 0) return c + std::countr_zero(same) / 8;
    }
    assert(false);
    return nowhere;
}

void Board::gather(int player, Threat least, std::vector<Cell>& into) const {
    const std::size_t end = codes_.size();
    // A byte plus 128 - least has its high bit set if and only if it is at least `least`.
    const std::uint64_t lift = (128ULL - least) * 0x0101010101010101ULL;
    for (std::size_t c = 0; c < end; c += 8)
        for (std::uint64_t word = (eight(c, player) + lift) & 0x8080808080808080ULL; word != 0; word &= word - 1)
            into.push_back(c + std::countr_zero(word) / 8);
}

std::vector<Cell> Board::history() const {
    std::array<std::vector<Cell>, 2> marks;
    for (int player = 0; player < 2; ++player)
        for (int c = 0; c < size(); ++c)
            if (!empty(c) && lines_.has(player, c)) marks[player].push_back(c);
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
        if (empty(c)) into.push_back(c);
}

// Append the cells of a line that would complete it for the player, had he `four` as well.
template <int K>
inline void Board::add_completing(int player, Cell four, int direction, Spoilers& found) const {
    const int r = k() - 1;
    for (int offset = -r; offset <= r; ++offset) {
        const int back = r - offset;  // the view begins r cells before the cell looked at
        bool completes = false;
        if constexpr (K > 0) {
            const std::uint64_t around =
                lines_.pairs(four, direction, back) | (std::uint64_t{1} << (2 * back + player));
            completes = ((around >> (2 * r)) & 3) == 0 && ((patterns_.both<K>(around) >> (16 * player)) & 15) == five;
        } else {
            const std::uint64_t other = lines_.row(1 - player, four, direction, back),
                                own = (lines_.row(player, four, direction, back) | (std::uint64_t{1} << back)) & ~other;
            completes = (((own | other) >> r) & 1) == 0 && patterns_.shape(own, other) == five;
        }
        if (completes) found.add(four + offset * step_[direction]);
    }
}

// What spoils a four of the player's that more than one cell would complete: its own cell, and both where they are two.
Board::Spoilers Board::spoilers(int player, Cell cell) const {
    Spoilers found;
    found.add(cell);
    for (int d = 0; d < directions; ++d)
        if (((code(player, cell) >> (4 * d)) & 15) >= four)
            with_k([&](auto k) { add_completing<k>(player, cell, d, found); });
    if (found.count > found.cells.size()) found.count = 1;  // two are left whatever is taken
    return found;
}

void Board::gather_answers(std::vector<Cell>& into) const {
    const int me = side_, you = 1 - me;
    const std::size_t start = into.size();
    gather(you, winning_four, into);
    assert(into.size() > start);
    Spoilers all = spoilers(you, into[start]);
    for (std::size_t i = start + 1; i < into.size() && all.count > 0; ++i) all.keep(spoilers(you, into[i]));
    into.resize(start);
    into.insert(into.end(), all.cells.begin(), all.cells.begin() + all.count);
    const std::ptrdiff_t fours = into.size();
    gather(me, threat_four, into);
    into.erase(std::remove_if(into.begin() + fours, into.end(), [&](Cell cell) { return all.has(cell); }), into.end());
}

}  // namespace passatempo::mnk
