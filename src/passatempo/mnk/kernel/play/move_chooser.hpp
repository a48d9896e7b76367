// Choice of a move under any rules, by the engine if it supports them, else by the full search.
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
    int level = 10;                  // as in the command
    int line_count = 1;              // number of best moves to find
    std::uint64_t threat_nodes = 0;  // of the threat search; 0 to derive them from the budget
    std::size_t table_megabytes = 16;
    bool clear_table = false;             // forget earlier searches
    std::vector<std::uint8_t> weights{};  // fitted, as bytes; if empty, those set by hand
};

struct MoveChoice {
    SearchMethod search_method = SearchMethod::engine;
    std::vector<RootMove> best_moves;  // the best first
    int depth = 0, deepest_ply = 0;
    std::uint64_t node_count = 0;
    int game_value = 2;  // for the side to move: 1, 0, -1 if proved, else 2
    int plies = 0;       // to the end of a proved win or loss
};

// The search depth of a level, in plies.
int level_depth(int level);

// The nodes of the threat search that suit the nodes of a move.
std::uint64_t threat_nodes(std::uint64_t nodes);

// Read weights from bytes, two for each number, and adapt them to lines of k. Without bytes, use those set by hand.
std::vector<std::int16_t> weights_of(const std::vector<std::uint8_t>& bytes, int k);

// Run a search. A move without a score, if a limit came first, gets the evaluation of the position.
EngineResult run_engine(Engine& engine, const SearchTask& task, Budget& budget);

// Whether the engine supports these rules: plain ones, or with exactly k in a row.
bool suits_engine(const rules::Rules& rules);

// The search that chooses moves under these rules.
SearchMethod search_method_for(const rules::Rules& rules);

// The possible proofs under these rules (interface.toml): none, values, or also moves that keep them.
std::uint8_t proof_level(const rules::Rules& rules);

class MoveChooser {
public:
    // Choose a move in an open position, among the candidates if there are any.
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
