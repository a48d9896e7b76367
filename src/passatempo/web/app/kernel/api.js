// @ts-check
// Client of the HTTP API, if there is a server: its pastimes, instances and questions. A long job is followed and can
// be stopped. It knows no pastime, and passes on what `GET api` returns.

import { api } from "../server.js";

/** @typedef {{ name: string, kind: string, choices: (string | number)[], default: unknown, help: string }} Input */
/**
 * @typedef {{ name: string, kind: string, installed: boolean, source: string | null,
 *     settings: Record<string, unknown>, choices: Record<string, (string | number)[]> }} Method
 */
/** @typedef {{ name: string, question: string, inputs: Input[], methods: Method[] }} Question */
/**
 * @typedef {{ name: string, title: string, questions: Question[], formats: string[], examples: string[],
 *     models: { name: string, formats: string[] }[], params: Input[] }} Pastime
 */
/** @typedef {{ instance: Record<string, unknown>, text: string, picture: string, remarks: string[] }} Instance */
/** @typedef {{ text?: string, example?: string, params?: object, seed?: number, format?: string, model?: string }} Wanted */
/** @typedef {{ seconds: number, value?: string, bound?: string, done?: number, total?: number, text?: string }} Progress */
/** @typedef {{ outcome: Record<string, any>, words: string, status: string, picture: string }} Shown */
/** @typedef {{ pastime: string, question: string, body: object, query: Record<string, string> }} Asked */

/** Whether there is a server. A static host has none. */
export const hasServer = api !== null;

/** The server refused, or is unreachable. The message is the server's, or empty. */
export class ServerFault extends Error {}

/** @param {string} path */
export const addressOf = (path) => new URL(`../${api}${path}`, import.meta.url).href;

/**
 * @param {string} path
 * @param {RequestInit} [how]
 * @returns {Promise<any>}
 */
async function sendRequest(path, how = {}) {
    let answer;
    try {
        answer = await fetch(addressOf(path), how);
    } catch {
        throw new ServerFault("");
    }
    const answerJson = await answer.json().catch(() => ({}));
    if (!answer.ok) throw new ServerFault(answerJson.error?.message ?? String(answer.status));
    return answerJson;
}

/**
 * @param {object} body
 * @param {Record<string, string>} [headers]
 * @returns {RequestInit}
 */
function postOptions(body, headers = {}) {
    return { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** An object without its null fields. @param {Record<string, unknown>} source */
export const dropNulls = (source) => Object.fromEntries(Object.entries(source).filter(([, member]) => member !== null));

/**
 * A question as a command for a terminal.
 * @param {string} pastime
 * @param {string} question
 * @param {string} body JSON
 */
export function callOf(pastime, question, body) {
    const questionAddress = addressOf(`${pastime}/${question}`);
    return `curl ${questionAddress} -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`;
}

/** The pastimes of the server. @returns {Promise<Pastime[]>} */
export const listPastimes = () => sendRequest("");

/**
 * Read an instance, or generate one.
 * @param {string} pastime
 * @param {Wanted} request
 * @returns {Promise<Instance>}
 */
export const instanceOf = (pastime, request) => sendRequest(`${encodeURIComponent(pastime)}/instance`, postOptions(request));

/**
 * Write an instance in another format, or a model of it.
 * @param {string} pastime
 * @param {Wanted} request
 * @returns {Promise<{ file: string }>}
 */
export const fileOf = (pastime, request) => sendRequest(`${encodeURIComponent(pastime)}/instance`, postOptions(request));

/** A question in progress. */
export class PendingQuestion {
    /** @type {string | undefined} */
    #job;
    #isStopped = false;

    /**
     * @param {Asked} request
     * @param {(progress: Progress) => void} onProgress
     */
    constructor(request, onProgress) {
        this.asked = request;
        /** @type {Promise<Shown>} */
        this.shown = this.#sendQuestion(onProgress);
    }

    /** @param {(progress: Progress) => void} onProgress */
    async #sendQuestion(onProgress) {
        const { pastime, question, body, query } = this.asked;
        const path = `${encodeURIComponent(pastime)}/${encodeURIComponent(question)}`;
        const search = new URLSearchParams({ ...query, show: "true" });
        const requestAnswer = await sendRequest(`${path}?${search}`, postOptions(body, { Prefer: "respond-async" }));
        if (requestAnswer.job === undefined) return requestAnswer;
        this.#job = requestAnswer.job;
        if (this.#isStopped) void this.stop();
        return this.#followJob(requestAnswer.job, onProgress);
    }

    /**
     * Follow a job until it ends.
     * @param {string} job
     * @param {(progress: Progress) => void} onProgress
     * @returns {Promise<Shown>}
     */
    #followJob(job, onProgress) {
        const source = new EventSource(addressOf(`jobs/${job}`));
        const parseEvent = (/** @type {Event} */ event) => JSON.parse(/** @type {MessageEvent} */ (event).data);
        return new Promise((settle, fail) => {
            source.addEventListener("progress", (event) => onProgress(parseEvent(event)));
            const end = () => {
                source.close();
                this.#job = undefined;
            };
            source.addEventListener("outcome", (event) => {
                end();
                settle(parseEvent(event));
            });
            source.addEventListener("refused", (event) => {
                end();
                fail(new ServerFault(parseEvent(event).error.message));
            });
            source.addEventListener("error", () => {
                if (source.readyState === EventSource.CLOSED) fail(new ServerFault("")); // otherwise it reconnects
            });
        });
    }

    /** Stop the job. It may still return what it has found. */
    async stop() {
        this.#isStopped = true;
        if (this.#job === undefined) return;
        await fetch(addressOf(`jobs/${this.#job}`), { method: "DELETE" }).catch(() => undefined);
    }
}
