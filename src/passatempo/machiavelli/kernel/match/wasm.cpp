// The questions of the browser about a game: the deal, moves of people, a turn that is being laid, and bots.
#include <algorithm>
#include <string>

#include "asked.hpp"
#include "legal.hpp"
#include "match/judging.hpp"
#include "match/strong.hpp"

namespace passatempo::machiavelli::face {

namespace {

// Used again and again: a module has one thread.
Lays lays;
Strong strong(lays);

constexpr int joker_points = 25;   // as in game/rules.py
constexpr int strong_bot = bots;   // behind those that choose without looking ahead
constexpr std::uint8_t alone = 8;  // behind the verdicts: a single card that may lie so

enum Opening : int { none = 0, own_group = 1, of_points = 2 };

// The points of each card, the joker's last; the usual ones where none are told.
Weights worths_of(const std::vector<std::uint32_t>& told) {
    Weights made{};
    if (!told.empty()) {
        if (told.size() != deck + 1) refuse("card_points: one for each card and one for the joker, or none");
        std::copy(told.begin(), told.end(), made.begin());
        return made;
    }
    for (int c = 0; c < deck; ++c) made[c] = points_of(c);
    made[deck] = joker_points;
    return made;
}

MatchRules rules_of(const Rules& rules) {
    if (rules.opening != of_points && rules.opening_points != 0) refuse("opening_points: the opening asks for none");
    MatchRules made;
    made.ace = static_cast<Ace>(rules.ace);
    made.decks = rules.decks;
    made.jokers = rules.jokers;
    made.deal = rules.deal;
    made.crosses = rules.crosses;
    made.opens = rules.opening != none;
    made.opening_points = rules.opening_points;
    made.most_new = rules.most_new;
    made.draws_first = rules.draws_first;
    made.most_waits = rules.waits;
    made.exact = rules.exact;
    made.ends_with_stock = rules.ends_with_stock;
    made.one_point = rules.one_point;
    made.card_points = worths_of(rules.card_points);
    return made;
}

// Groups that lie on a table of melds.
Piles lying(const std::vector<Group>& groups) {
    Piles piles = piles_of(groups);
    for (const Pile& pile : piles)
        if (pile.size() > Meld::most) refuse("groups: at most 13 cards in a meld");
    return piles;
}

// A table on which every group is a meld, or a single card.
Piles table_of(const std::vector<Group>& groups, Ace ace) {
    Piles table = lying(groups);
    for (const Pile& group : table)
        if (group.size() != 1 && named(group, ace) != group) refuse("groups: one is no meld");
    return table;
}

using Tally = std::array<int, deck + 1>;

void count(Tally& there, const Pile& cards) {
    for (const int c : cards) ++there[std::min(c, deck)];
}

bool no_more_than(const Tally& there, const MatchRules& rules) {
    return there[deck] <= rules.jokers &&
           std::all_of(there.begin(), there.end() - 1, [&](int copies) { return copies <= rules.decks; });
}

std::vector<machiavelli::Past> pasts_of(const std::vector<Past>& said, const MatchRules& rules) {
    std::vector<machiavelli::Past> pasts;
    for (const Past& one : said) {
        machiavelli::Past past{one.drew, one.holds_back, one.known, 0, table_of(one.then, rules.ace)};
        past.drawn = static_cast<int>(std::min<std::uint32_t>(one.drawn, 2000));
        Tally there{};
        count(there, together(past.then));
        if (!no_more_than(there, rules)) refuse("pasts: more cards than there are");
        pasts.push_back(std::move(past));
    }
    return pasts;
}

// Is every card of the pack somewhere, and do only those lie alone that may?
void check_cards(const Match& match) {
    Tally there{}, wanted{};
    count(there, together(match.table));
    count(there, together(match.hands));
    count(there, match.stock);
    count(wanted, pack(match.rules));
    if (there != wanted) refuse("cards: each deck has one of each, somewhere");
    Pile lonely;
    for (const Pile& group : match.table)
        if (group.size() == 1) lonely.push_back(group[0]);
    std::sort(lonely.begin(), lonely.end());
    if (lonely != match.crosses) refuse("crosses: the cards that lie alone are others");
}

// A game that can be, and that nobody has won yet.
Match match_of(const Rules& rules, const Game& said) {
    Match match;
    match.rules = rules_of(rules);
    const std::size_t seats = said.hands.size();
    if (said.seat >= seats || said.waits.size() != seats || said.opened.size() != seats || said.pasts.size() != seats)
        refuse("seat: nobody sits there");
    match.seat = said.seat;
    match.table = table_of(said.groups, match.rules.ace);
    for (const Group& hand : said.hands) {
        match.hands.push_back(hand.cards);
        std::sort(match.hands.back().begin(), match.hands.back().end());
        if (match.hands.back().back() > deck) refuse("hands: a card from 0 to 52 is needed");
    }
    match.stock = said.stock;
    match.waits.assign(said.waits.begin(), said.waits.end());
    match.opened.assign(said.opened.begin(), said.opened.end());
    match.crosses = said.crosses;
    match.pasts = pasts_of(said.pasts, match.rules);
    match.passes = said.passes;
    match.begun = said.begun;
    check_cards(match);
    if (result(match)) refuse("game: it is over");
    return match;
}

Game told_of(const Match& match) {
    Game told;
    told.seat = match.seat;
    told.hands = groups_of(match.hands);
    told.groups = groups_of(match.table);
    told.stock = match.stock;
    told.waits.assign(match.waits.begin(), match.waits.end());
    told.opened.assign(match.opened.begin(), match.opened.end());
    told.crosses = match.crosses;
    for (const auto& [drew, holds_back, known, drawn, then] : match.pasts)
        told.pasts.push_back({drew, holds_back, known, static_cast<std::uint32_t>(drawn), groups_of(then)});
    told.passes = match.passes;
    told.begun = match.begun;
    return told;
}

End end_of(const Match& match) {
    const auto over = result(match);
    if (!over) return {};
    End end{true, code_of(over->how), {}, {}};
    for (int seat = 0; seat < match.seats(); ++seat) {
        if (over->winners >> seat & 1) end.winners.push_back(seat);
        end.scores.push_back(over->scores[seat]);
    }
    return end;
}

Move told_of(const Act& act) { return {code_of(act.did), act.laid, groups_of(act.table)}; }

// A joker that still fits stays what it is where the rules bind it, else it stands for what makes a meld.
Pile drafted(const Pile& group, const MatchRules& rules) {
    if (rules.exact)
        if (auto found = named(group, rules.ace)) return *found;
    Pile free = group;
    for (std::uint8_t& c : free) c = std::min<std::uint8_t>(c, deck);
    return named(free, rules.ace).value_or(rules.exact ? group : free);
}

}  // namespace

DealTell deal(const DealAsk& ask, Budget&) {
    const MatchRules rules = rules_of(ask.rules);
    Pile cards = pack(rules);
    if (ask.seats * rules.deal + rules.crosses >= std::ssize(cards)) refuse("deal: too few cards for so many seats");
    if (ask.rules.first > ask.seats) refuse("first: a seat that nobody sits at");
    Stream(std::to_string(ask.seed) + "/machiavelli/deal").shuffle(std::span(cards));
    return {told_of(begin(rules, ask.seats, std::move(cards), ask.rules.first - 1))};
}

PlayTell play(const PlayAsk& ask, Budget& budget) {
    Match match = match_of(ask.rules, ask.game);
    if (!std::all_of(ask.move.laid.begin(), ask.move.laid.end(), is_card)) refuse("laid: one is no card");
    const Act act{static_cast<Did>(ask.move.did), ask.move.laid, lying(ask.move.table)};
    PlayTell told;
    for (const auto& broken : faults(lays, match, act, budget))
        told.faults.push_back({code_of(broken.rule), broken.where});
    if (told.faults.empty()) make(lays, match, act, budget);
    told.game = told_of(match);
    told.end = end_of(match);
    return told;
}

DraftTell draft(const DraftAsk& ask, Budget&) {
    const Match match = match_of(ask.rules, ask.game);
    DraftTell told;
    Piles table;
    Pile crosses = match.crosses;
    for (const Group& group : ask.groups) {
        const Pile cards = drafted(cards_of(group), match.rules);
        auto found = machiavelli::judge(cards, match.rules.ace);
        const auto cross = std::find(crosses.begin(), crosses.end(), cards[0]);
        const bool lies_alone = cards.size() == 1 && cross != crosses.end();
        if (lies_alone) crosses.erase(cross);
        told.judgements.push_back(
            {lies_alone ? alone : code_of(found.verdict), found.named, found.ordered, found.cards});
        table.push_back(found.ordered.empty() ? cards : found.ordered);
    }
    told.move = {code_of(Did::laid), laid_of(match.table, table), groups_of(table)};
    return told;
}

AnswerTell answer(const AnswerAsk& ask, Budget& budget) {
    Match match = match_of(ask.rules, ask.game);
    const auto stream = [&] {
        return Stream(std::to_string(ask.seed) + "/machiavelli/bot/" + std::to_string(match.seat) + "/" +
                      std::to_string(ask.turn));
    };
    const Act act = ask.bot == strong_bot ? strong.move(match, stream(), budget)
                                          : moved(lays, match, static_cast<Bot>(ask.bot), budget);
    if (budget.stop() == Stop::done) make(lays, match, act, budget);
    return {told_of(act), told_of(match), end_of(match)};
}

}  // namespace passatempo::machiavelli::face
