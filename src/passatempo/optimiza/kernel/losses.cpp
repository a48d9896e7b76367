// Tables of least losses, one for each step, from the last to the first.
// Algorithm: relaxation of frontier states to degrees (2-matchings), dynamic programming backward
#include "losses.hpp"

#include <algorithm>

namespace passatempo::optimiza {
namespace {

constexpr std::int16_t hopeless = 16383;       // so much, or more: two of them do not overflow
constexpr std::size_t most_places = 13;        // of a frontier: a table of 13 MB
constexpr std::size_t most_entries = 1 << 27;  // of all tables together, two bytes each
constexpr std::size_t planes = 4;

std::int16_t cut(std::int64_t loss) { return static_cast<std::int16_t>(std::min<std::int64_t>(loss, hopeless)); }

std::size_t entries(const std::vector<Step>& steps) {
    std::size_t all = 0;
    for (const Step& step : steps)
        if (step.before.size() <= most_places) all += planes * digit(step.before.size());
    return all;
}

// The lesser of the two, at each place.
void lessen(std::int16_t* to, const std::int16_t* from, std::size_t number) {
    for (std::size_t k = 0; k < number; ++k) to[k] = std::min(to[k], from[k]);
}

}  // namespace

Losses::Losses(const Graph& graph, const std::vector<Step>& steps, const std::vector<std::int64_t>& exit,
               const std::vector<std::int64_t>& least, Budget& budget)
    : value_(graph.value), before_(steps.size() + 1) {
    top_ = *std::max_element(exit.begin(), exit.end());
    low_ = *std::min_element(least.begin(), least.end());
    const std::size_t all = entries(steps);
    if (all > most_entries || !budget.room_for(all * sizeof(Loss))) return;
    before_[steps.size()].assign(planes, {hopeless});
    before_[steps.size()].back() = {0};  // start and end are known, and nothing is left
    for (std::size_t i = steps.size(); i-- > 0 && !budget.poll();) {
        const Step& step = steps[i];
        if (step.before.size() > most_places) continue;
        if (before_[i + 1].empty()) before_[i].assign(planes, std::vector<Loss>(digit(step.before.size()), 0));
        else before_[i] = join(leave(before_[i + 1], step, exit, least, budget), step, budget);
    }
    if (budget.stop() != Stop::done) before_.assign(steps.size() + 1, {});
}

// The table of the frontier with all cells that leave it, from the table without them.
Losses::Table Losses::leave(const Table& after, const Step& step, const std::vector<std::int64_t>& exit,
                            const std::vector<std::int64_t>& least, Budget& budget) const {
    Table table = after;
    for (const std::size_t place : step.leaving) {
        const std::uint16_t cell = place == step.before.size() ? step.cell : step.before[place];
        part(table, place, cut(value_), cut(least[cell] - low_), cut(top_ - exit[cell]), budget);
    }
    return table;
}

// Put a digit in for a cell that leaves: unused, it is left out; an end of a piece becomes the start or the end. The
// widest tables take some hundredths of a second: where the budget ends within, what is left is of no use.
void Losses::part(Table& table, std::size_t place, Loss skip, Loss start, Loss end, Budget& budget) {
    const std::size_t low = digit(place), size = table[0].size();
    Table wider(planes);
    for (std::size_t plane = 0; plane < planes && !budget.poll(); ++plane) {
        wider[plane].resize(3 * size);
        for (std::size_t from = 0; from < size; from += low) {
            const Loss* const here = table[plane].data() + from;
            Loss* const to = wider[plane].data() + 3 * from;
            for (std::size_t k = 0; k < low; ++k) to[k] = std::min<Loss>(hopeless, here[k] + skip);
            std::fill_n(to + low, low, hopeless);
            std::copy_n(here, low, to + 2 * low);
            if (plane < 2) {  // no start yet
                const Loss* const started = table[plane + 2].data() + from;
                for (std::size_t k = 0; k < low; ++k) to[low + k] = std::min<Loss>(to[low + k], started[k] + start);
            }
            if (plane % 2 == 0) {  // no end yet
                const Loss* const ended = table[plane + 1].data() + from;
                for (std::size_t k = 0; k < low; ++k) to[low + k] = std::min<Loss>(to[low + k], ended[k] + end);
            }
        }
    }
    if (budget.stop() == Stop::done) table = std::move(wider);
}

// The table before the step's cell is joined to at most two cells of the frontier, from the one afterwards. Its own
// digit is the highest.
Losses::Table Losses::join(const Table& joined, const Step& step, Budget& budget) {
    const std::size_t size = digit(step.before.size());
    Table table;
    for (const std::vector<Loss>& plane : joined) {
        if (budget.poll()) break;
        std::vector<Loss> least(plane.begin(), plane.begin() + size);
        const Loss *const one = plane.data() + size, *const two = one + size;
        for (std::size_t a = 0; a < step.neighbours.size(); ++a) {
            const std::size_t low = digit(step.neighbours[a]);
            for (std::size_t from = 0; from < size; from += 3 * low) lessen(&least[from], one + from + low, 2 * low);
            for (std::size_t b = a + 1; b < step.neighbours.size(); ++b) {
                const std::size_t high = digit(step.neighbours[b]);
                for (std::size_t block = 0; block < size; block += 3 * high)
                    for (std::size_t from = block; from < block + 2 * high; from += 3 * low)
                        lessen(&least[from], two + from + low + high, 2 * low);
            }
        }
        table.push_back(std::move(least));
    }
    return table;
}

}  // namespace passatempo::optimiza
