// What a new game is to be: who plays, by which rules, from which deal.

import { newElement, findElement } from "../../frame/dom.ts";
import { newSeed } from "../../frame/short.ts";
import { MOST_POINTS, PRESETS, RULING, USUAL, named, rulesOf, same } from "./rules.ts";
import { PLAYERS, SEATS } from "./state.ts";
import type { Ruling } from "./rules.ts";
import type { GameRecord, Player } from "./state.ts";

type Name = keyof Ruling;

const NAMES = Object.keys(RULING) as Name[];

/** The numbers that are offered; a link may bring others. */
const OFFERED: [Name, number, number][] = [
    ["decks", 1, 4], ["jokers", 0, 8], ["deal", 3, 20], ["crosses", 0, 8], ["most_new", 1, 13], ["waits", 0, 5], ["first", 1, SEATS],
];

const WORTH_INPUT = { type: "number", min: 0, max: MOST_POINTS, inputmode: "numeric", autocomplete: "off", required: true };

const field = (selector: string) => findElement(selector) as HTMLSelectElement;

const rule = (name: Name) => field(`#rule-${name.replaceAll("_", "-")}`);

export class Choosing {
    /** What each rank and the joker count. */
    #worths: HTMLInputElement[];

    /** @param rankName the joker is the last */
    constructor(rankName: (rank: number) => string) {
        this.#worths = USUAL.map(() => newElement("input", WORTH_INPUT));
        findElement("#worths").append(...this.#worths.map((input, rank) => newElement("label", {}, `${rankName(rank)} `, input)));
        for (const [name, low, high] of OFFERED) rule(name).append(...numbers(low, high, low));
        field("#preset").addEventListener("change", () => this.#show(named(field("#preset").value), named(field("#preset").value).points));
        rule("opening").addEventListener("change", () => this.#show(this.#ruling, this.#counts));
        this.#show(named(PRESETS[0]), named(PRESETS[0]).points);
    }

    /** The rules as they are chosen. */
    get #ruling(): Ruling {
        const chosen = Object.fromEntries(NAMES.map((name) => [name, Number(rule(name).value)])) as Ruling;
        const { low, high } = RULING.opening_points.bounds(chosen);
        const points = Number.isInteger(chosen.opening_points) ? chosen.opening_points : low;
        return { ...chosen, opening_points: Math.min(Math.max(points, low), high) };
    }

    /** What the ranks count; the usual where nothing that can be read is written. */
    get #counts() {
        return this.#worths.map((input, k) => (input.checkValidity() ? Number(input.value) : USUAL[k]));
    }

    #show(ruling: Ruling, worths: readonly number[]) {
        for (const name of NAMES) offer(rule(name), ruling[name]);
        this.#worths.forEach((input, k) => (input.value = String(worths[k])));
        rule("opening_points").disabled = RULING.opening_points.bounds(ruling).high === 0;
    }

    /** The game that is chosen, with a new seed unless one is written. */
    chosen(): GameRecord {
        const digits = (findElement("#seed") as HTMLInputElement).value.trim();
        const seed = /^\d{1,19}$/.test(digits) ? BigInt(digits) : newSeed();
        const seats = Array.from({ length: SEATS }, (_, seat) => field(`#seat-${seat + 1}`).value);
        const known = seats.filter((name) => PLAYERS.some((player) => player === name)) as Player[];
        const preset = PRESETS.find((name) => name === field("#preset").value) ?? PRESETS[0];
        const ruling = this.#ruling;
        const own = same(ruling, named(preset)) ? [] : [ruling];
        return { preset, own, seats: known.length > 1 ? known : ["you", "patient"], seed, moves: [], worths: this.#counts.some((
            points,
            k,
        ) => points !== named(preset).points[k]) ? this.#counts : [] };
    }

    /** Show a game's choices. */
    choose(game: GameRecord) {
        field("#preset").value = game.preset;
        this.#show(rulesOf(game), game.worths.length > 0 ? game.worths : named(game.preset).points);
        for (let seat = 0; seat < SEATS; seat += 1) field(`#seat-${seat + 1}`).value = game.seats[seat] ?? "";
    }
}

export const numbers = (low: number, high: number, chosen: number) =>
    Array.from({ length: high - low + 1 }, (_, k) => newElement("option", { value: low + k, selected: low + k === chosen }, String(low + k)));

/** Choose a value that a link or a text may bring although it is not offered. */
export function offer(select: HTMLSelectElement, value: number) {
    const offered = select.options ? [...select.options].some((option) => Number(option.value) === value) : true;
    if (!offered) select.append(...numbers(value, value, value));
    select.value = String(value);
}
