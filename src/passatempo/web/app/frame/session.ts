// The games of a page: the one on the board, those before it, which undo takes back, and the one that the address names: a
// record, a short name, the puzzle of a day, or nothing, in which case an unfinished game is offered.

import { Address } from "./address.ts";
import { History } from "./history.ts";
import type { DailyPuzzle, Day } from "./day/day.ts";
import type { Read, Schema } from "./link.ts";
import type { Offer } from "./page.ts";
import type { Screen } from "./screen.ts";
import type { Seeded } from "./short.ts";

/** A game as a session sees it. `now` is its position, another object or number for each. */
type Playable = { now: unknown, canUndo: boolean, isUnfinished: boolean, day?: DailyPuzzle, history?: { cut: () => void } };

type Hooks<G, S extends Schema> = {
    record: (game: G) => Read<S>,
    withoutMoves: (record: Read<S>) => Read<S>, // where a link cannot hold all of them
    recordOf?: (seeded: Seeded) => Read<S> | undefined,
    open: (record: Read<S>) => Promise<G | undefined>, // nothing where the rules refuse it
    openDay: (puzzle: DailyPuzzle) => Promise<G | undefined>,
    fresh: () => G | Promise<G>,
    enter: (game: G) => unknown, // shows a game, below the line of its day
    storeProgress?: (game: G) => unknown, // stores what a link does not hold
    openOther?: (fragment: string) => boolean, // an address that is no game
};

export class Session<G extends Playable, S extends Schema> {
    games: History<G>;
    address: Address<S>;
    #hooks: Hooks<G, S>;
    #screen: Screen;
    #day: Day;

    constructor(first: G, schema: S, screen: Screen, day: Day, hooks: Hooks<G, S>) {
        this.games = new History(first);
        this.#hooks = hooks;
        this.#screen = screen;
        this.#day = day;
        const game = () => this.games.current;
        this.address = new Address(schema, {
            name: day.page.name,
            short: day.page.short,
            records: () => [hooks.record(game()), hooks.withoutMoves(hooks.record(game()))],
            isUnfinished: () => game().isUnfinished && !game().day,
            named: () => game().day && day.shortAddress(game().day as DailyPuzzle),
            storeProgress: () => hooks.storeProgress?.(game()),
            opened: () => screen.runDeed(() => this.follow()),
        });
    }

    /** The game on the board. */
    get game() {
        return this.games.current;
    }

    /** Begin a new game, unless the visitor has asked for another one meanwhile; whether it was begun. Undo takes it back. */
    async beginGame(coming: G | Promise<G | undefined>) {
        const isWanted = this.address.turn();
        const game = await coming;
        if (!game || !isWanted()) return false;
        let entering: unknown;
        this.address.beginRecord(() => {
            this.game.history?.cut();
            entering = this.push(game);
        });
        await entering;
        return true;
    }

    /** Show another game in place of the one on the board. */
    show(game: G) {
        this.games.current = game;
        return this.enter();
    }

    /** Show the game on the board. */
    enter() {
        this.#day.showDay(this.game.day);
        this.#screen.showNotice();
        return this.#hooks.enter(this.game);
    }

    /** Show another game; undo goes back to the one before. */
    push(game: G) {
        this.games.push(game);
        return this.enter();
    }

    /** Take a new game back; whether there was one. */
    undo() {
        return this.games.undo() && this.enter();
    }

    redo() {
        return this.games.redo() && this.enter();
    }

    /** Show what the address names, else a fresh game. */
    async follow() {
        const { address, games } = this;
        const { open, openDay, openOther, recordOf, fresh } = this.#hooks;
        if (openOther?.(location.hash.slice(1))) return;
        if (location.hash === "#b") return void this.#screen.deeds.setup?.(); // a position of the visitor's own
        const { record, seeded, daily, isDamaged } = address.read();
        const named = record ?? (seeded && recordOf?.(seeded));
        const isWanted = address.turn(() => games.current.now);
        const puzzle = daily && (await this.#day.loadDay(daily));
        const game = await (puzzle ? openDay(puzzle) : named && open(named).catch(() => undefined)); // the kernel refuses it
        const isNew = games.canUndo || games.current.canUndo || games.current.day;
        const next = game ?? (isNew ? await fresh() : games.current);
        if (!isWanted()) return;
        const entering = isNew ? this.push(next) : this.show(next);
        if (daily && !game) this.#day.showRefusal(address, this.#screen);
        else if (isDamaged || ((seeded || named) && !game)) this.#notice("frame.damaged");
        else if (!named && !daily) this.#offerStored();
        await entering;
    }

    #notice(key: string, ...offers: Offer[]) {
        this.#screen.showNotice(this.#screen.words.translate(key), ...offers);
    }

    #offerStored() {
        const record = this.address.loadGame();
        if (!record) return;
        const label = this.#screen.words.translate("frame.go-on");
        this.#notice("frame.unfinished", { label, deed: () => this.resume(record) });
    }

    /** Continue a record. Return false if the rules refuse it. */
    async resume(record: Read<S>) {
        const isWanted = this.address.turn(() => this.games.current.now);
        const game = await this.#hooks.open(record);
        if (!game) return false;
        if (isWanted()) await this.push(game);
        return true;
    }
}
