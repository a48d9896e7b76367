// A game of Minesweeper, or a board that the visitor enters, as a record for a link and the browser's storage. Only the
// kernel decides whether a board is consistent.

import { MINESWEEPER_SURFACES } from "../../data/minesweeper_surfaces.ts";
import { History } from "../../frame/history.ts";
import { choice, count, flag, group, int, late, list, read, u64, write } from "../../frame/link.ts";
import type { Read } from "../../frame/link.ts";
import type { Seeded } from "../../frame/short.ts";
import type { Near } from "../../kernel/minesweeper.ts";
import type { Rules } from "./game.ts";

// The codes of cells that show no number, as in minesweeper/model.py.
export const COVERED = 255;
export const FLAG = 254;
export const UNKNOWN = 253;
export const MINE = 252; // open, in a picture of a lost field

/** The neighbourhoods, one for each variant. */
export const NEAR = (MINESWEEPER_SURFACES as unknown) as Near[];

const SAFE_MARKS = [2, 6]; // marks of the kernel
const MINE_MARKS = [3, 7];

/** Whether a mark means a safe cell. */
export const isSafe = (mark: number) => SAFE_MARKS.includes(mark);

/** Whether a mark means a certain mine. */
export const isMine = (mark: number) => MINE_MARKS.includes(mark);

/** Whether a code means a covered cell, with or without a flag. */
export const isCovered = (code: number) => code === COVERED || code === FLAG;

/** The cells around one. */
export function listNeighbours({ rows, columns, variant }: { rows: number, columns: number, variant: number }, cell: number) {
    const { even, odd, wraps } = NEAR[variant];
    const [row, column] = [Math.floor(cell / columns), cell % columns];
    const rowSteps = row % 2 ? odd : even;
    const nearCells = new Set<number>();
    for (let at = 0; at < rowSteps.length; at += 2) {
        let [r, c] = [row + rowSteps[at], column + rowSteps[at + 1]];
        if (wraps) [r, c] = [(r + rows) % rows, (c + columns) % columns];
        if (r >= 0 && r < rows && c >= 0 && c < columns) nearCells.add(r * columns + c);
    }
    return [...nearCells];
}

/** mines: -1 if the count is unknown */
export type DraftBoard = { rows: number, columns: number, cells: Uint8Array, mines: bigint, variant: number };

const MAX_NUMBERS = [8, 8, 6, 8]; // the largest number that a tap enters, by variant; the kernel rejects larger ones

/** A beginner's board, half solved. */
export const EXAMPLE: DraftBoard = {
    rows: 9,
    columns: 9,
    mines: 10n,
    variant: 0,
    cells: Uint8Array.from(
        "###100000###101110###101#10###101110###310000####10000####11110#######10#######10",
        (sign) => (sign === "#" ? COVERED : Number(sign)),
    ),
};

export class Draft {
    isOver = false; // a draft never ends
    mine = undefined;
    doubtful = new Set<number>(); // cells that a picture may show wrongly
    openMines = new Set<number>(); // flags that a picture shows as mines
    history: History<DraftBoard>;

    constructor(board: DraftBoard) {
        this.history = new History(board);
    }

    /** The board, with the fields that a game has. */
    get now() {
        return { ...this.history.current, hit: [] as number[], won: false };
    }

    get rules() {
        const { rows, columns, variant, mines } = this.history.current;
        return { rows, columns, variant, mines: Number(mines) };
    }

    /** The board in the form that the kernel reads. */
    get board() {
        const { rows, columns, variant, cells, mines } = this.history.current;
        return { rows, columns, variant, near: NEAR[variant], cells, mines };
    }

    change(change: Partial<DraftBoard>) {
        this.history.push({ ...this.history.current, ...change });
    }

    set(cell: number, code: number) {
        this.doubtful.delete(cell);
        this.openMines.delete(cell);
        if (this.history.current.cells[cell] === code) return;
        const cells = this.history.current.cells.slice();
        cells[cell] = code;
        this.change({ cells });
    }

    /** The next sign of a cell: covered, 0 to 8, flag, covered again. */
    cycle(cell: number) {
        const { cells, variant } = this.history.current;
        const cellCode = cells[cell];
        if (cellCode === COVERED) this.set(cell, 0);
        else if (cellCode < MAX_NUMBERS[variant]) this.set(cell, cellCode + 1);
        else this.set(cell, cellCode === FLAG || cellCode > MAX_NUMBERS[variant] ? COVERED : FLAG);
    }

    /** Change the size and the number of mines; the cells that fit stay in place. */
    resize(rows: number, columns: number, mines: bigint) {
        const currentBoard = this.history.current;
        const cells = new Uint8Array(rows * columns).fill(COVERED);
        for (let row = 0; row < Math.min(rows, currentBoard.rows); row += 1) {
            const rowCells = currentBoard.cells.subarray(row * currentBoard.columns, row * currentBoard.columns + Math.min(columns, currentBoard.columns));
            cells.set(rowCells, row * columns);
        }
        this.change({ rows, columns, cells, mines });
    }

    /** Cover all cells. */
    clear() {
        this.change({ cells: new Uint8Array(this.history.current.cells.length).fill(COVERED) });
    }
}

export const SHORT = "ms"; // in short names
const NO_GUESS = "n"; // its mark there
const MOVES = 10_000;

const move = group({ deed: choice("press", "mark", "chord"), cell: count((game) => game.rows * game.columns - 1) });

export const SCHEMA = {
    rows: int(1, 100),
    columns: int(1, 100),
    mines: count((game) => game.rows * game.columns - 1),
    variant: int(0, 3),
    noGuess: flag,
    seed: u64,
    moves: list(move, MOVES),
    field: late(int(0, 1), (game) => game.rows * game.columns), // 1 for a mine, if the field is given
};

export type GameRecord = Read<typeof SCHEMA>;
export type Move = GameRecord["moves"][number];

export function shortName({ rows, columns, mines, noGuess }: Rules, seed: bigint): Seeded {
    return { pastime: SHORT, sizes: [rows, columns, mines], marks: noGuess ? NO_GUESS : "", seed };
}

/** The game of a short name, or undefined if the sizes are invalid. */
export function recordOf({ sizes, marks, seed }: Seeded): GameRecord | undefined {
    const [rows, columns, mines] = sizes;
    const isValidSide = (side: number) => side >= 1 && side <= 100;
    if (sizes.length !== 3 || !isValidSide(rows) || !isValidSide(columns) || mines >= rows * columns) return undefined;
    if (marks !== "" && marks !== NO_GUESS) return undefined;
    return { rows, columns, mines, variant: 0, noGuess: marks === NO_GUESS, seed, moves: [], field: [] };
}

/** The prefix of an entered board in a link: `#b`, then the record. */
const DRAFT = "b";
const SIGNS = [0, 1, 2, 3, 4, 5, 6, 7, 8, UNKNOWN, FLAG, COVERED];

const DRAFT_SCHEMA = {
    rows: int(1, 100),
    columns: int(1, 100),
    known: flag, // whether the mines are counted
    mines: count((board) => board.rows * board.columns),
    variant: int(0, 3),
    cells: list(int(0, SIGNS.length - 1), 10_000),
};

/** The fragment of a board, or only its prefix if the fragment would be too long. */
export function fragmentOf({ rows, columns, mines, variant, cells }: DraftBoard) {
    const signIndexes = [...cells].map((code) => SIGNS.indexOf(code));
    if (signIndexes.includes(-1)) return DRAFT;
    const hasCount = mines >= 0n;
    const draftRecord = write(DRAFT_SCHEMA, { rows, columns, known: hasCount, mines: hasCount ? Number(mines) : 0, variant, cells: signIndexes });
    return DRAFT + (draftRecord ?? "");
}

/**
 * Whether a fragment should be a board.
 * @param fragment without `#`
 */
export const isDraft = (fragment: string) => fragment.startsWith(DRAFT);

/**
 * The board of a fragment, or undefined if it is damaged.
 * @param fragment without `#`
 */
export function draftOf(fragment: string): DraftBoard | undefined {
    const draftRecord = isDraft(fragment) ? read(DRAFT_SCHEMA, fragment.slice(DRAFT.length)) : undefined;
    if (!draftRecord || draftRecord.cells.length !== draftRecord.rows * draftRecord.columns) return undefined;
    const { rows, columns, variant, known: hasCount, mines, cells } = draftRecord;
    return { rows, columns, variant, mines: hasCount ? BigInt(mines) : -1n, cells: Uint8Array.from(cells, (at) => SIGNS[at]) };
}
