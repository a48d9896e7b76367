"""The OpenAPI description of the API, from the registry and the dataclasses of its JSON."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from passatempo import __version__
from passatempo.core.asking import instance_of
from passatempo.core.limits import NO_NODES
from passatempo.core.methods import resolve
from passatempo.core.outcome import Evidence
from passatempo.core.registry import names, pastime

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
SHOWN = {
    "type": "object",
    "properties": {
        "outcome": OUTCOME,
        "words": {"type": "string", "description": "the answer in words"},
        "status": {"type": "string", "description": "the line about it"},
        "picture": {"type": "string", "description": "SVG"},
    },
    "required": ["outcome", "words", "status", "picture"],
}
_JOB = {
    "name": "job",
    "in": "path",
    "required": True,
    "schema": {"type": "string"},
    "description": "what the answer 202 named",
}
DOORS = {
    403: "a page of another origin may not ask",
    421: "the server was asked for under a name that is none of its own",
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


def document(bounds: Bounds) -> dict[str, Any]:
    """Describe the whole API for OpenAPI, from the registry."""
    paths: dict[str, Any] = {
        "/api": {"get": _operation("list", "Pastimes, questions and methods", _listed())},
        "/api/jobs/{job}": {
            "get": _operation("follow", "How far a job has come, and how it ends", _followed(), _JOB),
            "delete": _operation("stop", "Stop a job", {"204": {"description": "it stops, or is over"}}, _JOB),
        },
    }
    for game in map(pastime, names()):
        paths[f"/api/{game.name}/instance"] = {"post": _instance(game)}
        for problem in game.problems:
            paths[f"/api/{game.name}/{problem.name}"] = {"post": described(game, problem, bounds)}
    for operations in paths.values():
        for operation in operations.values():
            operation["responses"] |= {str(code): _content(ERROR, text) for code, text in DOORS.items()}
    info = {"title": "passatempo", "version": __version__, "description": "Five old pastimes, solved exactly"}
    return {"openapi": "3.1.0", "info": info, "paths": paths}


def _operation(name: str, summary: str, responses: dict[str, Any], *parameters: dict[str, Any]) -> dict[str, Any]:
    """Describe what takes no body."""
    return {"operationId": name, "summary": summary, "parameters": list(parameters), "responses": responses}


def _listed() -> dict[str, Any]:
    return {"200": _content({"type": "array", "items": {"type": "object", "required": ["name", "questions"]}}, "them")}


def _followed() -> dict[str, Any]:
    text = "events: `progress` on the way, and `outcome` or `refused` at the end, each with JSON"
    events = {"description": text, "content": {"text/event-stream": {"schema": {"type": "string"}}}}
    return {"200": events, "404": _content(ERROR, "there is no such job, or no more")}


def _instance(game: Pastime) -> dict[str, Any]:
    """Describe how an instance is read, made, and written in another format."""
    models = sorted({form for model in game.models for form in model.formats})
    properties: dict[str, dict[str, Any]] = {
        "text": {"type": "string", "description": "in any format that the command line reads, JSON too"},
        "example": {"enum": list(game.examples), "description": "a built-in instance"},
        "params": {"type": "object", "description": "what `new` makes one of"},
        "seed": {"type": "integer", "description": "of what is made"},
        "format": {"enum": ["json", "text", "svg", *game.formats, *models], "description": "how to write the text"},
        "model": {"enum": [model.name for model in game.models], "description": "which model of it"},
    }
    body = {"type": "object", "properties": {k: v for k, v in properties.items() if v.get("enum", [k])}}
    read: dict[str, Any] = {"type": "object", "properties": {key: {"type": "string"} for key in ("text", "picture")}}
    read["properties"] |= {"instance": {"type": "object"}, "remarks": {"type": "array", "items": {"type": "string"}}}
    file = {"type": "object", "properties": {"file": {"type": "string"}}, "required": ["file"]}
    shown = {"anyOf": [read | {"required": ["instance", "text", "picture", "remarks"]}, file]}
    examples = {name: {"value": {"example": name}} for name in list(game.examples)[:1]}
    return {
        "operationId": f"{game.name}_instance",
        "summary": "Read an instance, or make one; or write it in another format",
        "tags": [game.name],
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": body | {"additionalProperties": False}, "examples": examples}},
        },
        "responses": {"200": _content(shown, "the instance, or the file")}
        | {str(code): _content(ERROR, text) for code, text in FAULTS.items()},
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
        _parameter("show", {"enum": ["true", "false"]}, "with the answer in words and as a picture"),
        _parameter("Prefer", {"enum": ["respond-async"]}, "follow what takes long, as a job", place="header"),
    ]
    faults = {str(code): _content(ERROR, text) for code, text in FAULTS.items()}
    job = {"type": "object", "properties": {"job": {"type": "string"}}, "required": ["job"]}
    return {
        "operationId": f"{game.name}_{problem.name}",
        "summary": problem.question,
        "tags": [game.name],
        "parameters": parameters,
        "requestBody": {
            "required": True,
            "content": {"application/json": {"schema": instance_schema(game, problem), "examples": examples(game)}},
        },
        "responses": {
            "200": _content({"anyOf": [OUTCOME, SHOWN]}, "the outcome; to be shown, with words and picture"),
            "202": _content(job, "it takes long: its job, to be followed"),
            **faults,
        },
    }


def _parameter(name: str, schema: dict[str, Any], text: str, place: str = "query") -> dict[str, Any]:
    return {"name": name, "in": place, "required": False, "schema": schema, "description": text}


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
