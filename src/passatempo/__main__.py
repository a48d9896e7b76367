"""`python -m passatempo`: the same as the command `passatempo`."""

import gc
import sys


def main() -> int:
    """Run the command line on this process's arguments."""
    gc.disable()  # nothing made while starting is garbage: 4 % of a cold start
    from passatempo.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
