// The address of the workbench with a position in it. Any page can write one, and the workbench reads it. The position
// follows the `#`, so the browser does not send it, and the visitor sees the question before it is sent.

/** The contents of a workbench address; the instance is text or JSON. */
export type Bench = { pastime?: string, question?: string, instance?: string, method?: string, seconds?: number };

const LONGEST = 8_000; // characters of a fragment
const NAME = /^[A-Za-z][\w-]{0,39}$/;
const MAX_SECONDS = 86_400;
const FITS: Record<string, (text: string) => boolean> = {
    pastime: (text) => NAME.test(text),
    question: (text) => NAME.test(text),
    method: (text) => text.length <= 400 && NAME.test(text.split(":")[0]),
    seconds: (text) => /^\d{1,6}(\.\d{1,6})?$/.test(text) && Number(text) > 0 && Number(text) <= MAX_SECONDS,
    instance: (text) => text.trim() !== "" && !text.includes("\0"),
};

/** Write a fragment, without its `#`. Return undefined if it would be too long. */
export function benchFragment(workbench: Bench): string | undefined {
    const benchSettings = Object.entries(workbench).filter(([, setting]) => setting !== undefined && setting !== "");
    const searchQuery = new URLSearchParams(benchSettings.map(([key, setting]) => [key, String(setting)])).toString();
    return searchQuery.length <= LONGEST ? searchQuery : undefined;
}

/** Read a fragment, without its `#`. Return undefined if it is damaged. */
export function readBench(fragment: string): Bench | undefined {
    if (fragment.length > LONGEST) return undefined;
    const pairs = [...new URLSearchParams(fragment)];
    const keys = new Set(pairs.map(([key]) => key));
    if (keys.size !== pairs.length || (keys.size > 0 && !keys.has("pastime"))) return undefined;
    for (const [key, text] of pairs) if (!Object.hasOwn(FITS, key) || !FITS[key](text)) return undefined;
    const { seconds, ...benchSettings } = Object.fromEntries(pairs);
    return seconds === undefined ? benchSettings : { ...benchSettings, seconds: Number(seconds) };
}
