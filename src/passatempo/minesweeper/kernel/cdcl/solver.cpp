// Deciding, propagating, backjumping and restarting.
// Algorithm: conflict-driven clause learning over cardinality constraints (Marques-Silva and Sakallah 1996)
#include "cdcl/solver.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::minesweeper::cdcl {

namespace {

constexpr std::uint64_t restart_after = 64;  // conflicts, times Luby's sequence
constexpr std::size_t long_scope = 64;       // only the scope of all cells is longer
constexpr std::size_t far_enough = 512;      // cells of it looked at for a decision
constexpr std::uint64_t conflicts_between_polls = 16;

// 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ...
std::uint64_t luby(std::uint64_t i) {
    std::uint64_t size = 1;
    while (size < i + 1) size = 2 * size + 1;
    while (size - 1 != i) {
        size /= 2;
        i %= size;
    }
    return (size + 1) / 2;
}

// The cells, the selectors, and `total`.
std::size_t variables_of(const Network& network, bool selectable) {
    return network.cells + (selectable ? network.numbers() : 0) + 1;
}

}  // namespace

Solver::Solver(const Network& network, bool selectable)
    : cells_(network.cells), clauses_(variables_of(network, selectable)) {
    const std::size_t count = variables_of(network, selectable);
    total_ = literal(count - 1, true);
    held_.assign(count, 0);
    before_.assign(count, untouched);
    levels_.assign(count, unassigned);
    places_.assign(count, 0);
    reasons_.assign(count, no_reason);
    activity_.assign(count, 0.0);
    preferred_.assign(count, 0);
    seen_.assign(count, 0);
    list_numbers(network, selectable);
    for (std::int32_t k = 0; k < std::ssize(numbers_); ++k) {
        recheck(k);
        if (tighten(k) != no_reason) consistent_ = false;
    }
}

void Solver::list_numbers(const Network& network, bool selectable) {
    members_ = network.members;
    for (std::int32_t k = 0; k < network.numbers(); ++k) {
        const std::size_t at = k;
        numbers_.push_back({network.starts[at], network.starts[at + 1], network.needs[at], network.needs[at]});
    }
    if (network.counted()) {
        for (std::int32_t cell = 0; cell < cells_; ++cell) members_.push_back(cell);
        const std::int64_t cap = cells_;
        // Bounds out of reach stay so when they are cut to one more than the cells there are.
        numbers_.push_back({network.members.size(), members_.size(),
                            static_cast<std::int32_t>(std::clamp<std::int64_t>(network.fewest, 0, cap + 1)),
                            static_cast<std::int32_t>(std::clamp<std::int64_t>(network.most, -1, cap))});
    }
    std::vector<std::size_t> degrees(held_.size() + 1, 0);
    for (const std::int32_t cell : members_) ++degrees[cell + 1];
    for (std::size_t k = 0; k < numbers_.size(); ++k) {
        Number& number = numbers_[k];
        number.open = number.end - number.start;
        const bool whole = k == static_cast<std::size_t>(network.numbers());
        if (whole) number.selector = variable_of(total_);
        else if (selectable) number.selector = cells_ + k;
        if (number.selector < 0) continue;
        ++degrees[number.selector + 1];
    }
    for (std::size_t v = 1; v < degrees.size(); ++v) degrees[v] += degrees[v - 1];
    beside_starts_ = degrees;
    beside_.resize(degrees.back());
    for (std::int32_t k = 0; k < std::ssize(numbers_); ++k) {
        const Number& number = numbers_[k];
        for (const std::int32_t cell : scope(number)) beside_[degrees[cell]++] = k;
        if (number.selector >= 0) beside_[degrees[number.selector]++] = k;
    }
}

std::span<const std::int32_t> Solver::beside(std::int32_t cell) const {
    const std::size_t at = cell;
    return {beside_.data() + beside_starts_[at], beside_starts_[at + 1] - beside_starts_[at]};
}

bool Solver::total_fits() const {
    if (numbers_.empty() || numbers_.back().selector != variable_of(total_)) return true;
    const Number& whole = numbers_.back();
    return whole.sum >= whole.fewest && whole.sum <= whole.most;
}

Verdict Solver::solve(std::span<const Literal> assumptions, Budget& budget) {
    begin();
    std::uint64_t restarts = 0;
    std::uint64_t left = restart_after;
    while (consistent_) {
        const std::int32_t conflict = propagate(&budget);
        if (conflict != no_reason) {
            ++conflicts_;
            if (level() == 0) {
                consistent_ = false;
                break;
            }
            learn(conflict);
            if (--left == 0) {
                left = restart_after * luby(++restarts);
                backtrack(0);
                if (known_) restore();
                forget_some();
            }
            // With a count a conflict may look through all cells of the board.
            if (budget.spend() || (conflicts_ % conflicts_between_polls == 0 && budget.poll()))
                return end(Verdict::stopped);
        } else if (budget.stop() != Stop::done) {
            return end(Verdict::stopped);
        } else if (level() < std::ssize(assumptions)) {
            const Literal next = assumptions[level()];
            if (is_false(next)) {
                explain_false(next);
                return end(Verdict::no);
            }
            decide(next);
        } else {
            const Literal next = choose();
            if (next < 0) return end(Verdict::yes);
            if (budget.spend()) return end(Verdict::stopped);
            decide(next);
        }
    }
    return end(Verdict::no);
}

void Solver::begin() {
    for (const std::int32_t v : changed_) before_[v] = untouched;
    changed_.clear();
    core_.clear();
}

// Back to where the search began; the layout found is kept, else the one before.
Verdict Solver::end(Verdict verdict) {
    backtrack(0);
    if (verdict == Verdict::yes) known_ = true;
    else restore();
    return verdict;
}

// Hold the values from before the search. After a restart too: now and then a search drifts far from its question, and
// what it learned serves it better near to where it began.
void Solver::restore() {
    for (const std::int32_t v : changed_)
        if (levels_[v] == unassigned) hold(v, before_[v] != 0);
}

bool Solver::fix(Literal fact, Budget* budget) {
    assert(level() == 0);
    begin();
    if (is_false(fact)) consistent_ = false;
    else if (!assigned(fact)) assign(fact, no_reason);
    consistent_ = consistent_ && propagate(budget) == no_reason;
    return consistent_;
}

void Solver::hold(std::int32_t variable, bool value) {
    std::uint8_t& held = held_[variable];
    if ((held != 0) == value) return;
    if (std::uint8_t& before = before_[variable]; before == untouched) {
        before = held;
        changed_.push_back(variable);
    }
    held = value ? 1 : 0;
    if (variable >= cells_) return;
    for (const std::int32_t k : beside(variable)) {
        numbers_[k].sum += value ? 1 : -1;
        recheck(k);
    }
}

// Is the number among the wrong ones, as it should be?
void Solver::recheck(std::int32_t k) {
    Number& number = numbers_[k];
    const bool wrong = (number.sum < number.fewest || number.sum > number.most) && active(number);
    if (wrong == (number.place >= 0)) return;
    if (wrong) {
        number.place = wrong_.size();
        wrong_.push_back(k);
        return;
    }
    const std::int32_t last = wrong_.back();
    wrong_[number.place] = last;
    numbers_[last].place = number.place;
    number.place = -1;
    wrong_.pop_back();
}

void Solver::assign(Literal l, std::int32_t reason) {
    assert(!assigned(l));
    const std::int32_t variable = variable_of(l);
    const std::size_t at = variable;
    levels_[at] = level();
    places_[at] = trail_.size();
    reasons_[at] = reason;
    trail_.push_back(l);
    hold(variable, value_of(l));
    for (const std::int32_t k : beside(variable)) {
        Number& number = numbers_[k];
        if (number.selector == variable) {
            recheck(k);
            continue;
        }
        --number.open;
        number.mines += value_of(l) ? 1 : 0;
    }
}

void Solver::decide(Literal l) {
    ends_.push_back(trail_.size());
    if (!assigned(l)) assign(l, no_reason);
}

void Solver::backtrack(std::int32_t to) {
    if (level() <= to) return;
    const std::size_t end = ends_[to];
    while (trail_.size() > end) {
        const Literal l = trail_.back();
        trail_.pop_back();
        const std::int32_t variable = variable_of(l);
        levels_[variable] = unassigned;
        for (const std::int32_t k : beside(variable)) {
            Number& number = numbers_[k];
            if (number.selector == variable) {
                recheck(k);
                continue;
            }
            ++number.open;
            number.mines -= value_of(l) ? 1 : 0;
        }
    }
    ends_.resize(to);
    head_ = std::min(head_, trail_.size());
}

std::int32_t Solver::propagate(Budget* budget) {
    while (head_ < trail_.size()) {
        if (budget != nullptr && (++propagated_ & 0xFFF) == 0 && budget->poll()) return no_reason;
        const Literal l = trail_[head_++];
        for (const std::int32_t k : beside(variable_of(l)))
            if (const std::int32_t conflict = tighten(k); conflict != no_reason) return conflict;
        if (const std::int32_t conflict = follow(l); conflict != no_reason) return conflict;
    }
    return no_reason;
}

// A number whose mines are all found frees its other cells; one that needs all its open cells mines them.
std::int32_t Solver::tighten(std::int32_t k) {
    const Number& number = numbers_[k];
    const bool full = number.mines >= number.most;
    const bool needy = number.mines + number.open <= number.fewest;
    if ((!full && !needy) || !active(number)) return no_reason;
    if (number.mines > number.most || number.mines + number.open < number.fewest) return k;
    if (number.open == 0) return no_reason;
    for (const std::int32_t cell : scope(number))
        if (const Literal l = literal(cell, needy); !assigned(l)) assign(l, k);
    return no_reason;
}

std::int32_t Solver::follow(Literal l) {
    const Literal gone = opposite(l);
    std::vector<Watch>& watches = clauses_.watching(gone);
    std::int32_t conflict = no_reason;
    std::size_t kept = 0;
    for (std::size_t w = 0; w < watches.size(); ++w) {
        const Watch watch = watches[w];
        if (conflict != no_reason || is_true(watch.other)) {
            watches[kept++] = watch;
            continue;
        }
        std::vector<Literal>& literals = clauses_[watch.clause].literals;
        if (literals[0] == gone) std::swap(literals[0], literals[1]);
        const Literal first = literals[0];
        const auto next = is_true(first) ? literals.end()
                                         : std::find_if(literals.begin() + 2, literals.end(),
                                                        [this](Literal other) { return !is_false(other); });
        if (!is_true(first) && next != literals.end()) {
            std::swap(literals[1], *next);
            clauses_.watching(literals[1]).push_back({watch.clause, first});
            continue;
        }
        watches[kept++] = {watch.clause, first};
        if (is_false(first)) conflict = -2 - watch.clause;
        else if (!assigned(first)) assign(first, -2 - watch.clause);
    }
    watches.resize(kept);
    return conflict;
}

// The newest wrong number decides: with all of them in view the search would begin at many places at once.
Literal Solver::choose() {
    if (wrong_.empty()) return -1;
    const Number& number = numbers_[wrong_.back()];
    return number.end - number.start > long_scope ? choose_far(number) : choose_in(number);
}

// The open cell whose change brings the sum nearer and harms the fewest other numbers; of these the liveliest. (Changes
// that cells still of one value would welcome count one less; by liveliness alone the changes spread over the board.)
Literal Solver::choose_in(const Number& number) {
    const bool wanted = number.sum < number.fewest;
    Literal best = -1;
    std::int32_t least = 0;
    for (const std::int32_t cell : scope(number)) {
        const Literal l = literal(cell, wanted);
        if (assigned(l) || value(cell) == wanted) continue;
        const std::int32_t loss = harm(cell, wanted) - preferred_[cell];
        if (best >= 0 && (loss > least || (loss == least && !livelier(l, best)))) continue;
        least = loss;
        best = l;
    }
    assert(best >= 0);
    return best;
}

// Numbers that this change takes further from what they need.
std::int32_t Solver::harm(std::int32_t cell, bool wanted) const {
    std::int32_t harmed = 0;
    for (const std::int32_t k : beside(cell)) {
        const Number& number = numbers_[k];
        harmed += (wanted ? number.sum >= number.most : number.sum <= number.fewest) ? 1 : 0;
    }
    return harmed;
}

// The same among some of all cells, a few each time.
Literal Solver::choose_far(const Number& number) {
    const bool wanted = number.sum < number.fewest;
    const std::span<const std::int32_t> cells = scope(number);
    Literal best = -1;
    std::int32_t least = 0;
    for (std::size_t looked = 0; looked < cells.size() && (best < 0 || looked < far_enough); ++looked) {
        cursor_ = (cursor_ + 1) % cells.size();
        const Literal l = literal(cells[cursor_], wanted);
        if (assigned(l) || value(variable_of(l)) == wanted) continue;
        const std::int32_t loss = harm(cells[cursor_], wanted);
        if (best >= 0 && loss >= least) continue;
        least = loss;
        best = l;
    }
    assert(best >= 0);
    return best;
}

}  // namespace passatempo::minesweeper::cdcl
