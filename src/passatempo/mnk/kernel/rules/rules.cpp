// Walking along lines of a flat board and of a torus, looking along them from a cell, and playing moves one by one.
#include "rules/rules.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

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

void add_straight(int m, int n, Step step, std::vector<WholeLine>& found) {
    for (int row = 0; row < m; ++row)
        for (int column = 0; column < n; ++column) {
            const int before = column - step.right;
            if (row - step.down >= 0 && 0 <= before && before < n) continue;  // a cell stands before it
            WholeLine line;
            for (int r = row, c = column; r < m && 0 <= c && c < n; r += step.down, c += step.right)
                line.cells.push_back(r * n + c);
            found.push_back(std::move(line));
        }
}

// The neighbours along a circle, whichever way it is walked.
using Pairs = std::set<std::pair<int, int>>;
Pairs pairs_of(const Cells& circle) {
    Pairs pairs;
    for (std::size_t i = 0; i < circle.size(); ++i) {
        const int one = circle[i], next = circle[(i + 1) % circle.size()];
        pairs.emplace(std::min(one, next), std::max(one, next));
    }
    return pairs;
}

// On narrow boards two directions give the same circles: `known` holds those that were found.
void add_circles(int m, int n, Step step, std::set<Pairs>& known, std::vector<WholeLine>& found) {
    const int rows = m / std::gcd(m, step.down), columns = n / std::gcd(n, step.right);
    const int length = std::lcm(rows, columns);
    std::vector<bool> seen(m * n);
    for (int cell = 0; cell < m * n; ++cell) {
        if (seen[cell]) continue;
        WholeLine circle{{}, true};
        for (int i = 0; i < length; ++i) {
            const int row = (cell / n + i * step.down) % m;
            const int column = ((cell % n + i * step.right) % n + n) % n;
            circle.cells.push_back(row * n + column);
            seen[circle.cells.back()] = true;
        }
        if (known.insert(pairs_of(circle.cells)).second) found.push_back(std::move(circle));
    }
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

std::vector<WholeLine> whole_lines(int m, int n, bool torus) {
    std::vector<WholeLine> found;
    std::set<Pairs> known;
    for (const Step step : directions)
        if (torus) add_circles(m, n, step, known, found);
        else add_straight(m, n, step, found);
    return found;
}

int longest_line(int m, int n, bool torus) {
    if (!torus) return std::max(m, n);
    return std::lcm(m, n);  // a diagonal: no row or column is longer
}

std::vector<Cells> windows(int m, int n, int k, bool torus) {
    std::vector<Cells> found;
    std::set<Cells> known;
    const bool twice = k == 1 || torus;  // elsewhere no two are equal
    for (const WholeLine& line : whole_lines(m, n, torus)) {
        const int length = std::ssize(line.cells);
        if (length < k) continue;
        const int starts = line.round ? length : length - k + 1;
        for (int start = 0; start < starts; ++start) {
            Cells window;
            for (int i = 0; i < k; ++i) window.push_back(line.cells[(start + i) % length]);
            std::sort(window.begin(), window.end());
            if (!twice || known.insert(window).second) found.push_back(std::move(window));
        }
    }
    return found;
}

std::vector<Cells> symmetries(int m, int n) {
    std::vector<Cells> images;
    for (int flip = 1; flip < (m == n ? 8 : 4); ++flip) {
        const bool turned = (flip & 4) != 0, up = (flip & 2) != 0, left = (flip & 1) != 0;
        Cells image;
        for (int cell = 0; cell < m * n; ++cell) {
            const int row = up ? m - 1 - cell / n : cell / n, column = left ? n - 1 - cell % n : cell % n;
            image.push_back(turned ? column * n + row : row * n + column);
        }
        images.push_back(std::move(image));
    }
    return images;
}

}  // namespace passatempo::mnk::rules
