// What plays: it is given what a player knows and the tally of its layouts, and names a cell.
#pragma once

#include <cstdint>
#include <vector>

#include "play/knowledge.hpp"
#include "play/tally.hpp"

namespace passatempo::minesweeper::play {

struct Candidate {
    std::uint32_t cell = none;
    double safety = 0, progress = 0, value = 0, zero = 0;
};

struct Choice {
    std::uint32_t cell = none;
    double win = -1;  // with best play, where it is known
    std::vector<Candidate> candidates{};
};

// Where no cell is safe. A policy sees no layout: neither of the two has one.
class Policy {
public:
    virtual ~Policy() = default;
    virtual void choose(const Knowledge& knowledge, Tally& tally, Choice& choice) = 0;
};

}  // namespace passatempo::minesweeper::play
