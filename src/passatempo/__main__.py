"""`python -m passatempo`: the same as the command `passatempo`."""

import contextlib
import gc
import os
import sys
import threading


def main() -> int:
    """Run the command line on this process's arguments."""
    gc.disable()  # nothing made while starting is garbage: 4 % of a cold start
    try:
        from passatempo.cli.main import run

        code = run(sys.argv[1:])
    except KeyboardInterrupt:  # pressed while this starts, or while it says how it ended
        with contextlib.suppress(OSError):  # the stream may be closed
            os.write(2, b"passatempo: cancelled\n")
        code = 3
    if threading.active_count() > 1:
        leave(code)
    return code


def leave(code: int) -> None:
    """End the process now where a thread is still busy: an engine that was left behind would keep it for seconds."""
    if any(thread.name.startswith("passatempo-engine") for thread in threading.enumerate()):
        with contextlib.suppress(OSError, AttributeError, ValueError):  # streams may be closed
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
