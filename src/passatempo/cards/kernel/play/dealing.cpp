// The stationary points are drawn among the inner positions, and the row climbs and falls by one or two between them.
// Twin: cards/game/dealing.py
#include "play/dealing.hpp"

#include <algorithm>
#include <numeric>
#include <string>

#include "random.hpp"

namespace passatempo::cards::play {

constexpr std::uint64_t steepest = 2;  // the most that the row changes by in a step

Deal dealt(std::uint32_t number, std::uint64_t seed) {
    Stream stream(std::to_string(seed) + "/cards/deal");
    std::vector<std::uint32_t> points(number - 2);
    std::iota(points.begin(), points.end(), 2);
    stream.shuffle<std::uint32_t>(points);
    points.resize(3);
    std::sort(points.begin(), points.end());
    std::vector<std::int64_t> heights{0};
    for (std::uint32_t position = 2; position <= number; ++position) {
        const auto run = std::count_if(points.begin(), points.end(), [&](auto point) { return point < position; });
        const std::int64_t step = 1 + stream.below(steepest);
        heights.push_back(heights.back() + (run % 2 == 0 ? step : -step));
    }
    const std::int64_t least = *std::min_element(heights.begin(), heights.end());
    Deal deal{{}, points[2] - points[0]};
    for (const std::int64_t height : heights) deal.cards.push_back(height - least + 1);
    stream.shuffle<std::uint32_t>(deal.cards);
    return deal;
}

}  // namespace passatempo::cards::play
