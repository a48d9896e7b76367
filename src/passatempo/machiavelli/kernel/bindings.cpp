// The Python face of the Machiavelli kernel; meaning and shapes stand in _kernel.pyi.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/nanobind.h>
#pragma GCC diagnostic pop

#include <algorithm>
#include <optional>
#include <string>

#include "arrange.hpp"
#include "lay.hpp"

namespace nb = nanobind;

namespace passatempo::machiavelli {
namespace {

// A contiguous buffer of bytes, held while the kernel reads it.
class Bytes {
public:
    explicit Bytes(nb::handle object) {
        if (PyObject_GetBuffer(object.ptr(), &view_, PyBUF_SIMPLE) != 0) throw nb::python_error();
    }
    ~Bytes() { PyBuffer_Release(&view_); }
    Bytes(const Bytes&) = delete;
    Bytes& operator=(const Bytes&) = delete;

    const std::uint8_t* data() const { return static_cast<const std::uint8_t*>(view_.buf); }
    std::size_t size() const { return static_cast<std::size_t>(view_.len); }

    Counts counts() const {
        if (size() != deck) throw nb::value_error("counts: 52 bytes are needed, one for each card");
        return Counts(data(), deck);
    }

private:
    Py_buffer view_{};
};

Ace read_ace(int ace) {
    if (ace < 0 || ace > 3) throw nb::value_error("ace: 0 low, 1 both, 2 high or 3 wrap");
    return static_cast<Ace>(ace);
}

nb::tuple to_tuple(const Meld& meld) {
    nb::tuple cards = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(meld.size())));
    for (std::size_t k = 0; k < meld.size(); ++k)
        PyTuple_SET_ITEM(cards.ptr(), static_cast<Py_ssize_t>(k), PyLong_FromLong(meld[k]));
    return cards;
}

nb::tuple to_tuple(const Melds& melds) {
    nb::tuple all = nb::steal<nb::tuple>(PyTuple_New(static_cast<Py_ssize_t>(melds.size())));
    for (std::size_t k = 0; k < melds.size(); ++k)
        PyTuple_SET_ITEM(all.ptr(), static_cast<Py_ssize_t>(k), to_tuple(melds[k]).release().ptr());
    return all;
}

// What one call may spend, with the caller's cancel flag kept alive.
class Spend {
public:
    Spend(double seconds, std::uint64_t nodes, nb::object cancel) {
        if (!cancel.is_none()) flag_.emplace(cancel);
        if (flag_ && flag_->size() < 1) throw nb::value_error("cancel: a buffer of at least one byte is needed");
        budget_.emplace(seconds, nodes, flag_ ? flag_->data() : nullptr);
    }
    Budget& budget() { return *budget_; }
    int stop() const { return static_cast<int>(budget_->stop()); }
    std::uint64_t spent() const { return budget_->spent(); }

private:
    std::optional<Bytes> flag_;
    std::optional<Budget> budget_;
};

Arranger& arranger() {
    thread_local Arranger kept;  // its memory is reused; threads search side by side
    return kept;
}

nb::tuple arrange(nb::object counts, int ace, double seconds, std::uint64_t nodes, nb::object cancel) {
    const Bytes bytes(counts);
    const Counts cards = bytes.counts();
    const Ace rule = read_ace(ace);
    Spend spend(seconds, nodes, cancel);
    bool possible = false;
    Melds melds;
    {
        nb::gil_scoped_release unlocked;
        Arranger& search = arranger();
        possible = search.possible(cards, rule, spend.budget());
        if (possible) melds = search.melds();
    }
    nb::object answer = nb::none();
    if (possible) answer = to_tuple(melds);
    return nb::make_tuple(possible ? 0 : spend.stop(), spend.spent(), answer);
}

nb::bytes arrange_many(nb::object counts, int ace) {
    const Bytes bytes(counts);
    if (bytes.size() % deck != 0) throw nb::value_error("counts: 52 bytes are needed for each table");
    const Ace rule = read_ace(ace);
    std::string flags(bytes.size() / deck, '\0');
    {
        nb::gil_scoped_release unlocked;
        Arranger& search = arranger();
        Budget budget(1e300, ~std::uint64_t{0}, nullptr);
        for (std::size_t k = 0; k < flags.size(); ++k)
            flags[k] = search.possible(Counts(bytes.data() + k * deck, deck), rule, budget);
    }
    return nb::bytes(flags.data(), flags.size());
}

Layer& layer() {
    thread_local Layer kept;
    return kept;
}

Position read_position(const Bytes& table, const Bytes& hand, int ace, int table_jokers, int hand_jokers) {
    Position position{by_rank(table.counts()), by_rank(hand.counts()), {table_jokers, hand_jokers}, read_ace(ace), {}};
    if (table_jokers < 0 || hand_jokers < 0) throw nb::value_error("jokers: a number of jokers cannot be negative");
    int most = 0;
    for (int c = 0; c < deck; ++c) most = std::max(most, table.data()[c] + hand.data()[c]);
    if (most + table_jokers + hand_jokers > 255)
        throw nb::value_error("counts: at most 255 copies of a card, jokers included");
    return position;
}

void read_weights(nb::object weights, Position& position) {
    if (weights.is_none()) {
        position.weights.fill(1);
        return;
    }
    if (nb::len(weights) != deck) throw nb::value_error("weights: 52 numbers are needed, one for each card");
    for (int c = 0; c < deck; ++c) {
        position.weights[c] = nb::cast<Value>(weights[c]);
        if (position.weights[c] < 0 || position.weights[c] > 1'000'000'000)
            throw nb::value_error("weights: numbers from 0 to 1000000000 are needed");
    }
}

nb::tuple lay(nb::object table, nb::object hand, int ace, nb::object weights, int table_jokers, int hand_jokers,
              double seconds, std::uint64_t nodes, nb::object cancel) {
    Position position = read_position(Bytes(table), Bytes(hand), ace, table_jokers, hand_jokers);
    read_weights(weights, position);
    Spend spend(seconds, nodes, cancel);
    std::optional<Laid> laid;
    {
        nb::gil_scoped_release unlocked;
        laid = layer().best(position, spend.budget());
    }
    nb::object answer = nb::none();
    if (laid) answer = nb::make_tuple(laid->value, to_tuple(laid->cards), to_tuple(laid->melds));
    return nb::make_tuple(spend.stop(), spend.spent(), answer, spend.stop() == 0 && laid ? laid->value : layer().bound());
}

}  // namespace
}  // namespace passatempo::machiavelli

NB_MODULE(_kernel, m) {
    using namespace passatempo::machiavelli;
    m.doc() = "Machiavelli kernel.";
    m.def("arrange", &arrange, nb::arg("counts"), nb::arg("ace"), nb::arg("seconds"), nb::arg("nodes"),
          nb::arg("cancel").none());
    m.def("arrange_many", &arrange_many, nb::arg("counts"), nb::arg("ace"));
    m.def("lay", &lay, nb::arg("table"), nb::arg("hand"), nb::arg("ace"), nb::arg("weights").none(),
          nb::arg("table_jokers"), nb::arg("hand_jokers"), nb::arg("seconds"), nb::arg("nodes"), nb::arg("cancel").none());
}
