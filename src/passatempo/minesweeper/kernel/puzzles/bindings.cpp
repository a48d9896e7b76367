// The making of puzzles as Python functions; meaning and shapes stand in _kernel.pyi.
#include "puzzles/bindings.hpp"

#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>

#include <tuple>
#include <vector>

#include "puzzles/cell.hpp"
#include "puzzles/easiest.hpp"
#include "puzzles/repair.hpp"
#include "seen.hpp"

namespace passatempo::minesweeper::puzzles {

namespace {

constexpr std::uint32_t most_cells = 1U << 12;  // no puzzle is so large

using Cells = std::vector<std::uint32_t>;

struct MadePuzzle {
    int stop;
    std::uint64_t nodes;
    bool done;
    std::uint32_t tried;
    std::uint64_t random;
    nb::bytes cells;
};

struct EasiestReasons {
    int stop;
    std::uint64_t nodes;
    int level;
    std::vector<std::tuple<Cells, Cells>> reasons;
};

void refuse_size(std::uint32_t rows, std::uint32_t columns) {
    if (rows == 0 || columns == 0 || std::uint64_t{rows} * columns > most_cells)
        throw nb::value_error("rows, columns: from 1 to 4096 cells are needed");
}

nb::bytes packed_cells(const std::vector<std::uint8_t>& cells) { return nb::bytes(cells.data(), cells.size()); }

MadePuzzle make_field(std::uint32_t rows, std::uint32_t columns, std::uint32_t mines, std::uint32_t first, bool exact,
                      std::uint32_t most_swaps, std::uint64_t random, double seconds, std::uint64_t nodes,
                      nb::handle cancel) {
    refuse_size(rows, columns);
    const Plain plain(rows, columns);
    if (first >= plain.size()) throw nb::value_error("first: a cell of the board is needed");
    if (mines + 1 + plain.near(first).size() > plain.size())
        throw nb::value_error("mines: they do not fit beside the first opening");
    Spend spend(seconds, nodes, cancel);
    Stream stream(random);
    Repaired made;
    {
        const nb::gil_scoped_release released;
        within_memory(spend.budget(),
                      [&] { made = repair(plain, {first, mines, exact, most_swaps}, stream, spend.budget()); });
    }
    return {spend.stop(), spend.spent(), made.done, made.swaps, stream.state(), packed_cells(made.mine)};
}

MadePuzzle make_cell(std::uint32_t rows, std::uint32_t columns, std::uint32_t mines, std::uint64_t random,
                     double seconds, std::uint64_t nodes, nb::handle cancel) {
    refuse_size(rows, columns);
    const Plain plain(rows, columns);
    if (mines >= plain.size()) throw nb::value_error("mines: one cell at least is free");
    Spend spend(seconds, nodes, cancel);
    Stream stream(random);
    Thinned made;
    {
        const nb::gil_scoped_release released;
        within_memory(spend.budget(), [&] { made = thin_out(plain, mines, stream, spend.budget()); });
    }
    return {spend.stop(), spend.spent(), made.safe != none, made.safe, stream.state(), packed_cells(made.cells)};
}

EasiestReasons easiest_reasons(const Seen& seen, int hardest, double seconds, std::uint64_t nodes, nb::handle cancel) {
    if (hardest < 0 || hardest > static_cast<int>(Level::count)) throw nb::value_error("hardest: 0 to 3 is needed");
    Spend spend(seconds, nodes, cancel);
    PreparedBoard prepared;
    Easiest found;
    {
        const nb::gil_scoped_release released;
        within_memory(spend.budget(), [&] {
            found = easiest(seen.surface(), seen.cells(), seen.mines(), static_cast<Level>(hardest), spend.budget(),
                            prepared);
        });
    }
    EasiestReasons told{spend.stop(), spend.spent(), static_cast<int>(found.level), {}};
    for (Reason& reason : found.reasons) told.reasons.emplace_back(std::move(reason.open), std::move(reason.because));
    return told;
}

}  // namespace

void bind(nb::module_& m) {
    nb::class_<MadePuzzle>(m, "MadePuzzle")
        .def_ro("stop", &MadePuzzle::stop)
        .def_ro("nodes", &MadePuzzle::nodes)
        .def_ro("done", &MadePuzzle::done)
        .def_ro("tried", &MadePuzzle::tried)
        .def_ro("random", &MadePuzzle::random)
        .def_ro("cells", &MadePuzzle::cells);
    nb::class_<EasiestReasons>(m, "EasiestReasons")
        .def_ro("stop", &EasiestReasons::stop)
        .def_ro("nodes", &EasiestReasons::nodes)
        .def_ro("level", &EasiestReasons::level)
        .def_ro("reasons", &EasiestReasons::reasons);
    m.def("make_field", &make_field, nb::arg("rows"), nb::arg("columns"), nb::arg("mines"), nb::arg("first"),
          nb::arg("exact"), nb::arg("most_swaps"), nb::arg("random"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none());
    m.def("make_cell", &make_cell, nb::arg("rows"), nb::arg("columns"), nb::arg("mines"), nb::arg("random"),
          nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
    m.def("easiest", &easiest_reasons, nb::arg("seen"), nb::arg("hardest"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none());
}

}  // namespace passatempo::minesweeper::puzzles
