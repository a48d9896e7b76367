// The questions about rules, moves, threats, and what the moves of a game changed.
#include <cstdlib>
#include <memory>

#include "engine/score.hpp"
#include "interface.gen.hpp"
#include "play/full.hpp"
#include "play/review.hpp"
#include "play/thinker.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::calls {

namespace {

constexpr std::uint32_t nowhere_to_land = 0xFFFF'FFFF;
constexpr double logistic = 1.005012520859401;  // exp(1/200): 200 units of the evaluation to one of the function

using rules::checked, rules::rules_of;

play::Settings settings_of(const Settings& said) {
    return {static_cast<int>(said.level),
            static_cast<int>(said.lines),
            said.threats,
            said.megabytes,
            said.fresh,
            said.weights};
}

void check_moves(const rules::Rules& rules, const auto& position, const std::vector<std::uint32_t>& moves) {
    for (const std::uint32_t move : moves)
        if (illegal(rules, position.cells, move) != rules::Fault::none) refuse("among: moves are needed");
}

// What a score says of the chance to win, a draw being half of one: the logistic function by products, which are the
// same everywhere.
double chance_of(std::int64_t score) {
    if (score > mate - most_plies) return 1;
    if (score < most_plies - mate) return 0;
    double power = 1, square = logistic;
    for (std::int64_t left = std::abs(score); left > 0; left /= 2, square *= square)
        if (left % 2 != 0) power *= square;
    return score < 0 ? 1 / (1 + power) : power / (1 + power);
}

void tell_lines(auto& tell, const auto& found) {
    for (const RootMove& move : found.moves) tell.lines.push_back({move.value, {move.line.begin(), move.line.end()}});
    tell.depth = found.depth;
    tell.deepest = found.deepest;
    tell.searched = found.nodes;
}

// A board that the engine can hold.
rules::Rules held(const Board& said) {
    const rules::Rules rules = rules_of(said);
    if (rules.size() >= nowhere || !play::suits(rules))
        refuse("rules: plain or exact ones are needed, at most 65534 cells, and k to 29, exact to 28");
    return rules;
}

void check_size(const std::vector<std::uint8_t>& cells, int size) {
    if (std::ssize(cells) != size) refuse("cells: one for each cell of the board is needed");
}

play::Seen seen_of(const Seen& said) {
    return {static_cast<int>(said.score), static_cast<int>(said.best), static_cast<int>(said.proved), said.line};
}

}  // namespace

PositionReply position(const PositionRequest& ask, Budget&) {
    const rules::Rules rules = rules_of(ask.position.rules);
    const rules::Marking& cells = ask.position.cells;
    check_size(cells, rules.size());
    const std::vector<rules::Cells> lines = completed(rules, cells);
    PositionReply tell;
    tell.result = static_cast<std::uint8_t>(result_of(rules, cells, lines));
    tell.full = static_cast<std::uint8_t>(undecided(rules));
    for (const rules::Cells& line : lines) tell.won.push_back({{line.begin(), line.end()}});
    for (int cell = 0; cell < rules.size(); ++cell) {
        tell.faults.push_back(static_cast<std::uint8_t>(illegal(rules, cells, cell)));
        if (cells[cell] != rules::no_mark && floats(rules, cells, cell)) tell.floating.push_back(cell);
    }
    return tell;
}

ReplayReply replay(const ReplayRequest& ask, Budget&) {
    const rules::Rules rules = rules_of(ask.rules);
    const rules::Played game = replayed(rules, ask.moves);
    ReplayReply tell;
    tell.fault = static_cast<std::uint8_t>(game.fault);
    tell.result = static_cast<std::uint8_t>(game.result);
    tell.made = game.made;
    tell.cells = game.cells;
    if (game.result != rules::Result::open)
        for (const rules::Cells& line : completed(rules, game.cells))
            tell.won.insert(tell.won.end(), line.begin(), line.end());
    std::sort(tell.won.begin(), tell.won.end());
    tell.won.erase(std::unique(tell.won.begin(), tell.won.end()), tell.won.end());
    for (const int cell : landings(rules, game.cells))
        tell.lands.push_back(cell < 0 || game.result != rules::Result::open ? nowhere_to_land : cell);
    tell.by = static_cast<std::uint8_t>(play::who_knows(rules));
    tell.proofs = play::proofs_of(rules);
    return tell;
}

AfterReply after(const AfterRequest& ask, Budget&) {
    const rules::Rules rules = rules_of(ask.position.rules);
    check_size(ask.position.cells, rules.size());
    if (ask.cell >= ask.position.cells.size()) refuse("cell: one of the board is needed");
    const int cell = ask.cell;
    return {ends(rules, ask.position.cells, cell), alive(rules, ask.position.cells)};
}

ThinkReply think(const ThinkRequest& ask, Budget& budget) {
    const rules::Rules rules = checked(ask.position);
    check_moves(rules, ask.position, ask.among);
    const play::Thinking found = CallerState::get<play::Thinker>().think(rules, ask.position.cells,
                                                                         settings_of(ask.settings), ask.among, budget);
    ThinkReply tell;
    tell.by = static_cast<std::uint8_t>(found.by);
    tell_lines(tell, found);
    tell.worth = found.worth;
    tell.plies = found.plies;
    tell.chance = found.worth == 0 ? 0.5 : chance_of(found.moves.front().value);
    return tell;
}

SettleReply settle(const SettleRequest& ask, Budget& budget) {
    const rules::Rules rules = checked(ask.position);
    SettleReply tell;
    if (!play::settles(rules, ask.position.cells)) return tell;
    for (const rules::GradedMove& move : play::Full(rules, ask.position.cells, budget).solve(play::Wanted::best)) {
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
    if (!play::suits(rules) || rules.size() >= nowhere) return tell;
    const Patterns patterns(rules.k, rules.exact);
    const Weights weights(Weights::by_hand());
    mnk::Board board(rules.m, rules.n, patterns, weights);
    board.set(cells, mover - 1);
    const auto lesser = [&](int player, int cell) {  // whether a mark completes a line the rules alone say
        return std::min<std::uint8_t>(board.threat(player, cell), winning_four);
    };
    for (int cell = 0; cell < rules.size(); ++cell) {
        if (!board.empty(cell)) continue;
        tell.own[cell] = std::max(tell.own[cell], lesser(mover - 1, cell));
        tell.other[cell] = std::max(tell.other[cell], lesser(2 - mover, cell));
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
    play::Review review(CallerState::get<play::Thinker>(), rules, ask.position.cells, settings, budget);
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

EngineReply engine(const EngineRequest& ask, Budget&) {
    const rules::Rules rules = held(ask.rules);
    std::unique_ptr<Engine>& kept = CallerState::get<std::unique_ptr<Engine>>();
    const auto weights = play::weights_of(ask.weights, rules.k);
    kept = std::make_unique<Engine>(rules.m, rules.n, rules.k, weights, ask.megabytes, rules.exact);
    return {static_cast<std::uint32_t>(rules.size())};
}

SearchReply search(const SearchRequest& ask, Budget& budget) {
    const std::unique_ptr<Engine>& kept = CallerState::get<std::unique_ptr<Engine>>();
    if (!kept) refuse("there is no engine");
    check_size(ask.cells, kept->size());
    if (ask.fresh) kept->forget();
    Task task;
    task.cells = ask.cells;
    task.side = ask.mark - 1;
    task.threads = ask.threads;
    task.depth = ask.depth;
    task.lines = ask.lines;
    task.threat_nodes = ask.threats;
    task.parts = {(ask.parts & 1) != 0, (ask.parts & 2) != 0, (ask.parts & 4) != 0, (ask.parts & 8) != 0};
    for (const std::uint32_t cell : ask.among)
        if (cell >= ask.cells.size() || ask.cells[cell] != 0) refuse("among: empty cells are needed");
    task.among.assign(ask.among.begin(), ask.among.end());
    const Thought thought = play::thought(*kept, task, budget);
    SearchReply tell;
    tell_lines(tell, thought);
    tell.proved = thought.proved;
    return tell;
}

LookReply look(const LookRequest& ask, Budget&) {
    constexpr int back = -1, note = -2;
    const rules::Rules rules = held(ask.rules);
    check_size(ask.cells, rules.size());
    const Patterns patterns(rules.k, rules.exact);
    const Weights weights(play::weights_of(ask.weights, rules.k));
    mnk::Board board(rules.m, rules.n, patterns, weights);
    board.set(ask.cells, ask.mark - 1);
    LookReply tell;
    tell.evaluation = board.evaluate();
    for (int player = 0; player < 2; ++player)
        for (int cell = 0; cell < rules.size(); ++cell)
            (player == 0 ? tell.first : tell.second).push_back(board.empty(cell) ? board.code(player, cell) : -1);
    for (const std::int64_t step : ask.steps) {
        if (step == note) tell.noted.push_back(board.parts());
        else if (step == back && board.made() > 0) board.undo();
        else if (step >= 0 && step < rules.size() && board.empty(step)) board.make(static_cast<Cell>(step));
        else refuse("steps: an empty cell, -1 after a mark, or -2 is needed");
    }
    return tell;
}

FullReply full(const FullRequest& ask, Budget& budget) {
    const rules::Marking& cells = ask.position.cells;
    if (std::count(cells.begin(), cells.end(), rules::no_mark) > play::Full::most_empty)
        refuse("cells: at most 64 empty ones are searched");
    const rules::Rules rules = checked(ask.position);
    FullReply tell;
    within_memory(budget, [&] {
        for (const rules::GradedMove& move :
             play::Full(rules, cells, budget).solve(static_cast<play::Wanted>(ask.wanted))) {
            const std::uint32_t cell = move.cell, plies = move.plies;
            tell.moves.push_back({cell, move.value, plies});
        }
    });
    return tell;
}

FullMoveReply full_move(const FullMoveRequest& ask, Budget& budget) {
    const rules::Rules rules = checked(ask.position);
    if (rules.hopeless()) refuse("k: nobody can complete a line");
    check_moves(rules, ask.position, ask.among);
    play::Found found;
    const int depth = ask.depth;
    within_memory(budget, [&] {
        found = play::Full(rules, ask.position.cells, budget).play(depth, {ask.among.begin(), ask.among.end()});
    });
    const std::uint32_t reached = found.depth;
    return {found.move, reached, found.score, found.proved};
}

}  // namespace passatempo::mnk::calls
