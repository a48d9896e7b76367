// Renumbering of cells and numbers, and one layout.
#include "layouts/wide_part.hpp"

#include <algorithm>

#include "cdcl/solver.hpp"

namespace passatempo::minesweeper {

WidePart::WidePart(const PreparedBoard& prepared, const std::vector<std::uint32_t>& parts, std::int64_t fewest,
                   std::int64_t most) {
    const Frontier& frontier = prepared.frontier;
    for (const std::uint32_t part : parts)
        for (const std::uint32_t* g = prepared.parts.groups.begin(part); g != prepared.parts.groups.end(part); ++g)
            variables.insert(variables.end(), prepared.parts.members.begin(*g), prepared.parts.members.end(*g));
    // Neighbours on the board stand together, which the solver likes.
    std::sort(variables.begin(), variables.end(), [&](auto a, auto b) { return frontier.cell[a] < frontier.cell[b]; });
    std::vector<std::int32_t> local(frontier.variables(), -1), scope;
    for (const std::uint32_t v : variables) local[v] = network.cells++;
    for (const std::uint32_t part : parts)
        for (const std::uint32_t* number = prepared.parts.numbers.begin(part);
             number != prepared.parts.numbers.end(part); ++number) {
            scope.clear();
            for (const std::uint32_t* v = frontier.seen.begin(*number); v != frontier.seen.end(*number); ++v)
                if (local[*v] >= 0) scope.push_back(local[*v]);
            network.add(scope, frontier.missing[*number]);
        }
    network.fewest = fewest;
    network.most = most;
}

cdcl::Verdict lay_wide(WidePart& part, Budget& budget) {
    cdcl::Solver solver(part.network);
    if (part.network.counted() && !solver.fix(solver.total(), &budget)) return cdcl::Verdict::no;
    const cdcl::Verdict verdict = solver.solve({}, budget);
    part.layout.clear();
    if (verdict == cdcl::Verdict::yes)
        for (std::int32_t cell = 0; cell < part.network.cells; ++cell)
            part.layout.push_back(solver.value(cell) ? 1 : 0);
    return verdict;
}

}  // namespace passatempo::minesweeper
