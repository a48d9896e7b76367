// The questions about a game: the deal, moves of people, a turn that is being laid, bots, and what may be asked of a
// view.
#include <algorithm>
#include <map>
#include <memory>
#include <numeric>
#include <string>

#include "asked.hpp"
#include "game/strong.hpp"
#include "melds.hpp"
#include "turn/referee.hpp"

namespace passatempo::machiavelli::calls {

namespace {

// Used again and again by each thread, until they hold much.
struct Players {
    TurnSolver solver;
    Strong strong{solver};
    Sampler sampler{solver};
    Lookahead ahead;
};

constexpr std::size_t most_held = std::size_t{64} << 20;

Players& players() {
    PASSATEMPO_THREAD std::unique_ptr<Players> kept;
    if (!kept || kept->solver.held() + kept->strong.held() + kept->ahead.held() > most_held)
        kept = std::make_unique<Players>();
    return *kept;
}

constexpr int strong_bot = bots;   // behind those that choose without looking ahead
constexpr std::uint8_t alone = 8;  // behind the verdicts: a single card that may lie so

constexpr int most_waits = 251;  // as the interface has it

MatchRules rules_of(const Rules& rules) {
    MatchRules made{turn_rules_of(rules.turn)};
    made.deal = rules.deal;
    made.draws_first = rules.draws_first;
    made.most_waits = static_cast<int>(rules.waits);
    made.ends_with_stock = rules.ends_with_stock;
    made.one_point = rules.one_point;
    made.first_turn_draws = rules.first_turn_draws;
    made.penalty = rules.penalty;
    return made;
}

// On a table every group is a meld, or a single card.
void check_table(const Piles& table, machiavelli::Line line) {
    for (const Pile& group : table)
        if (group.size() != 1 && named(group, line) != group) refuse("groups: one is no meld");
}

// Are there no more cards than the pack has, and do only those lie alone that may?
void check_cards(const Match& match) {
    Tally there{};
    using machiavelli::count;  // the question has the same name
    count(there, together(match.table));
    count(there, together(match.hands));
    count(there, match.stock);
    const std::ptrdiff_t all = std::accumulate(there.begin(), there.end(), std::ptrdiff_t{0});
    if (!no_more_than(there, match.rules) || all > deck * match.rules.decks + match.rules.jokers)
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

// A game that can be, but for its table, which need not lie in melds: a turn may be half typed. What the turns have
// told is read where it is needed: it is most of a game.
Match any_match_of(const Rules& rules, const Game& said, bool with_pasts = false) {
    Match match;
    match.rules = rules_of(rules);
    const std::size_t seats = said.hands.size();
    if (said.seat >= seats || said.waits.size() != seats || said.opened.size() != seats)
        refuse("seat: nobody sits there");
    match.seat = said.seat;
    match.table = piles_of(said.groups);
    std::erase_if(match.table, [](const Pile& group) { return group.empty(); });  // of a turn that is half typed
    for (const Hand& hand : said.hands) match.hands.push_back(sorted_hand(hand));
    match.stock = said.stock;
    match.waits.assign(said.waits.begin(), said.waits.end());
    match.opened.assign(said.opened.begin(), said.opened.end());
    match.crosses = said.crosses;
    if (with_pasts) match.pasts = pasts_of(said.pasts, seats, match.rules);
    match.passes = said.passes;
    match.begun = said.begun;
    match.only_draws = said.only_draws;
    match.followed = said.followed;
    check_cards(match);
    return match;
}

// A game that can be, and that nobody has won yet.
Match match_of(const Rules& rules, const Game& said) {
    Match match = any_match_of(rules, said, true);
    check_table(match.table, match.rules.line);
    for (const auto& past : match.pasts) check_table(past.then, match.rules.line);
    check_crosses(match);
    if (is_over(match)) refuse("game: it is over");
    return match;
}

// A bot must see the hand.
void check_seen(const Match& match) {
    if (!is_known(match.hand())) refuse("hands: a card of the seat to move is not known");
}

Game told_of(const Match& match) {
    Game told;
    told.seat = match.seat;
    for (const Pile& hand : match.hands) told.hands.push_back({hand});
    told.groups = groups_of<Heap>(match.table);
    told.stock = match.stock;
    for (const int waits : match.waits) told.waits.push_back(std::min(waits, most_waits));
    told.opened.assign(match.opened.begin(), match.opened.end());
    told.crosses = match.crosses;
    told.pasts = bytes_of(match.pasts);
    told.passes = match.passes;
    told.begun = match.begun;
    told.only_draws = match.only_draws;
    told.followed = match.followed;
    return told;
}

End end_of(const Match& match) {
    const auto over = result(match);
    if (!over) return {};
    End end{true, code_of(over->how), {}, {}};
    for (int seat = 0; seat < match.seats(); ++seat) {
        if (over->winners >> seat & 1) end.winners.push_back(seat);
        if (over->scored) end.scores.push_back(over->scores[seat]);
    }
    return end;
}

Move told_of(const Act& act) { return {code_of(act.did), act.laid, groups_of<Heap>(act.table), narrow(act.penalty)}; }

// A joker that still fits stays what it is where the rules bind it, else it stands for what makes a meld.
Pile drafted(const Pile& group, const MatchRules& rules) {
    const bool is_bound = rules.joker != Freeing::free;
    if (is_bound)
        if (auto found = named(group, rules.line)) return *found;
    Pile free = group;
    for (std::uint8_t& c : free) c = std::min<std::uint8_t>(c, deck);
    return named(free, rules.line).value_or(is_bound ? group : free);
}

Stream stream_of(const Pile& seed, const std::string& words) {
    return Stream(std::string(seed.begin(), seed.end()) + "/machiavelli/" + words);
}

Match dealt(const Rules& rules, int seats, const Pile& seed) {
    const MatchRules made = rules_of(rules);
    Pile cards = pack(made);
    if (seats * made.deal + made.crosses >= std::ssize(cards)) refuse("deal: too few cards for so many seats");
    if (rules.first > seats) refuse("first: a seat that nobody sits at");
    stream_of(seed, "deal").shuffle(std::span(cards));
    return machiavelli::deal(made, seats, std::move(cards), rules.first - 1);
}

Act act_of(const Move& move) {
    if (!std::all_of(move.laid.begin(), move.laid.end(), is_card)) refuse("laid: one is no card");
    return {static_cast<Did>(move.did), move.laid, piles_of(move.table), move.penalty};
}

// What is wrong with a move of the seat that is to move.
std::vector<machiavelli::Fault> broken_by(const Match& match, const Act& act, Budget& budget) {
    const Position at = position_of(match);
    TurnSolver& solver = players().solver;
    if (act.did == Did::laid) return faults_of_laying(solver, at, {act.laid, act.table}, budget);
    if (act.did == Did::penalized)
        return act.penalty > 0 && act.penalty == match.rules.penalty
                   ? std::vector<machiavelli::Fault>{}
                   : std::vector<machiavelli::Fault>{
                         {Broken::wrong_penalty, static_cast<std::uint32_t>(match.rules.penalty)}};
    if (act.did == Did::passed)
        return match.may_draw() ? std::vector<machiavelli::Fault>{{Broken::must_draw}}
                                : std::vector<machiavelli::Fault>{};
    if (match.rules.draws_first) return {{Broken::turn_began_with_draw}};
    if (match.stock.empty()) return {{Broken::stock_empty}};
    if (!match.followed && !match.may_wait() && is_known(match.hand()) && solver.can_lay(at, budget))
        return {{Broken::must_lay}};
    return {};
}

std::vector<Fault> faults_of(const Match& match, const Act& act, Budget& budget) {
    std::vector<Fault> told;
    for (const auto& broken : broken_by(match, act, budget)) told.push_back({code_of(broken.rule), broken.where});
    return told;
}

}  // namespace

DealReply deal(const DealRequest& request, Budget&) {
    return {told_of(dealt(request.rules, request.seats, request.seed))};
}

BeginReply begin(const BeginRequest& request, Budget&) {
    if (request.rules.first > request.hands.size()) refuse("first: a seat that nobody sits at");
    Piles hands;
    for (const Hand& hand : request.hands) hands.push_back(hand.cards);
    const Match match = machiavelli::begin(rules_of(request.rules), std::move(hands), request.crosses, request.stock,
                                           request.rules.first - 1);
    check_cards(match);
    return {told_of(match), end_of(match)};
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
    const Act act = act_of(request.move);
    PlayReply told;
    told.faults = faults_of(match, act, budget);
    if (told.faults.empty()) make(players().solver, match, act, budget);
    told.game = told_of(match);
    told.end = end_of(match);
    return told;
}

DraftReply draft(const DraftRequest& request, Budget&) {
    const Match match = match_of(request.rules, request.game);
    DraftReply told;
    Piles table;
    Pile crosses = match.crosses;
    for (const Group& group : request.groups) {
        const Pile cards = drafted(cards_of(group), match.rules);
        auto found = machiavelli::judge(cards, match.rules.line);
        const auto cross = std::find(crosses.begin(), crosses.end(), cards[0]);
        const bool lies_alone = cards.size() == 1 && cross != crosses.end();
        if (lies_alone) crosses.erase(cross);
        told.judgements.push_back(
            {lies_alone ? alone : code_of(found.verdict), found.named, found.ordered, found.cards});
        table.push_back(found.ordered.empty() ? cards : found.ordered);
    }
    told.move = {code_of(Did::laid), laid_of(match.table, table), groups_of<Heap>(table), 0};
    return told;
}

AnswerReply answer(const AnswerRequest& request, Budget& budget) {
    Match match = match_of(request.rules, request.game);
    check_seen(match);
    auto& [solver, strong, sampler, ahead] = players();
    const std::string words = "bot/" + std::to_string(match.seat) + "/" + std::to_string(request.turn);
    const Act act = request.bot == strong_bot ? strong.move(match, stream_of(request.seed, words), {}, budget, budget)
                                              : moved(solver, match, static_cast<Bot>(request.bot), budget);
    if (budget.stop() == Stop::done) make(solver, match, act, budget);
    return {told_of(act), told_of(match), end_of(match)};
}

// The limits are those of looking ahead: a bot always has a move.
ChooseReply choose(const ChooseRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game, request.bot == strong_bot);
    check_seen(match);
    if (is_over(match)) refuse("game: it is over");
    auto& [solver, strong, sampler, ahead] = players();
    Budget search = free_budget();
    if (request.bot != strong_bot) return {told_of(moved(solver, match, static_cast<Bot>(request.bot), search))};
    return {told_of(strong.move(match, Stream(request.state), {request.deals, request.wins}, search, budget))};
}

GamesReply games(const GamesRequest& request, Budget& budget) {
    Match match = dealt(request.rules, static_cast<int>(request.bots.size()), request.seed);
    GamesReply told;
    while (!is_over(match)) {
        const Act act = moved(players().solver, match, static_cast<Bot>(request.bots[match.seat]), budget);
        if (budget.poll()) break;
        told.moves.push_back(told_of(act));
        make(players().solver, match, act, budget);
    }
    told.end = end_of(match);
    return told;
}

BestReply best(const BestRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game);
    const Pile hand = sorted_hand({request.cards});
    Weights weights = match.rules.card_points;
    if (!request.points) weights.fill(1);
    const auto found = players().solver.best(position_of(match).with(hand), {weights, request.limited}, budget);
    return {found ? found->cards : Pile{}};
}

FitReply fit(const FitRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game);
    if (!std::all_of(request.cards.begin(), request.cards.end(), is_card)) refuse("cards: one is no card");
    const auto found = players().solver.fitted(position_of(match), request.cards, budget);
    return found ? FitReply{true, found->laid, groups_of(found->table)} : FitReply{};
}

HintReply hint(const HintRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game);
    check_seen(match);
    const Act act = greedy(players().solver, match, budget);
    HintReply told{told_of(act), {}};
    if (act.did != Did::laid) return told;
    std::map<Pile, int> after;
    for (const Pile& group : act.table) ++after[kinds(group)];
    for (std::size_t k = 0; k < match.table.size(); ++k)
        if (after[kinds(match.table[k])]-- <= 0) told.changed.push_back(static_cast<std::uint32_t>(k + 1));
    return told;
}

CanLayReply can_lay(const CanLayRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game);
    return {is_known(match.hand()) && players().solver.can_lay(position_of(match), budget)};
}

LaidReply laid(const LaidRequest& request, Budget&) {
    return {laid_of(piles_of(request.before), piles_of(request.after))};
}

ClosingsReply closings(const ClosingsRequest& request, Budget& budget) {
    const Match match = any_match_of(request.rules, request.game, true);
    check_seen(match);
    std::vector<Other> others = others_of(match);
    if (request.rival >= others.size()) refuse("rival: there is none of that number");
    const bool known = others[request.rival].then != nullptr;
    if (!request.conditioned)
        for (Other& other : others) other.then = nullptr;
    auto& [solver, strong, sampler, ahead] = players();
    const bool plain = match.rules.counts_suffice();
    const Situation situation = plain ? situation_of(match, others) : Situation{};
    ahead.set(match.rules.counted());
    ClosingsReply told{0, 0, known};
    for (const std::uint64_t state : request.states) {
        Stream stream(state);
        const bool closes = plain ? ahead.closes(situation, request.rival, stream, budget)
                                  : sampler.closes(match, others, request.rival, stream, budget);
        if (budget.poll()) break;
        ++told.deals;
        told.closed += closes;
    }
    return told;
}

}  // namespace passatempo::machiavelli::calls
