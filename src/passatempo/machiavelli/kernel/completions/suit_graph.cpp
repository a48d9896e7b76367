// Builds the layered networks of all suits by forward reachability and a backward dynamic programme.
// 1. `cheapest_first`: the cut of a circle with the fewest joint states.
// 2. `add_starts`: the possible starts of a suit, as states of open runs [Rijn2015].
// 3. `build_network`: forward, the states within the needs limit, with `lower_bound_from` for pruning.
// 4. `backward_pass`: the least need from each node to the finish.
// 5. `remove_dead_ends`: only the arcs that lie on a path within the limit.
// Twin: machiavelli/reference/search.py
#include "completions/suit_graph.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

constexpr int infinite_need = SuitRelaxation::joker_twelfths * deck;
constexpr int unreachable = 1 << 28;

}  // namespace

bool SuitNetwork::build_network(const Offer& offer, int suit, const Boundary& ends,
                                std::span<const SuitRelaxation* const> relaxations) {
    offer_ = &offer;
    relaxations_ = relaxations;
    boundary_ = ends;
    suit_ = suit;
    needs_limit_ = SuitRelaxation::joker_twelfths * offer.joker_count;
    nodes_.clear();
    arcs_.clear();
    if (lower_bound_from(0, ends.start) > needs_limit_) return false;
    side_length_ = 1 + std::max(ends.start.total_runs(), offer.joker_count);
    for (const Row& row : offer.total_copies) side_length_ = std::max(side_length_, 1 + offer.joker_count + row[suit]);
    nodes_.push_back({0, ends.start, 0});
    layer_starts_[0] = 0;
    for (int place = 0; place < ranks; ++place) {
        layer_starts_[place + 1] = nodes_.size();
        node_numbers_.assign(std::size_t{1} * side_length_ * side_length_ * side_length_, 0);
        set_charges(place);
        for (int node = layer_starts_[place]; node < layer_starts_[place + 1]; ++node) add_arcs(place, node);
    }
    layer_starts_[ranks + 1] = nodes_.size();
    backward_pass();
    remove_dead_ends();
    return needs_from_[0] <= needs_limit_;
}

// A lower bound in twelfths. It exceeds every limit if the suit cannot continue from there.
int SuitNetwork::lower_bound_from(int place, const OpenRuns& open) const {
    int lower_bound = infinite_need;
    for (const SuitRelaxation* relaxation : relaxations_) {
        const RelaxationValue prospect = relaxation->relaxation_from(place, open);
        if (prospect.value_bound != impossible) lower_bound = std::min(lower_bound, prospect.joker_bound);
    }
    return lower_bound;
}

// Set the charge of the suit for each number of cards in runs, as in a relaxation. The charge is 0 if the number of
// cards laid before is unknown.
void SuitNetwork::set_charges(int place) {
    run_charges_.assign(side_length_, 0);
    if (place == ranks - 1 && boundary_.min_before < boundary_.max_before) return;
    const int sets = max_sets(offer_->total_copies[place], offer_->joker_count);
    for (int cards = 0; cards < side_length_; ++cards)
        run_charges_[cards] = suit_choice_value(*offer_, suit_, place, cards, sets).joker_bound;
}

void SuitNetwork::add_arcs(int place, int node) {
    nodes_[node].first_arc = arcs_.size();
    const int pending = nodes_[node].open_runs.pending_runs();
    const int sets = max_sets(offer_->total_copies[place], offer_->joker_count);
    const bool last = place == ranks - 1;
    const int extra_limit = offer_->joker_count - nodes_[node].needs_before / SuitRelaxation::joker_twelfths;
    for (int before = last ? boundary_.min_before : 0; before <= (last ? boundary_.max_before : 0); ++before)
        for (int extra_count = 0; extra_count <= extra_limit; ++extra_count) {
            const int cards = offer_->total_copies[place][suit_] + extra_count - before;
            for (int in_sets = 0; in_sets <= std::min(sets, cards - pending); ++in_sets)
                add_arc(place, node, cards, extra_count, in_sets);
        }
}

void SuitNetwork::add_arc(int place, int node, int cards, int extra_count, int in_sets) {
    const OpenRuns open = nodes_[node].open_runs;
    const int in_runs = cards - in_sets;
    OpenRuns next;
    if (offer_->in_runs(place, in_runs) < in_runs ||
        !advance_runs(open, in_runs, offer_->run_limit(place + 1, suit_), next))
        return;
    if (place == ranks - 1 && !as_good(next, boundary_.finish)) return;
    const int before = nodes_[node].needs_before + SuitRelaxation::joker_twelfths * extra_count;
    if (before + lower_bound_from(place + 1, next) > needs_limit_) return;
    const int fresh = std::max(0, in_runs - open.total_runs());
    NetworkArc& arc = arcs_.emplace_back();
    arc.extra_cards = extra_count;
    arc.in_sets = in_sets;
    arc.run_endings = std::min(cards, open.total_runs()) + fresh - in_runs;
    arc.needs = run_charges_[in_runs];
    arc.target = node_of(next);
    Node& to = nodes_[arc.target];
    to.needs_before = std::min(to.needs_before, before);
}

int SuitNetwork::node_of(const OpenRuns& open) {
    std::uint16_t& node_number =
        node_numbers_[(open.single_runs * side_length_ + open.double_runs) * side_length_ + open.long_runs];
    if (node_number == 0) {
        nodes_.push_back({0, open, infinite_need});
        node_number = nodes_.size();
    }
    return node_number - 1;
}

// Compute the least need of each node, from the last to the first. Until now an arc held its charge for cards in runs.
// From now on it holds the cards that it adds plus the need of its target.
void SuitNetwork::backward_pass() {
    std::uint32_t end = arcs_.size();
    needs_from_.assign(nodes_.size(), 0);
    for (int node = std::ssize(nodes_) - 1; node >= 0; --node) {
        Node& current_node = nodes_[node];
        if (node >= layer_starts_[ranks]) {
            current_node.first_arc = end;
            continue;
        }
        int lowest_need = unreachable;
        for (std::uint32_t k = current_node.first_arc; k < end; ++k) {
            NetworkArc& arc = arcs_[k];
            const int target_needs = needs_from_[arc.target];
            lowest_need = std::min(lowest_need, arc.needs + target_needs);
            arc.needs = SuitRelaxation::joker_twelfths * arc.extra_cards + target_needs;
        }
        needs_from_[node] = lowest_need;
        end = current_node.first_arc;
    }
}

// Remove the arcs that lie only on paths with too many needs.
void SuitNetwork::remove_dead_ends() {
    const std::uint32_t ways = arcs_.size();
    std::uint32_t arc_count = 0;
    for (std::size_t node = 0; node < nodes_.size(); ++node) {
        const std::uint32_t first = nodes_[node].first_arc;
        const std::uint32_t last = node + 1 < nodes_.size() ? nodes_[node + 1].first_arc : ways;
        nodes_[node].first_arc = arc_count;
        for (std::uint32_t k = first; k < last; ++k)
            if (nodes_[node].needs_before + arcs_[k].needs <= needs_limit_) arcs_[arc_count++] = arcs_[k];
    }
    arcs_.resize(arc_count);
    nodes_.push_back({arc_count, {}, 0});
}

void SuitNetwork::count_nodes(int place, std::span<double> tally) const {
    std::fill(tally.begin(), tally.end(), 0.0);
    for (int node = layer_starts_[place]; node < layer_starts_[place + 1]; ++node) {
        const int total_needs = nodes_[node].needs_before + needs_from_[node];
        if (total_needs <= needs_limit_) tally[total_needs] += 1;
    }
}

std::size_t SuitNetwork::memory_bytes() const {
    return sizeof(SuitNetwork) + nodes_.capacity() * sizeof(Node) + needs_from_.capacity() * sizeof(int) +
           arcs_.capacity() * sizeof(NetworkArc) + run_charges_.capacity() * sizeof(int) +
           node_numbers_.capacity() * sizeof(std::uint16_t);
}

namespace {

constexpr OpenRuns any_state{255, 255, -510};  // every state is as good as this one

}  // namespace

bool SuitNetworks::fits_copies(const Ranks& cards, int extra_count) {
    int largest_count = 0;
    for (const Row& row : cards)
        largest_count = std::max<int>(largest_count, *std::max_element(row.begin(), row.end()));
    return largest_count + extra_count <= max_copies;
}

bool SuitNetworks::is_closed() const { return line_.circular; }

const SuitNetwork& SuitNetworks::loose_network(int suit) const {
    return line_.is_linear() ? networks_[suit][0] : loose_networks_[suit];
}

int SuitNetworks::cheapest_first(const Ranks& cards, int extra_count) {
    const std::optional<std::array<double, ranks>> costs = cut_costs(cards, extra_count);
    return costs ? std::min_element(costs->begin(), costs->end()) - costs->begin() : 0;
}

// Estimate the cost of a cut of the circle before each rank, or return nothing if there is no completion. A loose
// network has one state at its start and few soon after, whatever the cards. So the estimate starts from two ranks and
// takes the higher cost.
std::optional<std::array<double, ranks>> SuitNetworks::cut_costs(const Ranks& cards, int extra_count) {
    std::array<double, ranks> costs{};
    for (const int first : {0, ranks / 2}) {
        set_offer(cards, extra_count, first);
        if (!build_loose_networks()) return std::nullopt;
        for (int place = 1; place <= ranks; ++place) {
            double& highest_cost = costs[(first + place) % ranks];
            highest_cost = std::max(highest_cost, cut_cost(place));
        }
    }
    return costs;
}

// Count the joint states of all suits at a place whose needs are within the limit.
double SuitNetworks::cut_cost(int place) const {
    const std::size_t size = needs_limit() + 1;
    std::vector<double> ways(size), tally(size), sums(size);
    ways[0] = 1;
    for (const SuitNetwork& network : loose_networks_) {
        network.count_nodes(place, tally);
        std::fill(sums.begin(), sums.end(), 0.0);
        for (std::size_t a = 0; a < size; ++a)
            for (std::size_t b = 0; a + b < size; ++b) sums[a + b] += ways[a] * tally[b];
        ways = sums;
    }
    double sum = 0;
    for (const double way_count : ways) sum += way_count;
    return sum;
}

void SuitNetworks::set_offer(const Ranks& cards, int extra_count, int first) {
    first_rank_ = first;
    offer_ = {};
    offer_.joker_count = extra_count;
    offer_.run_end = std::min(line_.places, ranks);
    for (int place = 0; place < ranks + 2; ++place)
        if (place < ranks || is_closed())
            offer_.total_copies[place] = offer_.table_copies[place] = cards[(first_rank_ + place) % ranks];
}

int SuitNetworks::max_open_runs(int suit) const {
    if (line_.is_linear()) return 0;
    const auto may = [&](int place) { return offer_.total_copies[place][suit] + offer_.joker_count; };
    return std::min(may(ranks - 1), is_closed() ? may(0) : std::min(may(0), may(1)));
}

// Build the loose networks. On a circle they lead from the most runs that can continue, all of them long, to any end.
// With aces at both ends they start from the most aces that can have been laid and end with any rest. There the
// relaxations of the starts give the needs.
bool SuitNetworks::build_loose_networks() {
    loose_needs_ = 0;
    for (int suit = 0; suit < suits; ++suit) {
        const int open_limit = max_open_runs(suit);
        std::vector<const SuitRelaxation*> relaxations;
        if (is_closed()) {
            loose_relaxations_[suit].build_table(offer_, suit, any_state);
            relaxations.push_back(&loose_relaxations_[suit]);
        } else {
            for (int k = 0; k < start_counts_[suit]; ++k) relaxations.push_back(&relaxations_[suit][k]);
        }
        const SuitNetwork::Boundary ends{
            {0, 0, open_limit}, is_closed() ? any_state : OpenRuns{}, 0, is_closed() ? 0 : open_limit};
        if (!loose_networks_[suit].build_network(offer_, suit, ends, relaxations)) return false;
        loose_needs_ += loose_networks_[suit].needs_from(0);
    }
    return loose_needs_ <= needs_limit();
}

bool SuitNetworks::build_networks(const Ranks& cards, int extra_count, Line line) {
    line_ = line;
    set_offer(cards, extra_count, is_closed() ? cheapest_first(cards, extra_count) : line.start_rank());
    if (is_closed() && !build_loose_networks()) return false;
    int total_needs = 0;
    for (int suit = 0; suit < suits; ++suit) {
        add_starts(suit);
        if (start_counts_[suit] == 0) return false;
        total_needs += std::ranges::min_element(networks_of(suit), {}, [](const SuitNetwork& network) {
                           return network.needs_from(0);
                       })->needs_from(0);
    }
    if (total_needs > needs_limit()) return false;
    for (int suit = 0; suit < suits; ++suit) suit_order_[suit] = suit;
    std::stable_sort(suit_order_.begin(), suit_order_.end(),
                     [&](int a, int b) { return start_counts_[a] < start_counts_[b]; });
    return is_closed() || line_.is_linear() || build_loose_networks();
}

void SuitNetworks::add_starts(int suit) {
    start_counts_[suit] = 0;
    add_start(suit, {});
    const int open_limit = max_open_runs(suit);
    if (!is_closed())
        for (int aces = 1; aces <= open_limit; ++aces) add_start(suit, {{aces, 0, 0}, {}, aces, aces});
    else
        for (int open_count = 1; open_count <= open_limit; ++open_count)
            for (int pending = 0; pending <= open_count; ++pending)
                for (int single_count = 0; single_count <= pending; ++single_count) {
                    const OpenRuns open{single_count, pending - single_count, open_count - pending};
                    add_start(suit, {open, open});
                }
}

// On a circle the loose relaxation is accurate enough, because the network's own backward pass tightens it.
void SuitNetworks::add_start(int suit, const SuitNetwork::Boundary& ends) {
    auto& relaxations = relaxations_[suit];
    auto& networks = networks_[suit];
    const std::size_t start_index = start_counts_[suit];
    if (networks.size() == start_index) {
        relaxations.emplace_back();
        networks.emplace_back();
    }
    const SuitRelaxation* relaxation = is_closed() ? &loose_relaxations_[suit] : &relaxations[start_index];
    const int remaining_needs = is_closed() ? loose_needs_ - loose_networks_[suit].needs_from(0) : 0;
    if (is_closed() && remaining_needs + relaxation->relaxation_from(0, ends.start).joker_bound > needs_limit()) return;
    offer_.aces_before[suit] = ends.min_before;
    if (!is_closed()) relaxations[start_index].build_table(offer_, suit, ends.finish);
    const bool is_feasible = networks[start_index].build_network(offer_, suit, ends, {&relaxation, 1});
    offer_.aces_before[suit] = 0;
    if (is_feasible) ++start_counts_[suit];
}

std::size_t SuitNetworks::memory_bytes() const {
    std::size_t bytes = 0;
    for (int suit = 0; suit < suits; ++suit) {
        for (const SuitRelaxation& relaxation : relaxations_[suit]) bytes += relaxation.memory_bytes();
        for (const SuitNetwork& network : networks_[suit]) bytes += network.memory_bytes();
    }
    return bytes;
}

}  // namespace passatempo::machiavelli
