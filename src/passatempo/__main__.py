"""`python -m passatempo`: the same as the command `passatempo`."""

import contextlib
import gc
import os
import signal
import sys
import threading


def main() -> int:
    """Run the command line on this process's arguments."""
    gc.disable()  # startup creates no garbage; this saves 4 % of a cold start
    sys.warnoptions.append("ignore:resource_tracker")  # multiprocessing's tracker cleans up silently
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:  # shells ignore SIGINT in background jobs
        signal.signal(signal.SIGINT, lambda *_: cancel())
    from passatempo.cli.main import run

    code = run(sys.argv[1:])
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # all output is printed
    if threading.active_count() > 1:
        leave(code)
    return code


def cancel() -> None:
    """End the process as if Ctrl-C had stopped a run. During startup there is nothing to clean up."""
    with contextlib.suppress(OSError):  # the stream may be closed
        os.write(2, b"passatempo: cancelled\n")
    os._exit(3)


def leave(code: int) -> None:
    """Exit at once if a thread could keep the process alive: an abandoned engine, or a thread of a stopped run."""
    if code == 3 or any(thread.name.startswith("passatempo-engine") for thread in threading.enumerate()):
        with contextlib.suppress(OSError, AttributeError, ValueError):  # streams may be closed
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(code)


if __name__ == "__main__":
    sys.exit(main())
