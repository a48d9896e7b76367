// @ts-check
// A game of Optimiza as the app keeps it. The rules are the kernel's: this asks it, and remembers.

import { History } from "../../frame/history.js";
import { digits } from "../../frame/seed.js";
import { best, deal, duel, levels, lines, look, shape } from "../../kernel/optimiza.js";

/** @import { Begun } from "../../frame/day.js" */
/** @import { Client } from "../../kernel/client.js" */
/** @import { Board, LevelsReply, LinesReply, Payoff, ShapeReply } from "../../kernel/optimiza.js" */
/** @import { GameRecord, Rules } from "./state.js" */

/** @typedef {{ path: number[], sum: number, onward: number[], over: boolean }} Position */

const RULES = ["", "off-board", "not-straight", "smaller", "used"];
const STATES = 2_000_000n; // of a duel: a second
const CHOSEN = 64; // cells at most of a board that is chosen
const BOT = 25; // cells at most where the bot plays

export class Game {
    /** @type {Promise<LevelsReply> | undefined} */
    #levels;
    /** The puzzle of a day that this is. @type {Begun | undefined} */
    day = undefined;

    /**
     * @param {Client} client
     * @param {Rules} rules
     * @param {Board} board
     * @param {ShapeReply} form
     * @param {Position[]} positions
     */
    constructor(client, rules, board, form, positions) {
        this.client = client;
        this.rules = rules;
        this.board = board;
        this.form = form;
        this.history = new History(positions[0]);
        for (const position of positions.slice(1)) this.history.push(position);
    }

    /**
     * Deal the board of a record and make its moves; nothing where a move is not legal.
     * @param {Client} client
     * @param {GameRecord} record
     */
    static async of(client, { path, ...asked }) {
        const { n, variant } = asked, seed = digits(asked.seed);
        const rules = asked;
        const { tell: form } = await shape(client, { n, variant });
        const size = form.lengths.reduce((sum, length) => sum + length, 0);
        let { cells } = (await deal(client, { n, variant, seed, chosen: rules.chosen && size <= CHOSEN })).tell;
        if (cells.length === 0) ({ cells } = (await deal(client, { n, variant, seed, chosen: false })).tell);
        return Game.on(client, { n, variant, cells }, form, rules, path);
    }

    /**
     * A game on a board; nothing where a move is not legal.
     * @param {Client} client
     * @param {Board} board
     * @param {ShapeReply} form
     * @param {Rules} rules
     * @param {number[]} path
     */
    static async on(client, board, form, rules, path) {
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

    /** @returns {GameRecord} */
    get record() {
        return { ...this.rules, path: this.now.path };
    }

    /** Go to a cell; the name of the fault where the rules refuse it. @param {number} cell */
    async take(cell) {
        const before = this.now;
        if (before.over) return "over";
        const found = await looked(this.client, this.board, [...before.path, cell], this.isDuel);
        if (this.now !== before) return ""; // another move was quicker
        if (typeof found === "string") return found;
        if (!before.onward.includes(cell)) return "dead";
        this.history.push(found);
        return "";
    }

    /** Go back to an earlier cell of the path. @param {number} cell */
    async back(cell) {
        const before = this.now;
        const found = await looked(this.client, this.board, before.path.slice(0, before.path.indexOf(cell) + 1), this.isDuel);
        if (this.now === before && typeof found !== "string") this.history.push(found);
    }

    /** X, Y and Z of the board. */
    levels() {
        this.#levels ??= levels(this.client, { board: this.board }).then(({ tell }) => tell);
        return this.#levels;
    }

    /** The best that begins with a path. @param {number[]} path */
    async best(path) {
        return (await best(this.client, { board: this.board, path: Uint32Array.from(path) })).tell;
    }

    /**
     * What each move of a duel is worth to its player; nothing where that takes too long.
     * @param {number[]} path
     * @returns {Promise<Payoff[]>}
     */
    async payoffs(path) {
        return (await duel(this.client, { board: this.board, path: Uint32Array.from(path) }, { nodes: STATES })).tell.moves;
    }

    /** The move of the perfect player; the first one where all are equal. @param {number[]} path */
    async perfect(path) {
        const found = await this.payoffs(path);
        return found.reduce((most, one) => (one.points > most.points ? one : most), found[0]);
    }

    /**
     * The lines of a path.
     * @param {number[]} path
     * @returns {Promise<LinesReply>}
     */
    async lines(path) {
        return (await lines(this.client, { board: this.board, path: Uint32Array.from(path) })).tell;
    }
}

/**
 * Where a path leads; the name of the rule where it breaks one.
 * @param {Client} client
 * @param {Board} board
 * @param {number[]} path
 * @param {boolean} isDuel
 * @returns {Promise<Position | string>}
 */
async function looked(client, board, path, isDuel) {
    const { tell } = await look(client, { board, path: Uint32Array.from(path), duel: isDuel });
    if (tell.rule) return RULES[tell.rule];
    return { path, sum: Number(tell.sum), onward: [...tell.onward], over: tell.over };
}
