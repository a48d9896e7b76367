// Requests about the lines of a position or any others: long searches with checkpoints, and their proofs.
#include <algorithm>
#include <array>
#include <string>

#include "interface.gen.hpp"
#include "proof/game.hpp"
#include "proof/lines.hpp"
#include "proof/trace.hpp"

namespace passatempo::mnk::calls {

namespace {

constexpr std::uint64_t most_megabytes = std::uint64_t{1} << 32;  // more than any machine has
constexpr std::uint64_t quick_save_bytes = std::uint64_t{32}
                                           << 20;  // bytes of a table that is saved even while a caller waits

using proof::Checkpoint, proof::Line, proof::LineIndex, proof::ProofSearch, proof::State, proof::ProgressWatch;

std::vector<Line> unpack_lines(const std::vector<std::uint32_t>& flat) {
    std::vector<Line> graph_lines;
    for (auto at = flat.begin(); at != flat.end();) {
        const std::uint32_t length = *at++;
        if (length > flat.end() - at) refuse("lines: one is cut short");
        graph_lines.emplace_back(at, at + length);
        at += length;
    }
    return graph_lines;
}

std::size_t bytes_of(std::uint64_t megabytes) { return std::min(megabytes, most_megabytes) << 20; }

// The problem of a request: lines by side, and limits.
struct GraphProblem {
    explicit GraphProblem(const Graph& graph)
        : board_size(graph.size),
          mover_lines(unpack_lines(graph.own)),
          opponent_lines(unpack_lines(graph.other)),
          symmetry_images(unpack_lines(graph.images)),
          table_bytes(bytes_of(graph.megabytes)),
          line_graph(board_size, mover_lines, opponent_lines) {}

    template <int W>
    proof::Game<W> make_game(Budget& budget, int threads = 1) const {
        return {line_graph.edges_of<W>(mover_lines),
                line_graph.edges_of<W>(opponent_lines),
                line_graph.inner_symmetries(symmetry_images),
                table_bytes,
                budget,
                {},
                threads};
    }
    template <int W>
    State<W> root_state(bool attacking) const {
        State<W> line_state{line_graph.edges_of<W>(attacking ? mover_lines : opponent_lines),
                            line_graph.edges_of<W>(attacking ? opponent_lines : mover_lines), attacking};
        drop_supersets(line_state.attacker_edges, 0);
        drop_supersets(line_state.defender_edges, 0);
        return line_state;
    }

    std::size_t board_size;
    std::vector<Line> mover_lines, opponent_lines, symmetry_images;
    std::size_t table_bytes;
    LineIndex line_graph;
};

// Search with as few words as the cells need. If memory runs out, the budget stops.
template <class Callback>
void within_words(const GraphProblem& graph_problem, Budget& budget, Callback callback) {
    within_memory(budget, [&] {
        if (!proof::with_words(graph_problem.line_graph.cell_count(), callback)) budget.out_of_memory();
    });
}

// Report to the caller: nodes, probes, both numbers of the root, megabytes of the table, and the share in use.
ProgressWatch progress_watch() {
    if (CallerState::current == nullptr || !CallerState::current->report_progress) return ProgressWatch({});
    return ProgressWatch([tell = CallerState::current->report_progress](const proof::SearchProgress& at) {
        const double nodes = at.node_count, probes = at.probe_count, megabytes = at.table_bytes >> 20;
        tell(std::array{nodes, probes, double(at.root_proof), double(at.root_disproof), megabytes, at.fill_share});
    });
}

Checkpoint checkpoint_of(const File& file, double save_interval) {
    return Checkpoint({file.path.begin(), file.path.end()}, {file.head.begin(), file.head.end()}, save_interval);
}

template <class Reply>
Reply short_win(std::size_t size, const proof::LiveLines& live, const auto& request, std::uint64_t megabytes,
                Budget& budget) {
    ProgressWatch watch = progress_watch();
    const int move_limit = std::min<std::uint32_t>(request.most, proof::largest);
    const auto shortest_win =
        proof::short_win(size, live.mover_lines, live.opponent_lines, move_limit, bytes_of(megabytes), budget, watch);
    const std::uint32_t moves = shortest_win.move_count;
    return {moves, {shortest_win.first_moves.begin(), shortest_win.first_moves.end()}};
}

}  // namespace

DecideReply decide(const DecideRequest& request, Budget& budget) {
    const GraphProblem graph_problem(request.graph);
    ProgressWatch watch = progress_watch();
    Checkpoint file = checkpoint_of(request.file, request.every);
    Checkpoint::LoadResult load_status = Checkpoint::LoadResult::nothing;
    proof::ProofGrade best;
    proof::SearchProgress at;
    bool is_saved = true;
    within_words(graph_problem, budget, [&]<int W>() {
        auto game = graph_problem.make_game<W>(budget, static_cast<int>(request.threads));
        game.set_watch(watch);
        if (file.has_file()) {
            load_status = game.search().resume_from(file);
            if (load_status == Checkpoint::LoadResult::damaged) return;
            is_saved = game.search().save_checkpoint();
        }
        best = game.value_preserving_move(
            game.decide_value(request.without_marks));  // a value without a move that keeps it is no answer
        at = game.progress();
        const bool hasty = budget.stop() == Stop::cancelled || budget.stop() == Stop::memory;
        if (file.has_file() && (!hasty || at.table_bytes <= quick_save_bytes))
            is_saved = game.search().save_checkpoint();
    });
    const std::uint32_t cell = graph_problem.line_graph.outer_cell(best.cell);
    const auto load_code = static_cast<std::uint8_t>(load_status);
    return {best.game_value, cell,      at.node_count, at.probe_count, at.root_proof, at.root_disproof,
            at.fill_share,   load_code, is_saved,      file.nodes(),   file.probes()};
}

ShortestReply shortest(const ShortestRequest& request, Budget& budget) {
    const Graph& graph = request.graph;
    return short_win<ShortestReply>(graph.size, {unpack_lines(graph.own), unpack_lines(graph.other)}, request,
                                    graph.megabytes, budget);
}

NearReply near(const NearRequest& request, Budget& budget) {
    const std::vector<std::uint8_t>& cells = request.position.cells;
    const proof::LiveLines live = proof::live_lines(rules::check_position(request.position), cells);
    return short_win<NearReply>(cells.size(), live, request, request.megabytes, budget);
}

GradeReply grade(const GradeRequest& request, Budget& budget) {
    const GraphProblem graph_problem(request.graph);
    ProgressWatch watch = progress_watch();
    GradeReply reply;
    within_words(graph_problem, budget, [&]<int W>() {
        auto game = graph_problem.make_game<W>(budget);
        game.set_watch(watch);
        for (const proof::ProofGrade& move_grade : game.grade_moves()) {
            const std::uint32_t cell = graph_problem.line_graph.outer_cell(move_grade.cell), plies = move_grade.plies;
            reply.moves.push_back({cell, move_grade.game_value, plies});
        }
    });
    return reply;
}

SolveReply solve(const SolveRequest& request, Budget& budget) {
    const std::vector<std::uint8_t>& reduction_flags = request.use;
    const proof::Reductions reductions{reduction_flags[0] != 0, reduction_flags[1] != 0, reduction_flags[2] != 0,
                                       reduction_flags[3] != 0, reduction_flags[4] != 0, reduction_flags[5] != 0,
                                       reduction_flags[6] != 0, reduction_flags[7] != 0};
    const GraphProblem graph_problem(request.graph);
    ProgressWatch watch = progress_watch();
    SolveReply reply;
    within_words(graph_problem, budget, [&]<int W>() {
        ProofSearch<W> search(budget, graph_problem.table_bytes,
                              graph_problem.line_graph.inner_symmetries(graph_problem.symmetry_images), reductions);
        search.set_watch(watch);
        const proof::Decision<W> root_decision = search.solve_state(graph_problem.root_state<W>(request.attacking));
        reply.verdict = static_cast<std::uint8_t>(root_decision.verdict);
        reply.moves = root_decision.move_count;
        for (const int cell : graph_problem.line_graph.cells_of(root_decision.proof_cells)) reply.cells.push_back(cell);
        reply.probes = search.node_counts().probe_count;
    });
    return reply;
}

TraceReply trace(const TraceRequest& request, Budget& budget) {
    const GraphProblem graph_problem(request.graph);
    ProgressWatch watch = progress_watch();
    Checkpoint file = checkpoint_of(request.file, 1e18);  // only read, never written
    TraceReply reply;
    within_words(graph_problem, budget, [&]<int W>() {
        ProofSearch<W> search(budget, graph_problem.table_bytes,
                              graph_problem.line_graph.inner_symmetries(graph_problem.symmetry_images));
        search.set_watch(watch);
        if (file.has_file()) search.resume_from(file);
        proof::CertificateWriter<W> trace(search, budget, graph_problem.line_graph,
                                          search.symmetries().size() == graph_problem.symmetry_images.size());
        if (!trace.write_claim(graph_problem.root_state<W>(request.attacking), request.wins)) return;
        for (const std::string& line : trace.node_lines()) {
            reply.text.insert(reply.text.end(), line.begin(), line.end());
            reply.text.push_back('\n');
        }
    });
    return reply;
}

}  // namespace passatempo::mnk::calls
