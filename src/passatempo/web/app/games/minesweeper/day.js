// @ts-check
// The minefield of a day: it is opened already, and needs no guess.

import { History } from "../../frame/history.js";
import { COVERED } from "./codes.js";
import { Game } from "./game.js";

/** @import { Begun } from "../../frame/day.js" */
/** @import { Client } from "../../kernel/client.js" */
/** @import { Position } from "./game.js" */

const NAMES = /** @type {const} */ (["press", "mark", "chord"]);

/**
 * @param {Client} client
 * @param {Begun} begun
 * @returns {Promise<Game>}
 */
export async function gameOfDay(client, begun) {
    const { instance, goal, solution } = begun.puzzle;
    const { rows, columns, mines } = goal;
    const game = new Game(client, { rows, columns, mines, variant: 0, noGuess: true }, 0n);
    const cells = Uint8Array.from(instance.grid.replaceAll("\n", ""), (sign) => (sign === "#" ? COVERED : Number(sign)));
    const mine = Uint8Array.from(solution.field.join(""), (sign) => Number(sign === "*"));
    /** @type {Position} */
    const opened = { cells, hit: [], won: false, presses: 0, field: { mine, least: 0 } };
    game.history = new History(opened);
    game.day = begun;
    for (const code of begun.state) {
        const cell = Math.floor(code / NAMES.length);
        const fault = cell < mine.length ? await game.move(NAMES[code % NAMES.length], cell) : "outside";
        if (fault) return gameOfDay(client, { ...begun, state: [] }); // what was kept is damaged
    }
    return game;
}

/** The moves, to go on with. @param {Game} game */
export const stateOf = (game) => game.record.moves.map(({ deed, cell }) => NAMES.indexOf(deed) + NAMES.length * cell);
