"""What a figure was measured on: printed above every table, without a date."""

from __future__ import annotations

import os
import platform
import re
import shutil
import subprocess
from pathlib import Path


def facts() -> list[str]:
    """Return the processor, cores, system, Python and compiler, a line each, and how busy the machine was."""
    load = ", ".join(f"{part:.1f}" for part in os.getloadavg())
    return [
        f"processor: {processor()}, {os.cpu_count()} cores",
        f"system: {platform.system()} {platform.release()}, {platform.machine()}",
        f"Python: {platform.python_implementation()} {platform.python_version()}",
        f"compiler: {compiler()}",
        f"load averages at the start: {load}",
    ]


def processor() -> str:
    """Return the processor's model name."""
    try:
        found = re.search(r"^model name\s*:\s*(.+)$", Path("/proc/cpuinfo").read_text(encoding="utf-8"), re.MULTILINE)
    except OSError:
        found = None
    return found[1] if found else platform.processor() or "unknown"


def compiler() -> str:
    """Return the first line of what the C++ compiler says of itself."""
    name = os.environ.get("CXX", "c++")
    if shutil.which(name) is None:
        return "none"
    said = subprocess.run([name, "--version"], capture_output=True, text=True, check=False).stdout
    return said.partition("\n")[0]


if __name__ == "__main__":
    print("\n".join(facts()))
