// Ranks and unranks the rows of UDUD by dynamic programming over layers, one for each value [Knuth2011].
// 1. `climb_layers`: the layers from the last value up; `previous_layer` sums each number from at most six others.
// 2. `state_ways`: the ways to complete a row. Inclusion and exclusion over empty end runs replaces tables per state.
// 3. `rank`: the number of a row, which is the sum of the ways of all smaller moves at each layer.
// 4. `plan_checkpoints`: how many layers to keep as checkpoints within the memory limit.
// 5. `divide_layers`, `choose_move`: the row of a number. Layers between checkpoints are recomputed where it can pass.
// Algorithm: dynamic programming with checkpoints, transfer matrix over values backwards, unranking by prefix sums
// Twin: cards/reference/scan.py
#include "layer_tables.hpp"

#include <algorithm>
#include <bit>

namespace passatempo::cards::numbering {
namespace {

struct CountTerm {
    const CountVector* count_vector;
    Factor factor;
};
using Terms = std::array<CountTerm, 2>;

struct CountSource {
    const Word* source_words;
    std::size_t word_count;
    unsigned factor;
};

// The tables of the next value whose weighted sum is this table.
Terms terms_of(std::size_t table, const LayerTable& after, unsigned copies) {
    const Factor none{};
    if (table <= bottom2) return {{{&after[table], {binomial(table - bottom0, copies), 0, 0}}, {&after[table], none}}};
    if (table <= both2) {
        const std::size_t open = table - both0;
        return {{{&after[table], spread_factors(copies, 2, open)}, {&after[open], {binomial(open, copies - 1), 0, 0}}}};
    }
    const unsigned side_runs = table == one00 || table == one01 ? 0 : 1;
    const Table pair_table = table == one12 ? both2 : table == one00 ? both0 : both1;
    return {{{&after[table], spread_factors(copies, 1, side_runs)},
             {&after[pair_table], spread_factors(copies - 1, 1, side_runs)}}};
}

// Sets the first `used` words of `to` to the sum of N sources, each times its factor, and returns the carry.
template <int N>
Wide sum_sources(Word* to, const CountSource* sources, std::size_t used) {
    Wide carry = 0;
    for (std::size_t w = 0; w < used; ++w) {
        for (int k = 0; k < N; ++k) carry += Wide{sources[k].source_words[w]} * sources[k].factor;
        to[w] = carry;
        carry >>= word_bits;
    }
    return carry;
}

void sum_all(Word* to, std::size_t words, const std::array<CountSource, 6>& sources, std::size_t number) {
    std::size_t shared = words;
    for (std::size_t k = 0; k < number; ++k) shared = std::min(shared, sources[k].word_count);
    const auto shared_sum = [&] {
        switch (number) {
            case 1: return sum_sources<1>(to, sources.data(), shared);
            case 2: return sum_sources<2>(to, sources.data(), shared);
            case 3: return sum_sources<3>(to, sources.data(), shared);
            case 4: return sum_sources<4>(to, sources.data(), shared);
            case 5: return sum_sources<5>(to, sources.data(), shared);
            default: return sum_sources<6>(to, sources.data(), shared);
        }
    };
    Wide carry = number == 0 ? 0 : shared_sum();
    for (std::size_t w = number == 0 ? 0 : shared; w < words; ++w) {
        for (std::size_t k = 0; k < number; ++k)
            if (w < sources[k].word_count) carry += Wide{sources[k].source_words[w]} * sources[k].factor;
        to[w] = carry;
        carry >>= word_bits;
    }
}

// The sum of the terms, restricted to the window. Empty if a limit ends the work.
CountVector make_counts(const Terms& terms, const CardWindow& window, LimitMeter& meter) {
    CountVector row;
    std::size_t low = window.high + 1, high = 0, bits = 0;
    for (const CountTerm& term : terms)
        for (std::size_t j = 0; j < 3; ++j)
            if (term.factor[j] != 0 && term.count_vector->count != 0) {
                low = std::min(low, term.count_vector->first_count + j);
                high = std::max(high, term.count_vector->first_count + term.count_vector->count - 1 + j);
                bits = std::max(bits, term.count_vector->greatest_bits);
            }
    low = std::max(low, window.low);
    high = std::min(high, window.high);
    if (low > high || bits == 0) return row;
    row.first_count = low;
    row.count = high - low + 1;
    row.number_words = (bits + bits_a_value - 1) / word_bits + 1;
    row.count_words.resize(row.count * row.number_words);
    for (std::size_t card_count = low; card_count <= high; ++card_count) {
        std::array<CountSource, 6> sources{};
        std::size_t number = 0;
        for (const CountTerm& term : terms)
            for (std::size_t j = 0; j < 3 && j <= card_count; ++j) {
                if (term.factor[j] == 0) continue;
                const Words from_words = term.count_vector->number_at(card_count - j);
                const std::size_t used = std::min(from_words.size(), row.number_words);
                if (used != 0) sources[number++] = {from_words.data(), used, term.factor[j]};
            }
        Word* const to = row.count_words.data() + (card_count - low) * row.number_words;
        sum_all(to, row.number_words, sources, number);
        std::size_t top = row.number_words;
        while (top > 0 && to[top - 1] == 0 && top * word_bits > row.greatest_bits) --top;
        if (top > 0)
            row.greatest_bits = std::max(row.greatest_bits, (top - 1) * word_bits + std::bit_width(to[top - 1]));
        if (meter.spend(row.number_words * (number + 1))) return {};
    }
    return row;
}

// Adds `from` to `to`, or subtracts it, in two's complement.
void add_signed(Long& to, Words from, bool minus) {
    Word carry = 0;
    for (std::size_t w = 0; w < to.size() && (w < from.size() || carry != 0); ++w) {
        const Word from_word = w < from.size() ? from[w] : 0, old_word = to[w];
        to[w] = minus ? old_word - from_word - carry : old_word + from_word + carry;
        const bool on = minus ? old_word < from_word || (old_word == from_word && carry != 0)
                              : to[w] < old_word || (to[w] == old_word && carry != 0);
        carry = on ? 1 : 0;
    }
}

// The table of a state whose end runs in `shut` get no cards.
std::size_t table_of(unsigned state, unsigned shut) {
    const unsigned open = 2 - std::popcount(shut);
    const unsigned point_bits = state & ((1U << points) - 1);
    if ((point_bits & minimum) != 0) return bottom0 + open;
    if ((point_bits & maxima) == maxima) return both0 + open;
    if (open == 2) return one12;
    if (open == 0) return one00;
    const bool first = (point_bits & 1U) != 0;
    return first == (shut == first_has) ? one01 : one11;
}

// Calls `visit_set` for every set of end runs that have no card yet.
template <class See>
void each_closed_set(unsigned state, bool open_ends, See visit_set) {
    constexpr unsigned flags = first_has | last_has;
    const unsigned absent_flags = open_ends ? 0 : flags & ~state;
    for (unsigned shut = absent_flags;; shut = (shut - 1) & absent_flags) {
        visit_set(shut);
        if (shut == 0) return;
    }
}

}  // namespace

TableSet reachable_tables(unsigned state, bool open_ends) {
    TableSet table_set{};
    constexpr std::array<unsigned, 4> next_points{0b001, 0b100, 0b101, 0b111};
    const unsigned flags = state & (first_has | last_has);
    for (const unsigned lying : next_points)
        if ((lying & state) == (state & 0b111))
            each_closed_set(flags, open_ends, [&](unsigned shut) { table_set[table_of(lying | flags, shut)] = true; });
    return table_set;
}

LayerTables::LayerTables(std::vector<std::uint8_t> copies, bool open_ends, std::int64_t distance)
    : copy_counts_(std::move(copies)),
      open_ends_(open_ends),
      has_distance_(distance != 0),
      number_words_(words_for(copy_counts_.size())),
      last_lone_layer_(1),
      early_tables_(reachable_tables(copy_counts_[0] == 1 ? 0 : maxima, open_ends_)),
      late_tables_(early_tables_) {
    if (distance > 2) target_cards_ = distance - 2;
    while (last_lone_layer_ < copy_counts_.size() && copy_counts_[last_lone_layer_] <= 2) ++last_lone_layer_;
    for (const Table table : {one00, one01, one11, one12}) late_tables_[table] = false;
}

std::size_t LayerTables::inner_cards(unsigned run_set) const {
    return has_distance_ ? std::popcount(run_set & inner) : 0;
}

LayerTable LayerTables::last_layer() const {
    LayerTable layer_table;
    for (const Table table : {bottom0, bottom1, bottom2}) layer_table[table] = {0, 1, 1, 1, {1}};
    return layer_table;
}

CardWindow LayerTables::card_window(std::size_t layer) const {
    return {target_cards_ > 2 * layer ? target_cards_ - 2 * layer : 0, target_cards_};
}

LayerTable LayerTables::previous_layer(const LayerTable& after, std::size_t layer, const CardWindow& window,
                                       const TableSet& table_set, LimitMeter& meter) const {
    LayerTable layer_table;
    for (std::size_t k = 0; k < tables; ++k) {
        if (!table_set[k]) continue;
        if (meter.budget().spend()) return layer_table;
        Terms terms = terms_of(k, after, copy_counts_[layer]);
        if (!has_distance_)
            for (CountTerm& term : terms) term.factor = {term.factor[0] + term.factor[1] + term.factor[2], 0, 0};
        layer_table[k] = make_counts(terms, window, meter);
    }
    return layer_table;
}

std::uint64_t LayerTables::layer_bytes(std::size_t layer, const CardWindow& window, const TableSet& table_set) const {
    const std::size_t left = copy_counts_.size() - layer;
    const std::size_t high = has_distance_ ? std::min(window.high, 2 * left) : 0;
    const std::uint64_t words = words_for(left);
    const std::uint64_t numbers = window.low > high ? 0 : high - window.low + 1;
    std::uint64_t rows = 0;
    for (std::size_t k = 0; k < tables; ++k)
        if (table_set[k]) rows += k <= bottom2 || k == both0 || k == one00 ? 1 : numbers;
    return rows * words * sizeof(Word) + sizeof(LayerTable);
}

Long LayerTables::state_ways(const LayerTable& layer_table, unsigned state, std::size_t card_count) const {
    Long number(number_words_);
    std::array<Words, 4> parts;
    std::array<bool, 4> minus{};
    std::size_t part_count = 0;
    each_closed_set(state, open_ends_, [&](unsigned shut) {
        minus[part_count] = std::popcount(shut) == 1;
        parts[part_count++] = layer_table[table_of(state, shut)].number_at(card_count);
    });
    for (const bool sign : {false, true})  // additions first, so that no partial sum is negative
        for (std::size_t k = 0; k < part_count; ++k)
            if (minus[k] == sign) add_signed(number, parts[k], sign);
    return number;
}

namespace {

constexpr std::uint64_t little = std::uint64_t{1} << 29;  // bytes

std::uint8_t encode_move(const Move& move) { return move.point_bits | move.run_bits << points; }

// Builds the layers from the last value up to the second and passes each one, with its index, to `visit_layer`. Returns
// false if a limit ends the work.
template <class See>
bool climb_layers(const LayerTables& layer_tables, LimitMeter& meter, See visit_layer) {
    LayerTable layer_table = layer_tables.last_layer();
    std::size_t layer = layer_tables.size();
    while (true) {
        visit_layer(layer, layer_table);
        if (layer <= 1) return true;
        --layer;
        layer_table = layer_tables.previous_layer(layer_table, layer, layer_tables.card_window(layer),
                                                  layer_tables.table_set(layer), meter);
        if (meter.budget().poll()) return false;
    }
}

// The number of all rows, from the table before the second value.
Long total_of(const LayerTables& layer_tables, const LayerTable& layer_table) {
    Long total(layer_tables.words());
    for (const Move& move : moves_of(0, layer_tables.copies(0), layer_tables.open_ends()))
        add_to(total, layer_tables.state_ways(layer_table, move.next_state, layer_tables.target_cards()));
    return total;
}

struct PathStage {
    unsigned state = 0;
    std::size_t target_cards = 0;
};

// The stage before each value, or nothing if a move is illegal.
std::optional<std::vector<PathStage>> stages_of(const LayerTables& layer_tables, const Moves& moves) {
    if (moves.size() != layer_tables.size()) return std::nullopt;
    std::vector<PathStage> stages;
    PathStage stage{0, layer_tables.target_cards()};
    for (std::size_t layer = 0; layer < moves.size(); ++layer) {
        stages.push_back(stage);
        const std::vector<Move> all_moves = moves_of(stage.state, layer_tables.copies(layer), layer_tables.open_ends());
        const auto move = std::ranges::find_if(
            all_moves, [&](const Move& candidate) { return encode_move(candidate) == moves[layer]; });
        if (move == all_moves.end() || layer_tables.inner_cards(move->run_bits) > stage.target_cards)
            return std::nullopt;
        stage = {move->next_state, stage.target_cards - layer_tables.inner_cards(move->run_bits)};
    }
    const unsigned last = layer_tables.open_ends() ? 0b111 : states - 1;
    if (stage.state != last || stage.target_cards != 0) return std::nullopt;
    return stages;
}

// The most bytes that two neighbouring layers take together.
std::uint64_t two_layer_bytes(const LayerTables& layer_tables) {
    std::uint64_t peak_bytes = 0, after = 0;
    for (std::size_t layer = layer_tables.size(); layer >= 1; --layer) {
        const std::uint64_t bytes =
            layer_tables.layer_bytes(layer, layer_tables.card_window(layer), layer_tables.table_set(layer));
        peak_bytes = std::max(peak_bytes, bytes + after);
        after = bytes;
    }
    return peak_bytes;
}

// The number of values in each part when `length` values are divided into `parts` parts.
std::size_t part_length(std::size_t length, std::size_t parts) { return (length + parts - 1) / parts; }

// Finds the moves of the row with a given number.
class UnrankingPath {
public:
    UnrankingPath(const LayerTables& layer_tables, std::size_t parts, Long number, Budget& budget)
        : layer_tables_(layer_tables),
          part_count_(parts),
          row_number_(std::move(number)),
          limit_meter_(budget),
          path_stage_{0, layer_tables.target_cards()} {}

    // Chooses the moves of the values from `first` to `last`; `end` is the table after them.
    void lay_stretch(std::size_t first, std::size_t last, const LayerTable& end) {
        if (limit_meter_.budget().poll()) return;
        if (last - first == 1) {
            choose_move(first, end);
            return;
        }
        const std::size_t part = part_length(last - first, part_count_);
        std::vector<LayerTable> layer_tables = divide_layers(first, last, part, end);
        for (std::size_t from = first; from < last && limit_meter_.budget().stop() == Stop::done; from += part) {
            const bool is_last = last - from <= part;
            lay_stretch(from, is_last ? last : from + part, is_last ? end : layer_tables.back());
            if (!is_last) layer_tables.pop_back();
        }
    }

    Moves moves() { return std::move(row_moves_); }

private:
    // The tables at the ends of the parts, the last one first, with only the numbers that the row may need.
    std::vector<LayerTable> divide_layers(std::size_t first, std::size_t last, std::size_t part,
                                          const LayerTable& end) {
        std::vector<LayerTable> layer_tables;
        const TableSet next_tables = reachable_tables(path_stage_.state, layer_tables_.open_ends());
        LayerTable layer_table;
        const LayerTable* upper_table = &end;
        for (std::size_t layer = last; layer-- > first + part;) {
            const std::size_t card_limit = 2 * (layer - first);
            TableSet table_set = layer_tables_.table_set(layer);
            for (std::size_t k = 0; k < table_set.size(); ++k) table_set[k] = table_set[k] && next_tables[k];
            const CardWindow window{path_stage_.target_cards > card_limit ? path_stage_.target_cards - card_limit : 0,
                                    path_stage_.target_cards};
            layer_table = layer_tables_.previous_layer(*upper_table, layer, window, table_set, limit_meter_);
            if (limit_meter_.budget().poll()) return {};
            upper_table = &layer_table;
            if ((layer - first) % part == 0) layer_tables.push_back(layer_table);
        }
        return layer_tables;
    }

    void choose_move(std::size_t layer, const LayerTable& layer_table) {
        for (const Move& move : moves_of(path_stage_.state, layer_tables_.copies(layer), layer_tables_.open_ends())) {
            const std::size_t inner_cards = layer_tables_.inner_cards(move.run_bits);
            if (inner_cards > path_stage_.target_cards) continue;
            const Long ways =
                layer_tables_.state_ways(layer_table, move.next_state, path_stage_.target_cards - inner_cards);
            if (is_less(row_number_, ways)) {
                row_moves_.push_back(encode_move(move));
                path_stage_ = {move.next_state, path_stage_.target_cards - inner_cards};
                return;
            }
            subtract(row_number_, ways);
        }
    }

    const LayerTables& layer_tables_;
    std::size_t part_count_;
    Long row_number_;
    LimitMeter limit_meter_;
    PathStage path_stage_;
    Moves row_moves_;
};

}  // namespace

std::optional<RankResult> rank(const LayerTables& layer_tables, const Moves& moves, std::uint64_t byte_limit,
                               Budget& budget) {
    const std::optional<std::vector<PathStage>> stages = stages_of(layer_tables, moves);
    if (!stages) return std::nullopt;
    const std::uint64_t minimum_bytes = two_layer_bytes(layer_tables);
    if (minimum_bytes > byte_limit) budget.out_of_memory();
    if (!budget.room_for(minimum_bytes)) return RankResult{};
    RankResult row_rank{Long(layer_tables.words()), Long(layer_tables.words())};
    LimitMeter meter(budget);
    climb_layers(layer_tables, meter, [&](std::size_t layer, const LayerTable& layer_table) {
        const auto [state, card_count] = (*stages)[layer - 1];
        for (const Move& move : moves_of(state, layer_tables.copies(layer - 1), layer_tables.open_ends())) {
            if (encode_move(move) == moves[layer - 1]) break;
            const std::size_t inner_cards = layer_tables.inner_cards(move.run_bits);
            if (inner_cards <= card_count)
                add_to(row_rank.row_number,
                       layer_tables.state_ways(layer_table, move.next_state, card_count - inner_cards));
        }
        if (layer == 1) row_rank.total = total_of(layer_tables, layer_table);
    });
    return row_rank;
}

RowUnranker::RowUnranker(LayerTables layer_tables, std::uint64_t byte_limit, Budget& budget)
    : layer_tables_(std::move(layer_tables)) {
    if (!plan_checkpoints(byte_limit, budget)) return;
    LimitMeter meter(budget);
    const std::size_t part = part_length(layer_tables_.size(), part_count_);
    climb_layers(layer_tables_, meter, [&](std::size_t layer, const LayerTable& layer_table) {
        if (layer % part == 0 || layer == layer_tables_.size()) checkpoints_.push_back(layer_table);
        if (layer == 1) row_total_ = total_of(layer_tables_, layer_table);
    });
    std::ranges::reverse(checkpoints_);
}

// The bytes of all tables kept at once, besides two neighbouring layers, if each stretch is divided into `parts` parts.
std::uint64_t RowUnranker::checkpoint_bytes(std::size_t parts) const {
    std::size_t part = part_length(layer_tables_.size(), parts);
    std::uint64_t bytes = 0;
    for (std::size_t layer = part; layer <= layer_tables_.size(); layer += part)
        bytes += layer_tables_.layer_bytes(layer, layer_tables_.card_window(layer), layer_tables_.table_set(layer));
    while (part > 1) {
        const std::size_t card_limit = 2 * part,
                          card_count = std::min(layer_tables_.target_cards(), 2 * layer_tables_.size());
        const std::uint64_t table_bytes = layer_tables_.layer_bytes(
            1, {card_count > card_limit ? card_count - card_limit : 0, card_count}, layer_tables_.table_set(1));
        bytes += (std::min(parts, part) + 2) * table_bytes;
        part = part_length(part, parts);
    }
    return bytes;
}

// Chooses the most parts whose tables fit in `little` memory, because fewer parts mean more recomputation. With a
// million cards each trial takes milliseconds.
bool RowUnranker::plan_checkpoints(std::uint64_t byte_limit, Budget& budget) {
    std::uint64_t fewest_bytes = UINT64_MAX;
    const std::uint64_t fixed_bytes = two_layer_bytes(layer_tables_);
    for (std::size_t parts = layer_tables_.size(); !budget.poll(); parts = parts / 2) {
        parts = std::max<std::size_t>(parts, 2);
        const std::uint64_t plan_bytes = fixed_bytes + checkpoint_bytes(parts);
        if (plan_bytes < fewest_bytes) {
            fewest_bytes = plan_bytes;
            part_count_ = parts;
        }
        if (parts == 2 || fewest_bytes <= std::min(byte_limit, little)) break;
    }
    if (fewest_bytes > byte_limit) budget.out_of_memory();  // has no effect if another limit ended the run
    return budget.room_for(fewest_bytes);
}

Moves RowUnranker::nth(Long number, Budget& budget) const {
    UnrankingPath unranking_path(layer_tables_, part_count_, std::move(number), budget);
    const std::size_t part = part_length(layer_tables_.size(), part_count_);
    for (std::size_t k = 0; k < checkpoints_.size() && budget.stop() == Stop::done; ++k)
        unranking_path.lay_stretch(k * part, std::min((k + 1) * part, layer_tables_.size()), checkpoints_[k]);
    return unranking_path.moves();
}

}  // namespace passatempo::cards::numbering
