// Tables and hands as integer programs, for those that take the search too long.
#pragma once

#include "offer.hpp"
#include "program/program.hpp"

namespace passatempo::machiavelli {

using Gains = std::array<std::array<Value, suits>, ranks>;  // of each card, rank by rank

// With r cards of one suit in runs, place by place, they split into runs of three or more exactly when
//     r[j] <= r[j-1] + r[j+1],    r[j] <= r[j-1] + r[j+2],    r[j] <= r[j-2] + r[j+1]    for all j:
// the condition of `Sweep`, written without p. And g cards of one rank split into sets exactly when 2 g[i] is at most
// the sum of the others, for each suit i. So a table is a program in r alone, with g = c - r; the relaxation of nearly
// every table that cannot be arranged has no point.
class Formulation {
public:
    // The cards of one rank and suit: to runs (those of aces before the 2 too), laid of table and hand, and jokers.
    struct Cell {
        int runs = 0, laid = 0, wild = 0;
    };

    // All cards between `must` and `may`, and jokers between the two numbers. `gain` counts for each card laid, and
    // `joker_gain` for each joker.
    void begin(const Ranks& must, const Ranks& may, Line line, int fewest_jokers, int most_jokers,
               const Gains* gain = nullptr, Value joker_gain = 0);

    // What is laid of a hand: at most so many cards, worth at least so much, or with opening groups worth so much that
    // are made of it alone. `jokers_before` is how many jokers must be laid in any case.
    struct Held {
        Ranks forced{};  // of the cards that must be laid, those of the hand
        Ranks free{};    // that may be laid
        int jokers = 0, more_jokers = 0;
    };
    void limit_laid(int most, int jokers_before);
    void ask_for_worth(std::span<const Value> points, Value least);
    void ask_for_opening(const Held& held, int jokers_before, std::span<const Value> points, Value least);

    // Where the budget is only for a few nodes, `watch` is the one of the whole run.
    bool solve(Value least, Value enough, Budget& budget, Budget* watch = nullptr) {
        return program_.solve(least, enough, budget, watch);
    }

    // One of the jokers at least is to stand for one of these cards. Each point found goes to `found`, which returns
    // the cards that are still wanted; until it wants none or there is none. Where the budget is not spent, all were
    // found.
    void solve_each(std::uint64_t cards, const std::function<std::uint64_t()>& found, Budget& budget);

    // After solve() found one.
    Value gain() const { return program_.gain(); }
    Cell cell(int rank, int suit) const;
    int aces_before(int suit) const { return count(cards_.runs[0][suit]); }  // in runs at the first of 14 places
    int jokers() const;

    std::size_t held() const { return program_.held(); }

private:
    static constexpr int places = ranks + 1;  // the first rank may stand at both ends
    static constexpr int none = -1;

    // Cards that make groups: to runs, by place on the line; chosen of the hand; jokers that stand for cards.
    struct Block {
        std::array<std::array<int, suits>, places> runs{};
        std::array<std::array<int, suits>, ranks> laid{}, wild{};
        Ranks must{};
        std::array<int, ranks> most_sets{};
    };

    void add_variables(Block& block, const Ranks& must, const Ranks& may, int jokers, const Gains* gain, Value worth);
    void add_runs(const Block& block, int suit);
    void add_sets(const Block& block, int rank);
    void add_wild(int fewest, int most);
    void start() { terms_.clear(), constant_ = 0; }
    void want(std::uint64_t cards);
    void term(int variable, int factor) {
        if (variable != none) terms_.push_back({variable, factor});
    }
    void left_for_sets(const Block& block, int rank, int suit, int factor);
    void term_of_worth(const Block& block, std::span<const Value> points);
    void row() { program_.add_row(terms_, -constant_); }
    int count(int variable) const { return variable == none ? 0 : program_.point()[variable]; }

    Program program_;
    Line line_;
    Block cards_, opening_;  // all that lies then; the groups of the hand that open
    std::vector<Program::Term> terms_;
    int constant_ = 0;
};

}  // namespace passatempo::machiavelli
