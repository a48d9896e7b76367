// The third mode of the page: a judged game. It lists the clicks that were not safe, and shows the position of each, with
// the square that was opened and the one that was safer. Its script is fetched when it is first needed.

import { VERDICTS, judgeClick, sumUp } from "./judgement.ts";
import type { PanelMove } from "../../frame/panel.ts";
import type { Sentence, Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { Rules } from "./game.ts";
import type { JudgedClick, PlayedGame } from "./judgement.ts";
import type { State } from "./page.ts";
import type { Shown, View } from "./view.ts";

export { readReplay, replayOf } from "./replay.ts";

const PROGRESS_DELAY = 500; // milliseconds

/** What a review uses of the page; `onChoose` is called when a click of the list is chosen. */
type PageParts = {
    words: Words, client: Client, store: Store<State>, newView: (shown: Shown) => View,
    levelOf: (rules: Omit<Rules, "noGuess">) => string, onChoose: () => unknown,
};

export class Review {
    view: View;
    /** The sentences about the game, or about the click that is shown. */
    lines: Sentence[];
    #pageParts: PageParts;
    #game: PlayedGame;
    #isOwn: boolean;
    #clicks: JudgedClick[] = [];
    #riskyClicks: JudgedClick[] = []; // those that are listed
    #at = -1; // the listed click that is shown; -1 for the end of the game

    /** @param isOwn whether the visitor has just played it */
    constructor(pageParts: PageParts, game: PlayedGame, isOwn: boolean) {
        [this.#pageParts, this.#game, this.#isOwn] = [pageParts, game, isOwn];
        this.view = this.#endView();
        this.lines = [[this.#heading()]];
    }

    get rules() {
        const { rows, columns, variant, mine } = this.#game;
        return { rows, columns, variant, mines: mine.reduce((sum, one) => sum + one, 0) };
    }

    /** The cells of the position that is shown. */
    get cells() {
        return this.view.game.now.cells;
    }

    get #last() {
        return this.#clicks.at(-1);
    }

    #endView() {
        const { mine, clicks, cells, isWon } = this.#game;
        const last = clicks.at(-1);
        const hit = last?.isHit ? last.opens.filter((cell) => mine[cell]) : [];
        return this.#pageParts.newView({ isOver: isWon || hit.length > 0, mine, rules: this.rules, now: { cells, hit, won: isWon } });
    }

    #clickView({ cells, surveyReply }: JudgedClick) {
        const view = this.#pageParts.newView({ isOver: false, mine: undefined, rules: this.rules, now: { cells, hit: [], won: false } });
        view.help = "chances";
        view.takeSurvey(surveyReply);
        return view;
    }

    /** Judge each click, and then show the end of the game. */
    async judge() {
        const { words, client, store } = this.#pageParts;
        const { clicks } = this.#game;
        const since = performance.now();
        try {
            for (const click of clicks) {
                this.#clicks.push(await store.ask(() => judgeClick(client, this.#game, click)));
                if (performance.now() - since < PROGRESS_DELAY) continue;
                const place = words.translate("frame.steps.where", { step: this.#clicks.length, steps: clicks.length });
                this.lines = [[this.#heading()], [`${words.translate("minesweeper.thinking")} ${place}`]];
            }
        } catch (error) {
            this.lines = [[this.#heading()]];
            throw error;
        }
        this.#riskyClicks = this.#clicks.filter(({ verdict }) => verdict !== "safe" && verdict !== "first");
        this.#show(-1);
    }

    /** Show a listed click, or the end of the game. */
    #show(at: number) {
        this.#at = at;
        const click = this.#riskyClicks[at];
        this.view = click ? this.#clickView(click) : this.#endView();
        const rings = new Map<number, string>();
        const ringed = click ?? (this.#last?.isHit ? this.#last : undefined);
        if (click) for (const cell of click.opens) rings.set(cell, "ring wrong");
        for (const cell of ringed?.reason?.because ?? []) rings.set(cell, "reason");
        if (ringed?.safest !== undefined && ringed.verdict !== "forced") rings.set(ringed.safest, "ring");
        this.lines = click ? this.#clickLines(click) : this.#endLines();
        this.#pageParts.store.set({ message: [], rings });
    }

    /** The size, the outcome, the time and the file of the game. */
    #heading() {
        const { words, levelOf } = this.#pageParts;
        const { clicks, isWon, seconds, name } = this.#game;
        const { rows, columns, mines } = this.rules;
        const level = levelOf(this.rules);
        const levels = level === "own" ? [] : [words.translate(`minesweeper.stats.of.${level}`)];
        const size = [...levels, `${columns} × ${rows}`, words.translate("review.mines", { count: mines, n: mines })].join(", ");
        const how = words.translate(clicks.at(-1)?.isHit ? "review.lost" : isWon ? "review.won" : "review.unfinished");
        const outcome = seconds ? words.translate("review.after", { outcome: how, seconds: this.#formatSeconds(seconds) }) : how;
        return `${size}: ${outcome.replace(/ s$/, "\u00a0s")}${name && `; ${name}`}`;
    }

    #formatSeconds(seconds: number) {
        return seconds.toLocaleString(this.#pageParts.words.language, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    }

    /** A share in per cent; only certain ones get 0 or 100. */
    #formatShare(share: number) {
        const { percent } = this.#pageParts.words;
        if (share > 0 && share < 0.0005) return `< ${percent.format(0.001)}`;
        return share < 1 && share >= 0.9995 ? `> ${percent.format(0.999)}` : percent.format(share);
    }

    /** A click with its verdict and its chances. */
    #clickSentence<Name extends string | Node>({ ms, opens, verdict, safety, best }: JudgedClick, nameOf: (cell: number) => Name): (Name | string)[] {
        const { words } = this.#pageParts;
        const [, , , safetyName, bestName] = words.translate("review.columns").split(", ");
        const verdictName = words.translate("review.verdicts").split(", ")[VERDICTS.indexOf(verdict)];
        const shares = [[safetyName, safety], [bestName, best]] as const;
        const shareTexts = shares.map(([name, share]) => (share === undefined ? "" : `, ${name} ${this.#formatShare(share)}`));
        const names = opens.flatMap((cell, at) => (at ? [", ", nameOf(cell)] : [nameOf(cell)]));
        return [ms === undefined ? "" : `${this.#formatSeconds(ms / 1000)}\u00a0s, `, ...names, `: ${verdictName}${shareTexts.join("")}`];
    }

    #clickLines(click: JudgedClick): Sentence[] {
        const verdict = click.verdict === "needless" ? [this.#safeSentence(click)] : click.verdict === "guess" ? [this.#endingSentence(click)] : [];
        return [this.#clickSentence(click, (cell) => this.view.cellButton(cell)), ...verdict, ...this.#reasonSentences(click)];
    }

    #safeSentence({ safest = 0 }: JudgedClick) {
        return this.#pageParts.words.translateParts("review.safe", { cell: this.view.cellButton(safest) });
    }

    #reasonSentences({ safest = 0, reason }: JudgedClick) {
        return reason ? this.view.reasonSentences(safest, reason) : [];
    }

    /** Whether a lost game was the player's fault, a choice, or bad luck. */
    #endingSentence(click: JudgedClick): Sentence {
        const { words } = this.#pageParts;
        const { verdict, safety, best, safest } = click;
        if (verdict === "needless") return words.translateParts("review.own-fault", { sentence: this.#safeSentence(click) });
        if (verdict === "first") return [words.translate("review.first")];
        if (best === undefined || safety === undefined || safest === undefined) return [words.translate("review.unknown")];
        const shares = { best: this.#formatShare(best), safety: this.#formatShare(safety) };
        return words.translateParts(`review.${verdict}`, { cell: this.view.cellButton(safest), ...shares });
    }

    /** How a lost game ended, the game, and its totals. */
    #endLines(): Sentence[] {
        const { words } = this.#pageParts;
        const ending = this.#last?.isHit ? [this.#endingSentence(this.#last), ...this.#reasonSentences(this.#last)] : [];
        if (this.#isOwn && ending.length > 0) return [[words.translate("minesweeper.lost.question")], ...ending, [this.#totals()]];
        return [...ending, [this.#heading()], [this.#totals()]];
    }

    /** The number of clicks by verdict, luck and avoidable risk. */
    #totals() {
        const { words } = this.#pageParts;
        const { count, luck, cost } = sumUp(this.#clicks);
        const verdictNames = words.translate("review.verdicts").split(", ");
        const counts = ["safe", "needless", "forced"].map((verdict, at) => ({ number: count(verdict), name: verdictNames[at + 1] }));
        const countTexts = counts.filter(({ number }) => number > 0).map(({ number, name }) => `${number} ${name}`);
        const guesses = count("guess");
        if (guesses > 0) countTexts.push(words.translate("review.guesses", { count: guesses, n: guesses }));
        const clicks = words.translate("review.clicks", { count: this.#clicks.length, number: this.#clicks.length });
        const shares = [["luck", luck], ["cost", cost]] as const;
        const shareTexts = shares.map(([key, share]) => (share === undefined ? "" : ` ${words.translate(`review.${key}`, { share: this.#formatShare(share) })}`));
        return `${[clicks, ...(countTexts.length ? [countTexts.join(", ")] : [])].join(": ")}.${shareTexts.join("")}`;
    }

    /** The clicks that were not safe, after the game itself, as buttons that show their positions. */
    list(): PanelMove[] {
        const listedTexts = [this.#heading(), ...this.#riskyClicks.map((click) => this.#clickSentence(click, (cell) => this.view.place(cell)).join(""))];
        return listedTexts.map((text, place) => {
            const go = () => {
                this.#show(place - 1);
                this.#pageParts.onChoose();
            };
            return { text, current: place - 1 === this.#at, go };
        });
    }

    /** The buttons of the bar: the next click, the one before, and the way back to the game. */
    get parts() {
        const { words } = this.#pageParts;
        return {
            figures: this.#at < 0 ? [] : [[words.translate("frame.steps.where", { step: this.#at + 1, steps: this.#riskyClicks.length }), ""]],
            asks: this.lines,
            first: { deed: "next", isOff: this.#riskyClicks.length === 0 },
            third: { deed: "setup", isPressed: true },
            canUndo: this.#at >= 0,
            canRedo: this.#at + 1 < this.#riskyClicks.length,
            level: { name: "review", text: words.translate("frame.analyse") },
        };
    }

    /** Show the next listed click; after the last one, the end of the game. */
    hint() {
        this.#show(this.#at + 1 < this.#riskyClicks.length ? this.#at + 1 : -1);
    }

    why() {
        this.#show(this.#at);
    }

    press() {}

    undo() {
        if (this.#at >= 0) this.#show(this.#at - 1);
        return true;
    }

    redo() {
        if (this.#at + 1 < this.#riskyClicks.length) this.#show(this.#at + 1);
        return true;
    }
}
