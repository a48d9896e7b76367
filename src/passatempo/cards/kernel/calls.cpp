// The questions about cards: each one asks the kernel, and tells what it found.
#include <algorithm>
#include <cstring>
#include <string>

#include "closed_form.hpp"
#include "counting.hpp"
#include "game.hpp"
#include "interface.gen.hpp"
#include "scan.hpp"

namespace passatempo::cards::calls {

namespace {

constexpr std::size_t most_numbered = 200;  // cards whose rows are numbered: forty million bytes
constexpr std::uint32_t most_alike = 4;     // cards of a value that can be laid

std::vector<Value> values_of(const std::vector<std::uint32_t>& cards) { return {cards.begin(), cards.end()}; }

std::vector<std::uint32_t> told(const std::vector<Value>& cards) { return {cards.begin(), cards.end()}; }

Kinds kinds_of_deal(const Deal& deal, Budget& budget) {
    Cards cards(deal.cards.begin(), deal.cards.end());
    return kinds_of(cards, budget);
}

std::vector<std::uint8_t> bytes_of(const std::vector<std::uint64_t>& words) {
    std::vector<std::uint8_t> bytes(words.size() * sizeof(std::uint64_t));
    std::memcpy(bytes.data(), words.data(), bytes.size());
    return bytes;
}

numbering::Scan scan_of(const Deal& deal, Budget& budget) {
    if (deal.cards.size() > most_numbered) refuse("cards: at most 200 can be numbered");
    return {kinds_of_deal(deal, budget), deal.open, deal.distance, budget};
}

// The row of a deal, to be judged.
JudgeRequest request_of(const Deal& deal, const std::vector<std::uint32_t>& row) {
    JudgeRequest ask{{values_of(deal.cards), {'U', 'D', 'U', 'D'}, deal.open, {}, {}, {}, {}, {}}, {}, values_of(row)};
    if (deal.distance != 0) ask.conditions.distances.push_back({1, 3, '=', deal.distance});
    for (std::uint32_t position = 1; position <= row.size(); ++position) ask.positions.push_back(position);
    return ask;
}

}  // namespace

DealReply deal(const DealRequest& ask, Budget&) {
    const std::string pattern(ask.pattern.begin(), ask.pattern.end()), seed(ask.seed.begin(), ask.seed.end());
    cards::Deal found = dealt({ask.number, pattern, ask.most, ask.distance}, seed);
    return {std::move(found.cards), found.distance};
}

DrawReply draw(const DrawRequest& ask, Budget& budget) {
    if (!std::is_sorted(ask.cards.begin(), ask.cards.end())) refuse("cards: ascending cards are needed");
    Row row = draw_row(ask.cards, ask.distance, ask.most, static_cast<int>(ask.passes), ask.state, budget);
    return {row.orders, std::move(row.cards), std::move(row.given), row.state};
}

DistancesReply distances(const DistancesRequest& ask, Budget& budget) {
    const Kinds kinds = kinds_of_deal(ask.deal, budget);
    if (kinds.empty()) return {};
    const Interval found = interval(kinds, ask.deal.open);
    DistancesReply tell{found.low, found.high, 0, {}};
    if (found.low > found.high) return tell;
    std::vector<std::uint8_t> copies;
    for (const Kind& kind : kinds) copies.push_back(std::min(kind.copies, most_alike));
    const Counts counts = count(copies, ask.deal.open, budget);
    tell.size = counts.words * sizeof(Word);
    tell.numbers = bytes_of(counts.numbers);
    return tell;
}

OrderReply order(const OrderRequest& ask, Budget& budget) {
    const Kinds kinds = kinds_of_deal(ask.deal, budget);
    if (kinds.empty()) return {};
    const Interval found = interval(kinds, ask.deal.open);
    const std::int64_t distance = ask.deal.distance == 0 ? found.low : std::int64_t{ask.deal.distance};
    if (distance < found.low || distance > found.high) return {};
    const Laid laid = lay(kinds, found, distance, budget);
    OrderReply tell;
    for (const std::uint32_t kind : laid.sequence) tell.cards.push_back(kinds[kind].value);
    for (const std::int64_t point : {laid.first, laid.valley, laid.last}) tell.turns.push_back(point);
    return tell;
}

NumberReply number(const NumberRequest& ask, Budget& budget) {
    const JudgeReply found = judge(request_of(ask.deal, ask.row), budget);
    if (!found.faults.empty()) refuse("row: a row of the deal is needed");
    const numbering::Scan scan = scan_of(ask.deal, budget);
    if (budget.stop() != Stop::done) return {};
    return {bytes_of(scan.total()), bytes_of(scan.rank({values_of(ask.row), found.turns}))};
}

RowReply row(const RowRequest& ask, Budget& budget) {
    const numbering::Scan scan = scan_of(ask.deal, budget);
    if (budget.stop() != Stop::done) return {};
    RowReply tell{bytes_of(scan.total()), {}, {}};
    Long number(scan.total().size());
    const std::size_t room = number.size() * sizeof number[0];
    const bool fits = std::all_of(ask.number.begin() + std::min(room, ask.number.size()), ask.number.end(),
                                  [](std::uint8_t byte) { return byte == 0; });
    if (!fits) return tell;
    if (!ask.number.empty()) std::memcpy(number.data(), ask.number.data(), std::min(room, ask.number.size()));
    if (!less(number, scan.total())) return tell;
    numbering::Row found = scan.nth(number);
    tell.cards = told(found.cards);
    tell.turns = std::move(found.turns);
    return tell;
}

SampleReply sample(const SampleRequest& ask, Budget& budget) {
    const numbering::Scan scan = scan_of(ask.deal, budget);
    if (budget.stop() != Stop::done) return {};
    SampleReply tell{bytes_of(scan.total()), {}, {}, {}};
    if (is_zero(scan.total())) return tell;
    Stream stream(std::to_string(ask.seed) + "/cards/sample");
    Long number;
    for (std::uint32_t k = 0; k <= ask.skip; ++k) number = below(stream, scan.total());
    numbering::Row found = scan.nth(number);
    tell.number = bytes_of(number);
    tell.cards = told(found.cards);
    tell.turns = std::move(found.turns);
    return tell;
}

ShuffleReply shuffle(const ShuffleRequest& ask, Budget&) {
    ShuffleReply tell{ask.cards};
    Stream(std::to_string(ask.seed) + "/cards/shuffle").shuffle<std::uint32_t>(tell.cards);
    return tell;
}

}  // namespace passatempo::cards::calls
