// What is safe in all layouts of a set is opened at no risk and splits it; then every cell is tried that may tell more.
#include "play/endgame.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <functional>

#include "random.hpp"

namespace passatempo::minesweeper::play {

namespace {

// Call `visit` with the mines added to `laid` for every choice of `mines` of the cells.
void each_choice(const std::uint32_t* at, const std::uint32_t* end, std::uint32_t mines,
                 std::vector<std::uint32_t>& laid, const std::function<void()>& visit) {
    if (mines == 0) return visit();
    for (; end - at >= static_cast<std::ptrdiff_t>(mines); ++at) {
        laid.push_back(*at);
        each_choice(at + 1, end, mines - 1, laid, visit);
        laid.pop_back();
    }
}

}  // namespace

void Endgame::choose_part(Tally& tally, std::size_t part, int left) {
    if (layouts_.size() > most_layouts) return;
    if (part == tally.parts().size()) {
        const std::vector<std::uint32_t>& free = tally.free();
        if (left >= 0 && left <= static_cast<int>(free.size()))
            each_choice(free.data(), free.data() + free.size(), left, laid_, [&] {
                if (layouts_.size() <= most_layouts) layouts_.push_back(laid_);
            });
        return;
    }
    Tally::Counting& counting = tally.parts()[part];
    counting.diagram.each(of_groups_[part], [&] {
        int mines = 0;
        for (const std::uint32_t here : of_groups_[part]) mines += here;
        choose_group(tally, part, 0, left - mines);
    });
}

void Endgame::choose_group(Tally& tally, std::size_t part, std::uint32_t group, int left) {
    const Part& cells = tally.parts()[part].part;
    if (group == cells.groups()) return choose_part(tally, part + 1, left);
    each_choice(cells.cells.begin(group), cells.cells.end(group), of_groups_[part][group], laid_,
                [&] { choose_group(tally, part, group + 1, left); });
}

// The sweeps of the tally have been made with the weights of all layouts: what has none is not walked.
bool Endgame::list(const Knowledge& knowledge, Tally& tally) {
    const Ground& ground = tally.ground();
    cell_.clear();
    index_.assign(ground.size(), none);
    for (std::uint32_t cell = 0; cell < ground.size(); ++cell)
        if (knowledge.is_unknown(cell)) {
            index_[cell] = cell_.size();
            cell_.push_back(cell);
        }
    layouts_.clear();
    laid_.clear();
    of_groups_.resize(tally.parts().size());
    choose_part(tally, 0, tally.mines_left());
    if (layouts_.size() > most_layouts) return false;
    const std::size_t number = layouts_.size();
    shows_.resize(cell_.size() * number);
    for (std::uint32_t i = 0; i < cell_.size(); ++i)
        std::fill_n(shows_.begin() + i * number, number, knowledge.mines_around(cell_[i]));
    for (std::size_t k = 0; k < number; ++k)
        for (const std::uint32_t mine : layouts_[k])
            for (const std::uint32_t seer : ground.seers(mine))
                if (index_[seer] != none) ++shows_[index_[seer] * number + k];
    for (std::size_t k = 0; k < number; ++k)
        for (const std::uint32_t mine : layouts_[k]) shows_[index_[mine] * number + k] = mined;
    Stream stream(number);
    while (zobrist_.size() < number) zobrist_.push_back({stream.word(), stream.word()});
    return true;
}

Endgame::Key Endgame::key(Stretch layouts) const {
    Key made;
    for (std::size_t i = layouts.begin; i < layouts.end; ++i) {
        made.one ^= zobrist_[pool_[i]].one;
        made.two ^= zobrist_[pool_[i]].two;
    }
    return made;
}

// The layouts that the best play wins; garbage once stopped.
std::uint32_t Endgame::wins(Stretch layouts, Stretch cells) {
    if (layouts.size() <= 1) return layouts.size();
    const Key here = key(layouts);
    if (const auto found = table_.find(here); found != table_.end()) return found->second;
    const std::size_t number = layouts_.size(), pool = pool_.size(), kept = cells_.size();
    std::vector<std::uint64_t> told;  // of each layout, what the safe cells show
    for (std::size_t c = cells.begin; c < cells.end; ++c) {
        const std::uint32_t cell = cells_[c];
        const std::uint8_t* row = shows_.data() + cell * number;
        std::uint32_t mines = 0;
        bool differs = false;
        const std::uint8_t first = row[pool_[layouts.begin]];
        for (std::size_t i = layouts.begin; i < layouts.end; ++i) {
            mines += row[pool_[i]] == mined;
            differs |= row[pool_[i]] != first;
        }
        if (mines == 0 && differs) {
            told.resize(layouts.size(), 0);
            for (std::size_t i = 0; i < told.size(); ++i)
                told[i] = (told[i] + row[pool_[layouts.begin + i]] + 1) * 0x9E3779B97F4A7C15;
        } else if (mines != 0 && mines != layouts.size()) {
            cells_.push_back(cell);
        }
    }
    const Stretch risky{kept, cells_.size()};
    std::uint32_t won = 0;
    if (told.empty()) {
        won = best_guess(layouts, risky).wins;
    } else {
        std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted;
        for (std::size_t i = 0; i < told.size(); ++i) sorted.emplace_back(told[i], pool_[layouts.begin + i]);
        std::sort(sorted.begin(), sorted.end());
        for (const auto& [value, layout] : sorted) pool_.push_back(layout);
        for (std::size_t from = 0, to; from < sorted.size(); from = to) {
            for (to = from; to < sorted.size() && sorted[to].first == sorted[from].first;) ++to;
            won += wins({pool + from, pool + to}, risky);
        }
    }
    pool_.resize(pool);
    cells_.resize(kept);
    if (!stopped_) table_.emplace(here, won);
    return won;
}

// The first of the best cells, by their safety; a cell that can only show one number waits while another can tell more.
Endgame::Guess Endgame::best_guess(Stretch layouts, Stretch cells) {
    Guess best{none, 0};
    if (left_ == 0) stopped_ = true;
    if (stopped_) return best;
    --left_;
    const std::size_t number = layouts_.size();
    std::vector<Guess> living, dead;
    for (std::size_t c = cells.begin; c < cells.end; ++c) {
        const std::uint8_t* row = shows_.data() + cells_[c] * number;
        std::uint32_t free = 0, shown = 0;
        for (std::size_t i = layouts.begin; i < layouts.end; ++i) {
            const std::uint8_t value = row[pool_[i]];
            if (value == mined) continue;
            ++free;
            shown |= 1U << value;
        }
        (std::has_single_bit(shown) ? dead : living).push_back({cells_[c], free});
    }
    std::vector<Guess>& tried = living.empty() ? dead : living;
    std::stable_sort(tried.begin(), tried.end(), [](const Guess& a, const Guess& b) { return a.wins > b.wins; });
    for (const Guess& one : tried) {
        if (one.wins <= best.wins) break;
        const std::uint32_t won = wins_after(layouts, cells, one.cell, best.wins);
        if (stopped_) return best;
        if (won > best.wins) best = {one.cell, won};
    }
    return best;
}

// The layouts won after a guess; less than they are where they cannot be more than `at_least`.
std::uint32_t Endgame::wins_after(Stretch layouts, Stretch cells, std::uint32_t cell, std::uint32_t at_least) {
    const std::uint8_t* row = shows_.data() + cell * layouts_.size();
    const std::size_t pool = pool_.size();
    std::vector<std::uint32_t> sizes(most_seen + 2, 0);
    for (std::uint32_t value = 0; value <= most_seen; ++value) {
        for (std::size_t i = layouts.begin; i < layouts.end; ++i)
            if (row[pool_[i]] == value) {
                const std::uint32_t layout = pool_[i];
                pool_.push_back(layout);
                ++sizes[value];
            }
    }
    std::uint32_t possible = pool_.size() - pool;
    std::size_t from = pool;
    for (std::uint32_t value = 0; value <= most_seen && possible > at_least && !stopped_; ++value) {
        if (sizes[value] == 0) continue;
        const std::uint32_t won = wins({from, from + sizes[value]}, cells);
        possible -= sizes[value] - won;
        from += sizes[value];
    }
    pool_.resize(pool);
    return possible;
}

Endgame::Solved Endgame::solve(const Knowledge& knowledge, Tally& tally, std::uint64_t nodes) {
    if (!list(knowledge, tally)) return {};
    left_ = nodes;
    stopped_ = false;
    table_.clear();
    pool_.clear();
    cells_.clear();
    for (std::uint32_t k = 0; k < layouts_.size(); ++k) pool_.push_back(k);
    for (std::uint32_t c = 0; c < cell_.size(); ++c) cells_.push_back(c);
    const Guess best = best_guess({0, pool_.size()}, {0, cells_.size()});
    if (stopped_ || best.cell == none) return {};
    return {cell_[best.cell], static_cast<double>(best.wins) / layouts_.size()};
}

}  // namespace passatempo::minesweeper::play
