// Every way to take the options of the rules, and few searches of the kernel for each.
// Algorithm: depth-first branch and bound over the groups of a hand
#include "laying.hpp"

#include <algorithm>
#include <cstddef>
#include <numeric>
#include <set>

#include "melds.hpp"

namespace passatempo::machiavelli {

namespace {

// ---- Parts of a row of things, smallest first and in order of their places ----

using Part = std::vector<std::size_t>;  // places, from low to high

// Visit every part of so many of `count` things until a visit says true; tells whether one did.
template <class Visit>
bool any_part(std::size_t count, std::size_t size, Visit visit) {
    if (size > count) return false;
    Part part(size);
    std::iota(part.begin(), part.end(), 0);
    while (true) {
        if (visit(part)) return true;
        std::size_t at = size;
        while (at > 0 && part[at - 1] == count - size + at - 1) --at;
        if (at == 0) return false;
        std::iota(part.begin() + static_cast<std::ptrdiff_t>(at) - 1, part.end(), part[at - 1] + 1);
    }
}

// ---- The groups of a hand with jokers that are worth most: what a seat opens with where points are asked for ----
// Groups of three to five cards are taken one after the other, those worth most first: depth-first branch and bound.

struct Dearest {
    Value points = 0;
    Pile laid;  // in order; a joker is named by what it stands for, and counts that
};

constexpr std::size_t largest = 5;  // melds of six and more cards are two smaller ones

using Held = std::array<int, deck + 1>;

class Search {
public:
    Search(const MatchRules& rules, Budget& budget) : budget_(budget) {
        for (const Meld& meld : legal_melds(rules.line)) {
            if (meld.size() > largest) continue;
            Value worth = 0;
            for (const int c : meld) worth += rules.card_points[c];
            groups_.emplace_back(worth, meld);
        }
        const auto before = [](const Group& a, const Group& b) {
            return a.first != b.first ? a.first > b.first : a.second < b.second;
        };
        std::sort(groups_.begin(), groups_.end(), before);
    }

    // The most that groups from a place in the list on come to; `room` is how many cards may still go.
    Dearest best(const Held& held, int left, int room, std::size_t first) {
        Dearest most;
        for (std::size_t at = first; at < groups_.size() && !budget_.spend(); ++at) {
            const auto& [worth, meld] = groups_[at];
            if (worth * (left / 3) <= most.points) break;  // no group after this one is worth more
            if (std::ssize(meld) > room) continue;
            Held rest = held;
            Pile cards;
            for (const int c : meld) {
                const int from = rest[c] > 0 ? c : deck;
                --rest[from];
                cards.push_back(from == deck ? joker_as + c : c);
            }
            if (rest[deck] < 0) continue;
            const int size = static_cast<int>(meld.size());
            Dearest more = best(rest, left - size, room - size, at);
            more.points += worth;
            more.laid.insert(more.laid.begin(), cards.begin(), cards.end());
            if (more.points > most.points || (more.points == most.points && more.laid > most.laid))
                most = std::move(more);
        }
        return most;
    }

private:
    using Group = std::pair<Value, Meld>;

    Budget& budget_;
    std::vector<Group> groups_;
};

Dearest dearest(const MatchRules& rules, const Pile& hand, Budget& budget) {
    Held held{};
    for (const int c : hand) ++held[c];
    const int size = static_cast<int>(hand.size());
    Dearest found = Search(rules, budget).best(held, size, rules.most_new > 0 ? rules.most_new : size, 0);
    std::sort(found.laid.begin(), found.laid.end());
    return found;
}

// ---- The ways to take the options of the rules ----

constexpr std::size_t least = 3;  // cards of a group

// One way to take the options of the rules.
struct Ground {
    Piles groups;  // that may be rearranged; a joker that stays what it is lies as that card
    Pile fixed;    // those jokers
    Piles aside;   // groups that lie as they are: crosses that stay alone, or all before the opening
    Pile forced;   // cards of the hand that must go, because they free a joker
    Pile hand;     // the others, jokers too
};

Weights ones() {
    Weights weights;
    weights.fill(1);
    return weights;
}

std::uint8_t plain(int c) { return c > deck ? c - joker_as : c; }

int count_of(const Pile& cards, int c) { return std::count(cards.begin(), cards.end(), c); }

Value worth_of(const Pile& cards, const Weights& weights) {
    return std::accumulate(cards.begin(), cards.end(), Value{0}, [&](Value sum, int c) { return sum + weights[c]; });
}

// Each choice of jokers that are freed by cards of the hand, until a visit says true.
template <class Visit>
bool any_freed(const Sight& sight, const Ground& start, Budget& budget, Visit visit) {
    if (!sight.rules.exact) return visit(start);
    std::vector<std::pair<std::size_t, std::size_t>> wild;  // group and place of each joker
    Part able;
    for (std::size_t at = 0; at < start.groups.size(); ++at)
        for (std::size_t k = 0; k < start.groups[at].size(); ++k)
            if (const int c = start.groups[at][k]; c > deck) {
                if (count_of(start.hand, plain(c)) > 0) able.push_back(wild.size());
                wild.emplace_back(at, k);
            }
    const auto freeing = [&](const Part& chosen) {
        if (budget.poll()) return true;
        Ground ground = start;
        std::vector<bool> freed(wild.size());
        for (const std::size_t k : chosen) freed[able[k]] = true;
        for (std::size_t k = 0; k < wild.size(); ++k) {
            std::uint8_t& c = ground.groups[wild[k].first][wild[k].second];
            (freed[k] ? ground.forced : ground.fixed).push_back(freed[k] ? plain(c) : c);
            c = freed[k] ? deck : plain(c);
        }
        ground.hand = without(start.hand, ground.forced);
        // else two jokers stand for a card of which the hand has one
        return ground.hand.size() + chosen.size() == start.hand.size() && visit(ground);
    };
    for (std::size_t size = 0; size <= able.size(); ++size)
        if (any_part(able.size(), size, freeing)) return true;
    return false;
}

// Every way to take the options of the rules, most crosses alone and fewest jokers freed first, until a visit says
// true.
template <class Visit>
bool any_ground(const Sight& sight, const Pile& hand, Budget& budget, Visit visit) {
    if (!sight.opened) return visit(Ground{{}, {}, sight.table, {}, hand});
    const auto is_single = [](const Pile& group) { return group.size() == 1; };
    if (!sight.rules.exact && std::none_of(sight.table.begin(), sight.table.end(), is_single))
        return visit(Ground{sight.table, {}, {}, {}, hand});
    Piles lonely, melds;
    for (const Pile& group : sight.table) (is_single(group) ? lonely : melds).push_back(group);
    Piles sorted = lonely;
    std::erase_if(sorted, [](const Pile& group) { return group[0] == unknown; });
    std::sort(sorted.begin(), sorted.end());
    for (std::size_t size = 0; size <= sorted.size(); ++size) {
        std::set<Piles> choices;
        any_part(sorted.size(), size, [&](const Part& part) {
            Piles used;
            for (const std::size_t k : part) used.push_back(sorted[k]);
            choices.insert(used);
            return false;
        });
        for (const Piles& used : choices) {
            if (budget.poll()) return true;
            Ground ground{melds, {}, lonely, {}, hand};
            for (const Pile& group : used)
                ground.aside.erase(std::find(ground.aside.begin(), ground.aside.end(), group));
            const auto whole = [&](Ground found) {
                found.groups.insert(found.groups.end(), used.begin(), used.end());
                return visit(found);
            };
            if (any_freed(sight, ground, budget, whole)) return true;
        }
    }
    return false;
}

// Put the groups that stay first, in their old order.
Piles in_place(const Piles& groups, Piles melds) {
    Piles stay, left;
    for (const Pile& meld : melds) left.push_back(kinds(meld));
    for (const Pile& group : groups) {
        if (group.size() <= 1) continue;
        const auto at = std::find(left.begin(), left.end(), kinds(group));
        if (at == left.end()) continue;
        melds.erase(melds.begin() + (at - left.begin()));
        left.erase(at);
        stay.push_back(group);
    }
    stay.insert(stay.end(), melds.begin(), melds.end());
    return stay;
}

// Write the jokers that lie as the cards they stand for as jokers again.
void rename(Piles& melds, Pile jokers) {
    std::sort(jokers.begin(), jokers.end());
    for (const std::uint8_t joker : jokers)
        for (Pile& meld : melds) {
            const auto at = std::find(meld.begin(), meld.end(), plain(joker));
            if (at == meld.end()) continue;
            *at = joker;
            break;
        }
}

Piles piles_of(const Melds& melds) {
    Piles piles;
    for (const Meld& meld : melds) piles.emplace_back(meld.begin(), meld.end());
    return piles;
}

// A turn in which all these cards must lie, jokers too.
Turn turn_of(const Pile& table, Line line) {
    Turn turn{counted(table), {}, {}, line, {}};
    turn.weights.fill(1);
    for (const int c : table) turn.jokers.must += c >= deck;
    return turn;
}

}  // namespace

std::optional<Laid> Lays::most_of(const Pile& table, const Pile& hand, const Sight& sight, const Weights& weights,
                                  int jokers, Budget& budget) {
    Turn turn = turn_of(table, sight.rules.line);
    turn.hand = counted(hand);
    turn.jokers.must += jokers;
    std::copy_n(weights.begin(), deck, turn.weights.begin());
    return layer_.best(turn, budget);
}

Pile Lays::most(const Sight& sight, Budget& budget) { return best(sight, ones(), budget); }

Pile Lays::best(const Sight& sight, const Weights& weights, Budget& budget) {
    const Value needed = sight.opened ? 0 : sight.rules.opening_points;
    if (needed > 0 && count_of(sight.hand, deck) > 0) {
        const Dearest found = dearest(sight.rules, sight.hand, budget);
        return found.points >= needed ? found.laid : Pile{};
    }
    Value value = -1;
    Pile chosen;
    any_ground(sight, sight.hand, budget, [&](const Ground& ground) {
        Pile table = together(ground.groups);
        table.insert(table.end(), ground.forced.begin(), ground.forced.end());
        const int jokers = count_of(ground.hand, deck);
        for (int laid_jokers = 0; laid_jokers <= jokers; ++laid_jokers) {
            const auto found = most_of(table, ground.hand, sight, weights, laid_jokers, budget);
            if (!found) continue;
            Pile laid = ground.forced;
            laid.insert(laid.end(), found->cards.begin(), found->cards.end());
            std::sort(laid.begin(), laid.end());
            laid.insert(laid.end(), laid_jokers, deck);
            if (needed > worth_of(laid, sight.rules.card_points)) continue;
            const Value worth = worth_of(laid, weights);
            if (laid.empty() || worth <= value) continue;
            value = worth;
            chosen = laid;
        }
        return false;
    });
    if (needed > 0 && chosen.empty() && weights != sight.rules.card_points)
        return best(sight, sight.rules.card_points, budget);
    return chosen;
}

Piles Lays::own(const Sight& sight, Budget& budget) {
    if (sight.hand.size() < least) return {};
    for (int jokers = count_of(sight.hand, deck); jokers >= 0; --jokers) {
        const auto found = most_of({}, sight.hand, sight, ones(), jokers, budget);
        if (!found) continue;
        Piles groups = piles_of(found->melds);
        for (Pile& group : groups)
            for (std::uint8_t& c : group) c = std::min<std::uint8_t>(c, deck);
        return groups;
    }
    return {};
}

bool Lays::can_lay(const Sight& sight, Budget& budget) {
    const Pile laid = most(sight, budget);
    return !laid.empty() && !within(sight, laid, budget).empty();
}

// The parts are what can go of so many neighbours in their order; where nothing of them can, the fewest cards of the
// hand that can go.
Pile Lays::within(const Sight& sight, const Pile& laid, Budget& budget) {
    const std::size_t limit = sight.rules.most_new;
    if (limit == 0 || laid.size() <= limit) return laid;
    Pile ring = laid, largest;
    ring.insert(ring.end(), laid.begin(), laid.end());
    for (auto from = ring.begin(); from != ring.begin() + std::ssize(laid); ++from) {
        Pile window(from, from + sight.rules.most_new);
        std::sort(window.begin(), window.end());
        if (const Pile part = most(sight.with(window), budget); part.size() > largest.size()) largest = part;
    }
    if (!largest.empty()) return largest;
    Pile found;
    for (std::size_t size = 1; size <= limit && found.empty(); ++size)
        any_part(sight.hand.size(), size, [&](const Part& chosen) {
            Pile part;
            for (const std::size_t k : chosen) part.push_back(sight.hand[k]);
            if (fitted(sight, part, budget)) found = part;
            return !found.empty() || budget.poll();
        });
    return found;
}

std::optional<Piles> Lays::arranged(const Pile& cards, const Piles& groups, Line line, Budget& budget) {
    const Turn turn = turn_of(cards, line);
    auto laid = layer_.best(turn, budget);
    if (!laid) return std::nullopt;
    if (!groups.empty()) {
        Melds melds;
        for (const Pile& group : groups) melds.push_back(meld_of(group));
        Budget part = budget.share(std::min(nodes_to_spare(turn), budget.left()));
        laid = keeper_.spare(melds, turn, *laid, part);
    }
    return piles_of(laid->melds);
}

// A joker that names a card is laid as that card. The groups that stay come first, then the others as the kernel has
// them: runs by suit, then sets by rank.
std::optional<Laying> Lays::fitted(const Sight& sight, const Pile& cards, Budget& budget) {
    Pile named, hand;
    for (const int c : cards) {
        if (c > deck) named.push_back(c);
        hand.push_back(plain(c));
    }
    std::optional<Laying> found;
    any_ground(sight, hand, budget, [&](const Ground& ground) {
        Pile all = together(ground.groups);
        all.insert(all.end(), ground.forced.begin(), ground.forced.end());
        all.insert(all.end(), ground.hand.begin(), ground.hand.end());
        const auto melds = arranged(all, ground.groups, sight.rules.line, budget);
        if (!melds) return false;
        Piles after = in_place(ground.groups, *melds);
        Pile jokers = ground.fixed;
        jokers.insert(jokers.end(), named.begin(), named.end());
        rename(after, jokers);
        after.insert(after.begin(), ground.aside.begin(), ground.aside.end());
        Pile laid = laid_of(sight.table, after), stands;
        for (const int c : laid) stands.push_back(plain(c));
        if (!sight.opened && sight.rules.opening_points > worth_of(stands, sight.rules.card_points)) return false;
        found = {std::move(laid), std::move(after)};
        return true;
    });
    return found;
}

// Which joker came from the hand cannot be seen where jokers are free: one that stands for something new is taken.
Pile laid_of(const Piles& before, const Piles& after) {
    Pile old = together(before), now = together(after);
    const auto wild = [](int c) { return c >= deck; };
    const auto jokers = std::count_if(now.begin(), now.end(), wild) - std::count_if(old.begin(), old.end(), wild);
    const auto is_named = [](int c) { return c > deck; };
    Pile named, plain_cards, fresh, lay;
    std::copy_if(now.begin(), now.end(), std::back_inserter(named), is_named);
    std::copy_if(now.begin(), now.end(), std::back_inserter(plain_cards), [](int c) { return c < deck; });
    std::sort(named.begin(), named.end());
    for (Pile left = old; const std::uint8_t c : named) {
        const auto at = std::find(left.begin(), left.end(), c);
        (at == left.end() ? fresh : lay).push_back(c);
        if (at != left.end()) left.erase(at);
    }
    fresh.insert(fresh.end(), lay.begin(), lay.end());
    std::erase_if(old, wild);
    Pile laid = without(plain_cards, old);
    std::sort(laid.begin(), laid.end());
    fresh.resize(std::clamp<std::ptrdiff_t>(jokers, 0, std::ssize(fresh)));
    std::sort(fresh.begin(), fresh.end());
    laid.insert(laid.end(), fresh.begin(), fresh.end());
    return laid;
}

}  // namespace passatempo::machiavelli
