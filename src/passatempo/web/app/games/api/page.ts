// The page about the HTTP API: a call to copy. Where a server is, every question that it answers, with an example.

import { newElement, findElement } from "../../frame/dom.ts";
import { copyText } from "../../frame/share.ts";
import { buildShell } from "../../frame/shell.ts";
import { Words } from "../../frame/words.ts";
import { ServerFault, addressOf, callOf, dropNulls, hasServer, instanceOf, listPastimes } from "../../kernel/api.ts";
import type { Pastime, Question } from "../../kernel/api.ts";

const words = await Words.load();

/** Put a question with an example of its pastime into the call. */
async function show(game: Pastime, question: Question) {
    const found = await instanceOf(game.name, { example: game.examples[0] });
    const inputs = question.inputs.map(({ name, default: usual }) => [name, usual]);
    const body = { ...dropNulls(found.instance), ...dropNulls(Object.fromEntries(inputs)) };
    findElement("#call").textContent = callOf(game.name, question.name, JSON.stringify(body));
    findElement("#call").scrollIntoView({ block: "nearest" });
    findElement("#example").hidden = true; // it is the answer to another call
}

function questionsOf(game: Pastime) {
    return game.questions.flatMap((question) => {
        const choose = () => show(game, question).catch(unreachable);
        const button = newElement("button", { type: "button", click: choose }, `${game.name} ${question.name}`);
        return [newElement("dt", {}, button), newElement("dd", {}, question.question)];
    });
}

function unreachable(error: unknown) {
    if (!(error instanceof ServerFault)) throw error;
    findElement("#copied").textContent = error.message || words.translate("api.unreachable");
}

buildShell(words);
findElement("#copy").addEventListener("click", async () => {
    const isCopied = await copyText(findElement("#call").textContent ?? "", findElement("#call"));
    const what = words.translate("api.call");
    findElement("#copied").textContent = words.translate(isCopied ? "frame.share.copied" : "frame.share.selected", { what });
});
findElement("#without").hidden = hasServer;
if (hasServer) {
    try {
        findElement("#questions").replaceChildren(...(await listPastimes()).flatMap(questionsOf));
        findElement("#with").hidden = false;
        findElement("#described").setAttribute("href", addressOf("openapi.json"));
        findElement("#described").hidden = false;
    } catch (error) {
        unreachable(error);
    }
}
document.documentElement.dataset.ready = "yes";
