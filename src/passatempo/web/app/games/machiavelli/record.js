// @ts-check
// The record of a game, one JSON object a line, as the package writes it and `passatempo machiavelli replay` reads it.

import { written as writtenRules } from "./rules.js";
import { writeCard } from "./text.js";

/** @import { Match } from "./match.js" */
/** @import { Move } from "./state.js" */

const VERSION = 1; // of the format
const ENDS = ["closed", "blocked", "finished"]; // the order of the kernel

/** @param {number} card */
const named = (card) => writeCard(card, "en");

/** @param {Move} move */
function told({ did, laid, table }) {
    if (did === 0) return { lay: laid.map(named), table: table.map((group) => group.map(named)) };
    return did === 1 ? { draw: true } : { pass: true };
}

/**
 * Write the record of a game.
 * @param {Match} match
 */
export function written({ begun, turns, end }) {
    const { seats, seed } = begun;
    const head = {
        record: VERSION,
        pastime: "machiavelli",
        version: document.querySelector('meta[name="version"]')?.getAttribute("content") ?? "",
        rules: writtenRules(begun),
        seats: seats.map((name) => (name === "you" ? { name } : { name, bot: name })),
        seed: String(seed),
        deal: null,
        practice: false,
    };
    const lines = turns.map(({ seat, move }, k) => ({ turn: k + 1, seat: seat + 1, move: told(move) }));
    const { winners, scores, over, how } = end;
    const result = { winners: [...winners].map((seat) => seat + 1), scores: scores.map(Number), how: ENDS[how] };
    const last = over ? [{ result, turns: turns.length }] : [];
    return [head, ...lines, ...last].map((line) => `${JSON.stringify(line)}\n`).join("");
}
