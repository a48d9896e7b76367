// Walking along the lines of a flat board and of a torus.
#include "rules/windows.hpp"

#include <algorithm>
#include <numeric>
#include <set>
#include <utility>

namespace passatempo::mnk::rules {
namespace {

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
