// @ts-check
// A press, followed wherever it goes until it is lifted or taken away.

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
