// The network read from its numbers, and its value for a position.
// Twin: mnk/engine/network.py
#include "network.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::mnk {

Network::Network(std::span<const std::int16_t> numbers) : row_of_(multisets), rows_(1) {
    assert(numbers.size() == words);
    const std::int16_t* next = numbers.data();
    const auto read = [&](auto& into) {
        std::copy_n(next, into.size(), into.begin());
        next += into.size();
    };
    for (Row& row : row_of_) {
        Features numbers_of{};
        read(numbers_of);
        if (numbers_of == rows_[0]) continue;
        row = static_cast<Row>(rows_.size());
        rows_.push_back(numbers_of);
    }
    for (auto& unit : first_) read(unit);
    read(first_bias_);
    read(output_weight_);
    bias_ = *next;
}

int Network::value(const Features& mover, const Features& waiter) const {
    std::array<std::int16_t, 2 * inputs> seen;
    for (std::size_t i = 0; i < inputs; ++i) {
        seen[i] = std::clamp<std::int16_t>(mover[i], 0, unit_one);
        seen[inputs + i] = std::clamp<std::int16_t>(waiter[i], 0, unit_one);
    }
    std::int32_t sum = bias_ * unit_one;
    for (std::size_t unit = 0; unit < hidden; ++unit) {
        std::int32_t input = first_bias_[unit] * unit_one;
        for (std::size_t i = 0; i < seen.size(); ++i) input += seen[i] * first_[unit][i];
        sum += std::clamp(input >> unit_bits, 0, unit_one) * output_weight_[unit];
    }
    return sum >> unit_bits;
}

}  // namespace passatempo::mnk
