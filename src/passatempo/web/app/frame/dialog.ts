// Dialogs above the page, native ones: they trap the focus and return it, and Escape closes them.

import { newElement } from "./dom.ts";
import type { Words } from "./words.ts";

/** Close a dialog on a click outside it, or on an element in it with `data-closes`. */
export function makeClosable(dialog: HTMLDialogElement) {
    dialog.addEventListener("click", (event) => {
        const closes = event.target instanceof Element && event.target.closest("[data-closes]");
        if (closes || event.target === dialog) dialog.close();
    });
    return dialog;
}

/** Make a dialog with a heading and a button that closes it. */
export function dialogOf(words: Words, title: string, ...content: ((Node | string))[]) {
    const heading = newElement("h2", { id: `dialog-${document.querySelectorAll("dialog").length}` }, title);
    const close = newElement("button", { type: "button", "data-closes": true }, words.translate("frame.close"));
    const inside = newElement("div", { class: "inside" }, heading, ...content, newElement("p", { class: "last" }, close));
    const dialog = newElement("dialog", { "aria-labelledby": heading.id }, inside);
    document.body.append(dialog);
    return makeClosable(dialog);
}

/** Show a dialog; with `once`, remove it from the page when it closes. */
export function showDialog(dialog: HTMLDialogElement, once = false) {
    if (once) dialog.addEventListener("close", () => dialog.remove());
    dialog.showModal();
}

/** Whether a dialog is open; the keys of the page are then disabled. */
export const isOpen = () => document.querySelector("dialog[open]") !== null;
