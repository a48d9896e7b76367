// A game under all its rules: what lies where, what a move does, how the game ends, and what turns have told.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/counted.hpp"
#include "judge.hpp"
#include "match.hpp"

namespace passatempo::machiavelli {

using Weights = std::array<Value, deck + 1>;  // of each card, a joker last

// What is played.
struct MatchRules {
    Line line;
    int decks = 2;
    int jokers = 0;
    int deal = 13;
    int crosses = 0;           // open single cards at the start
    bool opens = false;        // a seat must first lay groups of its hand alone
    Value opening_points = 0;  // worth so much
    int most_new = 0;          // cards of the hand that a turn may lay; 0: any number
    bool draws_first = false;
    int most_waits = -1;  // turns in a row in which a seat that could lay may draw instead; -1: any number
    bool exact = false;   // a joker of the table is freed by the card that it stands for only
    bool ends_with_stock = false;
    bool one_point = false;
    Weights card_points{};

    // Does the croupier, who plays by counts alone, know these rules?
    bool plain() const { return jokers == 0 && crosses == 0 && most_new == 0 && !opens; }
    GameRules counted() const;
};

// What the turns of a seat have told: enough to say what it may hold.
struct Past {
    bool drew = false;  // its last turn was a draw
    bool holds_back = false;
    bool known = false;  // nothing of the rest of its hand could be laid on the table of then
    int drawn = 0;       // since then
    Piles then;
};

enum class Did : std::uint8_t { laid = 0, drew = 1, passed = 2 };

// A move as it is made; jokers laid are what they stand for.
struct Act {
    Did did = Did::drew;
    Pile laid;
    Piles table;
};

// All there is to know. Hands are in order; the stock is drawn from the front.
struct Match {
    MatchRules rules;
    int seat = 0;  // who is to move
    Piles table;
    Piles hands;
    Pile stock;
    std::vector<int> waits;
    std::vector<bool> opened;
    Pile crosses;  // the single cards that have lain alone since the deal
    std::vector<Past> pasts;
    int passes = 0;
    bool begun = false;     // has the seat to move drawn as its turn began?
    bool followed = false;  // at a real table: nobody can be held to a number of waits

    int seats() const { return static_cast<int>(hands.size()); }
    const Pile& hand() const { return hands[seat]; }
    bool may_draw() const { return !rules.draws_first && !stock.empty(); }
    bool may_wait() const { return may_draw() && (rules.most_waits < 0 || waits[seat] < rules.most_waits); }
};

// The cards before they are shuffled.
Pile pack(const MatchRules& rules);

Match begin(const MatchRules& rules, Piles hands, Pile crosses, Pile stock, int first);

// The hands are the first cards, seat by seat, then come the crosses and the stock.
Match deal(const MatchRules& rules, int seats, Pile shuffled, int first);

// Make a legal move; `could_lay` tells whether a seat that draws could have laid.
void make(Match& match, const Act& act, bool could_lay);

bool is_over(const Match& match);

// Nothing while the game is open. Where a hand is not known whole there are no scores, and who has no cards wins.
std::optional<GameResult> result(const Match& match);

// The card, or for a joker that stands for one, a joker.
inline int kind_of(int c) { return c >= joker_as ? deck : c; }

inline bool is_known(const Pile& cards) { return std::find(cards.begin(), cards.end(), unknown) == cards.end(); }

// How often each card is there, every joker as a joker.
using Tally = std::array<int, unknown + 1>;

inline void count(Tally& tally, const Pile& cards, int sign = 1) {
    for (const int c : cards) tally[kind_of(c)] += sign;
}

inline bool no_more_than(const Tally& there, const MatchRules& rules) {
    return there[deck] <= rules.jokers &&
           std::all_of(there.begin(), there.begin() + deck, [&](int copies) { return copies <= rules.decks; });
}

// A hand without cards that are laid; a joker that is laid stands for something. A card that the hand does not show was
// one of those that are not known.
Pile without(const Pile& hand, const Pile& laid);

// All cards of some groups, one after the other.
Pile together(const Piles& groups);

// Cards by their counts, jokers left out.
Ranks counted(const Pile& cards);

// ---- What the turns of the seats have told, as bytes that a caller hands on as they are ----
// For each seat a byte of flags, the cards drawn since, the number of groups, and the groups, each behind its length.

std::vector<Past> pasts_of(const Pile& bytes, std::size_t seats, const MatchRules& rules);

Pile bytes_of(const std::vector<Past>& pasts);

}  // namespace passatempo::machiavelli
