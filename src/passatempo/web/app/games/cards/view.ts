// The view of a row: the look of each card, and sentences about the fault or the end of the row.

import { clockText } from "../../frame/clock.ts";
import { starText } from "../../frame/day/day.ts";
import { RULES } from "./game.ts";
import type { End } from "../../frame/page.ts";
import type { Sentence } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Look, Measure } from "./board.ts";
import type { Game, Position } from "./game.ts";

const NEEDS = new Set(["equal", "too-many-turns", "too-few-turns"]); // rules whose sentence needs a second one, with the remedy
const TURNS = ["peak", "valley", "peak"];

export class View {
    #lastPosition: Position | undefined; // its last swap is not animated again
    #cardHeights: number[];
    words: Words;
    game: Game;

    constructor(words: Words, game: Game) {
        this.words = words;
        this.game = game;
        this.#cardHeights = [...new Set(game.cards)].sort((a, b) => a - b);
    }

    /** The cards of the row; two cards that were just swapped start from each other's place. */
    looks(rings: Map<number, string>, chosen: number): Look[] {
        const { now: gamePosition } = this.game;
        const [a, b] = (gamePosition !== this.#lastPosition && gamePosition.pair) || [-1, -1];
        this.#lastPosition = gamePosition;
        const heightSteps = Math.max(1, this.#cardHeights.length - 1);
        return gamePosition.row.map((value, cell) => {
            const kind = this.#kind(cell);
            const cellClasses = [kind, this.game.givenCells.has(cell) ? "given" : "", rings.get(cell) ?? "", cell === chosen ? "chosen" : ""];
            const from = cell === a ? b - a : cell === b ? a - b : undefined;
            const sign = kind === "plain" ? "" : kind;
            return { value, height: this.#cardHeights.indexOf(value) / heightSteps, classes: cellClasses.filter(Boolean).join(" "), label: this.#label(cell, kind), sign, from };
        });
    }

    #kind(cell: number) {
        const { verdict } = this.game.now;
        if (verdict.rule !== 0 && verdict.position === cell + 1) return "wrong";
        return TURNS[verdict.turns.indexOf(cell + 1)] ?? "plain";
    }

    #label(cell: number, kind: string) {
        const cardLabel = this.words.translate(`cards.card.${kind}`, { card: this.game.now.row[cell], position: cell + 1 });
        return this.game.givenCells.has(cell) ? this.words.translate("cards.card.given", { label: cardLabel }) : cardLabel;
    }

    /** The distance of the two peaks; nothing if there are not two. */
    measure(): Measure | undefined {
        const { turns } = this.game.now.verdict;
        if (turns.length < TURNS.length) return undefined;
        return { from: turns[0] - 1, to: turns[2] - 1, text: this.words.translate("cards.apart", { distance: turns[2] - turns[0] }) };
    }

    /** The line above the sentence: figures, the time of a puzzle of a day, and the name of the game. */
    status() {
        const { now: { distance, swaps }, day, cards } = this.game;
        const counts = day ? [] : [[String(swaps), this.words.translate("cards.figure.swaps", { count: swaps })]];
        const text = day ? starText(day.puzzle.grade) : this.words.translate("cards.level", { count: cards.length });
        return { figures: [[String(distance), this.words.translate("cards.figure.apart")], ...counts], clock: day && clockText(day.clock, Boolean(day.end)), level: { name: String(cards.length), text } };
    }

    /** The sentences for a first visitor, beside two marked cards. */
    first(): Sentence[] {
        return [[this.words.translate("cards.first")], [this.words.translate("cards.first.rule", { distance: this.game.now.distance })]];
    }

    /** The aim and the fault of the row, or the sentence that the row is right. */
    question(): Sentence[] {
        const { now: gamePosition, isPossible, day } = this.game;
        const { distance } = gamePosition;
        if (!isPossible) return [[this.words.translate("cards.room.none")]];
        if (gamePosition.verdict.rule === 0) return [[this.words.translate("cards.right")], ...(day ? [] : [[this.count()]])];
        const questionText = this.words.translate("cards.question", { distance });
        const rule = RULES[gamePosition.verdict.rule];
        const needTexts = day ? [this.words.translate("cards.day")] : NEEDS.has(rule) ? [this.words.translate(`cards.need.${rule}`)] : [];
        return [[questionText], [[this.fault(), ...needTexts].join(" ")]];
    }

    /** Two cards to swap, and the reason. */
    hint([from, to]: [number, number]): Sentence[] {
        const { row, verdict } = this.game.now;
        const cardValues = { card: row[from], from: from + 1, other: row[to], to: to + 1 };
        const hintReason = verdict.rule === 0 ? this.words.translate("cards.hint.next") : this.fault();
        return [[this.words.translate("cards.hint", cardValues)], [hintReason]];
    }

    /** The rule that the row breaks, in a sentence. */
    fault() {
        const { verdict, distance, row } = this.game.now;
        const { position } = verdict;
        const values = { position, before: position - 1, card: row[position - 1], found: verdict.value, distance };
        return this.words.translate(`cards.rule.${RULES[verdict.rule]}`, { ...values, count: verdict.turns.length });
    }

    /** The number of right rows, in a sentence. */
    count() {
        const { total, now: gamePosition } = this.game;
        return this.words.translate("cards.count", { count: Number(total), rows: this.number(total), distance: gamePosition.distance });
    }

    /** The fault of the row, and the distances that the cards allow. */
    why(): Sentence[] {
        const { isRight, isPossible } = this.game;
        return [...(!isPossible ? [] : [[isRight ? this.words.translate("cards.right") : this.fault()]]), [this.room()]];
    }

    /** The end card of a row that a swap has made right. */
    end(): End {
        const { swaps } = this.game.now;
        return { title: this.words.translate("cards.found"), lines: [this.count()], number: String(swaps), unit: this.words.translate("cards.figure.swaps", { count: swaps }), outcome: "won" };
    }

    /** The distances that the cards allow, in a sentence. */
    room() {
        const { low, high } = this.game.room;
        if (!this.game.isPossible) return this.words.translate("cards.room.none");
        return this.words.translate(low === high ? "cards.room.one" : "cards.room", { low, high });
    }

    /** A line of the list of moves: a swap, a right row by its number, or the dealt cards. */
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
