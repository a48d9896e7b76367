// The steps of a long answer, one at a time in place of the message: "2 of 5", with back and forward.

import { newElement } from "./dom.ts";
import type { Sentence } from "./store.ts";
import type { Words } from "./words.ts";

/** @param at the step that is shown, from 0 */
export function stepButtons(words: Words, at: number, count: number, showStep: (at: number) => void): Sentence {
    const newButton = (name: string, to: number, sign: string) => {
        const label = words.translate(`frame.steps.${name}`);
        const isOff = to < 0 || to >= count;
        const click = () => isOff || showStep(to);
        return newElement("button", { type: "button", "data-step": name, "aria-label": label, "aria-disabled": String(isOff), click }, sign);
    };
    const place = words.translate("frame.steps.where", { step: at + 1, steps: count });
    return [newElement("span", { class: "steps" }, newButton("back", at - 1, "‹"), place, newButton("forward", at + 1, "›"))];
}
