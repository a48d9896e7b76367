// How a player answers who looks a few plies ahead, and beyond them goes by the open lines of both sides.
#pragma once

#include <vector>

#include "traps/oracle.hpp"

namespace passatempo::mnk::traps {

struct Answer {
    int cell = 0;
    bool completes = false;  // a line: the game is over
    Known known{};           // of the position after it, for the side then to move
    double chance = 0;       // that it is played
};

// How likely it is that a player sees an end so many plies ahead, his own move included; 0 plies: it is farther than
// any that are told.
double sees(int plies);

// The potential of every empty cell for either side, by the lines through it: the more marks a line has the more.
std::vector<double> potentials(const Oracle& oracle, const Marks& marks);

// The empty cells of live lines by their potential, the greatest first, and one that is in none.
std::vector<int> ordered(const std::vector<double>& potential, const Cells& empty);

// Fill in the chances of a player's answers. `drawn`: how much each cell draws him.
void guess(std::vector<Answer>& answers, const std::vector<double>& drawn);

// How much each empty cell draws a player, by its potential and by the marks next to it.
std::vector<double> draws(const Oracle& oracle, const Marks& marks, const std::vector<double>& potential);

}  // namespace passatempo::mnk::traps
