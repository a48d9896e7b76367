// The best play, or any arrangement, where no card has more than two copies and there are no jokers.
#pragma once

#include <utility>
#include <vector>

#include "budget.hpp"
#include "two/outlooks.hpp"

namespace passatempo::machiavelli::two {

// The general searches take any number of copies and of jokers. With two copies and none a suit has but ten states, so
// that states, steps and bounds are looked up: a node takes a fifth of the time, and far more of them can be spent.
//
// On a circle, and where aces are laid at both ends, a suit must come back to the runs that it began with. The suits'
// starts are fixed one after the other: first all begin and end as they like, and what is then too little stays so.
class Search {
public:
    struct Aim {
        Value above = -1;     // a play of a greater value is looked for, and better ones
        bool any = false;     // one will do
        bool steady = false;  // of choices that promise as much, those that leave runs as they are come first
    };

    static bool fits(const Offer& offer);

    // Find a play above what is aimed at; false where there is none, or where the budget ran out before one was found.
    bool find(const Offer& offer, Ace ace, const Aim& aim, Budget& budget);

    Value value() const { return best_; }          // of the play found
    Value enough() const { return enough_; }       // better ones were not looked for
    Value hope() const { return hope_; }           // no play has more, by what each suit can gain alone
    const Row& before() const { return before_; }  // aces of the play found that are laid before the 2
    const Ranks& runs() const { return runs_; }    // its cards in runs, place by place
    const std::array<int, ranks>& sets() const { return sets_; }

    std::size_t held() const { return memory_.capacity() * sizeof(Known); }

private:
    // A suit's runs before the first place, and the aces laid before it.
    struct Start {
        int state = 0, before = 0;
    };
    struct Option {
        int cards, code;
        int fresh, ended;  // runs begun, and such as end though their card could lengthen them
        Runs next;
        Gain later, most;
    };
    struct Choice {
        Gain gain, most;
        int rank;  // the greatest first
        Runs next;
        std::uint8_t cards;  // two bits a suit
    };
    struct Known {
        std::uint32_t generation = 0, key = 0;
        Gain most = 0;  // at most so much from that state on
    };
    struct Options {
        std::array<Option, copies + 1> all;
        int size = 0;
        Gain best = never;
    };
    using Sums = std::array<Gain, suits + 1>;
    static constexpr int loose = states;        // the number of the outlooks of suits that begin and end as they like
    static constexpr std::uint64_t soon = 500;  // nodes
    static constexpr std::size_t entries = std::size_t{1} << 14;

    void read();
    void list_starts(int suit);
    void read_aces();
    void forget(int level);
    void begin();
    void build(int outlooks);
    void put_on(int suit, const Start& start, int outlooks);
    int outlooks_of(const Start& start) const { return ace_ == Ace::both ? start.before : start.state; }
    Gain hope(int suit) const { return outlooks_[on_[suit]].from(0, state_in(start_, suit), suit); }
    Gain most() const { return hope(0) + hope(1) + hope(2) + hope(3); }

    bool in_order(Budget& budget);
    Gain sort_starts(int suit);
    void try_starts(int suit, Gain most);
    void fix(int level);
    bool descend(int place, Runs runs, Gain before);
    bool end(Gain gained);
    bool close(int suit, Start& start) const;
    Gain gained(const std::array<Start, suits>& starts) const;
    void record(Gain gained, const std::array<Start, suits>& starts);
    bool known_less(int place, Runs runs, Gain need) const;
    void list_options(int place, Runs runs, int suit, Options& options) const;
    int list(int place, Runs runs, Gain need);
    int settle(int place, const std::array<const Option*, suits>& picked, Gain need, int size);
    const Gains& yield(int place, int suit, int sets, int cards) const {
        return (place == ranks - 1 ? aces_[laid_[suit]] : yields_[place]).by[sets][cards];
    }
    std::size_t slot(std::uint32_t key) const { return (key * 0x9E3779B1U) >> 18; }
    std::uint32_t key_of(int place, Runs runs, int level) const {
        return static_cast<std::uint32_t>(level << 20 | place << 16 | runs);
    }
    bool over() const { return best_ >= enough_ || budget_->stop() != Stop::done; }

    const Offer* offer_ = nullptr;
    Ace ace_ = Ace::low;
    Budget* budget_ = nullptr;
    bool steady_ = false;
    bool prunes_ = false;  // choices that are no better than another
    Gain best_ = 0, enough_ = 0, hope_ = 0;

    std::array<Yield, ranks> yields_;
    std::array<int, ranks> most_sets_{};
    std::array<Yield, copies + 2> aces_;  // of the last place, by the aces laid before; the last: by any number of them
    std::array<Outlooks, states + 1> outlooks_;
    std::array<bool, states + 1> built_{};
    std::array<std::array<Start, states>, suits> starts_;
    std::array<int, suits> sizes_{};                                        // of the starts
    std::array<std::array<std::pair<Gain, int>, states>, suits> orders_{};  // the most promising first
    std::array<int, suits> promising_{};
    std::array<int, suits> turns_{};  // the suits in the order in which their starts are fixed

    int level_ = 0, loosest_ = 0;  // so many starts are fixed; the first level that is searched
    Runs start_ = 0;
    std::array<int, suits> on_{}, laid_{};  // the outlooks of each suit, and its number in `aces_`
    std::array<Start, suits> fixed_;

    std::array<std::array<Choice, 81>, ranks> choices_;
    std::array<std::uint8_t, ranks> path_{};
    std::vector<Known> memory_;
    std::uint32_t generation_ = 0;
    std::array<std::uint32_t, suits + 1> generations_{};

    Row before_{};
    Ranks runs_{};
    std::array<int, ranks> sets_{};
};

}  // namespace passatempo::machiavelli::two
