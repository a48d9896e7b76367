"""The OpenAPI description of a question, from the dataclasses of its JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo.core.asking import instance_of
from passatempo.core.limits import NO_NODES
from passatempo.core.methods import resolve
from passatempo.core.outcome import Evidence

if TYPE_CHECKING:
    from passatempo.core.pastime import Pastime, Problem
    from passatempo.web.bounds import Bounds

ERROR = {
    "type": "object",
    "properties": {
        "error": {
            "type": "object",
            "properties": {
                "kind": {"type": "string"},
                "message": {"type": "string", "description": "one sentence that names the place and quotes the text"},
                "line": {"type": ["integer", "null"]},
                "column": {"type": ["integer", "null"]},
            },
            "required": ["kind", "message"],
        }
    },
    "required": ["error"],
}
_ANY = {"description": "as the method says it"}
OUTCOME = {
    "type": "object",
    "properties": {
        "schema": {"type": "integer"},
        "pastime": {"type": "string"},
        "question": {"type": "string"},
        "method": {"type": "string"},
        "status": {"enum": ["solved", "feasible", "impossible", "unknown"]},
        "answer": _ANY,
        "value": {"type": ["integer", "string", "null"]},
        "bound": {"type": ["integer", "string", "null"]},
        "stopped": {"enum": ["done", "seconds", "nodes", "memory", "cancelled"]},
        "seconds": {"type": "number"},
        "stats": {"type": "object"},
        "checked": {"type": "boolean"},
        "evidence": {"enum": [evidence.value for evidence in Evidence]},
        "confirmed_by": {"type": "array", "items": {"type": "string"}},
        "refuted_by": {"type": "array", "items": {"type": "string"}},
        "refutation": {"type": "object", "description": "what the method said that refuted a published one"},
        "reason": {"type": ["string", "null"]},
        "conflict": _ANY,
        "proof": {"type": ["string", "null"]},
    },
    "required": ["schema", "pastime", "question", "method", "status", "answer", "stopped", "checked", "evidence"],
}
FAULTS = {
    404: "there is no such pastime or question",
    413: "the instance is too long",
    415: "the body is not JSON",
    422: "the instance, the method or a limit cannot be read; the sentence says where",
    429: "you have too many questions waiting or running",
    500: "a bug of ours",
    503: "the server has too many questions",
}


def described(game: Pastime, problem: Problem, bounds: Bounds) -> dict[str, Any]:
    """Describe one question for OpenAPI: its limits, its JSON, its outcomes."""
    methods = [method.name for method in problem.methods]
    numbers = {"type": "integer", "minimum": 0, "maximum": NO_NODES}
    named = {"type": "string", "pattern": f"^({'|'.join(methods)})$"}
    parameters = [
        _parameter("method", named, "how to answer"),
        _parameter("confirm", {"enum": [m.name for m in problem.methods if m.kind == "exact"]}, "a second method"),
        _parameter("seconds", {"type": "number", "minimum": 0, "maximum": bounds.seconds}, "time limit, 10 by default"),
        _parameter("nodes", numbers, "node limit"),
        _parameter("threads", {"type": "integer", "minimum": 1, "maximum": 2}, "threads to use"),
        _parameter("seed", numbers, "random seed"),
    ]
    faults = {str(code): _content(ERROR, text) for code, text in FAULTS.items()}
    return {
        "parameters": parameters,
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": instance_schema(game, problem), "examples": examples(game)}},
        },
        "responses": {"200": _content(OUTCOME, "the outcome"), **faults},
    }


def _parameter(name: str, schema: dict[str, Any], text: str) -> dict[str, Any]:
    return {"name": name, "in": "query", "required": False, "schema": schema, "description": text}


def _content(schema: dict[str, Any], text: str) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def instance_schema(game: Pastime, problem: Problem) -> dict[str, Any]:
    """Write the JSON schema of an instance together with the question's own inputs.

    >>> from passatempo.core.registry import pastime
    >>> game = pastime("machiavelli")
    >>> sorted(instance_schema(game, game.problem("lay"))["properties"])[:3]
    ['ace', 'brief', 'decks']
    """
    shapes = [resolve(game.json).keys, *([resolve(problem.ask)] if problem.ask else [])]
    properties: dict[str, Any] = {}
    required: list[str] = []
    for shape in shapes:
        own = _schema(shape)
        helps = {entry.name: entry.metadata.get("help") for entry in shape.__dataclass_fields__.values()}
        for key, said in own.get("properties", {}).items():
            properties[key] = {**said, "description": helps[key]} if helps.get(key) else said
        required += own.get("required", [])
    return {"type": "object", "properties": properties, "required": required, "additionalProperties": False}


def _schema(shape: type) -> dict[str, Any]:
    """Write the schema of one dataclass, with nothing by reference."""
    import msgspec

    (own,), parts = msgspec.json.schema_components([shape], ref_template="#/$defs/{name}")
    found: dict[str, Any] = _inlined(own, parts)
    return found


def _inlined(schema: Any, parts: dict[str, Any]) -> Any:
    if isinstance(schema, dict):
        if "$ref" in schema:
            return _inlined(parts[schema["$ref"].rpartition("/")[2]], parts)
        return {key: _inlined(value, parts) for key, value in schema.items()}
    if isinstance(schema, list):
        return [_inlined(value, parts) for value in schema]
    return schema


def examples(game: Pastime) -> dict[str, Any]:
    """Return the built-in examples as JSON."""
    import msgspec

    shape = resolve(game.json)
    return {
        name: {"value": msgspec.to_builtins(shape.dump(instance_of(game, game.example(name), {})))}
        for name in game.examples
    }
