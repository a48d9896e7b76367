// A game of Minesweeper with its history, and the daily minefield, which is partly open and needs no guess. The kernel
// applies the rules.

import { Clock } from "../../frame/clock.ts";
import { History } from "../../frame/history.ts";
import { int, u64 } from "../../frame/link.ts";
import { seedDigits } from "../../frame/short.ts";
import { store } from "../../frame/storage.ts";
import { lay, least_clicks, play, survey } from "../../kernel/minesweeper.ts";
import { COVERED, FLAG, NEAR } from "./state.ts";
import type { DailyPuzzle } from "../../frame/day/day.ts";
import type { Client } from "../../kernel/client.ts";
import type { SurveyReply } from "../../kernel/minesweeper.ts";
import type { GameRecord, Move } from "./state.ts";

/** The rules of a game. */
export type Rules = { rows: number, columns: number, mines: number, variant: number, noGuess: boolean };
/** The mines of a field, and the least number of clicks that it needs. */
type Field = { mine: Uint8Array, minClicks: number };
/** A position after `move`; before the first click there is no field. */
type Position = { cells: Uint8Array, hit: number[], won: boolean, presses: number, field?: Field, move?: Move };

const ACTION_CODES = { press: 0, mark: 1, chord: 2 } as const;
const LAY_SECONDS = 10; // seconds at most for a field without a guess
const NUMBERS = 36; // smaller codes are numbers
const MAX_SECONDS = 86_399; // seconds
const TIME = "game.minesweeper.time";
const TIME_SCHEMA = { seed: u64, seconds: int(0, MAX_SECONDS) };
const FAULTS = ["", "over", "open", "flag", "covered", "flags", "nothing"];

export const LEVELS: Record<string, Rules> = {
    beginner: { rows: 9, columns: 9, mines: 10, variant: 0, noGuess: false },
    intermediate: { rows: 16, columns: 16, mines: 40, variant: 0, noGuess: false },
    expert: { rows: 16, columns: 30, mines: 99, variant: 0, noGuess: false },
};

/** The name of the level with these rules, or `own`. */
export function levelOf(rules: Omit<Rules, "noGuess">) {
    const hasSameRules = (name: string) =>
        ["rows", "columns", "mines", "variant"].every((key) => Reflect.get(LEVELS[name], key) === Reflect.get(rules, key));
    return Object.keys(LEVELS).find(hasSameRules) ?? "own";
}

export class Game {
    clock = new Clock();
    isExample = false; // nobody has played yet
    /** The puzzle of a day that this is. */
    day: DailyPuzzle | undefined = undefined;
    isHelped = false; // by hints or by an undo: then nothing is recorded
    client: Client;
    rules: Rules;
    seed: bigint;
    given: number[]; // a field of the visitor's own, 1 for a mine; empty if the mines are laid at the first click
    history: History<Position>;

    constructor(client: Client, rules: Rules, seed: bigint, given: number[] = []) {
        this.client = client;
        this.rules = rules;
        this.seed = seed;
        this.given = given;
        this.isHelped = given.length > 0;
        const cells = new Uint8Array(rules.rows * rules.columns).fill(COVERED);
        this.history = new History({ cells, hit: [], won: false, presses: 0 });
    }

    /** Replay a recorded game. Return undefined if one of its moves is illegal. */
    static async replay(client: Client, { seed, moves, field, ...rules }: GameRecord) {
        if (field.length > 0 && field.reduce((sum, isMine) => sum + isMine, 0) !== rules.mines) return undefined;
        const game = new Game(client, rules, seed, field);
        for (const { deed, cell } of moves) if (await game.move(deed, cell)) return undefined;
        game.isHelped ||= moves.length > 0;
        const storedTime = store.get(TIME, TIME_SCHEMA);
        game.clock.stop();
        game.clock = new Clock(storedTime?.seed === seed ? storedTime.seconds : 0);
        if (moves.length > 0 && !game.isOver) game.clock.start();
        return game;
    }

    /** Store the time of a game for a reload, since its link does not hold it. */
    storeTime() {
        if (this.isUnfinished) store.put(TIME, TIME_SCHEMA, { seed: this.seed, seconds: Math.min(MAX_SECONDS, Math.round(this.clock.seconds)) });
    }

    /** Mark the game as an example: the clock waits for the visitor. */
    asExample() {
        this.clock.stop();
        this.clock = new Clock();
        this.isExample = true;
    }

    get record(): GameRecord {
        const historyMoves = this.history.states.flatMap(({ move }) => (move ? [move] : []));
        return { ...this.rules, seed: this.seed, moves: historyMoves, field: this.given };
    }

    /** The positions after each click. */
    get clicks() {
        return this.history.states.filter(({ move }) => move && move.deed !== "mark");
    }

    /** The puzzle that this is, with whether help was taken. */
    withHelp(day: DailyPuzzle) {
        day.helped ||= this.isHelped;
        return day;
    }

    get now() {
        return this.history.current;
    }

    /** The mines, as one byte a cell. */
    get mine() {
        return this.now.field?.mine;
    }

    /** The least number of clicks that the field needs; 0 before the first click. */
    get minClicks() {
        return this.now.field?.minClicks ?? 0;
    }

    /** The cells as they were before a mine was hit, or as they are. */
    get cellsBefore() {
        return ((this.now.hit.length && this.history.before) || this.now).cells;
    }

    /** Whether the game can be continued. */
    get isUnfinished() {
        return this.now.presses > 0 && !this.isOver && !this.isExample;
    }

    get canUndo() {
        return this.history.canUndo;
    }

    get isOver() {
        return this.now.won || this.now.hit.length > 0;
    }

    /** The name of its level, or `own`. */
    get level() {
        return levelOf(this.rules);
    }

    /** The share of the squares without a mine that are open. */
    get progress() {
        const { cells } = this.now;
        const openCount = cells.reduce((count, code) => count + Number(code < NUMBERS), 0);
        return openCount / (cells.length - this.rules.mines);
    }

    /** Mines less flags; none at a win. */
    get left() {
        if (this.now.won) return 0;
        let flags = 0;
        for (const code of this.now.cells) if (code === FLAG) flags += 1;
        return this.rules.mines - flags;
    }

    get sides() {
        const { rows, columns, variant } = this.rules;
        return { rows, columns, variant, near: NEAR[variant] };
    }

    /** The board in the form that the kernel reads. */
    get board() {
        return this.#boardOf(this.now);
    }

    #boardOf({ cells }: Position) {
        return { ...this.sides, cells, mines: BigInt(this.rules.mines) };
    }

    /** Make a move. Return the name of its fault, or an empty string if it is legal. */
    async move(deed: keyof typeof ACTION_CODES, cell: number): Promise<string> {
        if (this.isOver) return "over";
        const before = this.now;
        if (!this.mine && deed === "mark") return this.#toggleFlag(cell);
        if (!this.mine && before.cells[cell] === FLAG) return "flag";
        const field = before.field ?? (await this.#layField(cell));
        if (!field) return "field";
        const request = { ...this.sides, mine: field.mine, cells: before.cells, deed: ACTION_CODES[deed], cell };
        const { tell: playReply } = await play(this.client, request);
        if (this.now !== before) return ""; // another move was quicker
        if (playReply.fault) return FAULTS[playReply.fault];
        const presses = before.presses + Number(deed !== "mark");
        const { cells, won, hit } = playReply;
        this.history.push({ cells, hit: [...hit], won, presses, field, move: { deed, cell } });
        this.isExample = false;
        this.#updateClock();
        return "";
    }

    /** The clock runs from the first move to the end. */
    #updateClock() {
        if (this.isOver) this.clock.stop();
        else this.clock.start();
    }

    /** Set or remove a flag before the first click, when there is no field yet. */
    #toggleFlag(cell: number) {
        const cells = this.now.cells.slice();
        cells[cell] = cells[cell] === FLAG ? COVERED : FLAG;
        this.history.push({ ...this.now, cells, move: { deed: "mark", cell } });
        return "";
    }

    /** Lay the mines around the first click. Return undefined if no field without a guess is found in time. */
    async #layField(firstCell: number): Promise<Field | undefined> {
        if (this.given.length > 0) {
            const mine = Uint8Array.from(this.given);
            return { mine, minClicks: (await least_clicks(this.client, { ...this.sides, mine })).tell.clicks };
        }
        const { mines, noGuess } = this.rules;
        const request = { ...this.sides, mines, opening: true, no_guess: noGuess, seed: seedDigits(this.seed), first: firstCell };
        const { tell: layReply } = await lay(this.client, request, { seconds: LAY_SECONDS });
        return layReply.mine.length ? { mine: layReply.mine, minClicks: layReply.clicks } : undefined;
    }

    /** Undo the last move; a lost game can then continue. */
    undo() {
        if (!this.history.undo()) return false;
        this.isHelped = true;
        this.#updateClock();
        return true;
    }

    /** Redo a move. */
    redo() {
        if (!this.history.redo()) return false;
        this.#updateClock();
        return true;
    }

    /** Compute the certain cells and all chances. */
    survey(): Promise<SurveyReply> {
        return this.#surveyOf(this.now);
    }

    /** Compute them for the position before the last move, if there is one. */
    async surveyBefore() {
        const { before } = this.history;
        return before && this.#surveyOf(before);
    }

    async #surveyOf(position: Position) {
        return (await survey(this.client, { board: this.#boardOf(position) })).tell;
    }
}

const ACTION_NAMES = ["press", "mark", "chord"] as const;

export async function gameOfDay(client: Client, dailyPuzzle: DailyPuzzle): Promise<Game> {
    const { instance, goal, solution } = dailyPuzzle.puzzle;
    const { rows, columns, mines } = goal;
    const game = new Game(client, { rows, columns, mines, variant: 0, noGuess: true }, 0n);
    const gridCells = Uint8Array.from(instance.grid.replaceAll("\n", ""), (sign) => (sign === "#" ? COVERED : Number(sign)));
    const mineField = Uint8Array.from(solution.field.join(""), (sign) => Number(sign === "*"));
    const openingPosition: Position = { cells: gridCells, hit: [], won: false, presses: 0, field: { mine: mineField, minClicks: 0 } };
    game.history = new History(openingPosition);
    game.day = dailyPuzzle;
    game.clock = dailyPuzzle.clock;
    for (const code of dailyPuzzle.state) {
        const cell = Math.floor(code / ACTION_NAMES.length);
        const moveFault = cell < mineField.length ? await game.move(ACTION_NAMES[code % ACTION_NAMES.length], cell) : "outside";
        if (moveFault) return gameOfDay(client, { ...dailyPuzzle, state: [] }); // the stored moves are damaged
    }
    return game;
}

/** The moves as numbers, to continue the puzzle later. */
export const stateOf = (game: Game) => game.record.moves.map(({ deed, cell }) => ACTION_NAMES.indexOf(deed) + ACTION_NAMES.length * cell);
