// @ts-check
// The lesson on encodings: six steps in a dialog, with figures that the methods in Python have written.

import { dialogOf, show } from "../../frame/dialog.js";
import { drawn, element, written } from "../../frame/dom.js";

/** @import { Words } from "../../frame/words.js" */
/** @typedef {typeof import("../../data/encodings.js").ENCODINGS} Told */

const STEPS = 6;
const PRINTED = 5229; // clauses, as the published text says

/** Open the lesson. @param {Words} words */
export async function lesson(words) {
    const { ENCODINGS } = await import("../../data/encodings.js");
    const shown = element("div", { "aria-live": "polite" });
    let step = 1;
    const go = (/** @type {number} */ to) => {
        step = Math.min(Math.max(to, 1), STEPS);
        back.setAttribute("aria-disabled", String(step === 1));
        next.setAttribute("aria-disabled", String(step === STEPS));
        const title = element("h3", {}, words.say("cards.lesson.step", { step, steps: STEPS }));
        shown.replaceChildren(title, element("p", {}, sentence(words, ENCODINGS, step)), ...picture(words, ENCODINGS, step));
    };
    const back = element("button", { type: "button", click: () => go(step - 1) }, words.say("cards.lesson.back"));
    const next = element("button", { type: "button", click: () => go(step + 1) }, words.say("cards.lesson.next"));
    go(1);
    show(dialogOf(words, words.say("cards.lesson.title"), shown, element("p", { class: "buttons" }, back, next)), true);
    next.focus();
}

/**
 * @param {Words} words
 * @param {Told} told
 * @param {number} step
 */
function sentence(words, { cards, distance, models: right, encodings }, step) {
    const [published, corrected] = encodings;
    const now = step === STEPS ? corrected : published;
    const more = step === STEPS ? corrected.clauses - published.clauses : published.models - right;
    const { letters, clauses, models } = now;
    const values = { cards: cards.join(" "), distance, right, more, letters, clauses, models, printed: PRINTED };
    return words.say(`cards.lesson.${step}`, values);
}

/**
 * @param {Words} words
 * @param {Told} told
 * @param {number} step
 * @returns {Node[]}
 */
function picture(words, { encodings, sizes }, step) {
    const [published] = encodings;
    if (step === 3) {
        const lines = published.families.map(([name, clauses]) => [name, words.say(`cards.family.${name}`), clauses]);
        return [table(words, ["cards.lesson.family", "cards.lesson.says", "cards.lesson.clauses"].map((key) => words.say(key)), lines)];
    }
    if (step === 5) return published.spurious.map(({ cards, turns }) => mountain(words, cards, turns));
    if (step < STEPS) return [];
    const head = [words.say("cards.lesson.cards"), ...encodings.map(({ name }) => words.say(`cards.encoding.${name}`))];
    return [table(words, head, sizes)];
}

/**
 * A table that scrolls inside itself.
 * @param {Words} words
 * @param {string[]} head
 * @param {(string | number)[][]} lines
 */
function table(words, head, lines) {
    const cell = (/** @type {string | number} */ value) =>
        element("td", {}, typeof value === "number" ? words.number.format(value) : value);
    return element(
        "div",
        { class: "table", tabindex: "0", role: "group", "aria-label": head.join(", ") },
        element(
            "table",
            {},
            element("thead", {}, element("tr", {}, ...head.map((name) => element("th", { scope: "col" }, name)))),
            element("tbody", {}, ...lines.map((line) => element("tr", {}, ...line.map(cell)))),
        ),
    );
}

/**
 * A small mountain with its turns.
 * @param {Words} words
 * @param {number[]} cards
 * @param {number[]} turns
 */
function mountain(words, cards, turns) {
    const points = cards.map((card, at) => `${at + 0.5},${-card}`).join(" ");
    const label = words.say("cards.lesson.row", { cards: cards.join(" "), turns: turns.join(", ") });
    return drawn(
        "svg",
        { class: "drawn", viewBox: `0 -5.2 ${cards.length} 6`, role: "img", "aria-label": label },
        drawn("polyline", { points }),
        ...cards.map((card, at) => written({ x: at + 0.5, y: 0.4 }, String(card))),
        ...turns.map((turn, k) => written({ x: turn - 0.5, y: -cards[turn - 1] - 0.3 }, "▲▽▲"[k])),
    );
}
