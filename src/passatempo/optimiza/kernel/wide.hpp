// A component with too many paths to try them all: block by block dives, then sweeps with ever wider beams, and what is
// proved so far.
#pragma once

#include <optional>

#include "component.hpp"
#include "frontier.hpp"

namespace passatempo::optimiza {

// What of a block does not depend on exits; made when it is first wanted.
struct Lie {
    std::vector<Step> steps;
    std::optional<Spans> spans;
};

// A block.
class Wide {
public:
    // Look for paths with given exits; those that are known from other exits are kept. `turns` of rotations a dive.
    // With `one`, only paths from its first cell are wanted.
    void dive(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, bool one, Lie& lie,
              Budget& budget);

    // Sweep with beams up to `states` states altogether, until one gives up nothing. The sweeps are counted.
    std::uint64_t refine(const Graph& graph, std::size_t states, Lie& lie, Budget& budget);

    bool whole() const { return whole_; }  // every sum is proved
    const std::vector<std::int64_t>& exit() const { return exit_; }
    const std::vector<std::int64_t>& best() const { return reached_.best; }
    const std::vector<std::int64_t>& bound() const { return bound_; }
    const Cells& path(std::size_t start) const { return reached_.paths[start]; }

private:
    bool proved() const;
    void take(const std::vector<Best>& found, const std::vector<Cells>& paths, const Swept& swept);

    std::vector<std::int64_t> exit_, bound_;
    Reached reached_;
    std::size_t beam_ = 0;  // of the last sweep
    bool one_ = false, whole_ = false;
};

// A component, which is a tree of blocks. What follows where a path leaves a block is the best of the blocks beyond:
// first each is solved away from cell 0, with what lies behind it, then towards it.
class Chain {
public:
    void solve(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, std::size_t states,
               Budget& budget);

    bool whole() const { return best_ == bound_; }
    std::uint64_t sweeps() const { return sweeps_; }  // of the last call
    const std::vector<std::int64_t>& exit() const { return exit_; }
    const std::vector<std::int64_t>& best() const { return best_; }
    const std::vector<std::int64_t>& bound() const { return bound_; }
    Cells path(std::size_t start) const;

private:
    struct Part {
        Cells cells;
        Graph graph;
        Lie lie;
        Wide up, down;  // only behind the first cell; with all that lies around
        std::int64_t up_low = 0, up_high = 0;
        std::vector<std::int64_t> bound;
    };
    struct Seat {
        std::uint32_t part, place;
    };
    struct Exits {
        std::vector<std::int64_t> low, high;
        std::int64_t gap = 0;
    };

    void split(const Graph& graph);
    Exits exits(std::size_t part, bool up) const;
    std::int64_t beyond(Seat from, Seat to, bool up, bool high) const;
    void climb(Part& part, const Exits& exits, std::size_t turns, std::size_t states, Budget& budget);
    void descend(Part& part, const Exits& exits, std::size_t turns, std::size_t states, Budget& budget);

    std::vector<Part> parts_;
    std::vector<std::vector<Seat>> of_;  // the blocks of each cell
    std::int64_t value_ = 0;
    std::vector<std::int64_t> exit_, best_, bound_;
    std::uint64_t sweeps_ = 0;
};

}  // namespace passatempo::optimiza
