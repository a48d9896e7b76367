// The play of a known greatest value that lets most groups of the table stay: depth-first search over thirteen ranks.
#pragma once

#include <deque>

#include "keep/hope.hpp"
#include "lay/lay.hpp"

namespace passatempo::machiavelli {

// A state between two ranks is what `Player` keeps, and which groups reach over from the one to the other.
class Stayer {
public:
    // Look for a play of this value, which is the greatest, in which more than `most` groups stay, and as many as can:
    // as far as the budget goes. False where the groups or copies are too many for this search.
    bool find(const Melds& groups, const std::vector<std::size_t>& chosen, const Turn& turn, const Ranks& must,
              Value value, int most, Budget& budget);

    bool found() const { return found_; }

    // No more groups can stay, as far as is known.
    int bound() const { return budget_->stop() == Stop::done ? best_ : std::max(best_, enough_); }

    // Where one was found: the groups that stay, and the rest.
    const std::vector<std::size_t>& staying() const { return staying_; }
    Laid rest(const Melds& groups, const Turn& turn) const;

    std::size_t held() const;

private:
    struct Start {
        Open open;
        int before = 0;                 // cards of the last rank laid before the first
        std::vector<std::size_t> past;  // groups that stay and go on past the last place
        const Hopes* hopes = nullptr;
        Hope hope;

        int parts(Value loss) const { return hope.with(loss) + Standing::whole * static_cast<int>(past.size()); }
    };
    struct Option {
        int cards, added;
        int used;  // cards in groups that stay
        Open next;
        int next_mask;
        const Hope* later;
        Hope most;
    };
    struct Choice {
        Row runs{}, in_groups{}, masks{}, added{};
        State next;
        std::uint8_t sets = 0, kept_sets = 0;  // a mask of the rank's sets
        int kept = 0;
        Value gain = 0;
        int most = 0;  // groups that may stay from here on
    };
    struct Known {
        Value need;
        std::int16_t kept;
        bool exact;
    };

    bool list_starts(int suit, Budget& budget);
    bool list_starts(int suit, int before, const std::vector<std::size_t>& past, Budget& budget);
    void lay_past(int suit, const std::vector<std::size_t>& stay);
    Value bound_groups();
    void list_options(int place, int suit, const Open& open, int mask);
    bool add_start(int suit, const Open& open, const Open& finish, int before, const std::vector<std::size_t>& past,
                   Budget& budget);
    void try_starts(int suit, Value value, int kept, Budget& budget);
    void try_start(int kept);
    int search(int place, const State& state, const Row& masks, Value need, int kept, int wanted);
    void list(int place, const State& state, const Row& masks, Value need, int wanted);
    void combine(int place, Value need, int wanted);
    void settle(int place, const std::array<const Option*, suits>& picked, Value need, int wanted);
    int keep_sets(int place, const std::array<int, suits>& over) const;
    void record(int kept);

    static constexpr std::size_t most_past = 6;  // groups of a suit that go on past the last place

    Basis basis_;
    Offer offer_;
    Standing standing_;
    Ace ace_ = Ace::low;
    int first_ = 0;
    Value value_ = 0;
    int best_ = 0;    // groups that stay in the best play found
    int enough_ = 0;  // more cannot
    Budget* budget_ = nullptr;
    State finish_;
    std::array<std::deque<Hopes>, suits> pool_;
    std::array<std::vector<Start>, suits> starts_;
    std::array<const Start*, suits> picked_{};
    std::array<std::vector<Option>, suits> options_;
    std::array<std::vector<Choice>, ranks> choices_;
    std::array<const Choice*, ranks> path_{};
    Cache<Known> known_;
    bool found_ = false;

    std::array<Choice, ranks> play_{};
    std::array<Start, suits> begun_;
    std::vector<std::size_t> staying_;
};

}  // namespace passatempo::machiavelli
