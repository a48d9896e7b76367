// Counters for every number, and two stacks of numbers to be looked at; then the survey of all layouts.
// Algorithm: unit and pairwise bounds propagation, then marginals by forward-backward dynamic programming
#include "puzzles/replay.hpp"

#include <algorithm>
#include <array>
#include <cstdlib>

#include "layouts/survey.hpp"

namespace passatempo::minesweeper::puzzles {

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

}  // namespace passatempo::minesweeper::puzzles
