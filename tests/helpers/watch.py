"""A deadline for tests of those who look at one: it counts the looks, and its time goes by two seconds a question."""

from passatempo.core.limits import Deadline, Limits, Stopped


class Watch(Deadline):
    """A deadline that time does not end.

    Parameters
    ----------
    most
        How many looks are allowed; the next one ends the work. None: any number.
    """

    def __init__(self, most=None):
        super().__init__(Limits())
        self.most, self.looks, self.asked, self.earlier = most, 0, 0, []

    @property
    def run_seconds(self):
        """Seconds since the beginning: 2, 4, 6 ..., one step each time it is asked for."""
        self.asked += 1
        return 2.0 * self.asked

    def end_earlier(self, seconds):
        """Note how much time is kept for telling the answer."""
        self.earlier.append(seconds)
        return self

    def poll(self):
        """Count a look; tell whether it is over."""
        self.looks += 1
        return self.most is not None and self.looks > self.most

    def check(self):
        """Count a look; end the work once there were too many."""
        if self.poll():
            raise Stopped

    def tick(self):
        """Count a node, which is a look here."""
        self.check()
