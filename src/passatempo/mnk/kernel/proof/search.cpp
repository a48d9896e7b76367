// Decides who wins a state by depth-first proof-number search, on one or more threads with a shared table.
// 1. `probe_weak_game` tests before a node is searched whether the defender holds without his own lines.
// 2. `expand_node` lists the moves with their first numbers, and `evaluate_child` refines these.
// 3. `select_child` picks the most-proving child, with virtual loss for those of other threads [Kaneko2010].
// 4. `search_child` searches this child within its thresholds [Nagai2002].
// 5. `sum_numbers` computes the weak proof numbers of a node [Ueda2008].
// 6. `conclude_node` computes the carrier or the zone of a decided node.
// Twin: tests/mnk/proof/reference.py
#include "proof/search.hpp"

#include <algorithm>

namespace passatempo::mnk::proof {

namespace {

constexpr std::uint32_t probe_bound = 64;  // both thresholds of a probe of the weak game
// For the first disproof number of a state with the attacker to move. Measured best for long draws, weak and strong.
constexpr std::size_t first_looks = 6;  // moves of the defender evaluated at once; others when they look best
constexpr double guess_factor = 0.8;    // a guess ignores what reductions remove
constexpr double weak_factor = 1.0, strong_factor = 4.0;

std::uint32_t clamp_number(double number) {
    if (number < 1) return 1;
    return number > 1e6 ? 1000000U : static_cast<std::uint32_t>(number);
}

constexpr std::size_t symmetric_plies = 6;  // deeper, symmetric states are rare and the key costs more
constexpr int widest_symmetric = 2;         // words; on larger boards, canonical keys would cost more than the moves

// All lines of up to five of the first cells have different hashes, also on different sides.
consteval bool sides_differ() {
    std::array<std::uint64_t, 1 << 13> hash_table{};  // open addressing, because compilers limit the steps
    for (std::uint64_t line = 1; line < 1 << 12; ++line) {
        if (count_ones(line) > 5) continue;
        for (const std::uint64_t side : {attackers, defenders}) {
            const std::uint64_t hash = Mask<1>{{line}}.hash(side);
            std::size_t at = hash % hash_table.size();
            for (; hash_table[at] != 0; at = (at + 1) % hash_table.size())
                if (hash_table[at] == hash) return false;
            hash_table[at] = hash;
        }
    }
    return true;
}
static_assert(sides_differ());

// Mix the combined hash of a line's cells, so that sums over lines distinguish the lines.
std::uint64_t stir_bits(std::uint64_t x) {
    x = (x ^ x >> 32) * 0x9e3779b97f4a7c15U;
    return x ^ x >> 29;
}

template <int W>
Mask<W> image_of(const Mask<W>& cells, const std::vector<int>& images) {
    Mask<W> image_cells;
    cells.for_each([&](int x) { image_cells.set(images[x]); });
    return image_cells;
}

}  // namespace

template <int W>
typename ProofSearch<W>::Frame& ProofSearch<W>::frame_at(std::size_t depth) {
    while (frames_.size() <= depth) frames_.emplace_back();
    return frames_[depth];
}

template <int W>
Decision<W> ProofSearch<W>::solve_state(State<W> state, std::uint64_t nodes, std::size_t ply) {
    root_ply_ = ply;
    const std::uint64_t nodes_before = node_counts_.node_count + node_counts_.probe_count;
    effort_limit_ = nodes > ~nodes_before ? ~std::uint64_t{0} : nodes_before + nodes;
    is_strong_ = !state.defender_edges.empty();
    frame_at(0).children.clear();
    const Reduction<W> reduction = reducer_.reduce_state(state);
    ResidualState<W> outlook;
    Decision<W> root_decision = reducer_.judge_state(state, outlook);
    if (root_decision.verdict == Verdict::open && !is_stopped()) {
        const CanonicalKey name = canonical_key_of(state, root_ply_);
        frame_at(0).state = std::move(state);
        root_decision = search_node(0, name, infinite, infinite, true).decision;
    }
    reduction.add_to(root_decision);
    return root_decision;
}

template <int W>
std::vector<int> ProofSearch<W>::deciding_moves() const {
    std::vector<int> moves;
    if (frames_.empty()) return moves;
    for (const Child& child : frames_[0].children) {
        if (child.is_pruned || child.move == component_move || child.decision.verdict == Verdict::open) continue;
        if ((child.decision.verdict == Verdict::wins) == frames_[0].state.attacker_moves) return {child.move};
        moves.push_back(child.move);
    }
    return moves;
}

// Before a strong node is searched, test whether the defender holds without his own lines. Then he also holds with
// them, since they only give him more options, and the zone stays valid.
template <int W>
std::optional<Decision<W>> ProofSearch<W>::probe_weak_game(std::size_t depth) {
    Frame& above = frame_at(depth);
    Frame& frame = frame_at(depth + 1);
    frame.state.attacker_edges = above.state.attacker_edges;
    frame.state.defender_edges.clear();
    frame.state.attacker_moves = above.state.attacker_moves;
    const Reduction<W> reduction = reducer_.reduce_state(frame.state);
    Decision<W> weak_decision = reducer_.judge_state(frame.state, frame.residual_state);
    if (weak_decision.verdict == Verdict::open) {
        const CanonicalKey name = canonical_key_of(frame.state, root_ply_ + depth + 1);
        is_probe_ = true;
        weak_decision = search_node(depth + 1, name, probe_bound, probe_bound, false).decision;
        is_probe_ = false;
    }
    reduction.add_to(weak_decision);
    if (weak_decision.verdict != Verdict::held) return std::nullopt;
    return weak_decision;
}

template <int W>
typename ProofSearch<W>::ProofNumbers ProofSearch<W>::search_node(std::size_t depth, const CanonicalKey& name,
                                                                  std::uint32_t proof_threshold,
                                                                  std::uint32_t disproof_threshold, bool first_visit) {
    Frame& frame = frame_at(depth);
    ++(is_probe_ ? node_counts_.probe_count : node_counts_.node_count);
    budget_.spend();
    budget_.poll();
    const VirtualLoss busy(pool_, name.key);
    if (watch_ != nullptr) watch_->report_progress([&] { return progress(); });
    if (checkpoint_ != nullptr && checkpoint_->is_due()) save_checkpoint();
    ProofNumbers node_numbers;
    std::optional<Decision<W>> probe_decision;
    if (first_visit && reductions_.probes && !is_probe_ && !frame.state.defender_edges.empty())
        probe_decision = probe_weak_game(depth);
    if (probe_decision) {
        node_numbers = {infinite, 0, 1, *probe_decision};
    } else {
        std::uint32_t size = 1;
        expand_node(frame, depth);
        node_numbers = sum_numbers(frame);
        while (node_numbers.proof != 0 && node_numbers.disproof != 0 && node_numbers.proof < proof_threshold &&
               node_numbers.disproof < disproof_threshold && !is_stopped()) {
            if (depth == 0) {
                root_proof_ = node_numbers.proof;
                root_disproof_ = node_numbers.disproof;
            }
            size += search_child(frame, depth, proof_threshold, disproof_threshold);
            node_numbers = sum_numbers(frame);
        }
        node_numbers.tree_size = size;
    }
    table_->store_entry(
        {name.key, node_numbers.proof, node_numbers.disproof, node_numbers.tree_size, node_numbers.decision.move_count,
         to_canonical(node_numbers.decision.proof_cells, name.symmetry)},
        budget_);
    return node_numbers;
}

// The most-proving child, the number of the second-best child, and how many children are open.
template <int W>
typename ProofSearch<W>::MostProvingChild ProofSearch<W>::select_child(Frame& frame) const {
    const bool attacking = frame.state.attacker_moves;
    const auto merit = [&](const Child& child) {
        const std::uint32_t number = attacking ? child.proof : child.disproof;
        return pool_ != nullptr && pool_->is_visited(child.canonical_key.key) ? number + number / 2 + 4 : number;
    };
    MostProvingChild proving_child;
    for (Child& child : frame.children) {
        if (child.is_pruned || child.decision.verdict != Verdict::open) continue;
        ++proving_child.open_count;
        if (proving_child.best_child == nullptr || merit(child) < merit(*proving_child.best_child)) {
            if (proving_child.best_child != nullptr) proving_child.second_number = merit(*proving_child.best_child);
            proving_child.best_child = &child;
        } else {
            proving_child.second_number = std::min(proving_child.second_number, merit(child));
        }
    }
    assert(proving_child.best_child != nullptr);
    return proving_child;
}

// Search the most-proving child until another is a quarter better. Return the number of nodes searched.
template <int W>
std::uint32_t ProofSearch<W>::search_child(Frame& frame, std::size_t depth, std::uint32_t proof_threshold,
                                           std::uint32_t disproof_threshold) {
    const bool attacking = frame.state.attacker_moves;
    if (pool_ != nullptr && refresh_children(frame)) return 0;
    const MostProvingChild proving_child = select_child(frame);
    Child& best = *proving_child.best_child;
    if (!best.is_visited) {
        evaluate_child(frame, best, depth);
        if (best.decision.verdict != Verdict::open) settle_child(frame, best);
        return 0;
    }
    const std::uint32_t second = proving_child.second_number;
    const std::uint32_t reach = second >= infinite ? infinite : second + second / 4 + 1;
    const std::uint32_t number = attacking ? best.proof : best.disproof;
    std::uint32_t bound = attacking ? std::min(proof_threshold, reach) : std::min(disproof_threshold, reach);
    if (number >= bound) bound = number + number / 4 + 1;  // other threads are in all children that look better
    const std::uint32_t other = (attacking ? disproof_threshold : proof_threshold) - (proving_child.open_count - 1);
    Frame& below = frame_at(depth + 1);
    make_child(frame, best, below.state);
    reducer_.reduce_state(below.state);
    const ProofNumbers deeper = search_node(depth + 1, best.canonical_key, attacking ? bound : other,
                                            attacking ? other : bound, best.tree_size == 0);
    best.proof = deeper.proof;
    best.disproof = deeper.disproof;
    best.tree_size += deeper.tree_size;
    best.decision = deeper.decision;
    if (best.decision.verdict != Verdict::open) {
        best.reduction.add_to(best.decision);
        settle_child(frame, best);
    }
    return deeper.tree_size;
}

template <int W>
void ProofSearch<W>::make_child(const Frame& frame, const Child& child, State<W>& next) const {
    next = frame.state;
    if (child.move != component_move) play_move(next, child.move);
    else std::erase_if(next.attacker_edges, [&](const Mask<W>& edge) { return !edge.meets(child.component_cells); });
}

template <int W>
void ProofSearch<W>::expand_node(Frame& frame, std::size_t depth) {
    const State<W>& state = frame.state;
    frame.children.clear();
    frame.cell_union = {};
    frame.reply_cells = {};
    frame.common_cells = ~Mask<W>{};
    frame.longest_win = 0;
    reducer_.index_state(frame.state);  // it is already reduced
    const Decision<W> node_decision = reducer_.judge_state(state, frame.residual_state);
    assert(node_decision.verdict == Verdict::open);
    static_cast<void>(node_decision);
    reducer_.prune_replies(frame.residual_state);
    // The attacker wins a weak game of several components if and only if he wins one of them moving first.
    if (reductions_.components && state.attacker_moves && state.defender_edges.empty()) {
        const std::vector<Mask<W>>& parts = reducer_.components(state.attacker_edges);
        if (parts.size() > 1)
            for (const Mask<W>& part : parts) frame.children.emplace_back().component_cells = part;
    }
    if (frame.children.empty()) {
        std::array<std::uint64_t, 64 * W> potentials{};
        for (const Edges<W>* edges : {&state.attacker_edges, &state.defender_edges})
            for (const Mask<W>& edge : *edges)
                edge.for_each([&](int x) { potentials[x] += edge_weight(edge.count()); });
        frame.reply_cells = frame.residual_state.reply_cells;
        frame.reply_cells.for_each([&](int x) {
            Child& child = frame.children.emplace_back();
            child.move = x;
            child.order_weight = potentials[x];
            guess_disproof(frame, child);
        });
        std::stable_sort(frame.children.begin(), frame.children.end(),
                         [](const Child& left_child, const Child& right_child) {
                             return left_child.order_weight > right_child.order_weight;
                         });
    }
    std::size_t looks = state.attacker_moves ? frame.children.size() : first_looks;
    for (Child& child : frame.children) {
        if (child.is_pruned) continue;
        if (looks-- == 0) return;
        if (W > 1 && budget_.poll()) return;  // a large board has hundreds of moves
        evaluate_child(frame, child, depth);
        if (child.decision.verdict == Verdict::open) continue;
        settle_child(frame, child);
        if ((child.decision.verdict == Verdict::wins) == state.attacker_moves) return;  // decides the node
    }
}

// Guess the disproof number of a defender's move before it is evaluated, since only a few of many ever are.
template <int W>
void ProofSearch<W>::guess_disproof(const Frame& frame, Child& child) const {
    if (frame.state.attacker_moves) return;
    const double replies = frame.reply_cells.count();
    const double sum = (frame.residual_state.potential - std::min(frame.residual_state.potential, child.order_weight)) /
                       (1.0 * full_weight);
    child.disproof = clamp_number(guess_factor * (is_strong_ ? strong_factor : weak_factor) * replies * sum);
}

// Copy the numbers of the table to a child.
template <int W>
void ProofSearch<W>::use_table_hit(Child& child, const ProofEntry<W>& table_hit) const {
    child.proof = table_hit.proof;
    child.disproof = table_hit.disproof;
    child.tree_size = table_hit.tree_size;
    if (table_hit.proof == 0) child.decision.verdict = Verdict::wins;
    if (table_hit.disproof == 0) child.decision.verdict = Verdict::held;
    child.decision.move_count = table_hit.move_count;
    child.decision.proof_cells = from_canonical(table_hit.proof_cells, child.canonical_key.symmetry);
}

// Reduce and judge a child and look it up in the table, before it is searched.
template <int W>
void ProofSearch<W>::evaluate_child(Frame& frame, Child& child, std::size_t depth) {
    child.is_visited = true;
    make_child(frame, child, frame.next_state);
    child.reduction = reducer_.reduce_state(frame.next_state);
    ResidualState<W> outlook;
    child.decision = reducer_.judge_state(frame.next_state, outlook);
    if (child.decision.verdict == Verdict::open) {
        child.canonical_key = canonical_key_of(frame.next_state, root_ply_ + depth + 1);
        if (const std::optional<ProofEntry<W>> table_hit = table_->find_entry(child.canonical_key.key)) {
            use_table_hit(child, *table_hit);
        } else {
            reducer_.prune_replies(outlook);
            set_numbers(child, frame.next_state, outlook);
        }
    }
    child.reduction.add_to(child.decision);
}

template <int W>
void ProofSearch<W>::set_numbers(Child& child, const State<W>& next, const ResidualState<W>& outlook) const {
    const double replies = outlook.reply_cells.count();
    const double sum = outlook.potential / (1.0 * full_weight);
    child.proof = next.attacker_moves ? 1 : clamp_number(replies);
    child.disproof =
        clamp_number(next.attacker_moves ? (is_strong_ ? strong_factor : weak_factor) * replies * sum : sum);
}

// A child that does not decide its node may also settle other children.
//
// Attacker to move, x refuted with zone Z: the same zone refutes every x' outside Z, since after either mark the same
// lines are left inside Z. Defender to move, y refuted by a win in r moves with carrier C: every y' outside C is
// refuted too, if each line of the defender through y' also goes through y (then swap y and y') or has more than r
// empty cells (then it comes too late).
template <int W>
bool ProofSearch<W>::is_covered_by(const Frame& frame, const Child& by, const Child& child) const {
    if (!reductions_.zones || by.move == component_move || by.decision.proof_cells.test(child.move)) return false;
    if (frame.state.attacker_moves) return true;
    for (const Mask<W>& edge : frame.state.defender_edges)
        if (edge.test(child.move) && !edge.test(by.move) && edge.count() <= by.decision.move_count) return false;
    return true;
}

template <int W>
void ProofSearch<W>::settle_child(Frame& frame, Child& child) {
    if ((child.decision.verdict == Verdict::wins) == frame.state.attacker_moves) return;
    frame.cell_union |= child.decision.proof_cells;
    frame.common_cells &= child.decision.proof_cells;
    frame.longest_win = std::max(frame.longest_win, child.decision.move_count);
    for (Child& other : frame.children)
        if (!other.is_pruned && other.decision.verdict == Verdict::open && is_covered_by(frame, child, other))
            other.is_pruned = true;
}

// Weak proof numbers (Ueda et al. 2008): the largest of the children's numbers, plus one for each other child. Their
// sum would count a common descendant many times.
template <int W>
typename ProofSearch<W>::ProofNumbers ProofSearch<W>::sum_numbers(Frame& frame) {
    const bool attacking = frame.state.attacker_moves;
    std::uint32_t min_number = infinite, greatest = 0, open = 0;
    for (const Child& child : frame.children) {
        if (child.is_pruned) continue;
        if (child.decision.verdict != Verdict::open) {
            if ((child.decision.verdict == Verdict::wins) != attacking) continue;
            ProofNumbers node_numbers{attacking ? 0 : infinite, attacking ? infinite : 0, 1,
                                      conclude_node(frame, attacking)};
            return node_numbers;
        }
        ++open;
        min_number = std::min(min_number, attacking ? child.proof : child.disproof);
        greatest = std::max(greatest, attacking ? child.disproof : child.proof);
    }
    if (open == 0) return {attacking ? infinite : 0, attacking ? 0 : infinite, 1, conclude_node(frame, !attacking)};
    const std::uint32_t all = std::min(greatest + open - 1, infinite - 1);
    return {attacking ? min_number : all, attacking ? all : min_number, 1, {}};
}

template <int W>
Decision<W> ProofSearch<W>::conclude_node(Frame& frame, bool wins) {
    const State<W>& state = frame.state;
    Decision<W> node_decision{wins ? Verdict::wins : Verdict::held, 0, {}};
    if (wins == state.attacker_moves) {
        const auto decides = [&](const Child& child) {
            return !child.is_pruned && child.decision.verdict == node_decision.verdict;
        };
        const Child& child = *std::find_if(frame.children.begin(), frame.children.end(), decides);
        node_decision.proof_cells = child.decision.proof_cells;
        node_decision.move_count = child.decision.move_count;
        if (child.move == component_move) return node_decision;
        if (!wins) {
            node_decision.proof_cells.set(child.move);
            return node_decision;
        }
        ++node_decision.move_count;
        for (const Mask<W>& edge : state.attacker_edges)  // else the win needs no line through the move
            if (edge.test(child.move) && (node_decision.proof_cells | Mask<W>::single(child.move)).contains(edge)) {
                node_decision.proof_cells.set(child.move);
                break;
            }
        return node_decision;
    }
    node_decision.proof_cells = frame.cell_union;
    if (wins) {
        node_decision.proof_cells |= frame.residual_state.threat_cells;
        node_decision.move_count = std::max(frame.longest_win, frame.residual_state.threat_cells.any() ? 2 : 0);
        return node_decision;
    }
    if (frame.children.front().move == component_move) return node_decision;
    reducer_.add_dominators(state, frame.reply_cells, frame.common_cells, node_decision.proof_cells);
    for (const Mask<W>& edge : state.defender_edges)
        if (edge.has_count(1)) {  // the threat is part of the zone, and ignoring it must not win
            node_decision.proof_cells |= edge;
            fill_zone(state.attacker_edges, 2, node_decision.proof_cells);
        }
    return node_decision;
}

template <int W>
ProofSearch<W>::ProofSearch(Budget& budget, std::size_t memory, Symmetries symmetries, const Reductions& reductions)
    : budget_(budget), reductions_(reductions), reducer_(reductions), table_(std::make_shared<ProofTable<W>>(memory)) {
    if constexpr (W <= widest_symmetric) symmetries_ = std::move(symmetries);
    for (const std::vector<int>& image : symmetries_) {
        std::vector<int> inverse(image.size());
        for (std::size_t x = 0; x < image.size(); ++x) inverse[image[x]] = x;
        inverses_.push_back(std::move(inverse));
    }
    for (int x = 0; x < 64 * W; ++x) {
        cell_keys_[x].fill(hash_word(x + 1));
        for (std::size_t s = 0; s < symmetries_.size(); ++s)
            if (x < std::ssize(symmetries_[s])) cell_keys_[x][s + 1] = hash_word(symmetries_[s][x] + 1);
    }
}

// Symmetry 0 is the identity, and symmetry s is symmetries_[s - 1].
template <int W>
Mask<W> ProofSearch<W>::to_canonical(const Mask<W>& cells, std::size_t symmetry) const {
    return symmetry == 0 ? cells : image_of(cells, symmetries_[symmetry - 1]);
}

template <int W>
Mask<W> ProofSearch<W>::from_canonical(const Mask<W>& cells, std::size_t symmetry) const {
    return symmetry == 0 ? cells : image_of(cells, inverses_[symmetry - 1]);
}

// The least key among the images of the state. An image has the same value, whatever the marks were. All keys are
// computed at once, because `cell_keys_` stores the images of a cell side by side. Without symmetries, this is the hash
// key of the state.
template <int W>
typename ProofSearch<W>::CanonicalKey ProofSearch<W>::canonical_key_of(const State<W>& state, std::size_t ply) const {
    if (!reductions_.symmetry || symmetries_.empty() || ply >= symmetric_plies) return {state.hash_key(), 0};
    const std::size_t images = symmetries_.size() + 1;
    std::array<std::uint64_t, image_limit> keys;
    keys.fill(state.attacker_moves ? 0x5851f42d4c957f2dU : 0);
    const auto add = [&](const Edges<W>& edges, std::uint64_t side) {
        for (const Mask<W>& edge : edges) {
            std::array<std::uint64_t, image_limit> sums;
            sums.fill(side);
            edge.for_each([&](int x) {
                for (std::size_t s = 0; s < image_limit; ++s) sums[s] ^= cell_keys_[x][s];
            });
            for (std::size_t s = 0; s < images; ++s) keys[s] += stir_bits(sums[s]);
        }
    };
    add(state.attacker_edges, 1);
    add(state.defender_edges, 2);
    CanonicalKey name{keys[0], 0};
    for (std::size_t s = 1; s < images; ++s)
        if (keys[s] < name.key) name = {keys[s], s};
    return name;
}

// In a browser, a module has only one thread.
#if defined(__wasm__)
template <int W>
Decision<W> ProofSearch<W>::solve_in_parallel(const State<W>& state, std::uint64_t nodes, std::size_t ply, int) {
    return solve_state(state, nodes, ply);
}
#else
template <int W>
Decision<W> ProofSearch<W>::solve_in_parallel(const State<W>& state, std::uint64_t nodes, std::size_t ply,
                                              int threads) {
    WorkerPool worker_pool;
    std::deque<Budget> budgets;
    std::deque<ProofSearch<W>> helper_searches;
    for (int i = 1; i < threads; ++i) {
        budgets.push_back(budget_.share(nodes));
        ProofSearch<W>& helper_search = helper_searches.emplace_back(budgets.back(), 0, symmetries_, reductions_);
        helper_search.table_ = table_;
        helper_search.pool_ = &worker_pool;
        helper_search.is_helper_ = true;
    }
    std::vector<std::thread> running;
    for (ProofSearch<W>& helper_search : helper_searches)
        running.emplace_back([&helper_search, &state, nodes, ply] {
            within_memory(helper_search.budget_, [&] { helper_search.solve_state(state, nodes, ply); });
        });
    pool_ = &worker_pool;
    const WorkerPool::JoinGuard ended(worker_pool, running);  // even if memory runs out
    const Decision<W> root_decision = solve_state(state, nodes, ply);
    ended.join_threads();
    pool_ = nullptr;
    for (const ProofSearch<W>& helper_search : helper_searches) {
        node_counts_.node_count += helper_search.node_counts_.node_count;
        node_counts_.probe_count += helper_search.node_counts_.probe_count;
    }
    return root_decision;
}
#endif

// Update the children with results of other threads. Return whether one of them was decided.
template <int W>
bool ProofSearch<W>::refresh_children(Frame& frame) {
    bool has_decision = false;
    for (Child& child : frame.children) {
        if (child.is_pruned || !child.is_visited || child.decision.verdict != Verdict::open) continue;
        const std::optional<ProofEntry<W>> table_hit = table_->find_entry(child.canonical_key.key);
        if (!table_hit || table_hit->tree_size <= child.tree_size) continue;
        use_table_hit(child, *table_hit);
        if (child.decision.verdict == Verdict::open) continue;
        child.reduction.add_to(child.decision);
        settle_child(frame, child);
        has_decision = true;
    }
    return has_decision;
}

template class ProofSearch<1>;
template class ProofSearch<2>;
template class ProofSearch<4>;
template class ProofSearch<8>;

}  // namespace passatempo::mnk::proof
