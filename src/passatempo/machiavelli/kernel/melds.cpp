// Runs cut where the oldest ends first, sets by the greatest numbers first.
// Algorithm: greedy decomposition of counts
#include "melds.hpp"

#include <algorithm>
#include <cassert>

namespace passatempo::machiavelli {

namespace {

// Cut a run of any length (on a circle, even longer than the circle) into runs of 3 to 13 cards.
void cut_run(int suit, const Course& course, int from, int length, Melds& melds) {
    const int places = course.rank.size();
    while (length > 0) {
        const int now = length > ranks ? std::min(ranks, length - 3) : length;
        assert(now >= 3);
        Meld& meld = melds.emplace_back();
        for (int k = 0; k < now; ++k) meld.push_back(card(suit, course.rank[(from + k) % places]));
        from += now;
        length -= now;
    }
}

// First in, first out: the k-th run to begin is the k-th to end, counted from the end of those open before place 0.
void build_runs(int suit, const Course& course, Melds& melds) {
    const int places = course.rank.size();
    const auto runs = [&](int place) -> int {
        if (course.closed) return course.runs[(place + places) % places][suit];
        return place < 0 || place >= places ? 0 : course.runs[place][suit];
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
    if (begins.empty())                            // they go round and round
        for (int k = 0; k < open; ++k) cut_run(suit, course, 0, places, melds);
    for (std::size_t k = 0; k < begins.size(); ++k) {
        const std::size_t end = k + open;
        const int last = ends[end % ends.size()] + places * static_cast<int>(end / ends.size());
        cut_run(suit, course, begins[k], last - begins[k] + 1, melds);
    }
}

// As few sets as the cards allow; a set of three leaves out the suit of which fewest cards are left.
void build_sets(int rank, std::array<int, suits> left, Melds& melds) {
    int total = left[0] + left[1] + left[2] + left[3];
    const int greatest = std::max({left[0], left[1], left[2], left[3]});
    for (int sets = std::max(greatest, (total + 3) / 4); sets > 0; --sets) {
        int skipped = suits;
        if (total == 3 * sets) skipped = std::min_element(left.begin(), left.end()) - left.begin();
        Meld& meld = melds.emplace_back();
        for (int suit = 0; suit < suits; ++suit) {
            if (suit == skipped) continue;
            assert(left[suit] > 0);
            --left[suit];
            --total;
            meld.push_back(card(suit, rank));
        }
    }
}

}  // namespace

Melds build(const Ranks& cards, const Course& course) {
    Melds melds;
    melds.reserve(64);
    for (int suit = 0; suit < suits; ++suit) build_runs(suit, course, melds);
    std::sort(melds.begin(), melds.end());
    std::array<std::array<int, suits>, ranks> left{};
    for (int rank = 0; rank < ranks; ++rank)
        for (int suit = 0; suit < suits; ++suit) left[rank][suit] = cards[rank][suit];
    for (std::size_t place = 0; place < course.rank.size(); ++place)
        for (int suit = 0; suit < suits; ++suit) left[course.rank[place]][suit] -= course.runs[place][suit];
    for (int rank = 0; rank < ranks; ++rank) build_sets(rank, left[rank], melds);
    return melds;
}

}  // namespace passatempo::machiavelli
