// Tracks of every suit from every start, and where a circle is cut best.
// Twin: machiavelli/reference/search.py
#include "fill/tracks.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

constexpr Open anywhere{255, 255, -510};  // any state is as good as that

}  // namespace

bool Tracks::fits(const Ranks& cards, int added) {
    int most = 0;
    for (const Row& row : cards) most = std::max<int>(most, *std::max_element(row.begin(), row.end()));
    return most + added <= most_copies;
}

std::vector<Order> Tracks::orders(const Ranks& cards, int added, Line line) {
    line_ = line;
    if (!closed()) return {{line.begin(), 1}, {line.rank_at(std::min(line.places, ranks) - 1), -1}};
    const std::optional<std::array<double, ranks>> costs = costs_of_cuts(cards, added);
    if (!costs) return {{0, 1}};
    std::vector<std::pair<double, int>> cuts;
    for (int rank = 0; rank < ranks; ++rank) cuts.emplace_back((*costs)[rank], rank);
    std::sort(cuts.begin(), cuts.end());
    std::vector<Order> found;
    for (const auto& [cost, rank] : cuts) {
        found.push_back({rank, 1});
        found.push_back({(rank + ranks - 1) % ranks, -1});
    }
    return found;
}

// What a cut of the circle before each rank costs; nothing where there is no filling. Loose tracks have one state where
// they begin, and few soon after, whatever the cards: so they begin at two ranks, and the dearer of the two counts.
std::optional<std::array<double, ranks>> Tracks::costs_of_cuts(const Ranks& cards, int added) {
    std::array<double, ranks> costs{};
    for (const int first : {0, ranks / 2}) {
        line_up(cards, added, {first, 1});
        if (!loosen()) return std::nullopt;
        for (int place = 1; place <= ranks; ++place) {
            double& dearest = costs[(first + place) % ranks];
            dearest = std::max(dearest, cost(place));
        }
    }
    return costs;
}

// How often all suits together go through a place with no more than the cards allowed.
double Tracks::cost(int place) const {
    const std::size_t size = allowed() + 1;
    std::vector<double> ways(size), tally(size), sums(size);
    ways[0] = 1;
    for (const Track& track : loose_) {
        track.count_nodes(place, tally);
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t a = 0; a < size; ++a)
            for (std::size_t b = 0; a + b < size; ++b) sums[a + b] += ways[a] * tally[b];
        ways = sums;
    }
    double sum = 0;
    for (const double number : ways) sum += number;
    return sum;
}

void Tracks::line_up(const Ranks& cards, int added, const Order& order) {
    order_ = order;
    offer_ = {};
    offer_.jokers = added;
    offer_.end = std::min(line_.places, ranks);
    for (int place = 0; place < ranks + 2; ++place)
        if (place < ranks || closed()) offer_.may[place] = offer_.must[place] = cards[order_.rank_at(place)];
}

int Tracks::most_open(int suit) const {
    if (linear()) return 0;
    const auto may = [&](int place) { return offer_.may[place][suit] + offer_.jokers; };
    return std::min(may(ranks - 1), closed() ? may(0) : std::min(may(0), may(1)));
}

// On a circle: from as many runs as can go on, all of them long, to any end. With aces at both ends: from as many aces
// as can have been laid, whatever is left of them at the end; there the starts' own outlooks say what is needed.
bool Tracks::loosen() {
    loosely_needed_ = 0;
    for (int suit = 0; suit < suits; ++suit) {
        const int most = most_open(suit);
        std::vector<const Outlook*> outlooks;
        if (closed()) {
            loose_outlooks_[suit].build(offer_, suit, anywhere);
            outlooks.push_back(&loose_outlooks_[suit]);
        } else {
            for (int k = 0; k < starts_[suit]; ++k) outlooks.push_back(&outlooks_[suit][k]);
        }
        const Track::Ends ends{{0, 0, most}, closed() ? anywhere : Open{}, 0, closed() ? 0 : most};
        if (!loose_[suit].build(offer_, suit, ends, outlooks)) return false;
        loosely_needed_ += loose_[suit].need(0);
    }
    return loosely_needed_ <= allowed();
}

bool Tracks::build(const Ranks& cards, int added, Line line, const Order& order) {
    line_ = line;
    line_up(cards, added, order);
    if (closed() && !loosen()) return false;
    int needed = 0;
    for (int suit = 0; suit < suits; ++suit) {
        add_starts(suit);
        if (starts_[suit] == 0) return false;
        needed += std::ranges::min_element(lanes(suit), {}, [](const Track& lane) { return lane.need(0); })->need(0);
    }
    if (needed > allowed()) return false;
    for (int suit = 0; suit < suits; ++suit) turns_[suit] = suit;
    std::stable_sort(turns_.begin(), turns_.end(), [&](int a, int b) { return starts_[a] < starts_[b]; });
    return closed() || linear() || loosen();
}

void Tracks::add_starts(int suit) {
    starts_[suit] = 0;
    add_start(suit, {});
    const int most = most_open(suit);
    if (!closed())
        for (int aces = 1; aces <= most; ++aces) add_start(suit, {{aces, 0, 0}, {}, aces, aces});
    else
        for (int all = 1; all <= most; ++all)
            for (int pending = 0; pending <= all; ++pending)
                for (int one = 0; one <= pending; ++one) {
                    const Open open{one, pending - one, all - pending};
                    add_start(suit, {open, open});
                }
}

// On a circle the outlook to any end is near enough; the track looks back from its own.
void Tracks::add_start(int suit, const Track::Ends& ends) {
    auto& outlooks = outlooks_[suit];
    auto& tracks = tracks_[suit];
    const std::size_t number = starts_[suit];
    if (tracks.size() == number) {
        outlooks.emplace_back();
        tracks.emplace_back();
    }
    const Outlook* outlook = closed() ? &loose_outlooks_[suit] : &outlooks[number];
    const int others = closed() ? loosely_needed_ - loose_[suit].need(0) : 0;
    if (closed() && others + outlook->from(0, ends.start).jokers > allowed()) return;
    offer_.before[suit] = ends.fewest_before;
    if (!closed()) outlooks[number].build(offer_, suit, ends.finish);
    const bool goes = tracks[number].build(offer_, suit, ends, {&outlook, 1});
    offer_.before[suit] = 0;
    if (goes) ++starts_[suit];
}

bool Tracks::merge() {
    if (std::ranges::max(starts_) > Track::most_lanes) return false;
    for (int suit = 0; suit < suits; ++suit) merged_[suit].merge(lanes(suit));
    return std::ranges::all_of(merged_, [](const Track& track) { return track.size() <= Track::most_merged; });
}

std::size_t Tracks::held() const {
    std::size_t bytes = 0;
    for (int suit = 0; suit < suits; ++suit) {
        for (const Outlook& outlook : outlooks_[suit]) bytes += outlook.held();
        for (const Track& track : tracks_[suit]) bytes += track.held();
        bytes += merged_[suit].held();
    }
    return bytes;
}

}  // namespace passatempo::machiavelli
