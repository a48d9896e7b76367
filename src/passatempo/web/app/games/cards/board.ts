// A row of cards as a mountain: a bar for each card, a sign over each turn, and the distance of the peaks. It is one Tab
// stop. It reports which card is pressed, which two are swapped and how far a peak is dragged. It knows no rule.

import { RovingFocus, cellOf, followPointer } from "../../frame/board/input.ts";
import { svgElement, svgText } from "../../frame/dom.ts";

/** The look of a card: its value, the height of its bar from 0 to 1, its shape, and the offset of its previous place. */
export type Look = { value: number, height: number, classes: string, label: string, sign: string, from?: number };
/** The distance that is measured between two cards. */
export type Measure = { from: number, to: number, text: string };
/** The callbacks for a pressed card, two swapped cards, a peak dragged some places to the right, and the end of a drag. */
type Listener = {
    press: (cell: number, how: { key?: string, touch: boolean }) => void, swap: (a: number, b: number) => void,
    peak: (cell: number, steps: number) => void, drop: () => void,
};

const TALL = 4.2; // of the highest bar, in widths of a card
const TALLEST = 24; // the limit in rows of many cards
const STEEP = 0.55; // of a card, for each card
const LOW = 0.95; // of the lowest bar, which holds its value
const ABOVE = 1.3; // over the highest bar: sign and measure
const BELOW = 0.5; // under the bars: positions
const ROUND = 0.14; // corner of a bar
const DIGIT = 0.58; // width of a digit, in sizes of the letters
const LARGEST = 0.46; // letters of a value
const SMALL = 0.23; // letters beside the bars in rows of few cards
const WIDE_CARDS = 9; // cards; narrower ones need larger letters

export class MountainBoard {
    #cardNodes: SVGGElement[] = [];
    #signLayer = svgElement("g", { class: "signs", "aria-hidden": "true" });
    #barHeight = TALL;
    #letterSize = SMALL;
    host: HTMLElement;
    on: Listener;
    rovingFocus: RovingFocus;
    isPeak: (cell: number) => boolean = () => false; // which cards can be dragged to another distance

    constructor(host: HTMLElement, on: Listener) {
        this.host = host;
        this.on = on;
        this.rovingFocus = new RovingFocus(host);
        host.addEventListener("keydown", (event) => this.#onKey(event));
        host.addEventListener("pointerdown", (event) => this.#onPointerDown(event));
        host.addEventListener("contextmenu", (event) => event.preventDefault());
    }

    get at() {
        return this.rovingFocus.at;
    }

    /** Draw the board for another number of cards. */
    resize(count: number, label: string) {
        this.#barHeight = Math.min(Math.max(TALL, STEEP * count), TALLEST);
        this.#letterSize = SMALL * Math.min(Math.max(1, count / WIDE_CARDS), 2);
        const fullHeight = this.#barHeight + ABOVE + BELOW;
        this.#cardNodes = Array.from({ length: count }, (_, cell) => svgElement("g", { role: "gridcell", tabindex: -1, "data-cell": cell }));
        const stopNodes = ["crest", "foot"].map((name, at) => svgElement("stop", { class: name, offset: at }));
        const slope = svgElement("linearGradient", { id: "slope", x2: 0, y2: 1 }, ...stopNodes);
        const cardRow = svgElement("g", { role: "row" }, ...this.#cardNodes);
        const viewBox = `0 ${-this.#barHeight - ABOVE} ${count} ${fullHeight}`;
        this.host.replaceChildren(svgElement("svg", { role: "grid", "aria-label": label, viewBox }, svgElement("defs", {}, slope), cardRow, this.#signLayer));
        this.host.style.setProperty("--wide", String(count));
        this.host.style.setProperty("--high", String(fullHeight));
        this.rovingFocus.takeCells(this.#cardNodes);
    }

    /** Show the cards and the distance of the peaks. */
    show(looks: Look[], measure?: Measure) {
        const cardSigns = looks.flatMap((look, cell) => this.#showCard(cell, look));
        this.#signLayer.replaceChildren(...cardSigns, ...(measure ? measureNodes(measure, -this.#barHeight - ABOVE + 0.62, 1.2 * this.#letterSize) : []));
    }

    #showCard(cell: number, { value, height, classes, label, sign, from }: Look) {
        const cardNode = this.#cardNodes[cell];
        const barTop = -LOW - (this.#barHeight - LOW) * height;
        const valueText = String(value);
        const textSize = Math.min(LARGEST, 0.76 / (DIGIT * valueText.length));
        cardNode.setAttribute("class", from ? `${classes} moved` : classes);
        cardNode.setAttribute("aria-label", label);
        cardNode.setAttribute("aria-selected", String(classes.includes("chosen")));
        cardNode.style.setProperty("--from", String(from ?? 0));
        cardNode.style.setProperty("--far", String(cell));
        const loop = { class: "loop", x: cell + 0.045, y: barTop - 0.055, width: 0.91, height: 0.11 - barTop, rx: ROUND + 0.055 };
        cardNode.replaceChildren(
            svgElement("rect", { class: "hit", x: cell, y: -this.#barHeight - ABOVE, width: 1, height: this.#barHeight + ABOVE + BELOW }),
            svgElement("path", { class: "column", d: barPath(cell + 0.1, barTop, classes.includes("given") ? 0.001 : ROUND) }),
            ...(classes.includes("given") ? [svgElement("rect", { class: "plinth", x: cell + 0.03, y: -0.1, width: 0.94, height: 0.1 })] : []),
            svgText({ class: "value", "font-size": textSize, x: cell + 0.5, y: barTop + 0.42 }, valueText),
            ...(classes.includes("ring") ? [svgElement("rect", loop)] : []),
        );
        const signNodes = sign ? [signNode(sign, cell + 0.5, barTop - 0.3)] : [];
        return [...signNodes, svgText({ class: "position", "font-size": this.#letterSize, x: cell + 0.5, y: 0.27 }, String(cell + 1))];
    }

    focus(cell: number) {
        this.rovingFocus.focus(cell);
    }

    /** Scroll a card into view. */
    reveal(cell: number) {
        this.#cardNodes[cell].scrollIntoView({ block: "nearest", inline: "nearest" });
    }

    #onPointerDown(event: PointerEvent) {
        const fromCell = cellOf(event.target);
        if (fromCell === undefined || event.button !== 0) return;
        event.preventDefault();
        this.#cardNodes[fromCell].focus({ preventScroll: true });
        const isPeak = this.isPeak(fromCell);
        let toCell = fromCell;
        const move = ({ clientX, clientY }: PointerEvent) => {
            const nextCell = cellOf(document.elementFromPoint(clientX, clientY));
            if (nextCell === undefined || nextCell === toCell) return;
            this.#cardNodes[toCell].classList.remove("over");
            toCell = nextCell;
            if (isPeak) this.on.peak(fromCell, toCell - fromCell);
            else this.#cardNodes[toCell].classList.add("over");
        };
        const stop = () => {
            release();
            this.#cardNodes[toCell]?.classList.remove("over");
            this.on.drop();
        };
        const lift = () => {
            stop();
            if (toCell === fromCell) this.on.press(fromCell, { touch: event.pointerType === "touch" });
            else if (!isPeak) this.on.swap(fromCell, toCell);
        };
        const release = followPointer(lift, stop, move);
    }

    #onKey(event: KeyboardEvent) {
        const { key } = event;
        if (event.altKey || event.metaKey || event.ctrlKey) return;
        const lastCard = this.#cardNodes.length - 1;
        const toCard = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: lastCard }[key];
        if (toCard === undefined && key !== "Enter" && key !== " ") return;
        event.preventDefault();
        if (toCard === undefined) return this.on.press(this.at, { key, touch: false });
        if (toCard < 0 || toCard > lastCard || toCard === this.at) return;
        if (event.shiftKey) this.on.swap(this.at, toCard);
        this.focus(toCard);
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
    const measurePath = `M ${from + 0.5} ${y + 0.16} V ${y} H ${to + 0.5} V ${y + 0.16}`;
    return [svgElement("path", { class: "measure", d: measurePath }), svgText({ class: "measure", "font-size": size, x: (from + to + 1) / 2, y: y - 0.3 }, text)];
}
