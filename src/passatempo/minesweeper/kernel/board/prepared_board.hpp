// A board ready to be counted: what unit propagation settles, the parts of the rest, and their decision diagrams.
#pragma once

#include <cstdint>
#include <vector>

#include "board/diagram.hpp"
#include "board/frontier.hpp"
#include "board/parts.hpp"
#include "budget.hpp"

namespace passatempo::minesweeper {

// Prepared again and again, it keeps its memory.
struct PreparedBoard {
    Frontier frontier;
    Parts parts;
    Diagrams diagrams;                    // with a count of all parts, else of one at a time; no layer where too wide
    std::vector<std::uint32_t> too_wide;  // parts
    bool settled = false;                 // whether frontier and parts are whole: a limit may come first
    std::uint64_t free = 0;               // covered cells next to no number
    bool has_count = false;
    std::int64_t left = 0;  // with a count: mines for the parts and the free cells

    std::uint64_t cells() const;  // undecided ones, free ones included

    Builder builder;  // its memory is used again from board to board
};

constexpr std::uint64_t most_states = std::uint64_t{1} << 23;   // of a part's diagram, 50 to 90 bytes each
constexpr std::uint64_t all_states = 4 * most_states;           // of all parts of a very large board together
constexpr std::uint64_t quick_states = std::uint64_t{1} << 17;  // beyond them the wide solver finds marks sooner

enum class State { consistent = 0, contradictory = 1, stopped = 2, too_many = 3 };  // layouts for their last digit

// Prepare a board; `mines` below 0 for no count, `claimed` a cell that is to be a mine, or none. With a count the
// diagrams of all parts are built, each with at most `most` states and as many coefficients, and with at most
// `together` in all (0: as many as one part may have).
State prepare(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t claimed,
              std::uint64_t most, Budget& budget, PreparedBoard& prepared, std::uint64_t together = 0);

// Without a count: build the diagram of one part after the other, with at most `most` states, and visit each; those
// that are too wide are noted.
template <class Visit>
State for_each_diagram(PreparedBoard& prepared, std::uint64_t most, Budget& budget, Visit visit) {
    prepared.too_wide.clear();
    for (std::uint32_t part = 0; part < prepared.parts.size(); ++part) {
        prepared.diagrams.clear();
        switch (prepared.builder.build(prepared.parts, part, {false, most}, budget, prepared.diagrams)) {
            case Built::whole: visit(part); break;
            case Built::contradictory: return State::contradictory;
            case Built::stopped: return State::stopped;
            case Built::too_wide: prepared.too_wide.push_back(part);
        }
        if (budget.stop() != Stop::done) return State::stopped;
    }
    return State::consistent;
}

}  // namespace passatempo::minesweeper
