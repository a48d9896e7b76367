// The nodes of the proof, their numbers and names, and what is known of them; several threads on one question have one
// table, and each its own path.
// Algorithm: depth-first proof-number search (Nagai 2002) with virtual proof numbers (Kaneko 2010)
// Twin: tests/mnk/proof/reference.py
#include "proof/search.hpp"

#include <algorithm>

namespace passatempo::mnk::proof {

namespace {

constexpr std::uint32_t probe_bound = 64;  // both numbers of a weak game that a strong one asks
// Of the first disproof number of a state where the attacker is to move: measured best for long draws, weak and strong.
constexpr std::size_t first_looks = 6;  // at the defender's moves; at the others where they look best
constexpr double guess_factor = 0.8;    // a guess leaves out what reductions take away
constexpr double weak_factor = 1.0, strong_factor = 4.0;

std::uint32_t clamp(double number) {
    if (number < 1) return 1;
    return number > 1e6 ? 1000000U : static_cast<std::uint32_t>(number);
}

constexpr std::size_t symmetric_plies = 6;  // deeper, equal states by symmetry are rare and the key costs more
constexpr int widest_symmetric = 2;         // words; on larger boards the names would cost more than the moves

// No line of up to five of the first cells has the same hash as a line of the other side.
consteval bool sides_differ() {
    std::array<std::uint64_t, 1 << 13> seen{};  // a table with open addressing: compilers bound the steps
    for (std::uint64_t line = 1; line < 1 << 12; ++line) {
        if (ones(line) > 5) continue;
        for (const std::uint64_t side : {attackers, defenders}) {
            const std::uint64_t hash = Mask<1>{{line}}.hash(side);
            std::size_t at = hash % seen.size();
            for (; seen[at] != 0; at = (at + 1) % seen.size())
                if (seen[at] == hash) return false;
            seen[at] = hash;
        }
    }
    return true;
}
static_assert(sides_differ());

// Spread the sum of a line's numbers, which are spread well themselves, so that sums of lines tell lines apart.
std::uint64_t stir(std::uint64_t x) {
    x = (x ^ x >> 32) * 0x9e3779b97f4a7c15U;
    return x ^ x >> 29;
}

template <int W>
Mask<W> image_of(const Mask<W>& cells, const std::vector<int>& images) {
    Mask<W> found;
    cells.each([&](int x) { found.set(images[x]); });
    return found;
}

}  // namespace

template <int W>
typename Search<W>::Frame& Search<W>::frame_at(std::size_t depth) {
    while (frames_.size() <= depth) frames_.emplace_back();
    return frames_[depth];
}

template <int W>
Finding<W> Search<W>::solve(State<W> state, std::uint64_t nodes, std::size_t ply) {
    ply_ = ply;
    const std::uint64_t spent = effort_.nodes + effort_.probes;
    until_ = nodes > ~spent ? ~std::uint64_t{0} : spent + nodes;
    strong_ = !state.b.empty();
    frame_at(0).children.clear();
    const Removed<W> removed = reducer_.reduce(state);
    Outlook<W> outlook;
    Finding<W> found = reducer_.judge(state, outlook);
    if (found.verdict == Verdict::open && !stopped()) {
        const Name name = name_of(state, ply_);
        frame_at(0).state = std::move(state);
        found = descend(0, name, infinite, infinite, true).found;
    }
    removed.add_to(found);
    return found;
}

template <int W>
std::vector<int> Search<W>::answers() const {
    std::vector<int> moves;
    if (frames_.empty()) return moves;
    for (const Child& child : frames_[0].children) {
        if (child.gone || child.move == component || child.found.verdict == Verdict::open) continue;
        if ((child.found.verdict == Verdict::wins) == frames_[0].state.attacking) return {child.move};
        moves.push_back(child.move);
    }
    return moves;
}

// Before a strong node is searched: does the defender hold even without his own lines? Then he holds with them, since
// they only give him more; the zone stays good.
template <int W>
std::optional<Finding<W>> Search<W>::probe(std::size_t depth) {
    Frame& above = frame_at(depth);
    Frame& frame = frame_at(depth + 1);
    frame.state.a = above.state.a;
    frame.state.b.clear();
    frame.state.attacking = above.state.attacking;
    const Removed<W> removed = reducer_.reduce(frame.state);
    Finding<W> found = reducer_.judge(frame.state, frame.outlook);
    if (found.verdict == Verdict::open) {
        const Name name = name_of(frame.state, ply_ + depth + 1);
        probing_ = true;
        found = descend(depth + 1, name, probe_bound, probe_bound, false).found;
        probing_ = false;
    }
    removed.add_to(found);
    if (found.verdict != Verdict::held) return std::nullopt;
    return found;
}

template <int W>
typename Search<W>::Numbers Search<W>::descend(std::size_t depth, const Name& name, std::uint32_t most_proof,
                                               std::uint32_t most_disproof, bool first_visit) {
    Frame& frame = frame_at(depth);
    ++(probing_ ? effort_.probes : effort_.nodes);
    budget_.spend();
    budget_.poll();
    const Busy busy(crew_, name.key);
    if (watch_ != nullptr) watch_->look([&] { return standing(); });
    if (checkpoint_ != nullptr && checkpoint_->due()) save();
    Numbers now;
    std::optional<Finding<W>> held;
    if (first_visit && use_.probes && !probing_ && !frame.state.b.empty()) held = probe(depth);
    if (held) {
        now = {infinite, 0, 1, *held};
    } else {
        std::uint32_t size = 1;
        expand(frame, depth);
        now = sum(frame);
        while (now.proof != 0 && now.disproof != 0 && now.proof < most_proof && now.disproof < most_disproof &&
               !stopped()) {
            if (depth == 0) {
                root_proof_ = now.proof;
                root_disproof_ = now.disproof;
            }
            size += deepen(frame, depth, most_proof, most_disproof);
            now = sum(frame);
        }
        now.size = size;
    }
    table_->store({name.key, now.proof, now.disproof, now.size, now.found.moves, there(now.found.cells, name.symmetry)},
                  budget_);
    return now;
}

// The most promising child, how close the next one comes, and how many are open.
template <int W>
typename Search<W>::Selected Search<W>::select(Frame& frame) const {
    const bool attacking = frame.state.attacking;
    const auto merit = [&](const Child& child) {
        const std::uint32_t number = attacking ? child.proof : child.disproof;
        return crew_ != nullptr && crew_->busy(child.name.key) ? number + number / 2 + 4 : number;
    };
    Selected found;
    for (Child& child : frame.children) {
        if (child.gone || child.found.verdict != Verdict::open) continue;
        ++found.open;
        if (found.best == nullptr || merit(child) < merit(*found.best)) {
            if (found.best != nullptr) found.second = merit(*found.best);
            found.best = &child;
        } else {
            found.second = std::min(found.second, merit(child));
        }
    }
    assert(found.best != nullptr);
    return found;
}

// Search the most promising child until another is a quarter better; how many nodes that took.
template <int W>
std::uint32_t Search<W>::deepen(Frame& frame, std::size_t depth, std::uint32_t most_proof,
                                std::uint32_t most_disproof) {
    const bool attacking = frame.state.attacking;
    if (crew_ != nullptr && refresh(frame)) return 0;
    const Selected selected = select(frame);
    Child& best = *selected.best;
    if (!best.looked) {
        look(frame, best, depth);
        if (best.found.verdict != Verdict::open) settle(frame, best);
        return 0;
    }
    const std::uint32_t second = selected.second;
    const std::uint32_t reach = second >= infinite ? infinite : second + second / 4 + 1;
    const std::uint32_t number = attacking ? best.proof : best.disproof;
    std::uint32_t bound = attacking ? std::min(most_proof, reach) : std::min(most_disproof, reach);
    if (number >= bound) bound = number + number / 4 + 1;  // others are in all that look better
    const std::uint32_t other = (attacking ? most_disproof : most_proof) - (selected.open - 1);
    Frame& below = frame_at(depth + 1);
    make(frame, best, below.state);
    reducer_.reduce(below.state);
    const Numbers deeper =
        descend(depth + 1, best.name, attacking ? bound : other, attacking ? other : bound, best.size == 0);
    best.proof = deeper.proof;
    best.disproof = deeper.disproof;
    best.size += deeper.size;
    best.found = deeper.found;
    if (best.found.verdict != Verdict::open) {
        best.removed.add_to(best.found);
        settle(frame, best);
    }
    return deeper.size;
}

template <int W>
void Search<W>::make(const Frame& frame, const Child& child, State<W>& next) const {
    next = frame.state;
    if (child.move != component) play(next, child.move);
    else std::erase_if(next.a, [&](const Mask<W>& edge) { return !edge.meets(child.part); });
}

template <int W>
void Search<W>::expand(Frame& frame, std::size_t depth) {
    const State<W>& state = frame.state;
    frame.children.clear();
    frame.united = {};
    frame.looked = {};
    frame.common = ~Mask<W>{};
    frame.longest = 0;
    reducer_.meet(frame.state);  // nothing is left to reduce
    const Finding<W> judged = reducer_.judge(state, frame.outlook);
    assert(judged.verdict == Verdict::open);
    static_cast<void>(judged);
    reducer_.prune(frame.outlook);
    // The attacker wins a weak game of several components if and only if he wins one of them moving first.
    if (use_.components && state.attacking && state.b.empty()) {
        const std::vector<Mask<W>>& parts = reducer_.components(state.a);
        if (parts.size() > 1)
            for (const Mask<W>& part : parts) frame.children.emplace_back().part = part;
    }
    if (frame.children.empty()) {
        std::array<std::uint64_t, 64 * W> potentials{};
        for (const Edges<W>* edges : {&state.a, &state.b})
            for (const Mask<W>& edge : *edges) edge.each([&](int x) { potentials[x] += weight(edge.count()); });
        frame.looked = frame.outlook.replies;
        frame.looked.each([&](int x) {
            Child& child = frame.children.emplace_back();
            child.move = x;
            child.order = potentials[x];
            guess(frame, child);
        });
        std::stable_sort(frame.children.begin(), frame.children.end(),
                         [](const Child& one, const Child& other) { return one.order > other.order; });
    }
    std::size_t looks = state.attacking ? frame.children.size() : first_looks;
    for (Child& child : frame.children) {
        if (child.gone) continue;
        if (looks-- == 0) return;
        if (W > 1 && budget_.poll()) return;  // a large board has hundreds of moves
        look(frame, child, depth);
        if (child.found.verdict == Verdict::open) continue;
        settle(frame, child);
        if ((child.found.verdict == Verdict::wins) == state.attacking) return;  // decides the node
    }
}

// The numbers of the defender's moves before they are looked at: of many only a few ever are.
template <int W>
void Search<W>::guess(const Frame& frame, Child& child) const {
    if (frame.state.attacking) return;
    const double replies = frame.looked.count();
    const double sum = (frame.outlook.potential - std::min(frame.outlook.potential, child.order)) / (1.0 * whole);
    child.disproof = clamp(guess_factor * (strong_ ? strong_factor : weak_factor) * replies * sum);
}

// Take over what the table knows of a child.
template <int W>
void Search<W>::learn(Child& child, const Entry<W>& known) const {
    child.proof = known.proof;
    child.disproof = known.disproof;
    child.size = known.size;
    if (known.proof == 0) child.found.verdict = Verdict::wins;
    if (known.disproof == 0) child.found.verdict = Verdict::held;
    child.found.moves = known.moves;
    child.found.cells = back(known.cells, child.name.symmetry);
}

// What is known of a child before it is searched.
template <int W>
void Search<W>::look(Frame& frame, Child& child, std::size_t depth) {
    child.looked = true;
    make(frame, child, frame.next);
    child.removed = reducer_.reduce(frame.next);
    Outlook<W> outlook;
    child.found = reducer_.judge(frame.next, outlook);
    if (child.found.verdict == Verdict::open) {
        child.name = name_of(frame.next, ply_ + depth + 1);
        if (const std::optional<Entry<W>> known = table_->find(child.name.key)) {
            learn(child, *known);
        } else {
            reducer_.prune(outlook);
            open(child, frame.next, outlook);
        }
    }
    child.removed.add_to(child.found);
}

template <int W>
void Search<W>::open(Child& child, const State<W>& next, const Outlook<W>& outlook) const {
    const double replies = outlook.replies.count();
    const double sum = outlook.potential / (1.0 * whole);
    child.proof = next.attacking ? 1 : clamp(replies);
    child.disproof = clamp(next.attacking ? (strong_ ? strong_factor : weak_factor) * replies * sum : sum);
}

// A child that does not decide its node may answer others as well.
//
// Attacker to move, x refuted with zone Z: every x' outside Z is refuted by the same zone, since after either mark what
// is left inside Z is the same. Defender to move, y refuted by a win in r moves with carrier C: every y' outside C is
// refuted too, if each line of the defender through y' also goes through y (then rename y and y') or has more than r
// empty cells (then it comes too late).
template <int W>
bool Search<W>::covered(const Frame& frame, const Child& by, const Child& child) const {
    if (!use_.zones || by.move == component || by.found.cells.test(child.move)) return false;
    if (frame.state.attacking) return true;
    for (const Mask<W>& edge : frame.state.b)
        if (edge.test(child.move) && !edge.test(by.move) && edge.count() <= by.found.moves) return false;
    return true;
}

template <int W>
void Search<W>::settle(Frame& frame, Child& child) {
    if ((child.found.verdict == Verdict::wins) == frame.state.attacking) return;
    frame.united |= child.found.cells;
    frame.common &= child.found.cells;
    frame.longest = std::max(frame.longest, child.found.moves);
    for (Child& other : frame.children)
        if (!other.gone && other.found.verdict == Verdict::open && covered(frame, child, other)) other.gone = true;
}

// Weak proof numbers (Ueda et al. 2008): the greatest of the children's numbers and one for each other child, in place
// of their sum, which counts a common descendant many times.
template <int W>
typename Search<W>::Numbers Search<W>::sum(Frame& frame) {
    const bool attacking = frame.state.attacking;
    std::uint32_t least = infinite, greatest = 0, open = 0;
    for (const Child& child : frame.children) {
        if (child.gone) continue;
        if (child.found.verdict != Verdict::open) {
            if ((child.found.verdict == Verdict::wins) != attacking) continue;
            Numbers done{attacking ? 0 : infinite, attacking ? infinite : 0, 1, conclude(frame, attacking)};
            return done;
        }
        ++open;
        least = std::min(least, attacking ? child.proof : child.disproof);
        greatest = std::max(greatest, attacking ? child.disproof : child.proof);
    }
    if (open == 0) return {attacking ? infinite : 0, attacking ? 0 : infinite, 1, conclude(frame, !attacking)};
    const std::uint32_t all = std::min(greatest + open - 1, infinite - 1);
    return {attacking ? least : all, attacking ? all : least, 1, {}};
}

template <int W>
Finding<W> Search<W>::conclude(Frame& frame, bool wins) {
    const State<W>& state = frame.state;
    Finding<W> found{wins ? Verdict::wins : Verdict::held, 0, {}};
    if (wins == state.attacking) {
        const auto decides = [&](const Child& child) { return !child.gone && child.found.verdict == found.verdict; };
        const Child& child = *std::find_if(frame.children.begin(), frame.children.end(), decides);
        found.cells = child.found.cells;
        found.moves = child.found.moves;
        if (child.move == component) return found;
        if (!wins) {
            found.cells.set(child.move);
            return found;
        }
        ++found.moves;
        for (const Mask<W>& edge : state.a)  // else the win needs no line through the move
            if (edge.test(child.move) && (found.cells | Mask<W>::of(child.move)).contains(edge)) {
                found.cells.set(child.move);
                break;
            }
        return found;
    }
    found.cells = frame.united;
    if (wins) {
        found.cells |= frame.outlook.parried;
        found.moves = std::max(frame.longest, frame.outlook.parried.any() ? 2 : 0);
        return found;
    }
    if (frame.children.front().move == component) return found;
    reducer_.cover_dominated(state, frame.looked, frame.common, found.cells);
    for (const Mask<W>& edge : state.b)
        if (edge.has(1)) {  // the threat is part of the zone, and ignoring it must not win
            found.cells |= edge;
            fill(state.a, 2, found.cells);
        }
    return found;
}

template <int W>
Search<W>::Search(Budget& budget, std::size_t memory, Symmetries symmetries, const Reductions& use)
    : budget_(budget), use_(use), reducer_(use), table_(std::make_shared<Table<W>>(memory)) {
    if constexpr (W <= widest_symmetric) symmetries_ = std::move(symmetries);
    for (const std::vector<int>& image : symmetries_) {
        std::vector<int> inverse(image.size());
        for (std::size_t x = 0; x < image.size(); ++x) inverse[image[x]] = x;
        inverses_.push_back(std::move(inverse));
    }
    for (int x = 0; x < 64 * W; ++x) {
        numbers_[x].fill(mix(x + 1));
        for (std::size_t s = 0; s < symmetries_.size(); ++s)
            if (x < std::ssize(symmetries_[s])) numbers_[x][s + 1] = mix(symmetries_[s][x] + 1);
    }
}

// Symmetry 0 is the identity, s stands for symmetries_[s - 1].
template <int W>
Mask<W> Search<W>::there(const Mask<W>& cells, std::size_t symmetry) const {
    return symmetry == 0 ? cells : image_of(cells, symmetries_[symmetry - 1]);
}

template <int W>
Mask<W> Search<W>::back(const Mask<W>& cells, std::size_t symmetry) const {
    return symmetry == 0 ? cells : image_of(cells, inverses_[symmetry - 1]);
}

// The least key among the images of the state: whatever the marks were, an image of the lines has the same value.
// All images are named at once: of each cell the numbers of its images stand side by side. Where there are none the key
// is the state's own.
template <int W>
typename Search<W>::Name Search<W>::name_of(const State<W>& state, std::size_t ply) const {
    if (!use_.symmetry || symmetries_.empty() || ply >= symmetric_plies) return {state.key(), 0};
    const std::size_t images = symmetries_.size() + 1;
    std::array<std::uint64_t, most_images> keys;
    keys.fill(state.attacking ? 0x5851f42d4c957f2dU : 0);
    const auto add = [&](const Edges<W>& edges, std::uint64_t side) {
        for (const Mask<W>& edge : edges) {
            std::array<std::uint64_t, most_images> sums;
            sums.fill(side);
            edge.each([&](int x) {
                for (std::size_t s = 0; s < most_images; ++s) sums[s] ^= numbers_[x][s];
            });
            for (std::size_t s = 0; s < images; ++s) keys[s] += stir(sums[s]);
        }
    };
    add(state.a, 1);
    add(state.b, 2);
    Name name{keys[0], 0};
    for (std::size_t s = 1; s < images; ++s)
        if (keys[s] < name.key) name = {keys[s], s};
    return name;
}

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

template class Search<1>;
template class Search<2>;
template class Search<4>;
template class Search<8>;

}  // namespace passatempo::mnk::proof
