// The layout of cards: the groups on the table and the hand, and how it changes when cards go from one place to another.

/** A card is 13 * suit + rank, as in the kernel; a joker is 52, one that stands for card c is 64 + c. */
export type Layout = { groups: number[][], hand: number[] };
/** A card by its place and its position there; -1 is the place itself. */
export type Spot = { place: number, at: number };
/** The order of a hand: by suit, by rank, or the visitor's own, as cards in that order. */
export type HandOrder = "suit" | "rank" | number[];

export const HAND = -1; // places that are no groups of the table
export const NEW = -2;
export const AWAY = -3;
export const JOKER = 52;
export const WILD = 64;

const RANKS = 13;

/** A card as it is in a hand: a joker stands for nothing there. */
export const bareCard = (card: number) => Math.min(card, JOKER);

/** Sort the cards of a hand; jokers come last. */
export function sortHand(cards: Iterable<number>, order: HandOrder = "suit") {
    const byRank = (card: number) => (card === JOKER ? card : (card % RANKS) * RANKS + Math.floor(card / RANKS));
    const byPlace = (card: number) => (Array.isArray(order) && order.includes(card) ? order.indexOf(card) : Infinity);
    const key = order === "suit" ? (card: number) => card : order === "rank" ? byRank : byPlace;
    return [...cards].sort((a, b) => (key(a) === key(b) ? a - b : key(a) - key(b)));
}

/** The cards of a place. */
export const cardsAt = (layout: Layout, place: number) => (place === HAND ? layout.hand : (layout.groups[place] ?? []));

/**
 * Move cards from one place to another. A new group comes last, and an empty one goes.
 * @param positions their positions in the place
 * @param isBound whether a joker of the table stays the card that it stands for
 * @returns the layout, and where the first of the cards is then
 */
export function moveCards(
    layout: Layout, from: number, positions: number[], to: number,
    { isBound = false, order }: { isBound?: boolean, order?: HandOrder } = {},
): { layout: Layout, spot: Spot } {
    const cards = positions.map((at) => cardsAt(layout, from)[at]);
    const groups = layout.groups.map((group, place) => (place === from ? without(group, positions) : [...group]));
    let hand = from === HAND ? without(layout.hand, positions) : [...layout.hand];
    const free = isBound && to !== HAND ? cards : cards.map(bareCard);
    if (to === HAND) hand = sortHand([...hand, ...free], order);
    else if (to === NEW) groups.push(free);
    else if (to !== AWAY) groups[to] = [...groups[to], ...free];
    const target = to === NEW ? groups.length - 1 : to;
    const at = to === HAND ? hand.indexOf(free[0]) : (groups[target]?.length ?? 0) - cards.length;
    const emptied = groups.slice(0, Math.max(target, 0)).filter((group) => group.length === 0).length;
    const place = to === AWAY ? HAND : target - (target > 0 ? emptied : 0);
    return { layout: { groups: groups.filter((group) => group.length > 0), hand }, spot: { place, at: Math.max(at, 0) } };
}

const without = (cards: number[], positions: number[]) => cards.filter((_, at) => !positions.includes(at));

/** Remove cards from a hand; a joker that stands for a card is any joker of the hand. */
export function removeCards(hand: number[], cards: Iterable<number>) {
    const left = [...hand];
    for (const card of cards) {
        const at = left.indexOf(bareCard(card));
        if (at >= 0) left.splice(at, 1);
    }
    return left;
}

/** The copies of each card, jokers last. */
export function countCopies({ groups, hand }: Layout) {
    const copies = new Array(JOKER + 1).fill(0);
    for (const card of [...groups.flat(), ...hand]) copies[bareCard(card)] += 1;
    return copies;
}

/** A step of a plan, as the kernel returns it. */
type PlanStep = { take: Uint8Array, source: number, target: number, left: Uint8Array, grown: Uint8Array };

/**
 * The layouts from the first to the last step of a plan. Emptied groups stay, so that the others keep their numbers.
 * @returns the first is the given layout
 */
export function layoutsOf(layout: Layout, steps: PlanStep[]): Layout[] {
    const layouts = [layout];
    for (const { take, source, target, left, grown } of steps) {
        const last = layouts[layouts.length - 1];
        const groups = [...last.groups];
        while (groups.length < target) groups.push([]);
        if (source > 0) groups[source - 1] = [...left];
        groups[target - 1] = [...grown];
        layouts.push({ groups, hand: source > 0 ? last.hand : removeCards(last.hand, take) });
    }
    return layouts;
}

/** A layout without its empty groups. */
export const dropEmpty = ({ groups, hand }: Layout): Layout => ({ groups: groups.filter((group) => group.length > 0), hand });

/** Groups for the kernel. */
export const kernelGroups = (groups: number[][]) => groups.map((cards) => ({ cards: Uint8Array.from(cards) }));
