// A row is a path down a ladder with a rung for each value. For its number the rungs are made once from the last value
// up, and each gives what lies before the row's own move. To find a row some rungs are kept; between two of them those
// rungs are made again as far as the path can still reach, which is little.
// End runs that must not stay empty are inclusion and exclusion: all ways, less those that leave one of them empty, and
// those that leave both are added again. So there is a table for each number of end runs that may get cards, and none
// for the states of the scan; a number is made from at most six others.
// Algorithm: dynamic programming with checkpoints, transfer matrix over values backwards, unranking by prefix sums
// Twin: cards/reference/scan.py
#include "numbering.hpp"

#include <algorithm>
#include <bit>

namespace passatempo::cards::numbering {
namespace {

struct Term {
    const Series* from;
    Factor factor;
};
using Terms = std::array<Term, 2>;

struct Source {
    const Word* words;
    std::size_t used;
    unsigned factor;
};

// What a table is made of: from the tables of the next value.
Terms terms_of(std::size_t table, const Rung& after, unsigned copies) {
    const Factor none{};
    if (table <= bottom2) return {{{&after[table], {choose(table - bottom0, copies), 0, 0}}, {&after[table], none}}};
    if (table <= both2) {
        const std::size_t open = table - both0;
        return {{{&after[table], spread(copies, 2, open)}, {&after[open], {choose(open, copies - 1), 0, 0}}}};
    }
    const unsigned beside = table == one00 || table == one01 ? 0 : 1;
    const Table both = table == one12 ? both2 : table == one00 ? both0 : both1;
    return {{{&after[table], spread(copies, 1, beside)}, {&after[both], spread(copies - 1, 1, beside)}}};
}

// to = the sum of N sources, each times its factor, in their first `used` words; what is carried beyond.
template <int N>
Wide sum(Word* to, const Source* sources, std::size_t used) {
    Wide carry = 0;
    for (std::size_t w = 0; w < used; ++w) {
        for (int k = 0; k < N; ++k) carry += Wide{sources[k].words[w]} * sources[k].factor;
        to[w] = carry;
        carry >>= word_bits;
    }
    return carry;
}

void sum_all(Word* to, std::size_t words, const std::array<Source, 6>& sources, std::size_t number) {
    std::size_t shared = words;
    for (std::size_t k = 0; k < number; ++k) shared = std::min(shared, sources[k].used);
    const auto some = [&] {
        switch (number) {
            case 1: return sum<1>(to, sources.data(), shared);
            case 2: return sum<2>(to, sources.data(), shared);
            case 3: return sum<3>(to, sources.data(), shared);
            case 4: return sum<4>(to, sources.data(), shared);
            case 5: return sum<5>(to, sources.data(), shared);
            default: return sum<6>(to, sources.data(), shared);
        }
    };
    Wide carry = number == 0 ? 0 : some();
    for (std::size_t w = number == 0 ? 0 : shared; w < words; ++w) {
        for (std::size_t k = 0; k < number; ++k)
            if (w < sources[k].used) carry += Wide{sources[k].words[w]} * sources[k].factor;
        to[w] = carry;
        carry >>= word_bits;
    }
}

// The row that the terms make, as far as it lies in the window. Empty where a limit came first.
Series make(const Terms& terms, const Window& window, Meter& meter) {
    Series row;
    std::size_t low = window.high + 1, high = 0, bits = 0;
    for (const Term& term : terms)
        for (std::size_t j = 0; j < 3; ++j)
            if (term.factor[j] != 0 && term.from->count != 0) {
                low = std::min(low, term.from->low + j);
                high = std::max(high, term.from->low + term.from->count - 1 + j);
                bits = std::max(bits, term.from->bits);
            }
    low = std::max(low, window.low);
    high = std::min(high, window.high);
    if (low > high || bits == 0) return row;
    row.low = low;
    row.count = high - low + 1;
    row.words = (bits + bits_a_value - 1) / word_bits + 1;
    row.data.resize(row.count * row.words);
    for (std::size_t wanted = low; wanted <= high; ++wanted) {
        std::array<Source, 6> sources{};
        std::size_t number = 0;
        for (const Term& term : terms)
            for (std::size_t j = 0; j < 3 && j <= wanted; ++j) {
                if (term.factor[j] == 0) continue;
                const Words from = term.from->at(wanted - j);
                const std::size_t used = std::min(from.size(), row.words);
                if (used != 0) sources[number++] = {from.data(), used, term.factor[j]};
            }
        Word* const to = row.data.data() + (wanted - low) * row.words;
        sum_all(to, row.words, sources, number);
        std::size_t top = row.words;
        while (top > 0 && to[top - 1] == 0 && top * word_bits > row.bits) --top;
        if (top > 0) row.bits = std::max(row.bits, (top - 1) * word_bits + std::bit_width(to[top - 1]));
        if (meter.spend(row.words * (number + 1))) return {};
    }
    return row;
}

// to += or -= from, in two's complement.
void gather(Long& to, Words from, bool minus) {
    Word carry = 0;
    for (std::size_t w = 0; w < to.size() && (w < from.size() || carry != 0); ++w) {
        const Word part = w < from.size() ? from[w] : 0, old = to[w];
        to[w] = minus ? old - part - carry : old + part + carry;
        const bool on = minus ? old < part || (old == part && carry != 0) : to[w] < old || (to[w] == old && carry != 0);
        carry = on ? 1 : 0;
    }
}

// Which table has the ways from a state whose end runs in `shut` get no cards.
std::size_t table_of(unsigned state, unsigned shut) {
    const unsigned open = 2 - std::popcount(shut);
    const unsigned lying = state & ((1U << points) - 1);
    if ((lying & minimum) != 0) return bottom0 + open;
    if ((lying & maxima) == maxima) return both0 + open;
    if (open == 2) return one12;
    if (open == 0) return one00;
    const bool first = (lying & 1U) != 0;
    return first == (shut == first_has) ? one01 : one11;
}

// All sets of end runs that have no card yet.
template <class See>
void each_shut(unsigned state, bool open_ends, See see) {
    constexpr unsigned flags = first_has | last_has;
    const unsigned lacking = open_ends ? 0 : flags & ~state;
    for (unsigned shut = lacking;; shut = (shut - 1) & lacking) {
        see(shut);
        if (shut == 0) return;
    }
}

}  // namespace

Needed needed_from(unsigned state, bool open_ends) {
    Needed needed{};
    constexpr std::array<unsigned, 4> later{0b001, 0b100, 0b101, 0b111};
    const unsigned flags = state & (first_has | last_has);
    for (const unsigned lying : later)
        if ((lying & state) == (state & 0b111))
            each_shut(flags, open_ends, [&](unsigned shut) { needed[table_of(lying | flags, shut)] = true; });
    return needed;
}

Ladder::Ladder(std::vector<std::uint8_t> copies, bool open_ends, std::int64_t distance)
    : copies_(std::move(copies)),
      open_(open_ends),
      bound_(distance != 0),
      words_(words_for(copies_.size())),
      last_one_(1),
      needed_(needed_from(copies_[0] == 1 ? 0 : maxima, open_)),
      needed_late_(needed_) {
    if (distance > 2) wanted_ = distance - 2;
    while (last_one_ < copies_.size() && copies_[last_one_] <= 2) ++last_one_;
    for (const Table table : {one00, one01, one11, one12}) needed_late_[table] = false;
}

std::size_t Ladder::between(unsigned run_set) const { return bound_ ? std::popcount(run_set & inner) : 0; }

Rung Ladder::top() const {
    Rung rung;
    for (const Table table : {bottom0, bottom1, bottom2}) rung[table] = {0, 1, 1, 1, {1}};
    return rung;
}

Window Ladder::window(std::size_t layer) const { return {wanted_ > 2 * layer ? wanted_ - 2 * layer : 0, wanted_}; }

Rung Ladder::step(const Rung& after, std::size_t layer, const Window& window, const Needed& needed,
                  Meter& meter) const {
    Rung rung;
    for (std::size_t k = 0; k < tables; ++k) {
        if (!needed[k]) continue;
        if (meter.budget().spend()) return rung;
        Terms terms = terms_of(k, after, copies_[layer]);
        if (!bound_)
            for (Term& term : terms) term.factor = {term.factor[0] + term.factor[1] + term.factor[2], 0, 0};
        rung[k] = make(terms, window, meter);
    }
    return rung;
}

std::uint64_t Ladder::bytes(std::size_t layer, const Window& window, const Needed& needed) const {
    const std::size_t left = copies_.size() - layer;
    const std::size_t high = bound_ ? std::min(window.high, 2 * left) : 0;
    const std::uint64_t words = words_for(left);
    const std::uint64_t numbers = window.low > high ? 0 : high - window.low + 1;
    std::uint64_t rows = 0;
    for (std::size_t k = 0; k < tables; ++k)
        if (needed[k]) rows += k <= bottom2 || k == both0 || k == one00 ? 1 : numbers;
    return rows * words * sizeof(Word) + sizeof(Rung);
}

Long Ladder::ways(const Rung& rung, unsigned state, std::size_t wanted) const {
    Long number(words_);
    std::array<Words, 4> parts;
    std::array<bool, 4> minus{};
    std::size_t found = 0;
    each_shut(state, open_, [&](unsigned shut) {
        minus[found] = std::popcount(shut) == 1;
        parts[found++] = rung[table_of(state, shut)].at(wanted);
    });
    for (const bool sign : {false, true})  // so that nothing is below 0 on the way
        for (std::size_t k = 0; k < found; ++k)
            if (minus[k] == sign) gather(number, parts[k], sign);
    return number;
}

namespace {

constexpr std::uint64_t little = std::uint64_t{1} << 29;  // bytes

std::uint8_t written(const Move& move) { return move.points | move.runs << points; }

// From the top to the rung before the second value; `see` gets each rung and the value before which it stands. False
// where a limit came first.
template <class See>
bool climb(const Ladder& ladder, Meter& meter, See see) {
    Rung rung = ladder.top();
    std::size_t layer = ladder.size();
    while (true) {
        see(layer, rung);
        if (layer <= 1) return true;
        --layer;
        rung = ladder.step(rung, layer, ladder.window(layer), ladder.needed(layer), meter);
        if (meter.budget().poll()) return false;
    }
}

// All rows, from the rung before the second value.
Long total_of(const Ladder& ladder, const Rung& rung) {
    Long total(ladder.words());
    for (const Move& move : moves_of(0, ladder.copies(0), ladder.open_ends()))
        add(total, ladder.ways(rung, move.after, ladder.wanted()));
    return total;
}

struct Stage {
    unsigned state = 0;
    std::size_t wanted = 0;
};

// The stages before each value; none where a move is not one of those that there are.
std::optional<std::vector<Stage>> stages_of(const Ladder& ladder, const Moves& moves) {
    if (moves.size() != ladder.size()) return std::nullopt;
    std::vector<Stage> stages;
    Stage stage{0, ladder.wanted()};
    for (std::size_t layer = 0; layer < moves.size(); ++layer) {
        stages.push_back(stage);
        const std::vector<Move> all = moves_of(stage.state, ladder.copies(layer), ladder.open_ends());
        const auto move = std::ranges::find_if(all, [&](const Move& one) { return written(one) == moves[layer]; });
        if (move == all.end() || ladder.between(move->runs) > stage.wanted) return std::nullopt;
        stage = {move->after, stage.wanted - ladder.between(move->runs)};
    }
    const unsigned last = ladder.open_ends() ? 0b111 : states - 1;
    if (stage.state != last || stage.wanted != 0) return std::nullopt;
    return stages;
}

// The greatest sum of two neighbouring rungs.
std::uint64_t two_rungs(const Ladder& ladder) {
    std::uint64_t most = 0, after = 0;
    for (std::size_t layer = ladder.size(); layer >= 1; --layer) {
        const std::uint64_t bytes = ladder.bytes(layer, ladder.window(layer), ladder.needed(layer));
        most = std::max(most, bytes + after);
        after = bytes;
    }
    return most;
}

// So long is a part of a way of so many values.
std::size_t part_of(std::size_t length, std::size_t parts) { return (length + parts - 1) / parts; }

// The way down the ladder to the row with a number.
class Way {
public:
    Way(const Ladder& ladder, std::size_t parts, Long number, Budget& budget)
        : ladder_(ladder), parts_(parts), number_(std::move(number)), meter_(budget), stage_{0, ladder.wanted()} {}

    // Lay the values from `first` on, to the end of a part; `end` is the rung there.
    void lay(std::size_t first, std::size_t last, const Rung& end) {
        if (meter_.budget().poll()) return;
        if (last - first == 1) {
            choose(first, end);
            return;
        }
        const std::size_t part = part_of(last - first, parts_);
        std::vector<Rung> kept = rungs(first, last, part, end);
        for (std::size_t from = first; from < last && meter_.budget().stop() == Stop::done; from += part) {
            const bool is_last = last - from <= part;
            lay(from, is_last ? last : from + part, is_last ? end : kept.back());
            if (!is_last) kept.pop_back();
        }
    }

    Moves moves() { return std::move(moves_); }

private:
    // The rungs between two values a part apart, the last one first, as far as the row can need them.
    std::vector<Rung> rungs(std::size_t first, std::size_t last, std::size_t part, const Rung& end) {
        std::vector<Rung> kept;
        const Needed after = needed_from(stage_.state, ladder_.open_ends());
        Rung rung;
        const Rung* above = &end;
        for (std::size_t layer = last; layer-- > first + part;) {
            const std::size_t most = 2 * (layer - first);
            Needed needed = ladder_.needed(layer);
            for (std::size_t k = 0; k < needed.size(); ++k) needed[k] = needed[k] && after[k];
            const Window window{stage_.wanted > most ? stage_.wanted - most : 0, stage_.wanted};
            rung = ladder_.step(*above, layer, window, needed, meter_);
            if (meter_.budget().poll()) return {};
            above = &rung;
            if ((layer - first) % part == 0) kept.push_back(rung);
        }
        return kept;
    }

    void choose(std::size_t layer, const Rung& rung) {
        for (const Move& move : moves_of(stage_.state, ladder_.copies(layer), ladder_.open_ends())) {
            const std::size_t here = ladder_.between(move.runs);
            if (here > stage_.wanted) continue;
            const Long ways = ladder_.ways(rung, move.after, stage_.wanted - here);
            if (less(number_, ways)) {
                moves_.push_back(written(move));
                stage_ = {move.after, stage_.wanted - here};
                return;
            }
            subtract(number_, ways);
        }
    }

    const Ladder& ladder_;
    std::size_t parts_;
    Long number_;
    Meter meter_;
    Stage stage_;
    Moves moves_;
};

}  // namespace

std::optional<Ranked> rank(const Ladder& ladder, const Moves& moves, std::uint64_t most, Budget& budget) {
    const std::optional<std::vector<Stage>> stages = stages_of(ladder, moves);
    if (!stages) return std::nullopt;
    const std::uint64_t least = two_rungs(ladder);
    if (least > most) budget.out_of_memory();
    if (!budget.room_for(least)) return Ranked{};
    Ranked ranked{Long(ladder.words()), Long(ladder.words())};
    Meter meter(budget);
    climb(ladder, meter, [&](std::size_t layer, const Rung& rung) {
        const auto [state, wanted] = (*stages)[layer - 1];
        for (const Move& move : moves_of(state, ladder.copies(layer - 1), ladder.open_ends())) {
            if (written(move) == moves[layer - 1]) break;
            const std::size_t here = ladder.between(move.runs);
            if (here <= wanted) add(ranked.number, ladder.ways(rung, move.after, wanted - here));
        }
        if (layer == 1) ranked.total = total_of(ladder, rung);
    });
    return ranked;
}

Numbering::Numbering(Ladder ladder, std::uint64_t most, Budget& budget) : ladder_(std::move(ladder)) {
    if (!plan(most, budget)) return;
    Meter meter(budget);
    const std::size_t part = part_of(ladder_.size(), parts_);
    climb(ladder_, meter, [&](std::size_t layer, const Rung& rung) {
        if (layer % part == 0 || layer == ladder_.size()) kept_.push_back(rung);
        if (layer == 1) total_ = total_of(ladder_, rung);
    });
    std::ranges::reverse(kept_);
}

// What is kept at once beside two rungs where every way is divided so often.
std::uint64_t Numbering::bytes(std::size_t parts) const {
    std::size_t part = part_of(ladder_.size(), parts);
    std::uint64_t bytes = 0;
    for (std::size_t layer = part; layer <= ladder_.size(); layer += part)
        bytes += ladder_.bytes(layer, ladder_.window(layer), ladder_.needed(layer));
    while (part > 1) {
        const std::size_t most = 2 * part, wanted = std::min(ladder_.wanted(), 2 * ladder_.size());
        const std::uint64_t rung = ladder_.bytes(1, {wanted > most ? wanted - most : 0, wanted}, ladder_.needed(1));
        bytes += (std::min(parts, part) + 2) * rung;
        part = part_of(part, parts);
    }
    return bytes;
}

// Divide into as many parts as fit in little memory: fewer are worked out anew more often. With a million cards each
// look takes milliseconds.
bool Numbering::plan(std::uint64_t most, Budget& budget) {
    std::uint64_t least = UINT64_MAX;
    const std::uint64_t always = two_rungs(ladder_);
    for (std::size_t parts = ladder_.size(); !budget.poll(); parts = parts / 2) {
        parts = std::max<std::size_t>(parts, 2);
        const std::uint64_t needed = always + bytes(parts);
        if (needed < least) {
            least = needed;
            parts_ = parts;
        }
        if (parts == 2 || least <= std::min(most, little)) break;
    }
    if (least > most) budget.out_of_memory();  // unless another limit came first
    return budget.room_for(least);
}

Moves Numbering::nth(Long number, Budget& budget) const {
    Way way(ladder_, parts_, std::move(number), budget);
    const std::size_t part = part_of(ladder_.size(), parts_);
    for (std::size_t k = 0; k < kept_.size() && budget.stop() == Stop::done; ++k)
        way.lay(k * part, std::min((k + 1) * part, ladder_.size()), kept_[k]);
    return way.moves();
}

}  // namespace passatempo::cards::numbering
