// Which further cards, or pairs of cards, let the whole hand go?
#pragma once

#include <vector>

#include "arrange.hpp"
#include "budget.hpp"
#include "completions/completion_search.hpp"
#include "lay/play_solver.hpp"

namespace passatempo::machiavelli {

// Closing is a question about cards alone: can all of the table and the hand, jokers included, be arranged? A joker is
// one more card, whichever it likes: so the cards that unlock are those of the completions of one card more than
// jokers.
class Unlocker {
public:
    bool can_close_hand(const Ranks& cards, int jokers, Line line, Budget& budget);

    // For each card, one more copy of it.
    std::vector<std::uint8_t> unlocking_cards(Ranks cards, int jokers, Line line, Budget& budget);

    // For each pair of cards, one more copy of both; row by row, symmetric.
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
