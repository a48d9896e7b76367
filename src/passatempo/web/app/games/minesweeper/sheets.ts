// Sheets to print: positions of fields without a guess, or the current board; the last page shows the certain cells.

import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { newElement } from "../../frame/dom.ts";
import { seedDigits, newSeed } from "../../frame/short.ts";
import { lay, play, survey } from "../../kernel/minesweeper.ts";
import { COVERED, FLAG, NEAR, UNKNOWN, isMine, isSafe } from "./state.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { SurveyReply } from "../../kernel/minesweeper.ts";
import type { Game, Rules } from "./game.ts";

/** A position and its certain cells. */
type Puzzle = { name: string, columns: number, cells: Uint8Array, surveyReply: SurveyReply };

const ON_A_SHEET = [1, 2, 4, 6];
const LAY_SECONDS = 10; // seconds
const WIDE = 16; // columns: smaller cells on paper
const HUGE = 36;
const MAX_MINE_SHARE = 0.2; // of the cells, for fields without a guess

/** The opening of a field that needs no guess. */
async function drawPuzzle(client: Client, { rows, columns, mines }: Rules, seed: bigint): Promise<Puzzle | undefined> {
    const sides = { rows, columns, variant: 0, near: NEAR[0] };
    const firstCell = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    const isDense = mines > MAX_MINE_SHARE * rows * columns;
    const request = { ...sides, mines, opening: true, no_guess: !isDense, seed: seedDigits(seed), first: firstCell };
    const { tell: layReply } = await lay(client, request, { seconds: LAY_SECONDS });
    if (layReply.mine.length === 0) return undefined;
    const coveredCells = new Uint8Array(rows * columns).fill(COVERED);
    const playReply = await play(client, { ...sides, mine: layReply.mine, cells: coveredCells, deed: 0, cell: firstCell });
    const name = `${rows}x${columns}/${mines} #${seed}`;
    return solvePuzzle(client, { ...sides, cells: playReply.tell.cells, mines: BigInt(mines) }, name);
}

async function solvePuzzle(client: Client, board: Game["board"], name: string): Promise<Puzzle> {
    const { tell: surveyReply } = await survey(client, { board });
    return { name, columns: board.columns, cells: board.cells, surveyReply };
}

function newBoardTable({ columns, cells, surveyReply }: Puzzle, withAnswers: boolean) {
    const signOf = (cell: number) => {
        const cellCode = cells[cell];
        if (cellCode === UNKNOWN) return "?";
        if (cellCode < UNKNOWN) return cellCode ? String(cellCode) : "";
        if (withAnswers && isSafe(surveyReply.marks[cell])) return "○";
        if (withAnswers && isMine(surveyReply.marks[cell])) return "●";
        return cellCode === FLAG ? "⚑" : "";
    };
    const newRow = (at: number) =>
        newElement("tr", {}, ...Array.from({ length: columns }, (_, column) => {
            const cell = at * columns + column;
            return newElement("td", { class: cells[cell] > UNKNOWN ? "covered" : "" }, signOf(cell));
        }));
    const boardClass = columns > HUGE ? "huge-board" : columns > WIDE ? "wide-board" : "";
    const rowElements = Array.from({ length: cells.length / columns }, (_, at) => newRow(at));
    return newElement("table", { class: `sheet-board ${boardClass}` }, ...rowElements);
}

/** @param perSheet number of puzzles on a sheet */
function newSections(words: Words, puzzles: Puzzle[], perSheet: number) {
    const newFigure = (puzzle: Puzzle, place: number, withAnswers = false) =>
        newElement("figure", {}, newElement("figcaption", {}, `${place + 1}. ${puzzle.name}`), newBoardTable(puzzle, withAnswers));
    const sections = [];
    for (let from = 0; from < puzzles.length; from += perSheet) {
        const figures = puzzles.slice(from, from + perSheet).map((puzzle, place) => newFigure(puzzle, from + place));
        const taskLine = newElement("p", {}, words.translate("minesweeper.sheet.task"));
        sections.push(newElement("section", { class: `sheet of${perSheet}` }, taskLine, ...figures));
    }
    const answerFigures = puzzles.map((puzzle, place) => newFigure(puzzle, place, true));
    const answerLine = newElement("p", {}, words.translate("minesweeper.sheet.answers"));
    sections.push(newElement("section", { class: "sheet answers" }, answerLine, ...answerFigures));
    return sections;
}

/** Put sheets below the page, print them, and take them away. */
function printSections(sections: HTMLElement[]) {
    document.querySelector("#sheets")?.remove();
    const sheetsHost = newElement("div", { id: "sheets" }, ...sections);
    document.body.append(sheetsHost);
    addEventListener("afterprint", () => sheetsHost.remove(), { once: true });
    print();
}

/** Show the dialog of the sheets, which prints the chosen ones. */
export function showSheetDialog(words: Words, client: Client, game: Game, runAction: (deed: () => unknown) => unknown) {
    const translate = (name: string, values = {}) => words.translate(`minesweeper.sheet.${name}`, values);
    const options = ON_A_SHEET.map((count) => newElement("option", { value: count }, String(count)));
    const eachSelect = newElement("select", { id: "sheet-each" }, ...options);
    const statusLine = newElement("p", { role: "status" });
    const printFresh = async () => {
        statusLine.textContent = words.translate("minesweeper.thinking");
        const seed = newSeed();
        const puzzles = [];
        for (let place = 0; place < Number(eachSelect.value); place += 1) {
            const puzzle = await drawPuzzle(client, game.rules, seed + BigInt(place));
            if (!puzzle) return void (statusLine.textContent = words.translate("minesweeper.fault.field"));
            puzzles.push(puzzle);
        }
        dialog.close();
        printSections(newSections(words, puzzles, Number(eachSelect.value)));
    };
    const printPresent = async () => {
        const { rows, columns, mines } = game.rules;
        const puzzle = await solvePuzzle(client, { ...game.board, cells: game.cellsBefore }, `${rows}x${columns}/${mines} #${game.seed}`);
        dialog.close();
        printSections(newSections(words, [puzzle], 1));
    };
    const newButton = (name: string, deed: () => unknown) =>
        newElement("button", { type: "button", id: `sheet-${name}`, click: () => runAction(deed) }, translate(name));
    const eachChoice = newElement("p", {}, newElement("label", {}, translate("each"), " ", eachSelect));
    const dialog = dialogOf(words, translate("title"), eachChoice, newElement("p", {}, newButton("fresh", printFresh), " ", newButton("present", printPresent)), statusLine);
    showDialog(dialog, true);
}
