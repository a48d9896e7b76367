// Settling, splitting and compiling, as far as states are allowed.
#include "board/prepared_board.hpp"

#include <algorithm>

namespace passatempo::minesweeper {

std::uint64_t PreparedBoard::cells() const {
    std::uint64_t sum = free;
    for (const std::uint32_t part : parts.cells) sum += part;
    return sum;
}

State prepare(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, std::uint32_t claimed,
              std::uint64_t most, Budget& budget, PreparedBoard& prepared, std::uint64_t together) {
    prepared.settled = false;
    const bool holds = prepared.frontier.settle(surface, cells, claimed, budget);
    if (budget.stop() != Stop::done) return State::stopped;
    if (!holds) return State::contradictory;
    if (budget.poll()) return State::stopped;
    prepared.parts.split(prepared.frontier, budget);
    if (budget.stop() != Stop::done) return State::stopped;
    prepared.free = prepared.frontier.lonely();
    prepared.has_count = mines >= 0;
    prepared.left = mines - static_cast<std::int64_t>(prepared.frontier.mines);
    if (prepared.has_count && prepared.left < 0) return State::contradictory;
    prepared.settled = true;
    prepared.diagrams.clear();
    prepared.too_wide.clear();
    if (!prepared.has_count) return State::consistent;
    for (std::uint32_t part = 0; part < prepared.parts.size(); ++part) {
        const std::uint64_t used = std::max<std::uint64_t>(prepared.diagrams.states(), prepared.diagrams.place.back());
        const std::uint64_t limit = std::max(most, together);
        const Manner manner{true, std::min(most, limit - std::min(limit, used))};
        switch (prepared.builder.build(prepared.parts, part, manner, budget, prepared.diagrams)) {
            case Built::whole: break;
            case Built::contradictory: return State::contradictory;
            case Built::stopped: return State::stopped;
            case Built::too_wide: prepared.too_wide.push_back(part);
        }
    }
    return State::consistent;
}

}  // namespace passatempo::minesweeper
