"""An interface in JavaScript: one typed function a question, and the fields that pack requests and replies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.interface import Kind, Question, Record
    from passatempo.web.build.modules import Module

LISTS = {"u8": "Uint8Array", "i32": "Int32Array", "u32": "Uint32Array", "f64": "Float64Array"}
ONES = {"i64": "bigint", "u64": "bigint", "bool": "boolean"}


def script(module: Module) -> str:
    """Write the module that asks: JSDoc types, the fields as data, a function for each question."""
    interface = module.interface
    lines = [
        "// @ts-check",
        f"// The questions of the module {module.name}. Generated from interface.toml by `make app`.",
        "",
        '/** @import { Client, Spend, Told } from "./client.js" */',
        "",
        *[line for record in interface.every_record for line in _typedef(record)],
        f"const MODULE = {json.dumps(module.name)};",
        "",
        "/** @type {import('./client.js').Face} */",
        "export const FACE = {",
        *[line for record in interface.every_record for line in _data(record)],
        "};",
        *[line for place, one in enumerate(interface.questions.values()) for line in _function(place, one)],
    ]
    return "\n".join(lines) + "\n"


def _data(record: Record) -> Iterator[str]:
    """Write the fields of a record as plain data, one a line."""
    yield f"    {record.name}: ["
    for name, kind in record.fields:
        yield f"        {json.dumps(_field(name, kind))},"
    yield "    ],"


def _field(name: str, kind: Kind) -> dict[str, object]:
    field: dict[str, object] = {"name": name, "base": kind.base}
    if kind.low is not None and kind.high is not None:
        field |= {"low": kind.low, "high": kind.high}
    return field | ({"few": kind.few, "many": kind.many} if kind.listed else {})


def _type(kind: Kind) -> str:
    one = kind.base if kind.is_record else ONES.get(kind.base, "number")
    if not kind.listed:
        return one
    return LISTS.get(kind.base, f"{one}[]")


def _typedef(record: Record) -> Iterator[str]:
    fields = ", ".join([f"{name}: {_type(kind)}" for name, kind in record.fields])
    yield f"/** @typedef {{{{ {fields} }}}} {record.name} */"
    yield ""


def _function(place: int, question: Question) -> Iterator[str]:
    yield ""
    yield "/**"
    yield f" * {question.about}"
    yield " * @param {Client} client"
    yield f" * @param {{{question.request.name}}} asked"
    yield " * @param {Spend} [spend]"
    yield f" * @returns {{Promise<Told<{question.reply.name}>>}}"
    yield " */"
    asks, tells = json.dumps(question.request.name), json.dumps(question.reply.name)
    yield f"export const {question.name} = (client, asked, spend) =>"
    fields = f"module: MODULE, question: {place}, face: FACE, asks: {asks}, tells: {tells}"
    yield f"    client.ask({{ {fields} }}, asked, spend);"
