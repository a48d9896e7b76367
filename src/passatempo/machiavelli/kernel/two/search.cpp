// The suits' starts fixed one after the other, and the ranks searched in order.
// Algorithm: depth-first branch and bound with a transposition table, relaxed suit by suit
// Twin: machiavelli/reference/search.py
#include "two/search.hpp"

#include <algorithm>
#include <numeric>

namespace passatempo::machiavelli::two {

bool Search::fits(const Offer& offer) {
    if (offer.jokers > 0) return false;
    Value all = 0;
    for (int place = 0; place < ranks; ++place)
        for (int i = 0; i < suits; ++i) {
            if (offer.may[place][i] > copies) return false;
            all += offer.weight[place][i] * (offer.may[place][i] - offer.must[place][i]);
        }
    return all < most_value;
}

bool Search::find(const Offer& offer, Ace ace, const Aim& aim, Budget& budget) {
    offer_ = &offer;
    ace_ = ace;
    budget_ = &budget;
    steady_ = aim.steady;
    best_ = static_cast<Gain>(std::clamp<Value>(aim.above, -1, most_value));
    const Gain had = best_;
    read();
    begin();
    hope_ = most();
    enough_ = aim.any ? had + 1 : hope_;
    if (hope_ <= had || (!aim.steady && !aim.any && in_order(budget))) return best_ > had;
    begin();
    prunes_ = true;
    fix(loosest_);
    return best_ > had;
}

// Every combination of the suits' starts in turn, for so long as most hands take: of plays as good the one met first is
// the general search's, and the tables' groups that it happens to leave are too. True where the search is over.
bool Search::in_order(Budget& budget) {
    prunes_ = false;
    loosest_ = suits;
    Budget part = budget.share(std::min(soon, budget.left()));
    budget_ = &part;
    Gain all = 0;
    for (int suit = 0; suit < suits; ++suit) all += sort_starts(suit);
    try_starts(0, all);
    budget_ = &budget;
    budget.count(part);
    return part.stop() == Stop::done || over();
}

// The starts from which the suit can come to an end, the most promising first; returns what that gains.
Gain Search::sort_starts(int suit) {
    auto& order = orders_[suit];
    int size = 0;
    for (int k = 0; k < sizes_[suit]; ++k) {
        const Start& start = starts_[suit][k];
        build(outlooks_of(start));
        const Gain most = outlooks_[outlooks_of(start)].from(0, start.state, suit);
        if (most > never / 2) order[size++] = {most, k};
    }
    promising_[suit] = size;
    for (int k = 1; k < size; ++k)
        for (int at = k; at > 0 && order[at - 1].first < order[at].first; --at) std::swap(order[at - 1], order[at]);
    return size > 0 ? order[0].first : never;
}

// `most`: with the starts picked, and the best of the suits from `suit` on.
void Search::try_starts(int suit, Gain most) {
    if (suit == suits) {
        level_ = suits;
        forget(suits);
        descend(0, start_, 0);
        return;
    }
    for (int k = 0; k < promising_[suit]; ++k) {
        const auto& [gain, number] = orders_[suit][k];
        const Gain left = most - orders_[suit][0].first + gain;
        if (left <= best_ || over()) return;
        const Start& start = starts_[suit][number];
        put_on(suit, start, outlooks_of(start));
        try_starts(suit + 1, left);
    }
}

void Search::read() {
    memory_.resize(entries);
    for (int place = 0; place < ranks; ++place) {
        yields_[place].read(*offer_, place, {});
        most_sets_[place] = most_sets(offer_->may[place]);
    }
    aces_[0] = yields_[ranks - 1];
    built_ = {};
    for (int suit = 0; suit < suits; ++suit) list_starts(suit);
    if (ace_ == Ace::both && *std::max_element(sizes_.begin(), sizes_.end()) > 1) read_aces();
}

// What the aces gain with each number of them before the 2, and at most with any.
void Search::read_aces() {
    auto& any = aces_[copies + 1] = aces_[0];
    for (std::uint8_t before = 1; before <= copies; ++before) {
        aces_[before].read(*offer_, ranks - 1, {before, before, before, before});
        for (int sets = 0; sets <= copies; ++sets)
            for (int cards = 0; cards <= copies; ++cards)
                for (int i = 0; i < suits; ++i)
                    any.by[sets][cards][i] = std::max(any.by[sets][cards][i], aces_[before].by[sets][cards][i]);
    }
}

// The runs that a suit may begin with: none, aces before the 2, or on a circle such as the first places can lengthen.
void Search::list_starts(int suit) {
    auto& starts = starts_[suit];
    const auto may = [&](int place) { return offer_->may[place][suit]; };
    const int most = std::min(may(ranks - 1), may(0));
    int size = 0;
    starts[size++] = {};
    for (int state = 1; state < states; ++state) {
        const Open& open = open_of[state];
        if (open.all() > most || open.one > may(1)) continue;
        if (ace_ == Ace::both && open.one == open.all()) starts[size++] = {state, open.one};
        if (ace_ == Ace::wrap && open.two <= may(ranks - 2)) starts[size++] = {state, 0};
    }
    sizes_[suit] = size;
}

// Suits with one start have it from the beginning; the others are as good as can be before the first place.
void Search::begin() {
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
        for (int k = 0; k < sizes_[suit]; ++k) most = std::max(most, open_of[starts_[suit][k].state].all());
        put_on(suit, {state_of({0, 0, most}), 0}, loose);
    }
}

void Search::put_on(int suit, const Start& start, int outlooks) {
    build(outlooks);
    on_[suit] = outlooks;
    fixed_[suit] = start;
    laid_[suit] = outlooks == loose && ace_ == Ace::both ? copies + 1 : start.before;
    start_ = (start_ & ~(15 << 4 * suit)) | start.state << 4 * suit;
}

void Search::build(int outlooks) {
    if (built_[outlooks]) return;
    built_[outlooks] = true;
    if (ace_ == Ace::wrap) return outlooks_[outlooks].build(*offer_, yields_, outlooks == loose ? none : outlooks);
    yields_[ranks - 1] = aces_[outlooks == loose ? copies + 1 : outlooks];
    outlooks_[outlooks].build(*offer_, yields_, 0);
    yields_[ranks - 1] = aces_[0];
}

// With the starts of so many suits fixed.
void Search::fix(int level) {
    level_ = level;
    forget(level);
    if (most() <= best_ || !descend(0, start_, 0) || level == suits || over()) return;
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

// What is known of states with so many starts fixed is of others.
void Search::forget(int level) {
    if (++generation_ == 0) {
        std::fill(memory_.begin(), memory_.end(), Known{});
        generation_ = 1;
    }
    generations_[level] = generation_;
}

// True where the search is to be left: at an end that is no play, but is as good as was wanted, or where all is over.
bool Search::descend(int place, Runs runs, Gain before) {
    if (place == ranks) return end(before);
    if (budget_->spend()) return true;
    if (known_less(place, runs, best_ + 1 - before)) return false;
    const int size = list(place, runs, best_ + 1 - before);
    for (int k = 0; k < size; ++k) {
        const Choice& choice = choices_[place][k];
        if (before + choice.most <= best_) continue;
        path_[place] = choice.cards;
        if (descend(place + 1, choice.next, before + choice.gain)) return true;
    }
    const std::uint32_t key = key_of(place, runs, level_);
    memory_[slot(key)] = {generations_[level_], key, best_ - before};
    return false;
}

bool Search::known_less(int place, Runs runs, Gain need) const {
    for (int level = level_; level >= loosest_; --level) {
        const std::uint32_t key = key_of(place, runs, level);
        const Known& known = memory_[slot(key)];
        if (known.key == key && known.generation == generations_[level] && known.most < need) return true;
    }
    return false;
}

// At the end suits that began as they liked may be found to have a start from which they come to it.
bool Search::end(Gain gained_loosely) {
    std::array<Start, suits> starts = fixed_;
    Gain gain = gained_loosely;
    if (level_ < suits) {
        for (int level = level_; level < suits; ++level)
            if (!close(turns_[level], starts[turns_[level]])) return true;
        gain = ace_ == Ace::both ? gained(starts) : gained_loosely;
        if (gain <= best_) return true;
    }
    record(gain, starts);
    return best_ >= enough_ || gained_loosely > best_;
}

// A start from which the suit, by the cards in runs, comes to an end as good.
bool Search::close(int suit, Start& found) const {
    for (int k = 0; k < sizes_[suit]; ++k) {
        const Start& start = starts_[suit][k];
        int state = start.state;
        for (int place = 0; place < ranks && state != none; ++place)
            state = steps[offer_->may[place + 1][suit]][state][path_[place] >> 2 * suit & 3];
        if (state == none || !as_good(open_of[state], open_of[ace_ == Ace::wrap ? start.state : 0])) continue;
        found = start;
        return true;
    }
    return false;
}

// What the play on the path gains with these starts.
Gain Search::gained(const std::array<Start, suits>& starts) const {
    Gain gain = 0;
    for (int place = 0; place < ranks; ++place) {
        int code = 0;
        const bool last = place == ranks - 1;
        std::array<int, suits> cards{};
        for (int i = 0; i < suits; ++i) {
            cards[i] = path_[place] >> 2 * i & 3;
            const int over = offer_->may[place][i] - cards[i] - (last ? starts[i].before : 0);
            if (over < 0) return never;
            code += digit[i] * over;
        }
        for (int i = 0; i < suits; ++i) {
            const Yield& yields = last ? aces_[starts[i].before] : yields_[place];
            const Gain more = yields.by[most_sets_of[code]][cards[i]][i];
            if (more <= never) return never;
            gain += more;
        }
    }
    return gain;
}

void Search::record(Gain gain, const std::array<Start, suits>& starts) {
    best_ = gain;
    for (int i = 0; i < suits; ++i) before_[i] = starts[i].before;
    for (int place = 0; place < ranks; ++place) {
        int code = 0;
        for (int i = 0; i < suits; ++i) {
            runs_[place][i] = path_[place] >> 2 * i & 3;
            code += digit[i] * (offer_->may[place][i] - runs_[place][i] - (place == ranks - 1 ? before_[i] : 0));
        }
        sets_[place] = most_sets_of[code];
    }
}

}  // namespace passatempo::machiavelli::two
