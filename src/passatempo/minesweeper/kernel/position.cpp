#include "position.hpp"

#include <algorithm>

namespace passatempo::minesweeper {

std::uint64_t Position::cells() const {
    std::uint64_t sum = free;
    for (const std::uint32_t part : parts.cells) sum += part;
    return sum;
}

State prepare(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t claimed,
              std::uint64_t most, Budget& budget, Position& position, std::uint64_t together) {
    const bool holds = position.frontier.settle(surface, cells, claimed, budget);
    if (budget.stop() != Stop::done) return State::stopped;
    if (!holds) return State::contradictory;
    if (budget.poll()) return State::stopped;
    position.parts.split(position.frontier, budget);
    if (budget.stop() != Stop::done) return State::stopped;
    position.free = position.frontier.lonely();
    position.has_count = mines >= 0;
    position.left = mines - static_cast<std::int64_t>(position.frontier.mines);
    if (position.has_count && position.left < 0) return State::contradictory;
    position.diagrams.clear();
    position.too_wide.clear();
    if (!position.has_count) return State::consistent;
    for (std::uint32_t part = 0; part < position.parts.size(); ++part) {
        const std::uint64_t used = std::max<std::uint64_t>(position.diagrams.states(), position.diagrams.place.back());
        const std::uint64_t limit = std::max(most, together);
        const Manner manner{true, std::min(most, limit - std::min(limit, used))};
        switch (position.builder.build(position.parts, part, manner, budget, position.diagrams)) {
            case Built::whole: break;
            case Built::contradictory: return State::contradictory;
            case Built::stopped: return State::stopped;
            case Built::too_wide: position.too_wide.push_back(part);
        }
    }
    return State::consistent;
}

}  // namespace passatempo::minesweeper
