// A position changed a little: some cells are given a value, and one may show a number. Only the parts around are
// counted again; of the others nothing changes but how many mines are left to them.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "play/tally.hpp"

namespace passatempo::minesweeper::play {

struct Given {
    std::uint32_t cell;
    bool mine;
};

class Variation {
public:
    // Give unknown cells their values. `shown`, where it is a cell, is one of the free ones, which will show a number.
    void set(const Knowledge& knowledge, const Tally& tally, std::span<const Given> given, std::uint32_t shown = none);

    // The most mines that the cell shown may have among the cells that stay unknown.
    int most_shown() const { return scope_.size(); }

    // The layouts with so many mines there, in the tally's units; 0 if there is none, or too many to be counted.
    double count(int mines_shown = 0);

    // After a count: the chances of all groups of this position.
    void sweep();
    struct Group {
        const std::uint32_t* begin;
        const std::uint32_t* end;
        Shares share;
        std::uint32_t size() const { return end - begin; }
        double chance() const { return share.mines / (share.mines + share.free); }
    };
    std::span<const Group> groups() const { return groups_; }
    // Of a cell that is unknown in this position, its group.
    std::uint32_t group_of(std::uint32_t cell) const { return group_of_[cell]; }

private:
    void affect(std::uint32_t part);
    void build(std::span<const Given> given, std::uint32_t shown);
    void combine();
    void list();
    double weight(int mines) const { return at(weight_, mines - low_); }  // of layouts of the changed part
    double ways(int mines) const { return at(row_, mines - row_low_); }   // to lay so many on the free cells
    static double at(const std::vector<double>& values, std::size_t i) {  // below 0 is far too high
        return i < values.size() ? values[i] : 0;
    }

    const Tally* tally_ = nullptr;
    std::vector<std::uint32_t> affected_, others_, scope_, free_;  // parts; cells
    std::vector<char> is_affected_, is_given_, in_scope_;
    int taken_ = 0;  // cells of the parts affected that are given
    Part part_;
    Diagram diagram_;
    std::vector<char> has_cells_;  // of each number
    bool arranged_ = false, asks_ = false, swept_ = false;
    int mines_ = 0, low_ = 0, row_low_ = 0;
    std::vector<std::uint32_t> number_at_;  // of each affected part, its first number
    Mines rest_;                            // all parts that are not affected
    std::vector<Mines> without_;            // the same, without one of them
    std::vector<double> row_, weight_, scratch_, part_weight_;
    Mines both_;
    std::vector<Shares> shares_;
    std::vector<Group> groups_;
    std::vector<std::uint32_t> group_of_;
};

}  // namespace passatempo::minesweeper::play
