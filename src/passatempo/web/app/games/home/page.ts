// The first page. At the top of the site, and only there, the language is the one that was chosen, or the browser's.

import { listenToBrought } from "../../frame/position/bring.ts";
import { numberOf, today } from "../../frame/dates.ts";
import { findElement } from "../../frame/dom.ts";
import { LANGUAGES } from "../../frame/languages.ts";
import { showNotice } from "../../frame/page.ts";
import { settings } from "../../frame/storage.ts";
import { buildShell } from "../../frame/shell.ts";
import { daysOf, streak } from "../../frame/day/solved.ts";
import { NAMES, puzzleItems } from "../../frame/day/today.ts";
import { Words } from "../../frame/words.ts";
import { FIRST, GRADES } from "../../kernel/period.ts";
import { showBoards } from "./boards.ts";

/** The language whose page should be here, if it is another one. */
function otherLanguage() {
    const { lang } = document.documentElement;
    if (lang !== LANGUAGES[0]) return undefined; // the address says it
    const spoken = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => LANGUAGES.includes(tag));
    const preferred = settings().language || spoken || lang;
    return preferred === lang ? undefined : preferred;
}

/** Show which puzzles of today are solved, and the streak. */
function showToday(words: Words) {
    const date = today();
    const grade = GRADES[numberOf(date) - numberOf(FIRST)];
    findElement("#today").hidden = grade === undefined;
    findElement("#today ul").replaceChildren(...puzzleItems(words, date, Number(grade), ""));
    const { now, isToday } = streak(daysOf(NAMES), date);
    findElement("#streak").textContent = now ? words.translate(isToday ? "home.daily.streak" : "home.daily.due", { count: now }) : words.translate("home.daily.none");
}

const language = otherLanguage();
if (language) {
    location.replace(`${language}/`);
} else {
    const words = await Words.load();
    buildShell(words);
    showBoards(words);
    showToday(words);
    for (const event of ["pageshow", "storage", "focus"]) addEventListener(event, () => showToday(words)); // another day, or a puzzle solved
    const runDeed = async (action: () => unknown) => void (await action());
    await listenToBrought("home", { words, runDeed, showNotice: (sentence = "", ...offers) => showNotice(runDeed, sentence, offers) });
    document.documentElement.dataset.ready = "yes";
}
