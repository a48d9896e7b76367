// @ts-check
// A record as a text for an address or for storage. A page declares its fields once, as a schema; from it come reader,
// writer, the bounds of its forms, and samples for tests. What is read obeys the schema, or is nothing at all. The text
// holds bits: six in a character, the first one first.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const SIX = 6; // bits of a character

/** A text that is no record of the schema it is read by. */
class Damaged extends Error {}

/**
 * How many bits tell the numbers from 0 to `high` apart.
 * @param {number} high
 */
function width(high) {
    let bits = 0;
    while (2 ** bits <= high) bits += 1;
    return bits;
}

class BitWriter {
    /** @type {string[]} */
    #digits = [];
    #rest = 0;
    #held = 0;

    /**
     * Write a number from 0 to 2^bits - 1; exact up to 53 bits.
     * @param {number} value
     * @param {number} bits
     */
    put(value, bits) {
        for (let left = bits; left > 0;) {
            const size = Math.min(SIX - this.#held, left);
            left -= size;
            this.#rest = this.#rest * 2 ** size + (Math.floor(value / 2 ** left) % 2 ** size);
            this.#held += size;
            if (this.#held === SIX) this.#flush();
        }
    }

    #flush() {
        this.#digits.push(DIGITS[this.#rest]);
        this.#rest = 0;
        this.#held = 0;
    }

    /** What was written; the last character is filled with zeros. */
    done() {
        if (this.#held > 0) this.put(0, SIX - this.#held);
        return this.#digits.join("");
    }
}

class BitReader {
    #at = 0;

    /** @param {string} text */
    constructor(text) {
        this.values = [...text].map((digit) => DIGITS.indexOf(digit));
        if (this.values.includes(-1)) throw new Damaged("a character that is none of ours");
    }

    /**
     * Read a number of so many bits.
     * @param {number} bits
     */
    take(bits) {
        if (this.#at + bits > this.values.length * SIX) throw new Damaged("the text is cut");
        let value = 0;
        for (const end = this.#at + bits; this.#at < end;) {
            const free = SIX - (this.#at % SIX); // bits of this character that are not read yet
            const size = Math.min(free, end - this.#at);
            const digit = this.values[Math.floor(this.#at / SIX)];
            value = value * 2 ** size + ((digit >> (free - size)) & (2 ** size - 1));
            this.#at += size;
        }
        return value;
    }

    /** Whether less than a character is left. */
    get isOver() {
        return this.values.length * SIX - this.#at < SIX;
    }

    /** Nothing may follow but the zeros that fill the last character. */
    end() {
        const left = this.values.length * SIX - this.#at;
        if (left >= SIX || this.take(left) !== 0) throw new Damaged("something follows");
    }
}

/** What was read or written before: the bound of a field may depend on it. @typedef {Record<string, any>} Before */
/** A number below a bound, by chance. @typedef {(bound: number) => number} Below */
/**
 * @template T
 * @typedef {{
 *     write: (out: BitWriter, value: T, before: Before) => void,
 *     read: (from: BitReader, before: Before) => T,
 *     sample: (below: Below, before: Before) => T,
 *     bounds: (before: Before) => { low: number, high: number },
 * }} Field
 */
/** @typedef {Record<string, Field<any>>} Schema */
/**
 * @template {Schema} S
 * @typedef {{ [Name in keyof S]: ReturnType<S[Name]["read"]> }} Read
 */

const VERSION = "v1";
const HALF = 32; // bits
const LONGEST = 8_000; // characters of a link

/** A value that its schema has no place for: a fault of the page that writes it. */
export class Misfit extends Error {}

/**
 * A whole number between bounds that depend on the fields before it.
 * @param {(before: Before) => number} least
 * @param {(before: Before) => number} most
 * @returns {Field<number>}
 */
export function between(least, most) {
    const bounds = (/** @type {Before} */ before) => ({ low: least(before), high: most(before) });
    return {
        bounds,
        write(out, value, before) {
            const { low, high } = bounds(before);
            if (!(Number.isInteger(value) && low <= value && value <= high)) {
                throw new Misfit(`${value} is not a whole number from ${low} to ${high}`);
            }
            out.put(value - low, width(high - low));
        },
        read(from, before) {
            const { low, high } = bounds(before);
            const value = low + from.take(width(high - low));
            if (value > high) throw new Damaged(`${value} is above ${high}`);
            return value;
        },
        sample(below, before) {
            const { low, high } = bounds(before);
            return low + below(high - low + 1);
        },
    };
}

/**
 * A whole number between fixed bounds.
 * @param {number} low
 * @param {number} high
 */
export const int = (low, high) => between(() => low, () => high);

/**
 * A number from 0 to what the fields before it allow.
 * @param {(before: any) => number} most
 */
export const count = (most) => between(() => 0, most);

/**
 * One of some names; new ones are added at the end, and one kind of link stays readable.
 * @template {string} Name
 * @param {...Name} names
 * @returns {Field<Name>}
 */
export function choice(...names) {
    const place = int(0, names.length - 1);
    return {
        bounds: place.bounds,
        write: (out, value, before) => place.write(out, names.indexOf(value), before),
        read: (from, before) => names[place.read(from, before)],
        sample: (below, before) => names[place.sample(below, before)],
    };
}

const BIT = int(0, 1);

/** Yes or no. @type {Field<boolean>} */
export const flag = {
    bounds: BIT.bounds,
    write: (out, value, before) => BIT.write(out, Number(value), before),
    read: (from, before) => BIT.read(from, before) === 1,
    sample: (below, before) => BIT.sample(below, before) === 1,
};

/** A number of 64 bits, such as a seed. @type {Field<bigint>} */
export const u64 = {
    bounds: () => ({ low: 0, high: 2 ** 64 }),
    write(out, value) {
        if (BigInt.asUintN(64, value) !== value) throw new Misfit(`${value} has more than 64 bits`);
        out.put(Number(value >> BigInt(HALF)), HALF);
        out.put(Number(BigInt.asUintN(HALF, value)), HALF);
    },
    read: (from) => (BigInt(from.take(HALF)) << BigInt(HALF)) | BigInt(from.take(HALF)),
    sample: (below) => (BigInt(below(2 ** HALF)) << BigInt(HALF)) | BigInt(below(2 ** HALF)),
};

/**
 * So many values of one field, or records of one schema.
 * @template T
 * @param {Field<T>} item
 * @param {number} most
 * @returns {Field<T[]>}
 */
export function list(item, most) {
    const length = int(0, most);
    return {
        bounds: length.bounds,
        write(out, values, before) {
            length.write(out, values.length, before);
            for (const value of values) item.write(out, value, before);
        },
        read: (from, before) => Array.from({ length: length.read(from, before) }, () => item.read(from, before)),
        sample: (below, before) =>
            Array.from({ length: below(Math.min(most, 20) + 1) }, () => item.sample(below, before)),
    };
}

/**
 * So many values or none, at the end of a record. It came to its schema later: none is not written, so links of before
 * stay what they were. All together must take a character at least, to be told from the zeros that fill a text.
 * @template T
 * @param {Field<T>} item of fixed bounds
 * @param {number} count
 * @returns {Field<T[]>}
 */
export function late(item, count) {
    const { low, high } = item.bounds({});
    if (count * width(high - low) < SIX) throw new Misfit(`${count} values of ${low} to ${high} are too short to come late`);
    const all = (/** @type {() => T} */ one) => Array.from({ length: count }, one);
    return {
        bounds: item.bounds,
        write(out, values, before) {
            if (values.length > 0 && values.length !== count) throw new Misfit(`${values.length} values, not ${count}`);
            for (const value of values) item.write(out, value, before);
        },
        read: (from, before) => (from.isOver ? [] : all(() => item.read(from, before))),
        sample: (below, before) => (below(2) ? all(() => item.sample(below, before)) : []),
    };
}

/**
 * Fields of their own, which see those around them.
 * @template {Schema} S
 * @param {S} schema
 * @returns {Field<Read<S>>}
 */
export function group(schema) {
    const fields = Object.entries(schema);
    /** @param {Before} before @param {(field: Field<any>, name: string, seen: Before) => any} each */
    const made = (before, each) => {
        const own = /** @type {any} */ ({});
        const seen = { ...before };
        for (const [name, field] of fields) own[name] = seen[name] = each(field, name, seen);
        return /** @type {Read<S>} */ (own);
    };
    return {
        bounds: () => ({ low: 0, high: 0 }),
        write(out, values, before) {
            made(before, (field, name, seen) => {
                field.write(out, values[name], seen);
                return values[name];
            });
        },
        read: (from, before) => made(before, (field, _, seen) => field.read(from, seen)),
        sample: (below, before) => made(before, (field, _, seen) => field.sample(below, seen)),
    };
}

/**
 * A text of so many bytes in UTF-8 at most.
 * @param {number} most
 * @returns {Field<string>}
 */
export function text(most) {
    const bytes = list(int(0, 255), most);
    return {
        bounds: bytes.bounds,
        write(out, value, before) {
            const encoded = [...new TextEncoder().encode(value)];
            bytes.write(out, encoded, before);
        },
        read(from, before) {
            const encoded = Uint8Array.from(bytes.read(from, before));
            try {
                return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(encoded);
            } catch {
                throw new Damaged("no text");
            }
        },
        sample: (below) => Array.from({ length: below(most + 1) }, () => String.fromCharCode(32 + below(95))).join(""),
    };
}

/**
 * Write a record; nothing where it is longer than a link or `most` may be.
 * @template {Schema} S
 * @param {S} schema
 * @param {Read<S>} record
 * @param {number} [most] characters
 * @returns {string | undefined}
 */
export function write(schema, record, most = LONGEST) {
    const out = new BitWriter();
    group(schema).write(out, record, {});
    const made = VERSION + out.done();
    return made.length <= most ? made : undefined;
}

/**
 * Read a record; nothing where the text is not one, or too long.
 * @template {Schema} S
 * @param {S} schema
 * @param {string} given
 * @param {number} [most] characters
 * @returns {Read<S> | undefined}
 */
export function read(schema, given, most = LONGEST) {
    if (given.length > most || !given.startsWith(VERSION)) return undefined;
    try {
        const from = new BitReader(given.slice(VERSION.length));
        const record = group(schema).read(from, {});
        from.end();
        return record;
    } catch (error) {
        if (error instanceof Damaged) return undefined;
        throw error;
    }
}

/**
 * A record by chance, for tests.
 * @template {Schema} S
 * @param {S} schema
 * @param {Below} below
 * @returns {Read<S>}
 */
export const sample = (schema, below) => group(schema).sample(below, {});
