// One thread's alpha-beta search.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "board.hpp"
#include "control.hpp"
#include "fours.hpp"
#include "history.hpp"
#include "score.hpp"
#include "table.hpp"

namespace passatempo::mnk {

struct RootMove {
    Cell move = nowhere;
    int value = -infinite;
    int before = -infinite;  // of the last finished depth
    std::vector<Cell> line;  // from the root move on
};

class Search {
public:
    Search(const Board& board, Table& table, Control control, Parts parts);

    // Search the root moves from `from` on to `depth` within (alpha, beta); they are then sorted by value.
    int root(std::vector<RootMove>& moves, std::size_t from, int depth, int alpha, int beta);

    Board& board() { return board_; }
    Control& control() { return control_; }
    Fours& fours() { return fours_; }
    int deepest() const { return deepest_; }

    static constexpr int most_ply = 120;

private:
    struct Node {
        Cell move = nowhere;
        int evaluation = 0;
        bool passed = false;
        std::array<Cell, 2> killers{nowhere, nowhere};
        std::vector<Cell> line;
        std::vector<Choice> choices;
    };
    struct Window {
        int alpha, beta;
        bool open() const { return beta - alpha > 1; }
    };

    int search(Window window, int depth, int ply, bool cut, Cell without = nowhere);
    int moves(Window window, int depth, int ply, bool cut, Cell without, const Entry& known, bool hit, bool pressed);
    int leaf(Window window, int ply);
    int forced(Window window, int depth, int ply, bool cut);
    bool prune(Window window, int depth, int ply, bool cut, int& value);
    int reduction(int depth, int number, bool open, bool cut, const Choice& choice) const;
    int extension(int depth, int ply, const Entry& known, Cell move);
    int child(Window window, int depth, int ply, bool cut);
    void choose(int ply, bool pressed, Cell best);
    void keep_line(int ply, Cell move);
    Board board_;
    Table& table_;
    Control control_;
    Parts parts_;
    Fours fours_;
    History history_;
    std::vector<Node> nodes_;
    std::vector<Cell> cells_;
    std::array<std::array<std::uint8_t, 64>, 64> late_{};
    int deepest_ = 0;
    int root_depth_ = 0;
};

}  // namespace passatempo::mnk
