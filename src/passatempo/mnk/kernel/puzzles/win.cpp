// A bad player: after some moves by lot he wins or blocks at once, else he takes about the cell whose open lines have
// most marks.
// Algorithm: game by chance, and at each position the depth-limited AND/OR search of proof/shortest.hpp
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

constexpr std::size_t memory = std::size_t{1} << 25;  // bytes of the table: what these proofs need is far less
constexpr std::uint64_t least_factor = 500, factors = 1001;
constexpr std::uint64_t openings = 7;  // up to six moves by lot: without them games are too much alike

struct Line {
    std::vector<int> cells;
    std::array<int, 2> marks{};  // of X and of O
};

class Game {
public:
    explicit Game(const Board& board) : cells_(board.m * board.n), through_(cells_.size()) {
        constexpr int directions[4][2] = {{0, 1}, {1, 0}, {1, 1}, {1, -1}};
        for (const auto& [down, right] : directions)
            for (int row = 0; row < board.m; ++row)
                for (int column = 0; column < board.n; ++column) add(board, row, column, down, right);
    }

    const std::vector<std::uint8_t>& cells() const { return cells_; }
    const std::vector<Line>& lines() const { return lines_; }
    int mover() const { return played_ % 2; }
    bool over() const { return over_ || played_ == cells_.size(); }

    void play(int cell) {
        const int side = mover();
        cells_[cell] = side == 0 ? 1 : 2;
        for (const int line : through_[cell]) over_ |= ++lines_[line].marks[side] == length(lines_[line]);
        ++played_;
    }

    int bad_move(Stream& stream) const {
        for (const int side : {mover(), 1 - mover()})
            if (const int cell = completing(side); cell >= 0) return cell;
        int best = -1;
        std::uint64_t most = 0;
        for (int cell = 0; cell < size(); ++cell) {
            if (cells_[cell] != 0) continue;
            const std::uint64_t worth = weight(cell) * (least_factor + stream.below(factors));
            if (best < 0 || worth > most) {
                best = cell;
                most = worth;
            }
        }
        return best;
    }

    int any_move(Stream& stream) const {
        std::uint64_t left = stream.below(cells_.size() - played_);
        int cell = 0;
        while (cells_[cell] != 0 || left-- > 0) ++cell;
        return cell;
    }

    // The lowest cell that completes a line of a side, -1 where there is none.
    int completing(int side) const {
        int found = -1;
        for (const Line& line : lines_) {
            if (line.marks[side] != length(line) - 1 || line.marks[1 - side] != 0) continue;
            for (const int cell : line.cells)
                if (cells_[cell] == 0 && (found < 0 || cell < found)) found = cell;
        }
        return found;
    }

private:
    static int length(const Line& line) { return line.cells.size(); }
    int size() const { return cells_.size(); }

    void add(const Board& board, int row, int column, int down, int right) {
        const int last_row = row + (board.k - 1) * down, last_column = column + (board.k - 1) * right;
        if (last_row >= board.m || last_column < 0 || last_column >= board.n) return;
        Line line;
        for (int i = 0; i < board.k; ++i) {
            const int cell = (row + i * down) * board.n + column + i * right;
            line.cells.push_back(cell);
            through_[cell].push_back(lines_.size());
        }
        lines_.push_back(line);
    }

    // The sum of 4^marks over the lines through a cell that one side can still complete.
    std::uint64_t weight(int cell) const {
        std::uint64_t sum = 0;
        for (const int line : through_[cell]) {
            const auto& [crosses, noughts] = lines_[line].marks;
            if (crosses == 0 || noughts == 0) sum += std::uint64_t{1} << 2 * (crosses + noughts);
        }
        return sum;
    }

    std::vector<std::uint8_t> cells_;
    std::vector<std::vector<int>> through_;
    std::vector<Line> lines_;
    std::size_t played_ = 0;
    bool over_ = false;
};

template <int W>
class Prover {
public:
    Prover(int moves, std::uint64_t most, Budget& budget) : moves_(moves), most_(most), shortest_(budget, memory) {}

    // The only first move of a win in so many moves, none shorter; -1 where there is none such.
    int only_first(const Game& game) {
        if (game.completing(game.mover()) >= 0) return -1;
        const proof::State<W> state = state_of(game);
        if (state.a.empty() || proves(state, moves_ - 1) || !proves(state, moves_)) return -1;
        int found = -1;
        bool more = false;
        (proof::cells_of(state.a) | proof::cells_of(state.b)).each([&](int cell) {
            if (more || gave_up_) return;
            proof::State<W> next = state;
            proof::play(next, cell);
            if (!proves(next, moves_ - 1)) return;
            more = found >= 0;
            found = cell;
        });
        return more || gave_up_ ? -1 : found;
    }

    bool gave_up() const { return gave_up_; }

private:
    bool proves(const proof::State<W>& state, int moves) {
        const std::uint64_t spent = shortest_.nodes();
        const std::optional<bool> wins =
            gave_up_ || spent >= most_ ? std::nullopt : shortest_.wins(state, moves, most_ - spent);
        gave_up_ = gave_up_ || !wins;
        return wins.value_or(false);
    }

    // The lines within reach: with `moves` own moves to go, of the other side those of fewer empty cells.
    proof::State<W> state_of(const Game& game) const {
        proof::State<W> state;
        const int own = game.mover();
        for (const Line& line : game.lines()) {
            proof::Mask<W> empty;
            for (const int cell : line.cells)
                if (game.cells()[cell] == 0) empty.set(cell);
            if (line.marks[1 - own] == 0 && empty.count() <= moves_) state.a.push_back(empty);
            if (line.marks[own] == 0 && empty.count() < moves_) state.b.push_back(empty);
        }
        proof::absorb(state.a, 0);
        proof::absorb(state.b, 0);
        return state;
    }

    int moves_;
    std::uint64_t most_;
    proof::Shortest<W> shortest_;
    bool gave_up_ = false;
};

}  // namespace

Win draw_win(const Board& board, int moves, std::uint64_t most, std::uint64_t state, Budget& budget) {
    Win win;
    Game game(board);
    Stream stream(state);
    proof::with_words(game.cells().size(), [&]<int W>() {
        Prover<W> prover(moves, most, budget);
        std::int64_t opening = stream.below(openings);
        while (!game.over() && !prover.gave_up() && win.first < 0) {
            win.first = prover.only_first(game);
            if (win.first >= 0) break;
            game.play(opening > 0 ? game.any_move(stream) : game.bad_move(stream));
            --opening;
        }
    });
    if (win.first >= 0) win.cells = game.cells();
    win.state = stream.state();
    return win;
}

}  // namespace passatempo::mnk::puzzles
