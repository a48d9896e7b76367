// The first page. At the top of the site, and only there, the language is the one that was chosen, or the browser's.

import { listenToBrought } from "../../frame/bring.ts";
import { today } from "../../frame/dates.ts";
import { LANGUAGES } from "../../frame/languages.ts";
import { showNotice } from "../../frame/page.ts";
import { settings } from "../../frame/storage.ts";
import { buildShell } from "../../frame/shell.ts";
import { shortOfDaily } from "../../frame/short.ts";
import { daysOf, daysByDate, streak } from "../../frame/solved.ts";
import { Words } from "../../frame/words.ts";

/** The language whose page should stand here, if it is another one. */
function elsewhere() {
    const here = document.documentElement.lang;
    if (here !== LANGUAGES[0]) return undefined; // the address says it
    const spoken = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => LANGUAGES.includes(tag));
    const wanted = settings().language || spoken || here;
    return wanted === here ? undefined : wanted;
}

/** A small position obeys a click: the cell shows what is there, and why stands beside it. All of it is on the page. */
function miniatures(words: Words) {
    for (const cell of document.querySelectorAll("button[data-reply]")) {
        cell.addEventListener("click", () => {
            const { shows = "", reply = "" } = (cell as HTMLElement).dataset;
            for (const one of cell.parentElement?.querySelectorAll("button") ?? []) one.textContent = "";
            cell.textContent = shows;
            const said = cell.closest("article")?.querySelector(".reply");
            if (said) said.textContent = words.translate(reply);
        });
    }
}

/** The puzzles of today: which of them are solved, and the streak. What they ask is not fetched here. */
function daily(words: Words) {
    const date = today();
    const links = [...document.querySelectorAll("#today [data-name]")] as HTMLAnchorElement[];
    for (const link of links) {
        const { name = "", short = "" } = link.dataset;
        const isSolved = daysByDate(name).has(date);
        link.hash = shortOfDaily({ pastime: short, date });
        link.classList.toggle("done", isSolved);
        const sign = link.querySelector(".sign");
        if (sign) sign.textContent = isSolved ? words.translate("home.daily.solved") : "";
    }
    const { now, isToday } = streak(daysOf(links.map((link) => link.dataset.name ?? "")), date);
    const said = document.querySelector("#streak");
    if (said) said.textContent = now ? words.translate(isToday ? "home.daily.streak" : "home.daily.due", { count: now }) : words.translate("home.daily.none");
}

const other = elsewhere();
if (other) {
    location.replace(`${other}/`);
} else {
    const words = await Words.load();
    buildShell(words);
    miniatures(words);
    daily(words);
    for (const event of ["pageshow", "storage", "focus"]) addEventListener(event, () => daily(words)); // another day, or a puzzle solved
    const run = async (deed: () => unknown) => void (await deed());
    await listenToBrought("home", { words, runDeed: run, showNotice: (sentence = "", ...offers) => showNotice(run, sentence, offers) });
    document.documentElement.dataset.ready = "yes";
}
