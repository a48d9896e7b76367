// A game under all its rules: what lies where, what a move does, how the game ends, and what turns have told.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/dealer.hpp"
#include "turn/piles.hpp"
#include "turn/rules.hpp"

namespace passatempo::machiavelli {

// What is played.
struct MatchRules : TurnRules {
    int deal = 13;
    bool draws_first = false;
    int wait_limit = -1;  // turns in a row in which a seat that could lay may draw instead; -1: any number
    bool ends_with_stock = false;
    bool single_point = false;
    bool first_turn_draws = false;
    int penalty = 0;  // cards drawn in place of a turn that does not come out

    // Does the croupier, who plays by counts alone, know these rules?
    bool counts_suffice() const { return jokers == 0 && is_plain(); }
    GameRules count_rules() const;
};

// What the turns of a seat have told: enough to say what it may hold.
struct SeatPast {
    bool drew_last = false;  // its last turn was a draw
    bool holds_back = false;
    bool has_table = false;  // nothing of the rest of its hand could be laid on the table of then
    int draws_since = 0;     // since then
    Piles past_table;
};

enum class MoveKind : std::uint8_t { laid = 0, drew = 1, passed = 2, penalized = 3 };

// A move as it is made; jokers laid are what they stand for.
struct MatchMove {
    MoveKind kind = MoveKind::drew;
    Pile hand_cards;
    Piles table;
    int penalty = 0;
};

// All there is to know. Hands are in order; the stock is drawn from the front.
struct Match {
    MatchRules rules;
    int seat = 0;  // who is to move
    Piles table;
    Piles hands;
    Pile stock;
    std::vector<int> wait_counts;
    std::vector<bool> has_opened;
    Pile crosses;  // the single cards that have lain alone since the deal
    std::vector<SeatPast> seat_pasts;
    int pass_count = 0;
    bool has_drawn = false;      // has the seat to move drawn as its turn began?
    bool is_draw_turn = false;   // is it the first turn of all, which lays nothing?
    bool is_live_table = false;  // at a real table: nobody can be held to a number of waits

    int seats() const { return static_cast<int>(hands.size()); }
    const Pile& hand() const { return hands[seat]; }
    bool may_draw() const { return !rules.draws_first && !stock.empty(); }
    bool may_wait() const { return may_draw() && (rules.wait_limit < 0 || wait_counts[seat] < rules.wait_limit); }
};

// The cards before they are shuffled.
Pile make_pack(const MatchRules& rules);

Match start_match(const MatchRules& rules, Piles hands, Pile crosses, Pile stock, int first);

// The hands are the first cards, seat by seat, then come the crosses and the stock.
Match deal_match(const MatchRules& rules, int seats, Pile deck_order, int first);

// Make a legal move; `could_lay` tells whether a seat that draws could have laid.
void make_move(Match& match, const MatchMove& act, bool could_lay);

bool is_over(const Match& match);

// Nothing while the game is open. Where a hand is not known whole there are no scores, and who has no cards wins.
std::optional<GameResult> result_of(const Match& match);

inline bool fits_decks(const Tally& card_tally, const MatchRules& rules) {
    return card_tally[deck] <= rules.jokers && std::all_of(card_tally.begin(), card_tally.begin() + deck,
                                                           [&](int copies) { return copies <= rules.decks; });
}

// What the seat to move sees.
inline Position position_of(const Match& match) {
    return {match.rules, match.table, match.hand(), match.has_opened[match.seat], !match.is_draw_turn};
}

// ---- What the turns of the seats have told, as bytes that a caller hands on as they are ----
// For each seat a byte of flags, the cards drawn since, the number of groups, and the groups, each behind its length.

std::vector<SeatPast> pasts_of(const Pile& bytes, std::size_t seats, const MatchRules& rules);

Pile bytes_of(const std::vector<SeatPast>& pasts);

}  // namespace passatempo::machiavelli
