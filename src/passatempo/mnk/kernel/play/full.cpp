// Solves a position, or searches it to a depth, by fail-soft alpha-beta (Fishburn 1983).
// 1. `prepare_tables` lists the lines that are not blocked yet, and sizes the transposition table.
// 2. `search_bound` bounds a score by a null-window search with a table of bounds [Knuth1975].
// 3. `find_best_value` finds the value of a position, and `find_best_moves` its length by deepening.
// 4. `play_to_depth` deepens iteratively instead, and finds each score by MTD(f) (Plaat 1996).
// 5. `evaluate_lines` weighs the open lines at the horizon by a potential [Erdos1973].
#include "play/full.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdlib>
#include <numeric>
#include <tuple>
#include <utility>

#include "engine/margins.hpp"
#include "random.hpp"

namespace passatempo::mnk::play {

using rules::Cells, rules::Marking, rules::GameResult, rules::Rules, rules::Step;

namespace {

constexpr std::size_t fewest_places = 16, most_places = std::size_t{1} << 20;  // entries of the table
constexpr std::size_t brief_places = std::size_t{1} << 18;  // of a move's table, since a larger one takes long to clear
constexpr int few = 12, tiny = 16;                          // empty cells, or cells of a board, as in `mnk/settings.py`
constexpr std::uint64_t looks = 40'000;                     // nodes between two clock checks, times k
constexpr std::uint64_t looks_ahead = 128;  // the same in `play_to_depth`, where a node may have 64 leaves

// The score of a position for the side to move, from the score of the next position for its opponent.
int score_before(int score) { return score > 0 ? 1 - score : score < 0 ? -1 - score : 0; }

// A move scores at least `bound` unless the position after it scores at least this.
int bound_after(int bound) { return bound > 0 ? -bound : 2 - bound; }

// The weight of a line that lacks so many marks. Each further missing mark divides it by four.
int line_weight(int missing_count) { return missing_count > 5 ? 0 : 256 >> (2 * std::max(missing_count - 1, 0)); }

constexpr int nowhere = -1;
constexpr int longest = 9;           // longest window that weighs a cell
constexpr int between_looks = 1024;  // cells between two clock checks

struct LineWindow {
    std::array<int, 3> mark_counts{};  // empty cells, X, O
    int outside_count = 0;             // cells beyond the edge
    std::uint64_t place_bits = 0;
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

// The number of cells on a closed line of a torus.
int circle_length(const Rules& rules, Step step) {
    return std::lcm(step.down != 0 ? rules.m : 1, step.right != 0 ? rules.n : 1);
}

template <class Visit>
void slide_window(const Rules& rules, const Marking& cells, int cell, int length, const std::vector<int>& places,
                  Visit visit) {
    for (const Step step : rules::directions) {
        if (rules.torus && circle_length(rules, step) < length) continue;
        LineWindow window;
        const auto count = [&](int i, int change) {
            const int at = place_at(rules, cell, step, i);
            if (at == nowhere) {
                window.outside_count += change;
                return;
            }
            window.mark_counts[cells[at]] += change;
            if (!places.empty() && places[at] >= 0) window.place_bits ^= std::uint64_t{1} << places[at];
        };
        for (int i = 1 - length; i < length; ++i) {
            if (i > 0) count(i - length, -1);  // first, since on a circle of this length the same cell enters
            count(i, 1);
            if (i >= 0 && window.outside_count == 0) visit(window);
        }
    }
}

// List each open line through a place once, or fewer if the budget ends first. The `places` are at most 64 empty cells.
std::vector<OpenLine> open_lines(const Rules& rules, const Marking& cells, const Cells& places, Budget& budget) {
    std::vector<int> place_of(cells.size(), nowhere);
    for (std::size_t i = 0; i < places.size(); ++i) place_of[places[i]] = static_cast<int>(i);
    std::vector<OpenLine> window_lines;
    for (const int cell : places)
        if (!budget.poll())
            slide_window(rules, cells, cell, rules.k, place_of, [&](const LineWindow& window) {
                const auto [empty, crosses, noughts] = window.mark_counts;
                if (crosses > 0 && noughts > 0) return;
                const OpenLine line{window.place_bits, empty, noughts == 0, crosses == 0 && !rules.maker_breaker};
                if (empty <= std::ssize(places) && (line.open_to_x || line.open_to_o)) window_lines.push_back(line);
            });
    std::sort(window_lines.begin(), window_lines.end());
    window_lines.erase(std::unique(window_lines.begin(), window_lines.end()), window_lines.end());
    return window_lines;
}

// The empty cells whose windows hold the most marks, at most `cell_limit`. With gravity, the lowest come first.
Cells heaviest_cells(const Rules& rules, const Marking& cells, std::size_t cell_limit, Budget& budget) {
    using Rank = std::tuple<int, std::int64_t, int, int>;  // empty cells below, negative weight, off centre, cell
    std::vector<Rank> ranks;
    std::vector<int> below(rules.n);
    for (int cell = rules.size() - 1; cell >= 0; --cell) {
        if (cells[cell] != rules::no_mark) continue;
        std::int64_t weight = 0;
        if (cell % between_looks == 0) budget.poll();
        if (budget.stop() == Stop::done)
            slide_window(rules, cells, cell, std::min(rules.k, longest), {}, [&](const LineWindow& window) {
                const auto [empty, crosses, noughts] = window.mark_counts;
                if (crosses == 0 || noughts == 0) weight += std::int64_t{1} << (2 * (crosses + noughts));
            });
        const int row = cell / rules.n, column = cell % rules.n;
        const int centre_distance = std::abs(2 * row - rules.m + 1) + std::abs(2 * column - rules.n + 1);
        ranks.emplace_back(rules.gravity ? below[column]++ : 0, -weight, centre_distance, cell);
    }
    std::sort(ranks.begin(), ranks.end());
    Cells heavy_cells;
    for (std::size_t i = 0; i < std::min(cell_limit, ranks.size()); ++i) heavy_cells.push_back(std::get<3>(ranks[i]));
    return heavy_cells;
}

}  // namespace

bool is_full_searchable(const Rules& rules, const Marking& cells) {
    if (rules.is_hopeless()) return false;
    return rules.size() <= tiny || std::count(cells.begin(), cells.end(), rules::no_mark) <= few;
}

AlphaBetaSolver::AlphaBetaSolver(const Rules& rules, const Marking& cells, Budget& budget)
    : rules_(rules), cells_(cells), budget_(budget), mover_(rules::to_move(cells)) {
    for (int cell = 0; cell < rules.size(); ++cell)
        if (cells[cell] == rules::no_mark) empty_cells_.push_back(cell);
    const auto centre_distance = [&](int cell) {
        return std::abs(2 * (cell / rules.n) - rules.m + 1) + std::abs(2 * (cell % rules.n) - rules.n + 1);
    };
    std::stable_sort(empty_cells_.begin(), empty_cells_.end(),
                     [&](int a, int b) { return centre_distance(a) < centre_distance(b); });
    is_complete_ = empty_cells_.size() <= cell_limit;
    if (!is_complete_) empty_cells_ = heaviest_cells(rules, cells, cell_limit, budget);
    cells_left_ = static_cast<int>(empty_cells_.size()) + (is_complete_ ? 0 : 1);  // it never fills up
    budget_.set_poll_interval(looks / rules.k);
}

// Build the table and list the lines that are not blocked yet. Return false if the budget ends first.
bool AlphaBetaSolver::prepare_tables(std::size_t place_limit) {
    std::size_t markings = 1;
    for (int i = 0; i < cells_left_ && markings < 4 * place_limit; ++i) markings *= 3;
    const std::size_t places = std::clamp(std::bit_ceil(markings / 4), fewest_places, place_limit);
    if (!budget_.room_for(places * sizeof(BoundsEntry))) return false;
    table_.assign(places, {});
    open_lines_ = open_lines(rules_, cells_, empty_cells_, budget_);
    for (const OpenLine& line : open_lines_)
        for (std::uint64_t rest = line.cell_bits; rest != 0; rest &= rest - 1) {
            const int place = std::countr_zero(rest);
            if (line.empty_count > std::popcount(line.cell_bits)) continue;  // it needs cells that are not searched
            if (line.open_to_x) cell_lines_[0][place].push_back(line.cell_bits);
            if (line.open_to_o) cell_lines_[1][place].push_back(line.cell_bits);
        }
    return !budget_.poll();
}

void AlphaBetaSolver::make_move(int place) {
    cells_[empty_cells_[place]] = mover_;
    mark_bits_[mover_ - 1] |= std::uint64_t{1} << place;
    mover_ = rules::other_mark(mover_);
    --cells_left_;
}

void AlphaBetaSolver::undo_move(int place) {
    mover_ = rules::other_mark(mover_);
    mark_bits_[mover_ - 1] &= ~(std::uint64_t{1} << place);
    cells_[empty_cells_[place]] = rules::no_mark;
    ++cells_left_;
}

// Whether a move ends the game, and its score for the mover. Only a full window of k cells can be part of a line.
bool AlphaBetaSolver::ends_game(int place, int& score) {
    const std::vector<std::uint64_t>& lines = cell_lines_[mover_ - 1][place];
    const std::uint64_t missing_marks = ~mark_bits_[mover_ - 1] & ~(std::uint64_t{1} << place);
    const bool full =
        std::any_of(lines.begin(), lines.end(), [&](std::uint64_t line) { return (line & missing_marks) == 0; });
    if (!full && cells_left_ > 1) return false;
    const int cell = empty_cells_[place];
    cells_[cell] = mover_;
    const bool over = full && is_final(rules_, cells_, cell);
    if (over || cells_left_ == 1) {
        const GameResult game_outcome = over ? result_after(rules_, cells_, cell) : full_board_result(rules_);
        score = game_outcome == GameResult::draw                  ? 0
                : game_outcome == static_cast<GameResult>(mover_) ? win_in(1)
                                                                  : loss_in(1);
    }
    cells_[cell] = rules::no_mark;
    return over || cells_left_ == 1;
}

// Whether neither player has a line left.
bool AlphaBetaSolver::is_dead() {
    for (std::size_t i = 0; i < open_lines_.size(); ++i) {
        const OpenLine& line = open_lines_[open_line_];
        if ((line.open_to_x && (line.cell_bits & mark_bits_[1]) == 0) ||
            (line.open_to_o && (line.cell_bits & mark_bits_[0]) == 0))
            return false;
        open_line_ = (open_line_ + 1) % open_lines_.size();
    }
    return true;
}

// The score if the board fills up without a line.
int AlphaBetaSolver::full_board_score() const {
    const GameResult game_outcome = full_board_result(rules_);
    if (game_outcome == GameResult::draw) return 0;
    return game_outcome == static_cast<GameResult>(mover_) ? win_in(cells_left_) : loss_in(cells_left_);
}

// Find the entry of the position, or else the entry to replace: the one of its pair nearer to the end of the game.
AlphaBetaSolver::BoundsEntry* AlphaBetaSolver::find_bounds() {
    BoundsEntry* pair = &table_[mix_bits(mark_bits_[0] + mix_bits(mark_bits_[1] + 1)) & (table_.size() - 2)];
    for (BoundsEntry* pair_slot : {pair, pair + 1})
        if (pair_slot->cells_left == cells_left_ && pair_slot->mark_bits == mark_bits_) return pair_slot;
    return pair[0].cells_left <= cells_left_ ? pair : pair + 1;
}

// The score by which an entry decides a bound, if it does. From a shallower search, only forced ends count.
std::optional<int> AlphaBetaSolver::bound_answer(const BoundsEntry& table_bounds, int bound) const {
    const bool as_deep = table_bounds.horizon == horizon_;
    if (table_bounds.lower_bound >= bound && (as_deep || is_win(table_bounds.lower_bound)))
        return table_bounds.lower_bound;
    if (table_bounds.upper_bound < bound && (as_deep || is_loss(table_bounds.upper_bound)))
        return table_bounds.upper_bound;
    return std::nullopt;
}

void AlphaBetaSolver::store_bound(int bound, int score, int first) {
    BoundsEntry& table_bounds = *find_bounds();
    if (table_bounds.cells_left != cells_left_ || table_bounds.mark_bits != mark_bits_) {
        table_bounds = {mark_bits_, -infinite, infinite, static_cast<std::uint8_t>(cells_left_), 0, 0};
    } else if (table_bounds.horizon != horizon_) {
        if (!is_win(table_bounds.lower_bound)) table_bounds.lower_bound = -infinite;
        if (!is_loss(table_bounds.upper_bound)) table_bounds.upper_bound = infinite;
    }
    table_bounds.horizon = static_cast<std::uint8_t>(horizon_);
    if (score >= bound) table_bounds.lower_bound = static_cast<std::int16_t>(score);
    else table_bounds.upper_bound = static_cast<std::int16_t>(score);
    table_bounds.first_move = static_cast<std::uint8_t>(first);
}

// The legal moves in the order of the cutoffs that they caused elsewhere, with `first` at the front.
AlphaBetaSolver::PlaceList AlphaBetaSolver::list_legal_moves(int first) const {
    PlaceList moves;
    const auto rank = [&](int place) { return place == first ? ~std::uint64_t{0} : history_[place]; };
    for (int place = 0; place < std::ssize(empty_cells_); ++place) {
        if (move_fault(rules_, cells_, empty_cells_[place]) != rules::Fault::none) continue;
        int at = moves.cell_count;
        moves.push_back(place);
        for (; at > 0 && rank(moves.cells[at - 1]) < rank(place); --at) std::swap(moves.cells[at - 1], moves.cells[at]);
    }
    return moves;
}

// Score the moves that end the game and remove them from the list, unless one reaches the bound.
int AlphaBetaSolver::try_ends(PlaceList& moves, int bound, int& first) {
    int best_score = -infinite;
    PlaceList open;
    for (const int place : moves) {
        int score = 0;
        if (!ends_game(place, score)) {
            open.push_back(place);
        } else if (score > best_score) {
            best_score = score;
            first = place;
            if (best_score >= bound) break;
        }
    }
    moves = open;
    return best_score;
}

// Score a leaf by the weight of its lines, unless a move ends the game.
int AlphaBetaSolver::leaf_score(int bound) {
    if (is_complete_ && is_dead()) return full_board_score();
    const int static_evaluation = evaluate_lines();
    if (static_evaluation >= bound && !rules_.misere) return static_evaluation;
    int best_score = -infinite;
    bool open = false;
    for (int place = 0; place < std::ssize(empty_cells_) && best_score < bound; ++place) {
        int score = 0;
        if (move_fault(rules_, cells_, empty_cells_[place]) != rules::Fault::none) continue;
        if (ends_game(place, score)) best_score = std::max(best_score, score);
        else open = true;
    }
    return open || best_score == -infinite ? std::max(best_score, static_evaluation) : best_score;
}

// A bound of the score for the side to move: a lower bound if it is at least `bound`, else an upper bound.
int AlphaBetaSolver::search_bound(int bound) {
    if (cells_left_ <= horizon_) return leaf_score(bound);
    if (budget_.spend()) return 0;
    if (bound > win_in(1)) return win_in(1);
    if (bound <= loss_in(1)) return loss_in(1);
    const BoundsEntry* table_bounds = find_bounds();
    const bool is_known = table_bounds->cells_left == cells_left_ && table_bounds->mark_bits == mark_bits_;
    const std::optional<int> cut = is_known ? bound_answer(*table_bounds, bound) : std::nullopt;
    if (cut) return *cut;
    if (is_complete_ && is_dead()) return full_board_score();
    int first = is_known ? table_bounds->first_move : cell_limit;
    PlaceList moves = list_legal_moves(first);
    int best_score = try_ends(moves, bound, first);
    if (moves.cell_count == 0 && best_score == -infinite) return evaluate_lines();  // only unsearched cells are left
    for (int i = 0; i < moves.cell_count && best_score < bound; ++i) {
        const int place = moves.cells[i], move_score = score_move(place, bound);
        if (is_stopped()) return 0;
        if (move_score <= best_score) continue;
        best_score = move_score;
        first = place;
        if (best_score >= bound) history_[first] += (cells_left_ - horizon_) * (cells_left_ - horizon_);
    }
    store_bound(bound, best_score, first);
    return best_score;
}

// Score a move for the player who makes it, precisely enough for a comparison with `bound`.
int AlphaBetaSolver::score_move(int place, int bound) {
    int score = 0;
    if (ends_game(place, score)) return score;
    make_move(place);
    score = score_before(search_bound(bound_after(bound)));
    undo_move(place);
    return score;
}

// Whether a move scores at least `bound`.
bool AlphaBetaSolver::reaches_bound(int place, int bound) { return score_move(place, bound) >= bound && !is_stopped(); }

AlphaBetaSolver::PlaceList AlphaBetaSolver::moves_reaching(const PlaceList& moves, int bound) {
    PlaceList good_moves;
    for (const int place : moves)
        if (!is_stopped() && reaches_bound(place, bound)) good_moves.push_back(place);
    return good_moves;
}

// The fewest plies to a win or a loss. Lengths differ by `ply_step`, because only one side's moves end the game, unless
// O wins by a full board.
int AlphaBetaSolver::shortest_end(bool win) const { return ply_step() == 1 || win != rules_.misere ? 1 : 2; }

// Find the value, with the first move that keeps it.
rules::MoveGrade AlphaBetaSolver::find_best_value(const PlaceList& moves) {
    for (const int game_value : {1, 0})
        for (const int place : moves)
            if (!is_stopped() && reaches_bound(place, game_value)) return {empty_cells_[place], game_value, 0};
    return {empty_cells_[*moves.begin()], -1, 0};
}

// Find the shortest wins, the draws, or the longest losses, and set the number of plies.
AlphaBetaSolver::PlaceList AlphaBetaSolver::find_best_moves(const PlaceList& moves, rules::MoveGrade& move_grade) {
    if (move_grade.game_value == 0) return moves_reaching(moves, 0);
    PlaceList best_moves = move_grade.game_value < 0 ? moves : PlaceList{};
    for (int plies = shortest_end(move_grade.game_value > 0); !is_stopped(); plies += ply_step()) {
        move_grade.plies = plies;
        PlaceList next = moves_reaching(move_grade.game_value < 0 ? best_moves : moves,
                                        move_grade.game_value < 0 ? loss_in(plies + 1) : win_in(plies));
        if ((next.cell_count == 0) == (move_grade.game_value < 0)) return move_grade.game_value < 0 ? best_moves : next;
        best_moves = next;
    }
    return {};
}

std::vector<rules::MoveGrade> AlphaBetaSolver::solve_position(ValueQuery value_query) {
    if (!prepare_tables(most_places)) return {};
    const PlaceList moves = list_legal_moves(cell_limit);
    const rules::MoveGrade first = find_best_value(moves);
    if (is_stopped()) return {};
    std::vector<rules::MoveGrade> move_grades{first};
    if (value_query == ValueQuery::value) return move_grades;
    rules::MoveGrade move_grade = first;
    const PlaceList best_moves = find_best_moves(moves, move_grade);
    if (is_stopped()) return move_grades;
    move_grades.clear();
    for (const int place : best_moves)
        move_grades.push_back({empty_cells_[place], move_grade.game_value, move_grade.plies});
    if (value_query == ValueQuery::best) return move_grades;
    std::vector<rules::MoveGrade> all;
    for (const int place : moves) {
        PlaceList single_move;
        single_move.push_back(place);
        move_grade = find_best_value(single_move);
        find_best_moves(single_move, move_grade);
        all.push_back(move_grade);
        if (is_stopped()) return move_grades;
    }
    return all;
}

// The weight of the open lines of the side to move, minus that of the opponent's open lines.
int AlphaBetaSolver::evaluate_lines() const {
    int sum = 0;
    for (const OpenLine& line : open_lines_) {
        const std::uint64_t crosses = line.cell_bits & mark_bits_[0], noughts = line.cell_bits & mark_bits_[1];
        if (line.open_to_x && noughts == 0) sum += line_weight(line.empty_count - std::popcount(crosses));
        if (line.open_to_o && crosses == 0) sum -= line_weight(line.empty_count - std::popcount(noughts));
    }
    const int weight_balance = std::clamp(sum, -most_value, most_value);
    return (mover_ == rules::mark_x) != rules_.misere ? weight_balance : -weight_balance;
}

// Search the moves as `search_bound` does, and move the first that scores `bound` to the front.
int AlphaBetaSolver::best_first(PlaceList& moves, int bound) {
    int best_score = -infinite;
    for (int i = 0; i < moves.cell_count && best_score < bound; ++i) {
        const int move_score = score_move(moves.cells[i], bound);
        if (is_stopped()) return 0;
        best_score = std::max(best_score, move_score);
        if (best_score >= bound) std::rotate(moves.cells.begin(), moves.cells.begin() + i, moves.cells.begin() + i + 1);
    }
    return best_score;
}

SearchResult AlphaBetaSolver::play_to_depth(int depth, const Cells& candidate_cells) {
    SearchResult search_outcome;
    budget_.set_poll_interval(looks_ahead);
    const bool ready = prepare_tables(brief_places);
    for (const OpenLine& line : open_lines_)
        for (std::uint64_t rest = line.cell_bits; rest != 0; rest &= rest - 1)
            history_[std::countr_zero(rest)] += line_weight(line.empty_count - 1);
    PlaceList moves;
    for (const int place : list_legal_moves(cell_limit))
        if (candidate_cells.empty() ||
            std::find(candidate_cells.begin(), candidate_cells.end(), empty_cells_[place]) != candidate_cells.end())
            moves.push_back(place);
    search_outcome.score = evaluate_lines();
    if (moves.cell_count == 0) {  // no candidate is among the heaviest cells
        search_outcome.best_move = candidate_cells.front();
        return search_outcome;
    }
    int earlier = search_outcome.score;  // of two plies less, because scores alternate between odd and even depths
    for (int plies = 1; ready && plies <= std::min(depth, cells_left_); ++plies) {
        horizon_ = cells_left_ - plies;
        int lower = -infinite, upper = infinite, bound_score = std::exchange(earlier, search_outcome.score);
        while (lower < upper && !is_stopped()) {
            const int bound = std::max(bound_score, lower + 1);
            bound_score = best_first(moves, bound);
            (bound_score >= bound ? lower : upper) = bound_score;
        }
        if (is_stopped()) break;
        search_outcome.score = bound_score;
        search_outcome.depth = plies;
        if (!is_decided(bound_score) && plies < cells_left_) continue;
        search_outcome.is_proof = is_complete_ && candidate_cells.empty();
        break;
    }
    search_outcome.best_move = empty_cells_[moves.cells[0]];
    return search_outcome;
}

}  // namespace passatempo::mnk::play
