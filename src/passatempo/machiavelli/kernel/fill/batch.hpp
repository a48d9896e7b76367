// Starts of all suits together, many at once, as words of bits. For the searches of this folder alone.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

#include "fill/choices.hpp"

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

}  // namespace passatempo::machiavelli
