// Looking along the four directions from a cell, and playing moves one by one.
#include "rules/rules.hpp"

#include <algorithm>

namespace passatempo::mnk::rules {
namespace {

// What lies around a cell in one direction: equal marks before and after it; `whole`: they are a whole circle.
struct Run {
    int before = 0, after = 0;
    bool whole = false;
    int length() const { return whole ? after : 1 + before + after; }
};

class Walk {
public:
    Walk(const Rules& rules, int cell) : rules_(rules), row_(cell / rules.n), column_(cell % rules.n) {}

    // The next cell in a direction; -1 beyond the edge.
    int next(Step step) {
        row_ += step.down;
        column_ += step.right;
        if (rules_.torus) {
            row_ = (row_ + rules_.m) % rules_.m;
            column_ = (column_ + rules_.n) % rules_.n;
        } else if (row_ < 0 || row_ >= rules_.m || column_ < 0 || column_ >= rules_.n) {
            return -1;
        }
        return row_ * rules_.n + column_;
    }

private:
    const Rules& rules_;
    int row_, column_;
};

Run run_at(const Rules& rules, const Marking& cells, int cell, Step step) {
    Run run;
    Walk ahead(rules, cell), back(rules, cell);
    for (int at = ahead.next(step); at >= 0 && cells[at] == cells[cell]; at = ahead.next(step)) {
        ++run.after;
        if (at == cell) {
            run.whole = true;
            return run;
        }
    }
    const Step away{-step.down, -step.right};
    for (int at = back.next(away); at >= 0 && cells[at] == cells[cell]; at = back.next(away)) ++run.before;
    return run;
}

bool counts(const Rules& rules, const Run& run) {
    return run.length() == rules.k || (run.length() > rules.k && !rules.exact);
}

bool has_lines(const Rules& rules, std::uint8_t mark) {
    return mark == mark_x || (mark == mark_o && !rules.maker_breaker);
}

}  // namespace

std::uint8_t to_move(const Marking& cells) {
    const auto crosses = std::count(cells.begin(), cells.end(), mark_x);
    return crosses == std::count(cells.begin(), cells.end(), mark_o) ? mark_x : mark_o;
}

Fault illegal(const Rules& rules, const Marking& cells, int cell) {
    if (cell < 0 || cell >= rules.size()) return Fault::outside;
    if (cells[cell] != no_mark) return Fault::occupied;
    const int below = cell + rules.n;
    return rules.gravity && below < rules.size() && cells[below] == no_mark ? Fault::floating : Fault::none;
}

bool ends(const Rules& rules, const Marking& cells, int cell) {
    if (!has_lines(rules, cells[cell])) return false;
    return std::any_of(directions.begin(), directions.end(),
                       [&](Step step) { return counts(rules, run_at(rules, cells, cell, step)); });
}

bool alive(const Rules& rules, const Marking& cells) {
    for (int cell = 0; cell < rules.size(); ++cell)
        for (const Step step : directions) {
            Walk walk(rules, cell);
            int length = 0, at = cell, seen = 0;
            do {
                seen |= cells[at];
                at = walk.next(step);
            } while (++length < rules.k && at >= 0 && at != cell && seen != (mark_x | mark_o));
            if (length == rules.k && seen != (mark_x | mark_o)) return true;
        }
    return false;
}

Cells completed_at(const Rules& rules, const Marking& cells, int cell) {
    Cells found;
    if (!has_lines(rules, cells[cell])) return found;
    for (const Step step : directions) {
        const Run run = run_at(rules, cells, cell, step);
        if (!counts(rules, run)) continue;
        found.push_back(cell);
        Walk ahead(rules, cell), back(rules, cell);
        for (int i = 0; i < run.after; ++i) found.push_back(ahead.next(step));
        for (int i = 0; i < run.before; ++i) found.push_back(back.next({-step.down, -step.right}));
    }
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

Result result_after(const Rules& rules, const Marking& cells, int cell) {
    if (ends(rules, cells, cell)) return (cells[cell] == mark_x) != rules.misere ? Result::x : Result::o;
    return std::find(cells.begin(), cells.end(), no_mark) == cells.end() ? undecided(rules) : Result::open;
}

Result undecided(const Rules& rules) {
    if (!rules.maker_breaker) return Result::draw;
    return rules.misere ? Result::x : Result::o;
}

Played replayed(const Rules& rules, const std::vector<std::uint32_t>& moves) {
    Played game;
    game.cells.assign(rules.size(), no_mark);
    int left = rules.size();
    for (const std::uint32_t move : moves) {
        const int cell = move < game.cells.size() ? static_cast<int>(move) : -1;
        game.fault = game.result != Result::open ? Fault::over : illegal(rules, game.cells, cell);
        if (game.fault != Fault::none) return game;
        game.cells[cell] = game.made % 2 == 0 ? mark_x : mark_o;
        ++game.made;
        if (ends(rules, game.cells, cell)) game.result = result_after(rules, game.cells, cell);
        else if (--left == 0) game.result = undecided(rules);
    }
    return game;
}

Cells landings(const Rules& rules, const Marking& cells) {
    Cells found(rules.size(), -1);
    for (int cell = rules.size() - 1; cell >= 0; --cell) {
        if (!rules.gravity) {
            if (cells[cell] == no_mark) found[cell] = cell;
        } else if (cell + rules.n < rules.size() && found[cell + rules.n] >= 0) {
            found[cell] = found[cell + rules.n];
        } else if (cells[cell] == no_mark) {
            for (int at = cell; at < rules.size(); at += rules.n) found[at] = cell;  // marks lie below it
        }
    }
    return found;
}

}  // namespace passatempo::mnk::rules
