// The questions of the browser that a page asks at once: rules, moves, threats, and what the moves of a game changed.
#include <cmath>

#include "engine/score.hpp"
#include "interface.gen.hpp"
#include "play/full.hpp"
#include "play/review.hpp"
#include "play/thinker.hpp"
#include "rules/asked.hpp"

namespace passatempo::mnk::calls {

namespace {

play::Thinker thinker;  // asked again and again: a module has one thread

constexpr std::uint32_t nowhere_to_land = 0xFFFF'FFFF;
constexpr double logistic = 200;  // units of the evaluation to one of the logistic function

using asked::checked, asked::rules_of;

play::Settings settings_of(const Settings& said) {
    return {static_cast<int>(said.level),
            static_cast<int>(said.lines),
            said.threats,
            said.megabytes,
            said.fresh,
            said.weights};
}

void check_moves(const rules::Rules& rules, const Position& position, const std::vector<std::uint32_t>& moves) {
    for (const std::uint32_t move : moves)
        if (illegal(rules, position.cells, move) != rules::Fault::none) refuse("among: moves are needed");
}

// What a score says of the chance to win, a draw being half of one.
double chance_of(double score) {
    if (score > mate - most_plies) return 1;
    return score < most_plies - mate ? 0 : 1 / (1 + std::exp(-score / logistic));
}

play::Seen seen_of(const Seen& said) {
    return {static_cast<int>(said.score), static_cast<int>(said.best), static_cast<int>(said.proved), said.line};
}

}  // namespace

ReplayReply replay(const ReplayRequest& ask, Budget&) {
    const rules::Rules rules = rules_of(ask.rules);
    const rules::Played game = replayed(rules, ask.moves);
    ReplayReply tell;
    tell.fault = static_cast<std::uint8_t>(game.fault);
    tell.result = static_cast<std::uint8_t>(game.result);
    tell.made = game.made;
    tell.cells = game.cells;
    if (game.made > 0)
        for (const int cell : completed_at(rules, game.cells, ask.moves[game.made - 1])) tell.won.push_back(cell);
    for (const int cell : landings(rules, game.cells))
        tell.lands.push_back(cell < 0 || game.result != rules::Result::open ? nowhere_to_land : cell);
    tell.by = static_cast<std::uint8_t>(play::who_knows(rules));
    tell.proofs = play::proofs_of(rules);
    return tell;
}

ThinkReply think(const ThinkRequest& ask, Budget& budget) {
    const rules::Rules rules = checked(ask.position);
    check_moves(rules, ask.position, ask.among);
    const play::Thinking found = thinker.think(rules, ask.position.cells, settings_of(ask.settings), ask.among, budget);
    ThinkReply tell;
    tell.by = static_cast<std::uint8_t>(found.by);
    for (const RootMove& move : found.moves) tell.lines.push_back({move.value, {move.line.begin(), move.line.end()}});
    tell.depth = found.depth;
    tell.deepest = found.deepest;
    tell.searched = found.nodes;
    tell.worth = found.worth;
    tell.plies = found.plies;
    tell.chance = found.worth == 0 ? 0.5 : chance_of(found.moves.front().value);
    return tell;
}

SettleReply settle(const SettleRequest& ask, Budget& budget) {
    const rules::Rules rules = checked(ask.position);
    SettleReply tell;
    if (!play::settles(rules, ask.position.cells)) return tell;
    for (const GradedMove& move : play::Full(rules, ask.position.cells, budget).solve(play::Wanted::best)) {
        tell.worth = move.value;
        tell.plies = move.plies;
        tell.score = move.value > 0 ? win_in(move.plies) : move.value < 0 ? loss_in(move.plies) : 0;
        tell.cells.push_back(move.cell);
    }
    return tell;
}

ThreatsReply threats(const ThreatsRequest& ask, Budget&) {
    const rules::Rules rules = checked(ask.position);
    rules::Marking cells = ask.position.cells;
    const std::uint8_t mover = rules::to_move(cells);
    ThreatsReply tell;
    for (const std::uint8_t mark : {mover, rules::other_mark(mover)}) {
        std::vector<std::uint8_t>& found = mark == mover ? tell.own : tell.other;
        found.resize(cells.size());
        for (int cell = 0; cell < rules.size(); ++cell) {
            if (illegal(rules, cells, cell) != rules::Fault::none) continue;
            cells[cell] = mark;
            if (ends(rules, cells, cell)) found[cell] = complete;
            cells[cell] = rules::no_mark;
        }
    }
    if (!play::suits(rules)) return tell;
    const Patterns patterns(rules.k, rules.exact);
    const Weights weights(Weights::by_hand());
    mnk::Board board(rules.m, rules.n, patterns, weights);
    board.set(cells, mover - 1);
    for (int cell = 0; cell < rules.size(); ++cell) {
        if (!board.empty(cell)) continue;
        tell.own[cell] = board.threat(mover - 1, cell);
        tell.other[cell] = board.threat(2 - mover, cell);
    }
    return tell;
}

HoldReply hold(const HoldRequest& ask, Budget&) {
    if (ask.moves.size() + 1 < ask.seen.size()) refuse("moves: one between two positions is needed");
    HoldReply tell{{ask.seen.front()}};
    for (std::size_t i = 1; i < ask.seen.size(); ++i) {
        play::Seen found = play::held(seen_of(tell.seen.back()), ask.moves[i - 1], seen_of(ask.seen[i]));
        const std::uint32_t best = found.best;
        tell.seen.push_back({found.score, best, found.proved, std::move(found.line)});
    }
    return tell;
}

StepReply step(const StepRequest& ask, Budget& budget) {
    const rules::Rules rules = checked(ask.position);
    check_moves(rules, ask.position, {ask.move, ask.seen.best});
    const play::Settings settings = settings_of(ask.settings);
    const int move = ask.move;
    play::Review review(thinker, rules, ask.position.cells, settings, budget);
    play::Judged found = review.judge(move, seen_of(ask.seen), ask.after, ask.lost);
    StepReply tell;
    tell.before = found.before;
    tell.after = found.after;
    tell.best = found.best;
    tell.proved = found.proved;
    tell.loses = found.loses();
    tell.misses = found.misses();
    tell.turns = found.turns(move);
    tell.shortens = found.shortens();
    tell.chance = chance_of(found.after);
    tell.line = std::move(found.line);
    return tell;
}

}  // namespace passatempo::mnk::calls
