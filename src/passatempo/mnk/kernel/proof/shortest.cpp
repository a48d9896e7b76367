// Searches the attacker's moves and the replies that matter, by the number of moves left.
// Algorithm: depth-limited AND/OR search with carriers and a transposition table
// Twin: tests/mnk/proof/reference.py
#include "proof/shortest.hpp"

#include <algorithm>
#include <array>

namespace passatempo::mnk::proof {

namespace {

// Keep only the lines that can still be completed in time.
template <int W>
void trim_edges(State<W>& state, int moves) {
    const int replies = state.attacker_moves ? moves - 1 : moves;  // before the attacker's last move
    std::erase_if(state.attacker_edges, [moves](const Mask<W>& edge) { return edge.count() > moves; });
    std::erase_if(state.defender_edges, [replies](const Mask<W>& edge) { return edge.count() > replies; });
}

// Order cells by decreasing weight of the lines through them.
template <int W>
void order_moves(const State<W>& state, const Mask<W>& cells, std::vector<int>& move_order) {
    std::array<std::uint64_t, 64 * W> potentials{};
    for (const Edges<W>* edges : {&state.attacker_edges, &state.defender_edges})
        for (const Mask<W>& edge : *edges) {
            const std::uint64_t light = edge_weight(2 * edge.count());
            edge.for_each([&](int x) { potentials[x] += light; });
        }
    move_order.clear();
    cells.for_each([&](int x) { move_order.push_back(x); });
    std::stable_sort(move_order.begin(), move_order.end(), [&](int x, int y) { return potentials[x] > potentials[y]; });
}

}  // namespace

template <int W>
typename ShortestWinSearch<W>::Frame& ShortestWinSearch<W>::frame_at(std::size_t depth) {
    while (frames_.size() <= depth) frames_.emplace_back();
    return frames_[depth];
}

template <int W>
std::optional<bool> ShortestWinSearch<W>::wins_within(const State<W>& state, int moves, std::uint64_t nodes) {
    node_limit_ = nodes > ~node_count_ ? ~std::uint64_t{0} : node_count_ + nodes;
    frame_at(0).state = state;
    Mask<W> carrier;
    const bool search_wins = search_state(0, moves, carrier);
    if (is_stopped()) return std::nullopt;
    return search_wins;
}

template <int W>
std::optional<Mask<W>> ShortestWinSearch<W>::winning_moves(const State<W>& state, int moves) {
    node_limit_ = ~std::uint64_t{0};
    Frame& frame = frame_at(0);
    frame.state = state;
    trim_edges(frame.state, moves);
    Mask<W> winning_cells;
    (cells_of(frame.state.attacker_edges) | cells_of(frame.state.defender_edges)).for_each([&](int x) {
        Mask<W> carrier;
        bool is_immediate = false;
        for (const Mask<W>& edge : frame.state.attacker_edges)
            is_immediate = is_immediate || edge == Mask<W>::single(x);
        if (is_immediate || (moves > 1 && !is_stopped() && wins_after(0, x, moves - 1, carrier))) winning_cells.set(x);
    });
    if (is_stopped()) return std::nullopt;
    return winning_cells;
}

// Search the state of a frame with so many moves left.
template <int W>
bool ShortestWinSearch<W>::search_state(std::size_t depth, int moves, Mask<W>& carrier) {
    Frame& frame = frame_at(depth);
    trim_edges(frame.state, moves);
    ++node_count_;
    budget_.spend();
    budget_.poll();
    if (watch_ != nullptr)
        watch_->report_progress(
            [&] { return SearchProgress{node_count_, 0, 0, 0, table_.byte_size(), table_.fill_share()}; });
    if (is_stopped() || frame.state.attacker_edges.empty()) return false;
    const std::uint64_t key = frame.state.hash_key() ^ hash_word(moves);
    if (const std::optional<ProofEntry<W>> table_hit = table_.find_entry(key)) {
        carrier = table_hit->proof_cells;
        return table_hit->proof == 0;
    }
    const bool wins = frame.state.attacker_moves ? search_attack(frame, depth, moves, carrier)
                                                 : search_defence(frame, depth, moves, carrier);
    if (!is_stopped())
        table_.store_entry(
            {key, wins ? 0 : infinite, wins ? infinite : 0, 1U << (moves < 20 ? moves : 20), moves, carrier}, budget_);
    return wins;
}

// Search the state after a move of the side to move in a frame.
template <int W>
bool ShortestWinSearch<W>::wins_after(std::size_t depth, int cell, int moves, Mask<W>& carrier) {
    const State<W>& state = frame_at(depth).state;
    State<W>& next = frame_at(depth + 1).state;
    next = state;
    play_move(next, cell);
    return search_state(depth + 1, moves, carrier);
}

template <int W>
bool ShortestWinSearch<W>::search_attack(Frame& frame, std::size_t depth, int moves, Mask<W>& carrier) {
    const State<W>& state = frame.state;
    if (const Mask<W> win_cells = lone_cells(state.attacker_edges); win_cells.any()) {
        carrier = Mask<W>::single(win_cells.first());
        return true;
    }
    if (moves == 1) return false;
    const Mask<W> threat_cells = lone_cells(state.defender_edges);
    if (threat_cells.count() > 1) return false;
    if (moves == 2 && threat_cells.none()) {  // only two threats at once win
        for (std::size_t i = 0; i < state.attacker_edges.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (state.attacker_edges[i].meets(state.attacker_edges[j])) {
                    carrier = state.attacker_edges[i] | state.attacker_edges[j];
                    return true;
                }
        return false;
    }
    order_moves(state,
                threat_cells.any() ? threat_cells : cells_of(state.attacker_edges) | cells_of(state.defender_edges),
                frame.move_order);
    for (const int x : frame.move_order) {
        Mask<W> inside;
        if (!wins_after(depth, x, moves - 1, inside)) continue;
        carrier = inside;
        carrier.set(x);
        return true;
    }
    return false;
}

template <int W>
bool ShortestWinSearch<W>::search_defence(Frame& frame, std::size_t depth, int moves, Mask<W>& carrier) {
    const State<W>& state = frame.state;
    if (lone_cells(state.defender_edges).any()) return false;
    const Mask<W> threats = lone_cells(state.attacker_edges);
    if (threats.count() > 1) {
        carrier = threats;
        return true;
    }
    if (threats.any()) {
        if (!wins_after(depth, threats.first(), moves, carrier)) return false;
        carrier |= threats;
        return true;
    }
    frame_at(depth + 1).state = state;
    frame_at(depth + 1).state.attacker_moves = true;
    if (!search_state(depth + 1, moves, carrier)) return false;  // the defender holds by passing
    Mask<W> open = carrier;
    for (const Mask<W>& edge : state.defender_edges) open |= edge;
    order_moves(state, open, frame.move_order);
    for (std::size_t i = 0; i < frame.move_order.size(); ++i) {
        const int y = frame.move_order[i];
        if (!open.test(y)) continue;
        Mask<W> inside;
        if (!wins_after(depth, y, moves, inside)) return false;
        carrier |= inside;
        open.reset(y);
        Mask<W> idle_replies = open - inside;  // replies whose lines all go through y as well
        for (const Mask<W>& edge : state.defender_edges)
            if (!edge.test(y)) idle_replies -= edge;
        open -= idle_replies;
    }
    return true;
}

template class ShortestWinSearch<1>;
template class ShortestWinSearch<2>;
template class ShortestWinSearch<4>;
template class ShortestWinSearch<8>;

}  // namespace passatempo::mnk::proof
