// A match: the state of the kernel, with the cards of every seat; the layout of a person's turn; and all turns so far.

import { seedDigits } from "../../frame/short.ts";
import { answer, deal, draft, hint, play } from "../../kernel/machiavelli.ts";
import { History } from "../../frame/history.ts";
import { TableGame } from "./game.ts";
import { kernelGroups, removeCards, sortHand } from "./layout.ts";
import { planTurn } from "./own.ts";
import { kernelRules } from "./rules.ts";
import { OPENING, PLAYERS } from "./state.ts";
import type { Client } from "../../kernel/client.ts";
import type { End, Fault, Game, HintReply, Move as KernelMove, Rules } from "../../kernel/machiavelli.ts";
import type { Layout, Spot } from "./layout.ts";
import type { GameRecord, Move, PageRecord } from "./state.ts";

export const [LAY, DRAW, PASS] = [0, 1, 2];
const [PERSON, ...BOTS] = PLAYERS; // the bots in the order of the kernel
const SECONDS = 60; // for a move of a bot, which must be the same on every machine

/** A turn that was made, the layout after it, and the cards that could have been laid besides. */
export type Turn = { seat: number, move: Move, layout: Layout, missed: number[] };

export class Match extends TableGame {
    turns: Turn[] = [];
    end: End = { over: false, how: 0, winners: new Uint8Array(), scores: [] };
    hintCount = 0;
    drawn: number[] = []; // the card of a person's last turn
    #moveOfLayout: KernelMove | undefined; // the move that the current layout would be
    start: GameRecord;
    game: Game;
    rules: Rules;

    /** @param start the record without moves */
    constructor(client: Client, start: GameRecord, game: Game) {
        super(client, { groups: [], hand: [] });
        this.start = start;
        this.game = game;
        this.rules = kernelRules(start);
        this.isBound = this.rules.turn.joker > 0;
        this.hasTiles = start.preset === "rummikub";
        this.#beginTurn();
    }

    static async deal(client: Client, record: GameRecord) {
        const request = { rules: kernelRules(record), seats: record.seats.length, seed: seedDigits(record.seed) };
        const { tell } = await deal(client, request);
        return new Match(client, { ...record, moves: [] }, tell.game);
    }

    /**
     * Play a record again, up to the last move of a person: the page shows what the bots do then.
     * @param onMove called before each move of a person
     * @throws if a move is not legal
     */
    static async replay(client: Client, record: GameRecord, onMove: (move: number) => void) {
        const match = await Match.deal(client, record);
        if (record.moves.length > 0 && !record.seats.includes(PERSON)) throw new Error("nobody has made these moves");
        for (const [at, move] of record.moves.entries()) {
            onMove(at + 1);
            while (!match.isPerson && !match.end.over) await match.answer();
            if (match.end.over) throw new Error("the game is over before its moves are");
            if ((await match.#playJudged(move)).length > 0) throw new Error("a move is not legal");
        }
        return match;
    }

    get record(): PageRecord {
        const moves = this.turns.filter(({ seat }) => this.start.seats[seat] === PERSON).map(({ move }) => move);
        return { ...OPENING, groups: [], hand: [], games: [{ ...this.start, moves }] };
    }

    get hasPerson() {
        return this.start.seats.includes(PERSON);
    }

    /** Whether a person is to move. */
    get isPerson() {
        return this.start.seats[this.game.seat] === PERSON && !this.end.over;
    }

    override get isUnfinished() {
        return !this.end.over && this.turns.length > 0 && this.hasPerson;
    }

    /** The seat whose hand is shown: the seat to move, or the person while bots move. */
    get seat() {
        const person = this.start.seats.indexOf(PERSON);
        return this.isPerson || person < 0 ? this.game.seat : person;
    }

    get canDraw() {
        return !this.rules.draws_first && this.game.stock.length > 0;
    }

    /** The cards of the hand that lie on the table in this turn. */
    get laid() {
        const hand = this.game.hands[this.seat]?.cards ?? [];
        return removeCards([...hand], this.now.hand);
    }

    /** The layout in which the turn began. */
    get #startLayout(): Layout {
        const cards = this.game.hands[this.seat]?.cards ?? [];
        return { groups: this.game.groups.map((group) => [...group.cards]), hand: sortHand(cards, this.order) };
    }

    #beginTurn() {
        this.history = new History(this.#startLayout);
        this.#moveOfLayout = undefined;
    }

    override move(from: number, positions: number[], to: number, before: number): Spot {
        this.#moveOfLayout = undefined;
        return super.move(from, positions, to, before);
    }

    /** Judge the groups, and find the move that the layout is. */
    async judge() {
        const { now } = this;
        if (this.end.over) return [];
        const { judgements, move } = (await draft(this.client, { rules: this.rules, game: this.game, groups: kernelGroups(now.groups) })).tell;
        now.groups = move.table.map(({ cards }) => [...cards]);
        this.#moveOfLayout = move;
        return judgements;
    }

    /** Make the move that the layout is. Return the rules that it breaks. */
    async lay() {
        if (!this.#moveOfLayout) await this.judge();
        const { laid, table } = this.#moveOfLayout as KernelMove;
        return this.#playJudged({ did: LAY, laid: [...laid], table: table.map(({ cards }) => [...cards]) });
    }

    /** Draw a card, or pass where none can be drawn. */
    draw() {
        return this.#playJudged({ did: this.canDraw ? DRAW : PASS, laid: [], table: [] });
    }

    /** Make a move, and note what more could have been laid. */
    async #playJudged(move: Move) {
        const best = await this.hint();
        const faults = await this.#play(move);
        const turn = this.turns[this.turns.length - 1];
        if (faults.length === 0 && best.move.laid.length > move.laid.length) turn.missed = [...best.move.laid];
        return faults;
    }

    /** Make a person's move. Return the rules that it breaks. */
    async #play(move: Move): Promise<Fault[]> {
        const request = { did: move.did, laid: Uint8Array.from(move.laid), table: kernelGroups(move.table), penalty: 0 };
        const { tell } = await play(this.client, { rules: this.rules, game: this.game, move: request });
        if (tell.faults.length === 0) this.#follow(move, tell);
        return tell.faults;
    }

    /** Let the bot that is to move do so. */
    async answer() {
        const bot = BOTS.findIndex((name) => name === this.start.seats[this.game.seat]);
        const request = { rules: this.rules, game: this.game, bot, seed: seedDigits(this.start.seed), turn: this.turns.length };
        const { tell, stop } = await answer(this.client, request, { seconds: SECONDS });
        if (stop !== "done") throw new Error(`a bot found no move: ${stop}`);
        const { did, laid, table } = tell.move;
        this.#follow({ did, laid: [...laid], table: table.map(({ cards }) => [...cards]) }, tell);
    }

    #follow(move: Move, { game, end }: { game: Game, end: End }) {
        const { seat, hands } = this.game;
        if (this.isPerson) this.drawn = move.did === DRAW ? removeCards([...game.hands[seat].cards], [...hands[seat].cards]) : [];
        this.game = game;
        this.end = end;
        this.#beginTurn();
        this.turns.push({ seat, move, layout: this.now, missed: [] });
    }

    /** The play of most cards, from the table as the turn began; else a draw or a pass. */
    async hint(): Promise<HintReply> {
        return (await hint(this.client, { rules: this.rules, game: this.game })).tell;
    }

    /** The steps of a play. */
    plan({ move }: HintReply) {
        return planTurn(this.client, this.#startLayout, move.table.map(({ cards }) => ({ cards })), move.laid);
    }
}
