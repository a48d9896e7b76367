// What plays: it is given what a player knows and the tally of its layouts, and names a cell.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "budget.hpp"
#include "interface.gen.hpp"
#include "play/knowledge.hpp"
#include "play/tally.hpp"

namespace passatempo::minesweeper::play {

using calls::Candidate;
using Settings = calls::Policy;  // policies.py says what each of them means

struct Choice {
    std::uint32_t cell = none;
    std::uint32_t won = 0, layouts = 0;   // with best play, where it is known; else no layouts
    std::vector<Candidate> candidates{};  // as they were weighed, where they were

    void clear() {
        cell = none;
        won = layouts = 0;
        candidates.clear();
    }
};

// A policy sees no layout: no question has one.
class Policy {
public:
    virtual ~Policy() = default;
    // Where no cell is safe. Once the budget has ended, what can be said quickly is good enough.
    virtual void choose(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) = 0;
    // Set the chance to win of a counted position, if few layouts are left; without a safe cell also the best cell.
    virtual bool endgame(const Knowledge&, Tally&, Budget&, Choice&) { return false; }
    // The cells that win in as many layouts as the chosen one; none where the endgame was not solved.
    virtual std::vector<std::uint32_t> as_good(const Choice&) { return {}; }
};

// What plays by these settings; an unknown kind is refused.
std::unique_ptr<Policy> policy_of(const Ground& ground, const Settings& settings);

}  // namespace passatempo::minesweeper::play
