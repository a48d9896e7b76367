// The ordering of moves: a softmax over the moves of a position, fitted to the moves that were chosen. A cell counts
//
//     attack of the mover's classes + defence of the other's + sum of mine of the mover's times theirs of the other's
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "budget.hpp"
#include "fit_rows.hpp"
#include "weights.hpp"

namespace passatempo::mnk {

constexpr double ordering_scale = 64;  // units to one unit of the softmax; a killer counts 60

// Multisets of the cells that could be chosen, the mover's and the other's; the chosen one first.
struct Decision {
    std::vector<std::array<std::uint16_t, 2>> cells;
};

Decision decision_of(const Board& board, Cell played);

class OrderFit {
public:
    explicit OrderFit(std::uint64_t seed);

    // One pass over the decisions.
    void epoch(const std::vector<Decision>& decisions, float rate, Budget& budget);

    // The share of the decisions whose move is valued first.
    double first(const std::vector<Decision>& decisions) const;

    // The numbers of a multiset in fixed point, `unit` parts to one: attack, defence, mine, theirs.
    std::array<std::int16_t, 2 + 2 * meeting_parts> words(std::size_t multiset, double unit) const;

private:
    enum : std::size_t { attack, defence, mine, theirs = mine + meeting_parts, columns = theirs + meeting_parts };

    float value(const std::array<std::uint16_t, 2>& cell) const;
    void learn(const Decision& decision);

    static constexpr int batch = 256;
    FitRows rows_;
    std::vector<float> shares_;
};

}  // namespace passatempo::mnk
