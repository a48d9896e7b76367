// One game from the first click to the last.
#include "play/dealer.hpp"

#include <algorithm>

namespace passatempo::minesweeper::play {

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

}  // namespace passatempo::minesweeper::play
