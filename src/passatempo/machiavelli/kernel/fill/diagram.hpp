// All fillings of a table at once, by sets of starts as words of bits: which two cards are in one together?
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "budget.hpp"
#include "fill/track.hpp"

namespace passatempo::machiavelli {

// Sets of starts.
using Word = std::uint64_t;
using Bits = std::span<Word>;
using ConstBits = std::span<const Word>;
inline constexpr std::size_t word = 64;  // bits of a word

// Write the bits that all of these have; whether there are any.
template <class... Others>
bool meet(Bits bits, ConstBits first, const Others&... others) {
    Word some = 0;
    for (std::size_t w = 0; w < bits.size(); ++w) some |= bits[w] = (first[w] & ... & others[w]);
    return some != 0;
}

// Add the bits that both have; whether there are any.
inline bool join_common(Bits bits, ConstBits a, ConstBits b) {
    Word some = 0;
    for (std::size_t w = 0; w < bits.size(); ++w) {
        const Word both = a[w] & b[w];
        bits[w] |= both;
        some |= both;
    }
    return some != 0;
}

inline void join(Bits a, ConstBits b) {
    for (std::size_t w = 0; w < a.size(); ++w) a[w] |= b[w];
}

inline bool overlap(ConstBits a, ConstBits b) {
    for (std::size_t w = 0; w < a.size(); ++w)
        if ((a[w] & b[w]) != 0) return true;
    return false;
}

inline void mark(Bits bits, std::size_t k) { bits[k / word] |= Word{1} << k % word; }

// The starts, and from which of them each way of a suit can be gone.
class Batch {
public:
    static constexpr std::size_t most = 32 * word;  // at once

    // All starts which do not need too many cards. The tracks must be merged.
    void list(const Tracks& tracks);
    std::size_t size() const { return starts_.size(); }

    // Take as many as are handled at once, from this one on: they are numbered from 0.
    void take(std::size_t first);
    std::size_t taken() const { return taken_; }
    std::size_t words() const { return words_; }
    Nodes nodes_of(std::size_t start) const;

    // Of many sets of them, one behind the other, the one with this number.
    Bits bits(std::vector<Word>& of, std::size_t k) const { return {of.data() + k * words_, words_}; }
    ConstBits bits(const std::vector<Word>& of, std::size_t k) const { return {of.data() + k * words_, words_}; }

    ConstBits on_way(int suit, std::size_t way) const { return bits(ways_[suit], way); }

    std::size_t held() const;

private:
    using Start = std::array<std::uint8_t, suits>;  // of each suit

    void list(int suit, Start start, int needed);
    void mark_ways(int suit);

    const Tracks* tracks_ = nullptr;
    std::vector<Start> starts_;
    std::size_t first_ = 0, taken_ = 0, words_ = 1;
    std::array<std::vector<Word>, suits> ways_;
};

// The states of all suits together at a place, numbered as they are met.
class States {
public:
    void clear() {
        all_.clear();
        table_.clear();
    }
    std::size_t size() const { return all_.size(); }
    const Nodes& operator[](std::size_t number) const { return all_[number]; }
    std::size_t number(const Nodes& nodes);  // a new one where they were not met
    std::size_t held() const { return all_.capacity() * sizeof(Nodes) + table_.capacity() * sizeof(std::int32_t); }

private:
    std::size_t slot(const Nodes& nodes) const;

    std::vector<Nodes> all_;
    std::vector<std::int32_t> table_;  // numbers, by hash
};

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
