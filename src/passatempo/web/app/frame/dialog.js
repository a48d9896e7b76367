// @ts-check
// Windows above the page: the browser's own, which keep the focus inside and give it back, and which Escape closes.

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
