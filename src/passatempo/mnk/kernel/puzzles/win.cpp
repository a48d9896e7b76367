// A bad player: after some random moves he wins or blocks at once, or else takes roughly the cell whose open lines have
// the most marks.
// Algorithm: random game, with the depth-limited AND/OR search of proof/shortest.hpp at each position
#include "puzzles/win.hpp"

#include <array>
#include <optional>
#include <span>

#include "proof/hypergraph.hpp"
#include "proof/lines.hpp"
#include "proof/shortest.hpp"
#include "random.hpp"

namespace passatempo::mnk::puzzles {
namespace {

constexpr std::size_t memory = std::size_t{1} << 25;  // bytes of the table, far more than these proofs need
constexpr std::uint64_t least_factor = 500, factors = 1001;
constexpr std::uint64_t openings = 7;  // up to six random moves, without which games are too much alike

struct PuzzleLine {
    std::vector<int> cells;
    std::array<int, 2> mark_counts{};  // of X and of O
};

class PuzzleGame {
public:
    explicit PuzzleGame(const BoardSize& board) : cells_(board.m * board.n), cell_lines_(cells_.size()) {
        constexpr int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (const auto& [down, right] : directions)
            for (int row = 0; row < board.m; ++row)
                for (int column = 0; column < board.n; ++column) add_line(board, row, column, down, right);
    }

    const std::vector<std::uint8_t>& cells() const { return cells_; }
    const std::vector<PuzzleLine>& lines() const { return lines_; }
    int side_to_move() const { return move_count_ % 2; }
    bool is_over() const { return is_over_ || move_count_ == cells_.size(); }

    void play_move(int cell) {
        const int side = side_to_move();
        cells_[cell] = side == 0 ? 1 : 2;
        for (const int line : cell_lines_[cell])
            is_over_ |= ++lines_[line].mark_counts[side] == line_length(lines_[line]);
        ++move_count_;
    }

    int bad_move(Stream& stream) const {
        for (const int side : {side_to_move(), 1 - side_to_move()})
            if (const int cell = completing_cell(side); cell >= 0) return cell;
        int best = -1;
        std::uint64_t best_weight = 0;
        for (int cell = 0; cell < size(); ++cell) {
            if (cells_[cell] != 0) continue;
            const std::uint64_t worth = cell_weight(cell) * (least_factor + stream.below(factors));
            if (best < 0 || worth > best_weight) {
                best = cell;
                best_weight = worth;
            }
        }
        return best;
    }

    int any_move(Stream& stream) const {
        std::uint64_t left = stream.below(cells_.size() - move_count_);
        int cell = 0;
        while (cells_[cell] != 0 || left-- > 0) ++cell;
        return cell;
    }

    // The lowest cell that completes a line of a side, or -1 if there is none.
    int completing_cell(int side) const {
        int lowest_cell = -1;
        for (const PuzzleLine& line : lines_) {
            if (line.mark_counts[side] != line_length(line) - 1 || line.mark_counts[1 - side] != 0) continue;
            for (const int cell : line.cells)
                if (cells_[cell] == 0 && (lowest_cell < 0 || cell < lowest_cell)) lowest_cell = cell;
        }
        return lowest_cell;
    }

private:
    static int line_length(const PuzzleLine& line) { return line.cells.size(); }
    int size() const { return cells_.size(); }

    void add_line(const BoardSize& board, int row, int column, int down, int right) {
        const int last_row = row + (board.k - 1) * down, last_column = column + (board.k - 1) * right;
        if (last_row >= board.m || last_column < 0 || last_column >= board.n) return;
        PuzzleLine line;
        for (int i = 0; i < board.k; ++i) {
            const int cell = (row + i * down) * board.n + column + i * right;
            line.cells.push_back(cell);
            cell_lines_[cell].push_back(lines_.size());
        }
        lines_.push_back(line);
    }

    // The sum of 4^marks over the lines through a cell that one side can still complete.
    std::uint64_t cell_weight(int cell) const {
        std::uint64_t sum = 0;
        for (const int line : cell_lines_[cell]) {
            const auto& [crosses, noughts] = lines_[line].mark_counts;
            if (crosses == 0 || noughts == 0) sum += std::uint64_t{1} << 2 * (crosses + noughts);
        }
        return sum;
    }

    std::vector<std::uint8_t> cells_;
    std::vector<std::vector<int>> cell_lines_;
    std::vector<PuzzleLine> lines_;
    std::size_t move_count_ = 0;
    bool is_over_ = false;
};

template <int W>
class PuzzleProver {
public:
    PuzzleProver(int moves, std::uint64_t node_limit, Budget& budget)
        : win_length_(moves), node_limit_(node_limit), shortest_(budget, memory) {}

    // The only first move of a shortest win in `win_length_` moves, or -1 if there is none.
    int unique_first_move(const PuzzleGame& game) {
        if (game.completing_cell(game.side_to_move()) >= 0) return -1;
        const proof::State<W> state = state_of(game);
        if (state.attacker_edges.empty() || proves_win(state, win_length_ - 1) || !proves_win(state, win_length_))
            return -1;
        int first_move = -1;
        bool is_ambiguous = false;
        (proof::cells_of(state.attacker_edges) | proof::cells_of(state.defender_edges)).for_each([&](int cell) {
            if (is_ambiguous || is_exhausted_) return;
            proof::State<W> next = state;
            proof::play_move(next, cell);
            if (!proves_win(next, win_length_ - 1)) return;
            is_ambiguous = first_move >= 0;
            first_move = cell;
        });
        return is_ambiguous || is_exhausted_ ? -1 : first_move;
    }

    bool is_exhausted() const { return is_exhausted_; }

private:
    bool proves_win(const proof::State<W>& state, int moves) {
        const std::uint64_t nodes_before = shortest_.node_count();
        const std::optional<bool> wins = is_exhausted_ || nodes_before >= node_limit_
                                             ? std::nullopt
                                             : shortest_.wins_within(state, moves, node_limit_ - nodes_before);
        is_exhausted_ = is_exhausted_ || !wins;
        return wins.value_or(false);
    }

    // Keep the lines within reach: the mover's of at most `win_length_` empty cells, and the opponent's of fewer.
    proof::State<W> state_of(const PuzzleGame& game) const {
        proof::State<W> state;
        const int mover_side = game.side_to_move();
        for (const PuzzleLine& line : game.lines()) {
            proof::Mask<W> empty;
            for (const int cell : line.cells)
                if (game.cells()[cell] == 0) empty.set(cell);
            if (line.mark_counts[1 - mover_side] == 0 && empty.count() <= win_length_)
                state.attacker_edges.push_back(empty);
            if (line.mark_counts[mover_side] == 0 && empty.count() < win_length_) state.defender_edges.push_back(empty);
        }
        proof::drop_supersets(state.attacker_edges, 0);
        proof::drop_supersets(state.defender_edges, 0);
        return state;
    }

    int win_length_;
    std::uint64_t node_limit_;
    proof::ShortestWinSearch<W> shortest_;
    bool is_exhausted_ = false;
};

}  // namespace

WinPuzzle draw_win(const BoardSize& board, int moves, std::uint64_t most, std::uint64_t state, Budget& budget) {
    WinPuzzle win;
    PuzzleGame game(board);
    Stream stream(state);
    proof::with_words(game.cells().size(), [&]<int W>() {
        PuzzleProver<W> prover(moves, most, budget);
        std::int64_t opening = stream.below(openings);
        while (!game.is_over() && !prover.is_exhausted() && win.first_move < 0) {
            win.first_move = prover.unique_first_move(game);
            if (win.first_move >= 0) break;
            game.play_move(opening > 0 ? game.any_move(stream) : game.bad_move(stream));
            --opening;
        }
    });
    if (win.first_move >= 0) win.cells = game.cells();
    win.random_state = stream.state();
    return win;
}

}  // namespace passatempo::mnk::puzzles
