// The record of a match as the package writes it, one JSON object a line, which `passatempo machiavelli replay` reads. Few
// visitors save one, so this script is fetched when it is first needed.

import { MACHIAVELLI_RULES } from "../../data/machiavelli_rules.ts";
import { ACES, STANDARD_POINTS, freeing, presetRules, rulesOf } from "./rules.ts";
import { writeCard } from "./text.ts";
import type { Match } from "./match.ts";
import type { NamedRules, Ruling } from "./rules.ts";
import type { Move } from "./state.ts";

/** The names and values of rules in the records of the package, in its order; `opening` has its points in it. */
const WRITTEN: [string, (rules: NamedRules) => unknown][] = [
    ["decks", ({ decks }) => decks],
    ["ace", ({ ace }) => ACES[ace]],
    ["jokers", ({ jokers }) => jokers],
    ["joker", (rules) => ["free", "hand", "table"][freeing(rules)]],
    ["opening", ({ opening, opening_points }) => ["none", "own-group", `points:${opening_points}`][opening]],
    ["most_new", ({ most_new }) => most_new],
    ["crosses", ({ crosses }) => crosses],
    ["deal", ({ deal }) => deal],
    ["draw", ({ draws_first }) => (draws_first ? "start" : "or")],
    ["waits", ({ waits }) => (waits < 0 ? null : waits)],
    ["end", ({ ends_with_stock }) => (ends_with_stock ? "stock" : "passes")],
    ["score", ({ one_point }) => (one_point ? "one" : "hands")],
    ["first", ({ first }) => first],
];

/** As the package's records have them: the name, and what differs from it. */
function writeRules(game: { preset: string, own: Ruling[], worths: number[] }) {
    const [base, ruling] = [presetRules(game.preset), rulesOf(game)];
    const differs = WRITTEN.filter(([, value]) => value(ruling) !== value(base));
    const fields = { preset: game.preset, ...Object.fromEntries(differs.map(([name, value]) => [name, value(ruling)])) };
    return game.worths.length > 0 ? { ...fields, points: pointsOf(game.worths) } : fields;
}

/** The points that differ from the usual ones, by rank. */
const pointsOf = (worths: number[]) => Object.fromEntries(MACHIAVELLI_RULES.worths.flatMap(([name], rank) => (worths[rank] === STANDARD_POINTS[rank] ? [] : [[name, worths[rank]]])));

const VERSION = 1; // of the format
const ENDS = ["closed", "blocked", "finished"]; // the order of the kernel

const recordCard = (card: number) => writeCard(card, "en");

function recordMove({ did, laid, table }: Move) {
    if (did === 0) return { lay: laid.map(recordCard), table: table.map((group) => group.map(recordCard)) };
    return did === 1 ? { draw: true } : { pass: true };
}

/** Write the record of a match. */
export function writeRecord({ start, turns, end }: Match) {
    const { seats, seed } = start;
    const head = {
        record: VERSION,
        pastime: "machiavelli",
        version: document.querySelector('meta[name="version"]')?.getAttribute("content") ?? "",
        rules: writeRules(start),
        seats: seats.map((name) => (name === "you" ? { name } : { name, bot: name })),
        seed: String(seed),
        deal: null,
        practice: false,
    };
    const lines = turns.map(({ seat, move }, at) => ({ turn: at + 1, seat: seat + 1, move: recordMove(move) }));
    const { winners, scores, over, how } = end;
    const result = { winners: [...winners].map((seat) => seat + 1), scores: scores.map(Number), how: ENDS[how] };
    const last = over ? [{ result, turns: turns.length }] : [];
    return [head, ...lines, ...last].map((line) => `${JSON.stringify(line)}\n`).join("");
}
