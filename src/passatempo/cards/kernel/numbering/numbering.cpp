// A row is a path down the ladder. For its number the rungs are made once from the last value up, and each gives what
// lies before the row's own move. To find a row some rungs are kept; between two of them those rungs are made again as
// far as the path can still reach, which is little.
// Algorithm: dynamic programming with checkpoints, unranking by prefix sums
// Twin: cards/reference/scan.py
#include "numbering/numbering.hpp"

#include <algorithm>

namespace passatempo::cards::numbering {
namespace {

using play::Move;

constexpr std::uint64_t little = std::uint64_t{1} << 29;  // bytes

std::uint8_t written(const Move& move) { return move.points | move.runs << play::points; }

void add(Long& to, const Long& more) { play::add(to, more); }

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
    for (const Move& move : play::moves_of(0, ladder.copies(0), ladder.open_ends()))
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
        const std::vector<Move> all = play::moves_of(stage.state, ladder.copies(layer), ladder.open_ends());
        const auto move = std::ranges::find_if(all, [&](const Move& one) { return written(one) == moves[layer]; });
        if (move == all.end() || ladder.between(move->runs) > stage.wanted) return std::nullopt;
        stage = {move->after, stage.wanted - ladder.between(move->runs)};
    }
    const unsigned last = ladder.open_ends() ? 0b111 : play::states - 1;
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
        for (const Move& move : play::moves_of(stage_.state, ladder_.copies(layer), ladder_.open_ends())) {
            const std::size_t here = ladder_.between(move.runs);
            if (here > stage_.wanted) continue;
            const Long ways = ladder_.ways(rung, move.after, stage_.wanted - here);
            if (play::less(number_, ways)) {
                moves_.push_back(written(move));
                stage_ = {move.after, stage_.wanted - here};
                return;
            }
            play::subtract(number_, ways);
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
        for (const Move& move : play::moves_of(state, ladder.copies(layer - 1), ladder.open_ends())) {
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
