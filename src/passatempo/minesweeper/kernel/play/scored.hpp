// The policy that weighs what a click leaves: the chance to survive it and the next one.
// Algorithm: two-ply expectimax with exact chances, and the exact endgame
#pragma once

#include <cstdint>
#include <vector>

#include "play/endgame.hpp"
#include "play/policy.hpp"
#include "play/settings.hpp"
#include "play/variation.hpp"

namespace passatempo::minesweeper::play {

class Scored final : public Policy {
public:
    Scored(const Ground& ground, const Settings& settings) : ground_(&ground), settings_(settings) {}
    void choose(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) override;

private:
    bool endgame(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice);
    std::uint32_t proven_pair(const Knowledge& knowledge) const;
    bool told_apart(const Knowledge& knowledge, std::uint32_t one, std::uint32_t two) const;
    bool may_tell(const Knowledge& knowledge, const Tally& tally, std::uint32_t cell) const;
    void list(const Knowledge& knowledge, const Tally& tally);
    void list_free(const Knowledge& knowledge, const Tally& tally, double best);
    bool beyond_a_number(const Knowledge& knowledge, std::uint32_t cell) const;
    // False where the cell turns out to show the same number in all layouts.
    bool evaluate(const Knowledge& knowledge, const Tally& tally, Candidate& candidate);
    double next(const Knowledge& knowledge, std::uint32_t opened);
    std::uint32_t living_in(const Knowledge& knowledge, const Variation::Group& group, std::uint32_t opened) const;

    const Ground* ground_;
    Settings settings_;
    double deeper(const Knowledge& knowledge, const Tally& tally, const Candidate& candidate);
    double best_value(const Knowledge& knowledge, Tally& tally);
    Endgame endgame_;
    std::vector<Scored> inner_;
    std::vector<Tally> inner_tally_;
    Variation variation_;
    std::vector<Candidate> candidates_;
    std::vector<char> certain_;                            // scratch
    std::vector<std::pair<double, std::vector<char>>> seen_;  // of each number shown: its weight, and the groups safe then
};

}  // namespace passatempo::minesweeper::play
