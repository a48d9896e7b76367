// The text of a turn: cards in English, Italian and Spanish letters, groups between bars, `key: value` lines. Read as
// passatempo/machiavelli/text.py reads it, refused where it refuses, at the same place.

import { LANGUAGES } from "../../frame/languages.ts";
import { JOKER, WILD, sortHand } from "./layout.ts";
import { ACES, USUAL_ACE } from "./rules.ts";

/** The layout and the rules of a table; the ace by its index in ACES. */
export type Setting = { groups: number[][], hand: number[], decks: number, jokers: number, ace: number };
/** A part of a text: from where to where. */
type Piece = { text: string, start: number, source: string };

const PICTURES = ["♠♤", "♥♡", "♦♢", "♣♧"];
const ENGLISH = "SHDC"; // where a language has no letters of its own
const SUITS = { it: "PCQF", es: "PCDT" } as Record<string, string>;
const COMMON = ["A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K"];
const WRITTEN = {
    it: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "F", "D", "R"],
    es: ["A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K"],
} as Record<string, string[]>;
const JOKERS = ["JK", "*", "\u{1f0cf}", "\u{1f0bf}", "\u{1f0df}"];
const VARIANT = "\ufe0f"; // says "as a picture"
const KEYS = ["table", "hand", "decks", "ace", "jokers", "locale", "preset"];
const FOREIGN = {
    tavolo: "table", tavola: "table", mano: "hand", mazzi: "decks", asso: "ace", jolly: "jokers", lingua: "locale",
    mesa: "table", barajas: "decks", as: "ace", comodines: "jokers", idioma: "locale",
} as Record<string, string>;
const USUAL = { decks: 2, jokers: 0, ace: USUAL_ACE };
const MOST = { decks: 10, jokers: 100 } as Record<string, number>;
const MOST_DIGITS = 10;
const LINES = /(?<=\r\n|[\n\v\f\x1c-\x1e\x85\u2028\u2029]|\r(?!\n))/;
const LONGEST = 100_000;
const LONGEST_WORD = 200;

/** The fault of a text, its place, and the text there; the place is 0 if there is none. */
export class Unread extends Error {
    kind: string;
    piece: string;
    values: Record<string, string | number>;
    line: number;
    column: number;

    constructor(kind: string, piece?: Piece, values: Record<string, string | number> = {}) {
        super(kind);
        this.kind = kind;
        this.piece = piece?.text ?? "";
        this.values = values;
        const before = piece?.source.slice(0, piece.start) ?? "";
        this.line = piece ? before.split("\n").length : 0;
        this.column = piece ? [...before.slice(before.lastIndexOf("\n") + 1)].length + 1 : 0;
    }
}

const fullPiece = (text: string): Piece => ({ text, start: 0, source: text });

const part = (piece: Piece, from: number, to?: number): Piece => ({ ...piece, text: piece.text.slice(from, to), start: piece.start + from });

function ranksOf(language: string): Map<string, number> {
    const own = language === "it" ? { F: 10, D: 11, R: 12 } : {};
    const common = COMMON.filter((letter) => language !== "es" || letter !== "T"); // T is a suit there
    const words = [...common.map((letter) => [letter, COMMON.indexOf(letter)] as [string, number])];
    return new Map([...words, ["1", 0], ["10", 9], ...Object.entries(own)]);
}

function suitsOf(language: string): Map<string, number> {
    const letters = [...(SUITS[language] ?? ENGLISH)].map((letter, suit) => [letter, suit] as [string, number]);
    return new Map([...letters, ...PICTURES.flatMap((pictures, suit) => [...pictures].map((sign) => [sign, suit] as [string, number]))]);
}

/** Every spelling of every card, in capitals. */
function spellings(language: string) {
    const cards = new Map() as Map<string, number>;
    for (const [word, rank] of ranksOf(language)) {
        for (const [letter, suit] of suitsOf(language)) cards.set(word + letter, 13 * suit + rank);
        for (const [suit, pictures] of PICTURES.entries()) for (const sign of pictures) cards.set(sign + word, 13 * suit + rank);
    }
    for (let suit = 0; suit < 4; suit += 1) {
        for (const [rank, code] of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14].entries()) {
            cards.set(String.fromCodePoint(0x1f0a0 + 16 * suit + code), 13 * suit + rank);
        }
    }
    for (const [word, card] of [...cards]) for (const joker of ["JK", "*"]) cards.set(`${joker}=${word}`, WILD + card);
    for (const word of JOKERS) cards.set(word, JOKER);
    return cards;
}

const notations = new Map<string, { cards: Map<string, number>, pattern: RegExp, all: RegExp }>();

function notation(language: string) {
    const known = notations.get(language);
    if (known) return known;
    const ranks = [...ranksOf(language).keys()].sort((a, b) => b.length - a.length).join("|");
    const pictures = `[${PICTURES.join("")}]`;
    const block = "[\u{1f0a1}-\u{1f0ab}\u{1f0ad}\u{1f0ae}\u{1f0b1}-\u{1f0bb}\u{1f0bd}\u{1f0be}\u{1f0c1}-\u{1f0cb}\u{1f0cd}\u{1f0ce}\u{1f0d1}-\u{1f0db}\u{1f0dd}\u{1f0de}]";
    const card = `(?:${ranks})[${[...suitsOf(language).keys()].join("")}]|${pictures}${VARIANT}?(?:${ranks})|${block}`;
    const jokers = JOKERS.map((word) => word.replace("*", "\\*")).join("|");
    const anyCard = `(?:JK|\\*)=(?:${card})|${card}|${jokers}`;
    const made = { cards: spellings(language), pattern: new RegExp(anyCard, "uy"), all: new RegExp(`^(?:(?:${anyCard})${VARIANT}?)+$`, "u") };
    notations.set(language, made);
    return made;
}

export const rankText = (rank: number, language: string) => (WRITTEN[language] ?? COMMON)[rank];

export const suitText = (suit: number, language: string) => (SUITS[language] ?? ENGLISH)[suit];

export function writeCard(card: number, language: string) {
    if (card === JOKER) return "JK";
    const plain = card > JOKER ? card - WILD : card;
    const text = rankText(plain % 13, language) + suitText(Math.floor(plain / 13), language);
    return card > JOKER ? `JK=${text}` : text;
}

const writeCards = (cards: Iterable<number>, language: string) => [...cards].map((card) => writeCard(card, language)).join(" ");

/**
 * The card that is typed on the board, or true if the text begins a card. R opens the rules in every language.
 */
export function typed(text: string, language: string) {
    const upper = text.toUpperCase();
    const { cards } = notation(language);
    if (upper.startsWith("R")) return undefined;
    return cards.get(upper) ?? ([...cards.keys()].some((word) => word.startsWith(upper)) || undefined);
}

/** Read cards that are written without blanks between them. */
function readWord(word: Piece, language: string) {
    const text = word.text.toUpperCase();
    const { cards, pattern } = notation(language);
    const found = [];
    for (let at = 0; at < text.length; ) {
        if (text[at] === VARIANT) {
            at += 1;
            continue;
        }
        pattern.lastIndex = at;
        const match = text.length === word.text.length && pattern.exec(text);
        if (!match) throw unread(word, at, language);
        found.push(cards.get(match[0].replace(VARIANT, "")) as number);
        at += match[0].length;
    }
    return found;
}

/** The fault of a word that is no card from `at` on: it is a key, or a card of another language, or nothing. */
function unread(word: Piece, at: number, language: string) {
    const colon = word.text.indexOf(":");
    const line = word.source.slice(0, word.start).split("\n");
    const key = word.text.slice(0, Math.max(colon, 0));
    if (/^\p{L}+$/u.test(key) && !line[line.length - 1].trim()) {
        const suggestion = FOREIGN[key.toLowerCase()];
        return new Unread("unknown-key", part(word, 0, colon + 1), suggestion ? { meant: suggestion } : { keys: KEYS.join(", ") });
    }
    const next = String.fromCodePoint(word.text.codePointAt(at) as number).toUpperCase();
    const begins = at === 0 || suitsOf(language).has(next) || [...ranksOf(language).keys()].join("").includes(next);
    const fault = begins ? noCard(part(word, at), language) : new Unread("unknown-card", word);
    for (const other of LANGUAGES) {
        if (other !== language && word.text.length <= LONGEST_WORD && notation(other).all.test(word.text.toUpperCase())) {
            return new Unread(fault.kind, word, { other });
        }
    }
    return fault;
}

function noCard(piece: Piece, language: string) {
    const text = piece.text.toUpperCase().replaceAll(VARIANT, "");
    const [suits, ranks] = [suitsOf(language), ranksOf(language)];
    const suited = suits.has(text[text.length - 1]);
    if (ranks.has(text) || suits.has(text)) return new Unread("incomplete-card", piece);
    if (PICTURES.join("").includes(text[0])) return new Unread("unknown-rank", piece);
    const head = ["10", ...ranks.keys()].find((word) => text.startsWith(word));
    if (head && !suited) return new Unread("unknown-suit", piece);
    return new Unread(suited ? "unknown-rank" : "unknown-card", piece);
}

function readGroups(piece: Piece, language: string) {
    const groups: number[][] = [];
    let start = 0;
    for (const text of piece.text.split("|")) {
        const cards = [...text.matchAll(/[^\s,;]+/g)].flatMap((match) => {
            const from = start + match.index;
            return readWord(part(piece, from, from + match[0].length), language);
        });
        if (cards.length > 0) groups.push(cards);
        start += text.length + 1;
    }
    return groups;
}

/** The `key: value` lines, and the rest with blanks in their place; a line that begins with // says nothing. */
function keyed(text: string) {
    const values = new Map() as Map<string, Piece>;
    let rest = "";
    let start = 0;
    for (const line of text.split(LINES)) {
        const bare = line.replace(/[\r\n]+$/, "");
        const colon = bare.indexOf(":");
        const key = (colon < 0 ? bare : bare.slice(0, colon)).trim().toLowerCase();
        const piece = part(fullPiece(text), start, start + bare.length);
        if (colon >= 0 && KEYS.includes(key)) {
            if (values.has(key)) throw new Unread("key-twice", piece, { key });
            const from = bare.length - bare.slice(colon + 1).trimStart().length;
            values.set(key, part(piece, from, Math.max(from, bare.trimEnd().length)));
        }
        const says = !(colon >= 0 && KEYS.includes(key)) && !key.startsWith("//");
        rest += says ? line : " ".repeat(bare.length) + line.slice(bare.length);
        start += line.length;
    }
    return { values, rest: { text: rest, start: 0, source: rest } };
}

/** A bar on each blank line: it parts groups as a bar does. Lines of keys and comments part nothing. */
function parted(rest: Piece, text: string) {
    let at = 0;
    const rows = text.split(LINES).map((line) => {
        const row = rest.text.slice(at, (at += line.length));
        return line.trim() ? row : `|${row}`;
    });
    return fullPiece(rows.join(""));
}

function number(name: string, piece: Piece | undefined, usual: number) {
    if (!piece) return usual;
    if (!/^\d+$/.test(piece.text) || piece.text.length > MOST_DIGITS) throw new Unread(`bad-${name}`, piece);
    return Number(piece.text);
}

/**
 * Read a turn; raises `Unread`.
 * @param language of its letters, unless it says another one
 */
export function read(given: string, language: string): Setting {
    const text = given.replace(/^\ufeff/, "");
    if (text.length > LONGEST) throw new Unread("too-long");
    if (!text.trim()) throw new Unread("empty");
    const zero = text.indexOf("\0");
    if (zero >= 0) throw new Unread("binary", part(fullPiece(text), zero, zero + 1));
    const { values, rest: unparted } = keyed(text);
    const rest = parted(unparted, text);
    const written = values.get("locale");
    if (written && !LANGUAGES.includes(written.text)) throw new Unread("bad-locale", written);
    const letters = written?.text ?? language;
    const table = values.get("table");
    if (table && unparted.text.trim()) throw new Unread("stray-text", unparted);
    const groups = readGroups(table ?? rest, letters);
    const hand = readGroups(values.get("hand") ?? fullPiece(""), letters).flat();
    return inBounds({ groups, hand: sortHand(hand), ...rulesOf(values) }, [...groups.flat(), ...hand]);
}

function rulesOf(values: Map<string, Piece>) {
    const preset = values.get("preset");
    if (preset) throw new Unread("preset", preset);
    const decks = number("decks", values.get("decks"), USUAL.decks);
    const jokers = number("jokers", values.get("jokers"), USUAL.jokers);
    const written = values.get("ace");
    if (decks < 1 || decks > MOST.decks) throw new Unread("bad-decks", undefined, { number: decks });
    if (written && !ACES.includes(written.text)) throw new Unread("bad-ace-rule", undefined, { ace: written.text, aces: ACES.join(", ") });
    if (jokers > MOST.jokers) throw new Unread("bad-jokers", undefined, { number: jokers });
    return { decks, jokers, ace: written ? ACES.indexOf(written.text) : USUAL.ace };
}

/**
 * No card more often than the decks hold it.
 * @param cards in the order of the text
 */
function inBounds(setting: Setting, cards: number[]) {
    const kinds = cards.map((card) => Math.min(card, JOKER));
    for (const card of new Set(kinds)) {
        const copies = kinds.filter((other) => other === card).length;
        if (card < JOKER && copies > setting.decks) throw new Unread("too-many-copies", undefined, { card, copies, decks: setting.decks });
        if (card === JOKER && copies > setting.jokers) {
            throw new Unread(setting.jokers ? "too-many-jokers" : "joker-not-allowed", undefined, { copies, jokers: setting.jokers });
        }
    }
    return setting;
}

/** Write a turn, so that reading it gives the same. */
export function write({ groups, hand, decks, jokers, ace }: Setting, language: string) {
    const rows = [groups.map((group) => writeCards(group, language)).join(" | ") || "table:"];
    if (hand.length > 0) rows.push(`hand: ${writeCards(hand, language)}`);
    if (decks !== USUAL.decks) rows.push(`decks: ${decks}`);
    if (ace !== USUAL.ace) rows.push(`ace: ${ACES[ace]}`);
    if (jokers !== USUAL.jokers) rows.push(`jokers: ${jokers}`);
    if (language !== "en") rows.push(`locale: ${language}`);
    return `${rows.join("\n")}\n`;
}
