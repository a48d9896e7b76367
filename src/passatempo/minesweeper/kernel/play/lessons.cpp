// The inputs are read for every number that may be shown; which one it was is known when the game is over.
#include "play/lessons.hpp"

#include <cmath>

#include "play/simulation.hpp"

namespace passatempo::minesweeper::play {

namespace {

constexpr std::uint32_t late = 7;  // the guesses at which a game may leave the policy's way
constexpr double far = 0.85;       // it leaves it for a cell at least so safe, as a share of the safest

}  // namespace

Pupil::Pupil(const Ground& ground, const Settings& settings, double trust)
    : policy_(ground, settings), inputs_(ground), trust_(trust) {}

void Pupil::begin(Stream stream) {
    stream_ = stream;
    guesses_ = from_ = 0;
    stray_at_ = stream_.below(2) == 0 ? stream_.below(late) : none;
    steps_.clear();
    end_ = 1;
}

void Pupil::stray(Choice& choice) {
    double best = 0;
    for (const Candidate& one : choice.candidates) best = std::max(best, one.safety);
    std::vector<std::uint32_t> near;
    for (const Candidate& one : choice.candidates)
        if (one.safety >= far * best) near.push_back(one.cell);
    if (near.empty()) return;
    choice.cell = near[stream_.below(near.size())];
    from_ = steps_.size();
}

void Pupil::choose(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) {
    policy_.choose(knowledge, tally, budget, choice);
    if (choice.layouts != 0) {
        end_ = 1.0 * choice.won / choice.layouts;
        return;
    }
    if (choice.candidates.empty()) tally.tabulate();  // else it was done
    if (guesses_++ == stray_at_) stray(choice);
    Step step{choice.cell, choice.value, 1 - tally.chance(choice.cell), {}};
    const Given safe{choice.cell, false};
    variation_.set(knowledge, tally, {&safe, 1}, choice.cell);
    for (int mines = 0; mines <= variation_.most_shown(); ++mines) {
        const double layouts = variation_.count(mines);
        if (layouts <= 0) continue;
        variation_.sweep();
        const std::uint8_t shown = knowledge.mines_around(choice.cell) + mines;
        step.seen.push_back({shown, {}});
        inputs_.read(knowledge, tally, variation_, choice.cell, mines, layouts, step.seen.back().inputs);
    }
    steps_.push_back(std::move(step));
}

void Pupil::tell(const Knowledge& knowledge, std::vector<Lesson>& lessons) const {
    std::vector<double> weight{1};
    for (const Step& step : steps_) weight.push_back(weight.back() * step.survived);
    double target = end_;
    for (std::size_t i = steps_.size(); i-- > from_;) {
        const Step& step = steps_[i];
        const int shown = knowledge.missing(step.cell) + knowledge.mines_around(step.cell);
        for (const Seen& seen : step.seen) {
            if (seen.shown != shown) continue;
            const float worth = target, heavy = std::sqrt(weight[i + 1]);
            lessons.push_back({seen.inputs, worth, heavy});
        }
        const double played = step.survived * target;
        target = step.value < 0 ? played : trust_ * played + (1 - trust_) * step.value;
    }
}

std::vector<Lesson> learn(const Ground& ground, const Deal& deal, const Settings& settings, double trust,
                          std::uint64_t seed, std::uint64_t first_index, std::uint64_t count, unsigned threads,
                          Budget& budget) {
    std::vector<std::vector<Lesson>> of_game(count);
    share_out(count, threads, budget, [&](Budget& own, auto next) {
        Pupil pupil(ground, settings, trust);
        Dealer dealer(ground, pupil);
        for (std::uint64_t i = next(); i < count && !own.poll(); i = next()) {
            pupil.begin(stream_of(~seed, first_index + i));
            dealer.play(deal, seed, first_index + i, own);
            if (!own.poll()) pupil.tell(dealer.knowledge(), of_game[i]);
        }
    });
    std::vector<Lesson> lessons;
    for (const std::vector<Lesson>& game : of_game) lessons.insert(lessons.end(), game.begin(), game.end());
    return lessons;
}

}  // namespace passatempo::minesweeper::play
