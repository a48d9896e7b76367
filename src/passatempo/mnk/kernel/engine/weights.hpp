// The numbers that belong to the four classes of a cell: threat, evaluation, and the value for move ordering.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "network.hpp"
#include "patterns.hpp"

namespace passatempo::mnk {

// How many of a player's empty cells have each threat from `threat_three` on, and how many have none; the others are
// not told apart. All are kept in two long words, so that a change is a few sums.
class Tally {
public:
    int count(Threat threat) const {
        assert(threat == none || threat >= threat_three);
        const std::size_t slot = slot_of(threat);
        return static_cast<std::uint16_t>(words_[slot / 4] >> (16 * (slot % 4)));
    }

    void change(Threat gained, Threat lost) {
        const Words &more = ones[gained], &less = ones[lost];
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] += more[i] - less[i];
    }
    void add(Threat gained) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] += ones[gained][i];
    }
    void remove(Threat lost) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] -= ones[lost][i];
    }

private:
    using Words = std::array<std::uint64_t, 2>;
    static constexpr std::size_t slot_of(int threat) {
        return threat == none ? 0 : threat < threat_three ? 7 : static_cast<std::size_t>(threat - threat_three + 1);
    }
    static constexpr std::array<Words, threats> all_ones() {
        std::array<Words, threats> found{};
        for (int threat = 0; threat < threats; ++threat)
            found[threat][slot_of(threat) / 4] = std::uint64_t{1} << (16 * (slot_of(threat) % 4));
        return found;
    }
    static const std::array<Words, threats> ones;

    Words words_{};  // four counts each
};

inline constexpr std::array<Tally::Words, threats> Tally::ones = Tally::all_ones();

constexpr int meeting_parts = 8, meeting_bits = 4;

// For the ordering of moves: what a cell gives the mover as his own, what it gives him because the other would want
// it, and, for how well the two go together, two rows whose products are summed.
struct alignas(16) Order {
    std::array<std::int16_t, meeting_parts> mine{}, theirs{};
    std::int16_t attack = 0, defence = 0;

    int with(const Order& other) const {
        int sum = 0;
        for (std::size_t i = 0; i < mine.size(); ++i) sum += mine[i] * other.theirs[i];
        return attack + other.defence + (sum >> meeting_bits);
    }
};

// Two hundred cells of one kind are common, so a unit of the evaluation has parts.
constexpr int unit_parts = 16;

// The numbers for each multiset of classes: mover, waiter, attack, defence, and both rows of the ordering.
constexpr int weight_columns = 4 + 2 * meeting_parts;

class Weights {
public:
    // The numbers of the cells, row by row, then those of the network.
    static constexpr std::size_t words = std::size_t{multisets} * weight_columns + Network::words;

    explicit Weights(std::span<const std::int16_t> fitted);

    const Network& net() const { return net_; }

    // The rank of the multiset of classes in a code: what is used often is close together there.
    std::uint16_t rank(std::uint16_t code) const { return ranks_[code]; }

    Threat threat(std::uint16_t rank) const { return threats_[rank]; }
    const Order& order(std::uint16_t rank) const { return orders_[rank]; }

    // Numbers set by hand, to start fitting from and to measure against.
    static std::vector<std::int16_t> by_hand();

private:
    std::vector<std::uint16_t> ranks_;  // by the four nibbles
    std::vector<Threat> threats_;
    std::vector<Order> orders_;
    Network net_;
};

}  // namespace passatempo::mnk
