// @ts-check
// The puzzles of a day as small pictures, open or with their answers: on the page and on paper. Signs alone tell them
// apart, so that they can be printed in grey, and nothing else of the page is printed.

import { starText } from "../../frame/day.ts";
import { newElement } from "../../frame/dom.ts";

/** @import { Puzzle } from "../../frame/day.ts" */
/** @import { Words } from "../../frame/words.ts" */
/** @import { Puzzles } from "../../kernel/data.ts" */

/** What one cell shows: a sign, a look, a small number beside it. @typedef {{ sign: string, look?: string, small?: number }} Cell */

const SUITS = /** @type {Record<string, string>} */ ({ S: "♠", H: "♡", D: "♢", C: "♣" });
const MARKS = /** @type {Record<string, string>} */ ({ X: "×", O: "○", ".": "" });
const FACES = "JQK";
const WIDE = 16; // columns, and more: smaller cells

/**
 * @param {Cell[][]} rows
 * @param {string} [look]
 */
function grid(rows, look = "") {
    const cell = (/** @type {Cell} */ { sign, look: own = "", small }) =>
        newElement("td", { class: own }, sign, ...(small ? [newElement("sub", {}, String(small))] : []));
    const size = rows[0].length > WIDE ? "broad" : "";
    return newElement("table", { class: `grid ${size} ${look}` }, ...rows.map((row) => newElement("tr", {}, ...row.map(cell))));
}

/** @param {Puzzle} puzzle @param {boolean} solved */
function minefield({ instance, solution }, solved) {
    const shown = instance.grid.split("\n").map((/** @type {string} */ row, /** @type {number} */ at) =>
        [...row].map((sign, column) => {
            const mine = solved && solution.field[at][column] === "*";
            return { sign: mine ? "●" : sign === "#" || sign === "0" ? "" : sign, look: sign === "#" ? "covered" : "" };
        }),
    );
    return grid(shown);
}

/** @param {Puzzle} puzzle @param {boolean} solved */
function stones({ instance, solution }, solved) {
    const [row, column] = solution.first;
    const shown = instance.board.map((/** @type {string} */ line, /** @type {number} */ at) =>
        [...line].map((mark, place) => {
            const isAnswer = solved && at === row - 1 && place === column - 1;
            return isAnswer ? { sign: MARKS[instance.to_move], look: "answer" } : { sign: MARKS[mark] };
        }),
    );
    return grid(shown);
}

/** @param {Puzzle} puzzle @param {boolean} solved */
function torus({ instance, solution }, solved) {
    const places = solution.path.map((/** @type {number[]} */ [row, column]) => `${row},${column}`);
    const shown = instance.board.map((/** @type {number[]} */ line, /** @type {number} */ at) =>
        line.map((number, place) => {
            const order = solved ? places.indexOf(`${at + 1},${place + 1}`) + 1 : 0;
            return { sign: String(number), look: order ? "answer" : "", small: order };
        }),
    );
    return grid(shown, "large");
}

/** @param {Puzzle} puzzle @param {boolean} solved */
function row({ instance, solution }, solved) {
    const given = new Map(instance.given.map((/** @type {[number, number]} */ [position, card]) => [position - 1, card]));
    const cells = solution.sequence.map((/** @type {number} */ card, /** @type {number} */ at) => {
        const isGiven = given.has(at);
        return { sign: solved || isGiven ? String(card) : "", look: isGiven ? "given" : "" };
    });
    return grid([cells], "large");
}

/**
 * A card as people of a language write it; red suits are hollow.
 * @param {Words} words
 * @param {string} card
 */
function card(words, card) {
    const names = words.translate("daily.ranks").split(" ");
    const rank = card[0] === "T" ? "10" : (names[FACES.indexOf(card[0])] ?? card[0]);
    return rank + SUITS[card[1]];
}

/** @param {Words} words @param {string[]} cards */
const cards = (words, cards) => cards.map((one) => card(words, one)).join(" ");

/** @param {Words} words @param {Puzzle} puzzle @param {boolean} solved */
function table(words, { instance, solution }, solved) {
    /** @type {string[][]} */
    const groups = solved ? solution.melds : instance.table.split(" | ").map((/** @type {string} */ group) => group.split(" "));
    return newElement("ul", { class: "groups" }, ...groups.map((group) => newElement("li", {}, cards(words, group))));
}

/** Name a cell as the board does: c4. @param {number[]} place */
const named = ([row, column]) => `${String.fromCharCode(96 + column)}${row}`;

/**
 * What stands below a picture.
 * @param {Words} words
 * @param {string} name of the pastime
 * @param {Puzzle} puzzle
 * @param {boolean} solved
 */
function told(words, name, { instance, goal, solution }, solved) {
    if (name === "machiavelli") return solved ? "" : words.translate("daily.hand", { cards: cards(words, instance.hand.split(" ")) });
    if (name === "cards") return solved ? "" : words.translate("daily.deck", { cards: instance.cards.join(" ") });
    if (!solved) return "";
    if (name === "mnk") return words.translate("daily.answer.mnk", { side: MARKS[instance.to_move], cell: named(solution.first) });
    return words.translate(`daily.answer.${name}`, { Z: goal.score ?? 0 });
}

const DRAWN = { minesweeper: minefield, mnk: stones, optimiza: torus, cards: row };

/**
 * A puzzle, or its answer, with a heading.
 * @param {Words} words
 * @param {string} name of the pastime
 * @param {Puzzle} puzzle
 * @param {{ solved?: boolean, heading: (Node | string)[] }} how
 */
export function picture(words, name, puzzle, { solved = false, heading }) {
    const drawn = DRAWN[/** @type {keyof typeof DRAWN} */ (name)]?.(puzzle, solved) ?? table(words, puzzle, solved);
    const below = told(words, name, puzzle, solved);
    const isBroad = drawn.classList.contains("broad");
    const reached = { tabindex: 0, role: "group", "aria-label": words.translate(`${name}.title`) }; // to be moved by keys
    const scrolls = newElement("div", { class: "scroll", ...(isBroad ? reached : {}) }, drawn);
    return newElement("figure", {}, newElement("figcaption", {}, ...heading), scrolls, ...(below ? [newElement("p", {}, below)] : []));
}

/**
 * The question of a puzzle in a sentence.
 * @param {Words} words
 * @param {string} name
 * @param {Puzzle} puzzle
 */
export function asked(words, name, { instance, goal }) {
    const counts = /** @type {Record<string, number>} */ ({ mnk: goal.moves, cards: instance.cards?.length, machiavelli: instance.hand?.split(" ").length });
    const values = { ...goal, ...goal.levels, k: instance.k ?? 0, side: MARKS[instance.to_move] ?? "", distance: goal.apart ?? 0 };
    return words.translate(`daily.${name}`, { ...values, count: counts[name] ?? 0 });
}

/**
 * @param {Words} words
 * @param {{ date: string, names: string[], puzzles: Puzzles }} day
 */
export function printed(words, { date, names, puzzles }) {
    const title = (/** @type {string} */ name) => newElement("b", {}, words.translate(`${name}.title`));
    const puzzle = (/** @type {string} */ name) => {
        const one = puzzles[name];
        const heading = [title(name), ` ${starText(one.grade)} `, newElement("small", {}, one.id), newElement("br"), asked(words, name, one)];
        return picture(words, name, one, { heading });
    };
    const answer = (/** @type {string} */ name) => picture(words, name, puzzles[name], { solved: true, heading: [title(name)] });
    const foot = newElement("p", {}, newElement("small", {}, words.translate("daily.sheet.foot")));
    const head = newElement("h1", {}, `${words.translate("daily.title")}, ${date}`);
    const key = newElement("h2", {}, words.translate("daily.answers", { date }));
    document.querySelector("#sheets")?.remove();
    const host = newElement(
        "div",
        { id: "sheets" },
        newElement("section", { class: "sheet" }, head, ...names.map(puzzle), foot),
        newElement("section", { class: "sheet answers" }, key, ...names.map(answer)),
    );
    document.body.append(host);
    addEventListener("afterprint", () => host.remove(), { once: true });
    print();
}
