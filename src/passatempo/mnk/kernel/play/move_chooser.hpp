// A move under any rules: by the engine where it knows them, else by the full search.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "budget.hpp"
#include "engine/iterative_deepening.hpp"
#include "rules/rules.hpp"

namespace passatempo::mnk::play {

enum class SearchMethod : std::uint8_t { no_line = 0, engine = 1, full = 2 };

struct Settings {
    int level = 10;                  // as the command's
    int line_count = 1;              // best moves to tell apart
    std::uint64_t threat_nodes = 0;  // nodes of the search of threats; 0: what suits the nodes of the budget
    std::size_t table_megabytes = 16;
    bool clear_table = false;             // forget what was seen before
    std::vector<std::uint8_t> weights{};  // fitted, as bytes; none: those set by hand
};

struct MoveChoice {
    SearchMethod search_method = SearchMethod::engine;
    std::vector<RootMove> best_moves;  // the best first
    int depth = 0, deepest_ply = 0;
    std::uint64_t node_count = 0;
    int game_value = 2;  // for the side to move, where it is proved: 1, 0, -1
    int plies = 0;       // to the end of a proved win or loss
};

// The plies that a level looks ahead.
int level_depth(int level);

// Nodes for the search of threats that suit those of a move.
std::uint64_t threat_nodes(std::uint64_t nodes);

// Weights as bytes, two for each number, made to serve lines of k; none: those set by hand.
std::vector<std::int16_t> weights_of(const std::vector<std::uint8_t>& bytes, int k);

// What a search finds; a move without a value, where a limit came first, has that of the position.
EngineResult run_engine(Engine& engine, const SearchTask& task, Budget& budget);

// Whether the engine plays these rules: plain ones, or with exactly k in a row.
bool suits_engine(const rules::Rules& rules);

// Who chooses moves under these rules.
SearchMethod search_method_for(const rules::Rules& rules);

// What can be proved under them (interface.toml): nothing, values, or moves that keep them as well.
std::uint8_t proof_level(const rules::Rules& rules);

class MoveChooser {
public:
    // Of an open position; `among`: the moves to choose from, none: all.
    MoveChoice choose_move(const rules::Rules& rules, const rules::Marking& cells, const Settings& settings,
                           const std::vector<std::uint32_t>& candidate_cells, Budget& budget);

private:
    Engine& engine_for(const rules::Rules& rules, const Settings& settings);
    MoveChoice choose_by_engine(const rules::Rules& rules, const rules::Marking& cells, const Settings& settings,
                                const std::vector<std::uint32_t>& candidate_cells, Budget& budget);

    rules::Rules engine_rules_;
    std::size_t table_megabytes_ = 0;
    std::vector<std::uint8_t> weight_bytes_;
    std::unique_ptr<Engine> engine_;
};

}  // namespace passatempo::mnk::play
