// @ts-check
// What the app says, in the language of the page. A sentence has places such as {cells}; one that depends on a number
// has a form for each kind of number that the language knows.

import { LANGUAGES } from "./languages.js";

/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Sentence */
/** @typedef {Record<string, Sentence>} Catalogue */
/** @typedef {string | number | Node | (string | Node)[]} Value */

export class Words {
    /** @type {Map<string, string[]>} */
    #cut = new Map();

    /**
     * @param {string} language
     * @param {Catalogue} catalogue
     */
    constructor(language, catalogue) {
        this.language = language;
        this.catalogue = catalogue;
        this.plural = new Intl.PluralRules(language);
        this.number = new Intl.NumberFormat(language, { maximumFractionDigits: 1 });
        this.percent = new Intl.NumberFormat(language, { style: "percent", maximumFractionDigits: 1 });
        this.list = new Intl.ListFormat(language, { type: "conjunction" });
    }

    /** Load the words of the page in its language. */
    static async load() {
        const asked = document.documentElement.lang;
        const language = LANGUAGES.includes(asked) ? asked : "en";
        const page = document.querySelector("main")?.id;
        const { WORDS } = await import(`../words/${language}/${page}.js`);
        return new Words(language, WORDS);
    }

    /**
     * @param {string} key
     * @param {Record<string, Value>} values `count` chooses the form
     * @returns {string}
     */
    #form(key, values) {
        const sentence = this.catalogue[key];
        if (sentence === undefined) throw new Error(`there are no words for ${key}`);
        if (typeof sentence === "string") return sentence;
        return sentence[this.plural.select(Number(values.count))] ?? sentence.other ?? "";
    }

    /**
     * Cut a sentence at its places: text and names in turn. A board of 10,000 cells says as many at every move.
     * @param {string} sentence
     */
    #pieces(sentence) {
        let found = this.#cut.get(sentence);
        if (!found) this.#cut.set(sentence, (found = sentence.split(/\{(\w+)\}/)));
        return found;
    }

    /**
     * Say something as text.
     * @param {string} key
     * @param {Record<string, string | number>} [values]
     */
    say(key, values = {}) {
        const [first, ...rest] = this.#pieces(this.#form(key, values));
        return rest.reduce((text, piece, at) => text + (at % 2 ? piece : this.#text(values[piece])), first);
    }

    /**
     * Say something whose places may be elements.
     * @param {string} key
     * @param {Record<string, Value>} values
     * @returns {(string | Node)[]}
     */
    parts(key, values) {
        return this.#pieces(this.#form(key, values))
            .flatMap((piece, place) => {
                const value = place % 2 ? values[piece] : piece;
                return Array.isArray(value) ? value : [value instanceof Node ? value : this.#text(value)];
            });
    }

    /**
     * Join things as the language does: a, b and c.
     * @param {Node[]} nodes
     * @returns {(string | Node)[]}
     */
    joined(nodes) {
        const marks = nodes.map((_, place) => String(place));
        return this.list
            .formatToParts(marks)
            .map(({ type, value }) => (type === "element" ? nodes[Number(value)] : value));
    }

    /** @param {any} value */
    #text(value) {
        return typeof value === "number" ? this.number.format(value) : String(value);
    }
}
