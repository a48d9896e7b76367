// The full search as a Python function that releases the interpreter lock.
#include "play/bindings.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/stl/vector.h>
#pragma GCC diagnostic pop

#include "play/full.hpp"
#include "rules/asked.hpp"

namespace nb = nanobind;

namespace passatempo::mnk::play {
namespace {

constexpr std::uint32_t most_cells = 10'000;  // of a board whose lines are listed (`passatempo.mnk.rules.MOST_LISTED`)

struct Asked {
    struct {
        std::uint32_t m, n, k;
        bool exact, misere, gravity, torus, maker_breaker;
    } rules;
    rules::Marking cells;
};

GradedMoves full(std::uint32_t m, std::uint32_t n, std::uint32_t k, const std::vector<bool>& options, nb::object cells,
                 int wanted, double seconds, std::uint64_t nodes, nb::object cancel) {
    if (m < 1 || n < 1 || m > most_cells || n > most_cells || m * n > most_cells || k < 1 || k > most_cells)
        refuse("m, n, k: a board of 1 to 10000 cells and a line of 1 to 10000 are needed");
    if (options.size() != 5) refuse("options: five flags are needed");
    if (wanted < 0 || wanted > 2) refuse("wanted: 0, 1 or 2 is needed");
    const Buffer bytes(cells);
    const Asked asked{{m, n, k, options[0], options[1], options[2], options[3], options[4]},
                      {bytes.data(), bytes.data() + bytes.size()}};
    if (std::count_if(asked.cells.begin(), asked.cells.end(), [](std::uint8_t mark) { return mark > 2; }) > 0)
        refuse("cells: 0, 1 or 2 is needed");
    if (std::count(asked.cells.begin(), asked.cells.end(), rules::no_mark) > Full::most_empty)
        refuse("cells: at most 64 empty ones are searched");
    const rules::Rules rules = asked::checked(asked);
    Spend spend(seconds, nodes, cancel);
    GradedMoves found;
    {
        nb::gil_scoped_release unlocked;
        within_memory(spend.budget(), [&] {
            found.moves = Full(rules, asked.cells, spend.budget()).solve(static_cast<Wanted>(wanted));
        });
    }
    found.stop = spend.stop();
    found.nodes = spend.spent();
    return found;
}

}  // namespace
}  // namespace passatempo::mnk::play

void passatempo::mnk::bind_play(nb::module_& m) {
    m.def("full", &play::full, nb::arg("m"), nb::arg("n"), nb::arg("k"), nb::arg("options"), nb::arg("cells"),
          nb::arg("wanted"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
}
