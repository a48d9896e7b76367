// @ts-check
// Windows above the page: the browser's own, which keep the focus inside and give it back, and which Escape closes. One
// shares a game: its short name, its address, a text about it, and the browser's own way of sharing where it is.

import { element } from "./dom.js";

/** @import { Words } from "./words.js" */

/**
 * Let a click beside a dialog close it, and whatever in it says so with `data-closes`.
 * @param {HTMLDialogElement} dialog
 */
export function closable(dialog) {
    dialog.addEventListener("click", (event) => {
        const closes = event.target instanceof Element && event.target.closest("[data-closes]");
        if (closes || event.target === dialog) dialog.close();
    });
    return dialog;
}

/**
 * Make a dialog with a heading and a button that closes it.
 * @param {Words} words
 * @param {string} title
 * @param {...(Node | string)} content
 */
export function dialogOf(words, title, ...content) {
    const heading = element("h2", { id: `dialog-${document.querySelectorAll("dialog").length}` }, title);
    const close = element("button", { type: "button", "data-closes": true }, words.say("frame.close"));
    const inside = element("div", { class: "inside" }, heading, ...content, element("p", { class: "last" }, close));
    const dialog = element("dialog", { "aria-labelledby": heading.id }, inside);
    document.body.append(dialog);
    return closable(dialog);
}

/**
 * Show a dialog; one that was made for this time only goes away with it.
 * @param {HTMLDialogElement} dialog
 * @param {boolean} [once]
 */
export function show(dialog, once = false) {
    if (once) dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
}

/** Whether a dialog is open: the keys of the page rest then. */
export const isOpen = () => document.querySelector("dialog[open]") !== null;

/** `short` is a fragment without `#`, `text` says what was played without giving anything away.
 * @typedef {{ short?: string, text: string }} Shared */

/** The address of this page with a fragment. @param {string} fragment */
const addressOf = (fragment) => `${location.href.replace(/#.*/, "")}#${fragment}`;

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
