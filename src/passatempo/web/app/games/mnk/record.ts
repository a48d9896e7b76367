// The record of a game beside its board, with its moves, the graph of values, and the mistakes. The statistics count games
// against the levels by board and result, and this browser stores them. A game with help, undo or custom rules does not
// count.

import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { svgElement, newElement, findElement } from "../../frame/dom.ts";
import { group, int } from "../../frame/link.ts";
import { store } from "../../frame/storage.ts";
import { GAMES, PERSONS, SIGNS, TWO, nameOf } from "./game.ts";
import type { Read } from "../../frame/link.ts";
import type { Words } from "../../frame/words.ts";
import type { Step, Engine } from "./engine.ts";
import type { Game } from "./game.ts";
import type { View } from "./view.ts";

const WIDTH = 320;
const HEIGHT = 80;
const DOT = 4;
const REVIEW = 20_000n; // nodes for each position

/**
 * Draw a graph.
 * @param chances the chances of X after each move, if known
 * @param mistakeNumbers the numbers of the moves that are mistakes, from 1
 * @param shown the move that the board shows
 */
function graph(chances: (number | undefined)[], mistakeNumbers: Set<number>, shown: number, label: string) {
    const xOf = (number: number) => (chances.length < 2 ? 0 : (number * WIDTH) / (chances.length - 1));
    const down = (chance: number) => HEIGHT * (1 - chance);
    const chanceSteps = [...chances.entries()].filter(([, chance]) => chance !== undefined);
    const chancePoints = chanceSteps.map(([number, chance]) => `${xOf(number)},${down(chance ?? 0)}`).join(" ");
    const mistakeDots = chanceSteps
        .filter(([number]) => mistakeNumbers.has(number))
        .map(([number, chance]) =>
            svgElement("circle", { cx: xOf(number), cy: down(chance ?? 0), r: DOT, class: "mistake" }),
        );
    const box = { viewBox: `${-DOT} ${-DOT} ${WIDTH + 2 * DOT} ${HEIGHT + 2 * DOT}`, role: "img", "aria-label": label };
    return svgElement(
        "svg",
        { ...box, class: "graph" },
        svgElement("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
        svgElement("line", { x1: xOf(shown), x2: xOf(shown), y1: 0, y2: HEIGHT, class: "shown" }),
        svgElement("polyline", { points: chancePoints, class: "values" }),
        ...mistakeDots,
    );
}

/** The reviewed moves of a game. */
export class GameRecord {
    /** The judgements by the number of the move. */
    steps = new Map<number, Step>();
    words: Words;

    constructor(words: Words) {
        this.words = words;
    }

    /** Return the moves as buttons that show their positions. A mistake names the better move. */
    list(game: Game, view: View, show: (number: number) => unknown) {
        return game.moves.slice(game.givenMoves).map((cell, at) => {
            const moveNumber = game.givenMoves + at + 1;
            const moveStep = this.steps.get(moveNumber);
            const better = moveStep?.turns && moveStep.best !== cell ? this.words.translate(`mnk.move.${kindOf(moveStep)}`, { better: view.place(moveStep.best) }) : "";
            const moveText = [`${moveNumber} ${SIGNS[2 - (moveNumber % 2)]} ${view.place(cell)}`, better].filter(Boolean).join(": ");
            return { text: moveText, current: moveNumber === game.shown, go: () => show(moveNumber) };
        });
    }

    /** Judge a game move by move, from its end. */
    async review(engine: Engine, game: Game, view: View, onStep: () => void) {
        const progress = findElement("#progress");
        const { moves, givenMoves: given } = game;
        if (moves.length === given) return void (progress.textContent = this.words.translate("mnk.analysis.none"));
        engine.cancel();
        this.steps.clear();
        progress.textContent = this.words.translate("mnk.analysis.begun");
        await engine.review(game, REVIEW, (step) => {
            if (step.number <= given) return;
            this.steps.set(step.number, step);
            onStep();
        });
        if (game.moves === moves) progress.textContent = this.#verdict(view);
    }

    /** Clear the review of another game. */
    forget() {
        this.steps.clear();
        findElement("#progress").textContent = "";
    }

    /** Draw the values of the positions, if there are any. */
    draw(game: Game) {
        const graphHost = findElement("#graph");
        if (this.steps.size === 0) return graphHost.replaceChildren();
        const chances = Array.from({ length: game.moves.length + 1 }, (_, number) => this.#chance(number));
        const mistakeNumbers = new Set([...this.steps.values()].filter((step) => step.turns).map((step) => step.number));
        graphHost.replaceChildren(graph(chances, mistakeNumbers, game.shown, this.words.translate("mnk.graph", { moves: game.moves.length })));
    }

    /** The chance of X after a number of moves. */
    #chance(number: number) {
        const step = this.steps.get(number);
        if (!step) return undefined;
        return number % 2 ? step.chance : 1 - step.chance;
    }

    /** Name the move that decided the game, which is the last losing move or else the first mistake. */
    #verdict(view: View) {
        const turns = [...this.steps.values()].sort((a, b) => a.number - b.number).filter((step) => step.turns);
        const turningStep = turns.filter((step) => step.loses).at(-1) ?? turns[0];
        if (!turningStep) return this.words.translate("mnk.analysis.even");
        const moveValues = { number: turningStep.number, move: view.place(turningStep.move), better: view.place(turningStep.best) };
        return this.words.translate(`mnk.analysis.${kindOf(turningStep)}`, moveValues);
    }
}

/** The kind of a mistake, as a key of words. */
const kindOf = (step: Step) => (step.loses ? "loses" : step.misses ? "misses" : "gives");

const NAME = "stats.mnk";
const LEVELS = [1, 2, 3, 4, 5];
const total = int(0, 2 ** 31 - 1);
const result = group({ won: total, drawn: total, lost: total });
const levels = group({ 1: result, 2: result, 3: result, 4: result, 5: result });
const SCHEMA = {
    four: levels, three: levels, five: levels, exactly: levels, board: levels, torus: levels, misere: levels,
};

type Statistics = Read<typeof SCHEMA>;
type Result = { won: number, drawn: number, lost: number };

function statistics(): Statistics {
    const none = () => Object.fromEntries(LEVELS.map((level) => [level, { won: 0, drawn: 0, lost: 0 }]));
    return store.get(NAME, SCHEMA) ?? (Object.fromEntries(Object.keys(SCHEMA).map((name) => [name, none()])) as any);
}

/** Count a finished game once, and return whether it counts. */
export function count(game: Game) {
    const { rules, level, side } = game.table;
    const name = nameOf(rules) as keyof Statistics | "own";
    if (name === "own" || level === TWO || game.isHelped) return false;
    game.isHelped = true; // another end of the same game after an undo does not count
    const allStatistics = statistics();
    const winner = game.winner;
    const winnerKind = winner === 0 ? "drawn" : winner === side ? "won" : "lost";
    const levelRecord = Reflect.get(allStatistics[name], level);
    Reflect.set(allStatistics[name], level, { ...levelRecord, [winnerKind]: levelRecord[winnerKind] + 1 });
    store.put(NAME, SCHEMA, allStatistics);
    return true;
}

/** Show the statistics. */
export function showStatistics(words: Words) {
    const translate = (key: string) => words.translate(`mnk.stats.${key}`);
    const allStatistics = statistics();
    const levelRecords = Object.keys(GAMES).flatMap((name) =>
        LEVELS.map((level) => ({ name, level, of: Reflect.get(Reflect.get(allStatistics, name), level) as Result })),
    );
    const activeRecords = levelRecords.filter(({ of }) => of.won + of.drawn + of.lost > 0);
    const rowElements = activeRecords.map(({ name, level, of }) => {
        const heads = [words.translate(`mnk.game.${name}`), words.translate(`mnk.rival.${level}`, { name: PERSONS[level] })];
        const cellElements = [heads[1], of.won, of.drawn, of.lost].map((text) => newElement("td", {}, String(text)));
        return newElement("tr", {}, newElement("th", { scope: "row" }, heads[0]), ...cellElements);
    });
    const headElements = ["game", "level", "won", "drawn", "lost"].map((key) => newElement("th", { scope: "col" }, translate(key)));
    const table = newElement("table", {}, newElement("thead", {}, newElement("tr", {}, ...headElements)), newElement("tbody", {}, ...rowElements));
    const region = newElement("div", { class: "records", role: "region", tabindex: 0, "aria-label": translate("title") }, table);
    showDialog(dialogOf(words, translate("title"), rowElements.length ? region : newElement("p", {}, translate("none")), newElement("p", {}, translate("about"))), true);
}
