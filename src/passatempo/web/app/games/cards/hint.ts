// Swaps that lead to a right row. Each one moves a card to its place in that row, so that the hints end.

import type { Game, Position } from "./game.ts";

const MAX_COMPARED_CARDS = 60; // with more cards, one right row is computed instead of several
const MAX_COMPARED_ROWS = 24; // rows

export class Hints {
    /** The row to which hints lead, until the page shows another right row. */
    #lastGoal: { row: number[], distance: number, since?: Position } | undefined;

    /** Two cards to swap; nothing if no other row is right. */
    async hint(game: Game): Promise<[number, number] | undefined> {
        return swapTowards(game.now.row, await this.#goalRow(game), game.now.verdict.position - 1);
    }

    /** The solution of a puzzle, the next row after a right one, the last right one in the history, or the nearest. */
    async #goalRow(game: Game) {
        const { now: { distance }, day, isRight } = game;
        if (day) return day.puzzle.solution.sequence as number[];
        const rightState = game.history.states.findLast(({ verdict }) => verdict.rule === 0);
        const goal = this.#lastGoal;
        if (!isRight && goal && goal.since === rightState && goal.distance === distance) return goal.row;
        const row = await (isRight ? nextRow(game) : rightState ? rowLike(game, rightState) : nearestRow(game));
        this.#lastGoal = { row, distance, since: rightState };
        return row;
    }
}

async function nextRow(game: Game) {
    const { distance, number, row } = game.now;
    return number === undefined ? row : (await game.rowByNumber(distance, (number + 1n) % game.total)).row;
}

/** A row of the history, or the row with its number if the distance has changed. */
async function rowLike(game: Game, { distance, row, number = 0n }: Position) {
    return distance === game.now.distance ? row : (await game.rowByNumber(game.now.distance, number)).row;
}

/** The right row, among some, with the most cards in their current places. */
async function nearestRow(game: Game) {
    const { total, now } = game;
    if (game.cards.length > MAX_COMPARED_CARDS) return game.orderedRow(now.distance);
    const count = total < BigInt(MAX_COMPARED_ROWS) ? Number(total) : MAX_COMPARED_ROWS;
    const numbers = Array.from({ length: count }, (_, at) => (BigInt(at) * total) / BigInt(count));
    const rowCandidates = await Promise.all(numbers.map((number) => game.rowAt(now.distance, number)));
    const alike = (row: number[]) => row.filter((card, cell) => card === now.row[cell]).length;
    return rowCandidates.reduce((bestRow, row) => (alike(row) > alike(bestRow) ? row : bestRow));
}

/**
 * Two cards whose swap moves one or both to their places. Prefer both, then the card at the fault.
 * @param wrong the place of the fault, from 0
 */
function swapTowards(row: number[], goalRow: number[], wrong: number): [number, number] | undefined {
    const strayCells = [...row.keys()].filter((cell) => row[cell] !== goalRow[cell]);
    let best: { pair: [number, number], score: number } | undefined;
    for (const to of strayCells) {
        for (const from of strayCells) {
            if (row[from] !== goalRow[to]) continue;
            const score = 2 * Number(row[to] === goalRow[from]) + Number(from === wrong || to === wrong);
            if (!best || score > best.score) best = { pair: [from, to], score };
        }
    }
    return best?.pair;
}
