// The dialog that shares a game by its short name, its address, a text about it, a picture of a daily result, a frame for
// other pages, and the browser's own share menu if there is one. Its script is fetched when it is first needed.

import { dialogOf, showDialog } from "./dialog.ts";
import { newElement } from "./dom.ts";
import { SIGNS } from "./day/result.ts";
import { saveAs } from "./shell.ts";
import type { Words } from "./words.ts";

/** `short` is a fragment without `#`; `text` says what was played, without spoilers. */
export type Shared = { short?: string, text: string };

const COLOURS = ["#2e9e5b", "#f2c230", "#e8862e", "#d2382f"]; // of the signs
const [WIDE, HIGH, SIDE] = [1200, 630, 56]; // pixels of the picture, and from square to square

/** The address of this page with a fragment. */
const addressOf = (fragment: string) => `${location.origin}${location.pathname}#${fragment}`;

/** Copy a text. If the browser does not allow it, select the text for the visitor to copy. */
export async function copyText(text: string, field: HTMLElement) {
    try {
        await navigator.clipboard.writeText(text);
        return true;
    } catch {
        if ("select" in field) (field as HTMLInputElement).select();
        else getSelection()?.selectAllChildren(field);
        return document.execCommand("copy");
    }
}

/** A labelled text with a button that copies it. */
function copyLine(words: Words, label: string, text: string, statusLine: HTMLElement) {
    const rows = text.split("\n").length;
    const field = rows > 1 ? newElement("textarea", { readonly: true, rows: rows + 1, "aria-label": label }, text) : newElement("input", { readonly: true, value: text, "aria-label": label });
    const copy = async () => {
        statusLine.textContent = words.translate((await copyText(text, field)) ? "frame.share.copied" : "frame.share.selected", { what: label });
    };
    const button = newElement("button", { type: "button", click: copy }, words.translate("frame.share.copy"));
    return newElement("p", { class: "copied" }, newElement("span", {}, label), field, button);
}

/** The picture of a text with rows of signs: they are squares between its first line and what comes after them. */
function drawResult(words: Words, text: string) {
    const canvas = newElement("canvas", { width: WIDE, height: HIGH, role: "img", "aria-label": words.translate("frame.share.picture") });
    const pen = canvas.getContext("2d") as CanvasRenderingContext2D;
    const rows = text.split("\n").filter((line) => SIGNS.includes([...line][0]));
    const [title, time] = text.split("\n").filter((line) => !rows.includes(line));
    [pen.fillStyle, pen.textAlign] = ["#f4f1ea", "center"];
    pen.fillRect(0, 0, WIDE, HIGH);
    pen.fillStyle = "#1d1b18";
    for (const [line, y, size] of [[title, 110, 52], [time, 570, 40]] as const) {
        pen.font = `bold ${size}px sans-serif`;
        pen.fillText(line, WIDE / 2, y, WIDE - 2 * SIDE);
    }
    for (const [row, line] of rows.entries()) {
        for (const [column, sign] of [...line].entries()) {
            pen.fillStyle = COLOURS[SIGNS.indexOf(sign)];
            pen.fillRect(WIDE / 2 + SIDE * (column - [...rows[0]].length / 2), HIGH / 2 + SIDE * (row - rows.length / 2), SIDE - 8, SIDE - 8);
        }
    }
    const save = () => canvas.toBlob((blob) => blob && saveAs("passatempo.png", blob));
    return newElement("p", { class: "copied" }, canvas, newElement("button", { type: "button", click: save }, words.translate("frame.share.save")));
}

/** The line that shows this page inside another one. */
function frameLine() {
    const address = `${location.origin}${location.pathname}?embed${location.hash}`;
    return `<iframe src="${address}" title="${document.title}" width="720" height="560"></iframe>`;
}

/** Open the dialog that shares a game. */
export function shareDialog(words: Words, { short, text }: Shared) {
    const statusLine = newElement("p", { role: "status" });
    const link = addressOf(location.hash.slice(1)).replace(/#$/, "");
    const isResult = text.includes("\n"); // of a daily puzzle, whose address is short
    const lines = [copyLine(words, words.translate(isResult ? "frame.share.short" : "frame.share.link"), link, statusLine), copyLine(words, words.translate("frame.share.text"), text, statusLine)];
    if (isResult) lines.unshift(...lines.splice(1), ...(SIGNS.some((sign) => text.includes(sign)) ? [drawResult(words, text)] : []));
    if (document.querySelector(".bar")) lines.push(copyLine(words, words.translate("frame.share.embed"), frameLine(), statusLine));
    if (short) lines.unshift(copyLine(words, words.translate("frame.share.short"), addressOf(short), statusLine));
    const shareLink = () => navigator.share({ text, url: link }).catch(() => {}); // the visitor closed the menu
    if ("share" in navigator) {
        lines.push(newElement("p", {}, newElement("button", { type: "button", click: shareLink }, words.translate("frame.share.send"))));
    }
    showDialog(dialogOf(words, words.translate("frame.share"), ...lines, statusLine), true);
}
