// Fillings looked for until no wanted card is left; the suits' starts are fixed one after the other.
// Algorithm: depth-first search with a table of dead states, relaxed suit by suit
// Twin: machiavelli/reference/search.py
#include "unlock/filling.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

constexpr int most_copies = 6;  // of a card, added ones included
// Nodes, of half a microsecond each: at first only to meet most of the fillings that there are, then to exclude cards,
// then order by order.
constexpr std::uint64_t first_look = 300, for_exclusion = 4'000, for_one = 2'000;
constexpr std::array<std::uint64_t, 3> patience{8'000, 16'000, 32'000};
constexpr std::array<std::uint64_t, 3> patience_of_program{400, 2'000, 8'000};  // steps of a dozen microseconds

constexpr Open anywhere{255, 255, -510};  // any state is as good as that

}  // namespace

bool Filling::fits(const Ranks& cards, int added) {
    int most = 0;
    for (const Row& row : cards) most = std::max<int>(most, *std::max_element(row.begin(), row.end()));
    return most + added <= most_copies;
}

// The orders of the places differ by a factor of ten and more, and none can be told to be good before.
bool Filling::settle(const Ranks& cards, int added, Ace ace, Budget& budget, bool one) {
    ace_ = ace;
    one_ = one;
    wanted_ = any;
    found_ = excluded_ = 0;
    fillings_.clear();
    const std::vector<Order> orders = list_orders(cards, added);
    for (std::size_t k = 0; k < patience.size(); ++k) {
        line_up(cards, added, orders[k % orders.size()]);
        if (!begin()) return exclude_others();
        if (one) return attempt(for_one, budget) && exclude_others();
        if (k == 0 && attempt(first_look, budget)) return exclude_others();
        if (!linear() && budget.stop() == Stop::done) exclude(budget);
        if (budget.stop() == Stop::done && (open() == 0 || attempt(patience[k], budget))) return exclude_others();
        if (budget.stop() == Stop::done && ask_program(cards, patience_of_program[k], budget)) return exclude_others();
        if (budget.stop() != Stop::done) return false;
    }
    return false;
}

// One integer program after the other for a filling with any of the cards still wanted; true where there is none.
bool Filling::ask_program(const Ranks& cards, std::uint64_t steps, Budget& budget) {
    Budget part = budget.share(std::min(steps, budget.left()));
    bool found = true;
    while (found && open() != 0) {
        formulation_.begin(cards, cards, ace_, offer_.jokers, offer_.jokers);
        formulation_.want(open());
        found = formulation_.solve(0, 0, part, &budget);
        if (!found) break;
        auto& filling = fillings_.emplace_back();
        for (int c = 0; c < deck; ++c) {
            const int added = formulation_.cell(c % ranks, c / ranks).wild;
            filling.insert(filling.end(), added, c);
            if (added > 0) found_ |= CardSet{1} << c;
        }
        look_ahead();
    }
    budget.count(part);
    return part.stop() == Stop::done && budget.stop() == Stop::done;
}

bool Filling::exclude_others() {
    excluded_ = any & ~found_;
    return true;
}

// Leave out the cards that are in no filling even if all suits may begin and end as they like.
void Filling::exclude(Budget& budget) {
    Budget part = budget.share(std::min(budget.left(), for_exclusion));
    budget_ = &part;
    CardSet found = found_;
    on_ = {&loose_[0], &loose_[1], &loose_[2], &loose_[3]};
    level_ = loosest_ = 0;
    dead_[0].forget();
    while (find(0, {}, offer_.jokers, false)) {
        note();
        if (!closes()) fillings_.pop_back();
        else
            for (const int c : fillings_.back()) found |= CardSet{1} << c;
    }
    if (part.stop() == Stop::done) {
        wanted_ &= found_;
        excluded_ = any & ~wanted_;
    }
    found_ = found;
    look_ahead();
    budget.count(part);
}

// The places in the order of the ranks, or against it. A circle is cut where the suits have the fewest ways through.
std::vector<Filling::Order> Filling::list_orders(const Ranks& cards, int added) {
    if (ace_ == Ace::low) return {{0, 1}, {12, -1}};
    if (ace_ == Ace::both) return {{1, 1}, {12, -1}};
    if (ace_ == Ace::high) return {{1, 1}, {0, -1}};
    line_up(cards, added, {0, 1});
    if (!loosen()) return {{0, 1}};
    std::vector<std::pair<double, int>> cuts;
    for (int place = 1; place <= ranks; ++place) cuts.emplace_back(cost(place), place % ranks);
    std::sort(cuts.begin(), cuts.end());
    std::vector<Order> found;
    for (const auto& [cost, rank] : cuts) {
        found.push_back({rank, 1});
        found.push_back({(rank + ranks - 1) % ranks, -1});
    }
    return found;
}

// How often all suits together go through a place with no more than the cards allowed.
double Filling::cost(int place) const {
    const std::size_t size = allowed() + 1;
    std::vector<double> ways(size), tally(size), sums(size);
    ways[0] = 1;
    for (const Track& track : loose_) {
        track.count_nodes(place, tally);
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t a = 0; a < size; ++a)
            for (std::size_t b = 0; a + b < size; ++b) sums[a + b] += ways[a] * tally[b];
        ways = sums;
    }
    double sum = 0;
    for (const double number : ways) sum += number;
    return sum;
}

void Filling::line_up(const Ranks& cards, int added, const Order& order) {
    order_ = order;
    offer_ = {};
    offer_.jokers = added;
    for (int place = 0; place < ranks + 2; ++place)
        if (place < ranks || closed()) offer_.may[place] = offer_.must[place] = cards[rank_at(place)];
    look_ahead();
}

int Filling::most_open(int suit) const {
    if (linear()) return 0;
    const auto may = [&](int place) { return offer_.may[place][suit] + offer_.jokers; };
    return std::min(may(ranks - 1), closed() ? may(0) : std::min(may(0), may(1)));
}

// On a circle: from as many runs as can go on, all of them long, to any end. With aces at both ends: from as many aces
// as can have been laid, whatever is left of them at the end; there the starts' own outlooks say what is needed.
bool Filling::loosen() {
    loosely_needed_ = 0;
    for (int suit = 0; suit < suits; ++suit) {
        const int most = most_open(suit);
        std::vector<const Outlook*> outlooks;
        if (closed()) {
            loose_outlooks_[suit].build(offer_, suit, anywhere);
            outlooks.push_back(&loose_outlooks_[suit]);
        } else {
            for (int k = 0; k < starts_[suit]; ++k) outlooks.push_back(&outlooks_[suit][k]);
        }
        const Track::Ends ends{{0, 0, most}, closed() ? anywhere : Open{}, 0, closed() ? 0 : most};
        if (!loose_[suit].build(offer_, suit, ends, outlooks)) return false;
        loosely_needed_ += loose_[suit].needed();
    }
    return loosely_needed_ <= allowed();
}

// False where the suits, each for itself, need more cards than are added.
bool Filling::begin() {
    if (closed() && !loosen()) return false;
    int needed = 0;
    for (int suit = 0; suit < suits; ++suit) {
        add_starts(suit);
        if (starts_[suit] == 0) return false;
        needed += fewest_[suit];
    }
    if (needed > allowed()) return false;
    for (int suit = 0; suit < suits; ++suit) turns_[suit] = suit;
    std::stable_sort(turns_.begin(), turns_.end(), [&](int a, int b) { return starts_[a] < starts_[b]; });
    return closed() || linear() || loosen();
}

void Filling::add_starts(int suit) {
    starts_[suit] = 0;
    fewest_[suit] = allowed() + 1;
    add_start(suit, {});
    const int most = most_open(suit);
    if (!closed())
        for (int aces = 1; aces <= most; ++aces) add_start(suit, {{aces, 0, 0}, {}, aces, aces});
    else
        for (int all = 1; all <= most; ++all)
            for (int pending = 0; pending <= all; ++pending)
                for (int one = 0; one <= pending; ++one) {
                    const Open open{one, pending - one, all - pending};
                    add_start(suit, {open, open});
                }
}

// On a circle the outlook to any end is near enough; the track looks back from its own.
void Filling::add_start(int suit, const Track::Ends& ends) {
    auto& outlooks = outlooks_[suit];
    auto& tracks = tracks_[suit];
    const std::size_t number = starts_[suit];
    if (tracks.size() == number) {
        outlooks.emplace_back();
        tracks.emplace_back();
    }
    const Outlook* outlook = closed() ? &loose_outlooks_[suit] : &outlooks[number];
    const int others = closed() ? loosely_needed_ - loose_[suit].needed() : 0;
    if (closed() && others + outlook->from(0, ends.start).jokers > allowed()) return;
    offer_.before[suit] = ends.fewest_before;
    if (!closed()) outlooks[number].build(offer_, suit, ends.finish);
    const bool goes = tracks[number].build(offer_, suit, ends, {&outlook, 1});
    offer_.before[suit] = 0;
    if (!goes) return;
    fewest_[suit] = std::min(fewest_[suit], tracks[number].needed());
    ++starts_[suit];
}

// True where nothing is left to search.
bool Filling::attempt(std::uint64_t nodes, Budget& budget) {
    Budget part = budget.share(std::min(nodes, budget.left()));
    budget_ = &part;
    for (auto& dead : dead_) dead.forget();
    int needed = 0;
    for (int suit = 0; suit < suits; ++suit) {
        on_[suit] = linear() ? &tracks_[suit][0] : &loose_[suit];
        needed += fewest_[suit];
    }
    loosest_ = linear() ? suits : 0;
    fix(loosest_, needed);
    budget.count(part);
    return part.stop() == Stop::done;
}

// With the starts of `level` suits fixed; `needed` has their parts and the least of the others.
void Filling::fix(int level, int needed) {
    level_ = level;
    dead_[level].forget();
    if (level == suits) {
        while (!over() && find(0, {}, offer_.jokers, false)) note();
        return;
    }
    for (;;) {  // what comes round to where it began is a filling
        if (!find(0, {}, offer_.jokers, false)) return;
        if (!closes()) break;
        note();
        if (over()) return;
    }
    const int suit = turns_[level];
    for (int k = 0; k < starts_[suit] && !over(); ++k) {
        const Track& track = tracks_[suit][k];
        const int more = needed - fewest_[suit] + track.needed();
        if (more > allowed()) continue;
        on_[suit] = &track;
        fix(level + 1, more);
        level_ = level;
    }
    on_[suit] = &loose_[suit];
}

// Do the cards in runs of the way just found split into runs on the circle?
bool Filling::closes() const { return closed() && budget_->stop() == Stop::done && splits_on_circle(runs_); }

// Is there a filling from these nodes on, of so many cards, and with a wanted one if there `has` been none before?
bool Filling::find(int place, const Nodes& nodes, int left, bool has) {
    if (place == ranks) return left == 0 && has;
    if (!has && (left == 0 || ahead_[place] == 0)) return false;
    State state;
    for (int i = 0; i < suits; ++i) {
        const Open& open = on_[i]->open(nodes[i]);
        state.one[i] = open.one;
        state.two[i] = open.two;
        state.more[i] = open.more;
    }
    const int wild = 2 * left + (has ? 1 : 0);
    if (known_dead(place, wild, state) || budget_->spend()) return false;
    Sums rest{};
    if (list(place, nodes, left, rest) && combine(place, left, has, rest)) return true;
    if (budget_->stop() == Stop::done) dead_[level_].put(place, wild, state, {});
    return false;
}

bool Filling::known_dead(int place, int wild, const State& state) const {
    for (int level = level_; level >= loosest_; --level)
        if (dead_[level].find(place, wild, state) != nullptr) return true;
    return false;
}

// What each suit can do, if the others need as few cards as they can; `rest`: what the suits from each on need.
bool Filling::list(int place, const Nodes& nodes, int left, Sums& rest) {
    const int allowed = Outlook::joker * left;
    std::array<int, suits> least{};
    int sum = 0;
    for (int i = 0; i < suits; ++i) {
        least[i] = allowed + 1;
        for (const Way& way : on_[i]->ways(nodes[i]))
            if (goes(place, i, way, left)) least[i] = std::min(least[i], way.needed);
        sum += least[i];
        if (sum > allowed) return false;
    }
    for (int i = suits - 1; i >= 0; --i) {
        rest[i] = rest[i + 1] + least[i];
        auto& listed = listed_[place][i];
        listed.clear();
        for (const Way& way : on_[i]->ways(nodes[i]))
            if (goes(place, i, way, left) && sum - least[i] + way.needed <= allowed) listed.push_back(&way);
    }
    return true;
}

bool Filling::combine(int place, int left, bool has, const Sums& rest) {
    const auto& listed = listed_[place];
    const int allowed = Outlook::joker * left;
    for (const Way* s : listed[0]) {
        for (const Way* h : listed[1]) {
            const int two = s->needed + h->needed;
            if (two + rest[2] > allowed || s->added + h->added > left) continue;
            for (const Way* d : listed[2]) {
                const int three = two + d->needed, added = s->added + h->added + d->added;
                if (three + rest[3] > allowed || added > left) continue;
                for (const Way* c : listed[3])
                    if (three + c->needed <= allowed && added + c->added <= left &&
                        go_on(place, {s, h, d, c}, left - added - c->added, has))
                        return true;
                if (budget_->stop() != Stop::done) return false;
            }
        }
    }
    return false;
}

// The cards left over must make sets, with as few runs ended for it as the cards of those that begin none need.
bool Filling::go_on(int place, const Ways& ways, int left, bool has) {
    int most = 0, sum = 0, ended = 0, most_without = 0;
    for (const Way* way : ways) {
        most = std::max<int>(most, way->in_sets);
        most_without = std::max(most_without, way->in_sets - way->ended);
        sum += way->in_sets;
        ended += way->ended;
    }
    if (3 * most > sum) return false;
    if (ended > 0 && (most > most_without || ended != 3 * most_without - (sum - ended))) return false;
    Nodes nodes;
    for (int i = 0; i < suits; ++i) {
        nodes[i] = ways[i]->to;
        added_[place][i] = ways[i]->added;
        runs_[place][i] = offer_.may[place][i] + ways[i]->added - ways[i]->in_sets;
        if (ways[i]->added > 0 && (open() >> card(i, rank_at(place)) & 1) != 0) has = true;
    }
    return find(place + 1, nodes, left, has);
}

void Filling::note() {
    auto& filling = fillings_.emplace_back();
    for (int place = 0; place < ranks; ++place)
        for (int i = 0; i < suits; ++i)
            if (const int added = added_[place][i]; added > 0) {
                const int c = card(i, rank_at(place));
                found_ |= CardSet{1} << c;
                filling.insert(filling.end(), added, c);
            }
    look_ahead();
}

void Filling::look_ahead() {
    ahead_[ranks] = 0;
    for (int place = ranks - 1; place >= 0; --place) {
        ahead_[place] = ahead_[place + 1];
        for (int i = 0; i < suits; ++i) ahead_[place] |= CardSet{1} << card(i, rank_at(place)) & wanted_ & ~found_;
    }
}

std::size_t Filling::held() const {
    std::size_t bytes = 0;
    for (const auto& dead : dead_) bytes += dead.held();
    for (int suit = 0; suit < suits; ++suit) {
        for (const Outlook& outlook : outlooks_[suit]) bytes += outlook.held();
        for (const Track& track : tracks_[suit]) bytes += track.held();
    }
    return bytes;
}

}  // namespace passatempo::machiavelli
