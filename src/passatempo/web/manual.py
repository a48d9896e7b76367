"""The page of the HTTP API, made from the app's own OpenAPI description; it needs no other server."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from starlette.requests import Request  # noqa: TC002  FastAPI reads the signature

from passatempo.core.json import encode
from passatempo.web import controls
from passatempo.web.frame import frame
from passatempo.web.tags import Tag
from passatempo.web.words import say

if TYPE_CHECKING:
    from fastapi import FastAPI


def manual(app: FastAPI) -> Any:
    """Make the function that builds the page."""

    def show(request: Request) -> None:
        described = app.openapi()
        with frame(request, "api"):
            with Tag("div").classes("heading"):
                Tag("h1", say("HTTP API"))
                Tag("p", say("Every question of every pastime, with the JSON of the command line.")).classes("lead")
            with Tag("p"):
                Tag("a", say("OpenAPI description"), href="/openapi.json")
            for path, operations in described["paths"].items():
                for method, operation in operations.items():
                    with controls.disclosure(f"{method.upper()} {path}"):
                        _operation(str(request.base_url).rstrip("/"), path, method, operation)

    return show


def _operation(server: str, path: str, method: str, operation: dict[str, Any]) -> None:
    """Describe one operation: what it answers, its keys, and a call to copy."""
    Tag("p", say(operation["summary"])).classes("lead")
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if "schema" in body:
        _table(say("Keys"), [(key, _kind(said), said.get("description", "")) for key, said in _keys(body)])
    if operation.get("parameters"):
        rows = [(p["name"], _kind(p["schema"]), p.get("description", "")) for p in operation["parameters"]]
        _table(say("Query"), rows)
    call = f"curl {server}{path}"
    if body.get("examples"):
        instance = encode(next(iter(body["examples"].values()))["value"])
        call = f"curl -X {method.upper()} {server}{path} -H 'Content-Type: application/json' -d '{instance}'"
    Tag("pre", call, tabindex="0").classes("words")


def _keys(body: dict[str, Any]) -> list[tuple[str, dict[str, Any]]]:
    return list(body["schema"]["properties"].items())


def _kind(schema: dict[str, Any]) -> str:
    """Name a type in a few words.

    >>> _kind({"enum": ["a", "b"]}), _kind({"type": "integer"})
    ('a | b', 'integer')
    """
    if "enum" in schema:
        return " | ".join(map(str, schema["enum"]))
    if "anyOf" in schema:
        return " | ".join(dict.fromkeys(_kind(one) for one in schema["anyOf"]))
    kind = schema.get("type", "any")
    return kind if isinstance(kind, str) else " | ".join(kind)


def _table(title: str, rows: list[tuple[str, str, str]]) -> None:
    with Tag("table").classes("table"):
        Tag("caption", title)
        for name, kind, text in rows:
            with Tag("tr"):
                Tag("th", name, scope="row")
                Tag("td", kind)
                Tag("td", text)
