// A row of cards as a mountain: a bar for each card, a sign over each turn, and how far the peaks are apart. It is one Tab
// stop; it reports which card is pressed, which two are swapped and where a peak is dragged, and knows no rule.

import { RovingFocus, cellOf, followPointer } from "../../frame/board/input.ts";
import { svgElement, svgText } from "../../frame/dom.ts";

/** The look of a card: its value, the height of its bar from 0 to 1, its shape, and the way that it has just come. */
export type Look = { value: number, height: number, classes: string, label: string, sign: string, from?: number };
/** The distance that is measured between two cards. */
export type Measure = { from: number, to: number, text: string };
/** A card was pressed, by Enter or otherwise; two were swapped; a peak was dragged some places to the right, and let go. */
type Listener = {
    press: (cell: number, how: { key?: string, touch: boolean }) => void, swap: (a: number, b: number) => void,
    peak: (cell: number, steps: number) => void, drop: () => void,
};

const TALL = 4.2; // of the highest bar, in widths of a card
const TALLEST = 24; // where cards are many
const STEEP = 0.55; // of a card, for each card
const LOW = 0.95; // of the lowest bar, which holds its value
const ABOVE = 1.3; // over the highest bar: sign and measure
const BELOW = 0.5; // under the bars: positions
const ROUND = 0.14; // corner of a bar
const DIGIT = 0.58; // width of a digit, in sizes of the letters
const LARGEST = 0.46; // letters of a value
const SMALL = 0.23; // letters beside the bars, where cards are few
const WIDE_CARDS = 9; // cards; narrower ones need larger letters

export class MountainBoard {
    #cells: SVGGElement[] = [];
    #signs = svgElement("g", { class: "signs", "aria-hidden": "true" });
    #tall = TALL;
    #small = SMALL;
    host: HTMLElement;
    on: Listener;
    roving: RovingFocus;
    isPeak: (cell: number) => boolean = () => false; // which cards can be dragged to another distance

    constructor(host: HTMLElement, on: Listener) {
        this.host = host;
        this.on = on;
        this.roving = new RovingFocus(host);
        host.addEventListener("keydown", (event) => this.#onKey(event));
        host.addEventListener("pointerdown", (event) => this.#onPointerDown(event));
        host.addEventListener("contextmenu", (event) => event.preventDefault());
    }

    get at() {
        return this.roving.at;
    }

    /** Draw the cards anew. */
    resize(count: number, label: string) {
        this.#tall = Math.min(Math.max(TALL, STEEP * count), TALLEST);
        this.#small = SMALL * Math.min(Math.max(1, count / WIDE_CARDS), 2);
        const high = this.#tall + ABOVE + BELOW;
        this.#cells = Array.from({ length: count }, (_, cell) => svgElement("g", { role: "gridcell", tabindex: -1, "data-cell": cell }));
        const stops = ["crest", "foot"].map((name, at) => svgElement("stop", { class: name, offset: at }));
        const slope = svgElement("linearGradient", { id: "slope", x2: 0, y2: 1 }, ...stops);
        const cards = svgElement("g", { role: "row" }, ...this.#cells);
        const viewBox = `0 ${-this.#tall - ABOVE} ${count} ${high}`;
        this.host.replaceChildren(svgElement("svg", { role: "grid", "aria-label": label, viewBox }, svgElement("defs", {}, slope), cards, this.#signs));
        this.host.style.setProperty("--wide", String(count));
        this.host.style.setProperty("--high", String(high));
        this.roving.takeCells(this.#cells);
    }

    /** Show the cards, and how far the peaks are apart. */
    show(looks: Look[], measure?: Measure) {
        const signs = looks.flatMap((look, cell) => this.#showCard(cell, look));
        this.#signs.replaceChildren(...signs, ...(measure ? measureNodes(measure, -this.#tall - ABOVE + 0.62, 1.2 * this.#small) : []));
    }

    #showCard(cell: number, { value, height, classes, label, sign, from }: Look) {
        const node = this.#cells[cell];
        const top = -LOW - (this.#tall - LOW) * height;
        const text = String(value);
        const size = Math.min(LARGEST, 0.76 / (DIGIT * text.length));
        node.setAttribute("class", from ? `${classes} moved` : classes);
        node.setAttribute("aria-label", label);
        node.setAttribute("aria-selected", String(classes.includes("chosen")));
        node.style.setProperty("--from", String(from ?? 0));
        node.style.setProperty("--far", String(cell));
        const loop = { class: "loop", x: cell + 0.045, y: top - 0.055, width: 0.91, height: 0.11 - top, rx: ROUND + 0.055 };
        node.replaceChildren(
            svgElement("rect", { class: "hit", x: cell, y: -this.#tall - ABOVE, width: 1, height: this.#tall + ABOVE + BELOW }),
            svgElement("path", { class: "column", d: barPath(cell + 0.1, top, classes.includes("given") ? 0.001 : ROUND) }),
            ...(classes.includes("given") ? [svgElement("rect", { class: "plinth", x: cell + 0.03, y: -0.1, width: 0.94, height: 0.1 })] : []),
            svgText({ class: "value", "font-size": size, x: cell + 0.5, y: top + 0.42 }, text),
            ...(classes.includes("ring") ? [svgElement("rect", loop)] : []),
        );
        const signNodes = sign ? [signNode(sign, cell + 0.5, top - 0.3)] : [];
        return [...signNodes, svgText({ class: "position", "font-size": this.#small, x: cell + 0.5, y: 0.27 }, String(cell + 1))];
    }

    focus(cell: number) {
        this.roving.focus(cell);
    }

    /** Scroll a card into view. */
    reveal(cell: number) {
        this.#cells[cell].scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    #onPointerDown(event: PointerEvent) {
        const from = cellOf(event.target);
        if (from === undefined || event.button !== 0) return;
        event.preventDefault();
        this.#cells[from].focus({ preventScroll: true });
        const isPeak = this.isPeak(from);
        let to = from;
        const move = ({ clientX, clientY }: PointerEvent) => {
            const next = cellOf(document.elementFromPoint(clientX, clientY));
            if (next === undefined || next === to) return;
            this.#cells[to].classList.remove("over");
            to = next;
            if (isPeak) this.on.peak(from, to - from);
            else this.#cells[to].classList.add("over");
        };
        const stop = () => {
            release();
            this.#cells[to]?.classList.remove("over");
            this.on.drop();
        };
        const lift = () => {
            stop();
            if (to === from) this.on.press(from, { touch: event.pointerType === "touch" });
            else if (!isPeak) this.on.swap(from, to);
        };
        const release = followPointer(lift, stop, move);
    }

    #onKey(event: KeyboardEvent) {
        const { key } = event;
        if (event.altKey || event.metaKey || event.ctrlKey) return;
        const last = this.#cells.length - 1;
        const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: last }[key];
        if (to === undefined && key !== "Enter" && key !== " ") return;
        event.preventDefault();
        if (to === undefined) return this.on.press(this.at, { key, touch: false });
        if (to < 0 || to > last || to === this.at) return;
        if (event.shiftKey) this.on.swap(this.at, to);
        this.focus(to);
    }
}

/** A bar from the ground to its top, with two round corners. */
function barPath(x: number, top: number, round: number) {
    const corner = (dx: number, dy: number) => `a ${round} ${round} 0 0 1 ${dx} ${dy}`;
    return `M ${x} 0 V ${top + round} ${corner(round, -round)} h ${0.8 - 2 * round} ${corner(round, round)} V 0 z`;
}

const SIGNS: Record<string, string> = { peak: "m -0.17 0.15 h 0.34 l -0.17 -0.3 z", valley: "m -0.17 -0.15 h 0.34 l -0.17 0.3 z", wrong: "m -0.13 -0.13 l 0.26 0.26 m 0 -0.26 l -0.26 0.26" };

const signNode = (sign: string, x: number, y: number) => svgElement("path", { class: `sign ${sign}`, d: `M ${x} ${y} ${SIGNS[sign]}` });

function measureNodes({ from, to, text }: Measure, y: number, size: number) {
    const way = `M ${from + 0.5} ${y + 0.16} V ${y} H ${to + 0.5} V ${y + 0.16}`;
    return [svgElement("path", { class: "measure", d: way }), svgText({ class: "measure", "font-size": size, x: (from + to + 1) / 2, y: y - 0.3 }, text)];
}
