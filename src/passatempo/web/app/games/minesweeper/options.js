// @ts-check
// What a visitor chooses beside the board: a size of one's own, what a finger does, who hints, statistics, sheets.

import { MINESWEEPER_POLICIES } from "../../data/minesweeper_policies.ts";
import { findElement } from "../../frame/dom.ts";

/** @import { Policy } from "../../kernel/minesweeper_guess.ts" */
/** @import { Rules } from "./game.js" */

const POLICIES = /** @type {Record<string, Policy>} */ (MINESWEEPER_POLICIES);
const policies = /** @type {HTMLSelectElement} */ (findElement("#policy"));
for (const name of Object.keys(POLICIES)) policies.add(new Option(name, name, true, true)); // the last is the strongest

/** What the chosen policy weighs. */
export const policy = () => POLICIES[policies.value];

const MOST = 100; // rows, or columns

const input = (/** @type {string} */ selector) => /** @type {HTMLInputElement} */ (findElement(selector));

/** Whether a finger flags, where it would open. */
export const flags = () => input("#flagging").checked;

/** Show the sizes of a game. @param {Rules} rules */
export function showSizes({ rows, columns, mines }) {
    input("#own-rows").value = String(rows);
    input("#own-columns").value = String(columns);
    input("#own-mines").value = String(mines);
}

/**
 * The sizes that were chosen; nothing, and the fields say what is wrong, where no field has them.
 * @returns {Pick<Rules, "rows" | "columns" | "mines"> | undefined}
 */
export function sizes() {
    const fields = ["#own-rows", "#own-columns", "#own-mines"].map(input);
    const [rows, columns, mines] = fields.map((field) => field.valueAsNumber);
    const fits = (/** @type {number} */ side) => Number.isInteger(side) && side >= 1 && side <= MOST;
    const are = [fits(rows), fits(columns), Number.isInteger(mines) && mines >= 0 && mines < rows * columns];
    for (const [place, field] of fields.entries()) field.setAttribute("aria-invalid", String(!are[place]));
    return are.every(Boolean) ? { rows, columns, mines } : undefined;
}
