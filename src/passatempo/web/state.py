"""What a link recreates: the state of a desk, of which every field has a type and bounds.

Somebody else may have written the link, so nothing of it is used before all of it fits: sizes that no form of the page
would let pass are refused here, before a board is built of them.
"""

from __future__ import annotations

import base64
import binascii
import re
import zlib
from typing import TYPE_CHECKING, Annotated, Any, get_type_hints

import msgspec
from msgspec import Meta, Struct

from passatempo.core.errors import FormatError, PassatempoError, quote
from passatempo.core.json import convert, decode, encode
from passatempo.core.methods import resolve
from passatempo.core.words import say

if TYPE_CHECKING:
    from collections.abc import Collection

    from passatempo.core.pastime import Pastime, Problem

SECONDS = 10.0
BENCH = "solve"  # the view that is the workbench
LONGEST_SECONDS = 86_400.0  # a day; the server's own bound is asked for where a question is
MOST_INSTANCE = 100_000  # characters of an instance's JSON: a page that holds it is built in a tenth of a second
LONGEST_METHOD = 400  # characters of a method with all its settings

Name = Annotated[str, Meta(max_length=60)]
Seconds = Annotated[float, Meta(gt=0, le=LONGEST_SECONDS)]
LONGEST = 30_000  # characters of a link; servers and proxies refuse longer ones
MOST_STATE = 2**17  # bytes that a link may unfold to; an instance on a page has at most 100,000 characters


class Kept(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """What the views of a pastime keep in a link: nothing, unless its page says more.

    A subclass gives every field a type, the bounds of its form, and a default.
    """


class State(Struct, forbid_unknown_fields=True, omit_defaults=True):
    """All that a link recreates."""

    view: Name = ""
    question: Name = ""
    method: Annotated[str, Meta(max_length=LONGEST_METHOD)] = ""
    seconds: Seconds = SECONDS
    instance: dict[str, Any] | None = None
    ask: dict[str, Any] = {}
    asked: bool = False
    more: Kept = msgspec.field(default_factory=Kept)

    def packed(self) -> str:
        """Write the state for an address, without what is as it is at the start."""
        said: dict[str, Any] = msgspec.to_builtins(self)
        more = {key: value for key, value in said.pop("more", {}).items() if value != {}}
        if more:
            said["more"] = more
        return pack(said) if said else ""


def damaged(where: str) -> FormatError:
    """Make the sentence for a link of which a part cannot be."""
    return FormatError(say("this link is damaged: {where}", where=where), kind="link")


def state_of(written: str, game: Pastime, keeps: type[Kept] = Kept, views: Collection[str] = ()) -> State:
    """Read a state from an address.

    Parameters
    ----------
    game
        The pastime of the page: its questions, methods and keys are the ones that a link may name.
    keeps, views
        What its views keep, and their names.

    Raises
    ------
    FormatError
        If it is damaged: nothing of it is used.

    Examples
    --------
    >>> from passatempo.core.registry import pastime
    >>> state_of("", pastime("cards")).seconds
    10.0
    >>> state_of(State(question="count").packed(), pastime("cards")).question
    'count'
    """
    if not written:
        return State(more=keeps())
    said = unpack(written)
    try:
        more = msgspec.convert(said.pop("more", {}), keeps)
        state = msgspec.convert(said, State)
    except msgspec.ValidationError as error:
        place = re.search(r"`\$\.?(.*)`$", str(error))
        raise damaged(f"{quote(place[1])}: {_sentence(error)}" if place and place[1] else _sentence(error)) from None
    state.more = more
    _fits(state, game, views)
    return state


def _sentence(error: Exception) -> str:
    """Write what msgspec found, without the place."""
    return str(error).partition(" - at `")[0]


def _fits(state: State, game: Pastime, views: Collection[str]) -> None:
    """Refuse names that the pastime does not have, and instances of wrong types or beyond the bounds."""
    if state.view and state.view not in views:
        raise damaged(say("{view} is not a view of this page", view=quote(state.view)))
    try:
        problem = game.problem(state.question or game.problems[0].name)
        problem.choose(state.method or None)
        _fits_ask(state.ask, problem)
        if state.instance is not None:
            length = len(encode(state.instance))
            if length > MOST_INSTANCE:
                most = say("its instance has {length} characters, more than {most}", length=length, most=MOST_INSTANCE)
                raise damaged(most)
            convert(state.instance, resolve(game.json).keys)
    except FormatError as error:
        raise error if error.kind == "link" else damaged(str(error)) from None
    except PassatempoError as error:
        raise damaged(str(error)) from None


def _fits_ask(ask: dict[str, Any], problem: Problem) -> None:
    """Refuse inputs that the question does not have, or of another type; those that are absent have defaults."""
    hints = get_type_hints(resolve(problem.ask)) if problem.ask else {}
    for key, value in ask.items():
        if key not in hints:
            raise damaged(say("{key} is not an input of {question}", key=quote(key), question=problem.name))
        try:
            msgspec.convert(value, hints[key])
        except msgspec.ValidationError as error:
            raise damaged(f"{quote(key)}: {_sentence(error)}") from None


def pack(state: dict[str, Any]) -> str:
    """Write a state as part of an address.

    >>> unpack(pack({"question": "lay", "instance": {"table": "AS 2S 3S"}}))["question"]
    'lay'
    """
    return base64.urlsafe_b64encode(zlib.compress(encode(state).encode(), 9)).decode().rstrip("=")


def unpack(written: str) -> dict[str, Any]:
    """Read a state from an address.

    Raises
    ------
    FormatError
        If it is none: somebody has cut or changed the link.

    Examples
    --------
    >>> unpack("no link")
    Traceback (most recent call last):
        ...
    passatempo.core.errors.FormatError: this link is damaged; perhaps the end of it is missing
    """
    try:
        squeezed = base64.b64decode(written + "=" * (-len(written) % 4), altchars=b"-_", validate=True)
        unfolding = zlib.decompressobj()
        text = unfolding.decompress(squeezed, MOST_STATE)
        if unfolding.eof:
            state = decode(text)
            if isinstance(state, dict):
                return state
    except (binascii.Error, ValueError, zlib.error, PassatempoError):
        pass
    raise FormatError("this link is damaged; perhaps the end of it is missing", kind="link")
