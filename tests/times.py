"""Measure the processor time of each test, its child processes included: a pytest plug-in.

It writes ``build/times.json``, and prints the total and the tests above `LIMIT`. With ``--times`` such a test fails the
run. The limit is a multiple of a reference loop that each worker times, so that it holds on slow machines too.
"""

import json
import resource
import time
from pathlib import Path
from statistics import median

import pytest

FILE = Path(__file__).parents[1] / "build" / "times.json"
LIMIT = 170  # reference loops, about 3 s on the machine that the limit was set on
LOOP_STEPS = 300_000


def pytest_addoption(parser):
    parser.addoption("--times", action="store_true", help="fail if a test takes more processor time than the limit")


def pytest_configure(config):
    config.pluginmanager.register(Times(config), "times of tests")


def processor_time():
    """Return the processor time of this process and of the children that it has waited for, in seconds."""
    used = [resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)]
    return sum(one.ru_utime + one.ru_stime for one in used)


def reference_loop():
    """Return the processor time of a loop of plain Python, the least of five."""

    def once():
        begun, total = time.process_time(), 0
        for step in range(LOOP_STEPS):
            total = (total * 1_103_515_245 + step) & 0xFFFFFFFF
        return time.process_time() - begun

    return min(once() for _ in range(5))


class Times:
    """The measurements of a worker, or those that the controller has collected."""

    def __init__(self, config):
        self.config, self.seconds, self.totals, self.loops = config, {}, [], []
        self.is_worker = hasattr(config, "workerinput")
        if self.is_worker or not config.getoption("numprocesses", None):
            self.loops.append(reference_loop())

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item):
        self.begun = processor_time()
        return (yield)

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self, item, call):
        report = yield
        if call.when == "teardown":
            report.user_properties.append(("processor time", processor_time() - self.begun))
        return report

    def pytest_runtest_logreport(self, report):
        for name, value in report.user_properties:
            if name == "processor time":
                self.seconds[report.nodeid] = value

    def pytest_sessionfinish(self, session):
        if self.is_worker:
            self.config.workeroutput["times"] = processor_time(), self.loops[0]
        elif self.seconds:
            self.totals.append(time.process_time() if self.totals else processor_time())
            FILE.parent.mkdir(exist_ok=True)
            FILE.write_text(json.dumps({name: round(value, 3) for name, value in self.ordered()}, indent=0) + "\n")
            if self.config.getoption("times") and self.above():
                session.exitstatus = session.exitstatus or 1

    @pytest.hookimpl(optionalhook=True)
    def pytest_testnodedown(self, node):
        total, loop = getattr(node, "workeroutput", {}).get("times", (0.0, 0.0))
        self.totals.append(total)
        self.loops.append(loop)

    def ordered(self):
        """Return the tests with their times, the longest first."""
        return sorted(self.seconds.items(), key=lambda row: -row[1])

    def above(self):
        """Return the tests above the limit."""
        limit = LIMIT * median(self.loops)
        return [(name, value) for name, value in self.ordered() if value > limit]

    def pytest_terminal_summary(self, terminalreporter):
        if not self.seconds or self.is_worker:
            return
        terminalreporter.section("processor time")
        for name, value in self.above():
            terminalreporter.line(f"{value:6.1f} s  {name}")
        limit, tests = LIMIT * median(self.loops), sum(self.seconds.values())
        terminalreporter.line(
            f"{sum(self.totals):.0f} s in all, {tests:.0f} s of it in tests; limit {limit:.1f} s a test"
        )
