// The bindings of the engine; meaning and shapes stand in _kernel.pyi.
#include "bindings.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/stl/string.h>
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#pragma GCC diagnostic pop

#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "iterative_deepening.hpp"
#include "python.hpp"

namespace nb = nanobind;

namespace passatempo::mnk {
namespace {

using Line = std::tuple<int, std::vector<Cell>>;
constexpr int most_threads = 256;

// What Python gets of a search: `Thought` with its stop, and lines as pairs.
struct Found {
    int stop;
    std::uint64_t nodes;
    int depth, deepest;
    bool proved;
    std::vector<Line> lines;
};

// What one board looks like: the evaluation, and the codes of every cell for both players.
struct Look {
    int evaluation;
    std::vector<int> first, second;
};

void require_size(int m, int n, int k, bool exact = false) {
    if (m < 1 || n < 1 || m >= nowhere || n >= nowhere || static_cast<long>(m) * n >= nowhere)
        throw nb::value_error("m, n: a board of 1 to 65534 cells is needed");
    if (k < 1 || k > Patterns::most - (exact ? 1 : 0))
        throw nb::value_error("k: 1 to 29 is needed, to 28 where only exactly k wins");
}

// Weights as Python holds them: 16-bit words.
std::vector<std::int16_t> read_weights(nb::handle object) {
    if (object.is_none()) return Weights::by_hand();
    const Buffer bytes(object);
    if (bytes.size() != sizeof(std::int16_t) * Weights::words)
        throw nb::value_error("weights: 16-bit words are needed, those of 3060 multisets and those of the network");
    const auto* words = reinterpret_cast<const std::int16_t*>(bytes.data());
    return {words, words + Weights::words};
}

std::vector<std::uint8_t> read_cells(nb::handle object, int size) {
    const Buffer bytes(object);
    if (std::ssize(bytes) != size) throw nb::value_error("cells: one byte for each cell is needed");
    std::vector<std::uint8_t> cells(bytes.data(), bytes.data() + bytes.size());
    for (const auto cell : cells)
        if (cell > 2) throw nb::value_error("cells: 0, 1 or 2 is needed");
    return cells;
}

// One search at a time: the table belongs to the game.
class EngineBinding {
public:
    EngineBinding(int m, int n, int k, nb::object weights, std::size_t megabytes, bool exact) {
        require_size(m, n, k, exact);
        if (megabytes < 1 || megabytes > 65536) throw nb::value_error("megabytes: 1 to 65536 is needed");
        engine_ = std::make_unique<Engine>(m, n, k, read_weights(weights), megabytes, exact);
    }

    Found think(nb::object cells, int mark, int threads, int depth, int lines, std::uint64_t threat_nodes, int parts,
                const std::vector<Cell>& among, double seconds, std::uint64_t nodes, nb::object cancel) {
        Task task;
        task.cells = read_cells(cells, engine_->size());
        if (mark != 1 && mark != 2) throw nb::value_error("mark: 1 or 2 is needed");
        if (threads < 1 || threads > most_threads || depth < 1 || lines < 1)
            throw nb::value_error("threads: 1 to 256 is needed; depth, lines: at least 1");
        task.side = mark - 1;
        task.threads = threads;
        task.depth = depth;
        task.lines = lines;
        task.threat_nodes = threat_nodes;
        task.parts = {(parts & 1) != 0, (parts & 2) != 0, (parts & 4) != 0, (parts & 8) != 0};
        for (const Cell cell : among)
            if (cell >= task.cells.size() || task.cells[cell] != 0)
                throw nb::value_error("among: empty cells are needed");
        task.among = among;
        Spend spend(seconds, nodes, cancel);
        Thought thought;
        {
            nb::gil_scoped_release unlocked;
            const std::scoped_lock alone(busy_);
            thought = engine_->think(task, spend.budget());
            for (RootMove& move : thought.moves)
                if (move.value <= -infinite) move.value = engine_->evaluate(task);  // a limit came before any value
        }
        Found found{spend.stop(), thought.nodes, thought.depth, thought.deepest, thought.proved, {}};
        for (const RootMove& move : thought.moves) found.lines.emplace_back(move.value, move.line);
        return found;
    }

    void forget() {
        const nb::gil_scoped_release unlocked;
        const std::scoped_lock alone(busy_);
        engine_->forget();
    }

private:
    std::unique_ptr<Engine> engine_;
    std::mutex busy_;
};

Look look(int m, int n, int k, nb::object cells, int mark, nb::object weights, bool exact) {
    require_size(m, n, k, exact);
    const Patterns patterns(k, exact);
    const Weights table(read_weights(weights));
    Board board(m, n, patterns, table);
    if (mark != 1 && mark != 2) throw nb::value_error("mark: 1 or 2 is needed");
    board.set(read_cells(cells, m * n), mark - 1);
    std::vector<std::vector<int>> codes(2);
    for (int p = 0; p < 2; ++p)
        for (int c = 0; c < m * n; ++c) codes[p].push_back(board.empty(c) ? board.code(p, c) : -1);
    return {board.evaluate(), codes[0], codes[1]};
}

// The evaluations noted on a walk over positions: marks made, taken back and, where a step says so, values asked for.
std::vector<int> walk(int m, int n, int k, nb::object cells, int mark, nb::object weights,
                      const std::vector<int>& steps) {
    constexpr int back = -1, note = -2;
    require_size(m, n, k);
    const Patterns patterns(k);
    const Weights table(read_weights(weights));
    Board board(m, n, patterns, table);
    if (mark != 1 && mark != 2) throw nb::value_error("mark: 1 or 2 is needed");
    board.set(read_cells(cells, m * n), mark - 1);
    std::vector<int> noted;
    for (const int step : steps) {
        if (step == note) noted.push_back(board.parts());
        else if (step == back && board.made() > 0) board.undo();
        else if (step >= 0 && step < m * n && board.empty(step)) board.make(static_cast<Cell>(step));
        else throw nb::value_error("steps: an empty cell, -1 after a mark, or -2 is needed");
    }
    return noted;
}

}  // namespace

void bind_engine(nb::module_& m) {
    nb::class_<Found>(m, "Thought")
        .def_ro("stop", &Found::stop)
        .def_ro("nodes", &Found::nodes)
        .def_ro("depth", &Found::depth)
        .def_ro("deepest", &Found::deepest)
        .def_ro("proved", &Found::proved)
        .def_ro("lines", &Found::lines);
    nb::class_<Look>(m, "Look")
        .def_ro("evaluation", &Look::evaluation)
        .def_ro("first", &Look::first)
        .def_ro("second", &Look::second);
    nb::class_<EngineBinding>(m, "Engine")
        .def(nb::init<int, int, int, nb::object, std::size_t, bool>(), nb::arg("m"), nb::arg("n"), nb::arg("k"),
             nb::arg("weights").none(), nb::arg("megabytes"), nb::arg("exact") = false)
        .def("think", &EngineBinding::think, nb::arg("cells"), nb::arg("mark"), nb::arg("threads"), nb::arg("depth"),
             nb::arg("lines"), nb::arg("threat_nodes"), nb::arg("parts"), nb::arg("among"), nb::arg("seconds"),
             nb::arg("nodes"), nb::arg("cancel").none())
        .def("forget", &EngineBinding::forget);
    m.def("look", &look, nb::arg("m"), nb::arg("n"), nb::arg("k"), nb::arg("cells"), nb::arg("mark"),
          nb::arg("weights").none(), nb::arg("exact") = false);
    m.def("walk", &walk, nb::arg("m"), nb::arg("n"), nb::arg("k"), nb::arg("cells"), nb::arg("mark"),
          nb::arg("weights").none(), nb::arg("steps"));
}

}  // namespace passatempo::mnk
