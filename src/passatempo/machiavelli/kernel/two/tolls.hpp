// What the suits gain together at most, by tolls on the cards that each leaves to the sets of a rank.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "budget.hpp"
#include "fill/deflection.hpp"
#include "two/runs.hpp"

namespace passatempo::machiavelli::two {

using Gain = std::int32_t;
inline constexpr Gain never = -(1 << 28);  // four of them can be added
inline constexpr Gain parts = 240;         // of a unit of gain: prices are so fine

// What a rank pays a suit for the cards that it leaves to sets, and what both pay for a joker; in parts of a unit.
struct Prices {
    ByCards<copies> tolls{};
    Gain joker = 0;
};

// How a suit begins and ends, and what is best by some prices between the two.
class Lane {
public:
    struct Ends {
        int start = 0, finish = 0;  // states; it ends in one as good
        int before = 0;             // cards of the last place that are laid before the first
    };

    template <int jokers>
    void build(const Offer& offer, int suit, const Ends& ends);

    Gain sweep(int suit, const Prices& prices);

    // The cards left to sets where all is done as is best by the prices last swept; returns the jokers in runs.
    int follow(int suit, const Prices& prices, Left& left) const;

    std::size_t held() const;

private:
    struct Way {
        std::uint16_t to;
        std::uint8_t over, wild;
    };
    Gain by(const Way& way, int suit, int place, const Prices& prices) const {
        return prices.tolls[place][suit][way.over] - prices.joker * way.wild + most_[way.to];
    }

    std::vector<std::uint32_t> ways_of_;             // where the ways of each node begin
    std::vector<Way> ways_;                          // those of a node end where the next one's begin
    std::array<std::uint32_t, ranks + 1> begins_{};  // the nodes of each place
    std::vector<Gain> most_;                         // of each node
};

// Here the suits hinder one another in the sets of a rank, and in the jokers, the price of which rises where suits and
// ranks use too many. Whatever the prices are, what suits and ranks find best alone is together as
// much as any play can gain. As in `keep/tolls.hpp`, where groups are counted and there are no jokers.
template <int jokers>
class Tolls {
public:
    // Without lanes yet; `joker`: the first price of one.
    void begin(const Offer& offer, Gain joker);
    void add_lane(int suit, const Lane::Ends& ends);

    // Look for prices which show that no play gains more than `best`, or nearly, with jokers of which `may` are the
    // hand's and cost a unit each.
    void lower(Gain best, int may, Budget& budget);

    const Prices& prices() const { return best_; }
    Gain sets_from(int place) const { return sets_[place]; }  // what the ranks from there on find best

    std::size_t held() const;

private:
    // What the sets of a rank gain where each suit leaves so many cards to them, with jokers among them.
    struct Leaving {
        Row over{};
        int wild = 0;
        Gain gain = 0;
    };

    void list_leavings(int place);
    void add_leavings(int place, int code);
    Gain look(int may, Left& left, Left& taken, int& used);
    const Leaving& take(int place, const Prices& prices, Gain& most) const;
    void turn(int surplus);
    void move(Gain distance);

    const Offer* offer_ = nullptr;
    std::array<std::vector<Leaving>, ranks> leavings_;
    std::array<std::vector<Lane>, suits> lanes_;  // the first `used_` are in use
    std::array<std::size_t, suits> used_{};
    Prices prices_, best_;
    Deflection<copies> deflection_;
    Gain for_joker_ = 0;  // the direction of its price
    std::array<Gain, ranks + 1> sets_{};
};

}  // namespace passatempo::machiavelli::two
