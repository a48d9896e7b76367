// The play that leaves most melds of the table as they are, among the plays of greatest value.
#pragma once

#include <bitset>
#include <optional>
#include <vector>

#include "arrange.hpp"
#include "lay.hpp"

namespace passatempo::machiavelli {

struct Kept {
    std::vector<int> groups;  // which stay as they are
    int bound = 0;            // proved: no more can stay
    Laid laid;                // the melds that stay come first
};

// If some melds can stay, so can any part of them: of the melds that cannot stay together (a conflict) one must be
// broken. So the fewest melds that meet all conflicts known so far are broken; either the rest can stay, or it holds a
// new conflict, which is made as small as it goes and remembered.
class Keeper {
public:
    static constexpr std::size_t most_groups = 512;

    // `position.table` and `position.jokers.must` are ignored: the groups are the table.
    std::optional<Kept> best(const Melds& groups, Position position, Budget& budget);

private:
    using Set = std::bitset<most_groups>;

    bool can_stay(const Set& stay);
    Position without(const Set& stay) const;
    void find_conflicts(Set stay);
    Set shrink(Set conflict);
    Set fewest_breaks();
    bool hits(std::size_t limit, Set& broken, Set spared);

    const Melds* groups_ = nullptr;
    Position position_;
    Value value_ = 0;
    bool closes_ = false;  // the value is that of the whole hand, and there are no jokers
    std::size_t breaks_ = 1;
    Budget* budget_ = nullptr;
    Arranger arranger_;
    Layer layer_;
    std::vector<Set> conflicts_;
    Set most_kept_;
};

}  // namespace passatempo::machiavelli
