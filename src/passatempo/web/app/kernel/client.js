// @ts-check
// Asks the kernels in workers. A question has a time limit; late answers of a cancelled worker never arrive.

import { Reader, Writer, readRecord, writeRecord } from "./codec.js";

/** @typedef {{ seconds?: number, nodes?: bigint }} Spend */
/** @typedef {{ module: string, question: number, face: import("./codec.js").Face, asks: string, tells: string }} Question */
/**
 * @template Tell
 * @typedef {{ stop: string, nodes: bigint, tell: Tell }} Told
 */

const NO_LIMIT = 2n ** 64n - 1n;
const PATIENCE = 1; // seconds

/** The kernel refused a question, or broke down: a fault of ours, with a sentence. */
export class KernelFault extends Error {}

/** The question was cancelled before it was answered. */
export class Cancelled extends Error {
    isQuiet = true; // nobody waits for the answer, so nothing is said
}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const modules = new Map();

/**
 * Fetch and compile a module once for all workers.
 * @param {string} name
 */
export function compiled(name) {
    let found = modules.get(name);
    if (!found) {
        const address = new URL(`./${name}.wasm`, import.meta.url);
        found = WebAssembly.compileStreaming(fetch(address));
        found.catch(() => modules.delete(name));
        modules.set(name, found);
    }
    return found;
}

/** A worker and the questions that wait for it. */
export class Client {
    #next = 0;
    /** @type {Map<number, { settle: (data: any) => void, fail: (error: Error) => void }>} */
    #waiting = new Map();
    /** @type {Set<string>} */
    #held = new Set();
    #worker = this.#begin();

    #begin() {
        const worker = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
        worker.addEventListener("message", ({ data }) => this.#arrived(data));
        worker.addEventListener("error", (event) => this.#broken(event.message));
        return worker;
    }

    /**
     * Ask a question.
     * @template Tell
     * @param {Question} question
     * @param {import("./codec.js").Values} asked
     * @param {Spend} [spend]
     * @returns {Promise<Told<Tell>>}
     */
    async ask(question, asked, spend = {}) {
        const out = new Writer();
        out.scalar("f64", spend.seconds ?? PATIENCE);
        out.scalar("u64", spend.nodes ?? NO_LIMIT);
        writeRecord(out, question.face, question.asks, asked);
        await this.warm(question.module);
        const data = await this.#sent(question, out.done());
        const from = new Reader(data.reply);
        const tell = /** @type {Tell} */ (readRecord(from, question.face, question.tells));
        return { stop: data.stop, nodes: from.scalar("u64"), tell };
    }

    /**
     * Give a module to the worker before the first question, which then need not wait for it.
     * @param {string} name
     */
    async warm(name) {
        const worker = this.#worker;
        if (this.#held.has(name)) return;
        const module = await compiled(name);
        if (worker !== this.#worker) throw new Cancelled("the question was cancelled");
        if (!this.#held.has(name)) worker.postMessage({ name, compiled: module });
        this.#held.add(name);
    }

    /**
     * @param {Question} question
     * @param {Uint8Array} request
     * @returns {Promise<any>}
     */
    #sent(question, request) {
        const id = this.#next++;
        return new Promise((settle, fail) => {
            this.#waiting.set(id, { settle, fail });
            this.#worker.postMessage({ id, name: question.module, question: question.question, request });
        });
    }

    /** @param {any} data */
    #arrived(data) {
        const waiting = this.#waiting.get(data.id);
        this.#waiting.delete(data.id);
        if (data.fault !== undefined) waiting?.fail(new KernelFault(data.fault));
        else waiting?.settle(data);
    }

    /** @param {string} message */
    #broken(message) {
        const waiting = [...this.#waiting.values()];
        this.#waiting.clear();
        for (const one of waiting) one.fail(new KernelFault(message));
    }

    /** Whether a question is not answered yet. */
    get busy() {
        return this.#waiting.size > 0;
    }

    /** Stop whatever is being worked out; the next question begins in a new worker. */
    cancel() {
        const waiting = [...this.#waiting.values()];
        this.#waiting.clear();
        this.#held.clear();
        this.#worker.terminate();
        this.#worker = this.#begin();
        for (const one of waiting) one.fail(new Cancelled("the question was cancelled"));
    }
}
