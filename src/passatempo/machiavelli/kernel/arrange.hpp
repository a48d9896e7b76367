// Decides whether cards can be arranged in melds, and finds, counts and lists the arrangements.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cards.hpp"
#include "integer_program/formulation.hpp"
#include "sweep.hpp"

namespace passatempo::machiavelli {

// Natural numbers of any size, with what counting needs: addition, and hexadecimal digits for Python.
class Natural {
public:
    Natural() = default;
    explicit Natural(std::uint64_t small) : low_word_(small) {}

    bool is_zero() const { return low_word_ == 0 && high_words_.empty(); }

    Natural& operator+=(const Natural& other) {
        const std::uint64_t old_low = low_word_;
        low_word_ += other.low_word_;
        std::uint64_t carry = low_word_ < old_low ? 1 : 0;
        for (std::size_t k = 0; k < std::max(high_words_.size(), other.high_words_.size()) || carry != 0; ++k) {
            if (k == high_words_.size()) high_words_.push_back(0);
            const std::uint64_t other_word = k < other.high_words_.size() ? other.high_words_[k] : 0;
            const std::uint64_t sum = high_words_[k] + other_word;
            const std::uint64_t carry_sum = sum + carry;
            carry = (sum < other_word || carry_sum < sum) ? 1 : 0;
            high_words_[k] = carry_sum;
        }
        return *this;
    }

    std::string to_hexadecimal() const {
        static constexpr char digits[] = "0123456789abcdef";
        std::string text;
        for (std::size_t k = high_words_.size() + 1; k-- > 0;)
            for (int shift = 60; shift >= 0; shift -= 4)
                text += digits[(k == 0 ? low_word_ : high_words_[k - 1]) >> shift & 15];
        return text;
    }

private:
    std::uint64_t low_word_ = 0;  // most counts fit into it, and then nothing is allocated
    std::vector<std::uint64_t> high_words_;
};

// Reuses its memory between tables, so that a table costs no allocation.
class Arranger {
public:
    // Return false also if `budget` or `watch` ran out before an arrangement was found. Their stop() shows this.
    bool is_possible(const Ranks& cards, Line line, Budget& budget, Budget* watch = nullptr);

    // Set a flag for each of many tables, each of `deck` counts, and return how many were decided. Stop before a table
    // with more than `copy_limit` copies of a card.
    std::size_t flag_possible_tables(std::span<const std::uint8_t> counts, int copy_limit, Line line, Budget& budget,
                                     std::span<char> flags);

    // Valid after is_possible() returned true.
    Melds extract_melds() const;

private:
    // The numbers of runs of one suit, by length.
    struct RunAges {
        std::uint8_t single_runs, double_runs, long_runs;
    };

    bool try_search(Line line, NodeLimit& effort);
    bool solve_program(Line line, Budget& budget, Budget* watch);
    bool bound_runs(Line line);
    bool search_line(int first_rank, NodeLimit& effort);
    bool search_ace_ends(NodeLimit& effort);
    Row fewest_low_aces() const;
    bool search_low_aces(const Row& aces, NodeLimit& effort);
    bool search_circle(NodeLimit& effort);
    std::vector<RunAges> open_runs_at(int cut, int suit) const;
    int best_cut() const;
    void fill_supply(int first_rank, bool closed);

    RankSweep sweep_;
    Supply supply_;
    Ranks card_counts_{};                  // copies of each card
    Ranks run_spans_{};                    // runs of three that can begin at each rank
    Ranks run_limits_{};                   // most copies of each card in runs
    std::array<int, ranks> set_limits_{};  // most sets of each rank
    Row low_aces_{};
    int ace_rank_ = 0;    // the rank that may be at both ends
    int first_rank_ = 0;  // rank at the first place
    bool is_closed_ = false;
    Formulation formulation_;
    Ranks program_runs_{};  // by place, from the solution of the integer program
    bool uses_program_ = false;
    bool is_mirrored_ = false;  // the ranks have the order A K Q ... 2
};

// An arrangement is a multiset of melds, and a meld is a set of cards. Cards are taken rank by rank. The first card
// left gets a multiset of melds in which it is the first card, so each arrangement occurs once.
class Census {
public:
    Natural count_arrangements(const Ranks& cards, Line line, Budget& budget);

    // Discard the memo of counts and the list. `list_arrangements` and `count_arrangements` do so too.
    void clear_memo() {
        count_memo_.clear();
        arrangements_.clear();
    }

    // At most `list_limit` arrangements.
    std::vector<Melds> list_arrangements(const Ranks& cards, Line line, std::size_t list_limit, Budget& budget);

private:
    struct RanksHash {
        std::size_t operator()(const Ranks& cards) const;
    };

    void start_census(const Ranks& cards, Line line, Budget& budget);
    Natural count_from(int first);
    Natural count_melds(int first, std::size_t from);
    void list_from(int first);
    void list_melds(int first, std::size_t from);
    int next_card(int first) const;
    bool is_interrupted();
    bool remove_meld(const Meld& meld);
    void restore_meld(const Meld& meld);

    static constexpr std::size_t memo_limit = 2'000'000;  // about 250 MB

    Ranks cards_left_{};
    Line line_;
    Budget* budget_ = nullptr;
    std::array<Melds, deck> melds_by_card_;  // by first card, in the order rank by rank
    Arranger arranger_;
    std::unordered_map<Ranks, Natural, RanksHash> count_memo_;
    Melds meld_stack_;
    std::vector<Melds> arrangements_;
    std::size_t list_limit_ = 0;
    unsigned poll_counter_ = 0;
};

}  // namespace passatempo::machiavelli
