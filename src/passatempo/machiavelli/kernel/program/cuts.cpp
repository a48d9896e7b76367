// Rows that all whole points meet and the point of the relaxation does not, found before anything is split.
// Algorithm: mixed-integer rounding of rows of the tableau (Gomory 1960), done in whole numbers
#include <algorithm>
#include <cmath>
#include <numeric>
#include <utility>

#include "program/program.hpp"

namespace passatempo::machiavelli {

namespace {

constexpr int most_rounds = 10, most_cuts = 6;  // of each round
constexpr int most_denominator = 60, most_factor = 500;
constexpr double most_multiplier = 1e6;  // sums of so few rows stay far below 2^63
constexpr double nearly = 1e-5;          // whole, of what the tableau says
constexpr double least_off = 0.01;       // from whole, of a variable that is to be cut
constexpr double least_depth = 1e-3;     // of the point beyond a cut

std::int64_t floor_of(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

// From  sum c y = right,  all over one denominator, with whole y >= 0 follows  sum round(c) y >= least.
class Rounding {
public:
    Rounding(std::int64_t right, std::int64_t over)
        : over_(over), part_(right - floor_of(right, over) * over), least_((floor_of(right, over) + 1) * part_) {}

    bool any() const { return part_ > 0; }
    std::int64_t least() const { return least_; }
    std::int64_t operator()(std::int64_t factor) const {
        const std::int64_t whole = floor_of(factor, over_);
        return whole * part_ + std::min(part_, factor - whole * over_);
    }

private:
    std::int64_t over_, part_, least_;
};

}  // namespace

// Relax and cut in turns; false if no point is left, or none that is good enough.
bool Program::strengthen() {
    for (int round = 0; round < most_rounds; ++round) {
        const Verdict verdict = relax();
        if (verdict == Verdict::none) return false;
        if (verdict != Verdict::point || !add_cuts()) break;
    }
    return true;
}

// Cuts from the rows whose variables are the farthest from whole; false if there are none.
bool Program::add_cuts() {
    std::vector<std::pair<double, int>> rows;
    for (int k = 0; k < rows_; ++k) {
        const double off = off_whole(values_[k]);
        if (off > least_off) rows.emplace_back(-off, k);
    }
    std::sort(rows.begin(), rows.end());
    const std::size_t before = least_.size();
    for (const auto& [off, row] : rows)
        if (least_.size() < before + most_cuts) add_cut(row);
    for (std::size_t k = before; k < least_.size(); ++k) enter(k);
    return least_.size() > before;
}

// By what all factors of slacks in a row of the tableau become whole; 0 if by nothing small.
int Program::denominator(int row) const {
    const double* const a = line(row);
    int over = 1;
    for (int j = 0; j < columns_; ++j) {
        if (column_[j] < columns_) continue;
        int more = 1;
        while (off_whole(a[j] * over * more) > nearly * over * more)
            if (over * ++more > most_denominator) return 0;
        over *= more;
    }
    return over;
}

// The row says what its variable is as a sum over the columns. Those that are slacks are written as rows of the
// program, which holds for all points whatever rounding did to the factors, and each variable is counted from the bound
// that it is at.
void Program::add_cut(int row) {
    const int over = denominator(row);
    if (over < 2) return;
    std::fill(multipliers_.begin(), multipliers_.end(), 0);
    for (int j = 0; j < columns_; ++j) {
        if (column_[j] < columns_) continue;
        const double times = line(row)[j] * over;
        if (std::abs(times) > most_multiplier) return;
        multipliers_[column_[j] - columns_] = std::llround(times);
    }
    const auto from_high = [&](int x) { return all_[x].place >= 0 && at_high_[all_[x].place]; };
    std::int64_t right = combine(0);
    for (int x = 0; x < columns_; ++x) right -= sums_[x] * (from_high(x) ? high_[x] : low_[x]);
    const Rounding rounded(right, over);
    if (!rounded.any()) return;
    std::int64_t least = rounded.least();
    for (int x = 0; x < columns_; ++x) {
        sums_[x] = from_high(x) ? -rounded(-sums_[x]) : rounded(sums_[x]);
        least += sums_[x] * (from_high(x) ? high_[x] : low_[x]);
    }
    for (std::size_t k = 0; k < least_.size(); ++k) {
        if (multipliers_[k] == 0) continue;
        const std::int64_t times = rounded(-multipliers_[k]);
        least += times * least_[k];
        for (const auto& [x, factor] : terms_of(k)) sums_[x] += times * factor;
    }
    take(least);
}

// A row of the factors in `sums_`, if they are small and the relaxation's point is well outside.
void Program::take(std::int64_t least) {
    std::int64_t common = 0;
    for (const std::int64_t factor : sums_) common = std::gcd(common, factor);
    if (common == 0) return;
    std::vector<Term> terms;
    double sum = 0, norm = 0;
    for (int x = 0; x < columns_; ++x) {
        const std::int64_t factor = sums_[x] / common;
        if (std::abs(factor) > most_factor) return;
        if (factor == 0) continue;
        const int small = factor;
        terms.push_back({x, small});
        sum += factor * value_of(x);
        norm += factor * factor;
    }
    const std::int64_t bound = -floor_of(-least, common);
    if (bound - sum < least_depth * std::sqrt(norm)) return;
    add_row(terms, bound);
    multipliers_.push_back(0);
}

}  // namespace passatempo::machiavelli
