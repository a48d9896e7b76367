// Compares plays meld by meld with the table, and prunes a branch if too few cards can stay.
// Algorithm: depth-first branch and bound; assignment by the Hungarian method (Kuhn 1955, Munkres 1957)
#include "group_keeping/fewest_moves.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "melds.hpp"

namespace passatempo::machiavelli {

namespace {

int place_of(int c) { return c % ranks * suits + c / ranks; }
int card_at(int place) { return make_card(place % suits, place / suits); }

std::uint64_t mask_of(const Meld& meld) {
    std::uint64_t mask = 0;
    for (const int c : meld) mask |= std::uint64_t{1} << c;
    return mask;
}

}  // namespace

std::optional<FewestMovesPlay> FewestMovesSolver::find_best_play(const Melds& groups, const Turn& turn,
                                                                 Value value_target, int group_minimum, int move_limit,
                                                                 Budget& budget) {
    turn_ = turn;
    value_to_lay_ = value_target;
    group_minimum_ = group_minimum;
    budget_ = &budget;
    group_masks_.clear();
    meld_masks_.clear();
    meld_stack_.clear();
    for (const Meld& group : groups) group_masks_.push_back(mask_of(group));
    live_cards_ = 0;
    table_size_ = 0;
    for (int c = 0; c < deck; ++c) {
        table_left_[c] = turn.table[c % ranks][c / ranks];
        copies_left_[c] = table_left_[c] + turn.hand[c % ranks][c / ranks];
        table_size_ += table_left_[c];
        if (copies_left_[c] > 0) live_cards_ |= std::uint64_t{1} << c;
    }
    for (int place = 0; place < deck; ++place) {
        melds_by_card_[place].clear();
        masks_by_card_[place].clear();
    }
    for (const Meld& meld : legal_melds(turn.line)) {
        const Mask mask = mask_of(meld);
        if ((mask & ~live_cards_) != 0) continue;
        int first = deck;
        for (const int c : meld) first = std::min(first, place_of(c));
        melds_by_card_[first].push_back(meld);
        masks_by_card_[first].push_back(mask);
    }
    best_play_ = {{}, move_limit};
    search_from(0, 0);
    if (best_play_.move_count == move_limit) return std::nullopt;
    return best_play_;
}

// Try every meld for the first card left, from the last meld that began with the same card on.
void FewestMovesSolver::search_from(int first, std::size_t from) {
    while (first < deck && copies_left_[card_at(first)] == 0) {
        ++first;
        from = 0;
    }
    if (first == deck) return compare_play();
    const int c = card_at(first);
    std::vector<std::size_t> order;
    for (std::size_t k = from; k < melds_by_card_[first].size(); ++k)
        if ((masks_by_card_[first][k] & ~live_cards_) == 0) order.push_back(k);
    const auto shared = [&](std::size_t k) {
        int best_overlap = 0;
        for (const Mask group : group_masks_) {
            const int group_overlap = std::popcount(group & masks_by_card_[first][k]);
            best_overlap = std::max(best_overlap, 16 * group_overlap + (group == masks_by_card_[first][k]) -
                                                      std::popcount(masks_by_card_[first][k]));
        }
        return best_overlap;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return shared(a) > shared(b); });
    for (const std::size_t k : order) {
        if (budget_->spend() || budget_->poll()) return;  // a node takes microseconds, with many groups a hundred
        try_meld(first, k);
    }
    if (budget_->stop() != Stop::done) return;
    // Otherwise the other copies stay in the hand.
    const Value lost_worth = copies_left_[c] * turn_.weights[c];
    Value value_left = 0;
    for (int other = 0; other < deck; ++other)
        value_left += (copies_left_[other] - table_left_[other]) * turn_.weights[other];
    if (table_left_[c] > 0 || value_left - lost_worth < value_to_lay_) return;
    const int copies = std::exchange(copies_left_[c], 0);
    live_cards_ &= ~(Mask{1} << c);
    if (can_improve() && can_keep() && can_finish(first + 1)) search_from(first + 1, 0);
    copies_left_[c] = copies;
    live_cards_ |= Mask{1} << c;
}

void FewestMovesSolver::try_meld(int first, std::size_t k) {
    const Meld& meld = melds_by_card_[first][k];
    const Mask mask = masks_by_card_[first][k];
    std::vector<int> from_hand;
    for (const int c : meld) {
        if (--copies_left_[c] == 0) live_cards_ &= ~(Mask{1} << c);
        if (table_left_[c] > 0) --table_left_[c];
        else from_hand.push_back(c);
    }
    for (const int c : from_hand) value_to_lay_ -= turn_.weights[c];
    meld_masks_.push_back(mask);
    meld_stack_.push_back(&meld);
    if (can_improve() && can_keep() && can_finish(first)) search_from(first, k);
    meld_stack_.pop_back();
    meld_masks_.pop_back();
    for (const int c : from_hand) value_to_lay_ += turn_.weights[c];
    for (const int c : meld) {
        ++copies_left_[c];
        live_cards_ |= Mask{1} << c;
        if (std::find(from_hand.begin(), from_hand.end(), c) == from_hand.end()) ++table_left_[c];
    }
}

// Check whether more cards can stay than in the best play so far.
bool FewestMovesSolver::can_improve() const {
    int by_new = 0;
    for (const Mask meld : meld_masks_) {
        int best_overlap = 0;
        for (const Mask group : group_masks_) best_overlap = std::max(best_overlap, std::popcount(group & meld));
        by_new += best_overlap;
    }
    for (int c = 0; c < deck; ++c) by_new += std::min<int>(copies_left_[c], turn_.table[c % ranks][c / ranks]);
    int by_old = 0;
    for (const Mask group : group_masks_) {
        int best_overlap = std::popcount(group & live_cards_);
        for (const Mask meld : meld_masks_) best_overlap = std::max(best_overlap, std::popcount(group & meld));
        by_old += best_overlap;
    }
    return table_size_ - std::min(by_new, by_old) < best_play_.move_count;
}

// Check whether enough old melds can stay unchanged.
bool FewestMovesSolver::can_keep() const {
    std::vector<Mask> meld_masks = meld_masks_;
    int group_count = 0;
    for (const Mask group : group_masks_) {
        const auto group_match = std::find(meld_masks.begin(), meld_masks.end(), group);
        if (group_match != meld_masks.end()) {
            meld_masks.erase(group_match);
            ++group_count;
        } else if ((group & ~live_cards_) == 0) {
            ++group_count;
        }
    }
    return group_count >= group_minimum_;
}

// Check whether the rest of the table can be laid with the required value. Cards before `first` are done.
bool FewestMovesSolver::can_finish(int first) {
    Turn rest = turn_;
    bool has_cards = false;
    for (int place = 0; place < deck; ++place) {
        const int c = card_at(place);
        const int must = place < first ? 0 : table_left_[c];
        const int may = place < first ? 0 : copies_left_[c] - table_left_[c];
        rest.table[c % ranks][c / ranks] = must;
        rest.hand[c % ranks][c / ranks] = may;
        has_cards = has_cards || must + may > 0;
    }
    if (!has_cards) return value_to_lay_ <= 0;
    return play_solver_.reaches_value(rest, std::max<Value>(value_to_lay_, 0), *budget_);
}

// Compare a complete play by its moved cards, under the pairing of old and new melds that keeps the most cards.
void FewestMovesSolver::compare_play() {
    if (value_to_lay_ > 0) return;
    std::vector<std::vector<int>> gain;
    for (const Mask meld : meld_masks_) {
        auto& row = gain.emplace_back();
        for (const Mask group : group_masks_) row.push_back(std::popcount(group & meld));
    }
    const int move_count = table_size_ - assignment_gain(gain, *budget_);
    if (move_count >= best_play_.move_count || budget_->stop() != Stop::done) return;
    best_play_.move_count = move_count;
    best_play_.melds.clear();
    for (const Meld* meld : meld_stack_) best_play_.melds.push_back(*meld);
}

std::vector<int> solve_assignment(const std::vector<std::vector<int>>& gain, Budget& budget) {
    const std::size_t rows = gain.size();
    const std::size_t columns = rows == 0 ? 0 : gain[0].size();
    const std::size_t width = columns + rows;  // one extra column per row, for rows left unassigned
    constexpr int infinite_cost = std::numeric_limits<int>::max() / 4;
    std::vector<int> u(rows + 1), v(width + 1);
    std::vector<std::size_t> owner(width + 1);
    const auto cost = [&](std::size_t row, std::size_t column) {
        return column <= columns ? -gain[row - 1][column - 1] : 0;
    };
    for (std::size_t row = 1; row <= rows; ++row) {
        std::vector<int> column_slack(width + 1, infinite_cost);
        std::vector<std::size_t> predecessor(width + 1);
        std::vector<bool> is_visited(width + 1);
        owner[0] = row;
        std::size_t column = 0;
        while (owner[column] != 0) {
            is_visited[column] = true;
            std::size_t next_column = 0;
            int min_slack = infinite_cost;
            for (std::size_t k = 1; k <= width; ++k) {
                if (is_visited[k]) continue;
                const int net_cost = cost(owner[column], k) - u[owner[column]] - v[k];
                if (net_cost < column_slack[k]) {
                    column_slack[k] = net_cost;
                    predecessor[k] = column;
                }
                if (column_slack[k] < min_slack) {
                    min_slack = column_slack[k];
                    next_column = k;
                }
            }
            for (std::size_t k = 0; k <= width; ++k) {
                if (is_visited[k]) {
                    u[owner[k]] += min_slack;
                    v[k] -= min_slack;
                } else {
                    column_slack[k] -= min_slack;
                }
            }
            column = next_column;
        }
        for (; column != 0; column = predecessor[column]) owner[column] = owner[predecessor[column]];
        if (budget.poll()) return {};
    }
    std::vector<int> assignment(rows, -1);
    for (std::size_t k = 1; k <= columns; ++k)
        if (owner[k] != 0) assignment[owner[k] - 1] = k - 1;
    return assignment;
}

int assignment_gain(const std::vector<std::vector<int>>& gain, Budget& budget) {
    const std::vector<int> assignment = solve_assignment(gain, budget);
    int sum = 0;
    for (std::size_t row = 0; row < assignment.size(); ++row)
        if (assignment[row] >= 0) sum += gain[row][assignment[row]];
    return sum;
}

}  // namespace passatempo::machiavelli
