"""Try a wheel as a stranger gets it: ``python .ci/wheel.py [WHEEL]``, by default the one that is installed here.

In an empty folder, in new environments where nothing can be compiled, it runs every command and the Python of README,
but for the commands of a clone, and the lines that install a release, with the file of the wheel for the name.
``--contents FILE ...`` looks into wheels and archives only, and ``--publish FILE ...`` also refuses what must not be
published. Each fault is one line, exit code 1.
"""

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections.abc import Iterator
from importlib.metadata import distribution
from pathlib import Path
from urllib.parse import unquote, urlsplit
from urllib.request import urlopen

README = (Path(__file__).resolve().parents[1] / "README.md").read_text(encoding="utf-8")
PLACEHOLDER = "ADDRESS-OF-THIS-REPOSITORY"
APP = "passatempo/web/app/"
MOST_PACKED, MOST_INSTALLED = 6_000_000, 60_000_000  # bytes of a wheel, and of an environment without extras
PACKAGE = re.compile(r'^((?:pip|pipx) install|uvx) "?passatempo(\[[a-z,]+\])?"?')
# README and docs/howto/install.md have these lines when there is a release.
INSTALLS = ("uvx passatempo demo", 'pipx install "passatempo[web,print]"', 'pip install "passatempo[web,print]"')
IN_A_CLONE = ("apt-get", "make", "source")
MORE = (
    "passatempo web",
    "passatempo daily",
    "passatempo sheet --daily 2026-11-23 --out sheet.pdf",
    "passatempo doctor",
)
BIN = "Scripts" if os.name == "nt" else "bin"


def read(path: Path) -> dict[str, bytes]:
    """Return the files of a wheel or of an archive, by their names in a wheel."""
    if path.suffix == ".whl":
        with zipfile.ZipFile(path) as wheel:
            return {name: wheel.read(name) for name in wheel.namelist()}
    with tarfile.open(path) as archive:
        found = {one.name.partition("/")[2]: archive.extractfile(one) for one in archive if one.isfile()}
        return {name.removeprefix("src/"): file.read() for name, file in found.items() if file}


def contents(path: Path, *, publish: bool = False) -> Iterator[str]:
    """Yield what is wrong with the files of a wheel or of an archive, a sentence each."""
    files = read(path)
    if APP + "files.json" not in files:
        yield "there is no browser app: build from the archive that `make archive` makes"
    else:
        listed = [one["name"] for one in json.loads(files[APP + "files.json"])["files"]]
        yield from (f"the browser app lacks {name}" for name in listed if APP + name not in files)
        if not any(name.endswith(".wasm") for name in listed):
            yield "the browser app has no WebAssembly"
    kernels = [name for name in files if re.search(r"/_kernel\..*(so|pyd)$", name)]
    if path.suffix == ".whl":
        if len(kernels) < 6 or any((".abi3." in name) != ("-abi3-" in path.name) for name in kernels):
            yield f"the kernels are not those of the tag: {', '.join(kernels) or 'there are none'}"
        stubs = [name.rpartition("/")[0] + "/_kernel.pyi" for name in kernels]
        yield from (f"the types of a kernel are missing: {name}" for name in stubs if name not in files)
        if path.stat().st_size > MOST_PACKED:
            yield f"it has {path.stat().st_size} bytes; the limit is {MOST_PACKED}"
    elif kernels:
        yield f"an archive has no compiled files such as {kernels[0]}"
    about = [text for name, text in files.items() if name.endswith((".dist-info/METADATA", "PKG-INFO"))]
    if publish and any(PLACEHOLDER.encode() in text for text in about):
        yield f"{PLACEHOLDER} stands for the address: run .github/address.py before `make archive`"


class Stranger:
    """A person with an empty folder, Python, uv and pipx, and no compiler."""

    def __init__(self, folder: Path, wheel: Path) -> None:
        self.folder, self.wheel, self.desk = folder, wheel, folder / "desk"
        self.desk.mkdir()
        bins = [str(folder / name / BIN) for name in ("env", "tools")]
        self.environment = {
            key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL"))
        }
        self.environment |= {
            "PATH": os.pathsep.join([*bins, "/usr/bin", "/bin"]),
            "PIP_ONLY_BINARY": ":all:",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
            "UV_NO_BUILD": "1",
            "UV_PYTHON": str(folder / "env" / BIN / "python"),
            "UV_TOOL_DIR": str(folder / "uv"),
            "PIPX_DEFAULT_PYTHON": str(folder / "env" / BIN / "python"),
            "PIPX_HOME": str(folder / "pipx"),
            "PIPX_BIN_DIR": str(folder / "pipx" / "bin"),
            "XDG_DATA_HOME": str(folder / "data"),
            "XDG_STATE_HOME": str(folder / "state"),
        }
        for name in ("env", "tools"):
            subprocess.run([sys.executable, "-m", "venv", str(folder / name)], check=True)
        install = [str(folder / "tools" / BIN / "python"), "-m", "pip", "install", "--quiet", "uv", "pipx"]
        subprocess.run(install, env=self.environment, check=True)

    def run(self, line: str) -> str:
        """Run a command, print how long it took, and return its output."""
        started = time.perf_counter()
        done = subprocess.run(
            line,
            shell=True,
            cwd=self.desk,
            env=self.environment,
            input="quit\n",
            text=True,
            capture_output=True,
            check=False,
        )
        if done.returncode:
            raise SystemExit(f"{line}\nexit code {done.returncode}\n{done.stdout}{done.stderr}")
        sys.stdout.write(f"{time.perf_counter() - started:5.1f} s  {line}\n")
        sys.stdout.flush()
        return done.stdout

    def follow(self, line: str) -> None:
        """Do what a line says, but for what is done in a clone."""
        if line == "passatempo web":
            return self.serve()
        if line.split()[0] in IN_A_CLONE:
            return None
        if line.split()[0] not in ("passatempo", "pip", "pipx", "uvx"):
            raise SystemExit(f"README: {line}: no stranger has this command")
        shown = PACKAGE.sub(lambda found: f'{found[1]} "{self.wheel}{found[2] or ""}"', line)
        self.run(re.sub(r'^uvx ("[^"]+")', r"uvx --from \1 passatempo", shown))
        return None

    def serve(self) -> None:
        """Ask the server of the app for a page and for a kernel."""
        line = ["passatempo", "web", "--port", "0"]
        program = shutil.which(line[0], path=self.environment["PATH"])
        with subprocess.Popen(
            line, executable=program, cwd=self.desk, env=self.environment, stdout=subprocess.PIPE, text=True
        ) as server:
            try:
                address = re.search(r"http://[\w.:]+", server.stdout.readline())[0]
                with urlopen(f"{address}/files.json") as answer:
                    names = [one["name"] for one in json.load(answer)["files"]]
                kernel = next(name for name in names if name.endswith(".wasm"))
                for name, kind, start in (("", "text/html", b"<!doctype html"), (kernel, "application/wasm", b"\0asm")):
                    with urlopen(f"{address}/{name}") as answer:
                        found = answer.headers.get_content_type(), answer.read(len(start)).lower()
                    if found != (kind, start):
                        raise SystemExit(f"passatempo web: /{name} is {found[0]} and begins with {found[1]!r}")
            finally:
                server.terminate()
        sys.stdout.write(f"         {' '.join(line)}: / and /{kernel}\n")


def size(folder: Path) -> int:
    """Return the bytes of what is installed in an environment, without pip."""
    files = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
    return sum(path.stat().st_size for path in files if not re.search(r"[/\\](pip|setuptools)[-\w.]*[/\\]", str(path)))


def attempt(wheel: Path, folder: Path) -> None:
    """Install the wheel without extras, then do all that README says."""
    one = Stranger(folder, wheel)
    started = time.perf_counter()
    one.run(f'pip install --quiet "{wheel}"')
    one.run('passatempo machiavelli lay "7H 8H 9H" --hand "TH"')
    sys.stdout.write(f"{time.perf_counter() - started:5.1f} s  from the wheel to the first answer\n")
    installed = size(folder / "env")
    sys.stdout.write(f"{installed / 1e6:5.1f} MB without extras\n")
    if installed > MOST_INSTALLED:
        raise SystemExit(f"without extras {installed} bytes are installed; the limit is {MOST_INSTALLED}")
    for line in INSTALLS:
        one.follow(line)
    for block in re.findall(r"^```console\n(.*?)^```", README, re.DOTALL | re.MULTILINE):
        for line in re.findall(r"^\$ (.*)", block, re.MULTILINE):
            one.follow(re.split(r"\s+# ", line)[0].strip())
    for line in MORE:
        one.follow(line)
    if not (one.desk / "sheet.pdf").read_bytes().startswith(b"%PDF"):
        raise SystemExit("sheet.pdf is no PDF")
    for number, block in enumerate(re.findall(r"^```python\n(.*?)^```", README, re.DOTALL | re.MULTILINE)):
        (one.desk / f"readme{number}.py").write_text(block, encoding="utf-8")
        one.run(f"python readme{number}.py")


def installed_file() -> Path:
    """Return the file of the wheel from which pip installed the package here."""
    url = json.loads(distribution("passatempo").read_text("direct_url.json") or "{}").get("url", "")
    if not url.endswith(".whl"):
        raise SystemExit("passatempo is not installed from the file of a wheel: pass one")
    return Path(unquote(urlsplit(url).path))


def main(arguments: list[str]) -> int:
    """Look into files, or try one wheel."""
    looks = arguments[:1] in (["--contents"], ["--publish"])
    paths = [Path(name).resolve() for name in arguments[looks:]] or [installed_file()]
    faults = [f"{path.name}: {fault}\n" for path in paths for fault in contents(path, publish="--publish" in arguments)]
    sys.stderr.writelines(faults)
    if not faults and not looks:
        with tempfile.TemporaryDirectory() as folder:
            attempt(paths[0], Path(folder).resolve())
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
