// @ts-check
// What stands beside a board: its moves, analysis, and the workbench with the position as it is now. Parts open and close,
// on a narrow screen as a sheet at its foot. Pages put what is theirs into a part by `data-panel`.

import { benchFragment } from "./workbench.js";
import { newElement, findElement } from "./dom.js";

/** @import { Bench } from "./workbench.js" */
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
     * @param {Told} pageHooks
     */
    constructor(words, pageHooks) {
        this.words = words;
        this.told = pageHooks;
        for (const part of PARTS) {
            const partNodes = document.querySelectorAll(`[data-panel="${part}"]`);
            findElement(`#panel-${part}`).append(...partNodes);
            findElement(`#tab-${part}`).addEventListener("click", () => this.showPart(part, !this.isOpen(part)));
            findElement(`#tab-${part}`).hidden = partNodes.length === 0 && !this.#isFilled(part);
        }
    }

    /** Whether a part has something that is not the page's own. @param {string} part */
    #isFilled(part) {
        if (part === "analysis") return !findElement(`#panel-analysis [data-deed="analyse"]`).hidden;
        return part === "bench" || this.told.moves !== undefined;
    }

    /** @param {string} part */
    isOpen(part) {
        return !findElement(`#panel-${part}`).hidden;
    }

    /**
     * Open a part, or close it.
     * @param {string} part
     * @param {boolean} [open]
     */
    showPart(part, open = true) {
        findElement(`#panel-${part}`).hidden = !open;
        findElement(`#tab-${part}`).setAttribute("aria-expanded", String(open));
        findElement("#panel").classList.toggle("open", PARTS.some((tab) => this.isOpen(tab)));
        this.refresh();
        this.told.turned?.();
    }

    /** The game is another one: what is open is told anew. */
    refresh() {
        if (this.isOpen("moves") && this.told.moves) this.#showMoves(this.told.moves());
        if (this.isOpen("bench")) void this.#showBench();
    }

    /** @param {Listed[]} moves */
    #showMoves(moves) {
        const moveNodes = moves.map(({ text, current, go }) => {
            if (!go) return newElement("li", { "aria-current": current ? "step" : false }, text);
            return newElement("li", {}, newElement("button", { type: "button", "aria-current": current ? "step" : false, click: go }, text));
        });
        const none = newElement("p", {}, this.words.translate("frame.panel.none"));
        findElement("#panel-list").replaceChildren(...(moveNodes.length ? [newElement("ol", { class: "moves" }, ...moveNodes)] : [none]));
    }

    /** Tell the position, and the way to the workbench, or how to have one. */
    async #showBench() {
        const { api } = await import("../server.js");
        const workbench = this.told.bench();
        const fragment = benchFragment(workbench);
        findElement("#bench-instance").textContent = workbench.instance ?? "";
        findElement("#bench-without").hidden = api !== null;
        findElement("#bench-with").hidden = api === null;
        findElement("#bench-long").hidden = api === null || fragment !== undefined;
        const open = /** @type {HTMLAnchorElement} */ (findElement("#bench-open"));
        const { pastime = "", question } = workbench;
        open.hash = fragment ?? benchFragment({ pastime, question }) ?? "";
    }
}
