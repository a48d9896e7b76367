"""`python -m passatempo`: the same as the command `passatempo`."""

import sys


def main() -> int:
    """Run the command line on this process's arguments."""
    from passatempo.cli.main import run

    return run(sys.argv[1:])


if __name__ == "__main__":
    sys.exit(main())
