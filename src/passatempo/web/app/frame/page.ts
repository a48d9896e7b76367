// The frame of every game: buttons and their keys, messages and notices. It knows no pastime.

import { makeClosable, dialogOf, isOpen, showDialog } from "./dialog.ts";
import { newElement, findElement } from "./dom.ts";
import { lettersAreKeys } from "./storage.ts";
import type { Shared } from "./share.ts";
import type { Sentence } from "./store.ts";
import type { Words } from "./words.ts";

/** The actions of the buttons, by their names. A page without one of these hides that button. */
export type Deeds = { share?: () => Shared, [name: string]: (() => unknown) | undefined };
/** A key of this page only: the letter, its action, and the sentence that explains it. */
export type Key = { key: string, deed: () => unknown, says: string };
/** The end of a game: a heading, the sentences below it, and beside them a number with its unit. */
export type End = {
    title: string, lines: (string | Sentence)[], number?: string, unit?: string,
    outcome?: "won" | "lost" | "even",
    isDaily?: boolean, // *Next* leads to another puzzle
    canUndo?: boolean, // a loss that can be taken back
};

const LETTERS = {
    n: "renew", h: "hint", w: "why", s: "share", r: "rules", u: "undo", y: "redo", m: "panel", b: "setup", p: "print",
} as const;
const KEYS = ["undo", "redo", "hint", "why", "renew", "share", "rules", "setup", "panel", "print"];
const TYPING = "select, textarea, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable]";

/** A button next to a notice. */
export type Offer = { label: string, deed: () => unknown, name?: string };

/** Show a notice with buttons; an empty sentence removes it. */
export function showNotice(run: (deed: () => unknown) => unknown, sentence: string, offers: Offer[]) {
    const buttons = offers.flatMap(({ label, deed, name }) => {
        const take = () => {
            showNotice(run, "", []);
            return run(deed);
        };
        return [" ", newElement("button", { type: "button", click: take, "data-deed": name ?? false }, label)];
    });
    findElement("#notice").replaceChildren(...(sentence ? [newElement("p", {}, sentence, ...buttons)] : []));
}

export class Frame {
    words: Words;
    keys: Key[];
    says: string[];
    deeds: Deeds;

    /** @param more further keys, and sentences about the keys of the board */
    constructor(words: Words, deeds: Deeds, { keys = [], says = [] }: { keys?: Key[], says?: string[] } = {}) {
        this.words = words;
        this.keys = keys;
        this.says = says;
        const rules = makeClosable(findElement("#rules") as HTMLDialogElement);
        this.deeds = {
            ...deeds,
            rules: () => showDialog(rules),
            share: deeds.share && (async () => (await import("./share.ts")).shareDialog(words, (deeds.share as () => Shared)())),
        } as Deeds;
        for (const button of document.querySelectorAll("[data-deed]")) {
            (button as HTMLElement).hidden = !this.deeds[(button as HTMLElement).dataset.deed ?? ""];
        }
        document.addEventListener("click", ({ target }) => target instanceof Element && this.#onClick(target));
        addEventListener("keydown", (event) => this.#onKey(event));
    }

    #onClick(target: Element) {
        const button = target.closest("[data-deed]");
        const action = button instanceof HTMLElement && this.deeds[button.dataset.deed ?? ""];
        if (action && button.getAttribute("aria-disabled") !== "true") void this.runDeed(action);
    }

    /** Run an action. Report an error as a sentence, so that the game continues. */
    async runDeed(action: () => unknown) {
        try {
            await action();
        } catch (error) {
            if (error instanceof Error && "isQuiet" in error) return; // the visitor no longer wants the result
            const message = error instanceof Error ? error.message : String(error);
            this.showLines([this.words.translate("kernel.fault", { message })]);
        }
    }

    /** Show sentences below the board. */
    showLines(...sentences: ((string | Node)[])[]) {
        findElement("#said").replaceChildren(...sentences.map((parts) => newElement("p", {}, ...parts)));
    }

    /** Show a notice above the board, until an offer is accepted or the next game begins. */
    showNotice(sentence = "", ...offers: Offer[]) {
        showNotice((deed) => this.runDeed(deed), sentence, offers);
    }

    /** Show the list of keys. */
    listKeys() {
        const common = KEYS.filter((name) => this.deeds[name]);
        const keysHelp = [...common.map((name) => `frame.key.${name}`), ...this.keys.map((key) => key.says), ...this.says];
        const lines = [...keysHelp, "frame.key.list"].map((key) => newElement("li", {}, this.words.translate(key)));
        showDialog(dialogOf(this.words, this.words.translate("frame.keys"), newElement("ul", {}, ...lines)), true);
    }

    #onKey(event: KeyboardEvent) {
        const typing = event.target instanceof Element && event.target.matches(TYPING);
        if (typing || event.altKey || isOpen()) return;
        const action = event.ctrlKey || event.metaKey ? this.#undoDeed(event) : this.#letterDeed(event);
        if (!action) return;
        event.preventDefault();
        void this.runDeed(action);
    }

    #undoDeed({ key, shiftKey }: KeyboardEvent) {
        if (key.toLowerCase() === "z") return this.deeds[shiftKey ? "redo" : "undo"];
        return key === "y" ? this.deeds.redo : undefined;
    }

    #letterDeed({ key }: KeyboardEvent) {
        if (key === "?") return () => this.listKeys();
        if (!lettersAreKeys()) return undefined;
        const keyBinding = this.keys.find((binding) => binding.key === key);
        return keyBinding?.deed ?? this.deeds[LETTERS[(key as keyof typeof LETTERS)]];
    }
}
