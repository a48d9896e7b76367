// @ts-check
// A row of mountain cards as a record: what a link and the browser's storage hold of it.

import { flag, int, list } from "../../frame/link.js";

/** @import { Read } from "../../frame/link.js" */

export const SHORT = "mc"; // in short names
export const MOST = 400; // cards
const GREATEST = 1_000_000; // of a card
export const LEAST_DEALT = 5;
export const MOST_DEALT = 60;

const cards = list(int(1, GREATEST), MOST);

/** An empty row stands for one that is looked for; a distance of 0 asks for nothing. */
export const SCHEMA = { open: flag, distance: int(0, MOST), cards, row: cards };

/** @typedef {Read<typeof SCHEMA>} GameRecord */

/** The published example: seven cards. */
export const PUBLISHED = { open: false, distance: 3, cards: [1, 1, 2, 2, 3, 3, 4], row: [] };

/** The cards that a text names; nothing where it is no text of cards. @param {string} text */
export function readCards(text) {
    const words = text.split(/[\s,;]+/).filter(Boolean);
    const found = words.map((word) => (/^[0-9]{1,7}$/.test(word) ? Number(word) : 0));
    const fits = found.length >= 1 && found.length <= MOST && found.every((card) => card >= 1 && card <= GREATEST);
    return fits ? found : undefined;
}

/**
 * A deal as the package reads it.
 * @param {{ cards: ArrayLike<number>, open: boolean, now: { distance: number } }} game
 */
export function dealText({ cards, open, now }) {
    return `${Array.from(cards).join(" ")}\nD: ${now.distance}\n${open ? "ends: open\n" : ""}`;
}
