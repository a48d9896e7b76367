// Candidates are evaluated from the safest down, until no remaining one can be better.
#include "play/lookahead.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace passatempo::minesweeper::play {

namespace {

constexpr std::size_t few_free = 30;  // with fewer cells next to no number, all of them are candidates
constexpr double no_value = std::numeric_limits<double>::quiet_NaN();

}  // namespace

LookaheadPolicy::LookaheadPolicy(const Neighbourhoods& neighbourhoods, const Settings& settings)
    : neighbourhoods_(&neighbourhoods), settings_(settings) {}

bool LookaheadPolicy::solve_endgame(const Knowledge& knowledge, Posterior& posterior, Budget& budget,
                                    CellChoice& choice) {
    const double layouts = posterior.log_layouts();
    const double free = 1 - 1.0 * posterior.mines_left() / knowledge.unknown_cells();
    const bool has_few_layouts = layouts <= std::log(settings_.layouts) + rounding;
    const bool dense = layouts + 3 * std::log(free) <= std::log(settings_.dense_layouts) + rounding;
    if ((!has_few_layouts && !dense) || layouts > std::log(EndgameSolver::layout_limit)) return false;
    const EndgameSolver::EndgameValue endgame_value =
        endgame_.solve_endgame(knowledge, posterior, settings_.nodes, budget);
    if (endgame_value.layout_count == 0) return false;
    choice.cell = endgame_value.cell;
    choice.layouts_won = endgame_value.layouts_won;
    choice.layout_count = endgame_value.layout_count;
    return true;
}

std::vector<std::uint32_t> LookaheadPolicy::as_good(const CellChoice& choice) {
    if (choice.layout_count == 0 || choice.cell == none) return {};
    return endgame_.as_good(choice.layouts_won, settings_.nodes);
}

// Returns whether a cell that may still be opened sees exactly one of the two.
bool LookaheadPolicy::is_distinguishable(const Knowledge& knowledge, std::uint32_t left_cell,
                                         std::uint32_t right_cell) const {
    const auto distinguishes = [&](std::uint32_t from, std::uint32_t other) {
        for (const std::uint32_t observer : neighbourhoods_->observers(from))
            if (observer != other && !neighbourhoods_->sees(observer, other) &&
                knowledge.fact(observer) != CellKnowledge::mine)
                return true;
        return false;
    };
    return distinguishes(left_cell, right_cell) || distinguishes(right_cell, left_cell);
}

// Finds two cells with one mine that no click can ever tell apart.
std::uint32_t LookaheadPolicy::proven_pair(const Knowledge& knowledge) const {
    for (std::uint32_t number = 0; number < neighbourhoods_->size(); ++number) {
        if (!knowledge.is_number(number) || knowledge.unknown_neighbours(number) != 2 ||
            knowledge.missing_mines(number) != 1)
            continue;
        std::uint32_t pair[2] = {none, none};
        for (const std::uint32_t cell : neighbourhoods_->neighbours(number))
            if (knowledge.is_unknown(cell)) pair[pair[0] == none ? 0 : 1] = cell;
        if (!is_distinguishable(knowledge, pair[0], pair[1])) return pair[0];
    }
    return none;
}

// Returns whether a cell has an undecided neighbour. Without one it is not informative.
bool LookaheadPolicy::may_inform(const Knowledge& knowledge, const Posterior& posterior, std::uint32_t cell) const {
    for (const std::uint32_t other : neighbourhoods_->neighbours(cell))
        if (!posterior.is_certain(knowledge, other)) return true;
    return false;
}

// Returns whether the cell is two straight steps from a number with missing mines.
bool LookaheadPolicy::is_near_number(const Knowledge& knowledge, std::uint32_t cell) const {
    const int columns = neighbourhoods_->columns(), size = neighbourhoods_->size(), column = cell % columns;
    const auto works = [&](int other) {
        return other >= 0 && other < size && knowledge.is_number(other) && knowledge.unknown_neighbours(other) > 0;
    };
    const int signed_cell = cell;
    return works(signed_cell - 2 * columns) || works(signed_cell + 2 * columns) ||
           (column >= 2 && works(signed_cell - 2)) || (column + 2 < columns && works(signed_cell + 2));
}

// Free cells with the same free surroundings are equally good, so one of each kind is enough.
void LookaheadPolicy::list_free(const Knowledge& knowledge, const Posterior& posterior, double best) {
    const double safety = 1 - posterior.free_chance();
    if (posterior.free_cells().empty() || safety < settings_.free_best * best - rounding) return;
    std::vector<std::uint32_t> free_candidates;
    bool alike[most_seen + 1] = {};
    const auto add = [&](std::uint32_t cell) {
        bool all_free = true;
        for (const std::uint32_t other : neighbourhoods_->neighbours(cell))
            all_free = all_free && (!knowledge.is_unknown(other) || posterior.part_of(other) == none);
        bool& has_alike = alike[knowledge.unknown_neighbours(cell)];
        if (all_free && has_alike) return;
        has_alike = has_alike || all_free;
        free_candidates.push_back(cell);
    };
    if (settings_.most_free != 0) {
        std::vector<std::uint32_t> sorted = posterior.free_cells();
        std::stable_sort(sorted.begin(), sorted.end(), [&](std::uint32_t a, std::uint32_t b) {
            return knowledge.unknown_neighbours(a) < knowledge.unknown_neighbours(b);
        });
        sorted.resize(std::min<std::size_t>(sorted.size(), settings_.most_free));
        for (const std::uint32_t cell : sorted) add(cell);
    } else {
        for (const std::uint32_t cell : posterior.free_cells()) {
            const int unknown_count = knowledge.unknown_neighbours(cell);
            if (posterior.free_cells().size() < few_free || unknown_count == 2 || unknown_count == 3 ||
                is_near_number(knowledge, cell))
                add(cell);
        }
        if (free_candidates.empty()) add(posterior.free_cells().front());
    }
    for (const std::uint32_t cell : free_candidates)
        if (!settings_.alive || may_inform(knowledge, posterior, cell)) candidates_.push_back({cell, safety});
}

void LookaheadPolicy::list_candidates(const Knowledge& knowledge, const Posterior& posterior) {
    candidates_.clear();
    double best = 0;
    for (std::uint32_t cell = 0; cell < neighbourhoods_->size(); ++cell) {
        if (!knowledge.is_unknown(cell) || (settings_.alive && !may_inform(knowledge, posterior, cell))) continue;
        const double safety = 1 - posterior.mine_chance(cell);
        best = std::max(best, safety);
        if (posterior.part_of(cell) != none) candidates_.push_back({cell, safety});
    }
    std::erase_if(candidates_,
                  [&](const Candidate& candidate) { return candidate.safety < settings_.near_best * best - rounding; });
    list_free(knowledge, posterior, best);
    std::stable_sort(candidates_.begin(), candidates_.end(),
                     [](const Candidate& a, const Candidate& b) { return a.safety > b.safety + rounding; });
    if (settings_.most != 0 && candidates_.size() > settings_.most) candidates_.resize(settings_.most);
}

// Counts the cells of a group that stay informative after `click_cell` is opened, up to two.
std::uint32_t LookaheadPolicy::informative_cells(const Knowledge& knowledge,
                                                 const HypotheticalPosition::CellGroup& group,
                                                 std::uint32_t click_cell) const {
    std::uint32_t cell_count = 0;
    for (const std::uint32_t* cell = group.first_cell; cell != group.end && cell_count < 2; ++cell) {
        bool is_informative = !settings_.alive;
        for (const std::uint32_t other : neighbourhoods_->neighbours(*cell)) {
            if (is_informative) break;
            if (other == click_cell || !knowledge.is_unknown(other)) continue;
            const GroupShares& share = hypothesis_.groups()[hypothesis_.group_of(other)].share;
            is_informative = share.mines > 0 && share.free > 0;
        }
        cell_count += is_informative;
    }
    return cell_count;
}

// Evaluates the position after a click: the safety of the safest cell, blended with that of the second.
double LookaheadPolicy::next_safety(const Knowledge& knowledge, std::uint32_t click_cell) {
    double first = -1, second = -1, any = -1;
    bool open = false;
    for (const HypotheticalPosition::CellGroup& group : hypothesis_.groups()) {
        const double safety = group.share.mines == 0 ? 1 : 1 - group.chance();
        open = open || (group.share.mines > 0 && group.share.free > 0);
        if (group.share.free <= 0) continue;
        any = std::max(any, safety);
        if (safety <= second) continue;
        const std::uint32_t cell_count = informative_cells(knowledge, group, click_cell);
        for (std::uint32_t i = 0; i < cell_count; ++i) {
            if (safety > first) second = first, first = safety;
            else if (safety > second) second = safety;
        }
    }
    if (!open) return 1;  // the game is won
    if (first < 0) return any;
    if (second < 0) second = first;
    return (1 - settings_.second) * first + settings_.second * second;
}

bool LookaheadPolicy::evaluate(const Knowledge& knowledge, const Posterior& posterior, Candidate& candidate) {
    const Assumption safe{candidate.cell, false};
    hypothesis_.assume(knowledge, posterior, {&safe, 1}, candidate.cell);
    number_outcomes_.clear();
    double survival_weight = 0, value_sum = 0;
    const int mines_near = knowledge.mine_neighbours(candidate.cell);
    for (int mines = 0; mines <= hypothesis_.max_number(); ++mines) {
        const double layouts = hypothesis_.count_layouts(mines);
        if (layouts <= 0) continue;
        if (mines_near + mines == 0) candidate.zero = layouts / posterior.total();
        hypothesis_.sweep_shares();
        survival_weight += layouts;
        value_sum += layouts * next_safety(knowledge, candidate.cell);
        std::vector<char> group_states;
        for (const HypotheticalPosition::CellGroup& group : hypothesis_.groups())
            group_states.push_back(
                group.share.mines == 0 ? 1 + (informative_cells(knowledge, group, candidate.cell) != 0) : 0);
        number_outcomes_.emplace_back(layouts, std::move(group_states));
    }
    if (number_outcomes_.empty() || (settings_.alive && number_outcomes_.size() == 1)) return false;
    double progress = 0;  // layouts with a new safe cell, one that is not always safe
    for (const auto& [layouts, group_states] : number_outcomes_)
        for (std::size_t g = 0; g < group_states.size(); ++g)
            if (group_states[g] == 2 && !std::all_of(number_outcomes_.begin(), number_outcomes_.end(),
                                                     [&](const auto& other) { return other.second[g] != 0; })) {
                progress += layouts;
                break;
            }
    candidate.progress = progress / survival_weight;
    candidate.value = value_sum / posterior.total() * (1 + settings_.progress * candidate.progress);
    return true;
}

// Returns the best value after a click, or 1 if no cell is informative.
double LookaheadPolicy::best_value(const Knowledge& knowledge, Posterior& posterior) {
    if (posterior.count_layouts(knowledge) != CountStatus::consistent) return 0;
    posterior.tabulate_shares();
    list_candidates(knowledge, posterior);
    double best = -1;
    std::uint32_t evaluation_count = 0;
    for (Candidate& candidate : candidates_) {
        if (candidate.safety * (1 + settings_.progress) <= best || evaluation_count == settings_.deep_next) break;
        if (!evaluate(knowledge, posterior, candidate)) continue;
        ++evaluation_count;
        best = std::max(best, candidate.value);
    }
    return best >= 0 ? best : 1;
}

// Returns the mean of the best values after a click.
double LookaheadPolicy::value_after_click(const Knowledge& knowledge, const Posterior& posterior, std::uint32_t cell) {
    if (child_policies_.empty()) {
        child_policies_.emplace_back(*neighbourhoods_, settings_);
        child_posteriors_.emplace_back(*neighbourhoods_);
    }
    const Assumption safe{cell, false};
    hypothesis_.assume(knowledge, posterior, {&safe, 1}, cell);
    double value_sum = 0;
    for (int mines = 0; mines <= hypothesis_.max_number(); ++mines) {
        const double layouts = hypothesis_.count_layouts(mines);
        if (layouts <= 0) continue;
        Knowledge after = knowledge;
        after.open_cell(cell, knowledge.mine_neighbours(cell) + mines);
        value_sum += layouts * child_policies_[0].best_value(after, child_posteriors_[0]);
    }
    return value_sum / posterior.total();
}

// Compares the best few candidates one click deeper. They get new values, and the others get none.
std::uint32_t LookaheadPolicy::best_of_deep(const Knowledge& knowledge, const Posterior& posterior,
                                            std::vector<Candidate>& candidates) {
    std::stable_sort(candidates.begin(), candidates.end(),
                     [](const Candidate& a, const Candidate& b) { return a.value > b.value; });
    const double near = candidates[0].value - settings_.deep_near;
    std::size_t deep_count = 0;
    while (deep_count < candidates.size() && deep_count < settings_.deep && candidates[deep_count].value > near)
        ++deep_count;
    if (deep_count < 2) return candidates[0].cell;
    double best = -1;
    std::uint32_t best_cell = none;
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        candidates[i].value = i < deep_count ? value_after_click(knowledge, posterior, candidates[i].cell) : no_value;
        if (candidates[i].value > best + rounding) best = candidates[i].value, best_cell = candidates[i].cell;
    }
    return best_cell;
}

void LookaheadPolicy::choose_cell(const Knowledge& knowledge, Posterior& posterior, Budget& budget,
                                  CellChoice& choice) {
    if (solve_endgame(knowledge, posterior, budget, choice)) return;
    if (settings_.pairs && (choice.cell = proven_pair(knowledge)) != none) return;
    posterior.tabulate_shares();
    list_candidates(knowledge, posterior);
    double best = -1;
    for (Candidate& candidate : candidates_) {
        if (candidate.safety * (1 + settings_.progress) <= best) break;
        if (!evaluate(knowledge, posterior, candidate)) continue;
        if (candidate.value > best + rounding) {
            best = candidate.value;
            choice.cell = candidate.cell;
        }
        choice.candidates.push_back(candidate);
    }
    if (settings_.deep > 1 && choice.candidates.size() > 1)
        choice.cell = best_of_deep(knowledge, posterior, choice.candidates);
    if (choice.cell != none) return;
    double safest = -1;  // no cell is informative, so take the safest one
    for (std::uint32_t cell = 0; cell < neighbourhoods_->size(); ++cell)
        if (knowledge.is_unknown(cell) && 1 - posterior.mine_chance(cell) > safest + rounding) {
            safest = 1 - posterior.mine_chance(cell);
            choice.cell = cell;
        }
}

}  // namespace passatempo::minesweeper::play
