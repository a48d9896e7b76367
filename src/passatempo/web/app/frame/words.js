// @ts-check
// What the app says, in the language of the page. A sentence has places such as {cells}; one that depends on a number
// has a form for each kind of number that the language knows.

import { LANGUAGES } from "./languages.js";

/** @typedef {string | Partial<Record<Intl.LDMLPluralRule, string>>} Sentence */
/** @typedef {Record<string, Sentence>} Catalogue */
/** @typedef {string | number | Node | (string | Node)[]} Value */

export class Words {
    /** @type {Map<string, string[]>} */
    #cutSentences = new Map();

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
        const pageLanguage = document.documentElement.lang;
        const language = LANGUAGES.includes(pageLanguage) ? pageLanguage : "en";
        const page = document.querySelector("main")?.id;
        const { WORDS } = await import(`../words/${language}/${page}.js`);
        return new Words(language, WORDS);
    }

    /**
     * @param {string} key
     * @param {Record<string, Value>} placeholders `count` chooses the form
     * @returns {string}
     */
    #pluralForm(key, placeholders) {
        const sentence = this.catalogue[key];
        if (sentence === undefined) throw new Error(`there are no words for ${key}`);
        if (typeof sentence === "string") return sentence;
        return sentence[this.plural.select(Number(placeholders.count))] ?? sentence.other ?? "";
    }

    /**
     * Cut a sentence at its places: text and names in turn. A board of 10,000 cells says as many at every move.
     * @param {string} sentence
     */
    #cutPieces(sentence) {
        let cutSentence = this.#cutSentences.get(sentence);
        if (!cutSentence) this.#cutSentences.set(sentence, (cutSentence = sentence.split(/\{(\w+)\}/)));
        return cutSentence;
    }

    /**
     * Say something as text.
     * @param {string} key
     * @param {Record<string, string | number>} [placeholders]
     */
    translate(key, placeholders = {}) {
        const [first, ...rest] = this.#cutPieces(this.#pluralForm(key, placeholders));
        return rest.reduce((text, piece, at) => text + (at % 2 ? piece : this.#formatNumber(placeholders[piece])), first);
    }

    /**
     * Say something whose places may be elements.
     * @param {string} key
     * @param {Record<string, Value>} placeholders
     * @returns {(string | Node)[]}
     */
    translateParts(key, placeholders) {
        return this.#cutPieces(this.#pluralForm(key, placeholders))
            .flatMap((piece, place) => {
                const pieceContent = place % 2 ? placeholders[piece] : piece;
                return Array.isArray(pieceContent) ? pieceContent : [pieceContent instanceof Node ? pieceContent : this.#formatNumber(pieceContent)];
            });
    }

    /**
     * Join things as the language does: a, b and c.
     * @param {Node[]} nodes
     * @returns {(string | Node)[]}
     */
    joinList(nodes) {
        const marks = nodes.map((_, place) => String(place));
        return this.list
            .formatToParts(marks)
            .map(({ type, value: content }) => (type === "element" ? nodes[Number(content)] : content));
    }

    /** @param {any} content */
    #formatNumber(content) {
        return typeof content === "number" ? this.number.format(content) : String(content);
    }
}
