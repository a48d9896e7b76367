// The card table: groups, the hand and the stock as one surface with one Tab stop, for arrows, mouse and touch. It knows
// no rule: it shows a layout, and reports which cards go from where to where.

import { newElement } from "../../frame/dom.ts";
import { cardFace, cardName } from "./cards.ts";
import { Drag, spotOf } from "./drag.ts";
import { fitCards } from "./fit.ts";
import { AWAY, HAND, NEW, bareCard, cardsAt } from "./layout.ts";
import { finishMotion, measureCards, slideCards } from "./motion.ts";
import { typed } from "./text.ts";
import type { Words } from "../../frame/words.ts";
import type { Drop } from "./drag.ts";
import type { Sizes } from "./fit.ts";
import type { Layout, Spot } from "./layout.ts";

/** What a group is, and whether it may stay. */
export type Note = { good: boolean, says: string };
/** The look of the table beside its layout: cards of the hand that can go, groups that glow or that a sentence names. */
export type Look = {
    notes: Note[], raised: number[], drawn: number[], fresh: Set<number>, named: Set<number>, canPutAway: boolean, hasTiles: boolean,
    newFrom?: Element, // where new cards come from
};

const TYPING = 1_000; // milliseconds between two letters of a card

export class CardTable {
    layout: Layout = { groups: [], hand: [] };
    /** The cards that are picked up; all of them lie at one place. */
    picked: { place: number, at: number[] } = { place: HAND, at: [] };
    #look: Look = { notes: [], raised: [], drawn: [], fresh: new Set(), named: new Set(), canPutAway: false, hasTiles: false };
    #focus: Spot = { place: HAND, at: -1 };
    #places = new Map<number, { node: HTMLElement, shown: string }>();
    #layoutText = "";
    #typed = { text: "", time: 0 };
    host: HTMLElement;
    words: Words;
    onMove: (from: number, positions: number[], to: number, before: number) => Spot | undefined;
    onEnter: () => boolean;
    table: HTMLElement;
    hand: HTMLElement;
    slots: HTMLElement;
    seats: HTMLElement;
    drag: Drag;
    #sizes: Sizes = { width: 0, height: 0, head: 0 }; // as the observer reports them: reading them would force a layout

    /**
     * @param onMove makes a move, and returns where the cards are then; `before` is a position in the hand
     * @param onEnter does what a hint says, if there is one
     */
    constructor(host: HTMLElement, words: Words, onMove: CardTable["onMove"], onEnter: () => boolean) {
        this.host = host;
        this.words = words;
        this.onMove = onMove;
        this.onEnter = onEnter;
        [this.table, this.hand, this.slots, this.seats] = ["#table", "#hand", "#slots", "#seats"].map((name) => host.querySelector(name) as HTMLElement);
        this.drag = new Drag(host, (spot) => this.#pickUp(spot), (drop) => this.#drop(drop));
        host.addEventListener("click", (event) => this.#click(event));
        host.addEventListener("dblclick", (event) => this.#pressTwice(event));
        host.addEventListener("keydown", (event) => this.#key(event));
        host.addEventListener("keyup", (event) => event.key === " " && event.preventDefault());
        host.addEventListener("focusin", (event) => this.#onFocus(event));
        host.addEventListener("pointerdown", () => finishMotion(host), true);
        const observer = new ResizeObserver((entries) => this.#resize(entries));
        for (const node of [host, this.seats]) observer.observe(node, { box: "border-box" });
    }

    /** Show a layout. Places that have not changed are not touched. */
    show(layout: Layout, look: Look) {
        const hasFocus = this.host.contains(document.activeElement);
        const text = JSON.stringify(layout);
        const isSame = text === this.#layoutText;
        const before = isSame ? [] : measureCards(this.host);
        if (!isSame) this.picked = { place: HAND, at: [] };
        this.layout = layout;
        this.#layoutText = text;
        this.#look = look;
        this.host.classList.toggle("tiles", look.hasTiles);
        const order = this.#order();
        for (const place of order) this.#draw(place);
        for (const place of this.#places.keys()) if (!order.includes(place)) this.#places.delete(place);
        const nodesOf = (places: number[]) => places.map((place) => (this.#places.get(place) as { node: HTMLElement }).node);
        arrangeNodes(this.table, nodesOf(order.filter((place) => place >= 0)));
        arrangeNodes(this.slots, nodesOf(order.filter((place) => place === NEW || place === AWAY)));
        arrangeNodes(this.hand, nodesOf([HAND]));
        if (!isSame) this.#fit();
        this.#showPicked();
        this.#setStop(this.#focus);
        if (hasFocus && !this.host.contains(document.activeElement)) this.#button(this.#focus)?.focus({ preventScroll: true });
        slideCards(this.host, before, look.newFrom);
    }

    #resize(entries: ResizeObserverEntry[]) {
        for (const { target, borderBoxSize: [{ inlineSize, blockSize }] } of entries) {
            if (target === this.host) Object.assign(this.#sizes, { width: inlineSize, height: blockSize });
            else this.#sizes.head = blockSize;
        }
        this.#fit();
    }

    #fit() {
        fitCards(this.host, this.layout, this.#sizes);
    }

    /** The places in reading order. */
    #order() {
        return [...this.layout.groups.keys(), NEW, HAND, ...(this.#look.canPutAway ? [AWAY] : [])];
    }

    #draw(place: number) {
        const cards = cardsAt(this.layout, place);
        const { notes, raised, drawn, fresh, named, hasTiles } = this.#look;
        const note = place >= 0 ? notes[place] : undefined;
        const [raisedAt, drawnAt] = [raised, drawn].map((some) => (place === HAND ? positionsOf(some, cards) : []));
        const shown = JSON.stringify([cards, note, place, raisedAt, drawnAt, fresh.has(place), named.has(place), hasTiles]);
        if (this.#places.get(place)?.shown === shown) return;
        const node = this.#places.get(place)?.node ?? newElement("div", { class: "place", "data-place": place, role: "group" });
        const classes = { wrong: note && !note.good, empty: cards.length === 0, fresh: fresh.has(place), named: named.has(place) };
        node.className = ["place", ...Object.entries(classes).flatMap(([name, is]) => (is ? [name] : []))].join(" ");
        const name = this.#placeName(place);
        node.setAttribute("aria-label", note ? `${name}: ${note.says}` : name);
        const cardNodes = cards.map((card, at) => this.#card(card, { place, at }, `card${raisedAt.includes(at) ? " can" : ""}${drawnAt.includes(at) ? " drawn" : ""}`));
        if (place === HAND) for (const [at, node] of cardNodes.entries()) node.style.setProperty("--off", String(fanOffset(at, cardNodes.length)));
        node.replaceChildren(this.#handle(place, name), newElement("div", { class: "fan" }, ...cardNodes));
        this.#places.set(place, { node, shown });
    }

    #handle(place: number, name: string) {
        const text = place >= 0 || place === HAND ? "" : name;
        return newElement("button", { type: "button", class: "handle", tabindex: -1, "data-place": place, "data-at": -1, "aria-label": name }, text);
    }

    #card(card: number, { place, at }: Spot, className: string) {
        return newElement("button", {
            type: "button", class: className, tabindex: -1, "aria-label": cardName(card, this.words), "aria-pressed": "false",
            "data-place": place, "data-at": at, "data-card": card,
        }, cardFace(card, this.words.language, this.#look.hasTiles));
    }

    #placeName(place: number) {
        if (place >= 0) return this.words.translate("machiavelli.group", { number: place + 1 });
        return this.words.translate(`machiavelli.place.${place === HAND ? "hand" : place === NEW ? "new" : "away"}`);
    }

    #button({ place, at }: Spot) {
        return this.host.querySelector<HTMLElement>(`button[data-place="${place}"][data-at="${at}"]`) ?? undefined;
    }

    #showPicked() {
        const { place, at } = this.picked;
        for (const button of this.host.querySelectorAll(".card")) {
            const spot = spotOf(button);
            const isPressed = String(spot?.place === place && at.includes(spot.at));
            if (button.getAttribute("aria-pressed") !== isPressed) button.setAttribute("aria-pressed", isPressed);
        }
        this.host.classList.toggle("carrying", at.length > 0);
    }

    /** Make a button the one at which Tab stops. */
    #setStop(spot: Spot) {
        const last = cardsAt(this.layout, spot.place).length - 1;
        const place = this.#order().includes(spot.place) ? spot.place : HAND;
        const at = Math.min(spot.at, place === spot.place ? last : -1);
        for (const button of this.host.querySelectorAll('[data-at][tabindex="0"]')) button.setAttribute("tabindex", "-1");
        this.#focus = { place, at };
        this.#button(this.#focus)?.setAttribute("tabindex", "0");
    }

    focus(spot: Spot) {
        this.#setStop(spot);
        this.#button(this.#focus)?.focus();
    }

    #onFocus(event: Event) {
        const spot = spotOf(event.target);
        if (spot && spot.at >= -1) this.#setStop(spot);
    }

    #click(event: Event) {
        const spot = spotOf(event.target);
        if (spot && !this.drag.isEnd(event)) this.#tap(spot);
    }

    /** Pick cards up or put them back; with cards of another place in the air, they go here. */
    #tap({ place, at }: Spot) {
        const { picked } = this;
        if (picked.at.length > 0 && picked.place !== place) return this.#drop({ place, before: cardsAt(this.layout, place).length });
        const all = [...cardsAt(this.layout, place).keys()];
        if (at === -1) picked.at = picked.at.length === all.length ? [] : all;
        else if (at >= 0) picked.at = picked.at.includes(at) ? picked.at.filter((position) => position !== at) : [...picked.at, at].sort((a, b) => a - b);
        picked.place = place;
        this.#showPicked();
    }

    /** Move the picked cards to a place. Within the hand they change its order. */
    #drop({ place, before }: Drop) {
        const { place: from, at } = this.picked;
        this.picked = { place: HAND, at: [] };
        const isNowhere = place === from && place !== HAND;
        if (at.length > 0 && !isNowhere && (place !== AWAY || this.#look.canPutAway)) {
            const spot = this.onMove(from, at, place, before);
            if (spot) this.focus(spot);
        }
        this.#showPicked();
    }

    /** A double click sends a card of the hand to a new group, and a card of the table to the hand. */
    #pressTwice(event: Event) {
        const spot = spotOf(event.target);
        if (!spot || spot.at < 0) return;
        this.picked = { place: spot.place, at: [spot.at] };
        this.#drop({ place: spot.place === HAND ? NEW : HAND, before: 0 });
    }

    /** Pick up what a pointer takes along, and return its faces. */
    #pickUp({ place, at }: Spot): Element[] {
        const { picked } = this;
        const cards = at === -1 ? [...cardsAt(this.layout, place).keys()] : [at];
        if (picked.place !== place || !cards.every((position) => picked.at.includes(position))) this.picked = { place, at: cards };
        this.#showPicked();
        return this.picked.at.flatMap((position) => this.#button({ place, at: position })?.querySelector("svg") ?? []);
    }

    #key(event: KeyboardEvent) {
        if (event.altKey || event.metaKey || !spotOf(event.target)) return;
        const target = this.#target(event);
        if (target) this.focus(target);
        else if (event.ctrlKey) return;
        else if (event.key === " " || event.key === "Enter") this.#press(event.key);
        else if (event.key === "Escape" && this.picked.at.length) this.#putBack();
        else if (event.key === "Delete" && this.#look.canPutAway) this.#putAway();
        else if (!this.#findCard(event.key)) return;
        event.preventDefault();
        event.stopPropagation(); // a letter of a card is no key of the page
    }

    /** Drop or pick up; Enter with nothing in the air does what a hint says. */
    #press(key: string) {
        const { place } = this.#focus;
        if (key === "Enter" && this.picked.at.length === 0 && this.onEnter()) return;
        const isElsewhere = this.picked.at.length > 0 && this.picked.place !== place;
        if (isElsewhere && key === "Enter") this.#drop({ place, before: cardsAt(this.layout, place).length });
        else this.#tap(this.#focus);
    }

    #putBack() {
        const spot = { place: this.picked.place, at: this.picked.at[0] };
        this.picked = { place: HAND, at: [] };
        this.#showPicked();
        this.focus(spot);
    }

    #putAway() {
        if (this.picked.at.length === 0) this.#tap(this.#focus);
        this.#drop({ place: AWAY, before: 0 });
    }

    /** Move the focus to a card that is typed, in the hand first. Return whether the key is part of a card. */
    #findCard(key: string) {
        const time = performance.now();
        const before = time - this.#typed.time < TYPING ? this.#typed.text : "";
        const card = typed(before + key, this.words.language);
        this.#typed = { text: card === undefined ? "" : before + key, time };
        if (typeof card !== "number") return card !== undefined;
        for (const place of [HAND, ...this.layout.groups.keys()]) {
            const at = cardsAt(this.layout, place).findIndex((other) => bareCard(other) === card);
            if (at < 0) continue;
            this.focus({ place, at });
            break;
        }
        return true;
    }

    /** The next spot of an arrow. Picked cards go from place to place. */
    #target(event: KeyboardEvent): Spot | undefined {
        const { place, at } = this.#focus;
        const order = this.#order();
        const isCarrying = this.picked.at.length > 0;
        const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
        const last = cardsAt(this.layout, place).length - 1;
        if (event.key === "Home") return event.ctrlKey ? { place: order[0], at: -1 } : { place, at: -1 };
        if (event.key === "End") return event.ctrlKey ? { place: order[order.length - 1], at: -1 } : { place, at: last };
        if (!step) return undefined;
        const isAlong = event.key === "ArrowLeft" || event.key === "ArrowRight";
        if (isAlong && !(isCarrying && at === -1) && at + step >= -1 && at + step <= last) return { place, at: at + step };
        const next = order[order.indexOf(place) + step];
        if (next === undefined) return { place, at };
        const end = cardsAt(this.layout, next).length - 1;
        if (isCarrying) return { place: next, at: -1 };
        return { place: next, at: isAlong ? (step > 0 ? -1 : end) : Math.min(at, end) };
    }
}

/** How far a card is from the middle of a fan; a large fan is no steeper than a small one. */
const fanOffset = (at: number, count: number) => (at - (count - 1) / 2) * Math.min(1, 7 / count);

/** The positions of some cards in a hand, each used once. */
function positionsOf(cards: number[], hand: number[]) {
    const positions: number[] = [];
    for (const card of cards) {
        const at = hand.findIndex((other, position) => other === bareCard(card) && !positions.includes(position));
        if (at >= 0) positions.push(at);
    }
    return positions;
}

/** Put elements into an order, without touching those that are right. */
function arrangeNodes(host: HTMLElement, wanted: HTMLElement[]) {
    const isSame = host.children.length === wanted.length && wanted.every((node, at) => host.children[at] === node);
    if (!isSame) host.replaceChildren(...wanted);
}
