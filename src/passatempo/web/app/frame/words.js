// @ts-check
// The sentences of the app, in the language of the page. A sentence has placeholders such as {cells}. A sentence that
// depends on a number has one form for each plural category of the language.

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

    /** Load the sentences of the page in its language. */
    static async load() {
        const pageLanguage = document.documentElement.lang;
        const language = LANGUAGES.includes(pageLanguage) ? pageLanguage : "en";
        const page = document.querySelector("main")?.id;
        const { WORDS } = await import(`../words/${language}/${page}.js`);
        return new Words(language, WORDS);
    }

    /**
     * @param {string} key
     * @param {Record<string, Value>} placeholders `count` selects the plural form
     * @returns {string}
     */
    #pluralForm(key, placeholders) {
        const sentence = this.catalogue[key];
        if (sentence === undefined) throw new Error(`there are no words for ${key}`);
        if (typeof sentence === "string") return sentence;
        return sentence[this.plural.select(Number(placeholders.count))] ?? sentence.other ?? "";
    }

    /**
     * Split a sentence at its placeholders: text and names alternate. Cached, as 10,000 cells need it after every move.
     * @param {string} sentence
     */
    #cutPieces(sentence) {
        let cutSentence = this.#cutSentences.get(sentence);
        if (!cutSentence) this.#cutSentences.set(sentence, (cutSentence = sentence.split(/\{(\w+)\}/)));
        return cutSentence;
    }

    /**
     * Translate a message to text.
     * @param {string} key
     * @param {Record<string, string | number>} [placeholders]
     */
    translate(key, placeholders = {}) {
        const [first, ...rest] = this.#cutPieces(this.#pluralForm(key, placeholders));
        return rest.reduce((text, piece, at) => text + (at % 2 ? piece : this.#formatNumber(placeholders[piece])), first);
    }

    /**
     * Translate a message whose placeholders may be elements.
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
     * Join nodes as the language does: a, b and c.
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
