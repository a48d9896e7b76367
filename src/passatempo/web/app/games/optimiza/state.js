// @ts-check
// A game of Optimiza as a record: what a link and the browser's storage hold of it.

import { choice, count, flag, int, list, u64 } from "../../frame/link.js";

/** @import { Read } from "../../frame/link.js" */
/** @import { Seeded } from "../../frame/short.js" */

export const SHORT = "op"; // in short names
const PUZZLE = "p"; // its mark there: a board that was chosen
const MOST_N = 60;
/** The variants in the kernel's order, as the package names them. */
export const NAMES = ["torus-queen", "torus-rook", "klein-queen", "klein-rook", "hex-torus", "hex-tri"];

/** Who plays: one person, a person who puts the piece against the bot, the bot that puts it, two persons. */
export const MODES = /** @type {const} */ (["solo", "first", "second", "two"]);
/** @typedef {typeof MODES[number]} Mode */

export const SCHEMA = {
    n: int(2, MOST_N),
    variant: int(0, NAMES.length - 1),
    chosen: flag,
    mode: choice(...MODES),
    seed: u64,
    path: list(count((game) => game.n * game.n - 1), MOST_N * MOST_N),
};

/** @typedef {Read<typeof SCHEMA>} GameRecord */
/** What is played, without the moves. @typedef {Omit<GameRecord, "path">} Rules */

/** How paths of one person ended: how many, and how many of them reached X, Y and Z. */
export const STATISTICS = {
    played: int(0, 1_000_000),
    x: int(0, 1_000_000),
    y: int(0, 1_000_000),
    z: int(0, 1_000_000),
};

/**
 * @param {Rules} rules
 * @returns {Seeded}
 */
export function shortName({ n, variant, chosen, seed }) {
    return { pastime: SHORT, sizes: [n, variant], marks: chosen ? PUZZLE : "", seed };
}

/**
 * The game of a short name; nothing where no board has these sizes.
 * @param {Seeded} name
 * @returns {GameRecord | undefined}
 */
export function recordOf({ sizes, marks, seed }) {
    const [n, variant] = sizes;
    const fits = sizes.length === 2 && n >= 2 && n <= MOST_N && variant < NAMES.length;
    if (!fits || (marks !== "" && marks !== PUZZLE)) return undefined;
    return { n, variant, chosen: marks === PUZZLE, mode: "solo", seed, path: [] };
}

/**
 * The board of a day.
 * @param {string} date such as 2026-11-22
 * @returns {GameRecord}
 */
export const recordOfDay = (date) => ({
    n: 4, variant: 0, chosen: true, mode: "solo", seed: BigInt(date.replaceAll("-", "")), path: [],
});

/**
 * A board as the package reads it.
 * @param {ArrayLike<number>} lengths of its rows
 * @param {{ cells: ArrayLike<number>, variant: number }} board
 */
export function boardText(lengths, { cells, variant }) {
    let from = 0;
    const rows = Array.from(lengths, (length) => Array.from({ length }, () => cells[from++]).join(" "));
    return `${rows.join("\n")}\nvariant: ${NAMES[variant]}\n`;
}
