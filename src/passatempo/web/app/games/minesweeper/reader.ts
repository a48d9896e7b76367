// A picture of a minefield as a board: of all grids the one whose squares make the best field. Where there is no field,
// squares show what none has, such as an open one without a number beside a covered one.

import { COVERED, FLAG, MINE } from "./state.ts";
import { findGrids } from "./grid.ts";
import { readSquares } from "./squares.ts";
import type { PictureReading } from "./picture.ts";
import type { Grid, Picture } from "./grid.ts";

const MIN_SOUNDNESS = 0.75; // share of squares that a field can have
const MIN_SIDE = 4; // squares

/** The squares that are doubtful, or that no field has: by the covered ones around them. */
function findFaults({ rows, columns }: Grid, squares: ReturnType<typeof readSquares>) {
    const countCovered = (row: number, column: number) => {
        let count = 0;
        for (let r = Math.max(0, row - 1); r <= Math.min(rows - 1, row + 1); r += 1) {
            for (let c = Math.max(0, column - 1); c <= Math.min(columns - 1, column + 1); c += 1) count += Number([COVERED, FLAG, MINE].includes(squares[r * columns + c].code));
        }
        return count;
    };
    return [...squares.keys()].filter((cell) => {
        const { code, isDoubtful } = squares[cell];
        if (isDoubtful || code > 8) return isDoubtful;
        const count = countCovered(Math.floor(cell / columns), cell % columns);
        return code === 0 ? count > 0 : count < code;
    });
}

/** Read a grid without outer rows and columns of faults: a title is none. */
function readGrid(picture: Picture, grid: Grid): PictureReading | undefined {
    const { rows, columns, left, top, pitch } = grid;
    if (rows < MIN_SIDE || columns < MIN_SIDE) return undefined;
    const squares = readSquares(picture, grid);
    const doubtful = findFaults(grid, squares);
    const isFaulty = (size: number, isInside: (cell: number) => boolean) => doubtful.filter(isInside).length > size / 2;
    if (isFaulty(columns, (cell) => cell < columns)) return readGrid(picture, { ...grid, rows: rows - 1, top: top + pitch });
    if (isFaulty(columns, (cell) => cell >= (rows - 1) * columns)) return readGrid(picture, { ...grid, rows: rows - 1 });
    if (isFaulty(rows, (cell) => cell % columns === 0)) return readGrid(picture, { ...grid, columns: columns - 1, left: left + pitch });
    if (isFaulty(rows, (cell) => cell % columns === columns - 1)) return readGrid(picture, { ...grid, columns: columns - 1 });
    return { rows, columns, cells: squares.map(({ code }) => code), doubtful };
}

/** Read a picture; nothing if it shows no minefield. */
export function read(picture: Picture): PictureReading | undefined {
    let [best, bestWeight]: [PictureReading | undefined, number] = [undefined, 0];
    for (const found of findGrids(picture)) {
        if (found.weight <= bestWeight) break;
        const reading = readGrid(picture, found);
        if (!reading || !reading.cells.includes(COVERED) || !reading.cells.some((code) => code > 0 && code < 9)) continue;
        const soundness = 1 - reading.doubtful.length / reading.cells.length;
        const weight = found.weight * (reading.cells.length / (found.rows * found.columns)) * soundness ** 4;
        if (soundness >= MIN_SOUNDNESS && weight > bestWeight) [best, bestWeight] = [reading, weight];
    }
    return best;
}
