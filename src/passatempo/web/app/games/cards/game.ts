// A row of mountain cards as the app keeps it, as a record for links and storage, and the row of a day, of which some cards
// lie where they belong. The rules are the kernel's: this asks it, and remembers.

import { History } from "../../frame/history.ts";
import { flag, int, late, list } from "../../frame/link.ts";
import { seedDigits } from "../../frame/short.ts";
import { deal, distances, judge, moves, number, order, row, sample, shuffle } from "../../kernel/cards.ts";
import { Hints } from "./hint.ts";
import type { DailyPuzzle } from "../../frame/day.ts";
import type { Read } from "../../frame/link.ts";
import type { Client } from "../../kernel/client.ts";

export const SHORT = "mc"; // in short names
export const MAX_VALUE = 400; // cards
const GREATEST = 1_000_000; // of a card
export const MIN_DEAL = 5;
export const MAX_DEAL = 60;

const cards = list(int(1, GREATEST), MAX_VALUE);

const MAX_SWAPS = 4_095;

/** An empty row stands for a right one; a distance of 0 asks for nothing. */
export const SCHEMA = { open: flag, distance: int(0, MAX_VALUE), cards, row: cards, swaps: late(int(0, MAX_SWAPS), 1) };

export type GameRecord = Read<typeof SCHEMA>;

/** The published example: seven cards, three swaps from a right row. */
export const PUBLISHED_CARDS = { open: false, distance: 3, cards: [1, 1, 2, 2, 3, 3, 4], row: [3, 1, 2, 4, 2, 1, 3], swaps: [] };

/** The cards that a text names; nothing where it is no text of cards. */
export function readCards(text: string) {
    const words = text.split(/[\s,;]+/).filter(Boolean);
    const cards = words.map((word) => (/^[0-9]{1,7}$/.test(word) ? Number(word) : 0));
    const fits = cards.length >= 1 && cards.length <= MAX_VALUE && cards.every((card) => card >= 1 && card <= GREATEST);
    return fits ? cards : undefined;
}

/** A deal as the package reads it. */
export function dealText({ cards, open, now }: { cards: ArrayLike<number>, open: boolean, now: { distance: number } }) {
    return `${Array.from(cards).join(" ")}\nD: ${now.distance}\n${open ? "ends: open\n" : ""}`;
}

/** The first rule that a row breaks, which position shows it, what is there, and where the row turns. */
type Verdict = { rule: number, position: number, value: number, turns: number[] };
/**
 * A row, what is wrong with it, and its number among the right ones, from 0; it has none where it is not right, or the
 * cards are too many. `swaps` counts those since the cards were dealt, the last one of which was `pair`.
 */
export type Position = { distance: number, row: number[], verdict: Verdict, number?: bigint, swaps: number, pair?: [number, number] };
/** What a deal allows: distances from the first to the last, and how many rows each one has. */
type Room = { low: number, high: number, counts: bigint[] };

export const RULES = ["", "other-cards", "equal", "too-many-turns", "too-few-turns", "end", "distance", "too-few-turns", "other-cards"];
const EXACTLY = "=".charCodeAt(0);
const UDUD = new TextEncoder().encode("UDUD");
const MAX_NUMBERED = 200; // cards at most whose rows have numbers
const SHUFFLES = 9; // until a row is wrong, as nearly all are
const BYTE = 8n;

/** @param bytes the lowest first */
const pattern = (bytes: Uint8Array) => bytes.reduceRight((sum, byte) => (sum << BYTE) | BigInt(byte), 0n);

function bytesOf(value: bigint) {
    const bytes = [];
    for (let rest = value; rest > 0n; rest >>= BYTE) bytes.push(Number(BigInt.asUintN(8, rest)));
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
    /** The puzzle of a day that this is. */
    day: DailyPuzzle | undefined;
    /** Cards that stay in their places, which count from 0. */
    givenCells: Map<number, number>;
    /** The first row. */
    start: Position;
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
        this.start = now;
    }

    /** The game of a record; nothing where its row has other cards. */
    static async of(client: Client, record: GameRecord) {
        const { cards, open } = record;
        const { tell: reply } = await distances(client, { deal: dealOf(cards, open, 0) });
        const [low, high] = [Number(reply.low), Number(reply.high)];
        const counts = [];
        for (let d = low; d <= high; ++d) counts.push(pattern(reply.numbers.subarray((d - 1) * reply.size, d * reply.size)));
        const fits = record.distance >= low && record.distance <= high;
        const distance = low > high ? 0 : fits ? record.distance : low;
        const before = await judgeRow(client, { cards, open }, distance, cards);
        const game = new Game(client, { cards, open }, { low, high, counts }, before);
        const numbers = record.row.length > 0 ? record.row : await game.orderedRow(distance);
        const now = await judgeRow(client, game, distance, numbers);
        if (RULES[now.verdict.rule] === "other-cards") return undefined;
        game.start = now;
        game.history.current = { ...now, swaps: record.swaps[0] ?? 0 };
        return game;
    }

    /** Cards of a seed, in an order of the same seed that is not right. */
    static async deal(client: Client, size: number, seed: bigint) {
        const request = { number: size, pattern: UDUD, most: 0, distance: 0, seed: seedDigits(seed) };
        const { tell: reply } = await deal(client, request);
        const cards = [...reply.cards].sort((a, b) => a - b);
        const game = await Game.of(client, { cards, open: false, distance: reply.distance, row: [], swaps: [] });
        if (!game) return undefined;
        game.seed = seed;
        game.start = await game.shuffleRow(seed);
        game.history.current = game.start;
        return game;
    }

    get now() {
        return this.history.current;
    }

    get canUndo() {
        return this.history.canUndo;
    }

    get record(): GameRecord {
        const { distance, row: isLaidOut, swaps } = this.now;
        return { cards: this.cards, open: this.open, distance, row: isLaidOut, swaps: swaps ? [Math.min(swaps, MAX_SWAPS)] : [] };
    }

    get isRight() {
        return this.now.verdict.rule === 0;
    }

    /** The row as it was dealt, or shuffled since. */
    get deal() {
        return this.history.states.slice(1).findLast(({ pair, verdict }) => !pair && verdict.rule !== 0) ?? this.start;
    }

    /** Whether it is worth resuming. */
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

    /** How many rows there are with the distance. */
    get total() {
        return this.room.counts[this.now.distance - this.room.low] ?? 0n;
    }

    /** Some row with a distance; the cards as they are where there is none. */
    async orderedRow(distance: number) {
        const { tell: reply } = await order(this.client, { deal: dealOf(this.cards, this.open, distance) });
        return reply.cards.length > 0 ? [...reply.cards] : this.cards;
    }

    /** The position with a number, from 0, or the last one. */
    async rowByNumber(distance: number, request: bigint) {
        if (!this.isNumbered) return this.judgeRow(distance, await this.orderedRow(distance));
        const total = this.room.counts[distance - this.room.low] ?? 0n;
        const lowest = request < total ? request : total - 1n;
        return this.judgeRow(distance, await this.rowAt(distance, lowest));
    }

    /** A row drawn at random. */
    async drawRow(seed: bigint) {
        const { distance } = this.now;
        const { tell: reply } = await sample(this.client, { deal: dealOf(this.cards, this.open, distance), seed, skip: 0 });
        return this.judgeRow(distance, [...reply.cards]);
    }

    /** The cards in an order that is not right, the same for the same seed. */
    async shuffleRow(seed: bigint): Promise<Position> {
        let cards = this.now;
        for (let turn = 0; turn < SHUFFLES; turn += 1) {
            const { tell: reply } = await shuffle(this.client, { cards: Uint32Array.from(this.cards), seed: BigInt.asUintN(64, seed + BigInt(turn)) });
            cards = await this.judgeRow(this.now.distance, [...reply.cards]);
            if (cards.verdict.rule !== 0) break;
        }
        return cards;
    }

    /** Two cards whose swap leads to a right row. */
    hint() {
        return this.#hints.hint(this);
    }

    /** The row with a number, from 0. */
    async rowAt(distance: number, at: bigint) {
        const { tell: reply } = await row(this.client, { deal: dealOf(this.cards, this.open, distance), number: bytesOf(at) });
        return [...reply.cards];
    }

    judgeRow(distance: number, isLaidOut: number[]) {
        return judgeRow(this.client, this, distance, isLaidOut);
    }

    /** The row with two cards in each other's place; nothing where one of them stays. */
    async swapCards(a: number, b: number): Promise<Position | undefined> {
        const isLaidOut = [...this.now.row];
        const { movable } = await options(this.client, isLaidOut, this.givenCells, isLaidOut);
        if (!movable.includes(a + 1) || !movable.includes(b + 1)) return undefined;
        [isLaidOut[a], isLaidOut[b]] = [isLaidOut[b], isLaidOut[a]];
        const { distance, swaps } = this.now;
        return { ...(await this.judgeRow(distance, isLaidOut)), swaps: swaps + 1, pair: [a, b] };
    }
}

const dealOf = (cards: number[], open: boolean, distance: number) => ({ cards: Uint32Array.from(cards), open, distance });

async function judgeRow(
    client: Client,
    { cards, open }: { cards: number[], open: boolean },
    distance: number,
    isLaidOut: number[],
): Promise<Position> {
    const distances = distance ? [{ first: 1, second: 3, op: EXACTLY, value: BigInt(distance) }] : [];
    const conditions = { cards: cards.map(BigInt), pattern: UDUD, open, distances, peak_gap: [], fixed: [], first: [], last: [] };
    const positions = Uint32Array.from(isLaidOut, (_, cell) => cell + 1);
    const { faults, turns } = (await judge(client, { conditions, positions, row: isLaidOut.map(BigInt) })).tell;
    const [{ rule, position, value } = { rule: 0, position: 0, value: 0n }] = faults;
    const verdict = { rule, position, value: Number(value), turns: [...turns] };
    if (rule || cards.length > MAX_NUMBERED) return { distance, row: isLaidOut, verdict, swaps: 0 };
    const { tell: reply } = await number(client, { deal: dealOf(cards, open, distance), row: Uint32Array.from(isLaidOut) });
    return { distance, row: isLaidOut, verdict, number: pattern(reply.number), swaps: 0 };
}

/**
 * Where cards may be taken away, and which cards lie nowhere.
 * @param givenCells by place from 0
 * @param row all the cards, or none but those given
 */
async function options(client: Client, cards: number[], givenCells: Map<number, number>, row: number[]) {
    const place = ([cell, card]: [number, number]) => ({ position: cell + 1, card: BigInt(card) });
    const isLaidOut = [...row.entries()].filter(([cell]) => !givenCells.has(cell));
    const lying = { cards: cards.map(BigInt), given: [...givenCells].map(place), laid: isLaidOut.map(place) };
    return (await moves(client, { ...lying, takes: false, position: 0n, card: 0n })).tell;
}

export async function gameOfDay(client: Client, puzzle: DailyPuzzle) {
    const { cards, D: distance, given: stays } = puzzle.puzzle.instance;
    const places: [number, number][] = stays.map(([position, card]: [number, number]) => [position - 1, card]);
    const givenCells = new Map(places);
    const { remaining } = await options(client, cards, givenCells, []);
    const seed = BigInt(puzzle.date.replaceAll("-", "")); // the same beginning for everybody
    const { tell: reply } = await shuffle(client, { cards: Uint32Array.from(remaining, Number), seed });
    const rest = [...reply.cards];
    const shuffledCards = cards.map((_: number, cell: number) => givenCells.get(cell) ?? rest.pop());
    const isKept = places.every(([cell, card]) => puzzle.state[cell] === card) && isSameDeal(puzzle.state, cards);
    const row = isKept ? puzzle.state : shuffledCards;
    const game = await Game.of(client, { cards, open: false, distance, row, swaps: [] });
    if (!game) throw new Error("the cards of the puzzle are others");
    if (isKept) game.start = await game.judgeRow(distance, shuffledCards);
    game.givenCells = givenCells;
    game.day = puzzle;
    return game;
}

const isSameDeal = (row: number[], cards: number[]) => String([...row].sort((a, b) => a - b)) === String(cards);

/** The row, to go on with. */
export const stateOf = (game: Game) => game.now.row;
