"""`schema`: the JSON schemas of instances and outcomes."""

import sys
from typing import Any

from passatempo import __version__
from passatempo.core.json import SCHEMA, encode
from passatempo.core.methods import import_with_docstrings
from passatempo.core.outcome import Evidence, Status, StopReason
from passatempo.core.registry import pastime

DIALECT = "https://json-schema.org/draft/2020-12/schema"
NUMBER = {"anyOf": [{"type": "integer"}, {"type": "string"}, {"type": "null"}]}  # strings: above 2^53, and fractions
TEXT = {"anyOf": [{"type": "string"}, {"type": "null"}]}


def schema(name: str, question: str | None = None, /) -> int:
    """Print the JSON schema of a pastime's instance, or of a question's outcome.

    Parameters
    ----------
    name
        The pastime.
    question
        One of its questions.
    """
    sys.stdout.write(encode(schema_of(name, question), indent=2) + "\n")
    return 0


def schema_of(name: str, question: str | None = None) -> dict[str, Any]:
    """Make the schema, whose ID contains the version of the package.

    >>> schema_of("cards")["title"], schema_of("cards", "order")["properties"]["status"]["enum"][0]
    ('DealJson', 'solved')
    >>> schema_of("cards", "order")["$id"].replace(__version__, "1.0.0")
    'urn:passatempo:1.0.0:cards:order'
    """
    import msgspec

    game = pastime(name)
    import_with_docstrings(game.wiring.json.keys.__module__)  # docstrings describe the objects
    if question is None:
        flat_schema = _flatten_schema(msgspec.json.schema(game.wiring.json.keys))
        return {"$schema": DIALECT, "$id": f"urn:passatempo:{__version__}:{game.name}", **flat_schema}
    problem = game.problem(question)
    answer = msgspec.json.schema(problem.wiring.json.keys)
    return {
        "$schema": DIALECT,
        "$id": f"urn:passatempo:{__version__}:{game.name}:{problem.name}",
        "title": f"outcome of {name} {question}",
        "type": "object",
        "properties": _outcome_schema(game.name, problem.name, {"$ref": answer["$ref"]}),
        "required": [key for key in _outcome_schema(name, question, {}) if key != "refutation"],
        "$defs": answer["$defs"],
    }


def _flatten_schema(json_schema: dict[str, Any]) -> dict[str, Any]:
    """Replace a schema that only refers to a definition by that definition."""
    root_definition = json_schema["$defs"].pop(json_schema["$ref"].rpartition("/")[2])
    return {**root_definition, "$defs": json_schema["$defs"]} if json_schema["$defs"] else root_definition


def _outcome_schema(name: str, question: str, answer: dict[str, Any]) -> dict[str, Any]:
    """Describe the keys of an outcome."""
    names = {"type": "array", "items": {"type": "string"}}
    return {
        "schema": {"const": SCHEMA},
        "pastime": {"const": name},
        "question": {"const": question},
        "method": {"type": "string", "description": "the method, with settings that differ from their defaults"},
        "status": {"enum": [status.value for status in Status]},
        "answer": {"anyOf": [answer, {"type": "null"}]},
        "value": NUMBER,
        "bound": {**NUMBER, "description": "a proved limit on the value"},
        "stopped": {"enum": [reason.value for reason in StopReason], "description": "which limit ended the run"},
        "seconds": {"type": "number"},
        "stats": {"type": "object", "additionalProperties": {"type": "number"}},
        "checked": {"type": "boolean", "description": "whether a checker has checked the answer"},
        "evidence": {"enum": [evidence.value for evidence in Evidence]},
        "confirmed_by": names,
        "refuted_by": names,
        "reason": {**TEXT, "description": "one sentence: why it is impossible"},
        "conflict": {"anyOf": [{"type": "array"}, {"type": "null"}], "description": "what cannot hold together"},
        "proof": TEXT,
        "refutation": {"type": "object", "description": "the outcome of the method that refutes a published program"},
    }
