// A row of cards as a mountain: a bar for each card, a line over them, and how far the peaks are apart. It is one Tab
// stop; it says which cards are swapped and where a peak is dragged, and knows no rule. The view says how each card looks.

import { RovingFocus, cellOf, followPointer } from "../../frame/board/input.ts";
import { svgElement, svgText } from "../../frame/dom.ts";
import { RULES } from "./game.ts";
import type { Words } from "../../frame/words.ts";
import type { Game } from "./game.ts";

type Look = { value: number, height: number, classes: string, label: string, sign: string };
/** Two cards were swapped; a peak was dragged so many places to the right, and let go; a card was chosen. */
type Deeds = {
    swap: (a: number, b: number) => void, peak: (cell: number, steps: number) => void, dropped: () => void,
    looked: () => void,
};

const TALL = 4.2; // of the greatest card, in widths of a card
const ROOM = 1.5; // above it
const FOOT = 0.6; // below the bars
const LARGEST = 84; // pixels of a card
const LEAST = 32;
const MANY = 40; // cards from which they may be narrower
const NARROW = 18;
const ABOVE = 400; // pixels that the page needs besides the mountain

export class MountainBoard {
    #cells: SVGGElement[] = [];
    #looks: Look[] = [];
    #line = svgElement("polyline", { class: "ridge" });
    #signs = svgElement("g", { class: "signs", "aria-hidden": "true" });
    #measure = svgElement("g", { class: "measure" });
    /** The card that was chosen to be swapped, or -1. */
    chosen = -1;
    host: HTMLElement;
    on: Deeds;
    roving: RovingFocus;
    isPeak: (cell: number) => boolean;

    constructor(host: HTMLElement, on: Deeds) {
        this.host = host;
        this.on = on;
        this.roving = new RovingFocus(host);
        this.isPeak = () => false; // which cards can be dragged to another distance
        host.addEventListener("keydown", (event) => this.#key(event));
        host.addEventListener("pointerdown", (event) => this.#down(event));
    }

    get at() {
        return this.roving.at;
    }

    /** Draw the cards anew. */
    resize(count: number, label: string) {
        this.#cells = Array.from({ length: count }, (_, cell) =>
            svgElement("g", { role: "gridcell", tabindex: -1, "data-cell": cell }),
        );
        const least = count > MANY ? NARROW : LEAST;
        const high = TALL + ROOM + FOOT;
        const size = Math.max(least, Math.min(LARGEST, Math.floor(this.host.clientWidth / count), Math.floor((innerHeight - ABOVE) / high)));
        const picture = svgElement(
            "svg",
            { role: "grid", "aria-label": label, width: count * size, height: high * size, viewBox: `0 ${-TALL - ROOM} ${count} ${high}` },
            svgElement("g", { role: "row" }, ...this.#cells),
            this.#line,
            this.#signs,
            this.#measure,
        );
        this.host.replaceChildren(picture);
        this.#looks = [];
        this.chosen = -1;
        this.roving.takeCells(this.#cells);
    }

    /**
     * Show the cards.
     * @param peaks how far they are apart
     */
    show(looks: Look[], peaks: { from: number, to: number, text: string } | undefined) {
        const greatest = Math.max(...looks.map(({ height }) => height));
        const tops = looks.map(({ height }) => -TALL * (height / greatest));
        this.#signs.replaceChildren(...looks.flatMap((look, cell) => this.#card(cell, look, tops[cell])));
        this.#line.setAttribute("points", tops.map((top, cell) => `${cell + 0.5},${top}`).join(" "));
        this.#measure.replaceChildren(...(peaks ? measured(peaks) : []));
        this.#looks = looks;
    }

    #card(cell: number, look: Look, top: number) {
        const made = this.#cells[cell];
        const classes = cell === this.chosen ? `${look.classes} chosen` : look.classes;
        made.setAttribute("class", classes);
        made.setAttribute("aria-label", look.label);
        made.setAttribute("aria-selected", String(cell === this.chosen));
        const middle = cell + 0.5;
        made.replaceChildren(
            svgElement("rect", { class: "hit", x: cell, y: -TALL - ROOM, width: 1, height: TALL + ROOM + FOOT }),
            svgElement("rect", { class: "bar", x: cell + 0.1, y: top, width: 0.8, height: -top }),
            svgText({ class: "value", x: middle, y: -0.28 }, String(look.value)),
        );
        return [
            svgText({ class: `sign ${look.classes}`, x: middle, y: top - 0.3 }, look.sign),
            svgText({ class: "position", x: middle, y: 0.3 }, String(cell + 1)),
        ];
    }

    /** Choose a card, or none. */
    choose(cell: number) {
        this.chosen = cell;
        this.show(this.#looks, undefined);
        this.on.looked();
    }

    focus(cell: number) {
        this.roving.focus(cell);
    }

    /** A card is chosen, or swapped with the one that was. */
    #press(cell: number) {
        const { chosen } = this;
        if (chosen < 0) return this.choose(cell);
        this.chosen = -1;
        if (chosen === cell) return this.choose(-1);
        this.on.swap(chosen, cell);
    }

    #down(event: PointerEvent) {
        const from = cellOf(event.target);
        if (from === undefined || event.button !== 0) return;
        event.preventDefault();
        this.focus(from);
        const isPeak = this.isPeak(from);
        let to = from;
        const moved = ({ clientX, clientY }: PointerEvent) => {
            const come = cellOf(document.elementFromPoint(clientX, clientY));
            if (come === undefined || come === to) return;
            this.#cells[to].classList.remove("over");
            to = come;
            if (isPeak) this.on.peak(from, to - from);
            else this.#cells[to].classList.add("over");
        };
        const stop = () => {
            release();
            this.#cells[to]?.classList.remove("over");
            this.on.dropped();
        };
        const up = () => {
            stop();
            if (to === from) this.#press(from);
            else if (!isPeak) this.on.swap(from, to);
        };
        const release = followPointer(up, stop, moved);
    }

    #key(event: KeyboardEvent) {
        if (event.altKey || event.metaKey || event.ctrlKey) return;
        const last = this.#cells.length - 1;
        const to = { ArrowLeft: this.at - 1, ArrowRight: this.at + 1, Home: 0, End: last }[event.key];
        if (to === undefined && !["Enter", " ", "Escape"].includes(event.key)) return;
        event.preventDefault();
        if (event.key === "Escape") return this.choose(-1);
        if (to === undefined) return this.#press(this.at);
        if (to < 0 || to > last || to === this.at) return;
        if (event.shiftKey) this.on.swap(this.at, to);
        this.focus(to);
    }
}

function measured({ from, to, text }: { from: number, to: number, text: string }) {
    const [y, middle] = [-TALL - ROOM + 0.75, (from + to + 1) / 2];
    const way = `M ${from + 0.5} ${y + 0.18} V ${y} H ${to + 0.5} V ${y + 0.18}`;
    return [svgElement("path", { d: way }), svgText({ x: middle, y: y - 0.32 }, text)];
}

const SIGNS = ["▲", "▽", "▲"]; // peak, valley, peak
const NAMES = ["peak", "valley", "peak"];

export class View {
    words: Words;
    game: Game;

    constructor(words: Words, game: Game) {
        this.words = words;
        this.game = game;
    }

    /** The cards of the row. */
    looks(): Look[] {
        const { row, verdict } = this.game.now;
        const heights = [...new Set(this.game.cards)].sort((a, b) => a - b);
        return row.map((value, cell) => {
            const turn = verdict.turns.indexOf(cell + 1);
            const isWrong = verdict.rule !== 0 && verdict.position === cell + 1;
            const kind = isWrong ? "wrong" : (NAMES[turn] ?? "plain");
            const isGiven = this.game.given.has(cell);
            const plain = this.words.translate(`cards.card.${kind}`, { card: value, position: cell + 1 });
            const label = isGiven ? this.words.translate("cards.card.given", { label: plain }) : plain;
            const sign = isWrong ? "✗" : (SIGNS[turn] ?? "");
            return { value, height: heights.indexOf(value) + 1, classes: isGiven ? `${kind} given` : kind, label, sign };
        });
    }

    /** The peaks and how far they are apart; nothing where there are not two. */
    peaks() {
        const { turns } = this.game.now.verdict;
        if (turns.length < SIGNS.length) return undefined;
        const text = this.words.translate("cards.apart", { distance: turns[2] - turns[0] });
        return { from: turns[0] - 1, to: turns[2] - 1, text };
    }

    /** What is right or wrong with the row, in sentences. */
    verdict() {
        const { verdict, distance, row } = this.game.now;
        const rule = RULES[verdict.rule];
        if (rule) {
            if (!this.game.isPossible) return [this.words.translate("cards.room.none")];
            const { position } = verdict;
            const values = { position, before: position - 1, card: row[position - 1], found: verdict.value, distance };
            return [this.words.translate(`cards.rule.${rule}`, { ...values, count: verdict.turns.length })];
        }
        const { total } = this.game;
        return [this.words.translate("cards.right", { count: Number(total), rows: this.number(total), distance })];
    }

    /** What the cards allow. */
    room(): string[][] {
        const { low, high } = this.game.room;
        if (!this.game.isPossible) return [[this.words.translate("cards.room.none")]];
        return [[this.words.translate(low === high ? "cards.room.one" : "cards.room", { low, high })]];
    }

    /** A number of any size. */
    number(value: bigint) {
        return this.words.number.format(value);
    }
}
