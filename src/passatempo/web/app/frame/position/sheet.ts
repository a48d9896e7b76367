// The sheet on which a visitor enters a position: fields of its size, signs that are typed, and a brush.

import { Board, columnLetters } from "../board/board.ts";
import { cellOf, followPointer, isSecond } from "../board/input.ts";
import { findElement, newElement } from "../dom.ts";
import type { Words } from "../words.ts";

type Sizes = Record<string, number>;
/** The board of a sheet. Each sign has a code; `empty` is that of the second button. */
export type Pad = {
    board: Board,
    bounds: Record<string, [low: number, high: number]>, // of the sizes
    sizes: () => Sizes,
    resize: (sizes: Sizes, isAgain: boolean) => unknown, // again: in place of the last change
    keys: Record<string, number>,
    brushes: () => [code: number, text: string][],
    empty: number,
    put: (cell: number, code: number) => boolean | void, // whether the cursor stays there
    use: () => unknown,
};

export class Sheet {
    #strip = newElement("div", { class: "sheet" });
    #brush: number | undefined;
    #resized = ""; // the size that was changed last
    #plain: ReturnType<typeof plainPad> | undefined;
    pad: Pad | undefined;
    words: Words;

    constructor(words: Words) {
        this.words = words;
        document.addEventListener("keydown", (event) => this.#onKey(event), true);
        document.addEventListener("pointerdown", (event) => this.#onPress(event), true);
    }

    /** What the bar shows while a plain sheet is open. */
    get parts() {
        const asks = [[this.words.translate("frame.sheet.question")]];
        return this.#plain && { figures: [], clock: undefined, progress: undefined, asks, first: { deed: "begin", isFilled: true }, third: { deed: "setup", isPressed: true }, canUndo: false, canRedo: false };
    }

    open(pad: Pad) {
        this.pad = pad;
        const { game } = document.documentElement.dataset;
        const label = (name: string) => this.words.translate(`frame.sheet.${name}`);
        const fields = Object.entries(pad.bounds).map(([name, [min, max]]) =>
            newElement("label", {}, `${this.words.translate(`${game}.sheet.${name}`)} `, newElement("input", { type: "number", "data-setup": name, min, max, required: true, input: () => this.#takeSizes(name) })));
        const ways = ["paste", "file"].map((name) => newElement("button", { type: "button", "data-deed": name }, label(name)));
        this.#strip.replaceChildren(newElement("p", {}, ...fields, ...ways), newElement("p", { role: "group", "aria-label": label("brush") }));
        findElement(".stage").before(this.#strip);
        this.#setBrush();
        pad.board.focus(0);
    }

    /** Open a plain sheet in place of the board. */
    openPlain(plan: Plan) {
        this.#plain = plainPad(this.words, plan);
        this.open(this.#plain);
    }

    close() {
        this.#plain?.remove();
        this.#plain = this.pad = undefined;
        this.#strip.remove();
    }

    /** Choose what a press paints; without a code, a press is the page's own. */
    #setBrush(brush?: number) {
        this.#brush = brush;
        findElement(".stage").classList.toggle("painting", brush !== undefined);
        this.refresh();
    }

    /** Show the sizes and the brush. */
    refresh() {
        const { pad } = this;
        if (!pad) return;
        for (const field of this.#fields) if (field !== document.activeElement) field.value = String(pad.sizes()[field.dataset.setup ?? ""]);
        this.#strip.lastElementChild?.replaceChildren(...pad.brushes().map(([code, text]) => {
            const isChosen = code === this.#brush;
            return newElement("button", { type: "button", "data-brush": code, "aria-pressed": String(isChosen), click: () => this.#setBrush(isChosen ? undefined : code) }, text);
        }));
    }

    get #fields() {
        return [...this.#strip.querySelectorAll("input")];
    }

    /** Resize the board while a size is typed; the squares that its first digit has cut off come back with the second. */
    #takeSizes(name: string) {
        if (!this.#fields.every((field) => field.checkValidity())) return;
        this.pad?.resize(Object.fromEntries(this.#fields.map((field) => [field.dataset.setup ?? "", field.valueAsNumber])), this.#resized === name);
        this.#resized = name;
        this.refresh();
    }

    #onKey(event: KeyboardEvent) {
        const { pad } = this;
        const { key, target } = event;
        if (!pad || event.ctrlKey || event.altKey || event.metaKey || !(target instanceof Element) || !target.closest("#board")) return;
        const isBack = key === "Backspace";
        const code = isBack || key === "Delete" ? pad.empty : pad.keys[key];
        if (code === undefined && key !== "Enter") return;
        event.preventDefault();
        event.stopPropagation();
        if (key === "Enter") return pad.use();
        this.#resized = "";
        const cell = Math.max(pad.board.at - Number(isBack), 0);
        const isFixed = pad.put(cell, code) || isBack;
        pad.board.focus(isFixed ? cell : Math.min(cell + 1, pad.board.cells.length - 1));
    }

    /** Paint the squares under the pointer; the second button and a second finger empty them. */
    #onPress(event: PointerEvent) {
        const { pad } = this;
        const brush = this.#brush;
        if (!pad || brush === undefined || cellOf(event.target) === undefined) return;
        event.preventDefault();
        event.stopPropagation();
        let painted = -1;
        const paintCell = ({ clientX, clientY, pointerId }: PointerEvent) => {
            const cell = cellOf(document.elementFromPoint(clientX, clientY));
            if (pointerId !== event.pointerId || cell === undefined || cell === painted) return;
            painted = cell;
            this.#resized = "";
            pad.put(cell, event.button === 2 || isSecond(event) ? pad.empty : brush);
            pad.board.focus(cell);
        };
        const release = followPointer(() => release(), () => release(), paintCell);
        paintCell(event);
    }
}

/** What a plain sheet shows. Its first code is an empty square. */
export type Plan = Pick<Pad, "bounds"> & {
    classes: string,
    sizes: Sizes,
    cells: number[],
    shape: (sizes: Sizes) => [rows: number, columns: number],
    most: (sizes: Sizes) => number, // the greatest code
    keys?: Record<string, number>, // digits, unless it has signs
    signs?: [sign: string, className: string][], // of its codes
    check?: (cells: number[], sizes: Sizes) => Promise<Iterable<number>> | Iterable<number>, // the squares that cannot be
    reason?: (cell: number, cells: number[], sizes: Sizes) => string, // why one of them cannot
    use: (cells: number[], sizes: Sizes) => unknown,
    say: (message: string[][]) => unknown,
};

const DIGITS = Object.fromEntries([..." 0123456789"].map((key) => [key, Number(key)]));

/** A plain board of signs or numbers, in place of the board of the page until `remove`. */
function plainPad(words: Words, plan: Plan): Pad & { remove: () => void } {
    const old = findElement("#board");
    const host = newElement("div", { id: "board", class: plan.classes, role: "grid", "aria-label": words.translate("frame.setup") });
    old.replaceWith(host);
    const signOf = (code: number) => plan.signs?.[code] ?? [String(code || "·"), ""];
    let { cells, sizes } = plan;
    let columns = plan.shape(sizes)[1];
    let before = { cells, columns };
    let typed = -1; // the square whose number may get another digit
    const check = async () => {
        const checked = cells;
        const wrong = new Set(await plan.check?.(cells, sizes));
        if (checked !== cells) return;
        const [first] = wrong;
        plan.say(wrong.size ? [[plan.reason?.(first, cells, sizes) ?? words.translate("frame.sheet.wrong")]] : []);
        board.show((cell) => {
            const [sign, classes] = signOf(cells[cell]);
            const label = words.translate(cells[cell] ? "frame.sheet.cell" : "frame.sheet.empty", { sign, place: `${columnLetters(cell % columns)}${Math.floor(cell / columns) + 1}` });
            return { text: cells[cell] && !plan.signs ? sign : "", label, classes: wrong.has(cell) ? `${classes} wrong` : classes };
        });
    };
    const set = (cell: number, code: number) => void (cells = cells.with(cell, code), check());
    const board = new Board(host, (_, cell) => set(cell, (cells[cell] + 1) % (plan.most(sizes) + 1)), () => {});
    const resize = (next: Sizes, isAgain = false) => {
        if (!isAgain) before = { cells, columns };
        const [rows, width] = plan.shape((sizes = next));
        const codeAt = (at: number) => (at % width < before.columns ? (before.cells[Math.floor(at / width) * before.columns + (at % width)] ?? 0) : 0);
        cells = Array.from({ length: rows * width }, (_, at) => (codeAt(at) > plan.most(sizes) ? 0 : codeAt(at)));
        board.resize(rows, (columns = width), false);
        void check();
    };
    const put = (cell: number, code: number) => {
        const longer = typed === cell ? 10 * cells[cell] + code : Infinity;
        const value = longer <= plan.most(sizes) ? longer : code;
        typed = value > 0 && 10 * value <= plan.most(sizes) ? cell : -1;
        if (value <= plan.most(sizes)) set(cell, value);
        return typed === cell;
    };
    resize(sizes);
    const brushes = () => Array.from({ length: plan.most(sizes) + 1 }, (_, code) => [code, signOf(code)[0]] as [number, string]);
    return { board, resize, put, brushes, bounds: plan.bounds, sizes: () => sizes, keys: plan.keys ?? DIGITS, empty: 0, use: () => plan.use(cells, sizes), remove: () => host.replaceWith(old) };
}
