// A game with bots: turns as they are laid on the table, judged and answered by the kernel, and what they came to.

import { findElement } from "../../frame/dom.ts";
import { seedDigits } from "../../frame/short.ts";
import { saveAs } from "../../frame/shell.ts";
import { answer, deal, draft, plan, play } from "../../kernel/machiavelli.ts";
import { asked, carried, less, sorted } from "./lying.ts";
import { written } from "./state.ts";
import { asked as askedRules } from "./rules.ts";
import type { Desk } from "./page.ts";
import type { End, Game, Rules, Step } from "../../kernel/machiavelli.ts";
import type { Lying, Spot } from "./lying.ts";
import type { GameRecord, Move } from "./state.ts";

const [LAY, DRAW, PASS] = [0, 1, 2];
const BOTS = ["novice", "points", "greedy", "patient", "strong"]; // the order of the kernel
const GREEDY = 2; // lays the most cards: what could go
const SECONDS = 60; // for a move of a bot: it must be the same on every machine
const ENDS = ["closed", "blocked", "finished"]; // likewise
const PAUSE = 350; // milliseconds for a turn of a bot, so that it can be seen

/** A turn as it was made. */
type Told = { seat: number, move: Move };

export class Match {
    turns: Told[] = [];
    end: End = { over: false, how: 0, winners: new Uint8Array(), scores: [] };
    /** What the person has laid out so far in this turn, and took back of it. */
    #drafts: Lying[] = [];
    #undone: Lying[] = [];
    #answering = false;
    desk: Desk;
    begun: GameRecord;
    game: Game;
    rules: Rules;

    /** @param begun the game at its beginning */
    constructor(desk: Desk, begun: GameRecord, game: Game) {
        this.desk = desk;
        this.begun = begun;
        this.game = game;
        this.rules = askedRules(begun);
        this.#redraft();
    }

    /** Deal. */
    static async dealt(desk: Desk, record: GameRecord) {
        const asks = { rules: askedRules(record), seats: record.seats.length, seed: seedDigits(record.seed) };
        const { tell } = await deal(desk.client, asks);
        return new Match(desk, { ...record, moves: [] }, tell.game);
    }

    /**
     * Make the moves of a record again, up to the last one of a person: what bots do then can be seen. It fails where
     * one is not legal.
     * @param told that so many of them are being made
     */
    static async replayed(desk: Desk, record: GameRecord, told: (move: number) => void) {
        const match = await Match.dealt(desk, record);
        if (record.moves.length > 0 && !record.seats.includes("you")) throw new Error("nobody has made these moves");
        for (const [k, move] of record.moves.entries()) {
            told(k + 1);
            while (!match.isPerson && !match.end.over) await match.#answered();
            if (match.end.over) throw new Error("the game is over before its moves are");
            if ((await match.#played(move)).length > 0) throw new Error("a move is not legal");
        }
        return match;
    }

    get record() {
        const moves = this.turns.filter(({ seat }) => this.begun.seats[seat] === "you").map(({ move }) => move);
        return { ...this.begun, moves };
    }

    get isPerson() {
        return this.begun.seats[this.game.seat] === "you";
    }

    get isUnfinished() {
        return !this.end.over && this.turns.length > 0 && this.begun.seats.includes("you");
    }

    /** The seat whose hand is shown: whoever is to move, or the person while bots do. */
    get seat() {
        const you = this.begun.seats.indexOf("you");
        return this.isPerson || you < 0 ? this.game.seat : you;
    }

    get draft() {
        return this.#drafts[this.#drafts.length - 1];
    }

    get can() {
        const plays = this.isPerson && !this.end.over;
        return { undo: this.#drafts.length > 1, redo: this.#undone.length > 0, hint: plays };
    }

    /** A sentence about the game for others. */
    get told() {
        return this.desk.words.translate("machiavelli.told", { seed: String(this.begun.seed), count: this.turns.length });
    }

    /** Where the cards lie as the turn begins. */
    get #lying(): Lying {
        const hand = this.game.hands[this.seat];
        return { groups: this.game.groups.map(({ cards }) => [...cards]), hand: sorted(hand?.cards ?? []) };
    }

    #redraft() {
        this.#drafts = [this.#lying];
        this.#undone = [];
    }

    step(deed: "undo" | "redo") {
        const [from, to] = deed === "undo" ? [this.#drafts, this.#undone] : [this.#undone, this.#drafts];
        if (from.length <= Number(deed === "undo")) return;
        to.push(from.pop() as Lying);
        this.changed();
    }

    /** Begin the turn again. */
    reset() {
        this.#redraft();
        this.changed();
    }

    moved(from: number, picked: number[], to: number): Spot | undefined {
        if (!this.isPerson || this.end.over || this.#answering) return undefined;
        const { lying, spot } = carried(this.desk.felt.lying, from, picked, to, { bound: this.rules.turn.joker > 0 });
        this.#push(lying);
        return spot;
    }

    #push(lying: Lying) {
        this.#drafts.push(lying);
        this.#undone = [];
        this.changed();
    }

    /** The page shows this game again. */
    enter() {
        this.desk.felt.forget();
        this.changed();
    }

    /** Show how the cards lie, and ask what each group is. */
    changed() {
        const { steps, felt, changed } = this.desk;
        steps.stop();
        felt.show(this.draft, { away: false });
        changed();
        this.#status();
        void this.desk.frame.runDeed(() => this.#judged());
    }

    /** What each group of the turn is, and the move that it would be. */
    async #asked(lying: Lying) {
        return (await draft(this.desk.client, { rules: this.rules, game: this.game, groups: asked(lying.groups) })).tell;
    }

    async #judged() {
        const { felt, sentences } = this.desk;
        const { draft: lying } = this;
        if (this.end.over) return;
        const { judgements, move } = await this.#asked(lying);
        if (this.draft !== lying || this.desk.mode() !== this || this.desk.steps.isOn) return; // late
        lying.groups = move.table.map(({ cards }) => [...cards]);
        felt.show({ ...lying }, { notes: judgements.map((one) => sentences.note(one)) });
    }

    /** Say who is to move, what everybody holds, and which buttons do something. */
    #status() {
        const { words } = this.desk;
        const { stock, hands, seat } = this.game;
        const rivals = this.begun.seats.map((_, k) =>
            words.translate(k === seat && !this.end.over ? "machiavelli.seat.moves" : "machiavelli.seat", { name: this.name(k), count: hands[k].cards.length }),
        );
        findElement("#rivals").textContent = [...rivals, words.translate("machiavelli.stock", { count: stock.length })].join(" · ");
        const plays = this.isPerson && !this.end.over;
        const laid = this.#laid.length;
        findElement("#lay").textContent = words.translate("machiavelli.lay", { count: laid });
        const draws = !this.rules.draws_first && stock.length > 0;
        findElement("#draw").textContent = words.translate(draws ? "machiavelli.draw" : "machiavelli.pass");
        const can = { lay: plays && laid > 0, draw: plays && laid === 0, reset: plays && this.#drafts.length > 1 };
        for (const [name, able] of Object.entries(can)) findElement(`#${name}`).setAttribute("aria-disabled", String(!able));
    }

    /** The name of a seat. */
    name(seat: number) {
        const { words } = this.desk;
        const kind = this.begun.seats[seat];
        const same = this.begun.seats.filter((one) => one === kind).length > 1;
        const name = words.translate(`machiavelli.player.${kind}`);
        return same ? words.translate("machiavelli.player.number", { name, number: seat + 1 }) : name;
    }

    /** The cards of the hand that lie on the table now. */
    get #laid() {
        return less(this.#drafts[0].hand, this.draft.hand);
    }

    /** End the turn with what lies on the table. */
    async lay() {
        const lying = this.draft;
        if (!this.isPerson || this.end.over || this.#answering) return;
        const { laid, table } = (await this.#asked(lying)).move;
        if (this.draft !== lying) return; // late
        await this.#turn({ did: LAY, laid: [...laid], table: table.map(({ cards }) => [...cards]) });
    }

    /** Draw a card, or pass where none can be drawn. */
    draw() {
        const draws = !this.rules.draws_first && this.game.stock.length > 0;
        return this.#turn({ did: draws ? DRAW : PASS, laid: [], table: [] });
    }

    async #turn(move: Move) {
        if (!this.isPerson || this.end.over || this.#answering) return;
        this.#answering = true;
        const done = async () => {
            const possible = await this.#possible();
            return { possible, faults: await this.#played(move) };
        };
        const { possible, faults } = await done().finally(() => (this.#answering = false));
        if (faults.length > 0) return this.desk.frame.showLines(...faults.map((one) => [one]));
        const missed = this.#missed(possible, move.laid.length);
        this.#redraft();
        this.changed();
        await this.bots(missed);
    }

    /** Make a person's move; the rules that it breaks, in sentences. */
    async #played(move: Move) {
        const made = { did: move.did, laid: Uint8Array.from(move.laid), table: asked(move.table), penalty: 0 };
        const { tell } = await play(this.desk.client, { rules: this.rules, game: this.game, move: made });
        if (tell.faults.length > 0) return this.desk.sentences.faults(tell.faults, this.rules.turn);
        this.#follow(move, tell);
        return [];
    }

    /** Let the bot that is to move do so. */
    async #answered() {
        const tell = await this.#wouldDo(BOTS.indexOf(this.begun.seats[this.game.seat]));
        this.#follow(plainly(tell.move), tell);
    }

    /** What a bot does now, and what follows. */
    async #wouldDo(bot: number) {
        const asks = { rules: this.rules, game: this.game, bot, seed: seedDigits(this.begun.seed), turn: this.turns.length };
        const { tell, stop } = await answer(this.desk.client, asks, { seconds: SECONDS });
        if (stop !== "done") throw new Error(`a bot found no move: ${stop}`);
        return tell;
    }

    #follow(move: Move, { game, end }: { game: Game, end: End }) {
        this.turns.push({ seat: this.game.seat, move });
        this.game = game;
        this.end = end;
        this.#redraft();
    }

    /** What could go now: the cards, and the steps. */
    async #possible() {
        const { laid, table } = (await this.#wouldDo(GREEDY)).move;
        const asks = { before: asked(this.#lying.groups), after: table, laid };
        const { steps } = laid.length > 0 ? (await plan(this.desk.client, asks)).tell : { steps: [] };
        return { laid: [...laid], steps, groups: this.#lying.groups.length };
    }

    /** What more could have gone: how many cards, and the steps. */
    #missed(possible: { laid: number[], steps: Step[], groups: number }, laid: number) {
        const { words, sentences } = this.desk;
        const count = possible.laid.length - laid;
        if (count <= 0) return [];
        const said = words.translate("machiavelli.missed", { count, cards: sentences.cards(possible.laid) });
        return [said, ...sentences.steps(possible.steps, possible.groups)];
    }

    /** Let bots move until a person is to, and tell what they did. */
    async bots(missed: string[] = []) {
        if (this.#answering) return;
        this.#answering = true;
        const told: string[] = [];
        try {
            while (!this.end.over && !this.isPerson && this.desk.mode() === this) {
                const seat = this.game.seat;
                await this.#answered();
                told.push(this.#says(seat));
                this.changed();
                this.#tell([...told.slice(1 - this.begun.seats.length)], missed);
                await new Promise((done) => setTimeout(done, this.pause));
            }
        } finally {
            this.#answering = false;
        }
        this.#tell([...told.slice(1 - this.begun.seats.length)], missed);
        this.changed();
        if (this.end.over) this.#over();
    }

    /** Without people, or without motion, nobody waits for anything. */
    get pause() {
        const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
        return still || !this.begun.seats.includes("you") ? 0 : PAUSE;
    }

    /** What a seat has just done. */
    #says(seat: number) {
        const { words, sentences } = this.desk;
        const { did, laid } = this.turns[this.turns.length - 1].move;
        const key = ["machiavelli.did.lay", "machiavelli.did.draw", "machiavelli.did.pass"][did];
        return words.translate(key, { name: this.name(seat), cards: sentences.cards(laid) });
    }

    #tell(told: string[], missed: string[]) {
        const { frame, words } = this.desk;
        const own = this.isPerson && !this.end.over ? [[words.translate("machiavelli.your-turn", { name: this.name(this.game.seat) })]] : [];
        frame.showLines(...told.map((one) => [one]), ...own, ...missed.map((one) => [one]));
    }

    /** The card at the end. */
    #over() {
        const { words, frame } = this.desk;
        const winners = [...this.end.winners].map((seat) => this.name(seat));
        const title = words.translate("machiavelli.won", { names: new Intl.ListFormat(words.language).format(winners), count: winners.length });
        const how = words.translate(`machiavelli.end.${ENDS[this.end.how]}`, { count: this.turns.length });
        const scores = this.begun.seats.map((_, seat) =>
            words.translate("machiavelli.score", { name: this.name(seat), points: Number(this.end.scores[seat]), count: this.game.hands[seat].cards.length }),
        );
        frame.showEnd({ title, lines: [how, ...scores] });
    }

    /** Show what could go, on the table. */
    async hint() {
        const { steps, frame, sentences, words } = this.desk;
        if (!this.isPerson || this.end.over || this.#answering) return;
        const before = this.#drafts[0];
        const { laid, steps: found } = await this.#possible();
        if (this.#drafts[0] !== before || this.#answering) return; // late
        if (laid.length === 0) return frame.showLines([words.translate("machiavelli.hint.none")]);
        const all = laid.length === before.hand.length ? "machiavelli.best.all" : "machiavelli.best.some";
        frame.showLines([words.translate(all, { count: laid.length, cards: sentences.cards(laid) })]);
        steps.start(before, found, { keep: (end) => this.#push(end), closed: () => this.changed() });
    }

    /** Save the record as the package writes it. */
    save() {
        saveAs(`machiavelli-${this.begun.seed}.jsonl`, written(this));
    }
}

/** A move as it is kept. */
const plainly = ({ did, laid, table }: import("../../kernel/machiavelli.ts").Move): Move => ({ did, laid: [...laid], table: table.map((
    { cards },
) => [...cards]) });
