// The rules of a match: the presets of the package, and the visitor's own rules, all of them integers.

import { MACHIAVELLI_RULES } from "../../data/machiavelli_rules.ts";
import { rangeInt, group, int } from "../../frame/link.ts";
import { JOKER } from "./layout.ts";
import type { Rules } from "../../kernel/machiavelli.ts";

const { lines, presets, spans, worths: standard } = MACHIAVELLI_RULES;
export const MOST_POINTS = 1_000_000;
const POINTS = 2; // the opening that asks for points

/** The names of rules; new ones are added at the end. */
export const PRESETS: readonly string[] = Object.keys(presets);

/** The names of the ace rules, which a number stands for; new ones are added at the end. */
export const ACES = Object.keys(lines);
export const USUAL_ACE = MACHIAVELLI_RULES.ace;
export const ACE = int(0, ACES.length - 1);

/** The line of runs under each ace rule, for the kernel. */
export const LINES = Object.values(lines);

/** Rules as a link has them, each a whole number: the fields of its first version. */
export const RULE_FIELDS = {
    decks: int(1, 10),
    ace: ACE,
    jokers: int(0, 100),
    deal: int(spans.deal[0], spans.deal[1]),
    crosses: int(spans.crosses[0], spans.crosses[1]),
    opening: int(0, POINTS),
    opening_points: rangeInt(() => 0, ({ opening }) => (opening === POINTS ? MOST_POINTS : 0)),
    most_new: int(spans.most_new[0], spans.most_new[1]),
    draws_first: int(0, 1),
    waits: int(-1, spans.waits[1]), // -1: any number
    exact: int(0, 1),
    ends_with_stock: int(0, 1),
    one_point: int(0, 1),
    first: int(spans.first[0], spans.first[1]),
};

/** The visitor's own rules in a record. */
export const OWN = group(RULE_FIELDS);

export type Ruling = ReturnType<typeof OWN["read"]>;

/** What a card of a rank may count. */
export const CARD_POINTS = int(0, MOST_POINTS);

/** The usual points of each rank, and of the joker. */
export const STANDARD_POINTS: readonly number[] = standard.map(([, points]) => Number(points));
export const RANKS = STANDARD_POINTS.length;

/**
 * Rules with what a link does not change: which card frees a joker, whether an opening continues, whether the first
 *     turn
 * only draws, the penalty, points by rank.
 */
export type NamedRules = Ruling & { joker: number, continues: number, first_turn_draws: number, penalty: number, points: number[] };

/** The rules of a name. */
export const presetRules = (name: string): NamedRules => (presets as Record<string, NamedRules>)[name];

/** The rules of a game: those of the name, with its own ones. */
export const rulesOf = ({ preset, own }: { preset: string, own: Ruling[] }): NamedRules => ({ ...presetRules(preset), ...own[0] });

/** The card that frees a joker of the table: none (0), its card from the hand (1), or from the hand or the table (2). */
export const freeing = ({ exact, joker }: NamedRules) => (exact ? joker || 1 : 0);

/** Whether two sets of rules are the same. */
export const areSame = (a: Ruling, b: Ruling) => Object.keys(RULE_FIELDS).every((name) => a[(name as keyof Ruling)] === b[(name as keyof Ruling)]);

/** As the kernel takes them. */
export function kernelRules(game: { preset: string, own: Ruling[], worths: number[] }): Rules {
    const rules = rulesOf(game);
    const { decks, jokers, opening, opening_points, most_new, crosses, deal, first } = rules;
    const card_points = ofCards(game.worths.length > 0 ? game.worths : rules.points);
    const turnNumbers = { decks, jokers, opening, opening_points, most_new, crosses, card_points };
    const turn = { ...turnNumbers, line: LINES[rules.ace], joker: freeing(rules), continues: rules.continues === 1 };
    const [draws_first, ends_with_stock] = [rules.draws_first === 1, rules.ends_with_stock === 1];
    const [one_point, first_turn_draws] = [rules.one_point === 1, rules.first_turn_draws === 1];
    const { waits, penalty } = rules;
    return { turn, deal, draws_first, waits: BigInt(waits), ends_with_stock, one_point, first_turn_draws, penalty, first };
}

/** Rules of a turn with these alone, and the usual points. */
export const turnRules = ({ decks, jokers, ace }: { decks: number, jokers: number, ace: number }) => ({
    decks, jokers, line: LINES[ace], joker: 0, opening: 0, opening_points: 0, continues: false, most_new: 0, crosses: 0,
    card_points: ofCards(STANDARD_POINTS),
});

/** The points of each card and of the joker, of those of each rank. */
const ofCards = (ranks: readonly number[]) =>
    Uint32Array.from({ length: JOKER + 1 }, (_, card) => ranks[card < JOKER ? card % (RANKS - 1) : RANKS - 1]);
