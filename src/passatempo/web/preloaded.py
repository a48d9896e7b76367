"""What every worker process has imported before it begins: the fork server imports this module once.

Libraries that start threads of their own, the solvers, are left out: a process with threads must not be forked.
"""

import signal
import sys

if "multiprocessing.forkserver" in " ".join(sys.orig_argv):  # Ctrl-C ends it without a word until it is ready
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGINT])

from passatempo.web import worker as worker
from passatempo.web.tasks import prepare

prepare()
