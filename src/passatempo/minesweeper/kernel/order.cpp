#include "order.hpp"

#include <algorithm>
#include <cmath>

namespace passatempo::minesweeper {

namespace {

// A part with its numbers' groups, and the greedy orders through it.
class Orders {
public:
    Orders(const Parts& parts, std::uint32_t part, std::uint32_t slots)
        : parts_(parts),
          first_group_(parts.groups.begin(part)),
          groups_(parts.groups.length(part)),
          numbers_(parts.numbers.length(part)),
          missing_(parts.missing.data() + parts.numbers.start[part]),
          slots_(slots) {
        whole_.assign(numbers_, 0);
        for (std::uint32_t g = 0; g < groups_; ++g) {
            touches_.item.insert(touches_.item.end(), parts.touched.begin(first_group_[g]), parts.touched.end(first_group_[g]));
            touches_.close();
            for (const std::uint32_t* n = touches_.begin(g); n != touches_.end(g); ++n) whole_[*n] += cells(g);
        }
        touching_ = transposed(touches_, numbers_);
    }

    std::vector<std::uint32_t> best() {
        std::vector<std::uint32_t> found;
        double least = 0;
        const std::uint32_t one = farthest(0), other = farthest(one);
        std::vector<std::uint32_t> starts{one};
        if (groups_ > 3) starts.push_back(other);
        if (groups_ > 6) starts.push_back(static_cast<std::uint32_t>(fewest_numbers()));
        for (const std::uint32_t start : starts) {
            double cost = 0;
            std::vector<std::uint32_t> order = greedy(start, cost);
            if (order.empty() || (!found.empty() && cost >= least)) continue;
            found = std::move(order);
            least = cost;
        }
        return found;
    }

private:
    std::uint32_t cells(std::uint32_t g) const { return parts_.members.length(first_group_[g]); }

    std::uint32_t fewest_numbers() const {
        std::uint32_t found = 0;
        for (std::uint32_t g = 1; g < groups_; ++g)
            if (touches_.length(g) < touches_.length(found)) found = g;
        return found;
    }

    // The last group that a search in breadth reaches.
    std::uint32_t farthest(std::uint32_t from) {
        std::vector<bool> met(groups_), used(numbers_);
        queue_.assign(1, from);
        met[from] = true;
        for (std::size_t at = 0; at < queue_.size(); ++at)
            for (const std::uint32_t* n = touches_.begin(queue_[at]); n != touches_.end(queue_[at]); ++n) {
                if (used[*n]) continue;
                used[*n] = true;
                for (const std::uint32_t* g = touching_.begin(*n); g != touching_.end(*n); ++g)
                    if (!met[*g]) {
                        met[*g] = true;
                        queue_.push_back(*g);
                    }
            }
        return queue_.back();
    }

    // Take the group that opens fewest numbers, of these the one that closes most, of these the one in view longest.
    std::vector<std::uint32_t> greedy(std::uint32_t start, double& cost) {
        std::vector<std::uint32_t> order, left(whole_), view{start};
        std::vector<bool> viewed(groups_);
        viewed[start] = true;
        order.reserve(groups_);
        active_.clear();
        while (!view.empty()) {
            std::size_t chosen = 0;
            int best = -(1 << 30);
            for (std::size_t i = 0; i < view.size(); ++i) {
                int score = 0;
                for (const std::uint32_t* n = touches_.begin(view[i]); n != touches_.end(view[i]); ++n)
                    score += (left[*n] == cells(view[i]) ? 1 : 0) - (left[*n] == whole_[*n] ? 16 : 0);
                if (score > best) {
                    best = score;
                    chosen = i;
                }
            }
            const std::uint32_t g = view[chosen];
            view.erase(view.begin() + static_cast<std::ptrdiff_t>(chosen));
            order.push_back(g);
            for (const std::uint32_t* n = touches_.begin(g); n != touches_.end(g); ++n) {
                if (left[*n] == whole_[*n]) {
                    active_.push_back(*n);
                    for (const std::uint32_t* other = touching_.begin(*n); other != touching_.end(*n); ++other)
                        if (!viewed[*other]) {
                            viewed[*other] = true;
                            view.push_back(*other);
                        }
                }
                left[*n] -= cells(g);
            }
            if (active_.size() > slots_) return {};
            cost += layer_size(left);
            std::erase_if(active_, [&](std::uint32_t n) { return left[n] == 0; });
        }
        return order;
    }

    // At most so many states: the product of the values that the half-settled numbers may miss.
    double layer_size(const std::vector<std::uint32_t>& left) const {
        double size = 1;
        for (const std::uint32_t n : active_) {
            const std::uint32_t done = whole_[n] - left[n];
            const std::uint32_t most = std::min(missing_[n], left[n]), least = missing_[n] > done ? missing_[n] - done : 0;
            size *= most - least + 1;
        }
        return size;
    }

    const Parts& parts_;
    const std::uint32_t* first_group_;
    std::uint32_t groups_, numbers_;
    const std::uint32_t* missing_;
    std::uint32_t slots_;
    Lists touches_, touching_;  // numbers of groups, groups of numbers
    std::vector<std::uint32_t> whole_;  // cells around each number
    std::vector<std::uint32_t> active_, queue_;
};

}  // namespace

std::vector<std::uint32_t> elimination_order(const Parts& parts, std::uint32_t part, std::uint32_t slots) {
    return Orders(parts, part, slots).best();
}

}  // namespace passatempo::minesweeper
