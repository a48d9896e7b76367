// Client of the kernels in workers. A question has a time limit; a cancelled worker sends no late answers. Requests and
// replies are bytes: little-endian numbers without padding, lists after their length, as in native/interface.hpp.

/** A field of a record: its scalar type or the fields of its record, and its bounds. With `few` and `many` it is a list. */
export type Field = { name: string, base: string | Field[], low?: number, high?: number, few?: number, many?: number };
type Values = Record<string, any>;

/** A value that does not fit its field: a bug in the app, never a mistake of the user. */
export class Misfit extends RangeError {}

const SIZES = { u8: 1, bool: 1, i32: 4, u32: 4, i64: 8, u64: 8, f64: 8 } as Record<string, number>;

/** A buffer that grows as it is written. */
export class Writer {
    bytes = new Uint8Array(1024);
    dataView = new DataView(this.bytes.buffer);
    writeOffset = 0;

    #makeRoom(byteCount: number) {
        if (this.writeOffset + byteCount <= this.bytes.length) return;
        const largerBytes = new Uint8Array(Math.max(2 * this.bytes.length, this.writeOffset + byteCount));
        largerBytes.set(this.bytes);
        this.bytes = largerBytes;
        this.dataView = new DataView(largerBytes.buffer);
    }

    writeScalar(base: string, number: any) {
        this.#makeRoom(8);
        const at = this.writeOffset;
        if (base === "u8" || base === "bool") this.dataView.setUint8(at, Number(number));
        else if (base === "i32") this.dataView.setInt32(at, number, true);
        else if (base === "u32") this.dataView.setUint32(at, number, true);
        else if (base === "i64") this.dataView.setBigInt64(at, BigInt(number), true);
        else if (base === "u64") this.dataView.setBigUint64(at, BigInt(number), true);
        else this.dataView.setFloat64(at, number, true);
        this.writeOffset += SIZES[base];
    }

    writeBytes(bytes: Uint8Array) {
        this.#makeRoom(bytes.length);
        this.bytes.set(bytes, this.writeOffset);
        this.writeOffset += bytes.length;
    }

    /** The bytes written so far, as a copy. */
    toBytes() {
        return this.bytes.slice(0, this.writeOffset);
    }
}

/** Refuse a number that its field cannot hold. */
function checkNumber(field: Field, number: any) {
    const { name, base, low, high } = field;
    const kind = base === "bool" ? "boolean" : base === "i64" || base === "u64" ? "bigint" : "number";
    const fits = typeof number === kind && (base === "f64" || kind !== "number" || Number.isInteger(number));
    if (!fits) throw new Misfit(`${name}: ${String(number)} is not of the type ${base}`);
    if (low !== undefined && high !== undefined && !(low <= number && number <= high)) {
        throw new Misfit(`${name}: ${number} is not from ${low} to ${high}`);
    }
}

/** Check the bounds of each byte in a plain loop, as a large board sends ten thousand bytes for each move. */
function checkBytes(field: Field, bytes: Uint8Array) {
    const { low = 0, high = 255 } = field;
    for (const byte of bytes) if (byte < low || byte > high) checkNumber(field, byte);
    return bytes;
}

function writeField(out: Writer, field: Field, content: any) {
    if (typeof field.base !== "string") return writeRecord(out, field.base, content);
    checkNumber(field, content);
    out.writeScalar(field.base, content);
}

/** Write a record. Throws `Misfit` for a value that does not fit. */
export function writeRecord(out: Writer, fields: Field[], contents: Values) {
    for (const field of fields) {
        const content = contents[field.name];
        if (field.few === undefined) {
            writeField(out, field, content);
            continue;
        }
        const length = content?.length;
        if (!(field.few <= length && length <= (field.many as number))) {
            throw new Misfit(`${field.name}: ${length} things, not from ${field.few} to ${field.many}`);
        }
        out.writeScalar("u32", length);
        if (field.base === "u8" && content instanceof Uint8Array) out.writeBytes(checkBytes(field, content));
        else for (const member of content) writeField(out, field, member);
    }
}

/** Reads bytes from the front. */
export class Reader {
    bytes: Uint8Array;
    view: DataView;
    at: number;

    constructor(bytes: Uint8Array) {
        this.bytes = bytes;
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        this.at = 0;
    }

    readScalar(base: string): any {
        const at = this.at;
        this.at += SIZES[base];
        if (base === "u8") return this.view.getUint8(at);
        if (base === "bool") return this.view.getUint8(at) !== 0;
        if (base === "i32") return this.view.getInt32(at, true);
        if (base === "u32") return this.view.getUint32(at, true);
        if (base === "i64") return this.view.getBigInt64(at, true);
        if (base === "u64") return this.view.getBigUint64(at, true);
        return this.view.getFloat64(at, true);
    }

    /** Read `length` numbers of one type into a new array. */
    readNumbers(base: string, length: number) {
        const end = this.at + length * SIZES[base];
        const numberBytes = this.bytes.slice(this.at, end);
        this.at = end;
        if (base === "u8") return numberBytes;
        return base === "u32" ? new Uint32Array(numberBytes.buffer) : new Float64Array(numberBytes.buffer);
    }
}

/** Read a record. */
export function readRecord(from: Reader, fields: Field[]): Values {
    const contents: Values = {};
    const readField = (base: Field["base"]) => (typeof base === "string" ? from.readScalar(base) : readRecord(from, base));
    for (const { name, base, few } of fields) {
        if (few === undefined) {
            contents[name] = readField(base);
            continue;
        }
        const length = from.readScalar("u32");
        const isPacked = base === "u8" || base === "u32" || base === "f64";
        contents[name] = isPacked ? from.readNumbers(base, length) : Array.from({ length }, () => readField(base));
    }
    return contents;
}

export type Limits = { seconds?: number, nodes?: bigint };
type Question = { module: string, question: number, asks: Field[], tells: Field[] };
export type Reply<Tell> = { stop: string, nodes: bigint, tell: Tell };

const NO_LIMIT = 2n ** 64n - 1n;
const DEFAULT_SECONDS = 1; // seconds

/** The kernel refused a question, or crashed: a bug in the app, with a message. */
class KernelFault extends Error {}

/** The question was cancelled before it was answered. */
class CancelError extends Error {
    isQuiet = true; // nobody waits for the answer, so no message is shown
}

const modules = new Map<string, Promise<WebAssembly.Module>>();

/** Fetch and compile a module once for all workers. */
function compileModule(name: string) {
    let modulePromise = modules.get(name);
    if (!modulePromise) {
        const address = new URL(`../kernel/${name}.wasm`, import.meta.url);
        modulePromise = WebAssembly.compileStreaming(fetch(address));
        modulePromise.catch(() => modules.delete(name));
        modules.set(name, modulePromise);
    }
    return modulePromise;
}

/** A worker and its unanswered questions. */
export class Client {
    #nextId = 0;
    #openQuestions = new Map<number, { settle: (data: any) => void, fail: (error: Error) => void }>();
    #workerModules = new Set<string>();
    #worker = this.#startWorker();

    #startWorker() {
        const worker = new Worker(new URL("../joined/worker.js", import.meta.url), { type: "module" });
        worker.addEventListener("message", ({ data }) => this.#onMessage(data));
        worker.addEventListener("error", (event) => this.#onError(event.message));
        return worker;
    }

    /** Ask a question. */
    async ask<Tell>(question: Question, request: Values, spend: Limits = {}): Promise<Reply<Tell>> {
        const out = new Writer();
        out.writeScalar("f64", spend.seconds ?? DEFAULT_SECONDS);
        out.writeScalar("u64", spend.nodes ?? NO_LIMIT);
        writeRecord(out, question.asks, request);
        await this.loadModule(question.module);
        const replyMessage = await this.#sendQuestion(question, out.toBytes());
        const from = new Reader(replyMessage.reply);
        const questionReply = readRecord(from, question.tells) as Tell;
        return { stop: replyMessage.stop, nodes: from.readScalar("u64"), tell: questionReply };
    }

    /** Send a module to the worker early, so that the first question need not wait for it. */
    async loadModule(name: string) {
        const worker = this.#worker;
        if (this.#workerModules.has(name)) return;
        const module = await compileModule(name);
        if (worker !== this.#worker) throw new CancelError("the question was cancelled");
        if (!this.#workerModules.has(name)) worker.postMessage({ name, compiled: module });
        this.#workerModules.add(name);
    }

    #sendQuestion(question: Question, request: Uint8Array): Promise<any> {
        const id = this.#nextId++;
        return new Promise((settle, fail) => {
            this.#openQuestions.set(id, { settle, fail });
            this.#worker.postMessage({ id, name: question.module, question: question.question, request });
        });
    }

    #onMessage(message: any) {
        const waiting = this.#openQuestions.get(message.id);
        this.#openQuestions.delete(message.id);
        if (message.fault !== undefined) waiting?.fail(new KernelFault(message.fault));
        else waiting?.settle(message);
    }

    #onError(message: string) {
        const waiting = [...this.#openQuestions.values()];
        this.#openQuestions.clear();
        for (const waiter of waiting) waiter.fail(new KernelFault(message));
    }

    /** Whether a question is unanswered. */
    get isBusy() {
        return this.#openQuestions.size > 0;
    }

    /** Stop the current computation. The next question starts in a new worker. */
    cancel() {
        const waiting = [...this.#openQuestions.values()];
        this.#openQuestions.clear();
        this.#workerModules.clear();
        this.#worker.terminate();
        this.#worker = this.#startWorker();
        for (const waiter of waiting) waiter.fail(new CancelError("the question was cancelled"));
    }
}

const BLINK = 0.1; // seconds
const LONG = 30;

/**
 * A client for a page. A question that takes longer than `BLINK` goes to a second worker with a longer limit, so that
 * moves never wait behind it.
 */
export class Patient extends Client {
    #longClient: Client | undefined;
    #lastTurn = 0;
    thinking: () => void;

    /** @param thinking called if an answer takes longer */
    constructor(thinking: () => void) {
        super();
        this.thinking = thinking;
    }

    /**
     * Ask a question. Only the last one that takes longer than `BLINK` is answered: it cancels earlier ones.
     * @param spend a limit above `BLINK` seconds uses the second worker at once
     */
    async ask<Tell>(question: Question, request: Values, spend: Limits = {}): Promise<Reply<Tell>> {
        const turn = ++this.#lastTurn;
        if (spend.seconds === undefined || spend.seconds <= BLINK) {
            const quick = await super.ask(question, request, { seconds: BLINK, ...spend });
            if (quick.stop === "done" || spend.seconds !== undefined) return quick as Reply<Tell>;
        }
        if (turn === this.#lastTurn) this.thinking();
        this.#longClient ??= new Client();
        if (this.#longClient.isBusy) this.#longClient.cancel();
        return this.#longClient.ask(question, request, { seconds: LONG, ...spend });
    }
}
