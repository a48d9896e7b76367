// Charges raised and lowered until suits and ranks agree, or nearly.
// Algorithm: Lagrangian decomposition (Guignard and Kim 1987) with deflected subgradients
#include "fill/tariff.hpp"

#include <algorithm>

namespace passatempo::machiavelli {

namespace {

constexpr int most_steps = 60;      // more gain less than they cost
constexpr int steps_again = 30;     // from charges that are nearly right
constexpr int little = parts / 20;  // is no gain
constexpr int widest = 10 * parts;  // at first what is needed is hoped to rise by so much
constexpr int width_again = 2 * parts;
constexpr int beyond = parts / 4;     // so far beyond what must be shown steps aim: else they become too short
constexpr int dearest = parts << 12;  // charges, on either side of 0
constexpr int never = 1 << 27;        // no filling needs so much

// All rows of cards, of each suit so many at most.
template <class Visit>
void each_row(int most, Visit&& visit) {
    const auto to = narrow(most);
    for (std::uint8_t s = 0; s <= to; ++s)
        for (std::uint8_t h = 0; h <= to; ++h)
            for (std::uint8_t d = 0; d <= to; ++d)
                for (std::uint8_t c = 0; c <= to; ++c) visit(Row{s, h, d, c});
}

// Can sets be made of all these cards, of which so many at most are added?
bool make_sets(const Row& row, const Row& may, int added) {
    int sum = 0, most = 0;
    for (int i = 0; i < suits; ++i) {
        sum += row[i];
        most = std::max<int>(most, row[i]);
        added -= std::max(0, row[i] - may[i]);
    }
    return added >= 0 && 3 * most <= sum;
}

}  // namespace

void Tariff::begin(const Offer& offer, bool again) {
    again_ = again;
    allowed_ = parts * offer.jokers;
    if (!again) best_ = {};
    from_ = {};
    for (int place = 0; place < ranks; ++place) {
        leavings_[place].clear();
        const Row& may = offer.may[place];
        each_row(std::min(most_copies, most_sets(may, offer.jokers)), [&](const Row& row) {
            if (make_sets(row, may, offer.jokers)) leavings_[place].push_back(row);
        });
    }
}

bool Tariff::excludes(Lanes& lanes, const Wanted& wanted, Budget& budget) {
    const int steps = again_ ? steps_again : most_steps;
    Pace pace(again_ ? width_again : widest, little);
    charges_ = best_;
    deflection_.forget();
    for (int step = 0; step < steps && !budget.poll(); ++step) {
        Left taken{};
        const int by_ranks = ask_ranks(taken);
        const Best best = ask_suits(lanes, wanted);
        const int needed = by_ranks + best.needed(best.cheapest());
        if (pace.betters(needed)) best_ = charges_;
        if (pace.best() > allowed_ || !leave_out(lanes, best, by_ranks)) return true;
        move(best, taken, wanted, std::min(allowed_ + beyond, pace.aim()) - needed);
    }
    sum_up();
    return false;
}

// What ranks need by the best charges.
void Tariff::sum_up() {
    for (int place = ranks - 1; place >= 0; --place) {
        Row taken;
        from_[place] = from_[place + 1] + take(place, best_, taken);
    }
}

int Tariff::Best::needed(int suit) const {
    return any_of(0) + any_of(1) + any_of(2) + any_of(3) + std::min(never, more(suit));
}

int Tariff::Best::cheapest() const {
    int suit = 0;
    for (int i = 1; i < suits; ++i)
        if (more(i) < more(suit)) suit = i;
    return suit;
}

auto Tariff::ask_suits(const Lanes& lanes, const Wanted& wanted) const -> Best {
    Best best;
    for (int i = 0; i < suits; ++i)
        for (Track* lane : lanes[i]) {
            lane->sweep(charges_, wanted[i]);
            if (best.any[i] == nullptr || lane->need(0).any < best.any_of(i)) best.any[i] = lane;
            if (best.with[i] == nullptr || lane->need(0).wanted < best.with[i]->need(0).wanted) best.with[i] = lane;
        }
    return best;
}

// Lanes that need too much even if all other suits take their best; false where none is left to a suit.
bool Tariff::leave_out(Lanes& lanes, const Best& best, int by_ranks) const {
    for (int i = 0; i < suits; ++i) {
        int others = by_ranks, more = never;  // by the others alone, and if one of them takes a wanted card
        for (int other = 0; other < suits; ++other) {
            if (other == i) continue;
            others += best.any_of(other);
            more = std::min(more, best.more(other));
        }
        std::erase_if(lanes[i], [&](const Track* lane) {
            const Need& need = lane->need(0);
            return others + std::min(need.any + more, need.wanted) > allowed_;
        });
        if (lanes[i].empty()) return false;
    }
    return true;
}

// What suits leave and ranks do not take is charged more, what ranks take and suits do not leave less.
void Tariff::move(const Best& best, const Left& taken, const Wanted& wanted, int distance) {
    Left left{};
    const int with = best.cheapest();
    for (int i = 0; i < suits; ++i) (i == with ? best.with : best.any)[i]->follow(charges_, wanted[i], i == with, left);
    deflection_.turn(taken, left);
    const std::int64_t square = deflection_.square();
    if (square == 0) return;
    deflection_.move(charges_, {std::int64_t{distance} * Deflection<most_copies>::whole, square}, dearest);
}

int Tariff::ask_ranks(Left& taken) const {
    int sum = 0;
    for (int place = 0; place < ranks; ++place) sum += take(place, charges_, taken[place]);
    return sum;
}

// The sets of a rank take what is charged most.
int Tariff::take(int place, const Charges& charges, Row& taken) const {
    const auto& [s, h, d, c] = charges[place];
    int least = never;
    for (const Row& row : leavings_[place]) {
        const int needed = -s[row[0]] - h[row[1]] - d[row[2]] - c[row[3]];
        if (needed >= least) continue;
        least = needed;
        taken = row;
    }
    return least;
}

std::size_t Tariff::held() const {
    std::size_t bytes = 0;
    for (const auto& leavings : leavings_) bytes += leavings.capacity() * sizeof(Row);
    return bytes;
}

}  // namespace passatempo::machiavelli
