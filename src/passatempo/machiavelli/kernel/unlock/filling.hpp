// Which cards can be among a few that are added to a table, so that all of it can be arranged?
#pragma once

#include <deque>
#include <vector>

#include "budget.hpp"
#include "program/formulation.hpp"
#include "state.hpp"
#include "unlock/track.hpp"

namespace passatempo::machiavelli {

using CardSet = std::uint64_t;  // a bit a card

// One search for all the cards, where to try each would be a search each. It looks for a filling, cards that can be
// added, with a card that was in none before; what it learns of dead states holds for all the cards. Those that are not
// found when nothing is left to search are in no filling.
//
// On a circle, and where aces are laid at both ends, it must come back to the runs that it began with. The suits'
// starts are fixed one after the other: a state that is dead while some suits begin and end as they like stays so.
class Filling {
public:
    static constexpr CardSet any = (CardSet{1} << deck) - 1;

    // Few enough copies for the tracks to be small.
    static bool fits(const Ranks& cards, int added);

    // Look for fillings of `added` cards, or for `one`, until each card is found or excluded. False where there was not
    // enough patience or budget for some.
    bool settle(const Ranks& cards, int added, Ace ace, Budget& budget, bool one = false);

    // The cards of all the fillings met, each of these, and the cards that are in none.
    CardSet found() const { return found_; }
    const std::vector<std::vector<int>>& fillings() const { return fillings_; }
    CardSet excluded() const { return excluded_; }

    std::size_t held() const;

private:
    struct Dead {};
    struct Order {
        int first = 0, step = 1;
        bool operator==(const Order&) const = default;
    };
    using Nodes = std::array<int, suits>;
    using Ways = std::array<const Way*, suits>;
    using Sums = std::array<int, suits + 1>;

    int rank_at(int place) const { return (order_.first + order_.step * place + 2 * ranks) % ranks; }
    int allowed() const { return Outlook::joker * offer_.jokers; }
    bool closed() const { return ace_ == Ace::wrap; }
    bool linear() const { return ace_ == Ace::low || ace_ == Ace::high; }

    std::vector<Order> list_orders(const Ranks& cards, int added);
    void line_up(const Ranks& cards, int added, const Order& order);
    bool loosen();
    bool begin();
    int most_open(int suit) const;
    void add_starts(int suit);
    void add_start(int suit, const Track::Ends& ends);
    double cost(int place) const;
    bool attempt(std::uint64_t nodes, Budget& budget);
    void fix(int level, int needed);
    bool closes() const;
    bool find(int place, const Nodes& nodes, int left, bool has);
    bool known_dead(int place, int wild, const State& state) const;
    bool list(int place, const Nodes& nodes, int left, Sums& rest);
    bool combine(int place, int left, bool has, const Sums& rest);
    bool go_on(int place, const Ways& ways, int left, bool has);
    bool ask_program(const Ranks& cards, std::uint64_t steps, Budget& budget);
    bool exclude_others();
    void exclude(Budget& budget);
    bool over() const { return budget_->stop() != Stop::done || (one_ && found_ != 0); }
    CardSet open() const { return wanted_ & ~found_; }
    bool goes(int place, int suit, const Way& way, int left) const {
        return way.added <= left && (way.added == 0 || (excluded_ >> card(suit, rank_at(place)) & 1) == 0);
    }
    void note();
    void look_ahead();

    Formulation formulation_;
    Offer offer_;
    Ace ace_ = Ace::low;
    bool one_ = false;
    Order order_{};
    CardSet wanted_ = 0, found_ = 0, excluded_ = 0;
    std::array<CardSet, ranks + 1> ahead_{};  // wanted and not found, from each place on
    std::vector<std::vector<int>> fillings_;

    std::array<std::deque<Outlook>, suits> outlooks_;  // the first `starts_` of each suit are in use, as of the tracks
    std::array<std::deque<Track>, suits> tracks_;
    std::array<int, suits> starts_{};
    std::array<int, suits> fewest_{};  // twelfths needed from any of them
    std::array<Outlook, suits> loose_outlooks_;
    std::array<Track, suits> loose_;  // from a start as good as any to any end
    int loosely_needed_ = 0;
    std::array<int, suits> turns_{};  // the suits in the order in which their starts are fixed
    std::array<const Track*, suits> on_{};

    int level_ = 0;    // so many starts are fixed
    int loosest_ = 0;  // the first level that is searched
    std::array<Cache<Dead>, suits + 1> dead_;
    std::array<std::array<std::vector<const Way*>, suits>, ranks> listed_;
    std::array<Row, ranks> added_{}, runs_{};  // of the way in hand
    Budget* budget_ = nullptr;
};

}  // namespace passatempo::machiavelli
