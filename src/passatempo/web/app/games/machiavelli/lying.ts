// What lies where: the groups on the table and the hand, and what is left when cards go from one to another.

/** A card is 13 * suit + rank, as in the kernel; a joker is 52, one that stands for card c is 64 + c. */
export type Lying = { groups: number[][], hand: number[] };
/** A card by its place and where it lies there; -1 is the place itself. */
export type Spot = { place: number, at: number };

export const HAND = -1; // places that are no groups of the table
export const NEW = -2;
export const AWAY = -3;
export const JOKER = 52;
export const WILD = 64;

/** A card as it is in a hand: a joker stands for nothing there. */
export const kind = (card: number) => Math.min(card, JOKER);

/** Cards in the order of their numbers. */
export const sorted = (cards: Iterable<number>) => [...cards].sort((a, b) => a - b);

/** The cards of a place. */
export const cardsAt = (lying: Lying, place: number) => (place === HAND ? lying.hand : (lying.groups[place] ?? []));

/**
 * Let cards go from one place to another; the group that a new one is comes last, an emptied one goes.
 * @param picked where they lie there
 * @param jokers whether a joker of the table stays what it stands for
 * @returns and where the first of them lies then
 */
export function carried(
    lying: Lying,
    from: number,
    picked: number[],
    to: number,
    { bound = false }: { bound?: boolean } = {},
): { lying: Lying, spot: Spot } {
    const cards = picked.map((at) => cardsAt(lying, from)[at]);
    const groups = lying.groups.map((group, place) => (place === from ? without(group, picked) : [...group]));
    let hand = from === HAND ? without(lying.hand, picked) : [...lying.hand];
    const free = bound && to !== HAND ? cards : cards.map(kind);
    if (to === HAND) hand = sorted([...hand, ...free]);
    else if (to === NEW) groups.push(free);
    else if (to !== AWAY) groups[to] = [...groups[to], ...free];
    const landed = to === NEW ? groups.length - 1 : to;
    const at = to === HAND ? hand.indexOf(free[0]) : (groups[landed]?.length ?? 0) - cards.length;
    const gone = groups.slice(0, Math.max(landed, 0)).filter((group) => group.length === 0).length;
    const place = to === AWAY ? HAND : landed - (landed > 0 ? gone : 0);
    return { lying: { groups: groups.filter((group) => group.length > 0), hand }, spot: { place, at: Math.max(at, 0) } };
}

const without = (cards: number[], picked: number[]) => cards.filter((_, at) => !picked.includes(at));

/** Take cards out of a hand; a joker that stands for something is any joker of the hand. */
export function less(hand: number[], cards: Iterable<number>) {
    const left = [...hand];
    for (const card of cards) {
        const at = left.indexOf(kind(card));
        if (at >= 0) left.splice(at, 1);
    }
    return left;
}

/** The copies of each card, jokers last. */
export function tally({ groups, hand }: Lying) {
    const copies = new Array(JOKER + 1).fill(0);
    for (const card of [...groups.flat(), ...hand]) copies[kind(card)] += 1;
    return copies;
}

/**
 * What lies where after each step of a plan; places that were emptied stay, so that the others keep their numbers.
 * @returns the first is how it lies now
 */
export function followed(
    lying: Lying,
    steps: { take: Uint8Array, source: number, target: number, left: Uint8Array, grown: Uint8Array }[],
): Lying[] {
    const found = [lying];
    for (const { take, source, target, left, grown } of steps) {
        const last = found[found.length - 1];
        const groups = [...last.groups];
        while (groups.length < target) groups.push([]);
        if (source > 0) groups[source - 1] = [...left];
        groups[target - 1] = [...grown];
        found.push({ groups, hand: source > 0 ? last.hand : less(last.hand, take) });
    }
    return found;
}

/** Without the places that were emptied. */
export const settled = ({ groups, hand }: Lying): Lying => ({ groups: groups.filter((group) => group.length > 0), hand });

/** As the kernel takes groups. */
export const asked = (groups: number[][]) => groups.map((cards) => ({ cards: Uint8Array.from(cards) }));
