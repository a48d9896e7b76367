// @ts-check
// The puzzles of a day on paper, and their answers upside down on the last page; nothing else of the page is printed.

import { stars } from "../../frame/day.js";
import { element } from "../../frame/dom.js";
import { asked, picture } from "./pictures.js";

/** @import { Puzzles } from "../../kernel/data.js" */
/** @import { Words } from "../../frame/words.js" */

/**
 * @param {Words} words
 * @param {{ date: string, names: string[], puzzles: Puzzles }} day
 */
export function printed(words, { date, names, puzzles }) {
    const title = (/** @type {string} */ name) => element("b", {}, words.say(`${name}.title`));
    const puzzle = (/** @type {string} */ name) => {
        const one = puzzles[name];
        const heading = [title(name), ` ${stars(one.grade)} `, element("small", {}, one.id), element("br"), asked(words, name, one)];
        return picture(words, name, one, { heading });
    };
    const answer = (/** @type {string} */ name) => picture(words, name, puzzles[name], { solved: true, heading: [title(name)] });
    const foot = element("p", {}, element("small", {}, words.say("daily.sheet.foot")));
    const head = element("h1", {}, `${words.say("daily.title")}, ${date}`);
    const key = element("h2", {}, words.say("daily.answers", { date }));
    document.querySelector("#sheets")?.remove();
    const host = element(
        "div",
        { id: "sheets" },
        element("section", { class: "sheet" }, head, ...names.map(puzzle), foot),
        element("section", { class: "sheet answers" }, key, ...names.map(answer)),
    );
    document.body.append(host);
    addEventListener("afterprint", () => host.remove(), { once: true });
    print();
}
