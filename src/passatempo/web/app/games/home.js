// @ts-check
// The first page. At the top of the site, and only there, the language is the one that was chosen, or the browser's.

import { settings } from "../frame/settings.js";
import { shell } from "../frame/shell.js";
import { LANGUAGES, Words } from "../frame/words.js";

/** The language whose page should stand here, if it is another one. */
function elsewhere() {
    const here = document.documentElement.lang;
    if (here !== LANGUAGES[0]) return undefined; // the address says it
    const spoken = navigator.languages.map((tag) => tag.split("-")[0]).find((tag) => LANGUAGES.includes(tag));
    const wanted = settings().language || spoken || here;
    return wanted === here ? undefined : wanted;
}

const other = elsewhere();
if (other) {
    location.replace(`${other}/`);
} else {
    shell(await Words.load());
    document.documentElement.dataset.ready = "yes";
}
