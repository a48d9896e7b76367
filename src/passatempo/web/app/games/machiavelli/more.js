// @ts-check
// What stands below More: the cards that can be added, the text of the table, the rules, who plays.

import { element, find } from "../../frame/dom.js";
import { drawn, spoken } from "./cards.js";
import { Choosing, numbers, offer } from "./choosing.js";
import { HAND, JOKER, NEW, tally } from "./lying.js";
import { ACES, RANKS } from "./rules.js";
import { Unread, rankText, read, write } from "./text.js";

/** @import { Desk } from "./page.js" */
/** @import { Solver } from "./solver.js" */
/** @import { GameRecord } from "./state.js" */

const RULES = /** @type {const} */ (["decks", "jokers", "ace", "prefer"]);

/** @param {string} selector */
const field = (selector) => /** @type {HTMLSelectElement} */ (find(selector));

export class More {
    /** @type {HTMLElement[]} */
    #cards;

    /**
     * @param {Desk} desk
     * @param {Solver} solver
     */
    constructor(desk, solver) {
        this.desk = desk;
        this.solver = solver;
        const { words } = desk;
        for (const select of ["#ace", "#rule-ace"]) {
            field(select).append(...ACES.map((name, value) => element("option", { value }, String(words.catalogue[`machiavelli.ace.${name}`] ?? name))));
        }
        this.choosing = new Choosing((rank) => (rank < RANKS - 1 ? rankText(rank, words.language) : words.say("machiavelli.joker")));
        this.#cards = Array.from({ length: JOKER + 1 }, (_, card) => this.#card(card));
        find("#picker").replaceChildren(...this.#cards);
        field("#decks").replaceChildren(...numbers(1, 10, 2));
        field("#jokers").replaceChildren(...numbers(0, 20, 0));
        this.#box.addEventListener("toggle", () => this.show());
        for (const name of RULES) field(`#${name}`).addEventListener("change", () => this.#ruled(name));
        find("#read").addEventListener("click", () => this.read(this.text.value));
    }

    get #box() {
        return /** @type {HTMLDetailsElement} */ (find("#more"));
    }

    get text() {
        return /** @type {HTMLTextAreaElement} */ (find("#text"));
    }

    /** @param {number} card */
    #card(card) {
        const face = drawn(card, this.desk.words.language);
        return element("button", { type: "button", class: "pick", click: () => this.#pick(card) }, face);
    }

    /** Add a card where it is to go. @param {number} card */
    #pick(card) {
        if (this.#left(card) <= 0) return;
        const { groups } = this.solver.table;
        const where = field("#pick-to").value;
        this.solver.add(card, where === "hand" ? HAND : where === "new" || groups.length === 0 ? NEW : groups.length - 1);
        if (where === "new") field("#pick-to").value = "last"; // the next ones join it
    }

    /** The copies of a card that are nowhere yet. @param {number} card */
    #left(card) {
        const { table } = this.solver;
        return (card === JOKER ? table.jokers : table.decks) - tally(table)[card];
    }

    /** Show the table's text, its rules, and how many copies of each card are left; while it is closed nobody looks. */
    show() {
        if (!this.#box.open) return;
        const { table } = this.solver;
        for (const [card, button] of this.#cards.entries()) {
            const count = this.#left(card);
            const label = this.desk.words.say("machiavelli.pick", { card: spoken(card, this.desk.words), count });
            button.setAttribute("aria-label", label);
            button.setAttribute("aria-disabled", String(count <= 0));
            button.dataset.left = String(count); // shown by the style sheet: the label says it already
        }
        this.#cards[JOKER].hidden = table.jokers === 0;
        for (const name of RULES) offer(field(`#${name}`), table[name]);
        if (document.activeElement !== this.text) this.text.value = write(table, this.desk.words.language);
    }

    /** A rule was chosen; the old one stays where too many cards lie there. @param {typeof RULES[number]} name */
    #ruled(name) {
        const table = { ...this.solver.table, [name]: Number(field(`#${name}`).value) };
        const copies = tally(table);
        const fits = copies[JOKER] <= table.jokers && Math.max(...copies.slice(0, JOKER)) <= table.decks;
        if (fits) return this.solver.change(table);
        this.show();
        this.desk.frame.tell([this.desk.words.say("machiavelli.rules.more")]);
    }

    /** Read a table from a text; what is wrong with it is told. @param {string} text */
    read(text) {
        try {
            const { prefer } = this.solver.table;
            this.solver.change({ prefer, ...read(text, this.desk.words.language) });
            this.#fault("");
        } catch (error) {
            if (!(error instanceof Unread)) throw error;
            this.#fault(this.desk.sentences.unread(error));
        }
    }

    /** @param {string} sentence */
    #fault(sentence) {
        this.text.setAttribute("aria-invalid", String(sentence !== ""));
        this.desk.frame.tell(...(sentence ? [[sentence]] : []));
    }

    /** The game that is chosen. @returns {GameRecord} */
    chosen() {
        return this.choosing.chosen();
    }

    /** Show a game's choices. @param {GameRecord} game */
    choose(game) {
        this.choosing.choose(game);
    }
}
