/** A fault in a text that should be a position. `kind` is a key of words, `line` and `column` count from 1. */
export class TextFault extends Error {
    kind: string;
    values: Record<string, string | number>;
    line: number;
    column: number;
    isOwn: boolean;

    /** @param isOwn whether the text belongs to the pastime of its reader, though it breaks a rule */
    constructor(kind: string, text: string, at: number, length = 1, values: Record<string, number> = {}, isOwn = false) {
        super(kind);
        const textLines = text.slice(0, at).split("\n");
        [this.kind, this.isOwn] = [kind, isOwn];
        [this.line, this.column] = [textLines.length, (textLines.at(-1) ?? "").length + 1];
        this.values = { line: this.line, column: this.column, quoted: text.slice(at, at + length), ...values };
    }
}
