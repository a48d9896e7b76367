// @ts-check
// How a board is used: a press, followed wherever it goes until it is lifted or taken away, and the one cell where Tab
// stops, which has the focus or had it last.

/** @typedef {(event: PointerEvent) => void} Heard */

/** Whether a finger joins another one: two move or zoom a board, and press nothing. @param {PointerEvent} event */
export const isSecond = ({ pointerType, isPrimary }) => pointerType === "touch" && !isPrimary;

/**
 * Follow a pointer that has just been pressed; what is returned ends that.
 * @param {Heard} onLift
 * @param {() => void} onCancel the browser has taken it, to scroll say, or a second finger came
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
/** Cells by their numbers; some may not be there. @typedef {{ length: number, at: (cell: number) => Cell | undefined }} CellsAt */

/** The number of the cell that something belongs to. @param {EventTarget | null} target */
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
     * @param {(cell: number) => void} [onEnter] a cell has the focus
     */
    constructor(host, onEnter = () => {}) {
        host.addEventListener("focusin", (event) => {
            const cell = cellOf(event.target);
            if (cell === undefined) return;
            this.#moveStop(cell);
            onEnter(cell);
        });
    }

    /** The cell that has the focus, or had it. */
    get at() {
        return this.#stopCell;
    }

    /** Take other cells, none of which is a stop; the stop stays where it was as far as there is one. @param {CellsAt} cells */
    takeCells(cells) {
        this.#boardCells = cells;
        this.#moveStop(Math.min(this.#stopCell, cells.length - 1));
    }

    /** The cells are about to be others, so many. @param {number} length */
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
