// Games of the engine against itself and weights fitted to them, as a Python module.
#include "python.hpp"

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"  // nanobind's own headers
#include <nanobind/stl/tuple.h>
#include <nanobind/stl/vector.h>
#pragma GCC diagnostic pop

#include <tuple>
#include <vector>

#include "fit.hpp"
#include "iterative_deepening.hpp"
#include "selfplay.hpp"
#include "weights.hpp"

namespace nb = nanobind;

namespace passatempo::mnk {
namespace {

constexpr std::uint64_t most_nodes = 1'000'000'000;  // of a move of a game against itself

struct Fitted {
    nb::bytes weights;
    std::size_t positions;
    double loss_before, loss_after, first_before, first_after;
};

using LeafRecord = std::tuple<std::vector<Cell>, std::int16_t>;
using Record = std::tuple<std::vector<Cell>, std::uint32_t, std::vector<std::int16_t>, int, std::vector<LeafRecord>>;

void require_size(int m, int n, int k) {
    if (m < 1 || n < 1 || m >= nowhere || n >= nowhere || static_cast<long>(m) * n >= nowhere)
        throw nb::value_error("m, n: a board of 1 to 65534 cells is needed");
    if (k < 1 || k > Patterns::most) throw nb::value_error("k: 1 to 29 is needed");
}

// Weights as Python holds them: 16-bit words.
std::vector<std::int16_t> read_weights(nb::handle object) {
    if (object.is_none()) return Weights::by_hand();
    const Buffer bytes(object);
    if (bytes.size() != sizeof(std::int16_t) * Weights::words)
        throw nb::value_error("weights: 16-bit words are needed");
    const auto* words = reinterpret_cast<const std::int16_t*>(bytes.data());
    return {words, words + Weights::words};
}

nb::bytes write_weights(const std::vector<std::int16_t>& weights) {
    return nb::bytes(weights.data(), weights.size() * sizeof(std::int16_t));
}

void require_moves(const std::vector<Cell>& moves, int size) {
    std::vector<bool> used(size);
    for (const Cell cell : moves) {
        if (cell >= size || used[cell]) throw nb::value_error("games: a move is outside the board or was made before");
        used[cell] = true;
    }
}

Record record_of(const Game& game) {
    std::vector<LeafRecord> leaves;
    for (const Leaf& leaf : game.leaves) leaves.emplace_back(leaf.moves, leaf.value);
    return {game.moves, game.opening, game.values, game.winner, leaves};
}

Game game_of(const Record& record, int size) {
    const auto& [moves, opening, values, winner, leaves] = record;
    if (winner < -1 || winner > 1) throw nb::value_error("games: the winner is -1, 0 or 1");
    if (opening > moves.size()) throw nb::value_error("games: more moves were given than there are");
    require_moves(moves, size);
    Game game{moves, opening, values, winner, {}};
    for (const auto& [marks, value] : leaves) {
        require_moves(marks, size);
        game.leaves.push_back({marks, value});
    }
    return game;
}

std::vector<Record> self_plays(int m, int n, int k, nb::object weights, const std::vector<std::vector<Cell>>& starts,
                               std::uint64_t seed, int games, std::uint64_t nodes, nb::object cancel) {
    require_size(m, n, k);
    if (games < 0 || nodes < 1 || nodes > most_nodes) throw nb::value_error("games, nodes: 1 to 1000000000 nodes");
    Engine engine(m, n, k, read_weights(weights), 4);
    Spend spend(1e300, ~std::uint64_t{0}, cancel);
    std::vector<Record> records;
    for (const std::vector<Cell>& start : starts) require_moves(start, m * n);
    const std::vector<Cell> drawn;
    nb::gil_scoped_release unlocked;
    for (int i = 0; i < games && !spend.budget().poll(); ++i) {
        const std::vector<Cell>& start = starts.empty() ? drawn : starts[i % starts.size()];
        records.push_back(record_of(self_play(engine, start, seed + i, nodes, spend.budget())));
    }
    return records;
}

Fitted fit_weights(int m, int n, int k, const std::vector<Record>& records, int epochs, std::uint64_t seed,
                   nb::object cancel) {
    require_size(m, n, k);
    FitTask task;
    task.m = m;
    task.n = n;
    task.k = k;
    task.epochs = epochs;
    task.seed = seed;
    std::vector<Game> games;
    for (const Record& record : records) games.push_back(game_of(record, m * n));
    Spend spend(1e300, ~std::uint64_t{0}, cancel);
    Fit found;
    {
        nb::gil_scoped_release unlocked;
        found = fit(games, task, spend.budget());
    }
    return {write_weights(found.weights), found.positions,  found.loss_before, found.loss_after,
            found.first_before,           found.first_after};
}

}  // namespace

NB_MODULE(training, m) {
    nb::class_<Fitted>(m, "Fitted")
        .def_ro("weights", &Fitted::weights)
        .def_ro("positions", &Fitted::positions)
        .def_ro("loss_before", &Fitted::loss_before)
        .def_ro("loss_after", &Fitted::loss_after)
        .def_ro("first_before", &Fitted::first_before)
        .def_ro("first_after", &Fitted::first_after);
    m.def("extended", [](nb::object weights, int k) { return write_weights(extended(read_weights(weights), k)); });
    m.def("self_play", &self_plays, nb::arg("m"), nb::arg("n"), nb::arg("k"), nb::arg("weights").none(),
          nb::arg("starts"), nb::arg("seed"), nb::arg("games"), nb::arg("nodes"), nb::arg("cancel").none());
    m.def("fit", &fit_weights, nb::arg("m"), nb::arg("n"), nb::arg("k"), nb::arg("games"), nb::arg("epochs"),
          nb::arg("seed"), nb::arg("cancel").none());
}

}  // namespace passatempo::mnk
