// Numbers for the four shapes of a cell: threat, evaluation, and score in the move ordering.
#pragma once

#include <array>
#include <cassert>
#include <cstdint>
#include <span>
#include <vector>

#include "network.hpp"
#include "patterns.hpp"

namespace passatempo::mnk {

// The threats of a cell for both players. Those of the second player are four bits above those of the first.
using ThreatPair = std::uint8_t;
inline Threat threat_of(ThreatPair threats, int player) { return static_cast<Threat>((threats >> (4 * player)) & 15); }

// The number of empty cells with each threat from `threat_three` on, and with none, for both players. Other threats are
// not counted. All counts fit in four 64-bit words, so that a change is a few additions.
class ThreatCounts {
public:
    int threat_count(int player, Threat threat) const {
        assert(threat == none || threat >= threat_three);
        const std::size_t slot = slot_of(threat);
        return static_cast<std::uint16_t>(count_words_[2 * player + slot / 4] >> (16 * (slot % 4)));
    }

    void replace_threats(ThreatPair new_threats, ThreatPair old_threats) {
        const Words &new_counts = unit_counts[new_threats], &old_counts = unit_counts[old_threats];
        for (std::size_t i = 0; i < count_words_.size(); ++i) count_words_[i] += new_counts[i] - old_counts[i];
    }
    void add_threats(ThreatPair new_threats) {
        for (std::size_t i = 0; i < count_words_.size(); ++i) count_words_[i] += unit_counts[new_threats][i];
    }
    void remove_threats(ThreatPair old_threats) {
        for (std::size_t i = 0; i < count_words_.size(); ++i) count_words_[i] -= unit_counts[old_threats][i];
    }

private:
    using Words = std::array<std::uint64_t, 4>;
    using Ones = std::array<Words, 16 * threats>;
    static constexpr std::size_t slot_of(int threat) {
        return threat == none ? 0 : threat < threat_three ? 7 : threat - threat_three + 1;
    }
    static constexpr Ones all_unit_counts() {
        Ones pair_counts{};
        for (std::size_t threat_pair = 0; threat_pair < pair_counts.size(); ++threat_pair)
            for (std::size_t player = 0; player < 2; ++player) {
                const std::size_t slot = slot_of((threat_pair >> (4 * player)) & 15);
                if (slot < 8) pair_counts[threat_pair][2 * player + slot / 4] = std::uint64_t{1} << (16 * (slot % 4));
            }
        return pair_counts;
    }
    static const Ones unit_counts;

    Words count_words_{};  // four counts each
};

inline constexpr ThreatCounts::Ones ThreatCounts::unit_counts = ThreatCounts::all_unit_counts();

constexpr int meeting_parts = 8, meeting_bits = 4;

// For the move ordering: the value of a cell for the mover himself, its value because the opponent would want it, and
// two rows whose products add how well both go together.
struct alignas(16) OrderWeights {
    std::array<std::int16_t, meeting_parts> mover_row{}, opponent_row{};
    std::int16_t attack_weight = 0, defence_weight = 0;

    int combine(const OrderWeights& other) const {
        int sum = 0;
        for (std::size_t i = 0; i < mover_row.size(); ++i) sum += mover_row[i] * other.opponent_row[i];
        return attack_weight + other.defence_weight + (sum >> meeting_bits);
    }
};

// Boards with two hundred cells of one kind are common, so a unit of the evaluation has parts.
constexpr int unit_parts = 16;

// The numbers for each multiset of shapes: mover, waiter, attack, defence, and both rows of the ordering.
constexpr int weight_columns = 4 + 2 * meeting_parts;

class Weights {
public:
    // The numbers of the cells, row by row, and then those of the network.
    static constexpr std::size_t number_count = std::size_t{multisets} * weight_columns + Network::number_count;

    explicit Weights(std::span<const std::int16_t> weight_numbers);

    const Network& network() const { return network_; }

    // The features of a cell with these codes of both players: the ranks of the multisets of its shapes, and its
    // threats.
    struct CellFeatures {
        Ranks ranks;
        ThreatPair threats;
    };
    CellFeatures cell_features(std::uint32_t codes) const {
        const std::uint32_t pair_features =
            code_features_[codes & 0xFFFF] | (std::uint32_t{code_features_[codes >> 16]} << 16);
        return {pair_features & 0x0FFF0FFF,
                static_cast<ThreatPair>(((pair_features >> 12) & 0x0F) | ((pair_features >> 24) & 0xF0))};
    }

    const OrderWeights& ordering_weights(std::uint16_t rank) const { return order_weights_[rank]; }

    // Numbers set by hand, as a start for fitting and as a baseline.
    static std::vector<std::int16_t> hand_weights();

private:
    std::vector<std::uint16_t>
        code_features_;  // by the four nibbles of a code: the rank, and four bits above it the threat
    std::vector<OrderWeights> order_weights_;
    Network network_;
};

constexpr int fitted_k = 7;  // the largest k with shipped weights

// Extend the weights of k = 5 to a k beyond `fitted_k`. A line that lacks more than two marks counts as dead and adds a
// little.
std::vector<std::int16_t> extend_weights(std::span<const std::int16_t> weight_numbers, int k);

}  // namespace passatempo::mnk
