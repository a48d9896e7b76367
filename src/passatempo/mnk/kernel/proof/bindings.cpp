// The proofs and the full search as Python functions that release the interpreter lock.
#include "proof/bindings.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>
#pragma GCC diagnostic pop

#include <algorithm>

#include "play/full.hpp"
#include "proof/game.hpp"
#include "proof/lines.hpp"
#include "proof/short_win.hpp"
#include "proof/trace.hpp"
#include "results.hpp"
#include "rules/asked.hpp"

namespace nb = nanobind;

namespace passatempo::mnk::proof {
namespace {

struct Decision {
    int stop;
    std::uint64_t nodes, probes;
    int value, cell;
    std::uint32_t proof, disproof;
    double full;
    int found;                            // the checkpoint: `Checkpoint::Found`
    bool kept;                            // whether it was written at the end
    std::uint64_t before, probes_before;  // what the runs before had spent
};

struct ShortWin {
    int stop;
    std::uint64_t nodes;
    int moves;
    std::vector<int> cells;
};

struct Written {
    int stop;
    std::uint64_t nodes;
    std::vector<std::string> lines;
};

struct Solution {
    int stop;
    std::uint64_t nodes, probes;
    int verdict, moves;
    std::vector<int> cells;
};

constexpr std::uint64_t most_megabytes = std::uint64_t{1} << 32;  // more than any machine has

// A table that is written while somebody waits for the end.
constexpr std::uint64_t soon = std::uint64_t{32} << 20;

std::size_t bytes_of(std::uint64_t megabytes) { return std::min(megabytes, most_megabytes) << 20; }

// Tell a Python function how it stands: nodes, probes, both numbers of the root, megabytes
// of the table and the part of it in use.
Watch watch_of(const nb::object& tell) {
    if (tell.is_none()) return Watch({});
    return Watch([&tell](const Standing& at) {
        const nb::gil_scoped_acquire held;
        tell(at.nodes, at.probes, at.proof, at.disproof, at.bytes >> 20, at.full);
    });
}

// Run a search without the interpreter lock; what does not fit in memory stops the budget.
template <class Use>
void unlocked(std::size_t cells, Budget& budget, Use use) {
    nb::gil_scoped_release released;
    within_memory(budget, [&] {
        if (!with_words(cells, use)) budget.out_of_memory();
    });
}

Decision decide(std::size_t size, const std::vector<Line>& own, const std::vector<Line>& other,
                const std::vector<Line>& symmetries, bool without_marks, std::uint64_t memory, double seconds,
                std::uint64_t nodes, nb::object cancel, nb::object tell, std::string checkpoint, std::string head,
                double every, int threads) {
    Spend spend(seconds, nodes, cancel);
    Watch watch = watch_of(tell);
    const Lines lines(size, own, other);
    Checkpoint file(std::move(checkpoint), std::move(head), every);
    Grade kept;
    Standing at;
    Checkpoint::Found found = Checkpoint::Found::nothing;
    bool saved = true;
    unlocked(lines.cells(), spend.budget(), [&]<int W>() {
        Game<W> game(lines.edges<W>(own), lines.edges<W>(other), lines.symmetries(symmetries), bytes_of(memory),
                     spend.budget(), {}, threads);
        game.tell(watch);
        if (file.wanted()) {
            found = game.search().resume(file);
            saved = found != Checkpoint::Found::damaged && game.search().save();  // better now than after hours
            if (!saved) return;
        }
        kept = game.keep(game.decide(without_marks));  // a value without a move that keeps it is no answer
        at = game.standing();
        const bool hasty = spend.budget().stop() == Stop::cancelled || spend.budget().stop() == Stop::memory;
        if (file.wanted() && (!hasty || at.bytes <= soon)) saved = game.search().save();
    });
    return {spend.stop(),
            at.nodes,
            at.probes,
            kept.value,
            lines.outer(kept.cell),
            at.proof,
            at.disproof,
            at.full,
            static_cast<int>(found),
            saved,
            file.nodes(),
            file.probes()};
}

ShortWin shortest(std::size_t size, const std::vector<Line>& own, const std::vector<Line>& other, int most,
                  std::uint64_t memory, double seconds, std::uint64_t nodes, nb::object cancel, nb::object tell) {
    Spend spend(seconds, nodes, cancel);
    Watch watch = watch_of(tell);
    ShortestWin found;
    {
        nb::gil_scoped_release released;
        found = short_win(size, own, other, most, bytes_of(memory), spend.budget(), watch);
    }
    return {spend.stop(), spend.spent(), found.moves, found.cells};
}

GradedMoves grade(std::size_t size, const std::vector<Line>& own, const std::vector<Line>& other,
                  const std::vector<Line>& symmetries, std::uint64_t memory, double seconds, std::uint64_t nodes,
                  nb::object cancel, nb::object tell) {
    Spend spend(seconds, nodes, cancel);
    Watch watch = watch_of(tell);
    const Lines lines(size, own, other);
    std::vector<GradedMove> graded;
    unlocked(lines.cells(), spend.budget(), [&]<int W>() {
        Game<W> game(lines.edges<W>(own), lines.edges<W>(other), lines.symmetries(symmetries), bytes_of(memory),
                     spend.budget());
        game.tell(watch);
        for (const Grade& one : game.grade()) graded.push_back({lines.outer(one.cell), one.value, one.plies});
    });
    return {spend.stop(), spend.spent(), graded};
}

Solution solve(std::size_t size, const std::vector<Line>& attacker, const std::vector<Line>& defender, bool attacking,
               const std::vector<Line>& symmetries, const std::vector<bool>& use, std::uint64_t memory, double seconds,
               std::uint64_t nodes, nb::object cancel, nb::object tell) {
    if (use.size() != 8) throw nb::value_error("use: eight flags are needed");
    const Reductions reductions{use[0], use[1], use[2], use[3], use[4], use[5], use[6], use[7]};
    Spend spend(seconds, nodes, cancel);
    Watch watch = watch_of(tell);
    const Lines lines(size, attacker, defender);
    Solution solution{};
    unlocked(lines.cells(), spend.budget(), [&]<int W>() {
        State<W> state{lines.edges<W>(attacker), lines.edges<W>(defender), attacking};
        absorb(state.a, 0);
        absorb(state.b, 0);
        Search<W> search(spend.budget(), bytes_of(memory), lines.symmetries(symmetries), reductions);
        search.tell(watch);
        const Finding<W> found = search.solve(std::move(state));
        const Effort& effort = search.effort();
        solution = {
            0, effort.nodes, effort.probes, static_cast<int>(found.verdict), found.moves, lines.cells_of(found.cells)};
    });
    solution.stop = spend.stop();
    return solution;
}

Written trace(std::size_t size, const std::vector<Line>& attacker, const std::vector<Line>& defender, bool attacking,
              const std::vector<Line>& symmetries, bool wins, std::uint64_t memory, double seconds, std::uint64_t nodes,
              nb::object cancel, nb::object tell, std::string checkpoint, std::string head) {
    Spend spend(seconds, nodes, cancel);
    Watch watch = watch_of(tell);
    const Lines lines(size, attacker, defender);
    Checkpoint file(std::move(checkpoint), std::move(head), 1e18);  // read, never written
    std::vector<std::string> written;
    unlocked(lines.cells(), spend.budget(), [&]<int W>() {
        State<W> state{lines.edges<W>(attacker), lines.edges<W>(defender), attacking};
        absorb(state.a, 0);
        absorb(state.b, 0);
        Search<W> search(spend.budget(), bytes_of(memory), lines.symmetries(symmetries));
        search.tell(watch);
        if (file.wanted()) search.resume(file);
        Trace<W> proof(search, spend.budget(), lines, search.symmetries().size() == symmetries.size());
        if (proof.write(state, wins)) written = proof.nodes();
    });
    return {spend.stop(), spend.spent(), written};
}

// A position as `asked` reads it.
struct Asked {
    struct {
        std::uint32_t m, n, k;
        bool exact, misere, gravity, torus, maker_breaker;
    } rules;
    rules::Marking cells;
};

Asked asked_of(std::uint32_t m, std::uint32_t n, std::uint32_t k, const std::vector<bool>& on, nb::object cells) {
    constexpr std::uint32_t most = 1 << 18;  // cells of a board (`passatempo.mnk.rules.MOST_CELLS`)
    if (m < 1 || n < 1 || m > most || n > most || std::uint64_t{m} * n > most || k < 1 || k > most)
        refuse("m, n, k: a board of 1 to 262144 cells and a line of 1 to 262144 are needed");
    if (on.size() != 5) refuse("options: five flags are needed");
    const Buffer bytes(cells);
    Asked asked{{m, n, k, on[0], on[1], on[2], on[3], on[4]}, {bytes.data(), bytes.data() + bytes.size()}};
    for (const std::uint8_t mark : asked.cells)
        if (mark > 2) refuse("cells: 0, 1 or 2 is needed");
    return asked;
}

GradedMoves full(std::uint32_t m, std::uint32_t n, std::uint32_t k, const std::vector<bool>& on, nb::object cells,
                 int wanted, double seconds, std::uint64_t nodes, nb::object cancel) {
    if (wanted < 0 || wanted > 2) refuse("wanted: 0, 1 or 2 is needed");
    const Asked asked = asked_of(m, n, k, on, cells);
    if (std::count(asked.cells.begin(), asked.cells.end(), rules::no_mark) > play::Full::most_empty)
        refuse("cells: at most 64 empty ones are searched");
    const rules::Rules rules = asked::checked(asked);
    Spend spend(seconds, nodes, cancel);
    std::vector<GradedMove> moves;
    {
        nb::gil_scoped_release released;
        within_memory(spend.budget(), [&] {
            moves = play::Full(rules, asked.cells, spend.budget()).solve(static_cast<play::Wanted>(wanted));
        });
    }
    return {spend.stop(), spend.spent(), moves};
}

// What a search to a depth found.
struct FullMove {
    int stop;
    std::uint64_t nodes;
    int cell, depth, score;
    bool proved;
};

FullMove full_move(std::uint32_t m, std::uint32_t n, std::uint32_t k, const std::vector<bool>& on, nb::object cells,
                   int depth, const std::vector<std::int32_t>& among, double seconds, std::uint64_t nodes,
                   nb::object cancel) {
    if (depth < 1) refuse("depth: at least 1 is needed");
    const Asked asked = asked_of(m, n, k, on, cells);
    const rules::Rules rules = asked::checked(asked);
    if (rules.hopeless()) refuse("k: nobody can complete a line");
    for (const int cell : among)
        if (illegal(rules, asked.cells, cell) != rules::Fault::none) refuse("among: moves are needed");
    Spend spend(seconds, nodes, cancel);
    play::Found found;
    {
        nb::gil_scoped_release released;
        within_memory(spend.budget(),
                      [&] { found = play::Full(rules, asked.cells, spend.budget()).play(depth, among); });
    }
    return {spend.stop(), spend.spent(), found.move, found.depth, found.score, found.proved};
}

}  // namespace
}  // namespace passatempo::mnk::proof

static void bind_results(nb::module_& m) {
    using namespace passatempo::mnk;
    using namespace passatempo::mnk::proof;
    nb::class_<Decision>(m, "Decision")
        .def_ro("stop", &Decision::stop)
        .def_ro("nodes", &Decision::nodes)
        .def_ro("probes", &Decision::probes)
        .def_ro("value", &Decision::value)
        .def_ro("cell", &Decision::cell)
        .def_ro("proof", &Decision::proof)
        .def_ro("disproof", &Decision::disproof)
        .def_ro("full", &Decision::full)
        .def_ro("found", &Decision::found)
        .def_ro("kept", &Decision::kept)
        .def_ro("before", &Decision::before)
        .def_ro("probes_before", &Decision::probes_before);
    nb::class_<ShortWin>(m, "ShortWin")
        .def_ro("stop", &ShortWin::stop)
        .def_ro("nodes", &ShortWin::nodes)
        .def_ro("moves", &ShortWin::moves)
        .def_ro("cells", &ShortWin::cells);
    nb::class_<Written>(m, "Written")
        .def_ro("stop", &Written::stop)
        .def_ro("nodes", &Written::nodes)
        .def_ro("lines", &Written::lines);
    nb::class_<Solution>(m, "Solution")
        .def_ro("stop", &Solution::stop)
        .def_ro("nodes", &Solution::nodes)
        .def_ro("probes", &Solution::probes)
        .def_ro("verdict", &Solution::verdict)
        .def_ro("moves", &Solution::moves)
        .def_ro("cells", &Solution::cells);
    nb::class_<GradedMove>(m, "GradedMove")
        .def_ro("cell", &GradedMove::cell)
        .def_ro("value", &GradedMove::value)
        .def_ro("plies", &GradedMove::plies);
    nb::class_<GradedMoves>(m, "GradedMoves")
        .def_ro("stop", &GradedMoves::stop)
        .def_ro("nodes", &GradedMoves::nodes)
        .def_ro("moves", &GradedMoves::moves);
    nb::class_<FullMove>(m, "FullMove")
        .def_ro("stop", &FullMove::stop)
        .def_ro("nodes", &FullMove::nodes)
        .def_ro("cell", &FullMove::cell)
        .def_ro("depth", &FullMove::depth)
        .def_ro("score", &FullMove::score)
        .def_ro("proved", &FullMove::proved);
}

void passatempo::mnk::bind_proof(nb::module_& m) {
    using namespace proof;
    bind_results(m);
    m.def("decide", &decide, nb::arg("size"), nb::arg("own"), nb::arg("other"), nb::arg("symmetries"),
          nb::arg("without_marks"), nb::arg("memory"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          nb::arg("tell") = nb::none(), nb::arg("checkpoint") = "", nb::arg("head") = "", nb::arg("every") = 60.0,
          nb::arg("threads") = 1);
    m.def("shortest", &shortest, nb::arg("size"), nb::arg("own"), nb::arg("other"), nb::arg("most"), nb::arg("memory"),
          nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(), nb::arg("tell") = nb::none());
    m.def("grade", &grade, nb::arg("size"), nb::arg("own"), nb::arg("other"), nb::arg("symmetries"), nb::arg("memory"),
          nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(), nb::arg("tell") = nb::none());
    m.def("full", &full, nb::arg("m"), nb::arg("n"), nb::arg("k"), nb::arg("options"), nb::arg("cells"),
          nb::arg("wanted"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
    m.def("full_move", &full_move, nb::arg("m"), nb::arg("n"), nb::arg("k"), nb::arg("options"), nb::arg("cells"),
          nb::arg("depth"), nb::arg("among"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
    m.def("trace", &trace, nb::arg("size"), nb::arg("attacker"), nb::arg("defender"), nb::arg("attacking"),
          nb::arg("symmetries"), nb::arg("wins"), nb::arg("memory"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(), nb::arg("tell") = nb::none(), nb::arg("checkpoint") = "", nb::arg("head") = "");
    m.def("solve", &solve, nb::arg("size"), nb::arg("attacker"), nb::arg("defender"), nb::arg("attacking"),
          nb::arg("symmetries"), nb::arg("use"), nb::arg("memory"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(), nb::arg("tell") = nb::none());
}
