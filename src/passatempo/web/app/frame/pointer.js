// @ts-check
// A press, followed wherever it goes until it is lifted or taken away.

/** @typedef {(event: PointerEvent) => void} Heard */

/**
 * Follow a pointer that has just been pressed; what is returned ends that.
 * @param {Heard} lifted
 * @param {() => void} cancelled the browser has taken it, to scroll say
 * @param {Heard} [moved]
 */
export function follow(lifted, cancelled, moved) {
    if (moved) addEventListener("pointermove", moved);
    addEventListener("pointerup", lifted);
    addEventListener("pointercancel", cancelled);
    return () => {
        if (moved) removeEventListener("pointermove", moved);
        removeEventListener("pointerup", lifted);
        removeEventListener("pointercancel", cancelled);
    };
}
