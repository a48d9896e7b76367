// @ts-check
// A board of cells, with one Tab stop, arrow keys, mouse and touch. It knows no game: the page passes the look of each
// cell, and the board reports how a cell was pressed. The cells of a row are grouped in blocks of a few columns. On a
// large board only the blocks in view, and some around them, have elements: a move then costs the same on any board.

import { newElement } from "../dom.js";
import { lettersAreKeys } from "../storage.js";
import { RovingFocus, cellOf, followPointer, isSecond } from "./input.js";

/** The look of a cell. @typedef {{ text: string, label: string, classes: string }} Look */
/** The element of a cell, and its current look. @typedef {{ box: HTMLElement, stamp?: string | number, look?: Look }} Made */

const BLOCK = 8; // columns; style.css has the widths of blocks
const FULL_DRAW_CELLS = 1_600; // cells; smaller boards are filled completely
const AROUND = 2; // rows and columns filled beyond the visible part
const EMPTY = { text: "", label: "", classes: "" };

/**
 * Show a look; update only the attributes that have changed.
 * @param {Made} cellView
 * @param {Look} look
 */
function putLook(cellView, look) {
    const { box, look: before = EMPTY } = cellView;
    if (before === look) return; // the same object, so nothing has changed
    cellView.look = look;
    if (before.text !== look.text) box.textContent = look.text;
    if (before.classes !== look.classes) box.className = look.classes;
    if (before.label !== look.label) box.setAttribute("aria-label", look.label);
}

/**
 * The visible range of row or column numbers, clamped to the board.
 * @param {number} from
 * @param {number} to
 * @param {number} limit
 */
function visibleRange(from, to, limit) {
    const clampPlace = (/** @type {number} */ place) => Math.min(Math.max(place, 0), limit);
    return [clampPlace(Math.floor(from) - AROUND), clampPlace(Math.ceil(to) + AROUND)];
}

class Cells {
    length = 0;
    columns = 0;
    /** @type {Map<number, Made>} */
    cellViews = new Map();
    /** @type {HTMLElement[]} */
    #rowNodes = [];
    /** @type {HTMLElement[]} */
    #blockNodes = [];
    #fullBlocks = /** @type {Set<number>} */ (new Set());
    #blockColumns = 0; // blocks of a row
    #fillFrame = 0;

    /**
     * @param {HTMLElement} host
     * @param {(cell: number, made: Made) => void} onAppear called when a cell gets an element, which is still empty
     * @param {() => number} stop the cell with the Tab stop, which always has an element
     */
    constructor(host, onAppear, stop) {
        this.host = host;
        this.frame = host.parentElement ?? host; // the element that scrolls a large board
        this.appeared = onAppear;
        this.stop = stop;
        const scheduleFill = () => (this.#fillFrame ||= requestAnimationFrame(() => this.fill()));
        this.frame.addEventListener("scroll", scheduleFill, { passive: true });
        addEventListener("resize", scheduleFill);
        new ResizeObserver(scheduleFill).observe(host); // the cells have another size
    }

    /** The element of a cell, if it has one. @param {number} cell */
    at(cell) {
        return this.cellViews.get(cell)?.box;
    }

    /**
     * Build the rows of blocks again, and fill the visible ones.
     * @param {number} rows
     * @param {number} columns
     * @param {...Node} above
     */
    resize(rows, columns, ...above) {
        this.columns = columns;
        this.length = rows * columns;
        this.cellViews.clear();
        this.#fullBlocks.clear();
        this.#blockColumns = Math.ceil(columns / BLOCK);
        const last = columns - (this.#blockColumns - 1) * BLOCK;
        this.#blockNodes = Array.from({ length: rows * this.#blockColumns }, (_, block) =>
            newElement("div", { class: "block", "data-many": (block + 1) % this.#blockColumns ? BLOCK : last }),
        );
        this.#rowNodes = Array.from({ length: rows }, (_, row) => {
            const blocks = this.#blockNodes.slice(row * this.#blockColumns, (row + 1) * this.#blockColumns);
            return newElement("div", { class: "row", "aria-rowindex": row + 1, "data-edge": row + 1 }, ...blocks);
        });
        this.host.replaceChildren(...above, ...this.#rowNodes);
        this.fill();
    }

    /** Fill the visible blocks and the block of the Tab stop; empty the others. */
    fill() {
        cancelAnimationFrame(this.#fillFrame);
        this.#fillFrame = 0;
        if (this.length === 0) return;
        const visibleBlocks = new Set(this.#visibleBlocks());
        for (const block of this.#fullBlocks) if (!visibleBlocks.has(block)) this.#clearBlock(block);
        for (const block of visibleBlocks) this.#makeBlock(block);
    }

    /** Make sure that a cell has an element. @param {number} cell */
    reveal(cell) {
        this.#makeBlock(this.#blockOf(cell));
    }

    *#visibleBlocks() {
        yield this.#blockOf(Math.min(this.stop(), this.length - 1));
        const [top, bottom, left, right] = this.#visibleArea();
        for (let row = top; row < bottom; row += 1) {
            for (let column = left; column < right; column += 1) yield row * this.#blockColumns + column;
        }
    }

    /** The visible rows and block columns: first, and one past the last. */
    #visibleArea() {
        const rows = this.#rowNodes.length;
        if (this.length <= FULL_DRAW_CELLS) return [0, rows, 0, this.#blockColumns];
        const frameBox = this.frame.getBoundingClientRect();
        const first = this.#blockNodes[0].getBoundingClientRect();
        const wide = first.width / BLOCK || 1; // the board is hidden
        const high = first.height || 1;
        const [top, bottom] = visibleRange((frameBox.top - first.top) / high, (frameBox.bottom - first.top) / high, rows);
        const [left, right] = visibleRange((frameBox.left - first.left) / wide, (frameBox.right - first.left) / wide, this.columns);
        return [top, bottom, Math.floor(left / BLOCK), Math.ceil(right / BLOCK)];
    }

    /** @param {number} cell */
    #blockOf(cell) {
        const row = Math.floor(cell / this.columns);
        return row * this.#blockColumns + Math.floor((cell - row * this.columns) / BLOCK);
    }

    /** The row of a block, its first cell, and one past its last. @param {number} block */
    #blockSpan(block) {
        const row = Math.floor(block / this.#blockColumns);
        const from = row * this.columns + (block - row * this.#blockColumns) * BLOCK;
        return { row, from, to: Math.min(from + BLOCK, (row + 1) * this.columns) };
    }

    /** @param {number} block */
    #makeBlock(block) {
        if (this.#fullBlocks.has(block)) return;
        this.#fullBlocks.add(block);
        const { row, from, to } = this.#blockSpan(block);
        const stop = this.stop();
        const boxes = [];
        for (let cell = from; cell < to; cell += 1) {
            const tabindex = cell === stop ? 0 : -1;
            const column = cell - row * this.columns + 1;
            const box = newElement("div", { role: "gridcell", tabindex, "data-cell": cell, "aria-colindex": column });
            const cellView = { box };
            this.cellViews.set(cell, cellView);
            this.appeared(cell, cellView);
            boxes.push(box);
        }
        this.#blockNodes[block].replaceChildren(...boxes);
        this.#rowNodes[row].setAttribute("role", "row");
    }

    /** @param {number} block */
    #clearBlock(block) {
        this.#fullBlocks.delete(block);
        const { row, from, to } = this.#blockSpan(block);
        for (let cell = from; cell < to; cell += 1) this.cellViews.delete(cell);
        this.#blockNodes[block].replaceChildren();
        if (!this.#rowNodes[row].querySelector("[data-cell]")) this.#rowNodes[row].removeAttribute("role");
    }
}

/** @typedef {"press" | "mark" | "chord"} Deed */
/** The look of each cell, and the values on which it depends. @typedef {{ lookOf: (cell: number) => Look, stampOf?: (cell: number) => string | number }} Shown */
/** How a cell was pressed: by a finger, and twice in quick succession. @typedef {{ touch: boolean, twice: boolean }} How */

const HELD = 350; // milliseconds until a finger that is held marks a cell
const TWICE = 350; // milliseconds at most between the two taps of a double tap
const FAR = 10; // rows that PageUp and PageDown move

/**
 * Name a column as on a chess board: a, b, ..., z, aa.
 * @param {number} column
 * @returns {string}
 */
export function columnLetters(column) {
    const last = String.fromCharCode(97 + (column % 26));
    return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** The letters above a board. @param {number} columns */
function edgeRow(columns) {
    const named = Array.from({ length: columns }, (_, column) => newElement("span", {}, columnLetters(column)));
    return newElement("div", { class: "edge", "aria-hidden": "true" }, ...named);
}

export class Board {
    #lastTap = { cell: -1, at: -Infinity };
    /** @type {Shown | undefined} */
    #lookSource;

    /**
     * @param {HTMLElement} host an element with the role grid; `data-edges` adds names of columns and rows
     * @param {(action: Deed, cell: number, how: How) => void} onDeed
     * @param {(cell: number) => void} onLook called when a cell gets the focus or the pointer
     */
    constructor(host, onDeed, onLook) {
        this.host = host;
        this.done = onDeed;
        this.looked = onLook;
        this.roving = new RovingFocus(host, onLook);
        this.cells = new Cells(host, (cell, cellView) => this.#drawCell(cell, cellView), () => this.at);
        this.#addListeners();
    }

    /** The cell that has the focus, or had it last. */
    get at() {
        return this.roving.at;
    }

    /**
     * Build the cells again.
     * @param {number} rows
     * @param {number} columns
     */
    resize(rows, columns) {
        this.#lookSource = undefined;
        this.host.setAttribute("aria-rowcount", String(rows));
        this.host.setAttribute("aria-colcount", String(columns));
        this.roving.forget(rows * columns);
        this.cells.resize(rows, columns, ...("edges" in this.host.dataset ? [edgeRow(columns)] : []));
        this.roving.takeCells(this.cells);
    }

    /**
     * Show the cells; update only those that have changed.
     * @param {(cell: number) => Look} lookOf
     * @param {(cell: number) => string | number} [stampOf] what the look depends on; an unchanged cell is skipped
     */
    show(lookOf, stampOf) {
        this.#lookSource = { lookOf, stampOf };
        for (const [cell, cellView] of this.cells.cellViews) this.#drawCell(cell, cellView);
    }

    /**
     * @param {number} cell
     * @param {Made} cellView
     */
    #drawCell(cell, cellView) {
        if (!this.#lookSource) return;
        const { lookOf, stampOf } = this.#lookSource;
        const stamp = stampOf?.(cell);
        if (stamp !== undefined && cellView.stamp === stamp) return;
        cellView.stamp = stamp;
        putLook(cellView, lookOf(cell));
    }

    /** Focus a cell, and scroll it into view. @param {number} cell */
    focus(cell) {
        this.cells.reveal(cell);
        this.roving.focus(cell);
    }

    #addListeners() {
        const { host } = this;
        host.addEventListener("keydown", (event) => this.#onKey(event));
        host.addEventListener("contextmenu", (event) => event.preventDefault());
        host.addEventListener("pointerdown", (event) => this.#onPointerDown(event));
        host.addEventListener("pointerover", (event) => {
            const cell = cellOf(event.target);
            if (cell !== undefined) this.looked(cell);
        });
    }

    /**
     * A press counts if the finger or button is lifted on the same cell; a finger that is held marks the cell.
     * @param {PointerEvent} event
     */
    #onPointerDown(event) {
        const cell = cellOf(event.target);
        if (cell === undefined || isSecond(event)) return;
        const marks = event.button === 2 || (event.button === 0 && event.ctrlKey);
        const chords = event.button === 1 || event.buttons === 3;
        let holdTimer = 0;
        const stop = () => {
            clearTimeout(holdTimer);
            release();
        };
        const up = (/** @type {PointerEvent} */ liftEvent) => {
            stop();
            if (cellOf(liftEvent.target) !== cell && liftEvent.pointerType !== "touch") return;
            this.#takeDeed(chords ? "chord" : marks ? "mark" : "press", cell, liftEvent.pointerType === "touch", liftEvent.timeStamp);
        };
        if (event.pointerType === "touch") {
            holdTimer = setTimeout(() => {
                stop();
                navigator.vibrate?.(20);
                this.#takeDeed("mark", cell, true, performance.now());
            }, HELD);
        }
        const release = followPointer(up, stop);
    }

    /**
     * @param {Deed} action
     * @param {number} cell
     * @param {boolean} touch
     * @param {number} at the time of the press; on a busy phone the event arrives much later
     */
    #takeDeed(action, cell, touch, at) {
        const twice = action === "press" && this.#lastTap.cell === cell && at - this.#lastTap.at < TWICE;
        this.#lastTap = { cell, at };
        this.focus(cell);
        this.done(action, cell, { touch, twice });
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        if (event.altKey || event.metaKey) return;
        const keyActions = /** @type {Record<string, Deed>} */ ({ Enter: "press", " ": "press", f: "mark", c: "chord" });
        const to = this.#cellTowards(event);
        const isLetter = /^[a-z]$/.test(event.key);
        const action = event.ctrlKey || (isLetter && !lettersAreKeys()) ? undefined : keyActions[event.key];
        if (to === undefined && action === undefined) return;
        event.preventDefault();
        if (action !== undefined) this.done(action, this.at, { touch: false, twice: false });
        else if (to !== undefined) this.focus(to);
    }

    /** @param {KeyboardEvent} event */
    #cellTowards(event) {
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
