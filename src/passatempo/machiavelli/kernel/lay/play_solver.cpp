// Finds the best play of a turn by depth-first branch and bound over the starts of the suits, then by integer programs.
// 1. `first_rank`: on a circle, the cut with the fewest possible states.
// 2. `list_starts`: the starts of each suit, as states of open runs [Rijn2015], with the bounds of their relaxations.
// 3. `try_starts`: combinations of starts that may still improve the best play; `try_start` searches one rank by rank.
// 4. `solve_programs`: integer programs [Hertog2006], if the search has used up its nodes.
// 5. `extract_play`: the melds of the best play, with the cards that jokers stand for.
// Twin: tests/machiavelli/turn/plain_search.py
#include "lay/play_solver.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace passatempo::machiavelli {

namespace {

// ---- What jokers stand for in melds ----

// Replace the last copies of each card in the melds by jokers, `wild` of each card.
void put_jokers(Melds& melds, std::array<int, deck> wild) {
    for (auto meld = melds.rbegin(); meld != melds.rend(); ++meld)
        for (std::uint8_t& card : *meld)
            if (card < deck && wild[card] > 0) {
                --wild[card];
                card += joker_as;
            }
}

// Add melds of jokers that stand for no particular card: short runs of spades, from the 2 if an ace is below it.
void add_melds_of_jokers(const Line& line, int jokers, Melds& melds) {
    while (jokers > 0) {
        const int size = jokers < 6 ? jokers : 3;
        Meld& meld = melds.emplace_back();
        for (int k = 0; k < size; ++k) meld.push_back(joker_as + make_card(0, line.rank_at((line.first == 0) + k)));
        jokers -= size;
    }
}

// The last jokers of these melds, at most `joker_limit`, as the cards they stand for. These come from the hand, and any
// earlier ones from the table.
std::vector<int> last_jokers(const Melds& melds, int joker_limit) {
    std::vector<int> joker_cards;
    for (auto meld = melds.rbegin(); meld != melds.rend(); ++meld)
        for (std::size_t k = meld->size(); k-- > 0;)
            if ((*meld)[k] >= joker_as && std::ssize(joker_cards) < joker_limit) joker_cards.push_back((*meld)[k]);
    return joker_cards;
}

// The search has so many nodes before the integer program starts. One of the two is nearly always quick.
constexpr std::uint64_t search_node_limit = 500;
constexpr int max_relaxations = 100;  // more would cost too much time and memory, as each start has a table

int copies_of(const Turn& turn, int rank, int suit) { return turn.table[rank][suit] + turn.hand[rank][suit]; }

bool holds_cards_of_no_value(const Turn& turn) {
    for (int c = 0; c < deck; ++c)
        if (turn.weights[c] == 0 && turn.hand[c % ranks][c / ranks] > 0) return true;
    return false;
}

// The value of all cards of the hand.
Value hand_value(const Turn& turn) {
    Value weight_sum = 0;
    for (int c = 0; c < deck; ++c) weight_sum += turn.weights[c] * turn.hand[c % ranks][c / ranks];
    return weight_sum;
}

// Add the jokers laid from the hand, as the cards they stand for.
void add_jokers(int from_hand, PlayResult& best_play) {
    const std::vector<int> jokers = last_jokers(best_play.melds, from_hand);
    assert(std::ssize(jokers) == from_hand);
    best_play.hand_cards.insert(best_play.hand_cards.end(), jokers.begin(), jokers.end());
}

}  // namespace

Ranks all_cards(const Turn& turn) {
    Ranks card_counts;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) card_counts[rank][suit] = copies_of(turn, rank, suit);
    return card_counts;
}

int first_rank(const Turn& turn, int jokers) {
    if (!turn.line.circular) return turn.line.start_rank();
    return cheapest_cut([&](int rank, int suit) {
        return jokers + std::min(copies_of(turn, rank, suit), copies_of(turn, (rank + 12) % ranks, suit));
    });
}

Offer make_offer(const Turn& turn, const Ranks& must, int first, int jokers, Value scale) {
    Offer offer;
    offer.joker_count = jokers;
    offer.run_end = std::min(turn.line.places, ranks);
    for (int place = 0; place < ranks + 2; ++place) {
        const int rank = (first + place) % ranks;
        const bool past = place >= ranks && !turn.line.circular;
        for (int suit = 0; suit < suits; ++suit) {
            offer.table_copies[place][suit] = past ? 0 : must[rank][suit];
            offer.total_copies[place][suit] = past ? 0 : static_cast<std::uint8_t>(copies_of(turn, rank, suit));
            if (place < ranks) offer.card_weights[place][suit] = scale * turn.weights[make_card(suit, rank)];
        }
    }
    return offer;
}

std::optional<PlayResult> PlaySolver::close_hand(const Turn& turn, Budget& budget) {
    const Jokers joker_demand{turn.jokers.must + turn.jokers.may, 0};
    if (!search_plays(turn, all_cards(turn), joker_demand, 0, impossible, true, budget)) return std::nullopt;
    return extract_play(turn);
}

std::optional<PlayResult> PlaySolver::find_best_play(const Turn& turn, Budget& budget) {
    upper_bound_ = hand_value(turn);
    // There is nothing to choose. Without jokers the general search is as quick.
    if (turn.hand == Ranks{} && turn.jokers.must > 0 && turn.jokers.may == 0) return close_hand(turn, budget);
    // Among plays of greatest value, prefer one that closes the hand. If every card in the hand has value, only closing
    // plays have the greatest value.
    if (turn.jokers.may > 0 || holds_cards_of_no_value(turn))
        if (auto closed = close_hand(turn, budget)) return closed;
    if (budget.stop() != Stop::done) return std::nullopt;
    const Value scale = turn.jokers.may + 1;  // one card outweighs all jokers of the hand
    if (!search_plays(turn, turn.table, turn.jokers, scale, impossible, false, budget)) return std::nullopt;
    return extract_play(turn);
}

// First try the whole hand, because a play that closes is preferred to others of its value.
std::optional<PlayResult> PlaySolver::find_best_play(const Turn& turn, const Demand& demand, Budget& budget) {
    upper_bound_ = hand_value(turn);
    line_ = turn.line;
    first_rank_ = first_rank(turn, turn.jokers.must + turn.jokers.may);
    offer_ = make_offer(turn, turn.table, first_rank_, turn.jokers.must + turn.jokers.may, 0);
    Turn full_turn{all_cards(turn), {}, {turn.jokers.must + turn.jokers.may, 0}, turn.line, turn.weights};
    Demand full_demand = demand;
    int hand_count = turn.jokers.may;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            hand_count += turn.hand[rank][suit];
            full_demand.mandatory_cards[rank][suit] += turn.hand[rank][suit];
        }
    full_demand.mandatory_jokers += turn.jokers.may;
    full_demand.card_limit = -1;
    best_play_.total_value = impossible;
    jokers_on_table_ = 0;  // every joker stands for a card
    if (demand.card_limit < 0 || hand_count <= demand.card_limit) {
        value_target_ = 0;
        solve(full_turn, full_turn.table, {}, {full_turn.jokers.must, full_turn.jokers.must}, 0, 0, budget,
              &full_demand);
        if (best_play_.total_value != impossible) return extract_play(turn);
    }
    value_target_ = -impossible;
    const Value scale = turn.jokers.may + 1;
    Gains gains{};
    Value base = 0;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            gains[rank][suit] = scale * turn.weights[make_card(suit, rank)];
            if (turn.hand[rank][suit] > 0) base += gains[rank][suit] * turn.table[rank][suit];
        }
    const int table = turn.jokers.must;
    solve(turn, turn.table, gains, {table, table + turn.jokers.may}, -1, table - base, budget, &demand);
    if (best_play_.total_value == impossible) return std::nullopt;
    return extract_play(turn);
}

bool PlaySolver::reaches_value(const Turn& turn, Value value_target, Budget& budget) {
    const Value scale = turn.jokers.may + 1;
    return search_plays(turn, turn.table, turn.jokers, scale, value_target * scale - scale, true, budget);
}

// Find the best play with a scaled value above `above`, or any such play.
bool PlaySolver::search_plays(const Turn& turn, const Ranks& must, const Jokers& jokers, Value scale, Value above,
                              bool any, Budget& budget) {
    line_ = turn.line;
    first_rank_ = first_rank(turn, jokers.must + jokers.may);
    offer_ = make_offer(turn, must, first_rank_, jokers.must + jokers.may, scale);
    best_play_.total_value = above;
    Budget part_budget = budget.share(std::min(search_node_limit, budget.left()));
    const bool is_feasible = search_ranks(turn, jokers, above, any, part_budget);
    budget.count(part_budget);
    if (!is_feasible) return false;
    if (scale > 0) upper_bound_ = (value_limit_ + scale - 1) / scale;
    if (part_budget.stop() == Stop::nodes && best_play_.total_value < value_target_)
        solve_programs(turn, must, jokers, scale, budget);
    return best_play_.total_value > above;
}

// Search for a play better than the best known. Return false if some suit cannot be placed even alone.
bool PlaySolver::search_ranks(const Turn& turn, const Jokers& jokers, Value above, bool any, Budget& budget) {
    RelaxationValue prospect{0, 0};
    for (int suit = 0; suit < suits; ++suit) {
        list_starts(turn.line, suit, budget);
        if (start_counts_[suit] == 0 || budget.stop() != Stop::done) return false;
        prospect.value_bound += start_pool_[suit][0].relaxation_value.value_bound;
        prospect.joker_bound += fewest_jokers(suit);
    }
    value_limit_ = prospect.value_bound;
    value_target_ = any ? above + 1 : prospect.value_bound;
    try_starts(0, prospect, jokers, budget);
    return true;
}

// Continue by integer programs. The first covers plays in which all jokers of the table stand for cards. The others
// cover each way to form melds of the remaining ones, with jokers of the hand.
void PlaySolver::solve_programs(const Turn& turn, const Ranks& must, const Jokers& jokers, Value scale,
                                Budget& budget) {
    Gains gains{};
    Value base = 0;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            gains[rank][suit] = scale * turn.weights[make_card(suit, rank)];
            if (must[rank][suit] < copies_of(turn, rank, suit)) base += gains[rank][suit] * must[rank][suit];
        }
    const int table = jokers_on_table_ = jokers.must;
    solve(turn, must, gains, {table, table + jokers.may}, -1, table - base, budget);
    if (table >= 3) solve(turn, must, gains, {0, table - 3}, 0, -base, budget);
    for (int extra_jokers = 1; extra_jokers <= std::min({2, jokers.may, table + 2}); ++extra_jokers)
        if (const int used_jokers = table + extra_jokers - 3; used_jokers >= 0)
            solve(turn, must, gains, {used_jokers, used_jokers}, 0, -extra_jokers - base, budget);
}

// Solve for plays with this range of jokers standing for cards. The value is the program's gain plus `value_offset`.
void PlaySolver::solve(const Turn& turn, const Ranks& must, const Gains& gains, JokerRange jokers, Value joker_gain,
                       Value value_offset, Budget& budget, const Demand* demand) {
    if (best_play_.total_value >= value_target_ || budget.stop() != Stop::done) return;
    formulation_.build_program(must, all_cards(turn), line_, jokers.min_jokers, jokers.max_jokers, &gains, joker_gain);
    if (demand != nullptr) add_demand(*demand, turn, jokers.min_jokers);
    if (!formulation_.solve(best_play_.total_value + 1 - value_offset, value_target_ - value_offset, budget)) return;
    best_play_.total_value = formulation_.gain() + value_offset;
    best_play_.joker_count = formulation_.joker_count();
    for (int suit = 0; suit < suits; ++suit)
        aces_before_[suit] = line_.has_double_ace() ? formulation_.aces_before(suit) : 0;
    for (int place = 0; place < ranks; ++place)
        for (int suit = 0; suit < suits; ++suit) {
            const int rank = (first_rank_ + place) % ranks;
            const auto cell = formulation_.cell_at(rank, suit);
            Share& share = best_play_.rank_shares[place];
            share.run_cards[suit] = cell.run_cards - (rank == line_.first ? aces_before_[suit] : 0);
            share.set_cards[suit] = cell.real_cards + cell.joker_cards - cell.run_cards;
            share.real_cards[suit] = cell.real_cards;
        }
    const int left = jokers_on_table_ - best_play_.joker_count;
    best_play_.spare_jokers = left > 0 ? std::max(3, left) : 0;
}

void PlaySolver::add_demand(const Demand& demand, const Turn& turn, int jokers_before) {
    if (demand.card_limit >= 0) formulation_.limit_cards(demand.card_limit, jokers_before);
    if (demand.min_worth == 0) return;
    if (!demand.must_open) return formulation_.require_worth(demand.card_points, demand.min_worth);
    const Formulation::OpeningHand opening_hand{demand.mandatory_cards, turn.hand, demand.mandatory_jokers,
                                                turn.jokers.may};
    formulation_.require_opening(opening_hand, jokers_before, demand.card_points, demand.min_worth);
}

// List the starts from which one suit alone can place its cards, in descending order of their bounds.
void PlaySolver::list_starts(Line line, int suit, Budget& budget) {
    start_counts_[suit] = 0;
    offer_.aces_before[suit] = 0;
    const auto may = [&](int place) { return offer_.total_copies[place][suit] + offer_.joker_count; };
    const int open_limit = std::min(may(ranks - 1), may(0));
    const SuitRelaxation* shared = nullptr;
    if (line.circular && (open_limit + 1) * (open_limit + 2) * (open_limit + 3) / 6 > max_relaxations) {
        shared_relaxations_[suit].build_table(offer_, suit, {255, 255, -510});  // every state is as good as this one
        shared = &shared_relaxations_[suit];
    }
    add_start(suit, {}, {}, 0, shared, budget);
    if (line.has_double_ace())
        for (int aces = 1; aces <= std::min(open_limit, may(1)) && !budget.poll(); ++aces)
            add_start(suit, {aces, 0, 0}, {}, aces, nullptr, budget);
    if (line.circular)
        for (int open_count = 1; open_count <= open_limit && !budget.poll(); ++open_count)
            for (int pending = 0; pending <= open_count; ++pending)
                for (int single_count = 0; single_count <= std::min(pending, may(1)); ++single_count) {
                    const OpenRuns open{single_count, pending - single_count, open_count - pending};
                    if (pending - single_count <= may(ranks - 2)) add_start(suit, open, open, 0, shared, budget);
                }
    const auto last = start_pool_[suit].begin() + start_counts_[suit];
    const auto better = [](const SuitOpening& a, const SuitOpening& b) {
        return a.relaxation_value.value_bound > b.relaxation_value.value_bound;
    };
    if (!std::is_sorted(start_pool_[suit].begin(), last, better))
        std::stable_sort(start_pool_[suit].begin(), last, better);
}

int PlaySolver::fewest_jokers(int suit) const {
    const auto fewer_jokers = [](const SuitOpening& a, const SuitOpening& b) {
        return a.relaxation_value.joker_bound < b.relaxation_value.joker_bound;
    };
    return std::min_element(start_pool_[suit].begin(), start_pool_[suit].begin() + start_counts_[suit], fewer_jokers)
        ->relaxation_value.joker_bound;
}

void PlaySolver::add_start(int suit, const OpenRuns& open, const OpenRuns& finish, int before,
                           const SuitRelaxation* shared, Budget& budget) {
    auto& pool = start_pool_[suit];
    auto& suit_relaxations = start_relaxations_[suit];
    offer_.aces_before[suit] = before;
    if (shared == nullptr) {
        if (budget.poll()) return;  // a table takes a millisecond to build with twenty copies
        const std::size_t number = start_counts_[suit];
        if (suit_relaxations.size() == number) suit_relaxations.emplace_back();
        suit_relaxations[number].build_table(offer_, suit, finish);
    }
    const SuitRelaxation* relaxation_table = shared == nullptr ? &suit_relaxations[start_counts_[suit]] : shared;
    const SuitOpening start{open, relaxation_table, relaxation_table->relaxation_from(0, open)};
    if (start.relaxation_value.value_bound == impossible) return;
    if (static_cast<int>(pool.size()) == start_counts_[suit]) pool.emplace_back();
    pool[start_counts_[suit]++] = start;
}

// Try every combination of starts that may lead to a better play. `prospect` adds the bounds of the chosen starts and
// the best bounds of the other suits.
void PlaySolver::try_starts(int suit, RelaxationValue prospect, const Jokers& jokers, Budget& budget) {
    if (prospect.joker_bound > SuitRelaxation::joker_twelfths * offer_.joker_count) return;
    if (suit == suits) return try_start(jokers, budget);
    const Value best_bound = start_pool_[suit][0].relaxation_value.value_bound;
    const int fewest = fewest_jokers(suit);
    for (int k = 0; k < start_counts_[suit]; ++k) {
        const SuitOpening& start = start_pool_[suit][k];
        const RelaxationValue start_bound{prospect.value_bound - best_bound + start.relaxation_value.value_bound,
                                          prospect.joker_bound - fewest + start.relaxation_value.joker_bound};
        if (start_bound.value_bound <= best_play_.total_value || best_play_.total_value >= value_target_ ||
            budget.stop() != Stop::done)
            return;
        if ((k & 63) == 63 && budget.poll()) return;  // most combinations may be pruned without a search
        start_choice_[suit] = &start;
        try_starts(suit + 1, start_bound, jokers, budget);
    }
}

void PlaySolver::try_start(const Jokers& jokers, Budget& budget) {
    State start;
    SuitRelaxations relaxations{};
    for (int i = 0; i < suits; ++i) {
        put_runs(start, i, start_choice_[i]->open_runs);
        offer_.aces_before[i] = line_.has_double_ace() ? start.single_runs[i] : 0;
        relaxations[i] = start_choice_[i]->relaxation;
    }
    const State finish = line_.circular ? start : State{};
    if (rank_search_.improve_play(offer_, jokers, start, finish, relaxations, value_target_, budget, best_play_))
        aces_before_ = offer_.aces_before;
}

std::size_t PlaySolver::memory_bytes() const {
    std::size_t bytes = rank_search_.memory_bytes() + formulation_.memory_bytes();
    for (int suit = 0; suit < suits; ++suit) {
        bytes += start_pool_[suit].capacity() * sizeof(SuitOpening) + shared_relaxations_[suit].memory_bytes();
        for (const SuitRelaxation& relaxation_table : start_relaxations_[suit])
            bytes += relaxation_table.memory_bytes();
    }
    return bytes;
}

PlayResult PlaySolver::extract_play(const Turn& turn) const {
    PlayResult best_play;
    RunCourse course;
    course.is_closed = line_.circular;
    Ranks cards{};
    std::array<int, deck> wild{};
    if (!course.is_closed) {
        course.rank_order.push_back((first_rank_ + ranks - 1) % ranks);
        course.run_cards.push_back(aces_before_);
    }
    for (int place = 0; place < ranks; ++place) {
        const int rank = (first_rank_ + place) % ranks;
        const Share& share = best_play_.rank_shares[place];
        course.rank_order.push_back(rank);
        course.run_cards.push_back(share.run_cards);
        for (int suit = 0; suit < suits; ++suit) {
            const int before = place == ranks - 1 ? aces_before_[suit] : 0;
            const int total_cards = before + share.run_cards[suit] + share.set_cards[suit];
            const int from_hand = share.real_cards[suit] - turn.table[rank][suit];
            cards[rank][suit] = total_cards;
            wild[make_card(suit, rank)] = total_cards - share.real_cards[suit];
            best_play.total_value += from_hand * turn.weights[make_card(suit, rank)];
            best_play.hand_cards.insert(best_play.hand_cards.end(), from_hand, make_card(suit, rank));
        }
    }
    std::sort(best_play.hand_cards.begin(), best_play.hand_cards.end());
    best_play.melds = build_melds(cards, course);
    put_jokers(best_play.melds, wild);
    add_melds_of_jokers(turn.line, best_play_.spare_jokers, best_play.melds);
    const int from_hand = best_play_.joker_count + best_play_.spare_jokers - turn.jokers.must;
    add_jokers(from_hand, best_play);
    return best_play;
}

}  // namespace passatempo::machiavelli
