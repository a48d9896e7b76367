// Lists the legal melds of a line, and builds melds from counts: the oldest run ends first, and few sets are made.
// Algorithm: greedy decomposition of counts
// Twin: machiavelli/reference/search.py
#include "melds.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cassert>
#include <map>

#include "interface.hpp"

namespace passatempo::machiavelli {

namespace {

// Cut a run of any length (on a circle, even longer than the circle) into runs of 3 to 13 cards.
void cut_run(int suit, const RunCourse& course, int from, int length, Melds& melds) {
    const int places = course.rank_order.size();
    while (length > 0) {
        const int run_length = length > ranks ? std::min(ranks, length - 3) : length;
        assert(run_length >= 3);
        Meld& meld = melds.emplace_back();
        for (int k = 0; k < run_length; ++k) meld.push_back(make_card(suit, course.rank_order[(from + k) % places]));
        from += run_length;
        length -= run_length;
    }
}

// First in, first out: the k-th run to begin is the k-th to end, counted from the end of those open before place 0.
void build_runs(int suit, const RunCourse& course, Melds& melds) {
    const int places = course.rank_order.size();
    const auto runs = [&](int place) -> int {
        if (course.is_closed) return course.run_cards[(place + places) % places][suit];
        return place < 0 || place >= places ? 0 : course.run_cards[place][suit];
    };
    std::vector<int> begins;
    std::vector<int> ends;
    begins.reserve(2 * ranks);
    ends.reserve(2 * ranks);
    for (int place = 0; place < places; ++place) {
        begins.insert(begins.end(), std::max(0, runs(place) - runs(place - 1)), place);
        ends.insert(ends.end(), std::max(0, runs(place) - runs(place + 1)), place);
    }
    assert(begins.size() == ends.size());
    const int open = std::min(runs(-1), runs(0));  // runs that cross from the last place to the first
    if (begins.empty())                            // all runs go around the whole circle
        for (int k = 0; k < open; ++k) cut_run(suit, course, 0, places, melds);
    for (std::size_t k = 0; k < begins.size(); ++k) {
        const std::size_t end = k + open;
        const int last = ends[end % ends.size()] + places * static_cast<int>(end / ends.size());
        cut_run(suit, course, begins[k], last - begins[k] + 1, melds);
    }
}

// Build as few sets as the cards allow. A set of three omits the suit with the fewest cards left.
void build_sets(int rank, std::array<int, suits> left, Melds& melds) {
    int total = left[0] + left[1] + left[2] + left[3];
    const int greatest = std::max({left[0], left[1], left[2], left[3]});
    for (int sets = std::max(greatest, (total + 3) / 4); sets > 0; --sets) {
        int skip_suit = suits;
        if (total == 3 * sets) skip_suit = std::min_element(left.begin(), left.end()) - left.begin();
        Meld& meld = melds.emplace_back();
        for (int suit = 0; suit < suits; ++suit) {
            if (suit == skip_suit) continue;
            assert(left[suit] > 0);
            --left[suit];
            --total;
            meld.push_back(make_card(suit, rank));
        }
    }
}

}  // namespace

Melds build_melds(const Ranks& cards, const RunCourse& course) {
    Melds melds;
    melds.reserve(64);
    for (int suit = 0; suit < suits; ++suit) build_runs(suit, course, melds);
    std::sort(melds.begin(), melds.end());
    std::array<std::array<int, suits>, ranks> left{};
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) left[rank][suit] = cards[rank][suit];
    for (std::size_t place = 0; place < course.rank_order.size(); ++place)
        for (int suit = 0; suit < suits; ++suit) left[course.rank_order[place]][suit] -= course.run_cards[place][suit];
    for (int rank = 0; rank < ranks; ++rank) build_sets(rank, left[rank], melds);
    return melds;
}

namespace {

Melds make_melds(Line line) {
    Melds melds;
    for (int suit = 0; suit < suits; ++suit)
        for (int start = 0; start < ranks; ++start)
            for (int size = 3; size <= line.room_from(start); ++size) {
                if (size == ranks && start > 0) break;  // the same cards as the run from the first rank
                Meld& meld = melds.emplace_back();
                for (int k = 0; k < size; ++k) meld.push_back(make_card(suit, line.rank_at(start + k)));
            }
    for (int rank = 0; rank < ranks; ++rank)
        for (int skip_suit = suits; skip_suit >= 0; --skip_suit) {
            Meld& meld = melds.emplace_back();
            for (int suit = 0; suit < suits; ++suit)
                if (suit != skip_suit) meld.push_back(make_card(suit, rank));
        }
    return melds;
}

}  // namespace

const Melds& legal_melds(Line line) {
    PASSATEMPO_THREAD std::map<std::array<int, 3>, Melds> known;
    Melds& melds = known[{line.first, line.places, line.circular}];
    if (melds.empty()) melds = make_melds(line);
    return melds;
}

namespace {

// A meld without jokers: different cards of one rank, or of one suit without a gap on the line.
bool is_legal_plain(const Meld& meld, Line line) {
    unsigned ranks_had = 0, suits_had = 0;
    for (const int c : meld) {
        ranks_had |= 1U << c % ranks;
        suits_had |= 1U << c / ranks;
    }
    const auto size = meld.size();
    const auto bits = [](unsigned mask) { return static_cast<std::size_t>(std::popcount(mask)); };
    if (size < 3 || size > ranks) return false;
    if (bits(ranks_had) == 1) return bits(suits_had) == size;
    if (bits(suits_had) != 1 || bits(ranks_had) != size) return false;
    // Count ranks that follow a missing rank. There must be one, and on a line no rank may be past the end.
    constexpr unsigned full_mask = (1U << ranks) - 1;
    const auto is_consecutive = [&](unsigned mask) { return bits(mask & ~(mask << 1)) == 1; };
    if (line.circular)
        return ranks_had == full_mask || bits(ranks_had & ~(ranks_had << 1 | ranks_had >> (ranks - 1))) == 1;
    const unsigned row = (ranks_had >> line.first | ranks_had << (ranks - line.first)) & full_mask;  // place by place
    if (line.has_double_ace() && is_consecutive(row >> 1 | (row & 1U) << (ranks - 1))) return true;
    return row >> line.places == 0 && is_consecutive(row);
}

}  // namespace

bool is_legal(const Meld& meld, Line line) {
    if (std::all_of(meld.begin(), meld.end(), [](int c) { return c < deck; })) return is_legal_plain(meld, line);
    Meld named;
    for (const int c : meld)
        if (c != deck) named.push_back(c >= joker_as ? c - joker_as : c);
    std::sort(named.begin(), named.end());
    const auto fits_meld = [&](const Meld& legal) {
        if (legal.size() != meld.size()) return false;
        Meld sorted = legal;
        std::sort(sorted.begin(), sorted.end());
        return std::includes(sorted.begin(), sorted.end(), named.begin(), named.end());
    };
    const Melds& melds = legal_melds(line);
    return std::any_of(melds.begin(), melds.end(), fits_meld);
}

}  // namespace passatempo::machiavelli
