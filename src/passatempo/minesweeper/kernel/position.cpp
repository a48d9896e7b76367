#include "position.hpp"

namespace passatempo::minesweeper {

std::uint64_t Position::cells() const {
    std::uint64_t sum = free;
    for (const std::uint32_t part : parts.cells) sum += part;
    return sum;
}

State prepare(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t claimed, std::uint64_t most,
              Budget& budget, Position& position) {
    if (!look(surface, cells, claimed, position.frontier) || !position.frontier.settle()) return State::contradictory;
    if (budget.poll()) return State::stopped;
    position.parts = split(position.frontier);
    position.free = position.frontier.covered - position.frontier.variables();
    position.has_count = mines >= 0;
    position.left = mines - static_cast<std::int64_t>(position.frontier.mines);
    if (position.has_count && position.left < 0) return State::contradictory;
    position.diagrams.resize(position.parts.size());
    for (std::uint32_t part = 0; part < position.parts.size(); ++part) {
        switch (build(position.parts, part, position.has_count, most, budget, position.diagrams[part])) {
            case Built::whole: break;
            case Built::contradictory: return State::contradictory;
            case Built::stopped: return State::stopped;
            case Built::too_wide:
                position.diagrams[part] = Diagram{};
                position.too_wide.push_back(part);
        }
    }
    return State::consistent;
}

}  // namespace passatempo::minesweeper
