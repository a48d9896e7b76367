// Backwards: from groups that can be arranged in one way to a table and a hand whose rest can be arranged too. The
// order in which random numbers are drawn is part of every ID and may not change. Algorithm: generate and test; maximum
// bipartite matching by augmenting paths
#include "puzzles/puzzle.hpp"

#include <algorithm>

#include "melds.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli {

namespace {

int draw(Stream& stream, int bound) { return stream.below(bound); }

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

Meld sorted(Meld meld) {
    for (auto card = meld.begin(); card != meld.end(); ++card)  // by insertion: GCC 12 warns of std::sort here
        std::rotate(std::upper_bound(meld.begin(), card, *card), card, card + 1);
    return meld;
}

bool is_set(const Meld& meld) { return meld[0] % ranks == meld[1] % ranks; }

bool contains(const Meld& whole, const Meld& part) {
    return std::includes(whole.begin(), whole.end(), part.begin(), part.end());
}

int shared(const Melds& a, const Melds& b) {  // both in order
    Melds both;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
    return both.size();
}

// The most groups that can be given different melds each, `fits(group, meld)` by their numbers.
template <class Fits>
class Matching {
public:
    Matching(std::size_t groups, std::size_t melds, Fits fits) : groups_(groups), fits_(fits), owner_(melds, nobody) {}

    int size() {
        int matched = 0;
        for (std::size_t group = 0; group < groups_; ++group) {
            seen_.assign(owner_.size(), false);
            matched += place(group);
        }
        return matched;
    }

private:
    static constexpr std::size_t nobody = -1;

    bool place(std::size_t group) {
        for (std::size_t m = 0; m < owner_.size(); ++m) {
            if (seen_[m] || !fits_(group, m)) continue;
            seen_[m] = true;
            if (owner_[m] == nobody || place(owner_[m])) {
                owner_[m] = group;
                return true;
            }
        }
        return false;
    }

    std::size_t groups_;
    Fits fits_;
    std::vector<std::size_t> owner_;
    std::vector<bool> seen_;
};

// In how many ways at most so many of the groups can be taken up.
int ways(int groups, int most) {
    int choices = 1, sum = 1;
    for (int k = 1; k <= most; ++k) {
        choices = choices * (groups - k + 1) / k;
        sum += choices;
    }
    return sum;
}

}  // namespace

std::optional<MadePuzzle> PuzzleMaker::make(const PuzzleOrder& order, Stream& stream, Budget& budget) {
    order_ = order;
    budget_ = &budget;
    listed_.clear();
    aim_ = 1 + draw(stream, std::ssize(order.cuts) + 1);
    if (!draw_groups(stream) || sets_.count(all_, line_) != 1) return {};
    for (int tries = 0; tries < most_hands; ++tries) {
        if (budget.spend() || budget.poll()) return {};
        MadePuzzle made;
        if (take_hand(stream, made)) return made;
        if (listed_.size() > most_listed) return {};
    }
    return {};
}

// Places are the ranks in order of play; of the ace above the king it is 13.
int PuzzleMaker::place_of(int c) const {
    const int rank = c % ranks;
    return rank < first_ ? rank + ranks : rank;
}

bool PuzzleMaker::draw_groups(Stream& stream) {
    const auto& [least, places, circular] = order_.line;
    first_ = least + draw(stream, circular ? ranks : places - width + 1);
    line_.clear();
    for (int place = first_ - 1; place <= first_ + width; ++place)
        if (circular || (place >= least && place < least + places)) line_.push_back((place + ranks) % ranks);
    drawn_.clear();
    cards_.clear();
    all_ = {};
    for (int tries = 0; std::ssize(drawn_) < order_.groups && tries < most_tries;) {
        const Meld meld = stream.below(2) == 1 ? draw_set(stream) : draw_run(stream);
        const auto full = [&](int c) { return copies(all_, c) == order_.decks; };
        if (std::any_of(meld.begin(), meld.end(), full)) {
            ++tries;
            continue;
        }
        drawn_.push_back(meld);
        for (const int c : meld) {
            ++copies(all_, c);
            cards_.push_back(c);
        }
    }
    std::sort(drawn_.begin(), drawn_.end());
    return std::ssize(drawn_) == order_.groups;
}

Meld PuzzleMaker::draw_set(Stream& stream) const {
    const int rank = (first_ + draw(stream, width)) % ranks;
    const int skipped = draw(stream, 2 * suits);  // from `suits` on none
    Meld meld;
    for (int suit = 0; suit < suits; ++suit)
        if (suit != skipped) meld.push_back(card(suit, rank));
    return meld;
}

Meld PuzzleMaker::draw_run(Stream& stream) const {
    const int suit = draw(stream, suits);
    const int length = 3 + draw(stream, 4);
    const int start = draw(stream, width - length + 1);
    Meld meld;
    for (int k = 0; k < length; ++k) meld.push_back(card(suit, (first_ + start + k) % ranks));
    return sorted(meld);
}

// Draw a hand; false where it makes no puzzle.
bool PuzzleMaker::take_hand(Stream& stream, MadePuzzle& made) {
    const int number = order_.hand + (order_.locked ? 1 : 0);
    if (number >= std::ssize(cards_)) return false;
    Ranks rest = all_;
    Meld taken;
    for (int k = 0; k < number; ++k) {
        std::swap(cards_[k], cards_[k + stream.below(cards_.size() - k)]);
        taken.push_back(cards_[k]);
        --copies(rest, cards_[k]);
    }
    if (holds_meld(taken, order_.line) || sets_.count(rest, line_) == 0) return false;
    Ranks without = all_;
    if (order_.locked) {
        made.key = taken[number - 1];
        --copies(without, made.key);
        if (!is_only_key(without, made.key)) return false;
    }
    for (int k = 0; k < order_.hand; ++k) made.hand.push_back(taken[k]);
    made.hand = sorted(made.hand);
    std::optional<Melds> shown = least_known(rest, made.hand, stream);
    if (!shown || !list_all()) return false;
    made.shown = std::move(*shown);
    return match(made) && grade_of(made) == aim_ && !gives_away_key(made);
}

int PuzzleMaker::grade_of(const MadePuzzle& made) const {
    const int number = ways(made.shown.size(), made.taken_up);
    return 1 + std::count_if(order_.cuts.begin(), order_.cuts.end(), [&](int cut) { return number >= cut; });
}

// Cards of other ranks than those of the line would have no neighbours.
bool PuzzleMaker::is_only_key(const Ranks& without, int key) {
    if (sets_.count(without, line_) != 0) return false;
    Ranks cards = without;
    for (const int rank : line_)
        for (int suit = 0; suit < suits; ++suit) {
            if (card(suit, rank) == key) continue;
            ++cards[rank][suit];
            const bool closes = sets_.count(cards, line_) != 0;
            --cards[rank][suit];
            if (closes) return false;
        }
    return true;
}

std::vector<Melds> PuzzleMaker::list(const Ranks& cards) {
    std::vector<Melds> found = census_.list(cards, order_.line, most_listed + 1, *budget_);
    for (Melds& melds : found) {
        for (Meld& meld : melds) meld = sorted(meld);
        std::sort(melds.begin(), melds.end());
    }
    return found;
}

// Of the tables that are fit to be shown the one that shares fewest groups with those drawn; where several do, any.
std::optional<Melds> PuzzleMaker::least_known(const Ranks& rest, const Meld& hand, Stream& stream) {
    std::vector<Melds> found = list(rest);
    if (found.size() > most_listed) return {};
    std::erase_if(found, [&](const Melds& melds) { return !is_fit(melds, hand); });
    if (found.empty()) return {};
    int fewest = order_.groups;
    for (const Melds& melds : found) fewest = std::min(fewest, shared(melds, drawn_));
    std::erase_if(found, [&](const Melds& melds) { return shared(melds, drawn_) > fewest; });
    std::sort(found.begin(), found.end());
    return found[stream.below(found.size())];
}

// No two groups are the same or could as well be one, and few cards of the hand, from a grade on none, can simply be
// laid.
bool PuzzleMaker::is_fit(const Melds& groups, const Meld& hand) const {
    for (std::size_t k = 0; k < groups.size(); ++k)
        for (std::size_t other = 0; other < k; ++other)
            if (groups[k] == groups[other] || follows(groups[k], groups[other]) || follows(groups[other], groups[k]))
                return false;
    const auto simple = [&](int c) {
        return std::any_of(groups.begin(), groups.end(), [&](const Meld& group) { return can_be_laid_on(c, group); });
    };
    const int most = aim_ < order_.strict ? hand.size() / 2 : 0;
    return std::count_if(hand.begin(), hand.end(), simple) <= most;
}

// List the arrangements of all cards, once an attempt; false where they are too many.
bool PuzzleMaker::list_all() {
    if (listed_.empty()) {
        listed_ = list(all_);
        std::sort(listed_.begin(), listed_.end());
    }
    return !listed_.empty() && listed_.size() <= most_listed;
}

// Choose the arrangement in which most of the groups shown stay; of those the one that has most of them unchanged.
// False where nothing need be taken up at all.
bool PuzzleMaker::match(MadePuzzle& made) const {
    const Melds& shown = made.shown;
    int most = -1, same = -1;
    for (const Melds& melds : listed_) {
        const auto inside = [&](std::size_t g, std::size_t m) { return contains(melds[m], shown[g]); };
        if (Matching(shown.size(), melds.size(), inside).size() == std::ssize(shown)) return false;
        const auto stay = [&](std::size_t g, std::size_t m) { return stays(shown[g], melds[m]); };
        const int staying = Matching(shown.size(), melds.size(), stay).size();
        const int kept = shared(melds, shown);
        if (staying < most || (staying == most && kept <= same)) continue;
        most = staying;
        same = kept;
        made.solution = melds;
    }
    made.taken_up = std::ssize(shown) - most;
    made.arrangements = listed_.size();
    return true;
}

// A key that ends in a group with two cards of the hand fills the gap between them: from a grade on that is too plain.
bool PuzzleMaker::gives_away_key(const MadePuzzle& made) const {
    if (!order_.locked || aim_ < order_.strict) return false;
    return std::any_of(made.solution.begin(), made.solution.end(), [&](const Meld& meld) {
        const auto holds = [&](int c) { return std::find(meld.begin(), meld.end(), c) != meld.end(); };
        return holds(made.key) && std::count_if(made.hand.begin(), made.hand.end(), holds) > 1;
    });
}

// The cards that have come fit the group as it lies: no two of them at one end.
bool PuzzleMaker::stays(const Meld& group, const Meld& meld) const {
    if (!contains(meld, group)) return false;
    if (is_set(group)) return true;
    const auto [low, high] = ends(group);
    const auto [first, last] = ends(meld);
    return first >= low - 1 && last <= high + 1;
}

// The places of a run's ends.
std::pair<int, int> PuzzleMaker::ends(const Meld& run) const {
    const auto before = [&](int a, int b) { return place_of(a) < place_of(b); };
    const auto [low, high] = std::minmax_element(run.begin(), run.end(), before);
    return {place_of(*low), place_of(*high)};
}

bool PuzzleMaker::follows(const Meld& group, const Meld& other) const {
    if (is_set(group) || is_set(other) || group[0] / ranks != other[0] / ranks) return false;
    return ends(group).first == ends(other).second + 1;
}

bool PuzzleMaker::can_be_laid_on(int c, const Meld& group) const {
    const bool there = std::find(group.begin(), group.end(), c) != group.end();
    if (is_set(group)) return group.size() == 3 && c % ranks == group[0] % ranks && !there;
    const auto [low, high] = ends(group);
    return c / ranks == group[0] / ranks && (place_of(c) == low - 1 || place_of(c) == high + 1);
}

int SetCounts::count(const Ranks& cards, std::span<const int> line) {
    cards_ = cards;
    line_ = line;
    known_.forget();
    return from(0, {});
}

int SetCounts::from(int place, const State& state) {
    if (place == std::ssize(line_)) return 1;
    if (const std::uint8_t* known = known_.find(place, 0, state)) return *known;
    State next;
    const int found = choose(place, state, 0, next, 0, 0);
    known_.put(place, 0, state, found);
    return found;
}

// The suits before this one are dealt; `sum` of their cards go to sets, `most` of one suit.
int SetCounts::choose(int place, const State& state, int suit, State& next, int most, int sum) {
    if (suit == suits) return 3 * most <= sum ? from(place + 1, next) : 0;
    const int held = cards_[line_[place]][suit];
    const bool last = place + 1 == std::ssize(line_);
    const int limit = last ? 0 : cards_[line_[place + 1]][suit];
    const Open open = open_runs(state, suit);
    int found = 0;
    for (int in_runs = open.pending(); in_runs <= held && found < several; ++in_runs) {
        Open after;
        if (!step(open, in_runs, limit, after)) continue;
        put_runs(next, suit, after);
        const int in_sets = held - in_runs;
        found += choose(place, state, suit + 1, next, std::max(most, in_sets), sum + in_sets);
    }
    return std::min(found, several);
}

}  // namespace passatempo::machiavelli
