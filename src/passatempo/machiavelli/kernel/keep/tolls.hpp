// Bounds on the groups that can stay, by tolls on the cards that each suit leaves to the sets of a rank.
#pragma once

#include <deque>
#include <vector>

#include "budget.hpp"
#include "keep/hope.hpp"

namespace passatempo::machiavelli {

// What the sets of one rank give where each suit leaves so many cards to them.
struct Leaving {
    Row over{};
    int kept = 0;  // sets that stay
    Value gain = 0;
};

// What every card left to sets costs, by suit, rank and number, and what the hand's cards are worth in groups.
struct Prices {
    std::array<std::array<std::array<Value, two::copies + 1>, suits>, ranks> tolls{};
    Value value = 0;
};

// One suit alone with one of its starts: every state that it can come to, and every choice there.
class Lane {
public:
    static constexpr Value group = Value{1} << 20;  // prices are so fine

    // `groups`: how many stay besides.
    void build(const Basis& basis, int suit, int start, int groups, const Hopes& hopes);

    // The most of this lane by the prices last swept.
    Value most() const { return group * groups_ + most_.front(); }

    // The same from a state on.
    Value later(int place, const Reach& reach) const { return table_[hopes_->index(place, reach)]; }

    std::size_t held() const;

private:
    friend class Tolls;

    struct Way {
        std::uint16_t to;
        std::uint8_t over, kept;
    };
    struct Node {
        std::uint32_t ways;   // where its ways begin; they end where those of the next one do
        std::uint32_t index;  // in the table of hopes
    };

    void add_ways(const Basis& basis, int suit, int place, const Reach& reach);
    int node_of(int place, const Reach& reach);
    void sweep(int suit, const Prices& prices);
    void follow(int suit, const Prices& prices, std::array<Row, ranks>& left) const;
    void keep_table();
    Value by(const Way& way, int suit, int place, const Prices& prices) const {
        return group * way.kept + prices.tolls[place][suit][way.over] + most_[way.to];
    }

    const Hopes* hopes_ = nullptr;
    int groups_ = 0;
    std::vector<Node> nodes_;
    std::vector<Reach> reaches_;  // of the nodes
    std::vector<Way> ways_;
    std::vector<std::uint16_t> known_;               // nodes of the next place, by state; 0 for none
    std::array<std::uint32_t, ranks + 1> begins_{};  // the nodes of each place
    std::vector<Value> most_;                        // of each node
    std::vector<Value> table_;                       // the same, as the hopes are kept
};

// The suits hinder one another only in the sets of a rank. So each suit is asked alone what it would leave to sets, and
// each rank alone what it would take; where they differ, a toll moves them together. Whatever the tolls are, what suits
// and ranks find best alone is together as much as any play can have. The value that is wanted has a price like that.
class Tolls {
public:
    void begin(const Offer& offer, const Standing& standing);
    void allow(int place, const Leaving& leaving) { leavings_[place].push_back(leaving); }
    Lane& add_lane(int suit);

    // Look for prices by which few groups can stay in plays that gain `need`: until no more than `enough` can, or for
    // so many steps. Returns how many can at most.
    int lower(Value need, int enough, Budget& budget);

    // By the prices found: of leaving cards, of the sets from a place on, and of what must still be gained.
    Value leave(int place, int suit, int over) const { return best_.tolls[place][suit][over]; }
    Value sets_from(int place) const { return sets_[place]; }
    Value gain(Value value) const { return best_.value * value; }

    std::size_t held() const;

private:
    using Left = std::array<Row, ranks>;

    Value look(Value need, Left& left, Left& taken, Value& gain);
    void move(const Left& left, const Left& taken, Value lacks, Value distance);
    const Leaving& take(int place, const Prices& prices, Value& most) const;
    void keep_tables();

    std::array<std::vector<Leaving>, ranks> leavings_;
    std::array<std::deque<Lane>, suits> lanes_;  // the first `used_` are in use
    std::array<std::size_t, suits> used_{};
    Prices prices_, best_;
    std::array<Value, ranks + 1> sets_{};
    Value unit_ = 1;  // the greatest value of a card
};

}  // namespace passatempo::machiavelli
