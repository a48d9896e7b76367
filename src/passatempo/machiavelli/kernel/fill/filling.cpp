// Fillings looked for until no wanted card is left; the suits' starts are fixed one after the other.
// Algorithm: depth-first search with a table of dead states, bounded by Lagrangian decomposition into suits
// Twin: machiavelli/reference/search.py
#include "fill/filling.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

// Nodes, of half a microsecond each: at first only to meet most of the fillings that there are.
constexpr std::uint64_t first_look = 300, for_exclusion = 4'000;

// Then in one order of the places and in another, which may take ten times as many nodes or a tenth of them. The more
// cards were met, the better charges exclude the others; what is then left open goes to programs.
constexpr std::array<std::uint64_t, 2> patience{2'000, 6'000};

}  // namespace

// Charges are looked for where a first look does not do.
bool Filling::settle(const Ranks& cards, int added, Ace ace, bool again, Budget& budget) {
    ace_ = ace;
    wanted_ = any_card;
    found_ = excluded_ = 0;
    fillings_.clear();
    const std::vector<Order> orders = tracks_.orders(cards, added, ace);
    for (std::size_t k = 0; k < patience.size(); ++k) {
        if (!tracks_.build(cards, added, ace, orders[k % orders.size()], again)) return exclude_others();
        look_ahead();
        if (k == 0 && attempt(first_look, budget)) return exclude_others();
        if (tracks_.exclude(open(), budget)) return exclude_others();
        if (!tracks_.few_starts() && budget.stop() == Stop::done) exclude(budget);
        if (budget.stop() == Stop::done && (open() == 0 || attempt(patience[k], budget))) return exclude_others();
        if (budget.stop() != Stop::done) return false;
    }
    return ask_program(cards, budget) && exclude_others();
}

// One integer program after the other for a filling with any of the cards still wanted; true where there is none.
bool Filling::ask_program(const Ranks& cards, Budget& budget) {
    while (open() != 0) {
        formulation_.begin(cards, cards, ace_, added(), added());
        formulation_.want(open());
        if (!formulation_.solve(0, 0, budget)) break;
        auto& filling = fillings_.emplace_back();
        for (int c = 0; c < deck; ++c) {
            const int copies = formulation_.cell(c % ranks, c / ranks).wild;
            filling.insert(filling.end(), copies, c);
            if (copies > 0) found_ |= only(c);
        }
        look_ahead();
    }
    return budget.stop() == Stop::done;
}

bool Filling::exclude_others() {
    excluded_ = any_card & ~found_;
    return true;
}

// Leave out the cards that are in no filling even if all suits may begin and end as they like.
void Filling::exclude(Budget& budget) {
    Budget part = budget.share(std::min(budget.left(), for_exclusion));
    budget_ = &part;
    CardSet found = found_;
    on_ = all_loose(tracks_);
    level_ = loosest_ = 0;
    dead_[0].forget();
    while (find(0, {}, added(), false)) {
        note();
        if (!closes()) fillings_.pop_back();
        else
            for (const int c : fillings_.back()) found |= only(c);
    }
    if (part.stop() == Stop::done) {
        wanted_ &= found_;
        excluded_ = any_card & ~wanted_;
    }
    found_ = found;
    look_ahead();
    budget.count(part);
}

// True where nothing is left to search.
bool Filling::attempt(std::uint64_t nodes, Budget& budget) {
    Budget part = budget.share(std::min(nodes, budget.left()));
    budget_ = &part;
    on_ = all_loose(tracks_);
    loosest_ = tracks_.few_starts() ? suits : 0;
    fix(0);
    budget.count(part);
    return part.stop() == Stop::done;
}

// With the starts of `level` suits fixed.
void Filling::fix(int level) {
    level_ = level;
    dead_[level].forget();
    if (level == suits) {
        while (budget_->stop() == Stop::done && find(0, {}, added(), false)) note();
        return;
    }
    while (level >= loosest_) {  // what comes round to where it began is a filling
        if (!find(0, {}, added(), false)) return;
        if (!closes()) break;
        note();
        if (budget_->stop() != Stop::done) return;
    }
    const int suit = tracks_.turn(level);
    for (int k = 0; k < tracks_.starts(suit) && budget_->stop() == Stop::done; ++k) {
        on_[suit] = &tracks_.from(suit, k);
        fix(level + 1);
        level_ = level;
    }
    on_[suit] = &tracks_.loose(suit);
}

// Do the cards in runs of the way just found split into runs on the circle?
bool Filling::closes() const { return tracks_.closed() && budget_->stop() == Stop::done && splits_on_circle(runs_); }

// Is there a filling from these nodes on, of so many cards, and if there was none before `with` a wanted one?
bool Filling::find(int place, const Nodes& nodes, int left, bool with) {
    if (place == ranks) return left == 0 && with;
    if (!with && (left == 0 || ahead_[place] == 0)) return false;
    const Need need = need_of(on_, nodes);
    if ((with ? need.any : need.wanted) > tracks_.room(place, left)) return false;
    const State state = state_of(on_, nodes);
    const int wild = 2 * left + (with ? 1 : 0);
    if (known_dead(place, wild, state) || budget_->spend()) return false;
    if (choices_[place].list(on_, nodes, left, tracks_.room(place + 1, left), shut_[place]) && go_on(place, left, with))
        return true;
    if (budget_->stop() == Stop::done) dead_[level_].put(place, wild, state, {});
    return false;
}

bool Filling::known_dead(int place, int wild, const State& state) const {
    for (int level = level_; level >= loosest_; --level)
        if (dead_[level].find(place, wild, state) != nullptr) return true;
    return false;
}

bool Filling::go_on(int place, int left, bool with) {
    const Row& may = tracks_.offer().may[place];
    return choices_[place].any([&](const Ways& ways, int added) {
        if (budget_->stop() != Stop::done) return false;
        bool then = with;
        for (int i = 0; i < suits; ++i) {
            const Way& way = *ways[i];
            added_[place][i] = way.added;
            runs_[place][i] = may[i] + way.added - way.in_sets;
            then = then || (way.added > 0 && has(open(), tracks_.card_at(place, i)));
        }
        return find(place + 1, after(ways), left - added, then);
    });
}

void Filling::note() {
    auto& filling = fillings_.emplace_back();
    for (int place = 0; place < ranks; ++place)
        for (int i = 0; i < suits; ++i)
            if (const int added = added_[place][i]; added > 0) {
                const int c = tracks_.card_at(place, i);
                found_ |= only(c);
                filling.insert(filling.end(), added, c);
            }
    look_ahead();
}

// What can still be found.
void Filling::look_ahead() {
    ahead_[ranks] = 0;
    for (int place = ranks - 1; place >= 0; --place) {
        ahead_[place] = ahead_[place + 1];
        for (int i = 0; i < suits; ++i) {
            const int c = tracks_.card_at(place, i);
            ahead_[place] |= only(c) & open();
            shut_[place][i] = has(excluded_, c);
        }
    }
    tracks_.charge(open());
}

std::size_t Filling::held() const {
    std::size_t bytes = tracks_.held();
    for (const auto& dead : dead_) bytes += dead.held();
    return bytes;
}

}  // namespace passatempo::machiavelli
