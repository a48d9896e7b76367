// Numbers wait in two queues and return if a cell around them is decided. Pairs wait until single numbers are done.
// Algorithm: bounds propagation over single cardinality constraints and over pairs of them, with explanations
#include "reasons/deduction.hpp"

#include <algorithm>
#include <set>

namespace passatempo::minesweeper {

ClueNetwork::ClueNetwork(const Surface& surface, const std::uint8_t* cells) {
    const std::uint32_t size = surface.rows() * surface.columns();
    cell_clues_.resize(size);
    cell_indices_.assign(size, -1);
    std::vector<std::uint32_t> cell_at(surface.places(), none);  // of places of covered cells
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        if (!is_covered(cells[cell])) continue;
        cell_at[surface.place(cell)] = cell;
        cell_indices_[cell] = closed_cells_++;
    }
    for (std::uint32_t cell = 0; cell < size; ++cell) {
        if (cells[cell] >= unknown) continue;
        NumberClue number{cell, cells[cell], {}};
        surface.for_each_neighbour(surface.place(cell), [&](std::uint32_t place) {
            if (cell_at[place] != none) number.scope.push_back(cell_at[place]);
        });
        for (const std::uint32_t other : number.scope) cell_clues_[other].push_back(numbers_.size());
        numbers_.push_back(std::move(number));
    }
}

ClueNetwork::ClueNetwork(const ClueNetwork& board_network, std::span<const std::int32_t> number_indices) {
    for (const std::int32_t k : number_indices) {
        const NumberClue& number = board_network[k];
        board_cells_.insert(board_cells_.end(), number.scope.begin(), number.scope.end());
        numbers_.push_back(number);
    }
    std::sort(board_cells_.begin(), board_cells_.end());
    board_cells_.erase(std::unique(board_cells_.begin(), board_cells_.end()), board_cells_.end());
    cell_clues_.resize(board_cells_.size());
    for (std::uint32_t k = 0; k < numbers_.size(); ++k)
        for (std::uint32_t& cell : numbers_[k].scope) {
            cell = find_cell(cell);
            cell_clues_[cell].push_back(k);
        }
}

std::uint32_t ClueNetwork::find_cell(std::uint32_t board_cell) const {
    const auto place = std::lower_bound(board_cells_.begin(), board_cells_.end(), board_cell);
    return place != board_cells_.end() && *place == board_cell ? place - board_cells_.begin() : none;
}

cdcl::ConstraintNetwork ClueNetwork::network() const {
    cdcl::ConstraintNetwork network;
    network.cells = closed_cells_;
    for (const NumberClue& board_number : numbers_) {
        std::vector<std::int32_t> scope;
        for (const std::uint32_t cell : board_number.scope) scope.push_back(cell_indices_[cell]);
        // Clamping to the number of cells plus one keeps an unreachable need unreachable.
        network.add_number(scope, std::min<int>(board_number.need, scope.size() + 1));
    }
    return network;
}

std::vector<std::int32_t> ClueNetwork::nearest_numbers(std::uint32_t cell, std::size_t most) const {
    std::vector<std::int32_t> number_order;
    std::vector<char> visit_flags(numbers_.size(), 0);
    const auto visit_cell = [&](std::uint32_t at) {
        for (const std::uint32_t k : cell_clues_[at])
            if (!visit_flags[k]) {
                visit_flags[k] = 1;
                number_order.push_back(k);
            }
    };
    visit_cell(cell);
    for (std::size_t i = 0; i < number_order.size() && number_order.size() < most; ++i)
        for (const std::uint32_t other : numbers_[number_order[i]].scope) visit_cell(other);
    if (number_order.size() > most) number_order.resize(most);
    return number_order;
}

}  // namespace passatempo::minesweeper

namespace passatempo::minesweeper::puzzles {

namespace {

constexpr std::uint8_t open_cell = 0, safe_cell = 1, mine_cell = 2;

bool holds(const std::vector<std::uint32_t>& cells, std::uint32_t cell) {
    return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

// Selects the cells of `first_cells` that are (or are not) in `second_cells`.
std::vector<std::uint32_t> select_cells(const std::vector<std::uint32_t>& first_cells,
                                        const std::vector<std::uint32_t>& second_cells, bool is_common) {
    std::vector<std::uint32_t> cell_subset;
    for (const std::uint32_t cell : first_cells)
        if (holds(second_cells, cell) == is_common) cell_subset.push_back(cell);
    return cell_subset;
}

}  // namespace

void Deduction::Queue::push(std::uint32_t number) {
    if (holds[number]) return;
    holds[number] = 1;
    numbers.push_back(number);
}

std::uint32_t Deduction::Queue::pop() {
    const std::uint32_t number = numbers[queue_head++];
    holds[number] = 0;
    return number;
}

Deduction::Deduction(ClueNetwork numbers, Rule rule, Budget& budget)
    : in_pairs_(rule == Rule::pair),
      numbers_(std::move(numbers)),
      cell_states_(numbers_.cell_count(), open_cell),
      settling_application_(cell_states_.size(), none) {
    singles_.holds.assign(numbers_.size(), 0);
    pairs_.holds.assign(numbers_.size(), 0);
    for (std::uint32_t number = 0; number < numbers_.size(); ++number) {
        singles_.push(number);
        if (in_pairs_) pairs_.push(number);
    }
    while (!(singles_.empty() && pairs_.empty()) && !budget.spend()) {
        new_applications_.clear();
        if (!singles_.empty()) apply_single(singles_.pop());
        else apply_pairs(pairs_.pop());
        assign_conclusions();
    }
}

Deduction::NumberSlack Deduction::slack_of(std::uint32_t number) const {
    NumberSlack number_slack{numbers_[number].need, {}};
    for (const std::uint32_t cell : numbers_[number].scope) {
        number_slack.mines -= cell_states_[cell] == mine_cell;
        if (cell_states_[cell] == open_cell) number_slack.cells.push_back(cell);
    }
    return number_slack;
}

void Deduction::apply_single(std::uint32_t number) {
    const NumberSlack left = slack_of(number);
    const int cells = left.cells.size();
    if (cells > 0 && (left.mines == 0 || left.mines == cells))
        add_application({number, none}, left.cells, left.mines > 0);
}

// Combines a number with each one that shares an open cell, until two decide a cell.
void Deduction::apply_pairs(std::uint32_t number) {
    const NumberSlack left = slack_of(number);
    std::vector<std::uint32_t> partner_numbers{number};
    for (const std::uint32_t cell : left.cells)
        for (const std::uint32_t other : numbers_.clues_of(cell)) {
            if (holds(partner_numbers, other)) continue;
            partner_numbers.push_back(other);
            apply_pair(number, other, left);
            if (!new_applications_.empty()) return;
        }
}

void Deduction::apply_pair(std::uint32_t first_number, std::uint32_t second_number, const NumberSlack& first) {
    const NumberSlack second = slack_of(second_number);
    const auto shared = select_cells(first.cells, second.cells, true);
    const auto first_cells = select_cells(first.cells, shared, false),
               second_cells = select_cells(second.cells, shared, false);
    const auto size = [](const std::vector<std::uint32_t>& cells) -> int { return cells.size(); };
    const int a = first.mines, b = second.mines;
    const int min_mines = std::max({0, a - size(first_cells), b - size(second_cells)}),
              max_mines = std::min({size(shared), a, b});
    if (min_mines > max_mines) return;  // a contradiction, which is reported elsewhere
    const auto judge = [&](const std::vector<std::uint32_t>& cells, int low, int high) {
        if (!cells.empty() && (high == 0 || low == size(cells)))
            add_application({first_number, second_number}, cells, high > 0);
    };
    judge(first_cells, a - max_mines, a - min_mines);
    judge(second_cells, b - max_mines, b - min_mines);
    judge(shared, min_mines, max_mines);
}

void Deduction::add_application(std::array<std::uint32_t, 2> numbers,
                                const std::vector<std::uint32_t>& conclusion_cells, bool mine) {
    RuleApplication application{numbers, {}, conclusion_cells, mine};
    // If a number has all its mines, the rest is safe whatever else is safe, so safe cells are no premises. The reverse
    // holds for mines.
    const std::uint8_t exempt_code = numbers[1] != none ? open_cell : mine ? mine_cell : safe_cell;
    for (const std::uint32_t number : numbers)
        if (number != none)
            for (const std::uint32_t cell : numbers_[number].scope)
                if (cell_states_[cell] != open_cell) {
                    if (cell_states_[cell] != exempt_code) application.premise_cells.push_back(cell);
                    if (!holds(application.context_cells, cell)) application.context_cells.push_back(cell);
                }
    new_applications_.push_back(std::move(application));
}

// Assigns the conclusions of the current number, and wakes the numbers around them.
void Deduction::assign_conclusions() {
    for (RuleApplication& application : new_applications_) {
        for (const std::uint32_t cell : application.conclusions) {
            cell_states_[cell] = application.mine ? mine_cell : safe_cell;
            settling_application_[cell] = applications_.size();
        }
        for (const std::uint32_t cell : application.conclusions)
            for (const std::uint32_t number : numbers_.clues_of(cell)) {
                singles_.push(number);
                if (in_pairs_) pairs_.push(number);
            }
        applications_.push_back(std::move(application));
    }
}

std::vector<std::size_t> Deduction::trace_cell(std::uint32_t cell) const {
    std::set<std::size_t> trace_steps;
    std::vector<std::uint32_t> cell_stack{cell};
    while (!cell_stack.empty()) {
        const std::uint32_t application_index = settling_application_[cell_stack.back()];
        cell_stack.pop_back();
        if (!trace_steps.insert(application_index).second) continue;
        const std::vector<std::uint32_t>& context_cells = applications_[application_index].context_cells;
        cell_stack.insert(cell_stack.end(), context_cells.begin(), context_cells.end());
    }
    return {trace_steps.begin(), trace_steps.end()};
}

std::vector<std::uint32_t> Deduction::premises(std::size_t application_index) const {
    std::vector<char> application_flags(applications_.size(), 0);
    std::vector<std::size_t> application_stack{application_index};
    application_flags[application_index] = 1;
    std::vector<std::uint32_t> premise_cells;
    while (!application_stack.empty()) {
        const RuleApplication& at = applications_[application_stack.back()];
        application_stack.pop_back();
        for (const std::uint32_t number : at.numbers)
            if (number != none) premise_cells.push_back(numbers_[number].cell);
        for (const std::uint32_t cell : at.premise_cells)
            if (const std::uint32_t before = settling_application_[cell]; !application_flags[before]) {
                application_flags[before] = 1;
                application_stack.push_back(before);
            }
    }
    std::sort(premise_cells.begin(), premise_cells.end());
    premise_cells.erase(std::unique(premise_cells.begin(), premise_cells.end()), premise_cells.end());
    return premise_cells;
}

}  // namespace passatempo::minesweeper::puzzles
