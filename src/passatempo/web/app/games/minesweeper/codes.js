// @ts-check
// The codes of cells without a number that is shown, as in minesweeper/model.py.

export const COVERED = 255;
export const FLAG = 254;
export const UNKNOWN = 253;
