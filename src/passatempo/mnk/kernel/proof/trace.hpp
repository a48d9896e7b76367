// A proof written down, so that it can be checked without a search; docs/mnk.md has its rules.
#pragma once

#include <string>
#include <unordered_map>
#include <vector>

#include "lines.hpp"

namespace passatempo::mnk {

// One line of text for each node, those it refers to before it; the last is the root. Cells count from 1.
template <int W>
class Trace {
public:
    Trace(Search<W>& search, Budget& budget, const Lines& lines);

    // Write why the attacker wins, or why the defender holds; false where the budget came first.
    bool write(const State<W>& state, bool wins);

    const std::vector<std::string>& nodes() const { return nodes_; }

private:
    struct Node {
        std::size_t number = 0;
        Mask<W> cells{};  // the carrier or the zone
        int moves = 0;    // the attacker's, of a win
    };
    struct Answered {  // a reply, or none in particular, after which the attacker wins inside the cells
        int reply = elsewhere;
        Mask<W> cells{};
        int moves = 0;
    };
    static constexpr int elsewhere = -1;

    Node win(const State<W>& state);
    Node answer(const State<W>& state, std::string text);
    void hold_root(const State<W>& state);
    Node hold(const State<W>& state);
    Node hold_here(const State<W>& state);
    Node pairs(const State<W>& state, const std::vector<Pair>& noted);
    Node split(const State<W>& state, const std::vector<Mask<W>>& parts, const Mask<W>& rest);
    Node all_moves(const State<W>& state);
    bool part_out(const State<W>& state, std::vector<Mask<W>>& parts, Mask<W>& rest);
    Node put(std::string text, const Mask<W>& cells, int moves = 0);

    std::string cell(int inner) const { return std::to_string(lines_.outer(inner) + 1); }
    std::string cells(const Mask<W>& mask) const;
    void check(bool found);

    Search<W>& search_;
    Budget& budget_;
    const Lines& lines_;
    Reducer<W> reducer_;
    std::vector<std::string> nodes_;
    std::unordered_map<std::uint64_t, Node> wins_, holds_;
};

}  // namespace passatempo::mnk
