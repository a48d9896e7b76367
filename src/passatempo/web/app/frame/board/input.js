// @ts-check
// The input of a board: a press, followed until it is lifted or cancelled, and the single cell with the Tab stop, which
// has the focus or had it last.

/** @typedef {(event: PointerEvent) => void} Heard */

/** Whether this is a second finger. Two fingers scroll or zoom a board, and press no cell. @param {PointerEvent} event */
export const isSecond = ({ pointerType, isPrimary }) => pointerType === "touch" && !isPrimary;

/**
 * Follow a pointer that has just been pressed. The function returned stops following it.
 * @param {Heard} onLift
 * @param {() => void} onCancel the browser uses the pointer, for example to scroll, or a second finger came
 * @param {Heard} [onMove]
 */
export function followPointer(onLift, onCancel, onMove) {
    const onJoin = (/** @type {PointerEvent} */ event) => isSecond(event) && onCancel();
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

/** @typedef {HTMLElement | SVGElement} Cell */
/** Cells by their numbers; some may have no element. @typedef {{ length: number, at: (cell: number) => Cell | undefined }} CellsAt */

/** The number of the cell that contains a target. @param {EventTarget | null} target */
export function cellOf(target) {
    const cellNode = target instanceof Element ? target.closest("[data-cell]") : null;
    return cellNode instanceof HTMLElement || cellNode instanceof SVGElement ? Number(cellNode.dataset.cell) : undefined;
}

export class RovingFocus {
    /** @type {CellsAt} */
    #boardCells = [];
    #stopCell = 0;

    /**
     * @param {HTMLElement} host
     * @param {(cell: number) => void} [onEnter] called when a cell gets the focus
     */
    constructor(host, onEnter = () => {}) {
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

    /** Set new cells, none of which is a Tab stop; the stop keeps its number, if there is such a cell. @param {CellsAt} cells */
    takeCells(cells) {
        this.#boardCells = cells;
        this.#moveStop(Math.min(this.#stopCell, cells.length - 1));
    }

    /** Prepare for another number of cells. @param {number} length */
    forget(length) {
        this.#boardCells = [];
        this.#stopCell = Math.min(this.#stopCell, length - 1);
    }

    /** @param {number} cell */
    focus(cell) {
        this.#boardCells.at(cell)?.focus();
    }

    /** @param {number} cell */
    #moveStop(cell) {
        this.#boardCells.at(this.#stopCell)?.setAttribute("tabindex", "-1");
        this.#stopCell = cell;
        this.#boardCells.at(cell)?.setAttribute("tabindex", "0");
    }
}
