// The second mode of the page: a board that somebody enters is answered at once, whatever is changed on it.

import { newElement, findElement } from "../../frame/dom.ts";
import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { survey } from "../../kernel/minesweeper.ts";
import { CONTRADICTORY, best, certain, contradiction, reason } from "./answers.ts";
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
const input = (selector: string) => findElement(selector) as HTMLInputElement;

export class Solver {
    words: Words;
    client: Client;
    store: Store<State>;
    board: Board;
    act: (action: () => unknown) => unknown;
    draft: Draft;
    view: View;

    /** @param act runs an action, and says what went wrong */
    constructor(words: Words, client: Client, store: Store<State>, board: Board, act: (action: () => unknown) => unknown) {
        this.words = words;
        this.client = client;
        this.store = store;
        this.board = board;
        this.act = act;
        this.draft = new Draft(EXAMPLE);
        this.view = this.#viewOf(this.draft);
        this.#listen();
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

    /** Show another board; nothing shows the one that was there before. */
    enter(position?: DraftBoard) {
        if (position) this.#load(position);
        this.#showBoard();
    }

    #listen() {
        for (const side of ["#draft-rows", "#draft-columns"]) {
            input(side).addEventListener("change", () => this.#takeSize());
        }
        input("#draft-mines").addEventListener("change", () => this.#takeMines());
        const variant = findElement("#draft-variant") as HTMLSelectElement;
        variant.addEventListener("change", () => this.#change({ variant: VARIANTS.indexOf(variant.value) }));
        findElement("#draft-clear").addEventListener("click", () => this.renew());
        findElement("#draft-text").addEventListener("click", () => this.#text());
        findElement("#board").addEventListener("keydown", (event) => this.#key(event));
    }

    #change(change: Partial<DraftBoard>) {
        this.draft.change(change);
        void this.act(() => this.#solve());
    }

    #takeSize() {
        const [rows, columns] = ["#draft-rows", "#draft-columns"].map((side) => input(side).valueAsNumber);
        const fits = (side: number) => Number.isInteger(side) && side >= 1 && side <= 100;
        if (!fits(rows) || !fits(columns)) return this.#controls();
        this.draft.resize(rows, columns);
        this.#showBoard();
    }

    #takeMines() {
        const mines = input("#draft-mines").value.trim();
        if (!/^\d{0,5}$/.test(mines) || Number(mines) > this.draft.now.cells.length) return this.#controls();
        this.#change({ mines: mines === "" ? -1n : BigInt(mines) });
    }

    #controls() {
        const { rows, columns, mines, variant } = this.draft.now;
        input("#draft-rows").value = String(rows);
        input("#draft-columns").value = String(columns);
        input("#draft-mines").value = mines < 0n ? "" : String(mines);
        (findElement("#draft-variant") as HTMLSelectElement).value = VARIANTS[variant];
    }

    #showBoard() {
        const { rows, columns } = this.draft.now;
        this.board.resize(rows, columns);
        findElement("#board").setAttribute("aria-label", this.words.translate("minesweeper.solve.board", { rows, columns }));
        void this.act(() => this.#solve());
    }

    /** Solve another board. */
    async #solve() {
        const { view, draft, store } = this;
        this.#controls();
        view.isOld = true;
        store.advance({});
        history.replaceState(null, "", `#${fragmentOf(draft.history.current)}`);
        const { found: report, answer } = await store.ask(async () => {
            const { tell: report } = await survey(this.client, { board: draft.board });
            if (report.state !== CONTRADICTORY) return { found: report, answer: certain(this.words, view, report) };
            return { found: report, answer: await contradiction(this.words, view, this.client, draft.board) };
        });
        view.answer(report.state === CONTRADICTORY ? undefined : report);
        this.#suggest({ ...answer, cell: undefined });
    }

    /** Show an answer. Nothing is played here, so no move goes with it. */
    #suggest = ({ message, rings }: Answer) => this.store.set({ message, rings });

    /** A tap goes round the signs; the other button sets a flag, both cover the cell. */
    press(deed: Deed, cell: number) {
        if (deed === "press") this.draft.cycle(cell);
        else if (deed === "chord") this.draft.set(cell, COVERED);
        else this.draft.set(cell, this.draft.now.cells[cell] === FLAG ? COVERED : FLAG);
        return this.#solve();
    }

    /** A number is typed into the cell in focus, and the next cell has the focus. */
    #key(event: KeyboardEvent) {
        if (this.store.state.mode !== "solve" || event.ctrlKey || event.altKey || event.metaKey) return;
        const code = COVERS.includes(event.key) ? COVERED : /^[0-8]$/.test(event.key) ? Number(event.key) : undefined;
        if (code === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        const { at } = this.board;
        this.draft.set(at, code);
        if (at + 1 < this.draft.now.cells.length) this.board.focus(at + 1);
        void this.act(() => this.#solve());
    }

    /** The board as a text that can be copied, and in whose place another can be pasted. */
    #text() {
        const { words } = this;
        const field = newElement("textarea", { rows: 12, cols: 34, spellcheck: "false", "aria-label": words.translate("minesweeper.text") });
        field.value = write(this.draft.board);
        const message = newElement("p", { role: "status" });
        const take = () => {
            try {
                this.draft.change(read(field.value));
                this.#showBoard();
                dialog.close();
            } catch (error) {
                if (!(error instanceof Unreadable)) throw error;
                message.textContent = this.#fault(error);
            }
        };
        const button = newElement("button", { type: "button", click: take }, words.translate("minesweeper.text.take"));
        const about = newElement("p", {}, words.translate("minesweeper.text.about"));
        const dialog = dialogOf(words, words.translate("minesweeper.text"), about, field, message, newElement("p", {}, button));
        showDialog(dialog, true);
        field.select();
    }

    #fault(error: Unreadable) {
        const fault = this.words.translate(`minesweeper.text.fault.${error.kind}`, error.values);
        const { line, column } = error;
        return line ? this.words.translate("minesweeper.text.at", { line, column, fault }) : fault;
    }

    /** Show a cell to open. */
    async hint() {
        const { view, draft } = this;
        const { survey: report } = view;
        if (!report || view.isOld) return;
        const answer = await this.store.ask(() => best(this.words, view, this.client, draft.board, report, this.#suggest));
        this.#suggest(answer);
        if (answer.cell !== undefined) this.board.focus(answer.cell);
    }

    /** Say why the cell in focus is certain. */
    async why() {
        const { view, draft, words } = this;
        const cell = this.board.at;
        if (!view.survey || view.isOld) return;
        const showMessage = (sentence: (string | Node)[]) => this.store.set({ message: [sentence], rings: new Map() });
        if (!isCovered(draft.now.cells[cell])) return showMessage([words.translate("minesweeper.why.open")]);
        const report = await this.store.ask(() => reason(words, view, this.client, draft.board, cell, this.#suggest));
        if (report) return this.#suggest(report);
        const chance = view.survey.chances[cell];
        if (isNaN(chance)) return showMessage([words.translate("minesweeper.unknown")]);
        showMessage(words.translateParts("minesweeper.why.uncertain", { cell: view.named(cell), chance: words.percent.format(chance) }));
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
        return this.#solve();
    }
}
