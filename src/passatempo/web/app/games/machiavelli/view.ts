// The view of a table: its status, its question, its seats and its list of turns, and the result of a match.

import { clockText } from "../../frame/clock.ts";
import { starText } from "../../frame/day/day.ts";
import { findElement, newElement } from "../../frame/dom.ts";
import { isMeld } from "./game.ts";
import { Match } from "./match.ts";
import { OwnTable } from "./own.ts";
import type { End } from "../../frame/page.ts";
import type { PanelMove } from "../../frame/panel.ts";
import type { Button } from "../../frame/screen.ts";
import type { Sentence } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Look } from "./board.ts";
import type { State } from "./page.ts";
import type { Sentences } from "./sentences.ts";

const HOW = ["closed", "blocked", "finished"]; // ends of a match, in the order of the kernel

export class View {
    words: Words;
    sentences: Sentences;

    constructor(words: Words, sentences: Sentences) {
        this.words = words;
        this.sentences = sentences;
    }

    /** The parts of the screen beside the table, without what the session knows. */
    parts(state: State) {
        const { game } = state;
        const { groups, hand } = game.now;
        const inHand = [String(hand.length), this.words.translate("machiavelli.figure.hand", { count: hand.length })];
        const count = game instanceof Match ? game.turns.length : groups.length;
        const unit = this.words.translate(game instanceof Match ? "machiavelli.figure.turns" : "machiavelli.figure.melds", { count });
        return {
            figures: [inHand, [String(count), unit]],
            clock: game.day && clockText(game.day.clock, Boolean(game.day.end)),
            asks: this.question(state),
            first: this.#firstButton(state),
            third: { deed: "sort" },
            level: this.#level(state),
        };
    }

    /** *Do it* after a hint, *Lay 4* where the turn may end, else *Hint*. */
    #firstButton({ game, judgements, move }: State): Button {
        if (move) return { deed: "do", isFilled: true };
        const count = game instanceof Match && game.isPerson ? game.laid.length : 0;
        const isReady = count > 0 && judgements.length > 0 && this.notes(judgements).every(({ good }) => good);
        if (isReady) return { deed: "lay", isFilled: true, word: this.words.translate("machiavelli.lay", { count }) };
        return { deed: "hint", isOff: game instanceof Match && !game.isPerson };
    }

    #level({ game }: State) {
        if (game.day) return { name: "day", text: starText(game.day.puzzle.grade) };
        if (!(game instanceof Match)) return { name: "setup", text: this.words.translate("frame.setup") };
        const rivals = game.start.seats.filter((kind) => kind !== "you");
        const names = rivals.map((kind) => this.words.translate(`machiavelli.player.${kind}`));
        return { name: rivals.join("-"), text: names.length > 2 ? this.words.translate("machiavelli.rivals", { count: names.length }) : names.join(", ") };
    }

    notes(judgements: State["judgements"]) {
        return judgements.map((judgement) => this.sentences.note(judgement));
    }

    /** The question where no message stands. */
    question({ game, judgements, best, unlocked }: State): Sentence[] {
        const wrong = this.sentences.wrongGroup(this.notes(judgements));
        if (game instanceof Match) return this.#matchQuestion(game, wrong);
        if (game.day) return wrong ? [wrong] : [[this.words.translate("machiavelli.day")]];
        const answer = best && game instanceof OwnTable ? [this.sentences.best(best, game.now)] : [[this.words.translate("machiavelli.question")]];
        const isFirst = game instanceof OwnTable && game.isExample && !game.canUndo;
        if (isFirst) return [[this.words.translate("machiavelli.first")], ...answer];
        return [...answer, ...(wrong ? [wrong] : []), ...(unlocked ? this.sentences.unlocking(unlocked) : [])];
    }

    #matchQuestion(match: Match, wrong?: Sentence): Sentence[] {
        const name = this.sentences.seatName(match, match.game.seat);
        if (!match.isPerson) return [[this.words.translate("machiavelli.thinks", { name })]];
        const count = match.laid.length;
        if (wrong) return [wrong];
        if (count > 0) return [[this.words.translate("machiavelli.ready", { count })]];
        return [[this.words.translate(match.canDraw ? "machiavelli.your-turn" : "machiavelli.your-turn.pass")]];
    }

    /** The look of the table. */
    look({ game, judgements, raised, rings, preview, fresh, seat }: State): Look {
        return {
            notes: preview ? [] : this.notes(judgements), raised, fresh: preview?.fresh ?? fresh, named: new Set(rings.keys()),
            drawn: game instanceof Match && game.isPerson ? game.drawn : [], canPutAway: game instanceof OwnTable, hasTiles: game.hasTiles,
            newFrom: document.querySelector(seat < 0 ? "#stock" : `[data-seat="${seat}"]`) ?? undefined,
        };
    }

    /** Show the rivals, and the stock as a pile. */
    showSeats({ game }: State, seats: HTMLElement, stock: HTMLElement) {
        seats.hidden = stock.hidden = !(game instanceof Match);
        if (!(game instanceof Match)) return;
        const { start, end } = game;
        const shown = start.seats.flatMap((kind, seat) => (kind === "you" && game.seat === seat ? [] : [seat]));
        const nodes = shown.map((seat) => this.#seat(game, seat));
        if (!nodes.every((node, at) => node.isEqualNode(seats.children[at])) || nodes.length !== seats.children.length) seats.replaceChildren(...nodes);
        const count = game.game.stock.length;
        const key = game.canDraw || game.rules.draws_first ? "draw" : "pass";
        findElement("#stock-word").textContent = this.words.translate(`machiavelli.${game.canDraw ? "draw" : "pass"}`);
        findElement("#stock-count").textContent = String(count);
        stock.setAttribute("aria-label", this.words.translate(`machiavelli.stock.${key}`, { count }));
        stock.setAttribute("aria-disabled", String(!game.isPerson || end.over || game.laid.length > 0));
    }

    #seat(match: Match, seat: number) {
        const kind = match.start.seats[seat];
        const count = match.game.hands[seat].cards.length;
        const name = this.sentences.seatName(match, seat);
        const isTurn = match.game.seat === seat && !match.end.over;
        const dots = newElement("span", { class: "dots" }, newElement("i"), newElement("i"), newElement("i"));
        const style = this.words.translate(`machiavelli.kind.${kind}`);
        const text = [newElement("b", {}, name), newElement("span", {}, this.words.translate("machiavelli.seat", { style, count }))];
        const portrait = newElement("span", { class: `portrait ${kind}`, "aria-hidden": true }, name[0], dots);
        return newElement("div", { class: isTurn ? "seat turn" : "seat", "data-seat": seat }, portrait, newElement("span", { class: "who" }, ...text));
    }

    /** The turns of a match, or the steps of a plan; each shows its layout. */
    listMoves({ game, preview, plan }: State, show: (at: number) => void): PanelMove[] {
        if (game instanceof Match) {
            return game.turns.map((turn, at) => ({
                text: `${at + 1}. ${this.sentences.turnText(game, turn)}`, current: at === (preview?.at ?? game.turns.length - 1), go: () => show(at),
            }));
        }
        return (plan?.steps ?? []).map((step, at) => ({
            text: this.sentences.step(step, plan?.layouts[at].groups.length ?? 0).map((piece) => (typeof piece === "string" ? piece : piece.textContent)).join(""),
            current: at === (preview?.at ?? 0), go: () => show(at),
        }));
    }

    /** The result of a match. */
    result(match: Match): End {
        const { words, sentences } = this;
        const { end, game, start } = match;
        const winners = [...end.winners];
        const you = start.seats.filter((kind) => kind === "you").length === 1 ? start.seats.indexOf("you") : -1;
        const hasWon = winners.includes(you);
        const names = new Intl.ListFormat(words.language).format(winners.map((seat) => sentences.seatName(match, seat)));
        const how = words.translate(`machiavelli.end.${HOW[end.how]}`);
        const points = Number(end.scores[you < 0 ? winners[0] : you]);
        const others = start.seats.flatMap((_, seat) => (game.hands[seat].cards.length ? [seat] : []));
        const rests = others.map((seat) => words.translate("machiavelli.rest", { name: sentences.seatName(match, seat), count: game.hands[seat].cards.length }));
        return {
            title: hasWon ? words.translate("machiavelli.won.you", { how }) : words.translate("machiavelli.won", { names, how, count: winners.length }),
            number: `${points > 0 ? "+" : points < 0 ? "−" : ""}${words.number.format(Math.abs(points))}`,
            unit: words.translate("machiavelli.figure.points", { count: Math.abs(points) }),
            lines: [[words.translate("machiavelli.keep", { hands: rests.join(", ") }), ...(you < 0 ? [] : [this.#review(match)])].join(" ")],
            outcome: you < 0 ? "even" : hasWon ? (winners.length > 1 ? "even" : "won") : "lost",
        };
    }

    /** The turn in which most was missed, and the number of hints. */
    #review({ turns, hintCount }: Match) {
        const missed = turns.map(({ missed: cards, move }, at) => ({ at, cards, count: cards.length - move.laid.length }));
        const worst = missed.filter(({ cards }) => cards.length).toSorted((a, b) => b.count - a.count)[0];
        const text = worst
            ? this.words.translate("machiavelli.review", { number: worst.at + 1, cards: this.sentences.excerpt(worst.cards) })
            : this.words.translate("machiavelli.review.nothing");
        return hintCount ? `${text} ${this.words.translate("machiavelli.help.used", { count: hintCount })}` : text;
    }
}

export const areMelds = (judgements: State["judgements"]) => judgements.every(isMeld);
