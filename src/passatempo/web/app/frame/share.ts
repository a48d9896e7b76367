// The dialog that shares a game by its short name, its address, a text about it, and the browser's own share menu if there
// is one. Most visits never open it, so that its script is fetched when it is first needed.

import { dialogOf, showDialog } from "./dialog.ts";
import { newElement } from "./dom.ts";
import type { Words } from "./words.ts";

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
