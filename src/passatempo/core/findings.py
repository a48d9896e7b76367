"""What functions of a pastime return besides outcomes. Their commands print it as text or JSON, or draw it."""

from collections.abc import Iterator
from typing import Any, ClassVar


class Finding:
    r"""A result that `str` writes as its command prints it. A class defines `lines`, and `to_json` if it has JSON.

    The parts of a result that takes long are passed to `report` as ``Progress.part``, in the order of their text.

    Examples
    --------
    >>> class Pair(Finding):
    ...     def lines(self):
    ...         yield from ("one", "two")
    ...
    ...     def to_json(self):
    ...         return [1, 2]
    >>> str(Pair()), Pair().json_text(), Pair().exit_code
    ('one\ntwo', '[\n  1,\n  2\n]', 0)
    """

    __slots__ = ()
    indent: ClassVar[int] = 2  # of the JSON that the command prints; 0: one line
    json_lines: ClassVar[bool] = False  # whether the command prints each item of the JSON on a line
    in_lines: ClassVar[bool] = False  # whether the picture is printed in black lines instead of greys

    def lines(self) -> Iterator[str]:
        """Yield the lines of the text."""
        raise NotImplementedError

    def to_json(self) -> Any:
        """Return plain data for JSON."""
        raise NotImplementedError

    def __str__(self) -> str:
        """Write the result as its command prints it."""
        return "\n".join(self.lines())

    def json_text(self) -> str:
        """Write the JSON as its command prints it."""
        from passatempo.core.json import encode

        if self.json_lines:
            return "\n".join(map(encode, self.to_json()))
        return encode(self.to_json(), indent=self.indent)

    @property
    def exit_code(self) -> int:
        """The exit code of the command."""
        return 0
