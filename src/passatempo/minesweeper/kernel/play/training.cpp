// Forward and backward through the two layers, one lesson after the other; a step after each batch.
#include "play/training.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "random.hpp"

namespace passatempo::minesweeper::play {

namespace {

constexpr std::size_t batch = 512;
constexpr double rate = 2e-3, momentum = 0.9, spread = 0.999, tiny = 1e-8;

using Numbers = std::array<float, Value::count>;
using Units = Value::Units;

class Trainer {
public:
    Trainer(std::span<const Lesson> lessons, Value& value) : lessons_(lessons), value_(&value) {}
    void scale();
    void start(Stream& stream);
    void add(const Lesson& lesson);  // to the gradient
    void step(double share);         // of the way gone
    double error(std::span<const Lesson> lessons, double mean) const;

private:
    static void back(const float* weights, const float* from, const Units& slope, float* gradient, std::size_t inputs,
                     float* into);

    std::span<const Lesson> lessons_;
    Value* value_;
    Numbers gradient_{}, mean_{}, square_{};
    double weight_ = 0;
    std::size_t steps_ = 0;
};

// Inputs come with mean 0 and spread 1.
void Trainer::scale() {
    for (std::size_t i = 0; i < Inputs::count; ++i) {
        double sum = 0, squares = 0;
        for (const Lesson& lesson : lessons_) {
            sum += lesson.inputs[i];
            squares += 1.0 * lesson.inputs[i] * lesson.inputs[i];
        }
        const double mean = sum / lessons_.size(), variance = squares / lessons_.size() - mean * mean;
        value_->number[2 * i] = mean;
        value_->number[2 * i + 1] = variance > 1e-6 ? 1 / std::sqrt(variance) : 0;
    }
}

// Weights drawn evenly, so wide that the units keep their spread.
void Trainer::start(Stream& stream) {
    const auto draw = [&](std::size_t begin, std::size_t end, std::size_t inputs) {
        const double wide = std::sqrt(6.0 / inputs);
        for (std::size_t i = begin; i < end; ++i) value_->number[i] = (2 * unit(stream) - 1) * wide;
    };
    draw(Value::first, Value::first_bias, Inputs::count);
    draw(Value::second, Value::second_bias, Value::hidden);
    draw(Value::last, Value::last + Value::hidden, 6 * Value::hidden);
}

// The gradient of a layer's weights, and in `into` that of what went in.
void Trainer::back(const float* weights, const float* from, const Units& slope, float* gradient, std::size_t inputs,
                   float* into) {
    for (std::size_t i = 0; i < inputs; ++i) {
        for (std::size_t h = 0; h < Value::hidden; ++h) gradient[i * Value::hidden + h] += from[i] * slope[h];
        if (into == nullptr) continue;
        float sum = 0;
        for (std::size_t h = 0; h < Value::hidden; ++h) sum += weights[i * Value::hidden + h] * slope[h];
        into[i] = sum;
    }
}

void Trainer::add(const Lesson& lesson) {
    const Numbers& w = value_->number;
    std::array<float, Inputs::count> scaled;
    for (std::size_t i = 0; i < Inputs::count; ++i) scaled[i] = (lesson.inputs[i] - w[2 * i]) * w[2 * i + 1];
    Units below, one, above, two;
    Value::layer(&w[Value::first], &w[Value::first_bias], scaled, below);
    Value::rectify(below, one);
    Value::layer(&w[Value::second], &w[Value::second_bias], one, above);
    Value::rectify(above, two);
    float total = w[Value::last + Value::hidden];
    for (std::size_t h = 0; h < Value::hidden; ++h) total += w[Value::last + h] * two[h];
    const float slope = lesson.weight * (1 / (1 + std::exp(-total)) - lesson.target);
    weight_ += lesson.weight;
    Units here, under;
    for (std::size_t h = 0; h < Value::hidden; ++h) {
        gradient_[Value::last + h] += slope * two[h];
        here[h] = slope * w[Value::last + h] * (above[h] > 0 ? 1 : Value::leak);
        gradient_[Value::second_bias + h] += here[h];
    }
    gradient_[Value::last + Value::hidden] += slope;
    back(&w[Value::second], one.data(), here, &gradient_[Value::second], Value::hidden, under.data());
    for (std::size_t h = 0; h < Value::hidden; ++h) {
        under[h] *= below[h] > 0 ? 1 : Value::leak;
        gradient_[Value::first_bias + h] += under[h];
    }
    back(nullptr, scaled.data(), under, &gradient_[Value::first], Inputs::count, nullptr);
}

void Trainer::step(double share) {
    ++steps_;
    const double pace = rate * (1 + std::cos(std::numbers::pi * share)) / 2;
    const float whole = pace / (1 - std::pow(momentum, steps_)), by = 1 / weight_;
    const float even = 1 / (1 - std::pow(spread, steps_));
    constexpr float keep = momentum, keep_square = spread, least = tiny;
    for (std::size_t i = Value::first; i < Value::count; ++i) {
        const float slope = gradient_[i] * by;
        mean_[i] = keep * mean_[i] + (1 - keep) * slope;
        square_[i] = keep_square * square_[i] + (1 - keep_square) * slope * slope;
        value_->number[i] -= whole * mean_[i] / (std::sqrt(square_[i] * even) + least);
    }
    gradient_.fill(0);
    weight_ = 0;
}

// Of the value where no mean is given.
double Trainer::error(std::span<const Lesson> lessons, double mean) const {
    double sum = 0, weights = 0;
    for (const Lesson& lesson : lessons) {
        const double apart = lesson.target - (mean >= 0 ? mean : value_->of(lesson.inputs));
        sum += lesson.weight * apart * apart;
        weights += lesson.weight;
    }
    return weights > 0 ? sum / weights : 0;
}

}  // namespace

Trained train(std::span<const Lesson> lessons, unsigned epochs, std::uint64_t seed, Budget& budget) {
    Trained trained;
    const std::size_t learnt = lessons.size() - lessons.size() / kept_out;
    Trainer trainer(lessons.first(learnt), trained.value);
    Stream stream(seed);
    trainer.scale();
    trainer.start(stream);
    std::vector<std::uint32_t> order(learnt);
    std::iota(order.begin(), order.end(), 0);
    const std::size_t batches = (learnt + batch - 1) / batch;
    for (unsigned epoch = 0; epoch < epochs; ++epoch) {
        stream.shuffle(std::span(order));
        for (std::size_t b = 0; b < batches && !budget.poll(); ++b) {
            for (std::size_t i = b * batch; i < std::min(learnt, (b + 1) * batch); ++i) trainer.add(lessons[order[i]]);
            trainer.step(1.0 * (epoch * batches + b) / (1.0 * epochs * batches));
        }
    }
    double sum = 0, weights = 0;
    for (const Lesson& lesson : lessons.first(learnt)) {
        sum += 1.0 * lesson.weight * lesson.target;
        weights += lesson.weight;
    }
    trained.plain = trainer.error(lessons.subspan(learnt), weights > 0 ? sum / weights : 0);
    trained.fitted = trainer.error(lessons.subspan(learnt), -1);
    return trained;
}

}  // namespace passatempo::minesweeper::play
