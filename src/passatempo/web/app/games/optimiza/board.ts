// The board of Optimiza as a drawing: tiles, half of their copies around them, and the path as a line under the numbers.
// It is one Tab stop. It reports the pressed square, and knows no rule. Its style sheet computes its size.

import { columnLetters } from "../../frame/board/board.ts";
import { RovingFocus, cellOf, followPointer, isSecond } from "../../frame/board/input.ts";
import { svgElement, svgText } from "../../frame/dom.ts";
import type { LinesReply, ShapeReply } from "../../kernel/optimiza.ts";
export type Look = { classes: string, label: string, order: string };
type Place = { row: number, column: number };
type Frame = { left: number, top: number, right: number, bottom: number };
type Steps = LinesReply["units"][];
/** The callbacks for a pressed square, a square that the pressed pointer enters, Backspace and a digit. */
type Listeners = { take: (cell: number) => void, over: (cell: number) => void, back: () => void, jump: (digit: string) => void };

const INSET = 0.46; // half of a tile, less half of the gap to the next
const CORNER = 0.2;
const DEPTH = 0.05; // of the side below a tile's face
const COPIES = 0.5; // of the copies around
const BORDER = 0.15; // around a board without copies
const EDGE = 0.06; // of the board, for the names of rows and columns
const WIDEST_EDGE = 0.8;
const RING = { halo: 0.14, gap: 0.05, band: 0.01 }; // distances of its lines from the tile
const RECENT = 3; // moves whose marks have their numbers

export class TorusBoard {
    #cellNodes: SVGGElement[] = [];
    #tileNodes: SVGElement[] = [];
    #orderTexts: SVGTextElement[] = [];
    #cellPlaces: Place[] = [];
    #cellStamps: string[] = [];
    #draggedCell = -1; // the last cell that a finger or the mouse has entered
    #pathLayer = svgElement("g", { class: "lines" });
    #ringLayer = svgElement("g", { class: "rings", "aria-hidden": "true" });
    #rowLean = 0; // of rows of hexagons: half a cell to the left or right a row
    host: HTMLElement;
    on: Listeners;
    rovingFocus: RovingFocus;

    constructor(host: HTMLElement, on: Listeners) {
        this.host = host;
        this.on = on;
        this.rovingFocus = new RovingFocus(host);
        host.addEventListener("keydown", (event) => this.#key(event));
        host.addEventListener("pointerdown", (event) => this.#down(event));
    }

    /** The cell that has the focus, or had it. */
    get at() {
        return this.rovingFocus.at;
    }

    /**
     * Draw the cells again.
     * @param cells their numbers
     */
    resize(form: ShapeReply, lean: number, cells: ArrayLike<number>, label: string) {
        this.#rowLean = lean;
        this.#cellPlaces = [...form.lengths].flatMap((length, row) => Array.from({ length }, (_, column) => ({ row, column })));
        this.#cellStamps = [];
        const margin = 0.5 + (form.around.length ? COPIES : BORDER);
        const frame = this.#frame(margin);
        const copyNodes = form.around.map(({ row, column, cell }) => this.#copy({ row: Number(row), column: Number(column) }, cell, cells[cell], frame));
        this.#tileNodes = this.#cellPlaces.map((place) => this.#tile(place));
        this.#orderTexts = this.#cellPlaces.map((place) => this.#order(place));
        this.#cellNodes = this.#cellPlaces.map((place, cell) => this.#cell(place, cell, cells[cell]));
        const rowNodes = [...form.lengths].map((_, row) =>
            svgElement("g", { role: "row" }, ...this.#cellNodes.filter((_, cell) => this.#cellPlaces[cell].row === row)),
        );
        this.host.replaceChildren(this.#picture(copyNodes, rowNodes, label, frame));
        this.rovingFocus.takeCells(this.#cellNodes);
    }

    /** The part of the plane that is drawn. */
    #frame(margin: number): Frame {
        const placeColumns = this.#cellPlaces.map((place) => this.#spot(place)[0]);
        const [left, right] = [Math.min(...placeColumns) - margin, Math.max(...placeColumns) + margin];
        return { left, top: -margin, right, bottom: this.#cellPlaces[this.#cellPlaces.length - 1].row + margin };
    }

    #picture(copies: SVGElement[], rows: SVGElement[], label: string, { left, top, right, bottom }: Frame) {
        const [wide, high] = [right - left, bottom - top];
        const edge = Math.min(WIDEST_EDGE, EDGE * high);
        const windowElement = svgElement("svg", { x: left, y: top, width: wide, height: high, viewBox: `${left} ${top} ${wide} ${high}` });
        const orders = svgElement("g", { class: "orders", "aria-hidden": "true" }, ...this.#orderTexts);
        windowElement.append(svgElement("g", { class: "copies", "aria-hidden": "true" }, ...copies), ...this.#tileNodes, this.#pathLayer, ...rows, orders, this.#ringLayer);
        const viewBox = `${left - edge} ${top - edge} ${wide + edge} ${high + edge}`;
        const gridElement = svgElement("svg", { role: "grid", "aria-label": label, viewBox });
        gridElement.append(...this.#edges(left - edge / 2, top - edge / 2, rows.length), windowElement);
        for (const [name, value] of [["wide", wide + edge], ["high", high + edge], ["edge", edge]]) this.host.style.setProperty(`--${name}`, String(value));
        return gridElement;
    }

    /** The names of rows and columns. */
    #edges(x: number, y: number, rows: number) {
        const columns = 1 + Math.max(...this.#cellPlaces.map(({ column }) => column));
        const rowNames = Array.from({ length: rows }, (_, row) => svgText({ class: "edge", x, y: row }, String(row + 1)));
        if (this.#rowLean) return rowNames; // columns of hexagons lean
        return [...rowNames, ...Array.from({ length: columns }, (_, column) => svgText({ class: "edge", x: column, y }, columnLetters(column)))];
    }

    /** The middle of a cell in the drawing. */
    #spot({ row, column }: Place) {
        return [column + row * this.#rowLean, row];
    }

    #box(place: Place, kind: string, grow = 0, depth = 0) {
        const [x, y] = this.#spot(place);
        const halfSize = INSET + grow;
        return svgElement("rect", { class: kind, x: x - halfSize, y: y - halfSize, width: 2 * halfSize, height: 2 * halfSize - depth, rx: CORNER + grow });
    }

    #tile(place: Place) {
        return svgElement("g", { class: "tile" }, this.#box(place, "side"), this.#box(place, "face", 0, DEPTH));
    }

    /** The text that numbers a cell of the path. */
    #order(place: Place) {
        const [x, y] = this.#spot(place);
        return svgText({ class: "order", x: x - 0.3, y: y - 0.28 });
    }

    /** The visible part of the copy of a cell beyond an edge. */
    #copy(place: Place, cell: number, number: number, { left, top, right, bottom }: Frame) {
        const [x, y] = this.#spot(place);
        const [x1, x2] = [Math.max(x - INSET, left), Math.min(x + INSET, right)];
        const [y1, y2] = [Math.max(y - INSET, top), Math.min(y + INSET, bottom)];
        if (x1 >= x2 || y1 >= y2) return svgElement("g");
        const copyBox = svgElement("rect", { class: "copy", x: x1, y: y1, width: x2 - x1, height: y2 - y1, rx: CORNER / 2 });
        return svgElement("g", { "data-cell": cell }, copyBox, svgText({ x: (x1 + x2) / 2, y: (y1 + y2) / 2 }, String(number)));
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

    /** Show the cells; update only those that have changed. */
    show(lookOf: (cell: number) => Look, stampOf: (cell: number) => string) {
        for (const [cell, cellNode] of this.#cellNodes.entries()) {
            const stamp = stampOf(cell);
            if (this.#cellStamps[cell] === stamp) continue;
            this.#cellStamps[cell] = stamp;
            const { classes, label, order } = lookOf(cell);
            cellNode.setAttribute("class", classes);
            cellNode.setAttribute("aria-label", label);
            this.#tileNodes[cell].setAttribute("class", `tile ${classes}`);
            this.#orderTexts[cell].textContent = order;
        }
    }

    /** Draw rings around cells, by their classes. */
    ring(rings: Map<number, string>) {
        const ringNodes = [...rings].filter(([cell]) => this.#cellPlaces[cell]).map(([cell, kind]) => {
            const ringBoxes = Object.entries(RING).map(([part, grow]) => this.#box(this.#cellPlaces[cell], part, grow));
            return svgElement("g", { class: `around ${kind}` }, ...ringBoxes);
        });
        this.#ringLayer.replaceChildren(...ringNodes);
    }

    /** Draw the lines of a path; a line that leaves the board enters it again at a mark of the same number. */
    trace(path: number[], steps: Steps, kind = "walked") {
        const stepNodes = steps.map((units, step) => {
            const isOldStep = steps.length - step > RECENT;
            return svgElement("g", { class: isOldStep ? `${kind} old` : kind }, ...this.#line(path[step], units, step + 1));
        });
        this.#pathLayer.replaceChildren(...stepNodes);
    }

    #line(from: number, units: LinesReply["units"], number: number) {
        let [x, y] = this.#spot(this.#cellPlaces[from]);
        let outline = `M ${x} ${y}`;
        const marks = [];
        for (const unit of units) {
            const [right, down] = this.#vector(unit.out_right, unit.out_down);
            const [nextX, nextY] = this.#spot(this.#cellPlaces[unit.cell]);
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
        return [Number(right) + Number(down) * this.#rowLean, Number(down)];
    }

    focus(cell: number) {
        this.rovingFocus.focus(cell);
    }

    /** Scroll a large board to a cell. */
    reveal(cell: number) {
        this.#cellNodes[cell]?.scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    #down(event: PointerEvent) {
        const cell = cellOf(event.target);
        if (cell === undefined || event.button !== 0 || isSecond(event)) return;
        event.preventDefault();
        this.focus(cell);
        this.#draggedCell = cell;
        this.on.take(cell);
        const onMove = ({ clientX, clientY }: PointerEvent) => {
            const pointerCell = cellOf(document.elementFromPoint(clientX, clientY));
            if (pointerCell === undefined || pointerCell === this.#draggedCell) return;
            this.#draggedCell = pointerCell;
            this.on.over(pointerCell);
        };
        const stop = () => release();
        const release = followPointer(stop, stop, onMove);
    }

    #key(event: KeyboardEvent) {
        if (event.altKey || event.metaKey) return;
        const to = this.#towards(event);
        if (/^[1-9]$/.test(event.key) && !event.ctrlKey) return this.on.jump(event.key);
        const isTakeKey = !event.ctrlKey && (event.key === "Enter" || event.key === " ");
        if (to === undefined && !isTakeKey && event.key !== "Backspace") return;
        event.preventDefault();
        if (to !== undefined) this.focus(to);
        else if (isTakeKey) this.on.take(this.at);
        else this.on.back();
    }

    #towards({ key, ctrlKey }: KeyboardEvent) {
        const { row, column } = this.#cellPlaces[this.at];
        const lastCell = this.#cellNodes.length - 1;
        switch (key) {
            case "ArrowLeft": return this.#near(row, column - 1);
            case "ArrowRight": return this.#near(row, column + 1);
            case "ArrowUp": return this.#near(row - 1, column);
            case "ArrowDown": return this.#near(row + 1, column);
            case "PageUp": return this.#near(row - 10, column);
            case "PageDown": return this.#near(row + 10, column);
            case "Home": return ctrlKey ? 0 : this.#near(row, 0);
            case "End": return ctrlKey ? lastCell : this.#near(row, lastCell);
            default: return undefined;
        }
    }

    /** The cell at a place, or the nearest on the board. */
    #near(row: number, column: number) {
        const lastRow = this.#cellPlaces[this.#cellPlaces.length - 1].row;
        const nearRow = Math.min(Math.max(row, 0), lastRow);
        const firstCell = this.#cellPlaces.findIndex((place) => place.row === nearRow);
        const rowLength = this.#cellPlaces.filter((place) => place.row === nearRow).length;
        return firstCell + Math.min(Math.max(column, 0), rowLength - 1);
    }
}

/** A mark at the point of an edge that a line crosses. */
function mark(x: number, y: number, number: number) {
    return [svgElement("circle", { cx: x, cy: y, r: 0.13 }), svgText({ class: "mark", x, y }, String(number))];
}
