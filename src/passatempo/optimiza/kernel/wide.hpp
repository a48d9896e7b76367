// A component with too many paths to try them all: dives, then sweeps with ever wider beams, and what is proved so far.
#pragma once

#include "component.hpp"
#include "frontier.hpp"

namespace passatempo::optimiza {

class Wide {
public:
    // Look for paths with given exits; those that are known from other exits are kept. `turns` of rotations a dive.
    void dive(const Graph& graph, const std::vector<std::int64_t>& exit, std::size_t turns, Budget& budget);

    // Sweep with beams up to `states` states altogether, until one gives up nothing. The sweeps are counted.
    std::uint64_t refine(const Graph& graph, std::size_t states, Budget& budget);

    bool whole() const { return whole_; }  // every sum is proved
    const std::vector<std::int64_t>& exit() const { return exit_; }
    const std::vector<std::int64_t>& best() const { return reached_.best; }
    const std::vector<std::int64_t>& bound() const { return bound_; }
    const Cells& path(std::size_t start) const { return reached_.paths[start]; }

private:
    void take(const std::vector<Best>& found, const std::vector<Cells>& paths, const Swept& swept);

    std::vector<std::int64_t> exit_, bound_;
    Reached reached_;
    std::vector<Step> steps_;
    std::size_t beam_ = 0;  // of the last sweep
    bool whole_ = false;
};

}  // namespace passatempo::optimiza
