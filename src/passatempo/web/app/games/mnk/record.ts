// The record of a game beside its board: moves in order, the graph of values, and moves that were mistakes. Then games
// against the levels, won, drawn and lost: kept in this browser alone, board by board. A game that was helped, or taken
// back, or by rules of one's own, is not counted.

import { dialogOf, showDialog } from "../../frame/dialog.ts";
import { svgElement, newElement, findElement } from "../../frame/dom.ts";
import { group, int } from "../../frame/link.ts";
import { store } from "../../frame/storage.ts";
import { GAMES, TWO, nameOf } from "./game.ts";
import type { Read } from "../../frame/link.ts";
import type { Words } from "../../frame/words.ts";
import type { Step } from "./engine.ts";
import type { Game } from "./game.ts";
import type { View } from "./view.ts";

const WIDTH = 320;
const HEIGHT = 80;
const DOT = 4;

/**
 * Draw a graph.
 * @param chances of X after each move, where they are known
 * @param marked moves that are told as mistakes, from 1
 * @param shown the move that the board shows
 */
function graph(chances: (number | undefined)[], marked: Set<number>, shown: number, label: string) {
    const across = (number: number) => (chances.length < 2 ? 0 : (number * WIDTH) / (chances.length - 1));
    const down = (chance: number) => HEIGHT * (1 - chance);
    const known = [...chances.entries()].filter(([, chance]) => chance !== undefined);
    const points = known.map(([number, chance]) => `${across(number)},${down(chance ?? 0)}`).join(" ");
    const dots = known
        .filter(([number]) => marked.has(number))
        .map(([number, chance]) =>
            svgElement("circle", { cx: across(number), cy: down(chance ?? 0), r: DOT, class: "mistake" }),
        );
    const box = { viewBox: `${-DOT} ${-DOT} ${WIDTH + 2 * DOT} ${HEIGHT + 2 * DOT}`, role: "img", "aria-label": label };
    return svgElement(
        "svg",
        { ...box, class: "graph" },
        svgElement("line", { x1: 0, x2: WIDTH, y1: HEIGHT / 2, y2: HEIGHT / 2, class: "middle" }),
        svgElement("line", { x1: across(shown), x2: across(shown), y1: 0, y2: HEIGHT, class: "shown" }),
        svgElement("polyline", { points, class: "values" }),
        ...dots,
    );
}

const WHEEL = 20; // of the wheel's own measure: a step of the record

export class GameRecord {
    /** What was found of each move, by its number. */
    steps = new Map<number, Step>();
    /** How many moves the board shows. */
    shown = 0;
    /** How many the game has. */
    length = 0;
    /** The moves that it was found of. */
    #of: number[] = [];
    words: Words;
    list: HTMLElement;
    again: (() => void) | undefined;

    /** @param show a position is wanted, after so many moves */
    constructor(words: Words, show: (number: number) => unknown) {
        this.words = words;
        this.list = findElement("#moves");
        this.again = undefined;
        this.list.addEventListener("click", (event) => {
            const button = event.target instanceof Element ? event.target.closest("[data-move]") : undefined;
            if (button instanceof HTMLElement) show(Number(button.dataset.move));
        });
        this.list.addEventListener("wheel", (event) => {
            if (Math.abs(event.deltaY) < WHEEL || event.ctrlKey) return;
            event.preventDefault();
            show(this.shown + Math.sign(event.deltaY));
        });
        const steps = { "#first": () => 0, "#back": () => this.shown - 1, "#forward": () => this.shown + 1, "#last": () => this.length };
        for (const [selector, to] of Object.entries(steps)) findElement(selector).addEventListener("click", () => show(to()));
    }

    /** Forget what was found of another game. */
    forget(game: Game) {
        const same = this.#of.every((cell, place) => game.moves[place] === cell);
        if (!same || game.moves.length < this.#of.length) this.begin([]);
    }

    /** A game is about to be judged. */
    begin(moves: number[]) {
        this.steps.clear();
        this.#of = [...moves];
    }

    draw(game: Game, view: View) {
        this.shown = game.shown;
        this.length = game.moves.length;
        this.forget(game);
        this.again = () => this.draw(game, view);
        if (findElement("#panel-moves").hidden && findElement("#panel-analysis").hidden) return;
        const items = game.moves.map((cell, place) => this.#item(place + 1, cell, game, view));
        this.list.replaceChildren(...items);
        const current = this.list.querySelector("[aria-current]");
        if (current) this.list.scrollTop = Math.max(0, (current as HTMLElement).offsetTop - this.list.offsetTop - 64);
        this.#graph(game);
    }

    #item(number: number, cell: number, game: Game, view: View) {
        const step = this.steps.get(number);
        const side = view.sign(2 - (number % 2));
        const text = `${number} ${side} ${view.place(cell)}`;
        const turns = step?.turns && step.best !== cell;
        const better = turns ? this.words.translate(`mnk.move.${kindOf(step)}`, { better: view.place(step.best) }) : "";
        const current = number === game.shown && "step";
        const button = newElement("button", { type: "button", "data-move": number, "aria-current": current }, text);
        return newElement("li", { class: turns ? "turning" : "" }, button, turns ? ` ${better}` : "");
    }

    #graph(game: Game) {
        const host = findElement("#graph");
        if (this.steps.size === 0) return host.replaceChildren();
        const chances = Array.from({ length: game.moves.length + 1 }, (_, number) => this.#chance(number));
        const marked = new Set([...this.steps.values()].filter((step) => step.turns).map((step) => step.number));
        host.replaceChildren(graph(chances, marked, game.shown, this.words.translate("mnk.graph", { moves: game.moves.length })));
    }

    /** What X may hope for after so many moves. */
    #chance(number: number) {
        const step = this.steps.get(number);
        if (!step) return undefined;
        return number % 2 ? step.chance : 1 - step.chance;
    }

    /** The move that decided the game: the last that lost it, else the first that gave something away. */
    get turning() {
        const turns = [...this.steps.values()].sort((a, b) => a.number - b.number).filter((step) => step.turns);
        return turns.filter((step) => step.loses).at(-1) ?? turns[0];
    }
}

/** What a move did to its game, as a key of words. */
export const kindOf = (step: Step) => (step.loses ? "loses" : step.misses ? "misses" : "gives");

const NAME = "stats.mnk";
const LEVELS = [1, 2, 3, 4, 5];
const many = int(0, 2 ** 31 - 1);
const result = group({ won: many, drawn: many, lost: many });
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

/** Count a game that has ended, once; whether it was counted. */
export function count(game: Game) {
    const { rules, level, side } = game.table;
    const name = nameOf(rules) as keyof Statistics | "own";
    if (name === "own" || level === TWO || game.isHelped) return false;
    game.isHelped = true; // what comes after an end, taken back, is not counted again
    const all = statistics();
    const winner = game.winner;
    const kind = winner === 0 ? "drawn" : winner === side ? "won" : "lost";
    const own = Reflect.get(all[name], level);
    Reflect.set(all[name], level, { ...own, [kind]: own[kind] + 1 });
    store.put(NAME, SCHEMA, all);
    return true;
}

/** Show the statistics. */
export function showStatistics(words: Words) {
    const say = (key: string) => words.translate(`mnk.stats.${key}`);
    const all = statistics();
    const found = Object.keys(GAMES).flatMap((name) =>
        LEVELS.map((level) => ({ name, level, of: Reflect.get(Reflect.get(all, name), level) as Result })),
    );
    const played = found.filter(({ of }) => of.won + of.drawn + of.lost > 0);
    const rows = played.map(({ name, level, of }) => {
        const heads = [words.translate(`mnk.game.${name}`), words.translate(`mnk.rival.${level}`)];
        const cells = [heads[1], of.won, of.drawn, of.lost].map((text) => newElement("td", {}, String(text)));
        return newElement("tr", {}, newElement("th", { scope: "row" }, heads[0]), ...cells);
    });
    const head = ["game", "level", "won", "drawn", "lost"].map((key) => newElement("th", { scope: "col" }, say(key)));
    const table = newElement("table", {}, newElement("thead", {}, newElement("tr", {}, ...head)), newElement("tbody", {}, ...rows));
    const region = newElement("div", { class: "records", role: "region", tabindex: 0, "aria-label": say("title") }, table);
    showDialog(dialogOf(words, say("title"), rows.length ? region : newElement("p", {}, say("none")), newElement("p", {}, say("about"))), true);
}
