// What is safe in all layouts of a set is opened at no risk and splits it; then every cell is tried that may tell more.
#include "play/endgame.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

#include "random.hpp"

namespace passatempo::minesweeper::play {

namespace {

constexpr std::uint64_t between_polls = 16;  // guesses: some of them take a tenth of a millisecond

typedef std::uint8_t Bytes __attribute__((vector_size(16)));

// Call `visit` with the mines added to `laid` for every choice of `mines` of the cells.
void each_choice(const std::uint32_t* at, const std::uint32_t* end, std::uint32_t mines,
                 std::vector<std::uint32_t>& laid, const std::function<void()>& visit) {
    if (mines == 0) return visit();
    for (; at + mines <= end; ++at) {
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
        const int free_cells = free.size();
        if (left >= 0 && left <= free_cells)
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
        if (knowledge.is_unknown(cell) || knowledge.fact(cell) == Fact::safe) {
            index_[cell] = cell_.size();
            cell_.push_back(cell);
        }
    layouts_.clear();
    laid_.clear();
    of_groups_.resize(tally.parts().size());
    choose_part(tally, 0, tally.mines_left());
    if (layouts_.size() > most_layouts) return false;
    const std::size_t number = layouts_.size();
    stride_ = (cell_.size() + block - 1) / block * block;
    shows_.assign(number * stride_, mined);
    for (std::size_t k = 0; k < number; ++k) {
        std::uint8_t* row = shows_.data() + k * stride_;
        for (std::uint32_t i = 0; i < cell_.size(); ++i) row[i] = knowledge.mines_around(cell_[i]);
        for (const std::uint32_t mine : layouts_[k])
            for (const std::uint32_t seer : ground.seers(mine))
                if (index_[seer] != none) ++row[index_[seer]];
        for (const std::uint32_t mine : layouts_[k]) row[index_[mine]] = mined;
    }
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

// What cells show in a set of layouts, sixteen cells side by side; only those that could tell something before.
void Endgame::scan(Stretch layouts, const std::vector<Column>& before, std::vector<Column>& columns) const {
    for (std::size_t at = 0; at < before.size();) {
        const std::uint32_t first = before[at].cell / block * block;
        Bytes least = ~Bytes{}, most{}, most_free{}, mines{};
        std::array<std::uint32_t, block> all_mines{};
        std::uint32_t counted = 0;
        const auto flush = [&] {
            for (std::uint32_t c = 0; c < block; ++c) all_mines[c] += mines[c];
            mines = Bytes{};
            counted = 0;
        };
        for (std::size_t i = layouts.begin; i < layouts.end; ++i) {
            Bytes value;
            std::memcpy(&value, shows_.data() + pool_[i] * stride_ + first, sizeof value);
            const Bytes is_mine = reinterpret_cast<Bytes>(value == ~Bytes{});  // all bits or none
            least = value < least ? value : least;
            most = value > most ? value : most;
            const Bytes free = value & ~is_mine;
            most_free = free > most_free ? free : most_free;
            mines -= is_mine;
            if (++counted == mined) flush();  // a byte holds no more
        }
        flush();
        for (; at < before.size() && before[at].cell < first + block; ++at) {
            const std::uint32_t c = before[at].cell - first;
            const int free = layouts.size() - all_mines[c];
            if (least[c] != mined && least[c] != most[c])  // else it is a mine, or says nothing
                columns.push_back({before[at].cell, free, most[c] != mined, least[c] != most_free[c]});
        }
    }
}

// The layouts that the best play wins, if more than `least`; else no fewer than these, and not more than `least`.
// Garbage once stopped.
int Endgame::wins(Stretch layouts, const std::vector<Column>& before, int least) {
    if (layouts.size() <= 1) return layouts.size();
    if (layouts.size() == 2) return wins_of_two(pool_[layouts.begin], pool_[layouts.begin + 1], before);
    const Key here = key(layouts);
    const auto found = table_.find(here);
    if (found != table_.end() && (found->second.exact || found->second.most <= least)) return found->second.most;
    std::vector<Column> columns;
    scan(layouts, before, columns);
    const bool any_safe = std::any_of(columns.begin(), columns.end(), [](const Column& column) { return column.safe; });
    const int won = any_safe ? wins_apart(layouts, columns, least) : best_guess(layouts, columns, least).wins;
    if (!stopped_) table_.insert_or_assign(here, Bound{won, won > least});
    return won;
}

// Both, where a cell tells them apart that is a mine in neither.
int Endgame::wins_of_two(std::uint32_t one, std::uint32_t two, const std::vector<Column>& columns) const {
    const std::uint8_t* first = shows_.data() + one * stride_;
    const std::uint8_t* second = shows_.data() + two * stride_;
    for (const auto& [cell, free, safe, tells] : columns)
        if (first[cell] != second[cell] && first[cell] != mined && second[cell] != mined) return 2;
    return 1;
}

// Open all safe cells, and go on with the layouts that show the same there.
int Endgame::wins_apart(Stretch layouts, const std::vector<Column>& columns, int least) {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> masks;  // of eight cells together, those that are safe
    for (const Column& column : columns) {
        if (!column.safe) continue;
        const std::uint32_t word = column.cell / 8;
        if (masks.empty() || masks.back().first != word) masks.emplace_back(word, 0);
        masks.back().second |= std::uint64_t{mined} << 8 * (column.cell % 8);
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> told;
    told.reserve(layouts.size());
    for (std::size_t i = layouts.begin; i < layouts.end; ++i) {
        std::uint64_t all = 0;
        for (const auto& [at, mask] : masks) {
            std::uint64_t word;
            std::memcpy(&word, shows_.data() + pool_[i] * stride_ + 8 * at, sizeof word);
            all = (all ^ (word & mask)) * 0x9E3779B97F4A7C15;
            all ^= all >> 32;
        }
        told.emplace_back(all, pool_[i]);
    }
    std::sort(told.begin(), told.end());
    const std::size_t pool = pool_.size();
    for (const auto& [value, layout] : told) pool_.push_back(layout);
    int possible = layouts.size();
    for (std::size_t from = 0, to; from < told.size() && possible > least && !stopped_; from = to) {
        for (to = from; to < told.size() && told[to].first == told[from].first;) ++to;
        const int size = to - from;
        possible -= size - wins({pool + from, pool + to}, columns, least - (possible - size));
    }
    pool_.resize(pool);
    return possible;
}

// The first of the best cells, by their safety, of those that win more than `least`; a cell that can only show one
// number waits while another can tell more.
Endgame::Guess Endgame::best_guess(Stretch layouts, const std::vector<Column>& columns, int least) {
    Guess best{none, least};
    if (left_ == 0 || (left_ % between_polls == 0 && budget_->poll())) stopped_ = true;
    if (stopped_) return best;
    --left_;
    const bool alive = std::any_of(columns.begin(), columns.end(), [](const Column& column) { return column.tells; });
    std::vector<Guess> tried;
    for (const Column& column : columns)
        if (column.tells == alive) tried.push_back({column.cell, column.free});
    std::stable_sort(tried.begin(), tried.end(), [](const Guess& a, const Guess& b) { return a.wins > b.wins; });
    for (const Guess& one : tried) {
        if (one.wins <= best.wins) break;
        const int won = wins_after(layouts, columns, one.cell, best.wins);
        if (stopped_) return best;
        if (won > best.wins) best = {one.cell, won};
    }
    return best;
}

// The layouts won after a guess, if more than `least`; else no fewer than these, and not more than `least`.
int Endgame::wins_after(Stretch layouts, const std::vector<Column>& columns, std::uint32_t cell, int least) {
    const std::size_t pool = pool_.size();
    std::array<std::uint32_t, most_seen + 2> ends{};
    const auto shown = [&](std::size_t i) { return shows_[pool_[i] * stride_ + cell]; };
    for (std::size_t i = layouts.begin; i < layouts.end; ++i)
        if (shown(i) != mined) ++ends[shown(i) + 1];
    for (std::size_t value = 1; value < ends.size(); ++value) ends[value] += ends[value - 1];
    int possible = ends.back();
    pool_.resize(pool + possible);
    std::array<std::uint32_t, most_seen + 2> at = ends;
    for (std::size_t i = layouts.begin; i < layouts.end; ++i)
        if (shown(i) != mined) pool_[pool + at[shown(i)]++] = pool_[i];
    for (std::size_t value = 0; value <= most_seen && possible > least && !stopped_; ++value) {
        const Stretch here{pool + ends[value], pool + ends[value + 1]};
        const int size = here.size();
        if (size != 0) possible -= size - wins(here, columns, least - (possible - size));
    }
    pool_.resize(pool);
    return possible;
}

Endgame::Solved Endgame::solve(const Knowledge& knowledge, Tally& tally, std::uint64_t nodes, Budget& budget) {
    budget_ = &budget;
    if (!list(knowledge, tally)) return {};
    left_ = nodes;
    stopped_ = false;
    table_.clear();
    pool_.clear();
    for (std::uint32_t k = 0; k < layouts_.size(); ++k) pool_.push_back(k);
    std::vector<Column> all;
    for (std::uint32_t c = 0; c < cell_.size(); ++c) all.push_back({c, 0, false, true});
    const Stretch whole{0, pool_.size()};
    root_.clear();
    scan(whole, all, root_);
    const bool any_safe = std::any_of(root_.begin(), root_.end(), [](const Column& column) { return column.safe; });
    const Guess best = any_safe ? Guess{none, wins(whole, root_, 0)} : best_guess(whole, root_, 0);
    if (stopped_ || (best.cell == none && !any_safe)) return {};
    const std::uint32_t won = best.wins;
    return {any_safe ? none : cell_[best.cell], won, whole.size()};
}

std::vector<std::uint32_t> Endgame::as_good(std::uint32_t won, std::uint64_t nodes) {
    const int wins = won;
    std::vector<std::uint32_t> cells;
    left_ = nodes;
    stopped_ = false;
    for (const Column& column : root_) {
        if (column.free < wins) continue;
        const bool good = wins_after({0, pool_.size()}, root_, column.cell, wins - 1) == wins;
        if (stopped_) break;
        if (good) cells.push_back(cell_[column.cell]);
    }
    return cells;
}

}  // namespace passatempo::minesweeper::play
