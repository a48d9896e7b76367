// @ts-check
// A board that somebody enters: what is seen of it, and what was entered before. Whether it can be is the kernel's say.

import { History } from "../../frame/history.js";
import { COVERED, FLAG } from "./codes.js";
import { NEAR } from "./game.js";

/** @typedef {{ rows: number, columns: number, cells: Uint8Array, mines: bigint, variant: number }} Entered mines: -1 where the count is not known */

const MOST_NUMBERS = [8, 8, 6, 8]; // what a tap goes round to, variant by variant; the kernel refuses greater ones

/** A beginner's board as it may stand half way. @type {Entered} */
export const EXAMPLE = {
    rows: 9,
    columns: 9,
    mines: 10n,
    variant: 0,
    cells: Uint8Array.from(
        "###100000###101110###101#10###101110###310000####10000####11110#######10#######10",
        (sign) => (sign === "#" ? COVERED : Number(sign)),
    ),
};

export class Draft {
    isOver = false; // nothing ends: it is no game
    mine = undefined;

    /** @param {Entered} entered */
    constructor(entered) {
        /** @type {History<Entered>} */
        this.history = new History(entered);
    }

    /** What is entered now; as the board of a game is shown. */
    get now() {
        return { ...this.history.now, hit: /** @type {number[]} */ ([]), won: false };
    }

    get rules() {
        const { rows, columns, variant, mines } = this.history.now;
        return { rows, columns, variant, mines: Number(mines) };
    }

    /** What the methods are asked about. */
    get board() {
        const { rows, columns, variant, cells, mines } = this.history.now;
        return { rows, columns, variant, near: NEAR[variant], cells, mines };
    }

    /** @param {Partial<Entered>} changed */
    change(changed) {
        this.history.push({ ...this.history.now, ...changed });
    }

    /**
     * @param {number} cell
     * @param {number} code
     */
    set(cell, code) {
        if (this.history.now.cells[cell] === code) return;
        const cells = this.history.now.cells.slice();
        cells[cell] = code;
        this.change({ cells });
    }

    /** The next sign of a cell: covered, 0 to 8, flag, covered again. @param {number} cell */
    cycle(cell) {
        const { cells, variant } = this.history.now;
        const code = cells[cell];
        if (code === COVERED) this.set(cell, 0);
        else if (code < MOST_NUMBERS[variant]) this.set(cell, code + 1);
        else this.set(cell, code === FLAG || code > MOST_NUMBERS[variant] ? COVERED : FLAG);
    }

    /**
     * Another size; what fits stays at its place.
     * @param {number} rows
     * @param {number} columns
     */
    resize(rows, columns) {
        const before = this.history.now;
        const cells = new Uint8Array(rows * columns).fill(COVERED);
        for (let row = 0; row < Math.min(rows, before.rows); row += 1) {
            const line = before.cells.subarray(row * before.columns, row * before.columns + Math.min(columns, before.columns));
            cells.set(line, row * columns);
        }
        const most = BigInt(rows * columns);
        this.change({ rows, columns, cells, mines: before.mines > most ? most : before.mines });
    }

    /** Cover all cells. */
    clear() {
        this.change({ cells: new Uint8Array(this.history.now.cells.length).fill(COVERED) });
    }
}
