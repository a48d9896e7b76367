// @ts-check
// A game of Minesweeper as a record: what a link and the browser's storage hold of it.

import { choice, count, flag, group, int, list, u64 } from "../frame/link.js";

/** @import { Read } from "../frame/link.js" */
/** @import { Seeded } from "../frame/short.js" */
/** @import { Rules } from "./minesweeper_game.js" */

export const SHORT = "ms"; // in short names
const NO_GUESS = "n"; // its mark there
const MOVES = 10_000;

const move = group({ deed: choice("press", "mark", "chord"), cell: count((game) => game.rows * game.columns - 1) });

export const SCHEMA = {
    rows: int(1, 100),
    columns: int(1, 100),
    mines: count((game) => game.rows * game.columns - 1),
    variant: int(0, 3),
    noGuess: flag,
    seed: u64,
    moves: list(move, MOVES),
};

/** @typedef {Read<typeof SCHEMA>} GameRecord */
/** @typedef {GameRecord["moves"][number]} Move */

/**
 * @param {Rules} rules
 * @param {bigint} seed
 * @returns {Seeded}
 */
export function shortName({ rows, columns, mines, noGuess }, seed) {
    return { pastime: SHORT, sizes: [rows, columns, mines], marks: noGuess ? NO_GUESS : "", seed };
}

/**
 * The game of a short name; nothing where no field has these sizes.
 * @param {Seeded} name
 * @returns {GameRecord | undefined}
 */
export function recordOf({ sizes, marks, seed }) {
    const [rows, columns, mines] = sizes;
    const fits = (/** @type {number} */ side) => side >= 1 && side <= 100;
    if (sizes.length !== 3 || !fits(rows) || !fits(columns) || mines >= rows * columns) return undefined;
    if (marks !== "" && marks !== NO_GUESS) return undefined;
    return { rows, columns, mines, variant: 0, noGuess: marks === NO_GUESS, seed, moves: [] };
}
