// Enumerates ways to free jokers and to leave crosses alone, and proves that a joker was not freed.
// Algorithm: enumeration of crosses, names of jokers, and cards of the hand that free one
#include "turn/divisions.hpp"

#include <utility>
#include <vector>

namespace passatempo::machiavelli {

namespace {

using CardCounts = std::array<int, deck>;

struct JokerPlace {
    std::size_t group_index, card_index;
};

CardCounts count_faces(const Pile& cards) {
    CardCounts face_counts{};
    for (const int c : cards)
        if (c < deck) ++face_counts[c];
    return face_counts;
}

// The jokers of a table by the card that each stands for.
std::array<std::vector<JokerPlace>, deck> jokers_by_card(const Piles& groups) {
    std::array<std::vector<JokerPlace>, deck> joker_places;
    for (std::size_t at = 0; at < groups.size(); ++at)
        for (std::size_t k = 0; k < groups[at].size(); ++k)
            if (const int c = groups[at][k]; c >= joker_as) joker_places[face_of(c)].push_back({at, k});
    return joker_places;
}

// The other suit that the only joker in a set of three may stand for.
std::optional<int> other_name(const Pile& group, std::size_t joker) {
    if (group.size() != 3) return std::nullopt;
    int missing = 0b1111;
    for (std::size_t k = 0; k < group.size(); ++k) {
        if (rank_of(group[k]) != rank_of(group[joker]) || (k != joker && is_joker(group[k]))) return std::nullopt;
        missing &= ~(1 << suit_of(group[k]));
    }
    for (int suit = 0; suit < suits; ++suit)
        if (missing == 1 << suit) return make_card(suit, rank_of(group[joker]));
    return std::nullopt;
}

// Visit every table in which such jokers stand for either suit.
bool any_naming(const Piles& groups, std::size_t from, Budget& budget, const std::function<bool(const Piles&)>& visit) {
    for (std::size_t at = from; at < groups.size(); ++at)
        for (std::size_t k = 0; k < groups[at].size(); ++k) {
            if (groups[at][k] < joker_as) continue;
            const auto other_card = other_name(groups[at], k);
            if (!other_card) continue;
            if (budget.poll() || any_naming(groups, at + 1, budget, visit)) return true;
            Piles new_groups = groups;
            new_groups[at][k] = to_byte(joker_as + *other_card);
            return any_naming(new_groups, at + 1, budget, visit);
        }
    return visit(groups);
}

// The ways to free jokers with optional cards of the hand.
class JokerFreeing {
public:
    JokerFreeing(const Position& at, const Division& start, const Piles& groups)
        : base_division_(start), jokers_by_card_(jokers_by_card(groups)), current_division_(start) {
        current_division_.groups = current_division_.named_groups = groups;
        const CardCounts mandatory_faces = count_faces(start.mandatory_cards),
                         hand_faces = count_faces(start.optional_cards),
                         table_faces = count_faces(join_groups(at.table));
        for (int c = 0; c < deck; ++c) {
            const int joker_count = static_cast<int>(jokers_by_card_[c].size());
            free_counts_[c] = std::min(
                joker_count, mandatory_faces[c] + (at.rules.joker_freeing == Freeing::table ? table_faces[c] : 0));
            extra_limits_[c] = std::min(joker_count - free_counts_[c], hand_faces[c]);
        }
    }

    bool any_extra(Budget& budget, const VisitDivision& visit) {
        CardCounts extra_counts{};
        while (true) {
            apply_extra(extra_counts);
            if (budget.poll() || visit(current_division_)) return true;
            int c = 0;
            for (; c < deck && extra_counts[c] == extra_limits_[c]; ++c) extra_counts[c] = 0;
            if (c == deck) return false;
            ++extra_counts[c];
        }
    }

private:
    // Free jokers with these further copies of each card from the hand.
    void apply_extra(const CardCounts& extra_counts) {
        current_division_.bound_jokers.clear();
        Pile freeing;
        for (int c = 0; c < deck; ++c) {
            for (std::size_t k = 0; k < jokers_by_card_[c].size(); ++k) {
                const bool is_freed = std::cmp_less(k, free_counts_[c] + extra_counts[c]);
                current_division_.groups[jokers_by_card_[c][k].group_index][jokers_by_card_[c][k].card_index] =
                    to_byte(is_freed ? deck : c);
                if (!is_freed) current_division_.bound_jokers.push_back(to_byte(joker_as + c));
            }
            freeing.insert(freeing.end(), extra_counts[c], to_byte(c));
        }
        current_division_.optional_cards = without_cards(base_division_.optional_cards, freeing);
        current_division_.mandatory_cards = base_division_.mandatory_cards;
        current_division_.mandatory_cards.insert(current_division_.mandatory_cards.end(), freeing.begin(),
                                                 freeing.end());
    }

    const Division& base_division_;
    std::array<std::vector<JokerPlace>, deck> jokers_by_card_;
    Division current_division_;
    CardCounts free_counts_{}, extra_limits_{};
};

bool any_freeing(const Position& at, const Division& start, Budget& budget, const VisitDivision& visit) {
    const bool has_jokers = std::ranges::any_of(start.groups, [](const Pile& group) {
        return std::ranges::any_of(group, [](int c) { return c >= joker_as; });
    });
    if (at.rules.joker_freeing == Freeing::free || !has_jokers) return visit(start);
    const auto named = [&](const Piles& groups) { return JokerFreeing(at, start, groups).any_extra(budget, visit); };
    if (at.rules.joker_freeing == Freeing::hand) return named(start.groups);
    return any_naming(start.groups, 0, budget, named);
}

// Visit every choice of `choice_size` of the cards from a place on, in order. Equal cards give one choice.
bool any_choice(const Pile& cards, std::size_t from, std::size_t choice_size, Pile& card_choice, Budget& budget,
                const std::function<bool(const Pile&)>& visit) {
    if (choice_size == 0) return budget.poll() || visit(card_choice);
    for (std::size_t at = from; at + choice_size <= cards.size(); ++at) {
        if (at > from && cards[at] == cards[at - 1]) continue;
        card_choice.push_back(cards[at]);
        if (any_choice(cards, at + 1, choice_size - 1, card_choice, budget, visit)) return true;
        card_choice.pop_back();
    }
    return false;
}

}  // namespace

bool any_division(const Position& at, const Pile& mandatory_cards, Budget& budget, const VisitDivision& visit) {
    const Pile hand_rest = without_cards(at.hand, mandatory_cards);
    if (!at.sees_table()) return visit({{}, {}, {}, at.table, mandatory_cards, hand_rest});
    Pile lonely;
    Piles melds, unknown_groups;
    for (const Pile& group : at.table) {
        if (at.rules.crosses == 0 || group.size() > 1) melds.push_back(group);
        else if (group[0] == unknown) unknown_groups.push_back(group);
        else lonely.push_back(group[0]);
    }
    std::ranges::sort(lonely);
    const auto visit_choice = [&](const Pile& staying_crosses) {
        Division division{melds, {}, {}, unknown_groups, mandatory_cards, hand_rest};
        for (const std::uint8_t c : staying_crosses) division.fixed_groups.push_back({c});
        for (const std::uint8_t c : without_cards(lonely, staying_crosses)) division.groups.push_back({c});
        return any_freeing(at, division, budget, visit);
    };
    Pile staying_crosses;
    for (std::size_t cross_count = std::min<std::size_t>(at.rules.crosses, lonely.size());; --cross_count) {
        if (any_choice(lonely, 0, cross_count, staying_crosses, budget, visit_choice)) return true;
        if (cross_count == 0) return false;
    }
}

// Hall's condition, rank by rank. Any set of suits must have room for the jokers that stood for these suits alone.
std::optional<int> find_bound_joker(const TurnRules& rules, const Piles& before, const Pile& hand_cards,
                                    const Piles& after) {
    if (rules.joker_freeing == Freeing::free) return std::nullopt;
    const CardCounts from_hand = count_faces(hand_cards), table = count_faces(join_groups(before));
    const auto jokers_before = jokers_by_card(before), jokers_after = jokers_by_card(after);
    for (int rank = 0; rank < ranks; ++rank)
        for (unsigned suit_set = 1; suit_set < 1U << suits; ++suit_set) {
            std::ptrdiff_t room = 0;
            for (int suit = 0; suit < suits; ++suit) {
                const int c = make_card(suit, rank);
                if ((suit_set >> suit & 1) == 0) continue;
                room +=
                    std::ssize(jokers_after[c]) + from_hand[c] + (rules.joker_freeing == Freeing::table ? table[c] : 0);
                for (const auto& [group, at] : jokers_before[c]) {
                    const auto other =
                        rules.joker_freeing == Freeing::table ? other_name(before[group], at) : std::nullopt;
                    room -= !other || (suit_set >> suit_of(*other) & 1);
                }
            }
            for (int suit = 0; suit < suits && room < 0; ++suit)
                if ((suit_set >> suit & 1) && !jokers_before[make_card(suit, rank)].empty())
                    return make_card(suit, rank);
        }
    return std::nullopt;
}

}  // namespace passatempo::machiavelli
