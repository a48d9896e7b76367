// Numbers are added until they refute the claim, then removed in blocks, with a new count of layouts each time.
// Algorithm: deletion-based minimal unsatisfiable subset, in growing and shrinking blocks
// Twin: tests/minesweeper/reasons/plain.py
#include "reasons/minimal_reasons.hpp"

#include <algorithm>
#include <cstdlib>

#include "layouts/layout.hpp"

namespace passatempo::minesweeper {

namespace {

class ReasonSieve {
public:
    ReasonSieve(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Claim claim,
                std::span<const std::uint32_t> candidate_cells, Budget& budget, BoardModel& board_model)
        : surface_(surface),
          mines_(mines),
          claim_(claim),
          budget_(budget),
          board_model_(board_model),
          true_codes_(cells, cells + std::size_t{surface.rows()} * surface.columns()),
          visible_codes_(true_codes_),
          candidates_(candidate_cells.begin(), candidate_cells.end()) {
        for (std::uint8_t& code : visible_codes_)
            if (code < unknown) code = unknown;
        if (claim.cell != none && !claim.mine) visible_codes_[claim.cell] = unknown;  // opened, so free of a mine
    }

    MinimalReasons run() {
        MinimalReasons minimal_reasons{grow_to_refutation(), {}};
        if (minimal_reasons.state != LayoutState::contradictory) return minimal_reasons;
        // A part too wide to count may become narrow once other numbers are removed.
        for (std::size_t before = candidates_.size() + 1; candidates_.size() < before && !candidates_.empty();) {
            before = candidates_.size();
            remove_blocks(Effort::narrow);
        }
        remove_blocks(Effort::all);
        if (budget_.stop() != Stop::done) return {};
        std::sort(necessary_cells_.begin(), necessary_cells_.end());
        minimal_reasons.cells = std::move(necessary_cells_);
        return minimal_reasons;
    }

private:
    // The allowed cost of a query: only parts that are quick to count, or all parts.
    enum class Effort { narrow, all };

    // Shows numbers from the last one on, twice as many each time, until they refute the claim, and drops the rest. On
    // a wide board a few often suffice, while all of them together could hardly be counted.
    LayoutState grow_to_refutation() {
        std::size_t candidate_index = candidates_.size();
        for (std::size_t ring = first_ring;; ring *= 2) {
            const std::size_t from = candidates_.size() - std::min(ring, candidates_.size());
            for (std::size_t i = from; i < candidate_index; ++i)
                visible_codes_[candidates_[i]] = true_codes_[candidates_[i]];
            candidate_index = from;
            const LayoutState state = decide_state(candidate_index == 0 ? Effort::all : Effort::narrow);
            if (candidate_index == 0 || state == LayoutState::contradictory || budget_.stop() != Stop::done) {
                candidates_.erase(candidates_.begin(), candidates_.begin() + candidate_index);
                return state;
            }
        }
    }

    // Decides whether the visible numbers have a layout. Returns `too_many` if that is unknown.
    LayoutState decide_state(Effort effort) {
        const std::uint32_t claim_cell = claim_.mine ? claim_.cell : none;
        const auto prepare_with = [&](std::uint64_t state_limit) {
            return prepare_board(surface_, visible_codes_.data(), mines_, claim_cell, state_limit, budget_,
                                 board_model_);
        };
        LayoutState state = prepare_with(quick_states);
        if (state == LayoutState::consistent && !board_model_.too_wide.empty()) {
            if (effort == Effort::narrow) return LayoutState::too_many;
            state = prepare_with(most_states);
        }
        return state == LayoutState::consistent ? lay(board_model_, most_states, budget_).state : state;
    }

    // Removes numbers in blocks, which double after a success and halve after a failure. Necessary numbers move to
    // `necessary_cells_`, and undecided ones stay.
    void remove_blocks(Effort effort) {
        std::vector<std::uint32_t> open_candidates;
        std::size_t block_size = std::max<std::size_t>(1, candidates_.size() / 8);
        for (std::size_t at = 0; at < candidates_.size() && budget_.stop() == Stop::done;) {
            const std::size_t size = std::min(block_size, candidates_.size() - at);
            const std::span<const std::uint32_t> block_cells(candidates_.data() + at, size);
            for (const std::uint32_t cell : block_cells) visible_codes_[cell] = unknown;
            const LayoutState state = decide_state(effort);
            if (state == LayoutState::contradictory) {
                at += size;
                block_size = 2 * size;
                continue;
            }
            for (const std::uint32_t cell : block_cells) visible_codes_[cell] = true_codes_[cell];
            block_size = std::max<std::size_t>(1, size / 2);
            if (size > 1) continue;
            (state == LayoutState::consistent ? necessary_cells_ : open_candidates).push_back(candidates_[at]);
            ++at;
        }
        candidates_ = std::move(open_candidates);
    }

    static constexpr std::size_t first_ring = 8;

    const Surface& surface_;
    std::int64_t mines_;
    Claim claim_;
    Budget& budget_;
    BoardModel& board_model_;
    std::vector<std::uint8_t> true_codes_, visible_codes_;
    std::vector<std::uint32_t> candidates_, necessary_cells_;  // not decided yet; needed for the proof
};

}  // namespace

MinimalReasons find_minimal_reasons(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Claim claim,
                                    std::span<const std::uint32_t> candidate_cells, Budget& budget,
                                    BoardModel& board_model) {
    return ReasonSieve(surface, cells, mines, claim, candidate_cells, budget, board_model).run();
}

std::vector<std::uint32_t> numbers_by_distance(const Surface& surface, const std::uint8_t* cells, std::uint32_t cell) {
    const int columns = surface.columns(), from = cell;
    std::vector<std::uint32_t> number_cells;
    for (std::uint32_t at = 0; at < surface.rows() * surface.columns(); ++at)
        if (cells[at] < unknown) number_cells.push_back(at);
    const auto distance = [&](int at) {
        return std::max(std::abs(at / columns - from / columns), std::abs(at % columns - from % columns));
    };
    std::stable_sort(number_cells.begin(), number_cells.end(),
                     [&](std::uint32_t first_cell, std::uint32_t second_cell) {
                         return distance(first_cell) > distance(second_cell);
                     });
    return number_cells;
}

}  // namespace passatempo::minesweeper
