// @ts-check
// The size of a board's cells, set by +, - and 0, the wheel with Ctrl, or two fingers, which also scroll. A mouse drags
// the board by the empty space around it. One finger plays, or only scrolls. style.css lists the sizes.

import { isOpen } from "../dialog.js";
import { findElement } from "../dom.js";
import { cellOf, followPointer } from "./input.js";

const SMALLEST = -2;
const LARGEST = 4;
const STEP = 1.25; // ratio of finger distances that changes the size by one
const TYPING = "select, textarea, input:not([type=checkbox], [type=radio], [type=button])";

/** Two fingers: their midpoint and their distance. @typedef {{ x: number, y: number, far: number }} Pair */

/** @param {TouchList} touches */
function pairOf([a, b]) {
    const [x, y] = [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
    return { x, y, far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
}

export class Zoom {
    #zoomStep = 0;
    /** The fingers and the size when the pinch began. @type {{ pair: Pair, at: number } | undefined} */
    #pinchStart;
    #lastPair = { x: 0, y: 0 };

    /**
     * @param {HTMLElement} host gets the size as `data-zoom`
     * @param {() => void} onChange
     * @param {HTMLElement} [frame] scrolls a board that is larger
     */
    constructor(host, onChange, frame = /** @type {HTMLElement} */ (host.parentElement)) {
        this.host = host;
        this.changed = onChange;
        this.frame = frame;
        addEventListener("keydown", (event) => this.#onKey(event));
        frame.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
        frame.addEventListener("pointerdown", (event) => this.#onDrag(event));
        frame.addEventListener("touchstart", (event) => this.#onTouchStart(event), { passive: false });
        frame.addEventListener("touchmove", (event) => this.#onTouchMove(event), { passive: false });
        for (const kind of ["touchend", "touchcancel"]) frame.addEventListener(kind, () => (this.#pinchStart = undefined));
    }

    /** The current size relative to the normal one. */
    get factor() {
        return STEP ** this.#zoomStep;
    }

    /**
     * Set a size; the point of the board under a point of the window stays there.
     * @param {number} zoomStep
     * @param {{ x: number, y: number }} [point]
     */
    #setZoom(zoomStep, point) {
        const at = Math.min(Math.max(zoomStep, SMALLEST), LARGEST);
        if (at === this.#zoomStep) return;
        const frameBox = this.frame.getBoundingClientRect();
        const { x, y } = point ?? { x: frameBox.left + frameBox.width / 2, y: frameBox.top + frameBox.height / 2 };
        const cell = document.elementFromPoint(x, y)?.closest("[data-cell]");
        const under = cell && this.frame.contains(cell) ? cell : /** @type {Element} */ (this.frame.firstElementChild);
        const before = under.getBoundingClientRect();
        this.#zoomStep = at;
        this.host.dataset.zoom = String(at);
        this.changed();
        const underBox = under.getBoundingClientRect();
        this.frame.scrollLeft += underBox.left + ((x - before.left) / before.width) * underBox.width - x;
        this.frame.scrollTop += underBox.top + ((y - before.top) / before.height) * underBox.height - y;
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        const typing = event.target instanceof Element && event.target.matches(TYPING);
        if (typing || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isOpen()) return;
        if (event.key === "+") this.#setZoom(this.#zoomStep + 1);
        else if (event.key === "-") this.#setZoom(this.#zoomStep - 1);
        else if (event.key === "0") this.#setZoom(0);
    }

    /** @param {WheelEvent} event */
    #onWheel(event) {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.#setZoom(this.#zoomStep - Math.sign(event.deltaY), { x: event.clientX, y: event.clientY });
    }

    /** A mouse drags the board by the empty space. @param {PointerEvent} event */
    #onDrag(event) {
        const { clientWidth, clientHeight } = this.frame;
        const onBar = event.target === this.frame && (event.offsetX > clientWidth || event.offsetY > clientHeight);
        if (event.pointerType !== "mouse" || event.button !== 0 || cellOf(event.target) !== undefined || onBar) return;
        let { clientX: x, clientY: y } = event;
        const stop = () => release();
        const release = followPointer(stop, stop, (moveEvent) => {
            this.frame.scrollBy(x - moveEvent.clientX, y - moveEvent.clientY);
            ({ clientX: x, clientY: y } = moveEvent);
        });
    }

    /** @param {TouchEvent} event */
    #onTouchStart(event) {
        if (event.touches.length !== 2) return;
        event.preventDefault();
        const pair = pairOf(event.touches);
        this.#pinchStart = { pair, at: this.#zoomStep };
        this.#lastPair = pair;
    }

    /** @param {TouchEvent} event */
    #onTouchMove(event) {
        if (!this.#pinchStart || event.touches.length !== 2) return;
        event.preventDefault();
        const touchPair = pairOf(event.touches);
        this.frame.scrollBy(this.#lastPair.x - touchPair.x, this.#lastPair.y - touchPair.y);
        this.#lastPair = touchPair;
        const { pair, at } = this.#pinchStart;
        this.#setZoom(at + Math.round(Math.log(touchPair.far / pair.far) / Math.log(STEP)), touchPair);
    }
}

const input = () => /** @type {HTMLInputElement} */ (findElement("#moving"));

/** Whether a finger scrolls the board instead of playing. */
export const moves = () => input().checked && !findElement("#moving-label").hidden;

/** Offer to scroll by finger if the board is larger than its frame. */
export function measureBoard() {
    const frame = findElement(".scroll");
    const fits = frame.scrollWidth <= frame.clientWidth + 1 && frame.scrollHeight <= frame.clientHeight + 1;
    findElement("#moving-label").hidden = fits;
    input().checked &&= !fits;
}
