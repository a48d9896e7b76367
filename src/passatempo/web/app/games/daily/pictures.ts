// The puzzles of a day as small pictures, open or with their answers: on the page and on paper. Signs alone tell them
// apart, so that they can be printed in grey, and nothing else of the page is printed.

import { starText } from "../../frame/day/day.ts";
import { newElement } from "../../frame/dom.ts";
import { NAMES } from "../../frame/day/today.ts";
import type { Puzzle } from "../../frame/day/day.ts";
import type { Words } from "../../frame/words.ts";
import type { Puzzles } from "../../kernel/data.ts";

/** What one cell shows: a sign, a look, a small number beside it. */
type Cell = { sign: string, look?: string, small?: number };

const SUITS = { S: "♠", H: "♡", D: "♢", C: "♣" } as Record<string, string>;
const MARKS = { X: "×", O: "○", ".": "" } as Record<string, string>;
const COURT_RANKS = "JQK";
const WIDE = 16; // columns, and more: smaller cells

function grid(rows: Cell[][], look = "") {
    const cell = ({ sign, look: own = "", small }: Cell) =>
        newElement("td", { class: own }, sign, ...(small ? [newElement("sub", {}, String(small))] : []));
    const size = rows[0].length > WIDE ? "broad" : "";
    return newElement("table", { class: `grid ${size} ${look}` }, ...rows.map((row) => newElement("tr", {}, ...row.map(cell))));
}

function minefield({ instance, solution }: Puzzle, isSolved: boolean) {
    const rows = instance.grid.split("\n").map((row: string, at: number) =>
        [...row].map((sign, column) => {
            const isMine = isSolved && solution.field[at][column] === "*";
            return { sign: isMine ? "●" : sign === "#" || sign === "0" ? "" : sign, look: sign === "#" ? "covered" : "" };
        }),
    );
    return grid(rows);
}

function stones({ instance, solution }: Puzzle, isSolved: boolean) {
    const [row, column] = solution.first;
    const rows = instance.board.map((line: string, at: number) =>
        [...line].map((mark, place) => {
            const isAnswer = isSolved && at === row - 1 && place === column - 1;
            return isAnswer ? { sign: MARKS[instance.to_move], look: "answer" } : { sign: MARKS[mark] };
        }),
    );
    return grid(rows);
}

function torus({ instance, solution }: Puzzle, isSolved: boolean) {
    const places = solution.path.map(([row, column]: number[]) => `${row},${column}`);
    const rows = instance.board.map((line: number[], at: number) =>
        line.map((number, place) => {
            const order = isSolved ? places.indexOf(`${at + 1},${place + 1}`) + 1 : 0;
            return { sign: String(number), look: order ? "answer" : "", small: order };
        }),
    );
    return grid(rows, "large");
}

function row({ instance, solution }: Puzzle, isSolved: boolean) {
    const given = new Map(instance.given.map(([position, card]: [number, number]) => [position - 1, card]));
    const cells = solution.sequence.map((card: number, at: number) => {
        const isGiven = given.has(at);
        return { sign: isSolved || isGiven ? String(card) : "", look: isGiven ? "given" : "" };
    });
    return grid([cells], "large");
}

/** A card as people of a language write it; red suits are hollow. */
function cardText(words: Words, card: string) {
    const names = words.translate("daily.ranks").split(" ");
    const rank = card[0] === "T" ? "10" : (names[COURT_RANKS.indexOf(card[0])] ?? card[0]);
    return rank + SUITS[card[1]];
}

const cardsText = (words: Words, cards: string[]) => cards.map((card) => cardText(words, card)).join(" ");

function table(words: Words, { instance, solution }: Puzzle, isSolved: boolean) {
    const groups: string[][] = isSolved ? solution.melds : instance.table.split(" | ").map((group: string) => group.split(" "));
    return newElement("ul", { class: "groups" }, ...groups.map((group) => newElement("li", {}, cardsText(words, group))));
}

/** The name of a cell on the board, such as c4. */
const nameOf = ([row, column]: number[]) => `${String.fromCharCode(96 + column)}${row}`;

/** The line below a picture. */
function caption(words: Words, name: string, { instance, goal, solution }: Puzzle, isSolved: boolean) {
    if (name === "machiavelli") return isSolved ? "" : words.translate("daily.hand", { cards: cardsText(words, instance.hand.split(" ")) });
    if (name === "cards") return isSolved ? "" : words.translate("daily.deck", { cards: instance.cards.join(" ") });
    if (!isSolved) return "";
    if (name === "mnk") return words.translate("daily.answer.mnk", { side: MARKS[instance.to_move], cell: nameOf(solution.first) });
    return words.translate(`daily.answer.${name}`, { Z: goal.score ?? 0 });
}

const DRAWINGS: Record<string, typeof minefield> = { minesweeper: minefield, mnk: stones, optimiza: torus, cards: row };

/** A puzzle, or its answer, with a heading. */
export function drawPuzzle(words: Words, name: string, puzzle: Puzzle, { isSolved = false, heading }: { isSolved?: boolean, heading: (Node | string)[] }) {
    const drawing = DRAWINGS[name]?.(puzzle, isSolved) ?? table(words, puzzle, isSolved);
    const captionText = caption(words, name, puzzle, isSolved);
    const isBroad = drawing.classList.contains("broad");
    const scrollable = { tabindex: 0, role: "group", "aria-label": words.translate(`${name}.title`) }; // by keys too
    const frame = newElement("div", { class: "scroll", ...(isBroad ? scrollable : {}) }, drawing);
    return newElement("figure", {}, newElement("figcaption", {}, ...heading), frame, ...(captionText ? [newElement("p", {}, captionText)] : []));
}

/** The question of a puzzle in a sentence. */
export function questionText(words: Words, name: string, { instance, goal }: Puzzle) {
    const counts = { mnk: goal.moves, cards: instance.cards?.length, machiavelli: instance.hand?.split(" ").length } as Record<string, number>;
    const values = { ...goal, ...goal.levels, k: instance.k ?? 0, side: MARKS[instance.to_move] ?? "", distance: goal.apart ?? 0 };
    return words.translate(`daily.${name}`, { ...values, count: counts[name] ?? 0 });
}

/** Print the puzzles of a day, and their answers upside down. */
export function printSheets(words: Words, date: string, puzzles: Puzzles) {
    const title = (name: string) => newElement("b", {}, words.translate(`${name}.title`));
    const puzzleFigure = (name: string) => {
        const { grade, id } = puzzles[name];
        const heading = [title(name), ` ${starText(grade)} `, newElement("small", {}, id), newElement("br"), questionText(words, name, puzzles[name])];
        return drawPuzzle(words, name, puzzles[name], { heading });
    };
    const answer = (name: string) => drawPuzzle(words, name, puzzles[name], { isSolved: true, heading: [title(name)] });
    const foot = newElement("p", {}, newElement("small", {}, words.translate("daily.sheet.foot")));
    const head = newElement("h1", {}, `${words.translate("daily.title")}, ${date}`);
    const key = newElement("h2", {}, words.translate("daily.answers", { date }));
    document.querySelector("#sheets")?.remove();
    const sheets = [
        newElement("section", { class: "sheet" }, head, ...NAMES.map(puzzleFigure), foot),
        newElement("section", { class: "sheet answers" }, key, ...NAMES.map(answer)),
    ];
    const host = newElement("div", { id: "sheets" }, ...sheets);
    document.body.append(host);
    addEventListener("afterprint", () => host.remove(), { once: true });
    print();
}
