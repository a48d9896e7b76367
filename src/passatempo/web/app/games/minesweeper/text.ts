// Boards as text: the lines of keys are read here, and all else by the kernel, as minesweeper/text.py does.

import { read_file } from "../../kernel/minesweeper_files.ts";
import { COVERED, FLAG, NEAR, UNKNOWN } from "./state.ts";
import type { Client } from "../../kernel/client.ts";
import type { ReadFileReply } from "../../kernel/minesweeper_files.ts";

/** mines: -1 for no count */
export type TextBoard = { rows: number, columns: number, cells: Uint8Array, mines: bigint, variant: number };
/** A whole minefield, with the clicks of its game if it was played. Its cells are 1 for a mine. */
export type FileField = { file: ReadFileReply, variant: number };

export const VARIANTS = ["square", "torus", "hexagonal", "knight"];
const LONGEST_NUMBER = 40; // digits
const MAX_MINES = 10n ** 39n;
const LONGEST = 100_000; // characters
export const MAX_SIDE = 100; // rows, or columns, of a board that the page shows
const KEYS = ["mines", "variant", "offsets", "click", "first", "reading"];
const BLANK = "[\\s\\x1c-\\x1f\\x85]"; // what Python strips
const OUTER = new RegExp(`^${BLANK}+|${BLANK}+$`, "g");
const LINE = /[^\n\r\v\f\x1c-\x1e\x85\u2028\u2029]*(?:\r\n|[\n\r\v\f\x1c-\x1e\x85\u2028\u2029]|$)/g;
const RAWVF = /^Width:[^]*^Board:/m; // a replay as text, which has lines of keys of its own
const PROGRAM = /\b[a-z]\w*\s*\(|:-/;

const TEXT = 7; // Twin: FORMATS in text.py
const FIELD = 2; // Twin: KINDS in text.py
const READINGS = ["", "position", "covered", "field"]; // Twin: _READINGS in text.py
/** The kinds of faults, as FAULTS in text.py has them: of files, of sizes and of texts. */
const FAULTS = ("none file file file file file file field-size file file mine-count file file file ragged file file "
    + "empty too-large bad-reading opened-or-covered two-signs mine-or-flag free-or-covered covered-or-mine number-or-mine "
    + "row-or-square blank-or-square square-or-free known-or-covered counted-rows bad-cell bad-cell bad-cell bad-list "
    + "bad-list wrong-number bad-number wrong-size wrong-count id id id id id id id id").split(" ").map((kind) => (["file", "id"].includes(kind) ? `bad-${kind}` : kind));
const [FIRST_DOUBT, LAST_DOUBT] = ["opened-or-covered", "counted-rows"].map((kind) => FAULTS.indexOf(kind));
/** The faults of a text with two readings that belongs to no other pastime. */
export const OWN_DOUBTS = ["free-or-covered", "opened-or-covered", "covered-or-mine", "square-or-free", "known-or-covered"];

type FaultDetails = { source?: string, at?: number, piece?: string, values?: Record<string, string | number>, readings?: string[] };

/** The fault of a text that is no board, with its kind and place. Line and column count from 1; 0 means unknown. */
export class Unreadable extends Error {
    kind: string;
    line: number;
    column: number;
    values: { piece: string; };
    readings: string[]; // those that decide

    constructor(kind: string, { source, at = 0, piece = "", values = {}, readings = [] }: FaultDetails = {}) {
        super(kind);
        this.kind = kind;
        const sourceBefore = source?.slice(0, at) ?? "";
        this.line = source === undefined ? 0 : sourceBefore.split("\n").length;
        this.column = source === undefined ? 0 : [...sourceBefore.slice(sourceBefore.lastIndexOf("\n") + 1)].length + 1;
        this.values = { piece, ...values };
        this.readings = readings;
    }
}

/** A line without its end, and its offset. */
type Line = { text: string, at: number };

function lines(text: string, from = 0): Line[] {
    const lineMatches = [...text.matchAll(LINE)].filter(([line]) => line);
    return lineMatches.map(({ 0: line, index }) => ({ text: line.replace(/[\r\n]+$/, ""), at: from + index }));
}

const trimmed = (text: string) => text.replace(OUTER, "");

/**
 * Read a board or a whole minefield. Throws `Unreadable`.
 * @param reading of a text that has two, unless a line names one
 */
export async function read(client: Client, boardText: string, reading = ""): Promise<TextBoard | FileField> {
    const source = boardText.replace(/^\ufeff/, "");
    if (!trimmed(source)) throw new Unreadable("empty");
    if (source.includes("\0")) throw new Unreadable("binary", { source, at: source.indexOf("\0") });
    if (source.length > LONGEST) throw new Unreadable("too-long", { values: { most: LONGEST } });
    const { values: keyLines, rest } = RAWVF.test(source) ? { values: {} as Record<string, Line>, rest: source } : readKeys(source);
    const mines = keyLines.mines && parseInteger(source, keyLines.mines);
    const variant = keyLines.variant ? indexOf(source, keyLines.variant, VARIANTS, "bad-variant") : 0;
    if (keyLines.offsets) throw new Unreadable("offsets");
    for (const pair of [keyLines.click, keyLines.first]) if (pair) checkPair(source, pair);
    const readingIndex = keyLines.reading ? indexOf(source, keyLines.reading, READINGS, "bad-reading") : READINGS.indexOf(reading);
    if (PROGRAM.test(rest)) throw new Unreadable("program");
    const bytes = new TextEncoder().encode(rest);
    const { tell } = await read_file(client, { bytes, format: TEXT, reading: readingIndex, plain: !keyLines.variant, near: NEAR[variant] });
    if (tell.fault) throw faultOf(tell, source, bytes);
    const { rows, columns, cells } = tell;
    if (rows > MAX_SIDE || columns > MAX_SIDE) throw new Unreadable("too-large", { values: { most: MAX_SIDE } });
    if (tell.kind === FIELD) {
        const first = BigInt(cells.reduce((sum, isMine) => sum + isMine, 0));
        if (mines !== undefined && mines !== first) throw new Unreadable("mine-count", { values: { first: String(first), second: String(mines) } });
        return { file: tell, variant };
    }
    if (keyLines.first) throw new Unreadable("bad-first", { source, at: keyLines.first.at, piece: keyLines.first.text });
    if ((mines ?? 0n) < 0n || (mines ?? 0n) > MAX_MINES) throw new Unreadable("bad-mines", { piece: String(mines) });
    return { rows, columns, cells, mines: mines ?? tell.mines, variant };
}

/** The fault that the kernel tells, with its place in characters. */
function faultOf({ fault, at: end, values }: { fault: number, at: number, values: bigint[] }, source: string, bytes: Uint8Array) {
    const isDoubt = FIRST_DOUBT <= fault && fault <= LAST_DOUBT;
    const kind = FAULTS[fault];
    let byte = end - 1;
    while ((bytes[byte] & 0xc0) === 0x80) byte -= 1;
    const at = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes.subarray(0, byte)).length;
    const readings = isDoubt ? READINGS.filter((_, bit) => bit > 0 && (Number(values[0]) >> bit) & 1) : [];
    const piece = kind === "bad-reading" ? READINGS[Number(values[0])] : String.fromCodePoint(source.codePointAt(at) ?? 32);
    const named = { most: MAX_SIDE, ...Object.fromEntries(["first", "second", "third", "fourth"].map((name, k) => [name, String(values[k] ?? "")])) };
    return new Unreadable(kind, { source, at, piece, values: named, readings });
}

/** Lines of a key and a value, and the text with ends of lines in their place; lines that begin with // are comments. */
function readKeys(source: string) {
    const keyLines: Record<string, Line> = {};
    let sourceRest = source;
    for (const { text, at } of lines(source)) {
        const colonIndex = text.indexOf(":");
        const key = trimmed(colonIndex < 0 ? text : text.slice(0, colonIndex)).toLowerCase();
        const keyMatch = colonIndex >= 0 && KEYS.includes(key);
        if (!keyMatch && !key.startsWith("//")) continue;
        if (keyMatch) {
            if (keyLines[key]) throw new Unreadable("key-twice", { source, at, piece: key });
            const trimmedValue = trimmed(text.slice(colonIndex + 1));
            const valueIndex = trimmedValue ? text.indexOf(trimmedValue, colonIndex + 1) : text.length;
            keyLines[key] = { text: trimmedValue, at: at + valueIndex };
        }
        sourceRest = sourceRest.slice(0, at) + "\r".repeat(text.length) + sourceRest.slice(at + text.length);
    }
    return { values: keyLines, rest: sourceRest };
}

function parseInteger(source: string, { text, at }: Line) {
    const textDigits = text.replace(/^-/, "");
    if (!/^[0-9]+$/.test(textDigits) || textDigits.length > LONGEST_NUMBER)
        throw new Unreadable("not-a-number", { source, at, piece: text });
    return BigInt(text);
}

function indexOf(source: string, { text, at }: Line, names: string[], kind: string) {
    if (!text || !names.includes(text)) throw new Unreadable(kind, { source, at, piece: text });
    return names.indexOf(text);
}

/** Check a pair of integers: the cell of a query in another program, which the page ignores. */
function checkPair(source: string, { text, at }: Line) {
    const textWords = text.replaceAll(",", " ").replace(/^[() \t]+|[() \t]+$/g, "").split(/\s+/).filter(Boolean);
    const wordsFit = textWords.every((word) => /^[+-]?[0-9]+(_[0-9]+)*$/.test(word) && word.length <= LONGEST_NUMBER);
    if (textWords.length !== 2 || !wordsFit) throw new Unreadable("not-a-pair", { source, at, piece: text });
}

/** Write a board as canonical text; reading it gives an equal one. */
export function write({ rows, columns, cells, mines, variant }: TextBoard) {
    const signs = [...cells].map((code) => (code === COVERED ? "#" : code === FLAG ? "F" : code === UNKNOWN ? "?" : String(code)));
    const boardLines = Array.from({ length: rows }, (_, row) => signs.slice(row * columns, (row + 1) * columns).join(""));
    const isOnly = (codes: number[]) => cells.every((code) => codes.includes(code));
    if (cells.includes(UNKNOWN) || (!variant && cells.includes(1) && isOnly([0, 1]))) boardLines.push("reading: position");
    if (mines >= 0n) boardLines.push(`mines: ${mines}`);
    if (variant) boardLines.push(`variant: ${VARIANTS[variant]}`);
    return `${boardLines.join("\n")}\n`;
}
