// Tables and hands as integer programs, for instances on which the search takes too long.
#pragma once

#include "integer_program/program.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli {

using Gains = std::array<std::array<Value, suits>, ranks>;  // of each card, rank by rank

// With r cards of one suit in runs, place by place, they split into runs of three or more exactly when
//     r[j] <= r[j-1] + r[j+1],    r[j] <= r[j-1] + r[j+2],    r[j] <= r[j-2] + r[j+1]    for all j.
// This is the condition of `RankSweep` without p. And g cards of one rank split into sets exactly when 2 g[i] is at
// most the sum of the others, for each suit i. So a table is a program in r alone, with g = c - r. For nearly every
// table that cannot be arranged, the relaxation is infeasible.
class Formulation {
public:
    // The cards of one rank and suit: in runs (aces before the 2 included), laid from table and hand, and jokers.
    struct Cell {
        int run_cards = 0, real_cards = 0, joker_cards = 0;
    };

    // Build the program for all cards between `must` and `may` and a number of jokers between the limits. `gain` counts
    // for each card laid, and `joker_gain` for each joker.
    void build_program(const Ranks& must, const Ranks& may, Line line, int min_jokers, int max_jokers,
                       const Gains* gain = nullptr, Value joker_gain = 0);

    // Constraints on the cards laid from a hand: a limit on their number, a minimum worth, or a minimum worth of
    // opening groups made of them alone. `jokers_before` is the number of jokers that must be laid in any case.
    struct OpeningHand {
        Ranks mandatory_cards{};  // the mandatory cards that come from the hand
        Ranks optional_cards{};
        int mandatory_jokers = 0, optional_jokers = 0;
    };
    void limit_cards(int card_limit, int jokers_before);
    void require_worth(std::span<const Value> points, Value min_worth);
    void require_opening(const OpeningHand& opening_hand, int jokers_before, std::span<const Value> points,
                         Value min_worth);

    // If the budget covers only a few nodes, `watch` is the budget of the whole run.
    bool solve(Value min_gain, Value gain_target, Budget& budget, Budget* watch = nullptr) {
        return program_.solve(min_gain, gain_target, budget, watch);
    }

    // Find solutions in which at least one joker stands for one of these cards. After each one, `on_solution` returns
    // the cards still open. The search ends when it returns none or no solution is left. If the budget is not spent,
    // all were found.
    void solve_each(std::uint64_t cards, const std::function<std::uint64_t()>& on_solution, Budget& budget);

    // Valid after solve() returned true.
    Value gain() const { return program_.gain(); }
    Cell cell_at(int rank, int suit) const;
    // The aces in runs at the first of 14 places.
    int aces_before(int suit) const { return solution_of(card_block_.run_variables[0][suit]); }
    int joker_count() const;

    std::size_t memory_bytes() const { return program_.memory_bytes(); }

private:
    static constexpr int place_count = ranks + 1;  // the first rank may be at both ends
    static constexpr int no_variable = -1;

    // The variables of the cards that form groups: cards in runs by place on the line, hand cards laid, and jokers.
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
    VariableBlock card_block_, opening_block_;  // all cards of the new table, and the opening groups
    std::vector<Program::Term> row_terms_;
    int row_constant_ = 0;
};

}  // namespace passatempo::machiavelli
