// The levels of the command, and which of the searches answers.
// Twin: mnk/settings.py
#include "play/thinker.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstring>

#include "engine/score.hpp"
#include "engine/weights.hpp"
#include "play/full.hpp"
#include "refuse.hpp"

namespace passatempo::mnk::play {

using rules::Cells, rules::Marking, rules::Rules;

namespace {

struct Level {
    int depth;
    bool threats;
};
constexpr std::array<Level, 10> levels{
    {{1, false}, {1, true}, {2, true}, {3, true}, {4, true}, {5, true}, {6, true}, {8, true}, {11, true}, {100, true}}};
constexpr double threat_share = 1.0 / 150;  // of the nodes
constexpr std::uint64_t fewest_threats = 20, most_threats = 100'000, usual_nodes = 500'000;

int winner_of(rules::Result over, std::uint8_t mover) {
    if (over == rules::Result::draw) return 0;
    return (over == rules::Result::x) == (mover == rules::mark_x) ? 1 : -1;
}

// Nobody can complete a line: the board fills up, whatever is played.
Thinking without_lines(const Rules& rules, const Marking& cells) {
    Cells legal;
    for (int cell = 0; cell < rules.size(); ++cell)
        if (illegal(rules, cells, cell) == rules::Fault::none) legal.push_back(cell);
    const Cell middle = legal[legal.size() / 2];
    Thinking found;
    found.by = By::no_line;
    found.worth = winner_of(undecided(rules), rules::to_move(cells));
    if (found.worth != 0) found.plies = std::count(cells.begin(), cells.end(), rules::no_mark);
    const int score = found.worth > 0 ? win_in(found.plies) : found.worth < 0 ? loss_in(found.plies) : 0;
    found.moves.push_back({middle, score, score, {middle}});
    return found;
}

// What a proved score says.
void settle(Thinking& found, int score) {
    found.worth = is_win(score) ? 1 : is_loss(score) ? -1 : 0;
    found.plies = found.worth == 0 ? 0 : mate - std::abs(score);
}

Thinking by_full(const Rules& rules, const Marking& cells, const Settings& settings,
                 const std::vector<std::uint32_t>& among, Budget& budget) {
    Thinking found;
    found.by = By::full;
    const Found best = Full(rules, cells, budget).play(depth_of(settings.level), {among.begin(), among.end()});
    const Cell move = best.move;
    found.moves.push_back({move, best.score, best.score, {move}});
    found.depth = found.deepest = best.depth;
    found.nodes = budget.spent();
    if (best.proved) settle(found, best.score);
    return found;
}

}  // namespace

std::vector<std::int16_t> weights_of(const std::vector<std::uint8_t>& bytes, int k) {
    if (bytes.empty()) return Weights::by_hand();
    if (bytes.size() != Weights::words * sizeof(std::int16_t)) refuse("weights: two bytes for each number are needed");
    std::vector<std::int16_t> words(Weights::words);
    std::memcpy(words.data(), bytes.data(), bytes.size());
    return extended(words, k);
}

Thought thought(Engine& engine, const Task& task, Budget& budget) {
    Thought found = engine.think(task, budget);
    for (RootMove& move : found.moves)
        if (move.value <= -infinite) move.value = engine.evaluate(task);
    return found;
}

int depth_of(int level) { return levels[level - 1].depth; }

std::uint64_t threat_nodes(std::uint64_t nodes) {
    const double share = std::nearbyint(nodes * threat_share);
    return static_cast<std::uint64_t>(std::clamp(share, double{fewest_threats}, double{most_threats}));
}

bool suits(const Rules& rules) {
    Rules known{rules.m, rules.n, rules.k};
    known.exact = rules.exact;
    return rules == known && rules.k <= Patterns::most - (rules.exact ? 1 : 0);
}

By who_knows(const Rules& rules) {
    if (rules.hopeless()) return By::no_line;
    return suits(rules) ? By::engine : By::full;
}

std::uint8_t proofs_of(const Rules& rules) {
    constexpr int small = 64;  // cells of a board on which the exact solver may settle a position within a move's time
    if (rules.hopeless() || rules.exact || rules.misere || rules.gravity) return 0;
    return rules.plain() && rules.size() <= small ? 2 : 1;
}

Engine& Thinker::engine_for(const Rules& rules, const Settings& settings) {
    if (!engine_ || rules != rules_ || settings.megabytes != megabytes_ || settings.weights != weights_) {
        engine_.reset();  // before the next: two tables may be more than there is
        rules_ = rules;
        megabytes_ = settings.megabytes;
        weights_ = settings.weights;
        engine_ =
            std::make_unique<Engine>(rules.m, rules.n, rules.k, weights_of(weights_, rules.k), megabytes_, rules.exact);
    } else if (settings.fresh) {
        engine_->forget();
    }
    return *engine_;
}

Thinking Thinker::by_engine(const Rules& rules, const Marking& cells, const Settings& settings,
                            const std::vector<std::uint32_t>& among, Budget& budget) {
    Engine& engine = engine_for(rules, settings);
    const bool counted = budget.left() < ~std::uint64_t{0} >> 1;
    Task task;
    task.cells = cells;
    task.side = rules::to_move(cells) - 1;
    task.depth = depth_of(settings.level);
    task.lines = settings.lines;
    task.threat_nodes = settings.threats != 0 ? settings.threats : threat_nodes(counted ? budget.left() : usual_nodes);
    task.parts.threats = levels[settings.level - 1].threats;
    task.among.assign(among.begin(), among.end());
    Thought best = thought(engine, task, budget);
    Thinking found;
    found.moves = std::move(best.moves);
    found.depth = best.depth;
    found.deepest = best.deepest;
    found.nodes = best.nodes;
    const int score = found.moves.front().value;
    if (best.proved && is_decided(score)) settle(found, score);
    return found;
}

Thinking Thinker::think(const Rules& rules, const Marking& cells, const Settings& settings,
                        const std::vector<std::uint32_t>& among, Budget& budget) {
    switch (who_knows(rules)) {
        case By::no_line: return without_lines(rules, cells);
        case By::engine: return by_engine(rules, cells, settings, among, budget);
        default: return by_full(rules, cells, settings, among, budget);
    }
}

}  // namespace passatempo::mnk::play
