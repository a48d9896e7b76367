// The structure is written once for each change; what a cell shows only changes what one number misses.
#include "play/variation.hpp"

#include <algorithm>

namespace passatempo::minesweeper::play {

namespace {

void fit(std::vector<char>& flags, std::size_t size) {
    if (flags.size() != size) flags.assign(size, 0);
}

}  // namespace

void Variation::affect(std::uint32_t part) {
    if (part == none || is_affected_[part]) return;
    is_affected_[part] = 1;
    affected_.push_back(part);
}

void Variation::set(const Knowledge& knowledge, const Tally& tally, std::span<const Given> given, std::uint32_t shown) {
    tally_ = &tally;
    const Ground& ground = tally.ground();
    fit(is_given_, ground.size());
    fit(in_scope_, ground.size());
    is_affected_.assign(tally.parts().size(), 0);
    affected_.clear();
    scope_.clear();
    mines_ = tally.mines_left();
    taken_ = 0;
    for (const Given& one : given) {
        is_given_[one.cell] = 1;
        mines_ -= one.mine;
        taken_ += one.mine;
        affect(tally.part_of(one.cell));
    }
    if (shown != none)
        for (const std::uint32_t cell : ground.near(shown))
            if (knowledge.is_unknown(cell) && !is_given_[cell]) {
                scope_.push_back(cell);
                in_scope_[cell] = 1;
                affect(tally.part_of(cell));
            }
    build(given, shown);
    for (const Given& one : given) is_given_[one.cell] = 0;
    for (const std::uint32_t cell : scope_) in_scope_[cell] = 0;
    combine();
}

void Variation::build(std::span<const Given> given, std::uint32_t shown) {
    part_.clear();
    number_at_.clear();
    for (const std::uint32_t p : affected_) {
        const Part& old = tally_->parts()[p].part;
        number_at_.push_back(part_.number.size());
        part_.number.insert(part_.number.end(), old.number.begin(), old.number.end());
        part_.missing.insert(part_.missing.end(), old.missing.begin(), old.missing.end());
    }
    for (const Given& one : given) {
        const std::uint32_t p = tally_->part_of(one.cell);
        if (p == none || !one.mine) continue;
        const Part& old = tally_->parts()[p].part;
        const std::size_t at = std::find(affected_.begin(), affected_.end(), p) - affected_.begin();
        const std::uint32_t g = tally_->group_of(one.cell);
        for (const std::uint32_t* n = old.numbers.begin(g); n != old.numbers.end(g); ++n)
            --part_.missing[number_at_[at] + *n];
    }
    const std::uint32_t last = part_.number.size();
    if (shown != none) {
        part_.number.push_back(shown);
        part_.missing.push_back(0);
    }
    asks_ = shown != none;
    for (std::size_t at = 0; at < affected_.size(); ++at) {
        const Part& old = tally_->parts()[affected_[at]].part;
        for (std::uint32_t g = 0; g < old.groups(); ++g)
            for (const bool inside : {false, true}) {
                const std::size_t before = part_.cells.item.size();
                for (const std::uint32_t* cell = old.cells.begin(g); cell != old.cells.end(g); ++cell)
                    if (!is_given_[*cell] && (in_scope_[*cell] != 0) == inside) part_.cells.item.push_back(*cell);
                if (part_.cells.item.size() == before) continue;
                part_.cells.close();
                for (const std::uint32_t* n = old.numbers.begin(g); n != old.numbers.end(g); ++n)
                    part_.numbers.item.push_back(number_at_[at] + *n);
                if (inside) part_.numbers.item.push_back(last);
                part_.numbers.close();
            }
    }
    const std::size_t before = part_.cells.item.size();
    for (const std::uint32_t cell : scope_)
        if (tally_->part_of(cell) == none) part_.cells.item.push_back(cell);
    if (part_.cells.item.size() != before) {
        part_.cells.close();
        part_.numbers.item.push_back(last);
        part_.numbers.close();
    }
    free_.clear();
    for (const std::uint32_t cell : tally_->free())
        if (!is_given_[cell] && !in_scope_[cell]) free_.push_back(cell);
    has_cells_.assign(part_.number.size(), 0);
    for (const std::uint32_t n : part_.numbers.item) has_cells_[n] = 1;
}

// The parts that stay as they are, and what they and the free cells weigh for each number of mines of the changed one.
void Variation::combine() {
    const std::span<const Tally::Counting> parts = tally_->parts();
    arranged_ = diagram_.arrange(part_);
    swept_ = false;
    rest_.least = 0;
    rest_.layouts.assign(1, 1);
    others_.clear();
    int fewest = 0, most = scope_.size();
    for (std::uint32_t p = 0; p < parts.size(); ++p) {
        const Diagram& diagram = parts[p].diagram;
        if (is_affected_[p]) {
            fewest += diagram.least();
            most += diagram.least() + diagram.layouts().size() - 1;
        } else {
            others_.push_back(p);
            multiply(rest_, diagram.least(), diagram.layouts(), scratch_);
        }
    }
    low_ = fewest = std::max(0, fewest - taken_);
    const int length = rest_.layouts.size();
    weight_.assign(std::max(0, most - fewest) + 1, 0);
    row_low_ = mines_ - rest_.least - (length - 1) - (low_ + weight_.size() - 1);
    row_.resize(weight_.size() + rest_.layouts.size() - 1);
    tally_->binomials().row(free_.size(), row_low_, tally_->scale(), row_);
    for (std::size_t m = 0; m < weight_.size(); ++m)
        for (int j = 0; j < length; ++j)
            weight_[m] += rest_.layouts[j] * row_[mines_ - rest_.least - j - (low_ + m) - row_low_];
}

double Variation::count(int mines_shown) {
    if (!arranged_) return 0;
    if (asks_) part_.missing.back() = mines_shown;
    for (std::size_t n = 0; n < part_.number.size(); ++n)
        if (!has_cells_[n] && part_.missing[n] != 0) return 0;
    if (!diagram_.fill(part_.missing)) return 0;
    double all = 0;
    const std::span<const double> layouts = diagram_.layouts();
    for (std::size_t m = 0; m < layouts.size(); ++m) all += layouts[m] * weight(diagram_.least() + m);
    return all;
}

// The groups are the same whatever is shown.
void Variation::list() {
    swept_ = true;
    group_of_.resize(tally_->ground().size());
    groups_.clear();
    const auto add = [&](const std::uint32_t* begin, const std::uint32_t* end) {
        for (const std::uint32_t* cell = begin; cell != end; ++cell) group_of_[*cell] = groups_.size();
        groups_.push_back({begin, end, {}});
    };
    for (std::uint32_t g = 0; g < part_.groups(); ++g) add(part_.cells.begin(g), part_.cells.end(g));
    const std::span<const Tally::Counting> parts = tally_->parts();
    for (const std::uint32_t p : others_)
        for (std::uint32_t g = 0; g < parts[p].part.groups(); ++g)
            add(parts[p].part.cells.begin(g), parts[p].part.cells.end(g));
    if (!free_.empty()) add(free_.data(), free_.data() + free_.size());
    without_.resize(others_.size());
    for (std::size_t i = 0; i < others_.size(); ++i) {
        without_[i].least = 0;
        without_[i].layouts.assign(1, 1);
        for (std::size_t j = 0; j < others_.size(); ++j)
            if (j != i)
                multiply(without_[i], parts[others_[j]].diagram.least(), parts[others_[j]].diagram.layouts(), scratch_);
    }
}

void Variation::sweep() {
    if (!swept_) list();
    const std::span<const Tally::Counting> parts = tally_->parts();
    const std::span<const double> layouts = diagram_.layouts();
    part_weight_.resize(layouts.size());
    for (std::size_t m = 0; m < layouts.size(); ++m) part_weight_[m] = weight(diagram_.least() + m);
    diagram_.sweep(part_weight_, shares_);
    std::size_t g = 0;
    for (const Shares& share : shares_) groups_[g++].share = share;
    for (std::size_t i = 0; i < others_.size(); ++i) {
        const Tally::Counting& other = parts[others_[i]];
        both_.least = without_[i].least;
        both_.layouts = without_[i].layouts;
        multiply(both_, diagram_.least(), layouts, scratch_);
        const std::size_t length = other.diagram.layouts().size();
        part_weight_.assign(length, 0);
        for (std::size_t m = 0; m < length; ++m)
            for (std::size_t j = 0; j < both_.layouts.size(); ++j)
                part_weight_[m] += both_.layouts[j] * ways(mines_ - both_.least - other.diagram.least() - (m + j));
        for (std::uint32_t k = 0; k < other.part.groups(); ++k, ++g) {
            Shares all;
            const std::span<const Shares> row = other.row(k);
            for (std::size_t m = 0; m < length; ++m) {
                all.mines += row[m].mines * part_weight_[m];
                all.free += row[m].free * part_weight_[m];
            }
            groups_[g].share = all;
        }
    }
    if (free_.empty()) return;
    both_.least = rest_.least;
    both_.layouts = rest_.layouts;
    multiply(both_, diagram_.least(), layouts, scratch_);
    const int cells = free_.size();
    Shares all;
    for (std::size_t j = 0; j < both_.layouts.size(); ++j) {
        const int mines = mines_ - both_.least - j;
        const double here = both_.layouts[j] * ways(mines);
        if (here == 0) continue;
        all.mines += mines * here;
        all.free += (cells - mines) * here;
    }
    groups_[g].share = all;
}

}  // namespace passatempo::minesweeper::play
