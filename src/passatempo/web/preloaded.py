"""What every worker process has imported before it begins: the fork server imports this module once.

Libraries that start threads of their own, the solvers, are left out: a process with threads must not be forked.
"""

import signal

signal.signal(signal.SIGINT, signal.SIG_DFL)  # until the fork server is ready, Ctrl-C ends it without a word
signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

from passatempo.web import worker as worker  # noqa: E402
from passatempo.web.tasks import prepare  # noqa: E402

prepare()
