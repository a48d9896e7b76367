// @ts-check
// A game of Minesweeper as a record: what a link and the browser's storage hold of it.

import { choice, count, flag, group, int, list, read, u64, write } from "../../frame/link.js";
import { COVERED, FLAG, UNKNOWN } from "./codes.js";

/** @import { Read } from "../../frame/link.js" */
/** @import { Seeded } from "../../frame/short.js" */
/** @import { Entered } from "./draft.js" */
/** @import { Rules } from "./game.js" */

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

/** Boards that somebody entered, in a link: `#b` and the record. */
const DRAFT = "b";
const SIGNS = [0, 1, 2, 3, 4, 5, 6, 7, 8, UNKNOWN, FLAG, COVERED];

const DRAFT_SCHEMA = {
    rows: int(1, 100),
    columns: int(1, 100),
    known: flag, // whether the mines are counted
    mines: count((board) => board.rows * board.columns),
    variant: int(0, 3),
    cells: list(int(0, SIGNS.length - 1), 10_000),
};

/**
 * The fragment of a board; where it is too long, one that says no more than that there is a board.
 * @param {Entered} entered
 */
export function fragmentOf({ rows, columns, mines, variant, cells }) {
    const codes = [...cells].map((code) => SIGNS.indexOf(code));
    if (codes.includes(-1)) return DRAFT;
    const known = mines >= 0n;
    const made = write(DRAFT_SCHEMA, { rows, columns, known, mines: known ? Number(mines) : 0, variant, cells: codes });
    return DRAFT + (made ?? "");
}

/** Whether a fragment should be a board. @param {string} fragment without `#` */
export const isDraft = (fragment) => fragment.startsWith(DRAFT);

/**
 * The board of a fragment; nothing where it is damaged.
 * @param {string} fragment without `#`
 * @returns {Entered | undefined}
 */
export function draftOf(fragment) {
    const record = isDraft(fragment) ? read(DRAFT_SCHEMA, fragment.slice(DRAFT.length)) : undefined;
    if (!record || record.cells.length !== record.rows * record.columns) return undefined;
    const { rows, columns, variant, known, mines, cells } = record;
    return { rows, columns, variant, mines: known ? BigInt(mines) : -1n, cells: Uint8Array.from(cells, (at) => SIGNS[at]) };
}
