// One walk over the groups of the position, one over its parts, and one over what may never be told apart.
// Twin: minesweeper/exact/plain_value.py
#include "play/inputs.hpp"

#include <algorithm>
#include <cmath>

namespace passatempo::minesweeper::play {

namespace {

constexpr double faint = 0.01;  // a riddle less likely than this to stay one counts for nothing
constexpr double level = 0.02;  // cells so near to the safest are as good as it
constexpr double proven = 0.999;
constexpr std::size_t most_telling = 6;  // more than that tell any pair apart

}  // namespace

// What is summed up while the groups are walked.
struct Inputs::Sums {
    double safe = 0, telling = 0, touching = 0, contacts = 0;    // safe cells, and what they are next to
    double best_zero = 0, zeros = 0, news = 0;                   // what opening them promises
    double first = 0, second = 0, best = 0, next_best = 0;       // safest living cells; safest of those not certain
    double free = 0, free_chance = 0;                            // cells next to no number
    double risk = 0, entropy = 0, open = 0, low = 0, lower = 0;  // cells next to one, not certain
    double groups = 0, mines = 0;                                // groups not certain; sure mines
    double parts = 0, stuck = 0, stuck_log = 0, shut = 0, shut_log = 0;
    double pairs = 0, boxes = 0, worst = 0, proven = 0;
    double corners = 0, edge = 0;
    double most_news = 0, most_zero = 0, free_safest = 0;
};

Inputs::Inputs(const Ground& ground) : ground_(&ground) {
    const auto apart = [&](std::uint32_t from, std::uint32_t other, std::vector<std::uint32_t>& telling) {
        for (const std::uint32_t seer : ground.seers(from))
            if (seer != other && !ground.sees(seer, other)) telling.push_back(seer);
    };
    const std::uint32_t columns = ground.columns();
    for (std::uint32_t cell = 0; cell < ground.size(); ++cell) {
        for (const std::uint32_t other : ground.near(cell)) {
            if (other < cell) continue;
            Riddle pair{{cell, other}, {}};
            apart(cell, other, pair.telling);
            apart(other, cell, pair.telling);
            if (pair.telling.size() <= most_telling) pairs_.push_back(std::move(pair));
        }
        if (cell % columns + 1 == columns || cell + columns >= ground.size()) continue;
        Riddle box{{cell, cell + 1, cell + columns, cell + columns + 1}, {}};
        const int row = cell / columns, column = cell % columns, rows = ground.size() / columns;
        for (const int r : {row - 1, row + 2})
            for (const int c : {column - 1, column + 2})
                if (r >= 0 && r < rows && c >= 0 && static_cast<std::uint32_t>(c) < columns)
                    box.telling.push_back(r * columns + c);
        boxes_.push_back(std::move(box));
    }
}

void Inputs::mark(const Knowledge& knowledge, const Variation& variation) {
    chance_.resize(ground_->size());
    is_unknown_.assign(ground_->size(), 0);
    is_free_.assign(ground_->size(), 0);
    for (std::uint32_t cell = 0; cell < ground_->size(); ++cell) chance_[cell] = knowledge.fact(cell) == Fact::mine;
    const std::span<const Variation::Group> groups = variation.groups();
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Shares& share = groups[g].share;
        const double chance = share.mines == 0 ? 0 : share.free == 0 ? 1 : groups[g].chance();
        for (const std::uint32_t* cell = groups[g].begin; cell != groups[g].end; ++cell) {
            chance_[*cell] = chance;
            is_unknown_[*cell] = 1;
            is_free_[*cell] = variation.has_free() && g + 1 == groups.size();
        }
    }
}

bool Inputs::tells(std::uint32_t cell) const {
    for (const std::uint32_t other : ground_->near(cell))
        if (is_open(other)) return true;
    return false;
}

// The chance that an unknown cell shows zero, as if its neighbours had nothing to do with each other.
double Inputs::zero(std::uint32_t cell) const {
    double all = 1;
    for (const std::uint32_t other : ground_->near(cell)) all *= 1 - chance_[other];
    return all;
}

void Inputs::look_at_safe(const Knowledge& knowledge, std::uint32_t cell, Sums& sums) {
    double touching = 0;
    for (const std::uint32_t other : ground_->near(cell)) {
        sums.news += chance_[other] * (1 - chance_[other]);
        touching += is_free_[other];
    }
    const bool living = tells(cell);
    sums.safe += 1;
    sums.telling += living;
    sums.touching += touching > 0;
    sums.contacts += touching;
    const double promise = knowledge.mines_around(cell) > 0 ? 0 : zero(cell);
    if (!living) return;
    sums.best_zero = std::max(sums.best_zero, promise);
    sums.zeros += promise;
}

void Inputs::look_at_open(const Variation::Group& group, bool free, Sums& sums) {
    const double chance = group.chance(), size = group.size();
    sums.groups += 1;
    if (1 - chance > sums.best + rounding) {
        sums.next_best = group.size() > 1 ? 1 - chance : sums.best;
        sums.best = 1 - chance;
        sums.free_safest = free;
    } else {
        sums.next_best = std::max(sums.next_best, 1 - chance);
    }
    if (free) {
        sums.free = size;
        sums.free_chance = chance;
        return;
    }
    sums.risk += size * std::min(chance, 1 - chance);
    sums.entropy -= size * (chance * std::log(chance) + (1 - chance) * std::log(1 - chance));
    sums.open += size;
    sums.low += chance < 0.2 - rounding ? size : 0;
    sums.lower += chance < 0.1 - rounding ? size : 0;
}

void Inputs::survey(const Knowledge& knowledge, const Variation& variation, Sums& sums) {
    const std::span<const Variation::Group> groups = variation.groups();
    for (std::size_t g = 0; g < groups.size(); ++g) {
        const Variation::Group& group = groups[g];
        const bool free = variation.has_free() && g + 1 == groups.size();
        if (group.share.free == 0) {
            sums.mines += group.size();
            continue;
        }
        if (group.share.mines == 0)
            for (const std::uint32_t* cell = group.begin; cell != group.end; ++cell)
                look_at_safe(knowledge, *cell, sums);
        else look_at_open(group, free, sums);
        const double safety = 1 - chance_[*group.begin];
        for (const std::uint32_t* cell = group.begin; cell != group.end && safety > sums.second; ++cell) {
            if (!tells(*cell)) continue;
            if (safety > sums.first) sums.second = sums.first, sums.first = safety;
            else sums.second = safety;
        }
    }
    for (const Variation::Group& group : groups) {
        const double safety = 1 - chance_[*group.begin];
        if (!is_open(*group.begin) || is_free_[*group.begin] || safety < sums.best - level - rounding) continue;
        for (const std::uint32_t* cell = group.begin; cell != group.end; ++cell) {
            double news = 0;
            for (const std::uint32_t other : ground_->near(*cell)) news += chance_[other] * (1 - chance_[other]);
            sums.most_news = std::max(sums.most_news, news);
            if (knowledge.mines_around(*cell) == 0) sums.most_zero = std::max(sums.most_zero, zero(*cell) * safety);
        }
    }
}

// A part without a safe cell costs a guess, if not in the end another part tells of it; a shut one has no way out.
void Inputs::parts(const Variation& variation, Sums& sums) {
    std::size_t g = 0;
    for (const std::size_t end : variation.part_ends()) {
        double least = 1;
        bool safe = false, shut = true;
        for (; g < end; ++g) {
            const Variation::Group& group = variation.groups()[g];
            safe = safe || group.share.mines == 0;
            if (group.share.mines == 0 || group.share.free == 0) continue;
            least = std::min(least, group.chance());
            for (const std::uint32_t* cell = group.begin; cell != group.end && shut; ++cell)
                for (const std::uint32_t other : ground_->near(*cell)) shut = shut && !is_free_[other];
        }
        if (least == 1) continue;
        sums.parts += 1;
        if (safe) continue;
        sums.stuck += 1;
        sums.stuck_log += std::log(1 - least);
        if (!shut) continue;
        sums.shut += 1;
        sums.shut_log += std::log(1 - least);
    }
}

// The chance that all cells that could tell are mines.
double Inputs::untold(const Riddle& riddle) const {
    double all = 1;
    for (const std::uint32_t cell : riddle.telling) {
        all *= chance_[cell];
        if (all < faint - rounding) return 0;
    }
    return all;
}

// The chance that just one of two cells is a mine; a number that misses one mine and sees both makes it the sum.
double Inputs::one_of(const Knowledge& knowledge, std::uint32_t a, std::uint32_t b) const {
    const double p = chance_[a], q = chance_[b];
    for (const std::uint32_t seer : ground_->seers(a)) {
        const int missing = seer == opened_ ? mines_shown_ : knowledge.is_number(seer) ? knowledge.missing(seer) : 0;
        if (missing == 1 && ground_->sees(seer, b)) return std::min(1.0, p + q);
    }
    return p * (1 - q) + (1 - p) * q;
}

void Inputs::pairs(const Knowledge& knowledge, Sums& sums) {
    for (const Riddle& pair : pairs_) {
        if (!is_open(pair.cells[0]) || !is_open(pair.cells[1])) continue;
        const double hidden = untold(pair);
        if (hidden == 0) continue;
        const double risk = hidden * one_of(knowledge, pair.cells[0], pair.cells[1]);
        sums.pairs += std::log(1 - risk / 2);
        sums.worst = std::max(sums.worst, risk);
        sums.proven += risk > proven;
    }
}

void Inputs::boxes(Sums& sums) {
    for (const Riddle& box : boxes_) {
        if (!is_open(box.cells[0]) || !is_open(box.cells[1]) || !is_open(box.cells[2]) || !is_open(box.cells[3]))
            continue;
        const double hidden = untold(box);
        if (hidden == 0) continue;
        const double a = chance_[box.cells[0]], b = chance_[box.cells[1]];
        const double c = chance_[box.cells[2]], d = chance_[box.cells[3]];
        const double risk = hidden * 2 * std::min(a * d * (1 - b) * (1 - c), b * c * (1 - a) * (1 - d));
        sums.boxes += std::log(1 - risk / 2);
    }
}

void Inputs::edges(const Variation& variation, Sums& sums) {
    if (!variation.has_free()) return;
    const std::uint32_t columns = ground_->columns(), rows = ground_->size() / columns;
    const Variation::Group& free = variation.groups().back();
    for (const std::uint32_t* cell = free.begin; cell != free.end; ++cell) {
        const std::uint32_t row = *cell / columns, column = *cell % columns;
        const bool end = row == 0 || row + 1 == rows, side = column == 0 || column + 1 == columns;
        sums.corners += end && side;
        sums.edge += end || side;
    }
}

void Inputs::read(const Knowledge& knowledge, const Tally& tally, const Variation& variation, std::uint32_t opened,
                  int mines, double layouts, std::span<float> into) {
    opened_ = opened;
    mines_shown_ = mines;
    mark(knowledge, variation);
    Sums s;
    survey(knowledge, variation, s);
    parts(variation, s);
    pairs(knowledge, s);
    boxes(s);
    edges(variation, s);
    const double size = ground_->size(), ways = std::max(0.0, std::log(layouts) + tally.scale());
    const auto log1 = [](double number) { return std::log(1 + number); };
    const double all[count] = {
        s.safe > 0 ? 1.0 : 0.0,
        log1(s.safe),
        log1(s.telling),
        s.first,
        s.second,
        s.best,
        s.next_best,
        ways / 50,
        log1(ways),
        s.free / size,
        log1(s.free),
        s.free_chance,
        (tally.mines_left() - s.mines) / size,
        s.risk / 10,
        s.entropy / 10,
        log1(s.open),
        s.lower / 10,
        s.low / 10,
        s.stuck_log,
        log1(s.stuck),
        s.shut_log,
        log1(s.shut),
        s.pairs,
        s.boxes,
        s.worst,
        s.proven,
        s.corners,
        s.edge / 40,
        s.best_zero,
        log1(s.zeros),
        log1(s.news),
        log1(s.touching),
        log1(s.contacts),
        s.most_news,
        s.free_safest,
        (knowledge.covered_cells() - 1) / size,
        log1(s.mines),
        log1(s.parts),
        s.most_zero,
        log1(s.groups),
    };
    std::copy(std::begin(all), std::end(all), into.begin());
}

}  // namespace passatempo::minesweeper::play
