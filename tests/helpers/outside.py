"""Programs of others are run as a user runs them: nothing of a build with sanitizers is loaded into them."""

import os

ENVIRONMENT = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "PYTHONPATH")}
