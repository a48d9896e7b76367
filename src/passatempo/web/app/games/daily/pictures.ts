// The puzzles of a day as small pictures, open or with their answers: on the page and on paper. Signs alone tell them
// apart, so that they can be printed in grey, and nothing else of the page is printed.

import { starText } from "../../frame/day.ts";
import { newElement } from "../../frame/dom.ts";
import type { Puzzle } from "../../frame/day.ts";
import type { Words } from "../../frame/words.ts";
import type { Puzzles } from "../../kernel/data.ts";

/** What one cell shows: a sign, a look, a small number beside it. */
type Cell = { sign: string, look?: string, small?: number };

const SUITS = { S: "♠", H: "♡", D: "♢", C: "♣" } as Record<string, string>;
const MARKS = { X: "×", O: "○", ".": "" } as Record<string, string>;
const FACES = "JQK";
const WIDE = 16; // columns, and more: smaller cells

function grid(rows: Cell[][], look = "") {
    const cell = ({ sign, look: own = "", small }: Cell) =>
        newElement("td", { class: own }, sign, ...(small ? [newElement("sub", {}, String(small))] : []));
    const size = rows[0].length > WIDE ? "broad" : "";
    return newElement("table", { class: `grid ${size} ${look}` }, ...rows.map((row) => newElement("tr", {}, ...row.map(cell))));
}

function minefield({ instance, solution }: Puzzle, solved: boolean) {
    const shown = instance.grid.split("\n").map((row: string, at: number) =>
        [...row].map((sign, column) => {
            const mine = solved && solution.field[at][column] === "*";
            return { sign: mine ? "●" : sign === "#" || sign === "0" ? "" : sign, look: sign === "#" ? "covered" : "" };
        }),
    );
    return grid(shown);
}

function stones({ instance, solution }: Puzzle, solved: boolean) {
    const [row, column] = solution.first;
    const shown = instance.board.map((line: string, at: number) =>
        [...line].map((mark, place) => {
            const isAnswer = solved && at === row - 1 && place === column - 1;
            return isAnswer ? { sign: MARKS[instance.to_move], look: "answer" } : { sign: MARKS[mark] };
        }),
    );
    return grid(shown);
}

function torus({ instance, solution }: Puzzle, solved: boolean) {
    const places = solution.path.map(([row, column]: number[]) => `${row},${column}`);
    const shown = instance.board.map((line: number[], at: number) =>
        line.map((number, place) => {
            const order = solved ? places.indexOf(`${at + 1},${place + 1}`) + 1 : 0;
            return { sign: String(number), look: order ? "answer" : "", small: order };
        }),
    );
    return grid(shown, "large");
}

function row({ instance, solution }: Puzzle, solved: boolean) {
    const given = new Map(instance.given.map(([position, card]: [number, number]) => [position - 1, card]));
    const cells = solution.sequence.map((card: number, at: number) => {
        const isGiven = given.has(at);
        return { sign: solved || isGiven ? String(card) : "", look: isGiven ? "given" : "" };
    });
    return grid([cells], "large");
}

/** A card as people of a language write it; red suits are hollow. */
function card(words: Words, card: string) {
    const names = words.translate("daily.ranks").split(" ");
    const rank = card[0] === "T" ? "10" : (names[FACES.indexOf(card[0])] ?? card[0]);
    return rank + SUITS[card[1]];
}

const cards = (words: Words, cards: string[]) => cards.map((one) => card(words, one)).join(" ");

function table(words: Words, { instance, solution }: Puzzle, solved: boolean) {
    const groups: string[][] = solved ? solution.melds : instance.table.split(" | ").map((group: string) => group.split(" "));
    return newElement("ul", { class: "groups" }, ...groups.map((group) => newElement("li", {}, cards(words, group))));
}

/** Name a cell as the board does: c4. */
const named = ([row, column]: number[]) => `${String.fromCharCode(96 + column)}${row}`;

/**
 * What stands below a picture.
 * @param name of the pastime
 */
function told(words: Words, name: string, { instance, goal, solution }: Puzzle, solved: boolean) {
    if (name === "machiavelli") return solved ? "" : words.translate("daily.hand", { cards: cards(words, instance.hand.split(" ")) });
    if (name === "cards") return solved ? "" : words.translate("daily.deck", { cards: instance.cards.join(" ") });
    if (!solved) return "";
    if (name === "mnk") return words.translate("daily.answer.mnk", { side: MARKS[instance.to_move], cell: named(solution.first) });
    return words.translate(`daily.answer.${name}`, { Z: goal.score ?? 0 });
}

const DRAWN = { minesweeper: minefield, mnk: stones, optimiza: torus, cards: row };

/**
 * A puzzle, or its answer, with a heading.
 * @param name of the pastime
 */
export function picture(
    words: Words,
    name: string,
    puzzle: Puzzle,
    { solved = false, heading }: { solved?: boolean, heading: (Node | string)[] },
) {
    const drawn = DRAWN[(name as keyof typeof DRAWN)]?.(puzzle, solved) ?? table(words, puzzle, solved);
    const below = told(words, name, puzzle, solved);
    const isBroad = drawn.classList.contains("broad");
    const reached = { tabindex: 0, role: "group", "aria-label": words.translate(`${name}.title`) }; // to be moved by keys
    const scrolls = newElement("div", { class: "scroll", ...(isBroad ? reached : {}) }, drawn);
    return newElement("figure", {}, newElement("figcaption", {}, ...heading), scrolls, ...(below ? [newElement("p", {}, below)] : []));
}

/** The question of a puzzle in a sentence. */
export function asked(words: Words, name: string, { instance, goal }: Puzzle) {
    const counts = { mnk: goal.moves, cards: instance.cards?.length, machiavelli: instance.hand?.split(" ").length } as Record<string, number>;
    const values = { ...goal, ...goal.levels, k: instance.k ?? 0, side: MARKS[instance.to_move] ?? "", distance: goal.apart ?? 0 };
    return words.translate(`daily.${name}`, { ...values, count: counts[name] ?? 0 });
}

export function printed(words: Words, { date, names, puzzles }: { date: string, names: string[], puzzles: Puzzles }) {
    const title = (name: string) => newElement("b", {}, words.translate(`${name}.title`));
    const puzzle = (name: string) => {
        const one = puzzles[name];
        const heading = [title(name), ` ${starText(one.grade)} `, newElement("small", {}, one.id), newElement("br"), asked(words, name, one)];
        return picture(words, name, one, { heading });
    };
    const answer = (name: string) => picture(words, name, puzzles[name], { solved: true, heading: [title(name)] });
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
