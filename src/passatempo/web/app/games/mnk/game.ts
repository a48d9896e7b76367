// A game of m,n,k as a record for links and storage, and as a list of moves in the app. The daily puzzle is a position with
// a win in a few moves. The kernel computes the positions after the moves.

import { count, flag, int, list } from "../../frame/link.ts";
import { position, replay } from "../../kernel/mnk.ts";
import type { DailyPuzzle, Puzzle } from "../../frame/day/day.ts";
import type { Read } from "../../frame/link.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Position, ReplayReply, Rules } from "../../kernel/mnk.ts";

export const SHORT = "mn"; // prefix of short names. Games have no seeds, so no game has one
export const TWO = 0; // the level of two persons
/** The name of the player at each level. The level of two persons has none. */
export const PERSONS = ["", "Lia", "Teo", "Ada", "Ugo", "Zoe"];
/** The signs of the sides. 1 is X. */
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

/** Return rules with the given options only. */
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

/** The name of a game of the page, or `own` for any other. */
export function nameOf(rules: Rules) {
    const isSame = (option: Rules) => Object.entries(option).every(([key, value]) => Reflect.get(rules, key) === value);
    return Object.keys(GAMES).find((name) => isSame(GAMES[name])) ?? "own";
}

/** The rules of a record in the kernel's form. */
export function rulesIn({ m, n, k, exact, misere, gravity, torus, maker_breaker }: Rules): Rules {
    return { m, n, k, exact, misere, gravity, torus, maker_breaker };
}

/** The cells of a board that cannot be, such as stones that float. */
export async function wrongCells(client: Client, rules: Rules, cells: number[]) {
    return (await position(client, { position: { rules, cells: Uint8Array.from(cells) } })).tell.floating;
}

/** The rules of a game, the level of the rival (or `TWO`), and the visitor's side (1 is X). */
export type Table = { rules: Rules, level: number, side: number };

/** A position, the method that chooses moves under its rules, and the proofs that are possible. */
export type Ground = { position: Position, by: number, proofs: number };

export const NOWHERE = 0xffffffff; // a cell that no stone can reach
const FAULTS = ["", "outside", "occupied", "floating", "over"];

export class Game {
    moves: number[] = [];
    /** The moves to redo, the next one last. */
    future: number[] = [];
    /** How many moves the board shows. */
    shown = 0;
    /** The side whose time was over, or 0. */
    flagSide = 0;
    /** Whether the visitor had help from hints, shown values or undo. Such a game does not count. */
    isHelped = false;
    /** The number of moves before the first one of this game. */
    givenMoves = 0;
    /** The daily puzzle, if the game is one. */
    day: DailyPuzzle | undefined = undefined;
    /** The kernel's replies by number of moves. */
    #positionCache = new Map<number, ReplayReply>();
    client: Client;
    table: Table;

    constructor(client: Client, table: Table) {
        this.client = client;
        this.table = table;
    }

    /** Return the game of a record, or nothing if its moves are illegal. */
    static async replay(client: Client, record: GameRecord) {
        const game = new Game(client, { rules: rulesIn(record), level: record.level, side: record.side });
        const position = await game.#requestPosition(record.moves);
        if (position.fault) return undefined;
        game.isHelped = record.moves.length > 0; // the game began elsewhere
        game.moves = [...record.moves];
        game.shown = game.moves.length;
        game.#positionCache.set(game.shown, position);
        return game;
    }

    get record(): GameRecord {
        const { rules, level, side } = this.table;
        return { ...rules, level, side, moves: this.moves };
    }

    get isOver() {
        return this.last.result !== 0 || this.flagSide !== 0;
    }

    /** The winner of a finished game. 1 is X, 0 is a draw. */
    get winner() {
        const { result } = this.last;
        return result ? result % 3 : 3 - this.flagSide;
    }

    get isUnfinished() {
        return this.moves.length > 0 && !this.isOver;
    }

    /** Whether the board shows the position after all moves. */
    get isLast() {
        return this.shown === this.moves.length;
    }

    /** Whether the board shows the last position and the app is to move there. */
    get isRivalThinking() {
        return this.isLast && this.isAppsTurn;
    }

    /** Whether the first move of a puzzle is still unsolved. */
    get isAsked() {
        return this.day !== undefined && this.moves.length === this.givenMoves;
    }

    /** The side to move after the last move. 1 is X. */
    get mover() {
        return 1 + (this.moves.length % 2);
    }

    /** Whether the app is to move. */
    get isAppsTurn() {
        const { level, side } = this.table;
        return level !== TWO && !this.isOver && this.mover !== side;
    }

    /** The side to move in the position that the board shows. */
    get shownMover() {
        return 1 + (this.shown % 2);
    }

    /** The kernel's reply for the position after all moves. */
    get last() {
        return this.#positionCache.get(this.moves.length) as ReplayReply;
    }

    /** The kernel's reply for the position that the board shows. */
    get now() {
        return this.#positionCache.get(this.shown) as ReplayReply;
    }

    /** The position that the board shows, as the engine's methods need it. */
    get ground(): Ground {
        return this.groundOf(this.now);
    }

    groundOf({ cells, by, proofs }: ReplayReply): Ground {
        return { position: { rules: this.table.rules, cells }, by, proofs };
    }

    async #requestPosition(allMoves: number[]) {
        const moves = Uint32Array.from(allMoves);
        return (await replay(this.client, { rules: this.table.rules, moves })).tell;
    }

    /** Return the position after a number of moves. */
    async after(number: number) {
        const oldPosition = this.#positionCache.get(number);
        if (oldPosition) return oldPosition;
        const moves = this.moves.slice(0, number);
        const newPosition = await this.#requestPosition(moves);
        if (moves.every((cell, place) => cell === this.moves[place])) this.#positionCache.set(number, newPosition);
        return newPosition;
    }

    /** Request the empty board, which the page needs before it can show anything. */
    async load() {
        await this.after(0);
        return this;
    }

    /**
     * Make a move after the position that the board shows, and drop later moves. Return the fault if the move is illegal.
     */
    async play(cell: number): Promise<string> {
        if (this.flagSide) return "time";
        const oldMoves = this.moves;
        const moves = [...oldMoves.slice(0, this.shown), cell];
        const position = await this.#requestPosition(moves);
        if (this.moves !== oldMoves) return ""; // another move came first
        if (position.fault) return FAULTS[position.fault];
        for (const number of [...this.#positionCache.keys()]) if (number >= moves.length) this.#positionCache.delete(number);
        this.moves = moves;
        this.future = [];
        this.shown = moves.length;
        this.#positionCache.set(this.shown, position);
        return "";
    }

    /** Show the position after a number of moves. */
    async show(number: number) {
        const validNumber = Math.min(Math.max(number, 0), this.moves.length);
        const { moves } = this;
        await this.after(validNumber);
        if (moves === this.moves) this.shown = validNumber;
    }

    /** The number of moves after an undo. Two persons undo one move, a visitor goes back to the last turn. */
    get #back() {
        const { level } = this.table;
        if (level === TWO) return this.moves.length - 1;
        const last = this.moves.length - 1;
        const lastTurn = 1 + (last % 2) === this.table.side ? last : last - 1;
        return lastTurn;
    }

    get canUndo() {
        return this.#back >= this.givenMoves;
    }

    /** Undo the visitor's last move and the reply to it. Return false if no move is left. */
    async undo() {
        const backNumber = this.#back;
        if (backNumber < this.givenMoves) return false;
        await this.after(backNumber);
        this.flagSide = 0;
        this.isHelped = true;
        this.future.push(...this.moves.slice(backNumber).reverse());
        this.moves = this.moves.slice(0, backNumber);
        this.shown = backNumber;
        return true;
    }

    /** Redo the moves of an undo. Return false if there are none. */
    async redo() {
        if (this.future.length === 0) return false;
        const count = this.table.level === TWO ? 1 : 2;
        const future = [...this.future];
        const moves = [...this.moves, ...future.splice(-count).reverse()];
        const position = await this.#requestPosition(moves);
        this.moves = moves;
        this.future = future;
        this.shown = moves.length;
        this.#positionCache.set(this.shown, position);
        return true;
    }
}

const STRONGEST = 5; // the app's best level defends
const MARKS = ["X", "O"];

export async function gameOfDay(client: Client, puzzle: DailyPuzzle) {
    const { board, to_move: mover, ...options } = puzzle.puzzle.instance;
    const boardCells = [...board.join("")];
    const marks = MARKS.map((sign) => boardCells.flatMap((option, cell) => (option === sign ? [cell] : [])));
    // Nobody has won yet, so any order with alternating sides is a possible game.
    const moves = marks[0].flatMap((cell, at) => [cell, ...marks[1].slice(at, at + 1)]);
    const moverSide = MARKS.indexOf(mover) + 1;
    const game = await Game.replay(client, { ...rulesIn(options), level: STRONGEST, side: moverSide, moves });
    if (!game || game.mover !== moverSide) return undefined;
    game.givenMoves = moves.length;
    game.day = puzzle;
    return game;
}

/** The only cell that wins in time. */
export function firstOf({ puzzle: { instance, solution } }: DailyPuzzle) {
    const [row, column] = solution.first;
    return (row - 1) * instance.n + column - 1;
}

export function asksOf(words: Words, { instance, goal }: Puzzle) {
    return words.translate("mnk.day", { side: SIGNS[MARKS.indexOf(instance.to_move) + 1], k: instance.k, count: goal.moves });
}
