// The moves of a node, brought into order as far as they are asked for.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

#include "board.hpp"

namespace passatempo::mnk {

struct Choice {
    Cell move = nowhere;
    Threat attack = none, defence = none;  // what the cell is to the mover, and to the other
};

// The values stand by themselves in 16 bits, so that the best of many is found some at a time.
class Choices {
public:
    static constexpr int foremost = 32767;  // before all others

    std::size_t size() const { return count_; }
    // Begin anew, with room for so many.
    void clear(std::size_t room) {
        count_ = 0;
        if (moves_.size() < room) {
            moves_.resize(room);
            values_.resize(room);
        }
    }
    // Append a choice; one that is not wanted gives its place to the next.
    void add(const Choice& choice, bool wanted) {
        moves_[count_] = choice;
        count_ += wanted ? 1 : 0;
    }
    const Choice& operator[](std::size_t i) const { return moves_[i]; }
    void value(std::size_t i, int value) { values_[i] = std::clamp(value, -foremost, foremost); }
    void lead(std::size_t i) {
        values_[i] = foremost;
        swap(0, i);
    }
    // Bring the best of those not yet tried to place i.
    const Choice& pick(std::size_t i) {
        const Value* const values = values_.data();
        if (values[i] == foremost) return moves_[i];
        Value best = values[i];
        for (std::size_t j = i; j < count_; ++j) best = values[j] > best ? values[j] : best;
        const std::size_t at = std::find(values + i, values + count_, best) - values;
        swap(i, at);
        return moves_[i];
    }

private:
    using Value = std::int16_t;

    void swap(std::size_t i, std::size_t j) {
        std::swap(moves_[i], moves_[j]);
        std::swap(values_[i], values_[j]);
    }

    std::vector<Choice> moves_;
    std::vector<Value> values_;
    std::size_t count_ = 0;
};

}  // namespace passatempo::mnk
