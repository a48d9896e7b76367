// A variable for the cards of each kind that stand in runs, and where there is a choice for those laid and for jokers.
// Algorithm: linear conditions for runs and sets
// Twin: machiavelli/reference/search.py
#include "program/formulation.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

void Formulation::begin(const Ranks& must, const Ranks& may, Line line, int fewest_jokers, int most_jokers,
                        const Gains* gain, Value joker_gain) {
    program_.clear();
    must_ = must;
    for (auto& row : runs_) row.fill(none);
    for (auto& row : laid_) row.fill(none);
    for (auto& row : wild_) row.fill(none);
    line_ = line;
    for (int suit = 0; suit < suits; ++suit) {
        for (int place = 0; place < line.places; ++place)
            if (const int most = may[line.rank_at(place)][suit] + most_jokers; most > 0)
                runs_[place][suit] = program_.add_variable(0, most);
        for (int rank = 0; rank < ranks; ++rank) {
            if (must[rank][suit] < may[rank][suit])
                laid_[rank][suit] =
                    program_.add_variable(must[rank][suit], may[rank][suit], gain == nullptr ? 0 : (*gain)[rank][suit]);
            if (most_jokers > 0) wild_[rank][suit] = program_.add_variable(0, most_jokers, joker_gain);
        }
        add_runs(suit);
    }
    for (int rank = 0; rank < ranks; ++rank) {
        most_sets_[rank] = most_sets(may[rank], most_jokers);
        add_sets(rank);
    }
    if (most_jokers > 0) add_wild(fewest_jokers, most_jokers);
}

void Formulation::add_runs(int suit) {
    const auto at = [&](int place) {
        const int there = line_.within(place);
        return there < 0 ? none : runs_[there][suit];
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
void Formulation::left_for_sets(int rank, int suit, int factor) {
    if (laid_[rank][suit] == none) constant_ += factor * must_[rank][suit];
    term(laid_[rank][suit], factor);
    term(wild_[rank][suit], factor);
    term(runs_[line_.place_of(rank)][suit], -factor);
    if (rank == line_.first) term(runs_[ranks][suit], -factor);
}

// With t sets of a rank no suit has more than t cards in them, and all have at least 3 t.
void Formulation::add_sets(int rank) {
    const int sets = program_.add_variable(0, most_sets_[rank], 0, true);
    for (int suit = 0; suit < suits; ++suit) {
        start();
        left_for_sets(rank, suit, 1);
        if (!terms_.empty()) row();
        start();
        left_for_sets(rank, suit, -1);
        term(sets, 1);
        row();
    }
    start();
    for (int suit = 0; suit < suits; ++suit) left_for_sets(rank, suit, 1);
    term(sets, -3);
    row();
}

void Formulation::add_wild(int fewest, int most) {
    for (const int sign : {1, -1}) {
        start();
        for (const auto& row : wild_)
            for (const int variable : row) term(variable, sign);
        constant_ = sign > 0 ? -fewest : most;
        row();
    }
}

// A row, not yet added: one of the jokers at least stands for one of these cards.
void Formulation::want(std::uint64_t cards) {
    start();
    for (int c = 0; c < deck; ++c)
        if ((cards >> c & 1) != 0) term(wild_[c % ranks][c / ranks], 1);
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

Formulation::Cell Formulation::cell(int rank, int suit) const {
    Cell cell;
    cell.runs = count(runs_[line_.place_of(rank)][suit]) + (rank == line_.first ? count(runs_[ranks][suit]) : 0);
    cell.laid = laid_[rank][suit] == none ? must_[rank][suit] : count(laid_[rank][suit]);
    cell.wild = count(wild_[rank][suit]);
    return cell;
}

int Formulation::jokers() const {
    int sum = 0;
    for (const auto& row : wild_)
        for (const int variable : row) sum += count(variable);
    return sum;
}

}  // namespace passatempo::machiavelli
