// A game of Optimiza in the app, its record for links and storage, and the board of a day. The kernel knows the rules; this
// module calls it and stores the replies.

import { History } from "../../frame/history.ts";
import { choice, count, flag, int, late, list, u64 } from "../../frame/link.ts";
import { seedDigits } from "../../frame/short.ts";
import { best, deal, duel, levels, lines, look, shape } from "../../kernel/optimiza.ts";
import type { DailyPuzzle } from "../../frame/day/day.ts";
import type { Read } from "../../frame/link.ts";
import type { Seeded } from "../../frame/short.ts";
import type { Client } from "../../kernel/client.ts";
import type { BestReply, Board, LevelsReply, LinesReply, LookReply, Payoff, ShapeReply } from "../../kernel/optimiza.ts";

export const SHORT = "op"; // in short names
const PUZZLE = "p"; // its mark in short names: a chosen board
export const MAX_N = 60;
/** The variants in the kernel's order, as the package names them. */
export const NAMES = ["torus-queen", "torus-rook", "klein-queen", "klein-rook", "hex-torus", "hex-tri"];

export const HEXAGONAL = 4; // the first variant of hexagons: a parallelogram, then a triangle

/** How often the rules ask for a number. */
export const copyCount = (n: number, variant: number, number: number) => (number > n ? 0 : variant >= HEXAGONAL ? n + 1 - number : number === n ? 1 : n + 1);

/** The cells whose number stands more often than the rules ask; 0 is an empty one. */
export const repeated = (cells: number[], n: number, variant: number) =>
    [...cells.keys()].filter((cell) => cells[cell] && cells.filter((number) => number === cells[cell]).length > copyCount(n, variant, cells[cell]));

/** The players: one person, a person who puts the piece against the bot, the bot that puts it, two persons. */
export const MODES = ["solo", "first", "second", "two"] as const;
export type Mode = typeof MODES[number];

export const SCHEMA = {
    n: int(2, MAX_N),
    variant: int(0, NAMES.length - 1),
    chosen: flag,
    mode: choice(...MODES),
    seed: u64,
    path: list(count((game) => game.n * game.n - 1), MAX_N * MAX_N),
    cells: late(int(1, MAX_N), (game) => (game.variant >= HEXAGONAL ? (game.n * (game.n + 1)) / 2 : game.n * game.n)), // of a board that was brought
};

export type GameRecord = Read<typeof SCHEMA>;
/** A record without the moves. */
type Rules = Omit<GameRecord, "path">;

/** The last choice for a new game. */
export const CHOICE = { n: SCHEMA.n, variant: SCHEMA.variant, mode: SCHEMA.mode };

/** The number of finished paths of one person, and how many of them reached X, Y and Z. */
export const STATISTICS = {
    played: int(0, 1_000_000),
    x: int(0, 1_000_000),
    y: int(0, 1_000_000),
    z: int(0, 1_000_000),
};

export function shortName({ n, variant, chosen, seed }: Rules): Seeded {
    return { pastime: SHORT, sizes: [n, variant], marks: chosen ? PUZZLE : "", seed };
}

/** The record of a short name; nothing if no board has these sizes. */
export function recordOf({ sizes, marks, seed }: Seeded): GameRecord | undefined {
    const [n, variant] = sizes;
    const areValidSizes = sizes.length === 2 && n >= 2 && n <= MAX_N && variant < NAMES.length;
    if (!areValidSizes || (marks !== "" && marks !== PUZZLE)) return undefined;
    return { n, variant, chosen: marks === PUZZLE, mode: "solo", seed, path: [], cells: [] };
}

/**
 * The board of a day.
 * @param date such as 2026-11-22
 */
export const recordOfDay = (date: string): GameRecord => ({
    n: 4, variant: 0, chosen: true, mode: "solo", seed: BigInt(date.replaceAll("-", "")), path: [], cells: [],
});

/** The record of a board that was brought. */
export const brought = (board: Pick<GameRecord, "n" | "variant" | "cells">): GameRecord => ({ ...board, chosen: false, mode: "solo", seed: 0n, path: [] });

/**
 * A board in the package's file format.
 * @param lengths of its rows
 */
export function boardText(
    lengths: ArrayLike<number>,
    { cells, variant }: { cells: ArrayLike<number>, variant: number },
) {
    let nextCell = 0;
    const rowTexts = Array.from(lengths, (length) => Array.from({ length }, () => cells[nextCell++]).join(" "));
    return `${rowTexts.join("\n")}\nvariant: ${NAMES[variant]}\n`;
}

/** A path, its sum, the cells that can come next, whether it has ended, and the line of each of its steps. */
export type Position = { path: number[], sum: number, onward: number[], over: boolean, steps: LinesReply["units"][] };
/** A path to take next, the best sum from it, and the best sum from the current one. */
export type Advice = { path: number[], best: number, current: number };

const RULES = ["", "off-board", "not-straight", "smaller", "used"];
const DUEL_LIMITS = { seconds: 60, nodes: 2_000_000n }; // nodes end it: the same advice on every machine
const CHOSEN_MARK = 64; // the most cells of a chosen board
const BOT = 25; // the most cells of a board on which the bot plays
const SMALL = 5; // the size at which it plays on every surface

export class Game {
    #boardLevels: Promise<LevelsReply> | undefined;
    #bestPlan: BestReply | undefined;
    /** X, Y and Z of the board, once they are known. */
    goals: LevelsReply | undefined;
    /** The puzzle of a day, if this is one. */
    day: DailyPuzzle | undefined = undefined;
    client: Client;
    rules: Rules;
    board: Board;
    form: ShapeReply;
    history: History<Position>;

    constructor(client: Client, rules: Rules, board: Board, form: ShapeReply, positions: Position[]) {
        this.client = client;
        this.rules = rules;
        this.board = board;
        this.form = form;
        this.history = new History(positions[0]);
        for (const position of positions.slice(1)) this.history.push(position);
    }

    /** Deal the board of a record and make its moves; nothing if a move is not legal. */
    static async of(client: Client, { path, ...rules }: GameRecord) {
        const { n, variant, cells: own } = rules, seed = seedDigits(rules.seed);
        const { tell: shapeReply } = await shape(client, { n, variant });
        if (repeated(own, n, variant).length > 0) return undefined;
        if (own.length > 0) return Game.on(client, { n, variant, cells: Uint8Array.from(own) }, shapeReply, rules, path);
        const boardSize = shapeReply.lengths.reduce((sum, length) => sum + length, 0);
        let { cells } = (await deal(client, { n, variant, seed, chosen: rules.chosen && boardSize <= CHOSEN_MARK })).tell;
        if (cells.length === 0) ({ cells } = (await deal(client, { n, variant, seed, chosen: false })).tell);
        return Game.on(client, { n, variant, cells }, shapeReply, rules, path);
    }

    /** The game of a record without moves, on a smaller board if this one is too large for the bot. */
    static async playable(client: Client, record: GameRecord) {
        const game = (await Game.of(client, record)) as Game;
        return game.isPlayable ? game : ((await Game.of(client, { ...record, n: SMALL })) as Game);
    }

    /** A game on a board; nothing if a move is not legal. */
    static async on(client: Client, board: Board, form: ShapeReply, rules: Rules, path: number[]) {
        const startLook = await look(client, { board, path: new Uint32Array(), duel: rules.mode !== "solo" });
        const game = new Game(client, rules, board, form, [toPosition(startLook.tell, [], [])]);
        for (let length = 1; length <= path.length; length += 1) {
            const pathPosition = await game.explore(path.slice(0, length));
            if (typeof pathPosition === "string") return undefined;
            game.history.push(pathPosition);
        }
        return game;
    }

    get now() {
        return this.history.current;
    }

    get isDuel() {
        return this.rules.mode !== "solo";
    }

    get isBrought() {
        return this.rules.cells.length > 0;
    }

    /** Whether the bot is to move: the player who puts the piece moves third, fifth, ... */
    get isBots() {
        return this.#isBotsAt(this.now);
    }

    #isBotsAt({ over, path }: Position) {
        const { mode } = this.rules;
        const isFirst = path.length % 2 === 0;
        return !over && ((mode === "first" && !isFirst) || (mode === "second" && isFirst));
    }

    /** Whether the bot, if it plays, can play on a board of this size. */
    get isPlayable() {
        return this.board.cells.length <= BOT || !["first", "second"].includes(this.rules.mode);
    }

    /** The cell of the last move, if the bot made it. */
    get rivalCell() {
        const { path } = this.now;
        const isEvenPath = path.length % 2 === 0;
        return (this.rules.mode === "first" && isEvenPath) || (this.rules.mode === "second" && !isEvenPath) ? path[path.length - 1] : undefined;
    }

    /** Whether this is a daily puzzle that is not solved yet. */
    get isOpenDay() {
        return this.day !== undefined && this.day.end === undefined;
    }

    /** Whether it is offered at the next visit; daily puzzles are stored on their own. */
    get isUnfinished() {
        return this.now.path.length > 0 && !this.now.over && !this.day;
    }

    get record(): GameRecord {
        return { ...this.rules, path: this.now.path };
    }

    /** The position of another path, or the name of the rule that its last step breaks. */
    async explore(path: number[]): Promise<Position | string> {
        const { client, board, now, isDuel } = this;
        const isLongerPath = path.length > now.path.length;
        if (isLongerPath && now.over && path.length > 1) return "over";
        const { tell: lookReply } = await look(client, { board, path: Uint32Array.from(path), duel: isDuel });
        if (lookReply.rule) return RULES[lookReply.rule];
        if (isLongerPath && !now.over && !now.onward.includes(path[path.length - 1])) return "dead";
        const commonSteps = now.steps.slice(0, Math.max(0, commonLength(path, now.path) - 1));
        return toPosition(lookReply, path, [...commonSteps, ...(await this.steps(path.slice(commonSteps.length)))]);
    }

    /** Undo a move, and the bot's reply to it; return whether there was a move. */
    undo() {
        if (!this.canUndo) return false;
        do this.history.undo(); while (this.isBots);
        return true;
    }

    get canUndo() {
        return this.history.states.slice(0, -1).some((position) => !this.#isBotsAt(position));
    }

    redo() {
        if (!this.history.redo()) return false;
        while (this.isBots && this.history.redo());
        return true;
    }

    /** X, Y and Z of the board. */
    async levels() {
        this.#boardLevels ??= levels(this.client, { board: this.board }).then(({ tell: reply }) => reply);
        this.goals = await this.#boardLevels;
        return this.goals;
    }

    /** The best path that begins with a path. */
    async best(path: number[]) {
        return (await best(this.client, { board: this.board, path: Uint32Array.from(path) })).tell;
    }

    /** The best path of the board, with its lines. */
    async bestLine() {
        const path = [...(await this.best([])).path];
        return { path, steps: await this.steps(path) };
    }

    /**
     * The next step of a best path. It may lead back to the last square of the path that is on the best one, or to the
     * first square of another path. The best path stays the same, so that each step approaches its end.
     */
    async advise(): Promise<Advice> {
        const { path } = this.now;
        let plan = this.#bestPlan ?? (await this.best([]));
        const isOnPlan = commonLength(path, plan.path) === path.length;
        const pathPlan = isOnPlan ? plan : await this.best(path);
        if (pathPlan.value >= plan.value) plan = pathPlan;
        this.#bestPlan = plan;
        const common = commonLength(path, plan.path);
        const length = common < path.length ? Math.max(common, 1) : common + 1;
        return { path: [...plan.path.slice(0, length)], best: Number(plan.value), current: Number(pathPlan.value) };
    }

    /** The payoff of each move of a duel; none if that takes too long. */
    async payoffs(path: number[]): Promise<Payoff[]> {
        return (await duel(this.client, { board: this.board, path: Uint32Array.from(path) }, DUEL_LIMITS)).tell.moves;
    }

    /** The move of the perfect player; the first one if all are equal. */
    async perfect(path: number[]) {
        const payoffs = await this.payoffs(path);
        return payoffs.reduce((bestPayoff, payoff) => (payoff.points > bestPayoff.points ? payoff : bestPayoff), payoffs[0]);
    }

    /** The squares that each step of a path passes. */
    async steps(path: number[]): Promise<LinesReply["units"][]> {
        if (path.length < 2) return [];
        const { tell: linesReply } = await lines(this.client, { board: this.board, path: Uint32Array.from(path) });
        return [...linesReply.first].map((end, step) => linesReply.units.slice(step ? linesReply.first[step - 1] : 0, end));
    }
}

const toPosition = ({ sum, onward, over }: LookReply, path: number[], steps: Position["steps"]): Position => ({
    path, sum: Number(sum), onward: [...onward], over, steps,
});

/** The number of squares that two paths have in common at their beginning. */
function commonLength(path: ArrayLike<number>, other: ArrayLike<number>) {
    let length = 0;
    while (length < Math.min(path.length, other.length) && path[length] === other[length]) length += 1;
    return length;
}

export async function gameOfDay(client: Client, puzzle: DailyPuzzle) {
    const { board: rows, variant: name, N: n } = puzzle.puzzle.instance;
    const variant = NAMES.indexOf(name);
    const { tell: shapeReply } = await shape(client, { n, variant });
    const board = { n, variant, cells: Uint8Array.from(rows.flat()) };
    const mode: GameRecord["mode"] = "solo";
    const rules = { n, variant, chosen: true, mode, seed: 0n, cells: [] };
    const earlierGame = await Game.on(client, board, shapeReply, rules, puzzle.state).catch(() => undefined);
    const game = earlierGame ?? (await Game.on(client, board, shapeReply, rules, [])); // the stored path may be damaged
    if (game) game.day = puzzle;
    return game;
}

/** The path, to resume the puzzle later. */
export const stateOf = (game: Game) => game.now.path;
