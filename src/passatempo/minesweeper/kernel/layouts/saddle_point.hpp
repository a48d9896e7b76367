// Chances on large boards with a mine count that excludes nothing, by a saddle-point approximation.
//
// Each layout with k mines is weighted with t^k, which changes no chance under a count; t is chosen so that the
// expected number of mines is the count. Then parts and free cells are independent random variables with small spreads,
// and only sums near the count matter: shares below 1e-30 are left out. So this gives chances, never marks.
#pragma once

#include "board/prepared_board.hpp"
#include "layouts/survey.hpp"

namespace passatempo::minesweeper {

// Fill in the chances of a survey whose marks are known. Parts have diagrams and at most Floating::safe cells.
void saddle_point(const PreparedBoard& prepared, Budget& budget, Survey& found);

}  // namespace passatempo::minesweeper
