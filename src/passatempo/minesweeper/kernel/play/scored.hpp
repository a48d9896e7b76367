// The policy that weighs what a click leaves: the chance to survive it and the next one.
// Algorithm: expectimax over two or three clicks with exact chances; the exact endgame
#pragma once

#include <cstdint>
#include <vector>

#include "play/endgame.hpp"
#include "play/policy.hpp"
#include "play/variation.hpp"

namespace passatempo::minesweeper::play {

class Scored final : public Policy {
public:
    Scored(const Ground& ground, const Settings& settings);
    void choose(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) override;
    bool endgame(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) override;
    std::vector<std::uint32_t> as_good(const Choice& choice) override;

private:
    std::uint32_t proven_pair(const Knowledge& knowledge) const;
    bool told_apart(const Knowledge& knowledge, std::uint32_t one, std::uint32_t two) const;
    bool may_tell(const Knowledge& knowledge, const Tally& tally, std::uint32_t cell) const;
    void list(const Knowledge& knowledge, const Tally& tally);
    void list_free(const Knowledge& knowledge, const Tally& tally, double best);
    bool beyond_a_number(const Knowledge& knowledge, std::uint32_t cell) const;
    // False where the cell turns out to show the same number in all layouts.
    bool evaluate(const Knowledge& knowledge, const Tally& tally, Candidate& candidate);
    double next(const Knowledge& knowledge, std::uint32_t opened);
    double best_value(const Knowledge& knowledge, Tally& tally);
    double deeper(const Knowledge& knowledge, const Tally& tally, std::uint32_t cell);
    std::uint32_t deepest(const Knowledge& knowledge, const Tally& tally, std::vector<Candidate>& weighed);
    std::uint32_t living_in(const Knowledge& knowledge, const Variation::Group& group, std::uint32_t opened) const;

    const Ground* ground_;
    Settings settings_;
    Endgame endgame_;
    Variation variation_;
    std::vector<Candidate> candidates_;
    // Of each number shown, its layouts; and of each group, 1 where it is safe then, 2 where that tells something.
    std::vector<std::pair<double, std::vector<char>>> seen_;
    // What looks behind a click: made when first needed, one each.
    std::vector<Scored> behind_;
    std::vector<Tally> behind_tally_;
};

}  // namespace passatempo::minesweeper::play
