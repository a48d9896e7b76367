// A board of cells, with one Tab stop, arrow keys, mouse and touch. It knows no game: the page passes the look of each
// cell, and the board reports how a cell was pressed. The cells of a row are grouped in blocks of a few columns. On a
// large board only the blocks in view, and some around them, have elements: a move then costs the same on any board. A
// wide board is drawn with rows and columns exchanged where its stage is high: cells keep their numbers, places are drawn.

import { newElement, svgElement } from "../dom.ts";
import { lettersAreKeys, touchLength } from "../storage.ts";
import { RovingFocus, cellOf, followPointer, isSecond } from "./input.ts";

/** The look of a cell: a text or a symbol of the page, and values for its style sheet. */
export type Look = { text: string, label: string, classes: string, symbol?: string, values?: Record<string, number> };
/** The element of a cell, and its current look. */
type CellNode = { box: HTMLElement, stamp?: string | number, look?: Look };

const BLOCK = 8; // columns
const WIDE = 1.2; // columns to rows, from which a board is turned
const FULL_DRAW_CELLS = 1_600; // cells; smaller boards are filled completely
const MARGIN = 2; // rows and columns filled beyond the visible part
const EMPTY: Look = { text: "", label: "", classes: "" };

/** Show a look; update only the attributes that have changed. */
function putLook(cellView: CellNode, look: Look) {
    const { box, look: before = EMPTY } = cellView;
    if (before === look) return; // the same object, so nothing has changed
    cellView.look = look;
    if (before.text !== look.text || before.symbol !== look.symbol) box.replaceChildren(look.symbol ? symbol(look.symbol) : look.text);
    for (const [name, value] of Object.entries(look.values ?? {})) box.style.setProperty(`--${name}`, String(value));
    if (before.classes !== look.classes) box.className = look.classes;
    if (before.label !== look.label) box.setAttribute("aria-label", look.label);
}

const symbol = (name: string) => svgElement("svg", { "aria-hidden": "true" }, svgElement("use", { href: `#${name}` }));

/** The visible range of row or column numbers, clamped to the board. */
function visibleRange(from: number, to: number, limit: number) {
    const clampPlace = (place: number) => Math.min(Math.max(place, 0), limit);
    return [clampPlace(Math.floor(from) - MARGIN), clampPlace(Math.ceil(to) + MARGIN)];
}

class Cells {
    length = 0;
    columns = 0; // of the board
    isTurned = false;
    height = 0; // rows that are drawn
    width = 0;
    cellViews = new Map<number, CellNode>();
    #rowNodes: HTMLElement[] = [];
    #blockNodes: HTMLElement[] = [];
    #fullBlocks = new Set() as Set<number>;
    #blockColumns = 0; // blocks of a row
    #fillFrame = 0;
    host: HTMLElement;
    frame: HTMLElement;
    onAppear: (cell: number, made: CellNode) => void;
    stop: () => number;

    /**
     * @param onAppear called when a cell gets an element, which is still empty
     * @param stop the cell with the Tab stop, which always has an element
     */
    constructor(host: HTMLElement, onAppear: (cell: number, made: CellNode) => void, stop: () => number) {
        this.host = host;
        this.frame = host.parentElement ?? host; // the element that scrolls a large board
        this.onAppear = onAppear;
        this.stop = stop;
        const scheduleFill = () => (this.#fillFrame ||= requestAnimationFrame(() => this.fill()));
        this.frame.addEventListener("scroll", scheduleFill, { passive: true });
        addEventListener("resize", scheduleFill);
        new ResizeObserver(scheduleFill).observe(host); // the cells have another size
    }

    /** The element of a cell, if it has one. */
    at(cell: number) {
        return this.cellViews.get(cell)?.box;
    }

    /** Build the rows of blocks again, and fill the visible ones. */
    resize(rows: number, columns: number, isTurned: boolean) {
        this.columns = columns;
        this.isTurned = isTurned;
        [this.height, this.width] = isTurned ? [columns, rows] : [rows, columns];
        this.length = rows * columns;
        this.cellViews.clear();
        this.#fullBlocks.clear();
        this.#blockColumns = Math.ceil(this.width / BLOCK);
        const last = this.width - (this.#blockColumns - 1) * BLOCK;
        this.#blockNodes = Array.from({ length: this.height * this.#blockColumns }, (_, block) => {
            const node = newElement("div", { class: "block" });
            node.style.setProperty("--many", String((block + 1) % this.#blockColumns ? BLOCK : last));
            return node;
        });
        this.#rowNodes = Array.from({ length: this.height }, (_, row) => {
            const blocks = this.#blockNodes.slice(row * this.#blockColumns, (row + 1) * this.#blockColumns);
            return newElement("div", { class: "row", "aria-rowindex": row + 1, "data-edge": edgeName(row, isTurned) }, ...blocks);
        });
        this.host.style.setProperty("--rows", String(this.height));
        this.host.style.setProperty("--columns", String(this.width));
        this.host.replaceChildren(edgeRow(this.width, !isTurned), ...this.#rowNodes);
        this.fill();
    }

    /** The cell at a place that is drawn, counted row by row. */
    cellAt(place: number) {
        if (!this.isTurned) return place;
        return (place % this.width) * this.columns + Math.floor(place / this.width);
    }

    /** The place at which a cell is drawn. */
    placeOf(cell: number) {
        if (!this.isTurned) return cell;
        return (cell % this.columns) * this.width + Math.floor(cell / this.columns);
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

    /** Make sure that a cell has an element. */
    reveal(cell: number) {
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
        const [left, right] = visibleRange((frameBox.left - first.left) / wide, (frameBox.right - first.left) / wide, this.width);
        return [top, bottom, Math.floor(left / BLOCK), Math.ceil(right / BLOCK)];
    }

    #blockOf(cell: number) {
        const place = this.placeOf(cell);
        const row = Math.floor(place / this.width);
        return row * this.#blockColumns + Math.floor((place - row * this.width) / BLOCK);
    }

    /** The row of a block, its first place, and one past its last. */
    #blockSpan(block: number) {
        const row = Math.floor(block / this.#blockColumns);
        const from = row * this.width + (block - row * this.#blockColumns) * BLOCK;
        return { row, from, to: Math.min(from + BLOCK, (row + 1) * this.width) };
    }

    #makeBlock(block: number) {
        if (this.#fullBlocks.has(block)) return;
        this.#fullBlocks.add(block);
        const { row, from, to } = this.#blockSpan(block);
        const stop = this.stop();
        const boxes = [];
        for (let place = from; place < to; place += 1) {
            const cell = this.cellAt(place);
            const tabindex = cell === stop ? 0 : -1;
            const column = place - row * this.width + 1;
            const box = newElement("div", { role: "gridcell", tabindex, "data-cell": cell, "aria-colindex": column });
            const cellView = { box };
            this.cellViews.set(cell, cellView);
            this.onAppear(cell, cellView);
            boxes.push(box);
        }
        this.#blockNodes[block].replaceChildren(...boxes);
        this.#rowNodes[row].setAttribute("role", "row");
    }

    #clearBlock(block: number) {
        this.#fullBlocks.delete(block);
        const { row, from, to } = this.#blockSpan(block);
        for (let place = from; place < to; place += 1) this.cellViews.delete(this.cellAt(place));
        this.#blockNodes[block].replaceChildren();
        if (!this.#rowNodes[row].querySelector("[data-cell]")) this.#rowNodes[row].removeAttribute("role");
    }
}

export type Deed = "press" | "mark" | "chord";
/** The look of each cell, and the values on which it depends. */
type Shown = { lookOf: (cell: number) => Look, stampOf?: (cell: number) => string | number };
/** How a cell was pressed: by a finger, and twice in quick succession. */
export type How = { touch: boolean, twice: boolean };

const TWICE = 350; // milliseconds at most between the two taps of a double tap
const PAGE_ROWS = 10; // rows that PageUp and PageDown move

/** Name a column as on a chess board: a, b, ..., z, aa. */
export function columnLetters(column: number): string {
    const last = String.fromCharCode(97 + (column % 26));
    return column < 26 ? last : columnLetters(Math.floor(column / 26) - 1) + last;
}

/** The name of a column, a letter, or of a row, its number. */
const edgeName = (at: number, isColumn: boolean) => (isColumn ? columnLetters(at) : String(at + 1));

/** The names above a board. */
function edgeRow(width: number, areColumns: boolean) {
    const named = Array.from({ length: width }, (_, at) => newElement("span", {}, edgeName(at, areColumns)));
    return newElement("div", { class: "edge", "aria-hidden": "true" }, ...named);
}

export class Board {
    #lastTap = { cell: -1, at: -Infinity };
    #lookSource: Shown | undefined;
    #sides: [rows: number, columns: number, canTurn: boolean] = [0, 0, false];
    host: HTMLElement;
    onAction: (action: Deed, cell: number, how: How) => void;
    onLook: (cell: number) => void;
    roving: RovingFocus;
    cells: Cells;

    /**
     * @param host an element with the role grid, in the stage that it fills
     * @param onLook called when a cell gets the focus or the pointer
     */
    constructor(
        host: HTMLElement,
        onDeed: (action: Deed, cell: number, how: How) => void,
        onLook: (cell: number) => void,
    ) {
        this.host = host;
        this.onAction = onDeed;
        this.onLook = onLook;
        this.roving = new RovingFocus(host, onLook);
        this.cells = new Cells(host, (cell, cellView) => this.#drawCell(cell, cellView), () => this.at);
        this.#addListeners();
    }

    /** The cell that has the focus, or had it last. */
    get at() {
        return this.roving.at;
    }

    /** Build the cells again. */
    resize(rows: number, columns: number, canTurn = true) {
        this.#lookSource = undefined;
        this.#sides = [rows, columns, canTurn];
        this.roving.forget(rows * columns);
        this.#build();
    }

    #build() {
        const [rows, columns] = this.#sides;
        this.cells.resize(rows, columns, this.#turns());
        this.host.setAttribute("aria-rowcount", String(this.cells.height));
        this.host.setAttribute("aria-colcount", String(this.cells.width));
        this.roving.takeCells(this.cells);
    }

    /** Whether rows and columns are exchanged, so that a wide board fills a high stage. */
    #turns() {
        const [rows, columns, canTurn] = this.#sides;
        const { clientWidth, clientHeight } = this.cells.frame;
        return canTurn && clientHeight > clientWidth && columns > WIDE * rows;
    }

    /** The stage has another shape. */
    #reshape() {
        if (this.cells.length === 0 || this.#turns() === this.cells.isTurned) return;
        this.#build();
        for (const [cell, cellView] of this.cells.cellViews) this.#drawCell(cell, cellView);
    }

    /**
     * Show the cells; update only those that have changed.
     * @param stampOf what the look depends on; an unchanged cell is skipped
     */
    show(lookOf: (cell: number) => Look, stampOf?: (cell: number) => string | number) {
        this.#lookSource = { lookOf, stampOf };
        for (const [cell, cellView] of this.cells.cellViews) this.#drawCell(cell, cellView);
    }

    #drawCell(cell: number, cellView: CellNode) {
        if (!this.#lookSource) return;
        const { lookOf, stampOf } = this.#lookSource;
        const stamp = stampOf?.(cell);
        if (stamp !== undefined && cellView.stamp === stamp) return;
        cellView.stamp = stamp;
        putLook(cellView, lookOf(cell));
    }

    /** Focus a cell, and scroll it into view. */
    focus(cell: number) {
        this.cells.reveal(cell);
        this.roving.focus(cell);
    }

    #addListeners() {
        const { host } = this;
        new ResizeObserver(() => this.#reshape()).observe(this.cells.frame);
        host.addEventListener("keydown", (event) => this.#onKey(event));
        host.addEventListener("contextmenu", (event) => event.preventDefault());
        host.addEventListener("pointerdown", (event) => this.#onPointerDown(event));
        host.addEventListener("pointerover", (event) => {
            const cell = cellOf(event.target);
            if (cell !== undefined) this.onLook(cell);
        });
    }

    /** A press counts if the finger or button is lifted on the same cell; a finger that is held marks the cell. */
    #onPointerDown(event: PointerEvent) {
        const cell = cellOf(event.target);
        if (cell === undefined || isSecond(event)) return;
        const marks = event.button === 2 || (event.button === 0 && event.ctrlKey);
        const chords = event.button === 1 || event.buttons === 3;
        const node = this.cells.at(cell);
        let holdTimer = 0;
        const stop = () => {
            clearTimeout(holdTimer);
            node?.classList.remove("held");
            release();
        };
        const up = (liftEvent: PointerEvent) => {
            stop();
            if (cellOf(liftEvent.target) !== cell && liftEvent.pointerType !== "touch") return;
            this.#takeDeed(chords ? "chord" : marks ? "mark" : "press", cell, liftEvent.pointerType === "touch", liftEvent.timeStamp);
        };
        if (event.pointerType === "touch") {
            node?.style.setProperty("--hold", `${touchLength()}ms`);
            node?.classList.add("held");
            holdTimer = setTimeout(() => {
                stop();
                navigator.vibrate?.(20);
                this.#takeDeed("mark", cell, true, performance.now());
            }, touchLength());
        }
        const release = followPointer(up, stop);
    }

    /** @param at the time of the press; on a busy phone the event arrives much later */
    #takeDeed(action: Deed, cell: number, touch: boolean, at: number) {
        const twice = action === "press" && this.#lastTap.cell === cell && at - this.#lastTap.at < TWICE;
        this.#lastTap = { cell, at };
        this.focus(cell);
        this.onAction(action, cell, { touch, twice });
    }

    #onKey(event: KeyboardEvent) {
        if (event.altKey || event.metaKey) return;
        const keyActions = { Enter: "press", " ": "press", f: "mark", c: "chord" } as Record<string, Deed>;
        const to = this.#cellTowards(event);
        const isLetter = /^[a-z]$/.test(event.key);
        const action = event.ctrlKey || (isLetter && !lettersAreKeys()) ? undefined : keyActions[event.key];
        if (to === undefined && action === undefined) return;
        event.preventDefault();
        if (action !== undefined) this.onAction(action, this.at, { touch: false, twice: false });
        else if (to !== undefined) this.focus(to);
    }

    #cellTowards(event: KeyboardEvent) {
        const { width, height, length } = this.cells;
        const place = this.cells.placeOf(this.at);
        const [row, column] = [Math.floor(place / width), place % width];
        const at = (r: number, c: number) =>
            this.cells.cellAt(Math.min(Math.max(r, 0), height - 1) * width + Math.min(Math.max(c, 0), width - 1));
        switch (event.key) {
            case "ArrowLeft": return at(row, column - 1);
            case "ArrowRight": return at(row, column + 1);
            case "ArrowUp": return at(row - 1, column);
            case "ArrowDown": return at(row + 1, column);
            case "PageUp": return at(row - PAGE_ROWS, column);
            case "PageDown": return at(row + PAGE_ROWS, column);
            case "Home": return event.ctrlKey ? 0 : at(row, 0);
            case "End": return event.ctrlKey ? length - 1 : at(row, width - 1);
            default: return undefined;
        }
    }
}
