// Relaxations by the dual simplex method with bounds, from one branch to the next without a new start. Most slacks
// never become columns; so only the variables given have lines.
// Algorithm: dual simplex that passes bounds (Maros 2003), what leaves chosen by the length of its line
#include <algorithm>
#include <array>
#include <cmath>

#include "program/program.hpp"

namespace passatempo::machiavelli {

namespace {

constexpr int most_pivots = 2000;  // of one relaxation; some dozens are usual

}  // namespace

// What the distance of a line's variable from its bounds is to be measured by.
double Program::norm(const double* a) const {
    std::array<double, 8> sums{};
    for (std::ptrdiff_t j = 0; j < stride_; j += 8)
        for (int k = 0; k < 8; ++k) sums[k] += a[j + k] * a[j + k];
    return 1 + ((sums[0] + sums[1]) + (sums[2] + sums[3])) + ((sums[4] + sums[5]) + (sums[6] + sums[7]));
}

double Program::value(int column) const {
    const Variable& variable = all_[column_[column]];
    return at_high_[column] ? variable.high : variable.low;
}

// The slack of a row rests, unless the row holds whatever happens.
void Program::enter(std::size_t k) {
    int fewest = 0;
    for (const auto& [x, factor] : terms_of(k)) fewest += factor * (factor > 0 ? low_[x] : high_[x]);
    if (fewest < least_[k]) resting_.push_back(columns_ + k);
    all_.push_back({double(least_[k]), infinity, at_rest});
}

Program::Verdict Program::relax() {
    for (int pivots = 0; pivots < most_pivots; ++pivots) {
        if (budget_->spend() || ((pivots & 63) == 63 && watch_ != nullptr && watch_->poll())) return Verdict::halted;
        const int leaving = worst();
        if (leaving < 0) return !free_ && gains_prove() ? Verdict::none : Verdict::point;
        const auto [low, high, place] = all_[leaving];
        const double value = value_of(leaving);
        const bool up = value < low;
        const int column = entering(leaving, up, up ? low - value : value - high);
        if (column < 0) return row_proves(leaving, up) ? Verdict::none : Verdict::unclear;
        pivot(leaving, column, !up);
    }
    return Verdict::unclear;
}

void Program::look_at_all() {
    for (int j = 0; j < columns_; ++j)
        if (column_[j] < columns_) now_[column_[j]] = {value(j), 1};
    for (int k = 0; k < rows_; ++k) now_[row_[k]] = {values_[k], norms_[k] - 1};
}

// The variable that is farthest outside its bounds, by the length of its line; that of a slack is guessed from those of
// its terms, and made for the one that leaves.
int Program::worst() {
    look_at_all();
    int worst = -1;
    double most = 0;
    const auto look = [&](int variable, double outside, double weight) {
        if (outside * outside <= most * weight) return;
        most = outside * outside / weight;
        worst = variable;
    };
    for (int k = 0; k < rows_; ++k) {
        const Variable& variable = all_[row_[k]];
        const double outside = std::max(variable.low - values_[k], values_[k] - variable.high);
        if (outside > tiny) look(row_[k], outside, norms_[k]);
    }
    const Now* const now = now_.data();
    for (const int slack : resting_) {
        const std::span<const Term> terms = terms_of(slack - columns_);
        double outside = least_[slack - columns_];
        for (const auto& [x, factor] : terms) outside -= factor * now[x].value;
        if (outside <= tiny) continue;
        double weight = 1;
        for (const auto& [x, factor] : terms) weight += factor * factor * now[x].weight;
        look(slack, outside, weight);
    }
    if (worst >= columns_) make_line(worst, line_of(worst));
    return worst;
}

// What a slack is as a sum over the columns.
void Program::make_line(int slack, double* a) const {
    std::fill_n(a, stride_, 0.0);
    for (const auto& [x, factor] : terms_of(slack - columns_)) {
        const int place = all_[x].place;
        if (place >= 0) {
            a[place] += factor;
            continue;
        }
        const double* const other = line(-1 - place);
        for (std::ptrdiff_t j = 0; j < stride_; ++j) a[j] += factor * other[j];
    }
}

// The column that takes the place of what leaves: those before it go to their other bounds, as far as it needs. -1 if
// all of them do not suffice.
int Program::entering(int leaving, bool up, double lacking) {
    const double* const a = line_of(leaving);
    const double* const costs = this->costs();
    candidates_.clear();
    for (int j = 0; j < columns_; ++j)
        if (may_enter(j, up ? a[j] : -a[j])) candidates_.push_back(j);
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

// A variable and a column change places; it goes to the bound it was beyond. Its value does not tell which: columns
// that went to their other bounds may have brought it there.
void Program::pivot(int leaving, int column, bool to_high) {
    const int entering = column_[column];
    double* const base = line_of(leaving);
    const double by = ((to_high ? all_[leaving].high : all_[leaving].low) - value_of(leaving)) / base[column];
    const double entered = value(column) + by;
    shift(column, by);
    const double factor = 1 / base[column];
    base[column] = -1;
    for (std::ptrdiff_t j = 0; j < stride_; ++j) base[j] *= -factor;
    for (int k = 0; k < rows_; ++k)
        if (line(k) != base) norms_[k] = add(line(k), base, column, norms_[k]);
    add(costs(), base, column, 0);
    column_[column] = leaving;
    at_high_[column] = to_high;
    replace(leaving, entering, entered);
    all_[leaving].place = column;
}

// What a line says where the column has become what `base` says; returns its norm, `before` where it does not change.
double Program::add(double* a, const double* base, int column, double before) const {
    const double times = a[column];
    if (times == 0) return before;
    a[column] = 0;
    std::array<double, 4> sums{};
    for (std::ptrdiff_t j = 0; j < stride_; j += 4)
        for (int i = 0; i < 4; ++i) {
            a[j + i] += times * base[j + i];
            sums[i] += a[j + i] * a[j + i];
        }
    return 1 + (sums[0] + sums[1]) + (sums[2] + sums[3]);
}

// What leaves gives its line, if it has one, to what enters, if that needs one.
void Program::replace(int leaving, int entering, double value) {
    const bool from_rest = leaving >= columns_, to_rest = entering >= columns_;
    const int row = from_rest ? rows_ : -1 - all_[leaving].place;
    if (from_rest) resting_.erase(std::find(resting_.begin(), resting_.end(), leaving));
    if (to_rest) {
        resting_.push_back(entering);
        all_[entering].place = at_rest;
        if (from_rest) return;
        if (row != --rows_) {  // the last line fills the gap
            std::copy_n(line(rows_), stride_, line(row));
            row_[row] = row_[rows_];
            values_[row] = values_[rows_];
            norms_[row] = norms_[rows_];
            all_[row_[row]].place = -1 - row;
        }
        return;
    }
    if (from_rest) std::copy_n(line_of(leaving), stride_, line(rows_++));
    row_[row] = entering;
    values_[row] = value;
    norms_[row] = norm(line(row));
    all_[entering].place = -1 - row;
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
    at_high_[column] = costs()[column] > 0;  // it may have changed while the variable was fixed
    shift(column, value(column) - before);
}

}  // namespace passatempo::machiavelli
