// @ts-check
// What one finger does on a board that is larger than its frame: it plays, or it only moves the board.

import { find } from "../dom.js";

const input = () => /** @type {HTMLInputElement} */ (find("#moving"));

/** Whether a finger moves the board, and does nothing on it. */
export const moves = () => input().checked && !find("#moving-label").hidden;

/** Offer to move the board where it is larger than its frame; a board that fits is played on. */
export function measure() {
    const frame = find(".scroll");
    const fits = frame.scrollWidth <= frame.clientWidth + 1 && frame.scrollHeight <= frame.clientHeight + 1;
    find("#moving-label").hidden = fits;
    input().checked &&= !fits;
}
