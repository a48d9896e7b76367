// The part of the panel that goes through all right rows: by the distance of the peaks, by number, or at random.

import { findElement, newElement, svgElement } from "../../frame/dom.ts";
import { newSeed } from "../../frame/short.ts";
import type { Words } from "../../frame/words.ts";
import type { Game, Position } from "./game.ts";
import type { View } from "./view.ts";

const STEPS = 1000; // of the slider through all rows
const BAR = 100; // pixels of the largest count

/** Goes to another row of the game; one that is slid over takes the place of the one before. */
type Go = (question: (game: Game) => Promise<Position>, isSlide?: boolean) => unknown;

export class Ways {
    #distanceSlider = findElement("#apart") as HTMLInputElement;
    #all = findElement("#all") as HTMLInputElement;
    #game: Game | undefined;
    #shownView: Position | undefined;
    #dragStart: Position | undefined; // the row in which the drag of a peak began
    words: Words;
    go: Go;

    /** @param onDone called when a slider is let go */
    constructor(words: Words, go: Go, onDone: () => void) {
        this.words = words;
        this.go = go;
        this.#distanceSlider.addEventListener("input", () => this.#toDistance(Number(this.#distanceSlider.value), true));
        this.#all.addEventListener("input", () => this.#toPlace(BigInt(Math.max(0, Number(this.#all.value) - 1))));
        for (const slider of [this.#distanceSlider, this.#all]) slider.addEventListener("change", onDone);
        findElement("#next").addEventListener("click", () => this.#step(1n));
        findElement("#back").addEventListener("click", () => this.#step(-1n));
        findElement("#draw").addEventListener("click", () => go((game) => game.drawRow(newSeed())));
    }

    /** Show where a row is among all right ones. */
    show(view: View) {
        const { game } = view;
        this.#game = game;
        if (game.now === this.#shownView) return;
        this.#shownView = game.now;
        findElement("#ways").hidden = !game.isPossible || Boolean(game.day);
        const { low, high } = game.room;
        this.#distanceSlider.min = String(low);
        this.#distanceSlider.max = String(high);
        this.#distanceSlider.value = String(game.now.distance);
        findElement("#apart-said").textContent = String(game.now.distance);
        this.#showNumber(view);
        this.#showDistances(view);
    }

    #showNumber(view: View) {
        const { now: { number }, total, isNumbered } = view.game;
        const last = total > BigInt(STEPS) ? BigInt(STEPS) : total;
        this.#all.max = String(last);
        this.#all.disabled = !isNumbered || total < 2n;
        this.#all.min = number === undefined ? "0" : "1"; // no row
        this.#all.value = number === undefined ? "0" : String(total < 2n ? 1n : (number * (last - 1n)) / (total - 1n) + 1n);
        const values = { number: view.number((number ?? 0n) + 1n), total: view.number(total) };
        const unknown = () => this.words.translate("cards.rows", { count: Number(total), rows: values.total });
        findElement("#number").textContent = number === undefined ? unknown() : this.words.translate("cards.number", values);
    }

    /** A bar and a button for each distance. */
    #showDistances(view: View) {
        const { room: { low, counts }, now } = view.game;
        const maxCount = counts.reduce((greatest, count) => (count > greatest ? count : greatest), 1n);
        const lines = counts.map((count, at) => {
            const width = Math.max(1, Number((count * 1000n) / maxCount) / (1000 / BAR));
            const bar = svgElement("svg", { class: "count", width: BAR, height: 12, "aria-hidden": "true" }, svgElement("rect", { width, height: 12 }));
            const label = this.words.translate("cards.distance", { distance: low + at, count: Number(count), rows: view.number(count) });
            const click = () => this.#toDistance(low + at);
            return newElement("li", {}, newElement("button", { type: "button", "aria-pressed": String(low + at === now.distance), click }, bar, label));
        });
        const focus = [...findElement("#distances").querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement);
        findElement("#distances").replaceChildren(...lines);
        lines[focus]?.querySelector("button")?.focus();
    }

    /** Go to the row with the same number at another distance. */
    #toDistance(distance: number, isSlide = false) {
        if (!this.#game) return;
        const { room: { low, high }, now, isRight } = this.#game;
        const targetDistance = Math.min(Math.max(distance, low), high);
        const { number = 0n } = this.#dragStart ?? now;
        if (targetDistance !== now.distance || !isRight) this.go((game) => game.rowByNumber(targetDistance, number), isSlide);
    }

    /** Go to a row by its place on the slider. */
    #toPlace(at: bigint) {
        this.go((game) => {
            const { total, now } = game;
            return game.rowByNumber(now.distance, total > BigInt(STEPS) ? (at * (total - 1n)) / BigInt(STEPS - 1) : at);
        }, true);
    }

    /** One row forward or back. */
    #step(step: bigint) {
        this.go((game) => game.rowByNumber(game.now.distance, ((game.now.number ?? -step) + step + game.total) % game.total));
    }

    /** A peak is dragged: the distance grows or shrinks with it. */
    drag(cell: number, steps: number) {
        this.#dragStart ??= this.#game?.now;
        if (!this.#dragStart) return;
        const isFirst = this.#dragStart.verdict.turns[0] === cell + 1;
        this.#toDistance(this.#dragStart.distance + (isFirst ? -steps : steps), true);
    }

    drop() {
        this.#dragStart = undefined;
    }
}
