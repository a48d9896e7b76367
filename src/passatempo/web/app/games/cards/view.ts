// What the page shows of a row: the look of each card, and what is right or wrong, in sentences.

import { formatSeconds, formatTenths } from "../../frame/dates.ts";
import { starText } from "../../frame/day.ts";
import { RULES } from "./game.ts";
import type { End } from "../../frame/page.ts";
import type { Sentence } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Look, Measure } from "./board.ts";
import type { Game, Position } from "./game.ts";

const NEEDS = new Set(["equal", "too-many-turns", "too-few-turns"]); // rules whose sentence does not say what is needed
const TURNS = ["peak", "valley", "peak"];

export class View {
    #shownRow: Position | undefined; // its cards move no more
    #heights: number[];
    words: Words;
    game: Game;

    constructor(words: Words, game: Game) {
        this.words = words;
        this.game = game;
        this.#heights = [...new Set(game.cards)].sort((a, b) => a - b);
    }

    /** The cards of the row; those that were just swapped come from each other's place. */
    looks(rings: Map<number, string>, chosen: number): Look[] {
        const { now } = this.game;
        const [a, b] = (now !== this.#shownRow && now.pair) || [-1, -1];
        this.#shownRow = now;
        const steps = Math.max(1, this.#heights.length - 1);
        return now.row.map((value, cell) => {
            const kind = this.#kind(cell);
            const classes = [kind, this.game.givenCells.has(cell) ? "given" : "", rings.get(cell) ?? "", cell === chosen ? "chosen" : ""];
            const from = cell === a ? b - a : cell === b ? a - b : undefined;
            const sign = kind === "plain" ? "" : kind;
            return { value, height: this.#heights.indexOf(value) / steps, classes: classes.filter(Boolean).join(" "), label: this.#label(cell, kind), sign, from };
        });
    }

    #kind(cell: number) {
        const { verdict } = this.game.now;
        if (verdict.rule !== 0 && verdict.position === cell + 1) return "wrong";
        return TURNS[verdict.turns.indexOf(cell + 1)] ?? "plain";
    }

    #label(cell: number, kind: string) {
        const label = this.words.translate(`cards.card.${kind}`, { card: this.game.now.row[cell], position: cell + 1 });
        return this.game.givenCells.has(cell) ? this.words.translate("cards.card.given", { label }) : label;
    }

    /** How far the two peaks are apart; nothing if there are not two. */
    measure(): Measure | undefined {
        const { turns } = this.game.now.verdict;
        if (turns.length < TURNS.length) return undefined;
        return { from: turns[0] - 1, to: turns[2] - 1, text: this.words.translate("cards.apart", { distance: turns[2] - turns[0] }) };
    }

    /** What stands above the sentence: figures, the time of a puzzle of a day, and the name of the game. */
    status() {
        const { now: { distance, swaps }, day, cards } = this.game;
        const counts = day ? [] : [[String(swaps), this.words.translate("cards.figure.swaps", { count: swaps })]];
        const text = day ? starText(day.puzzle.grade) : this.words.translate("cards.level", { count: cards.length });
        return { figures: [[String(distance), this.words.translate("cards.figure.apart")], ...counts], clock: this.time(), level: { name: String(cards.length), text } };
    }

    /** The time of a puzzle of a day; other games have none. */
    time() {
        const { day } = this.game;
        if (!day) return "";
        return day.end ? formatTenths(day.clock.seconds) : formatSeconds(Math.floor(day.clock.seconds));
    }

    /** What a first visitor reads, beside two marked cards. */
    first(): Sentence[] {
        return [[this.words.translate("cards.first")], [this.words.translate("cards.first.rule", { distance: this.game.now.distance })]];
    }

    /** The aim, and what is wrong with the row; or that it is right. */
    question(): Sentence[] {
        const { now, isPossible, day } = this.game;
        const { distance } = now;
        if (!isPossible) return [[this.words.translate("cards.room.none")]];
        if (now.verdict.rule === 0) return [[this.words.translate("cards.right")], ...(day ? [] : [[this.count()]])];
        const aim = this.words.translate("cards.question", { distance });
        const rule = RULES[now.verdict.rule];
        const room = day ? [this.words.translate("cards.day")] : NEEDS.has(rule) ? [this.words.translate(`cards.need.${rule}`)] : [];
        return [[aim], [[this.fault(), ...room].join(" ")]];
    }

    /** Two cards to swap, and why. */
    hint([from, to]: [number, number]): Sentence[] {
        const { row, verdict } = this.game.now;
        const values = { card: row[from], from: from + 1, other: row[to], to: to + 1 };
        const reason = verdict.rule === 0 ? this.words.translate("cards.hint.next") : this.fault();
        return [[this.words.translate("cards.hint", values)], [reason]];
    }

    /** The rule that the row breaks, in a sentence. */
    fault() {
        const { verdict, distance, row } = this.game.now;
        const { position } = verdict;
        const values = { position, before: position - 1, card: row[position - 1], found: verdict.value, distance };
        return this.words.translate(`cards.rule.${RULES[verdict.rule]}`, { ...values, count: verdict.turns.length });
    }

    /** How many rows are right. */
    count() {
        const { total, now } = this.game;
        return this.words.translate("cards.count", { count: Number(total), rows: this.number(total), distance: now.distance });
    }

    /** What is wrong, and what the cards allow. */
    why(): Sentence[] {
        const { isRight, isPossible } = this.game;
        return [...(!isPossible ? [] : [[isRight ? this.words.translate("cards.right") : this.fault()]]), [this.room()]];
    }

    /** The end of a row that was laid. */
    end(): End {
        const { swaps } = this.game.now;
        return { title: this.words.translate("cards.found"), lines: [this.count()], number: String(swaps), unit: this.words.translate("cards.figure.swaps", { count: swaps }), outcome: "won" };
    }

    /** What the cards allow. */
    room() {
        const { low, high } = this.game.room;
        if (!this.game.isPossible) return this.words.translate("cards.room.none");
        return this.words.translate(low === high ? "cards.room.one" : "cards.room", { low, high });
    }

    /** A row of the list of moves: a swap, a right row by its number, or the cards as they were dealt. */
    move({ row, pair, verdict, number, distance }: Position) {
        if (pair) return this.words.translate("cards.moves.swap", { card: row[pair[1]], from: pair[0] + 1, other: row[pair[0]], to: pair[1] + 1 });
        if (verdict.rule === 0 && number !== undefined) return this.words.translate("cards.moves.row", { number: this.number(number + 1n), distance });
        return this.words.translate(verdict.rule === 0 ? "cards.apart" : "cards.moves.dealt", { distance });
    }

    /** A number of any size. */
    number(value: bigint) {
        return this.words.number.format(value);
    }
}
