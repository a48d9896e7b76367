"""What a release is made of: pins, workflows, the image, licences, and an archive that builds from scratch."""

import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tomllib
from importlib.util import find_spec
from pathlib import Path

import pytest
import yaml
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from passatempo import __version__

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
    assert settings["build"].split()[0] == f"cp{lowest}-*"


@pytest.mark.parametrize("line", PROJECT["tool"]["cibuildwheel"]["test-command"])
def test_a_wheel_is_tried_by_commands_that_answer(line, tmp_path):
    words = line.split()
    assert words[0] == "passatempo"
    run = [sys.executable, "-m", *words]
    assert subprocess.run(run, cwd=tmp_path, capture_output=True, check=False).returncode == 0


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
    for name in ("pyproject.toml", "README.md", "CITATION.cff"):
        shutil.copy(ROOT / name, tmp_path)
    (tmp_path / ".github").mkdir()
    script = shutil.copy(ROOT / ".github" / "address.py", tmp_path / ".github")
    assert subprocess.run([sys.executable, script, "nowhere"], capture_output=True, check=False).returncode == 2
    subprocess.run([sys.executable, script, ADDRESS], check=True)
    project = tomllib.loads((tmp_path / "pyproject.toml").read_text(encoding="utf-8"))
    assert project["project"]["urls"]["Source"] == ADDRESS
    assert project["project"]["scripts"] == PROJECT["project"]["scripts"]
    readme = (tmp_path / "README.md").read_text(encoding="utf-8")
    assert f"git clone {ADDRESS} " in readme
    assert [link for link in re.findall(r"\]\(([^)]+)\)", readme) if not link.startswith(ADDRESS)] == []
    assert yaml.safe_load((tmp_path / "CITATION.cff").read_text(encoding="utf-8"))["repository-code"] == ADDRESS


def test_doctests_of_the_address():
    import doctest

    runner = doctest.DocTestRunner()
    names = runpy.run_path(str(ROOT / ".github" / "address.py"))
    for name in ("with_urls", "with_whole_links"):
        for test in doctest.DocTestFinder().find(names[name], name, globs=dict(names)):
            assert runner.run(test).failed == 0
    assert runner.tries == 2


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


def test_kernels_are_generated_with_the_standard_library_alone():
    code = "from passatempo.web.build import cpp, whole"
    bare = [sys.executable, "-S", "-c", code]  # no installed package, as in an environment that pip makes for a build
    env = {"PYTHONPATH": str(ROOT / "src"), "PATH": os.environ["PATH"]}
    done = subprocess.run(bare, env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.long
def test_an_archive_builds_from_scratch_in_a_clean_environment(tmp_path):
    """Made from the files of the last commit and the made app; built by pip with an environment of pip's own."""
    clean = {
        key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "CMAKE", "CCACHE", "VIRTUAL"))
    }
    tree = tmp_path / "tree"
    tree.mkdir()
    packed = subprocess.run(["git", "archive", "HEAD"], cwd=ROOT, capture_output=True, check=True).stdout
    subprocess.run(["tar", "-x", "-C", str(tree)], input=packed, check=True)
    make = [sys.executable, "-c", "from scikit_build_core.build import build_sdist; print(build_sdist('..'))"]
    name = subprocess.run(make, cwd=tree, capture_output=True, text=True, check=True).stdout.split()[-1]
    subprocess.run([sys.executable, "-m", "venv", str(tmp_path / "env")], check=True)
    python = tmp_path / "env" / "bin" / "python"
    install = [str(python), "-m", "pip", "install", "--quiet", str(tmp_path / name)]
    told = subprocess.run(install, cwd=tmp_path, env=clean, capture_output=True, text=True, check=False)
    assert told.returncode == 0, told.stderr
    for line in PROJECT["tool"]["cibuildwheel"]["test-command"]:
        words = [str(python), "-m", *line.split()]
        assert subprocess.run(words, cwd=tmp_path, env=clean, capture_output=True, check=False).returncode == 0, line


@pytest.mark.long
def test_the_list_of_materials_has_what_a_server_runs():
    subprocess.run(["make", "sbom"], cwd=ROOT, check=True, capture_output=True)
    found = json.loads((ROOT / "dist" / "sbom.cdx.json").read_text(encoding="utf-8"))
    assert found["metadata"]["component"]["name"] == "passatempo"
    named = {canonicalize_name(one["name"]): one["version"] for one in found["components"]}
    assert {name: version for name, (version, _) in locked("locked-web.txt").items() if name in named} == named
    assert {"starlette", "cyclopts", "msgspec"} <= set(named)
