// One greedy order after the other, from far ends of the part.
// Algorithm: greedy elimination order of small pathwidth (vertex separation)
#include "board/diagram.hpp"

#include <algorithm>

namespace passatempo::minesweeper {

namespace {

constexpr std::uint32_t some_tries = 3, many_tries = 16;
constexpr std::size_t groups_between_polls = 1024;

// An order with few states is not worth another try, one with many is worth many.
std::uint32_t tries_after(double states) {
    return states <= 200 ? 0 : states <= 2000 ? 1 : states <= 1e4 ? some_tries : many_tries;
}

}  // namespace

const std::vector<std::uint32_t>& Orders::best(const Parts& parts, std::uint32_t part, std::uint32_t slots,
                                               Budget& budget) {
    load(parts, part);
    best_.clear();
    if (groups_ == 1) {
        best_.assign(1, 0);
        return best_;
    }
    double least = 0;
    std::uint32_t start = fewest_numbers();
    for (std::uint32_t attempt = 0; attempt < many_tries; ++attempt) {
        const std::optional<double> cost = greedy(start, attempt != 0, slots, budget);
        if (cost && (best_.empty() || *cost < least)) {
            best_.swap(order_);
            least = *cost;
        }
        if (budget.stop() != Stop::done) break;
        const bool found = !best_.empty();
        if (attempt >= (found ? tries_after(least) : some_tries)) break;
        start = attempt < some_tries ? farthest(start) : attempt * groups_ / many_tries;
    }
    return best_;
}

void Orders::load(const Parts& parts, std::uint32_t part) {
    groups_ = parts.groups.length(part);
    numbers_ = parts.numbers.length(part);
    missing_ = parts.missing.data() + parts.numbers.start[part];
    size_.resize(groups_);
    whole_.assign(numbers_, 0);
    touches_.start.assign(1, 0);
    touches_.item.clear();
    const std::uint32_t* group = parts.groups.begin(part);
    for (std::uint32_t g = 0; g < groups_; ++g) {
        size_[g] = parts.members.length(group[g]);
        touches_.item.insert(touches_.item.end(), parts.touched.begin(group[g]), parts.touched.end(group[g]));
        touches_.close();
        for (const std::uint32_t* n = touches_.begin(g); n != touches_.end(g); ++n) whole_[*n] += cells(g);
    }
    transpose(touches_, numbers_, touching_);
}

std::uint32_t Orders::fewest_numbers() const {
    std::uint32_t found = 0;
    for (std::uint32_t g = 1; g < groups_; ++g)
        if (touches_.length(g) < touches_.length(found)) found = g;
    return found;
}

// The last group that a search in breadth reaches.
std::uint32_t Orders::farthest(std::uint32_t from) {
    met_.assign(groups_, 0);
    used_.assign(numbers_, 0);
    view_.assign(1, from);
    met_[from] = 1;
    for (std::size_t at = 0; at < view_.size(); ++at)
        for (const std::uint32_t* n = touches_.begin(view_[at]); n != touches_.end(view_[at]); ++n) {
            if (used_[*n]) continue;
            used_[*n] = 1;
            for (const std::uint32_t* g = touching_.begin(*n); g != touching_.end(*n); ++g)
                if (!met_[*g]) {
                    met_[*g] = 1;
                    view_.push_back(*g);
                }
        }
    return view_.back();
}

// Take one group after the other out of those in view; of equal ones the one in view longest.
std::optional<double> Orders::greedy(std::uint32_t start, bool careful, std::uint32_t slots, Budget& budget) {
    double cost = 0;
    left_ = whole_;
    order_.clear();
    active_.clear();
    met_.assign(groups_, 0);
    view_.assign(1, start);
    met_[start] = 1;
    while (!view_.empty()) {
        const std::size_t chosen = careful ? choose_carefully() : choose();
        const std::uint32_t g = view_[chosen];
        view_.erase(view_.begin() + chosen);
        order_.push_back(g);
        if (order_.size() % groups_between_polls == 0 && budget.poll()) return std::nullopt;
        for (const std::uint32_t* n = touches_.begin(g); n != touches_.end(g); ++n) {
            if (left_[*n] == whole_[*n]) {
                active_.push_back(*n);
                for (const std::uint32_t* other = touching_.begin(*n); other != touching_.end(*n); ++other)
                    if (!met_[*other]) {
                        met_[*other] = 1;
                        view_.push_back(*other);
                    }
            }
            left_[*n] -= cells(g);
        }
        if (active_.size() > slots) return std::nullopt;
        cost += layer_size();
        std::erase_if(active_, [&](std::uint32_t n) { return left_[n] == 0; });
    }
    return cost;
}

// The quick choice: the group that opens fewest numbers, of these the one that closes most.
std::size_t Orders::choose() const {
    std::size_t chosen = 0;
    int best = -(1 << 30);
    for (std::size_t i = 0; i < view_.size(); ++i) {
        const std::uint32_t g = view_[i];
        int score = 0;
        for (const std::uint32_t* n = touches_.begin(g); n != touches_.end(g); ++n)
            score +=
                (left_[*n] == cells(g) ? 1 : 0) - (left_[*n] == whole_[*n] ? 64 : 0);  // a group touches at most 35
        if (score > best) {
            best = score;
            chosen = i;
        }
    }
    return chosen;
}

// The careful choice: the group after which the next layer may have fewest states.
std::size_t Orders::choose_carefully() const {
    std::size_t chosen = 0;
    double best = 1e300;
    for (std::size_t i = 0; i < view_.size(); ++i) {
        const std::uint32_t g = view_[i];
        double growth = 1;
        for (const std::uint32_t* n = touches_.begin(g); n != touches_.end(g); ++n)
            growth *= values(*n, left_[*n] - cells(g)) / values(*n, left_[*n]);
        if (growth < best) {
            best = growth;
            chosen = i;
        }
    }
    return chosen;
}

// At most so many states: the product of the values that the half-settled numbers may miss.
double Orders::layer_size() const {
    double size = 1;
    for (const std::uint32_t n : active_) size *= values(n, left_[n]);
    return size;
}

}  // namespace passatempo::minesweeper
