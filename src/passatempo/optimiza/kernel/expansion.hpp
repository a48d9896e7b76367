// One step of the moving frontier: what becomes of a state of path pieces as cells join the frontier and leave it.
// Algorithm: frontier-based search, Simpath (Knuth 2011) for longest paths
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>

#include "component.hpp"
#include "order.hpp"

namespace passatempo::optimiza {

// How a cell of the frontier stands. Ends of one piece with two open ends carry the same number from `pair` on.
enum Code : std::uint8_t { open = 0, inner = 1, from_start = 2, to_end = 3, pair = 4 };
inline constexpr unsigned most_pairs = 12;  // codes have four bits
inline constexpr std::uint16_t none = 0xffff;

using Codes = std::array<std::uint8_t, widest + 1>;

struct Key {
    std::uint64_t low = 0, high = 0;
    bool operator==(const Key&) const = default;
    std::size_t hash() const {
        std::uint64_t h = low * 0x9e3779b97f4a7c15ULL ^ (high + 0x7f4a7c15ULL) * 0xc2b2ae3d27d4eb4fULL;
        h ^= h >> 29;
        h *= 0xbf58476d1ce4e5b9ULL;
        return h ^ h >> 32;
    }
};

// What one step makes of a state.
struct Change {
    Key next;
    int joins = 0;                                    // moves added
    std::uint16_t start = none;                       // the cell that became the start
    std::uint16_t end = none;                         // the cell that became the end
    int usable = 0;                                   // pieces, and free cells of the frontier
    bool ended = false;                               // a piece has the end
    bool complete = false;                            // the path has its start and its end, and nothing is left over
    std::array<std::uint16_t, 2> joined{none, none};  // the cells that the step's cell was joined to
};

// Yields every change of a state in a step.
class Expansion {
public:
    explicit Expansion(const Step& step) : step_(step), width_(step.before.size()) {}

    // False where a state has too many pieces for its codes.
    template <class Emit>
    bool run(Key key, Emit emit) {
        sound_ = true;
        Codes codes{};
        for (std::size_t p = 0; p < width_; ++p)
            codes[p] = (p < 16 ? key.low >> (4 * p) : key.high >> (4 * (p - 16))) & 15U;
        leave(codes, Change{}, 0, emit);
        for (std::size_t a = 0; a < step_.neighbours.size(); ++a) {
            const std::size_t p = step_.neighbours[a];
            if (codes[p] == inner) continue;
            Codes once = codes;
            Change one;
            one.joins = 1;
            one.joined[0] = step_.before[p];
            const bool closed = join(once, p);
            leave(once, one, 0, emit);
            for (std::size_t b = a + 1; b < step_.neighbours.size(); ++b) {
                const std::size_t q = step_.neighbours[b];
                if (codes[q] == inner || (codes[q] >= pair && codes[q] == codes[p])) continue;
                Codes twice = once;
                Change two = one;
                two.joins = 2;
                two.joined[1] = step_.before[q];
                two.complete = closed || join(twice, q);
                leave(twice, two, 0, emit);
            }
        }
        return sound_;
    }

private:
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
    void leave(Codes codes, Change change, std::size_t at, Emit& emit) {
        for (; at < step_.leaving.size(); ++at) {
            const std::size_t p = step_.leaving[at];
            const std::uint8_t code = codes[p];
            const std::uint16_t cell = p == width_ ? step_.cell : step_.before[p];
            codes[p] = inner;
            if (code > inner && change.complete) return;  // a piece is left over
            if (code == from_start) {
                change.end = cell;
                change.complete = true;
            } else if (code == to_end) {
                change.start = cell;
                change.complete = true;
            } else if (code >= pair) {
                if (!has(codes, to_end)) {
                    Codes other = codes;
                    Change ended = change;
                    ended.end = cell;
                    relabel(other, code, to_end);
                    leave(other, ended, at + 1, emit);
                }
                if (has(codes, from_start)) return;
                change.start = cell;
                relabel(codes, code, from_start);
            }
        }
        if (change.complete) {
            for (std::size_t p = 0; p <= width_; ++p)
                if (codes[p] > inner) return;  // a piece is left over
        } else if (!pack(codes, change)) {
            sound_ = false;
            return;
        }
        emit(change);
    }

    // Number the pieces in the order in which they appear, so that equal states have equal keys.
    bool pack(const Codes& codes, Change& change) const {
        Key& key = change.next;
        std::array<std::uint8_t, 2 * widest> label{};
        unsigned labels = 0;
        std::size_t p = 0;
        key = Key{};
        change.usable = 0;
        change.ended = false;
        for (const std::uint8_t position : step_.staying) {
            std::uint64_t code = codes[position];
            change.usable += code == open || code == from_start || code == to_end;
            change.ended |= code == to_end;
            if (code >= pair) {
                std::uint8_t& mine = label[code - pair];
                if (mine == 0) {
                    if (labels == most_pairs) return false;
                    mine = pair + labels++;
                }
                code = mine;
            }
            (p < 16 ? key.low : key.high) |= code << (4 * (p % 16));
            ++p;
        }
        change.usable += static_cast<int>(labels);
        return true;
    }

    const Step& step_;
    std::size_t width_;
    bool sound_ = true;
};

}  // namespace passatempo::optimiza
