"""The OpenAPI description of the API, from the registry and the dataclasses of its JSON."""

from collections.abc import Mapping
from dataclasses import fields
from typing import Any

from passatempo import __version__
from passatempo.core.limits import NO_NODES
from passatempo.core.outcome import Evidence
from passatempo.core.pastime import Pastime, Problem
from passatempo.core.queries import instance_of
from passatempo.core.registry import names, pastime
from passatempo.web.bounds import Bounds

_TEXT, _PLACE, _OBJECT = {"type": "string"}, {"type": ["integer", "null"]}, {"type": "object"}
_ANY = {"description": "as the method returns it"}
_NUMBER, _SENTENCE = {"type": ["integer", "string", "null"]}, {"type": ["string", "null"]}
_TEXTS = {"type": "array", "items": _TEXT}


def _object_schema(properties: Mapping[str, Any], *mandatory_keys: str) -> dict[str, Any]:
    """Describe an object; all keys are required unless some are given."""
    return {"type": "object", "properties": properties, "required": list(mandatory_keys or properties)}


_FAULT = _TEXT | {"description": "one sentence that names the place and quotes the text"}
ERROR = _object_schema(
    {"error": _object_schema({"kind": _TEXT, "message": _FAULT, "line": _PLACE, "column": _PLACE}, "kind", "message")}
)
OUTCOME = _object_schema(
    {
        "schema": {"type": "integer"},
        "pastime": _TEXT,
        "question": _TEXT,
        "method": _TEXT,
        "status": {"enum": ["solved", "feasible", "impossible", "unknown"]},
        "answer": _ANY,
        "value": _NUMBER,
        "bound": _NUMBER,
        "stopped": {"enum": ["done", "seconds", "nodes", "memory", "cancelled"]},
        "seconds": {"type": "number"},
        "stats": _OBJECT,
        "checked": {"type": "boolean"},
        "evidence": {"enum": [evidence.value for evidence in Evidence]},
        "confirmed_by": _TEXTS,
        "refuted_by": _TEXTS,
        "refutation": _OBJECT | {"description": "the outcome of the method that refutes a published program"},
        "reason": _SENTENCE,
        "conflict": _ANY,
        "proof": _SENTENCE,
    },
    *("schema", "pastime", "question", "method", "status", "answer", "stopped", "checked", "evidence"),
)
SHOWN = _object_schema(
    {
        "outcome": OUTCOME,
        "words": _TEXT | {"description": "the answer in words"},
        "status": _TEXT | {"description": "the line about it"},
        "picture": _TEXT | {"description": "SVG"},
    }
)
_NAMED = {"name": "job", "in": "path", "required": True, "schema": _TEXT}
_JOB = _NAMED | {"description": "what the answer 202 named"}
GUARD_FAULTS = {
    403: "a page of another origin may not use this server",
    421: "the server does not accept this host name",
    429: "you have sent too many requests, or have too many questions waiting or running",
}
FAULTS = {
    404: "there is no such pastime or question",
    413: "the instance is too long",
    415: "the body is not JSON",
    422: "the instance, the method or a limit cannot be read; the message says where",
    500: "internal error",
    503: "the server has too many questions",
}


def api_document(bounds: Bounds) -> dict[str, Any]:
    """Describe the complete API for OpenAPI, from the registry."""
    list_schema = {"type": "array", "items": {"type": "object", "required": ["name", "questions"]}}
    text = "events: `progress` on the way, and `outcome` or `refused` at the end, each with JSON"
    events = {"description": text, "content": {"text/event-stream": {"schema": _TEXT}}}
    follow_answers = {"200": events, "404": _content(ERROR, "there is no such job, or it has expired")}
    stop_answers = {"204": {"description": "it stops, or is over"}}
    paths: dict[str, Any] = {
        "/api": {"get": _operation("list", "Pastimes, questions and methods", {"200": _content(list_schema, "them")})},
        "/api/jobs/{job}": {
            "get": _operation("follow", "How far a job has come, and how it ends", follow_answers, _JOB),
            "delete": _operation("stop", "Stop a job", stop_answers, _JOB),
        },
    }
    for game in map(pastime, names()):
        paths[f"/api/{game.name}/instance"] = {"post": _instance_operation(game)}
        for problem in game.problems:
            paths[f"/api/{game.name}/{problem.name}"] = {"post": question_operation(game, problem, bounds)}
    api_description = {
        "title": "passatempo",
        "version": __version__,
        "description": "Five classic pastimes, solved exactly",
    }
    return {"openapi": "3.1.0", "info": api_description, "paths": paths}


def _operation(
    name: str, summary: str, answers: dict[str, Any], *parameters: dict[str, Any], **details: Any
) -> dict[str, Any]:
    operation = {"operationId": name, "summary": summary, "parameters": list(parameters), **details}
    return operation | {"responses": answers | _error_answers(GUARD_FAULTS)}


def _post_operation(
    game: Pastime, name: str, summary: str, body: dict[str, Any], answers: dict[str, Any], *parameters: dict[str, Any]
) -> dict[str, Any]:
    """Describe an operation that takes JSON; the body has its schema and examples."""
    request_body = {"required": True, "content": {"application/json": body}}
    answers = answers | _error_answers(FAULTS)
    return _operation(f"{game.name}_{name}", summary, answers, *parameters, tags=[game.name], requestBody=request_body)


def _instance_operation(game: Pastime) -> dict[str, Any]:
    """Describe how to read or generate an instance, and to write it in another format."""
    models = sorted({form for model in game.models for form in model.formats})
    properties: dict[str, dict[str, Any]] = {
        "text": _TEXT | {"description": "in any format that the command line reads, JSON too"},
        "example": {"enum": list(game.examples), "description": "a built-in instance"},
        "params": _OBJECT | {"description": "what `new` makes one of"},
        "seed": {"type": "integer", "description": "of what is made"},
        "format": {"enum": ["json", "text", "svg", *game.formats, *models], "description": "how to write the text"},
        "model": {"enum": [model.name for model in game.models], "description": "which model of it"},
    }
    schema = _OBJECT | {"properties": {k: v for k, v in properties.items() if v.get("enum", [k])}}
    body = {"schema": schema | {"additionalProperties": False}}
    body["examples"] = {name: {"value": {"example": name}} for name in list(game.examples)[:1]}
    read = _object_schema({"instance": _OBJECT, "text": _TEXT, "picture": _TEXT, "remarks": _TEXTS})
    answers = {"200": _content({"anyOf": [read, _object_schema({"file": _TEXT})]}, "the instance, or the file")}
    summary = "Read an instance, or make one; or write it in another format"
    return _post_operation(game, "instance", summary, body, answers)


def question_operation(game: Pastime, problem: Problem, bounds: Bounds) -> dict[str, Any]:
    """Describe one question for OpenAPI: its limits, its input, its outcomes."""
    numbers = {"type": "integer", "minimum": 0, "maximum": NO_NODES}
    named = _TEXT | {"pattern": f"^({'|'.join([method.name for method in problem.methods])})$"}
    parameters = (
        _parameter("method", named, "how to answer"),
        _parameter("confirm", {"enum": [m.name for m in problem.methods if m.kind == "exact"]}, "a second method"),
        _parameter("seconds", {"type": "number", "minimum": 0, "maximum": bounds.seconds}, "time limit, 10 by default"),
        _parameter("nodes", numbers, "node limit"),
        _parameter("threads", {"type": "integer", "minimum": 1, "maximum": 2}, "threads to use"),
        _parameter("seed", numbers, "random seed"),
        _parameter("show", {"enum": ["true", "false"]}, "with the answer in words and as a picture"),
        _parameter("Prefer", {"enum": ["respond-async"]}, "follow what takes long, as a job", place="header"),
    )
    body = {"schema": instance_schema(game, problem), "examples": examples(game)}
    answers = {"200": _content({"anyOf": [OUTCOME, SHOWN]}, "the outcome; to be shown, with words and picture")}
    answers["202"] = _content(_object_schema({"job": _TEXT}), "it takes long: its job, to be followed")
    return _post_operation(game, problem.name, problem.question, body, answers, *parameters)


def _parameter(name: str, schema: dict[str, Any], text: str, place: str = "query") -> dict[str, Any]:
    return {"name": name, "in": place, "required": False, "schema": schema, "description": text}


def _content(schema: dict[str, Any], text: str) -> dict[str, Any]:
    return {"description": text, "content": {"application/json": {"schema": schema}}}


def _error_answers(texts: Mapping[int, str]) -> dict[str, Any]:
    return {str(code): _content(ERROR, text) for code, text in texts.items()}


def instance_schema(game: Pastime, problem: Problem) -> dict[str, Any]:
    """Return the JSON schema of an instance together with the question's own inputs.

    >>> from passatempo.core.registry import pastime
    >>> game = pastime("machiavelli")
    >>> sorted(instance_schema(game, game.problem("lay"))["properties"])[:3]
    ['ace', 'brief', 'crosses']
    """
    shapes = [game.wiring.json.keys, *filter(None, [problem.wiring.ask])]
    properties: dict[str, Any] = {}
    mandatory_keys: list[str] = []
    for shape in shapes:
        shape_schema = _shape_schema(shape)
        helps = {field.name: field.metadata.get("help") for field in fields(shape)}
        for key, key_schema in shape_schema.get("properties", {}).items():
            properties[key] = {**key_schema, "description": helps[key]} if helps.get(key) else key_schema
        mandatory_keys += shape_schema.get("required", [])
    return {"type": "object", "properties": properties, "required": mandatory_keys, "additionalProperties": False}


def _shape_schema(shape: type) -> dict[str, Any]:
    """Write the schema of one dataclass, without references."""
    import msgspec

    (root_schema,), parts = msgspec.json.schema_components([shape], ref_template="#/$defs/{name}")
    inline_schema: dict[str, Any] = _inline_references(root_schema, parts)
    return inline_schema


def _inline_references(schema: Any, parts: dict[str, Any]) -> Any:
    if isinstance(schema, dict):
        if "$ref" in schema:
            return _inline_references(parts[schema["$ref"].rpartition("/")[2]], parts)
        return {key: _inline_references(member, parts) for key, member in schema.items()}
    if isinstance(schema, list):
        return [_inline_references(member, parts) for member in schema]
    return schema


def examples(game: Pastime) -> dict[str, Any]:
    """Return the built-in examples as JSON."""
    import msgspec

    shape = game.wiring.json
    return {
        name: {"value": msgspec.to_builtins(shape.dump(instance_of(game, game.example(name), {})))}
        for name in game.examples
    }
