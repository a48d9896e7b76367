// Suits begun in every way, the best play of all, and its melds.
// Algorithm: depth-first branch and bound over the starts of the suits
// Twin: machiavelli/reference/search.py
#include "lay/lay.hpp"

#include <algorithm>
#include <cassert>
#include <limits>

namespace passatempo::machiavelli {

namespace {

// ---- What jokers stand for in melds ----

// In each card's melds, let jokers play this many of its copies.
void put_jokers(Melds& melds, std::array<int, deck> wild) {
    for (auto meld = melds.rbegin(); meld != melds.rend(); ++meld)
        for (std::uint8_t& card : *meld)
            if (card < deck && wild[card] > 0) {
                --wild[card];
                card += joker_as;
            }
}

// Jokers that stand for no card in particular: short runs of spades, from the 2 where an ace is below it.
void add_melds_of_jokers(const Line& line, int jokers, Melds& melds) {
    while (jokers > 0) {
        const int size = jokers < 6 ? jokers : 3;
        Meld& meld = melds.emplace_back();
        for (int k = 0; k < size; ++k) meld.push_back(joker_as + card(0, line.rank_at((line.first == 0) + k)));
        jokers -= size;
    }
}

// The last jokers of these melds, so many at most, as what they stand for: the hand's, those before are the table's.
std::vector<int> last_jokers(const Melds& melds, int most) {
    std::vector<int> found;
    for (auto meld = melds.rbegin(); meld != melds.rend(); ++meld)
        for (std::size_t k = meld->size(); k-- > 0;)
            if ((*meld)[k] >= joker_as && std::ssize(found) < most) found.push_back((*meld)[k]);
    return found;
}

// Nodes of the search, behind which the integer program is asked: one of the two is nearly always quick.
constexpr std::uint64_t patience = 500;
constexpr int most_outlooks = 100;  // a table each costs too much time and memory for more

int copies(const Turn& turn, int rank, int suit) { return turn.table[rank][suit] + turn.hand[rank][suit]; }

bool holds_cards_of_no_value(const Turn& turn) {
    for (int c = 0; c < deck; ++c)
        if (turn.weights[c] == 0 && turn.hand[c % ranks][c / ranks] > 0) return true;
    return false;
}

// What all the cards of the hand are worth.
Value whole_hand(const Turn& turn) {
    Value value = 0;
    for (int c = 0; c < deck; ++c) value += turn.weights[c] * turn.hand[c % ranks][c / ranks];
    return value;
}

// So many jokers of the hand, as what they stand for.
void add_jokers(int from_hand, Laid& laid) {
    const std::vector<int> jokers = last_jokers(laid.melds, from_hand);
    assert(std::ssize(jokers) == from_hand);
    laid.cards.insert(laid.cards.end(), jokers.begin(), jokers.end());
}

}  // namespace

Ranks everything(const Turn& turn) {
    Ranks all;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) all[rank][suit] = copies(turn, rank, suit);
    return all;
}

int first_rank(const Turn& turn, int jokers) {
    if (!turn.line.circular) return turn.line.begin();
    return cheapest_cut([&](int rank, int suit) {
        return jokers + std::min(copies(turn, rank, suit), copies(turn, (rank + 12) % ranks, suit));
    });
}

Offer line_up(const Turn& turn, const Ranks& must, int first, int jokers, Value scale) {
    Offer offer;
    offer.jokers = jokers;
    offer.end = std::min(turn.line.places, ranks);
    for (int place = 0; place < ranks + 2; ++place) {
        const int rank = (first + place) % ranks;
        const bool past = place >= ranks && !turn.line.circular;
        for (int suit = 0; suit < suits; ++suit) {
            offer.must[place][suit] = past ? 0 : must[rank][suit];
            offer.may[place][suit] = past ? 0 : static_cast<std::uint8_t>(copies(turn, rank, suit));
            if (place < ranks) offer.weight[place][suit] = scale * turn.weights[card(suit, rank)];
        }
    }
    return offer;
}

std::optional<Laid> Layer::close(const Turn& turn, Budget& budget) {
    const Jokers all{turn.jokers.must + turn.jokers.may, 0};
    if (!search(turn, everything(turn), all, 0, impossible, true, budget)) return std::nullopt;
    return found(turn);
}

std::optional<Laid> Layer::best(const Turn& turn, Budget& budget) {
    bound_ = whole_hand(turn);
    // With nothing to choose; without jokers what follows is as quick.
    if (turn.hand == Ranks{} && turn.jokers.must > 0 && turn.jokers.may == 0) return close(turn, budget);
    // Of the plays of greatest value one that closes the hand is wanted; where all it holds has value, no other has it.
    if (turn.jokers.may > 0 || holds_cards_of_no_value(turn))
        if (auto closed = close(turn, budget)) return closed;
    if (budget.stop() != Stop::done) return std::nullopt;
    const Value scale = turn.jokers.may + 1;  // a card counts more than all the jokers of the hand
    if (!search(turn, turn.table, turn.jokers, scale, impossible, false, budget)) return std::nullopt;
    return found(turn);
}

// First the whole hand, for a play that closes is wanted before others of its value.
std::optional<Laid> Layer::best(const Turn& turn, const Demand& demand, Budget& budget) {
    bound_ = whole_hand(turn);
    line_ = turn.line;
    first_ = first_rank(turn, turn.jokers.must + turn.jokers.may);
    offer_ = line_up(turn, turn.table, first_, turn.jokers.must + turn.jokers.may, 0);
    Turn whole{everything(turn), {}, {turn.jokers.must + turn.jokers.may, 0}, turn.line, turn.weights};
    Demand of_whole = demand;
    int laid = turn.jokers.may;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            laid += turn.hand[rank][suit];
            of_whole.forced[rank][suit] += turn.hand[rank][suit];
        }
    of_whole.forced_jokers += turn.jokers.may;
    of_whole.most_laid = -1;
    play_.value = impossible;
    jokers_on_table_ = 0;  // every joker stands for a card
    if (demand.most_laid < 0 || laid <= demand.most_laid) {
        enough_ = 0;
        solve(whole, whole.table, {}, {whole.jokers.must, whole.jokers.must}, 0, 0, budget, &of_whole);
        if (play_.value != impossible) return found(turn);
    }
    enough_ = -impossible;
    const Value scale = turn.jokers.may + 1;
    Gains gains{};
    Value base = 0;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            gains[rank][suit] = scale * turn.weights[card(suit, rank)];
            if (turn.hand[rank][suit] > 0) base += gains[rank][suit] * turn.table[rank][suit];
        }
    const int table = turn.jokers.must;
    solve(turn, turn.table, gains, {table, table + turn.jokers.may}, -1, table - base, budget, &demand);
    if (play_.value == impossible) return std::nullopt;
    return found(turn);
}

bool Layer::reaches(const Turn& turn, Value value, Budget& budget) {
    const Value scale = turn.jokers.may + 1;
    return search(turn, turn.table, turn.jokers, scale, value * scale - scale, true, budget);
}

// Find the best play, or any, of a scaled value greater than `above`.
bool Layer::search(const Turn& turn, const Ranks& must, const Jokers& jokers, Value scale, Value above, bool any,
                   Budget& budget) {
    line_ = turn.line;
    first_ = first_rank(turn, jokers.must + jokers.may);
    offer_ = line_up(turn, must, first_, jokers.must + jokers.may, scale);
    play_.value = above;
    Budget part = budget.share(std::min(patience, budget.left()));
    const bool may_go = search_ranks(turn, jokers, above, any, part);
    budget.count(part);
    if (!may_go) return false;
    if (scale > 0) bound_ = (most_ + scale - 1) / scale;
    if (part.stop() == Stop::nodes && play_.value < enough_) solve(turn, must, jokers, scale, budget);
    return play_.value > above;
}

// For a better play than the one there is; false where a suit alone cannot be laid.
bool Layer::search_ranks(const Turn& turn, const Jokers& jokers, Value above, bool any, Budget& budget) {
    Prospect prospect{0, 0};
    for (int suit = 0; suit < suits; ++suit) {
        list_starts(turn.line, suit, budget);
        if (starts_[suit] == 0 || budget.stop() != Stop::done) return false;
        prospect.value += pool_[suit][0].prospect.value;
        prospect.jokers += fewest_jokers(suit);
    }
    most_ = prospect.value;
    enough_ = any ? above + 1 : prospect.value;
    try_starts(0, prospect, jokers, budget);
    return true;
}

// The same by integer programs: one for plays in which all jokers of the table stand for cards, and one for each way to
// make melds of those left over, with jokers of the hand.
void Layer::solve(const Turn& turn, const Ranks& must, const Jokers& jokers, Value scale, Budget& budget) {
    Gains gains{};
    Value base = 0;
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) {
            gains[rank][suit] = scale * turn.weights[card(suit, rank)];
            if (must[rank][suit] < copies(turn, rank, suit)) base += gains[rank][suit] * must[rank][suit];
        }
    const int table = jokers_on_table_ = jokers.must;
    solve(turn, must, gains, {table, table + jokers.may}, -1, table - base, budget);
    if (table >= 3) solve(turn, must, gains, {0, table - 3}, 0, -base, budget);
    for (int added = 1; added <= std::min({2, jokers.may, table + 2}); ++added)
        if (const int used = table + added - 3; used >= 0)
            solve(turn, must, gains, {used, used}, 0, -added - base, budget);
}

// Plays with so many jokers standing for cards; the value is the program's gain and `more`.
void Layer::solve(const Turn& turn, const Ranks& must, const Gains& gains, Between jokers, Value joker_gain, Value more,
                  Budget& budget, const Demand* demand) {
    if (play_.value >= enough_ || budget.stop() != Stop::done) return;
    formulation_.begin(must, everything(turn), line_, jokers.fewest, jokers.most, &gains, joker_gain);
    if (demand != nullptr) meet(*demand, turn, jokers.fewest);
    if (!formulation_.solve(play_.value + 1 - more, enough_ - more, budget)) return;
    play_.value = formulation_.gain() + more;
    play_.jokers = formulation_.jokers();
    for (int suit = 0; suit < suits; ++suit) before_[suit] = line_.twice() ? formulation_.aces_before(suit) : 0;
    for (int place = 0; place < ranks; ++place)
        for (int suit = 0; suit < suits; ++suit) {
            const int rank = (first_ + place) % ranks;
            const auto cell = formulation_.cell(rank, suit);
            Share& share = play_.shares[place];
            share.runs[suit] = cell.runs - (rank == line_.first ? before_[suit] : 0);
            share.sets[suit] = cell.laid + cell.wild - cell.runs;
            share.laid[suit] = cell.laid;
        }
    const int left = jokers_on_table_ - play_.jokers;
    play_.spare_jokers = left > 0 ? std::max(3, left) : 0;
}

void Layer::meet(const Demand& demand, const Turn& turn, int jokers_before) {
    if (demand.most_laid >= 0) formulation_.limit_laid(demand.most_laid, jokers_before);
    if (demand.least_worth == 0) return;
    if (!demand.opening) return formulation_.ask_for_worth(demand.points, demand.least_worth);
    const Formulation::Held held{demand.forced, turn.hand, demand.forced_jokers, turn.jokers.may};
    formulation_.ask_for_opening(held, jokers_before, demand.points, demand.least_worth);
}

// The starts from which one suit alone can place its cards, the most promising first.
void Layer::list_starts(Line line, int suit, Budget& budget) {
    starts_[suit] = 0;
    offer_.before[suit] = 0;
    const auto may = [&](int place) { return offer_.may[place][suit] + offer_.jokers; };
    const int most = std::min(may(ranks - 1), may(0));
    const Outlook* shared = nullptr;
    if (line.circular && (most + 1) * (most + 2) * (most + 3) / 6 > most_outlooks) {
        shared_[suit].build(offer_, suit, {255, 255, -510});  // any state is as good as that
        shared = &shared_[suit];
    }
    add_start(suit, {}, {}, 0, shared, budget);
    if (line.twice())
        for (int aces = 1; aces <= std::min(most, may(1)) && !budget.poll(); ++aces)
            add_start(suit, {aces, 0, 0}, {}, aces, nullptr, budget);
    if (line.circular)
        for (int all = 1; all <= most && !budget.poll(); ++all)
            for (int pending = 0; pending <= all; ++pending)
                for (int one = 0; one <= std::min(pending, may(1)); ++one) {
                    const Open open{one, pending - one, all - pending};
                    if (pending - one <= may(ranks - 2)) add_start(suit, open, open, 0, shared, budget);
                }
    const auto last = pool_[suit].begin() + starts_[suit];
    const auto better = [](const Start& a, const Start& b) { return a.prospect.value > b.prospect.value; };
    if (!std::is_sorted(pool_[suit].begin(), last, better)) std::stable_sort(pool_[suit].begin(), last, better);
}

int Layer::fewest_jokers(int suit) const {
    const auto less = [](const Start& a, const Start& b) { return a.prospect.jokers < b.prospect.jokers; };
    return std::min_element(pool_[suit].begin(), pool_[suit].begin() + starts_[suit], less)->prospect.jokers;
}

void Layer::add_start(int suit, const Open& open, const Open& finish, int before, const Outlook* shared,
                      Budget& budget) {
    auto& pool = pool_[suit];
    auto& own = own_[suit];
    offer_.before[suit] = before;
    if (shared == nullptr) {
        if (budget.poll()) return;  // to build an outlook takes a millisecond with twenty copies
        const std::size_t number = starts_[suit];
        if (own.size() == number) own.emplace_back();
        own[number].build(offer_, suit, finish);
    }
    const Outlook* outlook = shared == nullptr ? &own[starts_[suit]] : shared;
    const Start start{open, outlook, outlook->from(0, open)};
    if (start.prospect.value == impossible) return;
    if (static_cast<int>(pool.size()) == starts_[suit]) pool.emplace_back();
    pool[starts_[suit]++] = start;
}

// Every combination of the suits' starts that may still lead to a better play. `prospect` has the parts of the starts
// picked and the best parts of the others.
void Layer::try_starts(int suit, Prospect prospect, const Jokers& jokers, Budget& budget) {
    if (prospect.jokers > Outlook::joker * offer_.jokers) return;
    if (suit == suits) return try_start(jokers, budget);
    const Value best = pool_[suit][0].prospect.value;
    const int fewest = fewest_jokers(suit);
    for (int k = 0; k < starts_[suit]; ++k) {
        const Start& start = pool_[suit][k];
        const Prospect part{prospect.value - best + start.prospect.value,
                            prospect.jokers - fewest + start.prospect.jokers};
        if (part.value <= play_.value || play_.value >= enough_ || budget.stop() != Stop::done) return;
        if ((k & 63) == 63 && budget.poll()) return;  // most combinations may fall short without a search
        picked_[suit] = &start;
        try_starts(suit + 1, part, jokers, budget);
    }
}

void Layer::try_start(const Jokers& jokers, Budget& budget) {
    State start;
    Outlooks outlooks{};
    for (int i = 0; i < suits; ++i) {
        put_runs(start, i, picked_[i]->open);
        offer_.before[i] = line_.twice() ? start.one[i] : 0;
        outlooks[i] = picked_[i]->outlook;
    }
    const State finish = line_.circular ? start : State{};
    if (player_.improve(offer_, jokers, start, finish, outlooks, enough_, budget, play_)) before_ = offer_.before;
}

std::size_t Layer::held() const {
    std::size_t bytes = player_.held() + formulation_.held();
    for (int suit = 0; suit < suits; ++suit) {
        bytes += pool_[suit].capacity() * sizeof(Start) + shared_[suit].held();
        for (const Outlook& outlook : own_[suit]) bytes += outlook.held();
    }
    return bytes;
}

Laid Layer::found(const Turn& turn) const {
    Laid laid;
    Course course;
    course.closed = line_.circular;
    Ranks cards{};
    std::array<int, deck> wild{};
    if (!course.closed) {
        course.rank.push_back((first_ + ranks - 1) % ranks);
        course.runs.push_back(before_);
    }
    for (int place = 0; place < ranks; ++place) {
        const int rank = (first_ + place) % ranks;
        const Share& share = play_.shares[place];
        course.rank.push_back(rank);
        course.runs.push_back(share.runs);
        for (int suit = 0; suit < suits; ++suit) {
            const int before = place == ranks - 1 ? before_[suit] : 0;
            const int all = before + share.runs[suit] + share.sets[suit];
            const int from_hand = share.laid[suit] - turn.table[rank][suit];
            cards[rank][suit] = all;
            wild[card(suit, rank)] = all - share.laid[suit];
            laid.value += from_hand * turn.weights[card(suit, rank)];
            laid.cards.insert(laid.cards.end(), from_hand, card(suit, rank));
        }
    }
    std::sort(laid.cards.begin(), laid.cards.end());
    laid.melds = build(cards, course);
    put_jokers(laid.melds, wild);
    add_melds_of_jokers(turn.line, play_.spare_jokers, laid.melds);
    const int from_hand = play_.jokers + play_.spare_jokers - turn.jokers.must;
    add_jokers(from_hand, laid);
    return laid;
}

}  // namespace passatempo::machiavelli
