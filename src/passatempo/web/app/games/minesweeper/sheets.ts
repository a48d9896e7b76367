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
type Puzzle = { name: string, columns: number, cells: Uint8Array, found: SurveyReply };

const ON_A_SHEET = [1, 2, 4, 6];
const LAY_SECONDS = 10; // seconds
const WIDE = 16; // columns: smaller cells on paper
const HUGE = 36;
const MOST_MINES = 0.2; // of the cells, where fields without a guess are laid

/** The opening of a field that needs no guess. */
async function drawn(client: Client, { rows, columns, mines }: Rules, seed: bigint): Promise<Puzzle | undefined> {
    const sides = { rows, columns, variant: 0, near: NEAR[0] };
    const first = Math.floor(rows / 2) * columns + Math.floor(columns / 2);
    const dense = mines > MOST_MINES * rows * columns;
    const asked = { ...sides, mines, opening: true, no_guess: !dense, seed: seedDigits(seed), first };
    const { tell } = await lay(client, asked, { seconds: LAY_SECONDS });
    if (tell.mine.length === 0) return undefined;
    const cells = new Uint8Array(rows * columns).fill(COVERED);
    const opened = await play(client, { ...sides, mine: tell.mine, cells, deed: 0, cell: first });
    const name = `${rows}x${columns}/${mines} #${seed}`;
    return answered(client, { ...sides, cells: opened.tell.cells, mines: BigInt(mines) }, name);
}

async function answered(client: Client, board: Game["board"], name: string): Promise<Puzzle> {
    const { tell: found } = await survey(client, { board });
    return { name, columns: board.columns, cells: board.cells, found };
}

function picture({ columns, cells, found }: Puzzle, solved: boolean) {
    const sign = (cell: number) => {
        const code = cells[cell];
        if (code === UNKNOWN) return "?";
        if (code < UNKNOWN) return code ? String(code) : "";
        if (solved && isSafe(found.marks[cell])) return "○";
        if (solved && isMine(found.marks[cell])) return "●";
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
    const figure = (puzzle: Puzzle, place: number, solved = false) =>
        newElement("figure", {}, newElement("figcaption", {}, `${place + 1}. ${puzzle.name}`), picture(puzzle, solved));
    const made = [];
    for (let from = 0; from < puzzles.length; from += each) {
        const some = puzzles.slice(from, from + each).map((puzzle, place) => figure(puzzle, from + place));
        const task = newElement("p", {}, words.translate("minesweeper.sheet.task"));
        made.push(newElement("section", { class: `sheet of${each}` }, task, ...some));
    }
    const answers = puzzles.map((puzzle, place) => figure(puzzle, place, true));
    const key = newElement("p", {}, words.translate("minesweeper.sheet.answers"));
    made.push(newElement("section", { class: "sheet answers" }, key, ...answers));
    return made;
}

/** Put sheets below the page, print them, and take them away. */
function printed(made: HTMLElement[]) {
    document.querySelector("#sheets")?.remove();
    const host = newElement("div", { id: "sheets" }, ...made);
    document.body.append(host);
    addEventListener("afterprint", () => host.remove(), { once: true });
    print();
}

/** Ask what to print, and print it. */
export function sheets(words: Words, client: Client, game: Game, act: (deed: () => unknown) => unknown) {
    const say = (name: string, values = {}) => words.translate(`minesweeper.sheet.${name}`, values);
    const options = ON_A_SHEET.map((count) => newElement("option", { value: count }, String(count)));
    const each = newElement("select", { id: "sheet-each" }, ...options);
    const said = newElement("p", { role: "status" });
    const fresh = async () => {
        said.textContent = words.translate("minesweeper.thinking");
        const seed = newSeed();
        const puzzles = [];
        for (let place = 0; place < Number(each.value); place += 1) {
            const puzzle = await drawn(client, game.rules, seed + BigInt(place));
            if (!puzzle) return void (said.textContent = words.translate("minesweeper.fault.field"));
            puzzles.push(puzzle);
        }
        dialog.close();
        printed(pages(words, puzzles, Number(each.value)));
    };
    const present = async () => {
        const { rows, columns, mines } = game.rules;
        const puzzle = await answered(client, { ...game.board, cells: game.shownBefore }, `${rows}x${columns}/${mines} #${game.seed}`);
        dialog.close();
        printed(pages(words, [puzzle], 1));
    };
    const button = (name: string, deed: () => unknown) =>
        newElement("button", { type: "button", id: `sheet-${name}`, click: () => act(deed) }, say(name));
    const choice = newElement("p", {}, newElement("label", {}, say("each"), " ", each));
    const dialog = dialogOf(words, say("title"), choice, newElement("p", {}, button("fresh", fresh), " ", button("present", present)), said);
    showDialog(dialog, true);
}
