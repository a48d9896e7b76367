// The stationary points are drawn among the inner positions, and the row climbs and falls by one or two between them;
// it is drawn anew until it has the greatest card and the distance that are wanted. The orders of a deal are laid card
// after card, and those positions are given that tell one of them from all others.
// Algorithm: depth-first search in ascending order; deletion of given cards in random order
#include "game.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <numeric>
#include <span>

#include "random.hpp"

namespace passatempo::cards {
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

constexpr std::size_t most_cards = 32;

class Orders {
public:
    Orders(const std::vector<std::uint8_t>& cards, std::size_t distance, std::size_t most, Budget& budget)
        : number_(cards.size()), distance_(distance), most_(most), budget_(budget) {
        for (const std::uint8_t card : cards) {
            if (values_.empty() || values_.back() != card) {
                values_.push_back(card);
                left_.push_back(0);
            }
            ++left_.back();
        }
    }

    // Every order one after the other, as `number` bytes each; one more than `most` at most.
    std::vector<std::uint8_t> list() {
        lay(0, 0, 0, 0);
        return std::move(found_);
    }

private:
    // So many cards are laid, the last in run `run` (0 to 3, 0 also for the first card); the first maximum is known
    // from run 1 on.
    void lay(std::size_t laid, int run, std::size_t first, int last) {
        if (budget_.spend()) return;
        if (laid == number_) {
            if (run == 3)
                for (std::size_t p = 0; p < number_; ++p) found_.push_back(row_[p]);
            return;
        }
        for (std::size_t i = 0; i < values_.size(); ++i) {
            if (left_[i] == 0) continue;
            const int value = values_[i];
            int next = run;
            std::size_t top = first;
            if (laid > 0) {
                if (value == last) continue;
                const bool rises = value > last, rising = run % 2 == 0;
                if (rises != rising) {
                    if (run == 3 || laid == 1) continue;  // the first run has a step
                    if (run == 0) top = laid;
                    if (run == 2 && laid - first != distance_) continue;
                    ++next;
                }
                if (next == 2 && laid + 1 - top > distance_) continue;  // the second maximum would be too far away
            }
            --left_[i];
            row_[laid] = values_[i];
            lay(laid + 1, next, top, value);
            ++left_[i];
            if (found_.size() > most_ * number_ || budget_.stop() != Stop::done) return;
        }
    }

    std::size_t number_, distance_, most_;
    Budget& budget_;
    std::vector<std::uint8_t> values_, left_, found_;
    std::array<std::uint8_t, most_cards> row_{};
};

// Positions as bits: where each other order has the same card as the chosen one.
std::vector<std::uint32_t> agreements(const std::vector<std::uint8_t>& orders, std::size_t number, std::size_t chosen) {
    std::vector<std::uint32_t> masks;
    for (std::size_t k = 0; k * number < orders.size(); ++k) {
        if (k == chosen) continue;
        std::uint32_t mask = 0;
        for (std::size_t p = 0; p < number; ++p)
            if (orders[k * number + p] == orders[chosen * number + p]) mask |= std::uint32_t{1} << p;
        masks.push_back(mask);
    }
    return masks;
}

bool alone(const std::vector<std::uint32_t>& masks, std::uint32_t given) {
    for (const std::uint32_t mask : masks)
        if ((given & ~mask) == 0) return false;
    return true;
}

std::uint32_t fewest_given(const std::vector<std::uint32_t>& masks, std::size_t number, int passes, Stream& stream) {
    const std::uint32_t all = ~std::uint32_t{0} >> (most_cards - number);
    std::uint32_t best = all;
    for (int pass = 0; pass < passes; ++pass) {
        std::vector<std::uint8_t> places(number);
        std::iota(places.begin(), places.end(), std::uint8_t{0});
        stream.shuffle<std::uint8_t>(places);
        std::uint32_t given = all;
        for (const std::uint8_t place : places)
            if (alone(masks, given & ~(std::uint32_t{1} << place))) given &= ~(std::uint32_t{1} << place);
        if (std::popcount(given) < std::popcount(best)) best = given;
    }
    return best;
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

Row draw_row(const std::vector<std::uint8_t>& cards, std::size_t distance, std::size_t most, int passes,
             std::uint64_t state, Budget& budget) {
    const std::size_t number = cards.size();
    Row row;
    row.state = state;
    const std::vector<std::uint8_t> orders = Orders(cards, distance, most, budget).list();
    row.orders = orders.size() / number;
    if (row.orders == 0 || row.orders > most || budget.stop() != Stop::done) return row;
    Stream stream(state);
    const std::size_t chosen = stream.below(row.orders);
    const std::span<const std::uint8_t> laid = std::span(orders).subspan(chosen * number, number);
    row.cards.assign(laid.begin(), laid.end());
    const std::uint32_t given = fewest_given(agreements(orders, number, chosen), number, passes, stream);
    for (std::uint8_t p = 0; p < number; ++p)
        if ((given >> p & 1) != 0) row.given.push_back(p);
    row.state = stream.state();
    return row;
}

}  // namespace passatempo::cards
