// The input of a board: a press, followed until it is lifted or cancelled, and the single cell with the Tab stop, which
// has the focus or had it last.

type PointerListener = (event: PointerEvent) => void;

/** Whether this is a second finger. Two fingers scroll or zoom a board, and press no cell. */
export const isSecond = ({ pointerType, isPrimary }: PointerEvent) => pointerType === "touch" && !isPrimary;

/**
 * Follow a pointer that has just been pressed. The function returned stops following it.
 * @param onCancel the browser uses the pointer, for example to scroll, or a second finger came
 */
export function followPointer(onLift: PointerListener, onCancel: () => void, onMove?: PointerListener) {
    const onJoin = (event: PointerEvent) => isSecond(event) && onCancel();
    if (onMove) addEventListener("pointermove", onMove);
    addEventListener("pointerdown", onJoin);
    addEventListener("pointerup", onLift);
    addEventListener("pointercancel", onCancel);
    return () => {
        if (onMove) removeEventListener("pointermove", onMove);
        removeEventListener("pointerdown", onJoin);
        removeEventListener("pointerup", onLift);
        removeEventListener("pointercancel", onCancel);
    };
}

type Cell = HTMLElement | SVGElement;
/** Cells by their numbers; some may have no element. */
type CellsAt = { length: number, at: (cell: number) => Cell | undefined };

/** Move the focus to the cell that a pressed button of a sentence names. */
export function listenToNamedCells(board: { focus: (cell: number) => unknown }) {
    document.addEventListener("click", ({ target }) => {
        const button = target instanceof Element ? target.closest<HTMLElement>("[data-names]") : null;
        if (button) board.focus(Number(button.dataset.names));
    });
}

/** The number of the cell that contains a target. */
export function cellOf(target: EventTarget | null) {
    const cellNode = target instanceof Element ? target.closest("[data-cell]") : null;
    return cellNode instanceof HTMLElement || cellNode instanceof SVGElement ? Number(cellNode.dataset.cell) : undefined;
}

export class RovingFocus {
    #boardCells: CellsAt = [];
    #stopCell = 0;

    /** @param onEnter called when a cell gets the focus */
    constructor(host: HTMLElement, onEnter: (cell: number) => void = () => {}) {
        host.addEventListener("focusin", (event) => {
            const cell = cellOf(event.target);
            if (cell === undefined) return;
            this.#moveStop(cell);
            onEnter(cell);
        });
    }

    /** The cell that has the focus, or had it last. */
    get at() {
        return this.#stopCell;
    }

    /** Set new cells, none of which is a Tab stop; the stop keeps its number, if there is such a cell. */
    takeCells(cells: CellsAt) {
        this.#boardCells = cells;
        this.#moveStop(Math.min(this.#stopCell, cells.length - 1));
    }

    /** Prepare for another number of cells. */
    forget(length: number) {
        this.#boardCells = [];
        this.#stopCell = Math.min(this.#stopCell, length - 1);
    }

    focus(cell: number) {
        this.#boardCells.at(cell)?.focus();
    }

    #moveStop(cell: number) {
        this.#boardCells.at(this.#stopCell)?.setAttribute("tabindex", "-1");
        this.#stopCell = cell;
        this.#boardCells.at(cell)?.setAttribute("tabindex", "0");
    }
}
