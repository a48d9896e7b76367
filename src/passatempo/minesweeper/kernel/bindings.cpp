// The bindings of the Minesweeper kernel. Their docstrings and types become _kernel.pyi.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "asked.hpp"
#include "binding.hpp"
#include "interface.gen.hpp"
#include "layouts/exact.hpp"
#include "layouts/layout.hpp"
#include "layouts/semiring.hpp"
#include "layouts/survey.hpp"
#include "python.hpp"
#include "reasons/needed.hpp"

namespace nb = nanobind;

namespace passatempo::minesweeper::cdcl {

void bind(nb::module_& module);  // cdcl/bindings.cpp

}  // namespace passatempo::minesweeper::cdcl

namespace passatempo::minesweeper {
namespace {

// A board as Python hands it over.
class Seen {
public:
    Seen(BufferObject cells, std::uint32_t rows, std::uint32_t columns, BufferObject even, BufferObject odd, bool wraps,
         std::int64_t mines)
        : cells_(cells), surface_(fitting(rows, columns), columns, steps(even), steps(odd), wraps), mines_(mines) {}
    const std::uint8_t* cells() const { return cells_.data(); }
    const Surface& surface() const { return surface_; }
    std::int64_t mines() const { return mines_; }
    std::uint32_t size() const { return cells_.size(); }

private:
    static constexpr std::uint64_t most_cells = std::uint64_t{1} << 26;  // as in model.py

    // The rows, once it is known that the cells fill them.
    std::uint32_t fitting(std::uint32_t rows, std::uint32_t columns) const {
        const std::uint64_t size = cells_.size();
        if (size != std::uint64_t{rows} * columns || size == 0 || size > most_cells)
            throw nb::value_error("cells: one byte for each cell is needed, from 1 to 2^26");
        return rows;
    }

    static std::vector<Step> steps(nb::handle object) {
        const Buffer buffer(object);
        std::vector<std::int32_t> pairs(buffer.size() / sizeof(std::int32_t));
        if (buffer.size() % 8 != 0) refuse("offsets: pairs of 32-bit words are needed, at most 35");
        if (!pairs.empty()) std::memcpy(pairs.data(), buffer.data(), buffer.size());
        return asked::steps_of(pairs);
    }

    Buffer cells_;
    Surface surface_;
    std::int64_t mines_;  // below 0 for no count
};

// The board that a thread prepares again and again; a large one gives its memory back.
struct Lease {
    explicit Lease(const Seen& seen) : large(seen.size() > keep) {}
    ~Lease() {
        if (large) prepared = PreparedBoard{};
    }
    // Where memory ends, what the board holds is not looked at.
    template <class Act>
    void work(Spend& spend, Act act) {
        spend.run_search(act);
        large = large || spend.budget().stop() == Stop::memory;
    }
    Lease(const Lease&) = delete;
    Lease& operator=(const Lease&) = delete;

    static constexpr std::uint32_t keep = 1U << 16;  // cells
    bool large;
    static thread_local PreparedBoard prepared;
};

thread_local PreparedBoard Lease::prepared;

// Bytes for one value a cell, which `fill` writes.
template <class Value, class Fill>
nb::bytes told(const Seen& seen, Fill fill) {
    nb::bytes made =
        nb::steal<nb::bytes>(PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(sizeof(Value) * seen.size())));
    fill(reinterpret_cast<Value*>(PyBytes_AsString(made.ptr())));
    return made;
}

nb::bytes marks_of(const Seen& seen, const PreparedBoard& prepared, const std::vector<Mark>& group, Mark other) {
    return told<std::uint8_t>(seen,
                              [&](std::uint8_t* into) { tell_marks(seen.surface(), prepared, group, other, into); });
}

// What Python gets; `state` as in board/prepared_board.hpp, None where there is nothing to tell.
using Parts = nb::typed<nb::list, std::tuple<std::uint32_t, nb::bytes, nb::bytes, nb::bytes>>;

struct Surveyed {
    int stop;
    std::uint64_t nodes;
    int state;
    bool counted;
    std::optional<nb::bytes> marks{}, chances{};
    double other = 0, log2_layouts = 0;
};

struct CountedBoard {
    int stop;
    std::uint64_t nodes;
    int state;
    bool counted;
    std::optional<nb::bytes> marks{};
    std::uint64_t free = 0;
    Parts parts{};
};

Surveyed survey_board(const Seen& seen, bool chances, double seconds, std::uint64_t nodes, BufferObject cancel) {
    Spend spend(seconds, nodes, cancel);
    Lease lease(seen);
    PreparedBoard& prepared = Lease::prepared;
    Survey found;
    lease.work(spend, [&](Budget& budget) {
        found.state = State::stopped;
        found = surveyed(seen.surface(), seen.cells(), seen.mines(), chances, budget, prepared);
    });
    const int state = static_cast<int>(found.state);
    if (found.state == State::contradictory || !prepared.settled) return {spend.stop(), spend.spent(), state, true};
    found.group.resize(prepared.parts.members.size(), Mark::open);  // of what a limit left, nothing is certain
    std::optional<nb::bytes> shares;
    if (chances && found.state == State::consistent)
        shares = told<double>(seen, [&](double* into) { tell_chances(seen.surface(), prepared, found, into); });
    return {spend.stop(),
            spend.spent(),
            state,
            prepared.too_wide.empty(),
            marks_of(seen, prepared, found.group, found.other),
            shares,
            found.other_chance,
            found.log2_layouts};
}

template <class Word>
nb::bytes packed(const std::vector<Word>& words) {
    return nb::bytes(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(Word));
}

CountedBoard count_board(const Seen& seen, double seconds, std::uint64_t nodes, BufferObject cancel) {
    Spend spend(seconds, nodes, cancel);
    Lease lease(seen);
    PreparedBoard& prepared = Lease::prepared;
    State state = State::stopped;
    std::vector<Exact> exact;
    lease.work(spend, [&](Budget& budget) {
        State made = prepare(seen.surface(), seen.cells(), seen.mines(), none, most_states, budget, prepared);
        if (made == State::consistent) made = count_exactly(prepared, most_states, budget, exact);
        state = budget.stop() == Stop::done || made == State::contradictory ? made : State::stopped;
    });
    const bool counted = prepared.too_wide.empty();
    const bool whole = state == State::consistent && counted;
    if (!whole) return {spend.stop(), spend.spent(), static_cast<int>(state), counted};
    Parts parts;
    for (const Exact& part : exact) {
        std::vector<std::uint32_t> places;
        std::vector<std::uint8_t> sizes;
        for (const std::uint32_t g : part.group) {
            for (const std::uint32_t* v = prepared.parts.members.begin(g); v != prepared.parts.members.end(g); ++v)
                places.push_back(prepared.frontier.cell[*v]);
            sizes.push_back(prepared.parts.members.length(g));
        }
        parts.append(nb::make_tuple(part.words, packed(part.numbers), packed(places), packed(sizes)));
    }
    const std::vector<Mark> open(prepared.parts.members.size(), Mark::open);
    return {spend.stop(),  spend.spent(), static_cast<int>(state), true, marks_of(seen, prepared, open, Mark::open),
            prepared.free, parts};
}

Answer<int, nb::bytes> lay_board(const Seen& seen, std::uint32_t claimed, double seconds, std::uint64_t nodes,
                                 BufferObject cancel) {
    if (claimed != none && (claimed >= seen.size() || !is_covered(seen.cells()[claimed])))
        throw nb::value_error("claimed: a covered cell is needed");
    Spend spend(seconds, nodes, cancel);
    Lease lease(seen);
    PreparedBoard& prepared = Lease::prepared;
    Layout layout;
    layout.state = State::stopped;
    lease.work(spend, [&](Budget& budget) {
        const State made = prepare(seen.surface(), seen.cells(), seen.mines(), claimed, quick_states, budget, prepared);
        Layout laid;
        laid.state = made;
        if (made == State::consistent) laid = lay(prepared, quick_states, budget);
        layout = std::move(laid);
    });
    std::vector<std::uint32_t> mines;
    if (layout.state != State::consistent)
        return {spend.stop(), spend.spent(), static_cast<int>(layout.state), nb::bytes("", 0)};
    for (const std::uint32_t v : layout.variables) mines.push_back(prepared.frontier.cell[v]);
    for (std::uint32_t cell = 0; cell < seen.size(); ++cell) {
        const Fate fate = prepared.frontier.fate[seen.surface().place(cell)];
        const bool filled =
            fate == Fate::lonely && layout.free > 0;  // the first cells next to no number are as good as any
        if (filled) --layout.free;
        if (filled || fate == Fate::mine) mines.push_back(cell);
    }
    return {spend.stop(), spend.spent(), static_cast<int>(layout.state), packed(mines)};
}

Answer<int, nb::bytes> needed_numbers(const Seen& seen, std::uint32_t cell, bool mine, BufferObject among,
                                      double seconds, std::uint64_t nodes, BufferObject cancel) {
    if (cell != none && (cell >= seen.size() || !is_covered(seen.cells()[cell])))
        throw nb::value_error("cell: a covered cell is needed");
    const Buffer buffer(among);
    std::vector<std::uint32_t> numbers(buffer.size() / sizeof(std::uint32_t));
    if (!numbers.empty()) std::memcpy(numbers.data(), buffer.data(), numbers.size() * sizeof(std::uint32_t));
    for (const std::uint32_t number : numbers)
        if (number >= seen.size() || seen.cells()[number] >= unknown)
            throw nb::value_error("among: cells with numbers are needed, as 32-bit words");
    Spend spend(seconds, nodes, cancel);
    Lease lease(seen);
    Needed found;
    lease.work(spend, [&](Budget& budget) {
        found = needed(seen.surface(), seen.cells(), seen.mines(), {cell, mine}, numbers, budget, Lease::prepared);
    });
    return {spend.stop(), spend.spent(), static_cast<int>(found.state), packed(found.cells)};
}

void bind_results(nb::module_& m) {
    nb::class_<Surveyed>(
        m, "Surveyed",
        "The certain cells of a board, and the chances of all cells as doubles; `other` is that of a cell next to "
        "no number. If a limit came first, the marks are those proved by then, on the condition that there is a "
        "layout.")
        .def_ro("stop", &Surveyed::stop)
        .def_ro("nodes", &Surveyed::nodes)
        .def_ro("state", &Surveyed::state)
        .def_ro("counted", &Surveyed::counted)
        .def_ro("marks", &Surveyed::marks)
        .def_ro("chances", &Surveyed::chances)
        .def_ro("other", &Surveyed::other)
        .def_ro("log2_layouts", &Surveyed::log2_layouts);
    nb::class_<CountedBoard>(
        m, "CountedBoard",
        "All layouts of a board; the marks have only what unit propagation settles. A part has the 64-bit words of "
        "a number, and the bytes of numbers, cells and sizes. The numbers are the layouts and, for each group of "
        "equal cells, those with a mine in one of them. With a mine count there is one part, and its second number "
        "is that of the mines next to no number in all layouts together. Cells are those of all groups as 32-bit "
        "words, and sizes those of the groups as bytes.")
        .def_ro("stop", &CountedBoard::stop)
        .def_ro("nodes", &CountedBoard::nodes)
        .def_ro("state", &CountedBoard::state)
        .def_ro("counted", &CountedBoard::counted)
        .def_ro("marks", &CountedBoard::marks)
        .def_ro("free", &CountedBoard::free)
        .def_ro("parts", &CountedBoard::parts);
}

}  // namespace
}  // namespace passatempo::minesweeper

NB_MODULE(_kernel, m) {
    using namespace passatempo::minesweeper;
    using passatempo::BufferObject;
    m.doc() =
        "Minesweeper kernel. A `state` is 0 consistent, 1 contradictory, 2 stopped by a limit, 3 too many layouts to "
        "count to the last digit. `counted` is false if a part of the board was too wide to count. A mark is a byte "
        "for each cell: 0 not covered, 1 may be a mine, 2 safe, 3 a mine; 5, 6, 7 the same for cells next to no "
        "number. Nodes are states of diagrams.";
    bind_results(m);
    nb::class_<Seen>(
        m, "Seen",
        "A board, whose buffers are not copied. `cells` has a byte for each cell: its number, 253 opened without a "
        "known number, 254 flag, 255 covered. `even` and `odd` are the neighbourhoods of the rows 0, 2, ... and 1, "
        "3, ...: pairs (down, right) of 32-bit words. With `wraps` the edges are joined. A number of `mines` below 0 "
        "means any number.")
        .def(nb::init<BufferObject, std::uint32_t, std::uint32_t, BufferObject, BufferObject, bool, std::int64_t>(),
             nb::arg("cells"), nb::arg("rows"), nb::arg("columns"), nb::arg("even"), nb::arg("odd"), nb::arg("wraps"),
             nb::arg("mines"));
    m.def("survey", &survey_board, nb::arg("seen"), nb::arg("chances"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(),
          "Find the certain cells, and with `chances` the chances of all. Without them parts of more than 2^17 "
          "states go to the solver for wide boards, and the marks are exact too.");
    m.def("count", &count_board, nb::arg("seen"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Count all layouts exactly.");
    m.def("lay", &lay_board, nb::arg("seen"), nb::arg("claimed"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(),
          "Find a layout with a mine in the cell `claimed`, or any layout for 2^32 - 1: the state, and the mines as "
          "32-bit words.");
    m.def("needed", &needed_numbers, nb::arg("seen"), nb::arg("cell"), nb::arg("mine"), nb::arg("among"),
          nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Find a minimal set of numbers that, with the mine count, leave no layout with this value in a cell, or no "
          "layout at all for the cell 2^32 - 1. Return the state, 1 if there is no such layout, and the cells of the "
          "numbers as 32-bit words. Only the numbers of the cells `among` count, and the first are left out first.");
    cdcl::bind(m);
    bind_interface(m, calls::questions(), calls::digest);
}
