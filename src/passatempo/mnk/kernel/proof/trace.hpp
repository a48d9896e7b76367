// Certificate of a proof, which can be checked without a search by the rules of certificates/checker.py.
// Twin: mnk/certificates/checker.py
#pragma once

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "proof/lines.hpp"

namespace passatempo::mnk::proof {

// Writes one line of text per node, after the nodes to which it refers. The last is the root. Cells count from 1.
template <int W>
class CertificateWriter {
public:
    // If `symmetric`, the symmetries of the search are those of the board, numbered from 1 in the same order.
    CertificateWriter(ProofSearch<W>& search, Budget& budget, const LineIndex& lines, bool symmetric);

    // Write why the attacker wins, or why the defender holds. Return false if the budget ends first.
    bool write_claim(const State<W>& state, bool wins);

    const std::vector<std::string>& node_lines() const { return node_lines_; }

private:
    struct Node {
        std::string name{};     // its number, and a symmetry if the node describes another image
        Mask<W> proof_cells{};  // the carrier or the zone
        int move_count = 0;     // of the attacker, in a win
    };
    struct NodeRecord {
        Node node;
        std::size_t symmetry = 0;  // that maps its state to the canonical image
    };
    struct Refutation {  // the attacker wins inside the cells after this reply, or after any reply elsewhere
        int reply_cell = no_live_cell;
        Mask<W> win_cells{};
        int move_count = 0;
    };
    static constexpr int no_live_cell = -1;

    using NodeCache = std::unordered_map<std::uint64_t, NodeRecord>;

    // Return the node already written for the state or an image of it, or else the result of `write_node`.
    template <class Make>
    Node find_or_write(NodeCache& node_cache, const State<W>& state, std::size_t ply, Make write_node);

    Node write_win(const State<W>& state, std::size_t ply);
    Node write_win_node(const State<W>& state, std::size_t ply);
    int winning_move(const State<W>& state, std::size_t ply);
    Node write_replies(const State<W>& state, std::size_t ply, std::string text);
    void write_hold_root(const State<W>& state);
    Node write_hold(const State<W>& state, std::size_t ply);
    Node write_hold_node(const State<W>& state, std::size_t ply);
    Node write_pairs(const State<W>& state, std::size_t ply, const std::vector<CellPair>& pair_log);
    Node write_split(const State<W>& state, std::size_t ply, const std::vector<Mask<W>>& parts, const Mask<W>& rest);
    std::optional<Node> write_weak_hold(const State<W>& state, std::size_t ply, std::uint64_t nodes);
    Node write_moves(const State<W>& state, std::size_t ply, const std::vector<int>& first);
    bool split_components(const State<W>& state, std::vector<Mask<W>>& parts, Mask<W>& rest);
    Node add_node(std::string text, const Mask<W>& cells, int moves = 0);

    std::string format_cell(int inner) const { return std::to_string(lines_.outer_cell(inner) + 1); }
    std::string format_cells(const Mask<W>& mask) const;
    void require_proof(bool is_proof);

    ProofSearch<W>& search_;
    Budget& budget_;
    const LineIndex& lines_;
    bool uses_symmetry_;
    Reducer<W> reducer_;
    std::vector<std::string> node_lines_;
    NodeCache win_nodes_, hold_nodes_;
};

}  // namespace passatempo::mnk::proof
