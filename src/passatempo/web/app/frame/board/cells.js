// @ts-check
// The cells of a board as elements, in blocks of a few columns of a row. Of a large board only those blocks are filled
// that can be seen, and some around them: a move then costs what it shows, whatever the size of the board.

import { element } from "../dom.js";

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
export function put(made, look) {
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

export class Cells {
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
