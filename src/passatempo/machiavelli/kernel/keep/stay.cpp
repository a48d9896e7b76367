// The ways to begin, rank by rank to the end, the choices of a rank with the most promising first, and the play found.
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

namespace {

constexpr std::size_t few = 12;  // sorted in place: the library's sort asks for memory

}  // namespace

// The choices that may reach what is wanted, the most promising first, equal ones as they were found.
void Stayer::list(int place, two::Runs runs, Masks masks, Gain need, int wanted) {
    auto& choices = choices_[place];
    choices.clear();
    for (int i = 0; i < suits; ++i) list_options(place, i, {two::state_in(runs, i), mask_in(masks, i)});
    combine(place, need, wanted);
    const auto better = [](const Choice& a, const Choice& b) { return a.most > b.most; };
    if (choices.size() > few) return std::stable_sort(choices.begin(), choices.end(), better);
    for (std::size_t k = 1; k < choices.size(); ++k)
        for (std::size_t at = k; at > 0 && better(choices[at], choices[at - 1]); --at)
            std::swap(choices[at], choices[at - 1]);
}

// What each suit can do alone, and what that and the rest of it come to at most.
void Stayer::list_options(int place, int suit, const Reach& reach) {
    const Start& start = *picked_[suit];
    Options& options = options_[suit];
    options.size = 0;
    start.hopes->each_way(basis_, suit, place, reach, [&](const Hopes::Way& it) {
        Option& option = options.all[options.size++];
        option.kept = ones(it.added);
        option.most = it.now.plus(it.later, Standing::whole * option.kept);
        option.later = it.later;
        option.code = two::digit[suit] * it.over;
        option.cards = narrow(it.cards << 2 * suit);
        option.used = narrow((basis_.past[suit][place] + ones(it.all)) << 2 * suit);
        option.next = it.next.state << 4 * suit;
        option.masks = it.next.mask << 3 * suit;
        option.added = it.added << 3 * suit;
        option.toll = option.later_toll = 0;
        if (!tolled_) return;
        option.later_toll = start.lane->later(place + 1, it.next);
        option.toll = Lane::group * option.kept + tolls_.leave(place, suit, it.over) + option.later_toll;
    });
}

// What the suits after each one can add at most. Where nothing of the value may be lost, all add what is worth most.
void Stayer::list_rests() {
    rests_[suits - 1] = {};
    for (int i = suits - 1; i > 0; --i) {
        const Options& options = options_[i];
        Hope best{never, {no_parts, no_parts}};
        Value toll = impossible;
        for (int k = 0; k < options.size; ++k) {
            const Option& option = options.all[k];
            best.take(option.most);
            toll = std::max(toll, option.toll);
        }
        const Sum& after = rests_[i];
        rests_[i - 1] = {std::max(impossible, after.toll + toll),
                         after.value + best.value,
                         {after.parts[0] + best.parts[0], after.parts[1] + best.parts[1]}};
    }
}

// Whether what is picked up to a suit, with the best of all others, is too little.
inline bool Stayer::falls_short(const Sum& sum, int last, const Aim& aim) const {
    const Sum& rest = rests_[last];
    const Gain loss = sum.value + rest.value - aim.need;
    return loss < 0 || sum.parts[loss > 0] + rest.parts[loss > 0] < aim.parts || sum.toll + rest.toll < aim.toll;
}

void Stayer::combine(int place, Gain need, int wanted) {
    list_rests();
    Aim aim{need, 2 * impossible, Standing::whole * wanted};
    if (tolled_) aim.toll = Lane::group * wanted + tolls_.gain(need) - tolls_.sets_from(place);
    Picked picked{};
    const auto each = [&](int suit, const Sum& before, auto&& go_on) {
        const Options& options = options_[suit];
        for (int k = 0; k < options.size; ++k) {
            const Sum sum = before.with(options.all[k]);
            if (falls_short(sum, suit, aim)) continue;
            picked[suit] = &options.all[k];
            go_on(sum);
        }
    };
    each(0, {}, [&](const Sum& one) {
        each(1, one, [&](const Sum& two) {
            each(2, two,
                 [&](const Sum& three) { each(3, three, [&](const Sum&) { settle(place, picked, need, wanted); }); });
        });
    });
}

void Stayer::settle(int place, const Picked& picked, Gain need, int wanted) {
    Choice choice{};
    int code = 0;
    Sum later;
    for (const Option* it : picked) {
        code += it->code;
        choice.next |= it->next;
        choice.masks |= it->masks;
        choice.added |= it->added;
        choice.cards |= it->cards;
        choice.used |= it->used;
        choice.kept += it->kept;
        later.value += it->later.value;
        later.toll += it->later_toll;
        for (int s = 0; s < 2; ++s) later.parts[s] += it->later.parts[s];
    }
    const Leave& left = leave(place, code);
    choice.gain = left.gain;
    if (choice.gain == never) return;
    const Gain loss = later.value + choice.gain - need;
    if (loss < 0) return;
    choice.sets = two::most_sets_of[code];
    choice.kept_sets = left.kept;
    choice.kept += ones(left.kept);
    choice.most = choice.kept + whole_groups(later.parts[loss > 0]);
    if (choice.most < wanted) return;
    if (tolled_) {
        later.toll += Lane::group * (choice.kept - wanted) + tolls_.sets_from(place + 1);
        if (later.toll < tolls_.gain(need - choice.gain)) return;
    }
    choices_[place].push_back(choice);
}

const Stayer::Leave& Stayer::leave(int place, int code) {
    Leave& it = leaves_[place][code];
    if (it.gain != unknown) return it;
    const std::array over{code % 3, code / 3 % 3, code / 9 % 3, code / 27};
    it.gain = gain(place, over, two::most_sets_of[code]);
    if (it.gain != never) it.kept = narrow(keep_sets(place, over));
    return it;
}

// All that the suits can leave to the sets of a rank.
void Stayer::list_leavings(int place) {
    const Row& may = offer_.may[place];
    std::array<int, suits> over{};
    for (over[0] = 0; over[0] <= may[0]; ++over[0])
        for (over[1] = 0; over[1] <= may[1]; ++over[1])
            for (over[2] = 0; over[2] <= may[2]; ++over[2])
                for (over[3] = 0; over[3] <= may[3]; ++over[3]) {
                    const Leave& it = leave(place, over[0] + 3 * over[1] + 9 * over[2] + 27 * over[3]);
                    if (it.gain == never) continue;
                    tolls_.allow(
                        place,
                        {{narrow(over[0]), narrow(over[1]), narrow(over[2]), narrow(over[3])}, ones(it.kept), it.gain});
                }
}

// What the hand's cards of a rank gain where the runs leave so many to its sets; never where a card of the table would
// be left.
Gain Stayer::gain(int place, const std::array<int, suits>& over, int sets) const {
    const Row &may = offer_.may[place], &must = offer_.must[place];
    Gain gain = 0;
    for (int i = 0; i < suits; ++i) {
        const int laid = may[i] - std::max(0, over[i] - sets);
        if (laid < must[i]) return never;
        gain += offer_.weight[place][i] * (laid - must[i]);
    }
    return gain;
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

}  // namespace passatempo::machiavelli
