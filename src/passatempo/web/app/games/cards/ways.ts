// The part of the panel that steps through all right rows: by the distance of the peaks, by number, or at random.

import { findElement, newElement, svgElement } from "../../frame/dom.ts";
import { newSeed } from "../../frame/short.ts";
import type { Words } from "../../frame/words.ts";
import type { Game, Position } from "./game.ts";
import type { View } from "./view.ts";

const STEPS = 1000; // of the slider through all rows
const BAR = 100; // pixels of the largest count

/** Move to another row of the game; while a slider moves, each row replaces the one before. */
type Go = (question: (game: Game) => Promise<Position>, isSlide?: boolean) => unknown;

export class Ways {
    #distanceSlider = findElement("#apart") as HTMLInputElement;
    #rowSlider = findElement("#all") as HTMLInputElement;
    #currentGame: Game | undefined;
    #lastPosition: Position | undefined;
    #dragStart: Position | undefined; // the row in which the drag of a peak began
    words: Words;
    go: Go;

    /** @param onDone called when a slider is released */
    constructor(words: Words, go: Go, onDone: () => void) {
        this.words = words;
        this.go = go;
        this.#distanceSlider.addEventListener("input", () => this.#toDistance(Number(this.#distanceSlider.value), true));
        this.#rowSlider.addEventListener("input", () => this.#toPlace(BigInt(Math.max(0, Number(this.#rowSlider.value) - 1))));
        for (const slider of [this.#distanceSlider, this.#rowSlider]) slider.addEventListener("change", onDone);
        findElement("#next").addEventListener("click", () => this.#step(1n));
        findElement("#back").addEventListener("click", () => this.#step(-1n));
        findElement("#draw").addEventListener("click", () => go((game) => game.drawRow(newSeed())));
    }

    /** Show the place of a row among all right ones. */
    show(view: View) {
        const { game } = view;
        this.#currentGame = game;
        if (game.now === this.#lastPosition) return;
        this.#lastPosition = game.now;
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
        const sliderSteps = total > BigInt(STEPS) ? BigInt(STEPS) : total;
        this.#rowSlider.max = String(sliderSteps);
        this.#rowSlider.disabled = !isNumbered || total < 2n;
        this.#rowSlider.min = number === undefined ? "0" : "1"; // no row
        this.#rowSlider.value = number === undefined ? "0" : String(total < 2n ? 1n : (number * (sliderSteps - 1n)) / (total - 1n) + 1n);
        const numberTexts = { number: view.number((number ?? 0n) + 1n), total: view.number(total) };
        const unknown = () => this.words.translate("cards.rows", { count: Number(total), rows: numberTexts.total });
        findElement("#number").textContent = number === undefined ? unknown() : this.words.translate("cards.number", numberTexts);
    }

    /** A bar and a button for each distance. */
    #showDistances(view: View) {
        const { room: { low, counts }, now: gamePosition } = view.game;
        const maxCount = counts.reduce((greatest, count) => (count > greatest ? count : greatest), 1n);
        const distanceNodes = counts.map((count, at) => {
            const width = Math.max(1, Number((count * 1000n) / maxCount) / (1000 / BAR));
            const bar = svgElement("svg", { class: "count", width: BAR, height: 12, "aria-hidden": "true" }, svgElement("rect", { width, height: 12 }));
            const distanceLabel = this.words.translate("cards.distance", { distance: low + at, count: Number(count), rows: view.number(count) });
            const click = () => this.#toDistance(low + at);
            return newElement("li", {}, newElement("button", { type: "button", "aria-pressed": String(low + at === gamePosition.distance), click }, bar, distanceLabel));
        });
        const focusIndex = [...findElement("#distances").querySelectorAll("button")].indexOf(document.activeElement as HTMLButtonElement);
        findElement("#distances").replaceChildren(...distanceNodes);
        distanceNodes[focusIndex]?.querySelector("button")?.focus();
    }

    /** Go to the row with the same number at another distance. */
    #toDistance(distance: number, isSlide = false) {
        if (!this.#currentGame) return;
        const { room: { low, high }, now: gamePosition, isRight } = this.#currentGame;
        const targetDistance = Math.min(Math.max(distance, low), high);
        const { number = 0n } = this.#dragStart ?? gamePosition;
        if (targetDistance !== gamePosition.distance || !isRight) this.go((game) => game.rowByNumber(targetDistance, number), isSlide);
    }

    /** Go to a row by its place on the slider. */
    #toPlace(at: bigint) {
        this.go((game) => {
            const { total, now: gamePosition } = game;
            return game.rowByNumber(gamePosition.distance, total > BigInt(STEPS) ? (at * (total - 1n)) / BigInt(STEPS - 1) : at);
        }, true);
    }

    /** Go one row forward or back. */
    #step(step: bigint) {
        this.go((game) => game.rowByNumber(game.now.distance, ((game.now.number ?? -step) + step + game.total) % game.total));
    }

    /** Change the distance while a peak is dragged. */
    drag(cell: number, steps: number) {
        this.#dragStart ??= this.#currentGame?.now;
        if (!this.#dragStart) return;
        const isFirst = this.#dragStart.verdict.turns[0] === cell + 1;
        this.#toDistance(this.#dragStart.distance + (isFirst ? -steps : steps), true);
    }

    drop() {
        this.#dragStart = undefined;
    }
}
