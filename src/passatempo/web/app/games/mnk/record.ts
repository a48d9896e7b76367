// The record of a game beside its board: moves in order, the graph of values, and moves that were mistakes. Then games
// against the levels, won, drawn and lost: kept in this browser alone, board by board. A game that was helped, or taken
// back, or by rules of one's own, is not counted.

import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { svgElement, newElement, findElement } from "../../frame/dom.ts";
import { group, int } from "../../frame/link.ts";
import { store } from "../../frame/storage.ts";
import { GAMES, PERSONS, SIGNS, TWO, nameOf } from "./game.ts";
import type { Read } from "../../frame/link.ts";
import type { Words } from "../../frame/words.ts";
import type { Step, Thinker } from "./engine.ts";
import type { Game } from "./game.ts";
import type { View } from "./view.ts";

const WIDTH = 320;
const HEIGHT = 80;
const DOT = 4;
const REVIEW = 20_000n; // nodes of one position

/**
 * Draw a graph.
 * @param chances of X after each move, where they are known
 * @param mark moves that are told as mistakes, from 1
 * @param shown the move that the board shows
 */
function graph(chances: (number | undefined)[], mark: Set<number>, shown: number, label: string) {
    const xOf = (number: number) => (chances.length < 2 ? 0 : (number * WIDTH) / (chances.length - 1));
    const down = (chance: number) => HEIGHT * (1 - chance);
    const steps = [...chances.entries()].filter(([, chance]) => chance !== undefined);
    const points = steps.map(([number, chance]) => `${xOf(number)},${down(chance ?? 0)}`).join(" ");
    const dots = steps
        .filter(([number]) => mark.has(number))
        .map(([number, chance]) =>
            svgElement("circle", { cx: xOf(number), cy: down(chance ?? 0), r: DOT, class: "mistake" }),
        );
    const box = { viewBox: `${-DOT} ${-DOT} ${WIDTH + 2 * DOT} ${HEIGHT + 2 * DOT}`, role: "img", "aria-label": label };
    return svgElement(
        "svg",
        { ...box, class: "graph" },
        svgElement("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
        svgElement("line", { x1: xOf(shown), x2: xOf(shown), y1: 0, y2: HEIGHT, class: "shown" }),
        svgElement("polyline", { points, class: "values" }),
        ...dots,
    );
}

/** What a review found of the moves of a game. */
export class GameRecord {
    /** By the number of the move. */
    steps = new Map<number, Step>();
    words: Words;

    constructor(words: Words) {
        this.words = words;
    }

    /** The moves that are played here, each with its mistake, as buttons that show their positions. */
    list(game: Game, view: View, show: (number: number) => unknown) {
        return game.moves.slice(game.givenMoves).map((cell, at) => {
            const number = game.givenMoves + at + 1;
            const step = this.steps.get(number);
            const better = step?.turns && step.best !== cell ? this.words.translate(`mnk.move.${kindOf(step)}`, { better: view.place(step.best) }) : "";
            const text = [`${number} ${SIGNS[2 - (number % 2)]} ${view.place(cell)}`, better].filter(Boolean).join(": ");
            return { text, current: number === game.shown, go: () => show(number) };
        });
    }

    /** Judge a game move by move, from its end. */
    async review(thinker: Thinker, game: Game, view: View, onStep: () => void) {
        const progress = findElement("#progress");
        const { moves, givenMoves: given } = game;
        if (moves.length === given) return void (progress.textContent = this.words.translate("mnk.analysis.none"));
        thinker.cancel();
        this.steps.clear();
        progress.textContent = this.words.translate("mnk.analysis.begun");
        await thinker.review(game, REVIEW, (step) => {
            if (step.number <= given) return;
            this.steps.set(step.number, step);
            onStep();
        });
        if (game.moves === moves) progress.textContent = this.#verdict(view);
    }

    /** Forget what was found of another game. */
    forget() {
        this.steps.clear();
        findElement("#progress").textContent = "";
    }

    /** Draw the values of the positions, if there are any. */
    draw(game: Game) {
        const host = findElement("#graph");
        if (this.steps.size === 0) return host.replaceChildren();
        const chances = Array.from({ length: game.moves.length + 1 }, (_, number) => this.#chance(number));
        const mark = new Set([...this.steps.values()].filter((step) => step.turns).map((step) => step.number));
        host.replaceChildren(graph(chances, mark, game.shown, this.words.translate("mnk.graph", { moves: game.moves.length })));
    }

    /** What X may hope for after so many moves. */
    #chance(number: number) {
        const step = this.steps.get(number);
        if (!step) return undefined;
        return number % 2 ? step.chance : 1 - step.chance;
    }

    /** Say which move decided the game: the last that lost it, else the first that gave something away. */
    #verdict(view: View) {
        const turns = [...this.steps.values()].sort((a, b) => a.number - b.number).filter((step) => step.turns);
        const turning = turns.filter((step) => step.loses).at(-1) ?? turns[0];
        if (!turning) return this.words.translate("mnk.analysis.even");
        const values = { number: turning.number, move: view.place(turning.move), better: view.place(turning.best) };
        return this.words.translate(`mnk.analysis.${kindOf(turning)}`, values);
    }
}

/** What a move did to its game, as a key of words. */
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
type Result = { won: number, draws: number, lost: number };

function statistics(): Statistics {
    const none = () => Object.fromEntries(LEVELS.map((level) => [level, { won: 0, drawn: 0, lost: 0 }]));
    return store.get(NAME, SCHEMA) ?? (Object.fromEntries(Object.keys(SCHEMA).map((name) => [name, none()])) as any);
}

/** Count a game that has ended, once; whether it was counted. */
export function count(game: Game) {
    const { rules, level, side } = game.table;
    const name = nameOf(rules) as keyof Statistics | "own";
    if (name === "own" || level === TWO || game.isHelped) return false;
    game.isHelped = true; // what comes after an end, taken back, is not counted again
    const all = statistics();
    const winner = game.winner;
    const kind = winner === 0 ? "drawn" : winner === side ? "won" : "lost";
    const record = Reflect.get(all[name], level);
    Reflect.set(all[name], level, { ...record, [kind]: record[kind] + 1 });
    store.put(NAME, SCHEMA, all);
    return true;
}

/** Show the statistics. */
export function showStatistics(words: Words) {
    const translate = (key: string) => words.translate(`mnk.stats.${key}`);
    const all = statistics();
    const records = Object.keys(GAMES).flatMap((name) =>
        LEVELS.map((level) => ({ name, level, of: Reflect.get(Reflect.get(all, name), level) as Result })),
    );
    const total = records.filter(({ of }) => of.won + of.draws + of.lost > 0);
    const rows = total.map(({ name, level, of }) => {
        const heads = [words.translate(`mnk.game.${name}`), words.translate(`mnk.rival.${level}`, { name: PERSONS[level] })];
        const cells = [heads[1], of.won, of.draws, of.lost].map((text) => newElement("td", {}, String(text)));
        return newElement("tr", {}, newElement("th", { scope: "row" }, heads[0]), ...cells);
    });
    const head = ["game", "level", "won", "drawn", "lost"].map((key) => newElement("th", { scope: "col" }, translate(key)));
    const table = newElement("table", {}, newElement("thead", {}, newElement("tr", {}, ...head)), newElement("tbody", {}, ...rows));
    const region = newElement("div", { class: "records", role: "region", tabindex: 0, "aria-label": translate("title") }, table);
    showDialog(dialogOf(words, translate("title"), rows.length ? region : newElement("p", {}, translate("none")), newElement("p", {}, translate("about"))), true);
}
