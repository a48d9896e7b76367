// The lesson on encodings: six steps in a dialog. The Python methods compute its figures.

import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { svgElement, newElement, svgText } from "../../frame/dom.ts";
import type { Words } from "../../frame/words.ts";
type LessonData = typeof import("../../data/encodings.ts").ENCODINGS;

const STEPS = 6;
const PRINTED_CLAUSES = 5229; // the number of clauses in the published text

/** Open the lesson. */
export async function lesson(words: Words) {
    const { ENCODINGS } = await import("../../data/encodings.ts");
    const stepElement = newElement("div", { "aria-live": "polite" });
    let step = 1;
    const go = (to: number) => {
        step = Math.min(Math.max(to, 1), STEPS);
        back.setAttribute("aria-disabled", String(step === 1));
        next.setAttribute("aria-disabled", String(step === STEPS));
        const stepTitle = newElement("h3", {}, words.translate("cards.lesson.step", { step, steps: STEPS }));
        stepElement.replaceChildren(stepTitle, newElement("p", {}, sentence(words, ENCODINGS, step)), ...picture(words, ENCODINGS, step));
    };
    const back = newElement("button", { type: "button", click: () => go(step - 1) }, words.translate("cards.lesson.back"));
    const next = newElement("button", { type: "button", click: () => go(step + 1) }, words.translate("cards.lesson.next"));
    go(1);
    showDialog(dialogOf(words, words.translate("cards.lesson.title"), stepElement, newElement("p", { class: "buttons" }, back, next)), true);
    next.focus();
}

function sentence(words: Words, { cards, distance, models: right, encodings }: LessonData, step: number) {
    const [publishedEncoding, correctedEncoding] = encodings;
    const stepEncoding = step === STEPS ? correctedEncoding : publishedEncoding;
    const surplus = step === STEPS ? correctedEncoding.clauses - publishedEncoding.clauses : publishedEncoding.models - right;
    const { letters, clauses, models } = stepEncoding;
    const values = { cards: cards.join(" "), distance, right, more: surplus, letters, clauses, models, printed: PRINTED_CLAUSES };
    return words.translate(`cards.lesson.${step}`, values);
}

function picture(words: Words, { encodings, sizes }: LessonData, step: number): Node[] {
    const [publishedEncoding] = encodings;
    if (step === 3) {
        const familyLines = publishedEncoding.families.map(([name, clauses]) => [name, words.translate(`cards.family.${name}`), clauses]);
        return [table(words, ["cards.lesson.family", "cards.lesson.says", "cards.lesson.clauses"].map((key) => words.translate(key)), familyLines)];
    }
    if (step === 5) return publishedEncoding.spurious.map(({ cards, turns }) => mountain(words, cards, turns));
    if (step < STEPS) return [];
    const head = [words.translate("cards.lesson.cards"), ...encodings.map(({ name }) => words.translate(`cards.encoding.${name}`))];
    return [table(words, head, sizes)];
}

/** A table in a box that scrolls. */
function table(words: Words, head: string[], lines: (string | number)[][]) {
    const cell = (value: string | number) =>
        newElement("td", {}, typeof value === "number" ? words.number.format(value) : value);
    return newElement(
        "div",
        { class: "table", tabindex: "0", role: "group", "aria-label": head.join(", ") },
        newElement(
            "table",
            {},
            newElement("thead", {}, newElement("tr", {}, ...head.map((name) => newElement("th", { scope: "col" }, name)))),
            newElement("tbody", {}, ...lines.map((line) => newElement("tr", {}, ...line.map(cell)))),
        ),
    );
}

/** A small mountain with its turns. */
function mountain(words: Words, cards: number[], turns: number[]) {
    const points = cards.map((card, at) => `${at + 0.5},${-card}`).join(" ");
    const rowLabel = words.translate("cards.lesson.row", { cards: cards.join(" "), turns: turns.join(", ") });
    return svgElement(
        "svg",
        { class: "drawn", viewBox: `0 -5.2 ${cards.length} 6`, role: "img", "aria-label": rowLabel },
        svgElement("polyline", { points }),
        ...cards.map((card, at) => svgText({ x: at + 0.5, y: 0.4 }, String(card))),
        ...turns.map((turn, k) => svgText({ x: turn - 0.5, y: -cards[turn - 1] - 0.3 }, "▲▽▲"[k])),
    );
}
