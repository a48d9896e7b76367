// @ts-check
// The size of a board's cells: + and - and 0, or the wheel with Ctrl. The sizes stand in style.css.

import { isOpen } from "./dialog.js";

const SMALLEST = -2;
const LARGEST = 4;
const TYPING = "select, textarea, input:not([type=checkbox], [type=radio], [type=button])";

export class Zoom {
    #at = 0;

    /**
     * @param {HTMLElement} host
     * @param {() => void} changed
     */
    constructor(host, changed) {
        this.host = host;
        this.changed = changed;
        addEventListener("keydown", (event) => this.#key(event));
        host.addEventListener("wheel", (event) => this.#wheel(event), { passive: false });
    }

    /** @param {number} at */
    #set(at) {
        this.#at = Math.min(Math.max(at, SMALLEST), LARGEST);
        this.host.dataset.zoom = String(this.#at);
        this.changed();
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
        this.#set(this.#at - Math.sign(event.deltaY));
    }
}
