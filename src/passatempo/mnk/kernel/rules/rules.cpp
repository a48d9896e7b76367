// Lines of a flat board and of a torus, runs along them from a cell, and moves played one by one.
#include "rules/rules.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace passatempo::mnk::rules {

namespace {

// Equal marks before and after a cell in one direction, and whether they fill a circle of a torus.
struct Run {
    int cells_before = 0, cells_after = 0;
    bool is_circle = false;
    int length() const { return is_circle ? cells_after : 1 + cells_before + cells_after; }
};

class Walk {
public:
    Walk(const Rules& rules, int cell) : rules_(rules), row_(cell / rules.n), column_(cell % rules.n) {}

    // The next cell in a direction, or -1 beyond the edge.
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
        ++run.cells_after;
        if (at == cell) {
            run.is_circle = true;
            return run;
        }
    }
    const Step back_step{-step.down, -step.right};
    for (int at = back.next(back_step); at >= 0 && cells[at] == cells[cell]; at = back.next(back_step))
        ++run.cells_before;
    return run;
}

bool counts_as_line(const Rules& rules, const Run& run) {
    return run.length() == rules.k || (run.length() > rules.k && !rules.exact);
}

bool has_lines(const Rules& rules, std::uint8_t mark) {
    return mark == mark_x || (mark == mark_o && !rules.maker_breaker);
}

// The complete lines of a direction, each from its first cell in reading order.
std::vector<Cells> lines_along(const Rules& rules, Step step) {
    std::vector<Cells> lines;
    std::vector<bool> visited(rules.size());
    for (int first = 0; first < rules.size(); ++first) {
        if (visited[first]) continue;
        Cells& line = lines.emplace_back();
        Walk walk(rules, first);
        for (int cell = first; cell >= 0 && !visited[cell]; cell = walk.next(step)) {
            visited[cell] = true;
            line.push_back(cell);
        }
    }
    return lines;
}

// Add the runs of a complete line that count. A run across the end of a circle is found where it begins.
void add_counting(const Rules& rules, const Marking& cells, const Cells& line, Step step, std::vector<Cells>& found) {
    for (std::size_t first = 0; first < line.size(); ++first) {
        const std::uint8_t mark = cells[line[first]];
        if (!has_lines(rules, mark) || (first > 0 && cells[line[first - 1]] == mark)) continue;
        const Run run = run_at(rules, cells, line[first], step);
        if (run.cells_before > 0 || !counts_as_line(rules, run)) continue;
        Cells& window = found.emplace_back();
        for (int i = 0; i < run.length(); ++i) window.push_back(line[(first + i) % line.size()]);
    }
}

GameResult won_by(const Rules& rules, std::uint8_t mark) {
    return (mark == mark_x) != rules.misere ? GameResult::x : GameResult::o;
}

GameResult without_line(const Rules& rules, const Marking& cells) {
    return std::find(cells.begin(), cells.end(), no_mark) == cells.end() ? full_board_result(rules) : GameResult::open;
}

}  // namespace

std::uint8_t to_move(const Marking& cells) {
    const auto crosses = std::count(cells.begin(), cells.end(), mark_x);
    return crosses == std::count(cells.begin(), cells.end(), mark_o) ? mark_x : mark_o;
}

bool floats(const Rules& rules, const Marking& cells, int cell) {
    const int below = cell + rules.n;
    return rules.gravity && below < rules.size() && cells[below] == no_mark;
}

Fault move_fault(const Rules& rules, const Marking& cells, int cell) {
    if (cell < 0 || cell >= rules.size()) return Fault::outside;
    if (cells[cell] != no_mark) return Fault::occupied;
    return floats(rules, cells, cell) ? Fault::floating : Fault::none;
}

bool is_final(const Rules& rules, const Marking& cells, int cell) {
    if (!has_lines(rules, cells[cell])) return false;
    return std::any_of(directions.begin(), directions.end(),
                       [&](Step step) { return counts_as_line(rules, run_at(rules, cells, cell, step)); });
}

bool has_open_line(const Rules& rules, const Marking& cells) {
    for (int cell = 0; cell < rules.size(); ++cell)
        for (const Step step : directions) {
            Walk walk(rules, cell);
            int length = 0, at = cell, window_marks = 0;
            do {
                window_marks |= cells[at];
                at = walk.next(step);
            } while (++length < rules.k && at >= 0 && at != cell && window_marks != (mark_x | mark_o));
            if (length == rules.k && window_marks != (mark_x | mark_o)) return true;
        }
    return false;
}

std::vector<Cells> completed(const Rules& rules, const Marking& cells) {
    std::vector<Cells> found;
    for (const Step step : directions)
        for (const Cells& line : lines_along(rules, step)) add_counting(rules, cells, line, step, found);
    std::set<Cells> known;  // a line of one cell, or on a narrow torus, has several directions
    std::erase_if(found, [&](Cells line) {
        std::sort(line.begin(), line.end());
        return !known.insert(std::move(line)).second;
    });
    std::stable_partition(found.begin(), found.end(), [&](const Cells& line) { return cells[line[0]] == mark_x; });
    return found;
}

GameResult result_after(const Rules& rules, const Marking& cells, int cell) {
    return is_final(rules, cells, cell) ? won_by(rules, cells[cell]) : without_line(rules, cells);
}

GameResult result_of(const Rules& rules, const Marking& cells, const std::vector<Cells>& lines) {
    return lines.empty() ? without_line(rules, cells) : won_by(rules, cells[lines[0][0]]);
}

GameResult full_board_result(const Rules& rules) {
    if (!rules.maker_breaker) return GameResult::draw;
    return rules.misere ? GameResult::x : GameResult::o;
}

GameState replay_moves(const Rules& rules, const std::vector<std::uint32_t>& moves) {
    GameState game;
    game.cells.assign(rules.size(), no_mark);
    int left = rules.size();
    for (const std::uint32_t move : moves) {
        const int cell = move < game.cells.size() ? static_cast<int>(move) : -1;
        game.fault = game.game_result != GameResult::open ? Fault::over : move_fault(rules, game.cells, cell);
        if (game.fault != Fault::none) return game;
        game.cells[cell] = game.move_count % 2 == 0 ? mark_x : mark_o;
        ++game.move_count;
        if (is_final(rules, game.cells, cell)) game.game_result = result_after(rules, game.cells, cell);
        else if (--left == 0) game.game_result = full_board_result(rules);
    }
    return game;
}

Cells drop_targets(const Rules& rules, const Marking& cells) {
    Cells drop_cells(rules.size(), -1);
    for (int cell = 0; cell < rules.size(); ++cell) {
        if (move_fault(rules, cells, cell) != Fault::none) continue;
        drop_cells[cell] = cell;
        if (!rules.gravity) continue;
        for (int at = cell % rules.n; at < rules.size(); at += rules.n)
            if (move_fault(rules, cells, at) != Fault::none) drop_cells[at] = cell;
    }
    return drop_cells;
}

int longest_line(int m, int n, bool torus) {
    if (!torus) return std::max(m, n);
    return std::lcm(m, n);  // a diagonal, since no row or column is longer
}

std::vector<Cells> windows(int m, int n, int k, bool torus) {
    Rules rules{m, n, k};
    rules.torus = torus;
    std::vector<Cells> board_windows;
    std::set<Cells> distinct_windows;
    const bool twice = k == 1 || torus;  // otherwise no two are equal
    for (const Step step : directions)
        for (const Cells& line : lines_along(rules, step)) {
            const int length = std::ssize(line);
            if (length < k) continue;
            const int starts = torus ? length : length - k + 1;
            for (int start = 0; start < starts; ++start) {
                Cells window;
                for (int i = 0; i < k; ++i) window.push_back(line[(start + i) % length]);
                std::sort(window.begin(), window.end());
                if (!twice || distinct_windows.insert(window).second) board_windows.push_back(std::move(window));
            }
        }
    return board_windows;
}

std::vector<Cells> symmetries(int m, int n) {
    std::vector<Cells> images;
    for (int flip = 1; flip < (m == n ? 8 : 4); ++flip) {
        const bool swaps_axes = (flip & 4) != 0, up = (flip & 2) != 0, left = (flip & 1) != 0;
        Cells image;
        for (int cell = 0; cell < m * n; ++cell) {
            const int row = up ? m - 1 - cell / n : cell / n, column = left ? n - 1 - cell % n : cell % n;
            image.push_back(swaps_axes ? column * n + row : row * n + column);
        }
        images.push_back(std::move(image));
    }
    return images;
}

}  // namespace passatempo::mnk::rules
