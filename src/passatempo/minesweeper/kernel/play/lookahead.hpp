// A policy that maximises the chance to survive a click and the next one.
// Algorithm: expectimax over two or three clicks with exact chances; the exact endgame
#pragma once

#include <cstdint>
#include <vector>

#include "play/endgame.hpp"
#include "play/hypothesis.hpp"
#include "play/policy.hpp"

namespace passatempo::minesweeper::play {

class LookaheadPolicy final : public Policy {
public:
    LookaheadPolicy(const Neighbourhoods& neighbourhoods, const Settings& settings);
    void choose_cell(const Knowledge& knowledge, Posterior& posterior, Budget& budget, CellChoice& choice) override;
    bool solve_endgame(const Knowledge& knowledge, Posterior& posterior, Budget& budget, CellChoice& choice) override;
    std::vector<std::uint32_t> as_good(const CellChoice& choice) override;

private:
    std::uint32_t proven_pair(const Knowledge& knowledge) const;
    bool is_distinguishable(const Knowledge& knowledge, std::uint32_t left_cell, std::uint32_t right_cell) const;
    bool may_inform(const Knowledge& knowledge, const Posterior& posterior, std::uint32_t cell) const;
    void list_candidates(const Knowledge& knowledge, const Posterior& posterior);
    void list_free(const Knowledge& knowledge, const Posterior& posterior, double best);
    bool is_near_number(const Knowledge& knowledge, std::uint32_t cell) const;
    // Returns false if the cell shows the same number in all layouts.
    bool evaluate(const Knowledge& knowledge, const Posterior& posterior, Candidate& candidate);
    double next_safety(const Knowledge& knowledge, std::uint32_t click_cell);
    double best_value(const Knowledge& knowledge, Posterior& posterior);
    double value_after_click(const Knowledge& knowledge, const Posterior& posterior, std::uint32_t cell);
    std::uint32_t best_of_deep(const Knowledge& knowledge, const Posterior& posterior,
                               std::vector<Candidate>& candidates);
    std::uint32_t informative_cells(const Knowledge& knowledge, const HypotheticalPosition::CellGroup& group,
                                    std::uint32_t click_cell) const;

    const Neighbourhoods* neighbourhoods_;
    Settings settings_;
    EndgameSolver endgame_;
    HypotheticalPosition hypothesis_;
    std::vector<Candidate> candidates_;
    // For each number shown, its layouts and the state of each group: 1 if safe then, 2 if also informative.
    std::vector<std::pair<double, std::vector<char>>> number_outcomes_;
    // Created on first use, for the search one click deeper.
    std::vector<LookaheadPolicy> child_policies_;
    std::vector<Posterior> child_posteriors_;
};

}  // namespace passatempo::minesweeper::play
