// The rules of a proof file, one node after the other.
#include "proof/trace.hpp"

#include <algorithm>

namespace passatempo::mnk::proof {

namespace {

constexpr std::uint64_t weak_nodes = 200;   // for a hold that needs no lines of the defender, before one that does
constexpr std::uint64_t root_quota = 4096;  // nodes of the first attempt at the root

struct Unfinished {};  // the budget came first

template <int W>
Mask<W> lone(const Edges<W>& edges) {
    Mask<W> found;
    for (const Mask<W>& edge : edges)
        if (edge.count() == 1) found |= edge;
    return found;
}

// The open cells, those first whose lines of the attacker weigh most: where a mark ahead decides, it is that one, and
// the zone is that of the search.
template <int W>
std::vector<int> heaviest_first(const State<W>& state) {
    std::array<std::uint64_t, 64 * W> weights{};
    for (const Mask<W>& edge : state.a) edge.each([&](int x) { weights[x] += weight(edge.count()); });
    std::vector<int> found;
    (cells_of(state.a) | cells_of(state.b)).each([&](int x) { found.push_back(x); });
    std::stable_sort(found.begin(), found.end(), [&](int x, int y) { return weights[x] > weights[y]; });
    return found;
}

// The pairing rule on a state: edges through both cells are dropped, the others lose the two cells.
template <int W>
void take_out(State<W>& state, const Pair& pair) {
    const auto both = [&](const Mask<W>& edge) { return edge.test(pair.one) && edge.test(pair.other); };
    std::erase_if(state.a, both);
    shrink(state.a, pair.one);
    shrink(state.a, pair.other);
    strike(state.b, pair.one);
    strike(state.b, pair.other);
}

}  // namespace

template <int W>
Trace<W>::Trace(Search<W>& search, Budget& budget, const Lines& lines, bool symmetric)
    : search_(search),
      budget_(budget),
      lines_(lines),
      symmetric_(symmetric),
      reducer_(Reductions{.components = false}) {}

template <int W>
bool Trace<W>::write(const State<W>& state, bool wins) {
    try {
        if (!wins) hold_root(state);
        else if (state.attacking) win(state, 0);
        else answer(state, 0, "-");
    } catch (const Unfinished&) {
        return false;
    }
    return true;
}

// The weak game and the game itself in turn, until one of them shows it.
template <int W>
void Trace<W>::hold_root(const State<W>& state) {
    const State<W> weak{state.a, {}, state.attacking};
    for (std::uint64_t quota = root_quota; !state.b.empty(); quota *= 8) {
        check(true);
        const Verdict held = search_.solve(weak, quota).verdict;
        if (held == Verdict::held) {
            const Node node = hold(weak, 0);
            put("W " + node.name, node.cells);
            return;
        }
        if (held == Verdict::wins || search_.solve(state, quota / 16).verdict != Verdict::open) break;
    }
    hold(state, 0);
}

template <int W>
void Trace<W>::check(bool found) {
    if (!found || budget_.poll()) throw Unfinished{};
}

// As a hexadecimal number, bit i for cell i + 1.
template <int W>
std::string Trace<W>::cells(const Mask<W>& mask) const {
    static constexpr char digits[] = "0123456789abcdef";
    std::string text;
    std::vector<unsigned> fours;  // bits of each digit, the lowest digit first
    mask.each([&](int x) {
        const std::size_t at = lines_.outer(x);
        if (fours.size() <= at / 4) fours.resize(at / 4 + 1);
        fours[at / 4] |= 1U << at % 4;
    });
    for (const unsigned four : fours) text.push_back(digits[four]);
    std::reverse(text.begin(), text.end());
    return text.empty() ? "0" : text;
}

template <int W>
typename Trace<W>::Node Trace<W>::put(std::string text, const Mask<W>& cells, int moves) {
    nodes_.push_back(std::move(text));
    return {std::to_string(nodes_.size() - 1), cells, moves};
}

template <int W>
template <class Make>
typename Trace<W>::Node Trace<W>::known_or(Known_by_key& known, const State<W>& state, std::size_t ply, Make make) {
    auto name = symmetric_ ? search_.name_of(state, ply) : typename Search<W>::Name{state.key(), 0};
    const auto found = known.find(name.key);
    if (found == known.end()) {
        const Node node = make();
        known[name.key] = {node, name.symmetry};
        return node;
    }
    Node node = found->second.node;
    if (name.symmetry == found->second.symmetry) return node;
    // From this state to the node's: there by one symmetry, back by the other.
    const auto image = [&](int x) {
        return search_.back(search_.there(Mask<W>::of(x), name.symmetry), found->second.symmetry);
    };
    const int cells = lines_.cells();
    for (std::size_t s = 1; s <= search_.symmetries().size(); ++s) {
        bool same = true;
        for (int x = 0; same && x < cells; ++x) same = image(x) == search_.there(Mask<W>::of(x), s);
        if (!same) continue;
        node.name += "/" + std::to_string(s);
        break;
    }
    node.cells = search_.back(search_.there(node.cells, found->second.symmetry), name.symmetry);
    return node;
}

template <int W>
typename Trace<W>::Node Trace<W>::win(const State<W>& state, std::size_t ply) {
    return known_or(wins_, state, ply, [&] { return win_here(state, ply); });
}

template <int W>
typename Trace<W>::Node Trace<W>::win_here(const State<W>& state, std::size_t ply) {
    if (const Mask<W> now = lone(state.a); now.any()) return put(cell(now.first()), Mask<W>::of(now.first()), 1);
    const int move = winning_move(state, ply);
    State<W> next = state;
    play(next, move);
    Node node = answer(next, ply + 1, cell(move));
    ++node.moves;
    for (const Mask<W>& edge : state.a)
        if (edge.test(move) && (node.cells | Mask<W>::of(move)).contains(edge)) {
            node.cells.set(move);
            break;
        }
    return node;
}

// A free exchange is played at once, since the search of the state goes on behind it.
template <int W>
int Trace<W>::winning_move(const State<W>& state, std::size_t ply) {
    State<W> reduced = state;
    std::vector<Pair> noted;
    reducer_.reduce(reduced, &noted);
    for (const Pair& pair : noted)
        if (pair.exchanged) return pair.other;
    check(search_.solve(state, ~std::uint64_t{0}, ply).verdict == Verdict::wins);
    if (const std::vector<int> answers = search_.answers(); !answers.empty()) return answers.front();
    for (std::uint64_t quota = 1;; quota *= 8) {  // decided at a glance, or in a component
        check(true);
        int move = elsewhere;
        cells_of(state.a).each([&](int x) {
            if (move != elsewhere) return;
            State<W> next = state;
            play(next, x);
            if (search_.solve(std::move(next), quota, ply + 1).verdict == Verdict::wins) move = x;
        });
        if (move != elsewhere) return move;
    }
}

// The defender's replies: those looked at, and the rest by carriers.
template <int W>
typename Trace<W>::Node Trace<W>::answer(const State<W>& state, std::size_t ply, std::string text) {
    std::vector<Answered> answered;
    lone(state.a).each([&](int x) { answered.push_back({elsewhere, Mask<W>::of(x), 1}); });
    for (std::size_t i = 0; i < state.a.size(); ++i)
        for (std::size_t j = 0; j < i; ++j)
            if (state.a[i].count() == 2 && state.a[j].count() == 2 && state.a[i].meets(state.a[j]))
                answered.push_back({elsewhere, state.a[i] | state.a[j], 2});
    const auto covers = [&](const Answered& by, int y) {
        if (by.cells.test(y)) return false;
        for (const Mask<W>& edge : state.b)
            if (edge.test(y) && edge.count() <= by.moves && !(by.reply != elsewhere && edge.test(by.reply)))
                return false;
        return true;
    };
    std::vector<Answered> used;  // a glance counts only where it is needed
    const auto covered = [&](int y) {
        if (std::any_of(used.begin(), used.end(), [&](const Answered& by) { return by.reply == y || covers(by, y); }))
            return true;
        const auto by =
            std::find_if(answered.begin(), answered.end(), [&](const Answered& one) { return covers(one, y); });
        if (by == answered.end()) return false;
        used.push_back(*by);
        text += " !" + cells(by->cells);
        return true;
    };
    const auto reply = [&](int y) {
        if (covered(y)) return;
        State<W> next = state;
        play(next, y);
        const Node node = win(next, ply + 1);
        used.push_back({y, node.cells, node.moves});
        text += " " + cell(y) + ":" + node.name;
    };
    const Mask<W> open = cells_of(state.a) | cells_of(state.b);
    bool all = true;
    open.each([&](int y) { all = covered(y) && all; });
    if (!all) {
        check(search_.solve(state, ~std::uint64_t{0}, ply).verdict == Verdict::wins);
        for (const int y : search_.answers()) reply(y);
        open.each(reply);
    }
    Node node;
    for (const Answered& by : used) {
        node.cells |= by.cells;
        node.moves = std::max(node.moves, by.moves);
    }
    return put(std::move(text), node.cells, node.moves);
}

template <int W>
typename Trace<W>::Node Trace<W>::hold(const State<W>& state, std::size_t ply) {
    return known_or(holds_, state, ply, [&] { return hold_here(state, ply); });
}

template <int W>
typename Trace<W>::Node Trace<W>::hold_here(const State<W>& state, std::size_t ply) {
    if (state.attacking ? ahead_below(state.a) : potential(state.a) < whole) {
        const Mask<W> zone = state.attacking ? zone_ahead(state.a) : zone_below(state.a, whole);
        return put("E " + cells(zone), zone);
    }
    if (const Mask<W> own = lone(state.b); !state.attacking && own.any()) {
        Mask<W> zone = Mask<W>::of(own.first());
        fill(state.a, 1, zone);
        return put("L " + cell(own.first()) + " " + cells(zone), zone);
    }
    State<W> reduced = state;
    std::vector<Pair> noted;
    reducer_.reduce(reduced, &noted);
    if (!noted.empty()) return pairs(state, ply, noted);
    std::vector<Mask<W>> parts;
    Mask<W> rest;
    if (part_out(state, parts, rest)) return split(state, ply, parts, rest);
    Mask<W> zone;
    if (state.b.empty() && match_pairs(state.a, zone, &noted)) return pairs(state, ply, noted);
    if (const std::optional<Node> weak = hold_weakly(state, ply, weak_nodes)) return *weak;
    if (state.attacking && lone(state.b).any()) return all_moves(state, ply, {});
    check(search_.solve(state, ~std::uint64_t{0}, ply).verdict == Verdict::held);
    std::vector<int> answers = search_.answers();
    if (answers.empty())  // the weak game decided it
        if (const std::optional<Node> weak = hold_weakly(state, ply, ~std::uint64_t{0})) return *weak;
    if (state.attacking) return all_moves(state, ply, answers);
    for (std::uint64_t quota = 1; answers.empty(); quota *= 8) {  // decided at a glance
        check(true);
        for (const int x : heaviest_first(state)) {
            State<W> next = state;
            play(next, x);
            if (answers.empty() && search_.solve(std::move(next), quota, ply + 1).verdict == Verdict::held)
                answers = {x};
        }
    }
    State<W> next = state;
    play(next, answers.front());
    const Node node = hold(next, ply + 1);
    return put("H " + cell(answers.front()) + " " + node.name, node.cells | Mask<W>::of(answers.front()));
}

template <int W>
std::optional<typename Trace<W>::Node> Trace<W>::hold_weakly(const State<W>& state, std::size_t ply,
                                                             std::uint64_t nodes) {
    if (state.b.empty()) return std::nullopt;
    const State<W> weak{state.a, {}, state.attacking};
    if (search_.solve(weak, nodes, ply).verdict != Verdict::held) return std::nullopt;
    const Node node = hold(weak, ply);
    return put("W " + node.name, node.cells);
}

template <int W>
typename Trace<W>::Node Trace<W>::pairs(const State<W>& state, std::size_t ply, const std::vector<Pair>& noted) {
    State<W> rest = state;
    std::string text = "T";
    Mask<W> zone;
    for (const Pair& pair : noted) {
        take_out(rest, pair);
        zone.set(pair.one);
        zone.set(pair.other);
        text += " " + cell(pair.one) + " " + cell(pair.other);
    }
    const Node node = hold(rest, ply);
    return put(text + " " + node.name, node.cells | zone);
}

// Components that the defender holds by themselves; of the weak game with the attacker to move, all components.
template <int W>
bool Trace<W>::part_out(const State<W>& state, std::vector<Mask<W>>& parts, Mask<W>& rest) {
    const std::vector<Mask<W>> all = reducer_.components(state.a);
    if (all.size() == 1) return false;
    const Mask<W> other = cells_of(state.b);
    for (const Mask<W>& part : all) {
        Edges<W> inside;
        for (const Mask<W>& edge : state.a)
            if (edge.meets(part)) inside.push_back(edge);
        Mask<W> zone;
        const bool easy = ahead_below(inside) || match_pairs(inside, zone);
        if (!part.meets(other) && (easy || (state.attacking && state.b.empty()))) parts.push_back(part);
        else rest |= part;
    }
    return !parts.empty();
}

// The first part keeps whose turn it is and the defender's lines; in the others the attacker moves first.
template <int W>
typename Trace<W>::Node Trace<W>::split(const State<W>& state, std::size_t ply, const std::vector<Mask<W>>& parts,
                                        const Mask<W>& rest) {
    const auto inside = [&](const Mask<W>& part, bool first) {
        State<W> found{{}, first ? state.b : Edges<W>{}, first ? state.attacking : true};
        for (const Mask<W>& edge : state.a)
            if (edge.meets(part)) found.a.push_back(edge);
        return found;
    };
    std::string text = "S";
    Mask<W> zone;
    const auto add = [&](const Mask<W>& part, bool first) {
        const Node node = hold(inside(part, first), ply);
        zone |= node.cells;
        text += " " + cells(part) + ":" + node.name;
    };
    add(rest, true);
    for (const Mask<W>& part : parts) add(part, false);
    return put(text, zone);
}

// Every move of the attacker: those looked at, and the rest by zones. A threat of the defender leaves one move.
template <int W>
typename Trace<W>::Node Trace<W>::all_moves(const State<W>& state, std::size_t ply, const std::vector<int>& first) {
    Mask<W> zone, common = ~Mask<W>{}, listed;
    std::string text;
    const auto refute = [&](int x) {
        State<W> next = state;
        play(next, x);
        const Node node = hold(next, ply + 1);
        zone |= node.cells;
        common &= node.cells;
        listed.set(x);
        text += " " + cell(x) + ":" + node.name;
    };
    if (const Mask<W> forced = lone(state.b); forced.any()) {
        refute(forced.first());
        zone |= listed;
        const Mask<W> before = zone;
        fill(state.a, 2, zone);
        return put("M " + cells(zone - before) + text, zone);
    }
    for (const int x : first)
        if (common.test(x)) refute(x);
    Mask<W> open = (cells_of(state.a) | cells_of(state.b)) & common;
    for (open -= listed; open.any(); open = (open & common) - listed) refute(open.first());
    return put("M 0" + text, zone);
}

template class Trace<1>;
template class Trace<2>;
template class Trace<4>;
template class Trace<8>;

}  // namespace passatempo::mnk::proof
