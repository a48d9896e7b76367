// The CDCL solver for wide boards, as a Python function.
#include <algorithm>
#include <cstring>

#include "cdcl/backbone.hpp"
#include "python.hpp"

namespace passatempo::minesweeper::cdcl {

namespace nb = nanobind;

namespace {

using Numbers = std::vector<std::int32_t>;

constexpr std::int32_t most_cells = 1 << 26;  // as on a board
constexpr std::uint64_t bytes_of_cell = 128;  // of all lists of the solver together

// A buffer of 32-bit words.
class WordBuffer {
public:
    explicit WordBuffer(nb::handle python_object) : buffer_(python_object) {
        if (buffer_.size() % sizeof(std::int32_t) != 0) throw nb::value_error("buffers of 32-bit words are needed");
    }
    std::size_t size() const { return buffer_.size() / sizeof(std::int32_t); }
    std::int32_t operator[](std::size_t i) const {
        std::int32_t word = 0;
        std::memcpy(&word, buffer_.data() + sizeof word * i, sizeof word);
        return word;
    }
    Numbers slice(std::int32_t from, std::int32_t to) const {
        Numbers number_slice;
        for (std::int32_t i = from; i < to; ++i) number_slice.push_back((*this)[i]);
        return number_slice;
    }

private:
    Buffer buffer_;
};

// Adds a number from Python. Its scope must contain valid cells, each once.
void add_constraint(ConstraintNetwork& network, const Numbers& scope, std::int32_t need) {
    Numbers sorted = scope;
    std::sort(sorted.begin(), sorted.end());
    const bool twice = std::adjacent_find(sorted.begin(), sorted.end()) != sorted.end();
    if (twice || (!sorted.empty() && (sorted.front() < 0 || sorted.back() >= network.cells)))
        throw nb::value_error("a scope has a cell twice or one out of range");
    // Clamping to the number of cells plus one keeps an unreachable need unreachable.
    network.add_number(scope, std::clamp(need, -1, static_cast<std::int32_t>(scope.size()) + 1));
}

// Reads the numbers of a board from three Python buffers of 32-bit words.
ConstraintNetwork network_of(std::int32_t cells, const WordBuffer& starts, const WordBuffer& members,
                             const WordBuffer& needs) {
    const std::size_t numbers = needs.size();
    if (cells < 0 || cells > most_cells || numbers > most_cells || starts.size() != numbers + 1 || starts[0] != 0 ||
        starts[numbers] != std::ssize(members))
        throw nb::value_error("starts, members and needs do not fit together, or there are more than 2^26");
    ConstraintNetwork network;
    network.cells = cells;
    for (std::size_t k = 0; k < numbers; ++k) {
        if (starts[k] > starts[k + 1] || starts[k + 1] > starts[numbers])
            throw nb::value_error("starts: they must not fall");
        add_constraint(network, members.slice(starts[k], starts[k + 1]), needs[k]);
    }
    return network;
}

struct ResolutionReport {
    int stop;
    std::uint64_t nodes;
    int consistent;
    nb::bytes fates, layout;
};

ResolutionReport resolve_numbers(std::int32_t cells, BufferObject starts, BufferObject members, BufferObject needs,
                                 std::int64_t min_mines, std::int64_t max_mines, double seconds, std::uint64_t nodes,
                                 BufferObject cancel) {
    ConstraintNetwork network = network_of(cells, WordBuffer(starts), WordBuffer(members), WordBuffer(needs));
    network.min_mines = min_mines;
    network.max_mines = max_mines;
    CallBudget spend(seconds, nodes, cancel);
    Resolution board_resolution;
    {
        const GilRelease gil_release;
        const std::uint64_t size = cells + network.members.size();
        if (spend.budget().room_for(bytes_of_cell * size))
            within_memory(spend.budget(), [&] { board_resolution = resolve(network, spend.budget()); });
    }
    const nb::bytes fates(board_resolution.fates.data(), board_resolution.fates.size());
    const nb::bytes layout(board_resolution.layout.data(), board_resolution.layout.size());
    return {spend.stop(), spend.node_count(), static_cast<int>(board_resolution.consistent), fates, layout};
}

}  // namespace

void bind(nb::module_& module) {
    nb::class_<ResolutionReport>(
        module, "Resolved",
        "The certain cells: `consistent` is 0 no, 1 yes, 2 unknown; a fate is 0 unknown, 1 safe, 2 a mine, 3 "
        "either; a layout has 1 for a mine.")
        .def_ro("stop", &ResolutionReport::stop)
        .def_ro("nodes", &ResolutionReport::nodes)
        .def_ro("consistent", &ResolutionReport::consistent)
        .def_ro("fates", &ResolutionReport::fates)
        .def_ro("layout", &ResolutionReport::layout);
    module.def(
        "resolve", &resolve_numbers, nb::arg("cells"), nb::arg("starts"), nb::arg("members"), nb::arg("needs"),
        nb::arg("fewest"), nb::arg("most"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
        "Find the safe cells and the mines; all cells together hold `fewest` to `most` mines. Number k says that "
        "exactly `needs[k]` of the cells `members[starts[k]]` to `members[starts[k + 1] - 1]` hold a mine. All three "
        "are 32-bit words. Nodes are decisions and conflicts.");
}

}  // namespace passatempo::minesweeper::cdcl
