// @ts-check
// A game of m,n,k as the app keeps it: its moves. What they lead to, the kernel says.

import { replay } from "../../kernel/mnk.js";
import { TWO, rulesIn } from "./state.js";

/** @import { Begun } from "../../frame/day.js" */
/** @import { Client } from "../../kernel/client.js" */
/** @import { Position, ReplayReply, Rules } from "../../kernel/mnk.js" */
/** @import { GameRecord } from "./state.js" */

/** What is played, against whom (a level, or `TWO`), and which side is the visitor's (1: X). @typedef {{ rules: Rules, level: number, side: number }} Table */

/** A position, who chooses moves under its rules, and what can be proved. @typedef {{ position: Position, by: number, proofs: number }} Ground */

export const NOWHERE = 0xffffffff; // where nothing lands
const FAULTS = ["", "outside", "occupied", "floating", "over"];

export class Game {
    /** @type {number[]} */
    moves = [];
    /** What was taken back, the next move last. @type {number[]} */
    future = [];
    /** How many moves the board shows. */
    shown = 0;
    /** The side whose time was over; 0: nobody's. */
    flag = 0;
    /** By hints, by what is shown of a position, or by taking back: then nothing is counted. */
    isHelped = false;
    /** How many moves were there before the first that is played here. */
    given = 0;
    /** The puzzle of a day that this is. @type {Begun | undefined} */
    day = undefined;
    /** What the kernel says of each number of moves. @type {Map<number, ReplayReply>} */
    #told = new Map();

    /**
     * @param {Client} client
     * @param {Table} table
     */
    constructor(client, table) {
        this.client = client;
        this.table = table;
    }

    /**
     * A game with its moves; nothing where the rules refuse them.
     * @param {Client} client
     * @param {GameRecord} record
     */
    static async replayed(client, record) {
        const game = new Game(client, { rules: rulesIn(record), level: record.level, side: record.side });
        const told = await game.#asked(record.moves);
        if (told.fault) return undefined;
        game.isHelped = record.moves.length > 0; // it began elsewhere
        game.moves = [...record.moves];
        game.shown = game.moves.length;
        game.#told.set(game.shown, told);
        return game;
    }

    /** @returns {GameRecord} */
    get record() {
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

    /** Who is to move after the last one: 1 is X. */
    get mover() {
        return 1 + (this.moves.length % 2);
    }

    /** Whether the app is to move. */
    get isAppsTurn() {
        const { level, side } = this.table;
        return level !== TWO && !this.isOver && this.mover !== side;
    }

    /** What is known of the position after all moves. */
    get last() {
        return /** @type {ReplayReply} */ (this.#told.get(this.moves.length));
    }

    /** What is known of the position that the board shows. */
    get now() {
        return /** @type {ReplayReply} */ (this.#told.get(this.shown));
    }

    /** What the methods are asked about: the position that the board shows. @returns {Ground} */
    get ground() {
        return this.groundOf(this.now);
    }

    /**
     * @param {ReplayReply} told
     * @returns {Ground}
     */
    groundOf({ cells, by, proofs }) {
        return { position: { rules: this.table.rules, cells }, by, proofs };
    }

    /** @param {number[]} made */
    async #asked(made) {
        const moves = Uint32Array.from(made);
        return (await replay(this.client, { rules: this.table.rules, moves })).tell;
    }

    /** The position after so many moves. @param {number} number */
    async after(number) {
        const known = this.#told.get(number);
        if (known) return known;
        const moves = this.moves.slice(0, number);
        const told = await this.#asked(moves);
        if (moves.every((cell, place) => cell === this.moves[place])) this.#told.set(number, told);
        return told;
    }

    /** Learn the empty board: before it nothing can be shown. */
    async begin() {
        await this.after(0);
        return this;
    }

    /**
     * Make a move after those that are shown; what came later is gone. The name of the fault where the rules refuse it.
     * @param {number} cell
     * @returns {Promise<string>}
     */
    async play(cell) {
        if (this.flag) return "time";
        const before = this.moves;
        const moves = [...before.slice(0, this.shown), cell];
        const told = await this.#asked(moves);
        if (this.moves !== before) return ""; // another move was quicker
        if (told.fault) return FAULTS[told.fault];
        for (const number of [...this.#told.keys()]) if (number >= moves.length) this.#told.delete(number);
        this.moves = moves;
        this.future = [];
        this.shown = moves.length;
        this.#told.set(this.shown, told);
        return "";
    }

    /** Show the position after so many moves. @param {number} number */
    async show(number) {
        const wanted = Math.min(Math.max(number, 0), this.moves.length);
        const { moves } = this;
        await this.after(wanted);
        if (moves === this.moves) this.shown = wanted;
    }

    /** How many moves back the visitor was to move before: one where two persons play. */
    get #back() {
        const { level } = this.table;
        if (level === TWO) return this.moves.length - 1;
        const last = this.moves.length - 1;
        const own = 1 + (last % 2) === this.table.side ? last : last - 1;
        return own;
    }

    get canUndo() {
        return this.#back >= this.given;
    }

    /** Take back the visitor's last move, and the answer to it; false where there is none. */
    async undo() {
        const to = this.#back;
        if (to < this.given) return false;
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
        const told = await this.#asked(moves);
        this.moves = moves;
        this.future = future;
        this.shown = moves.length;
        this.#told.set(this.shown, told);
        return true;
    }
}
