// A row gets random stationary points at inner positions and climbs or falls by one or two between them. It is redrawn
// until its greatest card and its distance fit. The orders of a deal are listed card by card, and the given positions
// of a puzzle distinguish its order from all others.
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
constexpr std::uint64_t steepest = 2;  // the greatest difference of neighbouring cards

Deal draw_pattern_row(const RowRequest& row_request, Stream& stream) {
    std::vector<std::uint32_t> points(row_request.card_count - 2);
    std::iota(points.begin(), points.end(), 2);
    stream.shuffle<std::uint32_t>(points);
    points.resize(row_request.pattern.size() - 1);
    std::sort(points.begin(), points.end());
    std::vector<std::int64_t> heights{0};
    for (std::uint32_t position = 2; position <= row_request.card_count; ++position) {
        const auto run = std::count_if(points.begin(), points.end(), [&](auto point) { return point < position; });
        const std::int64_t step = 1 + stream.below(steepest);
        heights.push_back(heights.back() + (row_request.pattern[run] == 'U' ? step : -step));
    }
    const std::int64_t lowest_height = *std::min_element(heights.begin(), heights.end());
    Deal deal{{}, row_request.pattern == "UDUD" ? points[2] - points[0] : 0};
    for (const std::int64_t height : heights) deal.cards.push_back(height - lowest_height + 1);
    return deal;
}

constexpr std::size_t most_cards = 32;

class OrderSearch {
public:
    OrderSearch(const std::vector<std::uint8_t>& cards, std::size_t distance, std::size_t order_limit, Budget& budget)
        : card_count_(cards.size()), peak_distance_(distance), order_limit_(order_limit), budget_(budget) {
        for (const std::uint8_t card : cards) {
            if (distinct_cards_.empty() || distinct_cards_.back() != card) {
                distinct_cards_.push_back(card);
                copies_left_.push_back(0);
            }
            ++copies_left_.back();
        }
    }

    // All orders, `number` bytes each, but at most `order_limit` + 1.
    std::vector<std::uint8_t> list_orders() {
        lay_next(0, 0, 0, 0);
        return std::move(order_bytes_);
    }

private:
    // Extends a row of `card_count` cards whose last is in run `run` (0 to 3, and 0 for the first card). The first
    // maximum is known from run 1 on.
    void lay_next(std::size_t card_count, int run, std::size_t first, int last) {
        if (budget_.spend()) return;
        if (card_count == card_count_) {
            if (run == 3)
                for (std::size_t p = 0; p < card_count_; ++p) order_bytes_.push_back(current_row_[p]);
            return;
        }
        for (std::size_t i = 0; i < distinct_cards_.size(); ++i) {
            if (copies_left_[i] == 0) continue;
            const int card = distinct_cards_[i];
            int next = run;
            std::size_t top = first;
            if (card_count > 0) {
                if (card == last) continue;
                const bool rises = card > last, rising = run % 2 == 0;
                if (rises != rising) {
                    if (run == 3 || card_count == 1) continue;  // the first run has at least two cards
                    if (run == 0) top = card_count;
                    if (run == 2 && card_count - first != peak_distance_) continue;
                    ++next;
                }
                if (next == 2 && card_count + 1 - top > peak_distance_)
                    continue;  // the distance of the maxima would be wrong
            }
            --copies_left_[i];
            current_row_[card_count] = distinct_cards_[i];
            lay_next(card_count + 1, next, top, card);
            ++copies_left_[i];
            if (order_bytes_.size() > order_limit_ * card_count_ || budget_.stop() != Stop::done) return;
        }
    }

    std::size_t card_count_, peak_distance_, order_limit_;
    Budget& budget_;
    std::vector<std::uint8_t> distinct_cards_, copies_left_, order_bytes_;
    std::array<std::uint8_t, most_cards> current_row_{};
};

// For each other order, the bit set of positions where it has the same card as the chosen one.
std::vector<std::uint32_t> agreement_masks(const std::vector<std::uint8_t>& orders, std::size_t number,
                                           std::size_t order_index) {
    std::vector<std::uint32_t> masks;
    for (std::size_t k = 0; k * number < orders.size(); ++k) {
        if (k == order_index) continue;
        std::uint32_t mask = 0;
        for (std::size_t p = 0; p < number; ++p)
            if (orders[k * number + p] == orders[order_index * number + p]) mask |= std::uint32_t{1} << p;
        masks.push_back(mask);
    }
    return masks;
}

bool is_unique(const std::vector<std::uint32_t>& masks, std::uint32_t preset_mask) {
    for (const std::uint32_t mask : masks)
        if ((preset_mask & ~mask) == 0) return false;
    return true;
}

std::uint32_t fewest_presets(const std::vector<std::uint32_t>& masks, std::size_t number, int passes, Stream& stream) {
    const std::uint32_t all = ~std::uint32_t{0} >> (most_cards - number);
    std::uint32_t best = all;
    for (int pass = 0; pass < passes; ++pass) {
        std::vector<std::uint8_t> places(number);
        std::iota(places.begin(), places.end(), std::uint8_t{0});
        stream.shuffle<std::uint8_t>(places);
        std::uint32_t preset_mask = all;
        for (const std::uint8_t place : places)
            if (is_unique(masks, preset_mask & ~(std::uint32_t{1} << place)))
                preset_mask &= ~(std::uint32_t{1} << place);
        if (std::popcount(preset_mask) < std::popcount(best)) best = preset_mask;
    }
    return best;
}

}  // namespace

Deal deal_row(const RowRequest& row_request, const std::string& seed) {
    Stream stream(seed + "/cards/deal");
    for (int k = 0; k < most_rows && row_request.pattern.size() + 1 <= row_request.card_count; ++k) {
        Deal deal = draw_pattern_row(row_request, stream);
        const std::uint32_t greatest = *std::max_element(deal.cards.begin(), deal.cards.end());
        if ((row_request.peak_distance != 0 && row_request.peak_distance != deal.distance) ||
            (row_request.largest_card != 0 && row_request.largest_card < greatest))
            continue;
        stream.shuffle<std::uint32_t>(deal.cards);
        return deal;
    }
    return {};
}

PuzzleRow draw_row(const std::vector<std::uint8_t>& cards, std::size_t distance, std::size_t order_limit, int passes,
                   std::uint64_t state, Budget& budget) {
    const std::size_t number = cards.size();
    PuzzleRow row;
    row.stream_state = state;
    const std::vector<std::uint8_t> orders = OrderSearch(cards, distance, order_limit, budget).list_orders();
    row.order_count = orders.size() / number;
    if (row.order_count == 0 || row.order_count > order_limit || budget.stop() != Stop::done) return row;
    Stream stream(state);
    const std::size_t order_index = stream.below(row.order_count);
    const std::span<const std::uint8_t> order_cards = std::span(orders).subspan(order_index * number, number);
    row.cards.assign(order_cards.begin(), order_cards.end());
    const std::uint32_t preset_mask =
        fewest_presets(agreement_masks(orders, number, order_index), number, passes, stream);
    for (std::uint8_t p = 0; p < number; ++p)
        if ((preset_mask >> p & 1) != 0) row.preset_positions.push_back(p);
    row.stream_state = stream.state();
    return row;
}

}  // namespace passatempo::cards
