// Each arrangement once: for the first card left a multiset of melds that begin with it.
// Algorithm: recursion with a memo over the cards left
// Twin: machiavelli/reference/search.py
#include "arrangements.hpp"

#include <algorithm>
#include <cstring>
#include <limits>

#include "legal.hpp"

namespace passatempo::machiavelli {

namespace {

// Place of a card when cards are taken rank by rank.
int place_of(int c) { return c % ranks * suits + c / ranks; }

}  // namespace

std::size_t Census::Hash::operator()(const Ranks& cards) const {
    std::uint64_t hash = 0;
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32;
    };
    for (int rank = 0; rank < ranks; ++rank) {
        std::uint32_t word = 0;
        std::memcpy(&word, cards[rank].data(), sizeof word);
        mix(word);
    }
    return hash;
}

void Census::begin(const Ranks& cards, Line line, Budget& budget) {
    left_ = cards;
    line_ = line;
    budget_ = &budget;
    known_.clear();
    chosen_.clear();
    found_.clear();
    for (Melds& melds : melds_) melds.clear();
    for (const Meld& meld : legal_melds(line)) {
        int first = deck;
        for (const int c : meld) first = std::min(first, place_of(c));
        melds_[first].push_back(meld);
    }
}

int Census::next(int first) const {
    while (first < deck && left_[first / suits][first % suits] == 0) ++first;
    return first;
}

// For the loops over melds between two nodes, of which there are as many as ways to choose melds with one first card.
bool Census::busy() { return (++looked_ & 255) == 0 ? budget_->poll() : budget_->stop() != Stop::done; }

bool Census::take(const Meld& meld) {
    for (const int c : meld)
        if (left_[c % ranks][c / ranks] == 0) return false;
    for (const int c : meld) --left_[c % ranks][c / ranks];
    return true;
}

void Census::give_back(const Meld& meld) {
    for (const int c : meld) ++left_[c % ranks][c / ranks];
}

Natural Census::count(const Ranks& cards, Line line, Budget& budget) {
    begin(cards, line, budget);
    return count_from(0);
}

Natural Census::count_from(int first) {
    first = next(first);
    if (first == deck) return Natural(1);
    if (budget_->spend()) return {};
    if (const auto known = known_.find(left_); known != known_.end()) return known->second;
    const Ranks before = left_;
    Natural total;
    if (arranger_.possible(left_, line_, *budget_)) total = count_melds(first, 0);
    if (known_.size() >= most_known) budget_->out_of_memory();
    if (budget_->stop() == Stop::done) known_.emplace(before, total);
    return total;
}

// Melds of equal first card are chosen in order, each as often as wanted.
Natural Census::count_melds(int first, std::size_t from) {
    if (left_[first / suits][first % suits] == 0) return count_from(first + 1);
    Natural total;
    for (std::size_t k = from; k < melds_[first].size() && !busy(); ++k) {
        if (!take(melds_[first][k])) continue;
        total += count_melds(first, k);
        give_back(melds_[first][k]);
    }
    return total;
}

std::vector<Melds> Census::list(const Ranks& cards, Line line, std::size_t most, Budget& budget) {
    begin(cards, line, budget);
    most_ = most;
    if (most > 0) list_from(0);
    return std::move(found_);
}

void Census::list_from(int first) {
    first = next(first);
    if (first == deck) {
        found_.push_back(chosen_);
        std::sort(found_.back().begin(), found_.back().end());
        return;
    }
    // Without this test the search would wander among choices that cannot be completed.
    if (!budget_->spend() && arranger_.possible(left_, line_, *budget_)) list_melds(first, 0);
}

void Census::list_melds(int first, std::size_t from) {
    if (left_[first / suits][first % suits] == 0) return list_from(first + 1);
    for (std::size_t k = from; k < melds_[first].size() && found_.size() < most_ && !busy(); ++k) {
        if (!take(melds_[first][k])) continue;
        chosen_.push_back(melds_[first][k]);
        list_melds(first, k);
        chosen_.pop_back();
        give_back(melds_[first][k]);
    }
}

}  // namespace passatempo::machiavelli
