// A position that the visitor brings: pasted, dropped, from a file, or from the page where it was pasted. The page's own
// reader comes first, then those of the other pastimes. Nothing leaves the machine.

import { newElement } from "../dom.ts";
import { TextFault } from "./fault.ts";
import type { Frame, Offer } from "../page.ts";

const LONGEST = 100_000; // characters
const LARGEST = 8; // MB of a file
const MEGABYTE = 1_000_000;
const BROUGHT = "passatempo.brought"; // in the session's storage
const FIELDS = "textarea:not([readonly]), input, select, [contenteditable]";

/** A sentence about a text that stays outside, with buttons; `isOwn` if no other page is to take it. */
export type Refusal = { text: string, offers?: Offer[], isOwn?: boolean };
/** How a page reads, shows and writes its positions. */
export type Reader<T> = {
    read: (text: string) => T | Promise<T>,
    show: (position: T) => Refusal | void | Promise<Refusal | void>, // a refusal where the position cannot be
    write: () => string,
    explain?: (error: unknown, text: string) => Refusal | undefined | Promise<Refusal | undefined>, // for faults of its own class
    openPicture?: (file: Blob) => unknown,
    openFile?: (file: File) => Promise<boolean>, // takes a file that is no text; whether it is one
};
type Host = Pick<Frame, "words" | "runDeed" | "showNotice"> & Partial<Pick<Frame, "deeds">>;

const isField = (target: EventTarget | null) => target instanceof Element && target.closest(FIELDS) !== null;

/**
 * Listen to positions that the visitor brings, and take the one that another page has sent.
 * @param name of the page
 * @param own how it reads; the first page reads nothing
 * @returns what takes a position of a sheet
 */
export async function listenToBrought<T>(name: string, host: Host, own?: Reader<T>) {
    const { words } = host;
    const refuse = (key: string, values = {}) => host.showNotice(words.translate(`frame.bring.${key}`, values));

    /** The fault of a text in a sentence; nothing if the page has taken it. */
    async function takeOwn(position: () => T | Promise<T>, text = ""): Promise<Refusal | undefined> {
        if (!own) return { text: words.translate("frame.bring.none") };
        try {
            return (await own.show(await position())) ?? undefined;
        } catch (error) {
            const refusal = await own.explain?.(error, text);
            if (refusal) return refusal;
            if (!(error instanceof TextFault)) throw error;
            return { text: words.translate(`${name}.text.fault.${error.kind}`, error.values), isOwn: error.isOwn };
        }
    }

    async function take(text: string, isArrival = false) {
        document.querySelector<HTMLDialogElement>("dialog[open]")?.close();
        if (text.length > LONGEST) return refuse("long", { count: text.length, most: LONGEST });
        const refusal = await takeOwn(() => own?.read(text) as T | Promise<T>, text);
        if (!refusal) return host.showNotice(isArrival ? words.translate(`frame.bring.here.${name}`) : "");
        const { namesOf } = await import("../../games/readers.ts");
        const names = (await namesOf(text, words.language)).filter((other) => other !== name);
        if (names.length === 1 && !refusal.isOwn && !isArrival) return send(names[0], text);
        const others = names.map((other) => ({ label: words.translate("frame.bring.as", { title: words.translate(`${other}.title`) }), deed: () => send(other, text) }));
        host.showNotice(own || names.length === 0 ? refusal.text : words.translate("frame.bring.choose"), ...(refusal.offers ?? []), ...others);
    }

    async function open(file: File) {
        const size = file.size / MEGABYTE;
        if (size > LARGEST) return refuse("large", { size: Math.ceil(size), most: LARGEST });
        if (file.type.startsWith("image/")) return own?.openPicture ? own.openPicture(file) : refuse("picture");
        if (!(await own?.openFile?.(file))) return take(await file.text());
    }

    const receive = (event: Event, data: DataTransfer | null) => {
        const text = data?.getData("text/plain") ?? "";
        const file = data?.files[0];
        if (!text.trim() && !file) return;
        event.preventDefault();
        void host.runDeed(() => (text.trim() || !file ? take(text) : open(file)));
    };
    document.addEventListener("paste", (event) => isField(event.target) || receive(event, event.clipboardData));
    document.addEventListener("dragover", (event) => isField(event.target) || event.preventDefault());
    document.addEventListener("drop", (event) => isField(event.target) || receive(event, event.dataTransfer));
    document.addEventListener("copy", (event) => {
        if (!own || isField(event.target) || !getSelection()?.isCollapsed || document.querySelector("dialog[open]")) return;
        event.clipboardData?.setData("text/plain", own.write());
        event.preventDefault();
        refuse("copied");
    });
    Object.assign(host.deeds ?? {}, {
        paste: () => navigator.clipboard.readText().then((text) => take(text), () => refuse("keys")),
        file: () => {
            const field = newElement("input", { type: "file", change: () => field.files?.[0] && void host.runDeed(() => open((field.files as FileList)[0])) });
            field.click();
        },
    });
    const brought = takeBrought();
    if (brought) await host.runDeed(() => take(brought, true));
    return (position: () => T) => host.runDeed(async () => host.showNotice((await takeOwn(position))?.text ?? ""));
}

/** Go to the page of another pastime with a text. */
function send(name: string, text: string) {
    sessionStorage.setItem(BROUGHT, text);
    location.assign(new URL(`${name}/`, (document.querySelector(".brand") as HTMLAnchorElement).href));
}

/** The text that another page has sent; a page in a frame may have no storage. */
function takeBrought() {
    try {
        const text = sessionStorage.getItem(BROUGHT);
        sessionStorage.removeItem(BROUGHT);
        return text;
    } catch {
        return null;
    }
}
