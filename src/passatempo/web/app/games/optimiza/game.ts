// A game of Optimiza as the app keeps it, as a record for links and storage, and the board of a day. The rules are the
// kernel's: this asks it, and remembers.

import { History } from "../../frame/history.ts";
import { choice, count, flag, int, list, u64 } from "../../frame/link.ts";
import { seedDigits } from "../../frame/short.ts";
import { best, deal, duel, levels, lines, look, shape } from "../../kernel/optimiza.ts";
import type { Begun } from "../../frame/day.ts";
import type { Read } from "../../frame/link.ts";
import type { Seeded } from "../../frame/short.ts";
import type { Client } from "../../kernel/client.ts";
import type { Board, LevelsReply, LinesReply, Payoff, ShapeReply } from "../../kernel/optimiza.ts";

export const SHORT = "op"; // in short names
const PUZZLE = "p"; // its mark there: a board that was chosen
const MOST_N = 60;
/** The variants in the kernel's order, as the package names them. */
const NAMES = ["torus-queen", "torus-rook", "klein-queen", "klein-rook", "hex-torus", "hex-tri"];

/** Who plays: one person, a person who puts the piece against the bot, the bot that puts it, two persons. */
export const MODES = ["solo", "first", "second", "two"] as const;
export type Mode = typeof MODES[number];

export const SCHEMA = {
    n: int(2, MOST_N),
    variant: int(0, NAMES.length - 1),
    chosen: flag,
    mode: choice(...MODES),
    seed: u64,
    path: list(count((game) => game.n * game.n - 1), MOST_N * MOST_N),
};

export type GameRecord = Read<typeof SCHEMA>;
/** What is played, without the moves. */
type Rules = Omit<GameRecord, "path">;

/** How paths of one person ended: how many, and how many of them reached X, Y and Z. */
export const STATISTICS = {
    played: int(0, 1_000_000),
    x: int(0, 1_000_000),
    y: int(0, 1_000_000),
    z: int(0, 1_000_000),
};

export function shortName({ n, variant, chosen, seed }: Rules): Seeded {
    return { pastime: SHORT, sizes: [n, variant], marks: chosen ? PUZZLE : "", seed };
}

/** The game of a short name; nothing where no board has these sizes. */
export function recordOf({ sizes, marks, seed }: Seeded): GameRecord | undefined {
    const [n, variant] = sizes;
    const fits = sizes.length === 2 && n >= 2 && n <= MOST_N && variant < NAMES.length;
    if (!fits || (marks !== "" && marks !== PUZZLE)) return undefined;
    return { n, variant, chosen: marks === PUZZLE, mode: "solo", seed, path: [] };
}

/**
 * The board of a day.
 * @param date such as 2026-11-22
 */
export const recordOfDay = (date: string): GameRecord => ({
    n: 4, variant: 0, chosen: true, mode: "solo", seed: BigInt(date.replaceAll("-", "")), path: [],
});

/**
 * A board as the package reads it.
 * @param lengths of its rows
 */
export function boardText(
    lengths: ArrayLike<number>,
    { cells, variant }: { cells: ArrayLike<number>, variant: number },
) {
    let from = 0;
    const rows = Array.from(lengths, (length) => Array.from({ length }, () => cells[from++]).join(" "));
    return `${rows.join("\n")}\nvariant: ${NAMES[variant]}\n`;
}

type Position = { path: number[], sum: number, onward: number[], over: boolean };

const RULES = ["", "off-board", "not-straight", "smaller", "used"];
const STATES = 2_000_000n; // of a duel: a second
const CHOSEN = 64; // cells at most of a board that is chosen
const BOT = 25; // cells at most where the bot plays

export class Game {
    #levels: Promise<LevelsReply> | undefined;
    /** The puzzle of a day that this is. */
    day: Begun | undefined = undefined;
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

    /** Deal the board of a record and make its moves; nothing where a move is not legal. */
    static async of(client: Client, { path, ...asked }: GameRecord) {
        const { n, variant } = asked, seed = seedDigits(asked.seed);
        const rules = asked;
        const { tell: form } = await shape(client, { n, variant });
        const size = form.lengths.reduce((sum, length) => sum + length, 0);
        let { cells } = (await deal(client, { n, variant, seed, chosen: rules.chosen && size <= CHOSEN })).tell;
        if (cells.length === 0) ({ cells } = (await deal(client, { n, variant, seed, chosen: false })).tell);
        return Game.on(client, { n, variant, cells }, form, rules, path);
    }

    /** A game on a board; nothing where a move is not legal. */
    static async on(client: Client, board: Board, form: ShapeReply, rules: Rules, path: number[]) {
        const positions = [];
        for (let length = 0; length <= path.length; ++length) {
            const found = await looked(client, board, path.slice(0, length), rules.mode !== "solo");
            if (typeof found === "string") return undefined;
            positions.push(found);
        }
        return new Game(client, rules, board, form, positions);
    }

    get now() {
        return this.history.now;
    }

    get isDuel() {
        return this.rules.mode !== "solo";
    }

    /** Whether the bot is to move: who puts the piece moves third, fifth, ... */
    get isBots() {
        const { mode } = this.rules;
        const first = this.now.path.length % 2 === 0;
        return !this.now.over && ((mode === "first" && !first) || (mode === "second" && first));
    }

    /** Whether the bot can play on a board of this size. */
    get isSmall() {
        return this.board.cells.length <= BOT;
    }

    get record(): GameRecord {
        return { ...this.rules, path: this.now.path };
    }

    /** Go to a cell; the name of the fault where the rules refuse it. */
    async take(cell: number) {
        const before = this.now;
        if (before.over) return "over";
        const found = await looked(this.client, this.board, [...before.path, cell], this.isDuel);
        if (this.now !== before) return ""; // another move was quicker
        if (typeof found === "string") return found;
        if (!before.onward.includes(cell)) return "dead";
        this.history.push(found);
        return "";
    }

    /** Go back to an earlier cell of the path. */
    async back(cell: number) {
        const before = this.now;
        const found = await looked(this.client, this.board, before.path.slice(0, before.path.indexOf(cell) + 1), this.isDuel);
        if (this.now === before && typeof found !== "string") this.history.push(found);
    }

    /** X, Y and Z of the board. */
    levels() {
        this.#levels ??= levels(this.client, { board: this.board }).then(({ tell }) => tell);
        return this.#levels;
    }

    /** The best that begins with a path. */
    async best(path: number[]) {
        return (await best(this.client, { board: this.board, path: Uint32Array.from(path) })).tell;
    }

    /** What each move of a duel is worth to its player; nothing where that takes too long. */
    async payoffs(path: number[]): Promise<Payoff[]> {
        return (await duel(this.client, { board: this.board, path: Uint32Array.from(path) }, { nodes: STATES })).tell.moves;
    }

    /** The move of the perfect player; the first one where all are equal. */
    async perfect(path: number[]) {
        const found = await this.payoffs(path);
        return found.reduce((most, one) => (one.points > most.points ? one : most), found[0]);
    }

    /** The lines of a path. */
    async lines(path: number[]): Promise<LinesReply> {
        return (await lines(this.client, { board: this.board, path: Uint32Array.from(path) })).tell;
    }
}

/** Where a path leads; the name of the rule where it breaks one. */
async function looked(client: Client, board: Board, path: number[], isDuel: boolean): Promise<Position | string> {
    const { tell } = await look(client, { board, path: Uint32Array.from(path), duel: isDuel });
    if (tell.rule) return RULES[tell.rule];
    return { path, sum: Number(tell.sum), onward: [...tell.onward], over: tell.over };
}

export async function gameOfDay(client: Client, begun: Begun) {
    const { board: rows, variant: name, N: n } = begun.puzzle.instance;
    const variant = NAMES.indexOf(name);
    const { tell: form } = await shape(client, { n, variant });
    const board = { n, variant, cells: Uint8Array.from(rows.flat()) };
    const mode: GameRecord["mode"] = "solo";
    const rules = { n, variant, chosen: true, mode, seed: 0n };
    const left = await Game.on(client, board, form, rules, begun.state).catch(() => undefined);
    const game = left ?? (await Game.on(client, board, form, rules, [])); // what was kept may be damaged
    if (game) game.day = begun;
    return game;
}

/** The path, to go on with. */
export const stateOf = (game: Game) => game.now.path;
