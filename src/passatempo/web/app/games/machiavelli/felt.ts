// The table and the hand as one surface: one Tab stop, arrows, mouse and touch. It knows no rule: it shows what it is
// told, and says which cards went from where to where.

import { newElement } from "../../frame/dom.ts";
import { Drag, drawn, spoken, spotOf } from "./cards.ts";
import { AWAY, HAND, NEW, cardsAt, kind } from "./lying.ts";
import { typed } from "./text.ts";
import type { Words } from "../../frame/words.ts";
import type { Lying, Spot } from "./lying.ts";

/** What is said of a group: whether it lies well, and what is wrong with it. */
export type Note = { good: boolean, says: string };
/** Cards that have just gone from one place to another. */
type Gone = { from: number, to: number, cards: number[] };

const SLIDE = 200; // milliseconds
const TYPING = 1_000; // milliseconds between two letters of a card

export class Felt {
    lying: Lying = { groups: [], hand: [] };
    /** What is known of groups, by their cards. */
    #notes = new Map<string, Note>();
    #away = true;
    /** What is picked up; all of it lies at one place. */
    picked: { place: number, at: number[] } = { place: HAND, at: [] };
    #focus: Spot = { place: HAND, at: -1 };
    #places = new Map<number, { made: HTMLElement, shown: string }>();
    #letters = { text: "", at: 0 };
    host: HTMLElement;
    words: Words;
    moved: (from: number, picked: number[], to: number) => Spot | undefined;
    table: HTMLElement;
    hand: HTMLElement;
    drag: Drag;

    /**
     * @param host holds `#table` and `#hand`
     * @param moved does the move, and says where the cards lie then
     */
    constructor(
        host: HTMLElement,
        words: Words,
        moved: (from: number, picked: number[], to: number) => Spot | undefined,
    ) {
        this.host = host;
        this.words = words;
        this.moved = moved;
        this.table = host.querySelector("#table") as HTMLElement;
        this.hand = host.querySelector("#hand") as HTMLElement;
        this.drag = new Drag(host, (spot) => this.#picking(spot), (place) => this.#drop(place));
        host.addEventListener("click", (event) => this.#click(event));
        host.addEventListener("dblclick", (event) => this.#twice(event));
        host.addEventListener("keydown", (event) => this.#key(event));
        host.addEventListener("keyup", (event) => event.key === " " && event.preventDefault());
        host.addEventListener("focusin", (event) => this.#focused(event));
    }

    /**
     * Show how the cards lie; what did not change is not touched.
     * @param more what is said of the groups, where it is known already; `away`: cards can be put away
     */
    show(lying: Lying, { notes, away = this.#away, gone }: { notes?: Note[], away?: boolean, gone?: Gone } = {}) {
        const held = this.host.contains(document.activeElement);
        const from = gone && this.#boxes(gone.from, gone.cards);
        const same = JSON.stringify(lying) === JSON.stringify(this.lying);
        if (!same) this.picked = { place: HAND, at: [] };
        this.lying = lying;
        notes?.forEach((note, at) => this.#notes.set(String(lying.groups[at]), note));
        this.#away = away;
        this.#order().forEach((place) => this.#draw(place));
        for (const place of this.#places.keys()) if (!this.#order().includes(place)) this.#places.delete(place);
        const made = (place: number) => (this.#places.get(place) as { made: HTMLElement }).made;
        arrange(this.table, this.#order().filter((place) => place !== HAND && place !== AWAY).map(made));
        arrange(this.hand, this.#order().filter((place) => place === HAND || place === AWAY).map(made));
        this.#select();
        this.#stop(this.#focus);
        if (held) this.#button(this.#focus)?.focus();
        if (gone && from) this.#slide(gone, from);
    }

    /** Other rules hold: nothing is known of any group. */
    forget() {
        this.#notes.clear();
    }

    /** Places in order of reading. */
    #order() {
        return [...this.lying.groups.keys(), NEW, HAND, ...(this.#away ? [AWAY] : [])];
    }

    #draw(place: number) {
        const cards = cardsAt(this.lying, place);
        const note = this.#notes.get(String(cards));
        const shown = JSON.stringify([cards, note, place]);
        if (this.#places.get(place)?.shown === shown) return;
        const made = this.#places.get(place)?.made ?? newElement("div", { class: "place", "data-place": place, role: "group" });
        made.className = `place${note && !note.good && place >= 0 ? " wrong" : ""}${cards.length ? "" : " empty"}`;
        const named = this.#named(place);
        made.setAttribute("aria-label", note && place >= 0 ? `${named}: ${note.says}` : named);
        const handle = newElement("button", { type: "button", class: "handle", tabindex: -1, "data-place": place, "data-at": -1 }, this.#handle(place, named));
        const fan = cards.map((card, at) =>
            newElement(
                "button",
                { type: "button", class: "card", tabindex: -1, "data-place": place, "data-at": at, "aria-label": `${spoken(card, this.words)}, ${named}` },
                drawn(card, this.words.language),
            ),
        );
        const fault = note && !note.good && place >= 0 ? [newElement("p", { class: "fault" }, note.says)] : [];
        made.replaceChildren(handle, newElement("div", { class: "fan" }, ...fan), ...fault);
        this.#places.set(place, { made, shown });
    }

    #named(place: number) {
        if (place >= 0) return this.words.translate("machiavelli.group", { number: place + 1 });
        const name = place === HAND ? "hand" : place === NEW ? "new" : "away";
        return this.words.translate(`machiavelli.place.${name}`);
    }

    #handle(place: number, named: string) {
        return place === HAND ? `${named} (${this.lying.hand.length})` : place >= 0 ? String(place + 1) : named;
    }

    #button({ place, at }: Spot) {
        const found = this.host.querySelector(`button[data-place="${place}"][data-at="${at}"]`);
        return found instanceof HTMLElement ? found : undefined;
    }

    /** Show what is picked up. */
    #select() {
        const { place, at } = this.picked;
        for (const button of this.host.querySelectorAll(".card")) {
            const spot = spotOf(button);
            const pressed = String(spot?.place === place && at.includes(spot.at));
            if (button.getAttribute("aria-pressed") !== pressed) button.setAttribute("aria-pressed", pressed);
        }
        this.host.classList.toggle("carrying", at.length > 0);
    }

    /** Make a button the one where Tab stops. */
    #stop(spot: Spot) {
        const last = cardsAt(this.lying, spot.place).length - 1;
        const place = this.#order().includes(spot.place) ? spot.place : HAND;
        const at = Math.min(spot.at, place === spot.place ? last : -1);
        for (const button of this.host.querySelectorAll('[tabindex="0"]')) button.setAttribute("tabindex", "-1");
        this.#focus = { place, at };
        this.#button(this.#focus)?.setAttribute("tabindex", "0");
    }

    focus(spot: Spot) {
        this.#stop(spot);
        this.#button(this.#focus)?.focus();
    }

    #focused(event: Event) {
        const spot = spotOf(event.target);
        if (spot) this.#stop(spot);
    }

    #click(event: Event) {
        if (this.drag.took(event)) return;
        const spot = spotOf(event.target);
        if (spot) this.#tap(spot);
    }

    /** Pick up or let go; with cards picked up at another place, they go here. */
    #tap({ place, at }: Spot) {
        const { picked } = this;
        if (picked.at.length > 0 && picked.place !== place) return this.#drop(place);
        const all = [...cardsAt(this.lying, place).keys()];
        if (at === -1) picked.at = picked.at.length === all.length ? [] : all;
        else if (at >= 0) picked.at = picked.at.includes(at) ? picked.at.filter((one) => one !== at) : [...picked.at, at].sort((
            a,
            b,
        ) => a - b);
        picked.place = place;
        this.#select();
    }

    /** Let what is picked up go to a place. */
    #drop(place: number) {
        const { place: from, at } = this.picked;
        this.picked = { place: HAND, at: [] };
        if (at.length === 0 || place === from || (place === AWAY && !this.#away)) return this.#select();
        const spot = this.moved(from, at, place);
        if (spot) this.focus(spot);
        this.#select();
    }

    /** Two quick clicks send a card from the hand to a new group, or back. */
    #twice(event: Event) {
        const spot = spotOf(event.target);
        if (!spot || spot.at < 0) return;
        this.picked = { place: spot.place, at: [spot.at] };
        this.#drop(spot.place === HAND ? NEW : HAND);
    }

    /** What a pointer takes along from a place. */
    #picking({ place, at }: Spot): Element[] {
        const { picked } = this;
        const along = at === -1 ? [...cardsAt(this.lying, place).keys()] : [at];
        if (picked.place !== place || !along.every((one) => picked.at.includes(one))) this.picked = { place, at: along };
        this.#select();
        return this.picked.at.flatMap((one) => this.#button({ place, at: one })?.querySelector("svg") ?? []);
    }

    #key(event: KeyboardEvent) {
        if (event.altKey || event.metaKey) return;
        const to = this.#towards(event);
        if (to) this.focus(to);
        else if (event.ctrlKey) return;
        else if (event.key === " " || event.key === "Enter") this.#press(event.key);
        else if (event.key === "Escape" && this.picked.at.length) this.#putBack();
        else if (event.key === "Delete" && this.#away) this.#delete();
        else if (!this.#find(event.key)) return;
        event.preventDefault();
        event.stopPropagation(); // a letter of a card is no key of the page
    }

    #press(key: string) {
        const { place } = this.#focus;
        const elsewhere = this.picked.at.length > 0 && this.picked.place !== place;
        if (elsewhere && key === "Enter") this.#drop(place);
        else this.#tap(this.#focus);
    }

    #putBack() {
        const spot = { place: this.picked.place, at: this.picked.at[0] };
        this.picked = { place: HAND, at: [] };
        this.#select();
        this.focus(spot);
    }

    #delete() {
        if (this.picked.at.length === 0) this.#tap(this.#focus);
        this.#drop(AWAY);
    }

    /** A card that is typed gets the focus, in the hand first. */
    #find(key: string) {
        const now = performance.now();
        const before = now - this.#letters.at < TYPING ? this.#letters.text : "";
        const found = typed(before + key, this.words.language);
        this.#letters = { text: found === undefined ? "" : before + key, at: now };
        if (found === undefined) return false;
        if (typeof found !== "number") return true;
        for (const place of [HAND, ...this.lying.groups.keys()]) {
            const at = cardsAt(this.lying, place).findIndex((card) => kind(card) === found);
            if (at >= 0) {
                this.focus({ place, at });
                break;
            }
        }
        return true;
    }

    /** Where a key leads; cards that are carried go from place to place. */
    #towards(event: KeyboardEvent): Spot | undefined {
        const { place, at } = this.#focus;
        const order = this.#order();
        const carries = this.picked.at.length > 0;
        const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -1, ArrowDown: 1 }[event.key];
        const last = cardsAt(this.lying, place).length - 1;
        if (event.key === "Home") return event.ctrlKey ? { place: order[0], at: -1 } : { place, at: -1 };
        if (event.key === "End") return event.ctrlKey ? { place: order[order.length - 1], at: -1 } : { place, at: last };
        if (!step) return undefined;
        const along = event.key === "ArrowLeft" || event.key === "ArrowRight";
        if (along && !(carries && at === -1) && at + step >= -1 && at + step <= last) return { place, at: at + step };
        const other = order[order.indexOf(place) + step];
        if (other === undefined) return { place, at };
        const end = cardsAt(this.lying, other).length - 1;
        if (carries) return { place: other, at: -1 };
        return { place: other, at: along ? (step > 0 ? -1 : end) : Math.min(at, end) };
    }

    /** Where cards of a place are drawn. */
    #boxes(place: number, cards: number[]) {
        const there = [...cardsAt(this.lying, place)];
        return cards.map((card) => {
            const at = there.findIndex((one) => one === card || kind(one) === kind(card));
            there[at] = NaN;
            return this.#button({ place, at })?.getBoundingClientRect();
        });
    }

    /** Let cards that have gone come from where they were. */
    #slide({ to, cards }: Gone, from: (DOMRect | undefined)[]) {
        if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
        const there = [...cardsAt(this.lying, to)];
        for (const [k, card] of cards.entries()) {
            const at = there.findLastIndex((one) => one === card || kind(one) === kind(card));
            there[at] = NaN;
            const button = this.#button({ place: to, at });
            const before = from[k];
            if (!button || !before) continue;
            const now = button.getBoundingClientRect();
            const transform = `translate(${before.left - now.left}px, ${before.top - now.top}px)`;
            button.animate([{ transform, zIndex: 1 }, { transform: "none", zIndex: 1 }], { duration: SLIDE, easing: "ease-out" });
        }
    }
}

/** Put elements into their order, without touching those that stand right. */
function arrange(host: HTMLElement, wanted: HTMLElement[]) {
    const same = host.children.length === wanted.length && wanted.every((one, at) => host.children[at] === one);
    if (!same) host.replaceChildren(...wanted);
}
