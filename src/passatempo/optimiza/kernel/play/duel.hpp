// The game for two: players move the piece in turn, and who makes the last move takes the sum of the path.
// Twin: optimiza/exact/duel.py
#pragma once

#include <cstdint>
#include <span>
#include <unordered_map>
#include <vector>

#include "budget.hpp"
#include "play/turns.hpp"

namespace passatempo::optimiza::play {

// What a move is worth to the player who makes it: the sum of the path, less than 0 where it goes to the other.
struct Payoff {
    std::uint32_t cell;
    std::int64_t points;
};

class Duel {
public:
    Duel(Numbers board, Budget& budget);

    // Every legal move after a legal path, in reading order; the first one puts the piece. To be thrown away where the
    // budget ended first.
    std::vector<Payoff> payoffs(std::span<const std::uint32_t> path);

private:
    // Does the player to move win, and the sum from here on.
    struct Value {
        bool wins;
        std::int64_t points;
    };
    // Numbers never fall, so a state is the cell of the piece and the used cells of its number.
    struct State {
        std::uint32_t cell;
        std::uint64_t used;
        bool operator==(const State&) const = default;
    };
    struct Hash {
        std::size_t operator()(const State& state) const {
            std::uint64_t mixed = state.used * 0x9E3779B97F4A7C15 + state.cell;
            mixed ^= mixed >> 29;
            return mixed * 0xBF58476D1CE4E5B9 >> 20;
        }
    };

    Value value(std::uint32_t cell, std::uint64_t used);
    std::uint64_t bit(std::uint32_t cell) const { return std::uint64_t{1} << seat_[cell]; }

    const std::vector<std::uint8_t>& cells_;
    Budget& budget_;
    std::vector<std::vector<std::uint32_t>> leads_;
    std::vector<std::uint8_t> seat_;  // place among the cells of its number
    std::unordered_map<State, Value, Hash> known_;
};

}  // namespace passatempo::optimiza::play
