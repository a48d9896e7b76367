// @ts-check
// The frame of every game: buttons and their keys, what is said, notices, the card at the end. It knows no pastime.

import { makeClosable, dialogOf, isOpen, shareDialog, showDialog } from "./dialog.js";
import { newElement, findElement } from "./dom.js";
import { lettersAreKeys } from "./storage.js";

/** @import { Shared } from "./dialog.js" */
/** @import { Words } from "./words.js" */

/**
 * What the buttons do; a page without one of these has no such button.
 * @typedef {{
 *     undo?: () => unknown, redo?: () => unknown, hint?: () => unknown, why?: () => unknown, renew?: () => unknown,
 *     share?: () => Shared, analyse?: () => unknown,
 * }} Deeds
 */
/** A key of this page only: `a`, what it does, and the sentence that says so. @typedef {{ key: string, deed: () => unknown, says: string }} Key */
/** How a game ended: a heading, sentences below it. @typedef {{ title: string, lines: string[] }} End */

const LETTERS = /** @type {const} */ ({ n: "renew", h: "hint", w: "why", s: "share", r: "rules" });
const TYPING = "select, textarea, input:not([type=checkbox], [type=radio], [type=button]), [contenteditable]";

export class Frame {
    /**
     * @param {Words} words
     * @param {Deeds} deeds
     * @param {{ keys?: Key[], says?: string[] }} [more] other keys, and sentences about keys that the board obeys
     */
    constructor(words, deeds, { keys = [], says = [] } = {}) {
        this.words = words;
        this.keys = keys;
        this.says = says;
        const rules = makeClosable(/** @type {HTMLDialogElement} */ (findElement("#rules")));
        /** @type {Record<string, (() => unknown) | undefined>} */
        this.deeds = {
            ...deeds,
            rules: () => showDialog(rules),
            share: deeds.share && (() => shareDialog(words, /** @type {() => Shared} */ (deeds.share)())),
        };
        for (const button of document.querySelectorAll("[data-deed]")) this.#bindButton(/** @type {HTMLElement} */ (button));
        addEventListener("keydown", (event) => this.#onKey(event));
    }

    /** @param {HTMLElement} button */
    #bindButton(button) {
        const action = this.deeds[button.dataset.deed ?? ""];
        button.hidden = !action;
        if (action) button.addEventListener("click", () => this.runDeed(action));
    }

    /**
     * Do something; what goes wrong is told in a sentence, and the game is kept.
     * @param {() => unknown} action
     */
    async runDeed(action) {
        try {
            await action();
        } catch (error) {
            if (error instanceof Error && "isQuiet" in error) return; // what was asked is not wanted any more
            const message = error instanceof Error ? error.message : String(error);
            this.showLines([this.words.translate("kernel.fault", { message })]);
        }
    }

    /** Say sentences below the board, to everybody; nothing clears them. @param {...(string | Node)[]} sentences */
    showLines(...sentences) {
        findElement("#said").replaceChildren(...sentences.map((parts) => newElement("p", {}, ...parts)));
    }

    /**
     * Say something above the board, until it is taken up or the next game begins.
     * @param {string} [sentence] nothing takes the last one away
     * @param {{ label: string, deed: () => unknown }} [offer] a button beside it
     */
    showNotice(sentence = "", offer) {
        const takeOffer = () => {
            this.showNotice();
            return offer && this.runDeed(offer.deed);
        };
        const button = offer ? [" ", newElement("button", { type: "button", click: takeOffer }, offer.label)] : [];
        findElement("#notice").replaceChildren(...(sentence ? [newElement("p", {}, sentence, ...button)] : []));
    }

    /**
     * Tell which buttons would do something now. The others stay where they are, so that no focus is lost.
     * @param {Partial<Record<keyof Deeds, boolean>>} can
     */
    can(can) {
        for (const [action, able] of Object.entries(can)) {
            for (const button of document.querySelectorAll(`[data-deed="${action}"]`)) {
                button.setAttribute("aria-disabled", String(!able));
            }
        }
    }

    /** Show the card at the end of a game; nothing takes it away. @param {End} [end] */
    showEnd(end) {
        const card = findElement("#end");
        card.hidden = !end;
        findElement("#end-title").textContent = end?.title ?? "";
        findElement("#end-lines").replaceChildren(...(end?.lines ?? []).map((line) => newElement("p", {}, line)));
    }

    /** Show the list of keys. */
    #listKeys() {
        const common = ["undo", "redo", "hint", "why", "renew", "share", "rules"].filter((name) => this.deeds[name]);
        const keysHelp = [...common.map((name) => `frame.key.${name}`), ...this.keys.map((key) => key.says), ...this.says];
        const lines = [...keysHelp, "frame.key.list"].map((key) => newElement("li", {}, this.words.translate(key)));
        showDialog(dialogOf(this.words, this.words.translate("frame.keys"), newElement("ul", {}, ...lines)), true);
    }

    /** @param {KeyboardEvent} event */
    #onKey(event) {
        const typing = event.target instanceof Element && event.target.matches(TYPING);
        if (typing || event.altKey || isOpen()) return;
        const action = event.ctrlKey || event.metaKey ? this.#isUndoKey(event) : this.#letterDeed(event);
        if (!action) return;
        event.preventDefault();
        void this.runDeed(action);
    }

    /** @param {KeyboardEvent} event */
    #isUndoKey({ key, shiftKey }) {
        if (key.toLowerCase() === "z") return this.deeds[shiftKey ? "redo" : "undo"];
        return key === "y" ? this.deeds.redo : undefined;
    }

    /** @param {KeyboardEvent} event */
    #letterDeed({ key }) {
        if (key === "?") return () => this.#listKeys();
        if (!lettersAreKeys()) return undefined;
        const keyBinding = this.keys.find((binding) => binding.key === key);
        return keyBinding?.deed ?? this.deeds[LETTERS[/** @type {keyof typeof LETTERS} */ (key)]];
    }
}
