// The sentences of the app, in the language of the page. A sentence has placeholders such as {cells}. A sentence that
// depends on a number has one form for each plural category of the language.

import { LANGUAGES } from "./languages.ts";

type Sentence = string | Partial<Record<Intl.LDMLPluralRule, string>>;
type Catalogue = Record<string, Sentence>;
type Value = string | number | Node | (string | Node)[];

export class Words {
    #cutSentences = new Map<string, string[]>();
    language: string;
    catalogue: Catalogue;
    plural: Intl.PluralRules;
    number: Intl.NumberFormat;
    percent: Intl.NumberFormat;
    list: Intl.ListFormat;

    constructor(language: string, catalogue: Catalogue) {
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
        const address = `../words/${language}/${page}.js`; // in a variable, so that it stays outside the bundle
        const { WORDS } = await import(address);
        return new Words(language, WORDS);
    }

    /** Add the sentences of a part that is fetched when it is first needed. */
    async extend(part: string) {
        const address = `../words/${this.language}/${part}.js`;
        const { WORDS } = await import(address);
        Object.assign(this.catalogue, WORDS);
    }

    /** @param placeholders `count` selects the plural form */
    #pluralForm(key: string, placeholders: Record<string, Value>): string {
        const sentence = this.catalogue[key];
        if (sentence === undefined) throw new Error(`there are no words for ${key}`);
        if (typeof sentence === "string") return sentence;
        return sentence[this.plural.select(Number(placeholders.count))] ?? sentence.other ?? "";
    }

    /**
     * Split a sentence at its placeholders: text and names alternate. Cached, as 10,000 cells need it after every move.
     */
    #cutPieces(sentence: string) {
        let cutSentence = this.#cutSentences.get(sentence);
        if (!cutSentence) this.#cutSentences.set(sentence, (cutSentence = sentence.split(/\{(\w+)\}/)));
        return cutSentence;
    }

    /** Translate a message to text. */
    translate(key: string, placeholders: Record<string, string | number> = {}) {
        const [first, ...rest] = this.#cutPieces(this.#pluralForm(key, placeholders));
        return rest.reduce((text, piece, at) => text + (at % 2 ? piece : this.#formatNumber(placeholders[piece])), first);
    }

    /** Translate a message whose placeholders may be elements. */
    translateParts(key: string, placeholders: Record<string, Value>): (string | Node)[] {
        return this.#cutPieces(this.#pluralForm(key, placeholders))
            .flatMap((piece, place) => {
                const pieceContent = place % 2 ? placeholders[piece] : piece;
                return Array.isArray(pieceContent) ? pieceContent : [pieceContent instanceof Node ? pieceContent : this.#formatNumber(pieceContent)];
            });
    }

    /** Join nodes as the language does: a, b and c. */
    joinList(nodes: Node[]): (string | Node)[] {
        const marks = nodes.map((_, place) => String(place));
        return this.list
            .formatToParts(marks)
            .map(({ type, value: content }) => (type === "element" ? nodes[Number(content)] : content));
    }

    #formatNumber(content: any) {
        return typeof content === "number" ? this.number.format(content) : String(content);
    }
}
