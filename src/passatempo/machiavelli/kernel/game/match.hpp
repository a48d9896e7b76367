// A game under all its rules: its state, moves, ends, and the information that turns reveal.
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <vector>

#include "game/dealer.hpp"
#include "turn/piles.hpp"
#include "turn/rules.hpp"

namespace passatempo::machiavelli {

// The rules of a match.
struct MatchRules : TurnRules {
    int deal = 13;
    bool draws_first = false;
    int wait_limit = -1;  // turns in a row in which a player may draw instead of laying; -1: any number
    bool ends_with_stock = false;
    bool single_point = false;
    bool first_turn_draws = false;
    int penalty = 0;  // cards drawn as the penalty for a failed turn

    // Whether `Dealer`, which plays by counts alone, supports these rules.
    bool counts_suffice() const { return jokers == 0 && is_plain(); }
    GameRules count_rules() const;
};

// The information that the turns of a player reveal about the hand.
struct SeatPast {
    bool drew_last = false;  // the last turn was a draw
    bool holds_back = false;
    bool has_table = false;  // nothing of the rest of the hand could be laid on `past_table`
    int draws_since = 0;     // cards drawn since that turn
    Piles past_table;
};

enum class MoveKind : std::uint8_t { laid = 0, drew = 1, passed = 2, penalized = 3 };

// A move. Jokers laid are given as the cards they stand for.
struct MatchMove {
    MoveKind kind = MoveKind::drew;
    Pile hand_cards;
    Piles table;
    int penalty = 0;
};

// The complete state of a match. Hands are sorted, and the stock is drawn from the front.
struct Match {
    MatchRules rules;
    int seat = 0;  // the player to move
    Piles table;
    Piles hands;
    Pile stock;
    std::vector<int> wait_counts;
    std::vector<bool> has_opened;
    Pile crosses;  // single cards that have been alone since the deal
    std::vector<SeatPast> seat_pasts;
    int pass_count = 0;
    bool has_drawn = false;      // the player to move drew at the start of the turn
    bool is_draw_turn = false;   // the first turn of the match, in which nothing is laid
    bool is_live_table = false;  // played at a real table, where a limit on waits cannot be enforced

    int seats() const { return static_cast<int>(hands.size()); }
    const Pile& hand() const { return hands[seat]; }
    bool may_draw() const { return !rules.draws_first && !stock.empty(); }
    bool may_wait() const { return may_draw() && (rules.wait_limit < 0 || wait_counts[seat] < rules.wait_limit); }
};

// The cards before they are shuffled.
Pile make_pack(const MatchRules& rules);

Match start_match(const MatchRules& rules, Piles hands, Pile crosses, Pile stock, int first);

// The first cards are the hands, player by player, followed by the crosses and the stock.
Match deal_match(const MatchRules& rules, int seats, Pile deck_order, int first);

// Make a legal move. `could_lay` is whether a player who draws could have laid a card.
void make_move(Match& match, const MatchMove& act, bool could_lay);

bool is_over(const Match& match);

// The result, or nothing while the game is open. If a hand is not fully known, there are no scores, and a player
// without cards wins.
std::optional<GameResult> result_of(const Match& match);

inline bool fits_decks(const Tally& card_tally, const MatchRules& rules) {
    return card_tally[deck] <= rules.jokers && std::all_of(card_tally.begin(), card_tally.begin() + deck,
                                                           [&](int copies) { return copies <= rules.decks; });
}

// The view of the player to move.
inline Position position_of(const Match& match) {
    return {match.rules, match.table, match.hand(), match.has_opened[match.seat], !match.is_draw_turn};
}

// ---- What turns reveal, as bytes that a caller passes on unchanged ----
// For each player: a byte of flags, the cards drawn since, the number of groups, and the groups, each after its length.

std::vector<SeatPast> pasts_of(const Pile& bytes, std::size_t seats, const MatchRules& rules);

Pile bytes_of(const std::vector<SeatPast>& pasts);

}  // namespace passatempo::machiavelli
