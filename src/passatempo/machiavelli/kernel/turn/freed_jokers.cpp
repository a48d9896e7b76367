// Ways to free jokers and to leave crosses alone, one after the other, and the proof that a joker was not freed.
// Algorithm: enumeration of crosses, names of jokers, and cards of the hand that free one
#include "turn/freed_jokers.hpp"

#include <utility>
#include <vector>

namespace passatempo::machiavelli {

namespace {

using CardCounts = std::array<int, deck>;

struct Place {
    std::size_t group, card;
};

CardCounts faces(const Pile& cards) {
    CardCounts found{};
    for (const int c : cards)
        if (c < deck) ++found[c];
    return found;
}

// The jokers of a table by the card that each stands for.
std::array<std::vector<Place>, deck> jokers_by_card(const Piles& groups) {
    std::array<std::vector<Place>, deck> found;
    for (std::size_t at = 0; at < groups.size(); ++at)
        for (std::size_t k = 0; k < groups[at].size(); ++k)
            if (const int c = groups[at][k]; c >= joker_as) found[face_of(c)].push_back({at, k});
    return found;
}

// The other colour that the joker of a set of three may stand for: its only joker, beside two cards of one rank.
std::optional<int> other_name(const Pile& group, std::size_t joker) {
    if (group.size() != 3) return std::nullopt;
    int missing = 0b1111;
    for (std::size_t k = 0; k < group.size(); ++k) {
        if (rank_of(group[k]) != rank_of(group[joker]) || (k != joker && is_joker(group[k]))) return std::nullopt;
        missing &= ~(1 << suit_of(group[k]));
    }
    for (int suit = 0; suit < suits; ++suit)
        if (missing == 1 << suit) return card(suit, rank_of(group[joker]));
    return std::nullopt;
}

// Every table on which such jokers stand for one colour or the other.
bool any_naming(const Piles& groups, std::size_t from, Budget& budget, const std::function<bool(const Piles&)>& visit) {
    for (std::size_t at = from; at < groups.size(); ++at)
        for (std::size_t k = 0; k < groups[at].size(); ++k) {
            if (groups[at][k] < joker_as) continue;
            const auto other = other_name(groups[at], k);
            if (!other) continue;
            if (budget.poll() || any_naming(groups, at + 1, budget, visit)) return true;
            Piles renamed = groups;
            renamed[at][k] = narrow(joker_as + *other);
            return any_naming(renamed, at + 1, budget, visit);
        }
    return visit(groups);
}

// The ways to free jokers with cards of the hand beside those that must be laid.
class FreedJokers {
public:
    FreedJokers(const Position& at, const Division& start, const Piles& groups)
        : start_(start), jokers_(jokers_by_card(groups)), division_(start) {
        division_.groups = division_.named = groups;
        const CardCounts forced = faces(start.forced), hand = faces(start.hand), table = faces(together(at.table));
        for (int c = 0; c < deck; ++c) {
            const int all = static_cast<int>(jokers_[c].size());
            freed_[c] = std::min(all, forced[c] + (at.rules.joker == Freeing::table ? table[c] : 0));
            most_[c] = std::min(all - freed_[c], hand[c]);
        }
    }

    bool any(Budget& budget, const VisitDivision& visit) {
        CardCounts more{};
        while (true) {
            free(more);
            if (budget.poll() || visit(division_)) return true;
            int c = 0;
            for (; c < deck && more[c] == most_[c]; ++c) more[c] = 0;
            if (c == deck) return false;
            ++more[c];
        }
    }

private:
    // So many more of each card are laid to free jokers.
    void free(const CardCounts& more) {
        division_.bound.clear();
        Pile freeing;
        for (int c = 0; c < deck; ++c) {
            for (std::size_t k = 0; k < jokers_[c].size(); ++k) {
                const bool is_freed = std::cmp_less(k, freed_[c] + more[c]);
                division_.groups[jokers_[c][k].group][jokers_[c][k].card] = narrow(is_freed ? deck : c);
                if (!is_freed) division_.bound.push_back(narrow(joker_as + c));
            }
            freeing.insert(freeing.end(), more[c], narrow(c));
        }
        division_.hand = without(start_.hand, freeing);
        division_.forced = start_.forced;
        division_.forced.insert(division_.forced.end(), freeing.begin(), freeing.end());
    }

    const Division& start_;
    std::array<std::vector<Place>, deck> jokers_;
    Division division_;
    CardCounts freed_{}, most_{};
};

bool any_freed(const Position& at, const Division& start, Budget& budget, const VisitDivision& visit) {
    const bool has_jokers = std::ranges::any_of(start.groups, [](const Pile& group) {
        return std::ranges::any_of(group, [](int c) { return c >= joker_as; });
    });
    if (at.rules.joker == Freeing::free || !has_jokers) return visit(start);
    const auto named = [&](const Piles& groups) { return FreedJokers(at, start, groups).any(budget, visit); };
    if (at.rules.joker == Freeing::hand) return named(start.groups);
    return any_naming(start.groups, 0, budget, named);
}

// Every choice of so many of the cards from a place on, in order; cards that are alike are one choice.
bool any_choice(const Pile& cards, std::size_t from, std::size_t number, Pile& chosen, Budget& budget,
                const std::function<bool(const Pile&)>& visit) {
    if (number == 0) return budget.poll() || visit(chosen);
    for (std::size_t at = from; at + number <= cards.size(); ++at) {
        if (at > from && cards[at] == cards[at - 1]) continue;
        chosen.push_back(cards[at]);
        if (any_choice(cards, at + 1, number - 1, chosen, budget, visit)) return true;
        chosen.pop_back();
    }
    return false;
}

}  // namespace

bool any_division(const Position& at, const Pile& forced, Budget& budget, const VisitDivision& visit) {
    const Pile rest = without(at.hand, forced);
    if (!at.sees_table()) return visit({{}, {}, {}, at.table, forced, rest});
    Pile lonely;
    Piles melds, hidden;
    for (const Pile& group : at.table) {
        if (at.rules.crosses == 0 || group.size() > 1) melds.push_back(group);
        else if (group[0] == unknown) hidden.push_back(group);
        else lonely.push_back(group[0]);
    }
    std::ranges::sort(lonely);
    const auto alone = [&](const Pile& stay) {
        Division division{melds, {}, {}, hidden, forced, rest};
        for (const std::uint8_t c : stay) division.aside.push_back({c});
        for (const std::uint8_t c : without(lonely, stay)) division.groups.push_back({c});
        return any_freed(at, division, budget, visit);
    };
    Pile stay;
    for (std::size_t number = std::min<std::size_t>(at.rules.crosses, lonely.size());; --number) {
        if (any_choice(lonely, 0, number, stay, budget, alone)) return true;
        if (number == 0) return false;
    }
}

// Hall's condition, rank by rank: among any suits there is room for all the jokers that stood for these alone.
std::optional<int> unfreed_joker(const TurnRules& rules, const Piles& before, const Pile& laid, const Piles& after) {
    if (rules.joker == Freeing::free) return std::nullopt;
    const CardCounts from_hand = faces(laid), table = faces(together(before));
    const auto stood = jokers_by_card(before), stand = jokers_by_card(after);
    for (int rank = 0; rank < ranks; ++rank)
        for (unsigned among = 1; among < 1U << suits; ++among) {
            std::ptrdiff_t room = 0;
            for (int suit = 0; suit < suits; ++suit) {
                const int c = card(suit, rank);
                if ((among >> suit & 1) == 0) continue;
                room += std::ssize(stand[c]) + from_hand[c] + (rules.joker == Freeing::table ? table[c] : 0);
                for (const auto& [group, at] : stood[c]) {
                    const auto other = rules.joker == Freeing::table ? other_name(before[group], at) : std::nullopt;
                    room -= !other || (among >> suit_of(*other) & 1);
                }
            }
            for (int suit = 0; suit < suits && room < 0; ++suit)
                if ((among >> suit & 1) && !stood[card(suit, rank)].empty()) return card(suit, rank);
        }
    return std::nullopt;
}

}  // namespace passatempo::machiavelli
