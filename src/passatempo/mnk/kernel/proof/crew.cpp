// Several threads on one question: one table, each its own path.
// Algorithm: df-pn with virtual proof numbers (Kaneko 2010)
#include "proof/crew.hpp"

#if !defined(__wasm__)
#include <deque>
#include <thread>
#include <vector>
#endif

#include "proof/search.hpp"

namespace passatempo::mnk::proof {

// In a browser, where a module has one thread, alone.
#if defined(__wasm__)
template <int W>
Finding<W> Search<W>::solve_together(const State<W>& state, std::uint64_t nodes, std::size_t ply, int) {
    return solve(state, nodes, ply);
}
#else
template <int W>
Finding<W> Search<W>::solve_together(const State<W>& state, std::uint64_t nodes, std::size_t ply, int threads) {
    Crew crew;
    std::deque<Budget> budgets;
    std::deque<Search<W>> helpers;
    for (int i = 1; i < threads; ++i) {
        budgets.push_back(budget_.share(nodes));
        Search<W>& helper = helpers.emplace_back(budgets.back(), 0, symmetries_, use_);
        helper.table_ = table_;
        helper.crew_ = &crew;
        helper.helping_ = true;
    }
    std::vector<std::thread> running;
    for (Search<W>& helper : helpers)
        running.emplace_back(
            [&helper, &state, nodes, ply] { within_memory(helper.budget_, [&] { helper.solve(state, nodes, ply); }); });
    crew_ = &crew;
    const Crew::Ended ended(crew, running);  // also where memory ends
    const Finding<W> found = solve(state, nodes, ply);
    ended.wait();
    crew_ = nullptr;
    for (const Search<W>& helper : helpers) {
        effort_.nodes += helper.effort_.nodes;
        effort_.probes += helper.effort_.probes;
    }
    return found;
}
#endif

// Take over what other threads have found of the children; whether one was decided.
template <int W>
bool Search<W>::refresh(Frame& frame) {
    bool decided = false;
    for (Child& child : frame.children) {
        if (child.gone || !child.looked || child.found.verdict != Verdict::open) continue;
        const std::optional<Entry<W>> known = table_->find(child.name.key);
        if (!known || known->size <= child.size) continue;
        learn(child, *known);
        if (child.found.verdict == Verdict::open) continue;
        child.removed.add_to(child.found);
        settle(frame, child);
        decided = true;
    }
    return decided;
}

template Finding<1> Search<1>::solve_together(const State<1>&, std::uint64_t, std::size_t, int);
template bool Search<1>::refresh(Frame&);
template Finding<2> Search<2>::solve_together(const State<2>&, std::uint64_t, std::size_t, int);
template bool Search<2>::refresh(Frame&);
template Finding<4> Search<4>::solve_together(const State<4>&, std::uint64_t, std::size_t, int);
template bool Search<4>::refresh(Frame&);
template Finding<8> Search<8>::solve_together(const State<8>&, std::uint64_t, std::size_t, int);
template bool Search<8>::refresh(Frame&);

}  // namespace passatempo::mnk::proof
