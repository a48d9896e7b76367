// Rows of numbers to be fitted, one for each multiset of four classes.
//
// A row is the sum of parts for its four classes, a part for its threat, and one of its own that is drawn towards zero:
// multisets that are seldom seen borrow from the others.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "adam.hpp"
#include "patterns.hpp"

namespace passatempo::mnk {

class FitRows {
public:
    // `decay`: how strongly the parts of their own are drawn towards zero.
    FitRows(std::size_t columns, float decay);

    const float* row(std::size_t multiset) const { return rows_.data() + multiset * columns_; }
    float* gradient(std::size_t multiset) { return gradients_.data() + multiset * columns_; }

    // The part of a class, to begin from.
    float* of_class(std::size_t shape) { return parts_.value.data() + (multisets + shape) * columns_; }

    void step(float rate);
    void sum();  // the rows from their parts

private:
    std::size_t columns_;
    float decay_;
    Adam parts_;  // multisets, then classes, then threats
    std::vector<float> rows_, gradients_;
    struct Known {
        std::uint16_t multiset;
        std::array<std::uint16_t, 6> parts;
    };
    std::vector<Known> known_;
};

}  // namespace passatempo::mnk
