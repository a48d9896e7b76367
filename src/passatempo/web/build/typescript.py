"""An interface in TypeScript: one typed function per question, and the fields that pack requests and replies."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.interface import FieldType, KernelQuestion, RecordType
    from passatempo.web.build.modules import Module

LISTS = {"u8": "Uint8Array", "i32": "Int32Array", "u32": "Uint32Array", "f64": "Float64Array"}
ONES = {"i64": "bigint", "u64": "bigint", "bool": "boolean"}


def module_script(module: Module) -> str:
    """Write the client module: types, the fields as data, a function for each question."""
    interface = module.interface
    lines = [
        f"// The questions of the module {module.name}. Generated from interface.toml by `make app`.",
        "",
        'import type { Client, Field, Limits, Reply } from "./client.ts";',
        "",
        *[_type_line(record) for record in interface.every_record],
        "",
        f"const MODULE = {json.dumps(module.name)};",
        "",
        *[line for record in interface.every_record for line in _record_table(record)],
        *[
            line
            for place, question in enumerate(interface.questions.values())
            for line in _question_function(place, question)
        ],
    ]
    return "\n".join(lines) + "\n"


def _record_table(record: RecordType) -> Iterator[str]:
    """Write the fields of a record as a constant, so that a bundle leaves out those that no question needs."""
    yield f"export const {_fields_name(record.record_name)}: Field[] = ["
    for name, kind in record.typed_fields:
        yield f"    {{ {', '.join(_field_entry(name, kind))} }},"
    yield "];"


def _fields_name(record_name: str) -> str:
    return f"{record_name[0].lower()}{record_name[1:]}Fields"


def _field_entry(name: str, kind: FieldType) -> Iterator[str]:
    yield f"name: {json.dumps(name)}"
    yield f"base: {_fields_name(kind.base_type) if kind.is_record else json.dumps(kind.base_type)}"
    if kind.lower_bound is not None and kind.upper_bound is not None:
        yield f"low: {kind.lower_bound}, high: {kind.upper_bound}"
    if kind.is_list:
        yield f"few: {kind.min_length}, many: {kind.max_length}"


def _js_type(kind: FieldType) -> str:
    base_type = kind.base_type if kind.is_record else ONES.get(kind.base_type, "number")
    if not kind.is_list:
        return base_type
    return LISTS.get(kind.base_type, f"{base_type}[]")


def _type_line(record: RecordType) -> str:
    typed_fields = ", ".join([f"{name}: {_js_type(kind)}" for name, kind in record.typed_fields])
    return f"export type {record.record_name} = {{ {typed_fields} }};"


def _question_function(place: int, question: KernelQuestion) -> Iterator[str]:
    request_name, reply_name = question.request_type.record_name, question.reply_type.record_name
    yield ""
    yield f"/** {question.help_text} */"
    yield (
        f"export const {question.question_name} = "
        f"(client: Client, request: {request_name}, limits?: Limits): Promise<Reply<{reply_name}>> =>"
    )
    fields = f"module: MODULE, question: {place}, asks: {_fields_name(request_name)}, tells: {_fields_name(reply_name)}"
    yield f"    client.ask({{ {fields} }}, request, limits);"
