// The readers of all pastimes, for a text that the reader of its page refuses: fetched when first needed.

import { read as readCards } from "./cards/game.ts";
import { read as readTurn } from "./machiavelli/text.ts";
import { COVERED } from "./minesweeper/state.ts";
import { READINGS, Unreadable, read as readField } from "./minesweeper/text.ts";
import { GAMES } from "./mnk/game.ts";
import { read as readGame } from "./mnk/text.ts";
import { read as readBoard } from "./optimiza/text.ts";

const FEW = 4; // cards; a shorter row is not worth another page

/** A reader throws or returns nothing if the text does not belong to its pastime. */
const READERS: Record<string, (text: string, language: string) => unknown> = {
    minesweeper: (text) => readField(text).cells.includes(COVERED),
    mnk: (text) => readGame(text, GAMES.five),
    optimiza: readBoard,
    machiavelli: readTurn,
    cards: (text) => readCards(text).row.length >= FEW && (text.match(/^[ \t\d,;]*\d[ \t\r\d,;]*$/gm) ?? []).length === 1,
};

/** The pastimes whose readers take a text, or a minefield with two readings. */
export function namesOf(text: string, language: string) {
    return Object.keys(READERS).filter((name) => {
        try {
            return READERS[name](text, language);
        } catch (error) {
            return error instanceof Unreadable && READINGS.includes(error.kind);
        }
    });
}
