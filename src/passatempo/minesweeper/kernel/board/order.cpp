// Greedy orders from several far ends of the part.
// Algorithm: greedy elimination order of small pathwidth (vertex separation)
#include "board/diagram.hpp"

#include <algorithm>

namespace passatempo::minesweeper {

namespace {

constexpr std::uint32_t some_tries = 3, many_tries = 16;
constexpr std::size_t groups_between_polls = 1024;

// Retries pay only if the best order so far has many states.
std::uint32_t tries_after(double states) {
    return states <= 200 ? 0 : states <= 2000 ? 1 : states <= 1e4 ? some_tries : many_tries;
}

}  // namespace

const std::vector<std::uint32_t>& OrderSearch::find_order(const Components& parts, std::uint32_t part,
                                                          std::uint32_t slots, Budget& budget) {
    load_component(parts, part);
    best_order_.clear();
    if (group_count_ == 1) {
        best_order_.assign(1, 0);
        return best_order_;
    }
    double lowest_cost = 0;
    std::uint32_t start = fewest_numbers();
    for (std::uint32_t attempt = 0; attempt < many_tries; ++attempt) {
        const std::optional<double> cost = greedy_order(start, attempt != 0, slots, budget);
        if (cost && (best_order_.empty() || *cost < lowest_cost)) {
            best_order_.swap(greedy_order_);
            lowest_cost = *cost;
        }
        if (budget.stop() != Stop::done) break;
        const bool has_order = !best_order_.empty();
        if (attempt >= (has_order ? tries_after(lowest_cost) : some_tries)) break;
        start = attempt < some_tries ? farthest_group(start) : attempt * group_count_ / many_tries;
    }
    return best_order_;
}

void OrderSearch::load_component(const Components& parts, std::uint32_t part) {
    group_count_ = parts.groups.length(part);
    number_count_ = parts.numbers.length(part);
    missing_mines_ = parts.missing_mines.data() + parts.numbers.start[part];
    group_sizes_.resize(group_count_);
    scope_sizes_.assign(number_count_, 0);
    group_numbers_.start.assign(1, 0);
    group_numbers_.indices.clear();
    const std::uint32_t* group = parts.groups.begin(part);
    for (std::uint32_t g = 0; g < group_count_; ++g) {
        group_sizes_[g] = parts.members.length(group[g]);
        group_numbers_.indices.insert(group_numbers_.indices.end(), parts.scopes.begin(group[g]),
                                      parts.scopes.end(group[g]));
        group_numbers_.close();
        for (const std::uint32_t* n = group_numbers_.begin(g); n != group_numbers_.end(g); ++n)
            scope_sizes_[*n] += group_size(g);
    }
    transpose(group_numbers_, number_count_, number_groups_);
}

std::uint32_t OrderSearch::fewest_numbers() const {
    std::uint32_t best_group = 0;
    for (std::uint32_t g = 1; g < group_count_; ++g)
        if (group_numbers_.length(g) < group_numbers_.length(best_group)) best_group = g;
    return best_group;
}

// Returns the last group that a breadth-first search reaches.
std::uint32_t OrderSearch::farthest_group(std::uint32_t from) {
    is_reached_.assign(group_count_, 0);
    is_used_.assign(number_count_, 0);
    group_queue_.assign(1, from);
    is_reached_[from] = 1;
    for (std::size_t at = 0; at < group_queue_.size(); ++at)
        for (const std::uint32_t* n = group_numbers_.begin(group_queue_[at]); n != group_numbers_.end(group_queue_[at]);
             ++n) {
            if (is_used_[*n]) continue;
            is_used_[*n] = 1;
            for (const std::uint32_t* g = number_groups_.begin(*n); g != number_groups_.end(*n); ++g)
                if (!is_reached_[*g]) {
                    is_reached_[*g] = 1;
                    group_queue_.push_back(*g);
                }
        }
    return group_queue_.back();
}

// Takes the best group next to the active numbers, repeatedly. Ties go to the one that has waited longest.
std::optional<double> OrderSearch::greedy_order(std::uint32_t start, bool careful, std::uint32_t slots,
                                                Budget& budget) {
    double cost = 0;
    cells_left_ = scope_sizes_;
    greedy_order_.clear();
    active_numbers_.clear();
    is_reached_.assign(group_count_, 0);
    group_queue_.assign(1, start);
    is_reached_[start] = 1;
    while (!group_queue_.empty()) {
        const std::size_t group_index = careful ? group_by_growth() : select_group();
        const std::uint32_t g = group_queue_[group_index];
        group_queue_.erase(group_queue_.begin() + group_index);
        greedy_order_.push_back(g);
        if (greedy_order_.size() % groups_between_polls == 0 && budget.poll()) return std::nullopt;
        for (const std::uint32_t* n = group_numbers_.begin(g); n != group_numbers_.end(g); ++n) {
            if (cells_left_[*n] == scope_sizes_[*n]) {
                active_numbers_.push_back(*n);
                for (const std::uint32_t* other = number_groups_.begin(*n); other != number_groups_.end(*n); ++other)
                    if (!is_reached_[*other]) {
                        is_reached_[*other] = 1;
                        group_queue_.push_back(*other);
                    }
            }
            cells_left_[*n] -= group_size(g);
        }
        if (active_numbers_.size() > slots) return std::nullopt;
        cost += layer_size();
        std::erase_if(active_numbers_, [&](std::uint32_t n) { return cells_left_[n] == 0; });
    }
    return cost;
}

// The quick choice: the group that starts the fewest numbers, ties by the most numbers completed.
std::size_t OrderSearch::select_group() const {
    std::size_t best_index = 0;
    int best = -(1 << 30);
    for (std::size_t i = 0; i < group_queue_.size(); ++i) {
        const std::uint32_t g = group_queue_[i];
        int score = 0;
        for (const std::uint32_t* n = group_numbers_.begin(g); n != group_numbers_.end(g); ++n)
            score += (cells_left_[*n] == group_size(g) ? 1 : 0) -
                     (cells_left_[*n] == scope_sizes_[*n] ? 64 : 0);  // a group has at most 35 numbers
        if (score > best) {
            best = score;
            best_index = i;
        }
    }
    return best_index;
}

// The careful choice: the group after which the layer may have the fewest states.
std::size_t OrderSearch::group_by_growth() const {
    std::size_t best_index = 0;
    double best = 1e300;
    for (std::size_t i = 0; i < group_queue_.size(); ++i) {
        const std::uint32_t g = group_queue_[i];
        double growth = 1;
        for (const std::uint32_t* n = group_numbers_.begin(g); n != group_numbers_.end(g); ++n)
            growth *= value_count(*n, cells_left_[*n] - group_size(g)) / value_count(*n, cells_left_[*n]);
        if (growth < best) {
            best = growth;
            best_index = i;
        }
    }
    return best_index;
}

// Bounds the states of a layer by the product of the possible values of the active numbers.
double OrderSearch::layer_size() const {
    double size = 1;
    for (const std::uint32_t n : active_numbers_) size *= value_count(n, cells_left_[n]);
    return size;
}

}  // namespace passatempo::minesweeper
