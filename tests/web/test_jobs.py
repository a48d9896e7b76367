"""Jobs: workers, limits, cancel, and what happens when a worker does not do what it is told.

Tests: web/bounds.py, web/worker.py
"""

import asyncio
import gc
import json
import time
import weakref
from pathlib import Path

import pytest

from passatempo.core.limits import CONTROL_SIZE, Limits
from passatempo.web.bounds import Bounds
from passatempo.web.jobs import SMALL, Pool, RequestError

from .loops import finished

ANSWER = "passatempo.web.worker:answer"
TABLE = {"pastime": "machiavelli", "question": "arrange", "body": b'{"table": "AS 2S 3S"}'}


@pytest.fixture(autouse=True)
def _importable(monkeypatch):
    monkeypatch.syspath_prepend(str(Path(__file__).parent))


def in_pool(work, **bounds):
    """Run a coroutine with a pool."""

    async def main():
        pool = Pool(Bounds(**{"worker_count": 2, "quick_workers": 0, **bounds}))
        pool.start()
        try:
            return await asyncio.wait_for(work(pool), 60)
        finally:
            await pool.close()

    return finished(main())


async def refused(awaitable):
    """Return why a job has no result."""
    with pytest.raises(RequestError) as caught:
        await awaitable
    return caught.value


def test_a_question_is_answered():
    async def work(pool):
        return json.loads(await pool.run(ANSWER, TABLE))

    outcome = in_pool(work)
    assert outcome["answer"] == {"melds": [["AS", "2S", "3S"]]}
    assert outcome["checked"]


def test_bad_input_is_refused_with_the_sentence_of_the_parser():
    async def work(pool):
        return await refused(pool.run(ANSWER, {**TABLE, "body": b'{"table": "AS 2S\\n3Z"}'}))

    error = in_pool(work)
    assert error.status == 422
    assert error.said["message"].startswith("table, line 2, column 1: '3Z' is not a card")
    assert (error.said["line"], error.said["column"]) == (2, 1)


def test_a_job_that_heeds_the_switch_stops_and_keeps_its_result():
    async def work(pool):
        job = pool.submit("stubborn:polite", {})
        while not any(worker.job is job for worker in pool.workers):
            await asyncio.sleep(0.02)
        await asyncio.sleep(0.2)
        pool.stop(job)
        return await job.answer_future

    assert in_pool(work, grace_seconds=5.0) == "stopped"


def test_a_job_that_does_not_heed_the_switch_is_ended():
    async def work(pool):
        job = pool.submit("stubborn:sleep", {"seconds": 60})
        await asyncio.sleep(0.2)
        pool.stop(job)
        why = await refused(job.answer_future)
        return why, json.loads(await pool.run(ANSWER, TABLE))

    why, after = in_pool(work)
    assert why.said["kind"] == "cancelled"
    assert after["status"] == "solved"


def test_a_job_that_has_not_begun_can_be_stopped():
    async def work(pool):
        jobs = [pool.submit("stubborn:sleep", {"seconds": 60}, visitor=str(k)) for k in range(3)]
        pool.stop(jobs[2])
        why = await refused(jobs[2].answer_future)
        for job in jobs[:2]:
            pool.stop(job)
        return why

    assert in_pool(work, worker_count=1).said["kind"] == "cancelled"


def test_a_job_that_is_done_is_not_called_long_however_late_anybody_looks():
    async def work(pool):
        job = pool.submit("stubborn:sleep", {"seconds": 0.05})
        while not (found := [worker for worker in pool.workers if worker.job is job]):
            await asyncio.sleep(0.02)
        while not found[0].pipe.poll():
            time.sleep(0.02)  # the server itself is busy: it has not heard the answer
        pool._seat_job(found[0], job, 1.0, retries=0)
        return await job.answer_future

    assert in_pool(work, seats_each=0, seatless_seconds=60.0) == "slept"


def test_a_job_without_end_is_ended_at_its_time_limit():
    async def work(pool):
        return await refused(pool.run("stubborn:sleep", {"seconds": 60}, limits=Limits(seconds=0.1)))

    assert in_pool(work).said["kind"] == "seconds"


def test_nobody_may_ask_for_more_time_than_the_bounds_allow():
    async def work(pool):
        return pool.submit(ANSWER, TABLE, limits=Limits(seconds=1e9)).limits.seconds

    assert in_pool(work, seconds=7.0) == 7.0


def test_long_jobs_leave_the_others_their_workers():
    async def work(pool):
        jobs = [pool.submit("stubborn:sleep", {"seconds": 60}, visitor=str(k)) for k in range(5)]
        outcome = json.loads(await pool.run(ANSWER, TABLE, visitor="another"))
        while sum(job.has_seat for job in jobs) < 5:
            await asyncio.sleep(0.02)
        again = json.loads(await pool.run(ANSWER, TABLE, visitor="another"))
        for job in jobs:
            pool.stop(job)
        return outcome["status"], again["status"], pool.bounds.seats

    assert in_pool(work, seats=5, seatless_seconds=2.0) == ("solved", "solved", 5)  # patient: other tests run beside it


def test_long_jobs_beyond_the_seats_are_stopped():
    async def work(pool):
        jobs = [pool.submit("stubborn:sleep", {"seconds": 60}, visitor=str(k)) for k in range(3)]
        done, running = await asyncio.wait([job.answer_future for job in jobs], return_when=asyncio.FIRST_COMPLETED)
        for job in jobs:
            pool.stop(job)
        return [await refused(one) for one in done], len(running)

    errors, running = in_pool(work, seats=2)
    assert [(error.status, error.said["kind"]) for error in errors] == [(503, "busy")]
    assert running == 2


def test_a_visitor_has_seats_of_his_own():
    async def work(pool):
        jobs = [pool.submit("stubborn:sleep", {"seconds": 60}, visitor="greedy") for _ in range(2)]
        other = pool.submit("stubborn:sleep", {"seconds": 1}, visitor="other")
        done, _ = await asyncio.wait([job.answer_future for job in jobs], return_when=asyncio.FIRST_COMPLETED)
        why = await refused(done.pop())
        slept = await other.answer_future
        for job in jobs:
            pool.stop(job)
        return why, slept

    why, slept = in_pool(work, seats_each=1)
    assert (why.status, why.said["kind"]) == (429, "too-many")
    assert slept == "slept"


def test_jobs_that_wait_are_bounded():
    async def work(pool):
        jobs = [pool.submit(ANSWER, TABLE, visitor="one") for _ in range(2)]
        with pytest.raises(RequestError) as one:
            pool.submit(ANSWER, TABLE, visitor="one")
        jobs += [pool.submit(ANSWER, TABLE, visitor="two") for _ in range(2)]
        with pytest.raises(RequestError) as everybody:
            pool.submit(ANSWER, TABLE, visitor="three")
        for job in jobs:
            pool.stop(job)
        return one.value.status, everybody.value.status

    assert in_pool(work, worker_count=1, queue_limit_each=2, queue_limit=4) == (429, 503)  # no worker has come up yet


@pytest.mark.parametrize(
    ("task", "status", "kind"), [("crash", 500, "ended"), ("greedy", 422, "memory"), ("wrong", 500, "bug")]
)
def test_a_worker_that_fails_is_told_and_the_next_job_is_answered(task, status, kind):
    async def work(pool):
        why = await refused(pool.run(f"stubborn:{task}", {}))
        return why, json.loads(await pool.run(ANSWER, TABLE))

    why, after = in_pool(work, worker_count=1, memory_mb=1024)
    assert (why.status, why.said["kind"]) == (status, kind)
    assert after["status"] == "solved"


def test_visitors_take_turns():
    async def work(pool):
        order = []

        def note(name):
            return lambda done: order.append(name)

        jobs = [pool.submit(ANSWER, TABLE, visitor="many") for _ in range(4)] + [
            pool.submit(ANSWER, TABLE, visitor="few")
        ]
        for job, name in zip(jobs, ["many"] * 4 + ["few"], strict=True):
            job.answer_future.add_done_callback(note(name))
        await asyncio.gather(*(job.answer_future for job in jobs))
        return order

    assert in_pool(work, worker_count=1).index("few") <= 1


def test_closing_ends_every_process():
    async def main():
        pool = Pool(Bounds(worker_count=1, quick_workers=0))
        pool.start()
        job = pool.submit("stubborn:sleep", {"seconds": 60})
        while not any(worker.job for worker in pool.workers):
            await asyncio.sleep(0.01)
        [worker] = pool.workers
        await pool.close()
        return worker.process, job

    started = time.monotonic()
    process, _ = finished(main())
    assert not process.is_alive()
    assert time.monotonic() - started < 30


def test_when_the_server_ends_every_job_is_refused():
    """Those that run, those that wait, and those that come later."""

    async def work(pool):
        jobs = [pool.submit("stubborn:sleep", {"seconds": 60}, visitor="one") for _ in range(3)]
        while sum(worker.job is not None for worker in pool.workers) < 1:
            await asyncio.sleep(0.02)
        pool.refuse()
        with pytest.raises(RequestError) as later:
            pool.submit(ANSWER, TABLE)
        return [later.value, *[await refused(job.answer_future) for job in jobs]]

    told = in_pool(work, worker_count=1)
    assert [(error.status, error.said["kind"]) for error in told] == [(503, "closed")] * 4


def test_a_worker_that_cannot_be_started_is_started_later(monkeypatch):
    monkeypatch.setattr("passatempo.web.jobs.HIRE_AGAIN", 0.01)
    kind = Pool().context.Process
    start, failed = kind.start, []

    def fail_once(process):
        if not failed:
            failed.append(process)
            raise EOFError
        start(process)

    monkeypatch.setattr(kind, "start", fail_once)

    async def work(pool):
        return json.loads(await pool.run(ANSWER, TABLE))["status"], len(failed)

    assert in_pool(work, worker_count=1) == ("solved", 1)


def test_a_quick_question_does_not_wait_behind_a_flood_of_the_same_visitor():
    """Fifty long ones are asked before it: those that were tried show that the others of their kind are long too."""

    async def work(pool):
        flood = [pool.submit("stubborn:sleep", {"seconds": 60}, visitor="one") for _ in range(50)]
        quick = pool.submit(ANSWER, TABLE, visitor="one")
        outcome = json.loads(await quick.answer_future)
        waiting = sum(not job.answer_future.done() for job in flood)
        again = json.loads(await pool.run(ANSWER, TABLE, visitor="one"))
        still = sum(not job.answer_future.done() for job in flood)
        for job in flood:
            pool.stop(job)
        return outcome["status"], waiting, again["status"], still

    first, waiting, second, still = in_pool(work, seatless_seconds=1.0)
    assert (first, second) == ("solved", "solved")
    assert waiting == 50  # none of the flood was refused or done before it
    assert still >= 40


def beside_a_flood(work, **bounds):
    """Let a visitor ask a small question beside a flood of his own; return its status, and how much of that is left."""

    async def both(pool):
        while sum(worker.is_ready for worker in pool.workers) < 4:
            await asyncio.sleep(0.02)
        await pool.run(ANSWER, TABLE, visitor="another")  # what a worker imports is imported
        flood = [pool.submit(*work(k), visitor="one") for k in range(60)]
        await asyncio.sleep(0.5)
        outcome = json.loads(await pool.run(ANSWER, TABLE, visitor="one"))
        left = sum(not job.answer_future.done() for job in flood)
        for job in flood:
            pool.stop(job)
        return outcome["status"], left

    return in_pool(both, **bounds, quick_workers=2)


def test_two_workers_are_kept_for_what_is_quick():
    """Without them it would wait for the patience with a long job, which is longer than this test may take."""
    work = ("stubborn:sleep", {"seconds": 600, "question": "q"})
    assert beside_a_flood(lambda _: work, seatless_seconds=600.0) == ("solved", 60)


def test_large_bodies_of_many_visitors_leave_workers_to_small_ones():
    """Reading them takes a while, and each visitor's are of a kind of their own, of which nothing is known yet."""

    async def work(pool):
        while sum(worker.is_ready for worker in pool.workers) < 4:
            await asyncio.sleep(0.02)
        large = {"seconds": 600, "body": b"x" * 2**SMALL}
        flood = [pool.submit("stubborn:sleep", large, visitor=str(k)) for k in range(8)]
        outcome = json.loads(await pool.run(ANSWER, TABLE, visitor="another"))
        waiting = sum(map(len, pool.job_queues.values()))
        for job in flood:
            pool.stop(job)
        return outcome["status"], waiting

    assert in_pool(work, seatless_seconds=600.0, quick_workers=2) == ("solved", 6)


def test_a_flood_of_quick_jobs_keeps_no_other_kind_waiting():
    """Each is over before it needs a seat: together they would take six seconds."""
    status, left = beside_a_flood(lambda k: ("stubborn:sleep", {"seconds": 0.2, "question": "q"}), seatless_seconds=5.0)
    assert status == "solved"
    assert left > 20


def test_a_flood_of_many_kinds_does_not_hold_back_a_small_question():
    status, left = beside_a_flood(
        lambda k: ("stubborn:sleep", {"seconds": 0.2, "question": str(k), "body": b"long" * 99}), seatless_seconds=5.0
    )
    assert status == "solved"
    assert left > 20


def test_a_kind_of_jobs_that_was_quick_again_is_no_longer_kept_back():
    async def work(pool):
        kind = pool.submit("stubborn:polite", {"question": "q"}, visitor="one").kind
        while kind not in pool.long_kinds:
            await asyncio.sleep(0.02)
        others = pool.submit("stubborn:polite", {"question": "q"}, visitor="two").kind in pool.long_kinds
        answered = await pool.run("stubborn:quick", {"question": "q"}, visitor="one")
        return others, answered

    assert in_pool(work, seatless_seconds=1.0) == (False, "quick")


def test_a_job_that_is_done_is_forgotten():
    """Its arguments may be large, and its time limit may be far away."""

    async def work(pool):
        job = pool.submit(ANSWER, TABLE)
        gone = weakref.ref(job.answer_future)
        await job.answer_future
        del job
        await asyncio.sleep(0)  # the event loop itself holds on to what it has just told
        gc.collect()
        return gone() is None

    assert in_pool(work)


def test_an_answer_of_more_characters_than_asked_for_is_refused():
    async def work(pool):
        return await refused(pool.run(ANSWER, TABLE, most=20)), await pool.run(ANSWER, TABLE, most=2000)

    error, told = in_pool(work)
    assert (error.status, error.said["kind"]) == (422, "too-long")
    assert json.loads(told)["status"] == "solved"


def test_kernels_of_workers_are_told_how_much_memory_they_may_take():
    async def work(pool):
        return await pool.run("stubborn:memory", {})

    assert in_pool(work, memory_mb=512) == (512, CONTROL_SIZE)
