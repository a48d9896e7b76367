// @ts-check
// How a board is used: a press, followed wherever it goes until it is lifted or taken away, and the one cell where Tab
// stops, which has the focus or had it last.

/** @typedef {(event: PointerEvent) => void} Heard */

/** Whether a finger joins another one: two move or zoom a board, and press nothing. @param {PointerEvent} event */
export const isSecond = ({ pointerType, isPrimary }) => pointerType === "touch" && !isPrimary;

/**
 * Follow a pointer that has just been pressed; what is returned ends that.
 * @param {Heard} lifted
 * @param {() => void} cancelled the browser has taken it, to scroll say, or a second finger came
 * @param {Heard} [moved]
 */
export function follow(lifted, cancelled, moved) {
    const joined = (/** @type {PointerEvent} */ event) => isSecond(event) && cancelled();
    if (moved) addEventListener("pointermove", moved);
    addEventListener("pointerdown", joined);
    addEventListener("pointerup", lifted);
    addEventListener("pointercancel", cancelled);
    return () => {
        if (moved) removeEventListener("pointermove", moved);
        removeEventListener("pointerdown", joined);
        removeEventListener("pointerup", lifted);
        removeEventListener("pointercancel", cancelled);
    };
}

/** @typedef {HTMLElement | SVGElement} Cell */
/** Cells by their numbers; some may not be there. @typedef {{ length: number, at: (cell: number) => Cell | undefined }} CellsAt */

/** The number of the cell that something belongs to. @param {EventTarget | null} target */
export function cellOf(target) {
    const found = target instanceof Element ? target.closest("[data-cell]") : null;
    return found instanceof HTMLElement || found instanceof SVGElement ? Number(found.dataset.cell) : undefined;
}

export class Roving {
    /** @type {CellsAt} */
    #cells = [];
    #at = 0;

    /**
     * @param {HTMLElement} host
     * @param {(cell: number) => void} [entered] a cell has the focus
     */
    constructor(host, entered = () => {}) {
        host.addEventListener("focusin", (event) => {
            const cell = cellOf(event.target);
            if (cell === undefined) return;
            this.#stop(cell);
            entered(cell);
        });
    }

    /** The cell that has the focus, or had it. */
    get at() {
        return this.#at;
    }

    /** Take other cells, none of which is a stop; the stop stays where it was as far as there is one. @param {CellsAt} cells */
    take(cells) {
        this.#cells = cells;
        this.#stop(Math.min(this.#at, cells.length - 1));
    }

    /** The cells are about to be others, so many. @param {number} length */
    forget(length) {
        this.#cells = [];
        this.#at = Math.min(this.#at, length - 1);
    }

    /** @param {number} cell */
    focus(cell) {
        this.#cells.at(cell)?.focus();
    }

    /** @param {number} cell */
    #stop(cell) {
        this.#cells.at(this.#at)?.setAttribute("tabindex", "-1");
        this.#at = cell;
        this.#cells.at(cell)?.setAttribute("tabindex", "0");
    }
}
