// Boards as text: the project's grid with its lines of keys, the grids of other programs and the .mine files of
// JSMinesweeper. The rules are those of minesweeper/text.py and formats/mine.py.

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
const SIGN_CODES = 250; // a mine that JSMinesweeper's compressor subtracted from the numbers
const CLAIMS = 249; // a flag that it did not subtract
const MINE_FILE = { H: COVERED, F: FLAG, "?": COVERED, M: COVERED, I: SIGN_CODES, O: CLAIMS, ...NUMBERS };
const OURS = { "#": COVERED, F: FLAG, "?": UNKNOWN, ...NUMBERS };
const FREE = { ...OURS, ".": 0, "-": 0 };
const DOT = { ...OURS, ".": 0 };
const OTHER = { ...NUMBERS, F: FLAG, x: COVERED, ".": 0 };

/** the codes of a grid's signs, or the name of its fault */
type Meaning = string | Record<string, number>;
/**
 * The meaning of a grid that has a sign of each group of `signGroups`, and only signs of `alphabet`: without the line
 * of a reading, and as a position. Without that line, a sign of the first touching group next to one of the second is
 * a fault.
 */
type Rule = { signGroups: string[], alphabet: string, bareMeaning: Meaning, positionMeaning: Meaning, touchingGroups?: [string, string], fault?: string };

/** The first that fits decides, as in text.py. */
const RULES: Rule[] = [
    { signGroups: ["?"], alphabet: "?.-#F012345678", bareMeaning: "opened-or-covered", positionMeaning: OURS },
    { signGroups: ["*", "#F?x"], alphabet: "*#F?x.-012345678", bareMeaning: "mine-or-flag", positionMeaning: "mine-or-flag" },
    { signGroups: ["*"], alphabet: "*.-012345678", bareMeaning: "field", positionMeaning: "field" },
    { signGroups: ["#", ".-"], alphabet: "#.-F012345678", bareMeaning: FREE, positionMeaning: FREE, touchingGroups: [".-", "#"], fault: "free-or-covered" },
    { signGroups: [".-"], alphabet: ".-F012345678", bareMeaning: "free-or-covered", positionMeaning: DOT },
    { signGroups: ["x"], alphabet: "x.F012345678", bareMeaning: OTHER, positionMeaning: OTHER, touchingGroups: [".0", "x"], fault: "covered-or-mine" },
    { signGroups: ["1"], alphabet: "01", bareMeaning: "number-or-mine", positionMeaning: OURS },
    { signGroups: [], alphabet: "#F?0123456789abcdefghijklmnopqrstuvwxyz", bareMeaning: OURS, positionMeaning: OURS },
];
/** The faults of a text with a reading that is a position. */
export const READINGS = ["free-or-covered", "opened-or-covered", "covered-or-mine"];
/** The signs that cause each fault; the first one is its place. */
const FAULTS: Record<string, RegExp> = {
    "opened-or-covered": /[?]/, "free-or-covered": /[.-]/, "covered-or-mine": /x/, "number-or-mine": /1/,
    "mine-or-flag": /[*]/, "row-or-square": /[/]/, field: /[*.-]/,
};

/** The fault of a text that is no board, with its kind and place. Line and column count from 1; 0 means unknown. */
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
        const sourceBefore = source?.slice(0, at) ?? "";
        this.line = source === undefined ? 0 : sourceBefore.split("\n").length;
        this.column = source === undefined ? 0 : [...sourceBefore.slice(sourceBefore.lastIndexOf("\n") + 1)].length + 1;
        this.values = { piece, ...values };
    }
}

/** A line without its end, and its offset. */
type Line = { text: string, at: number };

function lines(text: string, from = 0): Line[] {
    const lineMatches = [...text.matchAll(LINE)].filter(([line]) => line);
    return lineMatches.map(({ 0: line, index }) => ({ text: line.replace(/[\r\n]+$/, ""), at: from + index }));
}

const trimmed = (text: string) => text.replace(OUTER, "");

/** The signs of emoji boards in our grid. */
const EMOJI: Record<string, string> = { "⬜": "#", "⬛": "#", "🟦": "#", "🚩": "F", "💣": "*", "💥": "*", "\ufe0f": "", "\u20e3": "" };

/**
 * Read a board. Throws `Unreadable`.
 * @param reading of signs with two meanings, unless a line names one
 */
export function read(boardText: string, reading = ""): Board {
    const maskComment = (line: string) => line.replace(/[\u{10000}-\u{10ffff}]/gu, "\ufffd"); // one unit each
    const readable = boardText.replace(/[⬜⬛🟦🚩💣💥\ufe0f\u20e3]/gu, (sign) => EMOJI[sign]);
    const source = readable.replace(/^\ufeff/, "").replace(/\/\/.*/g, maskComment);
    if (!trimmed(source)) throw new Unreadable("empty");
    if (source.includes("\0")) throw new Unreadable("binary", { source, at: source.indexOf("\0") });
    if (source.length > LONGEST) throw new Unreadable("too-long", { values: { most: LONGEST } });
    const { values: keyLines, rest: grid } = readKeys(source);
    if (reading === "position") keyLines.reading ??= { text: reading, at: 0 };
    const rest = HEAD.test(grid) ? grid : readOtherSigns(grid, reading === "covered");
    const mines = keyLines.mines && parseInteger(source, keyLines.mines);
    const variant = keyLines.variant ? variantOf(source, keyLines.variant) : 0;
    if (keyLines.offsets) throw new Unreadable("offsets");
    if (keyLines.click) checkPair(source, keyLines.click);
    if (keyLines.reading && keyLines.reading.text !== "position")
        throw new Unreadable("bad-reading", { source, at: keyLines.reading.at, piece: keyLines.reading.text });
    if (PROGRAM.test(rest)) throw new Unreadable("program");
    const isMineFile = !keyLines.variant && HEAD.test(rest);
    const board = isMineFile ? readMineFile(rest) : readGrid(rest, readMeaning(rest, keyLines), variant, mines ?? -1n);
    if ((mines ?? 0n) < 0n || (mines ?? 0n) > MAX_MINES) throw new Unreadable("bad-mines", { piece: String(mines) });
    if (board.rows === 0) throw new Unreadable("empty");
    if (board.rows > MAX_SIDE || board.columns > MAX_SIDE) throw new Unreadable("too-large", { values: { most: MAX_SIDE } });
    return { ...board, mines: mines ?? board.mines, variant };
}

/** A grid of other programs in our signs: commas part squares, and other signs of covered ones, where none is ours. */
function readOtherSigns(grid: string, areCovered: boolean) {
    const parted = grid.replaceAll(",", " ");
    if (areCovered) return parted.replace(/[.?x-]/g, "#");
    return parted.includes("#") ? parted : parted.replace(/[_CH]/g, "#");
}

/**
 * The code of each sign of a plain grid. Throws its fault.
 * @param keyLines the lines of keys around the grid
 */
function readMeaning(rest: string, keyLines: Record<string, Line>) {
    const gridMeaning = findMeaning(rest, !keyLines.variant, !keyLines.reading);
    if (typeof gridMeaning !== "string") return gridMeaning;
    const at = rest.search(FAULTS[gridMeaning]);
    throw new Unreadable(gridMeaning, { source: rest, at, piece: rest[at] });
}

/**
 * @param plain whether no line names the neighbourhood, which no other program writes
 * @param bare whether no line names the reading
 */
function findMeaning(rest: string, plain: boolean, bare: boolean): Meaning {
    const signs = [...new Set(rest.replace(BLANKS, ""))].filter((sign) => plain || !/[0-9a-z]/.test(sign));
    const has = (group: string) => signs.some((sign) => group.includes(sign));
    const rule = RULES.find((rule) => signs.every((sign) => rule.alphabet.includes(sign)) && rule.signGroups.every(has));
    if (!rule) return OURS; // the error names the first unknown sign
    const { touchingGroups: touching, fault } = rule;
    if (bare && touching && fault && (!plain || hasTouching(rest, ...touching))) return fault;
    const ruleMeaning = bare ? rule.bareMeaning : rule.positionMeaning;
    const splitRows = typeof ruleMeaning === "string" ? [] : rest.split("/");
    const isOneLine = lines(trimmed(rest)).length === 1;
    return splitRows.length > 1 && !(isOneLine && splitRows.every(trimmed)) ? "row-or-square" : ruleMeaning;
}

/** Whether a square with one of some signs is next to one with one of others. */
function hasTouching(rest: string, first: string, second: string) {
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
    const nearSteps = steps.filter(([r, c]) => r >= 0 && r < rows && c >= 0 && c < columns);
    return nearSteps.map(([r, c]) => r * columns + c).filter((cell) => cell !== at);
}

/** Lines of a key and a value, and the text with blanks in their place; lines that begin with // are comments. */
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
        sourceRest = sourceRest.slice(0, at) + " ".repeat(text.length) + sourceRest.slice(at + text.length);
    }
    return { values: keyLines, rest: sourceRest };
}

function parseInteger(source: string, { text, at }: Line) {
    const textDigits = text.replace(/^-/, "");
    if (!/^[0-9]+$/.test(textDigits) || textDigits.length > LONGEST_NUMBER)
        throw new Unreadable("not-a-number", { source, at, piece: text });
    return BigInt(text);
}

function variantOf(source: string, { text, at }: Line) {
    if (!VARIANTS.includes(text)) throw new Unreadable("bad-variant", { source, at, piece: text });
    return VARIANTS.indexOf(text);
}

/** Check a pair of integers: the cell of a query in another program, which the page ignores. */
function checkPair(source: string, { text, at }: Line) {
    const textWords = text.replaceAll(",", " ").replace(/^[() \t]+|[() \t]+$/g, "").split(/\s+/).filter(Boolean);
    const wordsFit = textWords.every((word) => /^[+-]?[0-9]+(_[0-9]+)*$/.test(word) && word.length <= LONGEST_NUMBER);
    if (textWords.length !== 2 || !wordsFit) throw new Unreadable("not-a-pair", { source, at, piece: text });
}

function readMineFile(rest: string) {
    const head = HEAD.exec(rest) as RegExpExecArray;
    const [columns, rows, mines] = head.slice(1).map(Number);
    const fileBoard = readCells(rest, head[0].length, MINE_FILE, rows);
    if (fileBoard.rows !== rows || fileBoard.columns !== columns) {
        const at = head[0].search(/\S/);
        const values = { rows, columns, given: fileBoard.rows, width: fileBoard.columns };
        throw new Unreadable("wrong-size", { source: rest, at, values });
    }
    return { ...fileBoard, cells: restoreNumbers(fileBoard), mines: BigInt(mines) };
}

/** Add to each number the known mines around it, if JSMinesweeper's compressor subtracted them. */
function restoreNumbers(board: { rows: number, columns: number, cells: Uint8Array }) {
    const { cells: boardCells } = board;
    if (!boardCells.includes(SIGN_CODES) && !boardCells.includes(CLAIMS)) return boardCells;
    const fullCells = boardCells.map((code, at) => {
        const nearMines = code <= 8 ? neighbours(board, at).filter((near) => [FLAG, SIGN_CODES].includes(boardCells[near])).length : 0;
        return code === SIGN_CODES ? COVERED : code === CLAIMS ? FLAG : code + nearMines;
    });
    const wrongIndex = fullCells.findIndex((code) => code > 8 && code < UNKNOWN);
    const wrongPlace = { row: Math.floor(wrongIndex / board.columns) + 1, column: (wrongIndex % board.columns) + 1 };
    if (wrongIndex >= 0) throw new Unreadable("bad-number", { piece: String(fullCells[wrongIndex]), values: wrongPlace });
    return fullCells;
}

/** Read rows of signs, up to a limit; a slash or the end of a line ends a row. */
function readCells(source: string, from: number, signs: Record<string, number>, limit = Infinity) {
    const cells: number[] = [];
    let columns = 0;
    let rows = 0;
    for (const line of lines(source.slice(from), from)) {
        let cellsBefore = cells.length;
        for (const [at, sign] of [...[...line.text, "/"].entries()]) {
            if (rows === limit) return { rows, columns, cells: Uint8Array.from(cells) };
            if (sign !== "/") {
                if (sign in signs) cells.push(signs[sign]);
                else if (trimmed(sign)) throw new Unreadable("bad-cell", describeMisfit(source, line, at, sign, signs));
                continue;
            }
            const width = cells.length - cellsBefore;
            cellsBefore = cells.length;
            if (width === 0) continue;
            rows += 1;
            columns ||= width;
            const rowValues = { row: rows, cells: width, columns };
            if (width !== columns) throw new Unreadable("ragged", { source, at: line.at, values: rowValues });
        }
    }
    return { rows, columns, cells: Uint8Array.from(cells) };
}

function describeMisfit(source: string, line: Line, place: number, piece: string, signs: Record<string, number>) {
    const at = line.at + [...line.text].slice(0, place).join("").length;
    return { source, at, piece, values: { signs: Object.keys(signs).sort().join(" ") } };
}

/** Read a plain grid by the codes of its signs. */
function readGrid(rest: string, codes: Record<string, number>, variant: number, mines: bigint) {
    const signs = Object.keys(codes).filter((sign) => codes[sign] >= UNKNOWN || codes[sign] <= DEGREES[variant]);
    const newFault = (at: number) => {
        const piece = String.fromCodePoint(rest.codePointAt(at) ?? 0);
        return new Unreadable("bad-cell", { source: rest, at, piece, values: { signs: signs.sort().join(" ") } });
    };
    const foreign = rest.search(/[^\0-\xff]/);
    if (foreign >= 0) throw newFault(foreign);
    const rows = rowsOf(rest);
    if (rows.length === 0) throw new Unreadable("empty");
    const columns = rows[0].length;
    const raggedRow = rows.findIndex((row) => row.length !== columns);
    const rowValues = { row: raggedRow + 1, cells: rows[raggedRow]?.length ?? 0, columns };
    if (raggedRow >= 0) throw new Unreadable("ragged", { values: rowValues });
    if (mines < -1n || mines > MAX_MINES) throw new Unreadable("bad-mines", { piece: String(mines) });
    const at = [...rest].findIndex((sign) => !signs.includes(sign) && !" \t/\r\n".includes(sign));
    if (at >= 0) throw newFault(at);
    return { rows: rows.length, columns, cells: Uint8Array.from([...rows.join("")].map((sign) => codes[sign])), mines };
}

/** Write a board as canonical text; reading it gives an equal one. */
export function write({ rows, columns, cells, mines, variant }: Board) {
    const signs = [...cells].map((code) => (code === COVERED ? "#" : code === FLAG ? "F" : code === UNKNOWN ? "?" : String(code)));
    const boardLines = Array.from({ length: rows }, (_, row) => signs.slice(row * columns, (row + 1) * columns).join(""));
    if (typeof findMeaning(boardLines.join("\n"), !variant, true) === "string") boardLines.push("reading: position");
    if (mines >= 0n) boardLines.push(`mines: ${mines}`);
    if (variant) boardLines.push(`variant: ${VARIANTS[variant]}`);
    return `${boardLines.join("\n")}\n`;
}
