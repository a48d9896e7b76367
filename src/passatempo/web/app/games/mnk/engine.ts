// Who plays and judges m,n,k: the engine and the proofs in a worker of their own, asked as the command asks them.

import { Client } from "../../kernel/client.ts";
import { bytes } from "../../kernel/data.ts";
import { hold, settle, step, think } from "../../kernel/mnk.ts";
import { grades, known, trap, value } from "../../kernel/mnk_proof.ts";
import type { Limits } from "../../kernel/client.ts";
import type { Seen, StepReply } from "../../kernel/mnk.ts";
import type { Game, Ground } from "./game.ts";

/**
 * A move, and what is thought of the position for the side to move; `worth` is 1, 0 or -1 where it is proved, else 2.
 */
export type Choice = { cell: number, line: number[], score: number, chance: number, worth: number, plies: number, depth: number, isStopped?: boolean };
/** What a choice may cost; with `isFresh` no earlier search helps, so that the answer is the same at every load. */
type Spend = Limits & { isFresh?: boolean };
/** A move of a game that was judged. */
export type Step = StepReply & { number: number, move: number };

export const UNPROVED = 2;
const LEVELS = [1, 1, 3, 5, 8, 10]; // of the command, by ours from 1 on
const BEST = LEVELS.length - 1;
const MEGABYTES = 16;
const SPEED = 900_000; // nodes a second, and of them the part for the search of threats: as engine/search.py
const THREATS = 150;
const PROOF_NODES = 200_000n;
const FULL_NODES = 5_000_000n;
const PROOF_SHARE = 0.45; // of the time, then of what is left
const GRADE_SHARE = 0.35;
const SEARCH_SHARE = 0.2;
const TRAP_SHARE = 0.9;
const WEIGHT_KS = [5, 6, 7]; // as engine/weights.py
const QUICK_SECONDS = 2_000n; // nodes of a move after the visitor has stopped the search
const ENGINE = 1; // who chooses: as the kernel counts
const LOST = 30_000n; // what a finished game is worth to its winner

const weightsOf = (k: number) => bytes(`mnk_weights_${WEIGHT_KS.includes(k) ? k : WEIGHT_KS[0]}.bin`);

export class Thinker {
    #client: Client | undefined;
    #isStopped = false;

    get #long() {
        this.#client ??= new Client();
        return this.#client;
    }

    /** Nobody wants an answer any more. */
    cancel() {
        if (this.#client?.isBusy) this.#client.cancel();
    }

    /** The visitor does not want to wait: the move that is found soon is chosen. */
    stop() {
        this.#isStopped = this.#client?.isBusy ?? false;
        this.cancel();
    }

    /** Choose a move; the one that is found soon where the visitor stops the search. */
    async chooseMove(ground: Ground, level: number, spend: Spend): Promise<Choice> {
        const isQuick = async () => ({ ...(await this.searchMove(ground, level, { nodes: QUICK_SECONDS })), isStopped: true });
        return this.#stoppable(() => this.#chooseByLevel(ground, level, spend), isQuick);
    }

    async #stoppable<T>(question: () => Promise<T>, instead: () => Promise<T> | T): Promise<T> {
        this.#isStopped = false;
        try {
            return await question();
        } catch (error) {
            if (!this.#isStopped) throw error;
            return instead();
        }
    }

    async #settings({ by, position }: Ground, level: number, { seconds, nodes, isFresh = false }: Spend) {
        const threats = nodes === undefined ? BigInt(Math.round(((seconds ?? 1) * SPEED) / THREATS)) : 0n;
        const weights = by === ENGINE ? await weightsOf(position.rules.k) : new Uint8Array();
        return { level: LEVELS[level], lines: 1, threats, megabytes: MEGABYTES, fresh: isFresh, weights };
    }

    /**
     * Search for a move.
     * @param candidates moves to choose from; none: all
     */
    async searchMove(ground: Ground, level: number, spend: Spend, candidates: Iterable<number> = []): Promise<Choice> {
        const settings = await this.#settings(ground, level, spend);
        const request = { position: ground.position, settings, among: Uint32Array.from(candidates) };
        const { tell: reply } = await think(this.#long, request, { seconds: 1e9, ...spend });
        const [best] = reply.lines;
        const [score, worth] = [Number(best.score), Number(reply.worth)];
        const [cell] = best.cells;
        return { cell, line: [...best.cells], score, chance: reply.chance, worth, plies: reply.plies, depth: reply.depth };
    }

    /** Choose a move as the command does: by a full search or by proof where that is found soon, else by search. */
    async #chooseByLevel(ground: Ground, level: number, spend: Spend): Promise<Choice> {
        const { position } = ground;
        const began = performance.now();
        const rest = (share: number) => {
            if (spend.seconds === undefined) return { seconds: 1e9, ...spend };
            return { ...spend, seconds: Math.max(0.001, share * (spend.seconds - (performance.now() - began) / 1000)) };
        };
        const limits = (share: number, maxNodes: bigint) => {
            const { nodes } = spend;
            return { ...rest(share), nodes: nodes === undefined || nodes > maxNodes ? maxNodes : nodes };
        };
        if (level < BEST) return this.searchMove(ground, level, rest(1));
        const best = (await settle(this.#long, { position }, limits(PROOF_SHARE, FULL_NODES))).tell;
        if (best.cells.length > 0) {
            const gradedMoves = [...best.cells].map((cell) => ({ cell, plies: best.plies, score: best.score }));
            return this.#resist(ground, Number(best.worth), gradedMoves, rest);
        }
        if (ground.proofs < 2) return this.searchMove(ground, level, rest(1));
        const { tell: place } = await known(this.#long, { position, fresh: spend.isFresh ?? false }, limits(PROOF_SHARE, PROOF_NODES));
        const worth = Number(place.value);
        if (worth === UNPROVED) return this.searchMove(ground, level, rest(1));
        const request = { position, value: place.value };
        const { tell: reply } = await grades(this.#long, request, limits(GRADE_SHARE, PROOF_NODES));
        if (reply.keeping.length === 0) return this.searchMove(ground, level, rest(1));
        const gradedMoves = [...reply.keeping].map((cell) => {
            const place = reply.moves.findIndex((move) => move.cell === cell);
            return { cell, plies: reply.moves[place].plies, score: reply.scores[place] };
        });
        return this.#resist(ground, worth, gradedMoves, rest);
    }

    /** Choose among the moves that are proved to keep the value: a win by a search, else the best trap. */
    async #resist(
        ground: Ground,
        worth: number,
        gradedMoves: { cell: number, plies: number, score: bigint }[],
        rest: (share: number) => Spend,
    ): Promise<Choice> {
        const cells = gradedMoves.map((move) => move.cell);
        const result = await this.searchMove(ground, BEST, rest(worth < 1 ? SEARCH_SHARE : 1), cells);
        let { cell } = result;
        if (ground.proofs === 2 && worth < 1 && cells.length > 1) {
            const moves = Uint32Array.from([cell, ...cells.filter((other) => other !== cell)]);
            ({ cell } = (await trap(this.#long, { position: ground.position, moves }, rest(TRAP_SHARE))).tell);
        }
        const { plies, score } = gradedMoves.find((move) => move.cell === cell) as typeof gradedMoves[0];
        const line = cell === result.cell ? result.line : [cell];
        return { ...result, cell, line, score: Number(score), chance: (1 + worth) / 2, worth, plies };
    }

    /** Prove what a position is worth; `UNPROVED` where a limit came first. */
    async prove({ position }: Ground, nodes: bigint): Promise<{ worth: number, plies: number, cells: number[], isStopped?: boolean }> {
        const request = { position, shortest: true, megabytes: 64 };
        const question = async () => {
            const { tell: reply } = await value(this.#long, request, { seconds: 1e9, nodes });
            return { worth: Number(reply.value), plies: reply.plies, cells: [...reply.cells] };
        };
        return this.#stoppable(question, () => ({ worth: UNPROVED, plies: 0, cells: [], isStopped: true }));
    }

    /**
     * Look at a game move by move, from its end; each step is told as it is found.
     * @param nodes of one position
     */
    async review(game: Game, nodes: bigint, onStep: (step: Step) => void) {
        const moves = [...game.moves];
        const [spend, { result }] = [{ nodes }, game.last];
        const grounds: Ground[] = [];
        for (let number = 0; number <= moves.length; number++) grounds.push(game.groundOf(await game.after(number)));
        const single: Seen[] = [];
        for (const ground of grounds.slice(0, result ? -1 : undefined).reverse()) {
            single.unshift(estimateOf(await this.chooseMove(ground, BEST, spend)));
        }
        const { seen: report } = (await hold(this.#long, { seen: single, moves: Uint32Array.from(moves) })).tell;
        const settings = await this.#settings(grounds[0], BEST, spend);
        let loser = result === 1 || result === 2 ? 3 - result : 0;
        let after = result ? endOf(moves.length, loser) : report[moves.length].score;
        for (let number = moves.length; number > 0; number--) {
            const { position } = grounds[number - 1];
            const [move, lost] = [moves[number - 1], mover(number - 1) === loser];
            const request = { position, settings, move, seen: report[number - 1], after, lost };
            const { tell: reply } = await step(this.#long, request, { seconds: 1e9, ...spend });
            after = reply.before;
            if (lost && reply.loses) loser = 0;
            onStep({ ...reply, number, move });
        }
    }
}

/** Who is to move after so many moves: 1 is X. */
const mover = (moves: number) => 1 + (moves % 2);

/**
 * What a finished game is worth to the side that would be to move.
 * @param loser 0 for a draw
 */
function endOf(moves: number, loser: number) {
    if (loser === 0) return 0n;
    return mover(moves) === loser ? -LOST : LOST;
}

/** What is thought of a position as the kernel takes it back: a proved draw is worth nothing. */
function estimateOf({ score, cell, worth, line }: Choice): Seen {
    return { score: BigInt(worth === 0 ? 0 : score), best: cell, proved: BigInt(worth), line: Uint32Array.from(line) };
}
