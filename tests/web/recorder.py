"""A pool without workers, which records what the server hands to it."""

from passatempo.core.limits import Limits, silent
from passatempo.web.bounds import Bounds
from passatempo.web.jobs import Job, Pool


class Recorder(Pool):
    """Answers every job with the same bytes, after `delay` seconds if there are any; None leaves it unanswered."""

    def __init__(self, answer=None, delay=0.0, bounds=Bounds()):
        super().__init__(bounds)
        self.answer, self.delay, self.jobs = answer, delay, []

    def start(self):
        """Start no workers."""

    def submit(self, where, arguments, *, visitor="", limits=Limits(), report=silent, most=None):
        """Record a job."""
        if self.closed:
            raise self.closed
        job = Job(where, arguments, limits, visitor, report, most)
        self.jobs.append(job)
        if self.answer is None:
            self.job_queues.setdefault(visitor, []).append(job)
        elif self.delay:
            job.answer_future.get_loop().call_later(self.delay, job.answer_future.set_result, self.answer)
        else:
            job.answer_future.set_result(self.answer)
        return job
