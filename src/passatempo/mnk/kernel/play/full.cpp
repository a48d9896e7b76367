// Markings, alpha-beta with null windows for the value, then deepening for the length.
// Algorithm: fail-soft alpha-beta (Fishburn 1983) with a transposition table of bounds, MTD(f) (Plaat 1996); at the
// horizon the potential of Erdos and Selfridge (1973)
#include "play/full.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <utility>

#include "engine/score.hpp"
#include "random.hpp"

namespace passatempo::mnk::play {

using rules::Cells, rules::Marking, rules::Result, rules::Rules, rules::Step;

namespace {

constexpr std::size_t fewest_places = 16, most_places = std::size_t{1} << 20;  // of the table
constexpr std::size_t brief_places = std::size_t{1} << 18;  // of a move's: a larger one takes long to clear
constexpr int few = 12, tiny = 16;                          // empty cells, or cells of a board: `mnk/settings.py`
constexpr std::uint64_t looks = 40'000;                     // nodes between two looks at the clock, times k
constexpr std::uint64_t looks_ahead = 128;                  // the same where a node may have 64 leaves

// What a position is worth to who moves there, from its worth to who moves next.
int before(int score) { return score > 0 ? 1 - score : score < 0 ? -1 - score : 0; }

// A move scores `bound` at least unless the position after it scores this at least.
int after(int bound) { return bound > 0 ? -bound : 2 - bound; }

// What a line weighs that lacks so many marks: a quarter for each more.
int weight(int lacking) { return lacking > 5 ? 0 : 256 >> (2 * std::max(lacking - 1, 0)); }

constexpr int nowhere = -1;
constexpr int longest = 9;           // cells of the windows that weigh a cell
constexpr int between_looks = 1024;  // cells between two looks at the clock

struct Window {
    std::array<int, 3> marks{};  // empty cells, X, O
    int beyond = 0;              // cells beyond the edge
    std::uint64_t places = 0;
};

int place_at(const Rules& rules, int cell, Step step, int i) {
    int row = cell / rules.n + i * step.down, column = cell % rules.n + i * step.right;
    if (rules.torus) {
        row = (row % rules.m + rules.m) % rules.m;
        column = (column % rules.n + rules.n) % rules.n;
    } else if (row < 0 || row >= rules.m || column < 0 || column >= rules.n) {
        return nowhere;
    }
    return row * rules.n + column;
}

// The cells of a circle of a torus.
int circle(const Rules& rules, Step step) {
    return std::lcm(step.down != 0 ? rules.m : 1, step.right != 0 ? rules.n : 1);
}

template <class Visit>
void slide(const Rules& rules, const Marking& cells, int cell, int length, const std::vector<int>& places,
           Visit visit) {
    for (const Step step : rules::directions) {
        if (rules.torus && circle(rules, step) < length) continue;
        Window window;
        const auto count = [&](int i, int change) {
            const int at = place_at(rules, cell, step, i);
            if (at == nowhere) {
                window.beyond += change;
                return;
            }
            window.marks[cells[at]] += change;
            if (!places.empty() && places[at] >= 0) window.places ^= std::uint64_t{1} << places[at];
        };
        for (int i = 1 - length; i < length; ++i) {
            if (i > 0) count(i - length, -1);  // first: on a circle of this length it is the cell that enters
            count(i, 1);
            if (i >= 0 && window.beyond == 0) visit(window);
        }
    }
}

// Each line with a place once, or fewer where the budget came first; `places` are empty cells, at most 64.
std::vector<Line> open_lines(const Rules& rules, const Marking& cells, const Cells& places, Budget& budget) {
    std::vector<int> place_of(cells.size(), nowhere);
    for (std::size_t i = 0; i < places.size(); ++i) place_of[places[i]] = static_cast<int>(i);
    std::vector<Line> found;
    for (const int cell : places)
        if (!budget.poll())
            slide(rules, cells, cell, rules.k, place_of, [&](const Window& window) {
                const auto [empty, crosses, noughts] = window.marks;
                if (crosses > 0 && noughts > 0) return;
                const Line line{window.places, empty, noughts == 0, crosses == 0 && !rules.maker_breaker};
                if (empty <= std::ssize(places) && (line.open_to_x || line.open_to_o)) found.push_back(line);
            });
    std::sort(found.begin(), found.end());
    found.erase(std::unique(found.begin(), found.end()), found.end());
    return found;
}

// The empty cells whose windows hold most marks, at most so many; with gravity those that are reached first.
Cells heaviest(const Rules& rules, const Marking& cells, std::size_t most, Budget& budget) {
    using Rank = std::tuple<int, std::int64_t, int, int>;  // empty cells below, weight, far from the centre, cell
    std::vector<Rank> ranks;
    std::vector<int> below(rules.n);
    for (int cell = rules.size() - 1; cell >= 0; --cell) {
        if (cells[cell] != rules::no_mark) continue;
        std::int64_t weight = 0;
        if (cell % between_looks == 0) budget.poll();
        if (budget.stop() == Stop::done)
            slide(rules, cells, cell, std::min(rules.k, longest), {}, [&](const Window& window) {
                const auto [empty, crosses, noughts] = window.marks;
                if (crosses == 0 || noughts == 0) weight += std::int64_t{1} << (2 * (crosses + noughts));
            });
        const int row = cell / rules.n, column = cell % rules.n;
        const int far = std::abs(2 * row - rules.m + 1) + std::abs(2 * column - rules.n + 1);
        ranks.emplace_back(rules.gravity ? below[column]++ : 0, -weight, far, cell);
    }
    std::sort(ranks.begin(), ranks.end());
    Cells found;
    for (std::size_t i = 0; i < std::min(most, ranks.size()); ++i) found.push_back(std::get<3>(ranks[i]));
    return found;
}

}  // namespace

bool settles(const Rules& rules, const Marking& cells) {
    if (rules.hopeless()) return false;
    return rules.size() <= tiny || std::count(cells.begin(), cells.end(), rules::no_mark) <= few;
}

Full::Full(const Rules& rules, const Marking& cells, Budget& budget)
    : rules_(rules), cells_(cells), budget_(budget), side_(rules::to_move(cells)) {
    for (int cell = 0; cell < rules.size(); ++cell)
        if (cells[cell] == rules::no_mark) empty_.push_back(cell);
    const auto far = [&](int cell) {
        return std::abs(2 * (cell / rules.n) - rules.m + 1) + std::abs(2 * (cell % rules.n) - rules.n + 1);
    };
    std::stable_sort(empty_.begin(), empty_.end(), [&](int a, int b) { return far(a) < far(b); });
    complete_ = empty_.size() <= most_empty;
    if (!complete_) empty_ = heaviest(rules, cells, most_empty, budget);
    left_ = static_cast<int>(empty_.size()) + (complete_ ? 0 : 1);  // then the board is never full
    budget_.set_poll_interval(looks / rules.k);
}

// The table and the lines that are not blocked yet; false where the budget came first.
bool Full::prepare(std::size_t most_places_here) {
    std::size_t markings = 1;
    for (int i = 0; i < left_ && markings < 4 * most_places_here; ++i) markings *= 3;
    const std::size_t places = std::clamp(std::bit_ceil(markings / 4), fewest_places, most_places_here);
    if (!budget_.room_for(places * sizeof(Entry))) return false;
    table_.assign(places, {});
    lines_ = open_lines(rules_, cells_, empty_, budget_);
    for (const Line& line : lines_)
        for (std::uint64_t rest = line.cells; rest != 0; rest &= rest - 1) {
            const int place = std::countr_zero(rest);
            if (line.empty > std::popcount(line.cells)) continue;  // it cannot be completed here
            if (line.open_to_x) through_[0][place].push_back(line.cells);
            if (line.open_to_o) through_[1][place].push_back(line.cells);
        }
    return !budget_.poll();
}

void Full::make(int place) {
    cells_[empty_[place]] = side_;
    marks_[side_ - 1] |= std::uint64_t{1} << place;
    side_ = rules::other_mark(side_);
    --left_;
}

void Full::undo(int place) {
    side_ = rules::other_mark(side_);
    marks_[side_ - 1] &= ~(std::uint64_t{1} << place);
    cells_[empty_[place]] = rules::no_mark;
    ++left_;
}

// Does a move end the game? Then its score for who makes it. Only a full window of k cells can be part of a line.
bool Full::end(int place, int& score) {
    const std::vector<std::uint64_t>& lines = through_[side_ - 1][place];
    const std::uint64_t others = ~marks_[side_ - 1] & ~(std::uint64_t{1} << place);
    const bool full = std::any_of(lines.begin(), lines.end(), [&](std::uint64_t line) { return (line & others) == 0; });
    if (!full && left_ > 1) return false;
    const int cell = empty_[place];
    cells_[cell] = side_;
    const bool over = full && ends(rules_, cells_, cell);
    if (over || left_ == 1) {
        const Result result = over ? result_after(rules_, cells_, cell) : undecided(rules_);
        score = result == Result::draw ? 0 : result == static_cast<Result>(side_) ? win_in(1) : loss_in(1);
    }
    cells_[cell] = rules::no_mark;
    return over || left_ == 1;
}

// Is no line left to anybody?
bool Full::dead() {
    for (std::size_t i = 0; i < lines_.size(); ++i) {
        const Line& line = lines_[alive_];
        if ((line.open_to_x && (line.cells & marks_[1]) == 0) || (line.open_to_o && (line.cells & marks_[0]) == 0))
            return false;
        alive_ = (alive_ + 1) % lines_.size();
    }
    return true;
}

// The score where the board fills up without a line.
int Full::full_board() const {
    const Result result = undecided(rules_);
    if (result == Result::draw) return 0;
    return result == static_cast<Result>(side_) ? win_in(left_) : loss_in(left_);
}

// The entry of the position, or the one that it may replace: of two, that nearer to the end.
Full::Entry* Full::known() {
    Entry* pair = &table_[mix_bits(marks_[0] + mix_bits(marks_[1] + 1)) & (table_.size() - 2)];
    for (Entry* entry : {pair, pair + 1})
        if (entry->left == left_ && entry->marks == marks_) return entry;
    return pair[0].left <= left_ ? pair : pair + 1;
}

// What an entry says to a bound, if it does: of a search less deep only what is decided holds.
std::optional<int> Full::answer(const Entry& entry, int bound) const {
    const bool as_deep = entry.horizon == horizon_;
    if (entry.lower >= bound && (as_deep || is_win(entry.lower))) return entry.lower;
    if (entry.upper < bound && (as_deep || is_loss(entry.upper))) return entry.upper;
    return std::nullopt;
}

void Full::store(int bound, int score, int first) {
    Entry& entry = *known();
    if (entry.left != left_ || entry.marks != marks_) {
        entry = {marks_, -infinite, infinite, static_cast<std::uint8_t>(left_), 0, 0};
    } else if (entry.horizon != horizon_) {
        if (!is_win(entry.lower)) entry.lower = -infinite;
        if (!is_loss(entry.upper)) entry.upper = infinite;
    }
    entry.horizon = static_cast<std::uint8_t>(horizon_);
    if (score >= bound) entry.lower = static_cast<std::int16_t>(score);
    else entry.upper = static_cast<std::int16_t>(score);
    entry.first = static_cast<std::uint8_t>(first);
}

// The legal moves by the cuts that they made elsewhere, but `first` first.
Full::Places Full::legal(int first) const {
    Places moves;
    const auto rank = [&](int place) { return place == first ? ~std::uint64_t{0} : history_[place]; };
    for (int place = 0; place < std::ssize(empty_); ++place) {
        if (illegal(rules_, cells_, empty_[place]) != rules::Fault::none) continue;
        int at = moves.count;
        moves.push_back(place);
        for (; at > 0 && rank(moves.items[at - 1]) < rank(place); --at) std::swap(moves.items[at - 1], moves.items[at]);
    }
    return moves;
}

// Value the moves that end the game and take them out of the list, unless one reaches the bound.
int Full::try_ends(Places& moves, int bound, int& first) {
    int most = -infinite;
    Places open;
    for (const int place : moves) {
        int score = 0;
        if (!end(place, score)) {
            open.push_back(place);
        } else if (score > most) {
            most = score;
            first = place;
            if (most >= bound) break;
        }
    }
    moves = open;
    return most;
}

// The weight of the lines, unless a move ends the game.
int Full::leaf(int bound) {
    if (complete_ && dead()) return full_board();
    const int value = evaluate();
    if (value >= bound && !rules_.misere) return value;
    int most = -infinite;
    bool open = false;
    for (int place = 0; place < std::ssize(empty_) && most < bound; ++place) {
        int score = 0;
        if (illegal(rules_, cells_, empty_[place]) != rules::Fault::none) continue;
        if (end(place, score)) most = std::max(most, score);
        else open = true;
    }
    return open || most == -infinite ? std::max(most, value) : most;
}

// A bound of the score for the side to move: a lower one if it is `bound` at least, else an upper one.
int Full::search(int bound) {
    if (left_ <= horizon_) return leaf(bound);
    if (budget_.spend()) return 0;
    if (bound > win_in(1)) return win_in(1);
    if (bound <= loss_in(1)) return loss_in(1);
    const Entry* entry = known();
    const bool seen = entry->left == left_ && entry->marks == marks_;
    const std::optional<int> cut = seen ? answer(*entry, bound) : std::nullopt;
    if (cut) return *cut;
    if (complete_ && dead()) return full_board();
    int first = seen ? entry->first : most_empty;
    Places moves = legal(first);
    int most = try_ends(moves, bound, first);
    if (moves.count == 0 && most == -infinite) return evaluate();  // what is left is not searched
    for (int i = 0; i < moves.count && most < bound; ++i) {
        const int place = moves.items[i], value = score(place, bound);
        if (stopped()) return 0;
        if (value <= most) continue;
        most = value;
        first = place;
        if (most >= bound) history_[first] += (left_ - horizon_) * (left_ - horizon_);
    }
    store(bound, most, first);
    return most;
}

// What a move scores for who makes it, as far as `bound` asks.
int Full::score(int place, int bound) {
    int score = 0;
    if (end(place, score)) return score;
    make(place);
    score = before(search(after(bound)));
    undo(place);
    return score;
}

// Does a move score `bound` at least?
bool Full::reaches(int place, int bound) { return score(place, bound) >= bound && !stopped(); }

Full::Places Full::reaching(const Places& moves, int bound) {
    Places found;
    for (const int place : moves)
        if (!stopped() && reaches(place, bound)) found.push_back(place);
    return found;
}

// The least plies to a win or a loss, from which they differ by `step`: one side's moves end the game, unless O wins by
// a full board.
int Full::shortest(bool win) const { return step() == 1 || win != rules_.misere ? 1 : 2; }

// The value, with the first move that keeps it.
rules::GradedMove Full::first_keeping(const Places& moves) {
    for (const int value : {1, 0})
        for (const int place : moves)
            if (!stopped() && reaches(place, value)) return {empty_[place], value, 0};
    return {empty_[*moves.begin()], -1, 0};
}

// The shortest wins, the draws, or the longest losses; the length is noted.
Full::Places Full::best(const Places& moves, rules::GradedMove& found) {
    if (found.value == 0) return reaching(moves, 0);
    Places kept = found.value < 0 ? moves : Places{};
    for (int plies = shortest(found.value > 0); !stopped(); plies += step()) {
        found.plies = plies;
        Places next = reaching(found.value < 0 ? kept : moves, found.value < 0 ? loss_in(plies + 1) : win_in(plies));
        if ((next.count == 0) == (found.value < 0)) return found.value < 0 ? kept : next;
        kept = next;
    }
    return {};
}

std::vector<rules::GradedMove> Full::solve(Wanted wanted) {
    if (!prepare(most_places)) return {};
    const Places moves = legal(most_empty);
    const rules::GradedMove first = first_keeping(moves);
    if (stopped()) return {};
    std::vector<rules::GradedMove> found{first};
    if (wanted == Wanted::value) return found;
    rules::GradedMove one = first;
    const Places kept = best(moves, one);
    if (stopped()) return found;
    found.clear();
    for (const int place : kept) found.push_back({empty_[place], one.value, one.plies});
    if (wanted == Wanted::best) return found;
    std::vector<rules::GradedMove> all;
    for (const int place : moves) {
        Places alone;
        alone.push_back(place);
        one = first_keeping(alone);
        best(alone, one);
        all.push_back(one);
        if (stopped()) return found;
    }
    return all;
}

// How much more the open lines of the side to move weigh.
int Full::evaluate() const {
    int sum = 0;
    for (const Line& line : lines_) {
        const std::uint64_t crosses = line.cells & marks_[0], noughts = line.cells & marks_[1];
        if (line.open_to_x && noughts == 0) sum += weight(line.empty - std::popcount(crosses));
        if (line.open_to_o && crosses == 0) sum -= weight(line.empty - std::popcount(noughts));
    }
    const int value = std::clamp(sum, -most_value, most_value);
    return (side_ == rules::mark_x) != rules_.misere ? value : -value;
}

// Search the moves as `search` does; one that scores `bound` goes to the front.
int Full::best_first(Places& moves, int bound) {
    int most = -infinite;
    for (int i = 0; i < moves.count && most < bound; ++i) {
        const int value = score(moves.items[i], bound);
        if (stopped()) return 0;
        most = std::max(most, value);
        if (most >= bound) std::rotate(moves.items.begin(), moves.items.begin() + i, moves.items.begin() + i + 1);
    }
    return most;
}

Found Full::play(int depth, const Cells& among) {
    Found found;
    budget_.set_poll_interval(looks_ahead);
    const bool ready = prepare(brief_places);
    for (const Line& line : lines_)
        for (std::uint64_t rest = line.cells; rest != 0; rest &= rest - 1)
            history_[std::countr_zero(rest)] += weight(line.empty - 1);
    Places moves;
    for (const int place : legal(most_empty))
        if (among.empty() || std::find(among.begin(), among.end(), empty_[place]) != among.end())
            moves.push_back(place);
    found.score = evaluate();
    if (moves.count == 0) {  // none is among the heaviest cells
        found.move = among.front();
        return found;
    }
    int earlier = found.score;  // of two plies less: scores go up and down by turns
    for (int plies = 1; ready && plies <= std::min(depth, left_); ++plies) {
        horizon_ = left_ - plies;
        int lower = -infinite, upper = infinite, value = std::exchange(earlier, found.score);
        while (lower < upper && !stopped()) {
            const int bound = std::max(value, lower + 1);
            value = best_first(moves, bound);
            (value >= bound ? lower : upper) = value;
        }
        if (stopped()) break;
        found.score = value;
        found.depth = plies;
        if (!is_decided(value) && plies < left_) continue;
        found.proved = complete_ && among.empty();
        break;
    }
    found.move = empty_[moves.items[0]];
    return found;
}

}  // namespace passatempo::mnk::play
