"""Files that a user owns survive: two programs, a kill, a full disk, a failed write, a cut at any byte.

The files of campaigns are killed, filled and cut in tests/campaigns/test_faults.py.
Tests: games/records.py, games/tallies.py
"""

import errno
import io
import itertools
import json
import os
import random
import resource
import sqlite3
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from passatempo import mnk
from passatempo.cli.main import run
from passatempo.core.errors import FormatError, UsageError
from passatempo.core.output import lock_file
from passatempo.core.random import Random
from passatempo.core.registry import names, pastime
from passatempo.games import records as written
from passatempo.games.players import person
from passatempo.games.playthrough import Playthrough
from passatempo.games.records import RecordWriter, TurnLine, read_record, write_line, write_record
from passatempo.games.replays import resume_game
from passatempo.games.tallies import GameTally, read_games, store
from passatempo.games.values import Deal

GAMES = [name for name in names() if pastime(name).game]
HEARD = "I hold AS 2S 3S\nI draw 4H\nbob lays 5H 6H 7H\nundo\nbob draws\n"  # at a real table
PLAY, FOLLOW = ("mnk", "play", "--two", "--record"), ("machiavelli", "companion")
ENTRY = GameTally("clock", "{}", "you", 1, "7", "won", True, 1, 9.5, "{}", False, "2026-11-22")
FEW, MANY = 3, 200  # kills of each kind of file
FULL = OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))


@pytest.fixture(autouse=True)
def _here(tmp_path, monkeypatch):
    """Write to a folder of its own, where names are short enough to be quoted whole."""
    monkeypatch.chdir(tmp_path)


def played(name, most=5):
    """Make some random moves in a game of a pastime, and take the last one back where it is not over."""
    one = pastime(name)
    seats = one.game.wiring.seats_of(one.game.wiring.rules()) if one.game.wiring.seats_of else one.game.seats[0]
    people = tuple(person(f"p{seat}") for seat in range(seats))
    found, draw = Playthrough(one, people, deal=Deal(3), practice=True), Random(3, "moves")
    while len(found.moves) < most and found.result is None:
        view = found.view(found.seat)
        found.play(
            draw.choice(one.game.wiring.moves(view)) if one.game.wiring.moves else one.game.wiring.sample(view, draw)
        )
    if found.result is None:
        found.undo()
    return found.record


def typed(text, *words):
    """Run a command in this process with lines of input; return its exit code and what it says."""
    with pytest.MonkeyPatch.context() as patch:
        out, err = io.StringIO(), io.StringIO()
        for name, stream in (("stdin", io.StringIO(text)), ("stdout", out), ("stderr", err)):
            patch.setattr(sys, name, stream)
        code = run([*map(str, words)])
    return code, out.getvalue() + err.getvalue()


@pytest.fixture(scope="module")
def records(tmp_path_factory):
    """Return a short record of each pastime, of a game that has ended, and of a real table."""
    file = tmp_path_factory.mktemp("table") / "table.jsonl"
    assert typed(HEARD, *FOLLOW, file)[0] == 0
    found = {name: played(name) for name in GAMES} | {"ended": played("mnk", 9)}
    return found | {"table": read_record(file.read_text(encoding="utf-8"))[0]}


KINDS = pytest.mark.parametrize("kind", [*GAMES, "ended", "table"])


@pytest.fixture
def unsynced(monkeypatch):
    """Wait for no disk: what the system was told to write is read back from its memory."""
    monkeypatch.setattr(os, "fsync", lambda _: None)


# ---- A cut at every byte ----


@pytest.mark.quick(4)
@KINDS
@pytest.mark.usefixtures("unsynced")
def test_a_record_cut_at_any_byte_reads_and_goes_on(kind, records):
    record, file = records[kind], Path("g.jsonl")
    whole = write_record(record).encode()
    assert len(record.lines) >= 5
    head = whole.index(b"\n") + 1
    for cut in range(1, len(whole)):
        file.write_bytes(whole[:cut])
        lines = whole[:cut].count(b"\n") - 1
        if cut < head:
            with pytest.raises(FormatError, match="first line"), RecordWriter(str(file), str, record):
                pass
            assert file.read_bytes() == whole[:cut]
            continue
        found, warnings = read_record(whole[:cut].decode())
        assert (found.lines, bool(warnings)) == (record.lines[:lines], whole[cut - 1 : cut] != b"\n")
        with RecordWriter(str(file), str, found):
            assert file.read_bytes() == whole[: whole.rindex(b"\n", 0, cut) + 1]
        with RecordWriter(str(file), str, record):
            assert file.read_bytes() == whole


def test_a_whole_line_that_is_wrong_is_refused_and_stays(records):
    file = Path("g.jsonl")
    for wrong in ('{"turn":1,"se\n', "{}\n", '{"turn":7,"seat":1,"move":[1,1]}\n{"tu'):
        text = write_line(records["mnk"].head) + "\n" + wrong
        file.write_text(text, encoding="utf-8")
        code, said = typed("1 1\n", *PLAY[:2], file, "--record", file)
        assert (code, "record line 2" in said) == (2, True)
        assert file.read_text(encoding="utf-8") == text


def test_the_programs_read_a_record_cut_behind_an_inner_brace(records):
    for kind, words in (("ended", PLAY[:2]), ("table", FOLLOW)):
        file = Path(f"{kind}.jsonl")
        whole = write_record(records[kind])
        file.write_text(whole[: whole.rindex("}")], encoding="utf-8")
        more = ("--record", file) if kind == "ended" else ("--locale", "en")
        code, said = typed("", *words, file, *more)
        assert (code, "the last line was cut short and is left out" in said) == (0, True)
        kept_lines = read_record(file.read_text(encoding="utf-8"))[0].lines
        assert kept_lines == records[kind].lines[: len(kept_lines)]
        assert len(kept_lines) >= len(records[kind].lines) - 1


def test_the_library_warns_of_a_line_that_was_cut_short(records):
    with pytest.warns(UserWarning, match="the last line was cut short"):
        found = mnk.play(record=write_record(records["ended"])[:-1])
    assert found.record == records["ended"]  # the result follows from the moves


# ---- A call that fails ----


class Failing:
    """A file of which one call fails, or that call and all after it."""

    def __init__(self, file, name, at, lasting, half):
        self.file, self.name, self.at, self.lasting, self.half = file, name, at, lasting, half
        self.calls = 0

    def __getattr__(self, name):
        return getattr(self.file, name)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.file.close()

    def fails(self, name):
        """Count a call; tell whether it is the one."""
        self.calls += name == self.name
        return name == self.name and (self.calls == self.at or (self.lasting and self.calls > self.at))

    def write(self, data):
        """Write all, or nothing, or the first half."""
        if self.fails("write"):
            if self.half:
                self.file.write(bytes(data)[: len(data) // 2])
            raise FULL
        return self.file.write(bytes(data)[: max(1, len(data) // 3)])  # a write may take less than all

    def flush(self):
        """Flush."""
        if self.fails("flush"):
            raise FULL
        self.file.flush()

    def truncate(self, size):
        """Cut the file."""
        if self.fails("truncate"):
            raise FULL
        return self.file.truncate(size)

    def sync(self):
        """Write to the disk."""
        if self.fails("fsync"):
            raise FULL


@pytest.mark.parametrize("lasting", [False, True])
@pytest.mark.parametrize("name", ["write", "half", "flush", "fsync", "truncate"])
def test_a_call_that_fails_costs_at_most_the_line_under_way(name, lasting, records, monkeypatch):
    """As SQLite is tested: the n-th call fails, for every n until none does; the file is read after each line."""
    record, made, told = records["ended"], [], []
    lines, call = (record.head, *record.lines), "write" if name == "half" else name

    def opened(*words, **more):
        file = open(*words, **more)  # noqa: SIM115 - the writer closes it
        made.append(Failing(file, call, number, lasting, name == "half"))
        return made[-1]

    monkeypatch.setattr(written, "open", opened, raising=False)
    monkeypatch.setattr(os, "fsync", lambda _: made[-1].sync())
    for number in itertools.count(1):
        file = Path(f"{number}.jsonl")
        told.clear()
        try:
            with RecordWriter(str(file), told.append) as keeper:
                for count, line in enumerate(lines, 1):
                    keeper(line)
                    text = file.read_text(encoding="utf-8")
                    assert write_record(record).startswith(text)
                    if text.count("\n"):
                        assert read_record(text)[0].lines == lines[1 : text.count("\n")]
                    assert lasting or text.count("\n") >= count - 1
        except OSError as error:
            assert (error.filename, error.errno) == (str(file), errno.ENOSPC)
            continue
        if made[-1].calls < number:
            break
        assert set(told) == {f"'{file}': No space left on device."}
        assert lasting or file.read_text(encoding="utf-8") == write_record(record)
    assert number > len(lines)


@pytest.fixture
def full_disk(monkeypatch):
    """Fill the disk for two lines, those after the head and the first."""

    def sync(_):
        calls.append(None)
        if len(calls) in (4, 5):  # the file is synchronised when it is opened, too
            raise FULL

    calls = []
    monkeypatch.setattr(os, "fsync", sync)


@pytest.mark.usefixtures("full_disk")
def test_a_game_goes_on_when_the_disk_is_full():
    """The sentence names the file and the board is shown again; when there is room the record has all of the game."""
    code, said = typed("b2\na1\nc2\nb3\n", *PLAY, "g.jsonl")
    assert code == 0
    assert said.count("'g.jsonl': No space left on device.\n    a  b  c\n") == 2
    assert [line.move for line in read_record(Path("g.jsonl").read_text())[0].turns] == [[2, 2], [1, 1], [2, 3], [3, 2]]


@pytest.mark.usefixtures("full_disk")
def test_a_table_is_followed_when_the_disk_is_full():
    code, said = typed(HEARD, *FOLLOW, "t.jsonl", "--locale", "en")
    assert (code, said.count("'t.jsonl': No space left on device.\n")) == (0, 2)
    assert len(read_record(Path("t.jsonl").read_text())[0].lines) == 6


def test_a_file_system_that_is_full_is_named_and_filled_no_further():
    """A limit of the file size stands for the disk, in a process of its own."""
    file, moves = Path("g.jsonl"), "".join(f"{column} {row}\n" for row in (1, 3) for column in range(1, 16))
    words = [sys.executable, "-m", "passatempo", "mnk", "play", "--two", "--m", "15", "--n", "15", "--k", "15"]
    small = {"preexec_fn": lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (1000, 1000))}
    done = subprocess.run([*words, "--record", file], input=moves, capture_output=True, text=True, check=False, **small)
    assert (done.returncode, done.stderr) == (0, "")
    assert "'g.jsonl': File too large.\n" in done.stdout
    text = file.read_text(encoding="utf-8")
    record, warnings = read_record(text)
    assert (warnings, 900 < len(text) <= 1000) == ((), True)
    again = resume_game(pastime("mnk"), record)
    code, said = typed("15 15\n", *PLAY[:2], file, "--record", file)
    assert code == 0, said
    assert len(read_record(file.read_text())[0].turns) == len(again.moves) + 1


# ---- Two programs ----


def test_a_second_writer_is_refused_and_the_first_loses_nothing(records):
    for kind, words in (
        ("ended", (*PLAY[:2], "{}", "--record", "{}")),
        ("ended", (*PLAY, "{}")),
        ("table", (*FOLLOW, "{}")),
    ):
        file, record = Path("g.jsonl"), records[kind]
        with RecordWriter(str(file), str) as first:
            for line in (record.head, *record.lines[:2]):
                first(line)
            code, said = typed("", *[word.format(file) for word in words])
            assert (code, said) == (2, f"passatempo: '{file}' is being written by another program\n")
            for line in record.lines[2:]:
                first(line)
        assert file.read_text(encoding="utf-8") == write_record(record)
        file.unlink()


def test_a_program_that_read_before_the_other_wrote_is_refused(records):
    """It read the file, the other one wrote a turn and ended, then it wants to write."""
    file, record = Path("g.jsonl"), records["mnk"]
    with RecordWriter(str(file), str, record):
        pass
    with RecordWriter(str(file), str, record) as first:
        first(TurnLine(len(record.turns) + 1, 1, [1, 1]))
    text = file.read_text(encoding="utf-8")
    with pytest.raises(UsageError, match="other turns"), RecordWriter(str(file), str, record):
        pass
    assert file.read_text(encoding="utf-8") == text


def test_one_program_after_the_other_goes_on_in_the_same_file():
    file = Path("g.jsonl")
    assert typed("b2\na1\n", *PLAY, file)[0] == 0
    before, place = file.read_bytes(), file.stat().st_ino
    assert typed("c2\n", *PLAY[:2], file, "--record", file)[0] == 0
    assert file.read_bytes().startswith(before)
    assert (file.stat().st_ino, len(read_record(file.read_text())[0].turns)) == (place, 3)
    assert typed("", *PLAY, file) == (
        2,
        f"passatempo: '{file}' exists already: play it to continue it, or name another file\n",
    )


def test_saving_and_loading_lose_no_turn_of_a_record_under_way():
    file, other = Path("g.jsonl"), Path("h.jsonl")
    typed("a1\n", *PLAY, other)
    code, said = typed(f"b2\nsave {file}\na1\nload {other}\nc2\n", *PLAY, file)
    assert code == 0
    assert f"'{file}' is being written by a game." in said
    assert f"This game is being recorded: quit first, then play '{other}'." in said
    assert [line.move for line in read_record(file.read_text())[0].turns] == [[2, 2], [1, 1], [2, 3]]


def test_another_game_in_the_file_of_the_record_is_refused():
    file, other, new = Path("g.jsonl"), Path("h.jsonl"), Path("new.jsonl")
    typed("b2\n", *PLAY, file)
    typed("a1\n", *PLAY, other)
    before = other.read_bytes()
    code, said = typed("c3\n", *PLAY[:2], file, "--record", other)
    assert (code, "holds another game" in said) == (2, True)
    assert other.read_bytes() == before
    assert typed("c3\n", *PLAY[:2], file, "--record", new)[0] == 0
    assert typed("", *PLAY[:2], new, "--record", file)[0] == 0  # which holds its beginning
    assert new.read_bytes() == file.read_bytes()


def test_a_record_with_other_limits_is_refused():
    """Whoever asks the bots again has to know what they were allowed."""
    file, bots = Path("g.jsonl"), ("--bots", "random", "--N", "2", "--duel")
    typed("", "optimiza", "play", *bots, "--nodes", "50", "--seed", "2", "--record", file)
    again = ("optimiza", "play", file, "--record", file)
    assert typed("", *again)[0] == 0
    assert typed("", *again, "--nodes", "50")[0] == 0
    for limits in (("--nodes", "60"), ("--seconds", "1")):
        assert typed("", *again, *limits)[0] == 2


def test_what_is_no_plain_file_holds_no_record():
    os.mkfifo("pipe")
    for name in (os.devnull, ".", "pipe"):
        for words in (PLAY, FOLLOW):
            code, said = typed("", *words, name)
            assert (code, said) == (2, f"passatempo: '{name}' is not a regular file, which a record needs\n")


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (b'{"turn":1,"seat":9,"move":"pass"}\n', "record line 2: 9 is not one of the 2 seats"),
        (b'{"turn":1,"seat":0,"move":"pass"}\n', "record line 2: 0 is not one of the 2 seats"),
        (b'{"event":{"seat":1,"hand":"\xff"}}\n', "line 2, column 28: byte 0xff is not UTF-8 text"),
        (b"", "record line 1: a player has no name"),
    ],
)
def test_a_file_of_a_table_that_is_wrong_is_refused_with_its_line(line, words, records):
    file = Path("t.jsonl")
    head = write_line(records["table"].head).encode()
    file.write_bytes((head if line else head.replace(b'"name":"bob",', b"")) + b"\n" + line)
    before = file.read_bytes()
    code, said = typed("", *FOLLOW, file)
    assert (code, words in said, said.count("\n")) == (2, True, 1), said
    assert file.read_bytes() == before


def test_a_file_that_was_replaced_since_it_was_opened_is_not_locked():
    """Two programs would hold a lock each, one of them of a file that has no name any more."""
    file = Path("g.jsonl")
    with file.open("w") as opened:
        assert lock_file(opened, file)
        file.rename("old.jsonl")
        assert not lock_file(opened, file)
        file.touch()
        assert not lock_file(opened, file)


# ---- Statistics ----


def test_statistics_wait_for_another_program_then_warn(tmp_path, monkeypatch):
    path = tmp_path / "games.sqlite"
    store(path, ENTRY)
    other = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
    other.execute("BEGIN IMMEDIATE")
    timer = threading.Timer(2.5, lambda: other.execute("COMMIT"))
    timer.start()
    store(path, ENTRY)
    timer.join()
    other.execute("BEGIN EXCLUSIVE")
    monkeypatch.setattr("passatempo.games.tallies.LOCK_TIMEOUT", 0.0)
    with pytest.raises(sqlite3.OperationalError, match="locked"):
        store(path, ENTRY)
    other.close()
    assert len(read_games(path, "clock")) == 2


def test_statistics_on_a_network_file_system_keep_no_log_beside(tmp_path, monkeypatch):
    path = tmp_path / "games.sqlite"
    monkeypatch.setattr("passatempo.games.tallies.on_network", lambda _: True)
    store(path, ENTRY)
    with sqlite3.connect(path) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)
    connection.close()


# ---- Kills ----


@pytest.fixture
def killed(tmp_path):
    """Return a function that starts a command, types lines, and kills it at a random moment; it returns the output."""
    draw, out = random.Random(), tmp_path / "out.txt"

    def once(text, *words):
        with out.open("w+", encoding="utf-8") as told:
            started = [sys.executable, "-m", "passatempo", *map(str, words)]
            process = subprocess.Popen(started, stdin=subprocess.PIPE, stdout=told, stderr=told, text=True)
            try:
                process.stdin.write(text)
                process.stdin.flush()  # and the input stays open
                while process.poll() is None and not out.stat().st_size:
                    time.sleep(0.005)
                time.sleep(draw.uniform(0.0, 0.1))
            finally:
                process.kill()
                process.communicate()
            told.seek(0)
            return told.read()

    return once


KILLS = pytest.mark.parametrize("kills", [FEW, pytest.param(MANY, marks=pytest.mark.long)])


@KILLS
def test_a_record_survives_kills(kills, killed, tmp_path):
    """Each turn is in the file before the next prompt, and the game goes on in it."""
    cells = [f"{row} {column}\n" for row in range(1, 16) for column in range(1, 16)]
    board, count, file = ("--m", "15", "--n", "15", "--k", "15"), 0, tmp_path / "0.jsonl"
    for number in range(kills):
        if count > 180:
            count, file = 0, tmp_path / f"{number}.jsonl"
        words = (file,) if count else ("--two", *board)
        told = killed("".join(cells[count:224]), "mnk", "play", *words, "--record", file)
        record, _ = read_record(file.read_text(encoding="utf-8"))
        made = [f"{line.move[0]} {line.move[1]}\n" for line in record.turns]
        assert made == cells[: len(made)]
        assert len(made) >= count + len([row for row in told.splitlines() if row[:3] in ("X> ", "O> ")]) - 1
        assert len(resume_game(pastime("mnk"), record).moves) == len(made)
        count = len(made)


@KILLS
def test_the_file_of_a_table_survives_kills(kills, killed, tmp_path):
    file, count = tmp_path / "t.jsonl", 0
    for _ in range(kills):
        hands = [f"bob has {13 - at % 2}\n" for at in range(count, count + 300)]
        told = killed("".join(hands), *FOLLOW, file, "--locale", "en")
        record, _ = read_record(file.read_text(encoding="utf-8"))
        held = [len(line.event["hand"].split()) for line in record.lines]
        assert held == [13 - at % 2 for at in range(len(held))]
        assert len(held) >= count + told.count("> bob has") - 1
        count = len(held)
        if count > 2000:
            file.unlink()
            count = 0


@KILLS
def test_statistics_survive_kills(kills, killed, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    path, count = tmp_path / "data" / "passatempo" / "games.sqlite", 0
    for _ in range(kills):
        told = killed("stop\nnew\n" * 300, "cards", "play", "--cards", "1 1 1 2 2", "--D", "2")
        games = read_games(path, "cards")
        assert len(games) >= count + told.count("> new")
        count = len(games)
    if path.exists():  # on a busy machine each may have been killed before its first game
        connection = sqlite3.connect(path)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)
        connection.close()
    assert {json.loads(game.summary)["laid"] for game in games} <= {0}  # on a busy machine no game may have ended
