// The ways to begin, rank by rank to the end, and the play that was found.
// Algorithm: depth-first branch and bound with a transposition table, begun again with Lagrangian bounds
// Twin: machiavelli/reference/search.py
#include "keep/stay.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

bool Stayer::find(const Melds& groups, const std::vector<std::size_t>& chosen, const Turn& turn, const Ranks& must,
                  Value value, int most, Budget& budget) {
    best_ = most;
    enough_ = std::ssize(chosen);
    found_ = false;
    budget_ = &budget;
    basis_.offer = &offer_;
    basis_.standing = &standing_;
    line_ = turn.line;
    first_ = first_rank(turn, 0);
    offer_ = line_up(turn, must, first_, 0, 1);
    if (!two::Search<0>::fits(offer_) || !standing_.read(groups, chosen, offer_, first_)) return false;
    value_ = static_cast<Gain>(value);
    for (int suit = 0; suit < suits; ++suit)
        if (!list_starts(suit, budget)) return false;
    if (budget.stop() != Stop::done) return true;
    leaves_ = {};
    const Gain all = bound_groups();
    tolled_ = tired_ = false;
    patience_ = budget.spent() + soon;
    if (enough_ > best_) try_starts(0, all, 0, 0, budget);
    if (tired_) search_from_above(all, budget);
    return true;
}

// The search again, with tolls: nearly nothing can be met then that is better and not the best.
void Stayer::search_from_above(Gain all, Budget& budget) {
    tired_ = false;
    ask_tolls();
    tolled_ = true;
    Value toll = tolls_.sets_from(0) - tolls_.gain(value_);
    for (const auto& starts : starts_) {
        Value most = impossible;
        for (const Start& start : starts) most = std::max(most, start.lane->most());
        toll += most;
    }
    for (const int had = best_; enough_ > had && budget.stop() == Stop::done;) {
        best_ = enough_ - 1;
        try_starts(0, all, toll, 0, budget);
        if (best_ == enough_) return;
        best_ = had;
        if (budget.stop() == Stop::done) --enough_;
    }
}

void Stayer::ask_tolls() {
    tolls_.begin(offer_, standing_);
    for (int place = 0; place < ranks; ++place) list_leavings(place);
    for (int suit = 0; suit < suits; ++suit)
        for (Start& start : starts_[suit]) {
            lay_past(suit, start.past);
            offer_.before[suit] = narrow(start.before);
            Lane& lane = tolls_.add_lane(suit);
            lane.build(basis_, suit, start.state, std::ssize(start.past), *start.hopes);
            start.lane = &lane;
        }
    enough_ = std::min(enough_, tolls_.lower(value_, best_, *budget_));
}

// What the suits can gain, each alone, and the groups that can stay with the greatest value if none hinders another.
Gain Stayer::bound_groups() {
    std::array<Gain, suits> best;
    best.fill(never);
    for (int suit = 0; suit < suits; ++suit)
        for (const Start& start : starts_[suit]) best[suit] = std::max(best[suit], start.hope.value);
    const Gain all = std::max(best[0] + best[1] + best[2] + best[3], never);
    int parts = 0;
    for (int suit = 0; suit < suits; ++suit) {
        int most = no_parts;
        for (const Start& start : starts_[suit])
            if (const Gain loss = all - value_ - (best[suit] - start.hope.value); loss >= 0)
                most = std::max(most, start.parts(loss));
        parts += most;
    }
    enough_ = std::min(enough_, whole_groups(parts));
    return all;
}

// Every part of the groups that go on past the last place, with every state at the first one.
bool Stayer::list_starts(int suit, Budget& budget) {
    starts_[suit].clear();
    const auto& past = standing_.past(suit);
    if (past.size() > most_past) return false;
    for (int chosen = (1 << past.size()) - 1; chosen >= 0; --chosen) {
        std::vector<std::size_t> stay;
        for (std::size_t k = 0; k < past.size(); ++k)
            if ((chosen >> k & 1) != 0) stay.push_back(past[k].group);
        lay_past(suit, stay);
        list_starts(suit, offer_.before[suit], stay, budget);
    }
    const auto better = [](const Start& a, const Start& b) {
        if (a.hope.value != b.hope.value) return a.hope.value > b.hope.value;
        return a.parts(0) > b.parts(0);
    };
    if (starts_[suit].size() > 1) std::stable_sort(starts_[suit].begin(), starts_[suit].end(), better);
    return true;
}

// The cards of groups that stay and go on past the last place. Aces below the 2 are laid before the first place.
void Stayer::lay_past(int suit, const std::vector<std::size_t>& stay) {
    auto& cover = basis_.past[suit];
    cover = {};
    offer_.before[suit] = 0;
    for (const Standing::Run& run : standing_.past(suit)) {
        if (std::find(stay.begin(), stay.end(), run.group) == stay.end()) continue;
        for (int place = run.from; place < run.from + run.size; ++place) {
            if (line_.twice() && place == ranks - 1) ++offer_.before[suit];
            else ++cover[place % ranks];
        }
    }
    cover[ranks] = line_.circular ? cover[0] : 0;
}

void Stayer::list_starts(int suit, int before, const std::vector<std::size_t>& past, Budget& budget) {
    const auto may = [&](int place) { return basis_.free(suit, place, 0); };
    const int most = std::min(may(ranks - 1), may(0));
    add_start(suit, 0, 0, before, past, budget);
    for (int state = 1; state < two::states && !line_.linear(); ++state) {
        const Open& open = two::open_of[state];
        if (open.all() > most || open.one > may(1)) continue;
        if (line_.twice() && open.one == open.all()) add_start(suit, state, 0, before + open.one, past, budget);
        if (line_.circular && open.two <= may(ranks - 2)) add_start(suit, state, state, 0, past, budget);
    }
}

void Stayer::add_start(int suit, int state, int finish, int before, const std::vector<std::size_t>& past,
                       Budget& budget) {
    if (budget.poll()) return;
    offer_.before[suit] = narrow(before);
    auto& pool = pool_[suit];
    const std::size_t number = starts_[suit].size();
    if (pool.size() == number) pool.emplace_back();
    pool[number].build(basis_, suit, state, finish);
    const Hope& hope = pool[number].from(0, {state, 0});
    if (hope.value != never) starts_[suit].push_back({state, before, past, &pool[number], hope, nullptr});
}

// `value`: the most that all suits can gain, with the best starts of those not yet picked; `toll` likewise.
void Stayer::try_starts(int suit, Gain value, Value toll, int kept, Budget& budget) {
    if (suit == suits) {
        int most = Standing::whole * kept;
        for (const Start* start : picked_) most += start->hope.with(value - value_);
        if (whole_groups(most) > best_) try_start(kept);
        return;
    }
    Gain best = never;
    Value best_toll = impossible;
    for (const Start& start : starts_[suit]) {
        best = std::max(best, start.hope.value);
        if (tolled_) best_toll = std::max(best_toll, start.lane->most());
    }
    for (const Start& start : starts_[suit]) {
        const Gain left = value - best + start.hope.value;
        const Value left_toll = tolled_ ? toll - best_toll + start.lane->most() : 0;
        if (left < value_ || (tolled_ && left_toll < Lane::group * (best_ + 1))) continue;
        if (over()) return;
        picked_[suit] = &start;
        try_starts(suit + 1, left, left_toll, kept + std::ssize(start.past), budget);
    }
}

void Stayer::try_start(int kept) {
    two::Runs start = 0;
    for (int i = 0; i < suits; ++i) {
        const Start& it = *picked_[i];
        start |= it.state << 4 * i;
        lay_past(i, it.past);
        offer_.before[i] = narrow(it.before);
    }
    finish_ = line_.circular ? start : two::Runs{0};
    forget();
    search(0, start, 0, value_, kept, best_ + 1 - kept);
}

// What is known is of states with other starts.
void Stayer::forget() {
    memory_.resize(entries);
    if (++generation_ != 0) return;
    std::fill(memory_.begin(), memory_.end(), Known{});
    generation_ = 1;
}

const Stayer::Known* Stayer::known(std::uint32_t key) const {
    const Known& known = memory_[slot(key)];
    return known.key == key && known.generation == generation_ ? &known : nullptr;
}

// The most groups that stay from this state on, in plays that gain `need`, if they are at least `wanted`; else fewer.
int Stayer::search(int place, two::Runs runs, Masks masks, Gain need, int kept, int wanted) {
    if (place == ranks) {
        if (need > 0 || !ends(runs)) return -1;
        if (kept > best_) record(kept);
        return 0;
    }
    if (budget_->spend()) return -1;
    tired_ = !tolled_ && budget_->spent() > patience_;
    if (tired_) return -1;
    const std::uint32_t key = static_cast<std::uint32_t>(place) << 28 | masks << 16 | runs;
    int enough = 1 << 14;
    if (const Known* it = known(key); it != nullptr) {
        if (it->need <= need && it->kept < wanted) return it->kept;
        if (it->need == need && it->exact) enough = it->kept;
    }
    list(place, runs, masks, need, wanted);
    int best = -1;
    for (const Choice& choice : choices_[place]) {
        const int least = std::max(wanted, best + 1);
        if (choice.most < least) break;
        path_[place] = &choice;
        const int later =
            search(place + 1, choice.next, choice.masks, need - choice.gain, kept + choice.kept, least - choice.kept);
        if (later >= 0) best = std::max(best, choice.kept + later);
        if (best >= enough || over()) return best;
    }
    const bool exact = best >= wanted;
    memory_[slot(key)] = {generation_, key, need, exact ? best : wanted - 1, exact};
    return best;
}

bool Stayer::ends(two::Runs runs) const {
    for (int i = 0; i < suits; ++i)
        if (!two::serves[two::state_in(runs, i)][two::state_in(finish_, i)]) return false;
    return true;
}

void Stayer::record(int kept) {
    best_ = kept;
    found_ = true;
    staying_.clear();
    for (int i = 0; i < suits; ++i) {
        begun_[i] = *picked_[i];
        staying_.insert(staying_.end(), begun_[i].past.begin(), begun_[i].past.end());
    }
    for (int place = 0; place < ranks; ++place) {
        const Choice& choice = play_[place] = *path_[place];
        for (int i = 0; i < suits; ++i)
            for (int k = 0; k < Standing::most_slots; ++k)
                if ((mask_in(choice.added, i) >> k & 1) != 0) staying_.push_back(standing_.group(i, place, k));
        const auto& sets = standing_.sets(place);
        for (std::size_t k = 0; k < sets.size(); ++k)
            if ((choice.kept_sets >> k & 1) != 0) staying_.push_back(sets[k].group);
    }
    std::sort(staying_.begin(), staying_.end());
}

Laid Stayer::rest(const Melds& groups, const Turn& turn) const {
    Laid laid;
    Course course;
    course.closed = line_.circular;
    Ranks cards{};
    Row before{};
    for (int i = 0; i < suits; ++i) before[i] = narrow(two::open_of[begun_[i].state].one);
    if (!course.closed) {
        course.rank.push_back((first_ + ranks - 1) % ranks);
        course.runs.push_back(before);
    }
    for (int place = 0; place < ranks; ++place) {
        const int rank = (first_ + place) % ranks;
        const Choice& choice = play_[place];
        course.rank.push_back(rank);
        Row& runs = course.runs.emplace_back();
        for (int i = 0; i < suits; ++i) {
            runs[i] = choice.cards >> 2 * i & 3;
            const int in_groups = choice.used >> 2 * i & 3;
            const int in_runs = runs[i] + in_groups + (place == ranks - 1 ? begun_[i].before : 0);
            const int over = offer_.may[place][i] - in_runs;
            const int all = in_runs + std::min<int>(over, choice.sets);
            cards[rank][i] = narrow(all);
            const int from_hand = all - turn.table[rank][i];
            laid.value += from_hand * turn.weights[card(i, rank)];
            laid.cards.insert(laid.cards.end(), from_hand, card(i, rank));
        }
    }
    std::sort(laid.cards.begin(), laid.cards.end());
    for (const std::size_t k : staying_)
        for (const int c : groups[k]) --cards[c % ranks][c / ranks];
    laid.melds = build(cards, course);
    return laid;
}

std::size_t Stayer::held() const {
    std::size_t bytes = memory_.capacity() * sizeof(Known);
    for (const auto& pool : pool_)
        for (const Hopes& hopes : pool) bytes += hopes.held();
    for (const auto& choices : choices_) bytes += choices.capacity() * sizeof(Choice);
    return bytes;
}

}  // namespace passatempo::machiavelli
