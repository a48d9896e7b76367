// Plays compared meld by meld with the table, and cut where too few cards can still stay.
// Algorithm: depth-first branch and bound; assignment by the Hungarian method (Kuhn 1955, Munkres 1957)
#include "keep/fewest_moves.hpp"

#include <algorithm>
#include <bit>
#include <limits>
#include <utility>

#include "melds.hpp"

namespace passatempo::machiavelli {

namespace {

int place_of(int c) { return c % ranks * suits + c / ranks; }
int card_at(int place) { return card(place % suits, place / suits); }

std::uint64_t mask_of(const Meld& meld) {
    std::uint64_t mask = 0;
    for (const int c : meld) mask |= std::uint64_t{1} << c;
    return mask;
}

}  // namespace

std::optional<Moved> Mover::best(const Melds& groups, const Turn& turn, Value value, int kept, int moved,
                                 Budget& budget) {
    turn_ = turn;
    value_ = value;
    kept_ = kept;
    budget_ = &budget;
    groups_.clear();
    chosen_.clear();
    laid_.clear();
    for (const Meld& group : groups) groups_.push_back(mask_of(group));
    there_ = 0;
    cards_ = 0;
    for (int c = 0; c < deck; ++c) {
        table_[c] = turn.table[c % ranks][c / ranks];
        left_[c] = table_[c] + turn.hand[c % ranks][c / ranks];
        cards_ += table_[c];
        if (left_[c] > 0) there_ |= std::uint64_t{1} << c;
    }
    for (int place = 0; place < deck; ++place) {
        melds_[place].clear();
        masks_[place].clear();
    }
    for (const Meld& meld : legal_melds(turn.line)) {
        const Mask mask = mask_of(meld);
        if ((mask & ~there_) != 0) continue;
        int first = deck;
        for (const int c : meld) first = std::min(first, place_of(c));
        melds_[first].push_back(meld);
        masks_[first].push_back(mask);
    }
    best_ = {{}, moved};
    search(0, 0);
    if (best_.cards == moved) return std::nullopt;
    return best_;
}

// Every way to take the first card left: in a meld no earlier in the list than the last one that began with it.
void Mover::search(int first, std::size_t from) {
    while (first < deck && left_[card_at(first)] == 0) {
        ++first;
        from = 0;
    }
    if (first == deck) return compare();
    const int c = card_at(first);
    std::vector<std::size_t> order;
    for (std::size_t k = from; k < melds_[first].size(); ++k)
        if ((masks_[first][k] & ~there_) == 0) order.push_back(k);
    const auto shared = [&](std::size_t k) {
        int most = 0;
        for (const Mask group : groups_) {
            const int same = std::popcount(group & masks_[first][k]);
            most = std::max(most, 16 * same + (group == masks_[first][k]) - std::popcount(masks_[first][k]));
        }
        return most;
    };
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) { return shared(a) > shared(b); });
    for (const std::size_t k : order) {
        if (budget_->spend() || budget_->poll()) return;  // a node takes microseconds, with many groups a hundred
        try_meld(first, k);
    }
    if (budget_->stop() != Stop::done) return;
    // The other copies stay in the hand.
    const Value lost = left_[c] * turn_.weights[c];
    Value still = 0;
    for (int other = 0; other < deck; ++other) still += (left_[other] - table_[other]) * turn_.weights[other];
    if (table_[c] > 0 || still - lost < value_) return;
    const int copies = std::exchange(left_[c], 0);
    there_ &= ~(Mask{1} << c);
    if (can_improve() && can_keep() && can_finish(first + 1)) search(first + 1, 0);
    left_[c] = copies;
    there_ |= Mask{1} << c;
}

void Mover::try_meld(int first, std::size_t k) {
    const Meld& meld = melds_[first][k];
    const Mask mask = masks_[first][k];
    std::vector<int> from_hand;
    for (const int c : meld) {
        if (--left_[c] == 0) there_ &= ~(Mask{1} << c);
        if (table_[c] > 0) --table_[c];
        else from_hand.push_back(c);
    }
    for (const int c : from_hand) value_ -= turn_.weights[c];
    chosen_.push_back(mask);
    laid_.push_back(&meld);
    if (can_improve() && can_keep() && can_finish(first)) search(first, k);
    laid_.pop_back();
    chosen_.pop_back();
    for (const int c : from_hand) value_ += turn_.weights[c];
    for (const int c : meld) {
        ++left_[c];
        there_ |= Mask{1} << c;
        if (std::find(from_hand.begin(), from_hand.end(), c) == from_hand.end()) ++table_[c];
    }
}

// Can more cards stay than in the best play so far?
bool Mover::can_improve() const {
    int by_new = 0;
    for (const Mask meld : chosen_) {
        int most = 0;
        for (const Mask group : groups_) most = std::max(most, std::popcount(group & meld));
        by_new += most;
    }
    for (int c = 0; c < deck; ++c) by_new += std::min<int>(left_[c], turn_.table[c % ranks][c / ranks]);
    int by_old = 0;
    for (const Mask group : groups_) {
        int most = std::popcount(group & there_);
        for (const Mask meld : chosen_) most = std::max(most, std::popcount(group & meld));
        by_old += most;
    }
    return cards_ - std::min(by_new, by_old) < best_.cards;
}

// Can enough of the old melds stay as they are?
bool Mover::can_keep() const {
    std::vector<Mask> laid = chosen_;
    int kept = 0;
    for (const Mask group : groups_) {
        const auto same = std::find(laid.begin(), laid.end(), group);
        if (same != laid.end()) {
            laid.erase(same);
            ++kept;
        } else if ((group & ~there_) == 0) {
            ++kept;
        }
    }
    return kept >= kept_;
}

// Can all that is left of the table go, with what is still wanted of the hand? Cards before `first` are gone.
bool Mover::can_finish(int first) {
    Turn rest = turn_;
    bool any = false;
    for (int place = 0; place < deck; ++place) {
        const int c = card_at(place);
        const int must = place < first ? 0 : table_[c];
        const int may = place < first ? 0 : left_[c] - table_[c];
        rest.table[c % ranks][c / ranks] = must;
        rest.hand[c % ranks][c / ranks] = may;
        any = any || must + may > 0;
    }
    if (!any) return value_ <= 0;
    return layer_.reaches(rest, std::max<Value>(value_, 0), *budget_);
}

// A play is complete: how many cards stay, by the pairing of old and new melds that leaves most in place?
void Mover::compare() {
    if (value_ > 0) return;
    std::vector<std::vector<int>> gain;
    for (const Mask meld : chosen_) {
        auto& row = gain.emplace_back();
        for (const Mask group : groups_) row.push_back(std::popcount(group & meld));
    }
    const int moved = cards_ - hungarian(gain, *budget_);
    if (moved >= best_.cards || budget_->stop() != Stop::done) return;
    best_.cards = moved;
    best_.melds.clear();
    for (const Meld* meld : laid_) best_.melds.push_back(*meld);
}

std::vector<int> assigned(const std::vector<std::vector<int>>& gain, Budget& budget) {
    const std::size_t rows = gain.size();
    const std::size_t columns = rows == 0 ? 0 : gain[0].size();
    const std::size_t width = columns + rows;  // a column of its own for each row that gets none
    constexpr int far = std::numeric_limits<int>::max() / 4;
    std::vector<int> u(rows + 1), v(width + 1);
    std::vector<std::size_t> owner(width + 1);
    const auto cost = [&](std::size_t row, std::size_t column) {
        return column <= columns ? -gain[row - 1][column - 1] : 0;
    };
    for (std::size_t row = 1; row <= rows; ++row) {
        std::vector<int> least(width + 1, far);
        std::vector<std::size_t> way(width + 1);
        std::vector<bool> seen(width + 1);
        owner[0] = row;
        std::size_t column = 0;
        while (owner[column] != 0) {
            seen[column] = true;
            std::size_t next = 0;
            int step = far;
            for (std::size_t k = 1; k <= width; ++k) {
                if (seen[k]) continue;
                const int reduced = cost(owner[column], k) - u[owner[column]] - v[k];
                if (reduced < least[k]) {
                    least[k] = reduced;
                    way[k] = column;
                }
                if (least[k] < step) {
                    step = least[k];
                    next = k;
                }
            }
            for (std::size_t k = 0; k <= width; ++k) {
                if (seen[k]) {
                    u[owner[k]] += step;
                    v[k] -= step;
                } else {
                    least[k] -= step;
                }
            }
            column = next;
        }
        for (; column != 0; column = way[column]) owner[column] = owner[way[column]];
        if (budget.poll()) return {};
    }
    std::vector<int> found(rows, -1);
    for (std::size_t k = 1; k <= columns; ++k)
        if (owner[k] != 0) found[owner[k] - 1] = k - 1;
    return found;
}

int hungarian(const std::vector<std::vector<int>>& gain, Budget& budget) {
    const std::vector<int> found = assigned(gain, budget);
    int sum = 0;
    for (std::size_t row = 0; row < found.size(); ++row)
        if (found[row] >= 0) sum += gain[row][found[row]];
    return sum;
}

}  // namespace passatempo::machiavelli
