// Checks the certificate of a claim by one depth-first pass over its nodes, with memoised proofs.
// 1. `count_references` finds the nodes with several references, whose proofs are worth keeping.
// 2. `check_node` checks a node in one state. `check_child` follows a reference and maps the proof back by symmetry.
// 3. `check_win` checks a move of the attacker, and `check_replies` that it answers every reply of the defender.
// 4. `check_hold` checks the zone of a hold by its kind, such as `zone_by_potential` [Erdos1973] and `zone_by_pairs`.
#include "checker.hpp"

#include <charconv>
#include <optional>
#include <span>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "cells.hpp"

namespace passatempo::mnk::certificate {

namespace {

constexpr std::uint64_t mean_visits = 4;  // limit of visits per node, in different states, on average
constexpr int deepest = 600;              // limit of the recursion depth
constexpr int longest_line = 40;          // limit of a potential, so that its sums of powers of two fit in 64 bits

// The words of a node. Parsing is strict, and any text that the prover would not write is left to the plain checker.
using Words = std::vector<std::string_view>;

Words split_words(std::string_view line) {
    Words node_words;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        if (end > 0) node_words.push_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return node_words;
}

template <class Whole>
std::optional<Whole> parse_number(std::string_view text, int base) {
    Whole number{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (text.empty() || fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// A decimal number of at most nine digits.
std::optional<std::uint32_t> parse_natural(std::string_view text) {
    return text.size() < 10 ? parse_number<std::uint32_t>(text, 10) : std::nullopt;
}

// Parse the number of a cell, which starts at 1 in the text and at 0 here.
std::optional<int> cell_of(std::string_view text, int size) {
    const std::optional<std::uint32_t> number = parse_natural(text);
    if (!number || *number < 1 || *number > static_cast<std::uint32_t>(size)) return std::nullopt;
    return *number - 1;
}

// Parse a hexadecimal number as a set of cells of the board.
template <int W>
std::optional<Cells<W>> cells_of(std::string_view text, const Cells<W>& board) {
    Cells<W> cells;
    if (text.empty() || text.find_first_not_of("0123456789abcdef") != text.npos) return std::nullopt;
    for (int at = 0; !text.empty(); ++at) {
        const std::size_t digits = std::min<std::size_t>(text.size(), 16);
        const std::optional<std::uint64_t> word = parse_number<std::uint64_t>(text.substr(text.size() - digits), 16);
        if (!word || (at >= W && *word != 0)) return std::nullopt;
        if (at < W) cells.words[at] = *word;
        text.remove_suffix(digits);
    }
    if (!cells.is_subset_of(board)) return std::nullopt;
    return cells;
}

// A word such as `12:7` or `12:7/3`: the text before the colon, the number of a node, and a symmetry (0 for none).
struct NodeReference {
    std::string_view source_text;
    std::uint32_t node_number;
    std::uint32_t symmetry;
};

std::optional<NodeReference> parse_reference(std::string_view from, std::string_view to) {
    const std::size_t slash = to.find('/');
    const std::optional<std::uint32_t> node = parse_natural(to.substr(0, slash));
    if (!node) return std::nullopt;
    if (slash == std::string_view::npos) return NodeReference{from, *node, 0};
    const std::optional<std::uint32_t> symmetry = parse_natural(to.substr(slash + 1));
    if (!symmetry || *symmetry == 0) return std::nullopt;
    return NodeReference{from, *node, *symmetry};
}

std::optional<NodeReference> parse_pointer(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    return parse_reference(word.substr(0, colon), word.substr(colon + 1));
}

template <int W>
class ClaimChecker {
public:
    using Set = Cells<W>;
    using OptionalProof = std::optional<NodeProof<W>>;
    using Zone = std::optional<Set>;
    using Arguments = std::span<const std::string_view>;

    ClaimChecker(const ClaimQuery& question, Budget& budget)
        : query_(question), budget_(budget), size_(question.rows * question.columns) {
        for (int cell = 0; cell < size_; ++cell) board_cells_ |= Set::single(cell);
        for (std::string_view rest = question.node_text; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            node_lines_.push_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        count_references();
    }

    bool claim_follows() {
        if (node_lines_.empty()) return false;
        const State<W> root{edges_of(query_.attacker_lines), edges_of(query_.defender_lines), query_.attacker_moves};
        return check_node(root, node_lines_.size() - 1).has_value();
    }

private:
    static Edges<W> edges_of(const std::vector<Line>& lines) {
        Edges<W> edges;
        for (const Line& line : lines) {
            Set edge;
            for (const std::int32_t cell : line) edge |= Set::single(cell);
            edges.push_back(edge);
        }
        return drop_supersets(std::move(edges));
    }

    // Only proofs of nodes with several references are kept, since the other nodes are usually visited once.
    void count_references() {
        reference_counts_.assign(node_lines_.size(), 0);
        for (const std::string_view line : node_lines_)
            for (const std::string_view word : split_words(line)) {
                const std::optional<NodeReference> to =
                    word.find(':') < word.size() ? parse_pointer(word) : parse_reference("", word);
                if (to && to->node_number < reference_counts_.size() && reference_counts_[to->node_number] < 2)
                    ++reference_counts_[to->node_number];
            }
    }

    OptionalProof check_node(const State<W>& state, std::uint32_t node) {
        if (depth_ >= deepest) return std::nullopt;
        const bool is_kept = reference_counts_[node] > 1;
        if (is_kept)
            if (const auto earlier_proof = proofs_.find({node, state}); earlier_proof != proofs_.end())
                return earlier_proof->second;
        ++depth_;
        const OptionalProof node_proof = query_.claims_win ? check_win(state, node) : check_hold(state, node);
        --depth_;
        if (node_proof && is_kept) proofs_.emplace(NodeState<W>{node, state}, *node_proof);
        return node_proof;
    }

    // Check a referenced node in the image of the state, and map the cells of its proof back.
    OptionalProof check_child(const State<W>& state, const std::optional<NodeReference>& to, std::uint32_t node) {
        if (!to || to->node_number >= node || budget_.spend()) return std::nullopt;
        if (++visit_count_ > mean_visits * node_lines_.size() + 1000) return std::nullopt;
        if (to->symmetry == 0) return check_node(state, to->node_number);
        if (to->symmetry >= (query_.rows == query_.columns ? 8U : 4U)) return std::nullopt;
        const std::vector<int> cell_images = symmetry_image(to->symmetry);
        std::vector<int> back(size_);
        for (int cell = 0; cell < size_; ++cell) back[cell_images[cell]] = cell;
        const State<W> image_state{map_cells(state.attacker_edges, cell_images),
                                   map_cells(state.defender_edges, cell_images), state.attacker_moves};
        const OptionalProof image_proof = check_node(image_state, to->node_number);
        if (!image_proof) return std::nullopt;
        return NodeProof<W>{map_cells(image_proof->cells, back), image_proof->move_count};
    }

    // The image of each cell: columns reversed (1), rows reversed (2), then rows and columns exchanged (4).
    std::vector<int> symmetry_image(std::uint32_t symmetry) const {
        std::vector<int> image;
        for (int row = 0; row < query_.rows; ++row)
            for (int column = 0; column < query_.columns; ++column) {
                const int r = (symmetry & 2) != 0 ? query_.rows - 1 - row : row;
                const int c = (symmetry & 1) != 0 ? query_.columns - 1 - column : column;
                image.push_back((symmetry & 4) != 0 ? c * query_.columns + r : r * query_.columns + c);
            }
        return image;
    }

    static Set map_cells(const Set& cells, const std::vector<int>& cell_images) {
        Set image_cells;
        cells.for_each([&](int cell) { image_cells |= Set::single(cell_images[cell]); });
        return image_cells;
    }

    static Edges<W> map_cells(const Edges<W>& edges, const std::vector<int>& cell_images) {
        Edges<W> image_edges;
        for (const Set& edge : edges) image_edges.push_back(map_cells(edge, cell_images));
        std::sort(image_edges.begin(), image_edges.end());
        return image_edges;
    }

    // The state after the side to move marks a cell of an open line.
    static std::optional<State<W>> state_after(const State<W>& state, int cell) {
        const Set mark = Set::single(cell);
        if (!(cell_union(state.attacker_edges) | cell_union(state.defender_edges)).meets(mark)) return std::nullopt;
        if (state.attacker_moves)
            return State<W>{edges_after_mark(state.attacker_edges, cell), disjoint_edges(state.defender_edges, mark),
                            false};
        return State<W>{disjoint_edges(state.attacker_edges, mark), edges_after_mark(state.defender_edges, cell), true};
    }

    static bool has_single_edge(const Edges<W>& edges, int cell) {
        return std::binary_search(edges.begin(), edges.end(), Set::single(cell));
    }

    // ---- Wins

    struct ReplyProof {
        Set reply_cell;  // empty if no reply is needed
        NodeProof<W> win_proof;
    };

    OptionalProof check_win(const State<W>& state, std::uint32_t node) {
        const Words words = split_words(node_lines_[node]);
        if (words.empty() || state.attacker_moves == (words[0] == "-")) return std::nullopt;
        const Arguments rest = Arguments(words).subspan(1);
        if (!state.attacker_moves) return check_replies(state, rest, node);
        const std::optional<int> cell = cell_of(words[0], size_);
        if (!cell) return std::nullopt;
        const Set mark = Set::single(*cell);
        if (has_single_edge(state.attacker_edges, *cell)) return NodeProof<W>{mark, 1};
        const std::optional<State<W>> next_state = state_after(state, *cell);
        const OptionalProof deeper = next_state ? check_replies(*next_state, rest, node) : std::nullopt;
        if (!deeper) return std::nullopt;
        const Set carrier = deeper->cells | mark;
        const bool is_needed =
            std::any_of(state.attacker_edges.begin(), state.attacker_edges.end(),
                        [&](const Set& edge) { return edge.meets(mark) && edge.is_subset_of(carrier); });
        return NodeProof<W>{is_needed ? carrier : deeper->cells, deeper->move_count + 1};
    }

    // Check that every reply of the defender has an answer.
    OptionalProof check_replies(const State<W>& state, Arguments words, std::uint32_t node) {
        for (const Set& edge : state.defender_edges)
            if (edge.count() <= 1) return std::nullopt;
        std::vector<ReplyProof> answers;
        for (const std::string_view word : words) {
            const std::optional<ReplyProof> answer =
                word.starts_with('!') ? check_glance(state, word) : check_reply(state, word, node);
            if (!answer) return std::nullopt;
            answers.push_back(*answer);
        }
        if (answers.empty()) return std::nullopt;
        NodeProof<W> all;
        Set reply_cells;
        for (const ReplyProof& answer : answers) {
            reply_cells |= answer.reply_cell;
            all.cells |= answer.win_proof.cells;
            all.move_count = std::max(all.move_count, answer.win_proof.move_count);
        }
        bool is_covered = true;
        (cell_union(state.attacker_edges) | cell_union(state.defender_edges))
            .subtract(reply_cells)
            .for_each([&](int cell) {
                const auto serves = [&](const ReplyProof& answer) {
                    return covers_reply(state.defender_edges, answer, Set::single(cell));
                };
                is_covered = is_covered && std::any_of(answers.begin(), answers.end(), serves);
            });
        return is_covered ? OptionalProof(all) : std::nullopt;
    }

    std::optional<ReplyProof> check_reply(const State<W>& state, std::string_view word, std::uint32_t node) {
        const std::optional<NodeReference> to = parse_pointer(word);
        const std::optional<int> cell = to ? cell_of(to->source_text, size_) : std::nullopt;
        const std::optional<State<W>> next_state = cell ? state_after(state, *cell) : std::nullopt;
        const OptionalProof win_proof = next_state ? check_child(*next_state, to, node) : std::nullopt;
        if (!win_proof) return std::nullopt;
        return ReplyProof{Set::single(*cell), *win_proof};
    }

    // A win at a glance: a line of one cell, or two intersecting lines of two cells. The defender moved elsewhere.
    std::optional<ReplyProof> check_glance(const State<W>& state, std::string_view word) const {
        const Zone inside = cells_of<W>(word.substr(1), board_cells_);
        if (!inside) return std::nullopt;
        Set pair_cells;
        int moves = 0;
        for (const Set& edge : state.attacker_edges) {
            if (!edge.is_subset_of(*inside)) continue;
            const int count = edge.count();
            if (count == 1) return ReplyProof{Set(), {*inside, 1}};
            if (count != 2) continue;
            if (edge.meets(pair_cells)) moves = 2;
            pair_cells |= edge;
        }
        if (moves == 0) return std::nullopt;
        return ReplyProof{Set(), {*inside, moves}};
    }

    // Whether the answer to one reply also refutes another reply.
    static bool covers_reply(const Edges<W>& defender, const ReplyProof& answer, const Set& cell) {
        if (answer.win_proof.cells.meets(cell)) return false;
        return std::all_of(defender.begin(), defender.end(), [&](const Set& edge) {
            return !edge.meets(cell) || edge.meets(answer.reply_cell) || edge.count() > answer.win_proof.move_count;
        });
    }

    // ---- Holds

    OptionalProof check_hold(const State<W>& state, std::uint32_t node) {
        for (const Set& edge : state.attacker_edges)
            if (edge.count() <= (state.attacker_moves ? 1 : 0)) return std::nullopt;
        const Words words = split_words(node_lines_[node]);
        if (words.size() < 2 || words[0].size() != 1) return std::nullopt;
        const Zone zone = hold_zone(words[0][0], state, Arguments(words).subspan(1), node);
        if (!zone) return std::nullopt;
        return NodeProof<W>{*zone, 0};
    }

    Zone hold_zone(char kind, const State<W>& state, Arguments words, std::uint32_t node) {
        switch (kind) {
            case 'E': return words.size() == 1 ? zone_by_potential(state, words[0]) : std::nullopt;
            case 'T': return zone_by_pairs(state, words, node);
            case 'S': return zone_by_split(state, words, node);
            case 'W':
                return words.size() == 1 ? zone_below(weak_state(state), parse_reference("", words[0]), node)
                                         : std::nullopt;
            case 'L': return words.size() == 2 ? zone_by_completion(state, words) : std::nullopt;
            case 'H': return words.size() == 2 ? zone_by_mark(state, words, node) : std::nullopt;
            case 'M': return zone_by_moves(state, words, node);
            default: return std::nullopt;
        }
    }

    Zone zone_below(const State<W>& state, const std::optional<NodeReference>& to, std::uint32_t node) {
        const OptionalProof state_proof = check_child(state, to, node);
        if (!state_proof) return std::nullopt;
        return state_proof->cells;
    }

    static State<W> weak_state(const State<W>& state) { return {state.attacker_edges, {}, state.attacker_moves}; }

    Zone zone_by_potential(const State<W>& state, std::string_view text) const {
        const Zone zone = cells_of<W>(text, board_cells_);
        if (!zone) return std::nullopt;
        Edges<W> inside;
        for (const Set& edge : state.attacker_edges) inside.push_back(edge & *zone);
        inside = drop_supersets(std::move(inside));
        int longest = 0;
        for (const Set& edge : inside) longest = std::max(longest, edge.count());
        if (longest > longest_line) return std::nullopt;
        std::uint64_t total = 0;  // in units of 2^-longest
        std::array<std::uint64_t, Set::capacity> cell_weights{};
        for (const Set& edge : inside) {
            const std::uint64_t weight = std::uint64_t{1} << (longest - edge.count());
            total += weight;
            if (state.attacker_moves) edge.for_each([&](int cell) { cell_weights[cell] += weight; });
        }
        total += *std::max_element(cell_weights.begin(), cell_weights.end());
        return total < std::uint64_t{1} << longest ? zone : std::nullopt;
    }

    Zone zone_by_pairs(const State<W>& state, Arguments words, std::uint32_t node) {
        const Arguments cells = words.first(words.size() - 1);
        if (cells.size() % 2 != 0) return std::nullopt;
        Set zone;
        std::vector<Set> pairs;
        for (std::size_t at = 0; at < cells.size(); at += 2) {
            const std::optional<int> first_cell = cell_of(cells[at], size_),
                                     second_cell = cell_of(cells[at + 1], size_);
            if (!first_cell || !second_cell || first_cell == second_cell) return std::nullopt;
            const Set pair = Set::single(*first_cell) | Set::single(*second_cell);
            if (zone.meets(pair)) return std::nullopt;
            zone |= pair;
            pairs.push_back(pair);
        }
        Edges<W> rest;
        for (const Set& edge : state.attacker_edges)
            if (std::none_of(pairs.begin(), pairs.end(), [&edge](const Set& pair) { return pair.is_subset_of(edge); }))
                rest.push_back(edge.subtract(zone));
        const State<W> rest_state{drop_supersets(std::move(rest)), disjoint_edges(state.defender_edges, zone),
                                  state.attacker_moves};
        const Zone deeper = zone_below(rest_state, parse_reference("", words.back()), node);
        if (!deeper) return std::nullopt;
        return zone | *deeper;
    }

    Zone zone_by_split(const State<W>& state, Arguments words, std::uint32_t node) {
        Set zone, used_cells;
        Edges<W> part_edges;
        for (std::size_t at = 0; at < words.size(); ++at) {
            const std::optional<NodeReference> to = parse_pointer(words[at]);
            const Zone part = to ? cells_of<W>(to->source_text, board_cells_) : std::nullopt;
            if (!part) return std::nullopt;
            State<W> part_state{{}, {}, at > 0 || state.attacker_moves};
            for (const Set& edge : state.attacker_edges)
                if (edge.is_subset_of(*part)) part_state.attacker_edges.push_back(edge);
            part_edges.insert(part_edges.end(), part_state.attacker_edges.begin(), part_state.attacker_edges.end());
            Set part_cells = *part;
            if (at == 0) {
                part_state.defender_edges = state.defender_edges;
                part_cells |= cell_union(state.defender_edges);
            }
            const Zone part_zone = zone_below(part_state, to, node);
            if (!part_zone || used_cells.meets(part_cells | *part_zone)) return std::nullopt;
            used_cells |= part_cells | *part_zone;
            zone |= *part_zone;
        }
        std::sort(part_edges.begin(), part_edges.end());
        return part_edges == state.attacker_edges ? Zone(zone)
                                                  : std::nullopt;  // parts share no cell, so no line occurs twice
    }

    Zone zone_by_completion(const State<W>& state, Arguments words) const {
        const std::optional<int> cell = cell_of(words[0], size_);
        const Zone zone = cells_of<W>(words[1], board_cells_);
        if (!cell || !zone || state.attacker_moves || !has_single_edge(state.defender_edges, *cell))
            return std::nullopt;
        if (!zone->meets(Set::single(*cell))) return std::nullopt;
        for (const Set& edge : state.attacker_edges)
            if (!edge.meets(*zone)) return std::nullopt;
        return zone;
    }

    Zone zone_by_mark(const State<W>& state, Arguments words, std::uint32_t node) {
        const std::optional<int> cell = cell_of(words[0], size_);
        if (!cell || state.attacker_moves) return std::nullopt;
        const std::optional<State<W>> next_state = state_after(state, *cell);
        const Zone deeper = next_state ? zone_below(*next_state, parse_reference("", words[1]), node) : std::nullopt;
        if (!deeper) return std::nullopt;
        return Set::single(*cell) | *deeper;
    }

    Zone zone_by_moves(const State<W>& state, Arguments words, std::uint32_t node) {
        if (!state.attacker_moves) return std::nullopt;
        Set zone, common = board_cells_, move_cells;
        for (const std::string_view word : words.subspan(1)) {
            const std::optional<NodeReference> to = parse_pointer(word);
            const std::optional<int> cell = to ? cell_of(to->source_text, size_) : std::nullopt;
            const std::optional<State<W>> next_state = cell ? state_after(state, *cell) : std::nullopt;
            const Zone move_zone = next_state ? zone_below(*next_state, to, node) : std::nullopt;
            if (!move_zone) return std::nullopt;
            zone |= *move_zone;
            common = common & *move_zone;
            move_cells |= Set::single(*cell);
        }
        Set threat_cells;  // immediate threats of the defender that the attacker blocks
        for (const Set& edge : state.defender_edges)
            if (edge.count() == 1) threat_cells |= edge & move_cells;
        if (!threat_cells.any()) return move_cells.any() && common.is_subset_of(move_cells) ? Zone(zone) : std::nullopt;
        const Zone extra = cells_of<W>(words[0], board_cells_);
        if (!extra) return std::nullopt;
        zone |= *extra | threat_cells;
        for (const Set& edge : state.attacker_edges)
            if ((edge & zone).count() < 2) return std::nullopt;
        return zone;
    }

    const ClaimQuery& query_;
    Budget& budget_;
    const int size_;
    Set board_cells_;
    std::vector<std::string_view> node_lines_;
    std::vector<std::uint8_t> reference_counts_;  // references to each node, where 2 means two or more
    std::unordered_map<NodeState<W>, NodeProof<W>, typename NodeState<W>::Hash> proofs_;
    std::uint64_t visit_count_ = 0;
    int depth_ = 0;
};

}  // namespace

bool claim_follows(const ClaimQuery& question, Budget& budget) {
    const int size = question.rows * question.columns;
    if (size <= 64) return ClaimChecker<1>(question, budget).claim_follows();
    if (size <= 128) return ClaimChecker<2>(question, budget).claim_follows();
    return ClaimChecker<4>(question, budget).claim_follows();
}

}  // namespace passatempo::mnk::certificate
