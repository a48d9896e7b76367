// @ts-check
// The page about the HTTP API: a call to copy. Where a server is, every question that it answers, with an example.

import { element, find } from "../../frame/dom.js";
import { copied } from "../../frame/dialog.js";
import { shell } from "../../frame/shell.js";
import { Words } from "../../frame/words.js";
import { ServerFault, addressOf, callOf, filledIn, hasServer, instanceOf, listed } from "../../kernel/api.js";

/** @import { Pastime, Question } from "../../kernel/api.js" */

const words = await Words.load();

/** Put a question with an example of its pastime into the call. @param {Pastime} game @param {Question} question */
async function show(game, question) {
    const found = await instanceOf(game.name, { example: game.examples[0] });
    const inputs = question.inputs.map(({ name, default: usual }) => [name, usual]);
    const body = { ...filledIn(found.instance), ...filledIn(Object.fromEntries(inputs)) };
    find("#call").textContent = callOf(game.name, question.name, JSON.stringify(body));
    find("#call").scrollIntoView({ block: "nearest" });
    find("#example").hidden = true; // it is the answer to another call
}

/** @param {Pastime} game */
function questionsOf(game) {
    return game.questions.flatMap((question) => {
        const choose = () => show(game, question).catch(unreachable);
        const button = element("button", { type: "button", click: choose }, `${game.name} ${question.name}`);
        return [element("dt", {}, button), element("dd", {}, question.question)];
    });
}

/** @param {unknown} error */
function unreachable(error) {
    if (!(error instanceof ServerFault)) throw error;
    find("#copied").textContent = error.message || words.say("api.unreachable");
}

shell(words);
find("#copy").addEventListener("click", async () => {
    const isCopied = await copied(find("#call").textContent ?? "", find("#call"));
    const what = words.say("api.call");
    find("#copied").textContent = words.say(isCopied ? "frame.share.copied" : "frame.share.selected", { what });
});
find("#without").hidden = hasServer;
if (hasServer) {
    try {
        find("#questions").replaceChildren(...(await listed()).flatMap(questionsOf));
        find("#with").hidden = false;
        find("#described").setAttribute("href", addressOf("openapi.json"));
        find("#described").hidden = false;
    } catch (error) {
        unreachable(error);
    }
}
document.documentElement.dataset.ready = "yes";
