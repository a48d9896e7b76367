// Playing as Python functions; meaning and shapes stand in _kernel.pyi.
#include "play/bindings.hpp"

#include <nanobind/stl/vector.h>

#include <vector>

#include "play/advice.hpp"
#include "play/simulation.hpp"
#include "seen.hpp"

namespace passatempo::minesweeper::play {

namespace {

constexpr std::uint64_t most_games = 1U << 24;  // of one call: their scores fit into memory
constexpr unsigned most_threads = 256;

template <class Word>
nb::bytes packed(const std::vector<Word>& words) {
    return nb::bytes(reinterpret_cast<const char*>(words.data()), words.size() * sizeof(Word));
}

struct PlayedGames {
    int stop;
    std::uint64_t count;
    nb::bytes weights, guesses;
    nb::list records{};
};

struct GameRecord {
    nb::bytes layout, clicks, guessed;
};

Ground ground_of(const Seen& seen) {
    if (seen.size() > most_cells) throw nb::value_error("cells: a game has at most 1000");
    Ground ground(seen.surface());
    if (!ground.fits()) throw nb::value_error("offsets: a game has at most 15 neighbours for each cell");
    return ground;
}

void set(Settings* settings, int kind, double progress, double second, double near_best, double free_best,
         std::uint32_t most, std::uint32_t most_free, bool alive, bool pairs, std::uint32_t deep,
         std::uint32_t deep_next, double deep_near, double layouts, double dense_layouts, std::uint64_t nodes) {
    if (kind < 0 || kind > 1) throw nb::value_error("kind: 0 or 1");
    new (settings) Settings{kind == 0 ? Kind::least_chance : Kind::scored,
                            progress,
                            second,
                            near_best,
                            free_best,
                            most,
                            most_free,
                            alive,
                            pairs,
                            deep,
                            deep_next,
                            deep_near,
                            layouts,
                            dense_layouts,
                            nodes};
}

void check_series(std::uint64_t count, unsigned threads) {
    if (count > most_games) throw nb::value_error("count: at most 2^24 games");
    if (threads < 1 || threads > most_threads) throw nb::value_error("threads: 1 to 256 are needed");
}

void check_mines(const Seen& seen, const Ground& ground) {
    if (seen.mines() < 0 || seen.mines() > ground.size()) throw nb::value_error("mines: 0 to all cells are needed");
}

Deal deal_of(const Seen& seen, const Ground& ground, std::uint32_t first, bool opening, bool weigh) {
    if (first >= ground.size()) throw nb::value_error("first: a cell of the board is needed");
    const First promise = opening ? First::opening : First::safe;
    if (seen.mines() < 0 || seen.mines() > Minefield::room(ground, first, promise))
        throw nb::value_error("mines: more than there is room for, or no number");
    const std::uint32_t mines = seen.mines();
    return {mines, first, promise, weigh};
}

PlayedGames simulate_games(const Seen& seen, std::uint32_t first, bool opening, const Settings& settings, bool weigh,
                           std::uint64_t seed, std::uint64_t first_index, std::uint64_t count, unsigned threads,
                           bool record, double seconds, nb::handle cancel) {
    const Ground ground = ground_of(seen);
    const Deal deal = deal_of(seen, ground, first, opening, weigh);
    check_series(count, threads);
    Spend spend(seconds, ~std::uint64_t{0}, cancel);
    std::vector<Played> played;
    {
        const nb::gil_scoped_release released;
        within_memory(spend.budget(), [&] {
            played = simulate(ground, deal, settings, seed, first_index, count, threads, record, spend.budget());
        });
    }
    std::vector<double> weights;
    std::vector<std::uint32_t> guesses;
    nb::list records;
    for (const Played& game : played) {
        weights.push_back(game.weight);
        guesses.push_back(game.guesses);
        if (record) records.append(GameRecord{packed(game.layout), packed(game.clicks), packed(game.guessed)});
    }
    return {spend.stop(), played.size(), packed(weights), packed(guesses), records};
}

struct Advised {
    int stop;
    int state;  // 0 consistent, 1 contradictory, 2 too wide
    bool safe;
    std::uint32_t cell, won, layouts;
    std::vector<Candidate> candidates;
    std::vector<std::uint32_t> as_good;
};

Advised advise_on(const Seen& seen, const Settings& settings, double seconds, nb::handle cancel) {
    const Ground ground = ground_of(seen);
    check_mines(seen, ground);
    Spend spend(seconds, ~std::uint64_t{0}, cancel);
    Advice advice;
    {
        const nb::gil_scoped_release released;
        within_memory(spend.budget(),
                      [&] { advice = advise(ground, seen.cells(), seen.mines(), settings, spend.budget()); });
    }
    const Choice& choice = advice.choice;
    const int state = advice.counted == Counted::consistent ? 0 : advice.counted == Counted::contradictory ? 1 : 2;
    return {spend.stop(), state,          advice.safe,       choice.cell,
            choice.won,   choice.layouts, choice.candidates, advice.as_good};
}

}  // namespace

void bind(nb::module_& m) {
    nb::class_<Settings>(m, "PlaySettings")
        .def("__init__", &set, nb::arg("kind"), nb::arg("progress"), nb::arg("second"), nb::arg("near_best"),
             nb::arg("free_best"), nb::arg("most"), nb::arg("most_free"), nb::arg("alive"), nb::arg("pairs"),
             nb::arg("deep"), nb::arg("deep_next"), nb::arg("deep_near"), nb::arg("layouts"), nb::arg("dense_layouts"),
             nb::arg("nodes"));
    nb::class_<PlayedGames>(m, "PlayedGames")
        .def_ro("stop", &PlayedGames::stop)
        .def_ro("count", &PlayedGames::count)
        .def_ro("weights", &PlayedGames::weights)
        .def_ro("guesses", &PlayedGames::guesses)
        .def_ro("records", &PlayedGames::records);
    nb::class_<GameRecord>(m, "GameRecord")
        .def_ro("layout", &GameRecord::layout)
        .def_ro("clicks", &GameRecord::clicks)
        .def_ro("guessed", &GameRecord::guessed);
    nb::class_<Candidate>(m, "WeighedCell")
        .def_ro("cell", &Candidate::cell)
        .def_ro("safety", &Candidate::safety)
        .def_ro("progress", &Candidate::progress)
        .def_ro("value", &Candidate::value)
        .def_ro("zero", &Candidate::zero);
    nb::class_<Advised>(m, "Advised")
        .def_ro("stop", &Advised::stop)
        .def_ro("state", &Advised::state)
        .def_ro("safe", &Advised::safe)
        .def_ro("cell", &Advised::cell)
        .def_ro("won", &Advised::won)
        .def_ro("layouts", &Advised::layouts)
        .def_ro("candidates", &Advised::candidates)
        .def_ro("as_good", &Advised::as_good);
    m.def("advise", &advise_on, nb::arg("seen"), nb::arg("settings"), nb::arg("seconds"), nb::arg("cancel").none());
    m.def("simulate", &simulate_games, nb::arg("seen"), nb::arg("first"), nb::arg("opening"), nb::arg("settings"),
          nb::arg("weigh"), nb::arg("seed"), nb::arg("first_index"), nb::arg("count"), nb::arg("threads"),
          nb::arg("record"), nb::arg("seconds"), nb::arg("cancel").none());
}

}  // namespace passatempo::minesweeper::play
