// Puzzles: a table and a hand that can be laid in one way, or in one way with one card more.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "arrange.hpp"
#include "cards.hpp"
#include "random.hpp"
#include "state.hpp"

namespace passatempo::machiavelli {

// For each kind of card, how many copies stand in sets: none, one or several such answers.
// All cards have ranks of one line, a stretch of the ranks in order of play that holds no rank twice. Runs are laid as
// in `Sweep`, by the number of cards of each suit and rank that they take, so that every answer is met once, however
// its runs are cut.
class SetCounts {
public:
    static constexpr int several = 2;

    // 0, 1 or several.
    int count(const Ranks& cards, std::span<const int> line);

private:
    int from(int place, const State& state);
    int choose(int place, const State& state, int suit, State& next, int most, int sum);

    Ranks cards_{};
    std::span<const int> line_;
    Cache<std::uint8_t> known_;
};

struct PuzzleOrder {
    int groups = 0, hand = 0, decks = 0;
    Line line;
    bool locked = false;        // one more card, the key, is wanted
    int strict = 0;             // the grade from which on no card of the hand may simply be laid on a group
    std::array<int, 4> cuts{};  // the ways to take up groups from which on the grade is one more
};

// Melds hold their cards in the order of their numbers, and stand in order.
struct MadePuzzle {
    Melds shown;     // the groups on the table
    Melds solution;  // all cards, so that fewest groups are taken up
    Meld hand;
    int key = deck;        // the missing card
    int taken_up = 0;      // groups that do not stay
    int arrangements = 0;  // of all cards
};

// One attempt: groups are drawn, and cards of them taken into the hand.
class PuzzleMaker {
public:
    static constexpr std::size_t most_listed = 400;  // arrangements; more are no puzzle for a person

    std::optional<MadePuzzle> make(const PuzzleOrder& order, Stream& stream, Budget& budget);

private:
    static constexpr int width = 7;         // ranks among which sets and runs compete
    static constexpr int most_tries = 200;  // draws of a group that does not fit
    static constexpr int most_hands = 300;  // draws of a hand

    int place_of(int c) const;
    bool draw_groups(Stream& stream);
    Meld draw_set(Stream& stream) const;
    Meld draw_run(Stream& stream) const;
    int grade_of(const MadePuzzle& made) const;
    bool take_hand(Stream& stream, MadePuzzle& made);
    bool is_only_key(const Ranks& without, int key);
    std::optional<Melds> least_known(const Ranks& rest, const Meld& hand, Stream& stream);
    bool is_fit(const Melds& groups, const Meld& hand) const;
    bool list_all();
    bool match(MadePuzzle& made) const;
    bool gives_away_key(const MadePuzzle& made) const;
    bool stays(const Meld& group, const Meld& meld) const;
    std::pair<int, int> ends(const Meld& run) const;
    bool follows(const Meld& group, const Meld& other) const;
    bool can_be_laid_on(int c, const Meld& group) const;
    std::vector<Melds> list(const Ranks& cards);

    PuzzleOrder order_;
    Budget* budget_ = nullptr;
    int aim_ = 0;                // the grade wanted, drawn by lot
    int first_ = 0;              // place of the window's first rank
    std::vector<int> line_;      // the window's ranks and one to either side
    Melds drawn_;                // the groups drawn
    std::vector<int> cards_;     // all of their cards
    Ranks all_{};                // the same, counted
    std::vector<Melds> listed_;  // their arrangements, once they are wanted
    Census census_;
    SetCounts sets_;
};

}  // namespace passatempo::machiavelli
