// How an outcome is shown: what it says in words, its picture, its JSON, and several of them side by side.

import { newElement } from "../../frame/dom.ts";
import { saveAs } from "../../frame/shell.ts";
import type { Progress, Shown } from "../../kernel/api.ts";
import type { Words } from "../../frame/words.ts";

const MOST_JSON = 100_000; // characters that are shown; the file has all of them

let pictures: string[] = []; // addresses of drawings, which are given back when others are shown

/** Forget the drawings that were shown. */
export function clear() {
    for (const address of pictures) URL.revokeObjectURL(address);
    pictures = [];
}

/** Show a drawing of the server as a picture: nothing in it can run. */
export function drawn(svg: string, alt: string) {
    const address = URL.createObjectURL(new Blob([svg], { type: "image/svg+xml" }));
    pictures.push(address);
    return newElement("img", { src: address, alt, class: "drawing" });
}

/** Say how far a question has come. */
export function progressText(words: Words, { seconds, value, bound, done, total, text }: Progress) {
    const parts = [words.translate("workbench.seconds", { count: seconds })];
    if (value !== undefined) parts.push(words.translate("workbench.best", { value }));
    if (bound !== undefined) parts.push(words.translate("workbench.bound", { bound }));
    if (done !== undefined) parts.push(total === undefined ? words.translate("workbench.done", { done }) : words.translate("workbench.done-of", { done, total }));
    if (text) parts.push(text);
    return parts.join(" · ");
}

/**
 * Show the answer of one method.
 * @param name of the files
 */
export function answer(words: Words, shown: Shown, name: string) {
    const { outcome } = shown;
    const json = JSON.stringify(outcome, null, 2);
    const save = (key: string, file: string, text: string) =>
        newElement("button", { type: "button", click: () => saveAs(file, text) }, words.translate(key));
    const files = [save("workbench.save.json", `${name}.json`, `${json}\n`)];
    if (shown.picture) files.push(save("workbench.save.svg", `${name}.svg`, shown.picture));
    const head = newElement("h3", {}, words.translate(`workbench.status.${outcome.status}`), " · ", newElement("code", {}, outcome.method));
    return newElement(
        "article",
        { class: `answer ${outcome.status}` },
        head,
        newElement("p", { class: "line", lang: "en" }, shown.status),
        newElement("pre", { class: "words", lang: "en", tabindex: "0" }, shown.words),
        ...(shown.picture ? [drawn(shown.picture, words.translate("workbench.picture"))] : []),
        newElement("p", { class: "buttons" }, ...files),
        newElement("details", {}, newElement("summary", {}, "JSON"), newElement("pre", { tabindex: "0" }, json.slice(0, MOST_JSON))),
    );
}

/** Compare outcomes: a row for each. */
export function comparison(words: Words, shown: Shown[]) {
    const columns = ["method", "status", "value", "checked", "time"];
    const rows = shown.map(({ outcome }) => {
        const cells = [
            words.translate(`workbench.status.${outcome.status}`),
            outcome.value === null ? "–" : String(outcome.value),
            words.translate(outcome.checked ? "workbench.yes" : "workbench.no"),
            words.translate("workbench.seconds", { count: outcome.seconds }),
        ];
        return newElement("tr", {}, newElement("th", { scope: "row" }, outcome.method), ...cells.map((text) => newElement("td", {}, text)));
    });
    const head = columns.map((column) => newElement("th", { scope: "col" }, words.translate(`workbench.column.${column}`)));
    const agree = verdict(words, shown);
    return newElement(
        "div",
        { class: "scroll" },
        newElement("table", {}, newElement("caption", {}, agree), newElement("thead", {}, newElement("tr", {}, ...head)), newElement("tbody", {}, ...rows)),
    );
}

/** Say whether two methods agree, where both have an answer that settles it. */
function verdict(words: Words, shown: Shown[]) {
    const settled = shown.every(({ outcome }) => ["solved", "impossible"].includes(outcome.status));
    if (!settled) return words.translate("workbench.compare.open");
    const [one, other] = shown.map(({ outcome }) => `${outcome.status} ${outcome.value}`);
    return words.translate(one === other ? "workbench.compare.same" : "workbench.compare.differ");
}
