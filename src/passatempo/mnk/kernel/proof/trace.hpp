// A proof written down, so that it can be checked without a search; certificates/checker.py has its rules.
// Twin: mnk/certificates/checker.py
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "proof/lines.hpp"

namespace passatempo::mnk::proof {

// One line of text for each node, those it refers to before it; the last is the root. Cells count from 1.
template <int W>
class Trace {
public:
    // `symmetric`: the symmetries of the search are those of the board, numbered from 1 in the same order.
    Trace(Search<W>& search, Budget& budget, const Lines& lines, bool symmetric);

    // Write why the attacker wins, or why the defender holds; false where the budget came first.
    bool write(const State<W>& state, bool wins);

    const std::vector<std::string>& nodes() const { return nodes_; }

private:
    struct Node {
        std::string name{};  // its number, and the symmetry that leads to its state where that is another
        Mask<W> cells{};     // the carrier or the zone
        int moves = 0;       // the attacker's, of a win
    };
    struct Known {
        Node node;
        std::size_t symmetry = 0;  // that leads from its state to the one that bears its key
    };
    struct Answered {  // a reply, or none in particular, after which the attacker wins inside the cells
        int reply = elsewhere;
        Mask<W> cells{};
        int moves = 0;
    };
    static constexpr int elsewhere = -1;

    using Known_by_key = std::unordered_map<std::uint64_t, Known>;

    // A node already written for the state or an image of it, or else what `make` writes.
    template <class Make>
    Node known_or(Known_by_key& known, const State<W>& state, std::size_t ply, Make make);

    Node win(const State<W>& state, std::size_t ply);
    Node win_here(const State<W>& state, std::size_t ply);
    int winning_move(const State<W>& state, std::size_t ply);
    Node answer(const State<W>& state, std::size_t ply, std::string text);
    void hold_root(const State<W>& state);
    Node hold(const State<W>& state, std::size_t ply);
    Node hold_here(const State<W>& state, std::size_t ply);
    Node pairs(const State<W>& state, std::size_t ply, const std::vector<Pair>& noted);
    Node split(const State<W>& state, std::size_t ply, const std::vector<Mask<W>>& parts, const Mask<W>& rest);
    std::optional<Node> hold_weakly(const State<W>& state, std::size_t ply, std::uint64_t nodes);
    Node all_moves(const State<W>& state, std::size_t ply, const std::vector<int>& first);
    bool part_out(const State<W>& state, std::vector<Mask<W>>& parts, Mask<W>& rest);
    Node put(std::string text, const Mask<W>& cells, int moves = 0);

    std::string cell(int inner) const { return std::to_string(lines_.outer(inner) + 1); }
    std::string cells(const Mask<W>& mask) const;
    void check(bool found);

    Search<W>& search_;
    Budget& budget_;
    const Lines& lines_;
    bool symmetric_;
    Reducer<W> reducer_;
    std::vector<std::string> nodes_;
    Known_by_key wins_, holds_;
};

}  // namespace passatempo::mnk::proof
