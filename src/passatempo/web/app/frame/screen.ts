// The screen of a game: status, message or result, the bar of four buttons, the menu, the choice of a new
// game. Its elements are made once, in parts/shell.html. A page shows its state by `show`, and nothing else writes here.

import { clockText } from "./clock.ts";
import { isOpen, showDialog } from "./dialog.ts";
import { findElement, newElement } from "./dom.ts";
import { Frame } from "./page.ts";
import type { Clock } from "./clock.ts";
import type { Deeds, End, Key } from "./page.ts";
import type { Sentence, Shown } from "./store.ts";
import type { Words } from "./words.ts";

/** A button of the bar: its action, which names its icon and, without `word`, its word. */
export type Button = { deed: string, isFilled?: boolean, isOff?: boolean, isPressed?: boolean, word?: string };
/** The view of a state, as a page describes it. */
export type Parts = {
    figures: string[][], // numbers with their units
    clock?: string,
    progress?: number, // share of the game that is played
    asks: Sentence[], // message where nothing else is
    first: Button,
    third: Button,
    canUndo: boolean,
    canRedo: boolean,
    level: { name: string, text: string }, // of the present game
};

const TICK = 250; // milliseconds between two looks at the clock
const LONG = 3; // signs of a number that is shown large
const PULSE = 150; // milliseconds until a question is seen to take time
const STOP_DELAY = 3_000; // and until it can be stopped

export class Screen extends Frame {
    #buttons = ["#first", "#second", "#third"].map(findElement);
    #dismissedEnd: End | undefined; // the visitor has put it away
    #visibleEnd: End | undefined;
    #level = "";
    #waitTimers: number[] = [];
    #waiting = ""; // what the first button says meanwhile
    #last: [Shown<unknown>, Parts] | undefined;

    /**
     * @param more further keys, sentences about keys, and what a choice of a new game does
     */
    constructor(words: Words, deeds: Deeds, more: { keys?: Key[], says?: string[], choose: (level: string) => unknown }) {
        const ownActions: Deeds = {
            more: () => {}, // the browser opens the menu
            keys: () => this.listKeys(),
            settings: () => findElement("#open-settings").click(),
            print: () => print(),
            open: document.documentElement.dataset.embed === undefined ? undefined : () => open(`${location.pathname}${location.hash}`, "_blank", "noopener"),
            panel: () => findElement("#panel").classList.toggle("open"),
        };
        const renew = () => (findElement("#what").dataset.deed === "offer" ? deeds.again?.() : this.#offerLevels());
        super(words, { ...ownActions, ...deeds, renew, offer: () => this.#offerLevels() }, more);
        findElement("#menu").addEventListener("click", () => findElement("#menu").hidePopover());
        for (const choice of document.querySelectorAll("[data-level]")) {
            choice.addEventListener("click", () => {
                (findElement("#new") as HTMLDialogElement).close();
                void this.runDeed(() => more.choose((choice as HTMLElement).dataset.level ?? ""));
            });
        }
        addEventListener("keydown", (event) => event.key === "Escape" && !isOpen() && (this.closeSheet() || this.#dismissEnd()));
        document.addEventListener("pointerdown", (event) => this.#pressBeside(event), true);
    }

    /** Show the state of the page beside its board. */
    show(state: Shown<unknown>, parts: Parts) {
        this.#last = [state, parts];
        this.#level = parts.level.name;
        findElement("#what-text").textContent = parts.level.text;
        this.#showStatus(parts);
        const end = state.end === this.#dismissedEnd ? undefined : state.end;
        const lines = state.message.length ? state.message : parts.asks;
        put(findElement("#said"), lines);
        findElement("#said").hidden = end !== undefined;
        this.#wait(state.busy);
        this.#showButtons(state.end, parts);
        this.#showResult(end);
    }

    /** Show the time while a clock runs. @param find returns the clock of the present game, if it has one */
    followClock(find: () => Clock | undefined) {
        const node = findElement("#clock");
        setInterval(() => {
            const clock = find();
            if (!clock?.isRunning || this.#visibleEnd) return;
            const text = clockText(clock, false);
            if (node.textContent !== text) node.textContent = text;
        }, TICK);
    }

    #showStatus({ figures, clock, progress }: Parts) {
        const line = figures.map(([number, unit]) => [strong(number), ` ${unit}`]);
        put(findElement("#figures"), line, "span");
        findElement("#clock").textContent = clock ?? "";
        findElement("#done").hidden = progress === undefined;
        findElement("#done").style.setProperty("--done", String(progress ?? 0));
    }

    /** After the end, the bar has other buttons, and *Again* is not *New*. */
    #showButtons(end: End | undefined, { first, third, canUndo, canRedo }: Parts) {
        const undo = { deed: "undo", isOff: !canUndo };
        const other = end?.canUndo || !this.deeds.analyse ? undo : { deed: "analyse" };
        const atEnd = [{ deed: end?.isDaily ? "next" : "renew", isFilled: true }, other, { deed: "share" }];
        const bar = end ? atEnd : [this.#waiting ? { deed: this.#waiting, isOff: this.#waiting !== "stop" } : first, undo, third];
        for (const [place, button] of bar.entries()) this.#showButton(this.#buttons[place], button);
        for (const other of ["#what", "#menu-new"]) findElement(other).dataset.deed = end ? "offer" : "renew";
        for (const [deed, able] of [["undo", canUndo], ["redo", canRedo]] as const) {
            document.querySelector(`#menu [data-deed="${deed}"]`)?.setAttribute("aria-disabled", String(!able));
        }
    }

    #showButton(node: HTMLElement, { deed, isFilled = false, isOff = false, isPressed, word }: Button) {
        node.dataset.deed = deed;
        node.classList.toggle("filled", isFilled);
        node.setAttribute("aria-disabled", String(isOff));
        if (isPressed === undefined) node.removeAttribute("aria-pressed");
        else node.setAttribute("aria-pressed", String(isPressed));
        node.querySelector("use")?.setAttribute("href", `#icon-${deed}`);
        const label = node.querySelector(".label");
        const text = word ?? this.words.translate(`frame.button.${deed}`);
        if (label && label.textContent !== text) label.textContent = text;
    }

    /** The result replaces the message, and its button gets the focus once. */
    #showResult(end?: End) {
        const card = findElement("#end");
        if (this.#visibleEnd === end) return;
        this.#visibleEnd = end;
        card.hidden = !end;
        if (!end) return;
        card.dataset.outcome = end.outcome ?? "won";
        card.classList.toggle("long", (end.number ?? "").length > LONG);
        findElement("#end-number").textContent = end.number ?? "";
        findElement("#end-unit").textContent = end.unit ?? "";
        findElement("#end-title").textContent = end.title;
        findElement("#end-lines").replaceChildren(...end.lines.map((line) => newElement("p", {}, ...[line].flat())));
        this.#buttons[0].focus({ preventScroll: true });
    }

    /** Put the panel away where it is a sheet above the page; whether it was. */
    closeSheet() {
        const panel = findElement("#panel");
        const isSheet = panel.classList.contains("open") && getComputedStyle(panel).position === "fixed";
        if (isSheet) panel.classList.remove("open");
        return isSheet;
    }

    /** A press beside the sheet closes it, and plays nothing. */
    #pressBeside(event: PointerEvent) {
        if (event.target instanceof Element && event.target.closest("#panel, menu, dialog")) return;
        if (this.closeSheet()) event.stopPropagation();
    }

    #dismissEnd() {
        if (!this.#visibleEnd || !this.#last) return;
        this.#dismissedEnd = this.#visibleEnd;
        this.show(...this.#last);
    }

    /** A question that takes long is seen, and can be stopped where the page knows how. */
    #wait(isBusy: boolean) {
        if (isBusy === this.#waitTimers.length > 0) return;
        for (const timer of this.#waitTimers) clearTimeout(timer);
        const setWaiting = (deed: string) => {
            this.#waiting = deed;
            findElement("#status").classList.toggle("busy", deed !== "");
            if (this.#last) this.#showButtons(this.#last[0].end, this.#last[1]);
        };
        this.#waitTimers = [];
        if (this.#waiting) setWaiting("");
        if (!isBusy) return;
        this.#waitTimers = [setTimeout(() => setWaiting("thinking"), PULSE)];
        if (this.deeds.stop) this.#waitTimers.push(setTimeout(() => setWaiting("stop"), STOP_DELAY));
    }

    /** Open the choice of a new game; the last choice has the focus. */
    #offerLevels() {
        showDialog(findElement("#new") as HTMLDialogElement);
        (document.querySelector(`[data-level="${this.#level}"]`) as HTMLElement | null)?.focus();
    }
}

function strong(text: string) {
    const node = document.createElement("b");
    node.textContent = text;
    return node;
}

/** Show sentences; those that are there already stay, so that they are not spoken again. A step keeps the focus. */
function put(host: HTMLElement, lines: Sentence[], tag: "p" | "span" = "p") {
    const nodes = lines.map((line) => {
        const node = document.createElement(tag);
        node.append(...line);
        return node;
    });
    const isSame = nodes.length === host.children.length && nodes.every((node, at) => node.isEqualNode(host.children[at]));
    if (isSame) return;
    const step = host.contains(document.activeElement) && (document.activeElement as HTMLElement).dataset.step;
    host.replaceChildren(...nodes);
    if (step) (host.querySelector(`[data-step="${step}"]`) as HTMLElement | null)?.focus();
}
