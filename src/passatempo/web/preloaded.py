"""What every worker process has imported before it begins: the fork server imports this module once.

Libraries that start threads of their own, the solvers, are left out: a process with threads must not be forked.
"""

from passatempo.web import worker as worker
from passatempo.web.tasks import prepare

prepare()
