// Choices of one rank with the groups that stay, the most promising first.
// Algorithm: depth-first branch and bound with a transposition table
#include "keep/stay.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

namespace passatempo::machiavelli {

namespace {

constexpr std::size_t few = 12;  // sorted in place: the library's sort asks for memory

std::uint8_t narrow(int x) {
    assert(x >= 0 && x < 256);
    return static_cast<std::uint8_t>(x);
}

// Whole groups that so many parts come to; parts may be negative for prices.
int floor_groups(int parts) {
    return parts >= 0 ? parts / Standing::whole : -((Standing::whole - 1 - parts) / Standing::whole);
}

}  // namespace

bool Stayer::find(const Melds& groups, const std::vector<std::size_t>& chosen, const Turn& turn, const Ranks& must,
                  Value value, int most, Budget& budget) {
    value_ = value;
    best_ = most;
    enough_ = std::ssize(chosen);
    found_ = false;
    budget_ = &budget;
    basis_.offer = &offer_;
    basis_.standing = &standing_;
    ace_ = turn.ace;
    first_ = first_rank(turn, 0);
    offer_ = line_up(turn, must, first_, 0, 1);
    if (!standing_.read(groups, chosen, offer_, first_)) return false;
    for (int suit = 0; suit < suits; ++suit)
        if (!list_starts(suit, budget)) return false;
    if (budget.stop() != Stop::done) return true;
    const Value all = bound_groups();
    if (enough_ > best_) try_starts(0, all, 0, budget);
    return true;
}

// What the suits can gain, each alone, and the groups that can stay with the greatest value if none hinders another.
Value Stayer::bound_groups() {
    std::array<Value, suits> best;
    best.fill(impossible);
    for (int suit = 0; suit < suits; ++suit)
        for (const Start& start : starts_[suit]) best[suit] = std::max(best[suit], start.hope.value);
    const Value all = std::max(best[0] + best[1] + best[2] + best[3], impossible);
    int parts = 0;
    for (int suit = 0; suit < suits; ++suit) {
        int most = no_parts;
        for (const Start& start : starts_[suit])
            if (const Value loss = all - value_ - (best[suit] - start.hope.value); loss >= 0)
                most = std::max(most, start.parts(loss));
        parts += most;
    }
    enough_ = std::min(enough_, floor_groups(parts));
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
        if (!list_starts(suit, offer_.before[suit], stay, budget)) return false;
    }
    const auto better = [](const Start& a, const Start& b) {
        if (a.hope.value != b.hope.value) return a.hope.value > b.hope.value;
        return a.parts(0) > b.parts(0);
    };
    std::stable_sort(starts_[suit].begin(), starts_[suit].end(), better);
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
            if (ace_ == Ace::both && place == ranks - 1) ++offer_.before[suit];
            else ++cover[place % ranks];
        }
    }
    cover[ranks] = ace_ == Ace::wrap ? cover[0] : 0;
}

bool Stayer::list_starts(int suit, int before, const std::vector<std::size_t>& past, Budget& budget) {
    const auto add = [&](const Open& open, const Open& finish, int aces) {
        return add_start(suit, open, finish, aces, past, budget);
    };
    const auto may = [&](int place) { return basis_.free(suit, place, 0); };
    const int most = std::min(may(ranks - 1), may(0));
    if (!add({}, {}, before)) return false;
    if (ace_ == Ace::both)
        for (int aces = 1; aces <= std::min(most, may(1)); ++aces)
            if (!add({aces, 0, 0}, {}, before + aces)) return false;
    if (ace_ != Ace::wrap) return true;
    for (int all = 1; all <= most; ++all)
        for (int pending = 0; pending <= all; ++pending)
            for (int one = 0; one <= std::min(pending, may(1)); ++one) {
                const Open open{one, pending - one, all - pending};
                if (pending - one <= may(ranks - 2) && !add(open, open, 0)) return false;
            }
    return true;
}

bool Stayer::add_start(int suit, const Open& open, const Open& finish, int before, const std::vector<std::size_t>& past,
                       Budget& budget) {
    if (budget.poll()) return true;
    offer_.before[suit] = narrow(before);
    auto& pool = pool_[suit];
    const std::size_t number = starts_[suit].size();
    if (pool.size() == number) pool.emplace_back();
    if (!pool[number].build(basis_, suit, open, finish)) return false;
    const Hope& hope = pool[number].from(0, open, 0);
    if (hope.value != impossible) starts_[suit].push_back({open, before, past, &pool[number], hope});
    return true;
}

// `value`: the most that all suits can gain, with the best starts of those not yet picked.
void Stayer::try_starts(int suit, Value value, int kept, Budget& budget) {
    if (suit == suits) {
        int most = Standing::whole * kept;
        for (const Start* start : picked_) most += start->hope.with(value - value_);
        if (floor_groups(most) > best_) try_start(kept);
        return;
    }
    Value best = impossible;
    for (const Start& start : starts_[suit]) best = std::max(best, start.hope.value);
    for (const Start& start : starts_[suit]) {
        const Value left = value - best + start.hope.value;
        if (left < value_) continue;
        if (best_ >= enough_ || budget.stop() != Stop::done) return;
        picked_[suit] = &start;
        try_starts(suit + 1, left, kept + std::ssize(start.past), budget);
    }
}

void Stayer::try_start(int kept) {
    State start;
    for (int i = 0; i < suits; ++i) {
        const Start& it = *picked_[i];
        start.one[i] = narrow(it.open.one);
        start.two[i] = narrow(it.open.two);
        start.more[i] = narrow(it.open.more);
        lay_past(i, it.past);
        offer_.before[i] = narrow(it.before);
    }
    finish_ = ace_ == Ace::wrap ? start : State{};
    known_.forget();
    search(0, start, {}, value_, kept, best_ + 1 - kept);
}

// The most groups that stay from this state on, in plays that gain `need`, if they are at least `wanted`; else fewer.
int Stayer::search(int place, const State& state, const Row& masks, Value need, int kept, int wanted) {
    if (place == ranks) {
        for (int i = 0; i < suits; ++i)
            if (!as_good(open_runs(state, i), open_runs(finish_, i))) return -1;
        if (need > 0) return -1;
        if (kept > best_) record(kept);
        return 0;
    }
    if (budget_->spend()) return -1;
    const int key = place | masks[0] << 4 | masks[1] << 7 | masks[2] << 10 | masks[3] << 13;
    int enough = 1 << 14;
    if (const Known* known = known_.find(key & 255, key >> 8, state); known != nullptr) {
        if (known->need <= need && known->kept < wanted) return known->kept;
        if (known->need == need && known->exact) enough = known->kept;
    }
    list(place, state, masks, need, wanted);
    int best = -1;
    for (const Choice& choice : choices_[place]) {
        const int least = std::max(wanted, best + 1);
        if (choice.most < least) break;
        path_[place] = &choice;
        const int later =
            search(place + 1, choice.next, choice.masks, need - choice.gain, kept + choice.kept, least - choice.kept);
        if (later >= 0) best = std::max(best, choice.kept + later);
        if (best >= enough || best_ >= enough_ || budget_->stop() != Stop::done) return best;
    }
    const bool exact = best >= wanted;
    known_.put(key & 255, key >> 8, state, {need, static_cast<std::int16_t>(exact ? best : wanted - 1), exact});
    return best;
}

// The choices that may reach what is wanted, the most promising first, equal ones as they were found.
void Stayer::list(int place, const State& state, const Row& masks, Value need, int wanted) {
    auto& choices = choices_[place];
    choices.clear();
    for (int i = 0; i < suits; ++i) {
        options_[i].clear();
        list_options(place, i, open_runs(state, i), masks[i]);
    }
    combine(place, need, wanted);
    const auto better = [](const Choice& a, const Choice& b) { return a.most > b.most; };
    if (choices.size() > few) return std::stable_sort(choices.begin(), choices.end(), better);
    for (std::size_t k = 1; k < choices.size(); ++k)
        for (std::size_t at = k; at > 0 && better(choices[at], choices[at - 1]); --at)
            std::swap(choices[at], choices[at - 1]);
}

// What each suit can do alone: for each part of the groups that begin here, so many free cards to runs.
void Stayer::list_options(int place, int suit, const Open& open, int mask) {
    const Hopes& hopes = *picked_[suit]->hopes;
    const int begins = standing_.begins(suit)[place], lasts = standing_.lasts(suit)[place];
    for (int added = begins;; added = (added - 1) & begins) {
        const int all = mask | added, next_mask = all & lasts;
        const int limit = basis_.free(suit, place + 1, next_mask), cards = basis_.free(suit, place, all);
        for (int k = open.pending(); k <= cards; ++k) {
            Open next;
            if (!step(open, k, limit, next)) continue;
            const Hope& now = hopes.now(place, ones(all), k);
            if (now.value == impossible) continue;
            const Hope& later = hopes.from(place + 1, next, next_mask);
            if (later.value == impossible) continue;
            const Hope most = now.plus(later, Standing::whole * ones(added));
            options_[suit].push_back({k, added, basis_.past[suit][place] + ones(all), next, next_mask, &later, most});
        }
        if (added == 0) break;
    }
}

void Stayer::combine(int place, Value need, int wanted) {
    std::array<Value, suits> rest{};
    std::array<int, suits> rest_parts{};
    for (int i = suits - 1; i > 0; --i) {
        Value best = impossible;
        int parts = no_parts;
        for (const Option& option : options_[i]) {
            best = std::max(best, option.most.value);
            parts = std::max<int>(parts, option.most.parts.back());
        }
        rest[i - 1] = std::max(impossible, rest[i] + best);
        rest_parts[i - 1] = rest_parts[i] + parts;
    }
    const int least = Standing::whole * wanted;
    for (const Option& s : options_[0]) {
        const Value loss_s = s.most.value + rest[0] - need;
        if (loss_s < 0 || s.most.with(loss_s) + rest_parts[0] < least) continue;
        for (const Option& h : options_[1]) {
            const Value loss_h = s.most.value + h.most.value + rest[1] - need;
            if (loss_h < 0 || s.most.with(loss_h) + h.most.with(loss_h) + rest_parts[1] < least) continue;
            for (const Option& d : options_[2]) {
                const Value most = s.most.value + h.most.value + d.most.value;
                const Value loss_d = most + rest[2] - need;
                if (loss_d < 0 ||
                    s.most.with(loss_d) + h.most.with(loss_d) + d.most.with(loss_d) + rest_parts[2] < least)
                    continue;
                for (const Option& c : options_[3]) {
                    const Value loss = most + c.most.value - need;
                    if (loss < 0 ||
                        s.most.with(loss) + h.most.with(loss) + d.most.with(loss) + c.most.with(loss) < least)
                        continue;
                    settle(place, {&s, &h, &d, &c}, need, wanted);
                }
            }
        }
    }
}

void Stayer::settle(int place, const std::array<const Option*, suits>& picked, Value need, int wanted) {
    const Row &may = offer_.may[place], &must = offer_.must[place];
    Choice choice;
    std::array<int, suits> over{};
    int needed = 0;
    for (int i = 0; i < suits; ++i) {
        choice.in_groups[i] = narrow(picked[i]->used);
        const int in_runs = picked[i]->cards + picked[i]->used + offer_.laid_before(place, i);
        over[i] = may[i] - in_runs;
        needed = std::max(needed, must[i] - in_runs);
    }
    const int sets = most_sets(over);
    if (sets < needed) return;
    Value later = 0;
    for (int i = 0; i < suits; ++i) {
        choice.gain += offer_.weight[place][i] * (may[i] - std::max(0, over[i] - sets) - must[i]);
        later += picked[i]->later->value;
    }
    const Value loss = later + choice.gain - need;
    if (loss < 0) return;
    int parts = 0;
    for (int i = 0; i < suits; ++i) {
        const Option& it = *picked[i];
        choice.kept += ones(it.added);
        parts += it.later->with(loss);
        choice.runs[i] = narrow(it.cards);
        choice.added[i] = narrow(it.added);
        choice.masks[i] = narrow(it.next_mask);
        choice.next.one[i] = narrow(it.next.one);
        choice.next.two[i] = narrow(it.next.two);
        choice.next.more[i] = narrow(it.next.more);
    }
    choice.sets = narrow(sets);
    choice.kept_sets = narrow(keep_sets(place, over));
    choice.kept += ones(choice.kept_sets);
    choice.most = choice.kept + floor_groups(parts);
    if (choice.most >= wanted) choices_[place].push_back(choice);
}

// Most sets of this rank that can stay where the runs have their cards and as much is gained.
int Stayer::keep_sets(int place, const std::array<int, suits>& over) const {
    const auto& sets = standing_.sets(place);
    if (sets.empty()) return 0;
    const int most = most_sets(over);
    int best = 0;
    for (int mask = (1 << sets.size()) - 1; mask > 0; --mask) {
        if (ones(mask) <= ones(best)) continue;
        std::array<int, suits> left = over;
        for (std::size_t k = 0; k < sets.size(); ++k)
            if ((mask >> k & 1) != 0)
                for (int i = 0; i < suits; ++i) left[i] -= sets[k].cards[i];
        if (*std::min_element(left.begin(), left.end()) < 0) continue;
        const int others = most_sets(left);
        bool as_much = true;
        for (int i = 0; i < suits && as_much; ++i)
            as_much = over[i] - left[i] + std::min(left[i], others) >= std::min(over[i], most);
        if (!as_much) continue;
        best = mask;
    }
    return best;
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
            for (int slot = 0; slot < Standing::most_slots; ++slot)
                if ((choice.added[i] >> slot & 1) != 0) staying_.push_back(standing_.group(i, place, slot));
        const auto& sets = standing_.sets(place);
        for (std::size_t k = 0; k < sets.size(); ++k)
            if ((choice.kept_sets >> k & 1) != 0) staying_.push_back(sets[k].group);
    }
    std::sort(staying_.begin(), staying_.end());
}

Laid Stayer::rest(const Melds& groups, const Turn& turn) const {
    Laid laid;
    Course course;
    course.closed = ace_ == Ace::wrap;
    Ranks cards{};
    Row before{};
    for (int i = 0; i < suits; ++i) before[i] = narrow(begun_[i].open.one);
    if (!course.closed) {
        course.rank.push_back((first_ + ranks - 1) % ranks);
        course.runs.push_back(before);
    }
    for (int place = 0; place < ranks; ++place) {
        const int rank = (first_ + place) % ranks;
        const Choice& choice = play_[place];
        course.rank.push_back(rank);
        course.runs.push_back(choice.runs);
        for (int i = 0; i < suits; ++i) {
            const int in_runs = choice.runs[i] + choice.in_groups[i] + (place == ranks - 1 ? begun_[i].before : 0);
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
    std::size_t bytes = known_.held();
    for (const auto& pool : pool_)
        for (const Hopes& hopes : pool) bytes += hopes.held();
    for (const auto& choices : choices_) bytes += choices.capacity() * sizeof(Choice);
    return bytes;
}

}  // namespace passatempo::machiavelli
