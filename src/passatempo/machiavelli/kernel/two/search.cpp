// The ranks searched in order, with starts that are fixed or as the suits like.
// Algorithm: depth-first branch and bound with a transposition table, relaxed suit by suit
// Twin: machiavelli/reference/search.py
#include "two/search.hpp"

#include <algorithm>
#include <numeric>

#include "two/choices.hpp"

namespace passatempo::machiavelli::two {

template <int jokers>
void Search<jokers>::read() {
    memory_.resize(std::size_t{1} << entry_bits);
    if constexpr (wild) choices_.resize(ranks);
    basis_.read(*offer_, wild ? price() : 0);
    aces_[0] = basis_.yields[ranks - 1];
    built_ = {};
    for (int suit = 0; suit < suits; ++suit) list_starts(suit);
    if (line_.twice() && *std::max_element(sizes_.begin(), sizes_.end()) > 1) read_aces();
}

// What the aces gain with each number of them before the 2, and at most with any.
template <int jokers>
void Search<jokers>::read_aces() {
    auto& any = aces_[Kinds::most + 1] = aces_[0];
    for (std::uint8_t before = 1; before <= Kinds::most; ++before) {
        aces_[before].read(*offer_, ranks - 1, {before, before, before, before});
        for (std::size_t sets = 0; sets < any.by.size(); ++sets)
            for (int cards = 0; cards <= Kinds::most; ++cards)
                for (int i = 0; i < suits; ++i)
                    any.by[sets][cards][i] = std::max(any.by[sets][cards][i], aces_[before].by[sets][cards][i]);
    }
}

// The runs that a suit may begin with: none, aces before the 2, or on a circle such as the first places can lengthen.
template <int jokers>
void Search<jokers>::list_starts(int suit) {
    auto& starts = starts_[suit];
    const auto may = [&](int place) { return offer_->may[place][suit] + given(); };
    const int most = std::min(may(ranks - 1), may(0));
    int size = 0;
    starts[size++] = {};
    for (int state = 1; state < Kinds::states; ++state) {
        const Open& open = Kinds::open_of[state];
        if (open.all() > most || open.one > may(1)) continue;
        if (line_.twice() && open.one == open.all()) starts[size++] = {state, open.one};
        if (line_.circular && open.two <= may(ranks - 2)) starts[size++] = {state, 0};
    }
    sizes_[suit] = size;
}

// Suits with one start have it from the beginning; the others are as good as can be before the first place.
template <int jokers>
void Search<jokers>::begin() {
    std::iota(turns_.begin(), turns_.end(), 0);
    std::stable_sort(turns_.begin(), turns_.end(), [&](int a, int b) { return sizes_[a] < sizes_[b]; });
    loosest_ = 0;
    start_ = 0;
    for (const int suit : turns_) {
        if (sizes_[suit] == 1) {
            ++loosest_;
            put_on(suit, {}, outlooks_of({}));
            continue;
        }
        int most = 0;
        for (int k = 0; k < sizes_[suit]; ++k) most = std::max(most, Kinds::open_of[starts_[suit][k].state].all());
        put_on(suit, {Kinds::state_of({0, 0, most}), 0}, loose);
    }
}

template <int jokers>
void Search<jokers>::put_on(int suit, const Start& start, int outlooks) {
    build(outlooks, suit);
    on_[suit] = outlooks;
    fixed_[suit] = start;
    laid_[suit] = outlooks == loose && line_.twice() ? Kinds::most + 1 : start.before;
    constexpr Runs mask = (1 << Kinds::bits) - 1;
    start_ = (start_ & ~(mask << Kinds::bits * suit)) | start.state << Kinds::bits * suit;
}

// Without jokers for all suits at once.
template <int jokers>
void Search<jokers>::build(int outlooks, int suit) {
    const unsigned these = wild ? 1U << suit : 15U;
    if ((built_[outlooks] & these) == these) return;
    built_[outlooks] |= these;
    const bool loosely = outlooks == loose;
    Ends ends{loosely ? none : outlooks, 0};
    if (!line_.circular) ends = {0, loosely ? 0 : outlooks};
    basis_.yields[ranks - 1] = aces_[loosely && line_.twice() ? Kinds::most + 1 : ends.before];
    if constexpr (wild) outlooks_[outlooks].build(basis_, ends, suit);
    else outlooks_[outlooks].build(basis_, ends);
    basis_.yields[ranks - 1] = aces_[0];
}

// With the starts of so many suits fixed.
template <int jokers>
void Search<jokers>::fix(int level) {
    level_ = level;
    forget(level);
    if (most() <= best_ || !descend(0, start_, given(), 0) || level == suits || over()) return;
    const int suit = turns_[level];
    sort_starts(suit);
    const Start loosely = fixed_[suit];
    for (int k = 0; k < promising_[suit] && !over(); ++k) {
        const Start& start = starts_[suit][orders_[suit][k].second];
        put_on(suit, start, outlooks_of(start));
        fix(level + 1);
    }
    put_on(suit, loosely, loose);
    level_ = level;
}

// The starts from which the suit can come to an end, the most promising first, and what one of them promises at most.
template <int jokers>
void Search<jokers>::sort_starts(int suit) {
    auto& order = orders_[suit];
    int size = 0;
    tops_[suit] = Promise<jokers>::none();
    for (int k = 0; k < sizes_[suit]; ++k) {
        const Start& start = starts_[suit][k];
        build(outlooks_of(start), suit);
        const auto promise = from(outlooks_of(start), 0, start.state, suit, given());
        if (promise.most <= never / 2) continue;
        tops_[suit].raise(promise);
        order[size++] = {promise.most, k};
    }
    promising_[suit] = size;
    for (int k = 1; k < size; ++k)
        for (int at = k; at > 0 && order[at - 1].first < order[at].first; --at) std::swap(order[at - 1], order[at]);
}

template <int jokers>
Promise<jokers> Search<jokers>::sort_all_starts() {
    Promise<jokers> most{};
    for (int suit = 0; suit < suits; ++suit) {
        sort_starts(suit);
        most = most + tops_[suit];
    }
    return most;
}

// Every combination of the suits' starts in turn, for so long as most hands take: of plays as good the one met first is
// the general search's, and the tables' groups that it happens to leave are too. True where the search is over.
template <int jokers>
bool Search<jokers>::in_order(Budget& budget) {
    prunes_ = false;
    loosest_ = suits;
    Budget part = budget.share(std::min(soon, budget.left()));
    budget_ = &part;
    try_starts(0, sort_all_starts());
    budget_ = &budget;
    budget.count(part);
    return part.stop() == Stop::done || over();
}

// `most`: with the starts picked, and the best of the suits from `suit` on.
template <int jokers>
void Search<jokers>::try_starts(int suit, const Promise<jokers>& most) {
    if (suit == suits) {
        level_ = suits;
        forget(suits);
        descend(0, start_, given(), 0);
        return;
    }
    for (int k = 0; k < promising_[suit]; ++k) {
        const Start& start = starts_[suit][orders_[suit][k].second];
        const auto left = most - tops_[suit] + from(outlooks_of(start), 0, start.state, suit, given());
        if (wild && suit == 1 && budget_->poll()) return;  // most combinations fall short without a search
        if (gain_of(left, given()) <= best_) continue;
        if (over()) return;
        put_on(suit, start, outlooks_of(start));
        try_starts(suit + 1, left);
    }
}

template <int jokers>
bool Search<jokers>::fits(const Offer& offer) {
    if (offer.jokers > jokers) return false;
    Value all = 0;
    for (int place = 0; place < ranks; ++place)
        for (int i = 0; i < suits; ++i) {
            if (offer.may[place][i] > copies) return false;
            all += offer.weight[place][i] * (offer.may[place][i] - offer.must[place][i]);
        }
    return all < most_value;
}

template <int jokers>
bool Search<jokers>::find(const Offer& offer, const Jokers& given, Line line, const Aim& aim, Budget& budget) {
    offer_ = &offer;
    jokers_ = given;
    line_ = line;
    budget_ = &budget;
    steady_ = aim.steady;
    best_ = std::clamp<Value>(aim.above, -1 - jokers, most_value);
    const Gain had = best_;
    read();
    begin();
    hope_ = most();
    enough_ = aim.any ? had + 1 : hope_;
    if (hope_ <= had || (!wild && !aim.steady && !aim.any && in_order(budget))) return best_ > had;
    begin();
    prunes_ = true;
    fix(loosest_);
    return best_ > had;
}

// One and a half of the hand's cards: any price is true, and with twice or half of it the search hardly takes longer.
template <int jokers>
Gain Search<jokers>::price() const {
    Value all = 0, cards = 0;
    for (int place = 0; place < ranks; ++place)
        for (int i = 0; i < suits; ++i) {
            const int may = offer_->may[place][i] - offer_->must[place][i];
            all += offer_->weight[place][i] * may;
            cards += may;
        }
    return 3 * all / std::max<Value>(1, 2 * cards) + 1;
}

template <int jokers>
std::size_t Search<jokers>::held() const {
    std::size_t bytes = memory_.capacity() * sizeof(Known);
    if constexpr (wild) bytes += choices_.capacity() * sizeof(Choices);
    for (const auto& outlooks : outlooks_) bytes += outlooks.held();
    return bytes;
}

// What is known of states with so many starts fixed is of others.
template <int jokers>
void Search<jokers>::forget(int level) {
    if (++generation_ == 0) {
        std::fill(memory_.begin(), memory_.end(), Known{});
        generation_ = 1;
    }
    generations_[level] = generation_;
}

template <int jokers>
auto Search<jokers>::key_of(int place, Runs runs, int left, int level) -> Key {
    if constexpr (wild) return Key(level << 6 | place << 2 | left) << suits * Kinds::bits | runs;
    return Key(level << 20 | place << 16) | runs;
}

template <int jokers>
std::size_t Search<jokers>::slot(Key key) {
    if constexpr (wild) return key * 0x9E3779B97F4A7C15U >> (64 - entry_bits);
    return (key * 0x9E3779B1U) >> (32 - entry_bits);
}

// True where the search is to be left: at an end that is no play, but is as good as was wanted, or where all is over.
template <int jokers>
bool Search<jokers>::descend(int place, Runs runs, int left, Gain before) {
    if (place == ranks) return end(before, left);
    if (budget_->spend()) return true;
    if (known_less(place, runs, left, best_ + 1 - before)) return false;
    const int size = list(place, runs, left, best_ + 1 - before);
    for (int k = 0; k < size; ++k) {
        const Choice& choice = choices_[place][k];
        if (before + choice.most <= best_) continue;
        path_[place] = choice.way;
        if (descend(place + 1, choice.next, choice.left, before + choice.gain)) return true;
    }
    const Key key = key_of(place, runs, left, level_);
    memory_[slot(key)] = {generations_[level_], best_ - before, key};
    return false;
}

template <int jokers>
bool Search<jokers>::known_less(int place, Runs runs, int left, Gain need) const {
    for (int level = level_; level >= loosest_; --level) {
        const Key key = key_of(place, runs, left, level);
        const Known& known = memory_[slot(key)];
        if (known.key == key && known.generation == generations_[level] && known.most < need) return true;
    }
    return false;
}

// At the end suits that began as they liked may be found to have a start from which they come to it.
template <int jokers>
bool Search<jokers>::end(Gain gained_loosely, int left) {
    if constexpr (wild) {
        if (left > jokers_.may) return false;  // the table's must be laid
        gained_loosely -= jokers_.may - left;
        if (gained_loosely <= best_) return false;
    }
    std::array<Start, suits> starts = fixed_;
    Gain gain = gained_loosely;
    if (level_ < suits) {
        for (int level = level_; level < suits; ++level)
            if (!close(turns_[level], starts[turns_[level]])) return true;
        if (line_.twice()) gain = gained(starts, left);
        if (gain <= best_) return true;
    }
    record(gain, left, starts);
    return best_ >= enough_ || gained_loosely > best_;
}

// A start from which the suit, by the cards in runs, comes to an end as good.
template <int jokers>
bool Search<jokers>::close(int suit, Start& found) const {
    for (int k = 0; k < sizes_[suit]; ++k) {
        const Start& start = starts_[suit][k];
        int state = start.state;
        for (int place = 0; place < ranks && state != none; ++place)
            state = Kinds::steps[offer_->may[place + 1][suit] + given()][state][in_runs(path_[place], suit)];
        const Open& finish = Kinds::open_of[line_.circular ? start.state : 0];
        if (state == none || !as_good(Kinds::open_of[state], finish)) continue;
        found = start;
        return true;
    }
    return false;
}

// The sets of a rank by the play on the path: by what the runs leave them.
template <int jokers>
Sets Search<jokers>::sets_by_path(int place, const std::array<Start, suits>& starts) const {
    const Way way = path_[place];
    int code = 0;
    for (int i = 0; i < suits; ++i) {
        code += digit[i] * std::max(0, offer_->may[place][i] - in_all_runs(place, i, starts));
    }
    if constexpr (!wild) return {most_sets_of[code], 0, 0};
    const bool fit = have_room<jokers>[in_sets(way)][code];
    return {fit ? most_sets_with<jokers>[in_sets(way)][code] : -1, in_sets(way), instead(way)};
}

// What is laid of a rank by the play on the path; a gain of `never` where that cannot be.
template <int jokers>
auto Search<jokers>::lay(int place, const std::array<Start, suits>& starts) const -> Laid {
    const Sets sets = sets_by_path(place, starts);
    Laid laid{0, sets.wild + sets.instead};
    std::array<int, suits> hand{};
    for (int i = 0; i < suits; ++i) {
        const int cards = in_all_runs(place, i, starts);
        const int added = std::max(0, cards - offer_->may[place][i]);
        laid.wild += added;
        hand[i] = from_hand(place, i, cards, sets.most);
        if (sets.most < 0 || hand[i] < 0 || added > jokers) return {never, 0};
        laid.gain += offer_->weight[place][i] * hand[i];
    }
    for (int k = 0; k < sets.instead; ++k) laid.gain -= std::max(0, take_cheapest(place, hand));
    return laid;
}

// What the play on the path gains with these starts, and the jokers that it leaves.
template <int jokers>
Gain Search<jokers>::gained(const std::array<Start, suits>& starts, int& left) const {
    Gain gain = 0;
    left = given();
    for (int place = 0; place < ranks; ++place) {
        const Laid laid = lay(place, starts);
        left -= laid.wild;
        if (laid.gain <= never || left < 0) return never;
        gain += laid.gain;
    }
    if constexpr (wild) return left > jokers_.may ? never : gain - (jokers_.may - left);
    return gain;
}

template <int jokers>
void Search<jokers>::record(Gain gain, int left, const std::array<Start, suits>& starts) {
    best_ = gain;
    used_ = given() - left;
    for (int i = 0; i < suits; ++i) before_[i] = starts[i].before;
    for (int place = 0; place < ranks; ++place) {
        for (int i = 0; i < suits; ++i) runs_[place][i] = in_runs(path_[place], i);
        sets_[place] = sets_by_path(place, starts);
    }
}

template class Search<0>;
template class Search<2>;

}  // namespace passatempo::machiavelli::two
