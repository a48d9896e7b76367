// Rows by number with few tables, for Python; meaning and shapes stand in _kernel.pyi.
#include "numbering/bindings.hpp"

#include <cstring>
#include <optional>

#include "copies.hpp"
#include "numbering/numbering.hpp"

namespace nb = nanobind;

namespace passatempo::cards::numbering {
namespace {

Ladder ladder_of(nb::object copies, bool open_ends, std::int64_t distance) {
    std::vector<std::uint8_t> each = read_copies(copies);
    if (distance == 1 || distance < 0 || distance > static_cast<std::int64_t>(4 * each.size()))
        throw nb::value_error("distance: 0, or a number from 2 to four times the values is needed");
    return {std::move(each), open_ends, distance};
}

// As NumberedRows, but for the moves of a row alone, and with few of the tables.
class NumberedMoves {
public:
    NumberedMoves(Ladder ladder, std::uint64_t most, Spend& spend) {
        {
            nb::gil_scoped_release unlocked;
            within_memory(spend.budget(), [&] { moves_.emplace(std::move(ladder), most, spend.budget()); });
        }
        stop_ = spend.stop();
        nodes_ = spend.spent();
    }

    int stop() const { return stop_; }
    std::uint64_t nodes() const { return nodes_; }
    nb::bytes total() const { return stop_ == 0 ? to_bytes(moves_->total()) : nb::bytes("", 0); }

    nb::tuple nth(nb::object number, double seconds, std::uint64_t nodes, nb::object cancel) const {
        if (stop_ != 0) throw nb::value_error("number: a limit came before the rows were counted");
        const Buffer held(number);
        Long wanted(moves_->total().size());
        if (held.size() != wanted.size() * sizeof(Word))
            throw nb::value_error("number: it has as many bytes as the total");
        std::memcpy(wanted.data(), held.data(), held.size());
        if (!play::less(wanted, moves_->total())) throw nb::value_error("number: there are not so many rows");
        Spend spend(seconds, nodes, cancel);
        Moves found;
        {
            nb::gil_scoped_release unlocked;
            within_memory(spend.budget(), [&] { found = moves_->nth(std::move(wanted), spend.budget()); });
        }
        return nb::make_tuple(spend.stop(), spend.spent(), nb::bytes(found.data(), found.size()));
    }

private:
    std::optional<Numbering> moves_;
    int stop_ = 0;
    std::uint64_t nodes_ = 0;
};

NumberedMoves numbered_moves(nb::object copies, bool open_ends, std::int64_t distance, std::uint64_t most,
                             double seconds, std::uint64_t nodes, nb::object cancel) {
    Ladder ladder = ladder_of(copies, open_ends, distance);
    Spend spend(seconds, nodes, cancel);
    return {std::move(ladder), most, spend};
}

nb::tuple rank_moves(nb::object copies, nb::object moves, bool open_ends, std::int64_t distance, std::uint64_t most,
                     double seconds, std::uint64_t nodes, nb::object cancel) {
    const Ladder ladder = ladder_of(copies, open_ends, distance);
    const Buffer held(moves);
    const Moves row(held.data(), held.data() + held.size());
    Spend spend(seconds, nodes, cancel);
    std::optional<Ranked> found = Ranked{};
    {
        nb::gil_scoped_release unlocked;
        within_memory(spend.budget(), [&] { found = rank(ladder, row, most, spend.budget()); });
    }
    if (!found) throw nb::value_error("moves: they make no row");
    return nb::make_tuple(spend.stop(), spend.spent(), to_bytes(found->total), to_bytes(found->number));
}

}  // namespace

void bind(nb::module_& m) {
    nb::class_<NumberedMoves>(m, "NumberedMoves")
        .def_prop_ro("stop", &NumberedMoves::stop)
        .def_prop_ro("nodes", &NumberedMoves::nodes)
        .def_prop_ro("total", &NumberedMoves::total)
        .def("nth", &NumberedMoves::nth, nb::arg("number"), nb::arg("seconds"), nb::arg("nodes"),
             nb::arg("cancel").none());
    m.def("numbered_moves", &numbered_moves, nb::arg("copies"), nb::arg("open_ends"), nb::arg("distance"),
          nb::arg("most"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
    m.def("rank_moves", &rank_moves, nb::arg("copies"), nb::arg("moves"), nb::arg("open_ends"), nb::arg("distance"),
          nb::arg("most"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
}

}  // namespace passatempo::cards::numbering
