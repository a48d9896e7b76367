// A plan shown on the table itself: forward, back, all of it, one step after the other.

import { newElement, findElement } from "../../frame/dom.ts";
import { followed, kind, settled } from "./lying.ts";
import type { Words } from "../../frame/words.ts";
import type { Step } from "../../kernel/machiavelli.ts";
import type { Felt } from "./felt.ts";
import type { Lying } from "./lying.ts";
import type { Sentences } from "./words.ts";

const PACE = 450; // milliseconds from one step to the next, where all are played

export class Steps {
    #states: Lying[] = [];
    #steps: Step[] = [];
    #at = 0;
    #playing = 0;
    #keep: (lying: Lying) => void = () => {};
    #closed: () => void = () => {};
    words: Words;
    sentences: Sentences;
    felt: Felt;
    host: HTMLElement;

    constructor(words: Words, sentences: Sentences, felt: Felt) {
        this.words = words;
        this.sentences = sentences;
        this.felt = felt;
        this.host = findElement("#stepping");
        const deeds = {
            back: () => this.#go(this.#at - 1),
            forward: () => this.#go(this.#at + 1),
            all: () => this.#all(),
            keep: () => this.#kept(),
            close: () => this.#close(),
        } as Record<string, () => void>;
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
     * @param then what to do with how it lies at the end, and how the table lies again without the plan
     */
    start(lying: Lying, steps: Step[], { keep, closed }: { keep: (lying: Lying) => void, closed: () => void }) {
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

    #go(to: number) {
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
