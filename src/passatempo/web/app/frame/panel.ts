// The panel next to a board: the moves, the analysis, and the workbench with the current position. Parts open and
// close; on a narrow screen they are a sheet at the bottom. Pages put their own elements into a part with `data-panel`.

import { benchFragment } from "./workbench.ts";
import { newElement, findElement } from "./dom.ts";
import type { Bench } from "./workbench.ts";
import type { Words } from "./words.ts";

/** A move in a list; without `go` it is not a button. */
type Listed = { text: string, current?: boolean, go?: () => unknown };
/**
 * The content from the page: its moves, if the panel shows them, and the position for the workbench. `turned` is called
 * when a part opens or closes.
 */
type Told = { moves?: () => Listed[], bench: () => Bench, turned?: () => unknown };

const PARTS = ["moves", "analysis", "bench"];

export class Panel {
    words: Words;
    told: Told;

    constructor(words: Words, pageHooks: Told) {
        this.words = words;
        this.told = pageHooks;
        for (const part of PARTS) {
            const partNodes = document.querySelectorAll(`[data-panel="${part}"]`);
            findElement(`#panel-${part}`).append(...partNodes);
            findElement(`#tab-${part}`).addEventListener("click", () => this.showPart(part, !this.isOpen(part)));
            findElement(`#tab-${part}`).hidden = partNodes.length === 0 && !this.#isFilled(part);
        }
    }

    /** Whether a part has content besides the page's own. */
    #isFilled(part: string) {
        if (part === "analysis") return !findElement(`#panel-analysis [data-deed="analyse"]`).hidden;
        return part === "bench" || this.told.moves !== undefined;
    }

    isOpen(part: string) {
        return !findElement(`#panel-${part}`).hidden;
    }

    /** Open a part, or close it. */
    showPart(part: string, open = true) {
        findElement(`#panel-${part}`).hidden = !open;
        findElement(`#tab-${part}`).setAttribute("aria-expanded", String(open));
        findElement("#panel").classList.toggle("open", PARTS.some((tab) => this.isOpen(tab)));
        this.refresh();
        this.told.turned?.();
    }

    /** Update the open parts after the game has changed. */
    refresh() {
        if (this.isOpen("moves") && this.told.moves) this.#showMoves(this.told.moves());
        if (this.isOpen("bench")) void this.#showBench();
    }

    #showMoves(moves: Listed[]) {
        const moveNodes = moves.map(({ text, current, go }) => {
            if (!go) return newElement("li", { "aria-current": current ? "step" : false }, text);
            return newElement("li", {}, newElement("button", { type: "button", "aria-current": current ? "step" : false, click: go }, text));
        });
        const none = newElement("p", {}, this.words.translate("frame.panel.none"));
        findElement("#panel-list").replaceChildren(...(moveNodes.length ? [newElement("ol", { class: "moves" }, ...moveNodes)] : [none]));
    }

    /** Show the position and a link to the workbench, or how to get the workbench. */
    async #showBench() {
        const { api } = await import("../server.js");
        const workbench = this.told.bench();
        const fragment = benchFragment(workbench);
        findElement("#bench-instance").textContent = workbench.instance ?? "";
        findElement("#bench-without").hidden = api !== null;
        findElement("#bench-with").hidden = api === null;
        findElement("#bench-long").hidden = api === null || fragment !== undefined;
        const open = findElement("#bench-open") as HTMLAnchorElement;
        const { pastime = "", question } = workbench;
        open.hash = fragment ?? benchFragment({ pastime, question }) ?? "";
    }
}
