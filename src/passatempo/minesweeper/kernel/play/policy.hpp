// A policy chooses a cell from the knowledge of a player and the posterior of the layouts. Advice for a visible board
// is also here.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "budget.hpp"
#include "interface.gen.hpp"
#include "play/knowledge.hpp"
#include "play/posterior.hpp"

namespace passatempo::minesweeper::play {

using calls::Candidate;
using Settings = calls::Policy;  // see policies.py

struct CellChoice {
    std::uint32_t cell = none;
    std::uint32_t layouts_won = 0, layout_count = 0;  // with best play if known, otherwise 0 layouts
    std::vector<Candidate> candidates{};              // with their values, if they were evaluated

    void clear() {
        cell = none;
        layouts_won = layout_count = 0;
        candidates.clear();
    }
};

// A policy sees no layout, because no call passes one.
class Policy {
public:
    virtual ~Policy() = default;
    // Called if no cell is safe. After the budget has ended, a quick answer is enough.
    virtual void choose_cell(const Knowledge& knowledge, Posterior& posterior, Budget& budget, CellChoice& choice) = 0;
    // Sets the chance to win of a counted position with few layouts, and the best cell if none is safe.
    virtual bool solve_endgame(const Knowledge&, Posterior&, Budget&, CellChoice&) { return false; }
    // Returns the cells that win as many layouts as the chosen one, or none if the endgame was not solved.
    virtual std::vector<std::uint32_t> as_good(const CellChoice&) { return {}; }
};

// Creates the policy of these settings, and rejects an unknown kind.
std::unique_ptr<Policy> policy_of(const Neighbourhoods& neighbourhoods, const Settings& settings);

// Returns the neighbourhoods of a board, and rejects one on which play cannot count.
Neighbourhoods neighbourhoods_of(const calls::Board& board);

// Reads the visible board and applies single numbers.
void read_position(const std::uint8_t* cells, std::uint32_t mines, Knowledge& knowledge);

// `count_status` reports whether counting was possible. If a cell is safe, the choice has no cell, and it has the
// chance to win only if few layouts are left. `as_good` lists equally good cells of a solved endgame.
struct Advice {
    CountStatus count_status = CountStatus::too_wide;
    bool has_safe_cell = false;
    CellChoice choice;
    std::vector<std::uint32_t> as_good{};
};

Advice advise(const Neighbourhoods& neighbourhoods, const std::uint8_t* cells, std::uint32_t mines,
              const Settings& settings, Budget& budget);

}  // namespace passatempo::minesweeper::play
