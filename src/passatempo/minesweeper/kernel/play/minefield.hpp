// A minefield, laid by a portable stream; the dealer alone holds it.
#pragma once

#include <cstdint>
#include <vector>

#include "play/ground.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::play {

// The stream of a game; every later word of it is a function of the two numbers alone.
Stream stream_of(std::uint64_t seed, std::uint64_t index);

class Minefield {
public:
    explicit Minefield(const Ground& ground) : ground_(&ground), mine_(ground.size(), 0) {}

    // Shuffle the mines over all cells but the first, or an opening around it; how many cells may hold one.
    void lay(std::uint32_t mines, std::uint32_t first, bool opening, Stream& stream);
    static std::uint32_t room(const Ground& ground, std::uint32_t first, bool opening);

    bool mine(std::uint32_t cell) const { return mine_[cell] != 0; }
    void set(std::uint32_t cell, bool is_mine) { mine_[cell] = is_mine; }
    std::uint8_t number(std::uint32_t cell) const;
    const std::vector<std::uint8_t>& all() const { return mine_; }

private:
    const Ground* ground_;
    std::vector<std::uint8_t> mine_, drawn_;
};

}  // namespace passatempo::minesweeper::play
