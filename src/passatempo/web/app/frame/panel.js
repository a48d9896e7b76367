// @ts-check
// What stands beside a board: its moves, analysis, and the workbench with the position as it is now. Parts open and close,
// on a narrow screen as a sheet at its foot. Pages put what is theirs into a part by `data-panel`.

import { benchFragment } from "./bench.js";
import { element, find } from "./dom.js";

/** @import { Bench } from "./bench.js" */
/** @import { Words } from "./words.js" */

/** A move in a list; without `go` it is only told. @typedef {{ text: string, current?: boolean, go?: () => unknown }} Listed */
/**
 * What the page tells: its moves, where it has no list of its own; the position for the workbench; and it may want to know
 * that a part was opened or closed.
 * @typedef {{ moves?: () => Listed[], bench: () => Bench, turned?: () => unknown }} Told
 */

const PARTS = ["moves", "analysis", "bench"];

export class Panel {
    /**
     * @param {Words} words
     * @param {Told} told
     */
    constructor(words, told) {
        this.words = words;
        this.told = told;
        for (const part of PARTS) {
            const own = document.querySelectorAll(`[data-panel="${part}"]`);
            find(`#panel-${part}`).append(...own);
            find(`#tab-${part}`).addEventListener("click", () => this.show(part, !this.isOpen(part)));
            find(`#tab-${part}`).hidden = own.length === 0 && !this.#isFilled(part);
        }
    }

    /** Whether a part has something that is not the page's own. @param {string} part */
    #isFilled(part) {
        if (part === "analysis") return !find(`#panel-analysis [data-deed="analyse"]`).hidden;
        return part === "bench" || this.told.moves !== undefined;
    }

    /** @param {string} part */
    isOpen(part) {
        return !find(`#panel-${part}`).hidden;
    }

    /**
     * Open a part, or close it.
     * @param {string} part
     * @param {boolean} [open]
     */
    show(part, open = true) {
        find(`#panel-${part}`).hidden = !open;
        find(`#tab-${part}`).setAttribute("aria-expanded", String(open));
        find("#panel").classList.toggle("open", PARTS.some((one) => this.isOpen(one)));
        this.refresh();
        this.told.turned?.();
    }

    /** The game is another one: what is open is told anew. */
    refresh() {
        if (this.isOpen("moves") && this.told.moves) this.#moves(this.told.moves());
        if (this.isOpen("bench")) void this.#bench();
    }

    /** @param {Listed[]} moves */
    #moves(moves) {
        const items = moves.map(({ text, current, go }) => {
            if (!go) return element("li", { "aria-current": current ? "step" : false }, text);
            return element("li", {}, element("button", { type: "button", "aria-current": current ? "step" : false, click: go }, text));
        });
        const none = element("p", {}, this.words.say("frame.panel.none"));
        find("#panel-list").replaceChildren(...(items.length ? [element("ol", { class: "moves" }, ...items)] : [none]));
    }

    /** Tell the position, and the way to the workbench, or how to have one. */
    async #bench() {
        const { api } = await import("../server.js");
        const bench = this.told.bench();
        const fragment = benchFragment(bench);
        find("#bench-instance").textContent = bench.instance ?? "";
        find("#bench-without").hidden = api !== null;
        find("#bench-with").hidden = api === null;
        find("#bench-long").hidden = api === null || fragment !== undefined;
        const open = /** @type {HTMLAnchorElement} */ (find("#bench-open"));
        const { pastime = "", question } = bench;
        open.hash = fragment ?? benchFragment({ pastime, question }) ?? "";
    }
}
