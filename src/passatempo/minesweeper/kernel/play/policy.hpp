// What plays: it is given what a player knows and the posterior of its layouts, and names a cell; and what it would
// open on a board that is seen.
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
using Settings = calls::Policy;  // policies.py says what each of them means

struct CellChoice {
    std::uint32_t cell = none;
    std::uint32_t layouts_won = 0, layout_count = 0;  // with best play, where it is known; else no layouts
    std::vector<Candidate> candidates{};              // as they were weighed, where they were

    void clear() {
        cell = none;
        layouts_won = layout_count = 0;
        candidates.clear();
    }
};

// A policy sees no layout: no question has one.
class Policy {
public:
    virtual ~Policy() = default;
    // Where no cell is safe. Once the budget has ended, what can be said quickly is good enough.
    virtual void choose_cell(const Knowledge& knowledge, Posterior& posterior, Budget& budget, CellChoice& choice) = 0;
    // Set the chance to win of a counted position, if few layouts are left; without a safe cell also the best cell.
    virtual bool solve_endgame(const Knowledge&, Posterior&, Budget&, CellChoice&) { return false; }
    // The cells that win in as many layouts as the chosen one; none where the endgame was not solved.
    virtual std::vector<std::uint32_t> as_good(const CellChoice&) { return {}; }
};

// What plays by these settings; an unknown kind is refused.
std::unique_ptr<Policy> policy_of(const Neighbourhoods& neighbourhoods, const Settings& settings);

// The neighbourhoods of a board; refused where play cannot count on it.
Neighbourhoods neighbourhoods_of(const calls::Board& board);

// What is shown of a board, and what single numbers settle.
void read_position(const std::uint8_t* cells, std::uint32_t mines, Knowledge& knowledge);

// `count_status` says whether it could look. With a safe cell the choice has no cell, and the chance to win if few
// layouts are left. `as_good` are the cells that win as often as the chosen one, where the endgame was solved.
struct Advice {
    CountStatus count_status = CountStatus::too_wide;
    bool has_safe_cell = false;
    CellChoice choice;
    std::vector<std::uint32_t> as_good{};
};

Advice advise(const Neighbourhoods& neighbourhoods, const std::uint8_t* cells, std::uint32_t mines,
              const Settings& settings, Budget& budget);

}  // namespace passatempo::minesweeper::play
