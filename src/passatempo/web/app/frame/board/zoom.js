// @ts-check
// The size of a board's cells: + and - and 0, the wheel with Ctrl, two fingers, which move the board as well. A mouse
// moves it by the empty space around; one finger plays, or only moves the board. The sizes stand in style.css.

import { isOpen } from "../dialog.js";
import { find } from "../dom.js";
import { cellOf, follow } from "./input.js";

const SMALLEST = -2;
const LARGEST = 4;
const STEP = 1.25; // of the fingers' distance: the next size
const TYPING = "select, textarea, input:not([type=checkbox], [type=radio], [type=button])";

/** Two fingers: the point between them, and how far they are apart. @typedef {{ x: number, y: number, far: number }} Pair */

/** @param {TouchList} touches */
function pairOf([a, b]) {
    const [x, y] = [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
    return { x, y, far: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
}

export class Zoom {
    #at = 0;
    /** The fingers as they were put down, and the size then. @type {{ pair: Pair, at: number } | undefined} */
    #begun;
    #last = { x: 0, y: 0 };

    /**
     * @param {HTMLElement} host has the size as `data-zoom`
     * @param {() => void} changed
     * @param {HTMLElement} [frame] scrolls the board where it is larger
     */
    constructor(host, changed, frame = /** @type {HTMLElement} */ (host.parentElement)) {
        this.host = host;
        this.changed = changed;
        this.frame = frame;
        addEventListener("keydown", (event) => this.#key(event));
        frame.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
        frame.addEventListener("pointerdown", (event) => this.#drag(event));
        frame.addEventListener("touchstart", (event) => this.#put(event), { passive: false });
        frame.addEventListener("touchmove", (event) => this.#moved(event), { passive: false });
        for (const kind of ["touchend", "touchcancel"]) frame.addEventListener(kind, () => (this.#begun = undefined));
    }

    /** How many times as large as it was. */
    get factor() {
        return STEP ** this.#at;
    }

    /**
     * Choose a size; a point of the window stays over the same point of the board.
     * @param {number} wanted
     * @param {{ x: number, y: number }} [point]
     */
    #set(wanted, point) {
        const at = Math.min(Math.max(wanted, SMALLEST), LARGEST);
        if (at === this.#at) return;
        const around = this.frame.getBoundingClientRect();
        const { x, y } = point ?? { x: around.left + around.width / 2, y: around.top + around.height / 2 };
        const cell = document.elementFromPoint(x, y)?.closest("[data-cell]");
        const under = cell && this.frame.contains(cell) ? cell : /** @type {Element} */ (this.frame.firstElementChild);
        const before = under.getBoundingClientRect();
        this.#at = at;
        this.host.dataset.zoom = String(at);
        this.changed();
        const now = under.getBoundingClientRect();
        this.frame.scrollLeft += now.left + ((x - before.left) / before.width) * now.width - x;
        this.frame.scrollTop += now.top + ((y - before.top) / before.height) * now.height - y;
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const typing = event.target instanceof Element && event.target.matches(TYPING);
        if (typing || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isOpen()) return;
        if (event.key === "+") this.#set(this.#at + 1);
        else if (event.key === "-") this.#set(this.#at - 1);
        else if (event.key === "0") this.#set(0);
    }

    /** @param {WheelEvent} event */
    #wheel(event) {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.#set(this.#at - Math.sign(event.deltaY), { x: event.clientX, y: event.clientY });
    }

    /** A mouse takes the empty space, and the board goes along. @param {PointerEvent} event */
    #drag(event) {
        const { clientWidth, clientHeight } = this.frame;
        const onBar = event.target === this.frame && (event.offsetX > clientWidth || event.offsetY > clientHeight);
        if (event.pointerType !== "mouse" || event.button !== 0 || cellOf(event.target) !== undefined || onBar) return;
        let { clientX: x, clientY: y } = event;
        const stop = () => release();
        const release = follow(stop, stop, (moved) => {
            this.frame.scrollBy(x - moved.clientX, y - moved.clientY);
            ({ clientX: x, clientY: y } = moved);
        });
    }

    /** @param {TouchEvent} event */
    #put(event) {
        if (event.touches.length !== 2) return;
        event.preventDefault();
        const pair = pairOf(event.touches);
        this.#begun = { pair, at: this.#at };
        this.#last = pair;
    }

    /** @param {TouchEvent} event */
    #moved(event) {
        if (!this.#begun || event.touches.length !== 2) return;
        event.preventDefault();
        const now = pairOf(event.touches);
        this.frame.scrollBy(this.#last.x - now.x, this.#last.y - now.y);
        this.#last = now;
        const { pair, at } = this.#begun;
        this.#set(at + Math.round(Math.log(now.far / pair.far) / Math.log(STEP)), now);
    }
}

const input = () => /** @type {HTMLInputElement} */ (find("#moving"));

/** Whether a finger moves the board, and does nothing on it. */
export const moves = () => input().checked && !find("#moving-label").hidden;

/** Offer to move the board where it is larger than its frame; a board that fits is played on. */
export function measure() {
    const frame = find(".scroll");
    const fits = frame.scrollWidth <= frame.clientWidth + 1 && frame.scrollHeight <= frame.clientHeight + 1;
    find("#moving-label").hidden = fits;
    input().checked &&= !fits;
}
