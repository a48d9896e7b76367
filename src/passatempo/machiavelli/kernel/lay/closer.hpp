// Can everything go, with jokers? A joker is one card more, whichever it likes.
#pragma once

#include <optional>

#include "arrange.hpp"
#include "fill/filling.hpp"

namespace passatempo::machiavelli {

class Closer {
public:
    // Few enough copies, and some jokers.
    static bool fits(const Ranks& cards, int jokers) { return jokers > 0 && Tracks::fits(cards, jokers); }

    // Whether there is an arrangement of all these cards and jokers; nothing where there was not enough patience, or
    // the budget ran out.
    std::optional<bool> possible(const Ranks& cards, int jokers, Ace ace, Budget& budget);

    // One, after it was possible.
    const Melds& melds() const { return melds_; }

    std::size_t held() const { return filling_.held(); }

private:
    Filling filling_;
    Arranger arranger_;
    Melds melds_;
};

}  // namespace passatempo::machiavelli
