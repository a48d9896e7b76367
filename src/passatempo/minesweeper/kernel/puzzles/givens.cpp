// Pairs of numbers are covered in random order while the rest settles the board. Rounds try every set of numbers.
// Algorithm: greedy deletion; enumeration of connected sets (ESU, Wernicke 2006); exact inference on their regions
#include "puzzles/givens.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "layouts/survey.hpp"
#include "reasons/deduction.hpp"

namespace passatempo::minesweeper::puzzles {

namespace {

using Cells = std::vector<std::uint32_t>;

// Returns whether the board has exactly one layout.
bool has_one_layout(const Surface& surface, const std::vector<std::uint8_t>& cells, Budget& budget,
                    BoardModel& board_model) {
    const BoardSurvey board_survey = prepare_and_survey(surface, cells.data(), -1, false, budget, board_model);
    const std::vector<Mark>& marks = board_survey.group_marks;
    return board_survey.state == LayoutState::consistent && board_model.free_cells == 0 &&
           std::find(marks.begin(), marks.end(), Mark::open) == marks.end();
}

bool settles_all(const Surface& surface, const std::vector<std::uint8_t>& cells, Level hardest, Budget& budget,
                 BoardModel& board_model) {
    if (hardest == Level::chain) return has_one_layout(surface, cells, budget, board_model);
    const Deduction deduction(ClueNetwork(surface, cells.data()), hardest == Level::single ? Rule::single : Rule::pair,
                              budget);
    for (std::uint32_t cell = 0; cell < cells.size(); ++cell)
        if (is_covered(cells[cell]) && !deduction.settles(cell)) return false;
    return true;
}

// Finds the sets of `size` numbers, connected by shared cells, that settle a cell.
class SetSearch {
public:
    SetSearch(const ClueNetwork& numbers, const std::vector<std::uint8_t>& mine, std::size_t size, Budget& budget)
        : numbers_(numbers),
          mine_(mine),
          size_(size),
          budget_(budget),
          is_settled_(mine.size(), 0),
          cell_sets_(mine.size(), 0) {}

    std::vector<Settlement> run(std::uint32_t round) {
        for (std::uint32_t root = 0; root < numbers_.size(); ++root) {
            if (numbers_[root].scope.empty()) continue;
            seen_.assign(numbers_.size(), 0);
            std::fill_n(seen_.begin(), root + 1, 1);  // sets without earlier numbers, so that none is found twice
            set_ = {root};
            extend(unseen_neighbours(root));
        }
        for (Settlement& settlement : settlements_) settlement.round = round;
        return std::move(settlements_);
    }

private:
    // Cells around the same numbers of the set. A region that may have several numbers of mines is doubtful.
    struct Region {
        unsigned set;
        int cells, mines, laid;
        bool is_doubtful;
    };

    // Marks and returns the numbers that share a cell with this one and were not seen.
    Cells unseen_neighbours(std::uint32_t number) {
        Cells others;
        for (const std::uint32_t cell : numbers_[number].scope)
            for (const std::uint32_t other : numbers_.clues_of(cell))
                if (!std::exchange(seen_[other], 1)) others.push_back(other);
        return others;
    }

    void extend(Cells candidates) {
        if (set_.size() == size_) return infer();
        while (!candidates.empty() && !budget_.spend()) {
            set_.push_back(candidates.back());
            candidates.pop_back();
            const Cells others = unseen_neighbours(set_.back());
            Cells next_candidates(candidates);
            next_candidates.insert(next_candidates.end(), others.begin(), others.end());
            extend(std::move(next_candidates));
            for (const std::uint32_t other : others) seen_[other] = 0;
            set_.pop_back();
        }
    }

    template <class Visit>
    void for_each_cell(Visit visit) const {
        for (std::size_t i = 0; i < size_; ++i)
            for (const std::uint32_t cell : numbers_[set_[i]].scope) visit(i, cell);
    }

    Region& region_of(unsigned set) {
        const auto found =
            std::find_if(regions_.begin(), regions_.end(), [&](const Region& r) { return r.set == set; });
        return found != regions_.end() ? *found : regions_.emplace_back(Region{set, 0, 0, 0, false});
    }

    void infer() {
        regions_.clear();
        for (std::size_t i = 0; i < size_; ++i) need_[i] = numbers_[set_[i]].need;
        for (std::size_t i = 0; i < size_; ++i) room_[i] = numbers_[set_[i]].scope.size();
        for_each_cell([&](std::size_t i, std::uint32_t cell) { cell_sets_[cell] |= 1U << i; });
        for_each_cell([&](std::size_t i, std::uint32_t cell) {
            if (cell_sets_[cell] >> i != 1) return;  // counted with the last number around it
            Region& region = region_of(cell_sets_[cell]);
            ++region.cells;
            region.mines += mine_[cell];
        });
        certain_regions_ = regions_.size();
        for (Region& region : regions_)
            certain_regions_ -= region.is_doubtful = region.mines > 0 && region.mines < region.cells;
        lay_from(0);
        if (certain_regions_ > 0) add_settlement();
        for_each_cell([&](std::size_t, std::uint32_t cell) { cell_sets_[cell] = 0; });
    }

    // Lays each possible number of mines in the regions from `at` on, until all regions are doubtful.
    void lay_from(std::size_t at) {
        if (at == regions_.size())
            for (Region& region : regions_)
                if (!region.is_doubtful && region.laid != region.mines) {
                    region.is_doubtful = true;
                    --certain_regions_;
                }
        if (at == regions_.size()) return;
        Region& region = regions_[at];
        int low = 0, high = region.cells;
        for (std::size_t i = 0; i < size_; ++i)
            if (region.set >> i & 1) {
                room_[i] -= region.cells;
                low = std::max(low, need_[i] - room_[i]);
                high = std::min(high, need_[i]);
            }
        for (region.laid = low; region.laid <= high && certain_regions_ > 0; ++region.laid) {
            for (std::size_t i = 0; i < size_; ++i) need_[i] -= (region.set >> i & 1) * region.laid;
            lay_from(at + 1);
            for (std::size_t i = 0; i < size_; ++i) need_[i] += (region.set >> i & 1) * region.laid;
        }
        for (std::size_t i = 0; i < size_; ++i) room_[i] += (region.set >> i & 1) * region.cells;
    }

    void add_settlement() {
        Settlement settlement{0, {}, {}, {}};
        for_each_cell([&](std::size_t i, std::uint32_t cell) {
            if (cell_sets_[cell] >> i != 1 || region_of(cell_sets_[cell]).is_doubtful) return;
            if (!std::exchange(is_settled_[cell], 1))
                (mine_[cell] ? settlement.mines : settlement.open).push_back(cell);
        });
        if (settlement.open.empty() && settlement.mines.empty()) return;
        for (const std::uint32_t number : set_) settlement.because.push_back(numbers_[number].cell);
        for (Cells* cells : {&settlement.open, &settlement.mines, &settlement.because})
            std::sort(cells->begin(), cells->end());
        settlements_.push_back(std::move(settlement));
    }

    const ClueNetwork& numbers_;
    const std::vector<std::uint8_t>& mine_;
    std::size_t size_;
    Budget& budget_;
    Cells set_;
    std::vector<char> seen_;           // of each number, whether it is in the set or next to it
    std::vector<char> is_settled_;     // of each cell
    std::vector<unsigned> cell_sets_;  // of each cell, the numbers of the set around it, as bits
    std::vector<Region> regions_;
    std::size_t certain_regions_ = 0;
    std::array<int, most_numbers> need_{}, room_{};  // of each number of the set: mines and cells of later regions
    std::vector<Settlement> settlements_;
};

}  // namespace

Minefield make_minefield(const RectangleGrid& grid, std::uint32_t mines, Level hardest, Stream& stream,
                         Budget& budget) {
    Minefield minefield{false, std::vector<std::uint8_t>(grid.size(), 0), {}};
    std::fill_n(minefield.mine.begin(), mines, 1);
    stream.shuffle(std::span<std::uint8_t>(minefield.mine));
    const PuzzleField field(grid, minefield.mine);
    minefield.cells.assign(grid.size(), covered);
    Cells candidates;  // the first cell of each pair
    const auto image = [&](std::uint32_t cell) { return grid.size() - 1 - cell; };
    const auto give = [&](std::uint32_t cell, bool is_given) {
        for (const std::uint32_t at : {cell, image(cell)}) minefield.cells[at] = is_given ? field.number(at) : covered;
    };
    for (std::uint32_t cell = 0; cell <= image(cell); ++cell) {
        if (field.mine(cell) || field.mine(image(cell))) continue;
        candidates.push_back(cell);
        give(cell, true);
    }
    BoardModel board_model;
    const auto is_settled = [&] { return settles_all(grid.surface(), minefield.cells, hardest, budget, board_model); };
    minefield.is_settled = is_settled();
    if (!minefield.is_settled) return minefield;
    stream.shuffle(std::span<std::uint32_t>(candidates));
    std::stable_partition(candidates.begin(), candidates.end(), [&](std::uint32_t cell) {
        return field.number(cell) == 0 || field.number(image(cell)) == 0;
    });
    for (const std::uint32_t cell : candidates) {
        if (budget.poll()) break;
        give(cell, false);
        if (!is_settled()) give(cell, true);
    }
    return minefield;
}

std::vector<Settlement> settle_rounds(const Surface& surface, std::vector<std::uint8_t> cells,
                                      const std::vector<std::uint8_t>& mine, Budget& budget) {
    std::vector<Settlement> settlements;
    for (std::uint32_t round = 1;; ++round) {
        const ClueNetwork numbers(surface, cells.data());
        std::vector<Settlement> round_settlements;
        for (std::size_t size = 1; size <= most_numbers && round_settlements.empty(); ++size)
            round_settlements = SetSearch(numbers, mine, size, budget).run(round);
        if (round_settlements.empty() || budget.stop() != Stop::done) return settlements;
        for (Settlement& settlement : round_settlements) {
            for (const std::uint32_t cell : settlement.open) cells[cell] = unknown;
            for (const std::uint32_t cell : settlement.mines) {
                cells[cell] = unknown;
                for (const std::uint32_t number : numbers.clues_of(cell)) --cells[numbers[number].cell];
            }
            settlements.push_back(std::move(settlement));
        }
    }
}

}  // namespace passatempo::minesweeper::puzzles
