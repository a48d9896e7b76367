// Fillings looked for until each card is found or excluded: by a search, then by an integer program.
// Algorithm: depth-first search with a table of dead states, bounded by what each suit needs alone
// Twin: machiavelli/reference/search.py
#include "fill/filling.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

// Nodes of the search, of half a microsecond each. It soon meets most of the fillings that there are, and shows that
// there are no others where it is soon over; what is then left open the program settles sooner.
constexpr std::uint64_t patience = 3'000;

}  // namespace

bool Filling::settle(const Ranks& cards, int added, Line line, Budget& budget) {
    found_ = 0;
    fillings_.clear();
    return !tracks_.build(cards, added, line) || search(budget) || ask_program(cards, line, budget);
}

// False where not all was searched.
bool Filling::search(Budget& budget) {
    Budget part = budget.share(std::min(patience, budget.left()));
    budget_ = &part;
    on_ = all_loose(tracks_);
    look_ahead();
    fix(0);
    budget.count(part);
    return part.stop() == Stop::done;
}

// One integer program for fillings with any of the cards still open, until there is none.
bool Filling::ask_program(const Ranks& cards, Line line, Budget& budget) {
    if (budget.stop() != Stop::done) return false;
    formulation_.begin(cards, cards, line, added(), added());
    formulation_.solve_each(
        open(),
        [&] {
            auto& filling = fillings_.emplace_back();
            for (int c = 0; c < deck; ++c)
                filling.insert(filling.end(), formulation_.cell(c % ranks, c / ranks).wild, c);
            for (const int c : filling) found_ |= only(c);
            return open();
        },
        budget);
    return budget.stop() == Stop::done;
}

// With the starts of `level` suits fixed.
void Filling::fix(int level) {
    level_ = level;
    dead_[level].forget();
    if (level == suits) {
        while (budget_->stop() == Stop::done && find(0, {}, added(), false)) note();
        return;
    }
    while (true) {  // what comes round to where it began is a filling
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
    if (need_of(on_, nodes) > Tracks::room(left)) return false;
    const State state = state_of(on_, nodes);
    const int wild = 2 * left + (with ? 1 : 0);
    if (known_dead(place, wild, state) || budget_->spend()) return false;
    if (choices_[place].list(on_, nodes, left) && go_on(place, left, with)) return true;
    if (budget_->stop() == Stop::done) dead_[level_].put(place, wild, state, {});
    return false;
}

bool Filling::known_dead(int place, int wild, const State& state) const {
    for (int level = level_; level >= 0; --level)
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
        for (int i = 0; i < suits; ++i) ahead_[place] |= only(tracks_.card_at(place, i)) & open();
    }
}

std::size_t Filling::held() const {
    std::size_t bytes = tracks_.held();
    for (const auto& dead : dead_) bytes += dead.held();
    return bytes;
}

}  // namespace passatempo::machiavelli
