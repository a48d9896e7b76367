// The play of a known greatest value that lets most groups of the table stay: depth-first search over thirteen ranks.
#pragma once

#include <deque>

#include "keep/hope.hpp"
#include "keep/tolls.hpp"
#include "lay/lay.hpp"

namespace passatempo::machiavelli {

// A state between two ranks is what `Player` keeps, and which groups reach over from the one to the other. A search
// that is not over soon is begun again with tolls: with them the bound is so near that first the most groups which it
// allows are asked for, then one fewer each time.
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
        const Lane* lane = nullptr;

        int parts(Value loss) const { return hope.with(loss) + Standing::whole * static_cast<int>(past.size()); }
    };
    struct Option {
        int cards, added;
        int used;  // cards in groups that stay
        Open next;
        int next_mask;
        const Hope* later;
        Hope most;
        Value later_toll, toll;  // where tolls are asked, the most from the next place on and from this one
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
    // What the suits after one can still add, and what all must come to.
    struct Rest {
        Value value = 0, toll = 0;
        int parts = 0;
    };
    struct Aim {
        Value need, toll;
        int parts;
    };
    using Picked = std::array<const Option*, suits>;

    bool list_starts(int suit, Budget& budget);
    bool list_starts(int suit, int before, const std::vector<std::size_t>& past, Budget& budget);
    void lay_past(int suit, const std::vector<std::size_t>& stay);
    Value bound_groups();
    void ask_tolls();
    void list_leavings(int place);
    void search_from_above(Value all, Budget& budget);
    void list_options(int place, int suit, const Open& open, int mask);
    bool add_start(int suit, const Open& open, const Open& finish, int before, const std::vector<std::size_t>& past,
                   Budget& budget);
    void try_starts(int suit, Value value, Value toll, int kept, Budget& budget);
    void try_start(int kept);
    int search(int place, const State& state, const Row& masks, Value need, int kept, int wanted);
    void list(int place, const State& state, const Row& masks, Value need, int wanted);
    void combine(int place, Value need, int wanted);
    void list_rests();
    bool falls_short(const Picked& picked, int last, const Aim& aim) const;
    void settle(int place, const Picked& picked, Value need, int wanted);
    bool over() const { return best_ >= enough_ || tired_ || budget_->stop() != Stop::done; }
    Value gain(int place, const std::array<int, suits>& over, int sets) const;
    int keep_sets(int place, const std::array<int, suits>& over) const;
    void record(int kept);

    static constexpr std::uint64_t soon = 200;   // nodes; tolls cost about as much
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
    Tolls tolls_;
    bool tolled_ = false;         // they are asked
    bool tired_ = false;          // they are to be
    std::uint64_t patience_ = 0;  // until so many nodes are spent
    std::array<std::vector<Option>, suits> options_;
    std::array<Rest, suits> rests_;
    std::array<std::vector<Choice>, ranks> choices_;
    std::array<const Choice*, ranks> path_{};
    Cache<Known> known_;
    bool found_ = false;

    std::array<Choice, ranks> play_{};
    std::array<Start, suits> begun_;
    std::vector<std::size_t> staying_;
};

}  // namespace passatempo::machiavelli
