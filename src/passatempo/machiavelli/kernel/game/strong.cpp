// Candidate moves compared on the same deals, those that fall behind dropped on the way.
// Algorithm: Monte Carlo play-outs on common random numbers; sequential elimination
#include "strong.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <map>
#include <set>

namespace passatempo::machiavelli {

namespace {

__extension__ typedef unsigned __int128 Wide;

constexpr std::size_t first_deals = 16;  // after these, and whenever there are twice as many, moves are dropped
constexpr std::size_t least_deals = 2;   // without them there is no error
constexpr std::uint64_t most_nodes = 1'500'000;
constexpr double behind_at_first = -0.5, behind_later = 0.3;  // standard errors of the gain that a move must have
constexpr double beyond_doubt = 2.5;

using Table = std::map<Pile, std::vector<Value>>;  // of each move its worth on each deal

// The square root of a fraction, rounded once: Python's statistics do the same.
double root(std::uint64_t numerator, std::uint64_t denominator) {
    if (numerator == 0) return 0;
    const int above = std::bit_width(numerator), below = std::bit_width(denominator);
    const int places = std::clamp(55 + (below - above) / 2, 0, (126 - above) / 2);  // of the root, behind the point
    const Wide shifted = static_cast<Wide>(numerator) << 2 * places;
    const Wide square = shifted / denominator;
    Wide found = 0;
    for (Wide bit = Wide{1} << 62; bit != 0; bit >>= 1)
        if ((found | bit) * (found | bit) <= square) found |= bit;
    const bool exact = found * found == square && square * denominator == shifted;
    if (!exact) found |= 1;  // rounded to odd, so that the next rounding is the only one
    return std::ldexp(static_cast<double>(static_cast<std::uint64_t>(found)), -places);
}

}  // namespace

bool exceeds(const std::vector<Value>& values, const std::vector<Value>& others, double errors) {
    const auto number = static_cast<Value>(values.size());
    Value sum = 0, squares = 0;
    for (std::size_t k = 0; k < values.size(); ++k) {
        const Value gained = values[k] - others[k];
        sum += gained;
        squares += gained * gained;
    }
    const double mean = static_cast<double>(sum) / static_cast<double>(number);
    double error = 0;
    if (number > 1) error = root(number * squares - sum * sum, number * (number - 1)) / std::sqrt(number);
    return mean > errors * error;
}

Act Strong::move(const Match& match, Stream stream, const Playouts& playouts, Budget& search, Budget& budget) {
    const Act usual = patient(solver_, match, search);
    const std::vector<Pile> moves = candidates(match, usual, search);
    if (moves.size() == 1) return usual;
    const Pile best = chosen(match, moves, stream, playouts, search, budget);
    return best == moves[0] ? usual : act_of(match, best, search);
}

// The patient's first, the most, those of most points, own groups left out, none.
std::vector<Pile> Strong::candidates(const Match& match, const Act& usual, Budget& budget) {
    const Position at = position_of(match);
    std::vector<Pile> found{kinds(usual.laid), solver_.most(at, budget), dearest(solver_, at, budget)};
    for (const Pile& group : solver_.own(at, budget))
        found.push_back(solver_.most(at.with(without(match.hand(), group)), budget));
    const bool nothing = match.may_wait() || !match.may_draw();
    if (nothing) found.emplace_back();
    const bool may_be_none = nothing || found[0].empty();
    std::vector<Pile> moves;
    for (std::size_t k = 0; k < found.size(); ++k) {
        Pile cards = found[k];
        std::sort(cards.begin(), cards.end());
        const bool is_new = std::find(moves.begin(), moves.end(), cards) == moves.end();
        if (is_new && (!cards.empty() || may_be_none)) moves.push_back(cards);
    }
    return moves;
}

Act Strong::act_of(const Match& match, const Pile& cards, Budget& budget) {
    auto found = cards.empty() ? std::nullopt : solver_.fitted(position_of(match), cards, budget);
    return found ? Act{Did::laid, std::move(found->laid), std::move(found->table)} : waited(match);
}

// Play the moves out, the first being the usual one.
Pile Strong::chosen(const Match& match, const std::vector<Pile>& moves, Stream& stream, const Playouts& playouts,
                    Budget& search, Budget& budget) {
    const std::size_t deals = playouts.deals;
    const bool wins = playouts.wins || match.rules.one_point;
    std::vector<std::uint64_t> states;
    for (std::size_t k = 0; k < deals; ++k) states.push_back(stream.word());
    Table worth;
    std::vector<Pile> left = moves;
    for (std::size_t low = 0, high = std::min(first_deals, deals); low < deals;
         low = high, high = std::min(2 * high, deals)) {
        for (const auto& deal : play_outs(match, left, std::span(states).subspan(low, high - low), search, budget))
            for (std::size_t k = 0; k < left.size(); ++k) worth[left[k]].push_back(wins ? deal[k].win : deal[k].points);
        const std::vector<Value>& usual = worth[moves[0]];
        if (usual.size() < least_deals) return moves[0];
        std::erase_if(left, [&](const Pile& move) {
            return move != moves[0] && !exceeds(worth[move], usual, low > 0 ? behind_later : behind_at_first);
        });
        if (left.size() == 1) return moves[0];
    }
    const auto total = [&](const Pile& move) {
        Value sum = 0;
        for (const Value value : worth[move]) sum += value;
        return sum;
    };
    const auto less = [&](const Pile& a, const Pile& b) { return total(a) < total(b); };
    const Pile best = *std::max_element(left.begin() + 1, left.end(), less);
    return exceeds(worth[best], worth[moves[0]], beyond_doubt) ? best : moves[0];
}

std::vector<std::vector<Worth>> Strong::play_outs(const Match& match, const std::vector<Pile>& moves,
                                                  std::span<const std::uint64_t> states, Budget& search,
                                                  Budget& budget) {
    if (match.rules.counts_suffice()) return counted_out(match, moves, states, budget);
    std::vector<Act> acts;
    for (const Pile& cards : moves) acts.push_back(act_of(match, cards, search));
    std::vector<std::vector<Worth>> found;
    for (const std::uint64_t state : states) {
        Stream stream(state);
        found.push_back(sampler_.play_outs(match, acts, stream, budget));
        if (budget.poll()) found.pop_back();
        if (budget.poll()) break;
    }
    return found;
}

// By counts of cards, and no more nodes than a third of a second has.
std::vector<std::vector<Worth>> Strong::counted_out(const Match& match, const std::vector<Pile>& moves,
                                                    std::span<const std::uint64_t> states, Budget& budget) {
    ahead_.set(match.rules.counted());
    const Situation seen = situation_of(match, others_of(match));
    std::vector<Choice> choices;
    for (const Pile& cards : moves) choices.push_back({counted(cards), static_cast<int>(cards.size())});
    std::vector<std::vector<Worth>> found;
    Budget part = budget.share(std::min(most_nodes, budget.left()));
    for (const std::uint64_t state : states) {
        Stream stream(state);
        auto deal = ahead_.play_outs(seen, choices, stream, part);
        if (part.stop() != Stop::done) break;
        found.push_back(std::move(deal));
    }
    return found;
}

}  // namespace passatempo::machiavelli
