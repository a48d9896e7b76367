// @ts-check
// A client for a page: what takes longer than a blink is asked again of a second worker, which may take its time, so that
// moves never wait behind it.

import { Client } from "./client.js";

/** @import { Question, Spend, Told } from "./client.js" */

const BLINK = 0.1; // seconds
const LONG = 30;

export class Patient extends Client {
    /** @type {Client | undefined} */
    #long;
    #last = 0;

    /** @param {() => void} thinking called where an answer takes longer */
    constructor(thinking) {
        super();
        this.thinking = thinking;
    }

    /**
     * Ask a question. An answer that needs more than a blink is the last one asked for: it cancels those before it.
     * @template Tell
     * @param {Question} question
     * @param {import("./codec.js").Values} asked
     * @param {Spend} [spend] more seconds than a blink are spent in the second worker at once
     * @returns {Promise<Told<Tell>>}
     */
    async ask(question, asked, spend = {}) {
        const turn = ++this.#last;
        if (spend.seconds === undefined || spend.seconds <= BLINK) {
            const quick = await super.ask(question, asked, { seconds: BLINK, ...spend });
            if (quick.stop === "done" || spend.seconds !== undefined) return /** @type {Told<Tell>} */ (quick);
        }
        if (turn === this.#last) this.thinking();
        this.#long ??= new Client();
        if (this.#long.busy) this.#long.cancel();
        return this.#long.ask(question, asked, { seconds: LONG, ...spend });
    }
}
