// Dragging cards: by the mouse at once, by a finger that has rested a moment, so that a quick one scrolls. The rectangles
// of all places are read once, when the cards are picked up.

import { followPointer } from "../../frame/board/input.ts";
import { newElement } from "../../frame/dom.ts";
import { HAND, NEW } from "./layout.ts";
import type { Spot } from "./layout.ts";

const FAR = 6; // pixels until a press is a drag
const REST = 150; // milliseconds until a finger that rests drags
const CLICK_DELAY = 50; // milliseconds in which the browser makes a click of the end of a drag

/** The place and the position of an element; a place without a card has position -2, where nothing is picked up. */
export function spotOf(target: EventTarget | null): Spot | undefined {
    const node = target instanceof Element ? target.closest<HTMLElement>("[data-place]") : null;
    return node ? { place: Number(node.dataset.place), at: Number(node.dataset.at ?? -2) } : undefined;
}

/** The place of a drop; `before` is the position among the cards of a hand. */
export type Drop = { place: number, before: number };

export class Drag {
    #isOn = false;
    #endTime = 0;
    #ghost: HTMLElement | undefined;
    #placeBoxes: { node: HTMLElement, box: DOMRect }[] = [];
    #target: HTMLElement | undefined;
    host: HTMLElement;
    onPick: (spot: Spot) => Element[];
    onDrop: (drop: Drop) => void;

    /** @param onPick picks the cards of a press up, and returns their faces */
    constructor(host: HTMLElement, onPick: (spot: Spot) => Element[], onDrop: (drop: Drop) => void) {
        this.host = host;
        this.onPick = onPick;
        this.onDrop = onDrop;
        host.addEventListener("pointerdown", (event) => this.#press(event));
        host.addEventListener("dragstart", (event) => event.preventDefault());
        host.addEventListener("contextmenu", (event) => this.#isOn && event.preventDefault());
        host.addEventListener("touchmove", (event) => this.#isOn && event.preventDefault(), { passive: false });
    }

    /** Whether a click only ends a drag. */
    isEnd(event: Event) {
        return event.timeStamp - this.#endTime < CLICK_DELAY;
    }

    #press(event: PointerEvent) {
        const spot = spotOf(event.target);
        if (!spot || spot.at < -1 || event.button !== 0) return;
        let last = event;
        const isFinger = event.pointerType === "touch";
        const restTimer = isFinger ? setTimeout(() => this.#begin(spot, last), REST) : 0;
        const onMove = (move: PointerEvent) => {
            last = move;
            const isFar = Math.hypot(move.clientX - event.clientX, move.clientY - event.clientY) > FAR;
            if (this.#isOn) this.#follow(move);
            else if (isFar && isFinger) stop(); // it scrolls
            else if (isFar) this.#begin(spot, move);
        };
        const stop = () => {
            clearTimeout(restTimer);
            release();
            this.#end();
        };
        const onLift = (lift: PointerEvent) => {
            const drop = this.#isOn ? this.#dropAt(lift) : undefined;
            if (this.#isOn) this.#endTime = lift.timeStamp;
            stop();
            if (drop) this.onDrop(drop);
        };
        const release = followPointer(onLift, stop, onMove);
    }

    #begin(spot: Spot, event: PointerEvent) {
        const pictures = this.onPick(spot);
        if (pictures.length === 0) return;
        this.#isOn = true;
        const places = [...this.host.querySelectorAll<HTMLElement>(".place")];
        this.#placeBoxes = places.map((node) => ({ node, box: node.getBoundingClientRect() }));
        const { width } = pictures[0].getBoundingClientRect();
        this.#ghost = newElement("div", { class: "ghost", "aria-hidden": "true" }, ...pictures.map((picture) => picture.cloneNode(true)));
        this.#ghost.style.setProperty("--w", `${width}px`);
        document.body.append(this.#ghost);
        this.#follow(event);
    }

    #follow({ clientX, clientY }: PointerEvent) {
        this.#ghost?.style.setProperty("--x", `${clientX}px`);
        this.#ghost?.style.setProperty("--y", `${clientY}px`);
        const target = this.#placeAt(clientX, clientY);
        if (target === this.#target) return;
        this.#target?.classList.remove("over");
        target?.classList.add("over");
        this.#target = target;
    }

    #placeAt(x: number, y: number) {
        return this.#placeBoxes.find(({ box }) => x >= box.left && x <= box.right && y >= box.top && y <= box.bottom)?.node;
    }

    /** The place under a pointer. The table between the groups is a new group. */
    #dropAt({ clientX, clientY }: PointerEvent): Drop | undefined {
        const node = this.#placeAt(clientX, clientY);
        if (!node) return this.host.contains(document.elementFromPoint(clientX, clientY)) ? { place: NEW, before: 0 } : undefined;
        const place = Number(node.dataset.place);
        const cards = place === HAND ? [...node.querySelectorAll(".card")] : [];
        const before = cards.findIndex((card) => {
            const { left, right, top, bottom } = card.getBoundingClientRect();
            return clientY >= top && clientY <= bottom && clientX < (left + right) / 2;
        });
        return { place, before: before < 0 ? cards.length : before };
    }

    #end() {
        this.#isOn = false;
        this.#ghost?.remove();
        this.#target?.classList.remove("over");
        this.#target = undefined;
    }
}
