"""Files in one piece: nothing stays half-written, and nothing but a plain file that nobody writes to is replaced."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import tempfile
from pathlib import Path, PurePath
from typing import IO, TYPE_CHECKING, Any

from passatempo.core.errors import PassatempoError, UsageError, quote
from passatempo.core.input import path_of, system_name

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping

ENDINGS = {"svg": "svg", "json": "json", "jsonl": "json", "txt": "text"}  # of a file, and the format that each means
OTHER_FORMATS = set("png jpg jpeg gif webp pdf ps eps html csv xml yaml docx svg".split())  # noqa: SIM905  reads better


def format_of(out: str | None, written: str = "", default: str = "text", endings: Mapping[str, str] = ENDINGS) -> str:
    """Return the format of a result: as written, else as the ending of the file says.

    Raises
    ------
    UsageError
        If the ending promises a format that is not written, or contradicts `written`.

    Examples
    --------
    >>> format_of("a.SVG"), format_of("a.svg", "print"), format_of("a"), format_of(None, "json")
    ('svg', 'print', 'text', 'json')
    """
    ending = PurePath(out or "").suffix[1:].lower()
    if ending in OTHER_FORMATS and ending not in endings:
        known = ", ".join(f"{form} as .{one}" for one, form in endings.items())
        known = "a picture as .svg, JSON as .json, text as .txt" if endings is ENDINGS else known
        raise UsageError(f"--out {quote(out)}: write {known}")
    meant = endings.get(ending)
    if written and meant not in (None, {"print": "svg", "id": "text"}.get(written, written)):
        raise UsageError(f"--out {quote(out)} does not match --format {written}")
    return written or meant or default


@contextlib.contextmanager
def whole_file(out: str | Path, *, binary: bool = False) -> Iterator[IO[Any]]:
    """Open a file to be written, as UTF-8 text or bytes; a plain file changes only when all of it is written.

    A symbolic link is followed: its target changes, the link stays. A pipe or a device is written to as it is.

    Raises
    ------
    UsageError
        If the name is empty or a folder's, or the file is locked.
    OSError
        If it cannot be written, with the name as it was given.

    Examples
    --------
    >>> folder = tempfile.TemporaryDirectory()
    >>> with whole_file(Path(folder.name) / "a.txt") as file:
    ...     _ = file.write("all of it")
    >>> (Path(folder.name) / "a.txt").read_text()
    'all of it'
    >>> folder.cleanup()
    """
    with _named(str(out)) as name:
        target, found = _target(name)
        if found is not None and not stat.S_ISREG(found.st_mode):
            with open(name, **_mode(binary)) as file:
                yield file
            return
        with _replacing(target, found, binary=binary) as file:
            yield file


@contextlib.contextmanager
def going_on(name: str | None, held: int) -> Iterator[Callable[[Iterable[str]], None]]:
    r"""Write lines behind the first bytes of a file, so many; whatever follows them in a plain file is dropped.

    What is written is there at once, also where the program is stopped then. Without a name nothing is written.

    Raises
    ------
    OSError
        If it cannot be written.

    Examples
    --------
    >>> folder = tempfile.TemporaryDirectory()
    >>> file = Path(folder.name) / "a.txt"
    >>> _ = file.write_bytes(b"whole\na pa")
    >>> with going_on(str(file), 6) as write:
    ...     write(["the rest\n"])
    >>> file.read_bytes()
    b'whole\nthe rest\n'
    >>> folder.cleanup()
    """
    if not name:
        yield lambda _lines: None
        return
    with open(path_of(name), "ab", buffering=0) as file:
        if stat.S_ISREG(os.fstat(file.fileno()).st_mode):
            if not lock(file, path_of(name)):
                raise UsageError(f"{quote(name)} is being written by another program")
            file.truncate(held)

        def write(lines: Iterable[str]) -> None:
            rest = memoryview("".join(lines).encode())
            with _named(name):
                while rest:
                    rest = rest[file.write(rest) :]

        yield write


def lock(file: IO[Any], path: str | Path) -> bool:
    """Lock an open file until it is closed; false if another program writes to the file of this path.

    Raises
    ------
    OSError
        If the file system cannot lock: another program could then write to the file too.

    Examples
    --------
    >>> with tempfile.NamedTemporaryFile() as file, open(file.name) as other:
    ...     lock(file, file.name), lock(other, file.name)
    (True, False)
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))  # else it was replaced meanwhile
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError as error:
        raise OSError(error.errno, f"the file cannot be locked ({error.strerror})", str(path)) from error


@contextlib.contextmanager
def sole_writer(path: str | Path) -> Iterator[None]:
    """Be the only program that writes to a file, even if it is replaced; a killed program keeps no lock.

    Raises
    ------
    UsageError
        If another program writes to it.
    OSError
        If it cannot be written.

    Examples
    --------
    >>> folder = tempfile.TemporaryDirectory()
    >>> with sole_writer(f"{folder.name}/a"), sole_writer(f"{folder.name}/a"):
    ...     raise AssertionError  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: '...' is being written by another program
    >>> folder.cleanup()
    """
    with contextlib.ExitStack() as stack:
        with _named(str(path)) as name:
            target = Path(os.path.realpath(name))
            if target.exists() and not target.is_file():
                raise OSError(errno.EINVAL, "not a regular file")
            beside = target.with_name(f"{target.name}.lock")
            file = stack.enter_context(beside.open("a", encoding="ascii"))
            if not lock(file, beside):
                raise UsageError(f"{quote(name)} is being written by another program")
        stack.callback(beside.unlink, missing_ok=True)
        yield


@contextlib.contextmanager
def beside_answer(path: Path) -> Iterator[list[str]]:
    """Turn what prevents a file from being written into a warning, so that the answer is not lost.

    >>> with beside_answer(Path("no/proof")) as warnings, whole_file("no/proof") as file:
    ...     _ = file.write("0")
    >>> warnings
    ["'no/proof': No such file or directory"]
    """
    warnings: list[str] = []
    try:
        yield warnings
    except UsageError as error:
        warnings.append(str(error))
    except OSError as error:
        warnings.append(f"{quote(path)}: {error.strerror}")


def check_writable(out: str | Path) -> None:
    """Refuse now what `whole_file` would refuse when hours of work are done.

    Raises
    ------
    UsageError
        If the name is empty or a folder's.
    OSError
        If its folder is missing, or it may not be written there.

    Examples
    --------
    >>> check_writable("")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: the file name to write to is empty
    """
    with _named(str(out)) as name:
        target, found = _target(name)
        target.parent.stat()
        if not os.access(target.parent if found is None else target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextlib.contextmanager
def _named(name: str) -> Iterator[str]:
    """Refuse a name that is none, and tell other errors with the name as it was given."""
    if not name:
        raise UsageError("the file name to write to is empty")
    try:
        yield system_name(name)
    except (BrokenPipeError, PassatempoError):
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error


def _target(name: str) -> tuple[Path, os.stat_result | None]:
    """Return the file that a name leads to, and what lies there."""
    target = Path(os.path.realpath(name))
    found = target.stat() if target.exists() else None
    if found is not None and stat.S_ISDIR(found.st_mode):
        raise UsageError(f"{quote(name)} is a folder, not a file to write to")
    if found is not None and stat.S_ISREG(found.st_mode):
        with contextlib.suppress(OSError), open(target, "rb") as file:  # a record would go on in the old file
            if not lock(file, target):
                raise UsageError(f"{quote(name)} is being written by a game")
    return target, found


@contextlib.contextmanager
def _replacing(target: Path, found: os.stat_result | None, *, binary: bool) -> Iterator[IO[Any]]:
    """Write beside a plain file, then put the new one in its place."""
    if found is not None and not os.access(target.parent, os.W_OK):  # no room beside it: the file itself must do
        with open(target, **_mode(binary)) as file:
            yield file
        return
    handle, beside = tempfile.mkstemp(dir=target.parent, prefix=".passatempo-")
    try:
        with os.fdopen(handle, **_mode(binary)) as file:
            yield file
            if found is not None:  # the old file goes only when the new one is on the disk
                file.flush()
                os.fsync(file.fileno())
        Path(beside).chmod(_usual_mode() if found is None else stat.S_IMODE(found.st_mode))
        Path(beside).replace(target)
    except BaseException:
        Path(beside).unlink(missing_ok=True)
        raise


def _mode(binary: bool) -> dict[str, Any]:
    """Return how a file is opened."""
    return {"mode": "wb"} if binary else {"mode": "w", "encoding": "utf-8"}


def _usual_mode() -> int:
    """Return the mode of a new file here: all may read and write it, but for the umask."""
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
