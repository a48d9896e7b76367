// The kinds of policies.
#include "play/least_chance.hpp"
#include "play/scored.hpp"
#include "refuse.hpp"

namespace passatempo::minesweeper::play {

std::unique_ptr<Policy> policy_of(const Ground& ground, const Settings& settings) {
    switch (settings.kind) {
        case 0: return std::make_unique<LeastChance>();
        case 1: return std::make_unique<Scored>(ground, settings);
        default: refuse("kind: there is no such policy");
    }
}

}  // namespace passatempo::minesweeper::play
