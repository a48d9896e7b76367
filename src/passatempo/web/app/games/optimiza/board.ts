// The board of Optimiza as a drawing: cells, copies of cells around it, and the path as a line under the numbers. It is
// one Tab stop; it says which cell was taken, and knows no rule.

import { columnLetters } from "../../frame/board/board.ts";
import { RovingFocus, cellOf, followPointer, isSecond } from "../../frame/board/input.ts";
import { svgElement, svgText } from "../../frame/dom.ts";
import type { LinesReply, ShapeReply } from "../../kernel/optimiza.ts";
export type Look = { classes: string, label: string, order: string };
type Place = { row: number, column: number };

const INSET = 0.475; // half of a cell, less half of the gap to the next
const SEEN = 0.7; // of the copies around
const EDGE = 0.45; // for the labels beyond them
const LARGEST = 84; // pixels of a cell
const LEAST = 32;
const ABOVE = 330; // pixels that the page needs besides the board
const RECENT = 3; // moves whose marks have their numbers

export class TorusBoard {
    #cells: SVGGElement[] = [];
    #grounds: SVGElement[] = [];
    #orders: SVGTextElement[] = [];
    #places: Place[] = [];
    #shown: string[] = [];
    #dragged = -1; // the cell that a finger or the mouse has come to last
    #lines = svgElement("g", { class: "lines" });
    #factor = 1; // of the size
    /** The whole picture, and its sizes. */
    #drawn: { picture: SVGElement, wide: number, high: number } | undefined;
    #lean = 0; // of rows of hexagons: half a cell to the left or right a row
    host: HTMLElement;
    on: {
        take: (cell: number) => void, over: (cell: number) => void, back: () => void, jump: (digit: string) => void,
    };
    roving: RovingFocus;

    /** @param on a cell was pressed; it was come to while the button is held; Backspace; a digit */
    constructor(host: HTMLElement, on: {
        take: (cell: number) => void, over: (cell: number) => void, back: () => void, jump: (digit: string) => void,
    }) {
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
     * Draw the cells anew.
     * @param cells their numbers
     */
    resize(form: ShapeReply, lean: number, cells: ArrayLike<number>, label: string) {
        this.#lean = lean;
        this.#places = [...form.lengths].flatMap((length, row) => Array.from({ length }, (_, column) => ({ row, column })));
        this.#shown = [];
        const copies = form.around.map(({ row, column, cell }) => this.#copy({ row: Number(row), column: Number(column) }, cell, cells[cell]));
        this.#grounds = this.#places.map((place) => this.#box(place, "ground"));
        this.#orders = this.#places.map((place) => this.#order(place));
        this.#cells = this.#places.map((place, cell) => this.#made(place, cell, cells[cell]));
        const rows = [...form.lengths].map((_, row) =>
            svgElement("g", { role: "row" }, ...this.#cells.filter((_, cell) => this.#places[cell].row === row)),
        );
        this.host.replaceChildren(this.#picture(copies, rows, label, form.around.length > 0));
        this.roving.takeCells(this.#cells);
    }

    #picture(copies: SVGElement[], rows: SVGElement[], label: string, around: boolean) {
        const spots = this.#places.map((place) => this.#spot(place));
        const margin = 0.5 + (around ? SEEN : 0.1);
        const [left, right] = [Math.min(...spots.map(([x]) => x)), Math.max(...spots.map(([x]) => x))];
        const bottom = rows.length - 1;
        const wide = right - left + 2 * margin + EDGE;
        const high = bottom + 2 * margin + EDGE;
        const room = Math.min(this.host.clientWidth / wide, (innerHeight - ABOVE) / high);
        const size = Math.min(LARGEST, Math.max(LEAST, Math.floor(room)));
        const window = svgElement("svg", {
            x: left - margin, y: -margin, width: right - left + 2 * margin, height: bottom + 2 * margin,
            viewBox: `${left - margin} ${-margin} ${right - left + 2 * margin} ${bottom + 2 * margin}`,
        });
        window.append(svgElement("g", { class: "copies", "aria-hidden": "true" }, ...copies), ...this.#grounds, this.#lines, ...rows, svgElement("g", { "aria-hidden": "true", class: "orders" }, ...this.#orders));
        const picture = svgElement("svg", {
            role: "grid", "aria-label": label,
            viewBox: `${left - margin - EDGE} ${-margin - EDGE} ${wide} ${high}`,
        });
        picture.append(...this.#edges(left - margin - EDGE / 2, -margin - EDGE / 2, rows.length), window);
        this.#drawn = { picture, wide: wide * size, high: high * size };
        this.zoom(this.#factor);
        return picture;
    }

    /** Draw it so many times as large. */
    zoom(factor: number) {
        this.#factor = factor;
        this.#drawn?.picture.setAttribute("width", String(this.#drawn.wide * factor));
        this.#drawn?.picture.setAttribute("height", String(this.#drawn.high * factor));
    }

    /** The names of rows and columns. */
    #edges(x: number, y: number, rows: number) {
        const columns = 1 + Math.max(...this.#places.map(({ column }) => column));
        const side = Array.from({ length: rows }, (_, row) => svgText({ class: "edge", x, y: row }, String(row + 1)));
        if (this.#lean) return side; // columns of hexagons lean
        return [...side, ...Array.from({ length: columns }, (_, column) => svgText({ class: "edge", x: column, y }, columnLetters(column)))];
    }

    /** Where the middle of a cell is drawn. */
    #spot({ row, column }: Place) {
        return [column + row * this.#lean, row];
    }

    #box(place: Place, kind: string) {
        const [x, y] = this.#spot(place);
        return svgElement("rect", { class: kind, x: x - INSET, y: y - INSET, width: 2 * INSET, height: 2 * INSET });
    }

    /** Where the place of a cell in the path is written. */
    #order(place: Place) {
        const [x, y] = this.#spot(place);
        return svgText({ class: "order", x: x - 0.4, y: y - 0.26 });
    }

    #copy(place: Place, cell: number, number: number) {
        const [x, y] = this.#spot(place);
        return svgElement("g", { "data-cell": cell }, this.#box(place, "copy"), svgText({ x, y }, String(number)));
    }

    #made(place: Place, cell: number, number: number) {
        const [x, y] = this.#spot(place);
        return svgElement(
            "g",
            { role: "gridcell", tabindex: -1, "data-cell": cell, transform: `translate(${x} ${y})` },
            svgElement("rect", { class: "hit", x: -0.5, y: -0.5, width: 1, height: 1 }),
            svgText({ class: "number" }, String(number)),
        );
    }

    /** Show some cells; only what has changed is touched. */
    show(cells: Iterable<number>, lookOf: (cell: number) => Look) {
        for (const cell of cells) {
            const made = this.#cells[cell];
            const { classes, label, order } = lookOf(cell);
            const shown = `${classes}\n${label}\n${order}`;
            if (this.#shown[cell] === shown) continue;
            this.#shown[cell] = shown;
            made.setAttribute("class", classes);
            made.setAttribute("aria-label", label);
            this.#grounds[cell].setAttribute("class", `ground ${classes}`);
            this.#orders[cell].textContent = order;
        }
    }

    /** Draw the lines of a path; a line that leaves the board enters it again at a mark of the same number. */
    trace(path: number[], told: LinesReply, kind = "walked") {
        const moves = [...told.first].map((end, move) => {
            const units = told.units.slice(move ? told.first[move - 1] : 0, end);
            const old = told.first.length - move > RECENT;
            return svgElement("g", { class: old ? `${kind} old` : kind }, ...this.#line(path[move], units, move + 1));
        });
        this.#lines.replaceChildren(...moves);
    }

    #line(from: number, units: LinesReply["units"], number: number) {
        let [x, y] = this.#spot(this.#places[from]);
        let way = `M ${x} ${y}`;
        const marks = [];
        for (const unit of units) {
            const [right, down] = this.#vector(unit.out_right, unit.out_down);
            const [nextX, nextY] = this.#spot(this.#places[unit.cell]);
            if (nextX !== x + right || nextY !== y + down) {
                const [inRight, inDown] = this.#vector(unit.in_right, unit.in_down);
                const [outX, outY, inX, inY] = [x + right / 2, y + down / 2, nextX - inRight / 2, nextY - inDown / 2];
                way += ` L ${outX} ${outY} M ${inX} ${inY}`;
                marks.push(...mark(outX, outY, number), ...mark(inX, inY, number));
            }
            way += ` L ${nextX} ${nextY}`;
            [x, y] = [nextX, nextY];
        }
        return [svgElement("path", { d: way }), ...marks];
    }

    #vector(right: bigint, down: bigint) {
        return [Number(right) + Number(down) * this.#lean, Number(down)];
    }

    focus(cell: number) {
        this.roving.focus(cell);
    }

    #down(event: PointerEvent) {
        const cell = cellOf(event.target);
        if (cell === undefined || event.button !== 0 || isSecond(event)) return;
        event.preventDefault();
        this.focus(cell);
        this.#dragged = cell;
        this.on.take(cell);
        const moved = ({ clientX, clientY }: PointerEvent) => {
            const come = cellOf(document.elementFromPoint(clientX, clientY));
            if (come === undefined || come === this.#dragged) return;
            this.#dragged = come;
            this.on.over(come);
        };
        const stop = () => release();
        const release = followPointer(stop, stop, moved);
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

/** Where a line crosses an edge. */
function mark(x: number, y: number, number: number) {
    return [svgElement("circle", { cx: x, cy: y, r: 0.13 }), svgText({ class: "mark", x, y }, String(number))];
}
