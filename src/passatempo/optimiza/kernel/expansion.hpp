// One step of the moving frontier: what becomes of a state of path pieces as cells join the frontier and leave it.
// Algorithm: frontier-based search, Simpath (Knuth 2011) for longest paths
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <type_traits>

#include "component.hpp"
#include "order.hpp"

namespace passatempo::optimiza {

// How a cell of the frontier stands. Ends of one piece with two open ends carry the same number from `pair` on.
enum Code : std::uint8_t { open = 0, inner = 1, from_start = 2, to_end = 3, pair = 4 };
inline constexpr unsigned most_pairs = 12;  // codes have four bits
inline constexpr std::uint16_t none = 0xffff;

using Codes = std::array<std::uint8_t, widest + 1>;

// Marks of frontier cells, for paths that must end where they cannot go on. Until the end is known: a neighbour was
// left unused, so the path may not end here. From then on: a neighbour of the end, which must be used.
struct Marks {
    std::uint32_t bits = 0;
    bool operator==(const Marks&) const = default;
};
struct NoMarks {
    static constexpr std::uint32_t bits = 0;
    bool operator==(const NoMarks&) const = default;
};

template <bool stuck>
struct Key {
    std::uint64_t low = 0, high = 0;
    [[no_unique_address]] std::conditional_t<stuck, Marks, NoMarks> marks{};
    bool operator==(const Key&) const = default;
    std::size_t hash() const {
        std::uint64_t h = low * 0x9e3779b97f4a7c15ULL ^ (high + 0x7f4a7c15ULL + marks.bits) * 0xc2b2ae3d27d4eb4fULL;
        h ^= h >> 29;
        h *= 0xbf58476d1ce4e5b9ULL;
        return h ^ h >> 32;
    }
};

// What one step makes of a state.
template <bool stuck>
struct Change {
    Key<stuck> next;
    int joins = 0;                                    // moves added
    std::uint16_t start = none;                       // the cell that became the start
    std::uint16_t end = none;                         // the cell that became the end
    int usable = 0;                                   // pieces, and free cells of the frontier
    bool started = false, ended = false;              // a piece has the start, the end
    std::int64_t top = 0, low = 0;                    // the greatest exit, the least that is asked of a start, to come
    Shape shape = 0;                                  // the degrees of the frontier's cells
    bool complete = false;                            // the path has its start and its end, and nothing is left over
    std::array<std::uint16_t, 2> joined{none, none};  // the cells that the step's cell was joined to
};

// What the cells after a step can still bring: by place in the frontier, and the best of those that are not processed.
struct Outlook {
    std::vector<std::int64_t> exits, leasts;
    std::int64_t top = nothing, low = -nothing;
};

// Yields every change of a state in a step; with `stuck`, of paths that cannot go on at their end.
template <bool stuck>
class Expansion {
public:
    Expansion(const Step& step, const Outlook& outlook) : step_(step), outlook_(outlook), width_(step.before.size()) {}

    // False where a state has too many pieces for its codes.
    template <class Emit>
    bool run(const Key<stuck>& key, Emit emit) {
        sound_ = true;
        const std::uint32_t marks = key.marks.bits;
        Codes codes{};
        for (std::size_t p = 0; p < width_; ++p)
            codes[p] = (p < 16 ? key.low >> (4 * p) : key.high >> (4 * (p - 16))) & 15U;
        leave(codes, marks, Move{}, 0, emit);
        for (std::size_t a = 0; a < step_.neighbours.size(); ++a) {
            const std::size_t p = step_.neighbours[a];
            if (codes[p] == inner) continue;
            Codes once = codes;
            Move one;
            one.joins = 1;
            one.joined[0] = step_.before[p];
            const bool closed = join(once, p);
            leave(once, marks, one, 0, emit);
            for (std::size_t b = a + 1; b < step_.neighbours.size(); ++b) {
                const std::size_t q = step_.neighbours[b];
                if (codes[q] == inner || (codes[q] >= pair && codes[q] == codes[p])) continue;
                Codes twice = once;
                Move two = one;
                two.joins = 2;
                two.joined[1] = step_.before[q];
                two.complete = closed || join(twice, q);
                leave(twice, marks, two, 0, emit);
            }
        }
        return sound_;
    }

private:
    using Move = Change<stuck>;

    // Join the new cell, at position `width_`, to position p. True where this joins the start to the end.
    bool join(Codes& codes, std::size_t p) const {
        const std::size_t x = width_;
        const std::uint8_t mine = codes[x], other = codes[p];
        if (mine == open) {
            if (other == open) {
                codes[x] = codes[p] = fresh(codes);
            } else {
                codes[x] = other;
                codes[p] = inner;
            }
            return false;
        }
        codes[x] = inner;
        if (other == open) {
            codes[p] = mine;
            return false;
        }
        codes[p] = inner;
        if (mine < pair && other < pair) return true;  // one of them is the start's piece, the other the end's
        const std::uint8_t kept = mine < pair ? mine : other;
        const std::uint8_t gone = mine < pair ? other : mine;
        relabel(codes, gone, kept);
        return false;
    }

    std::uint8_t fresh(const Codes& codes) const {
        std::uint8_t label = pair;
        for (std::size_t p = 0; p <= width_; ++p)
            if (codes[p] >= label) label = codes[p] + 1;
        return label;
    }

    void relabel(Codes& codes, std::uint8_t gone, std::uint8_t kept) const {
        for (std::size_t p = 0; p <= width_; ++p)
            if (codes[p] == gone) codes[p] = kept;
    }

    bool has(const Codes& codes, std::uint8_t code) const {
        for (std::size_t p = 0; p <= width_; ++p)
            if (codes[p] == code) return true;
        return false;
    }

    // Let cells leave the frontier one by one; an open end must become the start or the end of the path.
    template <class Emit>
    void leave(Codes codes, std::uint32_t marks, Move change, std::size_t at, Emit& emit) {
        for (; at < step_.leaving.size(); ++at) {
            const std::size_t p = step_.leaving[at];
            const std::uint8_t code = codes[p];
            const std::uint16_t cell = p == width_ ? step_.cell : step_.before[p];
            codes[p] = inner;
            if (code > inner && change.complete) return;  // a piece is left over
            if (stuck && code == open && !leave_unused(codes, marks, change, at)) return;
            if (code == from_start) {
                if (stuck && !may_end(codes, marks, at, false)) return;
                change.end = cell;
                change.complete = true;
            } else if (code == to_end) {
                change.start = cell;
                change.complete = true;
            } else if (code >= pair) {
                if (!has(codes, to_end) && (!stuck || may_end(codes, marks, at, true))) {
                    Codes other = codes;
                    Move ended = change;
                    ended.end = cell;
                    relabel(other, code, to_end);
                    leave(other, stuck ? open_beside(codes, at) : 0, ended, at + 1, emit);
                }
                if (has(codes, from_start)) return;
                change.start = cell;
                relabel(codes, code, from_start);
            }
        }
        if (change.complete) {
            for (std::size_t p = 0; p <= width_; ++p)
                if (codes[p] > inner || (stuck && codes[p] == open && (marks >> p & 1U) != 0)) return;  // left over
        } else if (!pack(codes, marks, change)) {
            sound_ = false;
            return;
        }
        emit(change);
    }

    // A cell leaves unused: its neighbours cannot be the end, and it may not be a neighbour of the end.
    bool leave_unused(const Codes& codes, std::uint32_t& marks, const Move& change, std::size_t at) const {
        if (!change.complete && !has(codes, to_end)) marks |= step_.beside[at];
        else if ((marks >> step_.leaving[at] & 1U) != 0) return false;
        return true;
    }

    // Whether the path may end at a cell that leaves; where it goes on elsewhere, open neighbours may be used yet.
    bool may_end(const Codes& codes, std::uint32_t marks, std::size_t at, bool goes_on) const {
        if ((marks >> step_.leaving[at] & 1U) != 0) return false;
        return goes_on || open_beside(codes, at) == 0;
    }

    std::uint32_t open_beside(const Codes& codes, std::size_t at) const {
        std::uint32_t found = 0;
        for (std::uint32_t left = step_.beside[at]; left != 0; left &= left - 1) {
            const std::size_t p = std::countr_zero(left);
            if (codes[p] == open) found |= left & (~left + 1);
        }
        return found;
    }

    // Number the pieces in the order in which they appear, so that equal states have equal keys.
    bool pack(const Codes& codes, std::uint32_t marks, Move& change) const {
        Key<stuck>& key = change.next;
        std::array<std::uint8_t, 2 * widest> label{};
        unsigned labels = 0;
        std::size_t p = 0;
        std::uint32_t kept = 0, unused = 0;
        key = Key<stuck>{};
        change.usable = 0;
        change.started = change.ended = false;
        change.top = outlook_.top;
        change.low = outlook_.low;
        change.shape = 0;
        Shape here = 1;
        for (const std::uint8_t position : step_.staying) {
            std::uint64_t code = codes[position];
            change.usable += code == open || code == from_start || code == to_end;
            change.shape += here * (code == open ? 0 : code == inner ? 2 : 1);
            here *= 3;
            change.started |= code == from_start;
            change.ended |= code == to_end;
            if (code != inner && code != to_end) change.top = std::max(change.top, outlook_.exits[p]);
            if (code != inner && code != from_start) change.low = std::min(change.low, outlook_.leasts[p]);
            if (stuck && code != inner && code != to_end) kept |= (marks >> position & 1U) << p;
            if (code >= pair) {
                std::uint8_t& mine = label[code - pair];
                if (mine == 0) {
                    if (labels == most_pairs) return false;
                    mine = pair + labels++;
                }
                code = mine;
            }
            (p < 16 ? key.low : key.high) |= code << (4 * (p % 16));
            if (code == open) unused |= 1U << p;
            ++p;
        }
        if constexpr (stuck) key.marks.bits = change.ended ? kept & unused : kept;
        change.usable += static_cast<int>(labels);
        return true;
    }

    const Step& step_;
    const Outlook& outlook_;
    std::size_t width_;
    bool sound_ = true;
};

}  // namespace passatempo::optimiza
