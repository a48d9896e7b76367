// Creates variables for the copies of each card in runs and, if there is a choice, for cards laid and for jokers.
// Algorithm: linear conditions for runs and sets
// Twin: machiavelli/reference/search.py
#include "integer_program/formulation.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

void Formulation::build_program(const Ranks& must, const Ranks& may, Line line, int min_jokers, int max_jokers,
                                const Gains* gain, Value joker_gain) {
    program_.clear();
    line_ = line;
    add_variables(card_block_, must, may, max_jokers, gain, joker_gain);
    if (max_jokers > 0) add_joker_rows(min_jokers, max_jokers);
}

void Formulation::add_variables(VariableBlock& block, const Ranks& must, const Ranks& may, int jokers,
                                const Gains* gain, Value joker_gain) {
    block.mandatory_cards = must;
    for (auto& row : block.run_variables) row.fill(no_variable);
    for (auto& row : block.real_variables) row.fill(no_variable);
    for (auto& row : block.joker_variables) row.fill(no_variable);
    for (int suit = 0; suit < suits; ++suit) {
        for (int place = 0; place < line_.places; ++place)
            if (const int rank_limit = may[line_.rank_at(place)][suit] + jokers; rank_limit > 0)
                block.run_variables[place][suit] = program_.add_variable(0, rank_limit);
        for (int rank = 0; rank < ranks; ++rank) {
            if (must[rank][suit] < may[rank][suit])
                block.real_variables[rank][suit] =
                    program_.add_variable(must[rank][suit], may[rank][suit], gain == nullptr ? 0 : (*gain)[rank][suit]);
            if (jokers > 0) block.joker_variables[rank][suit] = program_.add_variable(0, jokers, joker_gain);
        }
        add_runs(block, suit);
    }
    for (int rank = 0; rank < ranks; ++rank) {
        block.set_limits[rank] = max_sets(may[rank], jokers);
        add_sets(block, rank);
    }
}

void Formulation::add_runs(const VariableBlock& block, int suit) {
    const auto at = [&](int place) {
        const int line_place = line_.neighbour_place(place);
        return line_place < 0 ? no_variable : block.run_variables[line_place][suit];
    };
    for (int place = 0; place < line_.places; ++place) {
        if (at(place) == no_variable) continue;
        for (const auto& [before, after] : {std::pair{1, 1}, {1, 2}, {2, 1}}) {
            start_row();
            add_term(at(place), -1);
            add_term(at(place - before), 1);
            add_term(at(place + after), 1);
            add_row();
        }
    }
}

// Add the cards of this rank and suit in sets, times a factor.
void Formulation::add_set_terms(const VariableBlock& block, int rank, int suit, int factor) {
    if (block.real_variables[rank][suit] == no_variable) row_constant_ += factor * block.mandatory_cards[rank][suit];
    add_term(block.real_variables[rank][suit], factor);
    add_term(block.joker_variables[rank][suit], factor);
    add_term(block.run_variables[line_.place_of(rank)][suit], -factor);
    if (rank == line_.first) add_term(block.run_variables[ranks][suit], -factor);
}

// With t sets of a rank, each suit has at most t cards in them, and all suits together have at least 3 t.
void Formulation::add_sets(const VariableBlock& block, int rank) {
    const int sets = program_.add_variable(0, block.set_limits[rank], 0, true);
    for (int suit = 0; suit < suits; ++suit) {
        start_row();
        add_set_terms(block, rank, suit, 1);
        if (!row_terms_.empty()) add_row();
        start_row();
        add_set_terms(block, rank, suit, -1);
        add_term(sets, 1);
        add_row();
    }
    start_row();
    for (int suit = 0; suit < suits; ++suit) add_set_terms(block, rank, suit, 1);
    add_term(sets, -3);
    add_row();
}

void Formulation::add_joker_rows(int min_jokers, int max_jokers) {
    for (const int sign : {1, -1}) {
        start_row();
        for (const auto& row : card_block_.joker_variables)
            for (const int variable : row) add_term(variable, sign);
        row_constant_ = sign > 0 ? -min_jokers : max_jokers;
        add_row();
    }
}

// Start the row in which at least one joker stands for one of these cards, without adding it.
void Formulation::start_joker_row(std::uint64_t cards) {
    start_row();
    for (int c = 0; c < deck; ++c)
        if ((cards >> c & 1) != 0) add_term(card_block_.joker_variables[c % ranks][c / ranks], 1);
    row_constant_ = -1;
}

void Formulation::solve_each(std::uint64_t cards, const std::function<std::uint64_t()>& on_solution, Budget& budget) {
    start_joker_row(cards);
    add_row();
    const auto next = [&] {
        start_joker_row(on_solution());
        return std::span<const Program::Term>(row_terms_);
    };
    program_.solve_each(next, budget);
}

// sum of (laid - must) + sum of wild - jokers on the table <= card_limit
void Formulation::limit_cards(int card_limit, int jokers_before) {
    start_row();
    row_constant_ = card_limit + jokers_before;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            if (card_block_.real_variables[rank][suit] != no_variable)
                row_constant_ += card_block_.mandatory_cards[rank][suit];
            add_term(card_block_.real_variables[rank][suit], -1);
            add_term(card_block_.joker_variables[rank][suit], -1);
        }
    add_row();
}

// sum of points (laid + wild) >= min_worth
void Formulation::require_worth(std::span<const Value> points, Value min_worth) {
    start_row();
    add_worth_terms(card_block_, points);
    row_constant_ -= static_cast<int>(min_worth);
    add_row();
}

void Formulation::add_worth_terms(const VariableBlock& block, std::span<const Value> points) {
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            const int card_worth = static_cast<int>(points[make_card(suit, rank)]);
            if (block.real_variables[rank][suit] == no_variable)
                row_constant_ += card_worth * block.mandatory_cards[rank][suit];
            add_term(block.real_variables[rank][suit], card_worth);
            add_term(block.joker_variables[rank][suit], card_worth);
        }
}

// Add variables for groups of the hand alone. They use at most the copies of a card and the jokers laid from the hand.
void Formulation::require_opening(const OpeningHand& opening_hand, int jokers_before, std::span<const Value> points,
                                  Value min_worth) {
    Ranks hand_copies{};
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit)
            hand_copies[rank][suit] =
                opening_hand.mandatory_cards[rank][suit] + opening_hand.optional_cards[rank][suit];
    add_variables(opening_block_, {}, hand_copies, opening_hand.mandatory_jokers + opening_hand.optional_jokers,
                  nullptr, 0);
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            if (opening_block_.real_variables[rank][suit] == no_variable ||
                card_block_.real_variables[rank][suit] == no_variable)
                continue;
            start_row();
            row_constant_ = opening_hand.mandatory_cards[rank][suit] - card_block_.mandatory_cards[rank][suit];
            add_term(card_block_.real_variables[rank][suit], 1);
            add_term(opening_block_.real_variables[rank][suit], -1);
            add_row();
        }
    start_row();
    row_constant_ = opening_hand.mandatory_jokers - jokers_before;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            add_term(card_block_.joker_variables[rank][suit], 1);
            add_term(opening_block_.joker_variables[rank][suit], -1);
        }
    if (!row_terms_.empty()) add_row();
    start_row();
    add_worth_terms(opening_block_, points);
    row_constant_ -= static_cast<int>(min_worth);
    add_row();
}

Formulation::Cell Formulation::cell_at(int rank, int suit) const {
    Cell cell;
    cell.run_cards = solution_of(card_block_.run_variables[line_.place_of(rank)][suit]);
    if (rank == line_.first) cell.run_cards += solution_of(card_block_.run_variables[ranks][suit]);
    cell.real_cards = card_block_.real_variables[rank][suit] == no_variable
                          ? card_block_.mandatory_cards[rank][suit]
                          : solution_of(card_block_.real_variables[rank][suit]);
    cell.joker_cards = solution_of(card_block_.joker_variables[rank][suit]);
    return cell;
}

int Formulation::joker_count() const {
    int sum = 0;
    for (const auto& row : card_block_.joker_variables)
        for (const int variable : row) sum += solution_of(variable);
    return sum;
}

}  // namespace passatempo::machiavelli
