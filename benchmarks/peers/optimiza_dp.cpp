// The recurrence of the comment of 2 March 2010 as a literal table: f(cell, mask) for every cell of a number and every
// mask of the cells of that number, from N down; the cell is in the state because without it the answer is wrong.
// Reads N and a torus-queen board from standard input, writes the greatest sum and the processor seconds of the table
// alone.
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <ctime>
#include <vector>

int main() {
    int n = 0;
    if (std::scanf("%d", &n) != 1) return 2;
    std::vector<int> value(static_cast<std::size_t>(n * n));
    for (int& v : value)
        if (std::scanf("%d", &v) != 1) return 2;
    const std::clock_t began = std::clock();
    std::vector<int> best(value.size(), 0), seat(value.size(), 0);
    int greatest = 0;
    for (int v = n; v > 0; --v) {
        std::vector<int> cells;
        for (int c = 0; c < n * n; ++c)
            if (value[static_cast<std::size_t>(c)] == v) {
                seat[static_cast<std::size_t>(c)] = static_cast<int>(cells.size());
                cells.push_back(c);
            }
        const std::size_t k = cells.size();
        std::vector<std::vector<int>> same(k);
        std::vector<int> exit(k, 0);
        for (std::size_t a = 0; a < k; ++a)
            for (int di = -1; di <= 1; ++di)
                for (int dj = -1; dj <= 1; ++dj) {
                    const int i = ((cells[a] / n + v * di) % n + n) % n, j = ((cells[a] % n + v * dj) % n + n) % n;
                    const auto d = static_cast<std::size_t>(i * n + j);
                    if (static_cast<int>(d) == cells[a]) continue;
                    if (value[d] > v) exit[a] = std::max(exit[a], best[d]);
                    if (value[d] == v) same[a].push_back(seat[d]);
                }
        std::vector<std::int32_t> f(k << k);
        for (std::size_t mask = (std::size_t{1} << k) - 1; mask > 0; --mask)
            for (std::size_t a = 0; a < k; ++a) {
                if ((mask >> a & 1U) == 0) continue;
                int onward = exit[a];
                for (const int b : same[a])
                    if ((mask >> b & 1U) == 0)
                        onward = std::max(onward, f[(mask | std::size_t{1} << b) * k + static_cast<std::size_t>(b)]);
                f[mask * k + a] = v + onward;
            }
        for (std::size_t a = 0; a < k; ++a) {
            best[static_cast<std::size_t>(cells[a])] = f[(std::size_t{1} << a) * k + a];
            greatest = std::max(greatest, best[static_cast<std::size_t>(cells[a])]);
        }
    }
    const double spent = static_cast<double>(std::clock() - began) / CLOCKS_PER_SEC;
    std::printf("%d %.9f\n", greatest, spent);
    return 0;
}
