// Can these cards be arranged in melds, and how? In how many ways, and in which?
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "cards.hpp"
#include "program/formulation.hpp"
#include "sweep.hpp"

namespace passatempo::machiavelli {

// Natural numbers of any size, as far as counting needs them: addition, and hexadecimal digits for Python.
class Natural {
public:
    Natural() = default;
    explicit Natural(std::uint64_t small) : low_(small) {}

    bool is_zero() const { return low_ == 0 && high_.empty(); }

    Natural& operator+=(const Natural& other) {
        const std::uint64_t old = low_;
        low_ += other.low_;
        std::uint64_t carry = low_ < old ? 1 : 0;
        for (std::size_t k = 0; k < std::max(high_.size(), other.high_.size()) || carry != 0; ++k) {
            if (k == high_.size()) high_.push_back(0);
            const std::uint64_t added = k < other.high_.size() ? other.high_[k] : 0;
            const std::uint64_t sum = high_[k] + added;
            const std::uint64_t all = sum + carry;
            carry = (sum < added || all < sum) ? 1 : 0;
            high_[k] = all;
        }
        return *this;
    }

    std::string hexadecimal() const {
        static constexpr char digits[] = "0123456789abcdef";
        std::string text;
        for (std::size_t k = high_.size() + 1; k-- > 0;)
            for (int shift = 60; shift >= 0; shift -= 4) text += digits[(k == 0 ? low_ : high_[k - 1]) >> shift & 15];
        return text;
    }

private:
    std::uint64_t low_ = 0;  // most counts fit, and then nothing is allocated
    std::vector<std::uint64_t> high_;
};

// Keeps its memory between tables, so that a table costs no allocation.
class Arranger {
public:
    // False also when the budget ran out, or the one that is watched: look at their stop().
    bool possible(const Ranks& cards, Line line, Budget& budget, Budget* watch = nullptr);

    // The same of many tables, each of `deck` counts: sets a flag for each, and returns how many have theirs. Ends
    // before a table with more than `most_copies` of a card.
    std::size_t possible_many(std::span<const std::uint8_t> counts, int most_copies, Line line, Budget& budget,
                              std::span<char> flags);

    // After possible() returned true.
    Melds melds() const;

private:
    // Runs of one suit, by length.
    struct Ages {
        std::uint8_t one, two, more;
    };

    bool attempt(Line line, Effort& effort);
    bool solve(Line line, Budget& budget, Budget* watch);
    bool bound_runs(Line line);
    bool on_a_line(int first_rank, Effort& effort);
    bool with_both_aces(Effort& effort);
    Row fewest_low_aces() const;
    bool with_low_aces(const Row& aces, Effort& effort);
    bool on_a_circle(Effort& effort);
    std::vector<Ages> open_at(int cut, int suit) const;
    int best_cut() const;
    void lay_out(int first_rank, bool closed);

    Sweep sweep_;
    Supply supply_;
    Ranks cards_{};                  // copies of each card
    Ranks spans_{};                  // runs of three that can begin at each rank
    Ranks most_{};                   // most copies of each card in runs
    std::array<int, ranks> sets_{};  // most sets of each rank
    Row low_aces_{};
    int ace_ = 0;    // the rank that may stand at both ends
    int first_ = 0;  // rank at the first place
    bool closed_ = false;
    Formulation formulation_;
    Ranks by_rank_{};  // cards in runs, as the program says, place by place
    bool by_program_ = false;
    bool mirrored_ = false;  // the ranks stand in the order A K Q ... 2
};

// An arrangement is a multiset of melds, a meld a set of cards. Cards are taken rank by rank; for the first card left a
// multiset of melds is chosen in which it is the first card, so that each arrangement is met once.
class Census {
public:
    Natural count(const Ranks& cards, Line line, Budget& budget);

    // Forget what was counted; `list` and `count` begin with it too.
    void forget() {
        known_.clear();
        found_.clear();
    }

    // At most `most` arrangements.
    std::vector<Melds> list(const Ranks& cards, Line line, std::size_t most, Budget& budget);

private:
    struct Hash {
        std::size_t operator()(const Ranks& cards) const;
    };

    void begin(const Ranks& cards, Line line, Budget& budget);
    Natural count_from(int first);
    Natural count_melds(int first, std::size_t from);
    void list_from(int first);
    void list_melds(int first, std::size_t from);
    int next(int first) const;
    bool busy();
    bool take(const Meld& meld);
    void give_back(const Meld& meld);

    static constexpr std::size_t most_known = 2'000'000;  // about 250 MB

    Ranks left_{};
    Line line_;
    Budget* budget_ = nullptr;
    std::array<Melds, deck> melds_;  // by first card, counted rank by rank
    Arranger arranger_;
    std::unordered_map<Ranks, Natural, Hash> known_;
    Melds chosen_;
    std::vector<Melds> found_;
    std::size_t most_ = 0;
    unsigned looked_ = 0;
};

}  // namespace passatempo::machiavelli
