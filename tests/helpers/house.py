"""Answer command lines one after the other in one process: starting one takes longer than most answers.

Each line of standard input is ``{"words": [...], "folder": "..."}``; for each comes a line ``{"code", "out", "err"}``.
"""

import contextlib
import io
import json
import os
import subprocess
import sys


class House:
    """A process that answers command lines; use it in a ``with`` block."""

    def __enter__(self):
        environment = os.environ | {"COLUMNS": "100"}
        self._process = subprocess.Popen(
            [sys.executable, __file__], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, env=environment
        )
        return self

    def __exit__(self, *_error):
        self._process.communicate()

    def run(self, words, folder):
        """Return the exit code of a line, what it printed and what it said on standard error."""
        self._process.stdin.write(json.dumps({"words": words, "folder": str(folder)}) + "\n")
        self._process.stdin.flush()
        told = json.loads(self._process.stdout.readline())
        return told["code"], told["out"], told["err"]


def answered(words, folder):
    """Run one line as the command would, from that folder."""
    from passatempo.cli.main import run

    os.chdir(folder)
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            code = run(words)
        except SystemExit as end:
            code = end.code
    out.flush()
    err.flush()
    return {"code": code, "out": out.buffer.getvalue().decode(), "err": err.buffer.getvalue().decode()}


if __name__ == "__main__":
    for line in sys.stdin:
        print(json.dumps(answered(**json.loads(line))), flush=True)
