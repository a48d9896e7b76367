// Sheets to print: positions of fields without a guess, or the present board; what is certain stands on the last page.

import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { newElement } from "../../frame/dom.ts";
import { seedDigits, newSeed } from "../../frame/short.ts";
import { lay, play, survey } from "../../kernel/minesweeper.ts";
import { COVERED, FLAG, NEAR, UNKNOWN } from "./state.ts";
import { isMine, isSafe } from "./view.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { SurveyReply } from "../../kernel/minesweeper.ts";
import type { Game, Rules } from "./game.ts";

/** A position and what is certain in it. */
type Puzzle = { name: string, columns: number, cells: Uint8Array, report: SurveyReply };

const ON_A_SHEET = [1, 2, 4, 6];
const LAY_SECONDS = 10; // seconds
const WIDE = 16; // columns: smaller cells on paper
const HUGE = 36;
const MAX_MINE_SHARE = 0.2; // of the cells, where fields without a guess are laid

/** The opening of a field that needs no guess. */
async function drawPuzzle(client: Client, { rows, columns, mines }: Rules, seed: bigint): Promise<Puzzle | undefined> {
    const sides = { rows, columns, variant: 0, near: NEAR[0] };
    const first = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    const dense = mines > MAX_MINE_SHARE * rows * columns;
    const request = { ...sides, mines, opening: true, no_guess: !dense, seed: seedDigits(seed), first };
    const { tell: reply } = await lay(client, request, { seconds: LAY_SECONDS });
    if (reply.mine.length === 0) return undefined;
    const cells = new Uint8Array(rows * columns).fill(COVERED);
    const opening = await play(client, { ...sides, mine: reply.mine, cells, deed: 0, cell: first });
    const name = `${rows}x${columns}/${mines} #${seed}`;
    return solvePuzzle(client, { ...sides, cells: opening.tell.cells, mines: BigInt(mines) }, name);
}

async function solvePuzzle(client: Client, board: Game["board"], name: string): Promise<Puzzle> {
    const { tell: report } = await survey(client, { board });
    return { name, columns: board.columns, cells: board.cells, report: report };
}

function picture({ columns, cells, report: report }: Puzzle, withAnswers: boolean) {
    const sign = (cell: number) => {
        const code = cells[cell];
        if (code === UNKNOWN) return "?";
        if (code < UNKNOWN) return code ? String(code) : "";
        if (withAnswers && isSafe(report.marks[cell])) return "○";
        if (withAnswers && isMine(report.marks[cell])) return "●";
        return code === FLAG ? "⚑" : "";
    };
    const row = (at: number) =>
        newElement("tr", {}, ...Array.from({ length: columns }, (_, column) => {
            const cell = at * columns + column;
            return newElement("td", { class: cells[cell] > UNKNOWN ? "covered" : "" }, sign(cell));
        }));
    const size = columns > HUGE ? "huge-board" : columns > WIDE ? "wide-board" : "";
    const rows = Array.from({ length: cells.length / columns }, (_, at) => row(at));
    return newElement("table", { class: `sheet-board ${size}` }, ...rows);
}

/** @param each on a sheet */
function pages(words: Words, puzzles: Puzzle[], each: number) {
    const figure = (puzzle: Puzzle, place: number, withAnswers = false) =>
        newElement("figure", {}, newElement("figcaption", {}, `${place + 1}. ${puzzle.name}`), picture(puzzle, withAnswers));
    const sections = [];
    for (let from = 0; from < puzzles.length; from += each) {
        const figures = puzzles.slice(from, from + each).map((puzzle, place) => figure(puzzle, from + place));
        const task = newElement("p", {}, words.translate("minesweeper.sheet.task"));
        sections.push(newElement("section", { class: `sheet of${each}` }, task, ...figures));
    }
    const answers = puzzles.map((puzzle, place) => figure(puzzle, place, true));
    const key = newElement("p", {}, words.translate("minesweeper.sheet.answers"));
    sections.push(newElement("section", { class: "sheet answers" }, key, ...answers));
    return sections;
}

/** Put sheets below the page, print them, and take them away. */
function printSections(sections: HTMLElement[]) {
    document.querySelector("#sheets")?.remove();
    const host = newElement("div", { id: "sheets" }, ...sections);
    document.body.append(host);
    addEventListener("afterprint", () => host.remove(), { once: true });
    print();
}

/** Ask what to print, and print it. */
export function sheets(words: Words, client: Client, game: Game, act: (deed: () => unknown) => unknown) {
    const translate = (name: string, values = {}) => words.translate(`minesweeper.sheet.${name}`, values);
    const options = ON_A_SHEET.map((count) => newElement("option", { value: count }, String(count)));
    const each = newElement("select", { id: "sheet-each" }, ...options);
    const statusLine = newElement("p", { role: "status" });
    const fresh = async () => {
        statusLine.textContent = words.translate("minesweeper.thinking");
        const seed = newSeed();
        const puzzles = [];
        for (let place = 0; place < Number(each.value); place += 1) {
            const puzzle = await drawPuzzle(client, game.rules, seed + BigInt(place));
            if (!puzzle) return void (statusLine.textContent = words.translate("minesweeper.fault.field"));
            puzzles.push(puzzle);
        }
        dialog.close();
        printSections(pages(words, puzzles, Number(each.value)));
    };
    const present = async () => {
        const { rows, columns, mines } = game.rules;
        const puzzle = await solvePuzzle(client, { ...game.board, cells: game.cellsBefore }, `${rows}x${columns}/${mines} #${game.seed}`);
        dialog.close();
        printSections(pages(words, [puzzle], 1));
    };
    const button = (name: string, deed: () => unknown) =>
        newElement("button", { type: "button", id: `sheet-${name}`, click: () => act(deed) }, translate(name));
    const choice = newElement("p", {}, newElement("label", {}, translate("each"), " ", each));
    const dialog = dialogOf(words, translate("title"), choice, newElement("p", {}, button("fresh", fresh), " ", button("present", present)), statusLine);
    showDialog(dialog, true);
}
