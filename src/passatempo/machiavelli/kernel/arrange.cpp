// Arranges cards in melds by depth-first searches from both ends, then by an integer program, and counts arrangements.
// 1. `bound_runs`: the most copies of each card that can be in runs.
// 2. `is_possible`: short searches from the low and the high ranks in turn.
// 3. `try_search`: one search over open runs [Rijn2015], on a line, with aces at both ends or on a circle.
// 4. `solve_program`: the integer program [Hertog2006], for the few tables left.
// 5. `count_from`: the number of arrangements, by recursion with a memo over the cards left.
// Twin: machiavelli/reference/search.py
#include "arrange.hpp"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <limits>

#include "melds.hpp"
#include "offer.hpp"

namespace passatempo::machiavelli {

namespace {

Row row_minimum(const Row& a, const Row& b) {
    Row row;
    for (int i = 0; i < suits; ++i) row[i] = std::min(a[i], b[i]);
    return row;
}

// Mirror the ranks, so that their order is A K Q ... 2.
int mirror(int rank) { return (ranks - rank) % ranks; }

Line mirror(Line line) {
    if (!line.circular) line.first = mirror(line.rank_at(line.places - 1));
    return line;
}

Ranks mirror(const Ranks& cards) {
    Ranks mirror_image;
    for (int rank = 0; rank < ranks; ++rank) mirror_image[mirror(rank)] = cards[rank];
    return mirror_image;
}

constexpr State no_runs;

// Node limits of the searches from the low and the high ranks, in turn. Half of the tables of two decks take thirteen
// nodes. A node of the program takes as long as twenty of them.
constexpr std::array<std::uint64_t, 4> stage_nodes{30, 60, 370, 340};

}  // namespace

// For some tables one direction takes millions of nodes and the other a few, so both get a short try. The integer
// program is slower at first, but hardly ever takes long.
bool Arranger::is_possible(const Ranks& cards, Line line, Budget& budget, Budget* watch) {
    card_counts_ = cards;
    is_mirrored_ = false;
    uses_program_ = false;
    if (!bound_runs(line)) return false;
    for (const std::uint64_t nodes : stage_nodes) {
        NodeLimit effort{budget, nodes, watch};
        if (try_search(line, effort)) return true;
        if (effort.nodes_left > 0 || effort.is_halted()) return false;
        is_mirrored_ = !is_mirrored_;
        card_counts_ = mirror(card_counts_);
        line = mirror(line);
        bound_runs(line);
    }
    return solve_program(line, budget, watch);
}

std::size_t Arranger::flag_possible_tables(std::span<const std::uint8_t> counts, int copy_limit, Line line,
                                           Budget& budget, std::span<char> flags) {
    for (std::size_t k = 0; k < flags.size(); ++k) {
        const Counts cards(counts.data() + k * deck, deck);
        if (*std::max_element(cards.begin(), cards.end()) > copy_limit) return k;
        if ((k & 63) == 63 && budget.poll()) return k;
        flags[k] = is_possible(by_rank(cards), line, budget);
        if (budget.stop() != Stop::done) return k;
    }
    return flags.size();
}

bool Arranger::solve_program(Line line, Budget& budget, Budget* watch) {
    formulation_.build_program(card_counts_, card_counts_, line, 0, 0);
    if (!formulation_.solve(0, 0, budget, watch)) return false;
    uses_program_ = true;
    is_closed_ = line.circular;
    first_rank_ = line.start_rank();
    for (int suit = 0; suit < suits; ++suit) {
        low_aces_[suit] = line.has_double_ace() ? formulation_.aces_before(suit) : 0;
        for (int place = 0; place < ranks; ++place) {
            const int rank = (first_rank_ + place) % ranks;
            program_runs_[place][suit] =
                formulation_.cell_at(rank, suit).run_cards - (rank == line.first ? low_aces_[suit] : 0);
        }
    }
    return true;
}

bool Arranger::try_search(Line line, NodeLimit& effort) {
    low_aces_ = {};
    ace_rank_ = line.first;
    return line.circular           ? search_circle(effort)
           : line.has_double_ace() ? search_ace_ends(effort)
                                   : search_line(line.first, effort);
}

// Bound the copies of each card that can be in runs. Return false if some card has too many copies for runs and sets.
bool Arranger::bound_runs(Line line) {
    for (int rank = 0; rank < ranks; ++rank) {
        const Row &second = card_counts_[next_rank(rank)], &third = card_counts_[next_rank(next_rank(rank))];
        run_spans_[rank] = line.room_from(line.place_of(rank)) >= 3
                               ? row_minimum(row_minimum(card_counts_[rank], second), third)
                               : Row{};
    }
    for (int rank = 0; rank < ranks; ++rank) {
        const int sets = set_limits_[rank] = max_sets(card_counts_[rank]);
        const Row& current_spans = run_spans_[rank];
        const Row& before = run_spans_[(rank + 12) % ranks];
        const Row& earlier = run_spans_[(rank + 11) % ranks];
        for (int i = 0; i < suits; ++i) {
            const int runs = std::min<int>(card_counts_[rank][i], current_spans[i] + before[i] + earlier[i]);
            run_limits_[rank][i] = runs;
            if (card_counts_[rank][i] > runs + sets) return false;
        }
    }
    return true;
}

void Arranger::fill_supply(int first_rank, bool closed) {
    first_rank_ = first_rank;
    is_closed_ = closed;
    for (int place = 0; place < ranks + 2; ++place) {
        const int rank = (first_rank + place) % ranks;
        const bool past = place >= ranks && !closed;
        supply_.card_counts[place] = past ? Row{} : card_counts_[rank];
        supply_.run_limits[place] = past ? Row{} : run_limits_[rank];
        if (place < ranks) supply_.set_limits[place] = set_limits_[rank];
    }
}

bool Arranger::search_line(int first_rank, NodeLimit& effort) {
    fill_supply(first_rank, false);
    return sweep_.find_runs(supply_, no_runs, &no_runs, effort);
}

// Search the places 2, ..., K, A with some aces laid before the 2. They are runs of one card at the start.
bool Arranger::search_ace_ends(NodeLimit& effort) {
    fill_supply(next_rank(ace_rank_), false);
    const Row ace_spans = run_spans_[ace_rank_], fewest = fewest_low_aces();
    const int total = ace_spans[0] + ace_spans[1] + ace_spans[2] + ace_spans[3];
    const int fewest_total = fewest[0] + fewest[1] + fewest[2] + fewest[3];
    bool is_solved = false;
    const auto leave = [&](const Row& aces) {
        return (is_solved = search_low_aces(aces, effort)) || effort.is_interrupted();
    };
    for (int low = fewest_total; low <= total && !effort.is_exhausted(); ++low)
        if (any_split(low, fewest, ace_spans, leave)) return is_solved;
    return false;
}

// The fewest aces that must be laid before the 2: those that neither sets nor runs from the queen can take, or those
// required by 2s that neither sets nor runs from the 2 can take.
Row Arranger::fewest_low_aces() const {
    const int two_rank = next_rank(ace_rank_), queen = (ace_rank_ + 11) % ranks;
    Row fewest;
    for (int i = 0; i < suits; ++i) {
        const int aces = card_counts_[ace_rank_][i] - set_limits_[ace_rank_] - run_spans_[queen][i];
        const int twos = card_counts_[two_rank][i] - set_limits_[two_rank] - run_spans_[two_rank][i];
        fewest[i] = std::max({0, aces, twos});
    }
    return fewest;
}

bool Arranger::search_low_aces(const Row& aces, NodeLimit& effort) {
    if (effort.is_exhausted()) return false;
    low_aces_ = aces;
    for (int i = 0; i < suits; ++i) {
        const int left = card_counts_[ace_rank_][i] - aces[i], runs = run_spans_[(ace_rank_ + 11) % ranks][i];
        if (left > set_limits_[ace_rank_] + runs) return false;
        supply_.card_counts[12][i] = left;
        supply_.run_limits[12][i] = std::min(left, runs);
    }
    return sweep_.find_runs(supply_, {aces, {}, {}}, &no_runs, effort);
}

int Arranger::best_cut() const {
    return cheapest_cut(
        [&](int rank, int suit) { return std::min(run_limits_[rank][suit], run_limits_[(rank + 12) % ranks][suit]); });
}

// Cut the circle, guess the runs open at the cut, and require a final state that is at least as good.
bool Arranger::search_circle(NodeLimit& effort) {
    if (effort.is_exhausted()) return false;
    low_aces_ = {};
    const int cut = best_cut();
    fill_supply(cut, true);
    // The best start has the most runs that can continue, all of them long. Most impossible tables fail from there.
    if (!sweep_.find_runs(supply_, {{}, {}, run_limits_[cut]}, nullptr, effort)) return false;
    if (splits_on_circle(sweep_.run_cards())) return true;
    if (search_ace_ends(effort)) return true;
    if (effort.is_exhausted()) return false;
    low_aces_ = {};
    fill_supply(cut, true);
    std::array<std::vector<RunAges>, suits> ages;
    for (int i = 0; i < suits; ++i) ages[i] = open_runs_at(cut, i);
    State start;
    const auto put = [&](int i, const RunAges& runs) {
        start.single_runs[i] = runs.single_runs;
        start.double_runs[i] = runs.double_runs;
        start.long_runs[i] = runs.long_runs;
    };
    for (const RunAges& s : ages[0]) {
        put(0, s);
        for (const RunAges& h : ages[1]) {
            put(1, h);
            for (const RunAges& d : ages[2]) {
                put(2, d);
                for (const RunAges& c : ages[3]) {
                    put(3, c);
                    if (sweep_.find_runs(supply_, start, &start, effort)) return true;
                    if (effort.is_exhausted()) return false;
                }
            }
        }
    }
    return false;
}

// List the open runs of one suit that are possible before this rank of the circle.
std::vector<Arranger::RunAges> Arranger::open_runs_at(int cut, int suit) const {
    const int last = (cut + 12) % ranks;
    const int cut_predecessor = (cut + 11) % ranks;
    const int open_limit = std::min(run_limits_[cut][suit], run_limits_[last][suit]);
    std::vector<RunAges> ages;
    for (int open = 0; open <= open_limit; ++open)
        for (int pending = 0; pending <= open; ++pending)
            for (int single_count = 0; single_count <= std::min<int>(pending, run_limits_[next_rank(cut)][suit]);
                 ++single_count) {
                if (pending - single_count > run_limits_[cut_predecessor][suit]) continue;
                ages.push_back({static_cast<std::uint8_t>(single_count),
                                static_cast<std::uint8_t>(pending - single_count),
                                static_cast<std::uint8_t>(open - pending)});
            }
    return ages;
}

Melds Arranger::extract_melds() const {
    const Ranks& runs = uses_program_ ? program_runs_ : sweep_.run_cards();
    RunCourse course;
    course.is_closed = is_closed_;
    if (!is_closed_) {  // the aces below the 2, if any
        course.rank_order.push_back((first_rank_ + ranks - 1) % ranks);
        course.run_cards.push_back(low_aces_);
    }
    for (int place = 0; place < ranks; ++place) {
        course.rank_order.push_back((first_rank_ + place) % ranks);
        course.run_cards.push_back(runs[place]);
    }
    if (!is_mirrored_) return build_melds(card_counts_, course);
    for (int& rank : course.rank_order) rank = mirror(rank);
    std::reverse(course.rank_order.begin(), course.rank_order.end());
    std::reverse(course.run_cards.begin(), course.run_cards.end());
    return build_melds(mirror(card_counts_), course);
}

namespace {

// The position of a card in the order rank by rank.
int place_of(int c) { return c % ranks * suits + c / ranks; }

}  // namespace

std::size_t Census::RanksHash::operator()(const Ranks& cards) const {
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

void Census::start_census(const Ranks& cards, Line line, Budget& budget) {
    cards_left_ = cards;
    line_ = line;
    budget_ = &budget;
    count_memo_.clear();
    meld_stack_.clear();
    arrangements_.clear();
    for (Melds& melds : melds_by_card_) melds.clear();
    for (const Meld& meld : legal_melds(line)) {
        int first = deck;
        for (const int c : meld) first = std::min(first, place_of(c));
        melds_by_card_[first].push_back(meld);
    }
}

int Census::next_card(int first) const {
    while (first < deck && cards_left_[first / suits][first % suits] == 0) ++first;
    return first;
}

// Poll the budget in loops over melds, which run between two nodes for each choice of melds with one first card.
bool Census::is_interrupted() { return (++poll_counter_ & 255) == 0 ? budget_->poll() : budget_->stop() != Stop::done; }

bool Census::remove_meld(const Meld& meld) {
    for (const int c : meld)
        if (cards_left_[c % ranks][c / ranks] == 0) return false;
    for (const int c : meld) --cards_left_[c % ranks][c / ranks];
    return true;
}

void Census::restore_meld(const Meld& meld) {
    for (const int c : meld) ++cards_left_[c % ranks][c / ranks];
}

Natural Census::count_arrangements(const Ranks& cards, Line line, Budget& budget) {
    start_census(cards, line, budget);
    return count_from(0);
}

Natural Census::count_from(int first) {
    first = next_card(first);
    if (first == deck) return Natural(1);
    if (budget_->spend()) return {};
    if (const auto memo_hit = count_memo_.find(cards_left_); memo_hit != count_memo_.end()) return memo_hit->second;
    const Ranks before = cards_left_;
    Natural total;
    if (arranger_.is_possible(cards_left_, line_, *budget_)) total = count_melds(first, 0);
    if (count_memo_.size() >= memo_limit) budget_->out_of_memory();
    if (budget_->stop() == Stop::done) count_memo_.emplace(before, total);
    return total;
}

// Choose melds with the same first card in their order, each any number of times.
Natural Census::count_melds(int first, std::size_t from) {
    if (cards_left_[first / suits][first % suits] == 0) return count_from(first + 1);
    Natural total;
    for (std::size_t k = from; k < melds_by_card_[first].size() && !is_interrupted(); ++k) {
        if (!remove_meld(melds_by_card_[first][k])) continue;
        total += count_melds(first, k);
        restore_meld(melds_by_card_[first][k]);
    }
    return total;
}

std::vector<Melds> Census::list_arrangements(const Ranks& cards, Line line, std::size_t list_limit, Budget& budget) {
    start_census(cards, line, budget);
    list_limit_ = list_limit;
    if (list_limit > 0) list_from(0);
    return std::move(arrangements_);
}

void Census::list_from(int first) {
    first = next_card(first);
    if (first == deck) {
        arrangements_.push_back(meld_stack_);
        std::sort(arrangements_.back().begin(), arrangements_.back().end());
        return;
    }
    // Without this test the search would explore choices that cannot be completed.
    if (!budget_->spend() && arranger_.is_possible(cards_left_, line_, *budget_)) list_melds(first, 0);
}

void Census::list_melds(int first, std::size_t from) {
    if (cards_left_[first / suits][first % suits] == 0) return list_from(first + 1);
    for (std::size_t k = from;
         k < melds_by_card_[first].size() && arrangements_.size() < list_limit_ && !is_interrupted(); ++k) {
        if (!remove_meld(melds_by_card_[first][k])) continue;
        meld_stack_.push_back(melds_by_card_[first][k]);
        list_melds(first, k);
        meld_stack_.pop_back();
        restore_meld(melds_by_card_[first][k]);
    }
}

}  // namespace passatempo::machiavelli
