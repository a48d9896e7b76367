// A game of m,n,k as a record for links and storage, and as the app keeps it: its moves; then the position of a day, a win
// in so many moves. What the moves lead to, the kernel says.

import { count, flag, int, list } from "../../frame/link.ts";
import { replay } from "../../kernel/mnk.ts";
import type { DailyPuzzle, Puzzle } from "../../frame/day.ts";
import type { Read } from "../../frame/link.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Position, ReplayReply, Rules } from "../../kernel/mnk.ts";

export const SHORT = "mn"; // in short names; games are not made from seeds, so there are none
export const TWO = 0; // the level of two persons
/** Who plays at each level; nobody at the level of two persons. */
export const PERSONS = ["", "Lia", "Teo", "Ada", "Ugo", "Zoe"];
/** The signs of the sides: 1 is X. */
export const SIGNS = ["", "×", "○"];
const SIDE = 70;
const MOVES = SIDE * SIDE;

export const SCHEMA = {
    m: int(1, SIDE),
    n: int(1, SIDE),
    k: int(1, 100),
    exact: flag,
    misere: flag,
    gravity: flag,
    torus: flag,
    maker_breaker: flag,
    level: int(TWO, 5),
    side: int(1, 2),
    moves: list(count((game) => game.m * game.n - 1), MOVES),
};

export type GameRecord = Read<typeof SCHEMA>;

export const OPTIONS = ["exact", "misere", "gravity", "torus", "maker_breaker"] as const;

/** Rules without options but those that are named. */
export const rulesOf = (m: number, n: number, k: number, options: Partial<Rules> = {}): Rules => ({
    ...{ exact: false, misere: false, gravity: false, torus: false, maker_breaker: false, ...options },
    ...{ m, n, k },
});

/** The games that the page offers. */
export const GAMES: Record<string, Rules> = {
    four: rulesOf(6, 7, 4, { gravity: true }),
    three: rulesOf(3, 3, 3),
    five: rulesOf(15, 15, 5),
    exactly: rulesOf(15, 15, 5, { exact: true }),
    board: rulesOf(6, 6, 4),
    torus: rulesOf(7, 7, 4, { torus: true }),
    misere: rulesOf(4, 4, 3, { misere: true }),
};

/** The name of a game that the page offers; `own` for any other. */
export function nameOf(rules: Rules) {
    const isSame = (option: Rules) => Object.entries(option).every(([key, value]) => Reflect.get(rules, key) === value);
    return Object.keys(GAMES).find((name) => isSame(GAMES[name])) ?? "own";
}

/** The rules of a record, as the kernel takes them. */
export function rulesIn({ m, n, k, exact, misere, gravity, torus, maker_breaker }: Rules): Rules {
    return { m, n, k, exact, misere, gravity, torus, maker_breaker };
}

/** What is played, against whom (a level, or `TWO`), and which side is the visitor's (1: X). */
export type Table = { rules: Rules, level: number, side: number };

/** A position, who chooses moves under its rules, and what can be proved. */
export type Ground = { position: Position, by: number, proofs: number };

export const NOWHERE = 0xffffffff; // where nothing lands
const FAULTS = ["", "outside", "occupied", "floating", "over"];

export class Game {
    moves: number[] = [];
    /** What was taken back, the next move last. */
    future: number[] = [];
    /** How many moves the board shows. */
    shown = 0;
    /** The side whose time was over; 0: nobody's. */
    flag = 0;
    /** By hints, by what is shown of a position, or by taking back: then nothing is counted. */
    isHelped = false;
    /** How many moves were there before the first that is played here. */
    givenMoves = 0;
    /** The puzzle of a day that this is. */
    day: DailyPuzzle | undefined = undefined;
    /** What the kernel says of each number of moves. */
    #positions = new Map<number, ReplayReply>();
    client: Client;
    table: Table;

    constructor(client: Client, table: Table) {
        this.client = client;
        this.table = table;
    }

    /** A game with its moves; nothing where the rules refuse them. */
    static async replay(client: Client, record: GameRecord) {
        const game = new Game(client, { rules: rulesIn(record), level: record.level, side: record.side });
        const reply = await game.#request(record.moves);
        if (reply.fault) return undefined;
        game.isHelped = record.moves.length > 0; // it began elsewhere
        game.moves = [...record.moves];
        game.shown = game.moves.length;
        game.#positions.set(game.shown, reply);
        return game;
    }

    get record(): GameRecord {
        const { rules, level, side } = this.table;
        return { ...rules, level, side, moves: this.moves };
    }

    get isOver() {
        return this.last.result !== 0 || this.flag !== 0;
    }

    /** Who has won a game that is over: 1 is X, 0 a draw. */
    get winner() {
        const { result } = this.last;
        return result ? result % 3 : 3 - this.flag;
    }

    get isUnfinished() {
        return this.moves.length > 0 && !this.isOver;
    }

    /** Whether the board shows the position after all moves. */
    get isLast() {
        return this.shown === this.moves.length;
    }

    /** Whether the rival thinks: it is the app's turn, in the position that the board shows. */
    get isRivalThinking() {
        return this.isLast && this.isAppsTurn;
    }

    /** Whether the question of a puzzle is open: its first move is to be found. */
    get isAsked() {
        return this.day !== undefined && this.moves.length === this.givenMoves;
    }

    /** Who is to move after the last one: 1 is X. */
    get mover() {
        return 1 + (this.moves.length % 2);
    }

    /** Whether the app is to move. */
    get isAppsTurn() {
        const { level, side } = this.table;
        return level !== TWO && !this.isOver && this.mover !== side;
    }

    /** Who is to move in the position that the board shows. */
    get shownMover() {
        return 1 + (this.shown % 2);
    }

    /** What is known of the position after all moves. */
    get last() {
        return this.#positions.get(this.moves.length) as ReplayReply;
    }

    /** What is known of the position that the board shows. */
    get now() {
        return this.#positions.get(this.shown) as ReplayReply;
    }

    /** What the methods are asked about: the position that the board shows. */
    get ground(): Ground {
        return this.groundOf(this.now);
    }

    groundOf({ cells, by, proofs }: ReplayReply): Ground {
        return { position: { rules: this.table.rules, cells }, by, proofs };
    }

    async #request(played: number[]) {
        const moves = Uint32Array.from(played);
        return (await replay(this.client, { rules: this.table.rules, moves })).tell;
    }

    /** The position after so many moves. */
    async after(number: number) {
        const position = this.#positions.get(number);
        if (position) return position;
        const moves = this.moves.slice(0, number);
        const reply = await this.#request(moves);
        if (moves.every((cell, place) => cell === this.moves[place])) this.#positions.set(number, reply);
        return reply;
    }

    /** Learn the empty board: before it nothing can be shown. */
    async load() {
        await this.after(0);
        return this;
    }

    /**
     * Make a move after those that are shown; what came later is gone. The name of the fault where the rules refuse it.
     */
    async play(cell: number): Promise<string> {
        if (this.flag) return "time";
        const before = this.moves;
        const moves = [...before.slice(0, this.shown), cell];
        const reply = await this.#request(moves);
        if (this.moves !== before) return ""; // another move was quicker
        if (reply.fault) return FAULTS[reply.fault];
        for (const number of [...this.#positions.keys()]) if (number >= moves.length) this.#positions.delete(number);
        this.moves = moves;
        this.future = [];
        this.shown = moves.length;
        this.#positions.set(this.shown, reply);
        return "";
    }

    /** Show the position after so many moves. */
    async show(number: number) {
        const count = Math.min(Math.max(number, 0), this.moves.length);
        const { moves } = this;
        await this.after(count);
        if (moves === this.moves) this.shown = count;
    }

    /** How many moves back the visitor was to move before: one where two persons play. */
    get #back() {
        const { level } = this.table;
        if (level === TWO) return this.moves.length - 1;
        const last = this.moves.length - 1;
        const undone = 1 + (last % 2) === this.table.side ? last : last - 1;
        return undone;
    }

    get canUndo() {
        return this.#back >= this.givenMoves;
    }

    /** Take back the visitor's last move, and the answer to it; false where there is none. */
    async undo() {
        const to = this.#back;
        if (to < this.givenMoves) return false;
        await this.after(to);
        this.flag = 0;
        this.isHelped = true;
        this.future.push(...this.moves.slice(to).reverse());
        this.moves = this.moves.slice(0, to);
        this.shown = to;
        return true;
    }

    /** Make again what was taken back; false where nothing was. */
    async redo() {
        if (this.future.length === 0) return false;
        const count = this.table.level === TWO ? 1 : 2;
        const future = [...this.future];
        const moves = [...this.moves, ...future.splice(-count).reverse()];
        const reply = await this.#request(moves);
        this.moves = moves;
        this.future = future;
        this.shown = moves.length;
        this.#positions.set(this.shown, reply);
        return true;
    }
}

const STRONGEST = 5; // the app defends as well as it can
const MARKS = ["X", "O"];

export async function gameOfDay(client: Client, puzzle: DailyPuzzle) {
    const { board, to_move: mover, ...options } = puzzle.puzzle.instance;
    const cells = [...board.join("")];
    const marks = MARKS.map((sign) => cells.flatMap((option, cell) => (option === sign ? [cell] : [])));
    // Nobody has won yet, so the marks may have come in any order in which the sides take turns.
    const moves = marks[0].flatMap((cell, at) => [cell, ...marks[1].slice(at, at + 1)]);
    const side = MARKS.indexOf(mover) + 1;
    const game = await Game.replay(client, { ...rulesIn(options), level: STRONGEST, side, moves });
    if (!game || game.mover !== side) return undefined;
    game.givenMoves = moves.length;
    game.day = puzzle;
    return game;
}

/** The cell that wins in time: there is no other. */
export function firstOf({ puzzle: { instance, solution } }: DailyPuzzle) {
    const [row, column] = solution.first;
    return (row - 1) * instance.n + column - 1;
}

export function asksOf(words: Words, { instance, goal }: Puzzle) {
    return words.translate("mnk.day", { side: SIGNS[MARKS.indexOf(instance.to_move) + 1], k: instance.k, count: goal.moves });
}
