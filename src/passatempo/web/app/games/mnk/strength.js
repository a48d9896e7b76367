// @ts-check
// How strong the levels are against each other, in Elo, level 1 being 0: measured by benchmarks/mnk/levels.py, which wrote
// docs/results/mnk-levels.json; a test compares. Of other boards nothing was measured, so nothing is said.

/** Of levels 1 to 5. @type {Record<string, number[] | undefined>} */
export const ELO = {
    four: [0, 223, 268, 357, 506],
    five: [0, 134, 304, 559, 705],
};

/** By how much a figure may be off: half of the widest 95 % interval of its board. @type {Record<string, number | undefined>} */
export const REACH = {
    four: 114,
    five: 165,
};
