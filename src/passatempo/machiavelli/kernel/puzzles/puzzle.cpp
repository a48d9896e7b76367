// Makes puzzles backwards by generate and test, with bipartite matching to choose a solution.
// 1. `draw_groups`: groups that `SetCounts` can arrange in one way only, by depth-first search with a memo.
// 2. `take_hand`: a hand whose removal leaves cards that can be arranged, with a unique key (`is_only_key`).
// 3. `choose_table`: an arrangement of the rest that shares the fewest melds with the groups.
// 4. `choose_solution`: the arrangement that keeps the most groups, by bipartite matching (`augment_path`) [Berge1957].
// 5. `grade_of`: the grade, from the number of ways to break up groups.
// The order of the random draws is part of every ID and may not change.
#include "puzzles/puzzle.hpp"

#include <algorithm>

#include "melds.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli {

namespace {

int draw(Stream& stream, int bound) { return stream.below(bound); }

std::uint8_t& copies(Ranks& cards, int c) { return cards[c % ranks][c / ranks]; }

Meld sort_meld(Meld meld) {
    for (auto card = meld.begin(); card != meld.end(); ++card)  // by insertion: GCC 12 warns of std::sort here
        std::rotate(std::upper_bound(meld.begin(), card, *card), card, card + 1);
    return meld;
}

bool is_set(const Meld& meld) { return meld[0] % ranks == meld[1] % ranks; }

bool contains_meld(const Meld& outer_meld, const Meld& part) {
    return std::includes(outer_meld.begin(), outer_meld.end(), part.begin(), part.end());
}

int count_common(const Melds& a, const Melds& b) {  // both sorted
    Melds common_melds;
    std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(common_melds));
    return common_melds.size();
}

// A maximum matching of groups with different melds. `fits(group, meld)` takes their numbers.
template <class Fits>
class Matching {
public:
    Matching(std::size_t groups, std::size_t melds, Fits fits)
        : group_count_(groups), fits_(fits), meld_owner_(melds, no_group) {}

    int match_groups() {
        int match_count = 0;
        for (std::size_t group = 0; group < group_count_; ++group) {
            is_visited_.assign(meld_owner_.size(), false);
            match_count += augment_path(group);
        }
        return match_count;
    }

private:
    static constexpr std::size_t no_group = -1;

    bool augment_path(std::size_t group) {
        for (std::size_t m = 0; m < meld_owner_.size(); ++m) {
            if (is_visited_[m] || !fits_(group, m)) continue;
            is_visited_[m] = true;
            if (meld_owner_[m] == no_group || augment_path(meld_owner_[m])) {
                meld_owner_[m] = group;
                return true;
            }
        }
        return false;
    }

    std::size_t group_count_;
    Fits fits_;
    std::vector<std::size_t> meld_owner_;
    std::vector<bool> is_visited_;
};

// The number of ways to break up at most `group_limit` of the groups.
int count_ways(int groups, int group_limit) {
    int choices = 1, sum = 1;
    for (int k = 1; k <= group_limit; ++k) {
        choices = choices * (groups - k + 1) / k;
        sum += choices;
    }
    return sum;
}

}  // namespace

std::optional<PuzzleDraft> PuzzleMaker::make_puzzle(const PuzzleOrder& order, Stream& stream, Budget& budget) {
    puzzle_order_ = order;
    budget_ = &budget;
    arrangements_.clear();
    target_grade_ = 1 + draw(stream, std::ssize(order.grade_cuts) + 1);
    if (!draw_groups(stream) || set_counts_.count_solutions(card_counts_, window_ranks_) != 1) return {};
    for (int tries = 0; tries < hand_draw_limit; ++tries) {
        if (budget.spend() || budget.poll()) return {};
        PuzzleDraft new_puzzle;
        if (take_hand(stream, new_puzzle)) return new_puzzle;
        if (arrangements_.size() > list_limit) return {};
    }
    return {};
}

// Places are the ranks in order of play. The ace above the king has place 13.
int PuzzleMaker::place_of(int c) const {
    const int rank = c % ranks;
    return rank < window_start_ ? rank + ranks : rank;
}

bool PuzzleMaker::draw_groups(Stream& stream) {
    const auto& [line_start, places, circular] = puzzle_order_.line;
    window_start_ = line_start + draw(stream, circular ? ranks : places - window_width + 1);
    window_ranks_.clear();
    for (int place = window_start_ - 1; place <= window_start_ + window_width; ++place)
        if (circular || (place >= line_start && place < line_start + places))
            window_ranks_.push_back((place + ranks) % ranks);
    group_melds_.clear();
    group_cards_.clear();
    card_counts_ = {};
    for (int tries = 0; std::ssize(group_melds_) < puzzle_order_.group_count && tries < group_draw_limit;) {
        const Meld meld = stream.below(2) == 1 ? draw_set(stream) : draw_run(stream);
        const auto is_full = [&](int c) { return copies(card_counts_, c) == puzzle_order_.decks; };
        if (std::any_of(meld.begin(), meld.end(), is_full)) {
            ++tries;
            continue;
        }
        group_melds_.push_back(meld);
        for (const int c : meld) {
            ++copies(card_counts_, c);
            group_cards_.push_back(c);
        }
    }
    std::sort(group_melds_.begin(), group_melds_.end());
    return std::ssize(group_melds_) == puzzle_order_.group_count;
}

Meld PuzzleMaker::draw_set(Stream& stream) const {
    const int rank = (window_start_ + draw(stream, window_width)) % ranks;
    const int skip_suit = draw(stream, 2 * suits);  // from `suits` on, none is skipped
    Meld meld;
    for (int suit = 0; suit < suits; ++suit)
        if (suit != skip_suit) meld.push_back(make_card(suit, rank));
    return meld;
}

Meld PuzzleMaker::draw_run(Stream& stream) const {
    const int suit = draw(stream, suits);
    const int length = 3 + draw(stream, 4);
    const int start = draw(stream, window_width - length + 1);
    Meld meld;
    for (int k = 0; k < length; ++k) meld.push_back(make_card(suit, (window_start_ + start + k) % ranks));
    return sort_meld(meld);
}

// Draw a hand. Return false if it makes no puzzle.
bool PuzzleMaker::take_hand(Stream& stream, PuzzleDraft& new_puzzle) {
    const int hand_size = puzzle_order_.hand_size + (puzzle_order_.has_key ? 1 : 0);
    if (hand_size >= std::ssize(group_cards_)) return false;
    Ranks rest = card_counts_;
    Meld hand_cards;
    for (int k = 0; k < hand_size; ++k) {
        std::swap(group_cards_[k], group_cards_[k + stream.below(group_cards_.size() - k)]);
        hand_cards.push_back(group_cards_[k]);
        --copies(rest, group_cards_[k]);
    }
    if (holds_meld(hand_cards, puzzle_order_.line) || set_counts_.count_solutions(rest, window_ranks_) == 0)
        return false;
    Ranks cards_without = card_counts_;
    if (puzzle_order_.has_key) {
        new_puzzle.key = hand_cards[hand_size - 1];
        --copies(cards_without, new_puzzle.key);
        if (!is_only_key(cards_without, new_puzzle.key)) return false;
    }
    for (int k = 0; k < puzzle_order_.hand_size; ++k) new_puzzle.hand.push_back(hand_cards[k]);
    new_puzzle.hand = sort_meld(new_puzzle.hand);
    std::optional<Melds> table_melds = choose_table(rest, new_puzzle.hand, stream);
    if (!table_melds || !list_all()) return false;
    new_puzzle.table_melds = std::move(*table_melds);
    return choose_solution(new_puzzle) && grade_of(new_puzzle) == target_grade_ && !reveals_key(new_puzzle);
}

int PuzzleMaker::grade_of(const PuzzleDraft& new_puzzle) const {
    const int way_count = count_ways(new_puzzle.table_melds.size(), new_puzzle.group_changes);
    return 1 + std::count_if(puzzle_order_.grade_cuts.begin(), puzzle_order_.grade_cuts.end(),
                             [&](int cut) { return way_count >= cut; });
}

// Cards of ranks outside the line would have no neighbours, so they need no test.
bool PuzzleMaker::is_only_key(const Ranks& cards_without, int key) {
    if (set_counts_.count_solutions(cards_without, window_ranks_) != 0) return false;
    Ranks cards = cards_without;
    for (const int rank : window_ranks_)
        for (int suit = 0; suit < suits; ++suit) {
            if (make_card(suit, rank) == key) continue;
            ++cards[rank][suit];
            const bool closes = set_counts_.count_solutions(cards, window_ranks_) != 0;
            --cards[rank][suit];
            if (closes) return false;
        }
    return true;
}

std::vector<Melds> PuzzleMaker::list_arrangements(const Ranks& cards) {
    std::vector<Melds> arrangements = census_.list_arrangements(cards, puzzle_order_.line, list_limit + 1, *budget_);
    for (Melds& melds : arrangements) {
        for (Meld& meld : melds) meld = sort_meld(meld);
        std::sort(melds.begin(), melds.end());
    }
    return arrangements;
}

// Choose among the acceptable tables that share the fewest groups with those drawn, at random.
std::optional<Melds> PuzzleMaker::choose_table(const Ranks& rest, const Meld& hand, Stream& stream) {
    std::vector<Melds> arrangements = list_arrangements(rest);
    if (arrangements.size() > list_limit) return {};
    std::erase_if(arrangements, [&](const Melds& melds) { return !is_fit(melds, hand); });
    if (arrangements.empty()) return {};
    int fewest = puzzle_order_.group_count;
    for (const Melds& melds : arrangements) fewest = std::min(fewest, count_common(melds, group_melds_));
    std::erase_if(arrangements, [&](const Melds& melds) { return count_common(melds, group_melds_) > fewest; });
    std::sort(arrangements.begin(), arrangements.end());
    return arrangements[stream.below(arrangements.size())];
}

// No two groups may be equal or join to one run. Only a few cards of the hand may simply be laid on a group, and from a
// certain grade on none.
bool PuzzleMaker::is_fit(const Melds& groups, const Meld& hand) const {
    for (std::size_t k = 0; k < groups.size(); ++k)
        for (std::size_t other = 0; other < k; ++other)
            if (groups[k] == groups[other] || continues_run(groups[k], groups[other]) ||
                continues_run(groups[other], groups[k]))
                return false;
    const auto simple = [&](int c) {
        return std::any_of(groups.begin(), groups.end(), [&](const Meld& group) { return can_be_laid_on(c, group); });
    };
    const int hand_limit = target_grade_ < puzzle_order_.strict_grade ? hand.size() / 2 : 0;
    return std::count_if(hand.begin(), hand.end(), simple) <= hand_limit;
}

// List the arrangements of all cards, once per attempt. Return false if there are too many.
bool PuzzleMaker::list_all() {
    if (arrangements_.empty()) {
        arrangements_ = list_arrangements(card_counts_);
        std::sort(arrangements_.begin(), arrangements_.end());
    }
    return !arrangements_.empty() && arrangements_.size() <= list_limit;
}

// Choose the arrangement that keeps the most groups of the table. Ties prefer the one with the most unchanged groups.
// Return false if no group need be broken up.
bool PuzzleMaker::choose_solution(PuzzleDraft& new_puzzle) const {
    const Melds& table_melds = new_puzzle.table_melds;
    int best_stay = -1, best_shared = -1;
    for (const Melds& melds : arrangements_) {
        const auto inside = [&](std::size_t g, std::size_t m) { return contains_meld(melds[m], table_melds[g]); };
        if (Matching(table_melds.size(), melds.size(), inside).match_groups() == std::ssize(table_melds)) return false;
        const auto keeps_meld = [&](std::size_t g, std::size_t m) { return keeps_group(table_melds[g], melds[m]); };
        const int match_size = Matching(table_melds.size(), melds.size(), keeps_meld).match_groups();
        const int shared_melds = count_common(melds, table_melds);
        if (match_size < best_stay || (match_size == best_stay && shared_melds <= best_shared)) continue;
        best_stay = match_size;
        best_shared = shared_melds;
        new_puzzle.solution = melds;
    }
    new_puzzle.group_changes = std::ssize(table_melds) - best_stay;
    new_puzzle.arrangement_count = arrangements_.size();
    return true;
}

// A key that ends in a meld with two cards of the hand fills the gap between them. In high grades this is too easy.
bool PuzzleMaker::reveals_key(const PuzzleDraft& new_puzzle) const {
    if (!puzzle_order_.has_key || target_grade_ < puzzle_order_.strict_grade) return false;
    return std::any_of(new_puzzle.solution.begin(), new_puzzle.solution.end(), [&](const Meld& meld) {
        const auto holds = [&](int c) { return std::find(meld.begin(), meld.end(), c) != meld.end(); };
        return holds(new_puzzle.key) && std::count_if(new_puzzle.hand.begin(), new_puzzle.hand.end(), holds) > 1;
    });
}

// The added cards must extend the group as it is, with at most one card at each end.
bool PuzzleMaker::keeps_group(const Meld& group, const Meld& meld) const {
    if (!contains_meld(meld, group)) return false;
    if (is_set(group)) return true;
    const auto [low, high] = run_ends(group);
    const auto [first, last] = run_ends(meld);
    return first >= low - 1 && last <= high + 1;
}

// The places of the ends of a run.
std::pair<int, int> PuzzleMaker::run_ends(const Meld& run) const {
    const auto before = [&](int a, int b) { return place_of(a) < place_of(b); };
    const auto [low, high] = std::minmax_element(run.begin(), run.end(), before);
    return {place_of(*low), place_of(*high)};
}

bool PuzzleMaker::continues_run(const Meld& group, const Meld& other) const {
    if (is_set(group) || is_set(other) || group[0] / ranks != other[0] / ranks) return false;
    return run_ends(group).first == run_ends(other).second + 1;
}

bool PuzzleMaker::can_be_laid_on(int c, const Meld& group) const {
    const bool is_in_group = std::find(group.begin(), group.end(), c) != group.end();
    if (is_set(group)) return group.size() == 3 && c % ranks == group[0] % ranks && !is_in_group;
    const auto [low, high] = run_ends(group);
    return c / ranks == group[0] / ranks && (place_of(c) == low - 1 || place_of(c) == high + 1);
}

int SetCounts::count_solutions(const Ranks& cards, std::span<const int> line) {
    card_counts_ = cards;
    rank_line_ = line;
    count_memo_.clear();
    return count_from(0, {});
}

int SetCounts::count_from(int place, const State& state) {
    if (place == std::ssize(rank_line_)) return 1;
    if (const std::uint8_t* memo_count = count_memo_.find(place, 0, state)) return *memo_count;
    State next;
    const int choice_count = count_choices(place, state, 0, next, 0, 0);
    count_memo_.put(place, 0, state, choice_count);
    return choice_count;
}

// The suits before this one are decided. They give `sum` cards to sets, and `suit_maximum` is the most of one suit.
int SetCounts::count_choices(int place, const State& state, int suit, State& next, int suit_maximum, int sum) {
    if (suit == suits) return 3 * suit_maximum <= sum ? count_from(place + 1, next) : 0;
    const int suit_cards = card_counts_[rank_line_[place]][suit];
    const bool last = place + 1 == std::ssize(rank_line_);
    const int limit = last ? 0 : card_counts_[rank_line_[place + 1]][suit];
    const OpenRuns open = open_runs(state, suit);
    int choice_count = 0;
    for (int in_runs = open.pending_runs(); in_runs <= suit_cards && choice_count < several; ++in_runs) {
        OpenRuns open_after;
        if (!advance_runs(open, in_runs, limit, open_after)) continue;
        put_runs(next, suit, open_after);
        const int in_sets = suit_cards - in_runs;
        choice_count += count_choices(place, state, suit + 1, next, std::max(suit_maximum, in_sets), sum + in_sets);
    }
    return std::min(choice_count, several);
}

}  // namespace passatempo::machiavelli
