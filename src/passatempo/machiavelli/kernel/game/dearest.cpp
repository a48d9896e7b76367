// Groups of three to five cards taken one after the other, those worth most first.
// Algorithm: depth-first branch and bound
#include "dearest.hpp"

#include <algorithm>

#include "legal.hpp"

namespace passatempo::machiavelli {

namespace {

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

}  // namespace

Dearest dearest(const MatchRules& rules, const Pile& hand, Budget& budget) {
    Held held{};
    for (const int c : hand) ++held[c];
    const int size = static_cast<int>(hand.size());
    Dearest found = Search(rules, budget).best(held, size, rules.most_new > 0 ? rules.most_new : size, 0);
    std::sort(found.laid.begin(), found.laid.end());
    return found;
}

}  // namespace passatempo::machiavelli
