// All layouts of a position: its parts, each counted once, and the chance of a mine in every unknown cell.
// Algorithm: connected components; products of polynomials; marginals by one sweep for each part
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "play/diagram.hpp"
#include "play/knowledge.hpp"

namespace passatempo::minesweeper::play {

inline constexpr double rounding = 1e-9;  // chances that differ by less are equal

// Binomials of one upper number, in units that the whole tally shares.
class Binomials {
public:
    explicit Binomials(std::uint32_t most);
    double log(int n, int k) const { return log_factorial_[n] - log_factorial_[k] - log_factorial_[n - k]; }
    // C(n, low + i) / e^scale for each i; 0 outside of 0..n.
    void row(int n, int low, double scale, std::span<double> into) const;

private:
    std::vector<double> log_factorial_;
};

// A polynomial in the number of mines, from `least` on.
struct Mines {
    int least = 0;
    std::vector<double> layouts{1};
};

void multiply(Mines& product, int least, std::span<const double> layouts, std::vector<double>& scratch);

enum class Counted { consistent, contradictory, too_wide };

// What the parts and the cells next to no number are to each other. Chances are those of a mine.
class Tally {
public:
    explicit Tally(const Ground& ground);

    struct Counting {
        Part part;
        Diagram diagram;
        std::vector<Shares> share;   // of each group, over all layouts
        std::vector<double> weight;  // of each number of mines of the part, all other parts together
        // Where tables were asked for: for each group, its shares by the number of mines.
        std::vector<Shares> table;
        std::span<const Shares> row(std::uint32_t group) const {
            const std::size_t length = diagram.layouts().size();
            return {table.data() + group * length, length};
        }
    };

    Counted count(const Knowledge& knowledge);
    void tabulate();  // what lookahead needs of every part

    std::span<const Counting> parts() const { return {parts_.data(), used_}; }
    std::span<Counting> parts() { return {parts_.data(), used_}; }
    const Ground& ground() const { return *ground_; }
    const Binomials& binomials() const { return binomials_; }
    double scale() const { return scale_; }
    double total() const { return total_; }  // all layouts, divided by e^scale
    double log_layouts() const;
    int mines_left() const { return mines_left_; }
    const std::vector<std::uint32_t>& free() const { return free_; }  // unknown cells next to no number
    double free_chance() const { return free_chance_; }
    bool free_is_safe() const { return free_share_.mines == 0; }
    bool free_is_mined() const { return free_share_.free == 0; }

    static constexpr std::uint32_t no_part = none;
    std::uint32_t part_of(std::uint32_t cell) const { return part_of_[cell]; }
    std::uint32_t group_of(std::uint32_t cell) const { return group_of_[cell]; }
    double chance(std::uint32_t cell) const;  // of an unknown cell
    bool is_safe(std::uint32_t cell) const;
    bool is_mined(std::uint32_t cell) const;
    // Open or known, or of one kind in all layouts.
    bool is_certain(const Knowledge& knowledge, std::uint32_t cell) const;

private:
    void collect(const Knowledge& knowledge);
    void gather(const Knowledge& knowledge, std::uint32_t number, Part& part);
    void group(const Knowledge& knowledge, Part& part);
    bool combine();

    const Ground* ground_;
    Binomials binomials_;
    std::vector<Counting> parts_;  // the first `used_` of them
    std::size_t used_ = 0;
    std::vector<std::uint32_t> free_;
    int mines_left_ = 0;
    double scale_ = 0, total_ = 0, free_chance_ = 0;
    Shares free_share_;
    std::vector<std::uint32_t> part_of_, group_of_;
    // Scratch.
    std::vector<std::uint32_t> queue_, index_, variables_, first_;
    Lists around_;
    std::vector<Mines> before_;
    Mines after_;
    std::vector<double> row_, scratch_;
    std::vector<Shares> shares_;
};

// Count, settle what is certain, and count again: in the end a cell is safe, or none is certain.
Counted settle_certain(Knowledge& knowledge, Tally& tally);

}  // namespace passatempo::minesweeper::play
