// The choices of the page: who plays by which rules, and for a table of one's own its cards, its text and its rules. The
// browser stores the last choice of a match.

import { findElement, newElement } from "../../frame/dom.ts";
import { flag } from "../../frame/link.ts";
import { newSeed } from "../../frame/short.ts";
import { store } from "../../frame/storage.ts";
import { cardFace, cardName } from "./cards.ts";
import { HAND, JOKER, NEW, countCopies } from "./layout.ts";
import { ACES, MOST_POINTS, PRESETS, RANKS, RULE_FIELDS, STANDARD_POINTS, areSame, presetRules, rulesOf } from "./rules.ts";
import { PLAYERS, SCHEMA, SEATS } from "./state.ts";
import { rankText, write } from "./text.ts";
import type { Words } from "../../frame/words.ts";
import type { OwnTable, Table } from "./own.ts";
import type { Ruling } from "./rules.ts";
import type { GameRecord, Player } from "./state.ts";

type Name = keyof Ruling;

const NAMES = Object.keys(RULE_FIELDS) as Name[];
const CHOICE = "choice.machiavelli";
const CHOICE_SCHEMA = { isMatch: flag, games: SCHEMA.games };
const LEVELS: Record<string, Player[]> = {
    patient: ["you", "patient"], two: ["you", "patient", "novice"], strong: ["you", "strong"],
};
/** The numbers that are offered; a link may bring others. */
const OFFERED: [Name, number, number][] = [
    ["decks", 1, 4], ["jokers", 0, 8], ["deal", 3, 20], ["crosses", 0, 8], ["most_new", 1, 13], ["waits", 0, 5], ["first", 1, SEATS],
];
const POINTS_INPUT = { type: "number", min: 0, max: MOST_POINTS, inputmode: "numeric", autocomplete: "off", required: true };
const TABLE_RULES = ["decks", "jokers", "ace", "prefer"] as const;

const field = (selector: string) => findElement(selector) as HTMLSelectElement;
const ruleField = (name: Name) => field(`#rule-${name.replaceAll("_", "-")}`);

/** The record of a match of some seats, by the rules of the house. */
const usualRecord = (seats: Player[]): GameRecord => ({ preset: PRESETS[0], own: [], seats, seed: newSeed(), moves: [], worths: [] });

/** The last choice: whether it was a match, and the record of another one like it. */
export function lastChoice() {
    const { isMatch = false, games = [] } = store.get(CHOICE, CHOICE_SCHEMA) ?? {};
    return { isMatch, record: games[0] ? { ...games[0], seed: newSeed() } : usualRecord(LEVELS.patient) };
}

export const storeChoice = (record: GameRecord | undefined) =>
    store.put(CHOICE, CHOICE_SCHEMA, { isMatch: record !== undefined, games: [{ ...(record ?? lastChoice().record), moves: [] }] });

/** The choice of a match: seats, a preset, single rules, the seed. */
export class MatchChoice {
    #pointsInputs: HTMLInputElement[];
    words: Words;

    constructor(words: Words) {
        this.words = words;
        const rankName = (rank: number) => (rank < RANKS - 1 ? rankText(rank, words.language) : words.translate("machiavelli.joker"));
        this.#pointsInputs = STANDARD_POINTS.map(() => newElement("input", POINTS_INPUT));
        findElement("#worths").append(...this.#pointsInputs.map((input, rank) => newElement("label", {}, `${rankName(rank)} `, input)));
        ruleField("ace").append(...aceOptions(words));
        for (const [name, low, high] of OFFERED) ruleField(name).append(...numberOptions(low, high));
        for (let seat = 1; seat <= SEATS; seat += 1) field(`#seat-${seat}`).append(...PLAYERS.map((kind) => this.#player(kind)));
        field("#preset").addEventListener("change", () => this.#show(presetRules(field("#preset").value), presetRules(field("#preset").value).points));
        for (const name of NAMES) ruleField(name).addEventListener("change", () => this.#show(this.#ruling, this.#points));
        findElement("#own-rules").addEventListener("toggle", () => this.#show(this.#ruling, this.#points));
        this.show(lastChoice().record);
    }

    #player(kind: Player) {
        const name = this.words.translate(`machiavelli.player.${kind}`);
        return newElement("option", { value: kind }, kind === "you" ? name : `${name}, ${this.words.translate(`machiavelli.kind.${kind}`)}`);
    }

    /** The rules as they are chosen. */
    get #ruling(): Ruling {
        const chosen = Object.fromEntries(NAMES.map((name) => [name, Number(ruleField(name).value)])) as Ruling;
        const { low, high } = RULE_FIELDS.opening_points.bounds(chosen);
        const points = Number.isInteger(chosen.opening_points) ? chosen.opening_points : low;
        return { ...chosen, opening_points: Math.min(Math.max(points, low), high) };
    }

    /** The points of the ranks; the standard ones where no number is written. */
    get #points() {
        return this.#pointsInputs.map((input, rank) => (input.checkValidity() ? Number(input.value) : STANDARD_POINTS[rank]));
    }

    #show(ruling: Ruling, points: readonly number[]) {
        for (const name of NAMES) offerNumber(ruleField(name), ruling[name]);
        this.#pointsInputs.forEach((input, rank) => (input.value = String(points[rank])));
        ruleField("opening_points").disabled = RULE_FIELDS.opening_points.bounds(ruling).high === 0;
        if ((findElement("#own-rules") as HTMLDetailsElement).open) void this.#showSources(ruling);
    }

    /** Show what the source of the preset says of each rule. */
    async #showSources(ruling: Ruling) {
        const { MACHIAVELLI_SOURCES } = await import("../../data/machiavelli_sources.ts");
        const preset = field("#preset").value;
        const { citation, quotes } = (MACHIAVELLI_SOURCES as Record<string, { citation: string, quotes: Record<string, string> }>)[preset];
        findElement("#source").textContent = this.words.translate("machiavelli.rule.source", { source: citation });
        for (const name of NAMES) {
            const isPresets = ruling[name] === presetRules(preset)[name];
            const silence = this.words.translate(isPresets ? "machiavelli.rule.silent" : "machiavelli.rule.changed");
            const label = ruleField(name).closest("label") as HTMLElement;
            (label.querySelector("small") ?? label.appendChild(newElement("small"))).textContent = isPresets && quotes[name] ? `“${quotes[name]}”` : silence;
        }
    }

    /** The match of a level, or as the seats are chosen, with a new seed unless one is written. */
    record(level?: string): GameRecord {
        const digits = (findElement("#seed") as HTMLInputElement).value.trim();
        const seed = !level && /^\d{1,19}$/.test(digits) ? BigInt(digits) : newSeed();
        const chosen = Array.from({ length: SEATS }, (_, seat) => field(`#seat-${seat + 1}`).value).filter((kind) => kind !== "") as Player[];
        const seats = level ? LEVELS[level] : chosen.length > 1 ? chosen : LEVELS.patient;
        const preset = PRESETS.find((name) => name === field("#preset").value) ?? PRESETS[0];
        const [ruling, points] = [this.#ruling, this.#points];
        const hasOwnPoints = points.some((count, rank) => count !== presetRules(preset).points[rank]);
        return { preset, own: areSame(ruling, presetRules(preset)) ? [] : [ruling], seats, seed, moves: [], worths: hasOwnPoints ? points : [] };
    }

    /** Show the choices of a match. */
    show(game: GameRecord) {
        field("#preset").value = game.preset;
        this.#show(rulesOf(game), game.worths.length > 0 ? game.worths : presetRules(game.preset).points);
        for (let seat = 0; seat < SEATS; seat += 1) field(`#seat-${seat + 1}`).value = game.seats[seat] ?? "";
    }
}

/** The choices of a table of one's own: cards to add, and its rules. */
export class TableChoice {
    #cards: HTMLElement[];
    words: Words;
    page: { table: () => OwnTable | undefined, onChange: () => void, onRefuse: (sentence: string) => void };

    /** @param page `table` on the page, if it is one's own; what follows a change, and why a rule is refused */
    constructor(words: Words, page: TableChoice["page"]) {
        this.words = words;
        this.page = page;
        field("#ace").append(...aceOptions(words));
        this.#cards = Array.from({ length: JOKER + 1 }, (_, card) => this.#newCard(card));
        findElement("#picker").replaceChildren(...this.#cards);
        field("#decks").replaceChildren(...numberOptions(1, 10));
        field("#jokers").replaceChildren(...numberOptions(0, 20));
        for (const name of TABLE_RULES) field(`#${name}`).addEventListener("change", () => this.#setRule(name));
    }

    #newCard(card: number) {
        return newElement("button", { type: "button", class: "pick", click: () => this.#pick(card) }, cardFace(card, this.words.language, false));
    }

    /** Add a card to the chosen place. */
    #pick(card: number) {
        const own = this.page.table();
        if (!own || copiesLeft(own.now, card) <= 0) return;
        const target = field("#pick-to").value;
        own.add(card, target === "hand" ? HAND : target === "new" ? NEW : own.now.groups.length - 1);
        if (target === "new") field("#pick-to").value = "last"; // the next ones join it
        this.page.onChange();
    }

    /** Set a rule; the old one stays where more cards lie than it allows. */
    #setRule(name: typeof TABLE_RULES[number]) {
        const own = this.page.table();
        if (!own) return;
        const table = { ...own.now, [name]: Number(field(`#${name}`).value) };
        const copies = countCopies(table);
        const fits = copies[JOKER] <= table.jokers && Math.max(...copies.slice(0, JOKER)) <= table.decks;
        if (fits) own.set(table);
        else this.page.onRefuse(this.words.translate("machiavelli.rules.more"));
        this.page.onChange();
    }

    /** Show a table: its text, its rules, and the copies that are left of each card. */
    show(table: Table) {
        for (const [card, button] of this.#cards.entries()) {
            const count = copiesLeft(table, card);
            button.setAttribute("aria-label", this.words.translate("machiavelli.pick", { card: cardName(card, this.words), count }));
            button.setAttribute("aria-disabled", String(count <= 0));
            button.dataset.left = String(count); // shown by the style sheet: the label says it already
        }
        this.#cards[JOKER].hidden = table.jokers === 0;
        for (const name of TABLE_RULES) offerNumber(field(`#${name}`), table[name]);
        const text = findElement("#text") as HTMLTextAreaElement;
        if (document.activeElement !== text) text.value = write(table, this.words.language);
    }
}

const copiesLeft = (table: Table, card: number) => (card === JOKER ? table.jokers : table.decks) - countCopies(table)[card];

const aceOptions = (words: Words) => ACES.map((name, value) => newElement("option", { value }, words.translate(`machiavelli.ace.${name}`)));

const numberOptions = (low: number, high: number) =>
    Array.from({ length: high - low + 1 }, (_, at) => newElement("option", { value: low + at }, String(low + at)));

/** Choose a value, which a link or a text may bring although it is not offered. */
function offerNumber(select: HTMLSelectElement, value: number) {
    const isOffered = select.options ? [...select.options].some((option) => Number(option.value) === value) : true;
    if (!isOffered) select.append(...numberOptions(value, value));
    select.value = String(value);
}
