// A game's cards and the row that a player lays: its cards can be laid, since a row that goes as it must is drawn first
// and its cards are shuffled; its row is judged by the first rule that it breaks. A puzzle is a row to be completed:
// one of all orders of a deal, and the fewest cards found that leave only this one.
// Twin: cards/checker.py
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "budget.hpp"
#include "values.hpp"

namespace passatempo::cards {

// How a row goes, U up and D down in turn; its greatest card at most, and the distance of the maxima of UDUD, 0 for
// any.
struct Wish {
    std::uint32_t number;
    std::string pattern;
    std::uint32_t most, distance;
};

struct Deal {
    std::vector<std::uint32_t> cards;
    std::uint32_t distance = 0;  // of the row that was drawn, if it goes UDUD
};

// Interior ends; no cards where there is no such row, or hardly any.
Deal dealt(const Wish& wish, const std::string& seed);

enum class Rule { none, other_cards, equal, too_many_turns, too_few_turns, end, distance };

struct Verdict {
    Rule rule = Rule::none;
    std::size_t position = 0;          // from 1; of the card that breaks the rule
    std::vector<std::uint32_t> turns;  // positions of the stationary points as far as the row goes well
    std::int64_t distance = 0;         // of the maxima, once there are two
};

// Judge a row of the cards for UDUD with the maxima so far apart; 0: any distance will do.
Verdict judge(std::vector<Value> cards, const std::vector<Value>& row, bool open_ends, std::int64_t distance);

struct Row {
    std::size_t orders = 0;           // of the deal; one more than `most` where there are more
    std::vector<std::uint8_t> cards;  // the order chosen; empty where there is none, or too many
    std::vector<std::uint8_t> given;  // positions from 0, ascending
    std::uint64_t state = 0;          // of the stream after it
};

// `cards` ascending, at most 32 of them, for UDUD with interior ends and the maxima `distance` apart. Takes cards away
// from the whole row in random order, as long as the order stays the only one, and keeps the fewest of `passes` passes.
// To be thrown away where the budget ended first.
Row draw_row(const std::vector<std::uint8_t>& cards, std::size_t distance, std::size_t most, int passes,
             std::uint64_t state, Budget& budget);

}  // namespace passatempo::cards
