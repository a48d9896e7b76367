"""The app reads boards as the package does: `node/texts.test.mjs` reads the file that Python has written."""

from app.texts import FILE, written


def test_the_file_is_what_the_package_reads():
    """Otherwise write it anew: `python -m app.texts`."""
    assert FILE.read_text(encoding="utf-8") == written()
