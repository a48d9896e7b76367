// One thread's alpha-beta search.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <vector>

#include "board.hpp"
#include "control.hpp"
#include "history.hpp"
#include "score.hpp"
#include "table.hpp"
#include "vcf.hpp"

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

    struct Visit {
        Window window;
        int depth, ply;
        bool cut;      // a node that is expected to fail high
        bool pressed;  // the other threatens to win in three
        Cell without;  // a move left out, to see whether another comes near it
        bool open = window.open();
    };
    struct Tried {
        std::array<Cell, 32> moves{};
        std::size_t count = 0;
        void add(Cell move) {
            if (count < moves.size()) moves[count++] = move;
        }
    };
    enum class Worth { search, nothing, enough };

    int search(Window window, int depth, int ply, bool cut, Cell without = nowhere);
    bool settled(Window& window, int depth, int ply, bool cut, int& value);
    std::optional<Entry> recall(int ply) const;
    static bool answers(const Entry& known, Window window, int depth);
    bool early(Window window, int depth, int ply, bool cut, const std::optional<Entry>& known, int& value);
    int moves(Visit visit, const std::optional<Entry>& known);
    static const Choice& pick(std::vector<Choice>& choices, std::size_t i);
    Worth worth(const Visit& visit, const Choice& choice, int number, int best) const;
    int value_of(const Visit& visit, const Choice& choice, int number, int next);
    void learn(const Visit& visit, Cell best, const Tried& tried);
    void keep(const Visit& visit, Cell best, int value, Bound bound);
    int root_value(Cell move, int number, int depth, Window window);
    int leaf(Window window, int ply);
    int forced(Window window, int depth, int ply, bool cut);
    bool prune(Window window, int depth, int ply, bool cut, int& value);
    int reduction(int depth, int number, bool open, bool cut, const Choice& choice) const;
    int extension(int depth, int ply, const Entry& known, Cell move);
    void make(Cell move);
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
