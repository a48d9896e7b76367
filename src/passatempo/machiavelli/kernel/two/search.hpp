// The best play, or any arrangement, where no card has more than two copies and there are two jokers at most.
#pragma once

#include <utility>
#include <vector>

#include "budget.hpp"
#include "two/outlooks.hpp"

namespace passatempo::machiavelli::two {

struct Aim {
    Value above = -1;     // a play of a greater value is looked for, and better ones
    bool any = false;     // one will do
    bool steady = false;  // of choices that promise as much, those that leave runs as they are come first
};

// Of a rank: no suit has more cards in sets; jokers in them, and jokers in place of the hand's cheapest cards.
struct Sets {
    int most = 0, wild = 0, instead = 0;
};

// The general searches take any number of copies and of jokers. With two copies and none a suit has but ten states, so
// that states, steps and bounds are looked up: a node takes a fifth of the time, and far more of them can be spent.
// With two jokers, each of which may be another copy of a card, there are 35 of them.
//
// On a circle, and where aces are laid at both ends, a suit must come back to the runs that it began with. The suits'
// starts are fixed one after the other: first all begin and end as they like, and what is then too little stays so.
template <int jokers>
class Search {
public:
    static bool fits(const Offer& offer);

    // Find a play above what is aimed at; false where there is none, or where the budget ran out before one was found.
    bool find(const Offer& offer, const Jokers& given, Line line, const Aim& aim, Budget& budget);

    Value value() const { return best_; }          // of the play found: the weight of the cards less the hand's jokers
    Value enough() const { return enough_; }       // better ones were not looked for
    Value hope() const { return hope_; }           // no play has more, by what each suit can gain alone
    const Row& before() const { return before_; }  // aces of the play found that are laid before the 2
    const Ranks& runs() const { return runs_; }    // its cards in runs, place by place
    const std::array<Sets, ranks>& sets() const { return sets_; }
    int used() const { return used_; }  // jokers

    std::size_t held() const;

private:
    static constexpr bool wild = jokers > 0;
    using Kinds = OpenRuns<copies + jokers>;
    using Runs = typename Kinds::Runs;
    using Key = std::conditional_t<wild, std::uint64_t, std::uint32_t>;

    // What is done at a rank: the cards of each suit in runs, some bits a suit, and behind them two numbers of `Sets`.
    using Way = std::conditional_t<wild, std::uint16_t, std::uint8_t>;
    static constexpr int digits = wild ? 3 : 2;
    static int in_runs(Way way, int suit) { return way >> digits * suit & ((1 << digits) - 1); }
    static int in_sets(Way way) { return wild ? way >> 12 & 3 : 0; }
    static int instead(Way way) { return wild ? way >> 14 : 0; }

    // A suit's runs before the first place, and the aces laid before it.
    struct Start {
        int state = 0, before = 0;
    };
    struct Option {
        int cards, way, code, wild;
        int fresh, ended;  // runs begun, and such as end though their card could lengthen them
        int state;
        Runs next;
        Promise<jokers> most, later;
    };
    struct Choice {
        Gain gain, most;
        int rank;  // the greatest first
        Runs next;
        Way way;
        std::uint8_t left;  // jokers
    };
    struct Laid {
        Gain gain;
        int wild;
    };
    struct Known {
        std::uint32_t generation = 0;
        Gain most = 0;  // at most so much from that state on
        Key key = 0;
    };
    struct Options {
        std::array<Option, Kinds::most + 1> all;
        int size = 0;
        Promise<jokers> best = Promise<jokers>::none();
    };
    using Picked = std::array<const Option*, suits>;
    static constexpr int loose = Kinds::states;  // the number of the outlooks of suits that begin and end as they like
    static constexpr std::uint64_t soon = 500;   // nodes
    static constexpr int entry_bits = 14;
    using Choices = std::array<Choice, wild ? 1024 : 81>;

    void read();
    void list_starts(int suit);
    void read_aces();
    void forget(int level);
    void begin();
    void build(int outlooks, int suit);
    void put_on(int suit, const Start& start, int outlooks);
    int outlooks_of(const Start& start) const { return line_.twice() ? start.before : start.state; }
    Promise<jokers> hope(int suit) const { return from(on_[suit], 0, Kinds::state_in(start_, suit), suit, given()); }
    Gain most() const { return gain_of(hope(0) + hope(1) + hope(2) + hope(3), given()); }

    // Promises, with so many jokers left.
    int given() const { return wild ? jokers_.must + jokers_.may : 0; }
    Promise<jokers> from(int outlooks, int place, int state, int suit, int left) const;
    Gain purse(int left) const
        requires(jokers > 0);
    Promise<jokers> least(Gain need, int left) const;
    Gain gain_of(const Promise<jokers>& promise, int left) const;

    bool in_order(Budget& budget);
    void sort_starts(int suit);
    Promise<jokers> sort_all_starts();
    void try_starts(int suit, const Promise<jokers>& most);
    void fix(int level);
    bool descend(int place, Runs runs, int left, Gain before);
    bool end(Gain gained, int left);
    bool close(int suit, Start& start) const;
    int in_all_runs(int place, int suit, const std::array<Start, suits>& starts) const {  // by the path
        return in_runs(path_[place], suit) + (place == ranks - 1 ? starts[suit].before : 0);
    }
    Sets sets_by_path(int place, const std::array<Start, suits>& starts) const;
    Laid lay(int place, const std::array<Start, suits>& starts) const;
    Gain gained(const std::array<Start, suits>& starts, int& left) const;
    void record(Gain gained, int left, const std::array<Start, suits>& starts);
    bool known_less(int place, Runs runs, int left, Gain need) const;
    void list_options(int place, Runs runs, int suit, int left, Options& options) const;
    void promise(int place, int suit, int may, int left, Option& option) const;
    int list(int place, Runs runs, int left, Gain need);
    int settle(int place, const Picked& picked, int left, Gain need, int size);
    bool of_use(int place, int code, int added, int left) const;
    int take(int place, const Picked& picked, int code, int added, Choice choice, Gain need, int size);
    int replace(int place, const Picked& picked, int sets, Choice choice, Gain need, int size);
    int from_hand(int place, int suit, int in_runs, int sets) const;
    Gain take_cheapest(int place, std::array<int, suits>& hand) const;
    int put(int place, const Choice& choice, int size);
    Gain price() const;
    int laid_before(int place, int suit) const {
        return place == ranks - 1 && laid_[suit] <= Kinds::most ? laid_[suit] : 0;
    }
    const Gains& yield(int place, int suit, int sets, int cards) const { return yield(place, suit).by[sets][cards]; }
    const Yield<jokers>& yield(int place, int suit) const {
        return place == ranks - 1 ? aces_[laid_[suit]] : basis_.yields[place];
    }
    static std::size_t slot(Key key);
    static Key key_of(int place, Runs runs, int left, int level);
    bool over() const { return best_ >= enough_ || budget_->stop() != Stop::done; }

    const Offer* offer_ = nullptr;
    Jokers jokers_;
    Line line_;
    Budget* budget_ = nullptr;
    bool steady_ = false;
    bool prunes_ = false;  // choices that are no better than another
    Gain best_ = 0, enough_ = 0, hope_ = 0;

    Basis<jokers> basis_;
    std::array<Yield<jokers>, Kinds::most + 2> aces_;  // of the last place, by the aces laid before; the last: by any
    std::array<Outlooks<jokers>, Kinds::states + 1> outlooks_;
    std::array<unsigned, Kinds::states + 1> built_{};  // a bit a suit
    std::array<std::array<Start, Kinds::states>, suits> starts_;
    std::array<int, suits> sizes_{};                                               // of the starts
    std::array<std::array<std::pair<Gain, int>, Kinds::states>, suits> orders_{};  // the most promising first
    std::array<int, suits> promising_{};
    std::array<Promise<jokers>, suits> tops_{};  // of the starts of each suit
    std::array<int, suits> turns_{};             // the suits in the order in which their starts are fixed

    int level_ = 0, loosest_ = 0;  // so many starts are fixed; the first level that is searched
    Runs start_ = 0;
    std::array<int, suits> on_{}, laid_{};  // the outlooks of each suit, and its number in `aces_`
    std::array<Start, suits> fixed_;

    std::conditional_t<wild, std::vector<Choices>, std::array<Choices, ranks>> choices_;
    std::array<Way, ranks> path_{};
    std::vector<Known> memory_;
    std::uint32_t generation_ = 0;
    std::array<std::uint32_t, suits + 1> generations_{};

    Row before_{};
    Ranks runs_{};
    std::array<Sets, ranks> sets_{};
    int used_ = 0;
};

}  // namespace passatempo::machiavelli::two
