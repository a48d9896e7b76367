// Numbers taken in until they refute, then left out, many at once while that goes well, and the rest counted anew.
// Algorithm: deletion-based minimal unsatisfiable subset, in growing and shrinking blocks
// Twin: minesweeper/reference.py
#include "reasons/needed.hpp"

#include <algorithm>
#include <cstdlib>

#include "layouts/layout.hpp"

namespace passatempo::minesweeper {

namespace {

class Sieve {
public:
    Sieve(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Claim claim,
          std::span<const std::uint32_t> among, Budget& budget, PreparedBoard& prepared)
        : surface_(surface),
          mines_(mines),
          claim_(claim),
          budget_(budget),
          prepared_(prepared),
          code_(cells, cells + std::size_t{surface.rows()} * surface.columns()),
          shown_(code_),
          left_(among.begin(), among.end()) {
        for (std::uint8_t& code : shown_)
            if (code < unknown) code = unknown;
        if (claim.cell != none && !claim.mine) shown_[claim.cell] = unknown;  // opened, so without a mine
    }

    Needed run() {
        Needed found{grow(), {}};
        if (found.state != State::contradictory) return found;
        // What makes a part too wide to be counted may do so no more once others are gone.
        for (std::size_t before = left_.size() + 1; left_.size() < before && !left_.empty();) {
            before = left_.size();
            pass(Effort::narrow);
        }
        pass(Effort::all);
        if (budget_.stop() != Stop::done) return {};
        std::sort(kept_.begin(), kept_.end());
        found.cells = std::move(kept_);
        return found;
    }

private:
    // How much a question may cost: parts that are counted at once, or whatever it takes.
    enum class Effort { narrow, all };

    // Show numbers from the last on, twice as many each time, until they refute the claim; only those stay. On a wide
    // board a few often do, while all of them together could hardly be counted.
    State grow() {
        std::size_t hidden = left_.size();
        for (std::size_t ring = first_ring;; ring *= 2) {
            const std::size_t from = left_.size() - std::min(ring, left_.size());
            for (std::size_t i = from; i < hidden; ++i) shown_[left_[i]] = code_[left_[i]];
            hidden = from;
            const State state = judge(hidden == 0 ? Effort::all : Effort::narrow);
            if (hidden == 0 || state == State::contradictory || budget_.stop() != Stop::done) {
                left_.erase(left_.begin(), left_.begin() + hidden);
                return state;
            }
        }
    }

    // Is there a layout of the numbers shown? `too_many` where that was not found out.
    State judge(Effort effort) {
        const std::uint32_t claimed = claim_.mine ? claim_.cell : none;
        const auto ask = [&](std::uint64_t most) {
            return prepare(surface_, shown_.data(), mines_, claimed, most, budget_, prepared_);
        };
        State state = ask(quick_states);
        if (state == State::consistent && !prepared_.too_wide.empty()) {
            if (effort == Effort::narrow) return State::too_many;
            state = ask(most_states);
        }
        return state == State::consistent ? lay(prepared_, most_states, budget_).state : state;
    }

    // Leave out what can be left out: as many at once as went well before, one where that was too much. Those that
    // cannot be spared are kept; those that are not decided stay.
    void pass(Effort effort) {
        std::vector<std::uint32_t> undecided;
        std::size_t together = std::max<std::size_t>(1, left_.size() / 8);
        for (std::size_t at = 0; at < left_.size() && budget_.stop() == Stop::done;) {
            const std::size_t size = std::min(together, left_.size() - at);
            const std::span<const std::uint32_t> some(left_.data() + at, size);
            for (const std::uint32_t cell : some) shown_[cell] = unknown;
            const State state = judge(effort);
            if (state == State::contradictory) {
                at += size;
                together = 2 * size;
                continue;
            }
            for (const std::uint32_t cell : some) shown_[cell] = code_[cell];
            together = std::max<std::size_t>(1, size / 2);
            if (size > 1) continue;
            (state == State::consistent ? kept_ : undecided).push_back(left_[at]);
            ++at;
        }
        left_ = std::move(undecided);
    }

    static constexpr std::size_t first_ring = 8;

    const Surface& surface_;
    std::int64_t mines_;
    Claim claim_;
    Budget& budget_;
    PreparedBoard& prepared_;
    std::vector<std::uint8_t> code_, shown_;
    std::vector<std::uint32_t> left_, kept_;  // not decided yet, and needed
};

}  // namespace

Needed needed(const Surface& surface, const std::uint8_t* cells, std::int64_t mines, Claim claim,
              std::span<const std::uint32_t> among, Budget& budget, PreparedBoard& prepared) {
    return Sieve(surface, cells, mines, claim, among, budget, prepared).run();
}

std::vector<std::uint32_t> far_first(const Surface& surface, const std::uint8_t* cells, std::uint32_t cell) {
    const int columns = surface.columns(), from = cell;
    std::vector<std::uint32_t> found;
    for (std::uint32_t at = 0; at < surface.rows() * surface.columns(); ++at)
        if (cells[at] < unknown) found.push_back(at);
    const auto distance = [&](int at) {
        return std::max(std::abs(at / columns - from / columns), std::abs(at % columns - from % columns));
    };
    std::stable_sort(found.begin(), found.end(),
                     [&](std::uint32_t one, std::uint32_t two) { return distance(one) > distance(two); });
    return found;
}

}  // namespace passatempo::minesweeper
