// A game of mountain cards in the app, its record for links and storage, and the puzzle of a day, which has some cards in
// their final places. The kernel knows the rules; this module calls it and stores the replies.

import { TextFault } from "../../frame/position/fault.ts";
import { History } from "../../frame/history.ts";
import { flag, int, late, list } from "../../frame/link.ts";
import { seedDigits } from "../../frame/short.ts";
import { deal, distances, judge, moves, number, order, row, sample, shuffle } from "../../kernel/cards.ts";
import { Hints } from "./hint.ts";
import type { DailyPuzzle } from "../../frame/day/day.ts";
import type { Read } from "../../frame/link.ts";
import type { Client } from "../../kernel/client.ts";

export const SHORT = "mc"; // in short names
export const MAX_VALUE = 400; // cards
const GREATEST = 1_000_000; // of a card
export const MIN_DEAL = 5;
export const MAX_DEAL = 60;

const cards = list(int(1, GREATEST), MAX_VALUE);

const MAX_SWAPS = 4_095;

/** An empty row means a right one; a distance of 0 means any distance. */
export const SCHEMA = { open: flag, distance: int(0, MAX_VALUE), cards, row: cards, swaps: late(int(0, MAX_SWAPS), 1) };

export type GameRecord = Read<typeof SCHEMA>;

/** The published example: seven cards, three swaps from a right row. */
export const PUBLISHED_CARDS = { open: false, distance: 3, cards: [1, 1, 2, 2, 3, 3, 4], row: [3, 1, 2, 4, 2, 1, 3], swaps: [] };

const KEYS = /^[ \t]*(d|ends)[ \t]*:[ \t]*(\w+)[ \t\r]*$/gim;

/** Read a row of cards, with lines of the distance and of open ends. Throws `TextFault`. */
export function read(text: string): GameRecord {
    const words = text.replace(KEYS, (line) => " ".repeat(line.length)).matchAll(/[^\s,;]+/g);
    const row = [...words].map(({ 0: word, index }) => {
        const card = /^[0-9]{1,7}$/.test(word) ? Number(word) : 0;
        if (card < 1 || card > GREATEST) throw new TextFault("card", text, index, word.length);
        return card;
    });
    if (row.length < 1 || row.length > MAX_VALUE) throw new TextFault("count", text, 0, 0);
    const { d = 0, ends } = Object.fromEntries([...text.matchAll(KEYS)].map(([, key, value]) => [key.toLowerCase(), value]));
    return { cards: row, row, open: ends === "open", distance: Math.min(Number(d) || 0, MAX_VALUE), swaps: [] };
}

/** A deal in the package's file format. */
export function dealText({ cards, open, now }: { cards: ArrayLike<number>, open: boolean, now: { distance: number } }) {
    return `${Array.from(cards).join(" ")}\nD: ${now.distance}\n${open ? "ends: open\n" : ""}`;
}

/** The first rule that a row breaks, the position of the fault, the value there, and the turns of the row. */
type Verdict = { rule: number, position: number, value: number, turns: number[] };
/**
 * A row, its verdict, and its number among the right rows, from 0. A wrong row and a row of too many cards have no number.
 * `swaps` counts the swaps since the deal; `pair` is the last one.
 */
export type Position = { distance: number, row: number[], verdict: Verdict, number?: bigint, swaps: number, pair?: [number, number] };
/** The smallest and the largest distance that a deal allows, and the number of rows with each distance. */
type Room = { low: number, high: number, counts: bigint[] };

export const RULES = ["", "other-cards", "equal", "too-many-turns", "too-few-turns", "end", "distance", "too-few-turns", "other-cards"];
const EXACTLY = "=".charCodeAt(0);
const UDUD = new TextEncoder().encode("UDUD");
const MAX_NUMBERED = 200; // cards at most whose rows have numbers
const SHUFFLES = 9; // attempts to find a wrong row; nearly all rows are wrong
const BYTE = 8n;

/** @param bytes the lowest first */
const pattern = (bytes: Uint8Array) => bytes.reduceRight((sum, byte) => (sum << BYTE) | BigInt(byte), 0n);

function bytesOf(value: bigint) {
    const bytes = [];
    for (let restValue = value; restValue > 0n; restValue >>= BYTE) bytes.push(Number(BigInt.asUintN(8, restValue)));
    return Uint8Array.from(bytes);
}

export class Game {
    client: Client;
    cards: number[];
    open: boolean;
    room: Room;
    history: History<Position>;
    /** A seed that dealt the cards, if one did. */
    seed: bigint | undefined;
    /** The puzzle of a day, if this is one. */
    day: DailyPuzzle | undefined;
    /** Cards that cannot move, by their places, from 0. */
    givenCells: Map<number, number>;
    /** The first row. */
    startPosition: Position;
    #hints = new Hints();

    constructor(client: Client, { cards, open }: { cards: number[], open: boolean }, room: Room, now: Position) {
        this.client = client;
        this.cards = cards;
        this.open = open;
        this.room = room;
        this.history = new History(now);
        this.seed = undefined;
        this.day = undefined;
        this.givenCells = new Map();
        this.startPosition = now;
    }

    /** The game of a record; nothing if its row has other cards. */
    static async of(client: Client, record: GameRecord) {
        const { cards, open } = record;
        const { tell: distancesReply } = await distances(client, { deal: dealOf(cards, open, 0) });
        const [low, high] = [Number(distancesReply.low), Number(distancesReply.high)];
        const counts = [];
        for (let d = low; d <= high; ++d) counts.push(pattern(distancesReply.numbers.subarray((d - 1) * distancesReply.size, d * distancesReply.size)));
        const hasDistance = record.distance >= low && record.distance <= high;
        const distance = low > high ? 0 : hasDistance ? record.distance : low;
        const cardsPosition = await judgeRow(client, { cards, open }, distance, cards);
        const game = new Game(client, { cards, open }, { low, high, counts }, cardsPosition);
        const firstRow = record.row.length > 0 ? record.row : await game.orderedRow(distance);
        const rowPosition = await judgeRow(client, game, distance, firstRow);
        if (RULES[rowPosition.verdict.rule] === "other-cards") return undefined;
        game.startPosition = rowPosition;
        game.history.current = { ...rowPosition, swaps: record.swaps[0] ?? 0 };
        return game;
    }

    /** Deal cards from a seed, in a wrong order from the same seed. */
    static async deal(client: Client, size: number, seed: bigint) {
        const dealRequest = { number: size, pattern: UDUD, most: 0, distance: 0, seed: seedDigits(seed) };
        const { tell: dealReply } = await deal(client, dealRequest);
        const cards = [...dealReply.cards].sort((a, b) => a - b);
        const game = await Game.of(client, { cards, open: false, distance: dealReply.distance, row: [], swaps: [] });
        if (!game) return undefined;
        game.seed = seed;
        game.startPosition = await game.shuffleRow(seed);
        game.history.current = game.startPosition;
        return game;
    }

    get now() {
        return this.history.current;
    }

    get canUndo() {
        return this.history.canUndo;
    }

    get record(): GameRecord {
        const { distance, row, swaps } = this.now;
        return { cards: this.cards, open: this.open, distance, row, swaps: swaps ? [Math.min(swaps, MAX_SWAPS)] : [] };
    }

    get isRight() {
        return this.now.verdict.rule === 0;
    }

    /** The row as it was dealt, or shuffled since. */
    get deal() {
        return this.history.states.slice(1).findLast(({ pair, verdict }) => !pair && verdict.rule !== 0) ?? this.startPosition;
    }

    /** Whether the app offers to resume it. */
    get isUnfinished() {
        return !this.day && !this.isRight && this.isPossible && this.now.swaps > 0;
    }

    /** Whether the last swap made the row right. */
    get isLaid() {
        const { before } = this.history;
        return this.isRight && this.now.pair !== undefined && before !== undefined && before.verdict.rule !== 0;
    }

    /** Whether any row is right. */
    get isPossible() {
        return this.room.low <= this.room.high;
    }

    get isNumbered() {
        return this.cards.length <= MAX_NUMBERED;
    }

    /** The number of right rows with the current distance. */
    get total() {
        return this.room.counts[this.now.distance - this.room.low] ?? 0n;
    }

    /** Some right row with a distance; the cards in their given order if there is none. */
    async orderedRow(distance: number) {
        const { tell: orderReply } = await order(this.client, { deal: dealOf(this.cards, this.open, distance) });
        return orderReply.cards.length > 0 ? [...orderReply.cards] : this.cards;
    }

    /** The position with a number, from 0, or the last one. */
    async rowByNumber(distance: number, rowNumber: bigint) {
        if (!this.isNumbered) return this.judgeRow(distance, await this.orderedRow(distance));
        const rowCount = this.room.counts[distance - this.room.low] ?? 0n;
        const validNumber = rowNumber < rowCount ? rowNumber : rowCount - 1n;
        return this.judgeRow(distance, await this.rowAt(distance, validNumber));
    }

    /** A row drawn at random. */
    async drawRow(seed: bigint) {
        const { distance } = this.now;
        const { tell: sampleReply } = await sample(this.client, { deal: dealOf(this.cards, this.open, distance), seed, skip: 0 });
        return this.judgeRow(distance, [...sampleReply.cards]);
    }

    /** The cards in a wrong order; the same seed gives the same order. */
    async shuffleRow(seed: bigint): Promise<Position> {
        let nextPosition = this.now;
        for (let turn = 0; turn < SHUFFLES; turn += 1) {
            const { tell: shuffleReply } = await shuffle(this.client, { cards: Uint32Array.from(this.cards), seed: BigInt.asUintN(64, seed + BigInt(turn)) });
            nextPosition = await this.judgeRow(this.now.distance, [...shuffleReply.cards]);
            if (nextPosition.verdict.rule !== 0) break;
        }
        return nextPosition;
    }

    /** Two cards whose swap leads to a right row. */
    hint() {
        return this.#hints.hint(this);
    }

    /** The row with a number, from 0. */
    async rowAt(distance: number, rowNumber: bigint) {
        const { tell: rowReply } = await row(this.client, { deal: dealOf(this.cards, this.open, distance), number: bytesOf(rowNumber) });
        return [...rowReply.cards];
    }

    judgeRow(distance: number, row: number[]) {
        return judgeRow(this.client, this, distance, row);
    }

    /** Swap two cards; nothing if one of them cannot move. */
    async swapCards(a: number, b: number): Promise<Position | undefined> {
        const newRow = [...this.now.row];
        const { movable } = await options(this.client, newRow, this.givenCells, newRow);
        if (!movable.includes(a + 1) || !movable.includes(b + 1)) return undefined;
        [newRow[a], newRow[b]] = [newRow[b], newRow[a]];
        const { distance, swaps } = this.now;
        return { ...(await this.judgeRow(distance, newRow)), swaps: swaps + 1, pair: [a, b] };
    }
}

const dealOf = (cards: number[], open: boolean, distance: number) => ({ cards: Uint32Array.from(cards), open, distance });

async function judgeRow(
    client: Client,
    { cards, open }: { cards: number[], open: boolean },
    distance: number,
    row: number[],
): Promise<Position> {
    const distances = distance ? [{ first: 1, second: 3, op: EXACTLY, value: BigInt(distance) }] : [];
    const conditions = { cards: cards.map(BigInt), pattern: UDUD, open, distances, peak_gap: [], fixed: [], first: [], last: [] };
    const rowPositions = Uint32Array.from(row, (_, cell) => cell + 1);
    const { faults, turns } = (await judge(client, { conditions, positions: rowPositions, row: row.map(BigInt) })).tell;
    const [{ rule, position, value } = { rule: 0, position: 0, value: 0n }] = faults;
    const verdict = { rule, position, value: Number(value), turns: [...turns] };
    if (rule || cards.length > MAX_NUMBERED) return { distance, row, verdict, swaps: 0 };
    const { tell: numberReply } = await number(client, { deal: dealOf(cards, open, distance), row: Uint32Array.from(row) });
    return { distance, row, verdict, number: pattern(numberReply.number), swaps: 0 };
}

/**
 * The cards that can move, and the cards without a place.
 * @param givenCells cards that cannot move, by their places, from 0
 * @param row all cards, or none if only the given ones are laid
 */
async function options(client: Client, cards: number[], givenCells: Map<number, number>, row: number[]) {
    const place = ([cell, card]: [number, number]) => ({ position: cell + 1, card: BigInt(card) });
    const rowEntries = [...row.entries()].filter(([cell]) => !givenCells.has(cell));
    const cardsLayout = { cards: cards.map(BigInt), given: [...givenCells].map(place), laid: rowEntries.map(place) };
    return (await moves(client, { ...cardsLayout, takes: false, position: 0n, card: 0n })).tell;
}

export async function gameOfDay(client: Client, puzzle: DailyPuzzle) {
    const { cards, D: distance, given: fixedCards } = puzzle.puzzle.instance;
    const fixedPlaces: [number, number][] = fixedCards.map(([position, card]: [number, number]) => [position - 1, card]);
    const givenCells = new Map(fixedPlaces);
    const { remaining } = await options(client, cards, givenCells, []);
    const dateSeed = BigInt(puzzle.date.replaceAll("-", "")); // the same first row for everybody
    const { tell: shuffleReply } = await shuffle(client, { cards: Uint32Array.from(remaining, Number), seed: dateSeed });
    const restCards = [...shuffleReply.cards];
    const shuffledCards = cards.map((_: number, cell: number) => givenCells.get(cell) ?? restCards.pop());
    const isValidState = fixedPlaces.every(([cell, card]) => puzzle.state[cell] === card) && isSameDeal(puzzle.state, cards);
    const row = isValidState ? puzzle.state : shuffledCards;
    const game = await Game.of(client, { cards, open: false, distance, row, swaps: [] });
    if (!game) throw new Error("the cards of the puzzle are others");
    if (isValidState) game.startPosition = await game.judgeRow(distance, shuffledCards);
    game.givenCells = givenCells;
    game.day = puzzle;
    return game;
}

const isSameDeal = (row: number[], cards: number[]) => String([...row].sort((a, b) => a - b)) === String(cards);

/** The row, to resume the puzzle later. */
export const stateOf = (game: Game) => game.now.row;
