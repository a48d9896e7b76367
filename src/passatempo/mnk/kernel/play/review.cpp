// Values backed up from the end of a game.
#include "play/review.hpp"

#include <algorithm>
#include <cstdlib>

#include "engine/score.hpp"

namespace passatempo::mnk::play {

using rules::Cells, rules::Marking;

namespace {

constexpr int decided = mate - most_plies;  // scores beyond it are forced wins and losses
constexpr int least_forced = decided + 1;   // what a proved win of unknown length scores
constexpr std::uint64_t times_longer = 30;  // for the position before the move that is to have lost the game
constexpr int refuted = 3;                  // moves that were to hold and do not, at most
constexpr int swing = 150;                  // what a move gives away that is told beside those which decide

// The end of a forced win or loss so many plies further away; where its length is not known it stays so.
int moved(int score, int plies) {
    const int size = std::abs(score);
    if (size <= least_forced) return score;
    const int there = std::max(least_forced, size - plies);
    return score > 0 ? there : -there;
}

}  // namespace

bool Judged::loses() const { return before > -decided && after <= -decided; }
bool Judged::misses() const { return before >= decided && decided > after; }
int Judged::shortens() const { return before <= -decided && after <= -decided ? std::max(0, before - after - 1) : 0; }
bool Judged::turns(int move) const {
    return loses() || misses() || (best != move && after - before <= -swing && shortens() == 0);
}

Seen held(const Seen& before, int move, const Seen& here) {
    Seen found = here;
    if (here.proved != unproved || before.proved == unproved) return found;
    if (before.proved < 0) {  // after any move of a lost position
        found.score = std::max(here.score, -moved(before.score, -1));
        found.proved = 1;
    } else if (move != before.best) {
        if (before.proved == 0) found.score = std::max(0, here.score);
    } else if (before.proved == 0) {
        found.score = found.proved = 0;
    } else {
        found.score = std::min(here.score, -moved(before.score, -1));
        found.proved = -1;
    }
    return found;
}

std::vector<std::uint32_t> Review::legal_without(int move) const {
    std::vector<std::uint32_t> found;
    for (int cell = 0; cell < rules_.size(); ++cell)
        if (cell != move && illegal(rules_, cells_, cell) == rules::Fault::none) found.push_back(cell);
    return found;
}

Seen Review::look(const Marking& cells, const std::vector<std::uint32_t>& among, std::uint64_t nodes) {
    Budget part = budget_.share(nodes);
    const Thinking found = thinker_.think(rules_, cells, settings_, among, part);
    nodes_ += part.spent();
    const RootMove& best = found.moves.front();
    return {best.value, best.move, found.worth, {best.line.begin(), best.line.end()}};
}

Judged Review::once(int move, const Seen& seen, int next) {
    const int after = -next, made = moved(after, 1);
    Seen best = seen;
    if (move == best.best && made < best.score && seen.proved == unproved) {
        const std::vector<std::uint32_t> others = legal_without(move);
        best = others.empty() ? Seen{-mate, move, unproved, {}} : look(cells_, others, budget_.left());
    }
    if (best.best == move || made >= best.score) best = {made, move, unproved, {}};
    return {best.score, after, best.best, seen.proved, best.line};
}

// The position in which the loser is to have had a move that held, and that move, looked at longer.
Seen Review::longer(const Seen& seen) {
    if (seen.proved != unproved) return seen;
    const std::uint64_t nodes = times_longer * budget_.left();
    Seen found = look(cells_, {}, nodes);
    std::vector<std::uint32_t> others = legal_without(-1);
    for (int tried = 0; tried < refuted; ++tried) {
        Marking after = cells_;
        after[found.best] = rules::to_move(cells_);
        if (found.score <= -decided || found.proved != unproved) return found;
        if (result_after(rules_, after, found.best) != rules::Result::open) return found;
        if (look(after, {}, nodes).score < decided) return found;
        std::erase(others, static_cast<std::uint32_t>(found.best));
        if (others.empty()) {
            found.score = -least_forced;
            return found;
        }
        const Seen best = look(cells_, others, nodes);
        found = {best.score, best.best, unproved, best.line};
    }
    return found;
}

Judged Review::judge(int move, const Seen& seen, int next, bool lost) {
    const Judged first = once(move, seen, next);
    return lost && first.loses() ? once(move, longer(seen), next) : first;
}

}  // namespace passatempo::mnk::play
