// Boards as text: our grid with its lines of keys, the grids of other programs and the .mine files of JSMinesweeper, read
// as minesweeper/text.py and formats/mine.py read them.

import { COVERED, FLAG, UNKNOWN } from "./state.ts";

/** mines: -1 for no count */
type Board = { rows: number, columns: number, cells: Uint8Array, mines: bigint, variant: number };

export const VARIANTS = ["square", "torus", "hexagonal", "knight"];
const DEGREES = [8, 8, 6, 8];
const LONGEST_NUMBER = 40; // digits
const MAX_MINES = 10n ** 39n;
const LONGEST = 100_000; // characters
const MAX_SIDE = 100; // rows, or columns, of a board that the page shows
const DIGITS = "0123456789";
const KEYS = ["mines", "variant", "offsets", "click", "reading"];
const BLANK = "[\\s\\x1c-\\x1f\\x85]"; // what Python strips
const OUTER = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");
const LINE = /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|$)/g;
const HEAD = /^\s*([0-9]{1,9})x([0-9]{1,9})x([0-9]{1,9})[ \t]*(?=[\r\n]|$)/;
const BLANKS = new RegExp(`${BLANK}|/`, "g");
const PROGRAM = /\b[a-z]\w*\s*\(|:-/;

const NUMBERS: Record<string, number> = Object.fromEntries([...DIGITS].slice(0, 9).map((digit) => [digit, Number(digit)]));
const SIGN_CODES = 250; // a mine that JSMinesweeper's compressor took off the numbers
const CLAIMS = 249; // a flag that it did not
const MINE_FILE = { H: COVERED, F: FLAG, "?": COVERED, M: COVERED, I: SIGN_CODES, O: CLAIMS, ...NUMBERS };
const OURS = { "#": COVERED, F: FLAG, "?": UNKNOWN, ...NUMBERS };
const FREE = { ...OURS, ".": 0, "-": 0 };
const DOT = { ...OURS, ".": 0 };
const OTHER = { ...NUMBERS, F: FLAG, x: COVERED, ".": 0 };

/** the codes of a grid's signs, or the name of its fault */
type Meaning = string | Record<string, number>;
/**
 * What a grid means that has a sign of each group of `has`, and only signs of `among`: without the line of a reading,
 * and as a position; and the fault, without that line, of a sign of the first group next to one of the second.
 */
type Rule = { has: string[], alphabet: string, bare: Meaning, position: Meaning, touching?: [string, string], fault?: string };

/** The first that fits decides, as in text.py. */
const RULES: Rule[] = [
    { has: ["?"], alphabet: "?.-#F012345678", bare: "opened-or-covered", position: OURS },
    { has: ["*", "#F?x"], alphabet: "*#F?x.-012345678", bare: "mine-or-flag", position: "mine-or-flag" },
    { has: ["*"], alphabet: "*.-012345678", bare: "field", position: "field" },
    { has: ["#", ".-"], alphabet: "#.-F012345678", bare: FREE, position: FREE, touching: [".-", "#"], fault: "free-or-covered" },
    { has: [".-"], alphabet: ".-F012345678", bare: "free-or-covered", position: DOT },
    { has: ["x"], alphabet: "x.F012345678", bare: OTHER, position: OTHER, touching: [".0", "x"], fault: "covered-or-mine" },
    { has: ["1"], alphabet: "01", bare: "number-or-mine", position: OURS },
    { has: [], alphabet: "#F?0123456789abcdefghijklmnopqrstuvwxyz", bare: OURS, position: OURS },
];
/** The signs that each fault is about, the first of which is its place. */
const FAULTS: Record<string, RegExp> = {
    "opened-or-covered": /[?]/, "free-or-covered": /[.-]/, "covered-or-mine": /x/, "number-or-mine": /1/,
    "mine-or-flag": /[*]/, "row-or-square": /[/]/, field: /[*.-]/,
};

/** A text that is no board: what kind of fault, and where; line and column count from 1, and are 0 where there is none. */
export class Unreadable extends Error {
    kind: string;
    line: number;
    column: number;
    values: { piece: string; };

    constructor(
        kind: string,
        { source, at = 0, piece = "", values = {} }: { source?: string, at?: number, piece?: string, values?: Record<string, string | number> } = {},
    ) {
        super(kind);
        this.kind = kind;
        const before = source?.slice(0, at) ?? "";
        this.line = source === undefined ? 0 : before.split("\n").length;
        this.column = source === undefined ? 0 : [...before.slice(before.lastIndexOf("\n") + 1)].length + 1;
        this.values = { piece, ...values };
    }
}

/** a line without its end, and where it begins */
type Line = { text: string, at: number };

function lines(text: string, from = 0): Line[] {
    const match = [...text.matchAll(LINE)].filter(([line]) => line);
    return match.map(({ 0: line, index }) => ({ text: line.replace(/[\r\n]+$/, ""), at: from + index }));
}

const trimmed = (text: string) => text.replace(OUTER, "");

/** Read a board; raises `Unreadable`. */
export function read(lines: string): Board {
    const comment = (line: string) => line.replace(/[\u{10000}-\u{10ffff}]/gu, "\ufffd"); // one unit each
    const source = lines.replace(/^\ufeff/, "").replace(/\/\/.*/g, comment);
    if (!trimmed(source)) throw new Unreadable("empty");
    if (source.includes("\0")) throw new Unreadable("binary", { source, at: source.indexOf("\0") });
    if (source.length > LONGEST) throw new Unreadable("too-long", { values: { most: LONGEST } });
    const { values, rest } = readKeys(source);
    const mines = values.mines && parseInteger(source, values.mines);
    const variant = values.variant ? variantOf(source, values.variant) : 0;
    if (values.offsets) throw new Unreadable("offsets");
    if (values.click) pair(source, values.click);
    if (values.reading && values.reading.text !== "position")
        throw new Unreadable("bad-reading", { source, at: values.reading.at, piece: values.reading.text });
    if (PROGRAM.test(rest)) throw new Unreadable("program");
    const isMineFile = !values.variant && HEAD.test(rest);
    const board = isMineFile ? mineFile(rest) : grid(rest, meaning(rest, values), variant, mines ?? -1n);
    if ((mines ?? 0n) < 0n || (mines ?? 0n) > MAX_MINES) throw new Unreadable("bad-mines", { piece: String(mines) });
    if (board.rows === 0) throw new Unreadable("empty");
    if (board.rows > MAX_SIDE || board.columns > MAX_SIDE) throw new Unreadable("too-large", { values: { most: MAX_SIDE } });
    return { ...board, mines: mines ?? board.mines, variant };
}

/**
 * The code of each sign of a plain grid; raises its fault.
 * @param values the lines beside it
 */
function meaning(rest: string, values: Record<string, Line>) {
    const match = findMeaning(rest, !values.variant, !values.reading);
    if (typeof match !== "string") return match;
    const at = rest.search(FAULTS[match]);
    throw new Unreadable(match, { source: rest, at, piece: rest[at] });
}

/**
 * @param plain whether no line says the neighbourhood, which no other program writes
 * @param bare whether no line says the reading
 */
function findMeaning(rest: string, plain: boolean, bare: boolean): Meaning {
    const signs = [...new Set(rest.replace(BLANKS, ""))].filter((sign) => plain || !/[0-9a-z]/.test(sign));
    const has = (group: string) => signs.some((sign) => group.includes(sign));
    const rule = RULES.find((rule) => signs.every((sign) => rule.alphabet.includes(sign)) && rule.has.every(has));
    if (!rule) return OURS; // the error names the first unknown sign
    const { touching, fault } = rule;
    if (bare && touching && fault && (!plain || touch(rest, ...touching))) return fault;
    const match = bare ? rule.bare : rule.position;
    const ends = typeof match === "string" ? [] : rest.split("/");
    const isOneLine = lines(trimmed(rest)).length === 1;
    return ends.length > 1 && !(isOneLine && ends.every(trimmed)) ? "row-or-square" : match;
}

/** Whether a square with one of some signs is next to one with one of others. */
function touch(rest: string, first: string, second: string) {
    const rows = rowsOf(rest);
    const signs = [...rows.join("")];
    const board = { rows: rows.length, columns: rows[0].length };
    if (rows.some((row) => row.length !== board.columns)) return false;
    return signs.some((sign, at) => first.includes(sign) && neighbours(board, at).some((near) => second.includes(signs[near])));
}

/** The rows of a grid without blanks. */
const rowsOf = (rest: string) => rest.replace(/[ \t]/g, "").split(/[/\r\n]/).filter(Boolean);

/** The cells around one, on a plain board. */
function neighbours({ rows, columns }: { rows: number, columns: number }, at: number) {
    const [row, column] = [Math.floor(at / columns), at % columns];
    const steps = [-1, 0, 1].flatMap((down) => [-1, 0, 1].map((right) => [row + down, column + right]));
    const near = steps.filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < columns);
    return near.map(([r, c]) => r * columns + c).filter((cell) => cell !== at);
}

/** Lines of a key and a value, and the text with blanks in their place; lines that begin with // say nothing. */
function readKeys(source: string) {
    const values: Record<string, Line> = {};
    let rest = source;
    for (const { text, at } of lines(source)) {
        const colon = text.indexOf(":");
        const key = trimmed(colon < 0 ? text : text.slice(0, colon)).toLowerCase();
        const keyMatch = colon >= 0 && KEYS.includes(key);
        if (!keyMatch && !key.startsWith("//")) continue;
        if (keyMatch) {
            if (values[key]) throw new Unreadable("key-twice", { source, at, piece: key });
            const value = trimmed(text.slice(colon + 1));
            const begins = value ? text.indexOf(value, colon + 1) : text.length;
            values[key] = { text: value, at: at + begins };
        }
        rest = rest.slice(0, at) + " ".repeat(text.length) + rest.slice(at + text.length);
    }
    return { values, rest };
}

function parseInteger(source: string, { text, at }: Line) {
    const digits = text.replace(/^-/, "");
    if (!/^[0-9]+$/.test(digits) || digits.length > LONGEST_NUMBER)
        throw new Unreadable("not-a-number", { source, at, piece: text });
    return BigInt(text);
}

function variantOf(source: string, { text, at }: Line) {
    if (!VARIANTS.includes(text)) throw new Unreadable("bad-variant", { source, at, piece: text });
    return VARIANTS.indexOf(text);
}

/** Two whole numbers; they say which cell the question of another program is about, which the page does not ask. */
function pair(source: string, { text, at }: Line) {
    const words = text.replaceAll(",", " ").replace(/^[() \t]+|[() \t]+$/g, "").split(/\s+/).filter(Boolean);
    const fit = words.every((word) => /^[+-]?[0-9]+(_[0-9]+)*$/.test(word) && word.length <= LONGEST_NUMBER);
    if (words.length !== 2 || !fit) throw new Unreadable("not-a-pair", { source, at, piece: text });
}

function mineFile(rest: string) {
    const head = HEAD.exec(rest) as RegExpExecArray;
    const [columns, rows, mines] = head.slice(1).map(Number);
    const match = cellsOf(rest, head[0].length, MINE_FILE, rows);
    if (match.rows !== rows || match.columns !== columns) {
        const at = head[0].search(/\S/);
        const values = { rows, columns, given: match.rows, width: match.columns };
        throw new Unreadable("wrong-size", { source: rest, at, values });
    }
    return { ...match, cells: inflate(match), mines: BigInt(mines) };
}

/** Add to each number the known mines around it, if the compressor of JSMinesweeper took them off. */
function inflate(board: { rows: number, columns: number, cells: Uint8Array }) {
    const { cells } = board;
    if (!cells.includes(SIGN_CODES) && !cells.includes(CLAIMS)) return cells;
    const full = cells.map((code, at) => {
        const openCells = code <= 8 ? neighbours(board, at).filter((near) => [FLAG, SIGN_CODES].includes(cells[near])).length : 0;
        return code === SIGN_CODES ? COVERED : code === CLAIMS ? FLAG : code + openCells;
    });
    const wrong = full.findIndex((code) => code > 8 && code < UNKNOWN);
    const values = { row: Math.floor(wrong / board.columns) + 1, column: (wrong % board.columns) + 1 };
    if (wrong >= 0) throw new Unreadable("bad-number", { piece: String(full[wrong]), values });
    return full;
}

/** Read rows of signs, up to so many; a slash ends a row as a line does. */
function cellsOf(source: string, from: number, signs: Record<string, number>, limit = Infinity) {
    const cells: number[] = [];
    let columns = 0;
    let rows = 0;
    for (const line of lines(source.slice(from), from)) {
        let before = cells.length;
        for (const [at, sign] of [...[...line.text, "/"].entries()]) {
            if (rows === limit) return { rows, columns, cells: Uint8Array.from(cells) };
            if (sign !== "/") {
                if (sign in signs) cells.push(signs[sign]);
                else if (trimmed(sign)) throw new Unreadable("bad-cell", misfit(source, line, at, sign, signs));
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

function misfit(source: string, line: Line, place: number, piece: string, signs: Record<string, number>) {
    const at = line.at + [...line.text].slice(0, place).join("").length;
    return { source, at, piece, values: { signs: Object.keys(signs).sort().join(" ") } };
}

/** Read a plain grid by the codes of its signs. */
function grid(rest: string, codes: Record<string, number>, variant: number, mines: bigint) {
    const signs = Object.keys(codes).filter((sign) => codes[sign] >= UNKNOWN || codes[sign] <= DEGREES[variant]);
    const wrong = (at: number) => {
        const piece = String.fromCodePoint(rest.codePointAt(at) ?? 0);
        return new Unreadable("bad-cell", { source: rest, at, piece, values: { signs: signs.sort().join(" ") } });
    };
    const foreign = rest.search(/[^\0-\xff]/);
    if (foreign >= 0) throw wrong(foreign);
    const rows = rowsOf(rest);
    if (rows.length === 0) throw new Unreadable("empty");
    const columns = rows[0].length;
    const odd = rows.findIndex((row) => row.length !== columns);
    const values = { row: odd + 1, cells: rows[odd]?.length ?? 0, columns };
    if (odd >= 0) throw new Unreadable("ragged", { values });
    if (mines < -1n || mines > MAX_MINES) throw new Unreadable("bad-mines", { piece: String(mines) });
    const at = [...rest].findIndex((sign) => !signs.includes(sign) && !" \t/\r\n".includes(sign));
    if (at >= 0) throw wrong(at);
    return { rows: rows.length, columns, cells: Uint8Array.from([...rows.join("")].map((sign) => codes[sign])), mines };
}

/** Write a board as canonical text; reading it gives an equal one. */
export function write({ rows, columns, cells, mines, variant }: Board) {
    const signs = [...cells].map((code) => (code === COVERED ? "#" : code === FLAG ? "F" : code === UNKNOWN ? "?" : String(code)));
    const text = Array.from({ length: rows }, (_, row) => signs.slice(row * columns, (row + 1) * columns).join(""));
    if (typeof findMeaning(text.join("\n"), !variant, true) === "string") text.push("reading: position");
    if (mines >= 0n) text.push(`mines: ${mines}`);
    if (variant) text.push(`variant: ${VARIANTS[variant]}`);
    return `${text.join("\n")}\n`;
}
