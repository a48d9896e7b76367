// The calls about a game: the deal, moves of people, unfinished turns, bots, and analyses of a position.
#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <string>

#include "game/strong.hpp"
#include "melds.hpp"
#include "requests.hpp"
#include "turn/referee.hpp"

namespace passatempo::machiavelli::calls {

namespace {

// Reused by each thread, until they hold much memory.
struct BotSearches {
    TurnSolver solver;
    StrongBot strong{solver};
    Sampler sampler{solver};
    Lookahead lookahead;
};

constexpr std::size_t memory_limit = std::size_t{64} << 20;

BotSearches& thread_searches() {
    PASSATEMPO_THREAD std::unique_ptr<BotSearches> bot_searches;
    if (!bot_searches || bot_searches->solver.memory_bytes() + bot_searches->strong.memory_bytes() +
                                 bot_searches->lookahead.memory_bytes() >
                             memory_limit)
        bot_searches = std::make_unique<BotSearches>();
    return *bot_searches;
}

constexpr int strong_bot = bots;              // after the bots without lookahead
constexpr std::uint8_t single_card_code = 8;  // after the verdicts: a single card that may stay alone

constexpr int max_waits = 251;  // as in the interface

MatchRules rules_of(const Rules& rules) {
    MatchRules match_rules{turn_rules_of(rules.turn)};
    match_rules.deal = rules.deal;
    match_rules.draws_first = rules.draws_first;
    match_rules.wait_limit = static_cast<int>(rules.waits);
    match_rules.ends_with_stock = rules.ends_with_stock;
    match_rules.single_point = rules.one_point;
    match_rules.first_turn_draws = rules.first_turn_draws;
    match_rules.penalty = rules.penalty;
    return match_rules;
}

// Every group on a table is a meld or a single card.
void check_table(const Piles& table, machiavelli::Line line) {
    for (const Pile& group : table)
        if (group.size() != 1 && name_jokers(group, line) != group) refuse("groups: one is no meld");
}

// Check that there are no more cards than in the pack, and that only permitted cards are alone.
void check_cards(const Match& match) {
    Tally card_tally{};
    add_to_tally(card_tally, join_groups(match.table));
    add_to_tally(card_tally, join_groups(match.hands));
    add_to_tally(card_tally, match.stock);
    const std::ptrdiff_t card_count = std::accumulate(card_tally.begin(), card_tally.end(), std::ptrdiff_t{0});
    if (!fits_decks(card_tally, match.rules) || card_count > deck * match.rules.decks + match.rules.jokers)
        refuse("cards: more than the decks have");
}

void check_crosses(const Match& match) {
    Pile lonely;
    for (const Pile& group : match.table)
        if (group.size() == 1) lonely.push_back(group[0]);
    std::sort(lonely.begin(), lonely.end());
    if (lonely != match.crosses) refuse("crosses: the cards that lie alone are others");
}

Pile sorted_hand(const Hand& hand) {
    Pile cards = hand.cards;
    std::sort(cards.begin(), cards.end());
    return cards;
}

// A possible game, except for its table, which may have no melds because a turn may be half typed. The past turns are
// most of a game, so they are only read if needed.
Match any_match_of(const Rules& rules, const Game& game_message, bool with_pasts = false) {
    Match match;
    match.rules = rules_of(rules);
    const std::size_t seats = game_message.hands.size();
    if (game_message.seat >= seats || game_message.waits.size() != seats || game_message.opened.size() != seats)
        refuse("seat: nobody sits there");
    match.seat = game_message.seat;
    match.table = piles_of(game_message.groups);
    std::erase_if(match.table, [](const Pile& group) { return group.empty(); });  // from a turn that is half typed
    for (const Hand& hand : game_message.hands) match.hands.push_back(sorted_hand(hand));
    match.stock = game_message.stock;
    match.wait_counts.assign(game_message.waits.begin(), game_message.waits.end());
    match.has_opened.assign(game_message.opened.begin(), game_message.opened.end());
    match.crosses = game_message.crosses;
    if (with_pasts) match.seat_pasts = pasts_of(game_message.pasts, seats, match.rules);
    match.pass_count = game_message.passes;
    match.has_drawn = game_message.begun;
    match.is_draw_turn = game_message.only_draws;
    match.is_live_table = game_message.followed;
    check_cards(match);
    return match;
}

// A possible game that is not over.
Match match_of(const Rules& rules, const Game& game_message) {
    Match match = any_match_of(rules, game_message, true);
    check_table(match.table, match.rules.line);
    for (const auto& past : match.seat_pasts) check_table(past.past_table, match.rules.line);
    check_crosses(match);
    if (is_over(match)) refuse("game: it is over");
    return match;
}

// A bot must see the hand.
void check_visible_hand(const Match& match) {
    if (!is_known(match.hand())) refuse("hands: a card of the seat to move is not known");
}

Game to_message(const Match& match) {
    Game game_message;
    game_message.seat = match.seat;
    for (const Pile& hand : match.hands) game_message.hands.push_back({hand});
    game_message.groups = groups_of<Heap>(match.table);
    game_message.stock = match.stock;
    for (const int waits : match.wait_counts) game_message.waits.push_back(std::min(waits, max_waits));
    game_message.opened.assign(match.has_opened.begin(), match.has_opened.end());
    game_message.crosses = match.crosses;
    game_message.pasts = bytes_of(match.seat_pasts);
    game_message.passes = match.pass_count;
    game_message.begun = match.has_drawn;
    game_message.only_draws = match.is_draw_turn;
    game_message.followed = match.is_live_table;
    return game_message;
}

End end_of(const Match& match) {
    const auto game_result = result_of(match);
    if (!game_result) return {};
    End end{true, code_of(game_result->ending), {}, {}};
    for (int seat = 0; seat < match.seats(); ++seat) {
        if (game_result->winners >> seat & 1) end.winners.push_back(seat);
        if (game_result->has_scores) end.scores.push_back(game_result->scores[seat]);
    }
    return end;
}

Move to_message(const MatchMove& act) {
    return {code_of(act.kind), act.hand_cards, groups_of<Heap>(act.table), to_byte(act.penalty)};
}

// If the rules bind jokers, one that still fits keeps its card. Otherwise it stands for a card that makes a meld.
Pile draft_group(const Pile& group, const MatchRules& rules) {
    const bool is_bound = rules.joker_freeing != Freeing::free;
    if (is_bound)
        if (auto named_group = name_jokers(group, rules.line)) return *named_group;
    Pile free_group = group;
    for (std::uint8_t& c : free_group) c = std::min<std::uint8_t>(c, deck);
    return name_jokers(free_group, rules.line).value_or(is_bound ? group : free_group);
}

Stream stream_of(const Pile& seed, const std::string& stream_key) {
    return Stream(std::string(seed.begin(), seed.end()) + "/machiavelli/" + stream_key);
}

Match deal_from_seed(const Rules& rules, int seats, const Pile& seed) {
    const MatchRules match_rules = rules_of(rules);
    Pile cards = make_pack(match_rules);
    if (seats * match_rules.deal + match_rules.crosses >= std::ssize(cards))
        refuse("deal: too few cards for so many seats");
    if (rules.first > seats) refuse("first: a seat that nobody sits at");
    stream_of(seed, "deal").shuffle(std::span(cards));
    return machiavelli::deal_match(match_rules, seats, std::move(cards), rules.first - 1);
}

MatchMove act_of(const Move& move) {
    if (!std::all_of(move.laid.begin(), move.laid.end(), is_card)) refuse("laid: one is no card");
    return {static_cast<MoveKind>(move.did), move.laid, piles_of(move.table), move.penalty};
}

// The faults of a move by the player to move.
std::vector<machiavelli::Fault> find_faults(const Match& match, const MatchMove& act, Budget& budget) {
    const Position at = position_of(match);
    TurnSolver& solver = thread_searches().solver;
    if (act.kind == MoveKind::laid) return faults_of_laying(solver, at, {act.hand_cards, act.table}, budget);
    if (act.kind == MoveKind::penalized)
        return act.penalty > 0 && act.penalty == match.rules.penalty
                   ? std::vector<machiavelli::Fault>{}
                   : std::vector<machiavelli::Fault>{
                         {RuleBreach::wrong_penalty, static_cast<std::uint32_t>(match.rules.penalty)}};
    if (act.kind == MoveKind::passed)
        return match.may_draw() ? std::vector<machiavelli::Fault>{{RuleBreach::must_draw}}
                                : std::vector<machiavelli::Fault>{};
    if (match.rules.draws_first) return {{RuleBreach::turn_began_with_draw}};
    if (match.stock.empty()) return {{RuleBreach::stock_empty}};
    if (!match.is_live_table && !match.may_wait() && is_known(match.hand()) && solver.can_lay(at, budget))
        return {{RuleBreach::must_lay}};
    return {};
}

std::vector<Fault> faults_of(const Match& match, const MatchMove& act, Budget& budget) {
    std::vector<Fault> fault_messages;
    for (const auto& match_fault : find_faults(match, act, budget))
        fault_messages.push_back({code_of(match_fault.breach), match_fault.detail});
    return fault_messages;
}

}  // namespace

DealReply deal(const DealRequest& request, Budget&) {
    return {to_message(deal_from_seed(request.rules, request.seats, request.seed))};
}

BeginReply begin(const BeginRequest& request, Budget&) {
    if (request.rules.first > request.hands.size()) refuse("first: a seat that nobody sits at");
    Piles hands;
    for (const Hand& hand : request.hands) hands.push_back(hand.cards);
    const Match match = machiavelli::start_match(rules_of(request.rules), std::move(hands), request.crosses,
                                                 request.stock, request.rules.first - 1);
    check_cards(match);
    return {to_message(match), end_of(match)};
}

ResultReply result(const ResultRequest& request, Budget&) {
    return {end_of(any_match_of(request.rules, request.game))};
}

FaultsReply faults(const FaultsRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game);
    return {faults_of(match, act_of(request.move), budget)};
}

PlayReply play(const PlayRequest& request, Budget& budget) {
    Match match = match_of(request.rules, request.game);
    const MatchMove act = act_of(request.move);
    PlayReply reply;
    reply.faults = faults_of(match, act, budget);
    if (reply.faults.empty()) make_move(thread_searches().solver, match, act, budget);
    reply.game = to_message(match);
    reply.end = end_of(match);
    return reply;
}

DraftReply draft(const DraftRequest& request, Budget&) {
    const Match match = match_of(request.rules, request.game);
    DraftReply reply;
    Piles table;
    Pile crosses = match.crosses;
    for (const Group& group : request.groups) {
        const Pile cards = draft_group(cards_of(group), match.rules);
        auto group_judgement = machiavelli::judge(cards, match.rules.line);
        const auto cross = std::find(crosses.begin(), crosses.end(), cards[0]);
        const bool is_cross = cards.size() == 1 && cross != crosses.end();
        if (is_cross) crosses.erase(cross);
        reply.judgements.push_back({is_cross ? single_card_code : code_of(group_judgement.verdict),
                                    group_judgement.named, group_judgement.play_order, group_judgement.fault_cards});
        table.push_back(group_judgement.play_order.empty() ? cards : group_judgement.play_order);
    }
    reply.move = {code_of(MoveKind::laid), cards_from_hand(match.table, table), groups_of<Heap>(table), 0};
    return reply;
}

AnswerReply answer(const AnswerRequest& request, Budget& budget) {
    Match match = match_of(request.rules, request.game);
    check_visible_hand(match);
    auto& [solver, strong, sampler, lookahead] = thread_searches();
    const std::string stream_key = "bot/" + std::to_string(match.seat) + "/" + std::to_string(request.turn);
    const MatchMove act = request.bot == strong_bot
                              ? strong.choose_move(match, stream_of(request.seed, stream_key), {}, budget, budget)
                              : bot_move(solver, match, static_cast<Bot>(request.bot), budget);
    if (budget.stop() == Stop::done) make_move(solver, match, act, budget);
    return {to_message(act), to_message(match), end_of(match)};
}

// The limits apply to the lookahead only, because a bot always has a move.
ChooseReply choose(const ChooseRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game, request.bot == strong_bot);
    check_visible_hand(match);
    if (is_over(match)) refuse("game: it is over");
    auto& [solver, strong, sampler, lookahead] = thread_searches();
    Budget search = free_budget();
    if (request.bot != strong_bot) return {to_message(bot_move(solver, match, static_cast<Bot>(request.bot), search))};
    return {
        to_message(strong.choose_move(match, Stream(request.state), {request.deals, request.wins}, search, budget))};
}

GamesReply games(const GamesRequest& request, Budget& budget) {
    Match match = deal_from_seed(request.rules, static_cast<int>(request.bots.size()), request.seed);
    GamesReply reply;
    while (!is_over(match)) {
        const MatchMove act =
            bot_move(thread_searches().solver, match, static_cast<Bot>(request.bots[match.seat]), budget);
        if (budget.poll()) break;
        reply.moves.push_back(to_message(act));
        make_move(thread_searches().solver, match, act, budget);
    }
    reply.end = end_of(match);
    return reply;
}

BestReply best(const BestRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game);
    const Pile hand = sorted_hand({request.cards});
    Weights weights = match.rules.card_points;
    if (!request.points) weights.fill(1);
    const auto best_play =
        thread_searches().solver.find_best_play(position_of(match).with_hand(hand), {weights, request.limited}, budget);
    return {best_play ? best_play->hand_cards : Pile{}};
}

FitReply fit(const FitRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game);
    if (!std::all_of(request.cards.begin(), request.cards.end(), is_card)) refuse("cards: one is no card");
    const auto fit_play = thread_searches().solver.fit_cards(position_of(match), request.cards, budget);
    return fit_play ? FitReply{true, fit_play->hand_cards, groups_of(fit_play->table)} : FitReply{};
}

HintReply hint(const HintRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game);
    check_visible_hand(match);
    const MatchMove act = greedy_move(thread_searches().solver, match, budget);
    HintReply reply{to_message(act), {}};
    if (act.kind != MoveKind::laid) return reply;
    std::map<Pile, int> after;
    for (const Pile& group : act.table) ++after[card_kinds(group)];
    for (std::size_t k = 0; k < match.table.size(); ++k)
        if (after[card_kinds(match.table[k])]-- <= 0) reply.changed.push_back(static_cast<std::uint32_t>(k + 1));
    return reply;
}

CanLayReply can_lay(const CanLayRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game);
    return {is_known(match.hand()) && thread_searches().solver.can_lay(position_of(match), budget)};
}

LaidReply laid(const LaidRequest& request, Budget&) {
    return {cards_from_hand(piles_of(request.before), piles_of(request.after))};
}

ClosingsReply closings(const ClosingsRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game, true);
    check_visible_hand(match);
    std::vector<RivalView> rival_views = view_rivals(match);
    if (request.rival >= rival_views.size()) refuse("rival: there is none of that number");
    const bool has_past = rival_views[request.rival].past_table != nullptr;
    if (!request.conditioned)
        for (RivalView& other : rival_views) other.past_table = nullptr;
    auto& [solver, strong, sampler, lookahead] = thread_searches();
    const bool plain = match.rules.counts_suffice();
    const Situation situation = plain ? situation_of(match, rival_views) : Situation{};
    lookahead.set_rules(match.rules.count_rules());
    ClosingsReply reply{0, 0, has_past};
    for (const std::uint64_t state : request.states) {
        Stream stream(state);
        const bool closes = plain ? lookahead.rival_can_close(situation, request.rival, stream, budget)
                                  : sampler.rival_can_close(match, rival_views, request.rival, stream, budget);
        if (budget.poll()) break;
        ++reply.deals;
        reply.closed += closes;
    }
    return reply;
}

}  // namespace passatempo::machiavelli::calls
