// The Python bindings of the cards kernel. Their docstrings and types become _kernel.pyi.
#include <nanobind/stl/variant.h>

#include <algorithm>
#include <cstring>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>

#include "binding.hpp"
#include "closed_form.hpp"
#include "generating_function.hpp"
#include "interface.gen.hpp"
#include "layer_tables.hpp"
#include "scan.hpp"

namespace nb = nanobind;

namespace passatempo::cards {
namespace {

using CardsObject = nb::typed<nb::object, std::variant<nb::typed<nb::sequence, int>, BufferObject>>;
using Row = TupleOf<int>;
using Stationary = std::tuple<std::int64_t, std::int64_t, std::int64_t>;

constexpr std::size_t look = std::size_t{1} << 18;               // items between two limit checks, a few milliseconds
constexpr std::uint64_t most_numbered = std::uint64_t{1} << 30;  // bytes of tables; Python requests less
constexpr std::size_t ahead = 24;                                // the number of items to prefetch into the cache

// The copies of each value, in descending order of the values, as one byte each.
std::vector<std::uint8_t> read_copies(nb::handle object) {
    const Buffer held(object);
    const std::vector<std::uint8_t> each(held.data(), held.data() + held.size());
    if (each.empty()) throw nb::value_error("copies: at least one value is needed");
    for (const std::uint8_t m : each)
        if (m < 1 || m > 4) throw nb::value_error("copies: a value has 1 to 4 copies");
    if (each[0] > 2) throw nb::value_error("copies: the greatest value has 1 or 2 copies");
    return each;
}

nb::bytes to_bytes(const std::vector<Word>& numbers) {
    return nb::bytes(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(Word));
}

template <typename Whole>
void copy_as(const Py_buffer& view, Cards& cards) {
    const char* bytes = static_cast<const char*>(view.buf);
    for (std::size_t i = 0; i < cards.size(); ++i) {
        Whole card;
        std::memcpy(&card, bytes + i * sizeof(Whole), sizeof(Whole));
        cards[i] = static_cast<Value>(card);
    }
}

// Reads a buffer of integers in native byte order, of any shape.
Cards read_buffer(nb::handle card_buffer) {
    const Buffer open_buffer(card_buffer, PyBUF_FORMAT | PyBUF_C_CONTIGUOUS);
    const Py_buffer& view = open_buffer.view();
    std::string_view format = view.format == nullptr ? "B" : view.format;
    if (format.size() == 2 && (format[0] == '@' || format[0] == '=')) format.remove_prefix(1);
    const char format_code = format.size() == 1 ? format[0] : '?';
    const bool is_signed = std::string_view("bhilq").find(format_code) != std::string_view::npos;
    const bool is_unsigned = std::string_view("BHIL").find(format_code) != std::string_view::npos;
    const Value* const words = static_cast<const Value*>(view.buf);
    if (is_signed && view.itemsize == 8 && reinterpret_cast<std::uintptr_t>(words) % alignof(Value) == 0)
        return {words, words + view.len / 8};  // copied without clearing memory first
    Cards cards(view.itemsize > 0 ? view.len / view.itemsize : 0);
    if (is_signed && view.itemsize == 8) copy_as<std::int64_t>(view, cards);
    else if (is_signed && view.itemsize == 4) copy_as<std::int32_t>(view, cards);
    else if (is_signed && view.itemsize == 2) copy_as<std::int16_t>(view, cards);
    else if (is_signed && view.itemsize == 1) copy_as<std::int8_t>(view, cards);
    else if (is_unsigned && view.itemsize == 4) copy_as<std::uint32_t>(view, cards);
    else if (is_unsigned && view.itemsize == 2) copy_as<std::uint16_t>(view, cards);
    else if (is_unsigned && view.itemsize == 1) copy_as<std::uint8_t>(view, cards);
    else throw nb::type_error("cards: a buffer of whole numbers of at most 64 bits, with a sign, is needed");
    return cards;
}

Cards read_sequence(nb::handle object, Budget& budget) {
    SequenceItems card_objects(object, "cards: a sequence or a buffer is needed");
    const std::size_t number = card_objects.size();
    Cards cards(number);
    for (std::size_t i = 0; i < number; ++i) {
        if (i % look == look - 1 && budget.poll()) return {};
        // The numbers of a shuffled list are scattered in memory, so prefetch them.
        if (i + ahead < number) __builtin_prefetch(card_objects[i + ahead]);
        // Look up the item again, because a number's __index__ may run arbitrary code.
        PyObject* card_object = card_objects[i];
        const nb::object object_reference = PyLong_CheckExact(card_object) ? nb::object() : nb::borrow(card_object);
        cards[i] = PyLong_AsLongLong(card_object);
        if (cards[i] == -1 && PyErr_Occurred() != nullptr) throw nb::python_error();
        if (object_reference.is_valid()) {
            if (card_objects.size() != number) throw nb::value_error("cards: the list changed while it was read");
            card_objects.refresh_items();
        }
    }
    return cards;
}

// Reads the cards; empty if a limit ends the work.
Cards read_cards(nb::handle card_source, Budget& budget) {
    const bool buffer = !PyList_Check(card_source.ptr()) && !PyTuple_Check(card_source.ptr()) &&
                        PyObject_CheckBuffer(card_source.ptr());
    return buffer ? read_buffer(card_source) : read_sequence(card_source, budget);
}

struct KindInterval {
    Kinds kinds;
    Interval distance_interval;
};

KindInterval read_interval(Cards& cards, bool open_ends, Budget& budget) {
    KindInterval read;
    if (budget.poll()) return read;
    read.kinds = kinds_of(cards, budget);
    if (!read.kinds.empty()) read.distance_interval = interval(read.kinds, open_ends);
    return read;
}

std::tuple<int, std::int64_t, std::int64_t> distances(CardsObject cards, bool open_ends, double seconds,
                                                      std::uint64_t nodes, BufferObject cancel) {
    CallBudget spend(seconds, nodes, cancel);
    Cards deck_cards = read_cards(cards, spend.budget());
    Interval distance_interval;
    spend.run_search(
        [&](Budget& budget) { distance_interval = read_interval(deck_cards, open_ends, budget).distance_interval; });
    return {spend.stop(), distance_interval.low, distance_interval.high};
}

// Equal cards share one Python number. Returns nothing if a limit ends the work.
std::optional<Row> to_tuple(const Kinds& kinds, const std::vector<std::uint32_t>& sequence, Budget& budget) {
    std::vector<nb::object> numbers(kinds.size());
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        if (i % look == look - 1 && budget.poll()) return std::nullopt;
        numbers[i] = nb::steal(PyLong_FromLongLong(kinds[i].card));
        if (!numbers[i].is_valid()) throw nb::python_error();
    }
    nb::tuple cards = nb::steal<nb::tuple>(PyTuple_New(sequence.size()));
    if (!cards.is_valid()) throw nb::python_error();
    for (std::size_t i = 0; i < sequence.size(); ++i) {
        if (i % look == look - 1 && budget.poll()) return std::nullopt;  // an incomplete tuple may be discarded
        fill_tuple(cards, i, numbers[sequence[i]]);
    }
    return cards;
}

std::tuple<int, std::size_t, nb::bytes> counts_tuple(BufferObject copies, bool open_ends, double seconds,
                                                     std::uint64_t nodes, BufferObject cancel) {
    const std::vector<std::uint8_t> each = read_copies(copies);
    CallBudget spend(seconds, nodes, cancel);
    Counts distance_counts;
    {
        const GilRelease gil_release;
        distance_counts = count_distances(each, open_ends, spend.budget());
    }
    return {spend.stop(), distance_counts.number_words * sizeof(Word), to_bytes(distance_counts.numbers)};
}

std::tuple<int, nb::bytes> count_range(BufferObject copies, bool open_ends, std::int64_t low, std::int64_t high,
                                       double seconds, std::uint64_t nodes, BufferObject cancel) {
    const std::vector<std::uint8_t> each = read_copies(copies);
    CallBudget spend(seconds, nodes, cancel);
    std::vector<Word> sum;
    {
        const GilRelease gil_release;
        sum = total_ways(each, open_ends, low, high, spend.budget());
    }
    return {spend.stop(), to_bytes(sum)};
}

std::tuple<int, std::optional<std::tuple<Row, Stationary>>> order(CardsObject cards, std::int64_t low,
                                                                  std::int64_t high, bool open_ends, double seconds,
                                                                  std::uint64_t nodes, BufferObject cancel) {
    CallBudget spend(seconds, nodes, cancel);
    Cards deck_cards = read_cards(cards, spend.budget());
    std::optional<Placement> placement;
    KindInterval read;
    spend.run_search([&](Budget& budget) {
        read = read_interval(deck_cards, open_ends, budget);
        const std::int64_t distance = std::max(low, read.distance_interval.low);
        if (budget.stop() == Stop::done && distance <= std::min(high, read.distance_interval.high) && !budget.poll())
            placement = lay_cards(read.kinds, read.distance_interval, distance, budget);
    });
    std::optional<Row> row;
    if (placement && spend.stop() == 0) row = to_tuple(read.kinds, placement->sequence, spend.budget());
    if (!row) return {spend.stop(), std::nullopt};
    return {spend.stop(), {{*row, {placement->first_peak, placement->valley, placement->second_peak}}}};
}

// The rows of a plain deal by number. The cards are the values passed in, the greatest first.
class RowNumbering {
public:
    RowNumbering(const std::vector<std::uint8_t>& each, Row card_objects, bool open_ends, std::int64_t distance,
                 double seconds, std::uint64_t nodes, BufferObject cancel)
        : card_objects_(std::move(card_objects)) {
        Kinds kinds;
        for (std::size_t i = 0; i < each.size(); ++i) kinds.push_back({static_cast<Value>(i), each[i]});
        CallBudget spend(seconds, nodes, cancel);
        spend.run_search([&](Budget& budget) { row_scan_.emplace(std::move(kinds), open_ends, distance, budget); });
        stop_code_ = spend.stop();
        node_count_ = spend.node_count();
    }

    int stop() const { return stop_code_; }
    std::uint64_t nodes() const { return node_count_; }
    nb::bytes total() const { return stop_code_ == 0 ? to_bytes(row_scan_->total()) : nb::bytes("", 0); }

    // Takes numbers with as many bytes each as the total.
    TupleOf<Row> rows(BufferObject numbers) const {
        if (stop_code_ != 0) throw nb::value_error("numbers: a limit came before the rows were counted");
        const Buffer held(numbers);
        const std::size_t size = row_scan_->words() * sizeof(Word);
        if (held.size() % size != 0) throw nb::value_error("numbers: each has as many bytes as the total");
        nb::tuple row_tuples = nb::steal<nb::tuple>(PyTuple_New(held.size() / size));
        if (!row_tuples.is_valid()) throw nb::python_error();
        Long number(row_scan_->words());
        for (std::size_t k = 0; k < held.size() / size; ++k) {
            std::memcpy(number.data(), held.data() + k * size, size);
            if (!is_less(number, row_scan_->total())) throw nb::value_error("numbers: there are not so many rows");
            fill_tuple(row_tuples, k, to_row(row_scan_->nth(number)));
        }
        return row_tuples;
    }

private:
    Row to_row(const numbering::ScanRow& card_row) const {
        nb::tuple cards = nb::steal<nb::tuple>(PyTuple_New(card_row.cards.size()));
        if (!cards.is_valid()) throw nb::python_error();
        for (std::size_t i = 0; i < card_row.cards.size(); ++i) fill_tuple(cards, i, card_objects_[card_row.cards[i]]);
        return cards;
    }

    Row card_objects_;
    std::optional<numbering::RowScan> row_scan_;
    int stop_code_ = 0;
    std::uint64_t node_count_ = 0;
};

RowNumbering make_row_numbering(BufferObject copies, Row card_objects, bool open_ends, std::int64_t distance,
                                double seconds, std::uint64_t nodes, BufferObject cancel) {
    const std::vector<std::uint8_t> each = read_copies(copies);
    if (card_objects.size() != each.size()) throw nb::value_error("values: one for each of the copies is needed");
    if (distance < 0 || distance > static_cast<std::int64_t>(4 * each.size()))
        throw nb::value_error("distance: a number from 0 to four times the values is needed");
    if (numbering::RowScan::table_bytes(each.size(), distance) > most_numbered)
        throw nb::value_error("copies: too many to number");
    return {each, std::move(card_objects), open_ends, distance, seconds, nodes, cancel};
}

numbering::LayerTables read_layers(BufferObject copies, bool open_ends, std::int64_t distance) {
    std::vector<std::uint8_t> each = read_copies(copies);
    if (distance == 1 || distance < 0 || distance > static_cast<std::int64_t>(4 * each.size()))
        throw nb::value_error("distance: 0, or a number from 2 to four times the values is needed");
    return {std::move(each), open_ends, distance};
}

// Like `RowNumbering`, but with only the moves of a row and few of the tables.
class MoveNumbering {
public:
    MoveNumbering(numbering::LayerTables layer_tables, std::uint64_t byte_limit, CallBudget& spend) {
        spend.run_search([&](Budget& budget) { row_unranker_.emplace(std::move(layer_tables), byte_limit, budget); });
        stop_code_ = spend.stop();
        node_count_ = spend.node_count();
    }

    int stop() const { return stop_code_; }
    std::uint64_t nodes() const { return node_count_; }
    nb::bytes total() const { return stop_code_ == 0 ? to_bytes(row_unranker_->total()) : nb::bytes("", 0); }

    Answer<nb::bytes> nth(BufferObject number, double seconds, std::uint64_t nodes, BufferObject cancel) const {
        if (stop_code_ != 0) throw nb::value_error("number: a limit came before the rows were counted");
        const Buffer held(number);
        Long row_number(row_unranker_->total().size());
        if (held.size() != row_number.size() * sizeof(Word))
            throw nb::value_error("number: it has as many bytes as the total");
        std::memcpy(row_number.data(), held.data(), held.size());
        if (!is_less(row_number, row_unranker_->total())) throw nb::value_error("number: there are not so many rows");
        CallBudget spend(seconds, nodes, cancel);
        numbering::Moves row_moves;
        spend.run_search([&](Budget& budget) { row_moves = row_unranker_->nth(std::move(row_number), budget); });
        return {spend.stop(), spend.node_count(), nb::bytes(row_moves.data(), row_moves.size())};
    }

private:
    std::optional<numbering::RowUnranker> row_unranker_;
    int stop_code_ = 0;
    std::uint64_t node_count_ = 0;
};

MoveNumbering make_move_numbering(BufferObject copies, bool open_ends, std::int64_t distance, std::uint64_t byte_limit,
                                  double seconds, std::uint64_t nodes, BufferObject cancel) {
    numbering::LayerTables layer_tables = read_layers(copies, open_ends, distance);
    CallBudget spend(seconds, nodes, cancel);
    return {std::move(layer_tables), byte_limit, spend};
}

Answer<nb::bytes, nb::bytes> rank_moves(BufferObject copies, BufferObject moves, bool open_ends, std::int64_t distance,
                                        std::uint64_t byte_limit, double seconds, std::uint64_t nodes,
                                        BufferObject cancel) {
    const numbering::LayerTables layer_tables = read_layers(copies, open_ends, distance);
    const Buffer held(moves);
    const numbering::Moves row_moves(held.data(), held.data() + held.size());
    CallBudget spend(seconds, nodes, cancel);
    std::optional<numbering::RankResult> row_rank = numbering::RankResult{};
    spend.run_search([&](Budget& budget) { row_rank = numbering::rank(layer_tables, row_moves, byte_limit, budget); });
    if (!row_rank) throw nb::value_error("moves: they make no row");
    return {spend.stop(), spend.node_count(), to_bytes(row_rank->total), to_bytes(row_rank->row_number)};
}

}  // namespace
}  // namespace passatempo::cards

NB_MODULE(_kernel, m) {
    using namespace passatempo::cards;
    m.doc() =
        "Kernel of cards: UDUD and the distance of its maxima in closed form. A card fits in 64 bits with its sign. "
        "`copies` has a byte for each value, in descending order: 1 to 4, the greatest 1 or 2. With `open_ends` the "
        "first and the last run may be empty. Large numbers are bytes, the lowest first.";
    m.def("distances", &distances, nb::arg("cards"), nb::arg("open_ends"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(),
          "Return the least and the greatest possible distance; the least is greater if none is possible.");
    m.def("counts", &counts_tuple, nb::arg("copies"), nb::arg("open_ends"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none(),
          "Count the sequences of each distance: the bytes of a number, and the numbers, of distance 1 first. There "
          "are none if a limit came first. A node is a value in one of at most three passes.");
    m.def("count_between", &count_range, nb::arg("copies"), nb::arg("open_ends"), nb::arg("low"), nb::arg("high"),
          nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Count the sequences with a distance from `low` to `high`. The number means nothing if a limit came first.");
    nb::class_<RowNumbering>(m, "NumberedRows", "The rows of a plain deal by number from 0, in the order of the scan.")
        .def_prop_ro("stop", &RowNumbering::stop)
        .def_prop_ro("nodes", &RowNumbering::nodes)
        .def_prop_ro("total", &RowNumbering::total)
        .def("rows", &RowNumbering::rows, nb::arg("numbers"),
             "Return the rows with these numbers, each of as many bytes as the total.");
    m.def("numbered_rows", &make_row_numbering, nb::arg("copies"), nb::arg("values"), nb::arg("open_ends"),
          nb::arg("distance"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Count the rows of a deal, so that each can be computed from its number. `values` belong to `copies`. "
          "Distance 0 is any distance. A node is a state of a layer.");
    nb::class_<MoveNumbering>(
        m, "NumberedMoves",
        "The rows of a plain deal by number from 0, with few of the tables in memory. `moves` have a byte for each "
        "value, the greatest first: the stationary points that it is in the low three bits, the runs that hold it "
        "in the next four.")
        .def_prop_ro("stop", &MoveNumbering::stop)
        .def_prop_ro("nodes", &MoveNumbering::nodes)
        .def_prop_ro("total", &MoveNumbering::total)
        .def("nth", &MoveNumbering::nth, nb::arg("number"), nb::arg("seconds"), nb::arg("nodes"),
             nb::arg("cancel").none(),
             "Return the moves of the row with this number, which has as many bytes as the total.");
    m.def("numbered_moves", &make_move_numbering, nb::arg("copies"), nb::arg("open_ends"), nb::arg("distance"),
          nb::arg("most"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Count the rows of a deal, so that the moves of each can be computed from its number. The call stops at "
          "once if `most` bytes are not enough. No row has distance 1. A node is a table before one value.");
    m.def("rank_moves", &rank_moves, nb::arg("copies"), nb::arg("moves"), nb::arg("open_ends"), nb::arg("distance"),
          nb::arg("most"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none(),
          "Compute the total and the number of a row from 0, with two of the tables in memory at a time. Both mean "
          "nothing if a limit came first.");
    m.def("table_bytes", &numbering::RowScan::table_bytes, nb::arg("values"), nb::arg("distance"),
          "Return the bytes that `make_row_numbering` takes for so many values.");
    m.def("order", &order, nb::arg("cards"), nb::arg("low"), nb::arg("high"), nb::arg("open_ends"), nb::arg("seconds"),
          nb::arg("nodes"), nb::arg("cancel").none(),
          "Lay the cards with the least possible distance from `low` to `high`: the sequence and its stationary "
          "points. None if there is no sequence or a limit came first.");
    bind_interface(m, calls::questions(), calls::digest);
}
