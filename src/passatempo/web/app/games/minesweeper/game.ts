// A game of Minesweeper as the app keeps it, and the minefield of a day, which is opened already and needs no guess. The
// rules are the kernel's: this asks it, and remembers.

import { Clock } from "../../frame/clock.ts";
import { History } from "../../frame/history.ts";
import { int, u64 } from "../../frame/link.ts";
import { seedDigits } from "../../frame/short.ts";
import { store } from "../../frame/storage.ts";
import { lay, play, survey } from "../../kernel/minesweeper.ts";
import { COVERED, FLAG, NEAR } from "./state.ts";
import type { DailyPuzzle } from "../../frame/day.ts";
import type { Client } from "../../kernel/client.ts";
import type { SurveyReply } from "../../kernel/minesweeper.ts";
import type { GameRecord, Move } from "./state.ts";

/** What is played. */
export type Rules = { rows: number, columns: number, mines: number, variant: number, noGuess: boolean };
/** The mines of a field, and the least number of clicks that it needs. */
type Field = { mine: Uint8Array, minClicks: number };
/** `move` is the one that led here; before the first click there is no field. */
type Position = { cells: Uint8Array, hit: number[], won: boolean, presses: number, field?: Field, move?: Move };

const ACTION_CODES = { press: 0, mark: 1, chord: 2 } as const;
const LAY_SECONDS = 10; // seconds at most for a field without a guess
const NUMBERS = 36; // smaller codes are numbers
const LONGEST = 86_399; // seconds
const TIME = "game.minesweeper.time";
const TIME_SCHEMA = { seed: u64, seconds: int(0, LONGEST) };
const FAULTS = ["", "over", "open", "flag", "covered", "flags", "nothing"];

export const LEVELS: Record<string, Rules> = {
    beginner: { rows: 9, columns: 9, mines: 10, variant: 0, noGuess: false },
    intermediate: { rows: 16, columns: 16, mines: 40, variant: 0, noGuess: false },
    expert: { rows: 16, columns: 30, mines: 99, variant: 0, noGuess: false },
};

export class Game {
    clock = new Clock();
    isExample = false; // nobody has played yet
    /** The puzzle of a day that this is. */
    day: DailyPuzzle | undefined = undefined;
    isHelped = false; // by hints, or by taking back: then nothing is recorded
    client: Client;
    rules: Rules;
    seed: bigint;
    history: History<Position>;

    constructor(client: Client, rules: Rules, seed: bigint) {
        this.client = client;
        this.rules = rules;
        this.seed = seed;
        const cells = new Uint8Array(rules.rows * rules.columns).fill(COVERED);
        this.history = new History({ cells, hit: [], won: false, presses: 0 });
    }

    /** Play a recorded game again; nothing where the rules refuse one of its moves. */
    static async replay(client: Client, { seed, moves, ...rules }: GameRecord) {
        const game = new Game(client, rules, seed);
        for (const { deed, cell } of moves) if (await game.move(deed, cell)) return undefined;
        game.isHelped = moves.length > 0;
        const storedTime = store.get(TIME, TIME_SCHEMA);
        game.clock.stop();
        game.clock = new Clock(storedTime?.seed === seed ? storedTime.seconds : 0);
        if (moves.length > 0 && !game.isOver) game.clock.start();
        return game;
    }

    /** Keep the time of a game, which its link does not say, for a reload. */
    storeTime() {
        if (this.isUnfinished) store.put(TIME, TIME_SCHEMA, { seed: this.seed, seconds: Math.min(LONGEST, Math.round(this.clock.seconds)) });
    }

    /** A game that the page has begun by itself: the clock waits for the visitor. */
    asExample() {
        this.clock.stop();
        this.clock = new Clock();
        this.isExample = true;
    }

    get record(): GameRecord {
        const moves = this.history.states.flatMap(({ move }) => (move ? [move] : []));
        return { ...this.rules, seed: this.seed, moves };
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

    /** The clicks that the field needs at least; 0 where there is none yet. */
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
        const isSame = (name: string) =>
            ["rows", "columns", "mines", "variant"].every((key) => Reflect.get(LEVELS[name], key) === Reflect.get(this.rules, key));
        return Object.keys(LEVELS).find(isSame) ?? "own";
    }

    /** The share of the squares without a mine that are open. */
    get progress() {
        const { cells } = this.now;
        const open = cells.reduce((count, code) => count + Number(code < NUMBERS), 0);
        return open / (cells.length - this.rules.mines);
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
        return this.#board(this.now);
    }

    #board({ cells }: Position) {
        return { ...this.sides, cells, mines: BigInt(this.rules.mines) };
    }

    /** Make a move; the name of the fault where the rules refuse it. */
    async move(deed: keyof typeof ACTION_CODES, cell: number): Promise<string> {
        if (this.isOver) return "over";
        const before = this.now;
        if (!this.mine && deed === "mark") return this.#toggleFlag(cell);
        if (!this.mine && before.cells[cell] === FLAG) return "flag";
        const field = before.field ?? (await this.#layField(cell));
        if (!field) return "field";
        const request = { ...this.sides, mine: field.mine, cells: before.cells, deed: ACTION_CODES[deed], cell };
        const { tell: reply } = await play(this.client, request);
        if (this.now !== before) return ""; // another move was quicker
        if (reply.fault) return FAULTS[reply.fault];
        const presses = before.presses + Number(deed !== "mark");
        const { cells, won, hit } = reply;
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

    /** Before the first click there is no field yet, but flags may stand. */
    #toggleFlag(cell: number) {
        const cells = this.now.cells.slice();
        cells[cell] = cells[cell] === FLAG ? COVERED : FLAG;
        this.history.push({ ...this.now, cells, move: { deed: "mark", cell } });
        return "";
    }

    /** Lay the mines around the first click; nothing where no field without a guess is found in time. */
    async #layField(first: number): Promise<Field | undefined> {
        const { mines, noGuess } = this.rules;
        const request = { ...this.sides, mines, opening: true, no_guess: noGuess, seed: seedDigits(this.seed), first };
        const { tell: reply } = await lay(this.client, request, { seconds: LAY_SECONDS });
        return reply.mine.length ? { mine: reply.mine, minClicks: reply.clicks } : undefined;
    }

    /** Take the last move back; a game that was lost goes on. */
    undo() {
        if (!this.history.undo()) return false;
        this.isHelped = true;
        this.#updateClock();
        return true;
    }

    /** Make a move again that was taken back. */
    redo() {
        if (!this.history.redo()) return false;
        this.#updateClock();
        return true;
    }

    /** Ask what is certain, and for all chances. */
    survey(): Promise<SurveyReply> {
        return this.#surveyOf(this.now);
    }

    /** The same as it was before the last move, if there was one. */
    async surveyBefore() {
        const { before } = this.history;
        return before && this.#surveyOf(before);
    }

    async #surveyOf(position: Position) {
        return (await survey(this.client, { board: this.#board(position) })).tell;
    }
}

const NAMES = ["press", "mark", "chord"] as const;

export async function gameOfDay(client: Client, puzzle: DailyPuzzle): Promise<Game> {
    const { instance, goal, solution } = puzzle.puzzle;
    const { rows, columns, mines } = goal;
    const game = new Game(client, { rows, columns, mines, variant: 0, noGuess: true }, 0n);
    const cells = Uint8Array.from(instance.grid.replaceAll("\n", ""), (sign) => (sign === "#" ? COVERED : Number(sign)));
    const mine = Uint8Array.from(solution.field.join(""), (sign) => Number(sign === "*"));
    const opening: Position = { cells, hit: [], won: false, presses: 0, field: { mine, minClicks: 0 } };
    game.history = new History(opening);
    game.day = puzzle;
    game.clock = puzzle.clock;
    for (const code of puzzle.state) {
        const cell = Math.floor(code / NAMES.length);
        const fault = cell < mine.length ? await game.move(NAMES[code % NAMES.length], cell) : "outside";
        if (fault) return gameOfDay(client, { ...puzzle, state: [] }); // what was kept is damaged
    }
    return game;
}

/** The moves as numbers, to continue the puzzle later. */
export const stateOf = (game: Game) => game.record.moves.map(({ deed, cell }) => NAMES.indexOf(deed) + NAMES.length * cell);
