// The readers of the formats. Each leaves a game, or a fault in the cursor.
#pragma once

#include "files/game_replay.hpp"

namespace passatempo::minesweeper::files {

void read_avf(ByteCursor& cursor, GameReplay& replay);
void read_evf(ByteCursor& cursor, GameReplay& replay);
void read_mvf(ByteCursor& cursor, GameReplay& replay);
void read_rawvf(ByteCursor& cursor, GameReplay& replay);
void read_rmv(ByteCursor& cursor, GameReplay& replay);

}  // namespace passatempo::minesweeper::files
