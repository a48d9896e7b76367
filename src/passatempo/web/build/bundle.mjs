// Bundles the script of each page into one file, app/joined/NAME.js, and the workers likewise. A module
// that is imported when first needed becomes a file of its own beside them. Usage: node bundle.mjs APP OUT PAGE...

import { build } from "esbuild";
import { basename, join } from "node:path";

const [app, outdir, ...pages] = process.argv.slice(2);
const later = new Set();

/** What stays outside a bundle. A server replaces `server.js`; `joined` is as deep in the app as `frame` and `kernel`. */
const outside = {
    name: "outside",
    setup({ onResolve }) {
        onResolve({ filter: /\/server\.js$/ }, () => ({ path: "../server.js", external: true }));
        onResolve({ filter: /\.ts$/ }, ({ kind, path, resolveDir }) => {
            if (kind !== "dynamic-import") return undefined;
            later.add(join(resolveDir, path));
            return { path: `./${basename(path, ".ts")}.js`, external: true };
        });
    },
};

const bundle = (entryPoints) => build({
    entryPoints,
    outdir,
    bundle: true,
    minify: true,
    format: "esm",
    target: "es2022",
    charset: "utf8",
    logLevel: "warning",
    plugins: [outside],
});

await bundle({
    worker: join(app, "kernel", "worker"),
    picture_worker: join(app, "games", "minesweeper", "worker"),
    ...Object.fromEntries(pages.map((page) => [page, join(app, "games", page, "page")])),
});
for (let done = 0; done < later.size;) {
    const paths = [...later].slice(done);
    done = later.size;
    await bundle(Object.fromEntries(paths.map((path) => [basename(path, ".ts"), path])));
}
