// All arrangements: how many, and the first of them.
#pragma once

#include <array>
#include <unordered_map>
#include <vector>

#include "arrange.hpp"
#include "natural.hpp"

namespace passatempo::machiavelli {

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
