"""An interface in C++: its records, their readers and writers, and the table of questions.

As a program it writes them for a package build: `python -m passatempo.web.build.cpp INTERFACE FOLDER`.
"""

import sys
from collections.abc import Iterator
from pathlib import Path

from passatempo.core.interface import FieldType, RecordType
from passatempo.web.build import files
from passatempo.web.build.modules import Module

NAMES = {"u8": "std::uint8_t", "u32": "std::uint32_t", "i64": "std::int64_t", "u64": "std::uint64_t"}
NAMES |= {"i32": "std::int32_t", "f64": "double", "bool": "bool"}


def header_text(module: Module) -> str:
    """Write the header for a kernel's `calls.cpp`: the records, and the functions that it must define."""
    interface = module.full_interface
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
        *[line for record in interface.every_record for line in _struct_lines(record)],
        *[
            f"{question.reply_type.record_name} {question.question_name}(const "
            f"{question.request_type.record_name}& request, Budget& budget);  // {question.help_text}"
            for question in interface.questions.values()
        ],
        "",
        f'inline constexpr char digest[] = "{interface.digest}";',
        "std::span<const Question> questions();",
        "",
        f"}}  // namespace {module.namespace}",
    ]
    return "\n".join(lines) + "\n"


def source_text(module: Module) -> str:
    """Write the table of questions, and the exports of the module for a browser."""
    interface = module.interface
    kernel_questions = interface.questions.values()
    named = interface.records.values()
    readers = [
        line
        for record in (*named, *[question.request_type for question in kernel_questions])
        for line in _reader_lines(record)
    ]
    writers = [
        line
        for record in (*named, *[question.reply_type for question in kernel_questions])
        for line in _writer_lines(record)
    ]
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
        *[
            f'    {{"{question.question_name}", {_ANSWER}&{question.question_name}); }}}},'
            for question in kernel_questions
        ],
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
    answered.write(budget.node_count());
    return static_cast<std::int32_t>(budget.stop());
}

PASSATEMPO_EXPORT(reply) const std::uint8_t* reply() { return answered.bytes().data(); }
PASSATEMPO_EXPORT(reply_size) std::uint32_t reply_size() { return answered.bytes().size(); }
PASSATEMPO_EXPORT(why) const char* why() { return passatempo::refusal; }

}
#endif
"""


def write_interface(module: Module, folder: Path) -> bool:
    """Write the header and the source; return whether one has changed."""
    interface_files = [
        (folder / "interface.gen.hpp", header_text(module)),
        (folder / "interface.gen.cpp", source_text(module)),
    ]
    file_changes = [files.write_text(path, text) for path, text in interface_files]
    return any(file_changes)


def _cpp_type(kind: FieldType) -> str:
    name = NAMES.get(kind.base_type, kind.base_type)
    return f"std::vector<{name}>" if kind.is_list else name


def _struct_lines(record: RecordType) -> Iterator[str]:
    yield f"struct {record.record_name} {{"
    for name, kind in record.typed_fields:
        yield f"    {_cpp_type(kind)} {name}{{}};"
    yield "};"
    yield ""


def _reader_lines(record: RecordType) -> Iterator[str]:
    yield f"[[maybe_unused]] void read(Reader& in, {record.record_name}& it) {{"
    for name, kind in record.typed_fields:
        if kind.is_list:
            list_reader = f", [&](auto& one) {{ {_read_call('one', name, kind)} }}"
            plain = not kind.is_record and kind.lower_bound is None and kind.base_type != "bool"
            yield f'    in.list(it.{name}, {{{kind.min_length}, {kind.max_length}}}, "{name}: too many or too few"'
            yield f"            {'' if plain else list_reader});"
        else:
            yield f"    {_read_call(f'it.{name}', name, kind)}"
    yield "}"
    yield ""


def _read_call(target: str, name: str, kind: FieldType) -> str:
    if kind.is_record:
        return f"read(in, {target});"
    if kind.lower_bound is None:
        return f"in.read({target});"
    cpp = NAMES[kind.base_type]
    fault = f"{name}: a number from {kind.lower_bound} to {kind.upper_bound} is needed"
    return f'in.read({target}, NumberRange<{cpp}>{{{kind.lower_bound}, {kind.upper_bound}}}, "{fault}");'


def _writer_lines(record: RecordType) -> Iterator[str]:
    yield f"[[maybe_unused]] void write(Writer& out, const {record.record_name}& it) {{"
    for name, kind in record.typed_fields:
        write_call = "write(out, one);" if kind.is_record else "out.write(one);"
        if kind.is_list:
            yield f"    out.list(it.{name}, [&](const auto& one) {{ {write_call} }});"
        else:
            yield f"    {write_call.replace('one', f'it.{name}')}"
    yield "}"
    yield ""


if __name__ == "__main__":
    write_interface(Module.read(Path(sys.argv[1])), Path(sys.argv[2]))
