// The questions about cards. Each one calls the kernel and returns its result.
#include <algorithm>
#include <cstring>
#include <string>

#include "closed_form.hpp"
#include "game.hpp"
#include "generating_function.hpp"
#include "interface.gen.hpp"
#include "scan.hpp"

namespace passatempo::cards::calls {

namespace {

constexpr std::size_t most_numbered = 200;  // cards whose rows are numbered, in forty million bytes of tables
constexpr std::uint32_t most_alike = 4;     // copies of a value that can be laid

std::vector<Value> widen_cards(const std::vector<std::uint32_t>& cards) { return {cards.begin(), cards.end()}; }

std::vector<std::uint32_t> narrow_cards(const std::vector<Value>& cards) { return {cards.begin(), cards.end()}; }

Kinds kinds_of_deal(const Deal& deal, Budget& budget) {
    Cards cards(deal.cards.begin(), deal.cards.end());
    return kinds_of(cards, budget);
}

std::vector<std::uint8_t> bytes_of(const std::vector<std::uint64_t>& words) {
    std::vector<std::uint8_t> bytes(words.size() * sizeof(std::uint64_t));
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

numbering::RowScan scan_of(const Deal& deal, Budget& budget) {
    if (deal.cards.size() > most_numbered) refuse("cards: at most 200 can be numbered");
    return {kinds_of_deal(deal, budget), deal.open, deal.distance, budget};
}

// The request to judge a row of a deal.
JudgeRequest request_of(const Deal& deal, const std::vector<std::uint32_t>& row) {
    JudgeRequest judge_request{
        {widen_cards(deal.cards), {'U', 'D', 'U', 'D'}, deal.open, {}, {}, {}, {}, {}}, {}, widen_cards(row)};
    if (deal.distance != 0) judge_request.conditions.distances.push_back({1, 3, '=', deal.distance});
    for (std::uint32_t position = 1; position <= row.size(); ++position) judge_request.positions.push_back(position);
    return judge_request;
}

}  // namespace

DealReply deal(const DealRequest& request, Budget&) {
    const std::string pattern(request.pattern.begin(), request.pattern.end()),
        seed(request.seed.begin(), request.seed.end());
    cards::Deal random_deal = deal_row({request.number, pattern, request.most, request.distance}, seed);
    return {std::move(random_deal.cards), random_deal.distance};
}

DrawReply draw(const DrawRequest& request, Budget& budget) {
    if (!std::is_sorted(request.cards.begin(), request.cards.end())) refuse("cards: ascending cards are needed");
    PuzzleRow row = draw_row(request.cards, request.distance, request.most, static_cast<int>(request.passes),
                             request.state, budget);
    return {row.order_count, std::move(row.cards), std::move(row.preset_positions), row.stream_state};
}

DistancesReply distances(const DistancesRequest& request, Budget& budget) {
    const Kinds kinds = kinds_of_deal(request.deal, budget);
    if (kinds.empty()) return {};
    const Interval distance_interval = interval(kinds, request.deal.open);
    DistancesReply reply{distance_interval.low, distance_interval.high, 0, {}};
    if (distance_interval.low > distance_interval.high) return reply;
    std::vector<std::uint8_t> copies;
    for (const CardKind& kind : kinds) copies.push_back(std::min(kind.copies, most_alike));
    const Counts counts = count_distances(copies, request.deal.open, budget);
    reply.size = counts.number_words * sizeof(Word);
    reply.numbers = bytes_of(counts.numbers);
    return reply;
}

OrderReply order(const OrderRequest& request, Budget& budget) {
    const Kinds kinds = kinds_of_deal(request.deal, budget);
    if (kinds.empty()) return {};
    const Interval distance_interval = interval(kinds, request.deal.open);
    const std::int64_t distance =
        request.deal.distance == 0 ? distance_interval.low : std::int64_t{request.deal.distance};
    if (distance < distance_interval.low || distance > distance_interval.high) return {};
    const Placement placement = lay_cards(kinds, distance_interval, distance, budget);
    OrderReply reply;
    for (const std::uint32_t kind : placement.sequence) reply.cards.push_back(kinds[kind].card);
    for (const std::int64_t point : {placement.first_peak, placement.valley, placement.second_peak})
        reply.turns.push_back(point);
    return reply;
}

NumberReply number(const NumberRequest& request, Budget& budget) {
    const JudgeReply row_verdict = judge(request_of(request.deal, request.row), budget);
    if (!row_verdict.faults.empty()) refuse("row: a row of the deal is needed");
    const numbering::RowScan scan = scan_of(request.deal, budget);
    if (budget.stop() != Stop::done) return {};
    return {bytes_of(scan.total()), bytes_of(scan.rank({widen_cards(request.row), row_verdict.turns}))};
}

RowReply row(const RowRequest& request, Budget& budget) {
    const numbering::RowScan scan = scan_of(request.deal, budget);
    if (budget.stop() != Stop::done) return {};
    RowReply reply{bytes_of(scan.total()), {}, {}};
    Long number(scan.total().size());
    const std::size_t number_size = number.size() * sizeof number[0];
    const bool fits = std::all_of(request.number.begin() + std::min(number_size, request.number.size()),
                                  request.number.end(), [](std::uint8_t byte) { return byte == 0; });
    if (!fits) return reply;
    if (!request.number.empty())
        std::memcpy(number.data(), request.number.data(), std::min(number_size, request.number.size()));
    if (!is_less(number, scan.total())) return reply;
    numbering::ScanRow scan_row = scan.nth(number);
    reply.cards = narrow_cards(scan_row.cards);
    reply.turns = std::move(scan_row.turning_points);
    return reply;
}

SampleReply sample(const SampleRequest& request, Budget& budget) {
    const numbering::RowScan scan = scan_of(request.deal, budget);
    if (budget.stop() != Stop::done) return {};
    SampleReply reply{bytes_of(scan.total()), {}, {}, {}};
    if (is_zero(scan.total())) return reply;
    Stream stream(std::to_string(request.seed) + "/cards/sample");
    Long number;
    for (std::uint32_t k = 0; k <= request.skip; ++k) number = random_below(stream, scan.total());
    numbering::ScanRow scan_row = scan.nth(number);
    reply.number = bytes_of(number);
    reply.cards = narrow_cards(scan_row.cards);
    reply.turns = std::move(scan_row.turning_points);
    return reply;
}

ShuffleReply shuffle(const ShuffleRequest& request, Budget&) {
    ShuffleReply reply{request.cards};
    Stream(std::to_string(request.seed) + "/cards/shuffle").shuffle<std::uint32_t>(reply.cards);
    return reply;
}

}  // namespace passatempo::cards::calls
