// All fillings of a table at once: which two cards are in one together?
#pragma once

#include <span>
#include <vector>

#include "budget.hpp"
#include "fill/batch.hpp"

namespace passatempo::machiavelli {

// The states that all suits can come to together, place by place, and the ways between them. On a circle, and with aces
// at both ends, suits must come back to the runs that they began with, and there are hundreds of starts of all suits
// together, which go through nearly the same states. So each state is visited once, and knows by a bit for each start
// from which of them it is reached; then backwards, from which a way on from there ends well.
// Algorithm: a decision diagram of two sweeps (multivalued, exact), with sets of starts as words of bits
class Diagram {
public:
    using Partners = std::array<CardSet, deck>;

    // The pairs of cards that are in a filling together. False where there was not enough patience or budget: what was
    // found by then holds. The tracks must be merged.
    bool find(const Tracks& tracks, Budget& budget);

    const Partners& pairs() const { return pairs_; }  // each from both its cards

    std::size_t held() const;

private:
    // The states of a place where so many cards are left to be added.
    struct Layer {
        States states;
        std::vector<Word> from, goes;  // by the starts, for each state: reached from them; and then an end is
        std::vector<CardSet> later;    // cards that can be added from there on
    };
    // Of the cards in `later`: from which starts. Few states have many of them, so each has a slot when it is met.
    struct Later {
        std::vector<std::int32_t> slots;  // by state and card
        std::vector<Word> starts;         // by slot
    };
    struct Edge {
        std::int32_t from, to;
        std::array<std::uint16_t, suits> ways;
        std::uint8_t at, then;  // the layers that it comes from and goes to: cards left
    };

    bool sweep(std::size_t first, Budget& budget);
    void begin(std::size_t first);
    bool go_forward(Budget& budget);
    void expand(int place, int left, std::size_t state);
    void add_edge(int place, Edge edge, const Ways& ways);
    void go_back(int place);
    void go_back(int place, const Edge& edge);
    void pair_up(int place, int first, const Edge& edge);
    void pair(int a, int b);
    void keep_later(int place, const Edge& edge, std::span<const int> added);
    void add_later(int place, const Edge& edge, int card, ConstBits starts);
    Bits with(int place, int at, std::int32_t state, int card) {
        Later& later = with_[place % 2][at];
        return batch_.bits(later.starts, later.slots[state * deck + card]);
    }
    static void clear(Layer& layer);
    std::size_t number(Layer& layer, const Nodes& nodes);
    bool come_to(ConstBits from, const Edge& edge);

    const Tracks* tracks_ = nullptr;
    int added_ = 0;
    OnTracks on_{};
    Partners pairs_{};
    Batch batch_;                                       // the starts in hand
    std::array<std::vector<Layer>, ranks + 1> layers_;  // of each place
    std::array<std::vector<Edge>, ranks> edges_;
    std::array<std::vector<Later>, 2> with_;  // of two places, by layers
    std::vector<Word> met_;                   // the starts that come to the edge in hand
    Choices choices_;
};

}  // namespace passatempo::machiavelli
