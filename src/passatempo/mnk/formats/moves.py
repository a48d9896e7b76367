"""The moves of a position in order, with the sizes they need; the reader of positions accepts this format."""

from passatempo.mnk.formats.notation import write_place
from passatempo.mnk.model import Position, move_history
from passatempo.mnk.rules import OPTIONS
from passatempo.mnk.text import SIZES


def write(position: Position) -> str:
    r"""Write the list of moves, with the sizes it needs; raise a `FormatError` if their order is not known.

    >>> from passatempo.mnk.text import read
    >>> write(read("m: 2\nn: 3\nk: 2\na1 b2"))
    'm: 2\nn: 3\nk: 2\na1 b2\n'
    """
    rules, cells = position.rules, move_history(position)
    rows = [f"{name}: {getattr(rules, name)}" for name in SIZES]
    rows += [f"{option}: true" for option in OPTIONS if getattr(rules, option)]
    rows.append(" ".join(write_place(position.place(cell)) for cell in cells))
    return "\n".join(rows).rstrip("\n") + "\n"
