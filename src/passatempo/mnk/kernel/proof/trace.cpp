// Writes a certificate by a depth-first traversal, with a proof-number search of each node [Nagai2002].
// 1. `write_hold_root` searches the weak game and the game itself in turn until one of them holds.
// 2. `find_or_write` reuses the node of an equal or symmetric state.
// 3. `write_win_node` writes a winning move, and `write_replies` an answer to every reply of the defender.
// 4. `write_hold_node` writes a hold by the first rule that applies, such as the potential [Erdos1973].
// 5. `write_moves` refutes the attacker's moves until zones cover the others.
#include "proof/trace.hpp"

#include <algorithm>

namespace passatempo::mnk::proof {

namespace {

constexpr std::uint64_t weak_nodes = 200;   // for a hold without the defender's lines, before one with them
constexpr std::uint64_t root_quota = 4096;  // nodes of the first attempt at the root

struct IncompleteProof {};  // the budget ended first

// The open cells, by decreasing weight of the attacker's lines. If `zone_after_mark` decided the state in the search,
// its mark comes first and yields the same zone.
template <int W>
std::vector<int> heaviest_first(const State<W>& state) {
    std::array<std::uint64_t, 64 * W> weights{};
    for (const Mask<W>& edge : state.attacker_edges)
        edge.for_each([&](int x) { weights[x] += edge_weight(edge.count()); });
    std::vector<int> open_cells;
    (cells_of(state.attacker_edges) | cells_of(state.defender_edges)).for_each([&](int x) { open_cells.push_back(x); });
    std::stable_sort(open_cells.begin(), open_cells.end(), [&](int x, int y) { return weights[x] > weights[y]; });
    return open_cells;
}

// Apply the pairing rule to a state: drop the edges with both cells, and take the two cells out of the others.
template <int W>
void apply_pair(State<W>& state, const CellPair& pair) {
    const auto contains_pair = [&](const Mask<W>& edge) {
        return edge.test(pair.first_cell) && edge.test(pair.second_cell);
    };
    std::erase_if(state.attacker_edges, contains_pair);
    shrink_edges(state.attacker_edges, pair.first_cell);
    shrink_edges(state.attacker_edges, pair.second_cell);
    strike_edges(state.defender_edges, pair.first_cell);
    strike_edges(state.defender_edges, pair.second_cell);
}

}  // namespace

template <int W>
CertificateWriter<W>::CertificateWriter(ProofSearch<W>& search, Budget& budget, const LineIndex& lines, bool symmetric)
    : search_(search),
      budget_(budget),
      lines_(lines),
      uses_symmetry_(symmetric),
      reducer_(Reductions{.components = false}) {}

template <int W>
bool CertificateWriter<W>::write_claim(const State<W>& state, bool wins) {
    try {
        if (!wins) write_hold_root(state);
        else if (state.attacker_moves) write_win(state, 0);
        else write_replies(state, 0, "-");
    } catch (const IncompleteProof&) {
        return false;
    }
    return true;
}

// Search the weak game and the game itself in turn, until one of them proves the hold.
template <int W>
void CertificateWriter<W>::write_hold_root(const State<W>& state) {
    const State<W> weak{state.attacker_edges, {}, state.attacker_moves};
    for (std::uint64_t quota = root_quota; !state.defender_edges.empty(); quota *= 8) {
        require_proof(true);
        const Verdict weak_verdict = search_.solve_state(weak, quota).verdict;
        if (weak_verdict == Verdict::held) {
            const Node node = write_hold(weak, 0);
            add_node("W " + node.name, node.proof_cells);
            return;
        }
        if (weak_verdict == Verdict::wins || search_.solve_state(state, quota / 16).verdict != Verdict::open) break;
    }
    write_hold(state, 0);
}

template <int W>
void CertificateWriter<W>::require_proof(bool is_proof) {
    if (!is_proof || budget_.poll()) throw IncompleteProof{};
}

// Format cells as a hexadecimal number, in which bit i is cell i + 1.
template <int W>
std::string CertificateWriter<W>::format_cells(const Mask<W>& mask) const {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    std::vector<unsigned> fours;  // bits of each digit, the lowest digit first
    mask.for_each([&](int x) {
        const std::size_t at = lines_.outer_cell(x);
        if (fours.size() <= at / 4) fours.resize(at / 4 + 1);
        fours[at / 4] |= 1U << at % 4;
    });
    for (const unsigned four : fours) text.push_back(digits[four]);
    std::reverse(text.begin(), text.end());
    return text.empty() ? "0" : text;
}

template <int W>
typename CertificateWriter<W>::Node CertificateWriter<W>::add_node(std::string text, const Mask<W>& cells, int moves) {
    node_lines_.push_back(std::move(text));
    return {std::to_string(node_lines_.size() - 1), cells, moves};
}

template <int W>
template <class Make>
typename CertificateWriter<W>::Node CertificateWriter<W>::find_or_write(NodeCache& node_cache, const State<W>& state,
                                                                        std::size_t ply, Make write_node) {
    auto name = uses_symmetry_ ? search_.canonical_key_of(state, ply)
                               : typename ProofSearch<W>::CanonicalKey{state.hash_key(), 0};
    const auto node_entry = node_cache.find(name.key);
    if (node_entry == node_cache.end()) {
        const Node node = write_node();
        node_cache[name.key] = {node, name.symmetry};
        return node;
    }
    Node node = node_entry->second.node;
    if (name.symmetry == node_entry->second.symmetry) return node;
    // Find the symmetry from this state to that of the node, by way of their canonical state.
    const auto image = [&](int x) {
        return search_.from_canonical(search_.to_canonical(Mask<W>::single(x), name.symmetry),
                                      node_entry->second.symmetry);
    };
    const int cells = lines_.cell_count();
    for (std::size_t s = 1; s <= search_.symmetries().size(); ++s) {
        bool is_same = true;
        for (int x = 0; is_same && x < cells; ++x) is_same = image(x) == search_.to_canonical(Mask<W>::single(x), s);
        if (!is_same) continue;
        node.name += "/" + std::to_string(s);
        break;
    }
    node.proof_cells =
        search_.from_canonical(search_.to_canonical(node.proof_cells, node_entry->second.symmetry), name.symmetry);
    return node;
}

template <int W>
typename CertificateWriter<W>::Node CertificateWriter<W>::write_win(const State<W>& state, std::size_t ply) {
    return find_or_write(win_nodes_, state, ply, [&] { return write_win_node(state, ply); });
}

template <int W>
typename CertificateWriter<W>::Node CertificateWriter<W>::write_win_node(const State<W>& state, std::size_t ply) {
    if (const Mask<W> win_cells = lone_cells(state.attacker_edges); win_cells.any())
        return add_node(format_cell(win_cells.first()), Mask<W>::single(win_cells.first()), 1);
    const int move = winning_move(state, ply);
    State<W> next = state;
    play_move(next, move);
    Node node = write_replies(next, ply + 1, format_cell(move));
    ++node.move_count;
    for (const Mask<W>& edge : state.attacker_edges)
        if (edge.test(move) && (node.proof_cells | Mask<W>::single(move)).contains(edge)) {
            node.proof_cells.set(move);
            break;
        }
    return node;
}

// Play a free exchange at once, because the search of the state begins after it.
template <int W>
int CertificateWriter<W>::winning_move(const State<W>& state, std::size_t ply) {
    State<W> rest_state = state;
    std::vector<CellPair> pair_log;
    reducer_.reduce_state(rest_state, &pair_log);
    for (const CellPair& pair : pair_log)
        if (pair.is_exchange) return pair.second_cell;
    require_proof(search_.solve_state(state, ~std::uint64_t{0}, ply).verdict == Verdict::wins);
    if (const std::vector<int> answers = search_.deciding_moves(); !answers.empty()) return answers.front();
    for (std::uint64_t quota = 1;; quota *= 8) {  // the state was decided at a glance, or in a component
        require_proof(true);
        int move = no_live_cell;
        cells_of(state.attacker_edges).for_each([&](int x) {
            if (move != no_live_cell) return;
            State<W> next = state;
            play_move(next, x);
            if (search_.solve_state(std::move(next), quota, ply + 1).verdict == Verdict::wins) move = x;
        });
        if (move != no_live_cell) return move;
    }
}

// Write answers to the replies that the search tried, and cover the others by carriers.
template <int W>
typename CertificateWriter<W>::Node CertificateWriter<W>::write_replies(const State<W>& state, std::size_t ply,
                                                                        std::string text) {
    std::vector<Refutation> glance_wins;
    lone_cells(state.attacker_edges).for_each([&](int x) {
        glance_wins.push_back({no_live_cell, Mask<W>::single(x), 1});
    });
    for (std::size_t i = 0; i < state.attacker_edges.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (state.attacker_edges[i].count() == 2 && state.attacker_edges[j].count() == 2 &&
                state.attacker_edges[i].meets(state.attacker_edges[j]))
                glance_wins.push_back({no_live_cell, state.attacker_edges[i] | state.attacker_edges[j], 2});
    const auto covers = [&](const Refutation& by, int y) {
        if (by.win_cells.test(y)) return false;
        for (const Mask<W>& edge : state.defender_edges)
            if (edge.test(y) && edge.count() <= by.move_count &&
                !(by.reply_cell != no_live_cell && edge.test(by.reply_cell)))
                return false;
        return true;
    };
    std::vector<Refutation> used;  // a win at a glance is written only if it is needed
    const auto is_covered = [&](int y) {
        if (std::any_of(used.begin(), used.end(),
                        [&](const Refutation& by) { return by.reply_cell == y || covers(by, y); }))
            return true;
        const auto by = std::find_if(glance_wins.begin(), glance_wins.end(),
                                     [&](const Refutation& refutation) { return covers(refutation, y); });
        if (by == glance_wins.end()) return false;
        used.push_back(*by);
        text += " !" + format_cells(by->win_cells);
        return true;
    };
    const auto reply = [&](int y) {
        if (is_covered(y)) return;
        State<W> next = state;
        play_move(next, y);
        const Node node = write_win(next, ply + 1);
        used.push_back({y, node.proof_cells, node.move_count});
        text += " " + format_cell(y) + ":" + node.name;
    };
    const Mask<W> open = cells_of(state.attacker_edges) | cells_of(state.defender_edges);
    bool all = true;
    open.for_each([&](int y) { all = is_covered(y) && all; });
    if (!all) {
        require_proof(search_.solve_state(state, ~std::uint64_t{0}, ply).verdict == Verdict::wins);
        for (const int y : search_.deciding_moves()) reply(y);
        open.for_each(reply);
    }
    Node node;
    for (const Refutation& by : used) {
        node.proof_cells |= by.win_cells;
        node.move_count = std::max(node.move_count, by.move_count);
    }
    return add_node(std::move(text), node.proof_cells, node.move_count);
}

template <int W>
typename CertificateWriter<W>::Node CertificateWriter<W>::write_hold(const State<W>& state, std::size_t ply) {
    return find_or_write(hold_nodes_, state, ply, [&] { return write_hold_node(state, ply); });
}

template <int W>
typename CertificateWriter<W>::Node CertificateWriter<W>::write_hold_node(const State<W>& state, std::size_t ply) {
    if (state.attacker_moves ? holds_by_potential(state.attacker_edges)
                             : potential_sum(state.attacker_edges) < full_weight) {
        const Mask<W> zone =
            state.attacker_moves ? attack_zone(state.attacker_edges) : zone_below(state.attacker_edges, full_weight);
        return add_node("E " + format_cells(zone), zone);
    }
    if (const Mask<W> win_cells = lone_cells(state.defender_edges); !state.attacker_moves && win_cells.any()) {
        Mask<W> zone = Mask<W>::single(win_cells.first());
        fill_zone(state.attacker_edges, 1, zone);
        return add_node("L " + format_cell(win_cells.first()) + " " + format_cells(zone), zone);
    }
    State<W> rest_state = state;
    std::vector<CellPair> pair_log;
    reducer_.reduce_state(rest_state, &pair_log);
    if (!pair_log.empty()) return write_pairs(state, ply, pair_log);
    std::vector<Mask<W>> parts;
    Mask<W> rest;
    if (split_components(state, parts, rest)) return write_split(state, ply, parts, rest);
    Mask<W> zone;
    if (state.defender_edges.empty() && match_pairs(state.attacker_edges, zone, &pair_log))
        return write_pairs(state, ply, pair_log);
    if (const std::optional<Node> weak = write_weak_hold(state, ply, weak_nodes)) return *weak;
    if (state.attacker_moves && lone_cells(state.defender_edges).any()) return write_moves(state, ply, {});
    require_proof(search_.solve_state(state, ~std::uint64_t{0}, ply).verdict == Verdict::held);
    std::vector<int> answers = search_.deciding_moves();
    if (answers.empty())  // the weak game decided it
        if (const std::optional<Node> weak = write_weak_hold(state, ply, ~std::uint64_t{0})) return *weak;
    if (state.attacker_moves) return write_moves(state, ply, answers);
    for (std::uint64_t quota = 1; answers.empty(); quota *= 8) {  // the state was decided at a glance
        require_proof(true);
        for (const int x : heaviest_first(state)) {
            State<W> next = state;
            play_move(next, x);
            if (answers.empty() && search_.solve_state(std::move(next), quota, ply + 1).verdict == Verdict::held)
                answers = {x};
        }
    }
    State<W> next = state;
    play_move(next, answers.front());
    const Node node = write_hold(next, ply + 1);
    return add_node("H " + format_cell(answers.front()) + " " + node.name,
                    node.proof_cells | Mask<W>::single(answers.front()));
}

template <int W>
std::optional<typename CertificateWriter<W>::Node> CertificateWriter<W>::write_weak_hold(const State<W>& state,
                                                                                         std::size_t ply,
                                                                                         std::uint64_t nodes) {
    if (state.defender_edges.empty()) return std::nullopt;
    const State<W> weak{state.attacker_edges, {}, state.attacker_moves};
    if (search_.solve_state(weak, nodes, ply).verdict != Verdict::held) return std::nullopt;
    const Node node = write_hold(weak, ply);
    return add_node("W " + node.name, node.proof_cells);
}

template <int W>
typename CertificateWriter<W>::Node CertificateWriter<W>::write_pairs(const State<W>& state, std::size_t ply,
                                                                      const std::vector<CellPair>& pair_log) {
    State<W> rest = state;
    std::string text = "T";
    Mask<W> zone;
    for (const CellPair& pair : pair_log) {
        apply_pair(rest, pair);
        zone.set(pair.first_cell);
        zone.set(pair.second_cell);
        text += " " + format_cell(pair.first_cell) + " " + format_cell(pair.second_cell);
    }
    const Node node = write_hold(rest, ply);
    return add_node(text + " " + node.name, node.proof_cells | zone);
}

// Find the components that the defender holds by themselves: all of them in the weak game with the attacker to move.
template <int W>
bool CertificateWriter<W>::split_components(const State<W>& state, std::vector<Mask<W>>& parts, Mask<W>& rest) {
    const std::vector<Mask<W>> all = reducer_.components(state.attacker_edges);
    if (all.size() == 1) return false;
    const Mask<W> other = cells_of(state.defender_edges);
    for (const Mask<W>& part : all) {
        Edges<W> inside;
        for (const Mask<W>& edge : state.attacker_edges)
            if (edge.meets(part)) inside.push_back(edge);
        Mask<W> zone;
        const bool easy = holds_by_potential(inside) || match_pairs(inside, zone);
        if (!part.meets(other) && (easy || (state.attacker_moves && state.defender_edges.empty())))
            parts.push_back(part);
        else rest |= part;
    }
    return !parts.empty();
}

// The first part keeps the side to move and the defender's lines. In the others the attacker moves first.
template <int W>
typename CertificateWriter<W>::Node CertificateWriter<W>::write_split(const State<W>& state, std::size_t ply,
                                                                      const std::vector<Mask<W>>& parts,
                                                                      const Mask<W>& rest) {
    const auto inside = [&](const Mask<W>& part, bool first) {
        State<W> part_state{{}, first ? state.defender_edges : Edges<W>{}, first ? state.attacker_moves : true};
        for (const Mask<W>& edge : state.attacker_edges)
            if (edge.meets(part)) part_state.attacker_edges.push_back(edge);
        return part_state;
    };
    std::string text = "S";
    Mask<W> zone;
    const auto add = [&](const Mask<W>& part, bool first) {
        const Node node = write_hold(inside(part, first), ply);
        zone |= node.proof_cells;
        text += " " + format_cells(part) + ":" + node.name;
    };
    add(rest, true);
    for (const Mask<W>& part : parts) add(part, false);
    return add_node(text, zone);
}

// Refute the moves that the search tried, and cover the others by zones. A threat of the defender leaves one move.
template <int W>
typename CertificateWriter<W>::Node CertificateWriter<W>::write_moves(const State<W>& state, std::size_t ply,
                                                                      const std::vector<int>& first) {
    Mask<W> zone, common = ~Mask<W>{}, move_cells;
    std::string text;
    const auto refute = [&](int x) {
        State<W> next = state;
        play_move(next, x);
        const Node node = write_hold(next, ply + 1);
        zone |= node.proof_cells;
        common &= node.proof_cells;
        move_cells.set(x);
        text += " " + format_cell(x) + ":" + node.name;
    };
    if (const Mask<W> threat_cells = lone_cells(state.defender_edges); threat_cells.any()) {
        refute(threat_cells.first());
        zone |= move_cells;
        const Mask<W> before = zone;
        fill_zone(state.attacker_edges, 2, zone);
        return add_node("M " + format_cells(zone - before) + text, zone);
    }
    for (const int x : first)
        if (common.test(x)) refute(x);
    Mask<W> open = (cells_of(state.attacker_edges) | cells_of(state.defender_edges)) & common;
    for (open -= move_cells; open.any(); open = (open & common) - move_cells) refute(open.first());
    return add_node("M 0" + text, zone);
}

template class CertificateWriter<1>;
template class CertificateWriter<2>;
template class CertificateWriter<4>;
template class CertificateWriter<8>;

}  // namespace passatempo::mnk::proof
