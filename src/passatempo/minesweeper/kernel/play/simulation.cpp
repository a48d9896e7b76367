// Games of a policy: a dealer holds the minefield, opens what the player clicks and keeps the score. Many games go on
// as many threads as wanted: each has a dealer and a policy of its own, and takes the next game. Algorithm: games won
// or lost, or the survival weight, which never loses: a mine that is hit is laid elsewhere, by the chances of its
// layouts, and the chance to have survived is multiplied into the weight; Fisher and Yates's shuffle; one layout out of
// all by suffix products over the parts, then a walk through each diagram
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
#include "play/tally.hpp"
#include "random.hpp"

namespace passatempo::minesweeper::play {

// The stream of a game; every later word of it is a function of the two numbers alone.
Stream stream_of(std::uint64_t seed, std::uint64_t index);

class Minefield {
public:
    explicit Minefield(const Ground& ground) : ground_(&ground), mine_(ground.size(), 0) {}

    // Shuffle the mines over all cells but the first, or an opening around it; how many cells may hold one.
    void lay(std::uint32_t mines, std::uint32_t first, bool opening, Stream& stream);
    static std::uint32_t room(const Ground& ground, std::uint32_t first, bool opening);

    bool mine(std::uint32_t cell) const { return mine_[cell] != 0; }
    void set(std::uint32_t cell, bool is_mine) { mine_[cell] = is_mine; }
    std::uint8_t number(std::uint32_t cell) const;
    const std::vector<std::uint8_t>& all() const { return mine_; }

private:
    const Ground* ground_;
    std::vector<std::uint8_t> mine_, drawn_;
};

class Sampler {
public:
    // The mines among the unknown cells of a counted position; the sweeps of its diagrams are used up.
    const std::vector<std::uint32_t>& draw(Tally& tally, Stream& stream);

private:
    void take(std::uint32_t mines, Stream& stream);  // so many of `cells_`

    std::vector<std::uint32_t> mines_, cells_, of_group_;
    std::vector<Mines> behind_;
    std::vector<double> row_, weight_, scratch_;
    std::vector<Shares> shares_;
};

// The field as it was laid, the clicks in order, with what zeros open left out, and of each whether it was a guess.
struct Played : calls::Game {
    double weight = 0;  // 1 or 0 for won or lost
    std::uint32_t guesses = 0;
};

class Dealer {
public:
    Dealer(const Ground& ground, Policy& policy)
        : ground_(&ground), policy_(&policy), field_(ground), knowledge_(ground), tally_(ground), spare_(ground) {}

    Played play(const calls::SimulateRequest& request, std::uint64_t index, Budget& budget);

private:
    void open(std::uint32_t cell);
    void click(std::uint32_t cell, bool guess, Played& played);
    bool open_safe(Played& played);
    std::uint32_t by_eye() const;                           // where nobody can count
    void lay_elsewhere(std::uint32_t cell, Stream stream);  // every mine not known, and none at the cell

    const Ground* ground_;
    Policy* policy_;
    Minefield field_;
    Knowledge knowledge_;
    Tally tally_, spare_;
    Sampler sampler_;
    Choice choice_;
    std::vector<std::uint32_t> flood_;
};

Stream stream_of(std::uint64_t seed, std::uint64_t index) {
    Stream games(seed);
    Stream game(games.word() ^ index);
    return Stream(game.word());
}

std::uint32_t Minefield::room(const Ground& ground, std::uint32_t first, bool opening) {
    return ground.size() - 1 - (opening ? ground.near(first).size() : 0);
}

void Minefield::lay(std::uint32_t mines, std::uint32_t first, bool opening, Stream& stream) {
    drawn_.assign(room(*ground_, first, opening), 0);
    std::fill_n(drawn_.begin(), mines, std::uint8_t{1});
    stream.shuffle(std::span(drawn_));
    for (std::uint32_t cell = 0, at = 0; cell < ground_->size(); ++cell)
        mine_[cell] = cell == first || (opening && ground_->sees(first, cell)) ? 0 : drawn_[at++];
}

std::uint8_t Minefield::number(std::uint32_t cell) const {
    std::uint8_t mines = 0;
    for (const std::uint32_t other : ground_->near(cell)) mines += mine_[other];
    return mines;
}

void Sampler::take(std::uint32_t mines, Stream& stream) {
    for (std::uint32_t i = 0; i < mines; ++i) {
        std::swap(cells_[i], cells_[i + stream.below(cells_.size() - i)]);
        mines_.push_back(cells_[i]);
    }
}

const std::vector<std::uint32_t>& Sampler::draw(Tally& tally, Stream& stream) {
    mines_.clear();
    const std::span<Tally::Counting> parts = tally.parts();
    behind_.resize(parts.size() + 1);
    behind_.back() = {};
    for (std::size_t p = parts.size(); p-- > 0;) {
        behind_[p] = behind_[p + 1];
        multiply(behind_[p], parts[p].diagram.least(), parts[p].diagram.layouts(), scratch_);
    }
    const int cells = tally.free().size();
    int left = tally.mines_left();
    for (std::size_t p = 0; p < parts.size(); ++p) {
        Diagram& diagram = parts[p].diagram;
        const std::span<const double> layouts = diagram.layouts();
        const Mines& behind = behind_[p + 1];
        weight_.assign(layouts.size(), 0);
        double all = 0;
        for (std::size_t m = 0; m < layouts.size(); ++m) {
            const int rest = left - diagram.least() - m - behind.least;
            const int length = behind.layouts.size();
            row_.resize(behind.layouts.size());
            tally.binomials().row(cells, rest - length + 1, tally.scale(), row_);
            for (int j = 0; j < length; ++j) weight_[m] += behind.layouts[j] * row_[length - 1 - j];
            all += weight_[m] * layouts[m];
        }
        double drawn = unit(stream) * all;
        std::size_t chosen = layouts.size();
        for (std::size_t m = 0; m < layouts.size(); ++m) {
            if (weight_[m] * layouts[m] <= 0) continue;
            chosen = m;
            if (drawn < weight_[m] * layouts[m]) break;
            drawn -= weight_[m] * layouts[m];
        }
        weight_.assign(layouts.size(), 0);
        weight_[chosen] = 1;
        diagram.sweep(weight_, shares_);
        diagram.draw(stream, of_group_);
        left -= diagram.least() + chosen;
        for (std::uint32_t g = 0; g < of_group_.size(); ++g) {
            cells_.assign(parts[p].part.cells.begin(g), parts[p].part.cells.end(g));
            take(of_group_[g], stream);
        }
    }
    cells_ = tally.free();
    take(left, stream);
    return mines_;
}

// A zero opens all cells around it.
void Dealer::open(std::uint32_t cell) {
    flood_.assign(1, cell);
    while (!flood_.empty()) {
        const std::uint32_t at = flood_.back();
        flood_.pop_back();
        if (knowledge_.fact(at) == Fact::open) continue;
        const std::uint8_t number = field_.number(at);
        knowledge_.open(at, number);
        if (number != 0) continue;
        for (const std::uint32_t other : ground_->near(at))
            if (knowledge_.fact(other) != Fact::open) flood_.push_back(other);
    }
}

void Dealer::click(std::uint32_t cell, bool guess, Played& played) {
    played.clicks.push_back(cell);
    played.guessed.push_back(guess);
    played.guesses += guess;
}

bool Dealer::open_safe(Played& played) {
    knowledge_.spread();
    if (knowledge_.safe().empty()) return false;
    for (const std::uint32_t cell : knowledge_.safe()) {
        if (knowledge_.fact(cell) == Fact::open) continue;
        click(cell, false, played);
        open(cell);
    }
    knowledge_.safe().clear();
    return true;
}

// The cell whose worst number promises most.
std::uint32_t Dealer::by_eye() const {
    std::uint32_t best = none;
    double lowest = 2;
    for (std::uint32_t cell = 0; cell < ground_->size(); ++cell) {
        if (!knowledge_.is_unknown(cell)) continue;
        double chance = 1.0 * knowledge_.mines_left() / knowledge_.unknown_cells();
        bool near = false;
        for (const std::uint32_t seer : ground_->seers(cell)) {
            if (!knowledge_.is_number(seer)) continue;
            const double here = 1.0 * knowledge_.missing(seer) / knowledge_.unknown_around(seer);
            chance = near ? std::max(chance, here) : here;
            near = true;
        }
        if (chance < lowest) lowest = chance, best = cell;
    }
    return best;
}

void Dealer::lay_elsewhere(std::uint32_t cell, Stream stream) {
    Knowledge without = knowledge_;
    without.settle(cell, false);
    if (spare_.count(without) != Counted::consistent) return;
    for (std::uint32_t other = 0; other < ground_->size(); ++other)
        if (knowledge_.is_unknown(other)) field_.set(other, false);
    for (const std::uint32_t mine : sampler_.draw(spare_, stream)) field_.set(mine, true);
}

Played Dealer::play(const calls::SimulateRequest& request, std::uint64_t index, Budget& budget) {
    Stream stream = stream_of(request.seed, index);
    const std::uint32_t mines = request.board.mines;
    field_.lay(mines, request.first, request.opening, stream);
    Played played;
    played.weight = 1;
    played.layout = field_.all();
    knowledge_.start(mines);
    click(request.first, false, played);
    open(request.first);
    bool weigh = request.weigh;
    for (;;) {
        if (open_safe(played)) continue;
        if (knowledge_.covered_cells() == mines) return played;
        const Counted counted = settle_certain(knowledge_, tally_);
        if (counted == Counted::consistent && !knowledge_.safe().empty()) continue;
        choice_.clear();
        if (counted == Counted::consistent) {
            policy_->choose(knowledge_, tally_, budget, choice_);
        } else {
            weigh = false;  // without chances the rest is won or lost
            choice_.cell = by_eye();
        }
        if (weigh && choice_.layouts != 0) {
            played.weight *= 1.0 * choice_.won / choice_.layouts;
            return played;
        }
        const std::uint32_t cell = choice_.cell;
        click(cell, true, played);
        if (weigh) played.weight *= 1 - tally_.chance(cell);
        if (field_.mine(cell)) {
            if (!weigh) {
                played.weight = 0;
                return played;
            }
            lay_elsewhere(cell, Stream(stream.state() ^ played.guesses));
        }
        open(cell);
    }
}

namespace {

// Let threads take numbers from 0 on, each by calling what it is given, as long as they like.
template <class Work>
void share_out(std::uint64_t count, unsigned threads, Budget& budget, Work work) {
    std::atomic<std::uint64_t> next{0};
    const auto run = [&](Budget own) { within_memory(own, [&] { work(own, [&] { return next++; }); }); };
    std::vector<std::jthread> others;
    for (unsigned t = 1; t < threads && t < count; ++t) others.emplace_back(run, budget);
    run(budget);
    others.clear();  // waits for them
    budget.poll();
}

// As many games as were played before the budget ended, from the first on and without a gap.
std::vector<Played> simulate(const calls::SimulateRequest& request, Budget& budget) {
    const Ground ground = ground_of(request.board);
    if (request.first >= ground.size()) refuse("first: a cell of the board is needed");
    if (request.board.mines > Minefield::room(ground, request.first, request.opening))
        refuse("mines: more than there is room for");
    (void)policy_of(ground, request.policy);  // refuses what it does not know, before there are threads
    const std::uint32_t count = request.count;
    std::vector<Played> played(count);
    std::vector<char> done(count, 0);
    share_out(count, request.threads, budget, [&](Budget& own, auto next) {
        const std::unique_ptr<Policy> policy = policy_of(ground, request.policy);
        Dealer dealer(ground, *policy);
        for (std::uint64_t i = next(); i < count && !own.poll(); i = next()) {
            Played game = dealer.play(request, request.start + i, own);
            if (own.poll()) break;  // the last choices may have been hasty
            if (!request.keep) static_cast<calls::Game&>(game) = {};
            played[i] = std::move(game);
            done[i] = 1;
        }
    });
    std::size_t whole = 0;
    while (whole < count && done[whole]) ++whole;
    if (whole < count && budget.stop() == Stop::done) budget.out_of_memory();
    played.resize(whole);
    return played;
}

}  // namespace
}  // namespace passatempo::minesweeper::play

namespace passatempo::minesweeper::calls {

SimulateReply simulate(const SimulateRequest& request, Budget& budget) {
    SimulateReply reply;
    for (play::Played& game : play::simulate(request, budget)) {
        reply.weights.push_back(game.weight);
        reply.guesses.push_back(game.guesses);
        if (request.keep) reply.games.push_back(std::move(game));
    }
    return reply;
}

}  // namespace passatempo::minesweeper::calls
