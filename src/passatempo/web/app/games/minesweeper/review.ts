// The third mode of the page: a judged game. It lists the clicks that were not safe, and shows the position of each, with
// the square that was opened and the one that was safer. Its script is fetched when it is first needed.

import { VERDICTS, judgeClick, sumUp } from "./judgement.ts";
import type { PanelMove } from "../../frame/panel.ts";
import type { Sentence, Store } from "../../frame/store.ts";
import type { Words } from "../../frame/words.ts";
import type { Client } from "../../kernel/client.ts";
import type { JudgedClick, PlayedGame } from "./judgement.ts";
import type { State } from "./page.ts";
import type { Shown, View } from "./view.ts";

export { playAgain, readFile, replayOf } from "./judgement.ts";

const PROGRESS_DELAY = 500; // milliseconds

/** What a review uses of the page; `onChoose` is called when a click of the list is chosen. */
type PageParts = {
    words: Words, client: Client, store: Store<State>, newView: (shown: Shown) => View,
    levelOf: (game: PlayedGame) => string, onChoose: () => unknown,
};

export class Review {
    game: PlayedGame;
    view: View;
    #pageParts: PageParts;
    #isOwn: boolean;
    #lines: Sentence[]; // about the game, or about the click that is shown
    #clicks: JudgedClick[] = [];
    #riskyClicks: JudgedClick[] = []; // those that are listed
    #at = -1; // the listed click that is shown; -1 for the end of the game

    /** @param isOwn whether the visitor has just played it */
    constructor(pageParts: PageParts, game: PlayedGame, isOwn: boolean) {
        [this.#pageParts, this.game, this.#isOwn] = [pageParts, game, isOwn];
        this.view = this.#endView();
        this.#lines = [[this.#heading()]];
    }

    /** The fatal click of a lost game. */
    get #fatalClick() {
        return this.#clicks.find(({ isHit }) => isHit);
    }

    #endView() {
        const { mine, clicks, cells, isWon } = this.game;
        const hit = clicks.flatMap(({ isHit, opens }) => (isHit ? opens.filter((cell) => mine[cell]) : []));
        return this.#pageParts.newView({ isOver: isWon || hit.length > 0, mine, rules: this.game, now: { cells, hit, won: isWon } });
    }

    #clickView({ cells, surveyReply }: JudgedClick) {
        const view = this.#pageParts.newView({ isOver: false, mine: undefined, rules: this.game, now: { cells, hit: [], won: false } });
        view.help = "chances";
        view.takeSurvey(surveyReply);
        return view;
    }

    /** Judge each click, and then show the end of the game. */
    async judge() {
        const { words, client, store } = this.#pageParts;
        const { clicks } = this.game;
        const since = performance.now();
        try {
            for (const click of clicks) {
                this.#clicks.push(await store.ask(() => judgeClick(client, this.game, click)));
                if (performance.now() - since < PROGRESS_DELAY) continue;
                const place = words.translate("frame.steps.where", { step: this.#clicks.length, steps: clicks.length });
                this.#lines = [[this.#heading()], [`${words.translate("minesweeper.thinking")} ${place}`]];
            }
        } catch (error) {
            this.#lines = [[this.#heading()]];
            throw error;
        }
        this.#riskyClicks = this.#clicks.filter(({ verdict }) => verdict !== "safe" && verdict !== "first");
        this.#show(-1);
    }

    /** Show a listed click, or the end of the game. */
    #show(at: number) {
        if (this.#clicks.length < this.game.clicks.length) return;
        this.#at = at;
        const click = this.#riskyClicks[at];
        this.view = click ? this.#clickView(click) : this.#endView();
        this.#lines = click ? this.#clickLines(click) : this.#endLines();
        const rings = new Map(click?.opens.map((cell) => [cell, "ring wrong"]));
        const { safest, verdict, reason } = click ?? this.#fatalClick ?? {};
        for (const cell of reason?.because ?? []) rings.set(cell, "reason");
        if (safest !== undefined && verdict !== "forced") rings.set(safest, "ring");
        this.#pageParts.store.set({ message: [], rings });
    }

    /** The size, the outcome, the time and the file of the game. */
    #heading() {
        const { words, levelOf } = this.#pageParts;
        const { rows, columns, mines, clicks, isWon, seconds, name } = this.game;
        const level = levelOf(this.game);
        const size = [`${columns} × ${rows}`, words.translate("review.mines", { count: mines, n: mines })];
        if (level !== "own") size.unshift(words.translate(`minesweeper.stats.of.${level}`));
        const outcome = words.translate(clicks.at(-1)?.isHit ? "review.lost" : isWon ? "review.won" : "review.unfinished");
        const ending = seconds ? words.translate("review.after", { outcome, seconds: this.#formatSeconds(seconds) }) : outcome;
        return `${size.join(", ")}: ${ending.replace(/ s$/, "\u00a0s")}${name && `; ${name}`}`;
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

    get #verdictNames() {
        return this.#pageParts.words.translate("review.verdicts").split(", ");
    }

    /** A click with its verdict and its chances. */
    #clickSentence<Name extends string | Node>({ ms, opens, verdict, safety, best }: JudgedClick, nameOf: (cell: number) => Name): (Name | string)[] {
        const [, , , safetyName, bestName] = this.#pageParts.words.translate("review.columns").split(", ");
        const shares = [[safetyName, safety], [bestName, best]] as const;
        const shareTexts = shares.map(([name, share]) => (share === undefined ? "" : `, ${name} ${this.#formatShare(share)}`));
        const names = opens.flatMap((cell, at) => (at ? [", ", nameOf(cell)] : [nameOf(cell)]));
        const time = ms === undefined ? "" : `${this.#formatSeconds(ms / 1000)}\u00a0s, `;
        return [time, ...names, `: ${this.#verdictNames[VERDICTS.indexOf(verdict)]}${shareTexts.join("")}`];
    }

    #clickLines(click: JudgedClick): Sentence[] {
        const better = click.verdict === "needless" ? [this.#safeSentence(click)] : click.verdict === "guess" ? [this.#endingSentence(click)] : [];
        return [this.#clickSentence(click, (cell) => this.view.cellButton(cell)), ...better, ...this.#reasonSentences(click)];
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
        const fatalClick = this.#fatalClick;
        const ending = fatalClick ? [this.#endingSentence(fatalClick), ...this.#reasonSentences(fatalClick)] : [];
        const question = this.#pageParts.words.translate("minesweeper.lost.question");
        return fatalClick && this.#isOwn ? [[question], ...ending, [this.#totals()]] : [...ending, [this.#heading()], [this.#totals()]];
    }

    /** The number of clicks by verdict, luck and avoidable risk. */
    #totals() {
        const { words } = this.#pageParts;
        const { count, luck, cost } = sumUp(this.#clicks);
        const countTexts = ["safe", "needless", "forced"].map((verdict, at) => count(verdict) && `${count(verdict)} ${this.#verdictNames[at + 1]}`);
        const guesses = count("guess");
        if (guesses > 0) countTexts.push(words.translate("review.guesses", { count: guesses, n: guesses }));
        const clicks = words.translate("review.clicks", { count: this.#clicks.length, number: this.#clicks.length });
        const counts = [clicks, countTexts.filter(Boolean).join(", ")].filter(Boolean).join(": ");
        const shares = Object.entries({ luck, cost }).filter(([, share]) => share !== undefined);
        return [`${counts}.`, ...shares.map(([key, share = 0]) => words.translate(`review.${key}`, { share: this.#formatShare(share) }))].join(" ");
    }

    /** The game and its clicks that were not safe, as buttons that show their positions. */
    list(): PanelMove[] {
        const clickTexts = this.#riskyClicks.map((click) => this.#clickSentence(click, (cell) => this.view.place(cell)).join(""));
        return [this.#heading(), ...clickTexts].map((text, place) => {
            const go = () => {
                this.#show(place - 1);
                this.#pageParts.onChoose();
            };
            return { text, current: place - 1 === this.#at, go };
        });
    }

    /** What the screen shows beside the board. */
    get parts() {
        const { words } = this.#pageParts;
        const steps = this.#riskyClicks.length;
        return {
            figures: this.#at < 0 ? [] : [[words.translate("frame.steps.where", { step: this.#at + 1, steps }), ""]],
            asks: this.#lines,
            first: { deed: "next", isOff: steps === 0 },
            third: { deed: "setup", isPressed: true },
            canUndo: this.#at >= 0,
            canRedo: this.#at + 1 < steps,
            level: { name: "review", text: words.translate("frame.analyse") },
        };
    }

    /** Show the next listed click; after the last one, the end of the game. */
    hint() {
        this.#show(this.parts.canRedo ? this.#at + 1 : -1);
    }

    why() {
        this.#show(this.#at);
    }

    press() {}

    undo() {
        this.#show(Math.max(this.#at - 1, -1));
        return true;
    }

    redo() {
        if (this.parts.canRedo) this.#show(this.#at + 1);
        return true;
    }
}
