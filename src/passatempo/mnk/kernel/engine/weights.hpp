// The numbers that belong to the four classes of a cell: threat, evaluation, and the value for move ordering.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "network.hpp"
#include "patterns.hpp"

namespace passatempo::mnk {

// What a player's empty cells make together, or what one of them adds to it: how many have each threat, and their
// evaluation if it is his turn (mover) and if it is the other's (waiter), in parts of a unit. All of it is kept in a
// few long words, so that a change is a few sums; what crosses a border between two numbers on the way is taken back by
// the end, for the sums are exact.
class Tally {
public:
    Tally() = default;
    Tally(Threat threat, std::int32_t mover, std::int32_t waiter) {
        words_[threat / 4] = std::uint64_t{1} << (16 * (threat % 4));
        words_[3] = static_cast<std::uint64_t>(mover) + (static_cast<std::uint64_t>(waiter) << 32);
    }

    int count(Threat threat) const { return static_cast<std::uint16_t>(words_[threat / 4] >> (16 * (threat % 4))); }
    std::int32_t mover() const { return static_cast<std::int32_t>(words_[3]); }
    std::int32_t waiter() const { return (words_[3] - static_cast<std::uint64_t>(mover())) >> 32; }

    void change(const Tally& gained, const Tally& lost) {
        const auto more = gained.words_, less = lost.words_;
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] += more[i] - less[i];
    }

private:
    std::array<std::uint64_t, 4> words_{};  // four counts each, and the evaluation
};

struct alignas(16) Weight {
    Tally share;
    Threat threat = none;
};

constexpr int meeting_parts = 8, meeting_bits = 4;

// For the ordering of moves: what a cell gives the mover as his own, what it gives him because the other would want
// it, and, for how well the two go together, two rows whose products are summed.
struct Order {
    std::int16_t attack = 0, defence = 0;
    std::array<std::int16_t, meeting_parts> mine{}, theirs{};

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

    const Weight& operator[](std::uint16_t rank) const { return table_[rank]; }
    const Order& order(std::uint16_t rank) const { return orders_[rank]; }

    // Numbers set by hand, to start fitting from and to measure against.
    static std::vector<std::int16_t> by_hand();

private:
    std::vector<std::uint16_t> ranks_;  // by the four nibbles
    std::vector<Weight> table_;
    std::vector<Order> orders_;
    Network net_;
};

}  // namespace passatempo::mnk
