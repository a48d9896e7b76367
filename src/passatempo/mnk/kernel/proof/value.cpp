// The questions of the method `proof`, in its order and with its shares of the nodes.
#include "proof/value.hpp"

#include <algorithm>

#include "proof/game.hpp"
#include "proof/lines.hpp"
#include "proof/short_win.hpp"

namespace passatempo::mnk::proof {

using rules::Marking, rules::Rules;

namespace {

constexpr std::uint64_t short_win_nodes = 4000;  // of a search for a short win
constexpr int short_win_moves = 4;               // of the winner
constexpr std::size_t most_symmetric = 128;      // cells in live lines: of more no symmetries are looked for

struct Live {
    std::vector<Line> own, other;
};

Live live_lines(const Rules& rules, const Marking& cells) {
    Live live;
    const std::uint8_t mover = rules::to_move(cells);
    for (const rules::Cells& window : rules::windows(rules.m, rules.n, rules.k, rules.torus)) {
        bool with_x = false, with_o = false;
        Line empty;
        for (const int cell : window) {
            with_x = with_x || cells[cell] == rules::mark_x;
            with_o = with_o || cells[cell] == rules::mark_o;
            if (cells[cell] == rules::no_mark) empty.push_back(cell);
        }
        if (!with_o) (mover == rules::mark_x ? live.own : live.other).push_back(empty);
        if (!with_x && !rules.maker_breaker) (mover == rules::mark_o ? live.own : live.other).push_back(empty);
    }
    return live;
}

class Prover {
public:
    Prover(const Rules& rules, const Marking& cells, std::size_t memory, Budget& budget)
        : rules_(rules), cells_(cells), memory_(memory), budget_(budget), live_(live_lines(rules, cells)) {
        used_.resize(cells.size());
        for (const std::vector<Line>* lines : {&live_.own, &live_.other})
            for (const Line& line : *lines)
                for (const int cell : line) used_[cell] = true;
    }

    Proved answer(bool shortest) {
        Budget part = budget_.share(std::min(short_win_nodes, budget_.left()));
        const ShortestWin near =
            short_win(cells_.size(), live_.own, live_.other, short_win_moves, memory_, part, watch_);
        budget_.count(part);
        Proved found;
        if (near.moves > 0) take(near, shortest, found);
        else if (budget_.stop() == Stop::done) decide(shortest, found);
        found.nodes += part.spent();
        return found;
    }

private:
    static void take(const ShortestWin& win, bool all, Proved& found) {
        found.value = 1;
        found.plies = 2 * win.moves - 1;
        found.cells = win.cells;
        std::sort(found.cells.begin(), found.cells.end());
        if (!all) found.cells.resize(1);
    }

    void decide(bool shortest, Proved& found) {
        const Lines lines(cells_.size(), live_.own, live_.other);
        const bool without_marks = left() == rules_.size() && !rules_.maker_breaker;
        std::vector<rules::Cells> images;
        if (lines.cells() > 0 && lines.cells() <= most_symmetric) images = rules::symmetries(rules_.m, rules_.n);
        const bool fits = with_words(lines.cells(), [&]<int W>() {
            Game<W> game(lines.edges<W>(live_.own), lines.edges<W>(live_.other), lines.symmetries(images), memory_,
                         budget_);
            const Grade kept = game.keep(game.decide(without_marks));
            found.value = kept.value;
            if (kept.value != Value::unknown) found.cells = {cell_of(lines.outer(kept.cell))};
            found.nodes = game.effort().nodes;
            found.probes = game.effort().probes;
        });
        if (!fits) budget_.out_of_memory();
        if (found.value == 1 && shortest) {
            const int most = (left() + 1) / 2;
            const ShortestWin win = short_win(cells_.size(), live_.own, live_.other, most, memory_, budget_, watch_);
            if (win.moves > 0) take(win, true, found);
        }
        if (found.value == 0 && rules_.maker_breaker) end_full(found);
    }

    // Where a full board is O's win no draw is left.
    void end_full(Proved& found) {
        found.value = rules::to_move(cells_) == rules::mark_x ? -1 : 1;
        found.plies = left();
    }

    int left() const { return std::count(cells_.begin(), cells_.end(), rules::no_mark); }

    // The cell itself, or of those in no live line the first; where there is none, the first.
    int cell_of(int cell) const {
        if (cell >= 0) return cell;
        int first = -1;
        for (int at = 0; at < rules_.size(); ++at) {
            if (cells_[at] != rules::no_mark) continue;
            if (!used_[at]) return at;
            if (first < 0) first = at;
        }
        return first;
    }

    const Rules& rules_;
    const Marking& cells_;
    std::size_t memory_;
    Budget& budget_;
    Live live_;
    std::vector<bool> used_;
    Watch watch_{{}};
};

}  // namespace

Proved proved(const Rules& rules, const Marking& cells, bool shortest, std::size_t memory, Budget& budget) {
    return Prover(rules, cells, memory, budget).answer(shortest);
}

}  // namespace passatempo::mnk::proof
