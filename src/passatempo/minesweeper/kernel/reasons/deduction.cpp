// Numbers wait in two queues, and come back when a cell around them is settled; pairs wait until no number settles.
// Algorithm: bounds propagation over single cardinality constraints and over pairs of them, with explanations
// Twin: minesweeper/reasons/deduction.py
#include "reasons/deduction.hpp"

#include <algorithm>

namespace passatempo::minesweeper {

Numbers::Numbers(const Surface& surface, const std::uint8_t* cells) {
    const std::uint32_t size = surface.rows() * surface.columns();
    beside_.resize(size);
    index_.assign(size, -1);
    std::vector<std::uint32_t> cell_at(surface.places(), none);  // of the places that are covered cells
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        if (!is_covered(cells[cell])) continue;
        cell_at[surface.place(cell)] = cell;
        index_[cell] = covered_++;
    }
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        if (cells[cell] >= unknown) continue;
        Number number{cell, cells[cell], {}};
        surface.around(surface.place(cell), [&](std::uint32_t place) {
            if (cell_at[place] != none) number.scope.push_back(cell_at[place]);
        });
        for (const std::uint32_t other : number.scope) beside_[other].push_back(numbers_.size());
        numbers_.push_back(std::move(number));
    }
}

cdcl::Network Numbers::network() const {
    cdcl::Network network;
    network.cells = covered_;
    for (const Number& number : numbers_) {
        std::vector<std::int32_t> scope;
        for (const std::uint32_t cell : number.scope) scope.push_back(index_[cell]);
        // A need out of reach stays so when it is cut to one more than the cells there are.
        network.add(scope, std::min<int>(number.need, scope.size() + 1));
    }
    return network;
}

std::vector<std::int32_t> Numbers::outwards(std::uint32_t cell) const {
    std::vector<std::int32_t> found;
    std::vector<char> seen(numbers_.size(), 0);
    const auto meet = [&](std::uint32_t at) {
        for (const std::uint32_t k : beside_[at])
            if (!seen[k]) {
                seen[k] = 1;
                found.push_back(k);
            }
    };
    meet(cell);
    for (std::size_t i = 0; i < found.size(); ++i)
        for (const std::uint32_t other : numbers_[found[i]].scope) meet(other);
    return found;
}

}  // namespace passatempo::minesweeper

namespace passatempo::minesweeper::puzzles {

namespace {

constexpr std::uint8_t open_cell = 0, safe_cell = 1, mine_cell = 2;

bool holds(const std::vector<std::uint32_t>& cells, std::uint32_t cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

// The cells of `one` that are, or are not, in `two`.
std::vector<std::uint32_t> compared(const std::vector<std::uint32_t>& one, const std::vector<std::uint32_t>& two,
                                    bool wanted) {
    std::vector<std::uint32_t> found;
    for (const std::uint32_t cell : one)
        if (holds(two, cell) == wanted) found.push_back(cell);
    return found;
}

}  // namespace

void Deduction::Queue::push(std::uint32_t item) {
    if (holds[item]) return;
    holds[item] = 1;
    items.push_back(item);
}

std::uint32_t Deduction::Queue::pop() {
    const std::uint32_t item = items[at++];
    holds[item] = 0;
    return item;
}

Deduction::Deduction(const Surface& surface, const std::uint8_t* cells, Rule rule, Budget& budget)
    : in_pairs_(rule == Rule::pair),
      numbers_(surface, cells),
      value_(std::size_t{surface.rows()} * surface.columns(), open_cell),
      by_(value_.size(), none) {
    singles_.holds.assign(numbers_.size(), 0);
    pairs_.holds.assign(numbers_.size(), 0);
    for (std::uint32_t number = 0; number < numbers_.size(); ++number) {
        singles_.push(number);
        if (in_pairs_) pairs_.push(number);
    }
    while (!(singles_.empty() && pairs_.empty()) && !budget.spend()) {
        found_.clear();
        if (!singles_.empty()) single(singles_.pop());
        else pairs(pairs_.pop());
        settle();
    }
}

Deduction::Missing Deduction::missing(std::uint32_t number) const {
    Missing found{numbers_[number].need, {}};
    for (const std::uint32_t cell : numbers_[number].scope) {
        found.mines -= value_[cell] == mine_cell;
        if (value_[cell] == open_cell) found.cells.push_back(cell);
    }
    return found;
}

void Deduction::single(std::uint32_t number) {
    const Missing left = missing(number);
    const int cells = left.cells.size();
    if (cells > 0 && (left.mines == 0 || left.mines == cells)) add({number, none}, left.cells, left.mines > 0);
}

// Look at a number beside each that shares an open cell with it, until two settle something.
void Deduction::pairs(std::uint32_t number) {
    const Missing left = missing(number);
    std::vector<std::uint32_t> met{number};
    for (const std::uint32_t cell : left.cells)
        for (const std::uint32_t other : numbers_.beside(cell)) {
            if (holds(met, other)) continue;
            met.push_back(other);
            pair(number, other, left);
            if (!found_.empty()) return;
        }
}

void Deduction::pair(std::uint32_t one, std::uint32_t two, const Missing& first) {
    const Missing second = missing(two);
    const auto shared = compared(first.cells, second.cells, true);
    const auto mine = compared(first.cells, shared, false), its = compared(second.cells, shared, false);
    const auto size = [](const std::vector<std::uint32_t>& cells) -> int { return cells.size(); };
    const int a = first.mines, b = second.mines;
    const int least = std::max({0, a - size(mine), b - size(its)}), most = std::min({size(shared), a, b});
    if (least > most) return;  // a contradiction, which is told elsewhere
    const auto judge = [&](const std::vector<std::uint32_t>& cells, int low, int high) {
        if (!cells.empty() && (high == 0 || low == size(cells))) add({one, two}, cells, high > 0);
    };
    judge(mine, a - most, a - least);
    judge(its, b - most, b - least);
    judge(shared, least, most);
}

void Deduction::add(std::array<std::uint32_t, 2> numbers, const std::vector<std::uint32_t>& settled, bool mine) {
    Use use{numbers, {}, settled, mine};
    // A number that has its mines leaves none for the rest, whatever else is free; and the other way round.
    const std::uint8_t spared = numbers[1] != none ? open_cell : mine ? mine_cell : safe_cell;
    for (const std::uint32_t number : numbers)
        if (number != none)
            for (const std::uint32_t cell : numbers_[number].scope)
                if (value_[cell] != open_cell) {
                    if (value_[cell] != spared) use.after.push_back(cell);
                    if (!holds(use.known, cell)) use.known.push_back(cell);
                }
    found_.push_back(std::move(use));
}

// Settle what the number in hand has found, and wake the numbers around.
void Deduction::settle() {
    for (Use& use : found_) {
        for (const std::uint32_t cell : use.settled) {
            value_[cell] = use.mine ? mine_cell : safe_cell;
            by_[cell] = uses_.size();
        }
        for (const std::uint32_t cell : use.settled)
            for (const std::uint32_t number : numbers_.beside(cell)) {
                singles_.push(number);
                if (in_pairs_) pairs_.push(number);
            }
        uses_.push_back(std::move(use));
    }
}

std::vector<std::size_t> Deduction::trace(std::uint32_t cell) const {
    std::vector<char> met(uses_.size(), 0);
    std::vector<std::uint32_t> wanted{cell};
    while (!wanted.empty()) {
        const std::uint32_t use = by_[wanted.back()];
        wanted.pop_back();
        if (met[use]) continue;
        met[use] = 1;
        wanted.insert(wanted.end(), uses_[use].known.begin(), uses_[use].known.end());
    }
    std::vector<std::size_t> found;
    for (std::size_t use = 0; use < met.size(); ++use)
        if (met[use]) found.push_back(use);
    return found;
}

std::vector<std::uint32_t> Deduction::because(std::size_t use) const {
    std::vector<char> met(uses_.size(), 0);
    std::vector<std::size_t> wanted{use};
    met[use] = 1;
    std::vector<std::uint32_t> found;
    while (!wanted.empty()) {
        const Use& at = uses_[wanted.back()];
        wanted.pop_back();
        for (const std::uint32_t number : at.numbers)
            if (number != none) found.push_back(numbers_[number].cell);
        for (const std::uint32_t cell : at.after)
            if (const std::uint32_t before = by_[cell]; !met[before]) {
                met[before] = 1;
                wanted.push_back(before);
            }
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

}  // namespace passatempo::minesweeper::puzzles
