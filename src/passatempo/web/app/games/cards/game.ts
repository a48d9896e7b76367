// A row of mountain cards as the app keeps it, as a record for links and storage, and the row of a day, of which some cards
// lie where they belong. The rules are the kernel's: this asks it, and remembers.

import { History } from "../../frame/history.ts";
import { flag, int, late, list } from "../../frame/link.ts";
import { seedDigits } from "../../frame/short.ts";
import { deal, distances, judge, moves, number, order, row, sample, shuffle } from "../../kernel/cards.ts";
import { Hints } from "./hint.ts";
import type { Begun } from "../../frame/day.ts";
import type { Read } from "../../frame/link.ts";
import type { Client } from "../../kernel/client.ts";

export const SHORT = "mc"; // in short names
export const MOST = 400; // cards
const GREATEST = 1_000_000; // of a card
export const LEAST_DEALT = 5;
export const MOST_DEALT = 60;

const cards = list(int(1, GREATEST), MOST);

const MOST_SWAPS = 4_095;

/** An empty row stands for a right one; a distance of 0 asks for nothing. */
export const SCHEMA = { open: flag, distance: int(0, MOST), cards, row: cards, swaps: late(int(0, MOST_SWAPS), 1) };

export type GameRecord = Read<typeof SCHEMA>;

/** The published example: seven cards, three swaps from a right row. */
export const PUBLISHED = { open: false, distance: 3, cards: [1, 1, 2, 2, 3, 3, 4], row: [3, 1, 2, 4, 2, 1, 3], swaps: [] };

/** The cards that a text names; nothing where it is no text of cards. */
export function readCards(text: string) {
    const words = text.split(/[\s,;]+/).filter(Boolean);
    const found = words.map((word) => (/^[0-9]{1,7}$/.test(word) ? Number(word) : 0));
    const fits = found.length >= 1 && found.length <= MOST && found.every((card) => card >= 1 && card <= GREATEST);
    return fits ? found : undefined;
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
const NUMBERED = 200; // cards at most whose rows have numbers
const SHUFFLES = 9; // until a row is wrong, as nearly all are
const BYTE = 8n;

/** @param bytes the lowest first */
const whole = (bytes: Uint8Array) => bytes.reduceRight((sum, byte) => (sum << BYTE) | BigInt(byte), 0n);

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
    day: Begun | undefined;
    /** Cards that stay in their places, which count from 0. */
    given: Map<number, number>;
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
        this.given = new Map();
        this.start = now;
    }

    /** The game of a record; nothing where its row has other cards. */
    static async of(client: Client, record: GameRecord) {
        const { cards, open } = record;
        const { tell } = await distances(client, { deal: dealOf(cards, open, 0) });
        const [low, high] = [Number(tell.low), Number(tell.high)];
        const counts = [];
        for (let d = low; d <= high; ++d) counts.push(whole(tell.numbers.subarray((d - 1) * tell.size, d * tell.size)));
        const fits = record.distance >= low && record.distance <= high;
        const distance = low > high ? 0 : fits ? record.distance : low;
        const before = await judged(client, { cards, open }, distance, cards);
        const made = new Game(client, { cards, open }, { low, high, counts }, before);
        const found = record.row.length > 0 ? record.row : await made.ordered(distance);
        const now = await judged(client, made, distance, found);
        if (RULES[now.verdict.rule] === "other-cards") return undefined;
        made.start = now;
        made.history.now = { ...now, swaps: record.swaps[0] ?? 0 };
        return made;
    }

    /** Cards of a seed, in an order of the same seed that is not right. */
    static async dealt(client: Client, size: number, seed: bigint) {
        const asked = { number: size, pattern: UDUD, most: 0, distance: 0, seed: seedDigits(seed) };
        const { tell } = await deal(client, asked);
        const cards = [...tell.cards].sort((a, b) => a - b);
        const made = await Game.of(client, { cards, open: false, distance: tell.distance, row: [], swaps: [] });
        if (!made) return undefined;
        made.seed = seed;
        made.start = await made.shuffled(seed);
        made.history.now = made.start;
        return made;
    }

    get now() {
        return this.history.now;
    }

    get canUndo() {
        return this.history.canUndo;
    }

    get record(): GameRecord {
        const { distance, row: laid, swaps } = this.now;
        return { cards: this.cards, open: this.open, distance, row: laid, swaps: swaps ? [Math.min(swaps, MOST_SWAPS)] : [] };
    }

    get isRight() {
        return this.now.verdict.rule === 0;
    }

    /** The row as it was dealt, or shuffled since. */
    get dealt() {
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
        return this.cards.length <= NUMBERED;
    }

    /** How many rows there are with the distance. */
    get total() {
        return this.room.counts[this.now.distance - this.room.low] ?? 0n;
    }

    /** Some row with a distance; the cards as they are where there is none. */
    async ordered(distance: number) {
        const { tell } = await order(this.client, { deal: dealOf(this.cards, this.open, distance) });
        return tell.cards.length > 0 ? [...tell.cards] : this.cards;
    }

    /** The position with a number, from 0, or the last one. */
    async numbered(distance: number, asked: bigint) {
        if (!this.isNumbered) return this.judged(distance, await this.ordered(distance));
        const total = this.room.counts[distance - this.room.low] ?? 0n;
        const least = asked < total ? asked : total - 1n;
        return this.judged(distance, await this.rowAt(distance, least));
    }

    /** A row drawn at random. */
    async drawn(seed: bigint) {
        const { distance } = this.now;
        const { tell } = await sample(this.client, { deal: dealOf(this.cards, this.open, distance), seed, skip: 0 });
        return this.judged(distance, [...tell.cards]);
    }

    /** The cards in an order that is not right, the same for the same seed. */
    async shuffled(seed: bigint): Promise<Position> {
        let mixed = this.now;
        for (let turn = 0; turn < SHUFFLES; turn += 1) {
            const { tell } = await shuffle(this.client, { cards: Uint32Array.from(this.cards), seed: BigInt.asUintN(64, seed + BigInt(turn)) });
            mixed = await this.judged(this.now.distance, [...tell.cards]);
            if (mixed.verdict.rule !== 0) break;
        }
        return mixed;
    }

    /** Two cards whose swap leads to a right row. */
    hint() {
        return this.#hints.hint(this);
    }

    /** The row with a number, from 0. */
    async rowAt(distance: number, at: bigint) {
        const { tell } = await row(this.client, { deal: dealOf(this.cards, this.open, distance), number: bytesOf(at) });
        return [...tell.cards];
    }

    judged(distance: number, laid: number[]) {
        return judged(this.client, this, distance, laid);
    }

    /** The row with two cards in each other's place; nothing where one of them stays. */
    async swapped(a: number, b: number): Promise<Position | undefined> {
        const laid = [...this.now.row];
        const { movable } = await options(this.client, laid, this.given, laid);
        if (!movable.includes(a + 1) || !movable.includes(b + 1)) return undefined;
        [laid[a], laid[b]] = [laid[b], laid[a]];
        const { distance, swaps } = this.now;
        return { ...(await this.judged(distance, laid)), swaps: swaps + 1, pair: [a, b] };
    }
}

const dealOf = (cards: number[], open: boolean, distance: number) => ({ cards: Uint32Array.from(cards), open, distance });

async function judged(
    client: Client,
    { cards, open }: { cards: number[], open: boolean },
    distance: number,
    laid: number[],
): Promise<Position> {
    const distances = distance ? [{ first: 1, second: 3, op: EXACTLY, value: BigInt(distance) }] : [];
    const conditions = { cards: cards.map(BigInt), pattern: UDUD, open, distances, peak_gap: [], fixed: [], first: [], last: [] };
    const positions = Uint32Array.from(laid, (_, cell) => cell + 1);
    const { faults, turns } = (await judge(client, { conditions, positions, row: laid.map(BigInt) })).tell;
    const [{ rule, position, value } = { rule: 0, position: 0, value: 0n }] = faults;
    const verdict = { rule, position, value: Number(value), turns: [...turns] };
    if (rule || cards.length > NUMBERED) return { distance, row: laid, verdict, swaps: 0 };
    const { tell } = await number(client, { deal: dealOf(cards, open, distance), row: Uint32Array.from(laid) });
    return { distance, row: laid, verdict, number: whole(tell.number), swaps: 0 };
}

/**
 * Where cards may be taken away, and which cards lie nowhere.
 * @param given by place from 0
 * @param row all the cards, or none but those given
 */
async function options(client: Client, cards: number[], given: Map<number, number>, row: number[]) {
    const place = ([cell, card]: [number, number]) => ({ position: cell + 1, card: BigInt(card) });
    const laid = [...row.entries()].filter(([cell]) => !given.has(cell));
    const lying = { cards: cards.map(BigInt), given: [...given].map(place), laid: laid.map(place) };
    return (await moves(client, { ...lying, takes: false, position: 0n, card: 0n })).tell;
}

export async function gameOfDay(client: Client, begun: Begun) {
    const { cards, D: distance, given: stays } = begun.puzzle.instance;
    const places: [number, number][] = stays.map(([position, card]: [number, number]) => [position - 1, card]);
    const given = new Map(places);
    const { remaining } = await options(client, cards, given, []);
    const seed = BigInt(begun.date.replaceAll("-", "")); // the same beginning for everybody
    const { tell } = await shuffle(client, { cards: Uint32Array.from(remaining, Number), seed });
    const rest = [...tell.cards];
    const mixed = cards.map((_: number, cell: number) => given.get(cell) ?? rest.pop());
    const isKept = places.every(([cell, card]) => begun.state[cell] === card) && sameCards(begun.state, cards);
    const row = isKept ? begun.state : mixed;
    const game = await Game.of(client, { cards, open: false, distance, row, swaps: [] });
    if (!game) throw new Error("the cards of the puzzle are others");
    if (isKept) game.start = await game.judged(distance, mixed);
    game.given = given;
    game.day = begun;
    return game;
}

const sameCards = (row: number[], cards: number[]) => String([...row].sort((a, b) => a - b)) === String(cards);

/** The row, to go on with. */
export const stateOf = (game: Game) => game.now.row;
