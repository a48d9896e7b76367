// Relaxations by the dual simplex method with bounds, from one branch to the next without a new start. There is
// no twin of its own: what is asked in formulation.cpp is compared with machiavelli/reference/search.py.
// Algorithm: branch and bound with certificates in whole numbers, begun again with other costs (Gomes and others 2000)
#include "program/program.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>

namespace passatempo::machiavelli {

namespace {

constexpr double tiny = 1e-7;
constexpr double most_reach = 0x1p61;
constexpr int most_narrowed = 3;   // times at a node
constexpr int most_pivots = 2000;  // of one relaxation; some dozens are usual

constexpr std::uint64_t first_patience = 300;  // pivots of an attempt

// A number in [1, 2) for each variable: costs that differ keep the simplex method from going round in circles.
double unequal(int variable, int attempt) {
    const std::uint64_t mixed = (variable + 1 + 1000 * attempt) * 0x9E3779B97F4A7C15U;
    return 1 + std::ldexp(mixed >> 40, -24);
}

// Of both signs, others for each attempt.
double any_sign(int variable, int attempt) { return unequal(variable, -1 - attempt) > 1.5 ? 1.0 : -1.0; }

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

void Program::drop_rows(std::size_t from) {
    ends_.resize(from);
    least_.resize(from);
    reaches_.resize(from);
    terms_.resize(from == 0 ? 0 : ends_.back());
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
    const std::size_t given = least_.size();
    for (attempt_ = 0;; ++attempt_) {
        begin();
        wanted_ = std::max(wanted_, -reach_);  // less would not fit beside the scale of a proof
        last_ = !free_ && attempt_ > 0;
        if (!last_ && !strengthen()) return found_;
        patience_ = first_patience << attempt_ / 2;
        explore();
        if (last_ || patience_ > 0 || budget.stop() != Stop::done) return found_;
        if (!free_) drop_rows(given);  // cuts that do not soon prove anything make every pivot longer
    }
}

void Program::begin() {
    columns_ = std::ssize(low_);
    stride_ = (columns_ + 7) / 8 * 8;
    all_.clear();
    for (int x = 0; x < columns_; ++x) all_.push_back({double(low_[x]), double(high_[x]), x});
    add_slacks();
    set_costs();
    values_.assign(rows_, 0.0);
    norms_.resize(rows_ + 1);  // one for the last line, which no one looks at
    for (int k = 0; k < rows_; ++k) {
        for (int j = 0; j < columns_; ++j) values_[k] += line(k)[j] * value(j);
        norms_[k] = norm(k);
    }
    candidates_.reserve(columns_);
    multipliers_.assign(least_.size(), 0);
    sums_.assign(columns_, 0);
}

// All slacks are rows; rows that hold whatever happens are left out.
void Program::add_slacks() {
    row_.clear();
    tableau_.assign((least_.size() + 1) * stride_, 0.0);
    int from = 0;
    for (int k = 0; k < std::ssize(least_); from = ends_[k++]) {
        all_.push_back({double(least_[k]), infinity, 0});
        int fewest = 0;
        for (int t = from; t < ends_[k]; ++t) {
            const auto [x, factor] = terms_[t];
            fewest += factor * (factor > 0 ? low_[x] : high_[x]);
        }
        if (fewest >= least_[k]) continue;
        const int row = std::ssize(row_);
        for (int t = from; t < ends_[k]; ++t) line(row)[terms_[t].variable] += terms_[t].factor;
        all_.back().place = -1 - row;
        row_.push_back(columns_ + k);
    }
    rows_ = std::ssize(row_);
}

// Where any point will do, costs of both signs; else the gains, and so little more that no whole gain is passed over.
void Program::set_costs() {
    free_ = std::all_of(gains_.begin(), gains_.end(), [](std::int64_t gain) { return gain == 0; });
    column_.resize(columns_);
    at_high_.assign(columns_, 0);
    reach_ = 1;
    for (int x = 0; x < columns_; ++x) {
        column_[x] = x;
        reach_ += std::abs(gains_[x]) * high_[x];
        const double one = free_ ? any_sign(x, attempt_) : 1e-3 / columns_;
        line(rows_)[x] = gains_[x] + one * unequal(x, attempt_);
        at_high_[x] = line(rows_)[x] > 0;
    }
}

// What the row's distance from its bounds is to be measured by.
double Program::norm(int row) const {
    const double* const a = line(row);
    std::array<double, 8> sums{};
    for (std::ptrdiff_t j = 0; j < stride_; j += 8)
        for (int k = 0; k < 8; ++k) sums[k] += a[j + k] * a[j + k];
    return 1 + ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

double Program::value(int column) const {
    const Variable& variable = all_[column_[column]];
    return at_high_[column] ? variable.high : variable.low;
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
        if (gain_ >= enough_) return true;
        if (gains_prove()) return false;  // this point was the best one
    }
    if (variable < 0)  // rounding hides what the relaxation says: split any variable that is not fixed
        for (int x = 0; x < columns_; ++x)
            if (low_[x] < high_[x] && (variable < 0 || high_[x] - low_[x] > high_[variable] - low_[variable]))
                variable = x;
    if (variable < 0) return accept() && gain_ >= enough_;
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
    int from = 0;
    for (std::size_t row = 0; row < least_.size(); ++row) {
        int sum = 0;
        for (; from < ends_[row]; ++from) sum += terms_[from].factor * trial_[terms_[from].variable];
        if (sum < least_[row]) return false;
    }
    if (gain < wanted_) return false;
    point_ = trial_;
    gain_ = gain;
    wanted_ = gain + 1;
    found_ = true;
    return true;
}

Program::Verdict Program::relax() {
    for (int pivots = 0; pivots < most_pivots; ++pivots) {
        if (budget_->spend() || ((pivots & 63) == 63 && watch_ != nullptr && watch_->poll())) return Verdict::halted;
        if (!last_ && --patience_ == 0) return Verdict::halted;
        const int row = worst_row();
        if (row < 0) return !free_ && gains_prove() ? Verdict::none : Verdict::point;
        const Variable& variable = all_[row_[row]];
        const bool up = values_[row] < variable.low;
        const double lacking = up ? variable.low - values_[row] : values_[row] - variable.high;
        const int column = entering(row, up, lacking);
        if (column < 0) return row_proves(row, up) ? Verdict::none : Verdict::unclear;
        pivot(row, column, !up);
    }
    return Verdict::unclear;
}

// The row that is farthest outside its bounds.
int Program::worst_row() const {
    int worst = -1;
    double most = 0;
    for (int k = 0; k < rows_; ++k) {
        const Variable& variable = all_[row_[k]];
        const double outside = std::max(variable.low - values_[k], values_[k] - variable.high);
        if (outside > tiny && outside * outside > most * norms_[k]) {
            most = outside * outside / norms_[k];
            worst = k;
        }
    }
    return worst;
}

// The column that takes the row's place: those before it go to their other bounds, as far as the row needs it. -1 if
// all of them do not suffice.
int Program::entering(int row, bool up, double lacking) {
    const double* const a = line(row);
    const double* const costs = line(rows_);
    candidates_.clear();
    for (int j = 0; j < columns_; ++j) {
        const double by = up ? a[j] : -a[j];
        if (at_high_[j] ? by > -tiny : by < tiny) continue;
        const Variable& variable = all_[column_[j]];
        if (variable.low < variable.high) candidates_.push_back(j);
    }
    const auto ratio = [&](int j) { return std::abs(costs[j] / a[j]); };
    std::size_t flipped = 0;
    int chosen = -1;
    for (; flipped < candidates_.size(); ++flipped) {
        const auto from = candidates_.begin() + flipped;
        std::iter_swap(from,
                       std::min_element(from, candidates_.end(), [&](int j, int k) { return ratio(j) < ratio(k); }));
        const Variable& variable = all_[column_[*from]];
        lacking -= std::abs(a[*from]) * (variable.high - variable.low);
        if (lacking < 0) {
            chosen = *from;
            break;
        }
    }
    if (chosen < 0 && lacking > tiny) return -1;
    if (chosen < 0) chosen = candidates_[--flipped];
    for (std::size_t k = 0; k < flipped; ++k) flip(candidates_[k]);
    return chosen;
}

void Program::flip(int column) {
    const double before = value(column);
    at_high_[column] = !at_high_[column];
    shift(column, value(column) - before);
}

void Program::shift(int column, double by) {
    if (by == 0) return;
    for (int k = 0; k < rows_; ++k) values_[k] += line(k)[column] * by;
}

// Row and column change places; the row goes to the bound it was beyond. Its value does not tell which: columns that
// went to their other bounds may have brought it there.
void Program::pivot(int row, int column, bool to_high) {
    const int leaving = row_[row], entering = column_[column];
    double* const base = line(row);
    const double by = ((to_high ? all_[leaving].high : all_[leaving].low) - values_[row]) / base[column];
    const double entered = value(column) + by;
    shift(column, by);
    const double factor = 1 / base[column];
    base[column] = -1;
    for (std::ptrdiff_t j = 0; j < stride_; ++j) base[j] *= -factor;
    for (int k = 0; k <= rows_; ++k) {
        double* const other = line(k);
        const double times = other[column];
        if (k == row || times == 0) continue;
        other[column] = 0;
        std::array<double, 4> sums{};
        for (std::ptrdiff_t j = 0; j < stride_; j += 4)
            for (int i = 0; i < 4; ++i) {
                other[j + i] += times * base[j + i];
                sums[i] += other[j + i] * other[j + i];
            }
        norms_[k] = 1 + (sums[0] + sums[1]) + (sums[2] + sums[3]);
    }
    norms_[row] = norm(row);
    values_[row] = entered;
    row_[row] = entering;
    column_[column] = leaving;
    at_high_[column] = to_high;
    all_[entering].place = -1 - row;
    all_[leaving].place = column;
}

// Tell the tableau of the bounds of a variable, if they have changed.
void Program::set_bounds(int x) {
    Variable& variable = all_[x];
    if (variable.low == low_[x] && variable.high == high_[x]) return;
    const int column = variable.place;
    const double before = column < 0 ? 0 : value(column);
    variable.low = low_[x];
    variable.high = high_[x];
    if (column < 0) return;
    at_high_[column] = line(rows_)[column] > 0;  // it may have changed while the variable was fixed
    shift(column, value(column) - before);
}

// The row's multipliers: they add rows of the program up to one that no point within the bounds meets.
bool Program::row_proves(int row, bool up) {
    std::fill(multipliers_.begin(), multipliers_.end(), 0);
    constexpr double scale = 1 << 20;
    // Where the row is to go up, `row - sum of columns = 0` has slacks of columns that would have to be negative.
    const auto note = [&](int variable, double factor) {
        if (variable >= columns_)
            multipliers_[variable - columns_] = std::max<std::int64_t>(0, std::llround(scale * factor));
    };
    note(row_[row], up ? 1.0 : -1.0);
    for (int j = 0; j < columns_; ++j) note(column_[j], up ? -line(row)[j] : line(row)[j]);
    return proves(0);
}

// No point is good enough: the gain and what the rows add to it stay below what is wanted.
bool Program::gains_prove() {
    std::int64_t scale = 1 << 16;
    for (; reach_ > (std::int64_t{1} << 58) / scale && scale > 1; scale /= 2) continue;
    for (std::int64_t& multiplier : multipliers_) multiplier = 0;
    for (int j = 0; j < columns_; ++j)
        if (column_[j] >= columns_)
            multipliers_[column_[j] - columns_] = std::max<std::int64_t>(0, std::llround(-scale * line(rows_)[j]));
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
