// Judges a group by its cards alone: the names of its jokers, and the first rule that it breaks.
// Twin: machiavelli/groups.py
#include "judge.hpp"

#include <algorithm>

#include "melds.hpp"

namespace passatempo::machiavelli {

namespace {

int plain_card(int c) { return c >= joker_as ? c - joker_as : c; }

// The cards of a group without its free jokers, with named jokers as the cards they stand for.
Pile fixed_of(const Pile& group) {
    Pile fixed;
    for (const int c : group)
        if (c != deck) fixed.push_back(plain_card(c));
    return fixed;
}

bool contains_card(const Pile& cards, int c) { return std::find(cards.begin(), cards.end(), c) != cards.end(); }

bool is_legal_group(const Pile& cards, Line line) {
    if (cards.size() > Meld::size_limit) return false;
    Meld meld;
    for (const int c : cards) meld.push_back(plain_card(c));
    return is_legal(meld, line);
}

// Name the free jokers as the first missing cards of `target_cards`, if that makes a meld.
std::optional<Pile> fill_jokers(const Pile& group, const Pile& fixed, const Pile& target_cards, Line line) {
    Pile missing;
    for (const int c : target_cards)
        if (!contains_card(fixed, c)) missing.push_back(c);
    if (missing.size() < group.size() - fixed.size()) return std::nullopt;
    Pile group_cards = group;
    auto next = missing.begin();
    for (std::uint8_t& c : group_cards)
        if (c == deck) c = joker_as + *next++;
    if (!is_legal_group(group_cards, line)) return std::nullopt;
    return group_cards;
}

Pile find_duplicates(Pile cards) {
    std::sort(cards.begin(), cards.end());
    Pile duplicates;
    for (std::size_t k = 1; k < cards.size(); ++k)
        if (cards[k] == cards[k - 1] && !contains_card(duplicates, cards[k])) duplicates.push_back(cards[k]);
    return duplicates;
}

// The other cards of the shortest run that contains all these cards.
Pile missing_of(const Pile& fixed, Line line) {
    const Meld* shortest_run = nullptr;
    for (const Meld& meld : legal_melds(line)) {
        const auto is_in_meld = [&](int c) { return std::find(meld.begin(), meld.end(), c) != meld.end(); };
        if (std::all_of(fixed.begin(), fixed.end(), is_in_meld) &&
            (shortest_run == nullptr || meld.size() < shortest_run->size()))
            shortest_run = &meld;
    }
    Pile missing;
    if (shortest_run != nullptr)
        for (const int c : *shortest_run)
            if (!contains_card(fixed, c)) missing.push_back(c);
    return missing;
}

// The fewest cards without which the others have one suit or one rank.
Pile find_odd_cards(const Pile& fixed) {
    std::array<int, suits> by_suit{};
    std::array<int, ranks> by_rank{};
    for (const int c : fixed) {
        ++by_suit[suit_of(c)];
        ++by_rank[rank_of(c)];
    }
    const auto suit = std::max_element(by_suit.begin(), by_suit.end());
    const auto rank = std::max_element(by_rank.begin(), by_rank.end());
    Pile odd_cards;
    for (const int c : fixed)
        if (*suit >= *rank ? suit_of(c) != suit - by_suit.begin() : rank_of(c) != rank - by_rank.begin())
            odd_cards.push_back(c);
    return odd_cards;
}

bool all_equal(const Pile& cards, int (*of)(int)) {
    return std::all_of(cards.begin(), cards.end(), [&](int c) { return of(c) == of(cards.front()); });
}

}  // namespace

Meld meld_of(const Pile& pile) {
    Meld meld;
    for (const int c : pile) meld.push_back(c);
    return meld;
}

Pile card_kinds(Pile group) {
    for (std::uint8_t& c : group) c = std::min<std::uint8_t>(c, deck);
    std::sort(group.begin(), group.end());
    return group;
}

std::optional<Pile> name_jokers(const Pile& group, Line line) {
    const Pile fixed = fixed_of(group);
    if (group.size() > Meld::size_limit) return std::nullopt;
    if (fixed.size() == group.size()) return is_legal_group(group, line) ? std::optional(group) : std::nullopt;
    const int rank = fixed.empty() ? 0 : rank_of(fixed.front());
    const int suit = fixed.empty() ? 0 : suit_of(fixed.front());
    Pile of_rank;
    for (int s = 0; s < suits; ++s) of_rank.push_back(make_card(s, rank));
    if (auto group_meld = fill_jokers(group, fixed, of_rank, line)) return group_meld;
    for (int start = 0; start < ranks; ++start) {
        Pile row;
        for (std::size_t step = 0; step < group.size(); ++step) row.push_back(make_card(suit, (start + step) % ranks));
        if (auto group_meld = fill_jokers(group, fixed, row, line)) return group_meld;
    }
    return std::nullopt;
}

namespace {

// The cards of a meld in the order of the equal legal meld.
Pile in_order(const Pile& group, const Pile& meld, Line line) {
    Pile meld_cards;
    for (const int c : meld) meld_cards.push_back(plain_card(c));
    std::sort(meld_cards.begin(), meld_cards.end());
    Pile cards_in_order;
    for (const Meld& legal : legal_melds(line)) {
        Meld sorted = legal;
        std::sort(sorted.begin(), sorted.end());
        if (!std::equal(sorted.begin(), sorted.end(), meld_cards.begin(), meld_cards.end())) continue;
        for (const int c : legal)
            for (std::size_t k = 0; k < meld.size(); ++k)
                if (plain_card(meld[k]) == c) cards_in_order.push_back(group[k]);
    }
    return cards_in_order;
}

}  // namespace

Judgement judge(const Pile& group, Line line) {
    const Pile fixed = fixed_of(group);
    if (auto meld = name_jokers(group, line)) {
        const bool is_set = rank_of((*meld)[0]) == rank_of((*meld)[1]);
        return {is_set ? Verdict::set : Verdict::run, *meld, in_order(group, *meld, line), {}};
    }
    if (const Pile copies = find_duplicates(fixed); !copies.empty()) return {Verdict::identical, {}, {}, copies};
    if (group.size() < 3) return {Verdict::too_short, {}, {}, {}};
    if (group.size() > Meld::size_limit || all_equal(fixed, rank_of)) return {Verdict::too_long, {}, {}, {}};
    if (!all_equal(fixed, suit_of)) return {Verdict::mixed, {}, {}, find_odd_cards(fixed)};
    if (name_jokers(group, {0, ranks, true})) return {Verdict::ace, {}, {}, {}};
    return {Verdict::gap, {}, {}, missing_of(fixed, line)};
}

}  // namespace passatempo::machiavelli
