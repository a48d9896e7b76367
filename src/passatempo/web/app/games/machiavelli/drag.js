// @ts-check
// Dragging cards: by the mouse at once, by a finger that has rested a moment, so that a quick one scrolls the page.

import { element } from "../../frame/dom.js";
import { follow } from "../../frame/board/pointer.js";

/** @import { Spot } from "./lying.js" */

const FAR = 6; // pixels until a press is a drag
const REST = 150; // milliseconds

export class Drag {
    #isOn = false;
    #took = 0; // when the last drag ended: the click that the browser makes of it is none
    /** @type {HTMLElement | undefined} */
    #ghost;
    /** @type {Animation | undefined} */
    #moving;
    /** @type {Element | undefined} */
    #over;

    /**
     * @param {HTMLElement} host
     * @param {(spot: Spot) => Element[]} picking picks up what a press takes along, and says how it looks
     * @param {(place: number) => void} dropped
     */
    constructor(host, picking, dropped) {
        this.host = host;
        this.picking = picking;
        this.dropped = dropped;
        host.addEventListener("pointerdown", (event) => this.#down(event));
        host.addEventListener("dragstart", (event) => event.preventDefault());
        host.addEventListener("contextmenu", (event) => this.#isOn && event.preventDefault());
        host.addEventListener("touchmove", (event) => this.#isOn && event.preventDefault(), { passive: false });
    }

    /** Whether a click only ends a drag. @param {Event} event */
    took(event) {
        return event.timeStamp - this.#took < 50;
    }

    /** @param {PointerEvent} event */
    #down(event) {
        const spot = spotOf(event.target);
        if (!spot || spot.at < -1 || event.button !== 0) return;
        let last = event;
        const finger = event.pointerType === "touch";
        const rested = finger ? setTimeout(() => this.#begin(spot, last), REST) : 0;
        const move = (/** @type {PointerEvent} */ now) => {
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
        const up = (/** @type {PointerEvent} */ lifted) => {
            const drags = this.#isOn;
            const place = spotOf(document.elementFromPoint(lifted.clientX, lifted.clientY))?.place;
            stop();
            if (!drags) return;
            this.#took = lifted.timeStamp;
            if (place !== undefined) this.dropped(place);
        };
        const release = follow(up, stop, move);
    }

    /**
     * @param {Spot} spot
     * @param {PointerEvent} event
     */
    #begin(spot, event) {
        const looks = this.picking(spot);
        if (looks.length === 0) return;
        this.#isOn = true;
        this.#ghost = element("div", { class: "ghost", "aria-hidden": "true" }, ...looks.map((look) => look.cloneNode(true)));
        document.body.append(this.#ghost);
        this.#moving = this.#ghost.animate([{ transform: "none" }], { duration: 1, fill: "forwards" });
        this.#follow(event);
    }

    /** @param {PointerEvent} event */
    #follow({ clientX, clientY }) {
        const transform = `translate(${clientX}px, ${clientY}px) translate(-1rem, -60%)`;
        const { effect } = /** @type {Animation} */ (this.#moving);
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

/**
 * The place and the card of an element; a place without a card is -2, so that nothing is picked up there.
 * @param {EventTarget | null} target
 * @returns {Spot | undefined}
 */
export function spotOf(target) {
    const found = target instanceof Element ? target.closest("[data-place]") : null;
    if (!(found instanceof HTMLElement)) return undefined;
    return { place: Number(found.dataset.place), at: Number(found.dataset.at ?? -2) };
}
