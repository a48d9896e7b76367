"""The app's sign as pictures: where it is installed, a drawing in SVG is not enough everywhere."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path

SIDE = 512  # pixels
ROUNDED, FULL = 'rx="6"', 'rx="0"'  # a system that cuts its own shape wants the whole square
PICTURES = {"icon-512.png": ROUNDED, "icon-maskable-512.png": FULL}


def draw(app: Path, build: Path) -> list[str]:
    """Draw the pictures unless they are of the present drawing; return what was drawn."""
    text = (app / "icon.svg").read_text(encoding="utf-8")
    stamp = build / "icon"
    digest = hashlib.sha256(text.encode()).hexdigest()
    if stamp.exists() and stamp.read_text() == digest and all((app / name).exists() for name in PICTURES):
        return []
    import resvg_py

    for name, corners in PICTURES.items():
        (app / name).write_bytes(
            bytes(resvg_py.svg_to_bytes(svg_string=text.replace(ROUNDED, corners), width=SIDE, height=SIDE))
        )
    stamp.parent.mkdir(parents=True, exist_ok=True)
    stamp.write_text(digest)
    return list(PICTURES)
