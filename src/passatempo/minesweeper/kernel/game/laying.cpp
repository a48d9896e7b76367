// Mines, or the cells without one, are drawn until enough are marked: whichever are fewer.
#include "game/laying.hpp"

#include <algorithm>
#include <string>

#include "puzzles/repair.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::game {

namespace {

constexpr int most_attempts = 100;  // at fields without a guess

Cells drawn(const Rules& rules, const std::vector<std::uint32_t>& kept, Stream& stream) {
    const std::uint32_t size = rules.rows * rules.columns, free = size - kept.size();
    Cells field(size, 0);
    for (const std::uint32_t cell : kept) field[cell] = 1;
    const std::uint32_t few = std::min(rules.mines, free - rules.mines);
    for (std::uint32_t marked = 0; marked < few;) {
        const std::uint64_t cell = stream.below(size);
        marked += !field[cell];
        field[cell] = 1;
    }
    if (few < rules.mines)
        for (std::uint8_t& mine : field) mine = !mine;
    for (const std::uint32_t cell : kept) field[cell] = 0;
    return field;
}

Cells repaired(const Rules& rules, std::uint32_t first, Stream& stream, Budget& budget) {
    const puzzles::Plain plain(rules.rows, rules.columns);
    const puzzles::Order order{first, rules.mines, true};
    for (int attempt = 0; attempt < most_attempts; ++attempt) {
        puzzles::Repaired made = puzzles::repair(plain, order, stream, budget);
        if (budget.stop() != Stop::done) break;
        if (made.done) return std::move(made.mine);
    }
    return {};
}

}  // namespace

Cells laid(const Rules& rules, const Near& near, const std::string& seed, std::uint32_t first, Budget& budget) {
    Stream stream(seed + "/minesweeper/deal");
    if (rules.no_guess) return repaired(rules, first, stream, budget);
    std::vector<std::uint32_t> kept{first};
    if (rules.first == First::opening) kept.insert(kept.end(), near.of(first).begin(), near.of(first).end());
    kept.resize(std::min<std::size_t>(kept.size(), near.size() - rules.mines));  // as much of an opening as fits
    return drawn(rules, kept, stream);
}

}  // namespace passatempo::minesweeper::game
