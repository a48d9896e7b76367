// What one suit can still gain, and the groups it can let stay meanwhile, if the other three grant it everything.
#pragma once

#include <vector>

#include "outlook.hpp"
#include "standing.hpp"

namespace passatempo::machiavelli {

// From one place and state of one suit on.
struct Hope {
    static constexpr int losses = 4;

    Value value = impossible;  // at most so much from hand cards
    std::array<std::int16_t, losses> parts{};  // [s]: at most these parts of groups stay where at most s of the value are lost; the last: whatever is lost

    std::int16_t with(Value loss) const { return parts[std::min<Value>(loss, losses - 1)]; }

    // Count another way to go on, whose value is no greater.
    void add(const Hope& other, int more) {
        const Value loss = value - other.value;
        for (int s = losses - 1; s >= 0; --s) {
            const Value left = s == losses - 1 ? s : s - loss;
            if (left < 0) break;
            parts[s] = std::max<std::int16_t>(parts[s], other.parts[left] + more);
        }
    }
};

// One suit on one line: what the search and the tables of hopes must both know of it.
struct Ground {
    const Offer* offer = nullptr;
    const Standing* standing = nullptr;
    std::array<std::array<std::uint8_t, ranks + 1>, suits> past{};  // cards of groups that stay and go on past the end

    // Cards of a place that are neither laid before nor part of the groups that stay.
    int free(int suit, int place, int mask) const {
        return offer->may[place][suit] - offer->laid_before(place, suit) - past[suit][place] - std::popcount(unsigned(mask));
    }
};

class Hopes {
public:
    static constexpr int most_runs = 8;

    bool build(const Ground& ground, int suit, const Open& finish);

    const Hope& from(int place, const Open& open, int mask) const { return hopes_[index(place, open, mask)]; }

    std::size_t held() const { return sizeof(Hopes) + hopes_.capacity() * sizeof(Hope); }

private:
    std::size_t index(int place, const Open& open, int mask) const {
        return (((static_cast<std::size_t>(place) * masks_ + mask) * side_ + open.one) * side_ + open.two) * side_ + open.more;
    }
    void fill(const Ground& ground, int suit, int place);
    Hope best(const Ground& ground, int suit, int place, const Open& open, int mask);

    struct Way {
        Hope later;
        int more;
    };
    int side_ = 1, masks_ = 1;
    std::array<int, ranks> sets_{};
    std::vector<Hope> hopes_;
    std::vector<Way> ways_;
};

}  // namespace passatempo::machiavelli
