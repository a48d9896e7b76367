// The certificate checker as a Python function that releases the interpreter lock.
#include "python.hpp"

#include <vector>

#include "checker.hpp"

namespace nb = nanobind;

namespace passatempo::mnk::certificate {
namespace {

void check_line_cells(const std::vector<Line>& lines, int size) {
    for (const Line& line : lines) {
        if (line.empty()) throw nb::value_error("lines: a line has no empty cell");
        for (const std::int32_t cell : line)
            if (cell < 0 || cell >= size) throw nb::value_error("lines: a cell is off the board");
    }
}

Answer<bool> judged(int rows, int columns, std::vector<Line> attacker, std::vector<Line> defender, bool attacking,
                    bool wins, nb::bytes nodes, double seconds, std::uint64_t most, BufferObject cancel) {
    if (rows < 1 || columns < 1 || rows > most_cells || columns > most_cells || rows * columns > most_cells)
        throw nb::value_error("rows, columns: 1 to 256 cells are needed");
    check_line_cells(attacker, rows * columns);
    check_line_cells(defender, rows * columns);
    const ClaimQuery question{rows,
                              columns,
                              std::move(attacker),
                              std::move(defender),
                              attacking,
                              wins,
                              std::string_view(nodes.c_str(), nodes.size())};
    CallBudget spend(seconds, most, cancel);
    bool proof_follows = false;
    spend.run_search([&](Budget& budget) { proof_follows = claim_follows(question, budget); });
    return {spend.stop(), spend.node_count(), proof_follows && spend.stop() == 0};
}

}  // namespace
}  // namespace passatempo::mnk::certificate

NB_MODULE(_kernel, m) {
    using namespace passatempo::mnk::certificate;
    m.doc() = "Kernel of the certificates: proofs checked again, by a program that shares nothing with the prover.";
    m.def("judged", &judged, nb::arg("rows"), nb::arg("columns"), nb::arg("attacker"), nb::arg("defender"),
          nb::arg("attacking"), nb::arg("wins"), nb::arg("nodes"), nb::arg("seconds"), nb::arg("most"),
          nb::arg("cancel").none(),
          "Check the nodes of a claim, a line each, with at most `most` looks at nodes. The flag is true if all "
          "nodes follow; if not, the plain checker decides.");
}
