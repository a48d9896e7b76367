// Continues each new meld from at most one old group. Their common cards stay, and all others move.
// Algorithm: assignment by the Hungarian method
#include "plan.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "group_keeping/fewest_moves.hpp"

namespace passatempo::machiavelli {

namespace {

int card_kind(int c) { return std::min(c, deck); }

// Count the common cards. A meld holds no card twice, but perhaps several jokers.
int count_shared(const Pile& meld, const Pile& group) {
    const std::set<int> cards(meld.begin(), meld.end()), group_cards(group.begin(), group.end());
    int common_cards = std::count_if(cards.begin(), cards.end(), [&](int c) { return group_cards.contains(c); });
    if (cards.contains(deck) && group_cards.contains(deck))
        common_cards +=
            std::min(std::count(meld.begin(), meld.end(), deck), std::count(group.begin(), group.end(), deck)) - 1;
    return common_cards;
}

std::vector<Pile> kinds_of(const Piles& groups) {
    std::vector<Pile> group_kinds;
    for (const Pile& group : groups) group_kinds.push_back(card_kinds(group));
    return group_kinds;
}

// Remove and return a card. For a joker, prefer one with the same name to any other.
std::optional<std::uint8_t> remove_card(Pile& pile, int c) {
    auto at = std::find(pile.begin(), pile.end(), c);
    if (at == pile.end() && c >= deck) at = std::find_if(pile.begin(), pile.end(), [](int o) { return o >= deck; });
    if (at == pile.end()) return std::nullopt;
    const std::uint8_t old_card = *at;
    pile.erase(at);
    return old_card;
}

// The cards without those to remove, copy by copy. A joker matches one with the same name first, then any other.
Pile surplus_cards(Pile cards, const Pile& cards_to_remove) {
    Pile unlike;
    for (const int c : cards_to_remove) {
        const auto at = std::find(cards.begin(), cards.end(), c);
        if (at == cards.end()) unlike.push_back(c);
        else cards.erase(at);
    }
    for (const int c : unlike) remove_card(cards, c);
    return cards;
}

// Take the required cards from a pile. Both shrink.
Step take_cards(Pile& meld_needs, Pile& pile) {
    Step step;
    for (const int c : Pile(meld_needs)) {
        const auto old_card = remove_card(pile, c);
        if (!old_card) continue;
        meld_needs.erase(std::find(meld_needs.begin(), meld_needs.end(), c));
        step.take.push_back(c);
        step.was.push_back(*old_card);
    }
    return step;
}

// The cards of a place in the order of its meld, followed by the others by suit and rank.
Pile in_order(Pile cards, const Pile& meld) {
    if (card_kinds(cards) == card_kinds(meld)) return meld;
    const auto key = [&](int c) {
        const auto last = std::find(meld.rbegin(), meld.rend(), c);
        const auto place = last == meld.rend() ? std::ssize(meld) : std::ssize(meld) - 1 - (last - meld.rbegin());
        return std::tuple(place, suit_of(c), rank_of(c));
    };
    std::stable_sort(cards.begin(), cards.end(), [&](int a, int b) { return key(a) < key(b); });
    return cards;
}

// A meld to be completed, with its missing cards and the group that it continues.
struct MeldJob {
    int group_index;
    const Pile* goal_meld;
    Pile missing_cards;
};

// The places of the table while cards move between them.
class StepPlanner {
public:
    StepPlanner(const Piles& before, const Piles& after, const Pile& hand_cards, Budget& budget)
        : place_piles_(before),
          goal_piles_(before.size()),
          source_piles_(before.size() + 1),
          hand_index_(std::ssize(before)) {
        const std::vector<int> old = pair_groups(before, after, budget);
        std::vector<bool> is_intact(before.size());
        for (std::size_t a = 0; a < after.size(); ++a) {
            if (old[a] >= 0) goal_piles_[old[a]] = after[a];
            if (old[a] >= 0 && card_kinds(before[old[a]]) == card_kinds(after[a])) is_intact[old[a]] = true;
            else
                meld_jobs_.push_back(
                    {old[a], &after[a], surplus_cards(after[a], old[a] < 0 ? Pile() : before[old[a]])});
        }
        std::set<int> spare;
        for (std::size_t b = 0; b < before.size(); ++b) {
            if (!is_intact[b]) source_piles_[b] = surplus_cards(before[b], goal_piles_[b]);
            for (const int c : source_piles_[b]) spare.insert(card_kind(c));
        }
        source_piles_[hand_index_] = hand_cards;
        const auto waits = [&](const MeldJob& job) {  // melds that lack only cards of the hand come last
            return std::none_of(job.missing_cards.begin(), job.missing_cards.end(),
                                [&](int c) { return spare.contains(card_kind(c)); });
        };
        std::stable_partition(meld_jobs_.begin(), meld_jobs_.end(), [&](const MeldJob& job) { return !waits(job); });
    }

    std::vector<Step> make_steps(Budget& budget) {
        std::vector<Step> plan_steps;
        for (MeldJob& job : meld_jobs_) {
            if (job.group_index < 0) {
                job.group_index = std::ssize(place_piles_);
                place_piles_.emplace_back();
            }
            Pile& target_group = place_piles_[job.group_index];
            for (int source = 0; source <= hand_index_ && !budget.poll(); ++source) {
                Step step = take_cards(job.missing_cards, source_piles_[source]);
                if (step.take.empty()) continue;
                step.source = source == hand_index_ ? 0 : source + 1;
                step.target = job.group_index + 1;
                if (source != hand_index_) step.source_pile = remove_from(source, step.was);
                target_group.insert(target_group.end(), step.take.begin(), step.take.end());
                step.target_pile = target_group = in_order(target_group, *job.goal_meld);
                plan_steps.push_back(std::move(step));
            }
        }
        return plan_steps;
    }

private:
    const Pile& remove_from(int source, const Pile& cards) {
        return place_piles_[source] = in_order(surplus_cards(place_piles_[source], cards), goal_piles_[source]);
    }

    Piles place_piles_, goal_piles_;
    Piles source_piles_;  // the surplus cards of each place, and last the hand
    int hand_index_;
    std::vector<MeldJob> meld_jobs_;
};

}  // namespace

// Unchanged groups are paired first, which is never worse. If G were paired with B and A with the unchanged G, then
// |G and B| + |A and G| <= |G| + |A and B|. The others form an assignment problem.
std::vector<int> pair_groups(const Piles& before, const Piles& after, Budget& budget) {
    const std::vector<Pile> old_melds = kinds_of(before), new_melds = kinds_of(after);
    std::vector<int> pairing(after.size(), -1);
    std::vector<bool> is_paired(before.size());
    for (std::size_t a = 0; a < new_melds.size(); ++a)
        for (std::size_t b = 0; b < old_melds.size() && pairing[a] < 0; ++b)
            if (!is_paired[b] && old_melds[b] == new_melds[a]) {
                pairing[a] = b;
                is_paired[b] = true;
            }
    std::vector<int> rows;
    std::map<int, int> columns;  // the column number of each old group
    std::vector<std::map<int, int>> gains;
    for (std::size_t a = 0; a < new_melds.size(); ++a) {
        if (pairing[a] >= 0 || budget.poll()) continue;
        std::map<int, int> gain;
        for (std::size_t b = 0; b < old_melds.size(); ++b)
            if (const int shared_cards = is_paired[b] ? 0 : count_shared(new_melds[a], old_melds[b]); shared_cards > 0)
                gain[b] = shared_cards;
        if (gain.empty()) continue;
        rows.push_back(a);
        for (const auto& [b, shared_cards] : gain) columns[b] = 0;
        gains.push_back(std::move(gain));
    }
    std::vector<int> groups;
    for (auto& [b, column_number] : columns) {
        column_number = groups.size();
        groups.push_back(b);
    }
    std::vector<std::vector<int>> matrix;
    for (const auto& gain : gains) {
        auto& row = matrix.emplace_back(groups.size());
        for (const auto& [b, shared_cards] : gain) row[columns[b]] = shared_cards;
    }
    const std::vector<int> assignment = solve_assignment(matrix, budget);
    for (std::size_t k = 0; k < assignment.size(); ++k)
        if (assignment[k] >= 0 && matrix[k][assignment[k]] > 0) pairing[rows[k]] = groups[assignment[k]];
    return pairing;
}

int count_moves(const Piles& before, const Piles& after, Budget& budget) {
    const std::vector<int> pairing = pair_groups(before, after, budget);
    int move_count = 0;
    for (const Pile& group : before) move_count += group.size();
    for (std::size_t a = 0; a < after.size(); ++a)
        if (pairing[a] >= 0) move_count -= count_shared(card_kinds(after[a]), card_kinds(before[pairing[a]]));
    return move_count;
}

std::vector<Step> plan(const Piles& before, const Piles& after, const Pile& hand_cards, Budget& budget) {
    return StepPlanner(before, after, hand_cards, budget).make_steps(budget);
}

}  // namespace passatempo::machiavelli
