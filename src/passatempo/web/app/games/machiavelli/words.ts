// The sentences of Machiavelli: what a group is, what can go, how it goes, what a move broke, why a text is not read.

import { written } from "./cards.ts";
import type { Words } from "../../frame/words.ts";
import type { Fault, Judgement, LayReply, Step, UnlockReply } from "../../kernel/machiavelli.ts";
import type { Note } from "./felt.ts";
import type { Unread } from "./text.ts";

const VERDICTS = ["run", "set", "identical", "short", "long", "gap", "ace", "mixed", "alone"]; // the order of the kernel
const BROKEN = ["nothing", "hand", "back", "foreign", "meld", "must-lay", "began", "empty", "must-draw", "too-many", "changed", "points", "joker", "opening", "first", "penalty"];
const [CARD, NUMBER] = [[1, 2, 3, 12], [4, 10, 11, 15]]; // what a broken rule says where: a card, or a number
const LISTED = 6; // cards in a sentence, before it only counts them

export class Sentences {
    words: Words;
    either: Intl.ListFormat;

    constructor(words: Words) {
        this.words = words;
        this.either = new Intl.ListFormat(words.language, { type: "disjunction" });
    }

    /** Cards in letters. */
    cards(cards: Iterable<number>) {
        return [...cards].map((card) => written(card, this.words.language)).join(" ");
    }

    /** What a group is, or which rule it breaks. */
    note({ verdict, cards }: Judgement): Note {
        const count = cards.length;
        const says = this.words.translate(`machiavelli.group.${VERDICTS[verdict]}`, { count, cards: this.cards(cards) });
        return { good: verdict < 2 || verdict === 8, says };
    }

    /**
     * What can go.
     * @param done whether the kernel came to an end: else there may be a better play
     */
    best({ found, value, laid }: LayReply, { hand, prefer }: { hand: number[], prefer: number }, done: boolean) {
        const { words } = this;
        if (!found && !done) return words.translate("machiavelli.best.late");
        if (!found) return words.translate("machiavelli.best.stuck");
        if (hand.length === 0) return words.translate("machiavelli.best.empty");
        if (laid.length === 0 && done) return words.translate("machiavelli.best.none");
        const values = { count: laid.length, cards: this.cards(laid), points: Number(value) };
        if (laid.length === hand.length) return words.translate("machiavelli.best.all", values);
        if (!done) return words.translate("machiavelli.best.partly", values);
        return words.translate(prefer === 1 ? "machiavelli.best.points" : "machiavelli.best.some", values);
    }

    /** Which cards would let all go. */
    drawing({ now, cards, copies, good, unseen }: UnlockReply) {
        const { words } = this;
        if (now) return "";
        if (cards.length === 0) return words.translate("machiavelli.unlock.none");
        const named = [...cards].slice(0, LISTED).map((card, k) => {
            const values = { card: written(card, words.language), count: copies[k] };
            return words.translate(k ? "machiavelli.unlock.next" : "machiavelli.unlock.first", values);
        });
        const more = cards.length - named.length;
        if (more > 0) named.push(words.translate("machiavelli.unlock.more", { count: more }));
        return words.translate("machiavelli.unlock", { cards: this.either.format(named), good, unseen });
    }

    /**
     * The steps of a plan; the first cards of a place that was none begin a new group.
     * @param groups how many there were at first
     */
    steps(steps: Pick<Step, "take" | "was" | "source" | "target">[], groups: number) {
        const { words } = this;
        let places = groups;
        return steps.map(({ take, was, source, target }) => {
            const from = source === 0 ? words.translate("machiavelli.place.hand") : words.translate("machiavelli.group", { number: source });
            const to = target > places ? "machiavelli.step.new" : "machiavelli.step";
            places = Math.max(places, target);
            const [before, as] = [this.cards(source === 0 ? take : was), this.cards(take)];
            const cards = before === as ? as : words.translate("machiavelli.step.as", { cards: before, as });
            return words.translate(to, { cards, from, number: target });
        });
    }

    /** What is wrong with a move; the groups that are none say so themselves. */
    faults(faults: Fault[], { most_new, opening_points }: { most_new: number, opening_points: number }) {
        const seen = new Set(faults.map(({ rule, where }) => `${rule} ${[...CARD, ...NUMBER].includes(rule) ? where : ""}`));
        return [...seen].map((one) => {
            const [rule, where] = one.split(" ").map(Number);
            const card = CARD.includes(rule) ? written(where, this.words.language) : "";
            const values = { card, number: where, most: most_new, needed: opening_points };
            return this.words.translate(`machiavelli.broken.${BROKEN[rule]}`, values);
        });
    }

    /** Why a text is not read. */
    unread({ kind, line, column, piece, values }: Unread) {
        const { words } = this;
        const { card, other, meant } = values;
        const named: Record<string, string> = typeof card === "number" ? { card: written(card, words.language) } : {};
        const short = piece.length > 40 ? `${piece.slice(0, 39)}…` : piece;
        const key = kind === "unknown-key" && meant ? "unknown-key.meant" : kind;
        const told = words.translate(`machiavelli.text.${key}`, { ...values, ...named, piece: short });
        const place = line ? words.translate("machiavelli.text.place", { line, column }) : "";
        const hint = other ? ` ${words.translate(`machiavelli.text.other.${other}`)}` : "";
        return `${place}${told}${hint}`;
    }
}
