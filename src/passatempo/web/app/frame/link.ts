// A record as a text for an address or for storage. A page declares its fields once, as a schema, which gives a reader,
// a writer, the bounds of its forms, and samples for tests. A reader returns a record that satisfies the schema, or
// nothing. The text is a string of bits, six per character, the most significant first, and a checksum of two characters.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
const SIX = 6; // bits of a character

/** A text that is not a valid record of its schema. */
class LinkError extends Error {}

/** The number of bits that distinguish the numbers from 0 to `high`. */
function bitWidth(high: number) {
    let bits = 0;
    while (2 ** bits <= high) bits += 1;
    return bits;
}

class BitWriter {
    #digits: string[] = [];
    #openBits = 0;
    #bitCount = 0;

    /** Write a number from 0 to 2^bits - 1, exact up to 53 bits. */
    putBits(number: number, bits: number) {
        for (let left = bits; left > 0;) {
            const size = Math.min(SIX - this.#bitCount, left);
            left -= size;
            this.#openBits = this.#openBits * 2 ** size + (Math.floor(number / 2 ** left) % 2 ** size);
            this.#bitCount += size;
            if (this.#bitCount === SIX) this.#flushDigit();
        }
    }

    #flushDigit() {
        this.#digits.push(DIGITS[this.#openBits]);
        this.#openBits = 0;
        this.#bitCount = 0;
    }

    /** The written text; zeros fill the last character. */
    toText() {
        if (this.#bitCount > 0) this.putBits(0, SIX - this.#bitCount);
        return this.#digits.join("");
    }
}

class BitReader {
    #bitOffset = 0;
    values: number[];

    constructor(text: string) {
        this.values = [...text].map((digit) => DIGITS.indexOf(digit));
        if (this.values.includes(-1)) throw new LinkError("a character that is none of ours");
    }

    /** Read a number of `bits` bits. */
    takeBits(bits: number) {
        if (this.#bitOffset + bits > this.values.length * SIX) throw new LinkError("the text is cut");
        let number = 0;
        for (const end = this.#bitOffset + bits; this.#bitOffset < end;) {
            const free = SIX - (this.#bitOffset % SIX); // unread bits of this character
            const size = Math.min(free, end - this.#bitOffset);
            const digit = this.values[Math.floor(this.#bitOffset / SIX)];
            number = number * 2 ** size + ((digit >> (free - size)) & (2 ** size - 1));
            this.#bitOffset += size;
        }
        return number;
    }

    /** Whether less than one character is left. */
    get isOver() {
        return this.values.length * SIX - this.#bitOffset < SIX;
    }

    /** Check that only the zeros that fill the last character are left. */
    checkEnd() {
        const left = this.values.length * SIX - this.#bitOffset;
        if (left >= SIX || this.takeBits(left) !== 0) throw new LinkError("something follows");
    }
}

/** The fields read or written so far; the bounds of a field may depend on them. */
type Before = Record<string, any>;
/** A random number below a bound. */
type Below = (bound: number) => number;
export type Field<T> = {
    write: (out: BitWriter, value: T, before: Before) => void,
    read: (from: BitReader, before: Before) => T,
    sample: (below: Below, before: Before) => T,
    bounds: (before: Before) => { low: number, high: number },
};
export type Schema = Record<string, Field<any>>;
export type Read<S extends Schema> = { [Name in keyof S]: ReturnType<S[Name]["read"]> };

const VERSION = "v2";
const UNSEALED = "v1"; // earlier links, without a checksum
const SEAL = 2; // characters
const POLYNOMIAL = 0x80f;
const CRC_START = 0xfff; // also the mask of its 12 bits
const HALF = 32; // bits
const LONGEST = 8_000; // characters of a link

/** A value that does not fit its schema: a bug in the page that writes it. */
export class Misfit extends Error {}

/** A whole number between bounds that depend on earlier fields. */
export function rangeInt(
    lowerBound: (before: Before) => number,
    upperBound: (before: Before) => number,
): Field<number> {
    const bounds = (before: Before) => ({ low: lowerBound(before), high: upperBound(before) });
    return {
        bounds,
        write(out, number, before) {
            const { low, high } = bounds(before);
            if (!(Number.isInteger(number) && low <= number && number <= high)) {
                throw new Misfit(`${number} is not a whole number from ${low} to ${high}`);
            }
            out.putBits(number - low, bitWidth(high - low));
        },
        read(from, before) {
            const { low, high } = bounds(before);
            const number = low + from.takeBits(bitWidth(high - low));
            if (number > high) throw new LinkError(`${number} is above ${high}`);
            return number;
        },
        sample(below, before) {
            const { low, high } = bounds(before);
            return low + below(high - low + 1);
        },
    };
}

/** A whole number between fixed bounds. */
export const int = (low: number, high: number) => rangeInt(() => low, () => high);

/** A number from 0 to a bound that depends on earlier fields. */
export const count = (upperBound: (before: any) => number) => rangeInt(() => 0, upperBound);

/** One of several names. Add new names at the end: old links stay readable while the number of bits stays the same. */
export function choice<Name extends string>(...names: Name[]): Field<Name> {
    const place = int(0, names.length - 1);
    return {
        bounds: place.bounds,
        write: (out, option, before) => place.write(out, names.indexOf(option), before),
        read: (from, before) => names[place.read(from, before)],
        sample: (below, before) => names[place.sample(below, before)],
    };
}

const BIT = int(0, 1);

/** Yes or no. */
export const flag: Field<boolean> = {
    bounds: BIT.bounds,
    write: (out, isSet, before) => BIT.write(out, Number(isSet), before),
    read: (from, before) => BIT.read(from, before) === 1,
    sample: (below, before) => BIT.sample(below, before) === 1,
};

/** A number of 64 bits, such as a seed. */
export const u64: Field<bigint> = {
    bounds: () => ({ low: 0, high: 2 ** 64 }),
    write(out, integer) {
        if (BigInt.asUintN(64, integer) !== integer) throw new Misfit(`${integer} has more than 64 bits`);
        out.putBits(Number(integer >> BigInt(HALF)), HALF);
        out.putBits(Number(BigInt.asUintN(HALF, integer)), HALF);
    },
    read: (from) => (BigInt(from.takeBits(HALF)) << BigInt(HALF)) | BigInt(from.takeBits(HALF)),
    sample: (below) => (BigInt(below(2 ** HALF)) << BigInt(HALF)) | BigInt(below(2 ** HALF)),
};

/** A list of at most `maxLength` values of one field, or records of one schema. */
export function list<T>(codec: Field<T>, maxLength: number): Field<T[]> {
    const length = int(0, maxLength);
    return {
        bounds: length.bounds,
        write(out, members, before) {
            length.write(out, members.length, before);
            for (const member of members) codec.write(out, member, before);
        },
        read: (from, before) => Array.from({ length: length.read(from, before) }, () => codec.read(from, before)),
        sample: (below, before) =>
            Array.from({ length: below(Math.min(maxLength, 20) + 1) }, () => codec.sample(below, before)),
    };
}

/**
 * Exactly `count` values or none, at the end of a record, for a field added later. None takes no bits, so old links
 * stay the same. The values must fill at least one character, to differ from the zeros that fill a text.
 * @param codec with fixed bounds
 * @param countOf the count, or what gives it from the fields before
 */
export function late<T>(codec: Field<T>, countOf: number | ((before: any) => number)): Field<T[]> {
    const { low, high } = codec.bounds({});
    const isShort = (count: number) => count * bitWidth(high - low) < SIX;
    if (typeof countOf === "number" && isShort(countOf)) throw new Misfit(`${countOf} values of ${low} to ${high} are too short to come late`);
    const all = (before: Before, makeMember: () => T) => Array.from({ length: typeof countOf === "number" ? countOf : countOf(before) }, makeMember);
    return {
        bounds: codec.bounds,
        write(out, members, before) {
            const { length } = all(before, () => undefined as T);
            if (members.length > 0 && members.length !== length) throw new Misfit(`${members.length} values, not ${length}`);
            for (const member of members) codec.write(out, member, before);
        },
        read: (from, before) => (from.isOver ? [] : all(before, () => codec.read(from, before))),
        sample: (below, before) => (below(2) ? all(before, () => codec.sample(below, before)) : []),
    };
}

/** A nested record, whose fields see the fields around them. */
export function group<S extends Schema>(schema: S): Field<Read<S>> {
    const fields = Object.entries(schema);
    const buildRecord = (before: Before, each: (field: Field<any>, name: string, fields: Before) => any) => {
        const record = {} as any;
        const fieldsBefore = { ...before };
        for (const [name, field] of fields) record[name] = fieldsBefore[name] = each(field, name, fieldsBefore);
        return record as Read<S>;
    };
    return {
        bounds: () => ({ low: 0, high: 0 }),
        write(out, contents, before) {
            buildRecord(before, (field, name, fieldsBefore) => {
                field.write(out, contents[name], fieldsBefore);
                return contents[name];
            });
        },
        read: (from, before) => buildRecord(before, (field, _, fieldsBefore) => field.read(from, fieldsBefore)),
        sample: (below, before) => buildRecord(before, (field, _, fieldsBefore) => field.sample(below, fieldsBefore)),
    };
}

/** A text of at most `maxLength` bytes in UTF-8. */
export function text(maxLength: number): Field<string> {
    const bytes = list(int(0, 255), maxLength);
    return {
        bounds: bytes.bounds,
        write(out, content, before) {
            const textBytes = [...new TextEncoder().encode(content)];
            bytes.write(out, textBytes, before);
        },
        read(from, before) {
            const textBytes = Uint8Array.from(bytes.read(from, before));
            try {
                return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(textBytes);
            } catch {
                throw new LinkError("no text");
            }
        },
        sample: (below) => Array.from({ length: below(maxLength + 1) }, () => String.fromCharCode(32 + below(95))).join(""),
    };
}

/** Append the CRC-12 of a text, which finds every wrong character and every swap of neighbours. */
export function seal(text: string) {
    let crc = CRC_START;
    for (const digit of text) {
        crc ^= DIGITS.indexOf(digit) << SIX;
        for (let bit = 0; bit < SIX; bit += 1) crc = ((crc << 1) ^ (crc > CRC_START >> 1 ? POLYNOMIAL : 0)) & CRC_START;
    }
    return text + DIGITS[crc >> SIX] + DIGITS[crc % DIGITS.length];
}

/** Return the text of a link without version and checksum. */
function unseal(linkFragment: string) {
    const content = linkFragment.slice(VERSION.length);
    if (linkFragment.startsWith(UNSEALED)) return content;
    const text = content.slice(0, -SEAL);
    if (!linkFragment.startsWith(VERSION) || !/^[\w-]*$/.test(text) || seal(text) !== content) throw new LinkError("a wrong checksum");
    return text;
}

/**
 * Write a record. Return undefined if the text would be longer than `maxLength`.
 * @param maxLength characters
 */
export function write<S extends Schema>(schema: S, record: Read<S>, maxLength = LONGEST): string | undefined {
    const out = new BitWriter();
    group(schema).write(out, record, {});
    const linkFragment = VERSION + seal(out.toText());
    return linkFragment.length <= maxLength ? linkFragment : undefined;
}

/**
 * Read a record. Return undefined if the text is invalid or too long.
 * @param maxLength characters
 */
export function read<S extends Schema>(schema: S, linkFragment: string, maxLength = LONGEST): Read<S> | undefined {
    if (linkFragment.length > maxLength) return undefined;
    try {
        const from = new BitReader(unseal(linkFragment));
        const record = group(schema).read(from, {});
        from.checkEnd();
        return record;
    } catch (error) {
        if (error instanceof LinkError) return undefined;
        throw error;
    }
}

/** A random record, for tests. */
export const sample = <S extends Schema>(schema: S, below: Below): Read<S> => group(schema).sample(below, {});
