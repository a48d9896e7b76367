// @ts-check
// Bits in a text that an address can hold: six in a character, the first one first.

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_";
export const SIX = 6; // bits of a character

/** A text that is no record of the schema it is read by. */
export class Damaged extends Error {}

/**
 * How many bits tell the numbers from 0 to `high` apart.
 * @param {number} high
 */
export function width(high) {
    let bits = 0;
    while (2 ** bits <= high) bits += 1;
    return bits;
}

export class BitWriter {
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

export class BitReader {
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
