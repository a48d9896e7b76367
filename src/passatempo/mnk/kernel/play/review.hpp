// A game looked at move by move, from its end: what a move changed, and what would have been better.
// Twin: mnk/matches/analysis.py
#pragma once

#include <cstdint>
#include <vector>

#include "play/thinker.hpp"

namespace passatempo::mnk::play {

constexpr int unproved = 2;

// What is thought of a position, for the side to move.
struct Seen {
    int score = 0;
    int best = 0;
    int proved = unproved;  // 1, 0, -1, or 2
    std::vector<std::uint32_t> line;
};

// A move of a game: what the position was worth to who moved, before and after it.
struct Judged {
    int before = 0, after = 0, best = 0;
    int proved = unproved;
    std::vector<std::uint32_t> line;  // where another move is better
    bool loses() const;
    bool misses() const;
    int shortens() const;  // by how many plies it brings a forced loss nearer than the best move does
    bool turns(int move) const;
};

// Hold what is thought of a position against what was proved of the one before the move that led to it.
Seen held(const Seen& before, int move, const Seen& here);

class Review {
public:
    Review(Thinker& thinker, const rules::Rules& rules, const rules::Marking& cells, const Settings& settings,
           Budget& budget)
        : thinker_(thinker), rules_(rules), cells_(cells), settings_(settings), budget_(budget) {}

    // Value a move, from the value of the position that it led to. `lost`: he who made it lost the game; before it is
    // said that this move did it, the position is searched again, longer.
    Judged judge(int move, const Seen& seen, int next, bool lost);

private:
    Judged once(int move, const Seen& seen, int next);
    Seen longer(const Seen& seen);
    Seen look(const rules::Marking& cells, const std::vector<std::uint32_t>& among, std::uint64_t nodes);
    std::vector<std::uint32_t> legal_without(int move) const;

    Thinker& thinker_;
    const rules::Rules& rules_;
    const rules::Marking& cells_;
    const Settings& settings_;
    Budget& budget_;
    std::uint64_t nodes_ = 0;
};

}  // namespace passatempo::mnk::play
