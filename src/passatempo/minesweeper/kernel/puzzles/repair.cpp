// Mines are swapped with free cells where the replay got stuck, and a swap is kept if no more cells stay covered.
// Algorithm: stochastic local search with plateau moves (after the generator of Simon Tatham's Mines)
// Counters for every number, and two stacks of numbers to be looked at; then the survey of all layouts.
// Algorithm: unit and pairwise bounds propagation, then marginals by forward-backward dynamic programming
#include "puzzles/repair.hpp"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <utility>
#include <vector>

#include "board/prepared_board.hpp"
#include "layouts/survey.hpp"
#include "puzzles/field.hpp"

namespace passatempo::minesweeper::puzzles {

// Which cells are opened in the end does not depend on the order of rules: what is safe once stays safe. So cheap rules
// go first, and the exact count is asked where they find nothing. Played again and again, it keeps its memory.
class Replay {
public:
    // With `exact` whatever is certain is opened, the mine count included; else what single numbers and pairs settle.
    Replay(const Plain& plain, bool exact);

    // Play; how many free cells stay covered. Garbage where the budget ends first.
    std::uint32_t play(const Field& field, std::uint32_t first, Budget& budget);

    bool is_open(std::uint32_t cell) const { return shown_[cell] != covered; }
    bool is_known_mine(std::uint32_t cell) const { return known_[cell] != 0; }

private:
    void open(std::uint32_t cell);
    void mark(std::uint32_t cell);
    void spread();               // what single numbers settle
    bool pairs(Budget& budget);  // what a pair settles, once; false where none does
    bool pair(std::uint32_t one, std::uint32_t two);
    void settle(std::uint32_t cell, bool is_mine);
    bool certain(Budget& budget);  // what all numbers settle; false where that is no safe cell
    void wake(std::uint32_t number);

    const Plain& plain_;
    bool exact_;
    const Field* field_ = nullptr;
    std::uint32_t left_ = 0, known_mines_ = 0;
    std::vector<std::uint8_t> shown_, known_;        // what is seen; which covered cells are known mines
    std::vector<std::uint8_t> missing_, undecided_;  // of each number, its mines and cells not settled
    std::vector<std::uint32_t> singles_, pairs_;     // numbers to be looked at
    std::vector<std::uint8_t> waits_;                // of each number: bit 0 in `singles_`, bit 1 in `pairs_`
    PreparedBoard prepared_;
};

namespace {

constexpr std::uint8_t in_singles = 1, in_pairs = 2;

}  // namespace

Replay::Replay(const Plain& plain, bool exact) : plain_(plain), exact_(exact) {}

std::uint32_t Replay::play(const Field& field, std::uint32_t first, Budget& budget) {
    field_ = &field;
    left_ = plain_.size() - field.mines();
    known_mines_ = 0;
    shown_.assign(plain_.size(), covered);
    known_.assign(plain_.size(), 0);
    missing_.assign(plain_.size(), 0);
    undecided_.assign(plain_.size(), 0);
    waits_.assign(plain_.size(), 0);
    singles_.clear();
    pairs_.clear();
    open(first);
    do {
        spread();
        while (left_ > 0 && pairs(budget)) spread();
    } while (left_ > 0 && exact_ && certain(budget));
    return left_;
}

void Replay::wake(std::uint32_t number) {
    if (!(waits_[number] & in_singles)) singles_.push_back(number);
    if (!(waits_[number] & in_pairs)) pairs_.push_back(number);
    waits_[number] = in_singles | in_pairs;
}

void Replay::open(std::uint32_t cell) {
    shown_[cell] = field_->number(cell);
    --left_;
    std::uint8_t mines = shown_[cell], cells = 0;
    for (const std::uint32_t other : plain_.near(cell)) {
        if (shown_[other] != covered) {
            --undecided_[other];
            wake(other);
        } else {
            mines -= known_[other];
            cells += !known_[other];
        }
    }
    missing_[cell] = mines;
    undecided_[cell] = cells;
    wake(cell);
}

void Replay::mark(std::uint32_t cell) {
    known_[cell] = 1;
    ++known_mines_;
    for (const std::uint32_t other : plain_.near(cell))
        if (shown_[other] != covered) {
            --undecided_[other];
            --missing_[other];
            wake(other);
        }
}

void Replay::settle(std::uint32_t cell, bool is_mine) {
    if (is_mine) mark(cell);
    else open(cell);
}

void Replay::spread() {
    while (!singles_.empty()) {
        const std::uint32_t number = singles_.back();
        singles_.pop_back();
        waits_[number] &= in_pairs;
        if (undecided_[number] == 0 || (missing_[number] != 0 && missing_[number] != undecided_[number])) continue;
        const bool are_mines = missing_[number] != 0;
        for (const std::uint32_t other : plain_.near(number))
            if (shown_[other] == covered && !known_[other]) settle(other, are_mines);
    }
}

bool Replay::pairs(Budget& budget) {
    const int columns = plain_.columns(), size = plain_.size();
    while (!pairs_.empty() && !budget.spend()) {
        const std::uint32_t one = pairs_.back();
        pairs_.pop_back();
        waits_[one] &= in_singles;
        const int cell = one, column = cell % columns;
        for (int down = -2; down <= 2; ++down)
            for (int right = -2; right <= 2 && undecided_[one] != 0; ++right) {
                const int other = cell + down * columns + right;
                if (other < 0 || other >= size || other == cell) continue;
                if (column + right < 0 || column + right >= columns) continue;
                if (shown_[other] != covered && undecided_[other] != 0 && pair(one, other)) {
                    wake(one);
                    return true;
                }
            }
    }
    return false;
}

bool Replay::pair(std::uint32_t one, std::uint32_t two) {
    const int columns = plain_.columns();
    const auto beside = [&](int a, int b) {
        return std::abs(a / columns - b / columns) <= 1 && std::abs(a % columns - b % columns) <= 1;
    };
    std::array<std::uint32_t, 8> cells[3];  // around one alone, around two alone, around both
    int number[3] = {0, 0, 0};
    for (const std::uint32_t cell : plain_.near(one))
        if (shown_[cell] == covered && !known_[cell]) {
            const int kind = beside(cell, two) ? 2 : 0;
            cells[kind][number[kind]++] = cell;
        }
    if (number[2] == 0) return false;
    for (const std::uint32_t cell : plain_.near(two))
        if (shown_[cell] == covered && !known_[cell] && !beside(cell, one)) cells[1][number[1]++] = cell;
    const int a = missing_[one], b = missing_[two];
    const int least = std::max({0, a - number[0], b - number[1]}), most = std::min({number[2], a, b});
    const int low[3] = {a - most, b - most, least}, high[3] = {a - least, b - least, most};
    bool found = false;
    for (int kind = 0; kind < 3; ++kind) {
        if (number[kind] == 0 || (high[kind] != 0 && low[kind] != number[kind])) continue;
        found = true;
        for (int i = 0; i < number[kind]; ++i) settle(cells[kind][i], high[kind] != 0);
    }
    return found;
}

bool Replay::certain(Budget& budget) {
    // While the mines left may all lie beside numbers, or all elsewhere, their count says nothing, and the parts can be
    // surveyed one by one.
    std::uint32_t beside = 0, lonely = 0;
    for (std::uint32_t cell = 0; cell < plain_.size(); ++cell) {
        if (shown_[cell] != covered || known_[cell]) continue;
        const auto near = plain_.near(cell);
        const bool is = std::any_of(near.begin(), near.end(), [&](std::uint32_t n) { return shown_[n] != covered; });
        ++(is ? beside : lonely);
    }
    const std::uint32_t mines = field_->mines() - known_mines_;
    const std::int64_t all = field_->mines();
    const std::int64_t count = mines > beside && mines < lonely ? -1 : all;
    const Surface& surface = plain_.surface();
    if (prepare(surface, shown_.data(), count, none, quick_states, budget, prepared_, quick_states) !=
        State::consistent)
        return false;
    const Survey found = survey(prepared_, false, quick_states, budget);
    if (found.state != State::consistent || budget.stop() != Stop::done) return false;
    const std::uint32_t before = left_;
    const Frontier& frontier = prepared_.frontier;
    for (std::uint32_t v = 0; v < frontier.variables(); ++v) {
        const Mark told = found.group[prepared_.parts.group_of(v)];
        const std::uint32_t cell = frontier.cell[v];
        if (told == Mark::open || shown_[cell] != covered || known_[cell]) continue;
        settle(cell, told == Mark::mine);
    }
    if (count >= 0 && found.other == Mark::safe)
        for (std::uint32_t cell = 0; cell < plain_.size(); ++cell)
            if (frontier.fate[surface.place(cell)] == Fate::lonely && shown_[cell] == covered) open(cell);
    return left_ < before;
}

namespace {

constexpr std::uint32_t most_buried = 1;  // more are left only where a swap lessens them: else mines pack into a block
constexpr std::uint64_t kinds = 4;        // of swaps: two in four away from the frontier, one towards it, one inside it
constexpr std::uint64_t one_in = 4;       // times two swaps are tried together
constexpr std::uint32_t most_swaps = 3'000, most_dense_swaps = 30'000;  // tried; more where the mines are dense

using Cells = std::vector<std::uint32_t>;

class Repair {
public:
    Repair(const Plain& plain, const Order& order, Stream& stream)
        : order_(order),
          stream_(stream),
          near_first_(plain.size(), 0),
          replay_(plain, order.exact),
          field_(plain, laid(plain)) {}

    Repaired run(Budget& budget) {
        const bool dense = order_.mines * 10 >= field_.plain().size() * 3;
        const std::uint32_t most = dense ? most_dense_swaps : most_swaps;
        std::uint32_t left = replay_.play(field_, order_.first, budget);
        look();
        for (std::uint32_t swaps = 0; left > 0 && swaps < most && !budget.poll(); ++swaps) {
            const std::uint32_t buried = field_.buried();
            const std::size_t moves = move();
            if (moves == 0) continue;
            const bool good = field_.buried() <= most_buried || field_.buried() < buried;
            const std::uint32_t after = good ? replay_.play(field_, order_.first, budget) : left + 1;
            if (after <= left) {
                left = after;
                look();
            } else {
                take_back(moves);
            }
        }
        return {left == 0, field_.all()};
    }

private:
    // Mines on random cells away from the first.
    std::vector<std::uint8_t> laid(const Plain& plain) {
        near_first_[order_.first] = 1;
        for (const std::uint32_t cell : plain.near(order_.first)) near_first_[cell] = 1;
        Cells cells;
        for (std::uint32_t cell = 0; cell < plain.size(); ++cell)
            if (!near_first_[cell]) cells.push_back(cell);
        std::vector<std::uint8_t> mine(plain.size(), 0);
        for (std::uint32_t i = 0; i < order_.mines; ++i) {
            std::swap(cells[i], cells[i + stream_.below(cells.size() - i)]);
            mine[cells[i]] = 1;
        }
        return mine;
    }

    // Sort the cells that stayed covered: mines and free cells, beside opened numbers and away from them. Mines that
    // are known take part only where no other mine is beside a number.
    void look() {
        for (Cells* cells : {&mines_beside_, &mines_away_, &free_beside_, &free_away_}) cells->clear();
        Cells known;
        const Plain& plain = field_.plain();
        for (std::uint32_t cell = 0; cell < plain.size(); ++cell) {
            if (replay_.is_open(cell)) continue;
            const auto near = plain.near(cell);
            const bool beside =
                std::any_of(near.begin(), near.end(), [&](std::uint32_t n) { return replay_.is_open(n); });
            if (replay_.is_known_mine(cell)) known.push_back(cell);
            else if (field_.mine(cell)) (beside ? mines_beside_ : mines_away_).push_back(cell);
            else (beside ? free_beside_ : free_away_).push_back(cell);
        }
        if (mines_beside_.empty()) mines_beside_ = std::move(known);
    }

    // Move one mine, or two; how many could be moved. They are written down, to be taken back.
    std::size_t move() {
        std::size_t done = 0;
        const std::uint64_t wanted = stream_.below(one_in) == 0 ? 2 : 1;
        for (std::uint64_t i = 0; i < wanted; ++i) {
            const std::uint64_t kind = stream_.below(kinds);
            const Cells& from = kind == 2 ? mines_away_ : mines_beside_;
            const Cells& to = kind < 2 ? free_away_ : free_beside_;
            if (from.empty()) continue;
            const std::uint32_t mine = from[stream_.below(from.size())];
            // Where no such cell is covered, any free one will do that is not around the first.
            const std::uint32_t cell = to.empty() ? anywhere() : to[stream_.below(to.size())];
            if (cell == none || !field_.mine(mine) || field_.mine(cell)) continue;
            field_.move(mine, cell);
            moves_[done++] = {mine, cell};
        }
        return done;
    }

    std::uint32_t anywhere() {
        Cells cells;
        for (std::uint32_t cell = 0; cell < field_.plain().size(); ++cell)
            if (!field_.mine(cell) && !near_first_[cell]) cells.push_back(cell);
        return cells.empty() ? none : cells[stream_.below(cells.size())];
    }

    void take_back(std::size_t moves) {
        while (moves-- > 0) field_.move(moves_[moves].second, moves_[moves].first);
    }

    const Order& order_;
    Stream& stream_;
    std::vector<std::uint8_t> near_first_;
    Replay replay_;
    Field field_;
    Cells mines_beside_, mines_away_, free_beside_, free_away_;
    std::array<std::pair<std::uint32_t, std::uint32_t>, 2> moves_{};
};

}  // namespace

Repaired repair(const Plain& plain, const Order& order, Stream& stream, Budget& budget) {
    return Repair(plain, order, stream).run(budget);
}

}  // namespace passatempo::minesweeper::puzzles
