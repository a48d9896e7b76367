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

// The threats of a cell for both players, the second's four bits above the first's.
using ThreatPair = std::uint8_t;
inline Threat threat_of(ThreatPair threats, int player) { return static_cast<Threat>((threats >> (4 * player)) & 15); }

// How many empty cells have each threat from `threat_three` on, and how many have none, for both players; the others
// are not told apart. All are kept in four long words, so that a change is a few sums.
class Tally {
public:
    int count(int player, Threat threat) const {
        assert(threat == none || threat >= threat_three);
        const std::size_t slot = slot_of(threat);
        return static_cast<std::uint16_t>(words_[2 * player + slot / 4] >> (16 * (slot % 4)));
    }

    void change(ThreatPair gained, ThreatPair lost) {
        const Words &more = ones[gained], &less = ones[lost];
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] += more[i] - less[i];
    }
    void add(ThreatPair gained) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] += ones[gained][i];
    }
    void remove(ThreatPair lost) {
        for (std::size_t i = 0; i < words_.size(); ++i) words_[i] -= ones[lost][i];
    }

private:
    using Words = std::array<std::uint64_t, 4>;
    using Ones = std::array<Words, 16 * threats>;
    static constexpr std::size_t slot_of(int threat) {
        return threat == none ? 0 : threat < threat_three ? 7 : threat - threat_three + 1;
    }
    static constexpr Ones all_ones() {
        Ones found{};
        for (std::size_t both = 0; both < found.size(); ++both)
            for (std::size_t player = 0; player < 2; ++player) {
                const std::size_t slot = slot_of((both >> (4 * player)) & 15);
                if (slot < 8) found[both][2 * player + slot / 4] = std::uint64_t{1} << (16 * (slot % 4));
            }
        return found;
    }
    static const Ones ones;

    Words words_{};  // four counts each
};

inline constexpr Tally::Ones Tally::ones = Tally::all_ones();

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

    // What the tables say of a cell with these codes of both players: the ranks of the multisets of its classes, and
    // its threats.
    struct Known {
        Ranks ranks;
        ThreatPair threats;
    };
    Known known(std::uint32_t codes) const {
        const std::uint32_t both = known_[codes & 0xFFFF] | (std::uint32_t{known_[codes >> 16]} << 16);
        return {both & 0x0FFF0FFF, static_cast<ThreatPair>(((both >> 12) & 0x0F) | ((both >> 24) & 0xF0))};
    }

    const Order& order(std::uint16_t rank) const { return orders_[rank]; }

    // Numbers set by hand, to start fitting from and to measure against.
    static std::vector<std::int16_t> by_hand();

private:
    std::vector<std::uint16_t> known_;  // by the four nibbles of a code: the rank, and four bits above it the threat
    std::vector<Order> orders_;
    Network net_;
};

constexpr int fitted_k = 7;  // the greatest one of the weights that are shipped

// For a k beyond `fitted_k`, those of k = 5: a cell with lines that lack more than two marks counts as if they were
// dead, and each of them adds a little.
std::vector<std::int16_t> extended(std::span<const std::int16_t> fitted, int k);

}  // namespace passatempo::mnk
