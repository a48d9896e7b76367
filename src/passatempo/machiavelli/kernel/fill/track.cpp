// The states of a suit from the first place to the last, without those that need too many cards, from every start; and
// where a circle is cut best.
// Algorithm: forward reachability, then a backward dynamic programme
// Twin: machiavelli/reference/search.py
#include "fill/track.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

constexpr int endless = Outlook::joker * deck;
constexpr int never = 1 << 28;

}  // namespace

bool Track::build(const Offer& offer, int suit, const Ends& ends, std::span<const Outlook* const> outlooks) {
    offer_ = &offer;
    outlooks_ = outlooks;
    ends_ = ends;
    suit_ = suit;
    allowed_ = Outlook::joker * offer.jokers;
    nodes_.clear();
    ways_.clear();
    if (later(0, ends.start) > allowed_) return false;
    side_ = 1 + std::max(ends.start.all(), offer.jokers);
    for (const Row& row : offer.may) side_ = std::max(side_, 1 + offer.jokers + row[suit]);
    nodes_.push_back({0, ends.start, 0});
    begins_[0] = 0;
    for (int place = 0; place < ranks; ++place) {
        begins_[place + 1] = nodes_.size();
        known_.assign(std::size_t{1} * side_ * side_ * side_, 0);
        charge(place);
        for (int node = begins_[place]; node < begins_[place + 1]; ++node) add_ways(place, node);
    }
    begins_[ranks + 1] = nodes_.size();
    look_back();
    tidy();
    return needs_[0] <= allowed_;
}

// At least so many twelfths, and more than all where the suit cannot go on from there.
int Track::later(int place, const Open& open) const {
    int least = endless;
    for (const Outlook* outlook : outlooks_) {
        const Prospect prospect = outlook->from(place, open);
        if (prospect.value != impossible) least = std::min(least, prospect.jokers);
    }
    return least;
}

// What the suit is charged for each number of cards in runs, as in an outlook; nothing where it is not known how many
// were laid before.
void Track::charge(int place) {
    charges_.assign(side_, 0);
    if (place == ranks - 1 && ends_.fewest_before < ends_.most_before) return;
    const int sets = most_sets(offer_->may[place], offer_->jokers);
    for (int cards = 0; cards < side_; ++cards) charges_[cards] = alone(*offer_, suit_, place, cards, sets).jokers;
}

void Track::add_ways(int place, int node) {
    nodes_[node].ways = ways_.size();
    const int pending = nodes_[node].open.pending();
    const int sets = most_sets(offer_->may[place], offer_->jokers);
    const bool last = place == ranks - 1;
    const int most_added = offer_->jokers - nodes_[node].before / Outlook::joker;
    for (int before = last ? ends_.fewest_before : 0; before <= (last ? ends_.most_before : 0); ++before)
        for (int added = 0; added <= most_added; ++added) {
            const int cards = offer_->may[place][suit_] + added - before;
            for (int in_sets = 0; in_sets <= std::min(sets, cards - pending); ++in_sets)
                add_way(place, node, cards, added, in_sets);
        }
}

void Track::add_way(int place, int node, int cards, int added, int in_sets) {
    const Open open = nodes_[node].open;
    const int in_runs = cards - in_sets;
    Open next;
    if (offer_->in_runs(place, in_runs) < in_runs || !step(open, in_runs, offer_->limit(place + 1, suit_), next))
        return;
    if (place == ranks - 1 && !as_good(next, ends_.finish)) return;
    const int before = nodes_[node].before + Outlook::joker * added;
    if (before + later(place + 1, next) > allowed_) return;
    const int fresh = std::max(0, in_runs - open.all());
    Way& way = ways_.emplace_back();
    way.added = added;
    way.in_sets = in_sets;
    way.ended = std::min(cards, open.all()) + fresh - in_runs;
    way.needed = charges_[in_runs];
    way.to = reach(next);
    Node& to = nodes_[way.to];
    to.before = std::min(to.before, before);
}

// The node of a state.
int Track::reach(const Open& open) {
    std::uint16_t& known = known_[(open.one * side_ + open.two) * side_ + open.more];
    if (known == 0) {
        nodes_.push_back({0, open, endless});
        known = nodes_.size();
    }
    return known - 1;
}

// What each node needs later, from the last to the first. A way was charged for its cards in runs; from now on it
// needs what it adds, and what comes later.
void Track::look_back() {
    std::uint32_t end = ways_.size();
    needs_.assign(nodes_.size(), 0);
    for (int node = std::ssize(nodes_) - 1; node >= 0; --node) {
        Node& it = nodes_[node];
        if (node >= begins_[ranks]) {
            it.ways = end;
            continue;
        }
        int least = never;
        for (std::uint32_t k = it.ways; k < end; ++k) {
            Way& way = ways_[k];
            const int later = needs_[way.to];
            least = std::min(least, way.needed + later);
            way.needed = Outlook::joker * way.added + later;
        }
        needs_[node] = least;
        end = it.ways;
    }
}

// Leave out the ways that need too many cards.
void Track::tidy() {
    const std::uint32_t ways = ways_.size();
    std::uint32_t kept = 0;
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        const std::uint32_t first = nodes_[node].ways;
        const std::uint32_t last = node + 1 < nodes_.size() ? nodes_[node + 1].ways : ways;
        nodes_[node].ways = kept;
        for (std::uint32_t k = first; k < last; ++k)
            if (nodes_[node].before + ways_[k].needed <= allowed_) ways_[kept++] = ways_[k];
    }
    ways_.resize(kept);
    nodes_.push_back({kept, {}, 0});
}

void Track::count_nodes(int place, std::span<double> tally) const {
    std::fill(tally.begin(), tally.end(), 0.0);
    for (int node = begins_[place]; node < begins_[place + 1]; ++node) {
        const int needed = nodes_[node].before + needs_[node];
        if (needed <= allowed_) tally[needed] += 1;
    }
}

std::size_t Track::held() const {
    return sizeof(Track) + nodes_.capacity() * sizeof(Node) + needs_.capacity() * sizeof(int) +
           ways_.capacity() * sizeof(Way) + charges_.capacity() * sizeof(int) +
           known_.capacity() * sizeof(std::uint16_t);
}

namespace {

constexpr Open anywhere{255, 255, -510};  // any state is as good as that

}  // namespace

bool Tracks::fits(const Ranks& cards, int added) {
    int most = 0;
    for (const Row& row : cards) most = std::max<int>(most, *std::max_element(row.begin(), row.end()));
    return most + added <= most_copies;
}

bool Tracks::closed() const { return line_.circular; }

const Track& Tracks::loose(int suit) const { return line_.linear() ? tracks_[suit][0] : loose_[suit]; }

int Tracks::cheapest_first(const Ranks& cards, int added) {
    const std::optional<std::array<double, ranks>> costs = costs_of_cuts(cards, added);
    return costs ? std::min_element(costs->begin(), costs->end()) - costs->begin() : 0;
}

// What a cut of the circle before each rank costs; nothing where there is no filling. Loose tracks have one state where
// they begin, and few soon after, whatever the cards: so they begin at two ranks, and the dearer of the two counts.
std::optional<std::array<double, ranks>> Tracks::costs_of_cuts(const Ranks& cards, int added) {
    std::array<double, ranks> costs{};
    for (const int first : {0, ranks / 2}) {
        line_up(cards, added, first);
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

void Tracks::line_up(const Ranks& cards, int added, int first) {
    first_ = first;
    offer_ = {};
    offer_.jokers = added;
    offer_.end = std::min(line_.places, ranks);
    for (int place = 0; place < ranks + 2; ++place)
        if (place < ranks || closed()) offer_.may[place] = offer_.must[place] = cards[(first_ + place) % ranks];
}

int Tracks::most_open(int suit) const {
    if (line_.linear()) return 0;
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

bool Tracks::build(const Ranks& cards, int added, Line line) {
    line_ = line;
    line_up(cards, added, closed() ? cheapest_first(cards, added) : line.begin());
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
    return closed() || line_.linear() || loosen();
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

std::size_t Tracks::held() const {
    std::size_t bytes = 0;
    for (int suit = 0; suit < suits; ++suit) {
        for (const Outlook& outlook : outlooks_[suit]) bytes += outlook.held();
        for (const Track& track : tracks_[suit]) bytes += track.held();
    }
    return bytes;
}

}  // namespace passatempo::machiavelli
