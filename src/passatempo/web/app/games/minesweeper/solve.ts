// The second mode of the page: it solves the board that the visitor enters after every change.

import { newElement, findElement } from "../../frame/dom.ts";
import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { survey } from "../../kernel/minesweeper.ts";
import { CONTRADICTORY, suggestCell, nameCertainCells, explainContradiction, explainCell } from "./answers.ts";
import { COVERED, Draft, EXAMPLE, FLAG, fragmentOf } from "./state.ts";
import { Unreadable, VARIANTS, read, write } from "./text.ts";
import { View, isCovered } from "./view.ts";
import type { Board, Deed } from "../../frame/board/board.ts";
import type { Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Answer } from "./answers.ts";
import type { State } from "./page.ts";
import type { DraftBoard } from "./state.ts";

const COVERS = ["#", "Delete", "Backspace"]; // keys
const findInput = (selector: string) => findElement(selector) as HTMLInputElement;

export class Solver {
    words: Words;
    client: Client;
    store: Store<State>;
    board: Board;
    runAction: (action: () => unknown) => unknown;
    draft: Draft;
    view: View;

    /** @param runAction runs an action and reports its errors */
    constructor(words: Words, client: Client, store: Store<State>, board: Board, runAction: (action: () => unknown) => unknown) {
        this.words = words;
        this.client = client;
        this.store = store;
        this.board = board;
        this.runAction = runAction;
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
        if (position) this.#load(position);
        this.#showBoard();
    }

    #addListeners() {
        for (const side of ["#draft-rows", "#draft-columns"]) {
            findInput(side).addEventListener("change", () => this.#takeSize());
        }
        findInput("#draft-mines").addEventListener("change", () => this.#takeMines());
        const variant = findElement("#draft-variant") as HTMLSelectElement;
        variant.addEventListener("change", () => this.#change({ variant: VARIANTS.indexOf(variant.value) }));
        findElement("#draft-clear").addEventListener("click", () => this.renew());
        findElement("#draft-text").addEventListener("click", () => this.#showTextDialog());
        findElement("#board").addEventListener("keydown", (event) => this.#typeNumber(event));
    }

    #change(change: Partial<DraftBoard>) {
        this.draft.change(change);
        void this.runAction(() => this.#solveBoard());
    }

    #takeSize() {
        const [rows, columns] = ["#draft-rows", "#draft-columns"].map((side) => findInput(side).valueAsNumber);
        const isValidSide = (side: number) => Number.isInteger(side) && side >= 1 && side <= 100;
        if (!isValidSide(rows) || !isValidSide(columns)) return this.#showControls();
        this.draft.resize(rows, columns);
        this.#showBoard();
    }

    #takeMines() {
        const mines = findInput("#draft-mines").value.trim();
        if (!/^\d{0,5}$/.test(mines) || Number(mines) > this.draft.now.cells.length) return this.#showControls();
        this.#change({ mines: mines === "" ? -1n : BigInt(mines) });
    }

    #showControls() {
        const { rows, columns, mines, variant } = this.draft.now;
        findInput("#draft-rows").value = String(rows);
        findInput("#draft-columns").value = String(columns);
        findInput("#draft-mines").value = mines < 0n ? "" : String(mines);
        (findElement("#draft-variant") as HTMLSelectElement).value = VARIANTS[variant];
    }

    #showBoard() {
        const { rows, columns } = this.draft.now;
        this.board.resize(rows, columns);
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
        view.takeSurvey(surveyReply.state === CONTRADICTORY ? undefined : surveyReply);
        this.#showAnswer({ ...answer, cell: undefined });
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

    /** Enter a typed number in the cell in focus, and move the focus to the next cell. */
    #typeNumber(event: KeyboardEvent) {
        if (this.store.state.mode !== "solve" || event.ctrlKey || event.altKey || event.metaKey) return;
        const code = COVERS.includes(event.key) ? COVERED : /^[0-8]$/.test(event.key) ? Number(event.key) : undefined;
        if (code === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const { at } = this.board;
        this.draft.set(at, code);
        if (at + 1 < this.draft.now.cells.length) this.board.focus(at + 1);
        void this.runAction(() => this.#solveBoard());
    }

    /** Show the board as a text to copy or to replace. */
    #showTextDialog() {
        const { words } = this;
        const textField = newElement("textarea", { rows: 12, cols: 34, spellcheck: "false", "aria-label": words.translate("minesweeper.text") });
        textField.value = write(this.draft.board);
        const statusLine = newElement("p", { role: "status" });
        const takeText = () => {
            try {
                this.draft.change(read(textField.value));
                this.#showBoard();
                dialog.close();
            } catch (error) {
                if (!(error instanceof Unreadable)) throw error;
                statusLine.textContent = this.#faultText(error);
            }
        };
        const button = newElement("button", { type: "button", click: takeText }, words.translate("minesweeper.text.take"));
        const aboutLine = newElement("p", {}, words.translate("minesweeper.text.about"));
        const dialog = dialogOf(words, words.translate("minesweeper.text"), aboutLine, textField, statusLine, newElement("p", {}, button));
        showDialog(dialog, true);
        textField.select();
    }

    #faultText(error: Unreadable) {
        const fault = this.words.translate(`minesweeper.text.fault.${error.kind}`, error.values);
        const { line, column } = error;
        return line ? this.words.translate("minesweeper.text.at", { line, column, fault }) : fault;
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
