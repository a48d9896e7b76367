// Chances that differ by less than rounding does are equal.
#include "play/least_chance.hpp"

namespace passatempo::minesweeper::play {

void LeastChance::choose(const Knowledge& knowledge, Tally& tally, Budget&, Choice& choice) {
    double lowest = 2;
    int fewest = 0;
    for (std::uint32_t cell = 0; cell < tally.ground().size(); ++cell) {
        if (!knowledge.is_unknown(cell)) continue;
        const double chance = tally.chance(cell);
        const int around = knowledge.unknown_around(cell);
        if (chance < lowest - rounding || (chance < lowest + rounding && around < fewest)) {
            lowest = chance;
            fewest = around;
            choice.cell = cell;
        }
    }
}

}  // namespace passatempo::minesweeper::play
