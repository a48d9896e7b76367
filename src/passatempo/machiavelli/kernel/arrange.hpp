// Can these cards be arranged in melds, and how?
#pragma once

#include <optional>

#include "cards.hpp"
#include "program/formulation.hpp"
#include "sweep.hpp"
#include "two/search.hpp"

namespace passatempo::machiavelli {

// Keeps its memory between tables, so that a table costs no allocation.
class Arranger {
public:
    // False also when the budget ran out, or the one that is watched: look at their stop().
    bool possible(const Ranks& cards, Line line, Budget& budget, Budget* watch = nullptr);

    // The same of many tables, each of `deck` counts: sets a flag for each, and returns how many have theirs. Ends
    // before a table with more than `most_copies` of a card.
    std::size_t possible_many(std::span<const std::uint8_t> counts, int most_copies, Line line, Budget& budget,
                              std::span<char> flags);

    // After possible() returned true.
    Melds melds() const;

private:
    // Runs of one suit, by length.
    struct Ages {
        std::uint8_t one, two, more;
    };

    bool attempt(Line line, Effort& effort);
    bool solve(Line line, Budget& budget, Budget* watch);
    bool search_two(Line line, Effort& effort);
    bool bound_runs(Line line);
    bool on_a_line(int first_rank, Effort& effort);
    bool with_both_aces(Effort& effort);
    Row fewest_low_aces() const;
    bool with_low_aces(const Row& aces, Effort& effort);
    bool on_a_circle(Effort& effort);
    std::vector<Ages> open_at(int cut, int suit) const;
    int best_cut() const;
    void lay_out(int first_rank, bool closed);

    Sweep sweep_;
    Supply supply_;
    Offer offer_;
    Ranks cards_{};                  // copies of each card
    Ranks spans_{};                  // runs of three that can begin at each rank
    Ranks most_{};                   // most copies of each card in runs
    std::array<int, ranks> sets_{};  // most sets of each rank
    Row low_aces_{};
    int ace_ = 0;    // the rank that may stand at both ends
    int first_ = 0;  // rank at the first place
    bool closed_ = false;
    Formulation formulation_;
    two::Search<0> two_;
    Ranks by_rank_{};          // cards in runs, as the program says, place by place
    bool by_program_ = false;  // or by the search for two copies
    bool mirrored_ = false;    // the ranks stand in the order A K Q ... 2
};

}  // namespace passatempo::machiavelli
