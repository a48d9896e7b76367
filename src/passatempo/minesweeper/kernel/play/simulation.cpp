// Estimates how often a policy wins, by Monte Carlo simulation of games, with survival weights if requested.
// 1. `simulate`: distributes the games over threads, each with its own dealer and policy.
// 2. `lay_mines`: shuffles the mines over the allowed cells [Durstenfeld1964].
// 3. `play_game`: opens safe cells and asks the policy for a guess. A weighted game is never lost. It multiplies the
//    chance to survive each guess into its weight.
// 4. `lay_elsewhere`: if a weighted guess hits a mine, replaces the unknown mines by another layout of the position.
// 5. `draw`: a uniformly random layout, by suffix products over the parts and a walk through each diagram [Knuth2011].
#include <algorithm>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <thread>
#include <utility>
#include <vector>

#include "play/knowledge.hpp"
#include "play/policy.hpp"
#include "play/posterior.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::play {

// The random stream of a game, which depends on these two numbers alone.
Stream stream_of(std::uint64_t seed, std::uint64_t index);

class Minefield {
public:
    explicit Minefield(const Neighbourhoods& neighbourhoods)
        : neighbourhoods_(&neighbourhoods), mine_(neighbourhoods.size(), 0) {}

    // Shuffles the mines over all cells except the first click, or except the opening around it. `free_places` counts
    // these cells.
    void lay_mines(std::uint32_t mines, std::uint32_t first, bool opening, Stream& stream);
    static std::uint32_t free_places(const Neighbourhoods& neighbourhoods, std::uint32_t first, bool opening);

    bool mine(std::uint32_t cell) const { return mine_[cell] != 0; }
    void set(std::uint32_t cell, bool is_mine) { mine_[cell] = is_mine; }
    std::uint8_t number(std::uint32_t cell) const;
    const std::vector<std::uint8_t>& all() const { return mine_; }

private:
    const Neighbourhoods* neighbourhoods_;
    std::vector<std::uint8_t> mine_, mine_sequence_;
};

class Sampler {
public:
    // Draws the mines among the unknown cells of a counted position. This overwrites the sweeps of its diagrams.
    const std::vector<std::uint32_t>& draw(Posterior& posterior, Stream& stream);

private:
    void take_cells(std::uint32_t mines, Stream& stream);  // takes random cells of `cells_`

    std::vector<std::uint32_t> mines_, cells_, group_mines_;
    std::vector<MinePolynomial> suffix_products_;
    std::vector<double> binomial_row_, mine_weights_, scratch_;
    std::vector<GroupShares> shares_;
};

// The layout, the clicks in order without the cells that zeros open, and whether each click was a guess.
struct GameRecord : calls::Game {
    double weight = 0;  // 1 if won and 0 if lost, unless weighted
    std::uint32_t guesses = 0;
};

class GameDealer {
public:
    GameDealer(const Neighbourhoods& neighbourhoods, Policy& policy)
        : neighbourhoods_(&neighbourhoods),
          policy_(&policy),
          field_(neighbourhoods),
          knowledge_(neighbourhoods),
          posterior_(neighbourhoods),
          spare_posterior_(neighbourhoods) {}

    GameRecord play_game(const calls::SimulateRequest& request, std::uint64_t index, Budget& budget);

private:
    void open_cell(std::uint32_t cell);
    void record_click(std::uint32_t cell, bool guess, GameRecord& game);
    bool open_safe(GameRecord& game);
    std::uint32_t cell_by_eye() const;                      // without exact counts
    void lay_elsewhere(std::uint32_t cell, Stream stream);  // draws all unknown mines again, none at the cell

    const Neighbourhoods* neighbourhoods_;
    Policy* policy_;
    Minefield field_;
    Knowledge knowledge_;
    Posterior posterior_, spare_posterior_;
    Sampler sampler_;
    CellChoice choice_;
    std::vector<std::uint32_t> flood_stack_;
};

Stream stream_of(std::uint64_t seed, std::uint64_t index) {
    Stream games(seed);
    Stream game(games.word() ^ index);
    return Stream(game.word());
}

std::uint32_t Minefield::free_places(const Neighbourhoods& neighbourhoods, std::uint32_t first, bool opening) {
    return neighbourhoods.size() - 1 - (opening ? neighbourhoods.neighbours(first).size() : 0);
}

void Minefield::lay_mines(std::uint32_t mines, std::uint32_t first, bool opening, Stream& stream) {
    mine_sequence_.assign(free_places(*neighbourhoods_, first, opening), 0);
    std::fill_n(mine_sequence_.begin(), mines, std::uint8_t{1});
    stream.shuffle(std::span(mine_sequence_));
    for (std::uint32_t cell = 0, at = 0; cell < neighbourhoods_->size(); ++cell)
        mine_[cell] = cell == first || (opening && neighbourhoods_->sees(first, cell)) ? 0 : mine_sequence_[at++];
}

std::uint8_t Minefield::number(std::uint32_t cell) const {
    std::uint8_t mines = 0;
    for (const std::uint32_t other : neighbourhoods_->neighbours(cell)) mines += mine_[other];
    return mines;
}

void Sampler::take_cells(std::uint32_t mines, Stream& stream) {
    for (std::uint32_t i = 0; i < mines; ++i) {
        std::swap(cells_[i], cells_[i + stream.below(cells_.size() - i)]);
        mines_.push_back(cells_[i]);
    }
}

const std::vector<std::uint32_t>& Sampler::draw(Posterior& posterior, Stream& stream) {
    mines_.clear();
    const std::span<Posterior::ComponentCount> parts = posterior.parts();
    suffix_products_.resize(parts.size() + 1);
    suffix_products_.back() = {};
    for (std::size_t p = parts.size(); p-- > 0;) {
        suffix_products_[p] = suffix_products_[p + 1];
        multiply_by(suffix_products_[p], parts[p].diagram.min_mines(), parts[p].diagram.layouts(), scratch_);
    }
    const int cells = posterior.free_cells().size();
    int left = posterior.mines_left();
    for (std::size_t p = 0; p < parts.size(); ++p) {
        ComponentDiagram& diagram = parts[p].diagram;
        const std::span<const double> layouts = diagram.layouts();
        const MinePolynomial& suffix_product = suffix_products_[p + 1];
        mine_weights_.assign(layouts.size(), 0);
        double all = 0;
        for (std::size_t m = 0; m < layouts.size(); ++m) {
            const int rest = left - diagram.min_mines() - m - suffix_product.min_mines;
            const int length = suffix_product.layouts.size();
            binomial_row_.resize(suffix_product.layouts.size());
            posterior.binomials().row(cells, rest - length + 1, posterior.scale(), binomial_row_);
            for (int j = 0; j < length; ++j)
                mine_weights_[m] += suffix_product.layouts[j] * binomial_row_[length - 1 - j];
            all += mine_weights_[m] * layouts[m];
        }
        double draw_weight = random_unit(stream) * all;
        std::size_t layout_index = layouts.size();
        for (std::size_t m = 0; m < layouts.size(); ++m) {
            if (mine_weights_[m] * layouts[m] <= 0) continue;
            layout_index = m;
            if (draw_weight < mine_weights_[m] * layouts[m]) break;
            draw_weight -= mine_weights_[m] * layouts[m];
        }
        mine_weights_.assign(layouts.size(), 0);
        mine_weights_[layout_index] = 1;
        diagram.sweep_backward(mine_weights_, shares_);
        diagram.draw_layout(stream, group_mines_);
        left -= diagram.min_mines() + layout_index;
        for (std::uint32_t g = 0; g < group_mines_.size(); ++g) {
            cells_.assign(parts[p].part.group_cells.begin(g), parts[p].part.group_cells.end(g));
            take_cells(group_mines_[g], stream);
        }
    }
    cells_ = posterior.free_cells();
    take_cells(left, stream);
    return mines_;
}

// Opening a zero opens all its neighbours.
void GameDealer::open_cell(std::uint32_t cell) {
    flood_stack_.assign(1, cell);
    while (!flood_stack_.empty()) {
        const std::uint32_t at = flood_stack_.back();
        flood_stack_.pop_back();
        if (knowledge_.fact(at) == CellKnowledge::open) continue;
        const std::uint8_t number = field_.number(at);
        knowledge_.open_cell(at, number);
        if (number != 0) continue;
        for (const std::uint32_t other : neighbourhoods_->neighbours(at))
            if (knowledge_.fact(other) != CellKnowledge::open) flood_stack_.push_back(other);
    }
}

void GameDealer::record_click(std::uint32_t cell, bool guess, GameRecord& game) {
    game.clicks.push_back(cell);
    game.guessed.push_back(guess);
    game.guesses += guess;
}

bool GameDealer::open_safe(GameRecord& game) {
    knowledge_.propagate();
    if (knowledge_.safe_cells().empty()) return false;
    for (const std::uint32_t cell : knowledge_.safe_cells()) {
        if (knowledge_.fact(cell) == CellKnowledge::open) continue;
        record_click(cell, false, game);
        open_cell(cell);
    }
    knowledge_.safe_cells().clear();
    return true;
}

// Picks the cell whose most pessimistic number gives the lowest chance of a mine.
std::uint32_t GameDealer::cell_by_eye() const {
    std::uint32_t best = none;
    double lowest = 2;
    for (std::uint32_t cell = 0; cell < neighbourhoods_->size(); ++cell) {
        if (!knowledge_.is_unknown(cell)) continue;
        double chance = 1.0 * knowledge_.mines_left() / knowledge_.unknown_cells();
        bool near = false;
        for (const std::uint32_t observer : neighbourhoods_->observers(cell)) {
            if (!knowledge_.is_number(observer)) continue;
            const double number_chance =
                1.0 * knowledge_.missing_mines(observer) / knowledge_.unknown_neighbours(observer);
            chance = near ? std::max(chance, number_chance) : number_chance;
            near = true;
        }
        if (chance < lowest) lowest = chance, best = cell;
    }
    return best;
}

void GameDealer::lay_elsewhere(std::uint32_t cell, Stream stream) {
    Knowledge without = knowledge_;
    without.assign(cell, false);
    if (spare_posterior_.count_layouts(without) != CountStatus::consistent) return;
    for (std::uint32_t other = 0; other < neighbourhoods_->size(); ++other)
        if (knowledge_.is_unknown(other)) field_.set(other, false);
    for (const std::uint32_t mine : sampler_.draw(spare_posterior_, stream)) field_.set(mine, true);
}

GameRecord GameDealer::play_game(const calls::SimulateRequest& request, std::uint64_t index, Budget& budget) {
    Stream stream = stream_of(request.seed, index);
    const std::uint32_t mines = request.board.mines;
    field_.lay_mines(mines, request.first, request.opening, stream);
    GameRecord game;
    game.weight = 1;
    game.layout = field_.all();
    knowledge_.start(mines);
    record_click(request.first, false, game);
    open_cell(request.first);
    bool weigh = request.weigh;
    for (;;) {
        if (open_safe(game)) continue;
        if (knowledge_.closed_cells() == mines) return game;
        const CountStatus count_status = settle_certain(knowledge_, posterior_);
        if (count_status == CountStatus::consistent && !knowledge_.safe_cells().empty()) continue;
        choice_.clear();
        if (count_status == CountStatus::consistent) {
            policy_->choose_cell(knowledge_, posterior_, budget, choice_);
        } else {
            weigh = false;  // without chances the game is simply won or lost
            choice_.cell = cell_by_eye();
        }
        if (weigh && choice_.layout_count != 0) {
            game.weight *= 1.0 * choice_.layouts_won / choice_.layout_count;
            return game;
        }
        const std::uint32_t cell = choice_.cell;
        record_click(cell, true, game);
        if (weigh) game.weight *= 1 - posterior_.mine_chance(cell);
        if (field_.mine(cell)) {
            if (!weigh) {
                game.weight = 0;
                return game;
            }
            lay_elsewhere(cell, Stream(stream.state() ^ game.guesses));
        }
        open_cell(cell);
    }
}

namespace {

// Runs `work` on each thread with a function that returns the next number, from 0 up.
template <class Work>
void run_threads(std::uint64_t count, unsigned threads, Budget& budget, Work work) {
    std::atomic<std::uint64_t> next{0};
    const auto run = [&](Budget thread_budget) {
        within_memory(thread_budget, [&] { work(thread_budget, [&] { return next++; }); });
    };
    std::vector<std::jthread> worker_threads;
    for (unsigned t = 1; t < threads && t < count; ++t) worker_threads.emplace_back(run, budget);
    run(budget);
    worker_threads.clear();  // joins the threads
    budget.poll();
}

// Returns the games played before the budget ended, from the first one and without a gap.
std::vector<GameRecord> simulate(const calls::SimulateRequest& request, Budget& budget) {
    const Neighbourhoods neighbourhoods = neighbourhoods_of(request.board);
    if (request.first >= neighbourhoods.size()) refuse("first: a cell of the board is needed");
    if (request.board.mines > Minefield::free_places(neighbourhoods, request.first, request.opening))
        refuse("mines: more than there is room for");
    (void)policy_of(neighbourhoods, request.policy);  // rejects an unknown policy before any thread starts
    const std::uint32_t count = request.count;
    std::vector<GameRecord> played(count);
    std::vector<char> finish_flags(count, 0);
    run_threads(count, request.threads, budget, [&](Budget& thread_budget, auto next) {
        const std::unique_ptr<Policy> policy = policy_of(neighbourhoods, request.policy);
        GameDealer dealer(neighbourhoods, *policy);
        for (std::uint64_t i = next(); i < count && !thread_budget.poll(); i = next()) {
            GameRecord game = dealer.play_game(request, request.start + i, thread_budget);
            if (thread_budget.poll()) break;  // the last choices may be rushed
            if (!request.keep) static_cast<calls::Game&>(game) = {};
            played[i] = std::move(game);
            finish_flags[i] = 1;
        }
    });
    std::size_t game_count = 0;
    while (game_count < count && finish_flags[game_count]) ++game_count;
    if (game_count < count && budget.stop() == Stop::done) budget.out_of_memory();
    played.resize(game_count);
    return played;
}

}  // namespace
}  // namespace passatempo::minesweeper::play

namespace passatempo::minesweeper::calls {

SimulateReply simulate(const SimulateRequest& request, Budget& budget) {
    SimulateReply reply;
    for (play::GameRecord& game : play::simulate(request, budget)) {
        reply.weights.push_back(game.weight);
        reply.guesses.push_back(game.guesses);
        if (request.keep) reply.games.push_back(std::move(game));
    }
    return reply;
}

}  // namespace passatempo::minesweeper::calls
