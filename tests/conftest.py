"""What holds for all tests: no time decides them, and in CI the same examples are tried every time."""

import os

from hypothesis import settings

settings.register_profile("anywhere", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True)
settings.load_profile("ci" if os.environ.get("CI") else "anywhere")
