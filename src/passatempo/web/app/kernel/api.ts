// Client of the HTTP API, if there is a server: its pastimes, instances and questions. A long job is followed and can
// be stopped. It knows no pastime, and passes on what `GET api` returns.

import { api } from "../server.js";

export type Input = { name: string, kind: string, choices: (string | number)[], default: unknown, help: string };
export type Method = { name: string, kind: string, installed: boolean, source: string | null,
    settings: Record<string, unknown>, choices: Record<string, (string | number)[]> };
export type Question = { name: string, question: string, inputs: Input[], methods: Method[] };
export type Pastime = { name: string, title: string, questions: Question[], formats: string[], examples: string[],
    models: { name: string, formats: string[] }[], params: Input[] };
export type Instance = { instance: Record<string, unknown>, text: string, picture: string, remarks: string[] };
export type Wanted = { text?: string, example?: string, params?: object, seed?: number, format?: string, model?: string };
export type Progress = { seconds: number, value?: string, bound?: string, done?: number, total?: number, text?: string };
export type Shown = { outcome: Record<string, any>, words: string, status: string, picture: string };
type Asked = { pastime: string, question: string, body: object, query: Record<string, string> };

/** Whether there is a server. A static host has none. */
export const hasServer = api !== null;

/** The server refused, or is unreachable. The message is the server's, or empty. */
export class ServerFault extends Error {}

export const addressOf = (path: string) => new URL(`../${api}${path}`, import.meta.url).href;

async function sendRequest(path: string, how: RequestInit = {}): Promise<any> {
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

function postOptions(body: object, headers: Record<string, string> = {}): RequestInit {
    return { method: "POST", headers: { "Content-Type": "application/json", ...headers }, body: JSON.stringify(body) };
}

/** An object without its null fields. */
export const dropNulls = (source: Record<string, unknown>) => Object.fromEntries(Object.entries(source).filter((
    [, member],
) => member !== null));

/**
 * A question as a command for a terminal.
 * @param body JSON
 */
export function callOf(pastime: string, question: string, body: string) {
    const questionAddress = addressOf(`${pastime}/${question}`);
    return `curl ${questionAddress} -H 'Content-Type: application/json' -d '${body.replaceAll("'", "'\\''")}'`;
}

/** The pastimes of the server. */
export const listPastimes = (): Promise<Pastime[]> => sendRequest("");

/** Read an instance, or generate one. */
export const instanceOf = (pastime: string, request: Wanted): Promise<Instance> => sendRequest(`${encodeURIComponent(pastime)}/instance`, postOptions(request));

/** Write an instance in another format, or a model of it. */
export const fileOf = (pastime: string, request: Wanted): Promise<{ file: string }> => sendRequest(`${encodeURIComponent(pastime)}/instance`, postOptions(request));

/** A question in progress. */
export class PendingQuestion {
    #job: string | undefined;
    #isStopped = false;
    asked: Asked;
    shown: Promise<Shown>;

    constructor(request: Asked, onProgress: (progress: Progress) => void) {
        this.asked = request;
        this.shown = this.#sendQuestion(onProgress);
    }

    async #sendQuestion(onProgress: (progress: Progress) => void) {
        const { pastime, question, body, query } = this.asked;
        const path = `${encodeURIComponent(pastime)}/${encodeURIComponent(question)}`;
        const search = new URLSearchParams({ ...query, show: "true" });
        const requestAnswer = await sendRequest(`${path}?${search}`, postOptions(body, { Prefer: "respond-async" }));
        if (requestAnswer.job === undefined) return requestAnswer;
        this.#job = requestAnswer.job;
        if (this.#isStopped) void this.stop();
        return this.#followJob(requestAnswer.job, onProgress);
    }

    /** Follow a job until it ends. */
    #followJob(job: string, onProgress: (progress: Progress) => void): Promise<Shown> {
        const source = new EventSource(addressOf(`jobs/${job}`));
        const parseEvent = (event: Event) => JSON.parse((event as MessageEvent).data);
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
