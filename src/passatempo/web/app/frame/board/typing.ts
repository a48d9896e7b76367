// Squares that are named by typing on a board: a letter and digits move the cursor there. A letter that begins no name stays
// a key of the page.

const PAUSE = 1_500; // milliseconds after which another name begins

/**
 * Listen to names on a board.
 * @param find the cell of a name such as c4, if there is one
 * @param begins whether a letter begins the name of a cell
 * @param onName called when the cursor has come to a named cell
 */
export function listenToNames(
    host: HTMLElement,
    { find, begins, onName }: {
        find: (name: string) => number | undefined, begins: (letter: string) => boolean, onName: (cell: number) => void,
    },
) {
    let typed = "";
    let timer = 0;
    host.addEventListener("keydown", (event) => {
        const { key } = event;
        if (event.ctrlKey || event.altKey || event.metaKey || !/^[a-z0-9]$/.test(key)) return void (typed = "");
        const next = /[a-z]/.test(key) && /\d/.test(typed) ? key : typed + key;
        if (!/^[a-z]+\d*$/.test(next) || !begins(next[0])) return void (typed = "");
        event.preventDefault();
        event.stopImmediatePropagation();
        typed = next;
        clearTimeout(timer);
        timer = setTimeout(() => (typed = ""), PAUSE);
        const cell = find(typed);
        if (cell !== undefined) onName(cell);
    }, { capture: true });
}
