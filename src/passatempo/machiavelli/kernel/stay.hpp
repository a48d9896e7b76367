// The play of a known greatest value that lets most groups of the table stay: depth-first search over thirteen ranks.
#pragma once

#include <deque>

#include "hope.hpp"
#include "lay.hpp"

namespace passatempo::machiavelli {

// A state between two ranks is what `Player` keeps, and which groups reach over from the one to the other.
class Stayer {
public:
    // Find a play of this value, which is the greatest, in which more than `most` groups stay; false if there is none
    // or a limit came. Nothing where the search is not for such groups.
    std::optional<bool> find(const Melds& groups, const std::vector<std::size_t>& chosen, const Turn& turn,
                             const Ranks& must, Value value, int most, Budget& budget);

    // After find() returned true: the groups that stay, and the rest.
    const std::vector<std::size_t>& staying() const { return staying_; }
    Laid rest(const Melds& groups, const Turn& turn) const;

    std::size_t held() const;

private:
    struct Start {
        Open open;
        int before = 0;                  // cards of the last rank laid before the first
        std::vector<std::size_t> past;   // groups that stay and go on past the last place
        const Hopes* hopes = nullptr;
        Hope hope;
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

    void lay_out(const Turn& turn, const Ranks& must);
    bool list_starts(int suit, const Melds& groups, Budget& budget);
    bool add_start(int suit, const Open& open, const Open& finish, int before, Budget& budget);
    void try_starts(int suit, Value value, int parts, int kept, Budget& budget);
    void try_start(int kept);
    int search(int place, const State& state, const Row& masks, Value need, int kept, int wanted);
    void list(int place, const State& state, const Row& masks, Value need, int wanted);
    void list_options(int place, const State& state, const Row& masks);
    void combine(int place, Value need, int wanted);
    void settle(int place, const std::array<const Option*, suits>& picked, Value need, int wanted);
    int keep_sets(int place, const Choice& choice, const std::array<int, suits>& over, Value gain, int* count) const;
    void record(int kept);

    Ground ground_;
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
