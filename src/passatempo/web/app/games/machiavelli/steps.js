// @ts-check
// A plan shown on the table itself: forward, back, all of it, one step after the other.

import { newElement, findElement } from "../../frame/dom.ts";
import { followed, kind, settled } from "./lying.js";

/** @import { Words } from "../../frame/words.ts" */
/** @import { Step } from "../../kernel/machiavelli.ts" */
/** @import { Felt } from "./felt.js" */
/** @import { Lying } from "./lying.js" */
/** @import { Sentences } from "./words.js" */

const PACE = 450; // milliseconds from one step to the next, where all are played

export class Steps {
    /** @type {Lying[]} */
    #states = [];
    /** @type {Step[]} */
    #steps = [];
    #at = 0;
    #playing = 0;
    /** @type {(lying: Lying) => void} */
    #keep = () => {};
    /** @type {() => void} */
    #closed = () => {};

    /**
     * @param {Words} words
     * @param {Sentences} sentences
     * @param {Felt} felt
     */
    constructor(words, sentences, felt) {
        this.words = words;
        this.sentences = sentences;
        this.felt = felt;
        this.host = findElement("#stepping");
        const deeds = /** @type {Record<string, () => void>} */ ({
            back: () => this.#go(this.#at - 1),
            forward: () => this.#go(this.#at + 1),
            all: () => this.#all(),
            keep: () => this.#kept(),
            close: () => this.#close(),
        });
        for (const [name, deed] of Object.entries(deeds)) {
            findElement(`#step-${name}`).addEventListener("click", () => {
                clearTimeout(this.#playing);
                deed();
            });
        }
    }

    get isOn() {
        return !this.host.hidden;
    }

    /**
     * Begin to show a plan, with its first step done.
     * @param {Lying} lying
     * @param {Step[]} steps
     * @param {{ keep: (lying: Lying) => void, closed: () => void }} then what to do with how it lies at the end, and
     *     how the table lies again without the plan
     */
    start(lying, steps, { keep, closed }) {
        this.#states = followed(lying, steps);
        this.#steps = steps;
        this.#keep = keep;
        this.#closed = closed;
        this.#at = 0;
        this.host.hidden = false;
        findElement("#step-list").replaceChildren(
            ...this.sentences.steps(steps, lying.groups.length).map((told) => newElement("li", {}, told)),
        );
        this.#go(1);
        findElement("#step-forward").focus();
    }

    /** The table has changed, or another one is shown: the plan is no more. */
    stop() {
        clearTimeout(this.#playing);
        this.host.hidden = true;
    }

    /** @param {number} to */
    #go(to) {
        const at = Math.min(Math.max(to, 0), this.#steps.length);
        const from = this.#at;
        this.#at = at;
        const step = this.#steps[Math.min(from, at)];
        const source = step.source - 1; // -1 is the hand
        const ends = at > from ? { from: source, to: step.target - 1 } : { from: step.target - 1, to: source };
        const cards = source < 0 && at < from ? [...step.take].map(kind) : [...step.take];
        this.felt.show(this.#states[at], { gone: Math.abs(at - from) === 1 ? { ...ends, cards } : undefined });
        this.#tell();
    }

    #tell() {
        const [at, count] = [this.#at, this.#steps.length];
        findElement("#step-said").textContent = this.words.translate("machiavelli.step.at", { number: at, count });
        for (const [name, able] of Object.entries({ back: at > 0, forward: at < count, all: at < count })) {
            findElement(`#step-${name}`).setAttribute("aria-disabled", String(!able));
        }
        for (const [k, line] of [...findElement("#step-list").children].entries()) {
            line.classList.toggle("done", k < at);
            line.toggleAttribute("aria-current", k === at - 1);
        }
    }

    /** Go on until all is done. */
    #all() {
        if (this.#at >= this.#steps.length) return;
        this.#go(this.#at + 1);
        this.#playing = setTimeout(() => this.#all(), matchMedia("(prefers-reduced-motion: reduce)").matches ? 0 : PACE);
    }

    #kept() {
        const end = settled(this.#states[this.#states.length - 1]);
        this.stop();
        this.#keep(end);
    }

    #close() {
        this.stop();
        this.#closed();
    }
}
