"""Atomic writing of files: no file stays half-written, and only plain files that nobody writes to are replaced."""

import contextlib
import errno
import os
import stat
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path, PurePath
from typing import IO, Any

from passatempo.core.errors import PassatempoError, UsageError, quote
from passatempo.core.input import path_of, system_name

ENDINGS = {"svg": "svg", "json": "json", "jsonl": "json", "txt": "text"}  # formats by file name ending
OTHER_FORMATS = set("png jpg jpeg gif webp pdf ps eps html csv xml yaml docx svg".split())  # noqa: SIM905  reads better


def format_of(
    out: str | None, format_flag: str = "", default: str = "text", endings: Mapping[str, str] = ENDINGS
) -> str:
    """Return the format of a result: that of the flag, else that of the file name's ending.

    Raises
    ------
    UsageError
        If the ending stands for a format that is not available, or contradicts `format_flag`.

    Examples
    --------
    >>> format_of("a.SVG"), format_of("a.svg", "print"), format_of("a"), format_of(None, "json")
    ('svg', 'print', 'text', 'json')
    """
    ending = PurePath(out or "").suffix[1:].lower()
    if ending in OTHER_FORMATS and ending not in endings:
        ending_hints = ", ".join(f"{form} as .{suffix}" for suffix, form in endings.items())
        ending_hints = "a picture as .svg, JSON as .json, text as .txt" if endings is ENDINGS else ending_hints
        raise UsageError(f"--out {quote(out)}: write {ending_hints}")
    ending_form = endings.get(ending)
    if format_flag and ending_form not in (None, {"print": "svg", "id": "text"}.get(format_flag, format_flag)):
        raise UsageError(f"--out {quote(out)} does not match --format {format_flag}")
    return format_flag or ending_form or default


def name_pictures(out: str | None, error_message: str = "several pictures need several files") -> Callable[[int], str]:
    """Return the function that names the files of several pictures: it replaces the one %d by a number.

    >>> name_pictures("board-%d.svg")(2)
    'board-2.svg'
    """
    if out is None or out.count("%d") != 1:
        raise UsageError(f"{error_message}: --out name-%d.svg")
    return lambda number: out.replace("%d", str(number))


def folder_of(name: str, flag: str) -> Path:
    """Return the folder that a flag names, and create it if needed.

    Raises
    ------
    UsageError
        If it is a file.
    """
    folder = path_of(name)
    if folder.exists() and not folder.is_dir():
        raise UsageError(f"{flag}: {quote(name)} is not a folder")
    folder.mkdir(parents=True, exist_ok=True)
    return folder


@contextlib.contextmanager
def atomic_file(out: str | Path, *, binary: bool = False) -> Iterator[IO[Any]]:
    """Open a file for writing, as UTF-8 text or bytes. A plain file changes only when everything is written.

    A symbolic link is followed: its target changes, and the link stays. A pipe or a device is written to directly.

    Raises
    ------
    UsageError
        If the name is empty or a folder's, or the file is locked.
    OSError
        If it cannot be written, with the name as passed.

    Examples
    --------
    >>> folder = tempfile.TemporaryDirectory()
    >>> with atomic_file(Path(folder.name) / "a.txt") as file:
    ...     _ = file.write("all of it")
    >>> (Path(folder.name) / "a.txt").read_text()
    'all of it'
    >>> folder.cleanup()
    """
    with _name_faults(str(out)) as name:
        target, target_stat = _write_target(name)
        if target_stat is not None and not stat.S_ISREG(target_stat.st_mode):
            with open(name, **_open_mode(binary)) as file:
                yield file
            return
        with _replace_file(target, target_stat, binary=binary) as file:
            yield file


@contextlib.contextmanager
def append_lines(name: str | None, prefix_length: int) -> Iterator[Callable[[Iterable[str]], None]]:
    r"""Write lines after the first `prefix_length` bytes of a file. In a plain file, later bytes are dropped.

    Each write reaches the file at once, even if the program is then stopped. Without a name, nothing is written.

    Raises
    ------
    OSError
        If it cannot be written.

    Examples
    --------
    >>> folder = tempfile.TemporaryDirectory()
    >>> file = Path(folder.name) / "a.txt"
    >>> _ = file.write_bytes(b"whole\na pa")
    >>> with append_lines(str(file), 6) as write:
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
            if not lock_file(file, path_of(name)):
                raise UsageError(f"{quote(name)} is being written by another program")
            file.truncate(prefix_length)

        def write(lines: Iterable[str]) -> None:
            rest = memoryview("".join(lines).encode())
            with _name_faults(name):
                while rest:
                    rest = rest[file.write(rest) :]

        yield write


def lock_file(file: IO[Any], path: str | Path) -> bool:
    """Lock an open file until it is closed. Returns false if another program writes to the file at this path.

    Raises
    ------
    OSError
        If the file system cannot lock. Otherwise another program could write to the file at the same time.

    Examples
    --------
    >>> with tempfile.NamedTemporaryFile() as file, open(file.name) as other:
    ...     lock_file(file, file.name), lock_file(other, file.name)
    (True, False)
    """
    try:
        import fcntl
    except ImportError:  # Windows
        return True
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        return os.path.samestat(os.fstat(file.fileno()), os.stat(path))  # otherwise it was replaced meanwhile
    except (BlockingIOError, FileNotFoundError):
        return False
    except OSError as error:
        raise OSError(error.errno, f"the file cannot be locked ({error.strerror})", str(path)) from error


@contextlib.contextmanager
def sole_writer(path: str | Path) -> Iterator[None]:
    """Be the only program that writes to a file, even if the file is replaced. A killed program keeps no lock.

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
        with _name_faults(str(path)) as name:
            target = Path(os.path.realpath(name))
            if target.exists() and not target.is_file():
                raise OSError(errno.EINVAL, "not a regular file")
            lock_path = target.with_name(f"{target.name}.lock")
            file = stack.enter_context(lock_path.open("a", encoding="ascii"))
            if not lock_file(file, lock_path):
                raise UsageError(f"{quote(name)} is being written by another program")
        stack.callback(lock_path.unlink, missing_ok=True)
        yield


@contextlib.contextmanager
def collect_write_faults(path: Path) -> Iterator[list[str]]:
    """Turn an error that prevents writing a file into a warning, so that the answer is not lost.

    >>> with collect_write_faults(Path("no/proof")) as warnings, atomic_file("no/proof") as file:
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
    """Refuse now what `atomic_file` would refuse only after hours of work.

    Raises
    ------
    UsageError
        If the name is empty or a folder's.
    OSError
        If its folder is missing or not writable.

    Examples
    --------
    >>> check_writable("")
    Traceback (most recent call last):
    passatempo.core.errors.UsageError: the file name to write to is empty
    """
    with _name_faults(str(out)) as name:
        target, target_stat = _write_target(name)
        target.parent.stat()
        if not os.access(target.parent if target_stat is None else target, os.W_OK):
            raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))


@contextlib.contextmanager
def _name_faults(name: str) -> Iterator[str]:
    """Refuse an invalid name, and raise other errors with the name as passed."""
    if not name:
        raise UsageError("the file name to write to is empty")
    try:
        yield system_name(name)
    except (BrokenPipeError, PassatempoError):
        raise
    except OSError as error:
        raise OSError(error.errno, error.strerror, name) from error


def _write_target(name: str) -> tuple[Path, os.stat_result | None]:
    """Return the file to which a name leads, and its status if it exists."""
    target = Path(os.path.realpath(name))
    target_stat = target.stat() if target.exists() else None
    if target_stat is not None and stat.S_ISDIR(target_stat.st_mode):
        raise UsageError(f"{quote(name)} is a folder, not a file to write to")
    if target_stat is not None and stat.S_ISREG(target_stat.st_mode):
        with contextlib.suppress(OSError), open(target, "rb") as file:  # a game's record would continue in the old file
            if not lock_file(file, target):
                raise UsageError(f"{quote(name)} is being written by a game")
    return target, target_stat


@contextlib.contextmanager
def _replace_file(target: Path, target_stat: os.stat_result | None, *, binary: bool) -> Iterator[IO[Any]]:
    """Write a temporary file in the same folder, then replace the plain file by it."""
    if target_stat is not None and not os.access(target.parent, os.W_OK):  # overwrite: no temporary file is possible
        with open(target, **_open_mode(binary)) as file:
            yield file
        return
    handle, temporary_path = tempfile.mkstemp(dir=target.parent, prefix=".passatempo-")
    try:
        with os.fdopen(handle, **_open_mode(binary)) as file:
            yield file
            if target_stat is not None:  # replace the old file only when the new one is on the disk
                file.flush()
                os.fsync(file.fileno())
        Path(temporary_path).chmod(_usual_mode() if target_stat is None else stat.S_IMODE(target_stat.st_mode))
        Path(temporary_path).replace(target)
    except BaseException:
        Path(temporary_path).unlink(missing_ok=True)
        raise


def _open_mode(binary: bool) -> dict[str, Any]:
    """Return the arguments of `open`."""
    return {"mode": "wb"} if binary else {"mode": "w", "encoding": "utf-8"}


def _usual_mode() -> int:
    """Return the mode of a new file: readable and writable for all, minus the umask."""
    umask = os.umask(0)
    os.umask(umask)
    return 0o666 & ~umask
