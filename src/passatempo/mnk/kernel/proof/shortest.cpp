// The attacker's moves and the replies that matter, by the moves left.
// Algorithm: depth-limited AND/OR search with carriers and a transposition table
// Twin: tests/mnk/proof/reference.py
#include "proof/shortest.hpp"

#include <algorithm>
#include <array>

namespace passatempo::mnk::proof {

namespace {

// Leave only the lines that can still be completed in time.
template <int W>
void trim(State<W>& state, int moves) {
    const int replies = state.attacking ? moves - 1 : moves;  // the defender's, before the attacker's last
    std::erase_if(state.a, [moves](const Mask<W>& edge) { return edge.count() > moves; });
    std::erase_if(state.b, [replies](const Mask<W>& edge) { return edge.count() > replies; });
}

template <int W>
Mask<W> lone_cells(const Edges<W>& edges) {
    Mask<W> cells;
    for (const Mask<W>& edge : edges)
        if (edge.count() == 1) cells |= edge;
    return cells;
}

// Cells by the weight of the lines through them, the greatest first.
template <int W>
void order(const State<W>& state, const Mask<W>& cells, std::vector<int>& ordered) {
    std::array<std::uint64_t, 64 * W> potentials{};
    for (const Edges<W>* edges : {&state.a, &state.b})
        for (const Mask<W>& edge : *edges) {
            const std::uint64_t light = weight(2 * edge.count());
            edge.each([&](int x) { potentials[x] += light; });
        }
    ordered.clear();
    cells.each([&](int x) { ordered.push_back(x); });
    std::stable_sort(ordered.begin(), ordered.end(), [&](int x, int y) { return potentials[x] > potentials[y]; });
}

}  // namespace

template <int W>
typename Shortest<W>::Frame& Shortest<W>::frame_at(std::size_t depth) {
    while (frames_.size() <= depth) frames_.emplace_back();
    return frames_[depth];
}

template <int W>
std::optional<bool> Shortest<W>::wins(const State<W>& state, int moves, std::uint64_t nodes) {
    until_ = nodes > ~nodes_ ? ~std::uint64_t{0} : nodes_ + nodes;
    frame_at(0).state = state;
    Mask<W> carrier;
    const bool found = search(0, moves, carrier);
    if (stopped()) return std::nullopt;
    return found;
}

template <int W>
std::optional<Mask<W>> Shortest<W>::winning(const State<W>& state, int moves) {
    until_ = ~std::uint64_t{0};
    Frame& frame = frame_at(0);
    frame.state = state;
    trim(frame.state, moves);
    Mask<W> found;
    (cells_of(frame.state.a) | cells_of(frame.state.b)).each([&](int x) {
        Mask<W> carrier;
        bool here = false;
        for (const Mask<W>& edge : frame.state.a) here = here || edge == Mask<W>::of(x);
        if (here || (moves > 1 && !stopped() && after(0, x, moves - 1, carrier))) found.set(x);
    });
    if (stopped()) return std::nullopt;
    return found;
}

// Search the state of a frame; its moves left decide with it.
template <int W>
bool Shortest<W>::search(std::size_t depth, int moves, Mask<W>& carrier) {
    Frame& frame = frame_at(depth);
    trim(frame.state, moves);
    ++nodes_;
    budget_.spend();
    budget_.poll();
    if (watch_ != nullptr) watch_->look([&] { return Standing{nodes_, 0, 0, 0, table_.bytes(), table_.full()}; });
    if (stopped() || frame.state.a.empty()) return false;
    const std::uint64_t key = frame.state.key() ^ mix(moves);
    if (const std::optional<Entry<W>> known = table_.find(key)) {
        carrier = known->cells;
        return known->proof == 0;
    }
    const bool wins =
        frame.state.attacking ? attack(frame, depth, moves, carrier) : defend(frame, depth, moves, carrier);
    if (!stopped())
        table_.store({key, wins ? 0 : infinite, wins ? infinite : 0, 1U << (moves < 20 ? moves : 20), moves, carrier},
                     budget_);
    return wins;
}

// The result of a move of the side to move in the frame.
template <int W>
bool Shortest<W>::after(std::size_t depth, int cell, int moves, Mask<W>& carrier) {
    const State<W>& state = frame_at(depth).state;
    State<W>& next = frame_at(depth + 1).state;
    next = state;
    play(next, cell);
    return search(depth + 1, moves, carrier);
}

template <int W>
bool Shortest<W>::attack(Frame& frame, std::size_t depth, int moves, Mask<W>& carrier) {
    const State<W>& state = frame.state;
    if (const Mask<W> now = lone_cells(state.a); now.any()) {
        carrier = Mask<W>::of(now.first());
        return true;
    }
    if (moves == 1) return false;
    const Mask<W> forced = lone_cells(state.b);
    if (forced.count() > 1) return false;
    if (moves == 2 && forced.none()) {  // two threats at once or nothing
        for (std::size_t i = 0; i < state.a.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (state.a[i].meets(state.a[j])) {
                    carrier = state.a[i] | state.a[j];
                    return true;
                }
        return false;
    }
    order(state, forced.any() ? forced : cells_of(state.a) | cells_of(state.b), frame.moves);
    for (const int x : frame.moves) {
        Mask<W> inside;
        if (!after(depth, x, moves - 1, inside)) continue;
        carrier = inside;
        carrier.set(x);
        return true;
    }
    return false;
}

template <int W>
bool Shortest<W>::defend(Frame& frame, std::size_t depth, int moves, Mask<W>& carrier) {
    const State<W>& state = frame.state;
    if (lone_cells(state.b).any()) return false;
    const Mask<W> threats = lone_cells(state.a);
    if (threats.count() > 1) {
        carrier = threats;
        return true;
    }
    if (threats.any()) {
        if (!after(depth, threats.first(), moves, carrier)) return false;
        carrier |= threats;
        return true;
    }
    frame_at(depth + 1).state = state;
    frame_at(depth + 1).state.attacking = true;
    if (!search(depth + 1, moves, carrier)) return false;  // he may as well pass
    Mask<W> open = carrier;
    for (const Mask<W>& edge : state.b) open |= edge;
    order(state, open, frame.moves);
    for (std::size_t i = 0; i < frame.moves.size(); ++i) {
        const int y = frame.moves[i];
        if (!open.test(y)) continue;
        Mask<W> inside;
        if (!after(depth, y, moves, inside)) return false;
        carrier |= inside;
        open.reset(y);
        Mask<W> answered = open - inside;  // those whose lines all go through y as well need no look
        for (const Mask<W>& edge : state.b)
            if (!edge.test(y)) answered -= edge;
        open -= answered;
    }
    return true;
}

template class Shortest<1>;
template class Shortest<2>;
template class Shortest<4>;
template class Shortest<8>;

}  // namespace passatempo::mnk::proof
