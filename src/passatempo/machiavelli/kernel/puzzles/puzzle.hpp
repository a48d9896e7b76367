// Puzzles: a table and a hand with one solution, or with one solution if one more card is added.
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

// Counts the solutions up to `several`. Solutions differ in how many copies of each card are in sets. All cards have
// ranks of one line, a stretch of the ranks in order of play without repetition. As in `RankSweep`, a solution fixes
// only the number of cards in runs by suit and rank. So it is counted once, however its runs are cut.
class SetCounts {
public:
    static constexpr int several = 2;

    // Return 0, 1 or `several`.
    int count_solutions(const Ranks& cards, std::span<const int> line);

private:
    int count_from(int place, const State& state);
    int count_choices(int place, const State& state, int suit, State& next, int suit_maximum, int sum);

    Ranks card_counts_{};
    std::span<const int> rank_line_;
    Cache<std::uint8_t> count_memo_;
};

struct PuzzleOrder {
    int group_count = 0, hand_size = 0, decks = 0;
    Line line;
    bool has_key = false;             // one more card, the key, is missing
    int strict_grade = 0;             // from this grade on, no card of the hand may simply be laid on a group
    std::array<int, 4> grade_cuts{};  // from each number of ways to break up groups on, the grade is one higher
};

// Melds hold their cards in the order of their numbers, and are sorted.
struct PuzzleDraft {
    Melds table_melds;  // the groups on the table
    Melds solution;     // an arrangement of all cards that breaks the fewest groups
    Meld hand;
    int key = deck;             // the missing card
    int group_changes = 0;      // groups that the solution changes
    int arrangement_count = 0;  // arrangements of all cards
};

// One attempt: draw groups, and take cards from them into the hand.
class PuzzleMaker {
public:
    static constexpr std::size_t list_limit = 400;  // on arrangements, as more make no puzzle for a person

    std::optional<PuzzleDraft> make_puzzle(const PuzzleOrder& order, Stream& stream, Budget& budget);

private:
    static constexpr int window_width = 7;        // ranks among which sets and runs compete
    static constexpr int group_draw_limit = 200;  // failed draws of a group
    static constexpr int hand_draw_limit = 300;   // draws of a hand

    int place_of(int c) const;
    bool draw_groups(Stream& stream);
    Meld draw_set(Stream& stream) const;
    Meld draw_run(Stream& stream) const;
    int grade_of(const PuzzleDraft& new_puzzle) const;
    bool take_hand(Stream& stream, PuzzleDraft& new_puzzle);
    bool is_only_key(const Ranks& cards_without, int key);
    std::optional<Melds> choose_table(const Ranks& rest, const Meld& hand, Stream& stream);
    bool is_fit(const Melds& groups, const Meld& hand) const;
    bool list_all();
    bool choose_solution(PuzzleDraft& new_puzzle) const;
    bool reveals_key(const PuzzleDraft& new_puzzle) const;
    bool keeps_group(const Meld& group, const Meld& meld) const;
    std::pair<int, int> run_ends(const Meld& run) const;
    bool continues_run(const Meld& group, const Meld& other) const;
    bool can_be_laid_on(int c, const Meld& group) const;
    std::vector<Melds> list_arrangements(const Ranks& cards);

    PuzzleOrder puzzle_order_;
    Budget* budget_ = nullptr;
    int target_grade_ = 0;           // drawn at random
    int window_start_ = 0;           // place of the first rank of the window
    std::vector<int> window_ranks_;  // the ranks of the window and one on either side
    Melds group_melds_;
    std::vector<int> group_cards_;     // the cards of all groups
    Ranks card_counts_{};              // the same, counted
    std::vector<Melds> arrangements_;  // arrangements of the groups, computed when needed
    Census census_;
    SetCounts set_counts_;
};

}  // namespace passatempo::machiavelli
