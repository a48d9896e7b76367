// A table or a match as a record, for links and the browser's storage.

import { choice, group, int, late, list, u64 } from "../../frame/link.ts";
import { JOKER, WILD } from "./layout.ts";
import { ACE, OWN, PRESETS, RANKS, USUAL_ACE, CARD_POINTS } from "./rules.ts";
import type { Field, Read } from "../../frame/link.ts";
import type { Seeded } from "../../frame/short.ts";

export const SHORT = "mc"; // in short names
export const SEATS = 4;
const TURNS = 400; // of people, in a game
const CARDS = 1_140; // of ten decks and a hundred jokers

const cardNumber = int(0, JOKER + 52); // the jokers that stand for a card come behind the free one
const GAP = WILD - JOKER - 1;

/** A card, a joker, or a joker that stands for a card. */
const card: Field<number> = {
    bounds: cardNumber.bounds,
    write: (out, value, before) => cardNumber.write(out, value < WILD ? value : value - GAP, before),
    read: (from, before) => cardOf(cardNumber.read(from, before)),
    sample: (below, before) => cardOf(cardNumber.sample(below, before)),
};

const cardOf = (at: number) => (at <= JOKER ? at : at + GAP);

export const PLAYERS = ["you", "novice", "points", "greedy", "patient", "strong"] as const;

const move = group({
    did: int(0, 2),
    laid: list(card, 620),
    table: list(list(card, 13), 300),
});

const match = group({
    preset: choice(...PRESETS),
    own: list(OWN, 1), // the rules, where they are not those of the name
    seats: list(choice(...PLAYERS), SEATS),
    seed: u64,
    moves: list(move, TURNS), // of people: bots make the same moves again
    worths: late(CARD_POINTS, RANKS), // what each rank and the joker count, where that is not the usual
});

export const SCHEMA = {
    decks: int(1, 10),
    jokers: int(0, 100),
    ace: ACE,
    prefer: int(0, 2),
    groups: list(list(card, CARDS), 600),
    hand: list(int(0, JOKER), CARDS),
    games: list(match, 1), // the match that is played instead of the table
};

export type PageRecord = Read<typeof SCHEMA>;
export type GameRecord = PageRecord["games"][number];
export type Move = GameRecord["moves"][number];
export type Player = GameRecord["seats"][number];

/** The example of the first visit: four of seven cards can go. */
export const OPENING = {
    decks: 2,
    jokers: 0,
    ace: USUAL_ACE,
    prefer: 0,
    groups: [[0, 13, 26, 39], [6, 19, 32], [20, 21, 22, 23, 24], [2, 15, 28], [28, 29, 30, 31, 32]],
    hand: [15, 16, 18, 19, 21, 25, 42],
};

/**
 * The short name of a game: its rules and players by their places in their lists, and its seed; rules of one's own
 * have none.
 */
export function shortName({ preset, own, seats, seed, worths }: GameRecord): Seeded | undefined {
    if (own.length > 0 || worths.length > 0) return undefined;
    const sizes = [PRESETS.indexOf(preset), ...seats.map((name) => PLAYERS.indexOf(name))];
    return { pastime: SHORT, sizes, marks: "", seed };
}

/** The game of a short name; nothing where there are no such rules or players. */
export function recordOf({ sizes, marks, seed }: Seeded): GameRecord | undefined {
    const [preset, ...players] = sizes;
    const seats = players.flatMap((place) => PLAYERS[place] ?? []);
    const fits = seats.length === players.length && seats.length >= 2 && seats.length <= SEATS;
    return fits && marks === "" && PRESETS[preset] ? { preset: PRESETS[preset], own: [], seats, seed, moves: [], worths: [] } : undefined;
}
