// @ts-check
// A board of cells: one Tab stop, arrows, mouse and touch. It knows no game: it shows what it is told, and says which
// cell was pressed, and how.

import { Cells, put } from "./cells.js";
import { element } from "../dom.js";
import { follow, isSecond } from "./pointer.js";
import { Roving, cellOf } from "./roving.js";
import { lettersAreKeys } from "../settings.js";

/** @typedef {"press" | "mark" | "chord"} Deed */
/** @import { Look, Made } from "./cells.js" */
/** What a cell shows, and what that depends on. @typedef {{ lookOf: (cell: number) => Look, stampOf?: (cell: number) => string | number }} Shown */
/** How a cell was pressed: by a finger, and a second time at once. @typedef {{ touch: boolean, twice: boolean }} How */

const HELD = 350; // milliseconds, after which a finger marks
const TWICE = 350; // milliseconds between two taps that belong together
const FAR = 10; // rows of PageUp and PageDown

/**
 * Name a column as on a chess board: a, b, ..., z, aa.
 * @param {number} column
 * @returns {string}
 */
export function letters(column) {
    const last = String.fromCharCode(97 + (column % 26));
    return column < 26 ? last : letters(Math.floor(column / 26) - 1) + last;
}

/** The letters above a board. @param {number} columns */
function edge(columns) {
    const named = Array.from({ length: columns }, (_, column) => element("span", {}, letters(column)));
    return element("div", { class: "edge", "aria-hidden": "true" }, ...named);
}

export class Board {
    #tapped = { cell: -1, at: -Infinity };
    /** @type {Shown | undefined} */
    #shown;

    /**
     * @param {HTMLElement} host an element with the role grid; with `data-edges`, columns and rows have names
     * @param {(deed: Deed, cell: number, how: How) => void} done
     * @param {(cell: number) => void} looked a cell has the focus, or the pointer
     */
    constructor(host, done, looked) {
        this.host = host;
        this.done = done;
        this.looked = looked;
        this.roving = new Roving(host, looked);
        this.cells = new Cells(host, (cell, made) => this.#draw(cell, made), () => this.at);
        this.#listen();
    }

    /** The cell that has the focus, or had it. */
    get at() {
        return this.roving.at;
    }

    /**
     * Make the cells anew.
     * @param {number} rows
     * @param {number} columns
     */
    resize(rows, columns) {
        this.#shown = undefined;
        this.host.setAttribute("aria-rowcount", String(rows));
        this.host.setAttribute("aria-colcount", String(columns));
        this.roving.forget(rows * columns);
        this.cells.resize(rows, columns, ...("edges" in this.host.dataset ? [edge(columns)] : []));
        this.roving.take(this.cells);
    }

    /**
     * Show the cells; only what has changed is touched.
     * @param {(cell: number) => Look} lookOf
     * @param {(cell: number) => string | number} [stampOf] what the look depends on: while it stays, the cell is passed over
     */
    show(lookOf, stampOf) {
        this.#shown = { lookOf, stampOf };
        for (const [cell, made] of this.cells.made) this.#draw(cell, made);
    }

    /**
     * @param {number} cell
     * @param {Made} made
     */
    #draw(cell, made) {
        if (!this.#shown) return;
        const { lookOf, stampOf } = this.#shown;
        const stamp = stampOf?.(cell);
        if (stamp !== undefined && made.stamp === stamp) return;
        made.stamp = stamp;
        put(made, lookOf(cell));
    }

    /** Go to a cell; where it is not seen, the board moves. @param {number} cell */
    focus(cell) {
        this.cells.reveal(cell);
        this.roving.focus(cell);
    }

    #listen() {
        const { host } = this;
        host.addEventListener("keydown", (event) => this.#key(event));
        host.addEventListener("contextmenu", (event) => event.preventDefault());
        host.addEventListener("pointerdown", (event) => this.#down(event));
        host.addEventListener("pointerover", (event) => {
            const cell = cellOf(event.target);
            if (cell !== undefined) this.looked(cell);
        });
    }

    /**
     * A press ends in a deed where the finger or button is lifted on the same cell; a finger that stays marks it.
     * @param {PointerEvent} event
     */
    #down(event) {
        const cell = cellOf(event.target);
        if (cell === undefined || isSecond(event)) return;
        const marks = event.button === 2 || (event.button === 0 && event.ctrlKey);
        const chords = event.button === 1 || event.buttons === 3;
        let held = 0;
        const stop = () => {
            clearTimeout(held);
            release();
        };
        const up = (/** @type {PointerEvent} */ lifted) => {
            stop();
            if (cellOf(lifted.target) !== cell && lifted.pointerType !== "touch") return;
            this.#take(chords ? "chord" : marks ? "mark" : "press", cell, lifted.pointerType === "touch", lifted.timeStamp);
        };
        if (event.pointerType === "touch") {
            held = setTimeout(() => {
                stop();
                navigator.vibrate?.(20);
                this.#take("mark", cell, true, performance.now());
            }, HELD);
        }
        const release = follow(up, stop);
    }

    /**
     * @param {Deed} deed
     * @param {number} cell
     * @param {boolean} touch
     * @param {number} at when it was done: on a busy phone that is well before it is heard of here
     */
    #take(deed, cell, touch, at) {
        const twice = deed === "press" && this.#tapped.cell === cell && at - this.#tapped.at < TWICE;
        this.#tapped = { cell, at };
        this.focus(cell);
        this.done(deed, cell, { touch, twice });
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        if (event.altKey || event.metaKey) return;
        const deeds = /** @type {Record<string, Deed>} */ ({ Enter: "press", " ": "press", f: "mark", c: "chord" });
        const to = this.#towards(event);
        const isLetter = /^[a-z]$/.test(event.key);
        const deed = event.ctrlKey || (isLetter && !lettersAreKeys()) ? undefined : deeds[event.key];
        if (to === undefined && deed === undefined) return;
        event.preventDefault();
        if (deed !== undefined) this.done(deed, this.at, { touch: false, twice: false });
        else if (to !== undefined) this.focus(to);
    }

    /** @param {KeyboardEvent} event */
    #towards(event) {
        const { columns } = this.cells;
        const last = this.cells.length - 1;
        const row = Math.floor(this.at / columns);
        const column = this.at % columns;
        const rows = (last + 1) / columns;
        const at = (/** @type {number} */ r, /** @type {number} */ c) =>
            Math.min(Math.max(r, 0), rows - 1) * columns + Math.min(Math.max(c, 0), columns - 1);
        switch (event.key) {
            case "ArrowLeft": return at(row, column - 1);
            case "ArrowRight": return at(row, column + 1);
            case "ArrowUp": return at(row - 1, column);
            case "ArrowDown": return at(row + 1, column);
            case "PageUp": return at(row - FAR, column);
            case "PageDown": return at(row + FAR, column);
            case "Home": return event.ctrlKey ? 0 : at(row, 0);
            case "End": return event.ctrlKey ? last : at(row, columns - 1);
            default: return undefined;
        }
    }
}
