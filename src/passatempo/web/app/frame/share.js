// @ts-check
// Sharing a game: its short name, its address, a text about it. The browser's own way of sharing is offered where it is.

import { dialogOf, show } from "./dialog.js";
import { element } from "./dom.js";

/** @import { Words } from "./words.js" */

/** `short` is a fragment without `#`, `text` says what was played without giving anything away.
 * @typedef {{ short?: string, text: string }} Shared */

/** The address of this page with a fragment. @param {string} fragment */
export const addressOf = (fragment) => `${location.href.replace(/#.*/, "")}#${fragment}`;

/**
 * Copy a text; where the browser does not allow it, the text is selected for the visitor to copy.
 * @param {string} text
 * @param {HTMLElement} field
 */
export async function copied(text, field) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        if (field instanceof HTMLInputElement) field.select();
        else getSelection()?.selectAllChildren(field);
        return document.execCommand("copy");
    }
}

/**
 * A text that can be copied, with what it is.
 * @param {Words} words
 * @param {string} label
 * @param {string} text
 * @param {HTMLElement} told
 */
function line(words, label, text, told) {
    const field = element("input", { readonly: true, value: text, "aria-label": label });
    const copy = async () => {
        told.textContent = words.say((await copied(text, field)) ? "frame.share.copied" : "frame.share.selected", { what: label });
    };
    const button = element("button", { type: "button", click: copy }, words.say("frame.share.copy"));
    return element("p", { class: "copied" }, element("span", {}, label), field, button);
}

/**
 * Open the dialog that shares a game.
 * @param {Words} words
 * @param {Shared} shared
 */
export function share(words, { short, text }) {
    const told = element("p", { role: "status" });
    const link = location.href;
    const lines = [line(words, words.say("frame.share.link"), link, told), line(words, words.say("frame.share.text"), text, told)];
    if (short) lines.unshift(line(words, words.say("frame.share.short"), addressOf(short), told));
    const sent = () => navigator.share({ text, url: link }).catch(() => {}); // the visitor closed it
    if ("share" in navigator) {
        lines.push(element("p", {}, element("button", { type: "button", click: sent }, words.say("frame.share.send"))));
    }
    show(dialogOf(words, words.say("frame.share"), ...lines, told), true);
}
