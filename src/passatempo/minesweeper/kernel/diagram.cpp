#include "diagram.hpp"

#include <algorithm>
#include <bit>
#include <cassert>

#include "order.hpp"

namespace passatempo::minesweeper {

namespace {

struct Key {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Key&) const = default;
};

// A field of `bits` bits never crosses the middle of the key.
struct Slot {
    unsigned shift = 0;
    bool high = false;
};

// The states of one layer by their keys; emptied without being cleared.
class Index {
public:
    void start() {
        ++age_;
        used_ = 0;
    }

    // The number of a key, and whether it is new (then `fresh` becomes its number).
    std::uint32_t find(const Key& key, std::uint32_t fresh, bool& is_new) {
        if (2 * (used_ + 1) > entries_.size()) grow();
        std::size_t at = hash(key) & (entries_.size() - 1);
        for (; entries_[at].age == age_; at = (at + 1) & (entries_.size() - 1))
            if (entries_[at].key == key) {
                is_new = false;
                return entries_[at].number;
            }
        entries_[at] = {key, fresh, age_};
        ++used_;
        is_new = true;
        return fresh;
    }

private:
    struct Entry {
        Key key;
        std::uint32_t number = 0, age = 0;
    };

    static std::size_t hash(const Key& key) {
        const std::uint64_t word = (key.low ^ (key.high * 0xC2B2AE3D27D4EB4F)) * 0x9E3779B97F4A7C15;
        return word >> 24;
    }

    void grow() {
        std::vector<Entry> old(std::max<std::size_t>(64, 2 * entries_.size()));
        old.swap(entries_);
        for (const Entry& entry : old) {
            if (entry.age != age_) continue;
            std::size_t at = hash(entry.key) & (entries_.size() - 1);
            while (entries_[at].age == age_) at = (at + 1) & (entries_.size() - 1);
            entries_[at] = entry;
        }
    }

    std::vector<Entry> entries_;
    std::size_t used_ = 0;
    std::uint32_t age_ = 0;
};

class Builder {
public:
    Builder(const Parts& parts, std::uint32_t part, std::uint64_t most, Budget& budget, Diagram& diagram)
        : parts_(parts), part_(part), most_(most), budget_(budget), diagram_(diagram) {
        const std::uint32_t numbers = parts.numbers.length(part);
        missing_ = parts.missing.data() + parts.numbers.start[part];
        bits_ = static_cast<unsigned>(std::bit_width(*std::max_element(missing_, missing_ + numbers)));
        per_half_ = 64 / bits_;
        left_.assign(numbers, 0);
        slot_.resize(numbers);
        opened_.assign(numbers, false);
        for (unsigned i = 2 * per_half_; i-- > 0;) free_.push_back({i % per_half_ * bits_, i >= per_half_});
    }

    Built run() {
        const std::vector<std::uint32_t> order = elimination_order(parts_, part_, 2 * per_half_);
        if (order.empty()) return Built::too_wide;
        const std::uint32_t* group = parts_.groups.begin(part_);
        for (std::uint32_t g = 0; g < order.size(); ++g)
            for (const std::uint32_t* n = parts_.touched.begin(group[g]); n != parts_.touched.end(group[g]); ++n)
                left_[*n] += parts_.members.length(group[g]);
        diagram_.layer.assign({0, 1});
        diagram_.edge.assign(1, 0);
        keys_.assign(1, Key{});
        for (const std::uint32_t g : order) {
            diagram_.group.push_back(group[g]);
            diagram_.cells.push_back(parts_.members.length(group[g]));
            const Built built = settle(group[g]);
            if (built != Built::whole) return built;
        }
        assert(keys_.size() == 1 && keys_[0] == Key{});
        diagram_.edge.push_back(diagram_.edge.back());  // the last state leads nowhere
        diagram_.fewest.push_back(0);
        return Built::whole;
    }

private:
    struct Side {
        Slot slot;
        std::uint32_t left;  // cells that the number will have unsettled
    };

    // Give the numbers of a group that are new a slot and their value.
    void open(std::uint32_t group, Key& added) {
        for (const std::uint32_t* n = parts_.touched.begin(group); n != parts_.touched.end(group); ++n) {
            if (!opened_[*n]) {
                opened_[*n] = true;
                slot_[*n] = free_.back();
                free_.pop_back();
                (slot_[*n].high ? added.high : added.low) |= std::uint64_t{missing_[*n]} << slot_[*n].shift;
            }
            left_[*n] -= parts_.members.length(group);
            sides_.push_back({slot_[*n], left_[*n]});
        }
    }

    // Go from one layer to the next: put 0, 1, ... mines into the group wherever its numbers allow it.
    Built settle(std::uint32_t group) {
        Key added, taken;  // taken: one mine, off every number of the group
        sides_.clear();
        open(group, added);
        for (const Side& side : sides_) (side.slot.high ? taken.high : taken.low) |= std::uint64_t{1} << side.slot.shift;
        const std::uint32_t size = parts_.members.length(group), base = diagram_.layer.back();
        const std::uint64_t mask = (std::uint64_t{1} << bits_) - 1;
        index_.start();
        next_keys_.clear();
        for (Key key : keys_) {
            key.low += added.low;
            key.high += added.high;
            std::uint32_t least = 0, most = size;
            for (const Side& side : sides_) {
                const auto value = static_cast<std::uint32_t>((side.slot.high ? key.high : key.low) >> side.slot.shift & mask);
                most = std::min(most, value);
                if (value > side.left) least = std::max(least, value - side.left);
            }
            if (budget_.spend()) return Built::stopped;
            key.low -= least * taken.low;
            key.high -= least * taken.high;
            diagram_.fewest.push_back(static_cast<std::uint8_t>(least));
            for (std::uint32_t k = least; k <= most; ++k) {
                bool is_new = false;
                diagram_.next.push_back(base + index_.find(key, static_cast<std::uint32_t>(next_keys_.size()), is_new));
                if (is_new) next_keys_.push_back(key);
                key.low -= taken.low;
                key.high -= taken.high;
            }
            diagram_.edge.push_back(static_cast<std::uint32_t>(diagram_.next.size()));
        }
        if (next_keys_.empty()) return Built::contradictory;
        if (base + next_keys_.size() > most_) return Built::too_wide;
        diagram_.layer.push_back(base + static_cast<std::uint32_t>(next_keys_.size()));
        keys_.swap(next_keys_);
        close(group);
        return Built::whole;
    }

    // Numbers without unsettled cells are 0 in every state: their slots are free again.
    void close(std::uint32_t group) {
        for (const std::uint32_t* n = parts_.touched.begin(group); n != parts_.touched.end(group); ++n)
            if (left_[*n] == 0) free_.push_back(slot_[*n]);
    }

    const Parts& parts_;
    std::uint32_t part_;
    std::uint64_t most_;
    Budget& budget_;
    Diagram& diagram_;
    const std::uint32_t* missing_ = nullptr;
    unsigned bits_ = 0, per_half_ = 0;
    std::vector<std::uint32_t> left_;  // of each number, cells not yet settled
    std::vector<Slot> slot_, free_;
    std::vector<bool> opened_;
    std::vector<Side> sides_;
    std::vector<Key> keys_, next_keys_;
    Index index_;
};

// Which numbers of mines each state can have behind it, and where their coefficients stand.
bool place_coefficients(Diagram& diagram, std::uint64_t most) {
    const std::uint32_t states = diagram.states();
    diagram.least.assign(states, none);
    std::vector<std::uint32_t> greatest(states, 0);
    diagram.least[0] = 0;
    std::uint64_t at = 0;
    diagram.place.assign(states + 1, 0);
    for (std::uint32_t s = 0; s < states; ++s) {
        diagram.place[s] = static_cast<std::uint32_t>(at);
        at += greatest[s] - diagram.least[s] + 1;
        if (at > most) return false;
        std::uint32_t k = diagram.fewest[s];
        for (std::uint32_t e = diagram.edge[s]; e < diagram.edge[s + 1]; ++e, ++k) {
            const std::uint32_t to = diagram.next[e];
            diagram.least[to] = std::min(diagram.least[to], diagram.least[s] + k);
            greatest[to] = std::max(greatest[to], greatest[s] + k);
        }
    }
    diagram.place[states] = static_cast<std::uint32_t>(at);
    return true;
}

}  // namespace

Built build(const Parts& parts, std::uint32_t part, bool counted, std::uint64_t most, Budget& budget, Diagram& diagram) {
    const Built built = Builder(parts, part, most, budget, diagram).run();
    if (built != Built::whole || !counted) return built;
    return place_coefficients(diagram, most) ? built : Built::too_wide;
}

}  // namespace passatempo::minesweeper
