// The further cards, or pairs of cards, with which the whole hand can be laid.
#pragma once

#include <vector>

#include "arrange.hpp"
#include "budget.hpp"
#include "completions/completion_search.hpp"
#include "lay/play_solver.hpp"

namespace passatempo::machiavelli {

// Closing depends on the cards alone. It asks whether all of the table and the hand, jokers included, can be arranged.
// A joker acts as one more card of any kind. So the unlocking cards are those in completions of one card more than
// there are jokers.
class Unlocker {
public:
    bool can_close_hand(const Ranks& cards, int jokers, Line line, Budget& budget);

    // A flag for each card: whether one more copy of it unlocks.
    std::vector<std::uint8_t> unlocking_cards(Ranks cards, int jokers, Line line, Budget& budget);

    // A flag for each pair of cards: whether one more copy of both unlocks. The matrix is symmetric, row by row.
    std::vector<std::uint8_t> unlocking_pairs(Ranks cards, int jokers, Line line, Budget& budget);

    std::size_t memory_bytes() const { return play_solver_.memory_bytes() + completion_search_.memory_bytes(); }

private:
    using Flags = std::vector<std::uint8_t>;

    bool closes_with_joker(Ranks cards, Line line, Budget& budget);
    void try_partners(Ranks cards, int c, int jokers, Line line, CardSet partner_cards, Flags& pair_flags,
                      Budget& budget);
    CardSet try_each(Ranks cards, int jokers, Line line, CardSet open_cards, Flags& unlock_flags, Budget& budget);

    Arranger arranger_;
    PlaySolver play_solver_;
    CompletionSearch completion_search_;
};

}  // namespace passatempo::machiavelli
