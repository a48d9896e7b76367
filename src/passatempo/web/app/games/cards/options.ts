// The number of cards that was chosen last, which the browser keeps.

import { int } from "../../frame/link.ts";
import { store } from "../../frame/storage.ts";
import { LEAST_DEALT, MOST_DEALT } from "./game.ts";

const CHOICE = "choice.cards";
const CHOICE_SCHEMA = { size: int(LEAST_DEALT, MOST_DEALT) };

/** The number of cards; nothing at the first visit. */
export const lastSize = () => store.get(CHOICE, CHOICE_SCHEMA)?.size;

export const keepSize = (size: number) => store.put(CHOICE, CHOICE_SCHEMA, { size });
