"""Forms from dataclasses: a control for each field, as the command line has a flag for each."""

from __future__ import annotations

from dataclasses import MISSING, Field, fields
from types import NoneType, UnionType
from typing import TYPE_CHECKING, Any, Literal, Union, get_args, get_origin, get_type_hints

from passatempo.core.errors import FormatError, quote
from passatempo.core.json import decode, encode
from passatempo.core.words import say
from passatempo.web import controls

if TYPE_CHECKING:
    from collections.abc import Callable, Collection


def kind_of(annotation: Any) -> Any:
    """Reduce a type to what one control can say: a choice, bool, int, float, str; None where it must be JSON.

    >>> kind_of(Literal["low", "high"] | None), kind_of(int | str), kind_of(list[int])
    (('low', 'high'), <class 'str'>, None)
    """
    if get_origin(annotation) is Literal:
        return get_args(annotation)
    if annotation in (bool, int, float, str):
        return annotation
    if get_origin(annotation) in (Union, UnionType):
        parts = [part for part in get_args(annotation) if part is not NoneType]
        if str in parts:
            return str
        return kind_of(parts[0]) if len(parts) == 1 else None
    return None


def value_of(kind: Any, written: str) -> Any:
    """Read what a control says; nothing where it is empty.

    Raises
    ------
    FormatError
        Quoting what cannot be read.

    Examples
    --------
    >>> value_of(int, "12"), value_of(None, "[1, 2]"), value_of(int, " ")
    (12, [1, 2], None)
    """
    written = written.strip()
    if not written:
        return None
    if kind is int or kind is float:
        try:
            return kind(written)
        except ValueError:
            raise FormatError(f"{quote(written)} is not a number", kind="number") from None
    return decode(written) if kind is None else written


class Form:
    """The fields of a dataclass as controls.

    Parameters
    ----------
    shape
        The dataclass.
    values
        What the form says: the fields that differ from their defaults; the form changes it.
    changed
        Called after every change.
    refuse
        Called with the sentence for what cannot be read.
    leave_out
        Fields that somebody else shows.
    """

    def __init__(
        self,
        shape: type,
        values: dict[str, Any],
        changed: Callable[[], Any],
        refuse: Callable[[str], Any],
        leave_out: Collection[str] = (),
    ) -> None:
        self.values, self.changed, self.refuse = values, changed, refuse
        hints = get_type_hints(shape)
        for entry in fields(shape):
            if entry.name not in leave_out:
                self._control(entry, kind_of(hints[entry.name]))

    def _control(self, entry: Field[Any], kind: Any) -> None:
        """Make the control of one field."""
        default = None if entry.default is MISSING else entry.default
        value = self.values.get(entry.name, default)
        label = say(entry.name.replace("_", " "))
        help_text = say(entry.metadata.get("help", ""))
        if kind is bool:
            controls.check(label, bool(value), lambda new: self._set(entry, kind, new), help_text=help_text)
        elif isinstance(kind, tuple):
            options = {str(option): say(str(option)) for option in kind}
            if default is None:
                options = {"": say("as usual"), **options}
            shown = "" if value is None else str(value)
            controls.choice(label, options, shown, lambda new: self._set(entry, str, new), help_text=help_text)
        else:
            shown = "" if value is None else value if isinstance(value, str) else encode(value)
            form = "number" if kind in (int, float) else "text"
            step = "any" if kind is float else None
            controls.entry(
                label, shown, lambda new: self._set(entry, kind, new), help_text=help_text, kind=form, step=step
            )

    def _set(self, entry: Field[Any], kind: Any, written: Any) -> Any:
        """Keep a new value; a field that is empty or says its default is left out."""
        try:
            value = written if isinstance(written, bool) else value_of(kind, written)
        except FormatError as error:
            return self.refuse(f"{entry.name}: {error}")
        if value is None or value == entry.default:
            self.values.pop(entry.name, None)
        else:
            self.values[entry.name] = value
        return self.changed()
