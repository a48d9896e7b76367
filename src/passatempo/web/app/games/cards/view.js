// @ts-check
// How a row of mountain cards looks and reads: a picture and a label for each card, what is right or wrong with it.

import { RULES } from "./game.js";

/** @import { Words } from "../../frame/words.js" */
/** @import { Look } from "./board.js" */
/** @import { Game } from "./game.js" */

const SIGNS = ["▲", "▽", "▲"]; // peak, valley, peak
const NAMES = ["peak", "valley", "peak"];

export class View {
    /**
     * @param {Words} words
     * @param {Game} game
     */
    constructor(words, game) {
        this.words = words;
        this.game = game;
    }

    /** The cards of the row. @returns {Look[]} */
    looks() {
        const { row, verdict } = this.game.now;
        const heights = [...new Set(this.game.cards)].sort((a, b) => a - b);
        return row.map((value, cell) => {
            const turn = verdict.turns.indexOf(cell + 1);
            const isWrong = verdict.rule !== 0 && verdict.position === cell + 1;
            const kind = isWrong ? "wrong" : (NAMES[turn] ?? "plain");
            const isGiven = this.game.given.has(cell);
            const plain = this.words.say(`cards.card.${kind}`, { card: value, position: cell + 1 });
            const label = isGiven ? this.words.say("cards.card.given", { label: plain }) : plain;
            const sign = isWrong ? "✗" : (SIGNS[turn] ?? "");
            return { value, height: heights.indexOf(value) + 1, classes: isGiven ? `${kind} given` : kind, label, sign };
        });
    }

    /** The peaks and how far they are apart; nothing where there are not two. */
    peaks() {
        const { turns, distance } = this.game.now.verdict;
        if (turns.length < SIGNS.length) return undefined;
        return { from: turns[0] - 1, to: turns[2] - 1, text: this.words.say("cards.apart", { distance }) };
    }

    /** What is right or wrong with the row, in sentences. */
    verdict() {
        const { verdict, distance, row } = this.game.now;
        const rule = RULES[verdict.rule];
        if (rule) {
            if (!this.game.isPossible) return [this.words.say("cards.room.none")];
            const { position } = verdict;
            const values = { position, before: position - 1, card: row[position - 1], found: verdict.distance, distance };
            return [this.words.say(`cards.rule.${rule}`, { ...values, count: verdict.turns.length })];
        }
        const { total } = this.game;
        return [this.words.say("cards.right", { count: Number(total), rows: this.number(total), distance })];
    }

    /** What the cards allow. @returns {string[][]} */
    room() {
        const { low, high } = this.game.room;
        if (!this.game.isPossible) return [[this.words.say("cards.room.none")]];
        return [[this.words.say(low === high ? "cards.room.one" : "cards.room", { low, high })]];
    }

    /** A number of any size. @param {bigint} value */
    number(value) {
        return this.words.number.format(value);
    }
}
