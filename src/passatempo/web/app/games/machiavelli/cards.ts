// Cards as pictures and in words, and how they are dragged: by the mouse at once, by a finger that has rested a moment, so
// that a quick one scrolls the page. Red suits are hollow and black suits filled, so that they differ without colour.

import { followPointer } from "../../frame/board/input.ts";
import { newElement } from "../../frame/dom.ts";
import { JOKER, WILD } from "./lying.ts";
import { rankText, suitText } from "./text.ts";
import type { Words } from "../../frame/words.ts";
import type { Spot } from "./lying.ts";

const WIDTH = 46;
const HEIGHT = 66;
const RED = [1, 2];
// Spades, hearts, diamonds, clubs, each about 10 wide and 10 high around the origin; then the star of a joker.
const SHAPES = [
    "M0-5C1.4-3.2 4.6-1.4 4.6 1.2C4.6 2.7 3.5 3.5 2.5 3.5C1.7 3.5 1 3.1.6 2.5C.7 3.6 1.1 4.5 1.8 5H-1.8C-1.1 4.5-.7 3.6-.6 2.5C-1 3.1-1.7 3.5-2.5 3.5C-3.5 3.5-4.6 2.7-4.6 1.2C-4.6-1.4-1.4-3.2 0-5Z",
    "M0 4.7C-1.6 2.9-4.7.8-4.7-1.8C-4.7-3.5-3.6-4.5-2.4-4.5C-1.3-4.5-.4-3.8 0-2.8C.4-3.8 1.3-4.5 2.4-4.5C3.6-4.5 4.7-3.5 4.7-1.8C4.7.8 1.6 2.9 0 4.7Z",
    "M0-5L3.8 0L0 5L-3.8 0Z",
    "M-.6 1.7C-1 2.6-1.8 3.1-2.6 3.1A2.2 2.2 0 1 1-1.8-1.1A2.3 2.3 0 1 1 1.8-1.1A2.2 2.2 0 1 1 2.6 3.1C1.8 3.1 1 2.6.6 1.7C.7 3.2 1.1 4.4 1.8 5H-1.8C-1.1 4.4-.7 3.2-.6 1.7Z",
    "M0-5L1.35-1.55L4.76-1.55L2.05.65L3.05 4.1L0 2.1L-3.05 4.1L-2.05.65L-4.76-1.55L-1.35-1.55Z",
];
const STAR = 4;

/** What a card is, or stands for. */
const plain = (card: number) => (card >= WILD ? card - WILD : card);

/** The suit of a card, or of what a joker stands for; 4 for a free joker. */
const suitOf = (card: number) => Math.floor(plain(card) / 13);

/** The rank of a card, or of what a joker stands for. */
const rankOf = (card: number) => plain(card) % 13;

function svg(tag: string, attributes: Record<string, string | number>, ...children: (Node | string)[]) {
    const made = document.createElementNS("http://www.w3.org/2000/svg", tag);
    for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
    made.append(...children);
    return made;
}

/** A suit or a star. */
function picture(shape: number, x: number, y: number, scale: number) {
    const look = RED.includes(shape) ? "hollow" : "solid";
    return svg("path", { d: SHAPES[shape], class: look, transform: `translate(${x} ${y}) scale(${scale})` });
}

/** Each card is drawn once, and copied from then on. */
const originals = new Map<string, SVGElement>();

/**
 * Draw a card.
 * @param language whose letters the ranks are
 */
export function drawn(card: number, language: string) {
    const name = `${card} ${language}`;
    const found = originals.get(name) ?? draw(card, language);
    originals.set(name, found);
    return found.cloneNode(true) as SVGElement;
}

/** Rank and suit in its corner, which shows in a fan, and the suit once more. */
function draw(card: number, language: string) {
    const free = card === JOKER;
    const suit = free ? STAR : suitOf(card);
    const letters = free ? "" : rankText(rankOf(card), language);
    const rank = letters === "T" ? "10" : letters; // as cards have it, whatever a text says
    const red = RED.includes(suit) ? " red" : "";
    const edge = svg("rect", { x: 1, y: 1, width: WIDTH - 2, height: HEIGHT - 2, rx: 5, class: card >= JOKER ? "paper wild" : "paper" });
    const text = svg("text", { x: 14, y: 22, class: rank.length > 1 ? "long" : "" }, rank);
    const pieces = [edge, text, picture(suit, 14, 36, 1.4)];
    const whole = card >= JOKER ? picture(STAR, 31, 51, 1.5) : picture(suit, 31, 51, 2);
    whole.classList.add("whole"); // only of a card that no other one covers
    if (card > JOKER) pieces.push(picture(STAR, 14, 56, 1.1));
    return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: `face${red}`, "aria-hidden": "true" }, ...pieces, whole);
}

/** Say a card: seven of hearts. */
export function spoken(card: number, words: Words) {
    if (card === JOKER) return words.translate("machiavelli.joker");
    const rank = rankOf(card);
    const named = { 0: "A", 10: "J", 11: "Q", 12: "K" }[rank];
    const values = {
        rank: named ? words.translate(`machiavelli.rank.${named}`) : String(rank + 1),
        suit: words.translate(`machiavelli.suit.${"SHDC"[suitOf(card)]}`),
    };
    return words.translate(card > JOKER ? "machiavelli.card.wild" : "machiavelli.card", values);
}

/** A card in a sentence: its letters, and which suit it is by a picture too. */
export function written(card: number, language: string) {
    if (card === JOKER) return "JK";
    const letters = rankText(rankOf(card), language) + suitText(suitOf(card), language);
    return card > JOKER ? `JK=${letters}` : letters;
}

const FAR = 6; // pixels until a press is a drag
const REST = 150; // milliseconds

export class Drag {
    #isOn = false;
    #took = 0; // when the last drag ended: the click that the browser makes of it is none
    #ghost: HTMLElement | undefined;
    #moving: Animation | undefined;
    #over: Element | undefined;
    host: HTMLElement;
    picking: (spot: Spot) => Element[];
    dropped: (place: number) => void;

    /** @param picking picks up what a press takes along, and says how it looks */
    constructor(host: HTMLElement, picking: (spot: Spot) => Element[], dropped: (place: number) => void) {
        this.host = host;
        this.picking = picking;
        this.dropped = dropped;
        host.addEventListener("pointerdown", (event) => this.#down(event));
        host.addEventListener("dragstart", (event) => event.preventDefault());
        host.addEventListener("contextmenu", (event) => this.#isOn && event.preventDefault());
        host.addEventListener("touchmove", (event) => this.#isOn && event.preventDefault(), { passive: false });
    }

    /** Whether a click only ends a drag. */
    took(event: Event) {
        return event.timeStamp - this.#took < 50;
    }

    #down(event: PointerEvent) {
        const spot = spotOf(event.target);
        if (!spot || spot.at < -1 || event.button !== 0) return;
        let last = event;
        const finger = event.pointerType === "touch";
        const rested = finger ? setTimeout(() => this.#begin(spot, last), REST) : 0;
        const move = (now: PointerEvent) => {
            last = now;
            const far = Math.hypot(now.clientX - event.clientX, now.clientY - event.clientY) > FAR;
            if (this.#isOn) this.#follow(now);
            else if (far && finger) stop(); // it scrolls
            else if (far) this.#begin(spot, now);
        };
        const stop = () => {
            clearTimeout(rested);
            release();
            this.#end();
        };
        const up = (lifted: PointerEvent) => {
            const drags = this.#isOn;
            const place = spotOf(document.elementFromPoint(lifted.clientX, lifted.clientY))?.place;
            stop();
            if (!drags) return;
            this.#took = lifted.timeStamp;
            if (place !== undefined) this.dropped(place);
        };
        const release = followPointer(up, stop, move);
    }

    #begin(spot: Spot, event: PointerEvent) {
        const looks = this.picking(spot);
        if (looks.length === 0) return;
        this.#isOn = true;
        this.#ghost = newElement("div", { class: "ghost", "aria-hidden": "true" }, ...looks.map((look) => look.cloneNode(true)));
        document.body.append(this.#ghost);
        this.#moving = this.#ghost.animate([{ transform: "none" }], { duration: 1, fill: "forwards" });
        this.#follow(event);
    }

    #follow({ clientX, clientY }: PointerEvent) {
        const transform = `translate(${clientX}px, ${clientY}px) translate(-1rem, -60%)`;
        const { effect } = this.#moving as Animation;
        if (effect instanceof KeyframeEffect) effect.setKeyframes([{ transform }, { transform }]);
        const over = document.elementFromPoint(clientX, clientY)?.closest(".place") ?? undefined;
        if (over === this.#over) return;
        this.#over?.classList.remove("over");
        over?.classList.add("over");
        this.#over = over;
    }

    #end() {
        this.#isOn = false;
        this.#ghost?.remove();
        this.#over?.classList.remove("over");
        this.#over = undefined;
    }
}

/** The place and the card of an element; a place without a card is -2, so that nothing is picked up there. */
export function spotOf(target: EventTarget | null): Spot | undefined {
    const found = target instanceof Element ? target.closest("[data-place]") : null;
    if (!(found instanceof HTMLElement)) return undefined;
    return { place: Number(found.dataset.place), at: Number(found.dataset.at ?? -2) };
}
