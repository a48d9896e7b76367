// The sentences of Machiavelli: what a group is, which cards can be laid and how, what a seat did, which rules a move
// breaks, and why a text cannot be read.

import { cardName, cardSign, cardSigns, cardText } from "./cards.ts";
import { DRAW, LAY } from "./match.ts";
import type { Sentence } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Fault, Judgement, Step, UnlockReply } from "../../kernel/machiavelli.ts";
import type { Note } from "./board.ts";
import type { Match, Turn } from "./match.ts";
import type { BestPlay, Table } from "./own.ts";
import type { Unread } from "./text.ts";

const VERDICTS = ["run", "set", "identical", "short", "long", "gap", "ace", "mixed", "alone"]; // the order of the kernel
const OPEN_CARD = VERDICTS.indexOf("alone");
const RULES = ["nothing", "hand", "back", "foreign", "meld", "must-lay", "began", "empty", "must-draw", "too-many", "changed", "points", "joker", "opening", "first", "penalty"];
const [OF_CARD, OF_NUMBER] = [[1, 2, 3, 12], [4, 10, 11, 15]]; // rules whose fault names a card, or a number
const LISTED = 6; // cards in a sentence, before it only counts them
const EXCERPT = 4; // cards in a result, or of a turn
const LONGEST_PIECE = 40;

export class Sentences {
    words: Words;
    either: Intl.ListFormat;

    constructor(words: Words) {
        this.words = words;
        this.either = new Intl.ListFormat(words.language, { type: "disjunction" });
    }

    signs(cards: Iterable<number>) {
        return cardSigns(cards, this.words);
    }

    text(cards: Iterable<number>) {
        return [...cards].map((card) => cardText(card, this.words.language)).join(" ");
    }

    /** The first cards of many, as text. */
    excerpt(cards: number[]) {
        return cards.length > EXCERPT ? `${this.text(cards.slice(0, EXCERPT))} …` : this.text(cards);
    }

    /** What a group is, or which rule it breaks. */
    note({ verdict, cards }: Judgement): Note {
        const says = this.words.translate(`machiavelli.group.${VERDICTS[verdict]}`, { count: cards.length, cards: this.text(cards) });
        return { good: verdict < 2 || verdict === OPEN_CARD, says };
    }

    /** The first group that cannot stay. */
    wrongGroup(notes: Note[]): Sentence | undefined {
        const at = notes.findIndex(({ good }) => !good);
        return at < 0 ? undefined : [this.words.translate("machiavelli.wrong", { number: at + 1, fault: notes[at].says })];
    }

    /** Which cards can be laid. If the search has not come to its end there may be a better play. */
    best({ found, value, laid, isDone }: BestPlay, { groups, hand, prefer }: Table): Sentence {
        const { words } = this;
        if (!found) return [words.translate(isDone ? "machiavelli.best.stuck" : "machiavelli.best.late")];
        if (hand.length === 0) return [words.translate(groups.length ? "machiavelli.best.empty" : "machiavelli.empty")];
        if (laid.length === 0 && isDone) return [words.translate("machiavelli.best.none")];
        const key = laid.length === hand.length ? "all" : !isDone ? "partly" : prefer === 1 ? "points" : "some";
        return words.translateParts(`machiavelli.best.${key}`, { count: laid.length, cards: this.signs(laid), points: Number(value) });
    }

    /** The cards with which the whole hand can be laid. */
    unlocking({ now, cards, copies, good, unseen }: UnlockReply): Sentence[] {
        const { words } = this;
        if (now) return [];
        if (cards.length === 0) return [[words.translate("machiavelli.unlock.none")]];
        const listed = [...cards].slice(0, LISTED).map((card, at) =>
            words.translateParts(`machiavelli.unlock.${at ? "next" : "first"}`, { card: cardSign(card, words), count: copies[at] }));
        const others = cards.length - listed.length;
        if (others > 0) listed.push([words.translate("machiavelli.unlock.more", { count: others })]);
        const parts = this.either.formatToParts(listed.map((_, at) => String(at)));
        const names = parts.flatMap(({ type, value }) => (type === "element" ? listed[Number(value)] : [value]));
        return [words.translateParts("machiavelli.unlock", { cards: names, good, unseen })];
    }

    /** A step of a plan. @param groups how many there are before it */
    step({ take, was, source, target }: Step, groups: number): Sentence {
        const { words } = this;
        const from = source === 0 ? words.translate("machiavelli.place.hand") : words.translate("machiavelli.group", { number: source });
        const [before, as] = [this.text(source === 0 ? take : was), this.text(take)];
        const isRenamed = before !== as && source > 0;
        const cards = isRenamed ? [words.translate("machiavelli.step.as", { cards: before, as })] : this.signs(take);
        return words.translateParts(target > groups ? "machiavelli.step.new" : "machiavelli.step", { cards, from, number: target });
    }

    /** The rules that a move breaks, each once. */
    faults(faults: Fault[], { most_new: limit, opening_points }: { most_new: number, opening_points: number }): Sentence[] {
        const keys = new Set(faults.map(({ rule, where }) => `${rule} ${[...OF_CARD, ...OF_NUMBER].includes(rule) ? where : ""}`));
        return [...keys].map((key) => {
            const [rule, where] = key.split(" ").map(Number);
            const card = OF_CARD.includes(rule) ? cardSign(where, this.words) : "";
            return this.words.translateParts(`machiavelli.broken.${RULES[rule]}`, { card, number: where, most: limit, needed: opening_points });
        });
    }

    /** The name of a seat; seats of the same kind have numbers. */
    seatName({ start: { seats } }: Match, seat: number) {
        const name = this.words.translate(`machiavelli.player.${seats[seat]}`);
        const isOnly = seats.filter((kind) => kind === seats[seat]).length === 1;
        return isOnly ? name : this.words.translate("machiavelli.player.number", { name, number: seat + 1 });
    }

    /** What a seat did in a turn. */
    turn(match: Match, turn: Turn): Sentence {
        const { laid } = turn.move;
        return this.words.translateParts(this.#turnKey(match, turn), { name: this.seatName(match, turn.seat), count: laid.length, cards: [...this.signs([...laid].slice(0, EXCERPT)), ...(laid.length > EXCERPT ? [" …"] : [])] });
    }

    #turnKey(match: Match, { seat, move: { did } }: Turn) {
        const key = did === LAY ? "lay" : did === DRAW ? "draw" : "pass";
        return `machiavelli.did.${key}${this.#isOnlyPerson(match, seat) ? ".you" : ""}`;
    }

    #isOnlyPerson({ start: { seats } }: Match, seat: number) {
        return seats[seat] === "you" && seats.filter((kind) => kind === "you").length === 1;
    }

    /** A turn in a list, with what could have been laid besides. */
    turnText(match: Match, turn: Turn) {
        const { laid } = turn.move;
        const text = this.words.translate(this.#turnKey(match, turn), { name: this.seatName(match, turn.seat), count: laid.length, cards: this.text(laid) });
        return turn.missed.length ? `${text} ${this.words.translate("machiavelli.missed", { cards: this.excerpt(turn.missed) })}` : text;
    }

    /** Why a text cannot be read. */
    unread({ kind, line, column, piece, values }: Unread) {
        const { words } = this;
        const { card, other, meant } = values;
        const cardValue: Record<string, string> = typeof card === "number" ? { card: cardName(card, words) } : {};
        const short = piece.length > LONGEST_PIECE ? `${piece.slice(0, LONGEST_PIECE - 1)}…` : piece;
        const key = kind === "unknown-key" && meant ? "unknown-key.meant" : kind;
        const fault = words.translate(`machiavelli.text.${key}`, { ...values, ...cardValue, piece: short });
        const place = line ? words.translate("machiavelli.text.place", { line, column }) : "";
        const hint = other ? ` ${words.translate(`machiavelli.text.other.${other}`)}` : "";
        return `${place}${fault}${hint}`;
    }
}
