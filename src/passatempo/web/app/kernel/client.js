// @ts-check
// Asks the kernels in workers. A question has a time limit; late answers of a cancelled worker never arrive. Requests and
// replies are bytes: numbers little-endian without padding, lists behind their length, as in native/interface.hpp.

/**
 * A field of a record: its scalar or record, and its bounds; with `few` and `many` it is a list of these.
 * @typedef {{ name: string, base: string, low?: number, high?: number, few?: number, many?: number }} Field
 */
/** @typedef {Record<string, Field[]>} Face */
/** @typedef {Record<string, any>} Values */

/** What does not fit into a field: a fault of the app, never of a person. */
export class Misfit extends RangeError {}

const SIZES = /** @type {Record<string, number>} */ ({ u8: 1, bool: 1, i32: 4, u32: 4, i64: 8, u64: 8, f64: 8 });

/** Bytes that grow as they are written. */
export class Writer {
    bytes = new Uint8Array(1024);
    view = new DataView(this.bytes.buffer);
    size = 0;

    /** @param {number} more */
    #room(more) {
        if (this.size + more <= this.bytes.length) return;
        const grown = new Uint8Array(Math.max(2 * this.bytes.length, this.size + more));
        grown.set(this.bytes);
        this.bytes = grown;
        this.view = new DataView(grown.buffer);
    }

    /**
     * @param {string} base
     * @param {any} value
     */
    scalar(base, value) {
        this.#room(8);
        const at = this.size;
        if (base === "u8" || base === "bool") this.view.setUint8(at, Number(value));
        else if (base === "i32") this.view.setInt32(at, value, true);
        else if (base === "u32") this.view.setUint32(at, value, true);
        else if (base === "i64") this.view.setBigInt64(at, BigInt(value), true);
        else if (base === "u64") this.view.setBigUint64(at, BigInt(value), true);
        else this.view.setFloat64(at, value, true);
        this.size += SIZES[base];
    }

    /** @param {Uint8Array} bytes */
    raw(bytes) {
        this.#room(bytes.length);
        this.bytes.set(bytes, this.size);
        this.size += bytes.length;
    }

    /** The bytes written so far, as a copy. */
    done() {
        return this.bytes.slice(0, this.size);
    }
}

/**
 * Refuse a number that its field cannot hold.
 * @param {Field} field
 * @param {any} value
 */
function check(field, value) {
    const { name, base, low, high } = field;
    const kind = base === "bool" ? "boolean" : base === "i64" || base === "u64" ? "bigint" : "number";
    const fits = typeof value === kind && (base === "f64" || kind !== "number" || Number.isInteger(value));
    if (!fits) throw new Misfit(`${name}: ${String(value)} is not of the type ${base}`);
    if (low !== undefined && high !== undefined && !(low <= value && value <= high)) {
        throw new Misfit(`${name}: ${value} is not from ${low} to ${high}`);
    }
}

/**
 * Bytes, each within the bounds of its field: the mines of a large board are ten thousand at every move.
 * @param {Field} field
 * @param {Uint8Array} bytes
 */
function bounded(field, bytes) {
    const { low = 0, high = 255 } = field;
    for (const byte of bytes) if (byte < low || byte > high) check(field, byte);
    return bytes;
}

/**
 * @param {Writer} out
 * @param {Face} face
 * @param {Field} field
 * @param {any} value
 */
function writeOne(out, face, field, value) {
    if (field.base in SIZES) {
        check(field, value);
        out.scalar(field.base, value);
    } else {
        writeRecord(out, face, field.base, value);
    }
}

/**
 * Write a record; raises `Misfit` for what does not fit.
 * @param {Writer} out
 * @param {Face} face
 * @param {string} name
 * @param {Values} values
 */
export function writeRecord(out, face, name, values) {
    for (const field of face[name]) {
        const value = values[field.name];
        if (field.few === undefined) {
            writeOne(out, face, field, value);
            continue;
        }
        const length = value?.length;
        if (!(field.few <= length && length <= /** @type {number} */ (field.many))) {
            throw new Misfit(`${field.name}: ${length} things, not from ${field.few} to ${field.many}`);
        }
        out.scalar("u32", length);
        if (field.base === "u8" && value instanceof Uint8Array) out.raw(bounded(field, value));
        else for (const one of value) writeOne(out, face, field, one);
    }
}

/** Bytes that are read from the front. */
export class Reader {
    /** @param {Uint8Array} bytes */
    constructor(bytes) {
        this.bytes = bytes;
        this.view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
        this.at = 0;
    }

    /**
     * @param {string} base
     * @returns {any}
     */
    scalar(base) {
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

    /**
     * Read so many numbers of one kind into an array of their own.
     * @param {string} base
     * @param {number} length
     */
    many(base, length) {
        const end = this.at + length * SIZES[base];
        const own = this.bytes.slice(this.at, end);
        this.at = end;
        if (base === "u8") return own;
        return base === "u32" ? new Uint32Array(own.buffer) : new Float64Array(own.buffer);
    }
}

/**
 * Read a record.
 * @param {Reader} from
 * @param {Face} face
 * @param {string} name
 * @returns {Values}
 */
export function readRecord(from, face, name) {
    /** @type {Values} */
    const values = {};
    const one = (/** @type {Field} */ field) =>
        field.base in SIZES ? from.scalar(field.base) : readRecord(from, face, field.base);
    for (const field of face[name]) {
        if (field.few === undefined) {
            values[field.name] = one(field);
            continue;
        }
        const length = from.scalar("u32");
        const packed = field.base === "u8" || field.base === "u32" || field.base === "f64";
        values[field.name] = packed ? from.many(field.base, length) : Array.from({ length }, () => one(field));
    }
    return values;
}

/** @typedef {{ seconds?: number, nodes?: bigint }} Spend */
/** @typedef {{ module: string, question: number, face: Face, asks: string, tells: string }} Question */
/**
 * @template Tell
 * @typedef {{ stop: string, nodes: bigint, tell: Tell }} Told
 */

const NO_LIMIT = 2n ** 64n - 1n;
const PATIENCE = 1; // seconds

/** The kernel refused a question, or broke down: a fault of ours, with a sentence. */
class KernelFault extends Error {}

/** The question was cancelled before it was answered. */
class Cancelled extends Error {
    isQuiet = true; // nobody waits for the answer, so nothing is said
}

/** @type {Map<string, Promise<WebAssembly.Module>>} */
const modules = new Map();

/**
 * Fetch and compile a module once for all workers.
 * @param {string} name
 */
function compiled(name) {
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
     * @param {Values} asked
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

const BLINK = 0.1; // seconds
const LONG = 30;

/**
 * A client for a page: what takes longer than a blink is asked again of a second worker, which may take its time, so that
 * moves never wait behind it.
 */
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
     * @param {Values} asked
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
