// @ts-check
// The frame of every game: buttons and their keys, what is said, notices, the card at the end. It knows no pastime.

import { closable, dialogOf, isOpen, share, show } from "./dialog.js";
import { element, find } from "./dom.js";
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
        const rules = closable(/** @type {HTMLDialogElement} */ (find("#rules")));
        /** @type {Record<string, (() => unknown) | undefined>} */
        this.deeds = {
            ...deeds,
            rules: () => show(rules),
            share: deeds.share && (() => share(words, /** @type {() => Shared} */ (deeds.share)())),
        };
        for (const button of document.querySelectorAll("[data-deed]")) this.#button(/** @type {HTMLElement} */ (button));
        addEventListener("keydown", (event) => this.#key(event));
    }

    /** @param {HTMLElement} button */
    #button(button) {
        const deed = this.deeds[button.dataset.deed ?? ""];
        button.hidden = !deed;
        if (deed) button.addEventListener("click", () => this.act(deed));
    }

    /**
     * Do something; what goes wrong is told in a sentence, and the game is kept.
     * @param {() => unknown} deed
     */
    async act(deed) {
        try {
            await deed();
        } catch (error) {
            if (error instanceof Error && "isQuiet" in error) return; // what was asked is not wanted any more
            const message = error instanceof Error ? error.message : String(error);
            this.tell([this.words.say("kernel.fault", { message })]);
        }
    }

    /** Say sentences below the board, to everybody; nothing clears them. @param {...(string | Node)[]} sentences */
    tell(...sentences) {
        find("#said").replaceChildren(...sentences.map((parts) => element("p", {}, ...parts)));
    }

    /**
     * Say something above the board, until it is taken up or the next game begins.
     * @param {string} [sentence] nothing takes the last one away
     * @param {{ label: string, deed: () => unknown }} [offer] a button beside it
     */
    notice(sentence = "", offer) {
        const taken = () => {
            this.notice();
            return offer && this.act(offer.deed);
        };
        const button = offer ? [" ", element("button", { type: "button", click: taken }, offer.label)] : [];
        find("#notice").replaceChildren(...(sentence ? [element("p", {}, sentence, ...button)] : []));
    }

    /**
     * Tell which buttons would do something now. The others stay where they are, so that no focus is lost.
     * @param {Partial<Record<keyof Deeds, boolean>>} can
     */
    can(can) {
        for (const [deed, able] of Object.entries(can)) {
            for (const button of document.querySelectorAll(`[data-deed="${deed}"]`)) {
                button.setAttribute("aria-disabled", String(!able));
            }
        }
    }

    /** Show the card at the end of a game; nothing takes it away. @param {End} [end] */
    ended(end) {
        const card = find("#end");
        card.hidden = !end;
        find("#end-title").textContent = end?.title ?? "";
        find("#end-lines").replaceChildren(...(end?.lines ?? []).map((line) => element("p", {}, line)));
    }

    /** Show the list of keys. */
    #list() {
        const common = ["undo", "redo", "hint", "why", "renew", "share", "rules"].filter((name) => this.deeds[name]);
        const said = [...common.map((name) => `frame.key.${name}`), ...this.keys.map((key) => key.says), ...this.says];
        const lines = [...said, "frame.key.list"].map((key) => element("li", {}, this.words.say(key)));
        show(dialogOf(this.words, this.words.say("frame.keys"), element("ul", {}, ...lines)), true);
    }

    /** @param {KeyboardEvent} event */
    #key(event) {
        const typing = event.target instanceof Element && event.target.matches(TYPING);
        if (typing || event.altKey || isOpen()) return;
        const deed = event.ctrlKey || event.metaKey ? this.#undoing(event) : this.#lettered(event);
        if (!deed) return;
        event.preventDefault();
        void this.act(deed);
    }

    /** @param {KeyboardEvent} event */
    #undoing({ key, shiftKey }) {
        if (key.toLowerCase() === "z") return this.deeds[shiftKey ? "redo" : "undo"];
        return key === "y" ? this.deeds.redo : undefined;
    }

    /** @param {KeyboardEvent} event */
    #lettered({ key }) {
        if (key === "?") return () => this.#list();
        if (!lettersAreKeys()) return undefined;
        const own = this.keys.find((one) => one.key === key);
        return own?.deed ?? this.deeds[LETTERS[/** @type {keyof typeof LETTERS} */ (key)]];
    }
}
