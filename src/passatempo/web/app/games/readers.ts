// The readers of all pastimes, for a text that the reader of its page refuses: fetched when first needed.

import { Client } from "../kernel/client.ts";
import { read as readCards } from "./cards/game.ts";
import { read as readTurn } from "./machiavelli/text.ts";
import { COVERED } from "./minesweeper/state.ts";
import { OWN_DOUBTS, Unreadable, read as readField } from "./minesweeper/text.ts";
import { GAMES } from "./mnk/game.ts";
import { read as readGame } from "./mnk/text.ts";
import { read as readBoard } from "./optimiza/text.ts";

let client: Client | undefined; // of the kernel, once a text is read
const FEW = 4; // cards; a shorter row is not worth another page

/** A reader throws or returns nothing if the text does not belong to its pastime. */
const READERS: Record<string, (text: string, language: string) => unknown> = {
    minesweeper: async (text) => {
        const found = await readField((client ??= new Client()), text);
        return "file" in found || found.cells.includes(COVERED);
    },
    mnk: (text) => readGame(text, GAMES.five),
    optimiza: readBoard,
    machiavelli: readTurn,
    cards: (text) => readCards(text).row.length >= FEW && (text.match(/^[ \t\d,;]*\d[ \t\r\d,;]*$/gm) ?? []).length === 1,
};

/** The pastimes whose readers take a text, or a minefield with two readings. */
export async function namesOf(text: string, language: string) {
    const names = [];
    for (const [name, read] of Object.entries(READERS)) {
        try {
            if (await read(text, language)) names.push(name);
        } catch (error) {
            if (error instanceof Unreadable && OWN_DOUBTS.includes(error.kind)) names.push(name);
        }
    }
    return names;
}
