"""What a release is made of: pins, workflows, the image, licences, and an archive that builds from scratch."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
import zipfile
from importlib.metadata import distribution
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from passatempo import __version__
from passatempo.core.registry import BUILT_IN

ROOT = Path(__file__).parents[2]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
ADDRESS = "https://host.example/owner/passatempo"


def group(name):
    """Yield the requirements of a dependency group, with those of the groups that it includes."""
    for entry in PROJECT["dependency-groups"][name]:
        if isinstance(entry, dict):
            yield from group(entry["include-group"])
        else:
            yield Requirement(entry)


def locked(name):
    """Return what a file of hashes pins: name to pairs of version and hashes."""
    found = {}
    for part in re.split(r"\n(?=\w)", (ROOT / ".ci" / name).read_text(encoding="utf-8").strip()):
        pinned = re.match(r"([\w.-]+)==(\S+)", part)
        assert pinned, part
        found[canonicalize_name(pinned[1])] = (pinned[2], re.findall(r"--hash=sha256:([0-9a-f]{64})\b", part))
    return found


@pytest.mark.parametrize(("name", "groups"), [("locked.txt", ("dev", "app")), ("locked-web.txt", ("run", "web"))])
def test_all_that_is_installed_is_pinned_by_hash(name, groups):
    pins = locked(name)
    assert all(hashes for _, hashes in pins.values())
    for one in (one for part in groups for one in group(part)):
        assert str(one.specifier) == f"=={pins[canonicalize_name(one.name)][0]}", one
    if name == "locked-web.txt":
        assert len(pins) < 30  # what a server runs, no tools


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_pins_its_actions_and_may_do_little(path):
    text = path.read_text(encoding="utf-8")
    workflow = yaml.safe_load(text)
    assert workflow["permissions"] == {"contents": "read"}
    for line in re.findall(r"uses: (.+)", text):
        own = re.fullmatch(r"\./\.github/workflows/(\w+\.yml)", line)
        assert own or re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+", line), line
        assert not own or (path.parent / own[1]).is_file()
    assert "secrets." not in text
    assert not re.search(r"https?://(?!\$)", text)
    for job in workflow["jobs"].values():
        for step in job.get("steps", ()):
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_what_workflows_and_the_image_call_exists():
    texts = [path.read_text(encoding="utf-8") for path in [*WORKFLOWS, ROOT / "Dockerfile"]]
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = {word for text in texts for line in re.findall(r"\bmake ((?:[a-z-]+ ?)+)", text) for word in line.split()}
    assert {"locked", "docs", "app", "archive", "sbom", "audit"} <= targets
    for target in targets - {"for"}:
        assert re.search(rf"^{target}:", makefile, re.MULTILINE), target
    for file in re.findall(r"(?<![\w/])(\.(?:ci|github)/[\w./-]+\w)", "\n".join(texts)):
        assert (ROOT / file).is_file(), file


def test_the_image_has_two_stages_and_is_no_root():
    text = (ROOT / "Dockerfile").read_text(encoding="utf-8")
    first, second = re.split(r"^FROM ", text, flags=re.MULTILINE)[1:]
    assert "AS build" in first
    assert "--from=build" in second
    assert re.search(r"^USER 10001$", second, re.MULTILINE)
    assert "make" not in second
    assert "g++" not in second


def test_wheels_are_built_where_the_workflow_has_a_machine():
    settings = PROJECT["tool"]["cibuildwheel"]
    assert (
        settings["linux"]["manylinux-x86_64-image"] == settings["linux"]["manylinux-aarch64-image"] == "manylinux_2_28"
    )
    workflow = (ROOT / ".github" / "workflows" / "wheels.yml").read_text(encoding="utf-8")
    assert "ubuntu-24.04-arm" in workflow
    assert "windows" not in workflow  # the kernels want GCC or Clang: docs/howto/release.md
    lowest = PROJECT["project"]["requires-python"].removeprefix(">=").replace(".", "")
    assert settings["build"].split() == [f"cp{lowest}-*", f"{PROJECT['tool']['scikit-build']['wheel']['py-api']}-*"]
    assert "{project}/.ci/wheel.py" in settings["test-command"]


@pytest.fixture
def packed(tmp_path):
    """Return a function that packs a wheel of the files that a wheel must have, but for some, and with others."""

    def pack(*missing, tag="cp311-cp311", **more):
        kernels = [f"passatempo/{n}/_kernel.{'abi3' if tag.endswith('abi3') else 'cpython-311'}.so" for n in range(6)]
        kernels += [f"passatempo/{n}/_kernel.pyi" for n in range(6)]
        app = ["index.html", "kernel/cards.wasm"]
        listed = json.dumps({"files": [{"name": name} for name in app]})
        files = dict.fromkeys([*kernels, *(f"passatempo/web/app/{name}" for name in app)], "")
        files |= {"passatempo/web/app/files.json": listed, "passatempo-1.dist-info/METADATA": "Name: passatempo"} | more
        path = tmp_path / f"passatempo-1-{tag}-linux_x86_64.whl"
        with zipfile.ZipFile(path, "w") as wheel:
            for name in files.keys() - set(missing):
                wheel.writestr(name, files[name])
        return path

    return pack


def faults(path, option="--contents"):
    run = [sys.executable, str(ROOT / ".ci" / "wheel.py"), option, str(path)]
    done = subprocess.run(run, capture_output=True, text=True, check=False)
    assert done.returncode == bool(done.stderr), done
    return done.stderr


def test_a_wheel_without_the_app_or_with_other_kernels_is_refused(packed):
    assert faults(packed()) == faults(packed(tag="cp312-abi3")) == ""
    assert "there is no browser app" in faults(packed("passatempo/web/app/files.json"))
    assert "lacks kernel/cards.wasm" in faults(packed("passatempo/web/app/kernel/cards.wasm"))
    assert "not those of the tag" in faults(packed("passatempo/0/_kernel.cpython-311.so"))
    assert "types of a kernel are missing: passatempo/3/_kernel.pyi" in faults(packed("passatempo/3/_kernel.pyi"))
    assert "not those of the tag" in faults(
        packed(tag="cp312-abi3").rename(packed().with_name("a-1-cp312-none-any.whl"))
    )


def test_a_wheel_that_does_not_know_its_address_is_not_published(packed):
    about = {"passatempo-1.dist-info/METADATA": f"Project-URL: Source, {PROJECT['project']['urls']['Source']}"}
    assert faults(packed(**about)) == ""
    assert "ADDRESS-OF-THIS-REPOSITORY stands for the address" in faults(packed(**about), "--publish")
    assert faults(packed(), "--publish") == ""


def test_every_command_of_the_readme_can_be_followed_by_a_stranger():
    """`make wheel-test` runs them; here each line is one that it knows."""
    wheel = runpy.run_path(str(ROOT / ".ci" / "wheel.py"))
    lines = re.findall(r"^\$ (.*)", wheel["README"], re.MULTILINE)
    assert len(lines) > 6
    assert {line.split()[0] for line in lines} == {"passatempo", *wheel["IN_A_CLONE"]}
    assert [line.split()[0] for line in wheel["INSTALLS"]] == ["uvx", "pipx", "pip"]
    assert all(wheel["PACKAGE"].match(line) for line in wheel["INSTALLS"])


@pytest.mark.parametrize("page", ["README.md", "docs/howto/install.md"])
def test_no_command_of_the_first_step_has_a_placeholder_or_needs_a_release(page):
    """Commands in blocks and in running text: a name in capitals, `<name>`, or `passatempo` from a package index."""
    text = (ROOT / page).read_text(encoding="utf-8")
    blocks = re.findall(r"^```(?:console|text)\n(.*?)^```", text, re.DOTALL | re.MULTILINE)
    words = "apt-get|docker|git|make|passatempo|pip|pipx|source|uv|uvx"
    inline = [one for one in re.findall(r"(?<!`)`([^`\n]+)`(?!`)", text) if re.match(rf"({words}) ", one)]
    commands = [
        line.split("  #")[0]
        for block in blocks
        for line in re.findall(rf"^(?:\$ )?((?:{words}) .*)", block, re.MULTILINE)
    ]
    assert len(commands + inline) > 10
    for command in commands + inline:
        assert not re.search(r"<\w+>|\bFILE\b|\bADDRESS|\bNAME\b|\bHOST\b|\bVERSION\b|\.\.\.", command), command
        assert not re.search(r"(install|uvx|uvx --from)( -\S+)* \"?passatempo", command), command


def test_a_wheel_has_the_licences_of_what_is_compiled_in():
    site = Path(find_spec("passatempo").origin).parents[1]
    (record,) = site.glob(f"passatempo-{__version__}.dist-info/RECORD")
    for name in ("LICENSE", "nanobind/LICENSE", "robin-map"):
        text = (record.parent / "licenses" / name).read_text(encoding="utf-8")
        assert "Copyright" in text
        assert "WARRANT" in text


def test_the_page_of_licences_has_all_that_a_server_runs():
    page = runpy.run_path(str(ROOT / ".ci" / "licences.py"))["page"]()
    rows = dict(re.findall(r"^\| ([\w.-]+) \| ([^|]+) \|", page, re.MULTILINE))
    needed = {canonicalize_name(one.name) for one in map(Requirement, PROJECT["project"]["dependencies"])}
    assert needed | {"starlette", "uvicorn", "ortools", "numpy"} <= set(rows)
    assert "not said" not in rows.values()
    del rows["package"]  # the head of the table
    free = re.compile(r"MIT|BSD|Apache|PSF|Python Software|ISC|Zlib")
    assert [name for name, licence in rows.items() if not free.search(licence)] == []


def test_the_address_of_the_repository_is_put_where_a_release_needs_it(tmp_path):
    (tmp_path / ".github").mkdir()
    for name in ("pyproject.toml", "README.md", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path / name)
    script = shutil.copy(ROOT / ".github" / "address.py", tmp_path / ".github")
    assert subprocess.run([sys.executable, script, "nowhere"], capture_output=True, check=False).returncode == 2
    checked = subprocess.run([sys.executable, script, "--check"], capture_output=True, text=True, check=False)
    assert checked.returncode == 1
    assert checked.stderr.count("address of the repository is missing") == 2
    subprocess.run([sys.executable, script, ADDRESS], check=True)
    assert subprocess.run([sys.executable, script, "--check"], check=False).returncode == 0
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["urls"]["Source"] == ADDRESS
    assert project["project"]["scripts"] == PROJECT["project"]["scripts"]
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert [link for link in re.findall(r"\]\(([^)]+)\)", readme) if not link.startswith(ADDRESS)] == []
    assert yaml.safe_load((tmp_path / "CITATION.cff").read_text(encoding="utf-8"))["repository-code"] == ADDRESS


def test_doctests_of_the_address():
    import doctest

    runner = doctest.DocTestRunner()
    names = runpy.run_path(str(ROOT / ".github" / "address.py"))
    for test in doctest.DocTestFinder().find(names["with_whole_links"], "with_whole_links", globs=dict(names)):
        assert runner.run(test).failed == 0
    assert runner.tries == 1


def test_one_version_is_said_everywhere():
    assert yaml.safe_load((ROOT / "CITATION.cff").read_text(encoding="utf-8"))["version"] == __version__


def test_the_build_takes_no_setting_that_is_on_its_way_out(tmp_path):
    code = "import sys; from scikit_build_core.build import prepare_metadata_for_build_wheel as made; made(sys.argv[1])"
    done = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path)], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert "deprecated" not in done.stdout + done.stderr
    assert f"Version: {__version__}" in next(tmp_path.glob("*/METADATA")).read_text(encoding="utf-8")


def test_nothing_of_the_project_names_a_package_index():
    hosts = re.compile(r"(?:pypi|pythonhosted)[.]org|(?:ghcr|docker)[.]io")
    texts = [*WORKFLOWS, *(ROOT / ".ci").iterdir(), ROOT / "Dockerfile", ROOT / "pyproject.toml", ROOT / "Makefile"]
    assert [path.name for path in texts if path.is_file() and hosts.search(path.read_text(encoding="utf-8"))] == []


def test_kernels_are_generated_with_the_standard_library_alone(tmp_path):
    bare = [sys.executable, "-S", "-P"]  # no installed package, as in an environment that pip makes for a build
    env = {"PYTHONPATH": str(ROOT / "src"), "PATH": os.environ["PATH"]}
    calls = [["-c", "from passatempo.web.build import cpp, builder"]]
    for name in BUILT_IN:
        question = ROOT / "src" / "passatempo" / name / "kernel" / "interface.toml"
        calls.append(["-m", "passatempo.web.build.cpp", str(question), str(tmp_path / name)])
    for call in calls:
        done = subprocess.run([*bare, *call], env=env, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stderr
    assert all(list((tmp_path / name).glob("*.cpp")) for name in BUILT_IN)


@pytest.mark.long
def test_an_archive_builds_the_files_that_a_checkout_builds(tmp_path):
    """Built by pip in an environment of its own, and compared with what `make test` has installed from the checkout."""
    clean = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "CMAKE", "CCACHE", "VIRTUAL"))
    }
    make = [
        sys.executable,
        "-c",
        "import sys; from scikit_build_core.build import build_sdist; build_sdist(sys.argv[1])",
    ]
    subprocess.run([*make, str(tmp_path)], cwd=ROOT, capture_output=True, check=True)
    (archive,) = tmp_path.glob("*.tar.gz")
    build = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", str(tmp_path), str(archive)]
    told = subprocess.run(build, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as file:
        built = {name for name in file.namelist() if name.startswith("passatempo/")}
    here = {str(path) for path in distribution("passatempo").files or () if path.parts[0] == "passatempo"}
    assert built == {path for path in here if "__pycache__" not in path}


@pytest.mark.long
def test_the_list_of_materials_has_what_a_server_runs():
    subprocess.run(["make", "sbom"], cwd=ROOT, check=True, capture_output=True)
    found = json.loads((ROOT / "dist" / "sbom.cdx.json").read_text(encoding="utf-8"))
    assert found["metadata"]["component"]["name"] == "passatempo"
    named = {canonicalize_name(one["name"]): one["version"] for one in found["components"]}
    assert {name: version for name, (version, _) in locked("locked-web.txt").items() if name in named} == named
    assert {"starlette", "cyclopts", "msgspec"} <= set(named)
