// The words of nodes, then the kinds of nodes one by one, in the order in which the twin explains them.
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

constexpr std::uint64_t patience = 4;  // how often a node may be looked at in different states, on average
constexpr int deepest = 600;           // nodes below one another
constexpr int longest_line = 40;       // of a potential: sums of powers of two stay within 64 bits

// The words of a node, read strictly: what is written otherwise than the prover writes it is left to the plain checker.
using Words = std::vector<std::string_view>;

Words split(std::string_view line) {
    Words found;
    while (!line.empty()) {
        const std::size_t end = std::min(line.find(' '), line.size());
        if (end > 0) found.push_back(line.substr(0, end));
        line.remove_prefix(std::min(end + 1, line.size()));
    }
    return found;
}

template <class Whole>
std::optional<Whole> whole(std::string_view text, int base) {
    Whole number{};
    const auto [end, fault] = std::from_chars(text.data(), text.data() + text.size(), number, base);
    if (text.empty() || fault != std::errc() || end != text.data() + text.size()) return std::nullopt;
    return number;
}

// A decimal number of at most nine digits.
std::optional<std::uint32_t> natural(std::string_view text) {
    return text.size() < 10 ? whole<std::uint32_t>(text, 10) : std::nullopt;
}

// A cell of the board, from 1 in the text and from 0 here.
std::optional<int> cell_of(std::string_view text, int size) {
    const std::optional<std::uint32_t> number = natural(text);
    if (!number || *number < 1 || *number > static_cast<std::uint32_t>(size)) return std::nullopt;
    return *number - 1;
}

// A set of cells of the board as a hexadecimal number.
template <int W>
std::optional<Cells<W>> cells_of(std::string_view text, const Cells<W>& board) {
    Cells<W> cells;
    if (text.empty() || text.find_first_not_of("0123456789abcdef") != text.npos) return std::nullopt;
    for (int at = 0; !text.empty(); ++at) {
        const std::size_t digits = std::min<std::size_t>(text.size(), 16);
        const std::optional<std::uint64_t> word = whole<std::uint64_t>(text.substr(text.size() - digits), 16);
        if (!word || (at >= W && *word != 0)) return std::nullopt;
        if (at < W) cells.words[at] = *word;
        text.remove_suffix(digits);
    }
    if (!cells.inside(board)) return std::nullopt;
    return cells;
}

// A word such as `12:7` or `12:7/3`: what stands before the colon, the number of a node, and a symmetry, 0 for none.
struct Pointer {
    std::string_view from;
    std::uint32_t node;
    std::uint32_t symmetry;
};

std::optional<Pointer> reference(std::string_view from, std::string_view to) {
    const std::size_t slash = to.find('/');
    const std::optional<std::uint32_t> node = natural(to.substr(0, slash));
    if (!node) return std::nullopt;
    if (slash == std::string_view::npos) return Pointer{from, *node, 0};
    const std::optional<std::uint32_t> symmetry = natural(to.substr(slash + 1));
    if (!symmetry || *symmetry == 0) return std::nullopt;
    return Pointer{from, *node, *symmetry};
}

std::optional<Pointer> pointer(std::string_view word) {
    const std::size_t colon = word.find(':');
    if (colon == std::string_view::npos) return std::nullopt;
    return reference(word.substr(0, colon), word.substr(colon + 1));
}

template <int W>
class Checker {
public:
    using Set = Cells<W>;
    using Proved = std::optional<Found<W>>;
    using Zone = std::optional<Set>;
    using Arguments = std::span<const std::string_view>;

    Checker(const Question& question, Budget& budget)
        : question_(question), budget_(budget), size_(question.rows * question.columns) {
        for (int cell = 0; cell < size_; ++cell) board_ |= Set::one(cell);
        for (std::string_view rest = question.nodes; !rest.empty();) {
            const std::size_t end = std::min(rest.find('\n'), rest.size());
            lines_.push_back(rest.substr(0, end));
            rest.remove_prefix(std::min(end + 1, rest.size()));
        }
        count_references();
    }

    bool follows() {
        if (lines_.empty()) return false;
        const State<W> root{edges_of(question_.attacker), edges_of(question_.defender), question_.attacking};
        return follow(root, lines_.size() - 1).has_value();
    }

private:
    static Edges<W> edges_of(const std::vector<Line>& lines) {
        Edges<W> edges;
        for (const Line& line : lines) {
            Set edge;
            for (const std::int32_t cell : line) edge |= Set::one(cell);
            edges.push_back(edge);
        }
        return least(std::move(edges));
    }

    // Nodes that are referred to once are looked at once, as a rule: what was found of them need not be kept.
    void count_references() {
        references_.assign(lines_.size(), 0);
        for (const std::string_view line : lines_)
            for (const std::string_view word : split(line)) {
                const std::optional<Pointer> to = word.find(':') < word.size() ? pointer(word) : reference("", word);
                if (to && to->node < references_.size() && references_[to->node] < 2) ++references_[to->node];
            }
    }

    Proved follow(const State<W>& state, std::uint32_t node) {
        if (depth_ >= deepest) return std::nullopt;
        const bool is_kept = references_[node] > 1;
        if (is_kept)
            if (const auto known = found_.find({node, state}); known != found_.end()) return known->second;
        ++depth_;
        const Proved found = question_.wins ? winning(state, node) : holding(state, node);
        --depth_;
        if (found && is_kept) found_.emplace(Place<W>{node, state}, *found);
        return found;
    }

    // What a node refers to, in the state there; its cells are brought back to this one.
    Proved below(const State<W>& state, const std::optional<Pointer>& to, std::uint32_t node) {
        if (!to || to->node >= node || budget_.spend()) return std::nullopt;
        if (++looked_ > patience * lines_.size() + 1000) return std::nullopt;
        if (to->symmetry == 0) return follow(state, to->node);
        if (to->symmetry >= (question_.rows == question_.columns ? 8U : 4U)) return std::nullopt;
        const std::vector<int> way = turned(to->symmetry);
        std::vector<int> back(size_);
        for (int cell = 0; cell < size_; ++cell) back[way[cell]] = cell;
        const State<W> there{moved(state.attacker, way), moved(state.defender, way), state.attacking};
        const Proved found = follow(there, to->node);
        if (!found) return std::nullopt;
        return Found<W>{moved(found->cells, back), found->moves};
    }

    // For each cell its image: columns reversed (1), rows reversed (2), then rows and columns exchanged (4).
    std::vector<int> turned(std::uint32_t symmetry) const {
        std::vector<int> image;
        for (int row = 0; row < question_.rows; ++row)
            for (int column = 0; column < question_.columns; ++column) {
                const int r = (symmetry & 2) != 0 ? question_.rows - 1 - row : row;
                const int c = (symmetry & 1) != 0 ? question_.columns - 1 - column : column;
                image.push_back((symmetry & 4) != 0 ? c * question_.columns + r : r * question_.columns + c);
            }
        return image;
    }

    static Set moved(const Set& cells, const std::vector<int>& way) {
        Set there;
        cells.each([&](int cell) { there |= Set::one(way[cell]); });
        return there;
    }

    static Edges<W> moved(const Edges<W>& edges, const std::vector<int>& way) {
        Edges<W> there;
        for (const Set& edge : edges) there.push_back(moved(edge, way));
        std::sort(there.begin(), there.end());
        return there;
    }

    // The state after a mark of the side to move, in some open line.
    static std::optional<State<W>> after(const State<W>& state, int cell) {
        const Set mark = Set::one(cell);
        if (!(united(state.attacker) | united(state.defender)).meets(mark)) return std::nullopt;
        if (state.attacking) return State<W>{marked(state.attacker, cell), untouched(state.defender, mark), false};
        return State<W>{untouched(state.attacker, mark), marked(state.defender, cell), true};
    }

    static bool has(const Edges<W>& edges, int cell) {
        return std::binary_search(edges.begin(), edges.end(), Set::one(cell));
    }

    // ---- Wins

    struct Answer {
        Set reply;  // empty: none needs to be made
        Found<W> win;
    };

    Proved winning(const State<W>& state, std::uint32_t node) {
        const Words words = split(lines_[node]);
        if (words.empty() || state.attacking == (words[0] == "-")) return std::nullopt;
        const Arguments rest = Arguments(words).subspan(1);
        if (!state.attacking) return replied(state, rest, node);
        const std::optional<int> cell = cell_of(words[0], size_);
        if (!cell) return std::nullopt;
        const Set mark = Set::one(*cell);
        if (has(state.attacker, *cell)) return Found<W>{mark, 1};
        const std::optional<State<W>> there = after(state, *cell);
        const Proved deeper = there ? replied(*there, rest, node) : std::nullopt;
        if (!deeper) return std::nullopt;
        const Set carrier = deeper->cells | mark;
        const bool is_needed = std::any_of(state.attacker.begin(), state.attacker.end(),
                                           [&](const Set& edge) { return edge.meets(mark) && edge.inside(carrier); });
        return Found<W>{is_needed ? carrier : deeper->cells, deeper->moves + 1};
    }

    // Every reply of the defender is answered.
    Proved replied(const State<W>& state, Arguments words, std::uint32_t node) {
        for (const Set& edge : state.defender)
            if (edge.count() <= 1) return std::nullopt;
        std::vector<Answer> answers;
        for (const std::string_view word : words) {
            const std::optional<Answer> answer =
                word.starts_with('!') ? glance(state, word) : answered(state, word, node);
            if (!answer) return std::nullopt;
            answers.push_back(*answer);
        }
        if (answers.empty()) return std::nullopt;
        Found<W> all;
        Set listed;
        for (const Answer& answer : answers) {
            listed |= answer.reply;
            all.cells |= answer.win.cells;
            all.moves = std::max(all.moves, answer.win.moves);
        }
        bool is_covered = true;
        (united(state.attacker) | united(state.defender)).without(listed).each([&](int cell) {
            const auto serves = [&](const Answer& answer) { return covers(state.defender, answer, Set::one(cell)); };
            is_covered = is_covered && std::any_of(answers.begin(), answers.end(), serves);
        });
        return is_covered ? Proved(all) : std::nullopt;
    }

    std::optional<Answer> answered(const State<W>& state, std::string_view word, std::uint32_t node) {
        const std::optional<Pointer> to = pointer(word);
        const std::optional<int> cell = to ? cell_of(to->from, size_) : std::nullopt;
        const std::optional<State<W>> there = cell ? after(state, *cell) : std::nullopt;
        const Proved win = there ? below(*there, to, node) : std::nullopt;
        if (!win) return std::nullopt;
        return Answer{Set::one(*cell), *win};
    }

    // A win at a glance: a line of one cell, or two of two cells with a common one; the defender moved elsewhere.
    std::optional<Answer> glance(const State<W>& state, std::string_view word) const {
        const Zone inside = cells_of<W>(word.substr(1), board_);
        if (!inside) return std::nullopt;
        Set met;
        int moves = 0;
        for (const Set& edge : state.attacker) {
            if (!edge.inside(*inside)) continue;
            const int count = edge.count();
            if (count == 1) return Answer{Set(), {*inside, 1}};
            if (count != 2) continue;
            if (edge.meets(met)) moves = 2;
            met |= edge;
        }
        if (moves == 0) return std::nullopt;
        return Answer{Set(), {*inside, moves}};
    }

    // Whether an answer to one reply serves against another.
    static bool covers(const Edges<W>& defender, const Answer& answer, const Set& cell) {
        if (answer.win.cells.meets(cell)) return false;
        return std::all_of(defender.begin(), defender.end(), [&](const Set& edge) {
            return !edge.meets(cell) || edge.meets(answer.reply) || edge.count() > answer.win.moves;
        });
    }

    // ---- Holds

    Proved holding(const State<W>& state, std::uint32_t node) {
        for (const Set& edge : state.attacker)
            if (edge.count() <= (state.attacking ? 1 : 0)) return std::nullopt;
        const Words words = split(lines_[node]);
        if (words.size() < 2 || words[0].size() != 1) return std::nullopt;
        const Zone zone = held(words[0][0], state, Arguments(words).subspan(1), node);
        if (!zone) return std::nullopt;
        return Found<W>{*zone, 0};
    }

    Zone held(char kind, const State<W>& state, Arguments words, std::uint32_t node) {
        switch (kind) {
            case 'E': return words.size() == 1 ? by_potential(state, words[0]) : std::nullopt;
            case 'T': return by_pairs(state, words, node);
            case 'S': return in_parts(state, words, node);
            case 'W': return words.size() == 1 ? zone_below(weak(state), reference("", words[0]), node) : std::nullopt;
            case 'L': return words.size() == 2 ? by_completing(state, words) : std::nullopt;
            case 'H': return words.size() == 2 ? by_mark(state, words, node) : std::nullopt;
            case 'M': return against_moves(state, words, node);
            default: return std::nullopt;
        }
    }

    Zone zone_below(const State<W>& state, const std::optional<Pointer>& to, std::uint32_t node) {
        const Proved found = below(state, to, node);
        if (!found) return std::nullopt;
        return found->cells;
    }

    static State<W> weak(const State<W>& state) { return {state.attacker, {}, state.attacking}; }

    Zone by_potential(const State<W>& state, std::string_view text) const {
        const Zone zone = cells_of<W>(text, board_);
        if (!zone) return std::nullopt;
        Edges<W> inside;
        for (const Set& edge : state.attacker) inside.push_back(edge & *zone);
        inside = least(std::move(inside));
        int longest = 0;
        for (const Set& edge : inside) longest = std::max(longest, edge.count());
        if (longest > longest_line) return std::nullopt;
        std::uint64_t total = 0;  // in units of 2^-longest
        std::array<std::uint64_t, Set::most> through{};
        for (const Set& edge : inside) {
            const std::uint64_t weight = std::uint64_t{1} << (longest - edge.count());
            total += weight;
            if (state.attacking) edge.each([&](int cell) { through[cell] += weight; });
        }
        total += *std::max_element(through.begin(), through.end());
        return total < std::uint64_t{1} << longest ? zone : std::nullopt;
    }

    Zone by_pairs(const State<W>& state, Arguments words, std::uint32_t node) {
        const Arguments cells = words.first(words.size() - 1);
        if (cells.size() % 2 != 0) return std::nullopt;
        Set zone;
        std::vector<Set> pairs;
        for (std::size_t at = 0; at < cells.size(); at += 2) {
            const std::optional<int> one = cell_of(cells[at], size_), other = cell_of(cells[at + 1], size_);
            if (!one || !other || one == other) return std::nullopt;
            const Set pair = Set::one(*one) | Set::one(*other);
            if (zone.meets(pair)) return std::nullopt;
            zone |= pair;
            pairs.push_back(pair);
        }
        Edges<W> rest;
        for (const Set& edge : state.attacker)
            if (std::none_of(pairs.begin(), pairs.end(), [&edge](const Set& pair) { return pair.inside(edge); }))
                rest.push_back(edge.without(zone));
        const State<W> there{least(std::move(rest)), untouched(state.defender, zone), state.attacking};
        const Zone deeper = zone_below(there, reference("", words.back()), node);
        if (!deeper) return std::nullopt;
        return zone | *deeper;
    }

    Zone in_parts(const State<W>& state, Arguments words, std::uint32_t node) {
        Set zone, taken;
        Edges<W> placed;
        for (std::size_t at = 0; at < words.size(); ++at) {
            const std::optional<Pointer> to = pointer(words[at]);
            const Zone part = to ? cells_of<W>(to->from, board_) : std::nullopt;
            if (!part) return std::nullopt;
            State<W> there{{}, {}, at > 0 || state.attacking};
            for (const Set& edge : state.attacker)
                if (edge.inside(*part)) there.attacker.push_back(edge);
            placed.insert(placed.end(), there.attacker.begin(), there.attacker.end());
            Set own = *part;
            if (at == 0) {
                there.defender = state.defender;
                own |= united(state.defender);
            }
            const Zone here = zone_below(there, to, node);
            if (!here || taken.meets(own | *here)) return std::nullopt;
            taken |= own | *here;
            zone |= *here;
        }
        std::sort(placed.begin(), placed.end());
        return placed == state.attacker ? Zone(zone) : std::nullopt;  // parts share no cell, so no line is placed twice
    }

    Zone by_completing(const State<W>& state, Arguments words) const {
        const std::optional<int> cell = cell_of(words[0], size_);
        const Zone zone = cells_of<W>(words[1], board_);
        if (!cell || !zone || state.attacking || !has(state.defender, *cell)) return std::nullopt;
        if (!zone->meets(Set::one(*cell))) return std::nullopt;
        for (const Set& edge : state.attacker)
            if (!edge.meets(*zone)) return std::nullopt;
        return zone;
    }

    Zone by_mark(const State<W>& state, Arguments words, std::uint32_t node) {
        const std::optional<int> cell = cell_of(words[0], size_);
        if (!cell || state.attacking) return std::nullopt;
        const std::optional<State<W>> there = after(state, *cell);
        const Zone deeper = there ? zone_below(*there, reference("", words[1]), node) : std::nullopt;
        if (!deeper) return std::nullopt;
        return Set::one(*cell) | *deeper;
    }

    Zone against_moves(const State<W>& state, Arguments words, std::uint32_t node) {
        if (!state.attacking) return std::nullopt;
        Set zone, common = board_, listed;
        for (const std::string_view word : words.subspan(1)) {
            const std::optional<Pointer> to = pointer(word);
            const std::optional<int> cell = to ? cell_of(to->from, size_) : std::nullopt;
            const std::optional<State<W>> there = cell ? after(state, *cell) : std::nullopt;
            const Zone here = there ? zone_below(*there, to, node) : std::nullopt;
            if (!here) return std::nullopt;
            zone |= *here;
            common = common & *here;
            listed |= Set::one(*cell);
        }
        Set answered_threats;  // cells where the defender threatens to complete a line, and the attacker prevents it
        for (const Set& edge : state.defender)
            if (edge.count() == 1) answered_threats |= edge & listed;
        if (!answered_threats.any()) return listed.any() && common.inside(listed) ? Zone(zone) : std::nullopt;
        const Zone extra = cells_of<W>(words[0], board_);
        if (!extra) return std::nullopt;
        zone |= *extra | answered_threats;
        for (const Set& edge : state.attacker)
            if ((edge & zone).count() < 2) return std::nullopt;
        return zone;
    }

    const Question& question_;
    Budget& budget_;
    const int size_;
    Set board_;
    std::vector<std::string_view> lines_;
    std::vector<std::uint8_t> references_;  // to each node; 2 stands for more
    std::unordered_map<Place<W>, Found<W>, typename Place<W>::Hash> found_;
    std::uint64_t looked_ = 0;
    int depth_ = 0;
};

}  // namespace

bool follows(const Question& question, Budget& budget) {
    const int size = question.rows * question.columns;
    if (size <= 64) return Checker<1>(question, budget).follows();
    if (size <= 128) return Checker<2>(question, budget).follows();
    return Checker<4>(question, budget).follows();
}

}  // namespace passatempo::mnk::certificate
