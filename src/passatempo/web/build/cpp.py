"""A face in C++: its records, how they are read and written, and which function answers which question."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.web.build.face import Face, Kind, Question, Record

NAMES = {"u8": "std::uint8_t", "u32": "std::uint32_t", "i64": "std::int64_t", "u64": "std::uint64_t"}
NAMES |= {"f64": "double", "bool": "bool"}


def header(face: Face) -> str:
    """Write what a kernel's `wasm.cpp` includes: the records, and the functions that it defines."""
    lines = [
        f"// The face of the module {face.module}. Generated from face.toml by `make app`.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "#include <vector>",
        "",
        '#include "budget.hpp"',
        '#include "wasm.hpp"',
        "",
        f"namespace {face.namespace} {{",
        "",
        *[line for record in face.every_record for line in _struct(record)],
        *[_declared(one) for one in face.questions],
        "",
        f"}}  // namespace {face.namespace}",
    ]
    return "\n".join(lines) + "\n"


def source(face: Face) -> str:
    """Write the functions that the module exports."""
    readers = [line for record in (*face.records, *[one.asks for one in face.questions]) for line in _reader(record)]
    writers = [line for record in (*face.records, *[one.tells for one in face.questions]) for line in _writer(record)]
    lines = [
        f"// The exports of the module {face.module}. Generated from face.toml by `make app`.",
        '#include "face.gen.hpp"',
        "",
        f"namespace {face.namespace} {{",
        "namespace {",
        "",
        "using passatempo::wasm::Reader, passatempo::wasm::Writer;",
        "",
        *readers,
        *writers,
        "Stop answered(std::uint32_t question, Reader& in, Writer& out) {",
        "    double seconds = 0;",
        "    std::uint64_t nodes = 0;",
        "    in.read(seconds);",
        "    in.read(nodes);",
        "    Budget budget(seconds, nodes, nullptr);",
        "    switch (question) {",
        *[line for place, one in enumerate(face.questions) for line in _case(place, one)],
        '        default: refuse("there is no such question");',
        "    }",
        "    out.write(budget.spent());",
        "    return budget.stop();",
        "}",
        "",
        "std::vector<std::uint8_t> request;",
        "Writer reply;",
        "",
        "}  // namespace",
        f"}}  // namespace {face.namespace}",
        "",
        _EXPORTS.replace("FACE", face.namespace),
    ]
    return "\n".join(lines)


_EXPORTS = """#if defined(__wasm__)
// What the library says where it would throw; its own way to say it brings printf along.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept {
    passatempo::refuse("the memory does not suffice");
}
_LIBCPP_END_NAMESPACE_STD

#define PASSATEMPO_EXPORT(name) __attribute__((export_name(#name)))
#else
#define PASSATEMPO_EXPORT(name) __attribute__((visibility("default")))
#endif

extern "C" {

// Where the bytes of a request are written.
PASSATEMPO_EXPORT(take) std::uint8_t* take(std::uint32_t size) {
    FACE::request.resize(size);
    return FACE::request.data();
}

// Answer it; a Stop.
PASSATEMPO_EXPORT(ask) std::int32_t ask(std::uint32_t question) {
    FACE::reply.clear();
    passatempo::wasm::Reader in(FACE::request);
    return static_cast<std::int32_t>(FACE::answered(question, in, FACE::reply));
}

PASSATEMPO_EXPORT(reply) const std::uint8_t* reply() { return FACE::reply.bytes().data(); }
PASSATEMPO_EXPORT(reply_size) std::uint32_t reply_size() { return FACE::reply.bytes().size(); }

#if defined(__wasm__)
PASSATEMPO_EXPORT(why) const char* why() { return passatempo::refusal; }
#endif

}
"""


def _declared(one: Question) -> str:
    return f"{one.tells.name} {one.name}(const {one.asks.name}& ask, Budget& budget);  // {one.about}"


def _type(kind: Kind) -> str:
    name = NAMES.get(kind.base, kind.base)
    return f"std::vector<{name}>" if kind.listed else name


def _struct(record: Record) -> Iterator[str]:
    yield f"struct {record.name} {{"
    for name, kind in record.fields:
        yield f"    {_type(kind)} {name}{{}};"
    yield "};"
    yield ""


def _reader(record: Record) -> Iterator[str]:
    yield f"[[maybe_unused]] void read(Reader& in, {record.name}& it) {{"
    for name, kind in record.fields:
        if kind.listed:
            yield f'    in.list(it.{name}, {{{kind.few}, {kind.many}}}, "{name}: too many or too few",'
            yield f"            [&](auto& one) {{ {_read('one', name, kind)} }});"
        else:
            yield f"    {_read(f'it.{name}', name, kind)}"
    yield "}"
    yield ""


def _read(target: str, name: str, kind: Kind) -> str:
    if kind.is_record:
        return f"read(in, {target});"
    if kind.low is None:
        return f"in.read({target});"
    cpp = NAMES[kind.base]
    fault = f"{name}: a number from {kind.low} to {kind.high} is needed"
    return f'in.read({target}, passatempo::wasm::Between<{cpp}>{{{kind.low}, {kind.high}}}, "{fault}");'


def _writer(record: Record) -> Iterator[str]:
    yield f"[[maybe_unused]] void write(Writer& out, const {record.name}& it) {{"
    for name, kind in record.fields:
        one = "write(out, one);" if kind.is_record else "out.write(one);"
        if kind.listed:
            yield f"    out.list(it.{name}, [&](const auto& one) {{ {one} }});"
        else:
            yield f"    {one.replace('one', f'it.{name}')}"
    yield "}"
    yield ""


def _case(place: int, question: Question) -> Iterator[str]:
    yield f"        case {place}: {{"
    yield f"            {question.asks.name} asked;"
    yield "            read(in, asked);"
    yield "            in.end();"
    yield f"            write(out, {question.name}(asked, budget));"
    yield "            break;"
    yield "        }"
