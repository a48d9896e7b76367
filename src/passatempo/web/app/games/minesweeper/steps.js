// @ts-check
// Why a cell is certain, told step by step: one sentence each, the numbers that it uses ringed on the board.

import { element } from "../../frame/dom.js";

/** @import { Words } from "../../frame/words.js" */
/** @import { ExplainReply } from "../../kernel/minesweeper.js" */
/** @import { View } from "./view.js" */

/** A sentence, the numbers it uses, and the cells it settles. @typedef {{ parts: (string | Node)[], numbers: number[], settled: number[] }} Told */

export class Steps {
    #at = 0;

    /**
     * @param {Words} words
     * @param {View} view
     * @param {number} cell
     * @param {ExplainReply} found
     * @param {(...sentences: (string | Node)[][]) => void} tell
     * @param {() => void} draw
     */
    constructor(words, view, cell, found, tell, draw) {
        this.words = words;
        this.view = view;
        this.cell = cell;
        this.tell = tell;
        this.draw = draw;
        const sentences = view.reason(cell, found);
        const every = { numbers: [...found.because], settled: [cell] };
        /** @type {Told[]} */
        this.told = sentences.map((parts, place) => {
            const step = found.steps[place];
            return { parts, ...(step ? { numbers: [...step.numbers], settled: [...step.settled] } : every) };
        });
        this.#at = this.told.length;
    }

    /** Show all sentences, the numbers of all of them ringed. */
    all() {
        this.#show(this.told.length);
    }

    /** @param {number} at how many steps are told */
    #show(at) {
        this.#at = Math.min(Math.max(at, 1), this.told.length);
        const whole = this.#at === this.told.length;
        const told = this.told.slice(0, this.#at);
        this.tell(...told.map(({ parts }) => parts), ...(this.told.length > 1 ? [this.#buttons()] : []));
        const { rings } = this.view;
        for (const { settled } of told) for (const cell of settled) rings.set(cell, "settled");
        for (const { numbers } of told) for (const cell of numbers) rings.set(cell, "ring");
        const last = told[told.length - 1];
        if (!whole) for (const cell of [...last.numbers, ...last.settled]) rings.set(cell, "ring now");
        rings.set(this.cell, "ring");
        this.draw();
    }

    #buttons() {
        const say = (/** @type {string} */ name) => this.words.say(`minesweeper.steps.${name}`);
        const button = (/** @type {string} */ name, /** @type {() => number} */ to) => {
            const click = () => {
                this.#show(to());
                const again = document.querySelector(`[data-step="${name}"]`);
                if (again instanceof HTMLElement) again.focus();
            };
            return element("button", { type: "button", "data-step": name, click }, say(name));
        };
        const where = this.words.say("minesweeper.steps.where", { step: this.#at, steps: this.told.length });
        return [
            button("first", () => 1), " ",
            button("back", () => this.#at - 1), " ", where, " ",
            button("forward", () => this.#at + 1), " ",
            button("all", () => this.told.length),
        ];
    }
}
