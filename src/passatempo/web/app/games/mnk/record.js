// @ts-check
// The record of a game beside its board: moves in order, the graph of values, and moves that were mistakes.

import { element, find } from "../../frame/dom.js";
import { graph } from "./graph.js";

/** @import { Words } from "../../frame/words.js" */
/** @import { Step } from "./engine.js" */
/** @import { Game } from "./game.js" */
/** @import { View } from "./view.js" */

const WHEEL = 20; // of the wheel's own measure: a step of the record

export class GameRecord {
    /** What was found of each move, by its number. @type {Map<number, Step>} */
    steps = new Map();
    /** How many moves the board shows. */
    shown = 0;
    /** How many the game has. */
    length = 0;
    /** The moves that it was found of. @type {number[]} */
    #of = [];

    /**
     * @param {Words} words
     * @param {(number: number) => unknown} show a position is wanted, after so many moves
     */
    constructor(words, show) {
        this.words = words;
        this.list = find("#moves");
        /** @type {(() => void) | undefined} */
        this.again = undefined;
        this.list.addEventListener("click", (event) => {
            const button = event.target instanceof Element ? event.target.closest("[data-move]") : undefined;
            if (button instanceof HTMLElement) show(Number(button.dataset.move));
        });
        this.list.addEventListener("wheel", (event) => {
            if (Math.abs(event.deltaY) < WHEEL || event.ctrlKey) return;
            event.preventDefault();
            show(this.shown + Math.sign(event.deltaY));
        });
        const steps = { "#first": () => 0, "#back": () => this.shown - 1, "#forward": () => this.shown + 1, "#last": () => this.length };
        for (const [selector, to] of Object.entries(steps)) find(selector).addEventListener("click", () => show(to()));
    }

    /** Forget what was found of another game. @param {Game} game */
    forget(game) {
        const same = this.#of.every((cell, place) => game.moves[place] === cell);
        if (!same || game.moves.length < this.#of.length) this.begin([]);
    }

    /** A game is about to be judged. @param {number[]} moves */
    begin(moves) {
        this.steps.clear();
        this.#of = [...moves];
    }

    /**
     * @param {Game} game
     * @param {View} view
     */
    draw(game, view) {
        this.shown = game.shown;
        this.length = game.moves.length;
        this.forget(game);
        this.again = () => this.draw(game, view);
        if (find("#panel-moves").hidden && find("#panel-analysis").hidden) return;
        const items = game.moves.map((cell, place) => this.#item(place + 1, cell, game, view));
        this.list.replaceChildren(...items);
        const current = this.list.querySelector("[aria-current]");
        if (current) this.list.scrollTop = Math.max(0, /** @type {HTMLElement} */ (current).offsetTop - this.list.offsetTop - 64);
        this.#graph(game);
    }

    /**
     * @param {number} number
     * @param {number} cell
     * @param {Game} game
     * @param {View} view
     */
    #item(number, cell, game, view) {
        const step = this.steps.get(number);
        const side = view.sign(2 - (number % 2));
        const text = `${number} ${side} ${view.place(cell)}`;
        const turns = step?.turns && step.best !== cell;
        const better = turns ? this.words.say(`mnk.move.${kindOf(step)}`, { better: view.place(step.best) }) : "";
        const current = number === game.shown && "step";
        const button = element("button", { type: "button", "data-move": number, "aria-current": current }, text);
        return element("li", { class: turns ? "turning" : "" }, button, turns ? ` ${better}` : "");
    }

    /** @param {Game} game */
    #graph(game) {
        const host = find("#graph");
        if (this.steps.size === 0) return host.replaceChildren();
        const chances = Array.from({ length: game.moves.length + 1 }, (_, number) => this.#chance(number));
        const marked = new Set([...this.steps.values()].filter((step) => step.turns).map((step) => step.number));
        host.replaceChildren(graph(chances, marked, game.shown, this.words.say("mnk.graph", { moves: game.moves.length })));
    }

    /** What X may hope for after so many moves. @param {number} number */
    #chance(number) {
        const step = this.steps.get(number);
        if (!step) return undefined;
        return number % 2 ? step.chance : 1 - step.chance;
    }

    /** The move that decided the game: the last that lost it, else the first that gave something away. */
    get turning() {
        const turns = [...this.steps.values()].sort((a, b) => a.number - b.number).filter((step) => step.turns);
        return turns.filter((step) => step.loses).at(-1) ?? turns[0];
    }
}

/** What a move did to its game, as a key of words. @param {Step} step */
export const kindOf = (step) => (step.loses ? "loses" : step.misses ? "misses" : "gives");
