// The puzzles as Python functions that release the interpreter lock.
#include "puzzles/bindings.hpp"

#include "puzzles/win.hpp"

namespace nb = nanobind;

namespace passatempo::mnk::puzzles {
namespace {

constexpr int most_cells = 512;

// What Python gets of a game: the position and its only first move, if there was one, and the stream's state after it.
struct DrawnWin {
    int stop;
    std::uint64_t nodes;
    nb::bytes cells;
    int first;
    std::uint64_t state;
};

DrawnWin draw(int m, int n, int k, int moves, std::uint64_t most, std::uint64_t state, double seconds,
              std::uint64_t nodes, nb::object cancel) {
    if (m < 1 || n < 1 || m > most_cells || n > most_cells || m * n > most_cells)
        throw nb::value_error("m, n: a board of at most 512 cells is needed");
    if (k < 1 || k > 16) throw nb::value_error("k: a line of 1 to 16 cells is needed");
    if (moves < 2 || moves > most_cells) throw nb::value_error("moves: at least 2 are needed");
    Spend spend(seconds, nodes, cancel);
    Win win;
    {
        nb::gil_scoped_release unlocked;
        within_memory(spend.budget(), [&] { win = draw_win({m, n, k}, moves, most, state, spend.budget()); });
    }
    const nb::bytes cells(win.cells.data(), win.cells.size());
    return {spend.stop(), win.nodes, cells, win.first, win.state};
}

}  // namespace
}  // namespace passatempo::mnk::puzzles

void passatempo::mnk::bind_puzzles(nb::module_& m) {
    using puzzles::DrawnWin;
    nb::class_<DrawnWin>(m, "DrawnWin")
        .def_ro("stop", &DrawnWin::stop)
        .def_ro("nodes", &DrawnWin::nodes)
        .def_ro("cells", &DrawnWin::cells)
        .def_ro("first", &DrawnWin::first)
        .def_ro("state", &DrawnWin::state);
    m.def("draw_win", &puzzles::draw, nb::arg("m"), nb::arg("n"), nb::arg("k"), nb::arg("moves"), nb::arg("most"),
          nb::arg("state"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
}
