"""Modules of the app as scripts that a browser reads, for tests and benchmarks that call them in a page."""

import subprocess
from pathlib import Path

from passatempo.web.build.files import find_node

ESBUILD = Path(__file__).parents[2] / "node_modules" / "esbuild" / "bin" / "esbuild"
MODULES = ("frame/link.ts", "frame/storage.ts", "kernel/client.ts", "kernel/minesweeper.ts")


def offer_modules(app, folder):
    """Put the modules of an app into a folder: `frame/link.mjs` for `frame/link.ts`."""
    entries = [*(app / name for name in MODULES), *app.glob("games/*/state.ts"), *app.glob("games/*/game.ts")]
    options = ["--bundle", "--format=esm", "--out-extension:.js=.mjs", "--log-level=error"]
    subprocess.run([find_node(), ESBUILD, *entries, *options, f"--outbase={app}", f"--outdir={folder}"], check=True)
