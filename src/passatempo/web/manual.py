"""The page of the HTTP API, made from the app's own OpenAPI description; it needs no other server."""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING, Any

from nicegui import ui
from starlette.requests import Request  # noqa: TC002  FastAPI reads the signature

from passatempo.core.json import encode
from passatempo.core.words import say
from passatempo.web.frame import Tag, frame
from passatempo.web.schema import document

if TYPE_CHECKING:
    from passatempo.web.bounds import Bounds


def manual(bounds: Bounds) -> Any:
    """Make the function that builds the page; it is one piece of HTML, which takes next to nothing while it is open."""

    def show(request: Request) -> None:
        with frame(request, "api"):
            with Tag("div").classes("heading"):
                Tag("h1", say("HTTP API"))
                Tag("p", say("Every question of every pastime, with the JSON of the command line.")).classes("lead")
            with Tag("p"):
                Tag("a", say("OpenAPI description"), href="/api/openapi.json")
            server = str(request.base_url).rstrip("/")
            described = [
                _operation(server, path, method, operation)
                for path, operations in document(bounds)["paths"].items()
                for method, operation in operations.items()
            ]
            ui.html("".join(described), sanitize=False)  # ours, and escaped where it is text

    return show


def _operation(server: str, path: str, method: str, operation: dict[str, Any]) -> str:
    """Describe one operation: what it answers, its keys, and a call to copy."""
    parts = [_element("p", say(operation["summary"]), "lead")]
    body = operation.get("requestBody", {}).get("content", {}).get("application/json", {})
    if "schema" in body:
        parts.append(
            _table(say("Keys"), [(key, _kind(said), said.get("description", "")) for key, said in _keys(body)])
        )
    if operation.get("parameters"):
        rows = [(p["name"], _kind(p["schema"]), p.get("description", "")) for p in operation["parameters"]]
        parts.append(_table(say("Query"), rows))
    call = f"curl {server}{path}"
    if body.get("examples"):
        instance = encode(next(iter(body["examples"].values()))["value"])
        call = f"curl -X {method.upper()} {server}{path} -H 'Content-Type: application/json' -d '{instance}'"
    parts.append(f'<pre tabindex="0" class="words">{escape(call)}</pre>')
    summary = _element("summary", f"{method.upper()} {path}")
    return f'<details class="disclosure">{summary}<div class="inside">{"".join(parts)}</div></details>'


def _element(name: str, text: str, classes: str = "", **attributes: str) -> str:
    """Write an element with a text.

    >>> _element("p", "a < b", "lead")
    '<p class="lead">a &lt; b</p>'
    """
    said = {**({"class": classes} if classes else {}), **attributes}
    written = "".join(f' {key}="{escape(value)}"' for key, value in said.items())
    return f"<{name}{written}>{escape(text)}</{name}>"


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


def _table(title: str, rows: list[tuple[str, str, str]]) -> str:
    written = [
        f"<tr>{_element('th', name, scope='row')}{_element('td', kind)}{_element('td', text)}</tr>"
        for name, kind, text in rows
    ]
    return f'<table class="table">{_element("caption", title)}{"".join(written)}</table>'
