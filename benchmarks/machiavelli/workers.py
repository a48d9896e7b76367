"""Peers in processes of their own: JSON lines in, JSON lines out, one table at a time, with a time-out for each.

A worker reads an instance a line and answers with a line ``{"feasible": ..., "seconds": ..., "cpu": ...}``; an empty
line ends a block (see `peers/lines.py`). Only one worker has work at any moment. Whoever does not answer in time is
killed and started again for the rest of the block.
"""

from __future__ import annotations

import json
import os
import select
import subprocess
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Sequence

START_SECONDS = 60.0  # a worker says "ready" in this time: libraries imported, one table solved
ONE_THREAD = dict.fromkeys(("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"), "1")


class TimeOutError(Exception):
    """A worker did not answer in time."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a worker says of an instance; `feasible` is None if it ran out of time or failed, and `fault` says so."""

    feasible: bool | None
    seconds: float = 0.0
    cpu: float = 0.0
    inside: float | None = None  # seconds inside the engine, where the worker knows them
    fault: str = ""


@dataclass(slots=True)
class Worker:
    """A peer's process, started when first asked."""

    command: Sequence[str]
    seconds: float  # time-out of one instance
    foreign: bool = False  # in an environment without this project
    process: subprocess.Popen[bytes] | None = None
    buffer: bytes = field(default=b"", repr=False)

    def ask(self, lines: Sequence[str]) -> list[Answer]:
        """Put a block of instances; return an answer for each."""
        answers: list[Answer] = []
        while len(answers) < len(lines):
            left = lines[len(answers) :]
            process = self.start()
            assert process.stdin is not None
            process.stdin.write("".join(left).encode() + b"\n")
            process.stdin.flush()
            try:
                for _ in left:
                    answers.append(Answer(**self.next_line(self.seconds)))
            except TimeOutError:
                self.stop()
                answers.append(Answer(None, fault="time-out"))
        return answers

    def start(self) -> subprocess.Popen[bytes]:
        """Start the process unless it runs, and wait until it is ready."""
        if self.process is None:
            hidden = ("PYTHONPATH", "PYTHONHOME") if self.foreign else ()
            environment = {key: value for key, value in os.environ.items() if key not in hidden} | ONE_THREAD
            self.buffer = b""
            self.process = subprocess.Popen(
                self.command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
            )
            self.next_line(START_SECONDS)
        return self.process

    def next_line(self, seconds: float) -> dict[str, Any]:
        """Read a line of JSON.

        Raises
        ------
        TimeOutError
            If it does not come in time.
        RuntimeError
            If the process ends.
        """
        assert self.process is not None
        assert self.process.stdout is not None
        pipe = self.process.stdout.fileno()
        while b"\n" not in self.buffer:
            if not select.select([pipe], [], [], seconds)[0]:
                raise TimeOutError
            read = os.read(pipe, 2**16)
            if not read:
                raise RuntimeError(f"{' '.join(self.command)} ended with {self.process.wait()}")
            self.buffer += read
        line, _, self.buffer = self.buffer.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def stop(self) -> None:
        """End the process."""
        if self.process is not None:
            self.process.kill()
            self.process.communicate()
            self.process = None
