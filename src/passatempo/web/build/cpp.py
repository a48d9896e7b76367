"""An interface in C++: its records, how they are read and written, and which function answers which question.

As a program it writes them for the build of a package: `python -m passatempo.web.build.cpp INTERFACE FOLDER`.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

from passatempo.web.build import files
from passatempo.web.build.modules import Module

if TYPE_CHECKING:
    from collections.abc import Iterator

    from passatempo.core.interface import Kind, Record

NAMES = {"u8": "std::uint8_t", "u32": "std::uint32_t", "i64": "std::int64_t", "u64": "std::uint64_t"}
NAMES |= {"i32": "std::int32_t", "f64": "double", "bool": "bool"}


def header(module: Module) -> str:
    """Write what a kernel's `calls.cpp` includes: the records, and the functions that it defines."""
    interface = module.whole
    lines = [
        f"// The interface of the module {module.name}. Generated from interface.toml.",
        "#pragma once",
        "",
        "#include <cstdint>",
        "#include <span>",
        "#include <vector>",
        "",
        '#include "budget.hpp"',
        '#include "interface.hpp"',
        "",
        f"namespace {module.namespace} {{",
        "",
        *[line for record in interface.every_record for line in _struct(record)],
        *[
            f"{one.reply.name} {one.name}(const {one.request.name}& request, Budget& budget);  // {one.about}"
            for one in interface.questions.values()
        ],
        "",
        f'inline constexpr char digest[] = "{interface.digest}";',
        "std::span<const Question> questions();",
        "",
        f"}}  // namespace {module.namespace}",
    ]
    return "\n".join(lines) + "\n"


def source(module: Module) -> str:
    """Write the table of questions, and for a browser what the module exports."""
    interface = module.interface
    asked = interface.questions.values()
    named = interface.records.values()
    readers = [line for record in (*named, *[one.request for one in asked]) for line in _reader(record)]
    writers = [line for record in (*named, *[one.reply for one in asked]) for line in _writer(record)]
    lines = [
        f"// The questions of the module {module.name}. Generated from interface.toml.",
        '#include "interface.gen.hpp"',
        "",
        f"namespace {module.namespace} {{",
        "namespace {",
        "",
        *readers,
        *writers,
        "template <class Request, class Reply>",
        "void respond(Reader& in, Writer& out, Budget& budget, Reply (*reply)(const Request&, Budget&)) {",
        "    Request request;",
        "    read(in, request);",
        "    in.end();",
        "    write(out, reply(request, budget));",
        "}",
        "",
        "constexpr Question table[] = {",
        *[f'    {{"{one.name}", {_ANSWER}&{one.name}); }}}},' for one in asked],
        "};",
        "",
        "}  // namespace",
        "",
        "std::span<const Question> questions() { return table; }",
        "",
        f"}}  // namespace {module.namespace}",
        "",
        _EXPORTS.replace("CALLS", module.namespace),
    ]
    return "\n".join(lines)


_ANSWER = "[](Reader& in, Writer& out, Budget& budget) { respond(in, out, budget, "
_EXPORTS = """#if defined(__wasm__)
// What the library says where it would throw; its own way to say it brings printf along.
_LIBCPP_BEGIN_NAMESPACE_STD
[[noreturn]] void __libcpp_verbose_abort(const char*, ...) noexcept {
    passatempo::refuse("the memory does not suffice");
}
_LIBCPP_END_NAMESPACE_STD

namespace {
std::vector<std::uint8_t> request;
passatempo::Writer answered;
}  // namespace

#define PASSATEMPO_EXPORT(name) __attribute__((export_name(#name)))

extern "C" {

// Where the bytes of a request are written.
PASSATEMPO_EXPORT(take) std::uint8_t* take(std::uint32_t size) {
    request.resize(size);
    return request.data();
}

// Answer it; a Stop.
PASSATEMPO_EXPORT(ask) std::int32_t ask(std::uint32_t question) {
    const auto questions = CALLS::questions();
    if (question >= questions.size()) passatempo::refuse("there is no such question");
    answered.clear();
    passatempo::Reader in(request);
    double seconds = 0;
    std::uint64_t nodes = 0;
    in.read(seconds);
    in.read(nodes);
    passatempo::Budget budget(seconds, nodes, nullptr);
    questions[question].answer(in, answered, budget);
    answered.write(budget.spent());
    return static_cast<std::int32_t>(budget.stop());
}

PASSATEMPO_EXPORT(reply) const std::uint8_t* reply() { return answered.bytes().data(); }
PASSATEMPO_EXPORT(reply_size) std::uint32_t reply_size() { return answered.bytes().size(); }
PASSATEMPO_EXPORT(why) const char* why() { return passatempo::refusal; }

}
#endif
"""


def write(module: Module, folder: Path) -> bool:
    """Write the header and the source; tell whether one has changed."""
    made = [(folder / "interface.gen.hpp", header(module)), (folder / "interface.gen.cpp", source(module))]
    written = [files.write(path, text) for path, text in made]
    return any(written)


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
            item = f", [&](auto& one) {{ {_read('one', name, kind)} }}"
            plain = not kind.is_record and kind.low is None and kind.base != "bool"
            yield f'    in.list(it.{name}, {{{kind.few}, {kind.many}}}, "{name}: too many or too few"'
            yield f"            {'' if plain else item});"
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
    return f'in.read({target}, NumberRange<{cpp}>{{{kind.low}, {kind.high}}}, "{fault}");'


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


if __name__ == "__main__":
    write(Module.read(Path(sys.argv[1])), Path(sys.argv[2]))
