// The panel beside a board: its moves, the analysis with the way to the workbench, and further options, one at a time. On
// a small screen it is a sheet. Pages put their own elements into a part with `data-panel`.

import { benchFragment } from "./workbench.ts";
import { newElement, findElement } from "./dom.ts";
import type { Bench } from "./workbench.ts";
import type { Words } from "./words.ts";

/** A move in a list; without `go` it is not a button. */
export type PanelMove = { text: string, current?: boolean, go?: () => unknown };
/** The content from the page: its moves, if the panel shows them, and the position for the workbench. */
type Hooks = { moves?: () => PanelMove[], bench: () => Bench };

const PARTS = ["moves", "analysis", "options"];

export class Panel {
    words: Words;
    hooks: Hooks;

    constructor(words: Words, hooks: Hooks) {
        this.words = words;
        this.hooks = hooks;
        document.querySelector("#panel .part")?.before(...document.querySelectorAll('[data-panel="day"]'));
        for (const part of PARTS) {
            const partNodes = document.querySelectorAll(`[data-panel="${part}"]`);
            findElement(`#panel-${part}`).append(...partNodes);
            findElement(`#tab-${part}`).addEventListener("click", () => this.showPart(part));
            findElement(`#tab-${part}`).hidden = partNodes.length === 0 && (part === "options" || (part === "moves" && !hooks.moves));
        }
        findElement("#bench").addEventListener("toggle", () => this.refresh());
        this.showPart(PARTS.find((part) => !findElement(`#tab-${part}`).hidden) ?? PARTS[0]);
    }

    isOpen(part: string) {
        return !findElement(`#panel-${part}`).hidden;
    }

    /** Show a part in place of the one before. */
    showPart(part: string) {
        for (const other of PARTS) {
            findElement(`#panel-${other}`).hidden = other !== part;
            findElement(`#tab-${other}`).setAttribute("aria-selected", String(other === part));
        }
        this.refresh();
    }

    /** Open the panel at a part, as a sheet where the screen is small. */
    open(part: string) {
        this.showPart(part);
        findElement("#panel").classList.add("open");
    }

    /** Update the part that is shown after the game has changed. */
    refresh() {
        if (this.isOpen("moves") && this.hooks.moves) this.#showMoves(this.hooks.moves());
        if (this.isOpen("analysis") && (findElement("#bench") as HTMLDetailsElement).open) void this.#showBench();
    }

    #showMoves(moves: PanelMove[]) {
        const moveNodes = moves.map(({ text, current, go }) => {
            if (!go) return newElement("li", { "aria-current": current ? "step" : false }, text);
            return newElement("li", {}, newElement("button", { type: "button", "aria-current": current ? "step" : false, click: go }, text));
        });
        const none = newElement("p", {}, this.words.translate("frame.panel.none"));
        const hasFocus = findElement("#panel-list").contains(document.activeElement);
        findElement("#panel-list").replaceChildren(...(moveNodes.length ? [newElement("ol", { class: "moves" }, ...moveNodes)] : [none]));
        const current = findElement("#panel-list").querySelector("[aria-current]") as HTMLElement | null;
        current?.scrollIntoView({ block: "nearest" });
        if (hasFocus) current?.focus();
    }

    /** Show the position and a link to the workbench, or how to get the workbench. */
    async #showBench() {
        const { api } = await import("../server.js");
        const workbench = this.hooks.bench();
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
