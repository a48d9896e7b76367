"""The modules of a page as one file: what is understood is joined in order, everything else is refused.

Tests: web/build/files.py
"""

import shutil
import subprocess

import pytest

from app.modules import APP
from passatempo.web.build.files import BundleError, join_scripts
from passatempo.web.build.pages import page_files


@pytest.fixture
def folder(tmp_path):
    def write(**texts):
        for name, text in texts.items():
            path = tmp_path / f"{name.replace('_', '/')}.js"
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)
        return tmp_path

    return write


def test_modules_come_before_those_that_need_them(folder):
    """Run by Node, the file does what the modules do."""
    app = folder(
        frame_one="// @ts-check\nexport const one = 1;\nexport function two() {\n    return one + 1;\n}\n",
        frame_three='import { two as second } from "./one.js";\n/** Three. */\nexport const three = 1 + second();\n',
        games_one_page='import { three } from "../../frame/three.js";\nimport {\n    one,\n} from'
        ' "../../frame/one.js";\n// Tell.\nconsole.log(await Promise.resolve(three + one));\n',
    )
    ((name, text),) = join_scripts(app, "games/one/page.js", "page")
    assert name == "joined/page.js"
    assert "Tell" not in text
    assert text.count("frame_one = ") == 1
    (app / "page.mjs").write_text(text)
    done = subprocess.run(["node", app / "page.mjs"], capture_output=True, text=True, check=True)
    assert done.stdout == "4\n"


def test_a_worker_is_a_file_of_its_own_and_addresses_stay_right(folder):
    text = 'const at = new Worker(new URL("./worker.js", import.meta.url), {});\n'
    text += (
        "export const names = [at, new URL(`./${at}.wasm`, import.meta.url), new URL('../sw.js', import.meta.url)];\n"
    )
    app = folder(
        kernel_client=text,
        kernel_worker='postMessage("here");\n',
        games_one_page='import { names } from "../../kernel/client.js";\nnames.push(() => import("./late.js"));\n',
    )
    made = dict(join_scripts(app, "games/one/page.js", "page"))
    assert sorted(made) == ["joined/page.js", "joined/worker.js"]
    page = made["joined/page.js"]
    assert 'new URL("./worker.js"' in page
    assert "new URL(`../kernel/${at}.wasm`" in page
    assert 'import("../games/one/late.js")' in page


@pytest.mark.parametrize(
    "text",
    [
        'import * as all from "./one.js";\n',
        'import one from "./one.js";\n',
        "export default 1;\n",
        "export let one = 1;\n",
        "export { one };\n",
        'import "./one.js";\n',
    ],
)
def test_what_is_not_understood_is_refused(folder, text):
    with pytest.raises(BundleError, match=r"frame/two\.js"):
        list(join_scripts(folder(frame_one="\n", frame_two=text), "frame/two.js", "two"))


def test_a_circle_is_refused(folder):
    line = 'import {{ a }} from "./{}.js";\nexport const b = 1;\n'
    with pytest.raises(BundleError, match=r"frame/one\.js imports itself"):
        list(join_scripts(folder(frame_one=line.format("two"), frame_two=line.format("one")), "frame/one.js", "one"))


def test_pages_load_what_was_joined():
    """What is there is of the present modules."""
    for path in (APP / "joined").glob("*.js"):
        if (APP / "games" / path.stem).exists():
            made = dict(join_scripts(APP, f"games/{path.stem}/page.js", path.stem))
            assert made[f"joined/{path.name}"] == path.read_text(encoding="utf-8")


def test_what_a_server_replaces_is_not_joined(tmp_path):
    """Where the API is, another host says by another file of this name."""
    app = shutil.copytree(APP, tmp_path / "app", ignore=shutil.ignore_patterns("*.wasm", "*.bin", "data", "words"))
    (app / "frame" / "languages.js").write_text(dict(page_files(APP.parent / "build" / "words"))["frame/languages.js"])
    [(_, text), *_] = join_scripts(app, "games/workbench/page.js", "workbench")
    assert 'import * as $server from "../server.js";' in text
    assert "$server = " not in text
    assert "api = null" not in text
