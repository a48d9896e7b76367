// The search for whole points, and what the relaxation must prove. There is no twin of its own: what is asked in
// formulation.cpp is compared with machiavelli/reference/search.py.
// Algorithm: branch and bound with certificates in whole numbers
#include "program/program.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace passatempo::machiavelli {

namespace {

constexpr double most_reach = 0x1p61;
constexpr int most_narrowed = 3;  // times at a node

// A number in [1, 2) for each variable: costs that differ keep the simplex method from going round in circles.
double unequal(int variable) {
    const std::uint64_t mixed = (variable + 1) * 0x9E3779B97F4A7C15U;
    return 1 + std::ldexp(mixed >> 40, -24);
}

}  // namespace

void Program::clear() {
    low_.clear();
    high_.clear();
    gains_.clear();
    first_.clear();
    terms_.clear();
    ends_.clear();
    least_.clear();
    reaches_.clear();
}

int Program::add_variable(int low, int high, std::int64_t gain, bool first) {
    first_.push_back(first);
    low_.push_back(low);
    high_.push_back(high);
    gains_.push_back(gain);
    return std::ssize(low_) - 1;
}

void Program::add_row(std::span<const Term> terms, int least) {
    terms_.insert(terms_.end(), terms.begin(), terms.end());
    ends_.push_back(std::ssize(terms_));
    least_.push_back(least);
    double reach = std::abs(least);
    for (const auto& [x, factor] : terms) reach += std::abs(factor) * std::max(std::abs(low_[x]), std::abs(high_[x]));
    reaches_.push_back(reach);
}

bool Program::solve(std::int64_t least, std::int64_t enough, Budget& budget, Budget* watch) {
    budget_ = &budget;
    watch_ = watch;
    wanted_ = least;
    enough_ = enough;
    found_ = false;
    index_rows();
    changes_.clear();
    if (!tighten()) return false;
    begin();
    wanted_ = std::max(wanted_, -reach_);  // less would not fit beside the scale of a proof
    explore();
    return found_;
}

void Program::solve_each(const Next& next, Budget& budget) {
    next_ = &next;
    solve(0, 0, budget);
    next_ = nullptr;
}

// Is no other point looked for, after the one just accepted?
bool Program::suffices() { return next_ != nullptr ? !go_beyond() : gain_ >= enough_; }

// What the point found does not meet holds from now on, in all that is still searched.
bool Program::go_beyond() {
    wanted_ = gain_;
    const std::span<const Term> terms = (*next_)();
    if (terms.empty()) return false;
    add_row(terms, 1);
    multipliers_.push_back(0);
    enter(least_.size() - 1);
    return true;
}

// All variables are columns, and all slacks rest: none of them needs a line.
void Program::begin() {
    columns_ = std::ssize(low_);
    stride_ = (columns_ + 7) / 8 * 8;
    rows_ = 0;
    tableau_.assign((columns_ + 2) * stride_, 0.0);
    all_.clear();
    for (int x = 0; x < columns_; ++x) all_.push_back({double(low_[x]), double(high_[x]), x});
    resting_.clear();
    for (std::size_t k = 0; k < least_.size(); ++k) enter(k);
    set_costs();
    row_.assign(columns_, -1);
    values_.assign(columns_, 0.0);
    norms_.assign(columns_, 0.0);
    now_.resize(columns_);
    candidates_.reserve(columns_);
    multipliers_.assign(least_.size(), 0);
    sums_.assign(columns_, 0);
}

// Where any point will do, costs of one sign, so that runs and sets are made as many as can be, whole numbers mostly:
// costs of both signs take several times as long. Else the gains, less so little for a unit of each variable that no
// whole gain is passed over: few cards in runs are oftener whole than many.
void Program::set_costs() {
    free_ = std::all_of(gains_.begin(), gains_.end(), [](std::int64_t gain) { return gain == 0; });
    column_.resize(columns_);
    at_high_.assign(columns_, 0);
    reach_ = 1;
    for (int x = 0; x < columns_; ++x) {
        column_[x] = x;
        reach_ += std::abs(gains_[x]) * high_[x];
        const double one = free_ ? 1 : -1e-3 / columns_;
        costs()[x] = gains_[x] + one * unequal(x);
        at_high_[x] = costs()[x] > 0;
    }
}

// Look for points below this node; true if the search is over.
bool Program::explore() {
    Verdict verdict = relax();
    for (int times = 0; times < most_narrowed && verdict == Verdict::point && !free_; ++times) {
        const std::size_t before = changes_.size();
        if (!narrow_by_gains()) return false;
        if (changes_.size() == before) break;
        for (int x = 0; x < columns_; ++x) set_bounds(x);
        verdict = relax();
    }
    if (verdict == Verdict::halted) return true;
    if (verdict == Verdict::none) return false;
    int variable = verdict == Verdict::point ? fractional() : -1;
    if (variable < 0 && verdict == Verdict::point && accept()) {
        if (suffices()) return true;
        if (next_ != nullptr) return explore();  // the point is none any more
        if (gains_prove()) return false;         // this point was the best one
    }
    if (variable < 0)  // rounding hides what the relaxation says: split any variable that is not fixed
        for (int x = 0; x < columns_; ++x)
            if (low_[x] < high_[x] && (variable < 0 || high_[x] - low_[x] > high_[variable] - low_[variable]))
                variable = x;
    if (variable < 0) return accept() && suffices();
    return branch(variable, value_of(variable));
}

// Is the point of the relaxation, rounded, one of the program, and good enough?
bool Program::accept() {
    trial_.resize(columns_);
    std::int64_t gain = 0;
    for (int x = 0; x < columns_; ++x) {
        trial_[x] = std::lround(value_of(x));
        if (trial_[x] < low_[x] || trial_[x] > high_[x]) return false;
        gain += gains_[x] * trial_[x];
    }
    for (std::size_t row = 0; row < least_.size(); ++row) {
        int sum = 0;
        for (const auto& [x, factor] : terms_of(row)) sum += factor * trial_[x];
        if (sum < least_[row]) return false;
    }
    if (gain < wanted_) return false;
    point_ = trial_;
    gain_ = gain;
    wanted_ = gain + 1;
    found_ = true;
    return true;
}

// The row's multipliers: they add rows of the program up to one that no point within the bounds meets.
bool Program::row_proves(int leaving, bool up) {
    std::fill(multipliers_.begin(), multipliers_.end(), 0);
    constexpr double scale = 1 << 20;
    // Where the row is to go up, `row - sum of columns = 0` has slacks of columns that would have to be negative.
    const auto note = [&](int variable, double factor) {
        if (variable >= columns_)
            multipliers_[variable - columns_] = std::max<std::int64_t>(0, std::llround(scale * factor));
    };
    const double* const a = line_of(leaving);
    note(leaving, up ? 1.0 : -1.0);
    for (int j = 0; j < columns_; ++j) note(column_[j], up ? -a[j] : a[j]);
    return proves(0);
}

// No point is good enough: the gain and what the rows add to it stay below what is wanted.
bool Program::gains_prove() {
    std::int64_t scale = 1 << 16;
    for (; reach_ > (std::int64_t{1} << 58) / scale && scale > 1; scale /= 2) continue;
    for (std::int64_t& multiplier : multipliers_) multiplier = 0;
    for (int j = 0; j < columns_; ++j)
        if (column_[j] >= columns_)
            multipliers_[column_[j] - columns_] = std::max<std::int64_t>(0, std::llround(-scale * costs()[j]));
    return proves(scale);
}

// What the last proof fell short by is all that a variable may cost which leaves its better bound.
bool Program::narrow_by_gains() {
    for (int x = 0; x < columns_; ++x) {
        const std::int64_t cost = std::abs(sums_[x]);
        if (cost == 0 || low_[x] == high_[x]) continue;
        const std::int64_t most = left_over_ / cost;
        if (most >= high_[x] - low_[x]) continue;
        if (sums_[x] > 0) set(x, high_[x] - static_cast<int>(most), high_[x]);
        else set(x, low_[x], low_[x] + static_cast<int>(most));
    }
    return tighten();
}

// With y the multipliers, gain(x) <= gain(x) + y (A x - b) for every point: is that below what is wanted within the
// bounds, or below 0 where gains do not count?
bool Program::proves(std::int64_t scale) {
    double reach = 0;
    for (std::size_t row = 0; row < least_.size(); ++row) reach += std::abs(multipliers_[row]) * reaches_[row];
    if (reach > most_reach) {  // the sums might not fit
        left_over_ = 0;
        std::fill(sums_.begin(), sums_.end(), 0);
        return false;
    }
    std::int64_t most = -combine(scale);
    for (int x = 0; x < columns_; ++x) most += sums_[x] * (sums_[x] > 0 ? high_[x] : low_[x]);
    left_over_ = most - scale * wanted_;
    return left_over_ < 0;
}

// What a unit of each variable adds to so many gains and, by their multipliers, to the rows; returns what these are to
// be at least.
std::int64_t Program::combine(std::int64_t scale) {
    for (int x = 0; x < columns_; ++x) sums_[x] = scale * gains_[x];
    std::int64_t least = 0;
    for (std::size_t row = 0; row < least_.size(); ++row) {
        const std::int64_t times = multipliers_[row];
        if (times == 0) continue;
        least += times * least_[row];
        for (const auto& [x, factor] : terms_of(row)) sums_[x] += times * factor;
    }
    return least;
}

}  // namespace passatempo::machiavelli
