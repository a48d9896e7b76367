// The questions about lines, of one position or any others: long searches, with checkpoints, and their proofs.
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
constexpr std::uint64_t soon = std::uint64_t{32} << 20;  // bytes of a table that is written while somebody waits

using proof::Checkpoint, proof::Line, proof::Lines, proof::Search, proof::State, proof::Watch;

std::vector<Line> lists_of(const std::vector<std::uint32_t>& flat) {
    std::vector<Line> found;
    for (auto at = flat.begin(); at != flat.end();) {
        const std::uint32_t length = *at++;
        if (length > flat.end() - at) refuse("lines: one is cut short");
        found.emplace_back(at, at + length);
        at += length;
    }
    return found;
}

std::size_t bytes_of(std::uint64_t megabytes) { return std::min(megabytes, most_megabytes) << 20; }

// What is asked of proofs: lines by side, and what may be spent.
struct Asked {
    explicit Asked(const Graph& graph)
        : size(graph.size),
          own(lists_of(graph.own)),
          other(lists_of(graph.other)),
          images(lists_of(graph.images)),
          bytes(bytes_of(graph.megabytes)),
          lines(size, own, other) {}

    template <int W>
    proof::Game<W> game(Budget& budget, int threads = 1) const {
        return {lines.edges<W>(own), lines.edges<W>(other), lines.symmetries(images), bytes, budget, {}, threads};
    }
    template <int W>
    State<W> state(bool attacking) const {
        State<W> found{lines.edges<W>(attacking ? own : other), lines.edges<W>(attacking ? other : own), attacking};
        absorb(found.a, 0);
        absorb(found.b, 0);
        return found;
    }

    std::size_t size;
    std::vector<Line> own, other, images;
    std::size_t bytes;
    Lines lines;
};

// Search with as few words as the cells need; what does not fit in memory stops the budget.
template <class Use>
void within_words(const Asked& asked, Budget& budget, Use use) {
    within_memory(budget, [&] {
        if (!proof::with_words(asked.lines.cells(), use)) budget.out_of_memory();
    });
}

// Tell the caller how it stands: nodes, probes, both numbers of the root, megabytes of the table, the part in use.
Watch watch_now() {
    if (CallerState::current == nullptr || !CallerState::current->report_progress) return Watch({});
    return Watch([tell = CallerState::current->report_progress](const proof::Standing& at) {
        const double nodes = at.nodes, probes = at.probes, megabytes = at.bytes >> 20;
        tell(std::array{nodes, probes, double(at.proof), double(at.disproof), megabytes, at.full});
    });
}

Checkpoint checkpoint_of(const File& file, double every) {
    return Checkpoint({file.path.begin(), file.path.end()}, {file.head.begin(), file.head.end()}, every);
}

template <class Reply>
Reply short_win(std::size_t size, const proof::Live& live, const auto& ask, std::uint64_t megabytes, Budget& budget) {
    Watch watch = watch_now();
    const int most = std::min<std::uint32_t>(ask.most, proof::largest);
    const auto found = proof::short_win(size, live.own, live.other, most, bytes_of(megabytes), budget, watch);
    const std::uint32_t moves = found.moves;
    return {moves, {found.cells.begin(), found.cells.end()}};
}

}  // namespace

DecideReply decide(const DecideRequest& ask, Budget& budget) {
    const Asked asked(ask.graph);
    Watch watch = watch_now();
    Checkpoint file = checkpoint_of(ask.file, ask.every);
    Checkpoint::Found found = Checkpoint::Found::nothing;
    proof::Grade best;
    proof::Standing at;
    bool saved = true;
    within_words(asked, budget, [&]<int W>() {
        auto game = asked.game<W>(budget, static_cast<int>(ask.threads));
        game.tell(watch);
        if (file.wanted()) {
            found = game.search().resume(file);
            if (found == Checkpoint::Found::damaged) return;
            saved = game.search().save();
        }
        best = game.keep(game.decide(ask.without_marks));  // a value without a move that keeps it is no answer
        at = game.standing();
        const bool hasty = budget.stop() == Stop::cancelled || budget.stop() == Stop::memory;
        if (file.wanted() && (!hasty || at.bytes <= soon)) saved = game.search().save();
    });
    const std::uint32_t cell = asked.lines.outer(best.cell);
    const auto taken = static_cast<std::uint8_t>(found);
    return {best.value, cell,  at.nodes, at.probes,    at.proof,     at.disproof,
            at.full,    taken, saved,    file.nodes(), file.probes()};
}

ShortestReply shortest(const ShortestRequest& ask, Budget& budget) {
    const Graph& graph = ask.graph;
    return short_win<ShortestReply>(graph.size, {lists_of(graph.own), lists_of(graph.other)}, ask, graph.megabytes,
                                    budget);
}

NearReply near(const NearRequest& ask, Budget& budget) {
    const std::vector<std::uint8_t>& cells = ask.position.cells;
    const proof::Live live = proof::live_lines(rules::checked(ask.position), cells);
    return short_win<NearReply>(cells.size(), live, ask, ask.megabytes, budget);
}

GradeReply grade(const GradeRequest& ask, Budget& budget) {
    const Asked asked(ask.graph);
    Watch watch = watch_now();
    GradeReply tell;
    within_words(asked, budget, [&]<int W>() {
        auto game = asked.game<W>(budget);
        game.tell(watch);
        for (const proof::Grade& one : game.grade()) {
            const std::uint32_t cell = asked.lines.outer(one.cell), plies = one.plies;
            tell.moves.push_back({cell, one.value, plies});
        }
    });
    return tell;
}

SolveReply solve(const SolveRequest& ask, Budget& budget) {
    const std::vector<std::uint8_t>& use = ask.use;
    const proof::Reductions reductions{use[0] != 0, use[1] != 0, use[2] != 0, use[3] != 0,
                                       use[4] != 0, use[5] != 0, use[6] != 0, use[7] != 0};
    const Asked asked(ask.graph);
    Watch watch = watch_now();
    SolveReply tell;
    within_words(asked, budget, [&]<int W>() {
        Search<W> search(budget, asked.bytes, asked.lines.symmetries(asked.images), reductions);
        search.tell(watch);
        const proof::Finding<W> found = search.solve(asked.state<W>(ask.attacking));
        tell.verdict = static_cast<std::uint8_t>(found.verdict);
        tell.moves = found.moves;
        for (const int cell : asked.lines.cells_of(found.cells)) tell.cells.push_back(cell);
        tell.probes = search.effort().probes;
    });
    return tell;
}

TraceReply trace(const TraceRequest& ask, Budget& budget) {
    const Asked asked(ask.graph);
    Watch watch = watch_now();
    Checkpoint file = checkpoint_of(ask.file, 1e18);  // read, never written
    TraceReply tell;
    within_words(asked, budget, [&]<int W>() {
        Search<W> search(budget, asked.bytes, asked.lines.symmetries(asked.images));
        search.tell(watch);
        if (file.wanted()) search.resume(file);
        proof::Trace<W> trace(search, budget, asked.lines, search.symmetries().size() == asked.images.size());
        if (!trace.write(asked.state<W>(ask.attacking), ask.wins)) return;
        for (const std::string& line : trace.nodes()) {
            tell.text.insert(tell.text.end(), line.begin(), line.end());
            tell.text.push_back('\n');
        }
    });
    return tell;
}

}  // namespace passatempo::mnk::calls
