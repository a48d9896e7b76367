// Gradients by hand, the cut of features and units to [0, 1] as in the network.
// Algorithm: logistic regression and back-propagation by minibatches
#include "value_fit.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace passatempo::mnk {
namespace {

constexpr float leak = 0.02F;  // of the pull back into [0, 1], for features outside it: none would be lost for ever

float cut(float x) { return std::clamp(x, 0.0F, 1.0F); }
bool inside(float x) { return x > 0 && x < 1; }

std::int16_t rounded(double x) { return static_cast<std::int16_t>(std::lround(std::clamp(x, -32000.0, 32000.0))); }

// Cells of which nothing near is to be feared have no features: they are many, and say little.
std::vector<bool> telling() {
    std::vector<bool> found(multisets);
    for (std::uint32_t code = 0; code < (1U << 16); ++code) {
        int best = 0;
        for (int d = 0; d < directions; ++d) best = std::max(best, static_cast<int>((code >> (4 * d)) & 15));
        if (best < shapes && best >= open_two) found[multiset(code)] = true;
    }
    return found;
}

}  // namespace

Sample sample_of(const Board& board, float target) {
    Sample sample;
    sample.target = target;
    for (int p = 0; p < 2; ++p) {
        const int player = p == 0 ? board.side() : 1 - board.side();
        std::vector<std::uint16_t> found;
        for (int c = 0; c < board.size(); ++c)
            if (board.empty(c)) found.push_back(multiset(board.code(player, c)));
        std::sort(found.begin(), found.end());
        auto& kinds = sample.kinds[p];
        for (const auto multiset : found) {
            if (kinds.empty() || kinds.back().multiset != multiset) kinds.push_back({multiset, 0});
            ++kinds.back().cells;
        }
    }
    return sample;
}

ValueFit::ValueFit(std::uint64_t seed)
    : random_(seed),
      rows_(linear + inputs, 1e-6F),
      featured_(telling()),
      first_(hidden * both),
      first_bias_(hidden),
      output_weight_(hidden),
      bias_(1) {
    for (std::size_t shape = 0; shape < shapes; ++shape)
        for (std::size_t i = linear; i < linear + inputs; ++i) rows_.of_class(shape)[i] = 0.06F * random_.around_zero();
    const float spread = std::sqrt(6.0F / both);  // variance 2 / both
    for (float& weight : first_.value) weight = spread * random_.around_zero();
    for (float& weight : output_weight_.value) weight = 0.18F * random_.around_zero();
    rows_.sum();
}

float ValueFit::value(const Sample& sample) {
    float z = bias_.value[0];
    features_.fill(0);
    for (std::size_t p = 0; p < 2; ++p)
        for (const auto& [multiset, count] : sample.kinds[p]) {
            const float* const row = rows_.row(multiset);
            const float cells = count;
            z += p == 0 ? cells * row[0] : -cells * row[1];
            if (!featured_[multiset]) continue;
            for (std::size_t i = 0; i < inputs; ++i) features_[p * inputs + i] += cells * row[linear + i];
        }
    std::copy(first_bias_.value.begin(), first_bias_.value.end(), units_.begin());
    for (std::size_t i = 0; i < both; ++i)
        for (std::size_t unit = 0; unit < hidden; ++unit)
            units_[unit] += cut(features_[i]) * first_.value[i * hidden + unit];
    for (std::size_t unit = 0; unit < hidden; ++unit) z += cut(units_[unit]) * output_weight_.value[unit];
    return z;
}

// Adds the gradient of the sample just valued; `error` is the loss's slope by z.
void ValueFit::learn(const Sample& sample, float error) {
    Layer pull{};
    bias_.gradient[0] += error;
    for (std::size_t unit = 0; unit < hidden; ++unit) {
        output_weight_.gradient[unit] += error * cut(units_[unit]);
        pull[unit] = inside(units_[unit]) ? error * output_weight_.value[unit] : 0;
        first_bias_.gradient[unit] += pull[unit];
    }
    std::array<float, both> back{};
    for (std::size_t i = 0; i < both; ++i) {
        float sum = 0;
        for (std::size_t unit = 0; unit < hidden; ++unit) {
            first_.gradient[i * hidden + unit] += pull[unit] * cut(features_[i]);
            sum += pull[unit] * first_.value[i * hidden + unit];
        }
        const bool returns = features_[i] <= 0 ? sum < 0 : sum > 0;
        back[i] = inside(features_[i]) ? sum : returns ? leak * sum : 0;
    }
    pull_cells(sample, back, error);
}

void ValueFit::pull_cells(const Sample& sample, const std::array<float, both>& pull, float error) {
    for (std::size_t p = 0; p < 2; ++p)
        for (const auto& [multiset, count] : sample.kinds[p]) {
            float* const row = rows_.gradient(multiset);
            const float cells = count;
            row[p] += p == 0 ? cells * error : -cells * error;
            if (!featured_[multiset]) continue;
            for (std::size_t i = 0; i < inputs; ++i) row[linear + i] += cells * pull[p * inputs + i];
        }
}

void ValueFit::step(float rate) {
    rows_.step(rate);
    for (Adam* part : {&first_, &first_bias_, &output_weight_, &bias_}) part->step(rate);
}

void ValueFit::epoch(const std::vector<Sample>& samples, float rate, Budget& budget) {
    std::vector<std::size_t> order(samples.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[random_.next() % i]);
    for (std::size_t i = 0; i < order.size(); ++i) {
        const Sample& sample = samples[order[i]];
        learn(sample, (static_cast<float>(logistic(value(sample))) - sample.target) / batch);
        if ((i + 1) % batch != 0 && i + 1 != order.size()) continue;
        step(rate);
        if (budget.poll()) return;
    }
}

double ValueFit::loss(const std::vector<Sample>& samples) {
    double sum = 0;
    for (const Sample& s : samples) {
        const double p = std::clamp(logistic(value(s)), 1e-6, 1 - 1e-6);
        sum -= s.target * std::log(p) + (1 - s.target) * std::log(1 - p);
    }
    return samples.empty() ? 0 : sum / samples.size();
}

std::vector<std::array<std::int16_t, 2>> ValueFit::cells(double unit) const {
    std::vector<std::array<std::int16_t, 2>> found;
    for (std::size_t row = 0; row < multisets; ++row)
        found.push_back({rounded(unit * rows_.row(row)[0]), rounded(unit * rows_.row(row)[1])});
    return found;
}

std::vector<std::int16_t> ValueFit::net(double unit) const {
    std::vector<std::int16_t> words;
    for (std::size_t row = 0; row < multisets; ++row)
        for (std::size_t i = 0; i < inputs; ++i)
            words.push_back(featured_[row] ? rounded(unit_one * rows_.row(row)[linear + i]) : std::int16_t{0});
    for (std::size_t j = 0; j < hidden; ++j)
        for (std::size_t i = 0; i < both; ++i) words.push_back(rounded(unit_one * first_.value[i * hidden + j]));
    for (const float bias : first_bias_.value) words.push_back(rounded(unit_one * bias));
    for (const float weight : output_weight_.value) words.push_back(rounded(unit * weight));
    words.push_back(rounded(unit * bias_.value[0]));
    return words;
}

}  // namespace passatempo::mnk
