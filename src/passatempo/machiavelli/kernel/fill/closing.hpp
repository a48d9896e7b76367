// One filling of a table whose suits must come back to the runs that they began with.
#pragma once

#include <optional>
#include <vector>

#include "budget.hpp"
#include "fill/batch.hpp"

namespace passatempo::machiavelli {

// Hundreds of starts of all suits together go through nearly the same states. So a state is looked at once, for all the
// starts from which suits can come to it: from which of them does a way on from there end well? It is left as soon as
// that is known of all, or of the start in hand. A start that was refuted is asked about no more.
// Algorithm: depth-first search over sets of starts, with memory of every state
class Closing {
public:
    // Is there a filling? Neither where there was not enough budget. The tracks must be merged.
    std::optional<bool> possible(const Tracks& tracks, Budget& budget);

    // After possible() returned true.
    std::vector<int> filling();

    std::size_t held() const;

private:
    // The states of a place where so many cards are left to be added, and from which starts their ways end well.
    struct Layer {
        States states;
        std::vector<Word> goes;
    };

    bool take(std::size_t first);
    void begin(std::size_t first);
    void mark_nodes(int suit);
    std::size_t look(int place, int left, const Nodes& nodes, bool in_hand);
    bool go(int place, int left, std::size_t state, const Ways& ways, int added, bool in_hand);
    bool list(int place, int left, const Nodes& nodes);
    bool meet(Bits some, const Ways& ways) const;
    bool follow(int place, int& left, Nodes& nodes, std::vector<int>& cards);
    Bits goes(int place, int left, std::size_t state) { return batch_.bits(layers_[place][left].goes, state); }

    const Tracks* tracks_ = nullptr;
    Budget* budget_ = nullptr;
    OnTracks on_{};
    Batch batch_;
    std::array<std::vector<Word>, suits> on_nodes_;     // by each node of a suit, the starts that can go through it
    std::size_t target_ = 0;                            // the start in hand
    std::vector<Word> alive_;                           // starts that are not refuted
    std::array<std::vector<Layer>, ranks + 1> layers_;  // of each place, by the cards left
    // Of the state in hand at each place: the starts still asked about, those that can go the way in hand, all ways.
    std::array<std::vector<Word>, ranks> asked_, met_;
    std::array<Choices, ranks> choices_;
};

}  // namespace passatempo::machiavelli
