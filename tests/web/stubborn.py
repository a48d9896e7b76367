"""Tasks for worker processes that do not do what they are told."""

import os
import time


def sleep(arguments, limits, report):
    """Sleep, whatever the limits say."""
    time.sleep(arguments["seconds"])
    return "slept"


def polite(arguments, limits, report):
    """Work until told to stop."""
    while not limits.cancel.cancelled:
        time.sleep(0.005)
    return "stopped"


def crash(arguments, limits, report):
    """End the process."""
    os._exit(1)


def greedy(arguments, limits, report):
    """Take more memory than there is for a worker."""
    return len(bytearray(8 << 30))


def wrong(arguments, limits, report):
    """Fail as a bug of ours would."""
    raise KeyError("no such thing")


def quick(arguments, limits, report):
    """Be done at once."""
    return "quick"


def memory(arguments, limits, report):
    """Tell how much memory the limits allow, and how long the block is that kernels poll."""
    return limits.memory_mb, len(limits.cancel.flag)
