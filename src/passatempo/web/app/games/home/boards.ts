// Small positions that obey one click. A test asks the kernels whether each can be, and whether each reply is right.

import { newElement } from "../../frame/dom.ts";
import type { Words } from "../../frame/words.ts";

/** A cell: what it shows, and for one that can be clicked, the key of its reply and what it shows then. */
type Cell = { sign: string, name?: string, look?: string, reply?: string, shows?: string, values?: Record<string, number> };

const STONES = "......./.O...../..XO.../.O.XO../....X../.....X./.......".replaceAll("/", "");
const FIVE = 48; // the square that makes five
const NUMBERS = "3124231212311323";
const SUMS = [16, 26, 18, 4, 4, 19, 26, 21, 26, 6, 16, 26, 26, 19, 4, 16]; // of the best path from each square
const TOP = Math.max(...SUMS);
const [ROW, SWAP] = [[2, 5, 7, 3, 6, 4, 1], [4, 5]]; // cards, and the places of the two to swap
const [TABLE, HAND] = [["5♥\ufe0e", "6♥\ufe0e", "7♥\ufe0e"], ["8♥\ufe0e", "K♠\ufe0e", "3♦\ufe0e"]]; // as text, not as emoji

/** The name of a square. */
const named = (at: number, columns: number) => `${String.fromCharCode(97 + (at % columns))}${1 + Math.floor(at / columns)}`;

const BOARDS: Record<string, Cell[]> = {
    minesweeper: [..."#####11111     "].map((sign, at) => {
        if (sign !== "#") return { sign, look: `n${sign.trim()}` };
        return { sign: "", name: named(at, 5), look: "covered", ...(at === 2 ? { reply: "safe", shows: "1" } : { reply: "maybe", shows: "?" }) };
    }),
    machiavelli: [
        ...TABLE.map((sign) => ({ sign, look: "red" })),
        ...HAND.map((sign) => ({ sign, look: /[♥♦]/.test(sign) ? "hand red" : "hand", reply: sign === HAND[0] ? "fits" : "alone", shows: sign })),
    ],
    mnk: [...STONES].map((sign, at) => {
        if (sign !== ".") return { sign: "", name: sign, look: sign };
        return { sign: "", name: named(at, 7), reply: at === FIVE ? "won" : "open", shows: "" };
    }),
    optimiza: [...NUMBERS].map((sign, at) => ({ sign, shows: sign, reply: SUMS[at] === TOP ? "top" : "sum", values: { best: SUMS[at], top: TOP } })),
    cards: ROW.map((card, at) => {
        const isMarked = SWAP.includes(at);
        return { sign: String(card), shows: String(card), look: `bar h${card}${isMarked ? " marked" : ""}`, reply: isMarked ? "right" : "stays" };
    }),
};

/** Put the boards on the page. */
export function showBoards(words: Words) {
    for (const [game, cells] of Object.entries(BOARDS)) {
        const article = document.querySelector(`[data-game="${game}"]`) as HTMLElement;
        const nodes = cells.map(({ sign, name, look = "", reply }) => {
            if (!reply) return newElement("span", { class: look, ...(sign ? {} : { role: "img", "aria-label": name ?? " " }) }, sign);
            return newElement("button", { type: "button", class: look, "data-reply": reply, ...(name ? { "aria-label": name } : {}) }, sign);
        });
        const board = newElement("div", { class: "mini", role: "group", "aria-label": words.translate(`home.${game}.question`) }, ...nodes);
        board.addEventListener("click", ({ target }) => {
            const at = nodes.indexOf(target as HTMLButtonElement);
            const { reply, values } = cells[at] ?? {};
            if (!reply) return;
            for (const [place, node] of nodes.entries()) {
                node.classList.toggle("on", place === at);
                node.textContent = (place === at && cells[place].shows) || cells[place].sign;
            }
            if (reply === "right") SWAP.map((place) => nodes[place]).reduce((first, second) => (first.before(second), second));
            (article.querySelector(".reply") as HTMLElement).textContent = words.translate(`home.mini.${reply}`, values);
        });
        article.querySelector(".live")?.append(board);
    }
}
