// Tables and hands as integer programs, for those that take the search too long.
#pragma once

#include "integer_program/program.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli {

using Gains = std::array<std::array<Value, suits>, ranks>;  // of each card, rank by rank

// With r cards of one suit in runs, place by place, they split into runs of three or more exactly when
//     r[j] <= r[j-1] + r[j+1],    r[j] <= r[j-1] + r[j+2],    r[j] <= r[j-2] + r[j+1]    for all j:
// the condition of `RankSweep`, written without p. And g cards of one rank split into sets exactly when 2 g[i] is at
// most the sum of the others, for each suit i. So a table is a program in r alone, with g = c - r; the relaxation of
// nearly every table that cannot be arranged has no point.
class Formulation {
public:
    // The cards of one rank and suit: to runs (those of aces before the 2 too), laid of table and hand, and jokers.
    struct Cell {
        int run_cards = 0, real_cards = 0, joker_cards = 0;
    };

    // All cards between `must` and `may`, and jokers between the two numbers. `gain` counts for each card laid, and
    // `joker_gain` for each joker.
    void build_program(const Ranks& must, const Ranks& may, Line line, int min_jokers, int max_jokers,
                       const Gains* gain = nullptr, Value joker_gain = 0);

    // What is laid of a hand: at most so many cards, worth at least so much, or with opening groups worth so much that
    // are made of it alone. `jokers_before` is how many jokers must be laid in any case.
    struct OpeningHand {
        Ranks mandatory_cards{};  // of the cards that must be laid, those of the hand
        Ranks optional_cards{};   // that may be laid
        int mandatory_jokers = 0, optional_jokers = 0;
    };
    void limit_cards(int card_limit, int jokers_before);
    void require_worth(std::span<const Value> points, Value min_worth);
    void require_opening(const OpeningHand& opening_hand, int jokers_before, std::span<const Value> points,
                         Value min_worth);

    // Where the budget is only for a few nodes, `watch` is the one of the whole run.
    bool solve(Value min_gain, Value gain_target, Budget& budget, Budget* watch = nullptr) {
        return program_.solve(min_gain, gain_target, budget, watch);
    }

    // One of the jokers at least is to stand for one of these cards. Each point found goes to `on_solution`, which
    // returns the cards that are still wanted; until it wants none or there is none. Where the budget is not spent, all
    // were found.
    void solve_each(std::uint64_t cards, const std::function<std::uint64_t()>& on_solution, Budget& budget);

    // After solve() found one.
    Value gain() const { return program_.gain(); }
    Cell cell_at(int rank, int suit) const;
    // In runs at the first of 14 places.
    int aces_before(int suit) const { return solution_of(card_block_.run_variables[0][suit]); }
    int joker_count() const;

    std::size_t memory_bytes() const { return program_.memory_bytes(); }

private:
    static constexpr int place_count = ranks + 1;  // the first rank may stand at both ends
    static constexpr int no_variable = -1;

    // Cards that make groups: to runs, by place on the line; chosen of the hand; jokers that stand for cards.
    struct VariableBlock {
        std::array<std::array<int, suits>, place_count> run_variables{};
        std::array<std::array<int, suits>, ranks> real_variables{}, joker_variables{};
        Ranks mandatory_cards{};
        std::array<int, ranks> set_limits{};
    };

    void add_variables(VariableBlock& block, const Ranks& must, const Ranks& may, int jokers, const Gains* gain,
                       Value joker_gain);
    void add_runs(const VariableBlock& block, int suit);
    void add_sets(const VariableBlock& block, int rank);
    void add_joker_rows(int min_jokers, int max_jokers);
    void start_row() { row_terms_.clear(), row_constant_ = 0; }
    void start_joker_row(std::uint64_t cards);
    void add_term(int variable, int factor) {
        if (variable != no_variable) row_terms_.push_back({variable, factor});
    }
    void add_set_terms(const VariableBlock& block, int rank, int suit, int factor);
    void add_worth_terms(const VariableBlock& block, std::span<const Value> points);
    void add_row() { program_.add_row(row_terms_, -row_constant_); }
    int solution_of(int variable) const { return variable == no_variable ? 0 : program_.point()[variable]; }

    Program program_;
    Line line_;
    VariableBlock card_block_, opening_block_;  // all that lies then; the groups of the hand that open
    std::vector<Program::Term> row_terms_;
    int row_constant_ = 0;
};

}  // namespace passatempo::machiavelli
