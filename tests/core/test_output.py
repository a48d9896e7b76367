"""Results are written whole, and nothing but a plain file is ever replaced.

Tests: core/output.py, core/report.py, cli/files.py
"""

import errno
import os
import stat
import subprocess
import sys
import threading

import pytest

from passatempo.cli.main import run
from passatempo.core.errors import FormatError, UsageError
from passatempo.core.output import append_lines, atomic_file
from passatempo.core.report import REPORT_LIMIT, save_text

ARRANGE = ["machiavelli", "arrange", "--example", "heap", "--out"]


def test_a_link_stays_and_its_target_changes(tmp_path):
    target, link = tmp_path / "target.txt", tmp_path / "link.txt"
    target.write_text("old", encoding="utf-8")
    target.chmod(0o640)
    link.symlink_to(target)
    assert run([*ARRANGE, str(link)]) == 0
    assert link.is_symlink()
    assert "solved" in target.read_text(encoding="utf-8")
    assert stat.S_IMODE(target.stat().st_mode) == 0o640


def test_a_dangling_link_makes_its_target(tmp_path):
    (tmp_path / "link").symlink_to(tmp_path / "new.txt")
    assert run([*ARRANGE, str(tmp_path / "link")]) == 0
    assert (tmp_path / "new.txt").is_file()


def test_a_pipe_is_written_through(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    heard = []
    reader = threading.Thread(target=lambda: heard.append(pipe.read_text(encoding="utf-8")))
    reader.start()
    assert run([*ARRANGE, str(pipe)]) == 0
    reader.join()
    assert "solved" in heard[0]
    assert stat.S_ISFIFO(pipe.stat().st_mode)


def test_a_device_is_never_replaced(tmp_path):
    device = tmp_path / "null"
    try:
        os.mknod(device, stat.S_IFCHR | 0o666, os.makedev(1, 3))
        device.write_text("", encoding="utf-8")
    except PermissionError:  # only root may make one, and not everywhere
        device = type(tmp_path)(os.devnull)
    assert run([*ARRANGE, str(device)]) == 0
    assert stat.S_ISCHR(device.stat().st_mode)


@pytest.mark.parametrize("kind", ["", "folder", "missing/out.txt", "with\0nul"])
def test_what_cannot_be_written_is_2_and_names_what_was_written(kind, tmp_path, capsys):
    (tmp_path / "folder").mkdir()
    out = str(tmp_path / kind) if kind else ""
    assert run([*ARRANGE, out]) == 2
    told = capsys.readouterr()
    assert told.out == ""
    assert out[-12:].replace("\0", "\\x00") in told.err
    assert ".passatempo-" not in told.err
    assert [path.name for path in tmp_path.iterdir()] == ["folder"]


def test_a_full_disk_leaves_the_old_file(tmp_path):
    target = tmp_path / "out.txt"
    target.write_text("old", encoding="utf-8")
    with pytest.raises(OSError, match="No space left") as caught:
        half_of(target)
    assert caught.value.filename == str(target)
    assert target.read_text(encoding="utf-8") == "old"
    assert list(tmp_path.iterdir()) == [target]


def test_what_goes_wrong_while_a_file_is_written_is_told_as_it_is(tmp_path):
    with pytest.raises(FormatError, match="no card"), atomic_file(tmp_path / "out.txt"):
        raise FormatError("no card")
    assert list(tmp_path.iterdir()) == []


def half_of(target):
    with atomic_file(target) as file:
        file.write("half")
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC), "somewhere")


def test_lines_are_written_by_one_program_and_a_full_disk_is_named(tmp_path):
    file = str(tmp_path / "games.jsonl")
    with append_lines(file, 0) as write:
        write(["one\n"])
        with pytest.raises(UsageError, match="is being written by another program"), append_lines(file, 0):
            raise AssertionError("nothing can be written")
        write(["two\n"])
    assert (tmp_path / "games.jsonl").read_text(encoding="utf-8") == "one\ntwo\n"
    with pytest.raises(OSError, match="No space left") as caught, append_lines("/dev/full", 0) as write:
        write(["one\n"])
    assert caught.value.filename == "/dev/full"


def test_a_name_is_needed():
    with pytest.raises(UsageError, match="is empty"), atomic_file(""):
        raise AssertionError("nothing can be written")


def test_a_batch_writes_through_a_link_too(tmp_path):
    lines = tmp_path / "lines"
    lines.write_text('{"table": "3S 4S 5S"}\n', encoding="utf-8")
    (tmp_path / "link").symlink_to(tmp_path / "out.jsonl")
    assert run(["machiavelli", "arrange", "--batch", str(lines), "--out", str(tmp_path / "link")]) == 0
    assert (tmp_path / "link").is_symlink()
    assert '"solved"' in (tmp_path / "out.jsonl").read_text(encoding="utf-8")


def test_reports_are_few_and_private(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    for number in range(REPORT_LIMIT + 5):
        saved = save_text(f"report {number}", ".txt")
        os.utime(saved, (number, number))
    reports = list((tmp_path / "passatempo-reports").iterdir())
    assert len(reports) == REPORT_LIMIT
    assert all(stat.S_IMODE(report.stat().st_mode) == 0o600 for report in reports)
    assert any(report.read_text(encoding="utf-8") == f"report {REPORT_LIMIT + 4}" for report in reports)


def test_reports_find_a_place_where_there_is_no_home(tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_STATE_HOME", "/dev/null/nowhere")
    monkeypatch.setenv("TMPDIR", str(tmp_path))
    code = "from passatempo.core.report import save_text; print(save_text('told', '.txt'))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert str(tmp_path) in done.stdout
