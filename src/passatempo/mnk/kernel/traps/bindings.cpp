// The values of one board as a Python class.
#include "traps/bindings.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#pragma GCC diagnostic pop

#include <memory>
#include <mutex>
#include <tuple>
#include <vector>

#include "proof/lines.hpp"
#include "results.hpp"
#include "traps/traps.hpp"

namespace nb = nanobind;

namespace passatempo::mnk::traps {
namespace {

constexpr std::size_t most_megabytes = 65536;

using proof::Line;
struct KnownValue {
    int stop;
    std::uint64_t nodes;
    int value, plies;
};

struct WeighedMoves {
    int stop;
    std::uint64_t nodes;
    std::vector<std::tuple<int, double>> moves;  // cell, and its hope or chance
};

// The values of one board, with their tables; one question at a time.
class Values {
public:
    Values(int rows, int columns, const std::vector<Line>& lines, const std::vector<Line>& symmetries,
           std::size_t megabytes)
        : size_(cells_in(rows, columns)) {
        if (megabytes > most_megabytes) throw nb::value_error("megabytes: 0 to 65536 is needed");
        Edges edges;
        for (const Line& line : lines) edges.push_back(cells_of(line));
        for (const Line& image : symmetries)
            if (std::ssize(image) != size_ || cells_of(image).count() != size_)
                throw nb::value_error("symmetries: each is a renaming of all cells");
        oracle_ = std::make_unique<Oracle>(rows, columns, std::move(edges), symmetries, megabytes << 20);
    }

    KnownValue value(nb::object cells, int mark, double seconds, std::uint64_t nodes, nb::object cancel) {
        const Marks marks = read(cells, mark);
        Known known;
        Spend spend(seconds, nodes, cancel);
        asked(spend, [&] { known = oracle_->known(marks, ~std::uint64_t{0} >> 8); });
        return {spend.stop(), spend.spent(), known.value, known.plies};
    }

    GradedMoves grade(nb::object cells, int mark, std::uint64_t most, double seconds, std::uint64_t nodes,
                      nb::object cancel) {
        const Marks marks = read(cells, mark);
        GradedMoves graded;
        Spend spend(seconds, nodes, cancel);
        asked(spend, [&] {
            for (const int cell : ordered(potentials(*oracle_, marks), oracle_->empty(marks))) {
                if (oracle_->completes(marks.own, cell)) graded.moves.push_back({cell, 1, 1});
                else if (const Known known = oracle_->known(marks.after(cell), most); known.value != Value::unknown)
                    graded.moves.push_back({cell, -known.value, known.plies == 0 ? 0 : known.plies + 1});
                if (oracle_->budget().stop() != Stop::done) break;
            }
        });
        graded.stop = spend.stop();
        graded.nodes = spend.spent();
        return graded;
    }

    WeighedMoves answers(nb::object cells, int mark, double seconds, std::uint64_t nodes, nb::object cancel) {
        const Marks marks = read(cells, mark);
        WeighedMoves found{};
        Spend spend(seconds, nodes, cancel);
        asked(spend, [&] {
            for (const Answer& answer : Traps(*oracle_).answers(marks))
                found.moves.emplace_back(answer.cell, answer.chance);
        });
        found.stop = spend.stop();
        found.nodes = spend.spent();
        return found;
    }

    WeighedMoves weigh(nb::object cells, int mark, const std::vector<int>& moves, int depth, double seconds,
                       std::uint64_t nodes, nb::object cancel) {
        const Marks marks = read(cells, mark);
        std::vector<Hope> hopes;
        for (const int cell : moves)
            if (cell < 0 || cell >= size_ || marks.both().test(cell))
                throw nb::value_error("moves: empty cells are needed");
            else if (oracle_->completes(marks.own, cell)) throw nb::value_error("moves: one completes a line");
        Spend spend(seconds, nodes, cancel);
        asked(spend, [&] { hopes = Traps(*oracle_).weigh(marks, moves, depth); });
        WeighedMoves found{spend.stop(), spend.spent(), {}};
        for (const Hope& hope : hopes) found.moves.emplace_back(hope.cell, hope.value);
        return found;
    }

private:
    // Ask without the interpreter lock; what does not fit in memory stops the budget.
    template <class Ask>
    void asked(Spend& spend, Ask ask) {
        nb::gil_scoped_release released;
        const std::scoped_lock alone(busy_);
        oracle_->spend_from(spend.budget());
        within_memory(oracle_->budget(), ask);
        spend.budget() = oracle_->budget();
    }

    static int cells_in(int rows, int columns) {
        if (rows < 1 || columns < 1 || rows > most_cells || columns > most_cells || rows * columns > most_cells)
            throw nb::value_error("rows, columns: 1 to 64 cells are needed");
        return rows * columns;
    }

    Cells cells_of(const Line& line) const {
        Cells cells;
        for (const int cell : line) {
            if (cell < 0 || cell >= size_) throw nb::value_error("a cell is off the board");
            cells.set(cell);
        }
        if (cells.none()) throw nb::value_error("a line has no cell");
        return cells;
    }

    Marks read(nb::handle object, int mark) const {
        const Buffer bytes(object);
        if (std::ssize(bytes) != size_) throw nb::value_error("cells: one byte for each cell is needed");
        if (mark != 1 && mark != 2) throw nb::value_error("mark: 1 or 2 is needed");
        Marks marks;
        for (int cell = 0; cell < size_; ++cell) {
            const std::uint8_t byte = bytes.data()[cell];
            if (byte > 2) throw nb::value_error("cells: 0, 1 or 2 is needed");
            if (byte != 0) (byte == mark ? marks.own : marks.other).set(cell);
        }
        if (oracle_->over(marks)) throw nb::value_error("cells: somebody has a line");
        return marks;
    }

    int size_;
    std::unique_ptr<Oracle> oracle_;
    std::mutex busy_;
};

}  // namespace
}  // namespace passatempo::mnk::traps

void passatempo::mnk::bind_traps(nb::module_& m) {
    using traps::KnownValue;
    using traps::Values;
    using traps::WeighedMoves;
    nb::class_<KnownValue>(m, "KnownValue")
        .def_ro("stop", &KnownValue::stop)
        .def_ro("nodes", &KnownValue::nodes)
        .def_ro("value", &KnownValue::value)
        .def_ro("plies", &KnownValue::plies);
    nb::class_<WeighedMoves>(m, "WeighedMoves")
        .def_ro("stop", &WeighedMoves::stop)
        .def_ro("nodes", &WeighedMoves::nodes)
        .def_ro("moves", &WeighedMoves::moves);
    nb::class_<Values>(m, "Values")
        .def(nb::init<int, int, const std::vector<traps::Line>&, const std::vector<traps::Line>&, std::size_t>(),
             nb::arg("rows"), nb::arg("columns"), nb::arg("lines"), nb::arg("symmetries"), nb::arg("megabytes"))
        .def("value", &Values::value, nb::arg("cells"), nb::arg("mark"), nb::arg("seconds"), nb::arg("nodes"),
             nb::arg("cancel").none())
        .def("grade", &Values::grade, nb::arg("cells"), nb::arg("mark"), nb::arg("most"), nb::arg("seconds"),
             nb::arg("nodes"), nb::arg("cancel").none())
        .def("answers", &Values::answers, nb::arg("cells"), nb::arg("mark"), nb::arg("seconds"), nb::arg("nodes"),
             nb::arg("cancel").none())
        .def("weigh", &Values::weigh, nb::arg("cells"), nb::arg("mark"), nb::arg("moves"), nb::arg("depth"),
             nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
}
