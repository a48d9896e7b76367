// Cells that are safe in every layout are opened first and split the set. Then every informative cell is tried.
#include "play/endgame.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <functional>

#include "random.hpp"

namespace passatempo::minesweeper::play {

namespace {

constexpr std::uint64_t between_polls = 16;  // guesses; some take a tenth of a millisecond

typedef std::uint8_t Bytes __attribute__((vector_size(16)));

// Calls `visit` for every choice of `mines` cells, with the chosen cells added to `mine_stack`.
void each_choice(const std::uint32_t* at, const std::uint32_t* end, std::uint32_t mines,
                 std::vector<std::uint32_t>& mine_stack, const std::function<void()>& visit) {
    if (mines == 0) return visit();
    for (; at + mines <= end; ++at) {
        mine_stack.push_back(*at);
        each_choice(at + 1, end, mines - 1, mine_stack, visit);
        mine_stack.pop_back();
    }
}

}  // namespace

void EndgameSolver::choose_part(Posterior& posterior, std::size_t part, int left) {
    if (layouts_.size() > layout_limit) return;
    if (part == posterior.parts().size()) {
        const std::vector<std::uint32_t>& free = posterior.free_cells();
        const int free_cells = free.size();
        if (left >= 0 && left <= free_cells)
            each_choice(free.data(), free.data() + free.size(), left, layout_mines_, [&] {
                if (layouts_.size() <= layout_limit) layouts_.push_back(layout_mines_);
            });
        return;
    }
    Posterior::ComponentCount& counting = posterior.parts()[part];
    counting.diagram.for_each_layout(group_mines_[part], [&] {
        int mines = 0;
        for (const std::uint32_t group_mines : group_mines_[part]) mines += group_mines;
        choose_group(posterior, part, 0, left - mines);
    });
}

void EndgameSolver::choose_group(Posterior& posterior, std::size_t part, std::uint32_t group, int left) {
    const Component& cells = posterior.parts()[part].part;
    if (group == cells.groups()) return choose_part(posterior, part + 1, left);
    each_choice(cells.group_cells.begin(group), cells.group_cells.end(group), group_mines_[part][group], layout_mines_,
                [&] { choose_group(posterior, part, group + 1, left); });
}

// The posterior was swept with the weights of all layouts, so the walk skips layouts without weight.
bool EndgameSolver::list_layouts(const Knowledge& knowledge, Posterior& posterior) {
    const Neighbourhoods& neighbourhoods = posterior.neighbourhoods();
    open_cells_.clear();
    cell_indices_.assign(neighbourhoods.size(), none);
    for (std::uint32_t cell = 0; cell < neighbourhoods.size(); ++cell)
        if (knowledge.is_unknown(cell) || knowledge.fact(cell) == CellKnowledge::safe) {
            cell_indices_[cell] = open_cells_.size();
            open_cells_.push_back(cell);
        }
    layouts_.clear();
    layout_mines_.clear();
    group_mines_.resize(posterior.parts().size());
    choose_part(posterior, 0, posterior.mines_left());
    if (layouts_.size() > layout_limit) return false;
    const std::size_t number = layouts_.size();
    stride_ = (open_cells_.size() + block_size - 1) / block_size * block_size;
    cell_numbers_.assign(number * stride_, mine_code);
    for (std::size_t k = 0; k < number; ++k) {
        std::uint8_t* row = cell_numbers_.data() + k * stride_;
        for (std::uint32_t i = 0; i < open_cells_.size(); ++i) row[i] = knowledge.mine_neighbours(open_cells_[i]);
        for (const std::uint32_t mine : layouts_[k])
            for (const std::uint32_t observer : neighbourhoods.observers(mine))
                if (cell_indices_[observer] != none) ++row[cell_indices_[observer]];
        for (const std::uint32_t mine : layouts_[k]) row[cell_indices_[mine]] = mine_code;
    }
    Stream stream(number);
    while (zobrist_.size() < number) zobrist_.push_back({stream.word(), stream.word()});
    return true;
}

EndgameSolver::LayoutHash EndgameSolver::key(LayoutRange layouts) const {
    LayoutHash layout_hash;
    for (std::size_t i = layouts.first_index; i < layouts.end; ++i) {
        layout_hash.low ^= zobrist_[layout_pool_[i]].low;
        layout_hash.high ^= zobrist_[layout_pool_[i]].high;
    }
    return layout_hash;
}

// Scans what cells show in a set of layouts, 16 cells at a time. Only cells that could inform before are scanned.
void EndgameSolver::scan_columns(LayoutRange layouts, const std::vector<Column>& before,
                                 std::vector<Column>& columns) const {
    for (std::size_t at = 0; at < before.size();) {
        const std::uint32_t first = before[at].cell / block_size * block_size;
        Bytes min_numbers = ~Bytes{}, max_numbers{}, max_free_numbers{}, mines{};
        std::array<std::uint32_t, block_size> all_mines{};
        std::uint32_t layout_count = 0;
        const auto flush = [&] {
            for (std::uint32_t c = 0; c < block_size; ++c) all_mines[c] += mines[c];
            mines = Bytes{};
            layout_count = 0;
        };
        for (std::size_t i = layouts.first_index; i < layouts.end; ++i) {
            Bytes cell_numbers;
            std::memcpy(&cell_numbers, cell_numbers_.data() + layout_pool_[i] * stride_ + first, sizeof cell_numbers);
            const Bytes is_mine = reinterpret_cast<Bytes>(cell_numbers == ~Bytes{});  // all bits set or none
            min_numbers = cell_numbers < min_numbers ? cell_numbers : min_numbers;
            max_numbers = cell_numbers > max_numbers ? cell_numbers : max_numbers;
            const Bytes free = cell_numbers & ~is_mine;
            max_free_numbers = free > max_free_numbers ? free : max_free_numbers;
            mines -= is_mine;
            if (++layout_count == mine_code) flush();  // a byte holds no more
        }
        flush();
        for (; at < before.size() && before[at].cell < first + block_size; ++at) {
            const std::uint32_t c = before[at].cell - first;
            const int free = layouts.size() - all_mines[c];
            if (min_numbers[c] != mine_code &&
                min_numbers[c] != max_numbers[c])  // otherwise it is always a mine or always shows the same number
                columns.push_back(
                    {before[at].cell, free, max_numbers[c] != mine_code, min_numbers[c] != max_free_numbers[c]});
        }
    }
}

// Returns the exact number of layouts that best play wins, if it exceeds `lower_bound`. Otherwise returns an upper
// bound of at most `lower_bound`. The result is undefined once stopped.
int EndgameSolver::wins(LayoutRange layouts, const std::vector<Column>& before, int lower_bound) {
    if (layouts.size() <= 1) return layouts.size();
    if (layouts.size() == 2)
        return wins_of_two(layout_pool_[layouts.first_index], layout_pool_[layouts.first_index + 1], before);
    const LayoutHash layout_key = key(layouts);
    const auto table_match = transposition_table_.find(layout_key);
    if (table_match != transposition_table_.end() &&
        (table_match->second.is_exact || table_match->second.upper_bound <= lower_bound))
        return table_match->second.upper_bound;
    std::vector<Column> columns;
    scan_columns(layouts, before, columns);
    const bool any_safe =
        std::any_of(columns.begin(), columns.end(), [](const Column& column) { return column.is_safe; });
    const int won = any_safe ? wins_by_components(layouts, columns, lower_bound)
                             : best_guess(layouts, columns, lower_bound).best_wins;
    if (!is_over_) transposition_table_.insert_or_assign(layout_key, Bound{won, won > lower_bound});
    return won;
}

// Best play wins both layouts if a cell that is free in both tells them apart.
int EndgameSolver::wins_of_two(std::uint32_t left_layout, std::uint32_t right_layout,
                               const std::vector<Column>& columns) const {
    const std::uint8_t* first = cell_numbers_.data() + left_layout * stride_;
    const std::uint8_t* second = cell_numbers_.data() + right_layout * stride_;
    for (const auto& [cell, free, safe, can_inform] : columns)
        if (first[cell] != second[cell] && first[cell] != mine_code && second[cell] != mine_code) return 2;
    return 1;
}

// Opens all safe cells, and continues with each set of layouts that show the same there.
int EndgameSolver::wins_by_components(LayoutRange layouts, const std::vector<Column>& columns, int lower_bound) {
    std::vector<std::pair<std::uint32_t, std::uint64_t>> masks;  // of eight cells each, the safe ones
    for (const Column& column : columns) {
        if (!column.is_safe) continue;
        const std::uint32_t word = column.cell / 8;
        if (masks.empty() || masks.back().first != word) masks.emplace_back(word, 0);
        masks.back().second |= std::uint64_t{mine_code} << 8 * (column.cell % 8);
    }
    std::vector<std::pair<std::uint64_t, std::uint32_t>> layout_signatures;
    layout_signatures.reserve(layouts.size());
    for (std::size_t i = layouts.first_index; i < layouts.end; ++i) {
        std::uint64_t all = 0;
        for (const auto& [at, mask] : masks) {
            std::uint64_t word;
            std::memcpy(&word, cell_numbers_.data() + layout_pool_[i] * stride_ + 8 * at, sizeof word);
            all = (all ^ (word & mask)) * 0x9E3779B97F4A7C15;
            all ^= all >> 32;
        }
        layout_signatures.emplace_back(all, layout_pool_[i]);
    }
    std::sort(layout_signatures.begin(), layout_signatures.end());
    const std::size_t pool = layout_pool_.size();
    for (const auto& [signature, layout] : layout_signatures) layout_pool_.push_back(layout);
    int possible = layouts.size();
    for (std::size_t from = 0, to; from < layout_signatures.size() && possible > lower_bound && !is_over_; from = to) {
        for (to = from; to < layout_signatures.size() && layout_signatures[to].first == layout_signatures[from].first;)
            ++to;
        const int size = to - from;
        possible -= size - wins({pool + from, pool + to}, columns, lower_bound - (possible - size));
    }
    layout_pool_.resize(pool);
    return possible;
}

// Tries cells by safety and returns the first of the best ones, if it wins more than `lower_bound`. Cells that can
// only show one number are tried only if no cell is informative.
EndgameSolver::Guess EndgameSolver::best_guess(LayoutRange layouts, const std::vector<Column>& columns,
                                               int lower_bound) {
    Guess best{none, lower_bound};
    if (nodes_left_ == 0 || (nodes_left_ % between_polls == 0 && budget_->poll())) is_over_ = true;
    if (is_over_) return best;
    --nodes_left_;
    const bool alive =
        std::any_of(columns.begin(), columns.end(), [](const Column& column) { return column.can_inform; });
    std::vector<Guess> candidate_guesses;
    for (const Column& column : columns)
        if (column.can_inform == alive) candidate_guesses.push_back({column.cell, column.free_count});
    std::stable_sort(candidate_guesses.begin(), candidate_guesses.end(),
                     [](const Guess& a, const Guess& b) { return a.best_wins > b.best_wins; });
    for (const Guess& guess : candidate_guesses) {
        if (guess.best_wins <= best.best_wins) break;
        const int won = wins_after(layouts, columns, guess.cell, best.best_wins);
        if (is_over_) return best;
        if (won > best.best_wins) best = {guess.cell, won};
    }
    return best;
}

// Returns the layouts won after a guess, if more than `lower_bound`. Otherwise returns an upper bound of at most
// `lower_bound`.
int EndgameSolver::wins_after(LayoutRange layouts, const std::vector<Column>& columns, std::uint32_t cell,
                              int lower_bound) {
    const std::size_t pool = layout_pool_.size();
    std::array<std::uint32_t, most_seen + 2> ends{};
    const auto number_in = [&](std::size_t i) { return cell_numbers_[layout_pool_[i] * stride_ + cell]; };
    for (std::size_t i = layouts.first_index; i < layouts.end; ++i)
        if (number_in(i) != mine_code) ++ends[number_in(i) + 1];
    for (std::size_t number = 1; number < ends.size(); ++number) ends[number] += ends[number - 1];
    int possible = ends.back();
    layout_pool_.resize(pool + possible);
    std::array<std::uint32_t, most_seen + 2> at = ends;
    for (std::size_t i = layouts.first_index; i < layouts.end; ++i)
        if (number_in(i) != mine_code) layout_pool_[pool + at[number_in(i)]++] = layout_pool_[i];
    for (std::size_t number = 0; number <= most_seen && possible > lower_bound && !is_over_; ++number) {
        const LayoutRange next_range{pool + ends[number], pool + ends[number + 1]};
        const int size = next_range.size();
        if (size != 0) possible -= size - wins(next_range, columns, lower_bound - (possible - size));
    }
    layout_pool_.resize(pool);
    return possible;
}

EndgameSolver::EndgameValue EndgameSolver::solve_endgame(const Knowledge& knowledge, Posterior& posterior,
                                                         std::uint64_t nodes, Budget& budget) {
    budget_ = &budget;
    if (!list_layouts(knowledge, posterior)) return {};
    nodes_left_ = nodes;
    is_over_ = false;
    transposition_table_.clear();
    layout_pool_.clear();
    for (std::uint32_t k = 0; k < layouts_.size(); ++k) layout_pool_.push_back(k);
    std::vector<Column> all;
    for (std::uint32_t c = 0; c < open_cells_.size(); ++c) all.push_back({c, 0, false, true});
    const LayoutRange all_layouts{0, layout_pool_.size()};
    root_columns_.clear();
    scan_columns(all_layouts, all, root_columns_);
    const bool any_safe =
        std::any_of(root_columns_.begin(), root_columns_.end(), [](const Column& column) { return column.is_safe; });
    const Guess best =
        any_safe ? Guess{none, wins(all_layouts, root_columns_, 0)} : best_guess(all_layouts, root_columns_, 0);
    if (is_over_ || (best.cell == none && !any_safe)) return {};
    const std::uint32_t won = best.best_wins;
    return {any_safe ? none : open_cells_[best.cell], won, all_layouts.size()};
}

std::vector<std::uint32_t> EndgameSolver::as_good(std::uint32_t won, std::uint64_t nodes) {
    const int wins = won;
    std::vector<std::uint32_t> cells;
    nodes_left_ = nodes;
    is_over_ = false;
    for (const Column& column : root_columns_) {
        if (column.free_count < wins) continue;
        const bool good = wins_after({0, layout_pool_.size()}, root_columns_, column.cell, wins - 1) == wins;
        if (is_over_) break;
        if (good) cells.push_back(open_cells_[column.cell]);
    }
    return cells;
}

}  // namespace passatempo::minesweeper::play
