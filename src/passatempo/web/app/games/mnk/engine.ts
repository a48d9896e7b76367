// The engine that plays and judges m,n,k. A worker runs its searches and proofs with the limits of the command.

import { Client } from "../../kernel/client.ts";
import { bytes } from "../../kernel/data.ts";
import { hold, settle, step, think } from "../../kernel/mnk.ts";
import { grades, known, trap, value } from "../../kernel/mnk_proof.ts";
import type { Limits } from "../../kernel/client.ts";
import type { Seen, StepReply } from "../../kernel/mnk.ts";
import type { Game, Ground } from "./game.ts";

/**
 * A move, and the estimate of the position for the side to move. A proved `worth` is 1, 0 or -1, an unproved one is 2.
 */
export type Choice = { cell: number, line: number[], score: number, chance: number, worth: number, plies: number, depth: number, isStopped?: boolean };
/** The limits of a choice. With `isFresh` no earlier search helps, so that the choice is the same at every load. */
type Spend = Limits & { isFresh?: boolean };
/** The judgement of a move of a game. */
export type Step = StepReply & { number: number, move: number };

export const UNPROVED = 2;
const LEVELS = [1, 1, 3, 5, 8, 10]; // levels of the command, by the app's levels from 1
const BEST = LEVELS.length - 1;
const MEGABYTES = 16;
const SPEED = 900_000; // nodes per second, of which the threat search gets the part below, as in engine/search.py
const THREATS = 150;
const PROOF_NODES = 200_000n;
const FULL_NODES = 5_000_000n;
const PROOF_SHARE = 0.45; // of the time, and the next three of the time left
const GRADE_SHARE = 0.35;
const SEARCH_SHARE = 0.2;
const TRAP_SHARE = 0.9;
const WEIGHT_KS = [5, 6, 7]; // as in engine/weights.py
const QUICK_SECONDS = 2_000n; // nodes of a move after the visitor stopped the search
const ENGINE = 1; // the kernel's number of the method that chooses moves
const LOST = 30_000n; // the score of a finished game for its winner

const weightsOf = (k: number) => bytes(`mnk_weights_${WEIGHT_KS.includes(k) ? k : WEIGHT_KS[0]}.bin`);

export class Engine {
    #workerClient: Client | undefined;
    #isStopped = false;

    get #long() {
        this.#workerClient ??= new Client();
        return this.#workerClient;
    }

    /** Cancel the search, whose result nobody needs. */
    cancel() {
        if (this.#workerClient?.isBusy) this.#workerClient.cancel();
    }

    /** Stop the search for the visitor, and choose a move after a short one. */
    stop() {
        this.#isStopped = this.#workerClient?.isBusy ?? false;
        this.cancel();
    }

    /** Choose a move. If the visitor stops the search, a short search chooses it. */
    async chooseMove(ground: Ground, level: number, spend: Spend): Promise<Choice> {
        const chooseQuickly = async () => ({ ...(await this.searchMove(ground, level, { nodes: QUICK_SECONDS })), isStopped: true });
        return this.#stoppable(() => this.#chooseByLevel(ground, level, spend), chooseQuickly);
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
     * @param candidates the moves to choose from, or none for all
     */
    async searchMove(ground: Ground, level: number, spend: Spend, candidates: Iterable<number> = []): Promise<Choice> {
        const settings = await this.#settings(ground, level, spend);
        const thinkRequest = { position: ground.position, settings, among: Uint32Array.from(candidates) };
        const { tell: thinkReply } = await think(this.#long, thinkRequest, { seconds: 1e9, ...spend });
        const [bestLine] = thinkReply.lines;
        const [score, worth] = [Number(bestLine.score), Number(thinkReply.worth)];
        const [cell] = bestLine.cells;
        return { cell, line: [...bestLine.cells], score, chance: thinkReply.chance, worth, plies: thinkReply.plies, depth: thinkReply.depth };
    }

    /** Choose a move as the command does. Try a full search and a proof for a short time, then the usual search. */
    async #chooseByLevel(ground: Ground, level: number, spend: Spend): Promise<Choice> {
        const { position } = ground;
        const startTime = performance.now();
        const rest = (share: number) => {
            if (spend.seconds === undefined) return { seconds: 1e9, ...spend };
            return { ...spend, seconds: Math.max(0.001, share * (spend.seconds - (performance.now() - startTime) / 1000)) };
        };
        const limits = (share: number, maxNodes: bigint) => {
            const { nodes } = spend;
            return { ...rest(share), nodes: nodes === undefined || nodes > maxNodes ? maxNodes : nodes };
        };
        if (level < BEST) return this.searchMove(ground, level, rest(1));
        const settleReply = (await settle(this.#long, { position }, limits(PROOF_SHARE, FULL_NODES))).tell;
        if (settleReply.cells.length > 0) {
            const cellGrades = [...settleReply.cells].map((cell) => ({ cell, plies: settleReply.plies, score: settleReply.score }));
            return this.#resist(ground, Number(settleReply.worth), cellGrades, rest);
        }
        if (ground.proofs < 2) return this.searchMove(ground, level, rest(1));
        const { tell: proofReply } = await known(this.#long, { position, fresh: spend.isFresh ?? false }, limits(PROOF_SHARE, PROOF_NODES));
        const proofValue = Number(proofReply.value);
        if (proofValue === UNPROVED) return this.searchMove(ground, level, rest(1));
        const valueRequest = { position, value: proofReply.value };
        const { tell: gradesReply } = await grades(this.#long, valueRequest, limits(GRADE_SHARE, PROOF_NODES));
        if (gradesReply.keeping.length === 0) return this.searchMove(ground, level, rest(1));
        const cellGrades = [...gradesReply.keeping].map((cell) => {
            const moveIndex = gradesReply.moves.findIndex((move) => move.cell === cell);
            return { cell, plies: gradesReply.moves[moveIndex].plies, score: gradesReply.scores[moveIndex] };
        });
        return this.#resist(ground, proofValue, cellGrades, rest);
    }

    /** Choose among the moves that provably keep the value. A search chooses a win, otherwise the best trap is chosen. */
    async #resist(
        ground: Ground,
        worth: number,
        cellGrades: { cell: number, plies: number, score: bigint }[],
        rest: (share: number) => Spend,
    ): Promise<Choice> {
        const moveCells = cellGrades.map((move) => move.cell);
        const searchChoice = await this.searchMove(ground, BEST, rest(worth < 1 ? SEARCH_SHARE : 1), moveCells);
        let { cell } = searchChoice;
        if (ground.proofs === 2 && worth < 1 && moveCells.length > 1) {
            const moves = Uint32Array.from([cell, ...moveCells.filter((other) => other !== cell)]);
            ({ cell } = (await trap(this.#long, { position: ground.position, moves }, rest(TRAP_SHARE))).tell);
        }
        const { plies, score } = cellGrades.find((move) => move.cell === cell) as typeof cellGrades[0];
        const line = cell === searchChoice.cell ? searchChoice.line : [cell];
        return { ...searchChoice, cell, line, score: Number(score), chance: (1 + worth) / 2, worth, plies };
    }

    /** Prove the value of a position, or return `UNPROVED` if the search reaches a limit. */
    async prove({ position }: Ground, nodes: bigint): Promise<{ worth: number, plies: number, cells: number[], isStopped?: boolean }> {
        const valueRequest = { position, shortest: true, megabytes: 64 };
        const question = async () => {
            const { tell: valueReply } = await value(this.#long, valueRequest, { seconds: 1e9, nodes });
            return { worth: Number(valueReply.value), plies: valueReply.plies, cells: [...valueReply.cells] };
        };
        return this.#stoppable(question, () => ({ worth: UNPROVED, plies: 0, cells: [], isStopped: true }));
    }

    /**
     * Judge a game move by move, from its end, and report each step as soon as it is known.
     * @param nodes the limit for one position
     */
    async review(game: Game, nodes: bigint, onStep: (step: Step) => void) {
        const moves = [...game.moves];
        const [spend, { result }] = [{ nodes }, game.last];
        const grounds: Ground[] = [];
        for (let number = 0; number <= moves.length; number++) grounds.push(game.groundOf(await game.after(number)));
        const estimates: Seen[] = [];
        for (const ground of grounds.slice(0, result ? -1 : undefined).reverse()) {
            estimates.unshift(estimateOf(await this.chooseMove(ground, BEST, spend)));
        }
        const { seen: steadyEstimates } = (await hold(this.#long, { seen: estimates, moves: Uint32Array.from(moves) })).tell;
        const settings = await this.#settings(grounds[0], BEST, spend);
        let loser = result === 1 || result === 2 ? 3 - result : 0;
        let afterScore = result ? endOf(moves.length, loser) : steadyEstimates[moves.length].score;
        for (let number = moves.length; number > 0; number--) {
            const { position } = grounds[number - 1];
            const [move, lost] = [moves[number - 1], mover(number - 1) === loser];
            const moveRequest = { position, settings, move, seen: steadyEstimates[number - 1], after: afterScore, lost };
            const { tell: stepReply } = await step(this.#long, moveRequest, { seconds: 1e9, ...spend });
            afterScore = stepReply.before;
            if (lost && stepReply.loses) loser = 0;
            onStep({ ...stepReply, number, move });
        }
    }
}

/** The side to move after a number of moves. 1 is X. */
const mover = (moves: number) => 1 + (moves % 2);

/**
 * The score of a finished game for the side that would be to move.
 * @param loser the losing side, or 0 for a draw
 */
function endOf(moves: number, loser: number) {
    if (loser === 0) return 0n;
    return mover(moves) === loser ? -LOST : LOST;
}

/** Convert a choice to an estimate of the kernel. A proved draw has score 0. */
function estimateOf({ score, cell, worth, line }: Choice): Seen {
    return { score: BigInt(worth === 0 ? 0 : score), best: cell, proved: BigInt(worth), line: Uint32Array.from(line) };
}
