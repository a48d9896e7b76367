// The sizes of cards: the largest at which all groups and the hand are whole. The hand squeezes, and takes two rows
// if too little of a card would show.

import type { Layout } from "./layout.ts";

const LARGEST = 104; // pixels, the width of a card
const SMALLEST = 28; // below it the table scrolls
const SMALLEST_IN_HAND = 44; // in one row
const RATIO = 1.42; // of height to width
const OVERLAP = 0.56; // of a card's width shows in a group
const GAP = 0.3; // between groups, in widths of a card
const HANDLE = 24; // pixels at least between rows, for the handles of groups
const TILTED = 0.96; // of the width is left for a fan whose outer cards are turned
const EDGE = 16; // pixels above and below the groups
const LEAST_SEEN = 24; // pixels of a card in a hand of one row

/** The size of the table, and the height of the seats. */
export type Sizes = { width: number, height: number, head: number };

/** Set the widths of cards on a table, as properties of its element. */
export function fitCards(host: HTMLElement, { groups, hand }: Layout, { width, height, head }: Sizes) {
    if (width === 0) return;
    const isNarrow = width < 480;
    const room = width - (isNarrow ? 16 : 40);
    const { cardWidth, step, rows } = fitHand(hand.length, room * TILTED, height);
    const set = (name: string, width: number) => host.style.setProperty(`--${name}`, `${width}px`);
    set("hw", cardWidth);
    set("step", step);
    host.style.setProperty("--columns", String(Math.ceil(hand.length / rows)));
    host.classList.toggle("rows", rows > 1);
    const handHeight = cardWidth * RATIO * (rows > 1 ? 1.75 : 1.15) + 24;
    set("w", fitGroups(groups, room, height - head - EDGE - handHeight, width));
}

/** The width of a card in the hand, the distance from one card to the next, and the rows. */
function fitHand(count: number, room: number, height: number) {
    const largest = Math.min(LARGEST, height * 0.2, room / 5);
    const fan = (cards: number, low: number) => {
        const cardWidth = Math.max(low, Math.min(largest, room / (1 + Math.max(cards - 1, 0) * OVERLAP)));
        return { cardWidth, step: cards > 1 ? Math.min(cardWidth * 1.07, (room - cardWidth) / (cards - 1)) : cardWidth };
    };
    const oneRow = fan(count, Math.min(SMALLEST_IN_HAND, largest));
    if (oneRow.step >= LEAST_SEEN || count < 3) return { ...oneRow, rows: 1 };
    return { ...fan(Math.ceil(count / 2), Math.min(34, largest)), rows: 2 };
}

/** The largest width at which all groups fit into a room. */
function fitGroups(groups: number[][], width: number, height: number, felt: number) {
    for (let cardWidth = Math.min(LARGEST, felt / 5); cardWidth > SMALLEST; cardWidth -= 1) {
        const rowHeight = cardWidth * RATIO + Math.max(HANDLE, cardWidth * GAP);
        if (rowsOf(groups, width, cardWidth) * rowHeight <= height) return cardWidth;
    }
    return SMALLEST;
}

/** The rows of groups that break as the style sheet breaks them; too many where a group alone is too wide. */
function rowsOf(groups: number[][], width: number, cardWidth: number) {
    let [rows, x] = [1, 0];
    for (const group of groups) {
        const groupWidth = cardWidth * (1 + (group.length - 1) * OVERLAP);
        if (groupWidth > width) return Infinity;
        if (x > 0 && x + groupWidth > width) [rows, x] = [rows + 1, 0];
        x += groupWidth + cardWidth * GAP;
    }
    return rows;
}
