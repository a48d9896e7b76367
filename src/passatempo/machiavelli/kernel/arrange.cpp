// Lines, circles and both ends of the ace, searched from the low and the high ranks in turns. All arrangements once
// each: for the first card left a multiset of melds that begin with it. Algorithm: depth-first search, then an integer
// program; recursion with a memo over the cards left Twin: machiavelli/reference/search.py
#include "arrange.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

#include "melds.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli {

namespace {

Row least(const Row& a, const Row& b) {
    Row row;
    for (int i = 0; i < suits; ++i) row[i] = std::min(a[i], b[i]);
    return row;
}

// The same game with the ranks in the order A K Q ... 2.
int mirror(int rank) { return (ranks - rank) % ranks; }

Line mirror(Line line) {
    if (!line.circular) line.first = mirror(line.rank_at(line.places - 1));
    return line;
}

Ranks mirror(const Ranks& cards) {
    Ranks mirrored;
    for (int rank = 0; rank < ranks; ++rank) mirrored[mirror(rank)] = cards[rank];
    return mirrored;
}

constexpr State nothing;  // no open runs

// Nodes of a search from the low ranks, of one from the high ones, and so on. Half of the tables of two decks take
// thirteen. A node of the program takes as long as a score of them.
constexpr std::array<std::uint64_t, 4> tries{30, 60, 370, 340};

}  // namespace

// Some tables take a search from the low ranks millions of nodes and one from the high ranks a few, or the other way
// round: both are tried for a while. The integer program is slower to begin with, and hardly ever takes long.
bool Arranger::possible(const Ranks& cards, Line line, Budget& budget, Budget* watch) {
    cards_ = cards;
    mirrored_ = false;
    by_program_ = false;
    if (!bound_runs(line)) return false;
    for (const std::uint64_t nodes : tries) {
        Effort effort{budget, nodes, watch};
        if (attempt(line, effort)) return true;
        if (effort.patience > 0 || effort.halted()) return false;
        mirrored_ = !mirrored_;
        cards_ = mirror(cards_);
        line = mirror(line);
        bound_runs(line);
    }
    return solve(line, budget, watch);
}

std::size_t Arranger::possible_many(std::span<const std::uint8_t> counts, int most_copies, Line line, Budget& budget,
                                    std::span<char> flags) {
    for (std::size_t k = 0; k < flags.size(); ++k) {
        const Counts cards(counts.data() + k * deck, deck);
        if (*std::max_element(cards.begin(), cards.end()) > most_copies) return k;
        if ((k & 63) == 63 && budget.poll()) return k;
        flags[k] = possible(by_rank(cards), line, budget);
        if (budget.stop() != Stop::done) return k;
    }
    return flags.size();
}

bool Arranger::solve(Line line, Budget& budget, Budget* watch) {
    formulation_.begin(cards_, cards_, line, 0, 0);
    if (!formulation_.solve(0, 0, budget, watch)) return false;
    by_program_ = true;
    closed_ = line.circular;
    first_ = line.begin();
    for (int suit = 0; suit < suits; ++suit) {
        low_aces_[suit] = line.twice() ? formulation_.aces_before(suit) : 0;
        for (int place = 0; place < ranks; ++place) {
            const int rank = (first_ + place) % ranks;
            by_rank_[place][suit] = formulation_.cell(rank, suit).runs - (rank == line.first ? low_aces_[suit] : 0);
        }
    }
    return true;
}

bool Arranger::attempt(Line line, Effort& effort) {
    low_aces_ = {};
    ace_ = line.first;
    return line.circular ? on_a_circle(effort) : line.twice() ? with_both_aces(effort) : on_a_line(line.first, effort);
}

// Bound the copies of each card that can stand in runs; false if some card has too many copies for runs and sets.
bool Arranger::bound_runs(Line line) {
    for (int rank = 0; rank < ranks; ++rank) {
        const Row &second = cards_[after(rank)], &third = cards_[after(after(rank))];
        spans_[rank] = line.room(line.place_of(rank)) >= 3 ? least(least(cards_[rank], second), third) : Row{};
    }
    for (int rank = 0; rank < ranks; ++rank) {
        const int sets = sets_[rank] = most_sets(cards_[rank]);
        const Row& here = spans_[rank];
        const Row& before = spans_[(rank + 12) % ranks];
        const Row& earlier = spans_[(rank + 11) % ranks];
        for (int i = 0; i < suits; ++i) {
            const int runs = std::min<int>(cards_[rank][i], here[i] + before[i] + earlier[i]);
            most_[rank][i] = runs;
            if (cards_[rank][i] > runs + sets) return false;
        }
    }
    return true;
}

void Arranger::lay_out(int first_rank, bool closed) {
    first_ = first_rank;
    closed_ = closed;
    for (int place = 0; place < ranks + 2; ++place) {
        const int rank = (first_rank + place) % ranks;
        const bool past = place >= ranks && !closed;
        supply_.cards[place] = past ? Row{} : cards_[rank];
        supply_.most[place] = past ? Row{} : most_[rank];
        if (place < ranks) supply_.sets[place] = sets_[rank];
    }
}

bool Arranger::on_a_line(int first_rank, Effort& effort) {
    lay_out(first_rank, false);
    return sweep_.find(supply_, nothing, &nothing, effort);
}

// The places 2, ..., K, A with some aces already laid before the 2: they are runs of one card at the start.
bool Arranger::with_both_aces(Effort& effort) {
    lay_out(after(ace_), false);
    const Row most = spans_[ace_], fewest = fewest_low_aces();
    const int total = most[0] + most[1] + most[2] + most[3];
    const int least = fewest[0] + fewest[1] + fewest[2] + fewest[3];
    bool found = false;
    const auto leave = [&](const Row& aces) { return (found = with_low_aces(aces, effort)) || effort.busy(); };
    for (int low = least; low <= total && !effort.over(); ++low)
        if (any_split(low, fewest, most, leave)) return found;
    return false;
}

// Aces that neither sets nor runs up to the king can take, and those that the 2s need which neither sets can take nor
// runs that begin with them.
Row Arranger::fewest_low_aces() const {
    const int two = after(ace_), queen = (ace_ + 11) % ranks;
    Row fewest;
    for (int i = 0; i < suits; ++i) {
        const int aces = cards_[ace_][i] - sets_[ace_] - spans_[queen][i];
        const int twos = cards_[two][i] - sets_[two] - spans_[two][i];
        fewest[i] = std::max({0, aces, twos});
    }
    return fewest;
}

bool Arranger::with_low_aces(const Row& aces, Effort& effort) {
    if (effort.over()) return false;
    low_aces_ = aces;
    for (int i = 0; i < suits; ++i) {
        const int left = cards_[ace_][i] - aces[i], runs = spans_[(ace_ + 11) % ranks][i];
        if (left > sets_[ace_] + runs) return false;
        supply_.cards[12][i] = left;
        supply_.most[12][i] = std::min(left, runs);
    }
    return sweep_.find(supply_, {aces, {}, {}}, &nothing, effort);
}

int Arranger::best_cut() const {
    return cheapest_cut(
        [&](int rank, int suit) { return std::min(most_[rank][suit], most_[(rank + 12) % ranks][suit]); });
}

// Cut the circle, guess the runs open at the cut, and come back to a state as good.
bool Arranger::on_a_circle(Effort& effort) {
    if (effort.over()) return false;
    low_aces_ = {};
    const int cut = best_cut();
    lay_out(cut, true);
    // No state is better than as many runs as can go on, all of them long; from there most impossible tables fail.
    if (!sweep_.find(supply_, {{}, {}, most_[cut]}, nullptr, effort)) return false;
    if (splits_on_circle(sweep_.runs())) return true;
    if (with_both_aces(effort)) return true;
    if (effort.over()) return false;
    low_aces_ = {};
    lay_out(cut, true);
    std::array<std::vector<Ages>, suits> ages;
    for (int i = 0; i < suits; ++i) ages[i] = open_at(cut, i);
    State start;
    const auto put = [&](int i, const Ages& runs) {
        start.one[i] = runs.one;
        start.two[i] = runs.two;
        start.more[i] = runs.more;
    };
    for (const Ages& s : ages[0]) {
        put(0, s);
        for (const Ages& h : ages[1]) {
            put(1, h);
            for (const Ages& d : ages[2]) {
                put(2, d);
                for (const Ages& c : ages[3]) {
                    put(3, c);
                    if (sweep_.find(supply_, start, &start, effort)) return true;
                    if (effort.over()) return false;
                }
            }
        }
    }
    return false;
}

// The runs of one suit that may be open before this rank of the circle.
std::vector<Arranger::Ages> Arranger::open_at(int cut, int suit) const {
    const int last = (cut + 12) % ranks;
    const int last_but_one = (cut + 11) % ranks;
    const int most = std::min(most_[cut][suit], most_[last][suit]);
    std::vector<Ages> ages;
    for (int open = 0; open <= most; ++open)
        for (int pending = 0; pending <= open; ++pending)
            for (int one = 0; one <= std::min<int>(pending, most_[after(cut)][suit]); ++one) {
                if (pending - one > most_[last_but_one][suit]) continue;
                ages.push_back({static_cast<std::uint8_t>(one), static_cast<std::uint8_t>(pending - one),
                                static_cast<std::uint8_t>(open - pending)});
            }
    return ages;
}

Melds Arranger::melds() const {
    const Ranks& runs = by_program_ ? by_rank_ : sweep_.runs();
    Course course;
    course.closed = closed_;
    if (!closed_) {  // the aces below the 2, if any
        course.rank.push_back((first_ + ranks - 1) % ranks);
        course.runs.push_back(low_aces_);
    }
    for (int place = 0; place < ranks; ++place) {
        course.rank.push_back((first_ + place) % ranks);
        course.runs.push_back(runs[place]);
    }
    if (!mirrored_) return build(cards_, course);
    for (int& rank : course.rank) rank = mirror(rank);
    std::reverse(course.rank.begin(), course.rank.end());
    std::reverse(course.runs.begin(), course.runs.end());
    return build(mirror(cards_), course);
}

namespace {

// Place of a card when cards are taken rank by rank.
int place_of(int c) { return c % ranks * suits + c / ranks; }

}  // namespace

std::size_t Census::Hash::operator()(const Ranks& cards) const {
    std::uint64_t hash = 0;
    const auto mix = [&](std::uint64_t word) {
        hash = (hash ^ word) * 0x9E3779B97F4A7C15U;
        hash ^= hash >> 32;
    };
    for (int rank = 0; rank < ranks; ++rank) {
        std::uint32_t word = 0;
        std::memcpy(&word, cards[rank].data(), sizeof word);
        mix(word);
    }
    return hash;
}

void Census::begin(const Ranks& cards, Line line, Budget& budget) {
    left_ = cards;
    line_ = line;
    budget_ = &budget;
    known_.clear();
    chosen_.clear();
    found_.clear();
    for (Melds& melds : melds_) melds.clear();
    for (const Meld& meld : legal_melds(line)) {
        int first = deck;
        for (const int c : meld) first = std::min(first, place_of(c));
        melds_[first].push_back(meld);
    }
}

int Census::next(int first) const {
    while (first < deck && left_[first / suits][first % suits] == 0) ++first;
    return first;
}

// For the loops over melds between two nodes, of which there are as many as ways to choose melds with one first card.
bool Census::busy() { return (++looked_ & 255) == 0 ? budget_->poll() : budget_->stop() != Stop::done; }

bool Census::take(const Meld& meld) {
    for (const int c : meld)
        if (left_[c % ranks][c / ranks] == 0) return false;
    for (const int c : meld) --left_[c % ranks][c / ranks];
    return true;
}

void Census::give_back(const Meld& meld) {
    for (const int c : meld) ++left_[c % ranks][c / ranks];
}

Natural Census::count(const Ranks& cards, Line line, Budget& budget) {
    begin(cards, line, budget);
    return count_from(0);
}

Natural Census::count_from(int first) {
    first = next(first);
    if (first == deck) return Natural(1);
    if (budget_->spend()) return {};
    if (const auto known = known_.find(left_); known != known_.end()) return known->second;
    const Ranks before = left_;
    Natural total;
    if (arranger_.possible(left_, line_, *budget_)) total = count_melds(first, 0);
    if (known_.size() >= most_known) budget_->out_of_memory();
    if (budget_->stop() == Stop::done) known_.emplace(before, total);
    return total;
}

// Melds of equal first card are chosen in order, each as often as wanted.
Natural Census::count_melds(int first, std::size_t from) {
    if (left_[first / suits][first % suits] == 0) return count_from(first + 1);
    Natural total;
    for (std::size_t k = from; k < melds_[first].size() && !busy(); ++k) {
        if (!take(melds_[first][k])) continue;
        total += count_melds(first, k);
        give_back(melds_[first][k]);
    }
    return total;
}

std::vector<Melds> Census::list(const Ranks& cards, Line line, std::size_t most, Budget& budget) {
    begin(cards, line, budget);
    most_ = most;
    if (most > 0) list_from(0);
    return std::move(found_);
}

void Census::list_from(int first) {
    first = next(first);
    if (first == deck) {
        found_.push_back(chosen_);
        std::sort(found_.back().begin(), found_.back().end());
        return;
    }
    // Without this test the search would wander among choices that cannot be completed.
    if (!budget_->spend() && arranger_.possible(left_, line_, *budget_)) list_melds(first, 0);
}

void Census::list_melds(int first, std::size_t from) {
    if (left_[first / suits][first % suits] == 0) return list_from(first + 1);
    for (std::size_t k = from; k < melds_[first].size() && found_.size() < most_ && !busy(); ++k) {
        if (!take(melds_[first][k])) continue;
        chosen_.push_back(melds_[first][k]);
        list_melds(first, k);
        chosen_.pop_back();
        give_back(melds_[first][k]);
    }
}

}  // namespace passatempo::machiavelli
