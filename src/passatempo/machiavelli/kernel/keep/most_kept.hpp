// The play that leaves most melds of the table as they are, among the plays of greatest value; of those plays one that
// closes the hand, else one with fewest jokers.
#pragma once

#include <bitset>
#include <optional>
#include <vector>

#include "arrange.hpp"
#include "lay/lay.hpp"

namespace passatempo::machiavelli {

struct Kept {
    std::vector<int> groups;  // which stay as they are
    int bound = 0;            // proved: no more can stay
    Laid laid;                // the melds that stay come first
};

// Nodes for `Keeper::spare`, the same for all callers; a node costs more where a card has more copies.
std::uint64_t nodes_to_spare(const Turn& turn);

// By implicit hitting sets. If some melds can stay, so can any part of them: of the melds that cannot stay together (a
// conflict) one must be broken. So the fewest melds that meet all conflicts known so far are broken; either the rest
// can stay, or it holds a new conflict, which is made as small as it goes and remembered.
class Keeper {
public:
    static constexpr std::size_t most_groups = 1792;  // all the cards and jokers of a hundred decks, in threes

    // `turn.table` and `turn.jokers.must` are ignored: the groups are the table. With a demand all plays must meet it.
    std::optional<Kept> best(const Melds& groups, Turn turn, Budget& budget, const Demand* demand = nullptr);

    // A play as good as `found`, which is a best one: as much laid, the hand as empty, as few jokers; of those one with
    // most melds of the table as they are, as far as the budget goes. The groups are part of `turn.table`. No such play
    // has more of them where the budget is not spent.
    Laid spare(const Melds& groups, const Turn& turn, const Laid& found, Budget& budget);

    std::size_t held() const { return layer_.held() + conflicts_.capacity() * sizeof(Set); }

private:
    using Set = std::bitset<most_groups>;

    // What the cards that do not stay must be able to do.
    enum class Aim {
        reach,    // a play of greatest value
        arrange,  // the same where nothing is left in the hand and there are no jokers: arranging is quicker
        close,    // lay the whole hand, jokers included
    };

    void begin(const Melds& groups, const Turn& turn, Budget& budget);
    Set lying(const Laid& found) const;
    void let_stay(const Set& legal);
    Laid beside() const;
    Set deal(const Set& set, std::size_t part, std::size_t parts) const;
    bool set_up(const Melds& groups, Turn turn, Budget& budget);
    void keep_most(const Set& legal, Kept& kept);
    void prefer_fewer_jokers(const Set& legal, Kept& kept);
    bool again(const Set& legal, std::size_t most_breaks, Aim aim, int jokers, Kept& kept);
    std::optional<Set> stay_together(const Set& legal, std::size_t most_breaks, int* bound);
    bool can_stay(const Set& stay);
    std::optional<Laid> play(const Turn& turn);
    bool reaches(const Turn& rest);
    bool closes(const Turn& rest);
    Turn without(const Set& stay) const;
    int jokers_of(const Laid& laid) const;
    void remember(const Set& stay, const Turn& rest);
    void find_conflicts(Set stay);
    Set shrink(Set conflict);
    Set fewest_breaks(std::size_t most);
    bool hits(std::size_t limit, Set& broken, Set spared);

    const Melds* groups_ = nullptr;
    Turn turn_;
    const Demand* demand_ = nullptr;
    Value value_ = 0;
    std::size_t hand_size_ = 0;
    Aim aim_ = Aim::reach;
    std::size_t breaks_ = 1;
    Budget* budget_ = nullptr;
    Arranger arranger_;
    Layer layer_;
    std::vector<Set> conflicts_;
    Set most_kept_;
    Laid rest_;  // the play beside `most_kept_`, for the case that a limit comes
};

}  // namespace passatempo::machiavelli
