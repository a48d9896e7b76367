// The board of Optimiza as a drawing: tiles, half of their copies around them, and the path as a line under the numbers.
// It is one Tab stop; it reports which square was pressed, and knows no rule. Its style sheet finds its size.

import { columnLetters } from "../../frame/board/board.ts";
import { RovingFocus, cellOf, followPointer, isSecond } from "../../frame/board/input.ts";
import { svgElement, svgText } from "../../frame/dom.ts";
import type { LinesReply, ShapeReply } from "../../kernel/optimiza.ts";
export type Look = { classes: string, label: string, order: string };
type Place = { row: number, column: number };
type Frame = { left: number, top: number, right: number, bottom: number };
type Steps = LinesReply["units"][];
/** A square was pressed; the pointer came to it while its button was held; Backspace; a digit. */
type Listeners = { take: (cell: number) => void, over: (cell: number) => void, back: () => void, jump: (digit: string) => void };

const INSET = 0.46; // half of a tile, less half of the gap to the next
const CORNER = 0.2;
const DEPTH = 0.05; // of the side below a tile's face
const COPIES = 0.5; // of the copies around
const BORDER = 0.15; // around a board without copies
const EDGE = 0.06; // of the board, for the names of rows and columns
const WIDEST_EDGE = 0.8;
const RING = { halo: 0.14, gap: 0.05, band: 0.01 }; // how much its lines lie outside of a tile
const RECENT = 3; // moves whose marks have their numbers

export class TorusBoard {
    #cells: SVGGElement[] = [];
    #tiles: SVGElement[] = [];
    #orders: SVGTextElement[] = [];
    #places: Place[] = [];
    #stamps: string[] = [];
    #draggedCell = -1; // the cell that a finger or the mouse has come to last
    #lines = svgElement("g", { class: "lines" });
    #rings = svgElement("g", { class: "rings", "aria-hidden": "true" });
    #lean = 0; // of rows of hexagons: half a cell to the left or right a row
    host: HTMLElement;
    on: Listeners;
    roving: RovingFocus;

    constructor(host: HTMLElement, on: Listeners) {
        this.host = host;
        this.on = on;
        this.roving = new RovingFocus(host);
        host.addEventListener("keydown", (event) => this.#key(event));
        host.addEventListener("pointerdown", (event) => this.#down(event));
    }

    /** The cell that has the focus, or had it. */
    get at() {
        return this.roving.at;
    }

    /**
     * Draw the cells again.
     * @param cells their numbers
     */
    resize(form: ShapeReply, lean: number, cells: ArrayLike<number>, label: string) {
        this.#lean = lean;
        this.#places = [...form.lengths].flatMap((length, row) => Array.from({ length }, (_, column) => ({ row, column })));
        this.#stamps = [];
        const margin = 0.5 + (form.around.length ? COPIES : BORDER);
        const frame = this.#frame(margin);
        const copies = form.around.map(({ row, column, cell }) => this.#copy({ row: Number(row), column: Number(column) }, cell, cells[cell], frame));
        this.#tiles = this.#places.map((place) => this.#tile(place));
        this.#orders = this.#places.map((place) => this.#order(place));
        this.#cells = this.#places.map((place, cell) => this.#cell(place, cell, cells[cell]));
        const rows = [...form.lengths].map((_, row) =>
            svgElement("g", { role: "row" }, ...this.#cells.filter((_, cell) => this.#places[cell].row === row)),
        );
        this.host.replaceChildren(this.#picture(copies, rows, label, frame));
        this.roving.takeCells(this.#cells);
    }

    /** The part of the plane that is drawn. */
    #frame(margin: number): Frame {
        const columns = this.#places.map((place) => this.#spot(place)[0]);
        const [left, right] = [Math.min(...columns) - margin, Math.max(...columns) + margin];
        return { left, top: -margin, right, bottom: this.#places[this.#places.length - 1].row + margin };
    }

    #picture(copies: SVGElement[], rows: SVGElement[], label: string, { left, top, right, bottom }: Frame) {
        const [wide, high] = [right - left, bottom - top];
        const edge = Math.min(WIDEST_EDGE, EDGE * high);
        const window = svgElement("svg", { x: left, y: top, width: wide, height: high, viewBox: `${left} ${top} ${wide} ${high}` });
        const orders = svgElement("g", { class: "orders", "aria-hidden": "true" }, ...this.#orders);
        window.append(svgElement("g", { class: "copies", "aria-hidden": "true" }, ...copies), ...this.#tiles, this.#lines, ...rows, orders, this.#rings);
        const viewBox = `${left - edge} ${top - edge} ${wide + edge} ${high + edge}`;
        const picture = svgElement("svg", { role: "grid", "aria-label": label, viewBox });
        picture.append(...this.#edges(left - edge / 2, top - edge / 2, rows.length), window);
        for (const [name, value] of [["wide", wide + edge], ["high", high + edge], ["edge", edge]]) this.host.style.setProperty(`--${name}`, String(value));
        return picture;
    }

    /** The names of rows and columns. */
    #edges(x: number, y: number, rows: number) {
        const columns = 1 + Math.max(...this.#places.map(({ column }) => column));
        const side = Array.from({ length: rows }, (_, row) => svgText({ class: "edge", x, y: row }, String(row + 1)));
        if (this.#lean) return side; // columns of hexagons lean
        return [...side, ...Array.from({ length: columns }, (_, column) => svgText({ class: "edge", x: column, y }, columnLetters(column)))];
    }

    /** The middle of a cell in the drawing. */
    #spot({ row, column }: Place) {
        return [column + row * this.#lean, row];
    }

    #box(place: Place, kind: string, grow = 0, depth = 0) {
        const [x, y] = this.#spot(place);
        const half = INSET + grow;
        return svgElement("rect", { class: kind, x: x - half, y: y - half, width: 2 * half, height: 2 * half - depth, rx: CORNER + grow });
    }

    #tile(place: Place) {
        return svgElement("g", { class: "tile" }, this.#box(place, "side"), this.#box(place, "face", 0, DEPTH));
    }

    /** The text that numbers a cell of the path. */
    #order(place: Place) {
        const [x, y] = this.#spot(place);
        return svgText({ class: "order", x: x - 0.3, y: y - 0.28 });
    }

    /** A copy of a cell beyond an edge, as much of it as is drawn. */
    #copy(place: Place, cell: number, number: number, { left, top, right, bottom }: Frame) {
        const [x, y] = this.#spot(place);
        const [x1, x2] = [Math.max(x - INSET, left), Math.min(x + INSET, right)];
        const [y1, y2] = [Math.max(y - INSET, top), Math.min(y + INSET, bottom)];
        if (x1 >= x2 || y1 >= y2) return svgElement("g");
        const box = svgElement("rect", { class: "copy", x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: CORNER / 2 });
        return svgElement("g", { "data-cell": cell }, box, svgText({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 }, String(number)));
    }

    #cell(place: Place, cell: number, number: number) {
        const [x, y] = this.#spot(place);
        return svgElement(
            "g",
            { role: "gridcell", tabindex: -1, "data-cell": cell, transform: `translate(${x} ${y})` },
            svgElement("rect", { class: "hit", x: -0.5, y: -0.5, width: 1, height: 1, rx: CORNER + 0.04 }),
            svgText({ class: "number", y: -DEPTH / 2 }, String(number)),
        );
    }

    /** Show the cells; only those that have changed are touched. */
    show(lookOf: (cell: number) => Look, stampOf: (cell: number) => string) {
        for (const [cell, node] of this.#cells.entries()) {
            const stamp = stampOf(cell);
            if (this.#stamps[cell] === stamp) continue;
            this.#stamps[cell] = stamp;
            const { classes, label, order } = lookOf(cell);
            node.setAttribute("class", classes);
            node.setAttribute("aria-label", label);
            this.#tiles[cell].setAttribute("class", `tile ${classes}`);
            this.#orders[cell].textContent = order;
        }
    }

    /** Draw rings around cells, by their classes. */
    ring(rings: Map<number, string>) {
        const lines = [...rings].filter(([cell]) => this.#places[cell]).map(([cell, kind]) => {
            const boxes = Object.entries(RING).map(([part, grow]) => this.#box(this.#places[cell], part, grow));
            return svgElement("g", { class: `around ${kind}` }, ...boxes);
        });
        this.#rings.replaceChildren(...lines);
    }

    /** Draw the lines of a path; a line that leaves the board enters it again at a mark of the same number. */
    trace(path: number[], steps: Steps, kind = "walked") {
        const moves = steps.map((units, step) => {
            const isOld = steps.length - step > RECENT;
            return svgElement("g", { class: isOld ? `${kind} old` : kind }, ...this.#line(path[step], units, step + 1));
        });
        this.#lines.replaceChildren(...moves);
    }

    #line(from: number, units: LinesReply["units"], number: number) {
        let [x, y] = this.#spot(this.#places[from]);
        let outline = `M ${x} ${y}`;
        const marks = [];
        for (const unit of units) {
            const [right, down] = this.#vector(unit.out_right, unit.out_down);
            const [nextX, nextY] = this.#spot(this.#places[unit.cell]);
            if (nextX !== x + right || nextY !== y + down) {
                const [inRight, inDown] = this.#vector(unit.in_right, unit.in_down);
                const [outX, outY, inX, inY] = [x + right / 2, y + down / 2, nextX - inRight / 2, nextY - inDown / 2];
                outline += ` L ${outX} ${outY} M ${inX} ${inY}`;
                marks.push(...mark(outX, outY, number), ...mark(inX, inY, number));
            }
            outline += ` L ${nextX} ${nextY}`;
            [x, y] = [nextX, nextY];
        }
        return [svgElement("path", { d: outline }), ...marks];
    }

    #vector(right: bigint, down: bigint) {
        return [Number(right) + Number(down) * this.#lean, Number(down)];
    }

    focus(cell: number) {
        this.roving.focus(cell);
    }

    /** Scroll a large board to a cell. */
    reveal(cell: number) {
        this.#cells[cell]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    #down(event: PointerEvent) {
        const cell = cellOf(event.target);
        if (cell === undefined || event.button !== 0 || isSecond(event)) return;
        event.preventDefault();
        this.focus(cell);
        this.#draggedCell = cell;
        this.on.take(cell);
        const onMove = ({ clientX, clientY }: PointerEvent) => {
            const under = cellOf(document.elementFromPoint(clientX, clientY));
            if (under === undefined || under === this.#draggedCell) return;
            this.#draggedCell = under;
            this.on.over(under);
        };
        const stop = () => release();
        const release = followPointer(stop, stop, onMove);
    }

    #key(event: KeyboardEvent) {
        if (event.altKey || event.metaKey) return;
        const to = this.#towards(event);
        if (/^[1-9]$/.test(event.key) && !event.ctrlKey) return this.on.jump(event.key);
        const takes = !event.ctrlKey && (event.key === "Enter" || event.key === " ");
        if (to === undefined && !takes && event.key !== "Backspace") return;
        event.preventDefault();
        if (to !== undefined) this.focus(to);
        else if (takes) this.on.take(this.at);
        else this.on.back();
    }

    #towards({ key, ctrlKey }: KeyboardEvent) {
        const { row, column } = this.#places[this.at];
        const last = this.#cells.length - 1;
        switch (key) {
            case "ArrowLeft": return this.#near(row, column - 1);
            case "ArrowRight": return this.#near(row, column + 1);
            case "ArrowUp": return this.#near(row - 1, column);
            case "ArrowDown": return this.#near(row + 1, column);
            case "PageUp": return this.#near(row - 10, column);
            case "PageDown": return this.#near(row + 10, column);
            case "Home": return ctrlKey ? 0 : this.#near(row, 0);
            case "End": return ctrlKey ? last : this.#near(row, last);
            default: return undefined;
        }
    }

    /** The cell at a place, or the nearest on the board. */
    #near(row: number, column: number) {
        const lowest = this.#places[this.#places.length - 1].row;
        const line = Math.min(Math.max(row, 0), lowest);
        const first = this.#places.findIndex((place) => place.row === line);
        const length = this.#places.filter((place) => place.row === line).length;
        return first + Math.min(Math.max(column, 0), length - 1);
    }
}

/** A mark at the point at which a line crosses an edge. */
function mark(x: number, y: number, number: number) {
    return [svgElement("circle", { cx: x, cy: y, r: 0.13 }), svgText({ class: "mark", x, y }, String(number))];
}
