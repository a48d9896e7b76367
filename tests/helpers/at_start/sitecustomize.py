"""Report that a command line has begun: it looks for `passatempo.cli`, so its handler of Ctrl-C is installed."""

import os
import sys


class Bell:
    """A finder that finds nothing and rings once."""

    def __init__(self, descriptor):
        self.descriptor = descriptor

    def find_spec(self, name, _path=None, _target=None):
        if name == "passatempo.cli":
            sys.meta_path.remove(self)
            os.close(self.descriptor)


if "PRESS_BELL" in os.environ:  # taken out, so that the children of this process do not ring
    sys.meta_path.insert(0, Bell(int(os.environ.pop("PRESS_BELL"))))
