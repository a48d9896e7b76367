// Compares candidate moves on the same deals, and drops those that fall behind.
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

constexpr std::size_t first_deals = 16;  // moves are dropped after these, and whenever the number has doubled
constexpr std::size_t min_deals = 2;     // fewer deals give no standard error
constexpr std::uint64_t playout_nodes = 1'500'000;
constexpr double first_cutoff = -0.5, later_cutoff = 0.3;  // least gain of a move in standard errors
constexpr double certainty_margin = 2.5;

using WorthSamples = std::map<Pile, std::vector<Value>>;  // the worth of each move on each deal

// The square root of a fraction, rounded once as in Python's statistics module.
double square_root(std::uint64_t numerator, std::uint64_t denominator) {
    if (numerator == 0) return 0;
    const int above = std::bit_width(numerator), below = std::bit_width(denominator);
    const int places = std::clamp(55 + (below - above) / 2, 0, (126 - above) / 2);  // fractional bits of the root
    const Wide wide_numerator = static_cast<Wide>(numerator) << 2 * places;
    const Wide square = wide_numerator / denominator;
    Wide root_bits = 0;
    for (Wide bit = Wide{1} << 62; bit != 0; bit >>= 1)
        if ((root_bits | bit) * (root_bits | bit) <= square) root_bits |= bit;
    const bool exact = root_bits * root_bits == square && square * denominator == wide_numerator;
    if (!exact) root_bits |= 1;  // round to odd, so that the next rounding is the only one
    return std::ldexp(static_cast<double>(static_cast<std::uint64_t>(root_bits)), -places);
}

}  // namespace

bool exceeds(const std::vector<Value>& move_worths, const std::vector<Value>& usual_worths, double error_limit) {
    const auto deal_count = static_cast<Value>(move_worths.size());
    Value sum = 0, squares = 0;
    for (std::size_t k = 0; k < move_worths.size(); ++k) {
        const Value worth_gain = move_worths[k] - usual_worths[k];
        sum += worth_gain;
        squares += worth_gain * worth_gain;
    }
    const double mean = static_cast<double>(sum) / static_cast<double>(deal_count);
    double error = 0;
    if (deal_count > 1)
        error = square_root(deal_count * squares - sum * sum, deal_count * (deal_count - 1)) / std::sqrt(deal_count);
    return mean > error_limit * error;
}

MatchMove StrongBot::choose_move(const Match& match, Stream stream, const Playouts& playouts, Budget& search,
                                 Budget& budget) {
    const MatchMove usual = patient_move(turn_solver_, match, search);
    const std::vector<Pile> moves = candidate_cards(match, usual, search);
    if (moves.size() == 1) return usual;
    const Pile best_cards = choose_cards(match, moves, stream, playouts, search, budget);
    return best_cards == moves[0] ? usual : act_of(match, best_cards, search);
}

// The patient move, the most cards, the most points, the plays that keep a group of the hand, and no cards.
std::vector<Pile> StrongBot::candidate_cards(const Match& match, const MatchMove& usual, Budget& budget) {
    const Position at = position_of(match);
    std::vector<Pile> card_choices{card_kinds(usual.hand_cards), turn_solver_.largest_play(at, budget),
                                   dearest_cards(turn_solver_, at, budget)};
    for (const Pile& group : turn_solver_.hand_groups(at, budget))
        card_choices.push_back(turn_solver_.largest_play(at.with_hand(without_cards(match.hand(), group)), budget));
    const bool may_lay_none = match.may_wait() || !match.may_draw();
    if (may_lay_none) card_choices.emplace_back();
    const bool may_be_none = may_lay_none || card_choices[0].empty();
    std::vector<Pile> moves;
    for (std::size_t k = 0; k < card_choices.size(); ++k) {
        Pile cards = card_choices[k];
        std::sort(cards.begin(), cards.end());
        const bool is_new = std::find(moves.begin(), moves.end(), cards) == moves.end();
        if (is_new && (!cards.empty() || may_be_none)) moves.push_back(cards);
    }
    return moves;
}

MatchMove StrongBot::act_of(const Match& match, const Pile& cards, Budget& budget) {
    auto fit_play = cards.empty() ? std::nullopt : turn_solver_.fit_cards(position_of(match), cards, budget);
    return fit_play ? MatchMove{MoveKind::laid, std::move(fit_play->hand_cards), std::move(fit_play->table)}
                    : wait_move(match);
}

// Play the moves out. The first is the usual one.
Pile StrongBot::choose_cards(const Match& match, const std::vector<Pile>& moves, Stream& stream,
                             const Playouts& playouts, Budget& search, Budget& budget) {
    const std::size_t deals = playouts.deal_count;
    const bool wins = playouts.counts_wins || match.rules.single_point;
    std::vector<std::uint64_t> states;
    for (std::size_t k = 0; k < deals; ++k) states.push_back(stream.word());
    WorthSamples worth_samples;
    std::vector<Pile> moves_left = moves;
    for (std::size_t low = 0, high = std::min(first_deals, deals); low < deals;
         low = high, high = std::min(2 * high, deals)) {
        for (const auto& deal :
             play_outs(match, moves_left, std::span(states).subspan(low, high - low), search, budget))
            for (std::size_t k = 0; k < moves_left.size(); ++k)
                worth_samples[moves_left[k]].push_back(wins ? deal[k].win_share : deal[k].points);
        const std::vector<Value>& usual = worth_samples[moves[0]];
        if (usual.size() < min_deals) return moves[0];
        std::erase_if(moves_left, [&](const Pile& move) {
            return move != moves[0] && !exceeds(worth_samples[move], usual, low > 0 ? later_cutoff : first_cutoff);
        });
        if (moves_left.size() == 1) return moves[0];
    }
    const auto total = [&](const Pile& move) {
        Value sum = 0;
        for (const Value deal_worth : worth_samples[move]) sum += deal_worth;
        return sum;
    };
    const auto total_order = [&](const Pile& a, const Pile& b) { return total(a) < total(b); };
    const Pile best_cards = *std::max_element(moves_left.begin() + 1, moves_left.end(), total_order);
    return exceeds(worth_samples[best_cards], worth_samples[moves[0]], certainty_margin) ? best_cards : moves[0];
}

std::vector<std::vector<MoveWorth>> StrongBot::play_outs(const Match& match, const std::vector<Pile>& moves,
                                                         std::span<const std::uint64_t> states, Budget& search,
                                                         Budget& budget) {
    if (match.rules.counts_suffice()) return play_by_counts(match, moves, states, budget);
    std::vector<MatchMove> bot_moves;
    for (const Pile& cards : moves) bot_moves.push_back(act_of(match, cards, search));
    std::vector<std::vector<MoveWorth>> deal_worths;
    for (const std::uint64_t state : states) {
        Stream stream(state);
        deal_worths.push_back(sampler_.play_outs(match, bot_moves, stream, budget));
        if (budget.poll()) deal_worths.pop_back();
        if (budget.poll()) break;
    }
    return deal_worths;
}

// Play out by card counts, with at most the nodes of a third of a second.
std::vector<std::vector<MoveWorth>> StrongBot::play_by_counts(const Match& match, const std::vector<Pile>& moves,
                                                              std::span<const std::uint64_t> states, Budget& budget) {
    lookahead_.set_rules(match.rules.count_rules());
    const Situation seat_situation = situation_of(match, view_rivals(match));
    std::vector<CardChoice> choices;
    for (const Pile& cards : moves) choices.push_back({count_cards(cards), static_cast<int>(cards.size())});
    std::vector<std::vector<MoveWorth>> deal_worths;
    Budget part_budget = budget.share(std::min(playout_nodes, budget.left()));
    for (const std::uint64_t state : states) {
        Stream stream(state);
        auto deal = lookahead_.play_outs(seat_situation, choices, stream, part_budget);
        if (part_budget.stop() != Stop::done) break;
        deal_worths.push_back(std::move(deal));
    }
    return deal_worths;
}

}  // namespace passatempo::machiavelli
