// The workbench: any question of any pastime that the server lists, about any instance, by any method, or by two.

import { benchFragment, readBench } from "../../frame/workbench.ts";
import { newElement, findElement } from "../../frame/dom.ts";
import { saveAs, buildShell } from "../../frame/shell.ts";
import { Words } from "../../frame/words.ts";
import { PendingQuestion, ServerFault, addressOf, callOf, fileOf, dropNulls, hasServer, instanceOf, listPastimes } from "../../kernel/api.ts";
import { answer, clear, comparison, drawn, progressText } from "./answer.ts";
import { FieldFault, Fields, methodName, settingsOf } from "./form.ts";
import type { Instance, Pastime, Shown, Wanted } from "../../kernel/api.ts";

const EVERY = 200; // milliseconds between two looks at the clock
const words = await Words.load();
const [pastimes, asks, examples, methods, others, formats] = ["#pastime", "#asks", "#example", "#method", "#compare", "#format"].map(findElement) as HTMLSelectElement[];
const text = findElement("#instance") as HTMLTextAreaElement;
const seconds = findElement("#seconds") as HTMLInputElement;

let known: Pastime[] = [];
let instance: Instance | undefined; // what the text says, once it has been read
let running: PendingQuestion[] = [];
let [inputs, settings, params] = [fields("#inputs", []), fields("#settings-of", []), fields("#params", [])];

function fields(selector: string, described: import("../../kernel/api.ts").Input[]) {
    return new Fields(words, findElement(selector), described);
}

const game = () => known[pastimes.selectedIndex];
const question = () => game().questions[asks.selectedIndex];
const method = () => question().methods[methods.selectedIndex];

/** Offer choices; those without words of ours have the server's. */
function offer(
    select: HTMLSelectElement,
    choices: { value: string, label?: string, disabled?: boolean }[],
    chosen?: string,
) {
    const options = choices.map(({ value, label, disabled = false }) => newElement("option", { value, disabled }, label ?? value));
    select.replaceChildren(...options);
    select.value = chosen ?? options[0]?.value ?? "";
    if (select.selectedIndex < 0) select.selectedIndex = 0;
}

/** @param named a question */
function choosePastime(named?: string) {
    const chosen = game();
    offer(asks, chosen.questions.map(({ name }) => ({ value: name })), named);
    const own = { value: "", label: words.translate("workbench.example.own") };
    offer(examples, [...chosen.examples.map((value) => ({ value })), own]);
    const models = chosen.models.flatMap(({ name, formats: forms }) => forms.map((form) => ({ value: `${name} ${form}` })));
    offer(formats, [...[...chosen.formats, "svg"].map((value) => ({ value })), ...models]);
    params = fields("#params", chosen.params);
    findElement("#making").hidden = chosen.params.length === 0;
    chooseQuestion();
}

/** @param named a method, perhaps with settings */
function chooseQuestion(named = "") {
    const asked = question();
    findElement("#sentence").textContent = asked.question;
    inputs = fields("#inputs", asked.inputs);
    const choices = asked.methods.map(({ name, installed }) => {
        const label = installed ? name : words.translate("workbench.missing", { method: name });
        return { value: name, label, disabled: !installed };
    });
    offer(methods, choices, named.split(":")[0] || undefined);
    offer(others, [{ value: "", label: words.translate("workbench.compare.none") }, ...choices]);
    chooseMethod();
}

function chooseMethod() {
    findElement("#source").textContent = method().source ?? "";
    settings = fields("#settings-of", settingsOf(method()));
    changed();
}

/** Something else would be asked now: the address says so, and the call to copy. */
function changed() {
    const bench = { pastime: game().name, question: question().name, instance: text.value, method: methodOr("") };
    const made = benchFragment({ ...bench, seconds: Number(seconds.value) || undefined });
    history.replaceState(null, "", made === undefined ? location.pathname : `#${made}`);
    const said = instance ? JSON.stringify(bodyOr(instance.instance)) : "{...}";
    findElement("#call").textContent = callOf(game().name, question().name, said);
}

/** @param otherwise where a setting cannot be read */
function methodOr(otherwise: string) {
    try {
        return methodName(method().name, settings.values);
    } catch {
        return otherwise;
    }
}

/** @param otherwise where an input cannot be read */
function bodyOr(otherwise: Record<string, unknown>) {
    const given = dropNulls(otherwise);
    try {
        return { ...given, ...inputs.values };
    } catch {
        return given;
    }
}

/** Do something; what goes wrong is told in a sentence. */
async function act(deed: () => Promise<unknown>) {
    try {
        findElement("#said").replaceChildren();
        await deed();
    } catch (error) {
        if (!(error instanceof ServerFault || error instanceof FieldFault)) throw error;
        findElement("#said").replaceChildren(newElement("p", { class: "fault" }, error.message || words.translate("workbench.unreachable")));
    }
}

/** Read an instance, or make one, and show it. */
async function read(wanted: Wanted) {
    const asked = game();
    const found = await instanceOf(asked.name, wanted);
    if (asked !== game()) return; // the visitor went on
    if (wanted.text === undefined) text.value = found.text;
    instance = found;
    clear();
    const remarks = found.remarks.map((remark) => newElement("p", { lang: "en" }, remark));
    findElement("#answers").replaceChildren(...remarks, drawn(found.picture, words.translate("workbench.instance.picture")));
    changed();
}

/** Ask, by one method or by two; show what each says as soon as all have. */
async function ask() {
    stop();
    if (!instance) await read({ text: text.value });
    if (!instance) return;
    const body = { ...bodyOr(instance.instance), ...inputs.values };
    const named = [methodName(method().name, settings.values), ...(others.value ? [others.value] : [])];
    const asked = { pastime: game().name, question: question().name, body };
    const told = named.map(() => "");
    const began = performance.now();
    const asking = named.map((one, place) => new PendingQuestion(
        { ...asked, query: { method: one, seconds: seconds.value || "10" } },
        (progress) => (told[place] = progressText(words, progress)),
    ));
    running = asking;
    const clock = setInterval(() => tick(began, told), EVERY);
    findElement("#cancel").hidden = false;
    try {
        const shown = await Promise.all(asking.map((one) => one.shown));
        if (running === asking) present(shown, `${asked.pastime}-${asked.question}`);
    } catch (error) {
        for (const one of asking) void one.stop();
        if (running === asking) throw error;
    } finally {
        clearInterval(clock);
        if (running === asking) {
            findElement("#progress").textContent = "";
            findElement("#cancel").hidden = true;
        }
    }
}

function tick(began: number, told: string[]) {
    const count = Math.floor((performance.now() - began) / 1000);
    findElement("#progress").textContent = told.filter(Boolean).join(" | ") || words.translate("workbench.seconds", { count });
}

function present(shown: Shown[], name: string) {
    clear();
    const compared = shown.length > 1 ? [comparison(words, shown)] : [];
    const answers = shown.map((one) => answer(words, one, `${name}-${one.outcome.method.split(":")[0]}`));
    findElement("#answers").replaceChildren(...compared, newElement("div", { class: "answers" }, ...answers));
}

/** Stop what is asked; its answer, if it has one yet, is shown. */
function cancel() {
    for (const one of running) void one.stop();
}

/** Stop what is asked; nobody wants its answer any more. */
function stop() {
    cancel();
    running = [];
    findElement("#progress").textContent = "";
    findElement("#cancel").hidden = true;
}

async function save() {
    const [model, form] = formats.value.includes(" ") ? formats.value.split(" ") : ["", formats.value];
    const { file } = await fileOf(game().name, { text: text.value, format: form, model });
    const ending = ({ text: "txt", dimacs: "cnf", clingo: "lp" } as Record<string, string>)[form] ?? form;
    saveAs(`${game().name}-${model || "instance"}.${ending}`, file);
}

/** An example is chosen, or another pastime: it is shown. */
async function exemplify() {
    stop();
    instance = undefined;
    if (examples.value) await read({ example: examples.value });
}

const on = (host: HTMLElement, kind: string, deed: () => Promise<unknown> | void) => host.addEventListener(kind, () => act(async () => deed()));

function listen() {
    on(pastimes, "change", () => (choosePastime(), exemplify()));
    on(asks, "change", () => (stop(), chooseQuestion()));
    on(examples, "change", exemplify);
    on(methods, "change", chooseMethod);
    for (const part of ["#inputs", "#settings-of", "#seconds"]) on(findElement(part), "change", changed);
    on(text, "input", () => {
        instance = undefined;
        examples.value = "";
    });
    on(text, "change", changed);
    on(findElement("#ask"), "click", ask);
    on(findElement("#cancel"), "click", cancel);
    on(findElement("#read"), "click", () => read({ text: text.value }));
    on(findElement("#as-json"), "click", async () => {
        if (!instance) await read({ text: text.value });
        if (instance) text.value = JSON.stringify(bodyOr(instance.instance));
        changed();
    });
    on(findElement("#make"), "click", () => read({ params: params.values, seed: Number(find_("#seed").value) || 0 }));
    on(findElement("#save"), "click", save);
    on(findElement("#file"), "change", async () => {
        text.value = (await find_("#file").files?.[0]?.text()) ?? text.value;
        await read({ text: text.value });
    });
}

const find_ = (selector: string) => findElement(selector) as HTMLInputElement;

/** Begin with what the address says, else with an example, answered. */
async function begin() {
    known = await listPastimes();
    findElement("#bench").hidden = false;
    findElement("#described").setAttribute("href", addressOf("openapi.json"));
    const asked = readBench(location.hash.slice(1));
    const chosen = known.find(({ name }) => name === asked?.pastime);
    const isKnown = chosen && (!asked?.question || chosen.questions.some(({ name }) => name === asked.question));
    offer(pastimes, known.map(({ name }) => ({ value: name, label: String(words.catalogue[`${name}.title`] ?? name) })), isKnown ? chosen.name : undefined);
    if (!asked || (asked.pastime && !isKnown)) findElement("#notice").textContent = words.translate("workbench.damaged");
    listen();
    if (!isKnown) {
        choosePastime();
        await exemplify();
        return ask();
    }
    choosePastime(asked?.question);
    chooseQuestion(asked?.method);
    if (asked?.seconds) seconds.value = String(asked.seconds);
    if (!asked?.instance) return exemplify();
    examples.value = "";
    text.value = asked.instance;
    return read({ text: asked.instance });
}

buildShell(words);
findElement("#without").hidden = hasServer;
if (hasServer) await act(begin);
document.documentElement.dataset.ready = "yes";
