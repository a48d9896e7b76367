// @ts-check
// The clocks of m,n,k on the page: chosen in More, shown above the board, and a flag that falls is said.

import { find } from "../../frame/dom.js";
import { CONTROLS, Clocks } from "./clock.js";

/** @import { Game } from "./game.js" */

const OFTEN = 100; // milliseconds between two looks at a clock that runs
const SIDES = /** @type {const} */ ([[1, "#clock-x"], [2, "#clock-o"]]);

export class Timer {
    clocks = new Clocks();

    /**
     * @param {{ chosen: () => unknown, fallen: (side: number) => unknown }} page another control was chosen; the time of a
     *     side is over
     */
    constructor(page) {
        this.page = page;
        this.select = /** @type {HTMLSelectElement} */ (find("#control"));
        this.select.addEventListener("change", () => page.chosen());
        setInterval(() => this.#look(), OFTEN);
    }

    /** A game is entered: a fresh one has the clocks that are chosen, one that began elsewhere none. @param {Game} game */
    begin(game) {
        this.clocks.begin(game.moves.length === 0 ? CONTROLS[this.select.value] : undefined);
        this.show();
    }

    #look() {
        if (!this.clocks.running) return;
        const { fallen } = this.clocks;
        if (fallen) this.fall(fallen);
        else this.show();
    }

    /** @param {number} side */
    fall(side) {
        this.clocks.stop();
        this.show();
        this.page.fallen(side);
    }

    /** Make a move: it counts from now on, and a flag that had fallen before is said. False where it comes too late. */
    press() {
        if (this.clocks.press()) return true;
        this.fall(this.clocks.fallen);
        return false;
    }

    /** Show what both sides have left. */
    show() {
        find("#clocks").hidden = !this.clocks.are;
        if (!this.clocks.are) return;
        for (const [side, selector] of SIDES) {
            const text = this.clocks.told(side);
            const told = find(selector);
            if (told.textContent !== text) told.textContent = text;
            told.classList.toggle("runs", this.clocks.running === side);
        }
    }
}
