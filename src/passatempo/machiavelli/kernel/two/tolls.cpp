// Tolls raised and lowered until suits and ranks agree, or nearly.
// Algorithm: Lagrangian decomposition (Guignard and Kim 1987) with deflected subgradients: after as many steps without
// that a search takes two to five times the nodes
#include "two/tolls.hpp"

#include <algorithm>
#include <functional>

namespace passatempo::machiavelli::two {

namespace {

constexpr int most_steps = 60;          // more gain less than they cost
constexpr Gain little = parts / 20;     // is no gain
constexpr Gain widest = 10;             // cards: at first the bound is hoped to fall by so much
constexpr std::int64_t for_jokers = 3;  // times as far goes the price of jokers: it moves all ranks at once
constexpr Gain dearest = parts << 12;   // tolls, on either side of 0

}  // namespace

template <int jokers>
void Lane::build(const Offer& offer, int suit, const Ends& ends) {
    using Kinds = OpenRuns<copies + jokers>;
    std::vector<int> states{ends.start}, next;
    ways_of_.clear();
    ways_.clear();
    std::size_t nodes = 0;
    for (int place = 0; place < ranks; ++place) {
        begins_[place] = nodes;
        nodes += states.size();
        std::array<int, Kinds::states> known;
        known.fill(none);
        next.clear();
        const bool last = place == ranks - 1;
        const int may = offer.may[place][suit] - (last ? ends.before : 0),
                  most = std::min(may + offer.jokers, Kinds::most);
        const auto& steps = Kinds::steps[offer.may[place + 1][suit] + offer.jokers];
        for (const int state : states) {
            ways_of_.push_back(ways_.size());
            for (int cards = Kinds::open_of[state].pending(); cards <= most; ++cards) {
                const int to = steps[state][cards];
                if (to == none || (last && !as_good(Kinds::open_of[to], Kinds::open_of[ends.finish]))) continue;
                if (known[to] == none) {
                    known[to] = nodes + next.size();
                    next.push_back(to);
                }
                ways_.push_back({static_cast<std::uint16_t>(known[to]), narrow(std::max(0, may - cards)),
                                 narrow(std::max(0, cards - may))});
            }
        }
        std::swap(states, next);
    }
    begins_[ranks] = nodes;
    ways_of_.push_back(ways_.size());
    most_.assign(nodes + states.size(), 0);
}

// The most of every node, from the last place to the first.
Gain Lane::sweep(int suit, const Prices& prices) {
    for (int place = ranks - 1; place >= 0; --place)
        for (std::uint32_t n = begins_[place]; n < begins_[place + 1]; ++n) {
            Gain most = never;
            for (std::uint32_t w = ways_of_[n]; w < ways_of_[n + 1]; ++w)
                most = std::max(most, by(ways_[w], suit, place, prices));
            most_[n] = most;
        }
    return most_.front();
}

int Lane::follow(int suit, const Prices& prices, Left& left) const {
    int wild = 0;
    std::uint32_t n = 0;
    for (int place = 0; place < ranks; ++place) {
        std::uint32_t w = ways_of_[n];
        while (by(ways_[w], suit, place, prices) != most_[n]) ++w;
        left[place][suit] = ways_[w].over;
        wild += ways_[w].wild;
        n = ways_[w].to;
    }
    return wild;
}

std::size_t Lane::held() const {
    return ways_of_.capacity() * sizeof(std::uint32_t) + ways_.capacity() * sizeof(Way) +
           most_.capacity() * sizeof(Gain);
}

// To begin with, what no sets would take costs what it is worth.
template <int jokers>
void Tolls<jokers>::begin(const Offer& offer, Gain joker) {
    offer_ = &offer;
    used_ = {};
    prices_ = {};
    prices_.joker = parts * joker;
    deflection_.forget();
    for_joker_ = 0;
    for (int place = 0; place < ranks; ++place) {
        list_leavings(place);
        const auto& may = offer.may[place];
        const int most = most_sets(may);
        for (int i = 0; i < suits; ++i)
            for (int over = most + 1; over <= may[i]; ++over)
                prices_.tolls[place][i][over] = -parts * offer.weight[place][i] * (over - most);
    }
}

template <int jokers>
void Tolls<jokers>::list_leavings(int place) {
    leavings_[place].clear();
    const auto& may = offer_->may[place];
    for (int code = 0; code < std::ssize(most_sets_of); ++code) {
        const auto cards = cards_of(code);
        if (std::equal(cards.begin(), cards.end(), may.begin(), std::less_equal<>())) add_leavings(place, code);
    }
}

// With every number of jokers that allows more sets than fewer of them do.
template <int jokers>
void Tolls<jokers>::add_leavings(int place, int code) {
    const auto cards = cards_of(code);
    const auto &may = offer_->may[place], &must = offer_->must[place];
    for (int wild = 0, most = -1; wild <= offer_->jokers; ++wild) {
        const int sets = most_sets_with<jokers>[wild][code];
        if (sets == most) continue;
        most = sets;
        Leaving leaving{{}, wild, 0};
        bool goes = true;
        for (int i = 0; i < suits; ++i) {
            const int laid = may[i] - std::max(0, cards[i] - sets);
            goes = goes && laid >= must[i];
            leaving.over[i] = narrow(cards[i]);
            leaving.gain += parts * offer_->weight[place][i] * (laid - must[i]);
        }
        if (goes) leavings_[place].push_back(leaving);
    }
}

template <int jokers>
void Tolls<jokers>::add_lane(int suit, const Lane::Ends& ends) {
    auto& lanes = lanes_[suit];
    if (lanes.size() == used_[suit]) lanes.emplace_back();
    lanes[used_[suit]++].template build<jokers>(*offer_, suit, ends);
}

template <int jokers>
void Tolls<jokers>::lower(Gain best, int may, Budget& budget) {
    Gain dearest_card = 1;
    for (int place = 0; place < ranks; ++place)
        for (int i = 0; i < suits; ++i) dearest_card = std::max<Gain>(dearest_card, offer_->weight[place][i]);
    const Gain goal = parts * (best + 1);
    Pace pace(widest * parts * dearest_card, little);  // of the bound below 0: it is to fall
    best_ = prices_;
    for (int step = 0; step < most_steps && !budget.poll(); ++step) {
        Left left{}, taken{};
        int used = 0;
        const Gain bound = look(may, left, taken, used);
        if (pace.betters(-bound)) best_ = prices_;
        if (-pace.best() < goal) break;
        deflection_.turn(left, taken);
        turn(used - offer_->jokers);
        move(bound - std::max(goal - 1, -pace.aim()));
    }
    sets_[ranks] = 0;
    for (int place = ranks - 1; place >= 0; --place) {
        Gain most = 0;
        take(place, best_, most);
        sets_[place] = sets_[place + 1] + most;
    }
}

// A bound, and what suits would leave, ranks would take and the jokers that both would use.
template <int jokers>
Gain Tolls<jokers>::look(int may, Left& left, Left& taken, int& used) {
    Gain bound = prices_.joker * offer_->jokers - parts * may;
    for (int i = 0; i < suits; ++i) {
        const Lane* best = nullptr;
        Gain most = 0;
        for (std::size_t k = 0; k < used_[i]; ++k) {
            const Gain here = lanes_[i][k].sweep(i, prices_);
            if (best != nullptr && here <= most) continue;
            best = &lanes_[i][k];
            most = here;
        }
        used += best->follow(i, prices_, left);
        bound += most;
    }
    for (int place = 0; place < ranks; ++place) {
        Gain most = 0;
        const Leaving& it = take(place, prices_, most);
        taken[place] = it.over;
        used += it.wild;
        bound += most;
    }
    return bound;
}

template <int jokers>
auto Tolls<jokers>::take(int place, const Prices& prices, Gain& most) const -> const Leaving& {
    const Leaving* best = nullptr;
    const auto& toll = prices.tolls[place];
    for (const Leaving& it : leavings_[place]) {
        const Gain here = it.gain - prices.joker * it.wild - toll[0][it.over[0]] - toll[1][it.over[1]] -
                          toll[2][it.over[2]] - toll[3][it.over[3]];
        if (best != nullptr && here <= most) continue;
        best = &it;
        most = here;
    }
    return *best;
}

template <int jokers>
void Tolls<jokers>::turn(int surplus) {
    using Way = Deflection<copies>;
    for_joker_ = for_joker_ * Way::kept / Way::whole + Way::whole * surplus;
    if (for_joker_ < 0 && prices_.joker <= parts) for_joker_ = 0;  // the hand's cost a unit
}

// So far that the bound would fall by the distance, were it straight.
template <int jokers>
void Tolls<jokers>::move(Gain distance) {
    const std::int64_t square = deflection_.square() + for_jokers * for_joker_ * for_joker_;
    if (square == 0) return;
    const Stride stride{std::int64_t{distance} * Deflection<copies>::whole, square};
    deflection_.move(prices_.tolls, stride, dearest);
    prices_.joker = std::clamp(prices_.joker + stride.by(for_jokers * for_joker_), parts, dearest);
}

template <int jokers>
std::size_t Tolls<jokers>::held() const {
    std::size_t bytes = 0;
    for (const auto& lanes : lanes_) {
        bytes += lanes.capacity() * sizeof(Lane);
        for (const Lane& lane : lanes) bytes += lane.held();
    }
    for (const auto& leavings : leavings_) bytes += leavings.capacity() * sizeof(Leaving);
    return bytes;
}

template class Tolls<2>;

}  // namespace passatempo::machiavelli::two
