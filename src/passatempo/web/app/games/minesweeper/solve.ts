// The second mode of the page: it solves the board that the visitor enters after every change.

import { findElement, newElement } from "../../frame/dom.ts";
import { Setup } from "../../frame/position/setup.ts";
import { survey } from "../../kernel/minesweeper.ts";
import { CONTRADICTORY, suggestCell, nameCertainCells, explainContradiction, explainCell } from "./answers.ts";
import { COVERED, Draft, EXAMPLE, FLAG, MINE, fragmentOf, isCovered } from "./state.ts";
import { LEVELS } from "./game.ts";
import { OWN_DOUBTS, Unreadable, VARIANTS, read } from "./text.ts";
import { View } from "./view.ts";
import type { Board, Deed } from "../../frame/board/board.ts";
import type { Refusal } from "../../frame/position/bring.ts";
import type { FileField } from "./text.ts";
import type { Sentence, Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Answer } from "./answers.ts";
import type { State } from "./page.ts";
import type { PictureReading } from "./picture.ts";
import type { DraftBoard } from "./state.ts";

const UPRIGHT = 12; // columns of a board that is not turned, so that it can be typed as it is written

/** The mines of the level with this board, which are proposed, or -1 for an unknown number. */
const usualMines = (rows: number, columns: number) => BigInt(Object.values(LEVELS).find((level) => level.rows === rows && level.columns === columns)?.mines ?? -1);

const findInput = (selector: string) => findElement(selector) as HTMLInputElement;

export class Solver {
    words: Words;
    client: Client;
    store: Store<State>;
    board: Board;
    runAction: (action: () => unknown) => unknown;
    draft: Draft;
    view: View;
    sheet: Setup;
    #opening: unknown; // the sheet, while its script is fetched

    /** @param runAction runs an action and reports its errors */
    constructor(words: Words, client: Client, store: Store<State>, board: Board, runAction: (action: () => unknown) => unknown) {
        this.words = words;
        this.client = client;
        this.store = store;
        this.board = board;
        this.runAction = runAction;
        this.sheet = new Setup(words);
        this.draft = new Draft(EXAMPLE);
        this.view = this.#viewOf(this.draft);
        this.#addListeners();
    }

    #viewOf(draft: Draft) {
        const view = new View(this.words, draft);
        view.help = "chances";
        return view;
    }

    #load(position: DraftBoard) {
        this.draft = new Draft(position);
        this.view = this.#viewOf(this.draft);
    }

    /** Show another board; without an argument, show the previous one. */
    enter(position?: DraftBoard) {
        if (position && this.sheet.isOpen) this.draft.change(position);
        else if (position) this.#load(position);
        this.#showBoard();
        if (!this.sheet.isOpen) this.#opening = this.runAction(() => this.#openSheet());
    }

    #addListeners() {
        findInput("#draft-mines").addEventListener("change", () => this.#takeMines());
        const variant = findElement("#draft-variant") as HTMLSelectElement;
        variant.addEventListener("change", () => this.#change({ variant: VARIANTS.indexOf(variant.value) }));
        this.board.host.addEventListener("keydown", (event) => this.#onTab(event), true);
        findElement("#draft-clear").addEventListener("click", () => this.renew());
    }

    #change(change: Partial<DraftBoard>) {
        this.draft.change(change);
        void this.runAction(() => this.#solveBoard());
    }

    #takeMines() {
        const mines = findInput("#draft-mines").value.trim();
        if (!/^\d{0,5}$/.test(mines) || Number(mines) > this.draft.now.cells.length) return this.#showControls();
        this.#change({ mines: mines === "" ? -1n : BigInt(mines) });
    }

    #showControls() {
        const { mines, variant } = this.draft.now;
        this.sheet.refresh();
        findInput("#draft-mines").value = mines < 0n ? "" : String(mines);
        (findElement("#draft-variant") as HTMLSelectElement).value = VARIANTS[variant];
    }

    #showBoard() {
        const { rows, columns } = this.draft.now;
        this.board.resize(rows, columns, columns > UPRIGHT);
        findElement("#board").setAttribute("aria-label", this.words.translate("minesweeper.solve.board", { rows, columns }));
        void this.runAction(() => this.#solveBoard());
    }

    /** Solve another board. */
    async #solveBoard() {
        const { view, draft, store } = this;
        this.#showControls();
        view.isOld = true;
        store.advance({});
        history.replaceState(null, "", `#${fragmentOf(draft.history.current)}`);
        const { found: surveyReply, answer } = await store.ask(async () => {
            const { tell: surveyReply } = await survey(this.client, { board: draft.board });
            if (surveyReply.state !== CONTRADICTORY) return { found: surveyReply, answer: nameCertainCells(this.words, view, surveyReply) };
            return { found: surveyReply, answer: await explainContradiction(this.words, view, this.client, draft.board) };
        });
        const isContradictory = surveyReply.state === CONTRADICTORY;
        if (draft.doubtful.size > 0) return this.#showDoubts(isContradictory ? answer.message : []);
        view.takeSurvey(isContradictory ? undefined : surveyReply);
        this.#showAnswer({ ...answer, cell: undefined });
    }

    /** Show the board of a picture. Its doubtful squares come first, then the check of the kernel, and only then an answer. */
    async takePicture({ rows, columns, cells, doubtful }: PictureReading, enter: (position: DraftBoard) => unknown) {
        enter({ rows, columns, variant: 0, mines: usualMines(rows, columns), cells: Uint8Array.from(cells, (code) => (code === MINE ? FLAG : code)) });
        this.draft.doubtful = new Set(doubtful);
        this.draft.openMines = new Set([...cells.keys()].filter((cell) => cells[cell] === MINE));
        await this.#opening;
        if (doubtful.length > 0) this.board.focus(doubtful[0]);
    }

    #showDoubts(reasons: Sentence[]) {
        const { size: count } = this.draft.doubtful;
        this.view.takeSurvey(undefined);
        this.store.set({ message: [[this.words.translate("minesweeper.picture.doubtful", { count })], ...reasons], rings: new Map() });
    }

    /** Tab goes from one doubtful square to the next, and then on. */
    #onTab(event: KeyboardEvent) {
        if (event.key !== "Tab" || this.store.state.mode !== "solve") return;
        const cells = [...this.draft.doubtful].sort((a, b) => a - b);
        const next = event.shiftKey ? cells.findLast((cell) => cell < this.board.at) : cells.find((cell) => cell > this.board.at);
        if (next === undefined) return;
        event.preventDefault();
        this.board.focus(next);
    }

    /** Take the squares as they are. */
    #endDoubts() {
        this.draft.doubtful.clear();
        return this.#solveBoard();
    }

    /** Show an answer without its move, since this mode plays none. */
    #showAnswer = ({ message, rings }: Answer) => this.store.set({ message, rings });

    /** Change a cell: a tap selects the next sign, the other button sets a flag, and both cover the cell. */
    press(deed: Deed, cell: number) {
        if (deed === "press") this.draft.cycle(cell);
        else if (deed === "chord") this.draft.set(cell, COVERED);
        else this.draft.set(cell, this.draft.now.cells[cell] === FLAG ? COVERED : FLAG);
        return this.#solveBoard();
    }

    /** The sheet is the board of this mode, which is solved after each change. */
    #openSheet() {
        return this.sheet.open({
            board: this.board, empty: COVERED, bounds: { rows: [1, 100], columns: [1, 100] },
            sizes: () => ({ rows: this.draft.now.rows, columns: this.draft.now.columns }),
            resize: ({ rows, columns }, isAgain) => {
                if (isAgain) this.draft.history.undo();
                this.draft.resize(rows, columns, usualMines(rows, columns));
                this.#showBoard();
            },
            keys: { "#": COVERED, F: FLAG, f: FLAG, ...Object.fromEntries([..." 012345678"].map((key) => [key, Number(key)])) },
            brushes: () => [[COVERED, "■"], [FLAG, "⚑"], ...Array.from({ length: 9 }, (_, code) => [code, String(code)] as [number, string])],
            put: (cell, code) => {
                this.draft.set(cell, code);
                void this.runAction(() => this.#solveBoard());
            },
            use: () => (this.draft.doubtful.size > 0 ? this.#endDoubts() : this.hint()),
        });
    }

    /** Show a board that the visitor brings, unless it cannot be. */
    async take(position: DraftBoard, enter: (position: DraftBoard) => unknown): Promise<Refusal | undefined> {
        const draft = new Draft(position);
        const { tell } = await survey(this.client, { board: draft.board });
        if (tell.state !== CONTRADICTORY) return void enter(position);
        const { message: [reason] } = await explainContradiction(this.words, this.#viewOf(draft), this.client, draft.board);
        return { text: newElement("p", {}, ...reason).textContent ?? "", isOwn: true };
    }

    /** The fault of a text; where it has two readings, with a button for each that can be. */
    async explain(error: unknown, text: string, open: (found: DraftBoard | FileField) => unknown): Promise<Refusal | undefined> {
        if (!(error instanceof Unreadable)) return undefined;
        const { kind, values, line, column, readings } = error;
        const { words } = this;
        const fault = words.translate(`minesweeper.text.fault.${kind}`, values);
        const sentences = [line ? words.translate("minesweeper.text.at", { line, column, fault }) : fault];
        const offers = [];
        for (const reading of ["covered", "position", "field"].filter((name) => readings.includes(name))) {
            if (reading === "position" && kind === "known-or-covered") continue; // the same as covered
            const found = await read(this.client, text, reading).catch(() => undefined);
            if (!found || ("file" in found && !found.file.cells.includes(1))) continue; // nobody means a field without mines
            const refusal = "file" in found ? undefined : await this.take(found, () => {});
            const isCover = reading === "position" && kind === "covered-or-mine";
            const label = words.translate(`minesweeper.reading.${isCover ? "covered" : reading}`, values);
            if (refusal) sentences.push(words.translate("minesweeper.reading.impossible", { reading: label, reason: refusal.text }));
            else offers.push({ label, deed: () => open(found), name: "other-reading" });
        }
        return { text: sentences.join(" "), offers, isOwn: OWN_DOUBTS.includes(kind) };
    }

    /** Show a cell to open. */
    async hint() {
        const { view, draft } = this;
        const { survey: surveyReply } = view;
        if (!surveyReply || view.isOld) return;
        const suggestion = await this.store.ask(() => suggestCell(this.words, view, this.client, draft.board, surveyReply, this.#showAnswer));
        this.#showAnswer(suggestion);
        if (suggestion.cell !== undefined) this.board.focus(suggestion.cell);
    }

    /** Explain why the cell in focus is certain. */
    async why() {
        const { view, draft, words } = this;
        const cell = this.board.at;
        if (!view.survey || view.isOld) return;
        const showMessage = (sentence: (string | Node)[]) => this.store.set({ message: [sentence], rings: new Map() });
        if (!isCovered(draft.now.cells[cell])) return showMessage([words.translate("minesweeper.why.open")]);
        const explanation = await this.store.ask(() => explainCell(words, view, this.client, draft.board, cell, this.#showAnswer));
        if (explanation) return this.#showAnswer(explanation);
        const chance = view.survey.chances[cell];
        if (isNaN(chance)) return showMessage([words.translate("minesweeper.unknown")]);
        showMessage(words.translateParts("minesweeper.why.uncertain", { cell: view.cellButton(cell), chance: words.percent.format(chance) }));
    }

    undo() {
        if (this.draft.history.undo()) this.#showBoard();
        return true;
    }

    redo() {
        if (this.draft.history.redo()) this.#showBoard();
        return true;
    }

    /** Cover all cells; it can be undone. */
    renew() {
        this.draft.clear();
        return this.#solveBoard();
    }
}
