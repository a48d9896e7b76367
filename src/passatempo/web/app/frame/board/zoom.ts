// The size of a board's cells, set by +, - and 0, the wheel with Ctrl, or two fingers, which also scroll. A mouse drags
// the board by the empty space around it.

import { isOpen } from "../dialog.ts";
import { cellOf, followPointer } from "./input.ts";

const SMALLEST = -2;
const LARGEST = 4;
const STEP = 1.25; // ratio of finger distances that changes the size by one
const FINGER = 24; // pixels of a cell that a finger hits
const COMFORTABLE = 44; // pixels to which a cell can always be enlarged
const TYPING = "select, textarea, input:not([type=checkbox], [type=radio], [type=button])";

/** Two fingers: their midpoint and their distance. */
type Pair = { x: number, y: number, distance: number };

function pairOf([a, b]: TouchList) {
    const [x, y] = [(a.clientX + b.clientX) / 2, (a.clientY + b.clientY) / 2];
    return { x, y, distance: Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY) };
}

export class Zoom {
    #zoomStep = 0;
    /** The fingers and the size when the pinch began. */
    #pinchStart: { pair: Pair, at: number } | undefined;
    #lastPair = { x: 0, y: 0 };
    host: HTMLElement;
    onChange: () => void;
    frame: HTMLElement;

    /**
     * @param host gets the size, relative to the normal one, as the custom property `--zoom`
     * @param onChange called when it has changed
     * @param frame scrolls a board that is larger
     */
    constructor(host: HTMLElement, onChange: () => void = () => {}, frame: HTMLElement = (host.parentElement as HTMLElement)) {
        this.host = host;
        this.onChange = onChange;
        this.frame = frame;
        addEventListener("keydown", (event) => this.#onKey(event));
        frame.addEventListener("wheel", (event) => this.#onWheel(event), { passive: false });
        frame.addEventListener("pointerdown", (event) => this.#onDrag(event));
        frame.addEventListener("touchstart", (event) => this.#onTouchStart(event), { passive: false });
        frame.addEventListener("touchmove", (event) => this.#onTouchMove(event), { passive: false });
        for (const kind of ["touchend", "touchcancel"]) frame.addEventListener(kind, () => (this.#pinchStart = undefined));
    }

    /** The current size relative to the normal one. */
    get factor() {
        return STEP ** this.#zoomStep;
    }

    larger() {
        this.#setZoom(this.#zoomStep + 1);
    }

    smaller() {
        this.#setZoom(this.#zoomStep - 1);
    }

    /** Enlarge a cell that is too small for a finger; whether it was. */
    reach(cell: Element) {
        const { left, top, width, height } = cell.getBoundingClientRect();
        if (width >= FINGER || this.#zoomStep >= this.#largest) return false;
        const steps = Math.ceil(Math.log((1.3 * FINGER) / width) / Math.log(STEP));
        this.#setZoom(this.#zoomStep + steps, { x: left + width / 2, y: top + height / 2 });
        return true;
    }

    /** The greatest size: on a board of very many cells further steps make one comfortable. */
    get #largest() {
        const width = this.host.querySelector("[data-cell]")?.getBoundingClientRect().width || COMFORTABLE;
        return Math.max(LARGEST, this.#zoomStep + Math.ceil(Math.log(COMFORTABLE / width) / Math.log(STEP)));
    }

    /** Set a size; the point of the board under a point of the window stays there. */
    #setZoom(zoomStep: number, point?: { x: number, y: number }) {
        const at = Math.min(Math.max(zoomStep, SMALLEST), this.#largest);
        if (at === this.#zoomStep) return;
        const frameBox = this.frame.getBoundingClientRect();
        const { x, y } = point ?? { x: frameBox.left + frameBox.width / 2, y: frameBox.top + frameBox.height / 2 };
        const cell = document.elementFromPoint(x, y)?.closest("[data-cell]");
        const under = cell && this.frame.contains(cell) ? cell : (this.frame.firstElementChild as Element);
        const before = under.getBoundingClientRect();
        this.#zoomStep = at;
        this.host.style.setProperty("--zoom", String(this.factor));
        this.onChange();
        const underBox = under.getBoundingClientRect();
        this.frame.scrollLeft += underBox.left + ((x - before.left) / before.width) * underBox.width - x;
        this.frame.scrollTop += underBox.top + ((y - before.top) / before.height) * underBox.height - y;
    }

    #onKey(event: KeyboardEvent) {
        const typing = event.target instanceof Element && event.target.matches(TYPING);
        if (typing || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented || isOpen()) return;
        if (event.key === "+") this.larger();
        else if (event.key === "-") this.smaller();
        else if (event.key === "0") this.#setZoom(0);
    }

    #onWheel(event: WheelEvent) {
        if (!event.ctrlKey) return;
        event.preventDefault();
        this.#setZoom(this.#zoomStep - Math.sign(event.deltaY), { x: event.clientX, y: event.clientY });
    }

    /** A mouse drags the board by the empty space. */
    #onDrag(event: PointerEvent) {
        const { clientWidth, clientHeight } = this.frame;
        const onBar = event.target === this.frame && (event.offsetX > clientWidth || event.offsetY > clientHeight);
        if (event.pointerType !== "mouse" || event.button !== 0 || cellOf(event.target) !== undefined || onBar) return;
        let { clientX: x, clientY: y } = event;
        const stop = () => release();
        const release = followPointer(stop, stop, (moveEvent) => {
            this.frame.scrollBy(x - moveEvent.clientX, y - moveEvent.clientY);
            ({ clientX: x, clientY: y } = moveEvent);
        });
    }

    #onTouchStart(event: TouchEvent) {
        if (event.touches.length !== 2) return;
        event.preventDefault();
        const pair = pairOf(event.touches);
        this.#pinchStart = { pair, at: this.#zoomStep };
        this.#lastPair = pair;
    }

    #onTouchMove(event: TouchEvent) {
        if (!this.#pinchStart || event.touches.length !== 2) return;
        event.preventDefault();
        const touchPair = pairOf(event.touches);
        this.frame.scrollBy(this.#lastPair.x - touchPair.x, this.#lastPair.y - touchPair.y);
        this.#lastPair = touchPair;
        const { pair, at } = this.#pinchStart;
        this.#setZoom(at + Math.round(Math.log(touchPair.distance / pair.distance) / Math.log(STEP)), touchPair);
    }
}
