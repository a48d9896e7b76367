// Dialogs above the page, native ones: they trap the focus and return it, and Escape closes them. One of them shares a
// game by its short name, its address, a text about it, and the browser's own share menu if there is one.

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

/** `short` is a fragment without `#`; `text` says what was played, without spoilers. */
export type Shared = { short?: string, text: string };

/** The address of this page with a fragment. */
const addressOf = (fragment: string) => `${location.href.replace(/#.*/, "")}#${fragment}`;

/** Copy a text. If the browser does not allow it, select the text for the visitor to copy. */
export async function copyText(text: string, field: HTMLElement) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        if (field instanceof HTMLInputElement) field.select();
        else getSelection()?.selectAllChildren(field);
        return document.execCommand("copy");
    }
}

/** A labelled text with a button that copies it. */
function copyLine(words: Words, label: string, text: string, statusLine: HTMLElement) {
    const field = newElement("input", { readonly: true, value: text, "aria-label": label });
    const copy = async () => {
        statusLine.textContent = words.translate((await copyText(text, field)) ? "frame.share.copied" : "frame.share.selected", { what: label });
    };
    const button = newElement("button", { type: "button", click: copy }, words.translate("frame.share.copy"));
    return newElement("p", { class: "copied" }, newElement("span", {}, label), field, button);
}

/** Open the dialog that shares a game. */
export function shareDialog(words: Words, { short, text }: Shared) {
    const statusLine = newElement("p", { role: "status" });
    const link = location.href;
    const lines = [copyLine(words, words.translate("frame.share.link"), link, statusLine), copyLine(words, words.translate("frame.share.text"), text, statusLine)];
    if (short) lines.unshift(copyLine(words, words.translate("frame.share.short"), addressOf(short), statusLine));
    const shareLink = () => navigator.share({ text, url: link }).catch(() => {}); // the visitor closed the menu
    if ("share" in navigator) {
        lines.push(newElement("p", {}, newElement("button", { type: "button", click: shareLink }, words.translate("frame.share.send"))));
    }
    showDialog(dialogOf(words, words.translate("frame.share"), ...lines, statusLine), true);
}
