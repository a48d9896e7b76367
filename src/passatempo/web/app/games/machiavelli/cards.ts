// The faces of cards, and cards in sentences. Suits differ by shape as well as by colour. Under the rules of Rummikub the
// faces are tiles: numbers with a sign in four colours, and jokers with a face.

import { newElement, svgElement } from "../../frame/dom.ts";
import { JOKER, WILD } from "./layout.ts";
import { rankText } from "./text.ts";
import type { Words } from "../../frame/words.ts";

const [WIDTH, HEIGHT] = [100, 142];
const RANKS = 13;
const [RED_SUITS, SIGNS] = [[1, 2], "♠♥♦♣"];
const AS_TEXT = "\ufe0e";
// Spades, hearts, diamonds, clubs, each about 10 wide and 10 high around the origin; the star and the face of a joker.
const SHAPES = [
    "M0-5C1.4-3.2 4.6-1.4 4.6 1.2C4.6 2.7 3.5 3.5 2.5 3.5C1.7 3.5 1 3.1.6 2.5C.7 3.6 1.1 4.5 1.8 5H-1.8C-1.1 4.5-.7 3.6-.6 2.5C-1 3.1-1.7 3.5-2.5 3.5C-3.5 3.5-4.6 2.7-4.6 1.2C-4.6-1.4-1.4-3.2 0-5Z",
    "M0 4.7C-1.6 2.9-4.7.8-4.7-1.8C-4.7-3.5-3.6-4.5-2.4-4.5C-1.3-4.5-.4-3.8 0-2.8C.4-3.8 1.3-4.5 2.4-4.5C3.6-4.5 4.7-3.5 4.7-1.8C4.7.8 1.6 2.9 0 4.7Z",
    "M0-5L3.8 0L0 5L-3.8 0Z",
    "M-.6 1.7C-1 2.6-1.8 3.1-2.6 3.1A2.2 2.2 0 1 1-1.8-1.1A2.3 2.3 0 1 1 1.8-1.1A2.2 2.2 0 1 1 2.6 3.1C1.8 3.1 1 2.6.6 1.7C.7 3.2 1.1 4.4 1.8 5H-1.8C-1.1 4.4-.7 3.2-.6 1.7Z",
    "M0-5L1.35-1.55L4.76-1.55L2.05.65L3.05 4.1L0 2.1L-3.05 4.1L-2.05.65L-4.76-1.55L-1.35-1.55Z",
    "M0-5A5 5 0 1 0 .01-5ZM-2.2-1.8h.9v1.4h-.9ZM1.3-1.8h.9v1.4h-.9ZM-2.6 1Q0 4 2.6 1L2 .6Q0 2.8-2 .6Z",
];
const [STAR, FACE] = [4, 5];

/** The card itself, or the card that a joker stands for. */
const plainCard = (card: number) => (card >= WILD ? card - WILD : card);
const suitOf = (card: number) => Math.floor(plainCard(card) / RANKS);
const rankOf = (card: number) => plainCard(card) % RANKS;
const isRed = (card: number) => card !== JOKER && RED_SUITS.includes(suitOf(card));

function shape(number: number, x: number, y: number, scale: number) {
    return svgElement("path", { d: SHAPES[number], "fill-rule": "evenodd", transform: `translate(${x} ${y}) scale(${scale})` });
}

/** Each face is drawn once, and copied from then on. */
const drawnFaces = new Map<string, SVGElement>();

/** The face of a card, in the letters of a language. */
export function cardFace(card: number, language: string, hasTiles: boolean) {
    const name = `${card} ${language} ${hasTiles}`;
    const picture = drawnFaces.get(name) ?? drawFace(card, language, hasTiles);
    drawnFaces.set(name, picture);
    return picture.cloneNode(true) as SVGElement;
}

/** The corner, which shows in a fan, has rank and suit; the suit is drawn once more below. */
function drawFace(card: number, language: string, hasTiles: boolean) {
    const isJoker = card === JOKER;
    const sign = isJoker ? (hasTiles ? FACE : STAR) : suitOf(card);
    const rank = isJoker ? "" : hasTiles ? String(rankOf(card) + 1) : cornerText(card, language);
    const pieces = [
        svgElement("text", { x: 8, y: 36, class: rank.length > 1 ? "long" : "" }, rank),
        shape(sign, 22, 58, 2.6),
        shape(card > JOKER ? (hasTiles ? FACE : STAR) : sign, 66, 106, 5),
    ];
    return svgElement("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: "face", "aria-hidden": "true", "data-suit": isJoker ? "joker" : "SHDC"[suitOf(card)] }, ...pieces);
}

/** The rank in the corner of a card: 10 is written out in every language. */
function cornerText(card: number, language: string) {
    const letters = rankText(rankOf(card), language);
    return letters === "T" ? "10" : letters;
}

/** The name of a card: seven of hearts. */
export function cardName(card: number, words: Words) {
    if (card === JOKER) return words.translate("machiavelli.joker");
    const named = { 0: "A", 10: "J", 11: "Q", 12: "K" }[rankOf(card)];
    const names = {
        rank: named ? words.translate(`machiavelli.rank.${named}`) : String(rankOf(card) + 1),
        suit: words.translate(`machiavelli.suit.${"SHDC"[suitOf(card)]}`),
    };
    return words.translate(card > JOKER ? "machiavelli.card.wild" : "machiavelli.card", names);
}

/** A card as text: rank and the sign of its suit. */
export function cardText(card: number, language: string) {
    if (card === JOKER) return "JK";
    const text = cornerText(card, language) + SIGNS[suitOf(card)] + AS_TEXT;
    return card > JOKER ? `JK=${text}` : text;
}

/** A card in a sentence. Screen readers say its name. */
export function cardSign(card: number, words: Words) {
    return newElement("span", { class: isRed(card) ? "suit red" : "suit", role: "img", "aria-label": cardName(card, words) }, cardText(card, words.language));
}

/** Cards in a sentence. */
export const cardSigns = (cards: Iterable<number>, words: Words) =>
    [...cards].flatMap((card, at) => (at ? [" ", cardSign(card, words)] : [cardSign(card, words)]));
