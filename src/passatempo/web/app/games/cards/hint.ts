// Swaps that lead to a right row: each brings a card to its place in it, so that hints come to an end.

import type { Game, Position } from "./game.ts";

const MAX_COMPARED_CARDS = 60; // cards at most of which several right rows are compared
const MAX_COMPARED_ROWS = 24; // rows

export class Hints {
    /** The row to which hints lead, until another right row is seen. */
    #goal: { row: number[], distance: number, since?: Position } | undefined;

    /** Two cards to swap; nothing if no other row is right. */
    async hint(game: Game): Promise<[number, number] | undefined> {
        return swapTowards(game.now.row, await this.#goalRow(game), game.now.verdict.position - 1);
    }

    /** The solution of a puzzle, the next row after a right one, the last right one that was seen, or the nearest. */
    async #goalRow(game: Game) {
        const { now: { distance }, day, isRight } = game;
        if (day) return day.puzzle.solution.sequence as number[];
        const since = game.history.states.findLast(({ verdict }) => verdict.rule === 0);
        const goal = this.#goal;
        if (!isRight && goal && goal.since === since && goal.distance === distance) return goal.row;
        const row = await (isRight ? nextRow(game) : since ? rowLike(game, since) : nearestRow(game));
        this.#goal = { row, distance, since };
        return row;
    }
}

async function nextRow(game: Game) {
    const { distance, number, row } = game.now;
    return number === undefined ? row : (await game.rowByNumber(distance, (number + 1n) % game.total)).row;
}

/** A row that was seen; at another distance the one with its number. */
async function rowLike(game: Game, { distance, row, number = 0n }: Position) {
    return distance === game.now.distance ? row : (await game.rowByNumber(game.now.distance, number)).row;
}

/** Of some right rows the one with most cards as they lie. */
async function nearestRow(game: Game) {
    const { total, now } = game;
    if (game.cards.length > MAX_COMPARED_CARDS) return game.orderedRow(now.distance);
    const count = total < BigInt(MAX_COMPARED_ROWS) ? Number(total) : MAX_COMPARED_ROWS;
    const numbers = Array.from({ length: count }, (_, at) => (BigInt(at) * total) / BigInt(count));
    const rows = await Promise.all(numbers.map((number) => game.rowAt(now.distance, number)));
    const alike = (row: number[]) => row.filter((card, cell) => card === now.row[cell]).length;
    return rows.reduce((best, row) => (alike(row) > alike(best) ? row : best));
}

/**
 * Two cards whose swap brings one or both to their places; if there is a choice, both, and the card that is wrong.
 * @param wrong its place, which counts from 0
 */
function swapTowards(row: number[], goal: number[], wrong: number): [number, number] | undefined {
    const astray = [...row.keys()].filter((cell) => row[cell] !== goal[cell]);
    let best: { pair: [number, number], worth: number } | undefined;
    for (const to of astray) {
        for (const from of astray) {
            if (row[from] !== goal[to]) continue;
            const worth = 2 * Number(row[to] === goal[from]) + Number(from === wrong || to === wrong);
            if (!best || worth > best.worth) best = { pair: [from, to], worth };
        }
    }
    return best?.pair;
}
