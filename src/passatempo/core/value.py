"""What all instances have in common: they write and draw themselves."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.methods import resolve

if TYPE_CHECKING:
    from passatempo.core.pastime import Pastime


class Instance:
    """The instance of a pastime: `str` is its canonical text, notebooks show its picture.

    Examples
    --------
    >>> from passatempo import cards
    >>> print(cards.read("1 1 2 2 3", D=2), end="")
    1 1 2 2 3
    D: 2
    >>> cards.read("1 1 2 2 3", D=2).to_json()
    {'cards': [1, 1, 2, 2, 3], 'N': 5, 'D': 2, 'ends': 'interior', 'pattern': 'UDUD'}
    """

    __slots__ = ()

    def __str__(self) -> str:
        """Write the canonical text; reading it gives an equal instance."""
        return str(resolve(_pastime_of(self).write)(self))

    def to_json(self) -> dict[str, Any]:
        """Return the keys of the instance as JSON has them, in plain data; keys that say nothing are left out."""
        from passatempo.core.json import plain_instance

        return plain_instance(_pastime_of(self), self)

    def svg(self) -> str:
        """Draw the instance."""
        picture: str = resolve(_pastime_of(self).draw)(self)
        return picture

    def _repr_svg_(self) -> str:
        return self.svg()


def _pastime_of(instance: Instance) -> Pastime:
    """Find the pastime whose instances are of this class."""
    from passatempo.core.registry import names, pastime

    home = f"{type(instance).__module__}:{type(instance).__qualname__}"
    for game in map(pastime, names()):
        if game.instance_type == home or (game.instance_type and isinstance(instance, resolve(game.instance_type))):
            return game
    raise TypeError(f"{home} is the instance of no pastime")
