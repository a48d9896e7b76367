// The candidates are weighed from the safest on, until none that is left could be better.
#include "play/scored.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace passatempo::minesweeper::play {

namespace {

constexpr std::size_t few_free = 30;  // so few cells next to no number are all candidates
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

}  // namespace

Scored::Scored(const Ground& ground, const Settings& settings) : ground_(&ground), settings_(settings) {}

bool Scored::endgame(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) {
    const double layouts = tally.log_layouts();
    const double free = 1 - 1.0 * tally.mines_left() / knowledge.unknown_cells();
    const bool few = layouts <= std::log(settings_.layouts) + rounding;
    const bool dense = layouts + 3 * std::log(free) <= std::log(settings_.dense_layouts) + rounding;
    if ((!few && !dense) || layouts > std::log(Endgame::most_layouts)) return false;
    const Endgame::Solved solved = endgame_.solve(knowledge, tally, settings_.nodes, budget);
    if (solved.layouts == 0) return false;
    choice.cell = solved.cell;
    choice.won = solved.won;
    choice.layouts = solved.layouts;
    return true;
}

std::vector<std::uint32_t> Scored::as_good(const Choice& choice) {
    if (choice.layouts == 0 || choice.cell == none) return {};
    return endgame_.as_good(choice.won, settings_.nodes);
}

// Whether a cell that may yet be opened sees one of the two and not the other.
bool Scored::told_apart(const Knowledge& knowledge, std::uint32_t one, std::uint32_t two) const {
    const auto tells = [&](std::uint32_t from, std::uint32_t other) {
        for (const std::uint32_t seer : ground_->seers(from))
            if (seer != other && !ground_->sees(seer, other) && knowledge.fact(seer) != Fact::mine) return true;
        return false;
    };
    return tells(one, two) || tells(two, one);
}

// Two cells, one mine, and nothing that will ever tell them apart.
std::uint32_t Scored::proven_pair(const Knowledge& knowledge) const {
    for (std::uint32_t number = 0; number < ground_->size(); ++number) {
        if (!knowledge.is_number(number) || knowledge.unknown_around(number) != 2 || knowledge.missing(number) != 1)
            continue;
        std::uint32_t pair[2] = {none, none};
        for (const std::uint32_t cell : ground_->near(number))
            if (knowledge.is_unknown(cell)) pair[pair[0] == none ? 0 : 1] = cell;
        if (!told_apart(knowledge, pair[0], pair[1])) return pair[0];
    }
    return none;
}

// Whether a cell has a neighbour whose fate is open, without which it can tell nothing.
bool Scored::may_tell(const Knowledge& knowledge, const Tally& tally, std::uint32_t cell) const {
    for (const std::uint32_t other : ground_->near(cell))
        if (!tally.is_certain(knowledge, other)) return true;
    return false;
}

// Whether the cell lies two straight steps from a number that still misses something.
bool Scored::beyond_a_number(const Knowledge& knowledge, std::uint32_t cell) const {
    const int columns = ground_->columns(), size = ground_->size(), column = cell % columns;
    const auto works = [&](int other) {
        return other >= 0 && other < size && knowledge.is_number(other) && knowledge.unknown_around(other) > 0;
    };
    const int here = cell;
    return works(here - 2 * columns) || works(here + 2 * columns) || (column >= 2 && works(here - 2)) ||
           (column + 2 < columns && works(here + 2));
}

// Cells whose surroundings are free alike are as good as each other: one of each kind is enough.
void Scored::list_free(const Knowledge& knowledge, const Tally& tally, double best) {
    const double safety = 1 - tally.free_chance();
    if (tally.free().empty() || safety < settings_.free_best * best - rounding) return;
    std::vector<std::uint32_t> chosen;
    bool alike[most_seen + 1] = {};
    const auto add = [&](std::uint32_t cell) {
        bool all_free = true;
        for (const std::uint32_t other : ground_->near(cell))
            all_free = all_free && (!knowledge.is_unknown(other) || tally.part_of(other) == none);
        bool& met = alike[knowledge.unknown_around(cell)];
        if (all_free && met) return;
        met = met || all_free;
        chosen.push_back(cell);
    };
    if (settings_.most_free != 0) {
        std::vector<std::uint32_t> sorted = tally.free();
        std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
            return knowledge.unknown_around(a) < knowledge.unknown_around(b);
        });
        sorted.resize(std::min<std::size_t>(sorted.size(), settings_.most_free));
        for (const std::uint32_t cell : sorted) add(cell);
    } else {
        for (const std::uint32_t cell : tally.free()) {
            const int around = knowledge.unknown_around(cell);
            if (tally.free().size() < few_free || around == 2 || around == 3 || beyond_a_number(knowledge, cell))
                add(cell);
        }
        if (chosen.empty()) add(tally.free().front());
    }
    for (const std::uint32_t cell : chosen)
        if (!settings_.alive || may_tell(knowledge, tally, cell)) candidates_.push_back({cell, safety});
}

void Scored::list(const Knowledge& knowledge, const Tally& tally) {
    candidates_.clear();
    double best = 0;
    for (std::uint32_t cell = 0; cell < ground_->size(); ++cell) {
        if (!knowledge.is_unknown(cell) || (settings_.alive && !may_tell(knowledge, tally, cell))) continue;
        const double safety = 1 - tally.chance(cell);
        best = std::max(best, safety);
        if (tally.part_of(cell) != none) candidates_.push_back({cell, safety});
    }
    std::erase_if(candidates_,
                  [&](const Candidate& candidate) { return candidate.safety < settings_.near_best * best - rounding; });
    list_free(knowledge, tally, best);
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.safety > b.safety + rounding; });
    if (settings_.most != 0 && candidates_.size() > settings_.most) candidates_.resize(settings_.most);
}

// How many cells of a group may tell something once `opened` is open; two are as good as more.
std::uint32_t Scored::living_in(const Knowledge& knowledge, const Variation::Group& group, std::uint32_t opened) const {
    std::uint32_t living = 0;
    for (const std::uint32_t* cell = group.begin; cell != group.end && living < 2; ++cell) {
        bool tells = !settings_.alive;
        for (const std::uint32_t other : ground_->near(*cell)) {
            if (tells) break;
            if (other == opened || !knowledge.is_unknown(other)) continue;
            const Shares& share = variation_.groups()[variation_.group_of(other)].share;
            tells = share.mines > 0 && share.free > 0;
        }
        living += tells;
    }
    return living;
}

// What the position after a click promises: the safety of the safest cell, blended with that of the second.
double Scored::next(const Knowledge& knowledge, std::uint32_t opened) {
    double first = -1, second = -1, any = -1;
    bool open = false;
    for (const Variation::Group& group : variation_.groups()) {
        const double safety = group.share.mines == 0 ? 1 : 1 - group.chance();
        open = open || (group.share.mines > 0 && group.share.free > 0);
        if (group.share.free <= 0) continue;
        any = std::max(any, safety);
        if (safety <= second) continue;
        const std::uint32_t living = living_in(knowledge, group, opened);
        for (std::uint32_t i = 0; i < living; ++i) {
            if (safety > first) second = first, first = safety;
            else if (safety > second) second = safety;
        }
    }
    if (!open) return 1;  // the game is won
    if (first < 0) return any;
    if (second < 0) second = first;
    return (1 - settings_.second) * first + settings_.second * second;
}

bool Scored::evaluate(const Knowledge& knowledge, const Tally& tally, Candidate& candidate) {
    const Given safe{candidate.cell, false};
    variation_.set(knowledge, tally, {&safe, 1}, candidate.cell);
    seen_.clear();
    double survived = 0, kept = 0;
    const int known = knowledge.mines_around(candidate.cell);
    for (int mines = 0; mines <= variation_.most_shown(); ++mines) {
        const double layouts = variation_.count(mines);
        if (layouts <= 0) continue;
        if (known + mines == 0) candidate.zero = layouts / tally.total();
        variation_.sweep();
        survived += layouts;
        kept += layouts * next(knowledge, candidate.cell);
        std::vector<char> found;
        for (const Variation::Group& group : variation_.groups())
            found.push_back(group.share.mines == 0 ? 1 + (living_in(knowledge, group, candidate.cell) != 0) : 0);
        seen_.emplace_back(layouts, std::move(found));
    }
    if (seen_.empty() || (settings_.alive && seen_.size() == 1)) return false;
    double progress = 0;  // a safe cell that is not safe whatever is shown
    for (const auto& [layouts, found] : seen_)
        for (std::size_t g = 0; g < found.size(); ++g)
            if (found[g] == 2 &&
                !std::all_of(seen_.begin(), seen_.end(), [&](const auto& other) { return other.second[g] != 0; })) {
                progress += layouts;
                break;
            }
    candidate.progress = progress / survived;
    candidate.value = kept / tally.total() * (1 + settings_.progress * candidate.progress);
    return true;
}

// The best value behind a click; 1 where no cell can tell anything more.
double Scored::best_value(const Knowledge& knowledge, Tally& tally) {
    if (tally.count(knowledge) != Counted::consistent) return 0;
    tally.tabulate();
    list(knowledge, tally);
    double best = -1;
    std::uint32_t weighed = 0;
    for (Candidate& candidate : candidates_) {
        if (candidate.safety * (1 + settings_.progress) <= best || weighed == settings_.deep_next) break;
        if (!evaluate(knowledge, tally, candidate)) continue;
        ++weighed;
        best = std::max(best, candidate.value);
    }
    return best >= 0 ? best : 1;
}

// The mean of the best values behind a click.
double Scored::deeper(const Knowledge& knowledge, const Tally& tally, std::uint32_t cell) {
    if (behind_.empty()) {
        behind_.emplace_back(*ground_, settings_);
        behind_tally_.emplace_back(*ground_);
    }
    const Given safe{cell, false};
    variation_.set(knowledge, tally, {&safe, 1}, cell);
    double kept = 0;
    for (int mines = 0; mines <= variation_.most_shown(); ++mines) {
        const double layouts = variation_.count(mines);
        if (layouts <= 0) continue;
        Knowledge after = knowledge;
        after.open(cell, knowledge.mines_around(cell) + mines);
        kept += layouts * behind_[0].best_value(after, behind_tally_[0]);
    }
    return kept / tally.total();
}

// Of the best few candidates the one that is best a click deeper. They get their values there, the others get none.
std::uint32_t Scored::deepest(const Knowledge& knowledge, const Tally& tally, std::vector<Candidate>& weighed) {
    std::stable_sort(weighed.begin(), weighed.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
    const double near = weighed[0].value - settings_.deep_near;
    std::size_t few = 0;
    while (few < weighed.size() && few < settings_.deep && weighed[few].value > near) ++few;
    if (few < 2) return weighed[0].cell;
    double best = -1;
    std::uint32_t chosen = none;
    for (std::size_t i = 0; i < weighed.size(); ++i) {
        weighed[i].value = i < few ? deeper(knowledge, tally, weighed[i].cell) : no_value;
        if (weighed[i].value > best + rounding) best = weighed[i].value, chosen = weighed[i].cell;
    }
    return chosen;
}

void Scored::choose(const Knowledge& knowledge, Tally& tally, Budget& budget, Choice& choice) {
    if (endgame(knowledge, tally, budget, choice)) return;
    if (settings_.pairs && (choice.cell = proven_pair(knowledge)) != none) return;
    tally.tabulate();
    list(knowledge, tally);
    double best = -1;
    for (Candidate& candidate : candidates_) {
        if (candidate.safety * (1 + settings_.progress) <= best) break;
        if (!evaluate(knowledge, tally, candidate)) continue;
        if (candidate.value > best + rounding) {
            best = candidate.value;
            choice.cell = candidate.cell;
        }
        choice.candidates.push_back(candidate);
    }
    if (settings_.deep > 1 && choice.candidates.size() > 1) choice.cell = deepest(knowledge, tally, choice.candidates);
    if (choice.cell != none) return;
    double safest = -1;  // all are dead: the safest of all cells
    for (std::uint32_t cell = 0; cell < ground_->size(); ++cell)
        if (knowledge.is_unknown(cell) && 1 - tally.chance(cell) > safest + rounding) {
            safest = 1 - tally.chance(cell);
            choice.cell = cell;
        }
}

}  // namespace passatempo::minesweeper::play
