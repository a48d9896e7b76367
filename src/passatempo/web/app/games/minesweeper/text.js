// @ts-check
// Boards as text: our grid with its lines of keys, the .mine files of JSMinesweeper and the grids of minesweepr, read
// as minesweeper/text.py and formats/other_programs.py read them.

import { COVERED, FLAG, UNKNOWN } from "./codes.js";

/** @typedef {{ rows: number, columns: number, cells: Uint8Array, mines: bigint, variant: number }} Board mines: -1 for no count */

export const VARIANTS = ["square", "torus", "hexagonal", "knight"];
const DEGREES = [8, 8, 6, 8];
const LONGEST_NUMBER = 40; // digits
const MOST_MINES = 10n ** 39n;
const LONGEST = 100_000; // characters
const MOST = 100; // rows, or columns, of a board that the page shows
const DIGITS = "0123456789";
const KEYS = ["mines", "variant", "offsets", "click"];
const BLANK = "[\\s\\x1c-\\x1f\\x85]"; // what Python strips
const OUTER = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");
const LINE = /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|$)/g;
const HEAD = /^\s*([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})[ \t]*(?=[\r\n]|$)/;
const OTHER = /^[x.*0-8\s/]*$/; // and one of the first three signs
const PROGRAM = /\b[a-z]\w*\s*\(|:-/;

/** @type {Record<string, number>} */
const NUMBERS = Object.fromEntries([...DIGITS].slice(0, 9).map((digit) => [digit, Number(digit)]));
const MINE_FILE = { H: COVERED, F: FLAG, ...NUMBERS };
const MINESWEEPR = { x: COVERED, "*": FLAG, ".": 0, ...NUMBERS };

/** A text that is no board: what kind of fault, and where; line and column count from 1, and are 0 where there is none. */
export class Unreadable extends Error {
    /**
     * @param {string} kind
     * @param {{ source?: string, at?: number, piece?: string, values?: Record<string, string | number> }} [found]
     */
    constructor(kind, { source, at = 0, piece = "", values = {} } = {}) {
        super(kind);
        this.kind = kind;
        const before = source?.slice(0, at) ?? "";
        this.line = source === undefined ? 0 : before.split("\n").length;
        this.column = source === undefined ? 0 : [...before.slice(before.lastIndexOf("\n") + 1)].length + 1;
        this.values = { piece, ...values };
    }
}

/** @typedef {{ text: string, at: number }} Line a line without its end, and where it begins */

/**
 * @param {string} text
 * @param {number} [from]
 * @returns {Line[]}
 */
function lines(text, from = 0) {
    const found = [...text.matchAll(LINE)].filter(([line]) => line);
    return found.map(({ 0: line, index }) => ({ text: line.replace(/[\r\n]+$/, ""), at: from + index }));
}

/** @param {string} text */
const stripped = (text) => text.replace(OUTER, "");

/**
 * Read a board; raises `Unreadable`.
 * @param {string} given
 * @returns {Board}
 */
export function read(given) {
    const source = given.replace(/^\ufeff/, "");
    if (!stripped(source)) throw new Unreadable("empty");
    if (source.includes("\0")) throw new Unreadable("binary", { source, at: source.indexOf("\0") });
    if (source.length > LONGEST) throw new Unreadable("too-long", { values: { most: LONGEST } });
    const { values, rest } = keyed(source);
    const mines = values.mines && whole(source, values.mines);
    const variant = values.variant ? variantOf(source, values.variant) : 0;
    if (values.offsets) throw new Unreadable("offsets");
    if (values.click) pair(source, values.click);
    if (PROGRAM.test(rest)) throw new Unreadable("program");
    let board;
    if (!values.variant && HEAD.test(rest)) board = mineFile(rest);
    else if (!values.variant && OTHER.test(rest) && /[x.*]/.test(rest)) board = { ...cellsOf(rest, 0, MINESWEEPR), mines: -1n };
    else board = grid(rest, variant, mines ?? -1n);
    if ((mines ?? 0n) < 0n || (mines ?? 0n) > MOST_MINES) throw new Unreadable("bad-mines", { piece: String(mines) });
    if (board.rows === 0) throw new Unreadable("empty");
    if (board.rows > MOST || board.columns > MOST) throw new Unreadable("too-large", { values: { most: MOST } });
    return { ...board, mines: mines ?? board.mines, variant };
}

/**
 * Lines of a key and a value, and the text with blanks in their place; lines that begin with // say nothing.
 * @param {string} source
 */
function keyed(source) {
    /** @type {Record<string, Line>} */
    const values = {};
    let rest = source;
    for (const { text, at } of lines(source)) {
        const colon = text.indexOf(":");
        const key = stripped(colon < 0 ? text : text.slice(0, colon)).toLowerCase();
        const known = colon >= 0 && KEYS.includes(key);
        if (!known && !key.startsWith("//")) continue;
        if (known) {
            if (values[key]) throw new Unreadable("key-twice", { source, at, piece: key });
            const value = stripped(text.slice(colon + 1));
            const begins = value ? text.indexOf(value, colon + 1) : text.length;
            values[key] = { text: value, at: at + begins };
        }
        rest = rest.slice(0, at) + " ".repeat(text.length) + rest.slice(at + text.length);
    }
    return { values, rest };
}

/**
 * @param {string} source
 * @param {Line} value
 */
function whole(source, { text, at }) {
    const digits = text.replace(/^-/, "");
    if (!/^[0-9]+$/.test(digits) || digits.length > LONGEST_NUMBER)
        throw new Unreadable("not-a-number", { source, at, piece: text });
    return BigInt(text);
}

/**
 * @param {string} source
 * @param {Line} value
 */
function variantOf(source, { text, at }) {
    if (!VARIANTS.includes(text)) throw new Unreadable("bad-variant", { source, at, piece: text });
    return VARIANTS.indexOf(text);
}

/**
 * Two whole numbers; they say which cell the question of another program is about, which the page does not ask.
 * @param {string} source
 * @param {Line} value
 */
function pair(source, { text, at }) {
    const words = text.replaceAll(",", " ").replace(/^[() \t]+|[() \t]+$/g, "").split(/\s+/).filter(Boolean);
    const fit = words.every((word) => /^[+-]?[0-9]+(_[0-9]+)*$/.test(word) && word.length <= LONGEST_NUMBER);
    if (words.length !== 2 || !fit) throw new Unreadable("not-a-pair", { source, at, piece: text });
}

/** @param {string} rest */
function mineFile(rest) {
    const head = /** @type {RegExpExecArray} */ (HEAD.exec(rest));
    const [columns, rows, mines] = head.slice(1).map(Number);
    const found = cellsOf(rest, head[0].length, MINE_FILE);
    if (found.rows !== rows || found.columns !== columns) {
        const at = head[0].search(/\S/);
        const values = { rows, columns, given: found.rows, width: found.columns };
        throw new Unreadable("wrong-size", { source: rest, at, values });
    }
    return { ...found, mines: BigInt(mines) };
}

/**
 * Read rows of signs; a slash ends a row as a line does.
 * @param {string} source
 * @param {number} from
 * @param {Record<string, number>} signs
 */
function cellsOf(source, from, signs) {
    /** @type {number[]} */
    const cells = [];
    let columns = 0;
    let rows = 0;
    for (const line of lines(source.slice(from), from)) {
        let before = cells.length;
        for (const [at, sign] of [...[...line.text, "/"].entries()]) {
            if (sign !== "/") {
                if (sign in signs) cells.push(signs[sign]);
                else if (stripped(sign)) throw new Unreadable("bad-cell", misfit(source, line, at, sign, signs));
                continue;
            }
            const width = cells.length - before;
            before = cells.length;
            if (width === 0) continue;
            rows += 1;
            columns ||= width;
            const values = { row: rows, cells: width, columns };
            if (width !== columns) throw new Unreadable("ragged", { source, at: line.at, values });
        }
    }
    return { rows, columns, cells: Uint8Array.from(cells) };
}

/**
 * @param {string} source
 * @param {Line} line
 * @param {number} place
 * @param {string} piece
 * @param {Record<string, number>} signs
 */
function misfit(source, line, place, piece, signs) {
    const at = line.at + [...line.text].slice(0, place).join("").length;
    return { source, at, piece, values: { signs: Object.keys(signs).sort().join(" ") } };
}

/**
 * Read our own grid.
 * @param {string} rest
 * @param {number} variant
 * @param {bigint} mines
 */
function grid(rest, variant, mines) {
    const signs = ["#", "F", "?", ...DIGITS.slice(0, DEGREES[variant] + 1)];
    const wrong = (/** @type {number} */ at) => {
        const piece = String.fromCodePoint(rest.codePointAt(at) ?? 0);
        return new Unreadable("bad-cell", { source: rest, at, piece, values: { signs: signs.join(" ") } });
    };
    const foreign = rest.search(/[^\0-\xff]/);
    if (foreign >= 0) throw wrong(foreign);
    const rows = rest.replace(/[ \t]/g, "").split(/[/\r\n]/).filter(Boolean);
    if (rows.length === 0) throw new Unreadable("empty");
    const columns = rows[0].length;
    const odd = rows.findIndex((row) => row.length !== columns);
    const values = { row: odd + 1, cells: rows[odd]?.length ?? 0, columns };
    if (odd >= 0) throw new Unreadable("ragged", { values });
    if (mines < -1n || mines > MOST_MINES) throw new Unreadable("bad-mines", { piece: String(mines) });
    const at = [...rest].findIndex((sign) => !signs.includes(sign) && !" \t/\r\n".includes(sign));
    if (at >= 0) throw wrong(at);
    const codes = /** @type {Record<string, number>} */ ({ "#": COVERED, F: FLAG, "?": UNKNOWN });
    const cells = Uint8Array.from([...rows.join("")].map((sign) => codes[sign] ?? Number(sign)));
    return { rows: rows.length, columns, cells, mines };
}

/**
 * Write a board as canonical text; reading it gives an equal one.
 * @param {Board} board
 */
export function write({ rows, columns, cells, mines, variant }) {
    const signs = [...cells].map((code) => (code === COVERED ? "#" : code === FLAG ? "F" : code === UNKNOWN ? "?" : String(code)));
    const written = Array.from({ length: rows }, (_, row) => signs.slice(row * columns, (row + 1) * columns).join(""));
    if (mines >= 0n) written.push(`mines: ${mines}`);
    if (variant) written.push(`variant: ${VARIANTS[variant]}`);
    return `${written.join("\n")}\n`;
}
