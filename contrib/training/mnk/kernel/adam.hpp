// Numbers that follow the gradient of a loss, each at its own pace.
// Algorithm: Adam (Kingma and Ba 2015, algorithm 1)
//
// Source: D. P. Kingma and J. Ba, "Adam: a method for stochastic optimization", 2015, algorithm 1.
#pragma once

#include <cmath>
#include <cstddef>
#include <vector>

namespace passatempo::mnk {

class Adam {
public:
    explicit Adam(std::size_t size) : value(size), gradient(size), mean_(size), square_(size) {}

    // One step down the gradient, which is then forgotten; the first `decaying` numbers are also drawn towards zero.
    void step(float rate, float decay = 0, std::size_t decaying = 0) {
        ++steps_;
        const float fade_mean = 1 - std::pow(keep_mean, steps_), fade_square = 1 - std::pow(keep_square, steps_);
        for (std::size_t i = 0; i < value.size(); ++i) {
            const float g = gradient[i] + (i < decaying ? decay * value[i] : 0);
            mean_[i] = keep_mean * mean_[i] + (1 - keep_mean) * g;
            square_[i] = keep_square * square_[i] + (1 - keep_square) * g * g;
            value[i] -= rate * (mean_[i] / fade_mean) / (std::sqrt(square_[i] / fade_square) + 1e-8F);
            gradient[i] = 0;
        }
    }

    std::vector<float> value, gradient;

private:
    static constexpr float keep_mean = 0.9F, keep_square = 0.999F;
    std::vector<float> mean_, square_;
    float steps_ = 0;
};

}  // namespace passatempo::mnk
