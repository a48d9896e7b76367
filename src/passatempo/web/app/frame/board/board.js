// @ts-check
// A board of cells: one Tab stop, arrows, mouse and touch. It knows no game: it shows what it is told, and says which
// cell was pressed, and how. The cells are elements in blocks of a few columns of a row. Of a large board only those blocks
// are filled that can be seen, and some around them: a move then costs what it shows, whatever the size of the board.

import { element } from "../dom.js";
import { lettersAreKeys } from "../storage.js";
import { Roving, cellOf, follow, isSecond } from "./input.js";

/** What a cell shows. @typedef {{ text: string, label: string, classes: string }} Look */
/** A cell that stands on the page, and what it was made to show. @typedef {{ box: HTMLElement, stamp?: string | number, look?: Look }} Made */

const BLOCK = 8; // columns; style.css has the widths of blocks
const WHOLE = 1_600; // cells of a board that is filled as a whole
const AROUND = 2; // rows and columns beyond what is seen
const EMPTY = { text: "", label: "", classes: "" };

/**
 * Show a look; only what is another than before is touched.
 * @param {Made} made
 * @param {Look} look
 */
function put(made, look) {
    const { box, look: before = EMPTY } = made;
    if (before === look) return; // the very same: nothing to compare
    made.look = look;
    if (before.text !== look.text) box.textContent = look.text;
    if (before.classes !== look.classes) box.className = look.classes;
    if (before.label !== look.label) box.setAttribute("aria-label", look.label);
}

/**
 * From which number to which, of so many, a stretch is seen.
 * @param {number} from
 * @param {number} to
 * @param {number} many
 */
function range(from, to, many) {
    const bounded = (/** @type {number} */ place) => Math.min(Math.max(place, 0), many);
    return [bounded(Math.floor(from) - AROUND), bounded(Math.ceil(to) + AROUND)];
}

class Cells {
    length = 0;
    columns = 0;
    /** @type {Map<number, Made>} */
    made = new Map();
    /** @type {HTMLElement[]} */
    #lines = [];
    /** @type {HTMLElement[]} */
    #blocks = [];
    #filled = /** @type {Set<number>} */ (new Set());
    #across = 0; // blocks of a row
    #due = 0;

    /**
     * @param {HTMLElement} host
     * @param {(cell: number, made: Made) => void} appeared a cell stands on the page again, and shows nothing yet
     * @param {() => number} stop the cell where Tab stops, which is always there
     */
    constructor(host, appeared, stop) {
        this.host = host;
        this.frame = host.parentElement ?? host; // what scrolls a board that is larger
        this.appeared = appeared;
        this.stop = stop;
        const soon = () => (this.#due ||= requestAnimationFrame(() => this.fill()));
        this.frame.addEventListener("scroll", soon, { passive: true });
        addEventListener("resize", soon);
        new ResizeObserver(soon).observe(host); // cells of another size
    }

    /** The cell, if it stands on the page. @param {number} cell */
    at(cell) {
        return this.made.get(cell)?.box;
    }

    /**
     * Make rows of blocks anew, and fill those that are seen.
     * @param {number} rows
     * @param {number} columns
     * @param {...Node} above
     */
    resize(rows, columns, ...above) {
        this.columns = columns;
        this.length = rows * columns;
        this.made.clear();
        this.#filled.clear();
        this.#across = Math.ceil(columns / BLOCK);
        const last = columns - (this.#across - 1) * BLOCK;
        this.#blocks = Array.from({ length: rows * this.#across }, (_, block) =>
            element("div", { class: "block", "data-many": (block + 1) % this.#across ? BLOCK : last }),
        );
        this.#lines = Array.from({ length: rows }, (_, row) => {
            const blocks = this.#blocks.slice(row * this.#across, (row + 1) * this.#across);
            return element("div", { class: "row", "aria-rowindex": row + 1, "data-edge": row + 1 }, ...blocks);
        });
        this.host.replaceChildren(...above, ...this.#lines);
        this.fill();
    }

    /** Fill the blocks that are seen, and that of the Tab stop; empty the others. */
    fill() {
        cancelAnimationFrame(this.#due);
        this.#due = 0;
        if (this.length === 0) return;
        const wanted = new Set(this.#wanted());
        for (const block of this.#filled) if (!wanted.has(block)) this.#clear(block);
        for (const block of wanted) this.#make(block);
    }

    /** See to it that a cell is there. @param {number} cell */
    reveal(cell) {
        this.#make(this.#blockOf(cell));
    }

    *#wanted() {
        yield this.#blockOf(Math.min(this.stop(), this.length - 1));
        const [top, bottom, left, right] = this.#seen();
        for (let row = top; row < bottom; row += 1) {
            for (let column = left; column < right; column += 1) yield row * this.#across + column;
        }
    }

    /** Rows and blocks that are seen: from and to. */
    #seen() {
        const rows = this.#lines.length;
        if (this.length <= WHOLE) return [0, rows, 0, this.#across];
        const seen = this.frame.getBoundingClientRect();
        const first = this.#blocks[0].getBoundingClientRect();
        const wide = first.width / BLOCK || 1; // a board that is hidden
        const high = first.height || 1;
        const [top, bottom] = range((seen.top - first.top) / high, (seen.bottom - first.top) / high, rows);
        const [left, right] = range((seen.left - first.left) / wide, (seen.right - first.left) / wide, this.columns);
        return [top, bottom, Math.floor(left / BLOCK), Math.ceil(right / BLOCK)];
    }

    /** @param {number} cell */
    #blockOf(cell) {
        const row = Math.floor(cell / this.columns);
        return row * this.#across + Math.floor((cell - row * this.columns) / BLOCK);
    }

    /** The first cell of a block, and the one after its last. @param {number} block */
    #span(block) {
        const row = Math.floor(block / this.#across);
        const from = row * this.columns + (block - row * this.#across) * BLOCK;
        return { row, from, to: Math.min(from + BLOCK, (row + 1) * this.columns) };
    }

    /** @param {number} block */
    #make(block) {
        if (this.#filled.has(block)) return;
        this.#filled.add(block);
        const { row, from, to } = this.#span(block);
        const stop = this.stop();
        const boxes = [];
        for (let cell = from; cell < to; cell += 1) {
            const tabindex = cell === stop ? 0 : -1;
            const column = cell - row * this.columns + 1;
            const box = element("div", { role: "gridcell", tabindex, "data-cell": cell, "aria-colindex": column });
            const made = { box };
            this.made.set(cell, made);
            this.appeared(cell, made);
            boxes.push(box);
        }
        this.#blocks[block].replaceChildren(...boxes);
        this.#lines[row].setAttribute("role", "row");
    }

    /** @param {number} block */
    #clear(block) {
        this.#filled.delete(block);
        const { row, from, to } = this.#span(block);
        for (let cell = from; cell < to; cell += 1) this.made.delete(cell);
        this.#blocks[block].replaceChildren();
        if (!this.#lines[row].querySelector("[data-cell]")) this.#lines[row].removeAttribute("role");
    }
}

/** @typedef {"press" | "mark" | "chord"} Deed */
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
