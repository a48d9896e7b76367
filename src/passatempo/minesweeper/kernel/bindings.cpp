// The bindings of the Minesweeper kernel. Their docstrings and types become _kernel.pyi.
#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

#include "binding.hpp"
#include "interface.gen.hpp"
#include "layouts/exact.hpp"
#include "layouts/layout.hpp"
#include "layouts/semiring.hpp"
#include "layouts/survey.hpp"
#include "python.hpp"
#include "requests.hpp"

namespace nb = nanobind;

namespace passatempo::minesweeper::cdcl {

void bind(nb::module_& module);  // cdcl/bindings.cpp

}  // namespace passatempo::minesweeper::cdcl

namespace passatempo::minesweeper {
namespace {

// A board in the buffers that Python passes.
class BoardBuffer {
public:
    BoardBuffer(BufferObject cells, std::uint32_t rows, std::uint32_t columns, BufferObject even, BufferObject odd,
                bool wraps, std::int64_t mines)
        : cells_(cells),
          surface_(check_rows(rows, columns), columns, read_steps(even), read_steps(odd), wraps),
          mines_(mines) {}
    const std::uint8_t* cells() const { return cells_.data(); }
    const Surface& surface() const { return surface_; }
    std::int64_t mines() const { return mines_; }
    std::uint32_t size() const { return cells_.size(); }

private:
    static constexpr std::uint64_t cell_limit = std::uint64_t{1} << 26;  // as in model.py

    // Returns the number of rows after checking that the cells fill them.
    std::uint32_t check_rows(std::uint32_t rows, std::uint32_t columns) const {
        const std::uint64_t size = cells_.size();
        if (size != std::uint64_t{rows} * columns || size == 0 || size > cell_limit)
            throw nb::value_error("cells: one byte for each cell is needed, from 1 to 2^26");
        return rows;
    }

    static std::vector<Offset> read_steps(nb::handle offset_object) {
        const Buffer buffer(offset_object);
        std::vector<std::int32_t> pairs(buffer.size() / sizeof(std::int32_t));
        if (buffer.size() % 8 != 0) refuse("offsets: pairs of 32-bit words are needed, at most 35");
        if (!pairs.empty()) std::memcpy(pairs.data(), buffer.data(), buffer.size());
        return requests::read_offsets(pairs);
    }

    Buffer cells_;
    Surface surface_;
    std::int64_t mines_;  // below 0 without a count
};

// A board model that each thread reuses. A large one releases its memory.
struct ModelLease {
    explicit ModelLease(const BoardBuffer& board_buffer) : is_large(board_buffer.size() > keep_limit) {}
    ~ModelLease() {
        if (is_large) board_model = BoardModel{};
    }
    // If memory ran out, releases the model whatever its size.
    template <class Act>
    void run_within(CallBudget& spend, Act act) {
        spend.run_search(act);
        is_large = is_large || spend.budget().stop() == Stop::memory;
    }
    ModelLease(const ModelLease&) = delete;
    ModelLease& operator=(const ModelLease&) = delete;

    static constexpr std::uint32_t keep_limit = 1U << 16;
    bool is_large;
    static thread_local BoardModel board_model;
};

thread_local BoardModel ModelLease::board_model;

// Returns bytes with one value per cell, which `fill` writes.
template <class Value, class Fill>
nb::bytes fill_cell_bytes(const BoardBuffer& board_buffer, Fill fill) {
    nb::bytes cell_bytes = nb::steal<nb::bytes>(
        PyBytes_FromStringAndSize(nullptr, static_cast<Py_ssize_t>(sizeof(Value) * board_buffer.size())));
    fill(reinterpret_cast<Value*>(PyBytes_AsString(cell_bytes.ptr())));
    return cell_bytes;
}

nb::bytes marks_of(const BoardBuffer& board_buffer, const BoardModel& board_model, const std::vector<Mark>& group,
                   Mark other) {
    return fill_cell_bytes<std::uint8_t>(
        board_buffer, [&](std::uint8_t* into) { fill_marks(board_buffer.surface(), board_model, group, other, into); });
}

// The results for Python. `state` is as in board/board_model.hpp, and None means no value.
using Parts = nb::typed<nb::list, std::tuple<std::uint32_t, nb::bytes, nb::bytes, nb::bytes>>;

struct SurveyReport {
    int stop;
    std::uint64_t nodes;
    int state;
    bool counted;
    std::optional<nb::bytes> marks{}, chances{};
    double other = 0, log2_layouts = 0;
};

struct CountReport {
    int stop;
    std::uint64_t nodes;
    int state;
    bool counted;
    std::optional<nb::bytes> marks{};
    std::uint64_t free = 0;
    Parts parts{};
};

SurveyReport survey_board(const BoardBuffer& board_buffer, bool chances, double seconds, std::uint64_t nodes,
                          BufferObject cancel) {
    CallBudget spend(seconds, nodes, cancel);
    ModelLease board_lease(board_buffer);
    BoardModel& board_model = ModelLease::board_model;
    BoardSurvey board_survey;
    board_lease.run_within(spend, [&](Budget& budget) {
        board_survey.state = LayoutState::stopped;
        board_survey = prepare_and_survey(board_buffer.surface(), board_buffer.cells(), board_buffer.mines(), chances,
                                          budget, board_model);
    });
    const int state = static_cast<int>(board_survey.state);
    if (board_survey.state == LayoutState::contradictory || !board_model.is_settled)
        return {spend.stop(), spend.node_count(), state, true};
    board_survey.group_marks.resize(board_model.parts.members.size(),
                                    Mark::open);  // a limit leaves nothing certain
    std::optional<nb::bytes> shares;
    if (chances && board_survey.state == LayoutState::consistent)
        shares = fill_cell_bytes<double>(
            board_buffer, [&](double* into) { fill_chances(board_buffer.surface(), board_model, board_survey, into); });
    return {spend.stop(),
            spend.node_count(),
            state,
            board_model.too_wide.empty(),
            marks_of(board_buffer, board_model, board_survey.group_marks, board_survey.other),
            shares,
            board_survey.other_chance,
            board_survey.log2_layouts};
}

template <class Word>
nb::bytes pack_words(const std::vector<Word>& words) {
    return nb::bytes(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(Word));
}

CountReport count_board(const BoardBuffer& board_buffer, double seconds, std::uint64_t nodes, BufferObject cancel) {
    CallBudget spend(seconds, nodes, cancel);
    ModelLease board_lease(board_buffer);
    BoardModel& board_model = ModelLease::board_model;
    LayoutState state = LayoutState::stopped;
    std::vector<ExactCounts> exact;
    board_lease.run_within(spend, [&](Budget& budget) {
        LayoutState prepare_state = prepare_board(board_buffer.surface(), board_buffer.cells(), board_buffer.mines(),
                                                  none, most_states, budget, board_model);
        if (prepare_state == LayoutState::consistent)
            prepare_state = count_exactly(board_model, most_states, budget, exact);
        state = budget.stop() == Stop::done || prepare_state == LayoutState::contradictory ? prepare_state
                                                                                           : LayoutState::stopped;
    });
    const bool is_countable = board_model.too_wide.empty();
    const bool is_complete = state == LayoutState::consistent && is_countable;
    if (!is_complete) return {spend.stop(), spend.node_count(), static_cast<int>(state), is_countable};
    Parts parts;
    for (const ExactCounts& part : exact) {
        std::vector<std::uint32_t> places;
        std::vector<std::uint8_t> sizes;
        for (const std::uint32_t g : part.group_order) {
            for (const std::uint32_t* v = board_model.parts.members.begin(g); v != board_model.parts.members.end(g);
                 ++v)
                places.push_back(board_model.frontier.variable_cells[*v]);
            sizes.push_back(board_model.parts.members.length(g));
        }
        parts.append(nb::make_tuple(part.word_count, pack_words(part.numbers), pack_words(places), pack_words(sizes)));
    }
    const std::vector<Mark> open(board_model.parts.members.size(), Mark::open);
    return {spend.stop(),
            spend.node_count(),
            static_cast<int>(state),
            true,
            marks_of(board_buffer, board_model, open, Mark::open),
            board_model.free_cells,
            parts};
}

Answer<int, nb::bytes> lay_board(const BoardBuffer& board_buffer, std::uint32_t claim_cell, double seconds,
                                 std::uint64_t nodes, BufferObject cancel) {
    if (claim_cell != none && (claim_cell >= board_buffer.size() || !is_covered(board_buffer.cells()[claim_cell])))
        throw nb::value_error("claimed: a covered cell is needed");
    CallBudget spend(seconds, nodes, cancel);
    ModelLease board_lease(board_buffer);
    BoardModel& board_model = ModelLease::board_model;
    Layout layout;
    layout.state = LayoutState::stopped;
    board_lease.run_within(spend, [&](Budget& budget) {
        const LayoutState prepare_state =
            prepare_board(board_buffer.surface(), board_buffer.cells(), board_buffer.mines(), claim_cell, quick_states,
                          budget, board_model);
        Layout new_layout;
        new_layout.state = prepare_state;
        if (prepare_state == LayoutState::consistent) new_layout = lay(board_model, quick_states, budget);
        layout = std::move(new_layout);
    });
    std::vector<std::uint32_t> mines;
    if (layout.state != LayoutState::consistent)
        return {spend.stop(), spend.node_count(), static_cast<int>(layout.state), nb::bytes("", 0)};
    for (const std::uint32_t v : layout.variables) mines.push_back(board_model.frontier.variable_cells[v]);
    for (std::uint32_t cell = 0; cell < board_buffer.size(); ++cell) {
        const CellState cell_state = board_model.frontier.cell_states[board_buffer.surface().place(cell)];
        const bool is_free_mine =
            cell_state == CellState::lonely &&
            layout.free_mines > 0;  // cells next to no number are interchangeable, so the first ones take the mines
        if (is_free_mine) --layout.free_mines;
        if (is_free_mine || cell_state == CellState::mine) mines.push_back(cell);
    }
    return {spend.stop(), spend.node_count(), static_cast<int>(layout.state), pack_words(mines)};
}

void bind_results(nb::module_& m) {
    nb::class_<SurveyReport>(
        m, "Surveyed",
        "The certain cells of a board, and the chances of all cells as doubles; `other` is that of a cell next to "
        "no number. If a limit came first, the marks are those proved by then, on the condition that there is a "
        "layout.")
        .def_ro("stop", &SurveyReport::stop)
        .def_ro("nodes", &SurveyReport::nodes)
        .def_ro("state", &SurveyReport::state)
        .def_ro("counted", &SurveyReport::counted)
        .def_ro("marks", &SurveyReport::marks)
        .def_ro("chances", &SurveyReport::chances)
        .def_ro("other", &SurveyReport::other)
        .def_ro("log2_layouts", &SurveyReport::log2_layouts);
    nb::class_<CountReport>(
        m, "CountedBoard",
        "All layouts of a board; the marks have only what unit propagation settles. A part has the 64-bit words of "
        "a number, and the bytes of numbers, cells and sizes. The numbers are the layouts and, for each group of "
        "equal cells, those with a mine in one of them. With a mine count there is one part, and its second number "
        "is that of the mines next to no number in all layouts together. Cells are those of all groups as 32-bit "
        "words, and sizes those of the groups as bytes.")
        .def_ro("stop", &CountReport::stop)
        .def_ro("nodes", &CountReport::nodes)
        .def_ro("state", &CountReport::state)
        .def_ro("counted", &CountReport::counted)
        .def_ro("marks", &CountReport::marks)
        .def_ro("free", &CountReport::free)
        .def_ro("parts", &CountReport::parts);
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
    nb::class_<BoardBuffer>(
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
    cdcl::bind(m);
    bind_interface(m, calls::questions(), calls::digest);
}
