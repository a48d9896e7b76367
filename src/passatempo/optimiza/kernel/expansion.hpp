// One step of the moving frontier: the successors of a state of path pieces as cells join and leave the frontier.
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

// The role of a frontier cell. The two ends of a piece with open ends share a number, from `pair` on.
enum Code : std::uint8_t { open = 0, inner = 1, from_start = 2, to_end = 3, pair = 4 };
inline constexpr unsigned most_pairs = 12;  // codes have four bits
inline constexpr std::uint16_t none = 0xffff;

using Codes = std::array<std::uint8_t, widest + 1>;

// Marks of frontier cells, for paths that must end where they cannot go on. Before the end is known, a mark means that
// a neighbour is unused, so the path may not end here. Afterwards it means a neighbour of the end, which must be used.
struct Marks {
    std::uint32_t mark_bits = 0;
    bool operator==(const Marks&) const = default;
};
struct NoMarks {
    static constexpr std::uint32_t mark_bits = 0;
    bool operator==(const NoMarks&) const = default;
};

template <bool stuck>
struct Key {
    std::uint64_t low_codes = 0, high_codes = 0;
    [[no_unique_address]] std::conditional_t<stuck, Marks, NoMarks> marks{};
    bool operator==(const Key&) const = default;
    std::size_t hash() const {
        std::uint64_t h =
            low_codes * 0x9e3779b97f4a7c15ULL ^ (high_codes + 0x7f4a7c15ULL + marks.mark_bits) * 0xc2b2ae3d27d4eb4fULL;
        h ^= h >> 29;
        h *= 0xbf58476d1ce4e5b9ULL;
        return h ^ h >> 32;
    }
};

// A successor of a state after one step.
template <bool stuck>
struct Transition {
    Key<stuck> next_key;
    int join_count = 0;                                     // moves added
    std::uint16_t start_cell = none;                        // the cell that became the start
    std::uint16_t end_cell = none;                          // the cell that became the end
    int usable_count = 0;                                   // pieces, and free cells of the frontier
    bool has_start = false, has_end = false;                // a piece contains the start, the end
    std::int64_t best_exit = 0, lowest_threshold = 0;       // greatest exit and lowest threshold still to come
    Shape degree_shape = 0;                                 // the degrees of the frontier's cells
    bool is_complete = false;                               // the path has its start and end, and no other piece
    std::array<std::uint16_t, 2> linked_cells{none, none};  // the cells that the step's cell was joined to
};

// The exits and thresholds still possible after a step, by frontier position, and the best of the unprocessed cells.
struct RemainingGain {
    std::vector<std::int64_t> exit_sums, thresholds;
    std::int64_t best_exit = nothing, lowest_threshold = -nothing;
};

// Yields every transition of a state in a step. With `stuck`, paths may not be able to go on at their end.
template <bool stuck>
class Expansion {
public:
    Expansion(const Step& step, const RemainingGain& remaining_gain)
        : frontier_step_(step), remaining_gain_(remaining_gain), frontier_width_(step.frontier.size()) {}

    // Return false if a state has too many pieces for its codes.
    template <class Emit>
    bool expand(const Key<stuck>& key, Emit emit) {
        is_sound_ = true;
        const std::uint32_t marks = key.marks.mark_bits;
        Codes codes{};
        for (std::size_t p = 0; p < frontier_width_; ++p)
            codes[p] = (p < 16 ? key.low_codes >> (4 * p) : key.high_codes >> (4 * (p - 16))) & 15U;
        release_cells(codes, marks, Move{}, 0, emit);
        for (std::size_t a = 0; a < frontier_step_.neighbours.size(); ++a) {
            const std::size_t p = frontier_step_.neighbours[a];
            if (codes[p] == inner) continue;
            Codes first_codes = codes;
            Move single_join;
            single_join.join_count = 1;
            single_join.linked_cells[0] = frontier_step_.frontier[p];
            const bool closed = join_cell(first_codes, p);
            release_cells(first_codes, marks, single_join, 0, emit);
            for (std::size_t b = a + 1; b < frontier_step_.neighbours.size(); ++b) {
                const std::size_t q = frontier_step_.neighbours[b];
                if (codes[q] == inner || (codes[q] >= pair && codes[q] == codes[p])) continue;
                Codes second_codes = first_codes;
                Move double_join = single_join;
                double_join.join_count = 2;
                double_join.linked_cells[1] = frontier_step_.frontier[q];
                double_join.is_complete = closed || join_cell(second_codes, q);
                release_cells(second_codes, marks, double_join, 0, emit);
            }
        }
        return is_sound_;
    }

private:
    using Move = Transition<stuck>;

    // Join the new cell, at position `frontier_width_`, to position p. Return true if this joins the start to the end.
    bool join_cell(Codes& codes, std::size_t p) const {
        const std::size_t x = frontier_width_;
        const std::uint8_t mine = codes[x], other = codes[p];
        if (mine == open) {
            if (other == open) {
                codes[x] = codes[p] = fresh_label(codes);
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
        const std::uint8_t new_label = mine < pair ? mine : other;
        const std::uint8_t old_label = mine < pair ? other : mine;
        relabel(codes, old_label, new_label);
        return false;
    }

    std::uint8_t fresh_label(const Codes& codes) const {
        std::uint8_t label = pair;
        for (std::size_t p = 0; p <= frontier_width_; ++p)
            if (codes[p] >= label) label = codes[p] + 1;
        return label;
    }

    void relabel(Codes& codes, std::uint8_t old_label, std::uint8_t new_label) const {
        for (std::size_t p = 0; p <= frontier_width_; ++p)
            if (codes[p] == old_label) codes[p] = new_label;
    }

    bool has_code(const Codes& codes, std::uint8_t code) const {
        for (std::size_t p = 0; p <= frontier_width_; ++p)
            if (codes[p] == code) return true;
        return false;
    }

    // Release cells from the frontier one by one. An open end must become the start or the end of the path.
    template <class Emit>
    void release_cells(Codes codes, std::uint32_t marks, Move transition, std::size_t at, Emit& emit) {
        for (; at < frontier_step_.outgoing.size(); ++at) {
            const std::size_t p = frontier_step_.outgoing[at];
            const std::uint8_t code = codes[p];
            const std::uint16_t cell = p == frontier_width_ ? frontier_step_.cell : frontier_step_.frontier[p];
            codes[p] = inner;
            if (code > inner && transition.is_complete) return;  // a piece is left over
            if (stuck && code == open && !release_free(codes, marks, transition, at)) return;
            if (code == from_start) {
                if (stuck && !may_end(codes, marks, at, false)) return;
                transition.end_cell = cell;
                transition.is_complete = true;
            } else if (code == to_end) {
                transition.start_cell = cell;
                transition.is_complete = true;
            } else if (code >= pair) {
                if (!has_code(codes, to_end) && (!stuck || may_end(codes, marks, at, true))) {
                    Codes new_codes = codes;
                    Move end_move = transition;
                    end_move.end_cell = cell;
                    relabel(new_codes, code, to_end);
                    release_cells(new_codes, stuck ? open_neighbours(codes, at) : 0, end_move, at + 1, emit);
                }
                if (has_code(codes, from_start)) return;
                transition.start_cell = cell;
                relabel(codes, code, from_start);
            }
        }
        if (transition.is_complete) {
            for (std::size_t p = 0; p <= frontier_width_; ++p)
                if (codes[p] > inner || (stuck && codes[p] == open && (marks >> p & 1U) != 0)) return;  // left over
        } else if (!pack_key(codes, marks, transition)) {
            is_sound_ = false;
            return;
        }
        emit(transition);
    }

    // A cell leaves unused: its neighbours cannot be the end, and it may not be a neighbour of the end.
    bool release_free(const Codes& codes, std::uint32_t& marks, const Move& transition, std::size_t at) const {
        if (!transition.is_complete && !has_code(codes, to_end)) marks |= frontier_step_.adjacent[at];
        else if ((marks >> frontier_step_.outgoing[at] & 1U) != 0) return false;
        return true;
    }

    // Whether the path may end at an outgoing cell. Open neighbours may still be used by other pieces.
    bool may_end(const Codes& codes, std::uint32_t marks, std::size_t at, bool goes_on) const {
        if ((marks >> frontier_step_.outgoing[at] & 1U) != 0) return false;
        return goes_on || open_neighbours(codes, at) == 0;
    }

    std::uint32_t open_neighbours(const Codes& codes, std::size_t at) const {
        std::uint32_t open_positions = 0;
        for (std::uint32_t adjacent_mask = frontier_step_.adjacent[at]; adjacent_mask != 0;
             adjacent_mask &= adjacent_mask - 1) {
            const std::size_t p = std::countr_zero(adjacent_mask);
            if (codes[p] == open) open_positions |= adjacent_mask & (~adjacent_mask + 1);
        }
        return open_positions;
    }

    // Number the pieces in the order in which they appear, so that equal states have equal keys.
    bool pack_key(const Codes& codes, std::uint32_t marks, Move& transition) const {
        Key<stuck>& key = transition.next_key;
        std::array<std::uint8_t, 2 * widest> label{};
        unsigned labels = 0;
        std::size_t p = 0;
        std::uint32_t next_marks = 0, open_positions = 0;
        key = Key<stuck>{};
        transition.usable_count = 0;
        transition.has_start = transition.has_end = false;
        transition.best_exit = remaining_gain_.best_exit;
        transition.lowest_threshold = remaining_gain_.lowest_threshold;
        transition.degree_shape = 0;
        Shape digit_power = 1;
        for (const std::uint8_t position : frontier_step_.remaining) {
            std::uint64_t code = codes[position];
            transition.usable_count += code == open || code == from_start || code == to_end;
            transition.degree_shape += digit_power * (code == open ? 0 : code == inner ? 2 : 1);
            digit_power *= 3;
            transition.has_start |= code == from_start;
            transition.has_end |= code == to_end;
            if (code != inner && code != to_end)
                transition.best_exit = std::max(transition.best_exit, remaining_gain_.exit_sums[p]);
            if (code != inner && code != from_start)
                transition.lowest_threshold = std::min(transition.lowest_threshold, remaining_gain_.thresholds[p]);
            if (stuck && code != inner && code != to_end) next_marks |= (marks >> position & 1U) << p;
            if (code >= pair) {
                std::uint8_t& mine = label[code - pair];
                if (mine == 0) {
                    if (labels == most_pairs) return false;
                    mine = pair + labels++;
                }
                code = mine;
            }
            (p < 16 ? key.low_codes : key.high_codes) |= code << (4 * (p % 16));
            if (code == open) open_positions |= 1U << p;
            ++p;
        }
        if constexpr (stuck) key.marks.mark_bits = transition.has_end ? next_marks & open_positions : next_marks;
        transition.usable_count += static_cast<int>(labels);
        return true;
    }

    const Step& frontier_step_;
    const RemainingGain& remaining_gain_;
    std::size_t frontier_width_;
    bool is_sound_ = true;
};

}  // namespace passatempo::optimiza
