// A variable for the cards of each kind that stand in runs, and where there is a choice for those laid and for jokers.
// Algorithm: linear conditions for runs and sets
// Twin: machiavelli/reference/search.py
#include "program/formulation.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

void Formulation::begin(const Ranks& must, const Ranks& may, Line line, int fewest_jokers, int most_jokers,
                        const Gains* gain, Value joker_gain) {
    program_.clear();
    line_ = line;
    add_variables(cards_, must, may, most_jokers, gain, joker_gain);
    if (most_jokers > 0) add_wild(fewest_jokers, most_jokers);
}

void Formulation::add_variables(Block& block, const Ranks& must, const Ranks& may, int jokers, const Gains* gain,
                                Value joker_gain) {
    block.must = must;
    for (auto& row : block.runs) row.fill(none);
    for (auto& row : block.laid) row.fill(none);
    for (auto& row : block.wild) row.fill(none);
    for (int suit = 0; suit < suits; ++suit) {
        for (int place = 0; place < line_.places; ++place)
            if (const int most = may[line_.rank_at(place)][suit] + jokers; most > 0)
                block.runs[place][suit] = program_.add_variable(0, most);
        for (int rank = 0; rank < ranks; ++rank) {
            if (must[rank][suit] < may[rank][suit])
                block.laid[rank][suit] =
                    program_.add_variable(must[rank][suit], may[rank][suit], gain == nullptr ? 0 : (*gain)[rank][suit]);
            if (jokers > 0) block.wild[rank][suit] = program_.add_variable(0, jokers, joker_gain);
        }
        add_runs(block, suit);
    }
    for (int rank = 0; rank < ranks; ++rank) {
        block.most_sets[rank] = most_sets(may[rank], jokers);
        add_sets(block, rank);
    }
}

void Formulation::add_runs(const Block& block, int suit) {
    const auto at = [&](int place) {
        const int there = line_.within(place);
        return there < 0 ? none : block.runs[there][suit];
    };
    for (int place = 0; place < line_.places; ++place) {
        if (at(place) == none) continue;
        for (const auto& [before, after] : {std::pair{1, 1}, {1, 2}, {2, 1}}) {
            start();
            term(at(place), -1);
            term(at(place - before), 1);
            term(at(place + after), 1);
            row();
        }
    }
}

// The cards of this rank and suit that stand in sets, so many times.
void Formulation::left_for_sets(const Block& block, int rank, int suit, int factor) {
    if (block.laid[rank][suit] == none) constant_ += factor * block.must[rank][suit];
    term(block.laid[rank][suit], factor);
    term(block.wild[rank][suit], factor);
    term(block.runs[line_.place_of(rank)][suit], -factor);
    if (rank == line_.first) term(block.runs[ranks][suit], -factor);
}

// With t sets of a rank no suit has more than t cards in them, and all have at least 3 t.
void Formulation::add_sets(const Block& block, int rank) {
    const int sets = program_.add_variable(0, block.most_sets[rank], 0, true);
    for (int suit = 0; suit < suits; ++suit) {
        start();
        left_for_sets(block, rank, suit, 1);
        if (!terms_.empty()) row();
        start();
        left_for_sets(block, rank, suit, -1);
        term(sets, 1);
        row();
    }
    start();
    for (int suit = 0; suit < suits; ++suit) left_for_sets(block, rank, suit, 1);
    term(sets, -3);
    row();
}

void Formulation::add_wild(int fewest, int most) {
    for (const int sign : {1, -1}) {
        start();
        for (const auto& row : cards_.wild)
            for (const int variable : row) term(variable, sign);
        constant_ = sign > 0 ? -fewest : most;
        row();
    }
}

// A row, not yet added: one of the jokers at least stands for one of these cards.
void Formulation::want(std::uint64_t cards) {
    start();
    for (int c = 0; c < deck; ++c)
        if ((cards >> c & 1) != 0) term(cards_.wild[c % ranks][c / ranks], 1);
    constant_ = -1;
}

void Formulation::solve_each(std::uint64_t cards, const std::function<std::uint64_t()>& found, Budget& budget) {
    want(cards);
    row();
    const auto next = [&] {
        want(found());
        return std::span<const Program::Term>(terms_);
    };
    program_.solve_each(next, budget);
}

// sum of (laid - must) + sum of wild - jokers on the table <= most
void Formulation::limit_laid(int most, int jokers_before) {
    start();
    constant_ = most + jokers_before;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            if (cards_.laid[rank][suit] != none) constant_ += cards_.must[rank][suit];
            term(cards_.laid[rank][suit], -1);
            term(cards_.wild[rank][suit], -1);
        }
    row();
}

// sum of points (laid + wild) >= least
void Formulation::ask_for_worth(std::span<const Value> points, Value least) {
    start();
    term_of_worth(cards_, points);
    constant_ -= static_cast<int>(least);
    row();
}

void Formulation::term_of_worth(const Block& block, std::span<const Value> points) {
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            const int worth = static_cast<int>(points[card(suit, rank)]);
            if (block.laid[rank][suit] == none) constant_ += worth * block.must[rank][suit];
            term(block.laid[rank][suit], worth);
            term(block.wild[rank][suit], worth);
        }
}

// Second unknowns for groups of the hand alone: no more of a card than is laid of it from the hand, and no more jokers.
void Formulation::ask_for_opening(const Held& held, int jokers_before, std::span<const Value> points, Value least) {
    Ranks most{};
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) most[rank][suit] = held.forced[rank][suit] + held.free[rank][suit];
    add_variables(opening_, {}, most, held.jokers + held.more_jokers, nullptr, 0);
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            if (opening_.laid[rank][suit] == none || cards_.laid[rank][suit] == none) continue;
            start();
            constant_ = held.forced[rank][suit] - cards_.must[rank][suit];
            term(cards_.laid[rank][suit], 1);
            term(opening_.laid[rank][suit], -1);
            row();
        }
    start();
    constant_ = held.jokers - jokers_before;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            term(cards_.wild[rank][suit], 1);
            term(opening_.wild[rank][suit], -1);
        }
    if (!terms_.empty()) row();
    start();
    term_of_worth(opening_, points);
    constant_ -= static_cast<int>(least);
    row();
}

Formulation::Cell Formulation::cell(int rank, int suit) const {
    Cell cell;
    cell.runs = count(cards_.runs[line_.place_of(rank)][suit]);
    if (rank == line_.first) cell.runs += count(cards_.runs[ranks][suit]);
    cell.laid = cards_.laid[rank][suit] == none ? cards_.must[rank][suit] : count(cards_.laid[rank][suit]);
    cell.wild = count(cards_.wild[rank][suit]);
    return cell;
}

int Formulation::jokers() const {
    int sum = 0;
    for (const auto& row : cards_.wild)
        for (const int variable : row) sum += count(variable);
    return sum;
}

}  // namespace passatempo::machiavelli
