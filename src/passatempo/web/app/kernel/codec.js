// @ts-check
// Requests and replies as bytes: numbers little-endian without padding, lists behind their length.
// The other side stands in native/interface.hpp.

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
