// The stationary points are drawn among the inner positions, and the row climbs and falls by one or two between them;
// it is drawn anew until it has the greatest card and the distance that are wanted.
#include "play/dealing.hpp"

#include <algorithm>
#include <numeric>

#include "random.hpp"

namespace passatempo::cards::play {
namespace {

constexpr int most_rows = 20'000;
constexpr std::uint64_t steepest = 2;  // the most that the row changes by in a step

Deal drawn(const Wish& wish, Stream& stream) {
    std::vector<std::uint32_t> points(wish.number - 2);
    std::iota(points.begin(), points.end(), 2);
    stream.shuffle<std::uint32_t>(points);
    points.resize(wish.pattern.size() - 1);
    std::sort(points.begin(), points.end());
    std::vector<std::int64_t> heights{0};
    for (std::uint32_t position = 2; position <= wish.number; ++position) {
        const auto run = std::count_if(points.begin(), points.end(), [&](auto point) { return point < position; });
        const std::int64_t step = 1 + stream.below(steepest);
        heights.push_back(heights.back() + (wish.pattern[run] == 'U' ? step : -step));
    }
    const std::int64_t least = *std::min_element(heights.begin(), heights.end());
    Deal deal{{}, wish.pattern == "UDUD" ? points[2] - points[0] : 0};
    for (const std::int64_t height : heights) deal.cards.push_back(height - least + 1);
    return deal;
}

}  // namespace

Deal dealt(const Wish& wish, const std::string& seed) {
    Stream stream(seed + "/cards/deal");
    for (int k = 0; k < most_rows && wish.pattern.size() + 1 <= wish.number; ++k) {
        Deal deal = drawn(wish, stream);
        const std::uint32_t greatest = *std::max_element(deal.cards.begin(), deal.cards.end());
        if ((wish.distance != 0 && wish.distance != deal.distance) || (wish.most != 0 && wish.most < greatest))
            continue;
        stream.shuffle<std::uint32_t>(deal.cards);
        return deal;
    }
    return {};
}

}  // namespace passatempo::cards::play
